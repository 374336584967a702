//! Advice that solves: the least painful set of changes with which a run fits, and what to raise where there is room.
//!
//! Each thing that may be changed is a ladder of rungs from mild to hard (`ladder.rs`), and every rung has a pain. Any
//! number of rungs of less pain are better than one of more: that is the lesson's order (micro batch before length, a
//! smaller model last) as a rule. The search goes down the rungs from the most painful and keeps one only where nothing
//! less painful fits without it, so that no step can be left out again. num_generations is never touched: it is GRPO's
//! baseline, and below 4 there is none.
mod ladder;
mod search;

pub use ladder::{LengthName, Move};

use super::config::{Config, Task};
use super::item::Verdict;
use super::paradigm::Residents;
use super::units::{Bytes, SignedBytes};
use super::{Ledger, colocate, estimate};
use crate::words;
use ladder::{Ladder, Standing, standing};

words! {
    /// How a configuration stands before anything is done.
    Trouble {
        /// It fits with its reserve.
        None = "none",
        /// Less than the reserve is left, or it is over.
        Memory = "memory",
        /// gpu_memory_utilization leaves a pool that is smaller than the demand.
        PoolShort = "pool_short",
        /// gpu_memory_utilization reserves more than training leaves.
        PoolWide = "pool_wide",
    }

    /// How a move stands to a configuration.
    MoveState {
        /// The solution makes it.
        Used = "used",
        /// It could be made and is not needed.
        Spare = "spare",
        /// It is already made.
        Made = "made",
        /// It has nothing to act on here.
        NotHere = "not_here",
    }

    /// What is raised where there is room.
    Room {
        /// Concurrent sequences.
        Concurrency = "concurrency",
        /// Micro batch, with less accumulation where it divides.
        MicroBatch = "micro_batch",
        /// Checkpointing off: a fifth to a third faster.
        Checkpointing = "checkpointing_off",
        /// Tokens per sequence.
        Length = "length",
    }
}

/// What is in use on the fullest card, and the verdict on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Bytes in use at the worst moment.
    pub used: Bytes,
    /// What is left.
    pub left: SignedBytes,
    /// The verdict.
    pub verdict: Verdict,
}

impl Outlook {
    /// Of a ledger.
    pub fn of(ledger: &Ledger) -> Outlook {
        Outlook {
            used: ledger.used(),
            left: ledger.left(),
            verdict: ledger.verdict(),
        }
    }
}

/// A step of the solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What is changed.
    pub code: Move,
    /// The configuration with this step alone.
    pub alone: Config,
    /// What that comes to.
    pub alone_is: Outlook,
    /// The configuration with this step and all before it.
    pub so_far: Config,
    /// What that comes to.
    pub so_far_is: Outlook,
}

/// A move, whether or not the solution makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What is changed.
    pub code: Move,
    /// How it stands.
    pub state: MoveState,
    /// The configuration with its first rung alone, and what that comes to; None where there is nothing to do.
    pub alone: Option<(Config, Outlook)>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// What is the matter.
    pub trouble: Trouble,
    /// What the configuration comes to as it is.
    pub before: Outlook,
    /// The steps in the order of effect over cost; none where it fits already or nothing fits.
    pub steps: Vec<Step>,
    /// The configuration with all steps; None where nothing in the search space fits.
    pub after: Option<Config>,
    /// What that comes to; where nothing fits, the least that was found.
    pub after_is: Outlook,
    /// Every move and how it stands.
    pub moves: Vec<Choice>,
}

/// The least painful set of changes with which the configuration fits.
pub fn fit(config: &Config) -> Fit {
    fit_with(config, |_| true)
}

/// [`fit`] with only the moves that are `allowed`.
pub fn fit_with(config: &Config, allowed: impl Fn(Move) -> bool) -> Fit {
    use crate::ledger::words::Word;
    let residents = Residents::of(config);
    let ledger = estimate(config);
    let before = Outlook::of(&ledger);
    let trouble = trouble_of(config, &ledger);
    let ladders: Vec<Ladder> = Move::ALL
        .iter()
        .map(|code| match allowed(*code) {
            true => Ladder::of(*code, config, &residents),
            false => Ladder {
                code: *code,
                rungs: Vec::new(),
            },
        })
        .collect();
    let found = match trouble {
        Trouble::None => search::Found {
            levels: Some(Vec::new()),
            least: before,
        },
        Trouble::Memory | Trouble::PoolShort | Trouble::PoolWide => {
            search::search(config, &ladders, before)
        }
    };
    let levels = found.levels.clone().unwrap_or_default();
    let mut steps: Vec<Step> = Vec::new();
    let mut so_far = config.clone();
    for (ladder, level) in ladders.iter().zip(&levels) {
        let Some(rung) = level.checked_sub(1).and_then(|at| ladder.rungs.get(at)) else {
            continue;
        };
        let mut alone = config.clone();
        rung.change.make(&mut alone);
        rung.change.make(&mut so_far);
        steps.push(Step {
            code: ladder.code,
            alone_is: Outlook::of(&estimate(&alone)),
            alone,
            so_far_is: Outlook::of(&estimate(&so_far)),
            so_far: so_far.clone(),
        });
    }
    let moves = ladders
        .iter()
        .map(|ladder| option(ladder, config, &residents, &steps))
        .collect();
    let after = found.levels.map(|_| so_far);
    let after_is = match &after {
        Some(_) => steps.last().map_or(before, |step| step.so_far_is),
        None => found.least,
    };
    Fit {
        trouble,
        before,
        steps,
        after,
        after_is,
        moves,
    }
}

/// Every move and how it stands to a configuration, none of them used.
pub fn moves(config: &Config) -> Vec<Choice> {
    use crate::ledger::words::Word;
    let residents = Residents::of(config);
    Move::ALL
        .iter()
        .map(|code| {
            let ladder = Ladder::of(*code, config, &residents);
            option(&ladder, config, &residents, &[])
        })
        .collect()
}

fn option(ladder: &Ladder, config: &Config, residents: &Residents, steps: &[Step]) -> Choice {
    let code = ladder.code;
    let used = steps.iter().find(|step| step.code == code);
    let (state, alone) = match (used, ladder.rungs.first()) {
        (Some(step), _) => (MoveState::Used, Some((step.alone.clone(), step.alone_is))),
        (None, Some(rung)) => {
            let mut alone = config.clone();
            rung.change.make(&mut alone);
            let outlook = Outlook::of(&estimate(&alone));
            (MoveState::Spare, Some((alone, outlook)))
        }
        (None, None) => match standing(code, config, residents) {
            Standing::Here => (MoveState::Made, None),
            Standing::NotHere => (MoveState::NotHere, None),
        },
    };
    Choice { code, state, alone }
}

/// What is the matter with a configuration.
pub fn trouble(config: &Config) -> Trouble {
    trouble_of(config, &estimate(config))
}

fn trouble_of(config: &Config, ledger: &Ledger) -> Trouble {
    if ledger.verdict() != Verdict::Fits {
        return Trouble::Memory;
    }
    let Some(util) = config.util else {
        return Trouble::None;
    };
    let wide = colocate::util_line(config, ledger).is_some_and(|line| util > line.upper);
    let short = colocate::engine_pool(config, ledger).is_some_and(|pool| pool.pool < pool.demand);
    match (short, wide) {
        (true, _) => Trouble::PoolShort,
        (false, true) => Trouble::PoolWide,
        (false, false) => Trouble::None,
    }
}

/// Something to raise, with the largest doubling that still fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Raised {
    /// What.
    pub what: Room,
    /// The configuration with it alone.
    pub after: Config,
    /// What that comes to.
    pub after_is: Outlook,
}

/// What to do with room, the first thing first: rollout concurrency before micro batch, for sampling takes most of a
/// step's time; where nothing is sampled the micro batch, then no recomputation; when serving concurrency, then length.
pub fn room(config: &Config) -> Vec<Raised> {
    if trouble(config) != Trouble::None {
        return Vec::new();
    }
    let order: &[Room] = match config.task {
        Task::Grpo | Task::Ppo => &[Room::Concurrency, Room::MicroBatch, Room::Checkpointing],
        Task::Sft | Task::Dpo => &[Room::MicroBatch, Room::Checkpointing],
        Task::Serve => &[Room::Concurrency, Room::Length],
    };
    order
        .iter()
        .filter_map(|what| raised(config, *what))
        .collect()
}

/// Twelve doublings are 4096 times: past any real run, and a bound where a sequence costs nothing.
const DOUBLINGS: u64 = 12;

fn raised(config: &Config, what: Room) -> Option<Raised> {
    let mut best = None;
    let mut now = config.clone();
    for _ in 0..DOUBLINGS {
        let Some(next) = doubled(&now, what) else {
            break;
        };
        let ledger = estimate(&next);
        if trouble_of(&next, &ledger) != Trouble::None {
            break;
        }
        best = Some(Raised {
            what,
            after: next.clone(),
            after_is: Outlook::of(&ledger),
        });
        now = next;
    }
    best
}

fn doubled(config: &Config, what: Room) -> Option<Config> {
    use super::config::EngineMode;
    use super::solve::{CONCURRENCY_LIMIT, LENGTH_LIMIT, MICRO_BATCH_LIMIT};
    let double = |value: u64, limit: u64| value.checked_mul(2).filter(|value| *value <= limit);
    let mut next = config.clone();
    match what {
        Room::Concurrency => {
            if Residents::of(config).engine == EngineMode::None {
                return None;
            }
            next.conc = double(config.conc, CONCURRENCY_LIMIT)?;
        }
        Room::MicroBatch => {
            next.mb = double(config.mb, MICRO_BATCH_LIMIT)?;
            if config.accum.is_multiple_of(2) {
                next.accum = config.accum / 2;
            }
        }
        Room::Checkpointing => {
            if !config.ckpt {
                return None;
            }
            next.ckpt = false;
        }
        Room::Length => next.len = double(config.len, LENGTH_LIMIT)?,
    }
    Some(next)
}
