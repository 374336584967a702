//! Whether both tenants of one card have what they need, and what to do where one has not.
//!
//! The engine takes its share at start, not on demand: a share too large leaves training too little and it runs out of
//! memory; one too small preempts sequences, and sampling crawls. Each fault names the lesson's cures for its side.
use super::colocate::{UtilLine, engine_pool, reserve, util_line};
use super::config::{Config, EngineMode, Method, Task};
use super::item::Owner;
use super::step_time::{Workload, sampling_unbounded, step_time};
use super::units::Bytes;
use super::{Ledger, estimate};
use crate::words;

/// The share to begin with whatever the bound says, in hundredths; raised once it runs (lesson 2; TRL's default too).
pub const PRACTICAL: u64 = 30;

/// GRPO's baseline is the group's mean: num_generations is not cut below this (lesson 2).
pub const LEAST_GENERATIONS: u64 = 4;

words! {
    /// A cure. The order is the lesson's: the training side's first, then the sampling side's.
    CureCode {
        /// Micro batch to 1, with accumulation to keep the batch.
        MicroBatch = "micro_batch",
        /// The engine's share down to the start value.
        LowerUtil = "lower_util",
        /// Gradient checkpointing on.
        Checkpointing = "checkpointing",
        /// The engine asleep while training.
        Sleep = "sleep",
        /// A shorter max_model_len.
        ShorterLength = "shorter_length",
        /// As many sequences as the pool holds.
        FewerSequences = "fewer_sequences",
        /// The engine's share up to what the rollout asks.
        RaiseUtil = "raise_util",
    }
}

/// A card that training and engine share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tenancy {
    /// Memory of the card.
    pub total: Bytes,
    /// The training side and the bounds that follow from it.
    pub line: UtilLine,
    /// What is kept beside both.
    pub reserve: Bytes,
    /// gpu_memory_utilization in hundredths; `auto` resolved.
    pub util: u64,
    /// util × total memory: the engine's from its start on.
    pub share: Bytes,
    /// Sequences that are to run at once.
    pub asked: u64,
    /// Sequences that the pool holds; None where a sequence costs nothing.
    pub held: Option<u64>,
    /// By how much training side, reserve and the engine's share exceed the card; nothing where they fit.
    pub training_over: Bytes,
    /// By how much training's own worst moment exceeds the card although the engine sleeps.
    pub peak_over: Bytes,
    /// Percent of the time that sampling takes against a pool that holds all; 100 where none is preempted.
    pub sampling_percent: u64,
}

impl Tenancy {
    /// True where training lacks memory.
    pub fn training_too_tight(&self) -> bool {
        self.training_over > Bytes::ZERO || self.peak_over > Bytes::ZERO
    }

    /// True where the pool holds fewer sequences than are asked for.
    pub fn pool_too_small(&self) -> bool {
        self.held.is_some_and(|held| held < self.asked)
    }

    /// True where both have what they need.
    pub fn well(&self) -> bool {
        !self.training_too_tight() && !self.pool_too_small()
    }
}

/// Something to do, and what it comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Cure {
    /// What it is.
    pub code: CureCode,
    /// The configuration after it.
    pub after: Config,
    /// The card after it.
    pub then: Tenancy,
}

/// The configuration as one that shares a card: an engine elsewhere is moved to the training card, a task that samples
/// nothing becomes GRPO. What already shares one stays as it is.
pub fn sharing(config: &Config) -> Config {
    let shares = super::paradigm::Residents::of(config).engine == EngineMode::Colocate;
    if shares && config.task.has_rollout() {
        return config.clone();
    }
    Config {
        task: if config.task.has_rollout() {
            config.task
        } else {
            Task::Grpo
        },
        engine: EngineMode::Colocate,
        ..config.clone()
    }
}

/// The card of a colocated run; None where the engine does not share the card.
pub fn tenancy(config: &Config) -> Option<Tenancy> {
    let ledger = estimate(config);
    let line = util_line(config, &ledger)?;
    let pool = engine_pool(config, &ledger);
    let util = pool.map_or(config.util.unwrap_or(0), |pool| pool.util);
    let share = super::colocate::pool(ledger.capacity, util, Bytes::ZERO);
    let reserve = reserve(config.context.as_f64());
    let wanted = line.train_side.plus(reserve).plus(share);
    let workload = Workload::of(config);
    let sampling = step_time(config, &workload).sampling;
    Some(Tenancy {
        total: ledger.capacity,
        line,
        reserve,
        util,
        share,
        asked: config.conc,
        held: pool.and_then(|pool| pool.max_concurrency),
        training_over: wanted.minus(ledger.capacity),
        peak_over: peak_over(config, &ledger),
        sampling_percent: sampling.percent_of(sampling_unbounded(config, &workload)),
    })
}

/// While the engine sleeps training has the card but for what stays of the engine, and may still be too much for it.
fn peak_over(config: &Config, ledger: &Ledger) -> Bytes {
    match (config.method(), config.sleep) {
        (Method::Measured, 1..) => ledger.used().minus(ledger.capacity),
        (Method::Measured, 0) | (Method::Lesson, _) => Bytes::ZERO,
    }
}

/// What cures a card that is not well, each computed by judging again; empty where it is.
pub fn cures(config: &Config) -> Vec<Cure> {
    use super::words::Word;
    let Some(now) = tenancy(config).filter(|now| !now.well()) else {
        return Vec::new();
    };
    CureCode::ALL
        .iter()
        .filter_map(|code| {
            let after = cured(*code, config, &now)?;
            let then = tenancy(&after)?;
            // Nothing is offered that does not help: less over the card, or less preempted.
            let over = |t: &Tenancy| t.training_over.max(t.peak_over);
            let helps = match code {
                CureCode::MicroBatch
                | CureCode::LowerUtil
                | CureCode::Checkpointing
                | CureCode::Sleep => over(&then) < over(&now),
                CureCode::ShorterLength | CureCode::FewerSequences | CureCode::RaiseUtil => {
                    !then.pool_too_small()
                }
            };
            helps.then_some(Cure {
                code: *code,
                after,
                then,
            })
        })
        .collect()
}

/// The configuration after a cure; None where it has nothing to act on.
fn cured(code: CureCode, config: &Config, now: &Tenancy) -> Option<Config> {
    let tight = now.training_too_tight();
    let small = now.pool_too_small();
    let held = now.held.unwrap_or(now.asked);
    match code {
        CureCode::MicroBatch => (tight && config.mb > 1).then(|| Config {
            mb: 1,
            accum: config.accum.saturating_mul(config.mb),
            ..config.clone()
        }),
        CureCode::LowerUtil => {
            let lower = now.line.start >= 5 && now.line.start < now.util;
            (now.training_over > Bytes::ZERO && lower).then(|| Config {
                util: Some(now.line.start),
                ..config.clone()
            })
        }
        CureCode::Checkpointing => (tight && !config.ckpt).then(|| Config {
            ckpt: true,
            ..config.clone()
        }),
        CureCode::Sleep => {
            let awake = config.sleep == 0 && config.method() == Method::Measured;
            (tight && awake).then(|| Config {
                sleep: 1,
                ..config.clone()
            })
        }
        CureCode::ShorterLength => (small && held > 0)
            .then(|| halved_until_held(config))
            .flatten(),
        CureCode::FewerSequences => (small && held > 0).then(|| Config {
            conc: held,
            ..config.clone()
        }),
        CureCode::RaiseUtil => {
            let auto = Config {
                util: None,
                ..config.clone()
            };
            let needed = engine_pool(&auto, &estimate(&auto))?.util;
            (small && needed > now.util && needed <= now.line.upper).then(|| Config {
                util: Some(needed),
                ..config.clone()
            })
        }
    }
}

/// The length halved until the pool holds what is asked; None where that would cut even a step's own completions.
fn halved_until_held(config: &Config) -> Option<Config> {
    let mut after = config.clone();
    let longest = Workload::of(config).longest();
    while after.len / 2 >= longest.max(1) {
        after.len /= 2;
        let pool = engine_pool(&after, &estimate(&after))?;
        if pool.max_concurrency.is_none_or(|held| held >= after.conc) {
            return Some(after);
        }
    }
    None
}

/// Training's bytes on its card at the moment that the line is drawn for, item by item, in the ledger's order.
pub fn training_side(config: &Config, ledger: &Ledger) -> Vec<(super::item::Item, Bytes)> {
    let phase = super::colocate::line_moment(config, ledger);
    ledger
        .lines
        .iter()
        .filter(|line| line.owner == Owner::Trainer)
        .map(|line| (line.item, line.bytes_at(phase)))
        .filter(|(_, bytes)| *bytes > Bytes::ZERO)
        .collect()
}
