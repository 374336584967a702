//! Both tenants judged, cures that cure, sleep levels, levers: directions and bounds.
use super::{lesson, number};
use vram_ledger::ledger::colocate::{EXAMPLE_GIB, line_at, placings};
use vram_ledger::ledger::config::{Config, EngineMode, Method};
use vram_ledger::ledger::item::{Item, Phase, Verdict};
use vram_ledger::ledger::levers::{Lever, caps, levers};
use vram_ledger::ledger::sleep::levels;
use vram_ledger::ledger::step_time::{Workload, step_time};
use vram_ledger::ledger::tenancy::{
    CureCode, LEAST_GENERATIONS, PRACTICAL, cures, sharing, tenancy, training_side,
};
use vram_ledger::ledger::units::{ByteUnit, Bytes};
use vram_ledger::ledger::words::Word;
use vram_ledger::ledger::{estimate, tenancy as core};
use vram_ledger::url;

fn config(query: &str) -> Config {
    url::parse(query).0.config
}

#[track_caller]
fn card(query: &str) -> core::Tenancy {
    tenancy(&config(query)).expect("an engine on the training card")
}

#[test]
fn the_example_is_the_lesson_s() {
    let at = |name: &str| number(&format!("/colocate/util_line/{name}"));
    let inputs = [at("total_gib"), at("train_side_gib"), at("context_gib")];
    assert_eq!(EXAMPLE_GIB, inputs);
    let gib = |value: f64| Bytes::round(value * ByteUnit::GiB.bytes() as f64);
    let [total, train, context] = EXAMPLE_GIB;
    let line = line_at(gib(total), gib(train), context);
    assert_eq!(line.upper as f64 / 100.0, at("upper"));
    assert_eq!(line.start as f64 / 100.0, at("start"));
    let rule = lesson("/colocate/util_line/rule");
    let practical = format!("in practice begin at {}", PRACTICAL as f64 / 100.0);
    assert!(rule.as_str().unwrap().contains(&practical));
    let never = lesson("/colocate/never_first");
    let least = format!("not below {LEAST_GENERATIONS}");
    assert!(never.as_str().unwrap().contains(&least));
}

#[test]
fn the_default_s_bounds() {
    for (query, upper, start) in [("", 59, 50), ("ref=0", 63, 55)] {
        let card = card(query);
        assert_eq!(
            (card.line.upper, card.line.start),
            (upper, start),
            "{query}"
        );
        assert!(card.well());
    }
}

#[test]
fn at_the_upper_bound_both_fit_and_one_hundredth_more_does_not() {
    for base in [
        "",
        "ref=0",
        "method=measured",
        "method=measured&sleep=1",
        "mb=8",
        "context=4",
    ] {
        let upper = card(base).line.upper;
        let at = |util: u64| {
            let mut config = config(base);
            config.util = Some(util);
            tenancy(&config).unwrap()
        };
        assert_eq!(at(upper).training_over, Bytes::ZERO, "{base}");
        assert!(at(upper + 1).training_over > Bytes::ZERO, "{base}");
        let parts = training_side(&config(base), &estimate(&config(base)));
        let sum = parts
            .iter()
            .fold(Bytes::ZERO, |sum, (_, bytes)| sum.plus(*bytes));
        assert_eq!(sum, at(upper).line.train_side, "{base}");
    }
}

#[test]
fn share_is_of_total_memory() {
    let card = card("util=0.3");
    assert_eq!(card.share.0, card.total.0 * 3 / 10);
}

#[test]
fn the_training_side_is_cured_by_its_own_means() {
    for (query, expected) in [
        ("util=0.9", &[CureCode::MicroBatch, CureCode::LowerUtil][..]),
        (
            "util=0.5&mb=16&ckpt=0",
            &[
                CureCode::MicroBatch,
                CureCode::LowerUtil,
                CureCode::Checkpointing,
            ],
        ),
        (
            "util=0.9&method=measured",
            &[CureCode::MicroBatch, CureCode::LowerUtil, CureCode::Sleep],
        ),
    ] {
        let now = card(query);
        assert!(now.training_too_tight() && !now.pool_too_small(), "{query}");
        let found: Vec<CureCode> = cures(&config(query)).iter().map(|cure| cure.code).collect();
        assert!(
            found.iter().all(|code| expected.contains(code)),
            "{query} {found:?}"
        );
        assert!(!found.is_empty(), "{query}");
        for cure in cures(&config(query)) {
            assert!(
                cure.then.training_over < now.training_over,
                "{query} {:?}",
                cure.code
            );
            assert!(
                cure.after.gens == config(query).gens,
                "num_generations is not touched"
            );
        }
    }
    let lowered = cures(&config("util=0.9"));
    let lower = lowered
        .iter()
        .find(|c| c.code == CureCode::LowerUtil)
        .unwrap();
    assert!(lower.then.well());
    assert_eq!(lower.after.util, Some(50));
}

#[test]
fn a_small_pool_is_cured_by_its_own_means() {
    let query = "util=0.06&conc=12";
    let now = card(query);
    assert!(now.pool_too_small() && !now.training_too_tight());
    assert!(now.sampling_percent > 100);
    let found = cures(&config(query));
    let codes: Vec<CureCode> = found.iter().map(|cure| cure.code).collect();
    assert_eq!(
        codes,
        [
            CureCode::ShorterLength,
            CureCode::FewerSequences,
            CureCode::RaiseUtil
        ]
    );
    assert!(found.iter().all(|cure| !cure.then.pool_too_small()));
    // What is asked of the upper bound is never more than it.
    assert!(
        found
            .iter()
            .all(|cure| cure.after.util.unwrap() <= now.line.upper)
    );
    // Completions of 304 tokens are not cut to 64 to make room for 64 of them.
    let many = cures(&config("util=0.06&conc=64"));
    assert!(many.iter().all(|cure| cure.code != CureCode::ShorterLength));
    // More than the card has: util cannot help, the others can.
    let far = cures(&config("util=0.3&conc=256&len=8192"));
    assert!(far.iter().all(|cure| cure.code != CureCode::RaiseUtil));
    assert!(!far.is_empty());
}

#[test]
fn asleep_the_line_goes_up_and_training_s_own_peak_is_judged() {
    let awake = card("method=measured");
    let asleep = card("method=measured&sleep=1");
    assert!(asleep.line.upper > awake.line.upper);
    let heavy = card("method=measured&sleep=1&mb=16&util=0.3");
    assert!(heavy.peak_over > Bytes::ZERO);
    let cures = cures(&config("method=measured&sleep=1&mb=16&util=0.3"));
    assert!(cures.iter().any(|cure| cure.code == CureCode::MicroBatch));
    assert!(cures.iter().all(|cure| cure.code != CureCode::LowerUtil));
}

#[test]
fn a_card_that_is_not_shared_is_made_so() {
    for query in [
        "task=sft",
        "task=serve",
        "task=dpo",
        "engine=server",
        "engine=none",
    ] {
        assert!(tenancy(&config(query)).is_none(), "{query}");
        let shared = sharing(&config(query));
        assert!(tenancy(&shared).is_some(), "{query}");
        assert!(shared.task.has_rollout());
    }
    assert_eq!(sharing(&config("")), config(""));
    assert_eq!(sharing(&config("task=ppo")), config("task=ppo"));
}

#[test]
fn sleeping_frees_the_cache_and_the_weights_and_level_one_keeps_them_in_host_memory() {
    for query in ["", "model=qwen3-8b&gpu=h200", "eager=1"] {
        let [awake, one, two] = levels(&config(query)).unwrap();
        assert_eq!(awake.training, awake.sampling, "{query}");
        assert!(one.training < awake.training, "{query}");
        assert_eq!(one.training, two.training, "{query}");
        assert_eq!(one.sampling, awake.sampling, "{query}");
        assert!(one.syncing < one.sampling, "the cache wakes after the copy");
        let weights = awake.ledger.bytes_of(Item::EngineWeights);
        assert_eq!(
            (awake.host, one.host, two.host),
            (Bytes::ZERO, weights, Bytes::ZERO),
            "{query}"
        );
        assert!(one.weights_twice >= weights, "{query}");
        assert_eq!(
            one.weights_twice,
            weights.plus(
                one.ledger
                    .line(Item::PolicyWeights)
                    .unwrap()
                    .bytes_at(Phase::WeightSync)
            )
        );
        assert!(one.worst.used <= awake.worst.used, "{query}");
    }
}

#[test]
fn apart_the_step_is_shorter_and_the_cards_are_more() {
    let [together, apart] = placings(&config("sleep=1"));
    assert_eq!((together.cards, apart.cards), (1, 2));
    assert_eq!(together.step.total().percent_of(apart.step.total()), 150);
    assert!(
        lesson("/colocate/modes/colocate")
            .as_str()
            .unwrap()
            .contains("about 1.5x")
    );
    assert_eq!(together.ledger.cards.len(), 1);
    assert_eq!(apart.ledger.cards.len(), 2);
    assert_eq!(apart.config.engine, EngineMode::Server);
    let [_, more] = placings(&config("n=4&en=2"));
    assert_eq!(more.cards, 6);
}

#[test]
fn every_lever_that_can_be_pulled_makes_a_completion_cheaper() {
    let names = lesson("/colocate/levers");
    assert_eq!(names.as_array().unwrap().len(), Lever::ALL.len());
    for query in [
        "sleep=1",
        "sleep=1&method=measured",
        "eager=1",
        "engine=server",
        "util=0.06&conc=64",
    ] {
        let now = config(query);
        let workload = Workload::of(&now);
        let step = step_time(&now, &workload);
        let each = |total: u64, of: u64| total as f64 / of as f64;
        let before = each(step.total().ms, workload.completions(&now));
        for pull in levers(&now) {
            let after = each(pull.step.total().ms, pull.completions);
            match pull.after {
                Some(_) => assert!(after < before, "{query} {:?}", pull.lever),
                None => assert!(after >= before, "{query} {:?}", pull.lever),
            }
        }
    }
}

#[test]
fn the_util_lever_stays_below_the_line_and_fits() {
    for query in [
        "",
        "method=measured",
        "ref=0&prompts=64",
        "mb=8",
        "sleep=2&method=measured",
    ] {
        let now = config(query);
        let pull = &levers(&now)[0];
        let after = pull.after.as_ref().expect(query);
        let card = tenancy(after).unwrap();
        assert!(card.well(), "{query}");
        assert!(card.util <= card.line.upper, "{query}");
        assert!(after.conc > now.conc, "{query}");
        assert_ne!(estimate(after).verdict(), Verdict::Over, "{query}");
    }
    // All completions already run at once: there is nothing to raise.
    assert!(levers(&config("conc=64&util=0.5"))[0].after.is_none());
}

#[test]
fn graphs_that_are_on_show_what_they_save() {
    let now = config("sleep=1");
    let graphs = &levers(&now)[2];
    assert_eq!(graphs.lever, Lever::Graphs);
    assert!(graphs.after.is_none());
    assert!(graphs.step.sampling > step_time(&now, &Workload::of(&now)).sampling);
    let off = &levers(&config("sleep=1&eager=1"))[2];
    assert_eq!(off.after.as_ref().map(|after| after.eager), Some(false));
}

#[test]
fn caps_cut_more_and_take_less_as_they_fall() {
    let caps = caps(&config("sleep=1"));
    assert_eq!(caps[0].workload.truncated_percent(), 0);
    for pair in caps.windows(2) {
        assert!(pair[1].cap < pair[0].cap);
        assert!(pair[1].workload.truncated_percent() > pair[0].workload.truncated_percent());
        assert!(pair[1].step.total() < pair[0].step.total());
    }
    // Where the prompt's part is known, cutting the completion shortens the sequence.
    let known = config("seq=1024&comp=512&mean=400");
    let after = levers(&known)[1].after.clone().unwrap();
    assert_eq!((after.comp, after.seq, after.len), (Some(256), 768, 768));
}

#[test]
fn both_methods_judge_every_card_without_a_hitch() {
    for method in Method::ALL {
        for preset in ["rtx-4070", "rtx-5090", "h100-80gb", "mi300x"] {
            for model in ["qwen3-0.6b", "qwen3-8b", "deepseek-v3"] {
                let query = format!("method={}&gpu={preset}&model={model}", method.slug());
                let now = config(&query);
                let card = tenancy(&now).unwrap();
                assert!(card.line.start <= card.line.upper, "{query}");
                for cure in cures(&now) {
                    assert!(!url::diff(&now, &cure.after).is_empty(), "{query}");
                }
            }
        }
    }
}
