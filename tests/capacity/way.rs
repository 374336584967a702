//! The guide over all answers.
use super::page::drawn;
use std::collections::BTreeSet;
use vram_ledger::display::View;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::config::{Task, Tune};
use vram_ledger::ledger::estimate;
use vram_ledger::ledger::item::Verdict;
use vram_ledger::ledger::way::{
    Adapters, Answers, Data, Dpo, Fit, Goal, Keeper, Pairs, Question, Reason, Reward, Rounds,
    Route, follow, ready,
};
use vram_ledger::ledger::words::Word;
use vram_ledger::url::{self, Level};
use vram_ledger::views::{self, Outcome, Scene, State};

fn or_none<W: Word>() -> Vec<Option<W>> {
    std::iter::once(None)
        .chain(W::ALL.iter().copied().map(Some))
        .collect()
}

/// Every combination of answers and of questions left open.
fn all() -> Vec<Answers> {
    let mut out = vec![Answers::default()];
    macro_rules! each {
        ($field:ident, $type:ty) => {
            out = out
                .iter()
                .flat_map(|answers| {
                    or_none::<$type>().into_iter().map(|value| Answers {
                        $field: value,
                        ..*answers
                    })
                })
                .collect();
        };
    }
    each!(goal, Goal);
    each!(data, Data);
    each!(adapters, Adapters);
    each!(reward, Reward);
    each!(pairs, Pairs);
    each!(dpo, Dpo);
    each!(keeper, Keeper);
    each!(rounds, Rounds);
    assert_eq!(out.len(), 8 * 3 * 3 * 4 * 3 * 3 * 3 * 3);
    out
}

#[test]
fn every_combination_leads_to_a_way_or_to_one_question() {
    let mut routes = BTreeSet::new();
    let mut reasons = BTreeSet::new();
    let mut asked = BTreeSet::new();
    for answers in all() {
        let path = follow(&answers);
        let (last, before) = path.asked.split_last().unwrap();
        assert!(
            before.iter().all(|q| answers.get(*q).is_some()),
            "{answers:?}"
        );
        assert_eq!(
            answers.get(*last).is_some(),
            path.route.is_some(),
            "{answers:?}"
        );
        let distinct: BTreeSet<&Question> = path.asked.iter().collect();
        assert_eq!(distinct.len(), path.asked.len(), "asked twice: {answers:?}");
        assert!(path.asked.len() <= 6);
        // What was not asked does not matter.
        let mut only = Answers::default();
        for question in &path.asked {
            only.set(*question, answers.get(*question).unwrap_or(""));
        }
        assert_eq!(follow(&only), path, "{answers:?}");
        asked.extend(path.asked.iter().copied());
        if let Some(route) = path.route {
            assert!(!path.reasons.is_empty(), "{answers:?}");
            routes.insert(route);
            reasons.extend(path.reasons);
        }
    }
    assert_eq!(routes.len(), Route::ALL.len(), "{routes:?}");
    assert_eq!(reasons.len(), Reason::ALL.len(), "{reasons:?}");
    assert_eq!(asked.len(), Question::ALL.len());
}

/// The lesson's criteria, each as it stands there.
#[test]
fn each_way_is_taken_by_its_criteria_alone() {
    for answers in all() {
        let Some(route) = follow(&answers).route else {
            continue;
        };
        let goal = answers.goal.unwrap();
        let judged = goal == Goal::Preference
            || (goal == Goal::Outcome && answers.reward == Some(Reward::Judged));
        let verifiable = goal == Goal::Outcome && answers.reward == Some(Reward::Verifiable);
        let pairs = judged && answers.pairs == Some(Pairs::Have);
        let many = answers.rounds == Some(Rounds::Many);
        let ppo = pairs
            && answers.dpo == Some(Dpo::Short)
            && answers.keeper == Some(Keeper::Team)
            && many;
        // Weights are not touched where facts change or a rule states it.
        let retrieval =
            goal == Goal::Facts || (goal == Goal::Knowledge && answers.data == Some(Data::Little));
        // All parameters: new knowledge in quantity, a new vocabulary, adapters at their ceiling.
        let full = goal == Goal::Vocabulary
            || (goal == Goal::Knowledge && answers.data == Some(Data::Corpus))
            || (goal == Goal::Style && answers.adapters == Some(Adapters::Short));
        assert_eq!(route == Route::Retrieval, retrieval, "{answers:?}");
        assert_eq!(route == Route::Rules, goal == Goal::Rules, "{answers:?}");
        assert_eq!(route == Route::Full, full, "{answers:?}");
        assert_eq!(route == Route::Grpo, verifiable && many, "{answers:?}");
        assert_eq!(route == Route::Ppo, ppo, "{answers:?}");
        assert_eq!(route == Route::Dpo, pairs && !ppo, "{answers:?}");
    }
}

/// What is said of the card holds for the link that is offered.
#[test]
fn the_calculator_link_is_what_was_said() {
    let mut fits = BTreeSet::new();
    for link in [
        "",
        "model=qwen3-8b&gpu=rtx-4090",
        "model=llama-2-7b&gpu=a100-80gb",
        "model=llama-3.1-70b&gpu=h200",
        "model=llama-3.1-405b&gpu=rtx-4070",
        "model=qwen3-14b&gpu=rtx-4090&dtype=int4&task=serve",
        "model=custom&params=7e9",
        "model=llama-2-7b&gpu=rtx-4090&method=measured",
    ] {
        let base = url::parse(link).0.config;
        for route in Route::ALL {
            let ready = ready(&base, *route);
            let (read, issues) = url::parse(&url::format_config(&ready.config));
            assert!(
                issues.iter().all(|i| i.level == Level::Note),
                "{link} {route:?}: {issues:?}"
            );
            assert_eq!(read.config, ready.config);
            assert_eq!(read.config.model, base.model);
            let verdict = estimate(&read.config).verdict();
            match ready.fit {
                Fit::OneCard => {
                    assert_eq!(verdict, Verdict::Fits, "{link} {route:?}");
                    fits.insert(0);
                }
                Fit::Cards { train, engine } => {
                    assert_eq!(verdict, Verdict::Fits, "{link} {route:?}");
                    assert_eq!(read.config.n, train);
                    assert_eq!(engine > 0, read.config.task.has_rollout());
                    fits.insert(1);
                }
                Fit::TooLarge => {
                    fits.insert(2);
                }
            }
            let task = match route {
                Route::Retrieval | Route::Rules => Task::Serve,
                Route::Adapters | Route::Full => Task::Sft,
                Route::Dpo => Task::Dpo,
                Route::Grpo => Task::Grpo,
                Route::Ppo => Task::Ppo,
            };
            assert_eq!(ready.config.task, task);
            assert_eq!(ready.tune.is_some(), task != Task::Serve);
            if *route == Route::Full {
                assert_eq!(ready.tune, Some(Tune::Full));
            }
            if *route == Route::Adapters {
                assert_ne!(ready.tune, Some(Tune::Full));
            }
        }
    }
    assert_eq!(fits.len(), 3);
}

#[test]
fn the_card_decides_between_lora_and_qlora() {
    let tune = |link: &str| ready(&url::parse(link).0.config, Route::Adapters).tune;
    assert_eq!(tune("model=llama-2-7b&gpu=rtx-4090"), Some(Tune::Lora));
    assert_eq!(tune("model=llama-2-13b&gpu=rtx-4090"), Some(Tune::Qlora));
    let full = |link: &str| ready(&url::parse(link).0.config, Route::Dpo).tune;
    assert_eq!(full("gpu=rtx-5090"), Some(Tune::Full));
    assert_eq!(full("model=llama-2-7b&gpu=a100-80gb"), Some(Tune::Lora));
}

#[test]
fn the_view_asks_and_answers() {
    let report = super::report("model=llama-2-7b&gpu=a100-80gb");
    for locale in Locale::ALL {
        let scene = Scene::of(&report, *locale);
        let mut state = State::default();
        let draw = |state: &State| views::draw(View::Way, &scene, state).into_string();
        let first = draw(&state);
        assert_eq!(first.matches("type=\"radio\"").count(), 7);
        assert!(!first.contains("data-route"));
        for (name, value) in [
            ("way-goal", "preference"),
            ("way-pairs", "have"),
            ("way-dpo", "short"),
            ("way-keeper", "team"),
            ("way-rounds", "many"),
        ] {
            let outcome = views::act(View::Way, &scene, &mut state, name, value);
            assert_eq!(outcome, Outcome::Redraw);
        }
        let last = draw(&state);
        assert!(last.contains("data-route=\"ppo\""), "{last}");
        assert_eq!(last.matches("checked=").count(), 5);
        assert!(last.contains("data-open=\"model=llama-2-7b"), "{last}");
        assert!(last.contains("view=capacity"));
        views::act(View::Way, &scene, &mut state, "way-restart", "");
        assert_eq!(draw(&state), first);
        let nothing = views::act(View::Way, &scene, &mut state, "plan-size", "7b");
        assert_eq!(nothing, Outcome::Nothing);
    }
    // Every way is drawn in both languages, for every kind of model.
    for answers in all()
        .into_iter()
        .filter(|a| follow(a).route.is_some())
        .step_by(97)
    {
        let state = State {
            way: answers,
            ..State::default()
        };
        for link in ["", "model=custom&params=7e9"] {
            for locale in Locale::ALL {
                assert!(drawn(View::Way, link, *locale, &state).contains("data-route"));
            }
        }
    }
}
