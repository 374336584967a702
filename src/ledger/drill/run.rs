//! A run of the exercise: what the engine says at start, whether training fits beside it, how long a step takes.
use super::levels::{SMALLEST_GROUP, TRUNCATED_PERCENT};
use super::{Level, Residents};
use crate::ledger::colocate::{self, engine_pool};
use crate::ledger::config::{Config, Method};
use crate::ledger::item::{Item, Owner};
use crate::ledger::step_time::{StepTime, Workload, step_time};
use crate::ledger::tenancy::{Tenancy, tenancy};
use crate::ledger::units::{Bytes, Seconds};
use crate::ledger::{Ledger, estimate};
use crate::words;

words! {
    /// Whose memory ran out.
    Side {
        /// vLLM frames in the traceback.
        Engine = "engine",
        /// transformers frames.
        Training = "training",
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The engine's share does not even hold its weights.
    NoPool {
        /// util × total memory.
        share: Bytes,
        /// Its weights and what it holds beside.
        holds: Bytes,
    },
    /// What the engine wants at start is not free.
    NotFree {
        /// util × total memory.
        share: Bytes,
        /// What is free then.
        free: Bytes,
        /// The card.
        total: Bytes,
        /// gpu_memory_utilization in hundredths.
        util: u64,
    },
    /// The pool does not hold one sequence of max_model_len.
    TooLong {
        /// max_model_len.
        len: u64,
        /// The cache of one sequence.
        needs: Bytes,
        /// The pool.
        pool: Bytes,
        /// The longest that it would hold.
        longest: u64,
    },
    /// Training ran out.
    Training {
        /// What was being allocated.
        item: Item,
        /// Its size.
        asked: Bytes,
        /// What was free.
        free: Bytes,
        /// The card.
        total: Bytes,
        /// What the engine holds meanwhile.
        engine: Bytes,
        /// Sequences of a micro batch.
        micro_batch: u64,
    },
    /// It ran.
    Step(Box<Ran>),
}

/// A run that went through.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// The time of a step.
    pub step: StepTime,
    /// The step divided by its completions.
    pub each: Seconds,
    /// Completions a step.
    pub completions: u64,
    /// Sequences asked for and held, where the pool is short of them.
    pub preempted: Option<(u64, u64)>,
    /// Completions in a hundred that are cut off.
    pub truncated: u64,
    /// What is still missing; nothing where the goal is reached.
    pub misses: Vec<Miss>,
}

/// What a run still misses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miss {
    /// The step is too long.
    Step {
        /// It takes.
        takes: Seconds,
        /// At most.
        most: Seconds,
    },
    /// A completion takes too long.
    Each {
        /// It takes.
        takes: Seconds,
        /// At most.
        most: Seconds,
    },
    /// The batch is too small.
    Completions {
        /// There are.
        are: u64,
        /// At least.
        least: u64,
    },
    /// Too many completions are cut off.
    Truncated {
        /// In a hundred.
        percent: u64,
    },
    /// num_generations is below 4: no baseline.
    Group {
        /// It is.
        gens: u64,
    },
    /// The reference model is off.
    Reference,
}

impl Outcome {
    /// The side that died; None where it ran.
    pub fn died(&self) -> Option<Side> {
        match self {
            Outcome::NoPool { .. } | Outcome::NotFree { .. } | Outcome::TooLong { .. } => {
                Some(Side::Engine)
            }
            Outcome::Training { .. } => Some(Side::Training),
            Outcome::Step(_) => None,
        }
    }

    /// True where everything asked for is reached.
    pub fn won(&self) -> bool {
        match self {
            Outcome::Step(ran) => ran.misses.is_empty(),
            Outcome::NoPool { .. }
            | Outcome::NotFree { .. }
            | Outcome::TooLong { .. }
            | Outcome::Training { .. } => false,
        }
    }
}

/// The order in which training fills the card: what stays, then what the micro batch multiplies.
const FILLED: [Item; 12] = [
    Item::PolicyWeights,
    Item::Adapter,
    Item::ReferenceModel,
    Item::Critic,
    Item::RewardModel,
    Item::Workspace,
    Item::Buckets,
    Item::Gradients,
    Item::MasterWeights,
    Item::OptimizerStates,
    Item::Activations,
    Item::Logits,
];

/// Runs a step of a configuration.
pub fn run(level: Level, config: &Config) -> Outcome {
    let ledger = estimate(config);
    let (Some(pool), Some(card)) = (engine_pool(config, &ledger), tenancy(config)) else {
        return Outcome::Step(Box::new(ran(level, config, None)));
    };
    if pool.pool == Bytes::ZERO {
        let held = ledger.bytes_of(Item::EngineWeights);
        return Outcome::NoPool {
            share: card.share,
            holds: held.plus(ledger.bytes_of(Item::EngineRuntime)),
        };
    }
    // The trainer loads its models before the engine starts.
    let there = ledger
        .bytes_of(Item::PolicyWeights)
        .plus(ledger.bytes_of(Item::ReferenceModel))
        .plus(card.reserve);
    let free = ledger.capacity.minus(there);
    // Asleep the engine is away while training; what must be free is for its waking.
    let waking = asleep(config) && card.training_over > Bytes::ZERO;
    if card.share > free || waking {
        let resident = card.line.train_side.plus(card.reserve);
        return Outcome::NotFree {
            share: card.share,
            free: match waking {
                true => free.min(ledger.capacity.minus(resident)),
                false => free,
            },
            total: card.total,
            util: card.util,
        };
    }
    if card.held == Some(0) {
        let one = Config {
            conc: 1,
            ..config.clone()
        };
        let needs = estimate(&one).bytes_of(Item::KvCache);
        return Outcome::TooLong {
            len: config.len,
            needs,
            pool: pool.pool,
            longest: pool.kv_tokens,
        };
    }
    if card.training_too_tight() {
        return died(config, &ledger, &card);
    }
    let held = card.held.filter(|held| *held < card.asked);
    Outcome::Step(Box::new(ran(level, config, held)))
}

fn asleep(config: &Config) -> bool {
    config.method() == Method::Measured && config.sleep > 0
}

/// The allocation that training dies of: its items in the order they are filled, beside what the engine holds.
fn died(config: &Config, ledger: &Ledger, card: &Tenancy) -> Outcome {
    let phase = match asleep(config) {
        true => ledger.worst().phase,
        false => colocate::line_moment(config, ledger),
    };
    let at = |owner: Owner| {
        ledger
            .lines
            .iter()
            .filter(|line| line.owner == owner)
            .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes_at(phase)))
    };
    let engine = match asleep(config) {
        true => at(Owner::Engine),
        false => card.share,
    };
    let mut used = engine.plus(card.reserve);
    let mut last = (Item::PolicyWeights, Bytes::ZERO);
    for item in FILLED {
        let Some(line) = ledger.line(item) else {
            continue;
        };
        let bytes = line.bytes_at(phase);
        if bytes == Bytes::ZERO || line.owner != Owner::Trainer {
            continue;
        }
        last = (item, bytes);
        if used.plus(bytes) > card.total {
            break;
        }
        used = used.plus(bytes);
    }
    let (item, asked) = last;
    Outcome::Training {
        item,
        asked,
        free: card.total.minus(used).min(asked),
        total: card.total,
        engine,
        micro_batch: config.mb,
    }
}

fn ran(level: Level, config: &Config, held: Option<u64>) -> Ran {
    let goal = level.goal();
    let workload = Workload::of(config);
    let step = step_time(config, &workload);
    let total = step.total();
    let completions = workload.completions(config);
    let each = Seconds::round(total.as_f64() / completions.max(1) as f64);
    let truncated = workload.truncated_percent();
    let mut misses = Vec::new();
    if let Some(most) = goal.step.filter(|most| total > *most) {
        misses.push(Miss::Step { takes: total, most });
    }
    if let Some(most) = goal.each.filter(|most| each > *most) {
        misses.push(Miss::Each { takes: each, most });
    }
    if completions < goal.completions {
        misses.push(Miss::Completions {
            are: completions,
            least: goal.completions,
        });
    }
    if truncated > TRUNCATED_PERCENT {
        misses.push(Miss::Truncated { percent: truncated });
    }
    if config.gens < SMALLEST_GROUP {
        misses.push(Miss::Group { gens: config.gens });
    }
    if goal.reference && !keeps_reference(config) {
        misses.push(Miss::Reference);
    }
    Ran {
        step,
        each,
        completions,
        preempted: held.map(|held| (config.conc, held)),
        truncated,
        misses,
    }
}

/// True where there is something to hold the policy against: a copy, or the base under its adapters.
fn keeps_reference(config: &Config) -> bool {
    use crate::ledger::config::AutoSwitch;
    Residents::of(config).reference || config.reference != AutoSwitch::Off
}
