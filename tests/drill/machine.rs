//! What holds whatever is typed: nothing panics, undo undoes, a link says it again, and hints alone lead to every goal.
use super::begin;
use proptest::prelude::*;
use serde_json::Value;
use vram_ledger::i18n::Locale;
use vram_ledger::i18n::drill::{command, lines, typed};
use vram_ledger::ledger::drill::{
    Advice, Command, Drill, Knob, Level, Op, Outcome, Problem, Progress, Refusal, Reply, Side,
    TEXT_LIMIT, complete,
};
use vram_ledger::ledger::words::Word;
use vram_ledger::url::{self, IssueCode, Level as Grade, Link};

fn lesson() -> Value {
    serde_json::from_str(include_str!("../cases/lessons.json")).unwrap()
}

fn ran(replies: &[Reply]) -> &Outcome {
    match &replies[0] {
        Reply::Ran(outcome) => outcome,
        other => panic!("{other:?}"),
    }
}

/// The first level is the run that the lesson recorded, to the printed digit.
#[test]
fn the_first_level_is_the_lesson_s_run() {
    let seconds = &lesson()["colocate"]["step_seconds"];
    let mut drill = begin(Level::Recorded);
    let config = drill.config().clone();
    let setup = format!(
        "0.6B, {} prompts x {} completions, mean {} tokens",
        config.prompts, config.gens, config.mean
    );
    assert_eq!(seconds["setup"], setup);
    let replies = drill.act(&Command::Run);
    let Outcome::Step(step) = ran(&replies) else {
        panic!()
    };
    let parts = step.step.parts().map(|part| part.digits());
    let names = ["sampling", "forward+backward", "weight sync", "sleep/wake"];
    for (name, part) in names.iter().zip(parts) {
        assert_eq!(seconds[name].to_string(), part, "{name}");
    }
    assert_eq!(seconds["total"].to_string(), step.step.total().digits());
    let shares = seconds["shares_percent"].as_array().unwrap();
    for (share, part) in shares.iter().zip(step.step.parts()) {
        assert_eq!(share.as_u64(), Some(part.percent_of(step.step.total())));
    }
    assert!(step.preempted.is_none() && !step.misses.is_empty());
}

/// The lesson's order: the side first, micro batch before the engine's share, and never num_generations.
#[test]
fn hints_alone_lead_to_every_goal() {
    for level in Level::ALL {
        let mut drill = begin(*level);
        let mut turned = Vec::new();
        let reached = (0..20).any(|_| {
            let replies = drill.act(&Command::Run);
            if replies.iter().any(|r| matches!(r, Reply::Won { .. })) {
                return true;
            }
            let side = ran(&replies).died();
            let first = drill.act(&Command::Hint);
            let Reply::Hint(first) = &first[0] else {
                panic!()
            };
            assert_eq!((first.knob, first.value), (None, None));
            let about = match side {
                Some(Side::Training) => Some(Advice::TrainingSide),
                Some(Side::Engine) => Some(Advice::EngineSide),
                None => None,
            };
            assert!(about.is_none() || about == Some(first.advice), "{level:?}");
            drill.act(&Command::Hint);
            let third = drill.act(&Command::Hint);
            let Reply::Hint(clue) = &third[0] else {
                panic!()
            };
            let (Some(knob), Some(value)) = (clue.knob, clue.value) else {
                panic!("level {}: no hint after {turned:?}", level.slug());
            };
            assert_ne!(knob, Knob::Gens);
            turned.push((knob, value));
            let replies = drill.act(&Command::Set(knob, value));
            assert!(matches!(replies[0], Reply::Changed { .. }), "{replies:?}");
            false
        });
        assert!(reached, "level {}: {turned:?}", level.slug());
        // A reached goal has a score, though hints have cost most of it.
        assert!((10..100).contains(&drill.best(*level)));
    }
}

#[test]
fn the_side_that_died_is_the_one_in_the_traceback() {
    for (level, side, frames) in [
        (Level::TrainingSide, Side::Training, "transformers/"),
        (Level::EngineSide, Side::Engine, "vllm/v1/"),
        (Level::LastCuts, Side::Training, "transformers/"),
    ] {
        let mut drill = begin(level);
        let replies = drill.act(&Command::Run);
        assert_eq!(ran(&replies).died(), Some(side));
        let said = lines(&replies, &drill, Locale::En);
        assert!(
            said.iter().any(|(_, line)| line.contains(frames)),
            "{said:?}"
        );
        let other = if side == Side::Training {
            "vllm/"
        } else {
            "transformers/"
        };
        assert!(
            !said.iter().any(|(_, line)| line.contains(other)),
            "{said:?}"
        );
    }
}

/// Less work is not faster: a small group, a small batch, cut answers and a missing reference do not count.
#[test]
fn short_ways_do_not_count() {
    let wins = |level: Level, settings: &[(Knob, u64)]| {
        let mut drill = begin(level);
        for (knob, value) in settings {
            let replies = drill.act(&Command::Set(*knob, *value));
            assert!(matches!(replies[0], Reply::Changed { .. }), "{replies:?}");
        }
        drill
            .act(&Command::Run)
            .iter()
            .any(|r| matches!(r, Reply::Won { .. }))
    };
    let good = [(Knob::Len, 1024), (Knob::Conc, 64)];
    assert!(wins(Level::Recorded, &good));
    assert!(!wins(Level::Recorded, &[(Knob::Gens, 3)]));
    assert!(!wins(Level::Recorded, &[(Knob::Gens, 4)]));
    assert!(!wins(Level::Recorded, &[(Knob::Comp, 64)]));
    assert!(!wins(
        Level::LastCuts,
        &[(Knob::Ref, 0), (Knob::Util, 20), (Knob::Prompts, 2)]
    ));
}

#[test]
fn lines_are_read_in_both_languages_and_spellings() {
    let mb = Command::Set(Knob::Mb, 4);
    for line in [
        "set mb 4",
        "SET MB 4",
        "set mb=4",
        "set per_device_train_batch_size = 4",
        "mb 4",
        "设置 mb 4",
        "set --per-device-train-batch-size 4",
        "  set   mb   4  ",
        "改 mb：4",
    ] {
        assert_eq!(command(line), mb, "{line}");
    }
    assert_eq!(command("set util 0.45"), Command::Set(Knob::Util, 45));
    assert_eq!(
        command("set gpu_memory_utilization .5"),
        Command::Set(Knob::Util, 50)
    );
    assert_eq!(command("set ckpt off"), Command::Set(Knob::Ckpt, 0));
    assert_eq!(command("运行"), Command::Run);
    assert_eq!(command("level 3"), Command::Level(Level::EngineSide));
    for (line, refusal) in [
        ("fly", Refusal::Verb("fly".into())),
        ("set", Refusal::SetNeeds),
        ("set mb", Refusal::SetNeeds),
        ("set wings 2", Refusal::Knob("wings".into())),
        ("set mb 2.5", Refusal::Value(Knob::Mb, "2.5".into())),
        ("set ckpt maybe", Refusal::Value(Knob::Ckpt, "maybe".into())),
        ("level 9", Refusal::NoLevel("9".into())),
    ] {
        assert_eq!(command(line), Command::Refused(refusal), "{line}");
    }
}

#[test]
fn tab_completes() {
    let all = |line: &str| complete(line, Level::Recorded);
    assert_eq!(all("ru").unwrap().line, "run ");
    assert_eq!(all("set gpu").unwrap().line, "set gpu_memory_utilization ");
    assert_eq!(all("set ckpt o").unwrap().options, ["on", "off"]);
    let both = all("h").unwrap();
    assert_eq!((both.line.as_str(), both.options.len()), ("h", 2));
    assert_eq!(all("level ").unwrap().options.len(), Level::ALL.len());
    for nothing in ["xyz", "set mb 4", "run now", "set wings "] {
        assert_eq!(all(nothing), None, "{nothing}");
    }
}

#[test]
fn bad_progress_gives_issues_and_keeps_the_rest() {
    let read = Progress::read;
    assert_eq!(read("2.mb4.r").1, None);
    assert_eq!(read("9.r").1, Some(Problem::NoLevel));
    let (kept, problem) = read("2.mb4.wings3.r.mb9999.b101");
    assert_eq!(problem, Some(Problem::Token));
    assert_eq!(kept.ops, [Op::Set(Knob::Mb, 4), Op::Run]);
    assert_eq!(
        read(&format!("1{}", ".r".repeat(400))).1,
        Some(Problem::TooLong)
    );
    for (query, code) in [
        ("drill=x", IssueCode::NotADrill),
        ("drill=1.zz", IssueCode::NotADrill),
    ] {
        let (link, issues) = url::parse(query);
        assert_eq!((&issues[0].code, issues[0].level), (&code, Grade::Error));
        assert_eq!(link.config, Link::default().config);
    }
    let (link, issues) = url::parse("drill=2.mb4.r&mb=8");
    assert!(issues.is_empty() && link.config.mb == 8);
    assert_eq!(url::format(&link), "mb=8&drill=2.mb4.r");
}

/// Anything that can be typed, and what is nearly right more often.
fn line() -> impl Strategy<Value = String> {
    let knobs = Knob::SLUGS;
    prop_oneof![
        4 => (proptest::sample::select(knobs), 0u64..40).prop_map(|(knob, n)| format!("set {knob} {n}")),
        3 => (proptest::sample::select(knobs), 0u64..9).prop_map(|(knob, n)| format!("set {knob} {}", 16u64 << (2 * n))),
        2 => (5u64..98).prop_map(|n| format!("set util 0.{n:02}")),
        2 => (proptest::sample::select(knobs), proptest::sample::select(&["on", "off"][..])).prop_map(|(k, v)| format!("set {k} {v}")),
        4 => Just("run".to_string()),
        2 => proptest::sample::select(&["hint", "undo", "undo", "show", "goals", "help", "level", "reset"][..]).prop_map(str::to_string),
        1 => (1u64..8).prop_map(|n| format!("level {n}")),
        1 => "\\PC{0,20}",
        1 => "(set|run|设置|level)? ?[a-z_=.0-9]{0,12} ?[0-9.]{0,30}",
    ]
}

/// What a link has to bring back: all of it while nothing was folded.
fn same(drill: &Drill, again: &Drill) {
    assert_eq!(drill.progress(), again.progress());
    assert_eq!(drill.config(), again.config());
    assert_eq!(drill.tally(), again.tally());
    for level in Level::ALL {
        assert_eq!(drill.best(*level), again.best(*level));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_lines_is_answered(typed_lines in proptest::collection::vec(line(), 0..80)) {
        let mut drill = begin(Level::Recorded);
        for line in typed_lines {
            let before = drill.clone();
            let command = command(&line);
            let replies = drill.act(&command);
            prop_assert!(!replies.is_empty());
            for locale in Locale::ALL {
                let said = lines(&replies, &drill, *locale);
                prop_assert!(!said.is_empty());
                let empty = said.iter().any(|(_, text)| text.trim().is_empty());
                prop_assert!(!empty);
            }
            // The link carries it, whatever was done.
            let text = drill.progress().text();
            prop_assert!(text.len() <= TEXT_LIMIT, "{}", text);
            let (kept, problem) = Progress::read(&text);
            prop_assert!(text.is_empty() || problem.is_none(), "{text} {problem:?}");
            if !text.is_empty() {
                prop_assert_eq!(&kept, drill.progress());
            }
            same(&drill, &Drill::replay(drill.progress()).0);
            // max_model_len always holds what is asked of it.
            let config = drill.config();
            prop_assert!(config.len >= config.seq);
            // A setting that was taken can be taken back, and then nothing has happened.
            if matches!(replies[0], Reply::Changed { .. }) {
                let mut back = drill.clone();
                let undone = back.act(&Command::Undo);
                let is_undone = matches!(undone[0], Reply::Undone { .. });
                prop_assert!(is_undone);
                prop_assert_eq!(back.config(), before.config());
                prop_assert_eq!(back.tally(), before.tally());
                if before.progress().text().len() < 200 {
                    prop_assert_eq!(&back, &before);
                }
            }
            // Buttons offer only what is taken.
            for knob in drill.level().knobs() {
                for up in [false, true] {
                    if let Some(value) = drill.near(*knob, up) {
                        let pressed = drill.clone().act(&Command::Set(*knob, value));
                        let taken = matches!(pressed[0], Reply::Changed { .. });
                        prop_assert!(taken, "{:?}", pressed);
                    }
                }
            }
        }
    }

    #[test]
    fn any_text_in_a_link_is_read(text in prop_oneof![
        "\\PC{0,60}",
        "[1-6](\\.(r|h|z|mb[0-9]{1,2}|util[0-9]{1,2}|len[0-9]{3,6}|conc[0-9]{1,3}|gens[0-9]|b[0-9-]{1,9}|t[0-9-]{1,12}|ref0|lora1)){0,60}",
        "[0-9.a-z-]{0,400}",
    ]) {
        let (progress, _) = Progress::read(&text);
        let written = progress.text();
        prop_assert!(written.len() <= TEXT_LIMIT);
        if !written.is_empty() {
            prop_assert_eq!(Progress::read(&written), (progress.clone(), None));
        }
        let (drill, said) = Drill::replay(&progress);
        prop_assert_eq!(drill.progress(), &progress);
        prop_assert_eq!(said.len(), progress.ops.len());
        for (op, _) in said {
            prop_assert!(!matches!(command(&typed(op)), Command::Refused(_)));
        }
        let (link, _) = url::parse(&format!("drill={text}&mb=4"));
        prop_assert_eq!(url::parse(&url::format(&link)).0, link);
    }
}
