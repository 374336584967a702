//! What holds for every configuration: it fits if anything does, no step is too much, and solving again changes nothing.
use super::dice;
use proptest::prelude::*;
use proptest::test_runner::Config as Runner;
use vram_ledger::ledger::config::{Config, Method};
use vram_ledger::ledger::fit::{Move, MoveState, Trouble, fit, fit_with, room, trouble};
use vram_ledger::ledger::item::Verdict;
use vram_ledger::ledger::presets;
use vram_ledger::url::{self, Link};

fn cases(default: u32) -> Runner {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|n| n.parse().ok());
    Runner {
        cases: asked.unwrap_or(default),
        failure_persistence: None,
        ..Runner::default()
    }
}

/// Runs as people set them up, around what a card holds.
fn usual() -> impl Strategy<Value = Config> {
    let models: Vec<&'static str> = presets::models().iter().map(|m| m.id).collect();
    let cards: Vec<&'static str> = presets::cards().iter().map(|c| c.id).collect();
    let words = |all: &'static [&'static str]| proptest::sample::select(all);
    (
        (
            proptest::sample::select(models),
            proptest::sample::select(cards),
            words(&["grpo", "grpo", "sft", "dpo", "ppo", "serve"]),
            words(&["lesson", "measured"]),
            words(&["full", "full", "lora", "qlora"]),
        ),
        (0u32..7, 0u32..3, 7u32..16, 0u32..11, 7u32..16),
        (
            words(&["ckpt=0", "ckpt=1"]),
            words(&["", "", "attn=eager", "head=naive", "head=trl-fused", "head=liger", "recipe=amp"]),
            words(&["", "", "engine=server", "engine=none", "ref=0", "ref=1", "opt=lion", "recipe=bf16"]),
            words(&["", "", "", "n=2", "n=8", "n=8&shard=zero1", "n=4&shard=zero3", "n=16&shard=zero2"]),
            words(&["", "", "sleep=1", "sleep=2", "util=0.3", "util=0.9", "offload=optimizer", "mb=12", "conc=100"]),
        ),
    )
        .prop_map(|((model, card, task, method, tune), (mb, accum, seq, conc, len), rest)| {
            let power = |n: u32| 1u64 << n;
            let query = format!(
                "{}&{}&{}&{}&{}&model={model}&gpu={card}&task={task}&method={method}&tune={tune}&mb={}&accum={}&seq={}&conc={}&len={}",
                rest.4, rest.3, rest.2, rest.1, rest.0,
                power(mb), power(accum), power(seq), power(conc), power(len)
            );
            url::parse(&query).0.config
        })
}

fn run() -> impl Strategy<Value = Config> {
    prop_oneof![4 => usual(), 1 => dice::config()]
}

/// Ends of the ladders as this test knows them: what may be asked of a run to make it fit.
fn ends(config: &Config) -> Vec<String> {
    let mut out = vec![
        "conc=1".to_string(),
        "util=auto".to_string(),
        "ckpt=1".to_string(),
        "ref=0".to_string(),
        "tune=lora".to_string(),
        "tune=qlora".to_string(),
    ];
    let accum = config.accum.saturating_mul(config.mb);
    if config.mb > 1 && accum <= 1_000_000 {
        out.push(format!("mb=1&accum={accum}"));
    }
    if config.method == Method::Measured {
        for diff in [
            "attn=flash",
            "head=liger",
            "sleep=1",
            "opt=adamw8bit",
            "offload=optimizer",
        ] {
            out.push(diff.into());
        }
        if config.n > 1 {
            out.extend(["shard=zero2".to_string(), "shard=fsdp2".to_string()]);
        }
    }
    out
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn what_is_solved_fits_and_nothing_of_it_is_too_much(config in run()) {
        let solved = fit(&config);
        prop_assert_eq!(solved.trouble, trouble(&config));
        prop_assert_eq!(solved.trouble == Trouble::None, solved.steps.is_empty() && solved.after.is_some());
        let Some(after) = &solved.after else { return Ok(()) };
        prop_assert_eq!(trouble(after), Trouble::None);
        prop_assert_eq!(solved.after_is.verdict, Verdict::Fits);
        prop_assert_eq!(after.gens, config.gens);
        let again = fit(after);
        prop_assert!(again.steps.is_empty());
        prop_assert_eq!(again.after.as_ref(), Some(after));
        // Each step is a link's change, and all of them together are the solution.
        let start = Link { config: config.clone(), ..Link::default() };
        let mut all = start.clone();
        for step in &solved.steps {
            let diff = url::diff_query(&config, &step.alone);
            prop_assert!(!diff.is_empty());
            let (alone, issues) = url::apply(&start, &diff);
            prop_assert!(issues.iter().all(|i| i.level == url::Level::Note), "{} {:?}", diff, issues);
            prop_assert_eq!(&alone.config, &step.alone);
            all = url::apply(&all, &diff).0;
            prop_assert_eq!(&all.config, &step.so_far);
        }
        prop_assert_eq!(&all.config, after);
        for left_out in 0..solved.steps.len() {
            let mut link = start.clone();
            for (at, step) in solved.steps.iter().enumerate() {
                if at != left_out {
                    link = url::apply(&link, &url::diff_query(&config, &step.alone)).0;
                }
            }
            prop_assert_ne!(trouble(&link.config), Trouble::None, "{:?} is too much", solved.steps[left_out].code);
        }
        // The micro batch × accumulation is what it was.
        prop_assert_eq!(u128::from(after.mb) * u128::from(after.accum), u128::from(config.mb) * u128::from(config.accum));
    }

    #[test]
    fn it_is_solved_where_anything_fits(config in run(), picks in proptest::collection::vec(any::<u16>(), 12)) {
        let ends = ends(&config);
        let start = Link { config: config.clone(), ..Link::default() };
        let fits = picks.iter().find(|pick| {
            let mut link = start.clone();
            for (at, diff) in ends.iter().enumerate() {
                if *pick & (1 << at) != 0 {
                    link = url::apply(&link, diff).0;
                }
            }
            trouble(&link.config) == Trouble::None
        });
        if fits.is_some() {
            prop_assert!(fit(&config).after.is_some());
        }
    }

    #[test]
    fn no_smaller_model_where_anything_else_does(config in run()) {
        let solved = fit(&config);
        let other = fit_with(&config, |code| code != Move::SmallerModel);
        let changes = solved.steps.iter().any(|step| step.code == Move::SmallerModel);
        prop_assert_eq!(changes, other.after.is_none() && solved.after.is_some());
        // Before the length is touched the micro batch is as small as helps.
        for option in &solved.moves {
            prop_assert_eq!(option.alone.is_some(), matches!(option.state, MoveState::Used | MoveState::Spare));
        }
    }

    #[test]
    fn what_is_raised_still_fits(config in run()) {
        let raised = room(&config);
        prop_assert!(raised.is_empty() || trouble(&config) == Trouble::None);
        for raise in raised {
            prop_assert_eq!(trouble(&raise.after), Trouble::None);
            prop_assert!(raise.after != config);
        }
    }
}
