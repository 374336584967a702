//! One card, two tenants: where the engine's share may end.
use super::Ledger;
use super::config::{Config, EngineMode, Method};
use super::item::Phase;
use super::units::{ByteUnit, Bytes, whole};

/// The least that is kept beside training and engine, in GiB (lesson 2).
const RESERVE_GIB: f64 = 1.5;

/// The lesson's own example, in GiB: card, training side, context.
pub const EXAMPLE_GIB: [f64; 3] = [32.0, 10.4, 1.5];

/// gpu_memory_utilization as whole hundredths of the card's total memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UtilLine {
    /// The training side at its worst moment, reference included while resident.
    pub train_side: Bytes,
    /// The most the engine may take: floor((total − training side − reserve) ÷ total) in hundredths.
    pub upper: u64,
    /// Where to start: upper − 0.05, down to a step of 0.05.
    pub start: u64,
}

/// What is kept beside training and engine, for a context in GiB: the larger of the two (lesson 2).
pub fn reserve(context_gib: f64) -> Bytes {
    Bytes::round(context_gib.max(RESERVE_GIB) * ByteUnit::GiB.bytes() as f64)
}

/// The moment that the training side is weighed at: the trainer's worst, or sampling where the engine sleeps otherwise.
pub fn line_moment(config: &Config, ledger: &Ledger) -> Phase {
    if sleeps(config) {
        return Phase::Rollout;
    }
    let mut worst = Phase::Sum;
    for (phase, _) in ledger.lines.iter().flat_map(|line| &line.at) {
        if ledger.trainer_at(*phase) > ledger.trainer_at(worst) {
            worst = *phase;
        }
    }
    worst
}

/// While the engine sleeps it leaves the card: it must leave room for what stays resident during sampling.
fn sleeps(config: &Config) -> bool {
    config.method() == Method::Measured && config.sleep > 0
}

/// The util line of a colocated run; None where the engine does not share the card.
pub fn util_line(config: &Config, ledger: &Ledger) -> Option<UtilLine> {
    match ledger.residents.engine {
        EngineMode::Colocate => Some(line_at(
            ledger.capacity,
            ledger.trainer_at(line_moment(config, ledger)),
            config.context.as_f64(),
        )),
        EngineMode::Auto | EngineMode::None | EngineMode::Server | EngineMode::Alone => None,
    }
}

/// The line for a card of `total`, a training side and a context in GiB; the reserve is the larger of the context and 1.5 GiB.
pub fn line_at(total: Bytes, train_side: Bytes, context_gib: f64) -> UtilLine {
    let free = total.minus(train_side).minus(reserve(context_gib));
    let upper = match u128::from(total.0) {
        0 => 0,
        total => u64::try_from(u128::from(free.0) * 100 / total).unwrap_or(0),
    };
    let start = upper.saturating_sub(5) / 5 * 5;
    UtilLine {
        train_side,
        upper,
        start,
    }
}

/// The engine's budget on its card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnginePool {
    /// gpu_memory_utilization in hundredths; `auto` resolved to the smallest that holds weights and demand.
    pub util: u64,
    /// Bytes of the pool: util × total − weights.
    pub pool: Bytes,
    /// Bytes that concurrency × length ask for.
    pub demand: Bytes,
    /// Sequences of the configured length that the pool holds; None where a sequence costs nothing.
    pub max_concurrency: Option<u64>,
    /// Tokens that the pool holds at the configured length.
    pub kv_tokens: u64,
}

/// What is left for the cache: util (hundredths) × TOTAL memory − what the engine holds (weights, outside torch,
/// activation peak; since vLLM 0.21 CUDA graphs too).
pub fn pool(total: Bytes, util: u64, holds: Bytes) -> Bytes {
    let share = u128::from(total.0) * u128::from(util) / 100;
    Bytes(u64::try_from(share).unwrap_or(u64::MAX)).minus(holds)
}

/// The engine's budget; None without an engine. The pool is util × total memory without weights, and by the measured
/// method without what its profiling run sees (outside torch, activation peak).
pub fn engine_pool(config: &Config, ledger: &Ledger) -> Option<EnginePool> {
    use super::item::Item;
    let weights = ledger.line(Item::EngineWeights)?.bytes();
    let runtime = ledger.bytes_of(Item::EngineRuntime);
    let weights = weights.plus(runtime.minus(super::serving::graphs(config)));
    let demand = ledger.bytes_of(Item::KvCache);
    let total = u128::from(ledger.capacity.0);
    let need = u128::from(weights.plus(demand).0);
    let util = config.util.unwrap_or_else(|| {
        let hundredths = if total == 0 {
            98
        } else {
            (need * 100).div_ceil(total)
        };
        u64::try_from(hundredths).unwrap_or(98).clamp(5, 98)
    });
    let pool = pool(ledger.capacity, util, weights);
    let per_sequence = config
        .model
        .shape
        .as_ref()
        .map_or(0.0, |shape| match config.method() {
            Method::Lesson => super::bytes_per_sequence(shape, config.kvdtype, config.len).value(),
            Method::Measured => super::demand(config, shape, 1, config.len).value(),
        });
    let max_concurrency = (per_sequence > 0.0).then(|| whole(pool.as_f64() / per_sequence));
    let kv_tokens = if per_sequence > 0.0 {
        whole(pool.as_f64() / per_sequence * config.len as f64)
    } else {
        0
    };
    Some(EnginePool {
        util,
        pool,
        demand,
        max_concurrency,
        kv_tokens,
    })
}

/// A way of placing the engine, and what it comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Placing {
    /// The configuration so placed.
    pub config: Config,
    /// Its ledger.
    pub ledger: Ledger,
    /// Its step.
    pub step: super::step_time::StepTime,
    /// Cards it needs.
    pub cards: u64,
}

/// The engine on the training cards, and on cards of its own.
pub fn placings(config: &Config) -> [Placing; 2] {
    use super::step_time::{Workload, step_time};
    [EngineMode::Colocate, EngineMode::Server].map(|engine| {
        let placed = Config {
            engine,
            ..config.clone()
        };
        let own = match engine {
            EngineMode::Server => config.en,
            EngineMode::Auto | EngineMode::None | EngineMode::Colocate | EngineMode::Alone => 0,
        };
        Placing {
            ledger: super::estimate(&placed),
            step: step_time(&placed, &Workload::of(&placed)),
            cards: config.n.saturating_add(own),
            config: placed,
        }
    })
}
