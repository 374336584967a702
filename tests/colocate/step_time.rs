//! The step-time model: its one anchor exactly, and the direction of every lever.
use super::{lesson, number};
use vram_ledger::ledger::config::{Config, EngineMode, Task, Tune};
use vram_ledger::ledger::step_time::{
    StepTime, Workload, recorded_config, step_formulas, step_time,
};
use vram_ledger::ledger::units::Seconds;

const RECORDED: Workload = Workload::RECORDED;

fn after(change: impl FnOnce(&mut Config)) -> StepTime {
    with(RECORDED, change)
}

fn with(workload: Workload, change: impl FnOnce(&mut Config)) -> StepTime {
    let mut config = recorded_config();
    change(&mut config);
    step_time(&config, &workload)
}

fn anchor() -> StepTime {
    after(|_| {})
}

#[test]
fn the_recorded_step_is_reproduced_exactly() {
    let at = |name: &str| Seconds::round(number(&format!("/colocate/step_seconds/{name}")));
    let step = anchor();
    assert_eq!(step.sampling, at("sampling"));
    assert_eq!(step.update, at("forward+backward"));
    assert_eq!(step.sync, at("weight sync"));
    assert_eq!(step.switch, at("sleep~1wake"));
    assert_eq!(step.total(), at("total"));
    assert_eq!(step.total().shown(), "45.8 s");
    let shares = lesson("/colocate/step_seconds/shares_percent");
    let ours: Vec<u64> = step
        .parts()
        .iter()
        .map(|part| part.percent_of(step.total()))
        .collect();
    assert_eq!(serde_json::json!(ours), shares);
    let setup = lesson("/colocate/step_seconds/setup");
    assert_eq!(
        setup.as_str().unwrap(),
        format!(
            "0.6B, {} prompts x {} completions, mean {} tokens",
            RECORDED.prompts,
            recorded_config().gens,
            RECORDED.generated(),
        )
    );
}

#[test]
fn cards_of_their_own_overlap_and_one_card_takes_half_as_long_again() {
    let server = after(|c| c.engine = EngineMode::Server);
    assert!(server.overlapped);
    assert_eq!(server.total(), server.sampling.plus(server.sync));
    // "about 1.5x the time (no overlap + switching)"
    let times = anchor().total().percent_of(server.total());
    assert!((145..=155).contains(&times), "{times}");
}

#[test]
fn more_concurrency_samples_faster_until_the_pool_ends() {
    let mut last = Seconds::round(1e9);
    for conc in [1, 2, 4, 8, 16, 32, 64] {
        let step = after(|c| c.conc = conc);
        assert!(step.sampling < last, "{conc}");
        last = step.sampling;
    }
    assert_eq!(after(|c| c.conc = 400).sampling, last, "64 completions");
}

#[test]
fn a_pool_too_small_preempts_and_is_slower_than_asking_for_less() {
    // 5 % of 32 GiB: what is left beside the weights holds a few sequences of 1,024 tokens.
    let tight = |conc| {
        after(|c| {
            c.util = Some(5);
            c.conc = conc;
        })
    };
    let held = 4;
    assert_eq!(tight(held).sampling, after(|c| c.conc = held).sampling);
    assert!(tight(16).sampling > tight(held).sampling);
    assert!(tight(64).sampling > tight(16).sampling);
    let mut last = Seconds::round(1e9);
    for util in [5, 6, 8, 10, 12, 16, 20, 30, 60] {
        let step = after(|c| {
            c.util = Some(util);
            c.conc = 64;
        });
        assert!(step.sampling <= last, "{util}");
        last = step.sampling;
    }
    assert_eq!(last, after(|c| c.conc = 64).sampling);
}

#[test]
fn without_graphs_sampling_takes_several_times_as_long() {
    let eager = after(|c| c.eager = true);
    let times = eager.sampling.percent_of(anchor().sampling);
    assert!((200..=1000).contains(&times), "{times}");
    assert_eq!(eager.update, anchor().update);
}

#[test]
fn shorter_completions_sample_and_train_faster_but_are_cut() {
    let capped = |cap| Workload { cap, ..RECORDED };
    let (mut last, mut cut) = (anchor(), 0);
    for cap in [300, 256, 200, 152, 100, 50] {
        let workload = capped(cap);
        let step = with(workload, |_| {});
        assert!(
            step.sampling < last.sampling && step.update <= last.update,
            "{cap}"
        );
        assert!(workload.truncated_percent() > cut, "{cap}");
        (last, cut) = (step, workload.truncated_percent());
    }
    assert_eq!(capped(304).truncated_percent(), 0);
    assert_eq!(capped(152).truncated_percent(), 50);
    assert_eq!(capped(152).generated(), 114.0);
    assert_eq!(with(capped(304), |_| {}), anchor());
}

#[test]
fn a_larger_batch_dilutes_what_is_fixed() {
    let each = |prompts: u64| {
        let step = with(
            Workload {
                prompts,
                ..RECORDED
            },
            |_| {},
        );
        assert_eq!(step.fixed(), anchor().fixed());
        step.total().as_f64() / prompts as f64
    };
    let mut last = f64::MAX;
    for prompts in [2, 4, 8, 16, 32, 64] {
        assert!(each(prompts) < last, "{prompts}");
        last = each(prompts);
    }
    // "the fixed 5 s of sync and switching"
    assert_eq!(anchor().fixed().shown(), "5.3 s");
}

#[test]
fn training_follows_its_tokens_micro_batch_and_recomputation() {
    assert!(after(|c| c.ckpt = false).update < anchor().update);
    assert!(after(|c| c.mb = 1).update > anchor().update);
    assert!(after(|c| c.mb = 8).update < anchor().update);
    assert!(after(|c| c.tune = Tune::Lora).update < anchor().update);
    assert!(after(|c| c.n = 2).update < anchor().update);
    assert!(after(|c| c.gens = 4).total() < anchor().total());
}

#[test]
fn what_does_not_happen_takes_no_time() {
    assert_eq!(after(|c| c.sleep = 0).switch, Seconds::ZERO);
    assert_eq!(after(|c| c.sleep = 2).switch, anchor().switch);
    let serve = after(|c| c.task = Task::Serve);
    assert_eq!(serve.total(), Seconds::ZERO);
    let sft = after(|c| c.task = Task::Sft);
    assert_eq!(sft.total(), sft.update);
    let own = after(|c| c.engine = EngineMode::None);
    assert_eq!(own.fixed(), Seconds::ZERO);
    assert!(own.sampling > anchor().sampling);
}

#[test]
fn extremes_give_numbers() {
    for (prompts, mean, cap) in [(0, 0, 0), (1, 1, 0), (u64::MAX, u64::MAX, u64::MAX)] {
        let workload = Workload { prompts, mean, cap };
        let step = with(workload, |c| {
            c.conc = u64::MAX;
            c.gens = u64::MAX;
            c.mb = u64::MAX;
        });
        assert!(step.total() >= step.sampling);
        assert!(workload.truncated_percent() <= 100);
    }
}

#[test]
fn the_printed_arithmetic_is_the_time() {
    let parts = step_formulas(&recorded_config(), &RECORDED);
    assert_eq!(
        parts.sampling.to_string(),
        "28.4 × (((64 ÷ 16) × 152 + 152) ÷ 760) × ((128 + 16) ÷ 144) × (596049920 ÷ 596049920)"
    );
    assert_eq!(parts.sync.to_string(), "2.2 × (596049920 ÷ 596049920)");
}
