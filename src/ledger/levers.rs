//! What makes a step shorter: the second lesson's four levers in its order, each computed again.
use super::colocate::{engine_pool, util_line};
use super::config::{Config, EngineMode};
use super::estimate;
use super::paradigm::Residents;
use super::step_time::{StepTime, Workload, completions_per_engine, step_time};
use crate::words;

words! {
    /// A lever, in the lesson's order of value.
    Lever {
        /// A larger share for the engine, and the concurrency that it holds.
        Util = "util",
        /// A lower max_completion_length.
        Length = "completion_length",
        /// CUDA graphs kept on.
        Graphs = "cuda_graphs",
        /// More prompts a step.
        Batch = "batch",
    }
}

/// A lever, and the step with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Pull {
    /// Which of the four.
    pub lever: Lever,
    /// The configuration after it; None where it is already pulled: then `step` is the one without it.
    pub after: Option<Config>,
    /// The step with it; without it where it is already pulled, the present one where nothing would change.
    pub step: StepTime,
    /// Completions of that step.
    pub completions: u64,
    /// Completions in a hundred that its cap cuts.
    pub truncated_percent: u64,
}

/// The four levers for a configuration, in order.
pub fn levers(config: &Config) -> Vec<Pull> {
    use super::words::Word;
    Lever::ALL
        .iter()
        .map(|lever| {
            let after = pulled(*lever, config);
            let shown = after.clone().unwrap_or_else(|| without(*lever, config));
            let workload = Workload::of(&shown);
            Pull {
                lever: *lever,
                step: step_time(&shown, &workload),
                completions: workload.completions(&shown),
                truncated_percent: workload.truncated_percent(),
                after,
            }
        })
        .collect()
}

fn pulled(lever: Lever, config: &Config) -> Option<Config> {
    match lever {
        Lever::Util => more_at_once(config),
        Lever::Length => {
            let workload = Workload::of(config);
            // The power of two below the longest completion: 512, 256, 128, 64.
            let cap = workload.longest().checked_sub(1)?.checked_ilog2()?;
            let cap = 1_u64.checked_shl(cap).filter(|cap| *cap >= 64)?;
            // Where the prompt's part is known, training length and cache shrink with the completion's.
            let prompt = config.comp.and_then(|comp| config.seq.checked_sub(comp));
            let with = |tokens: u64| prompt.map_or(tokens, |p| tokens.min(p.saturating_add(cap)));
            Some(Config {
                comp: Some(cap),
                seq: with(config.seq),
                len: with(config.len),
                ..config.clone()
            })
        }
        Lever::Graphs => config.eager.then(|| Config {
            eager: false,
            ..config.clone()
        }),
        Lever::Batch => Some(Config {
            prompts: config.prompts.saturating_mul(2),
            ..config.clone()
        }),
    }
}

/// The share up to the line's start value, where an engine shares the card, and as many sequences as that holds.
fn more_at_once(config: &Config) -> Option<Config> {
    let ledger = estimate(config);
    let residents = Residents::of(config);
    let now = engine_pool(config, &ledger)?;
    let util = match residents.engine {
        EngineMode::Colocate => util_line(config, &ledger)?.start.max(now.util),
        EngineMode::Server | EngineMode::Alone => now.util.max(90),
        EngineMode::Auto | EngineMode::None => return None,
    };
    let raised = Config {
        util: Some(util),
        ..config.clone()
    };
    let held = engine_pool(&raised, &ledger)?.max_concurrency;
    let all = completions_per_engine(config, &Workload::of(config), &residents);
    let conc = held.unwrap_or(all).min(all).max(config.conc.min(all));
    let holds = |pool: Option<u64>| pool.unwrap_or(all).min(conc);
    let gains = conc > config.conc || holds(held) > holds(now.max_concurrency);
    gains.then_some(Config { conc, ..raised })
}

/// The configuration without a lever that is pulled already; the same where there is nothing to take back.
fn without(lever: Lever, config: &Config) -> Config {
    match lever {
        Lever::Util | Lever::Length | Lever::Batch => config.clone(),
        Lever::Graphs => Config {
            eager: true,
            ..config.clone()
        },
    }
}

/// A cap on completions, and what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Capped {
    /// Tokens.
    pub cap: u64,
    /// The configuration with it.
    pub after: Config,
    /// What the step works on.
    pub workload: Workload,
    /// The step with it.
    pub step: StepTime,
}

/// Caps from the first power of two that cuts nothing down to 64 tokens.
pub fn caps(config: &Config) -> Vec<Capped> {
    let longest = config.mean.saturating_mul(2);
    let first = longest
        .checked_next_power_of_two()
        .unwrap_or(longest)
        .max(64);
    let mut out = Vec::new();
    let mut cap = first;
    while cap >= 64 && out.len() < 5 {
        let after = Config {
            comp: Some(cap),
            seq: config.seq.max(cap),
            ..config.clone()
        };
        let workload = Workload::of(&after);
        out.push(Capped {
            cap,
            step: step_time(&after, &workload),
            workload,
            after,
        });
        cap /= 2;
    }
    out
}
