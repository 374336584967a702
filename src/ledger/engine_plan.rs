//! Serving as a plan: how much cache a card has room for, what concurrency or length that allows, and what a shortage is.
//!
//! Two shortages are kept apart. A pool smaller than the demand preempts: requests wait or are computed again, throughput
//! falls, nothing fails. A share that the card does not have, or a pool that does not hold one sequence, keeps the engine
//! from starting.
use super::colocate::{self, EnginePool};
use super::config::{Config, EngineMode, Method, Model, Shape};
use super::formula::Formula;
use super::formula::Symbol;
use super::formula::build::{count, num, product};
use super::item::{Item, Owner, Phase};
use super::solve::{self, CONCURRENCY_LIMIT, LENGTH_LIMIT};
use super::units::Bytes;
use super::{Ledger, adapter, bytes_per_sequence, demand, estimate, serving};

/// The whole card, in thousandths.
pub const WHOLE: u64 = 1000;
/// A card of which a tenth stays free.
pub const KEEP_A_TENTH: u64 = 900;

/// Bytes of the cache for `conc` sequences of `len` tokens on one card, by the configured method; None where the model's
/// shape is unknown.
pub fn cache_formula(config: &Config, conc: u64, len: u64) -> Option<Formula> {
    let shape = config.model.shape.as_deref()?;
    Some(cache_of(config, shape, conc, len))
}

fn cache_of(config: &Config, shape: &Shape, conc: u64, len: u64) -> Formula {
    match config.method() {
        Method::Lesson => product([
            bytes_per_sequence(shape, config.kvdtype, len),
            count(Symbol::Concurrency, conc),
        ]),
        Method::Measured => demand(config, shape, conc, len),
    }
}

/// What the cache's card has for the cache at `thousandths` of its memory: the least over the moments at which the cache is
/// there. None without an engine, where the shape is unknown, or where the card is too full at a moment without cache.
pub fn room(ledger: &Ledger, thousandths: u64) -> Option<Bytes> {
    let kv = ledger.line(Item::KvCache)?;
    let limit = u128::from(ledger.capacity.0) * u128::from(thousandths) / 1000;
    let limit = Bytes(u64::try_from(limit).unwrap_or(u64::MAX));
    let moments = ledger.on(kv.role).flat_map(|line| &line.at);
    let mut least: Option<Bytes> = None;
    for (phase, _) in moments {
        let others = ledger
            .on(kv.role)
            .filter(|line| line.item != Item::KvCache)
            .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes_at(*phase)));
        if others > limit {
            return None;
        }
        if kv.formula_at(*phase).is_some() {
            let room = limit.minus(others);
            least = Some(least.map_or(room, |least| least.min(room)));
        }
    }
    least
}

/// The most sequences of `len` tokens in `room`; 0 where not one fits. What they share is counted once.
pub fn most_sequences(config: &Config, room: Bytes, len: u64) -> Option<u64> {
    let shape = config.model.shape.as_deref()?;
    Some(largest(CONCURRENCY_LIMIT, |conc| {
        cache_of(config, shape, conc, len).bytes() <= room
    }))
}

/// The longest context of `conc` sequences in `room`, in tokens; 0 where not one token fits.
pub fn longest(config: &Config, room: Bytes, conc: u64) -> Option<u64> {
    let shape = config.model.shape.as_deref()?;
    Some(largest(LENGTH_LIMIT, |len| {
        cache_of(config, shape, conc, len).bytes() <= room
    }))
}

/// The largest value up to `limit` that fits, 0 where none does; what is asked for never falls as the value grows.
fn largest(limit: u64, fits: impl Fn(u64) -> bool) -> u64 {
    solve::between(0, limit.saturating_add(1), fits)
}

/// Points of the frontier: (concurrency, the longest context the card holds then), over powers of two while at least
/// `shortest` tokens fit.
pub fn frontier(config: &Config, room: Bytes, shortest: u64) -> Vec<(u64, u64)> {
    let mut points = Vec::new();
    for power in 0..20 {
        let conc = 1u64 << power;
        match longest(config, room, conc) {
            Some(len) if len >= shortest.max(1) => points.push((conc, len)),
            Some(_) | None => break,
        }
    }
    points
}

/// What an engine with this budget does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Service {
    /// The pool holds the demand.
    Serves {
        /// What the pool has beyond it.
        spare: Bytes,
    },
    /// The pool is smaller than the demand: preemption, not an out-of-memory error.
    Preempts {
        /// Bytes short.
        short: Bytes,
        /// Sequences that run at once.
        at_once: u64,
    },
    /// The engine's share is more than the card has beside what is there: it refuses to start.
    ShareTaken {
        /// util × total.
        asked: Bytes,
        /// What the card has.
        free: Bytes,
    },
    /// Weights and runtime alone take the share: no cache blocks, it refuses to start.
    NoPool {
        /// Bytes short of an empty pool.
        short: Bytes,
    },
    /// The pool does not hold one sequence of the configured length: it refuses to start with this max_model_len.
    LengthOverPool {
        /// The pool.
        pool: Bytes,
        /// One sequence.
        one: Bytes,
        /// The longest that starts, in tokens.
        longest: u64,
    },
}

/// The engine's budget with what it leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// util, pool and demand, util resolved to what the card can give.
    pub pool: EnginePool,
    /// util × total.
    pub share: Bytes,
    /// What the engine holds of it beside the cache: weights, and what its profiling run sees.
    pub holds: Bytes,
    /// What the card has beside what others keep on it.
    pub free: Bytes,
    /// The smallest util in hundredths that holds weights, runtime and demand; may be beyond what can be set.
    pub wanted_util: u64,
    /// The verdict.
    pub service: Service,
}

/// util as far as it can be set, in hundredths.
pub const UTIL_LIMIT: u64 = 98;

/// The plan of a configuration; None without an engine or where the shape is unknown.
pub fn plan(config: &Config, ledger: &Ledger) -> Option<Plan> {
    let shape = config.model.shape.as_deref()?;
    let pool = colocate::engine_pool(config, ledger)?;
    let weights = ledger.line(Item::EngineWeights)?;
    let graphs = serving::graphs(config);
    let holds = weights
        .bytes()
        .plus(ledger.bytes_of(Item::EngineRuntime).minus(graphs));
    let total = ledger.capacity;
    let free = total.minus(beside(ledger));
    let wanted_util = hundredths(holds.plus(pool.demand), total);
    // Chosen by hand it is as chosen; else as much as is wanted and the card can give.
    let can = u64::try_from(u128::from(free.0) * 100 / u128::from(total.0.max(1)))
        .unwrap_or(UTIL_LIMIT)
        .min(UTIL_LIMIT);
    let util = config.util.unwrap_or(wanted_util.min(can).max(5));
    let share = colocate::pool(total, util, Bytes::ZERO);
    let pool = EnginePool {
        util,
        pool: share.minus(holds),
        ..pool
    };
    let at_once = most_sequences(config, pool.pool, config.len).unwrap_or(0);
    let pool = EnginePool {
        max_concurrency: pool.max_concurrency.map(|_| at_once),
        kv_tokens: at_once.saturating_mul(config.len),
        ..pool
    };
    let one = cache_of(config, shape, 1, config.len).bytes();
    let service = if share > free {
        Service::ShareTaken { asked: share, free }
    } else if holds >= share {
        Service::NoPool {
            short: holds.minus(share),
        }
    } else if one > pool.pool {
        Service::LengthOverPool {
            pool: pool.pool,
            one,
            longest: longest(config, pool.pool, 1).unwrap_or(0),
        }
    } else if pool.demand > pool.pool {
        Service::Preempts {
            short: pool.demand.minus(pool.pool),
            at_once,
        }
    } else {
        Service::Serves {
            spare: pool.pool.minus(pool.demand),
        }
    };
    Some(Plan {
        pool,
        share,
        holds,
        free,
        wanted_util,
        service,
    })
}

/// ⌈part ÷ whole⌉ in hundredths.
fn hundredths(part: Bytes, whole: Bytes) -> u64 {
    let whole = u128::from(whole.0.max(1));
    u64::try_from((u128::from(part.0) * 100).div_ceil(whole)).unwrap_or(u64::MAX)
}

/// What others keep on the engine's card while it samples.
fn beside(ledger: &Ledger) -> Bytes {
    let Some(weights) = ledger.line(Item::EngineWeights) else {
        return Bytes::ZERO;
    };
    let phase = if weights.formula_at(Phase::Sum).is_some() {
        Phase::Sum
    } else {
        Phase::Rollout
    };
    ledger
        .on(weights.role)
        .filter(|line| line.owner != Owner::Engine)
        .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes_at(phase)))
}

/// What is the matter with a division of the engine over cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParallelProblem {
    /// Query heads are no multiple of tp: the engine refuses.
    Heads {
        /// Query heads.
        heads: u64,
        /// tp.
        tp: u64,
    },
    /// KV heads are neither a multiple nor a divisor of tp: the engine refuses.
    KvHeads {
        /// KV heads.
        kv_heads: u64,
        /// tp.
        tp: u64,
    },
    /// Fewer KV heads than tp: each is kept on several cards, the cache stops shrinking.
    Replicated {
        /// KV heads.
        kv_heads: u64,
        /// tp.
        tp: u64,
    },
    /// tp × pp is more than there are cards.
    Cards {
        /// tp × pp.
        needs: u64,
        /// Cards.
        cards: u64,
    },
    /// More stages than layers.
    Stages {
        /// pp.
        pp: u64,
        /// Layers.
        layers: u64,
    },
}

impl ParallelProblem {
    /// True where the engine does not start; false where it only wastes.
    pub const fn refuses(self) -> bool {
        match self {
            ParallelProblem::Heads { .. }
            | ParallelProblem::KvHeads { .. }
            | ParallelProblem::Cards { .. }
            | ParallelProblem::Stages { .. } => true,
            ParallelProblem::Replicated { .. } => false,
        }
    }
}

/// Cards the engine may spread over: its own, or the trainer's where it shares them.
pub const fn engine_cards(config: &Config, mode: EngineMode) -> u64 {
    match mode {
        EngineMode::Colocate => config.n,
        EngineMode::Auto | EngineMode::None | EngineMode::Server | EngineMode::Alone => config.en,
    }
}

/// Everything the matter with the configured tp and pp, gravest first.
pub fn parallel_problems(config: &Config, cards: u64) -> Vec<ParallelProblem> {
    let mut out = Vec::new();
    let (tp, pp) = (config.tp, config.pp);
    let needs = tp.saturating_mul(pp);
    if let Some(shape) = &config.model.shape {
        let spec = &shape.spec;
        let (heads, kv_heads) = (spec.num_attention_heads, spec.num_key_value_heads);
        if heads > 0 && !heads.is_multiple_of(tp) {
            out.push(ParallelProblem::Heads { heads, tp });
        }
        if kv_heads > 0 && !kv_heads.is_multiple_of(tp) {
            out.push(if tp.is_multiple_of(kv_heads) {
                ParallelProblem::Replicated { kv_heads, tp }
            } else {
                ParallelProblem::KvHeads { kv_heads, tp }
            });
        }
        if pp > spec.num_hidden_layers.max(1) {
            out.push(ParallelProblem::Stages {
                pp,
                layers: spec.num_hidden_layers,
            });
        }
    }
    if needs > cards {
        out.push(ParallelProblem::Cards { needs, cards });
    }
    out.sort_by_key(|problem| !problem.refuses());
    out
}

/// The problems of a ledger's own engine. The lesson's hand rules do not divide it, so they have none.
pub fn problems(config: &Config, ledger: &Ledger) -> impl Iterator<Item = ParallelProblem> {
    let divided = config.method() == Method::Measured && ledger.line(Item::EngineWeights).is_some();
    let cards = engine_cards(config, ledger.residents.engine);
    divided
        .then(|| parallel_problems(config, cards))
        .into_iter()
        .flatten()
}

/// Many adapters on one base, two ways, on one card.
#[derive(Clone, Debug, PartialEq)]
pub struct Adapters {
    /// One base with all of them beside it, in 16 bits.
    pub beside: Formula,
    /// The adapters' share of it.
    pub own: Formula,
    /// Each merged into a copy of the base of its own.
    pub merged: Formula,
}

/// Latency that an adapter beside the base adds to every token, in percent (lesson 3).
pub const UNMERGED_LATENCY: [u64; 2] = [5, 15];

/// Memory of `number` adapters of the configured rank and targets.
pub fn adapters(config: &Config, number: u64) -> Adapters {
    let base = match config.method() {
        Method::Lesson => super::weights::lesson_served(config),
        Method::Measured => {
            super::weights::measured::served(&config.model, Symbol::Params, config.dtype)
        }
    };
    let times = count(Symbol::AdaptersServed, number);
    let own = product([
        times.clone(),
        count(Symbol::AdapterParams, adapter::trainable(config)),
        num(Symbol::AdapterBytes, 2.0),
    ]);
    Adapters {
        beside: super::formula::build::sum([base.clone(), own.clone()]),
        own,
        merged: product([base, times]),
    }
}

/// The same run by the measured method: what the lesson's hand rules do not know (tensor parallel, prefixes, a draft model)
/// is shown by it.
pub fn measured(config: &Config) -> Config {
    Config {
        method: Method::Measured,
        ..config.clone()
    }
}

/// Room and the most sequences for a variant of a configuration, at `thousandths` of the card.
pub fn sequences_of(config: &Config, thousandths: u64) -> Option<u64> {
    let ledger = estimate(config);
    match room(&ledger, thousandths) {
        Some(room) => most_sequences(config, room, config.len),
        None => ledger.line(Item::KvCache).map(|_| 0),
    }
}

/// Bytes of the activation peak of one engine step over `tokens`: 5f + 5h a token (see the measured engine runtime). None
/// where the shape is unknown.
pub fn step_peak(config: &Config, tokens: u64) -> Option<Formula> {
    let shape = config.model.shape.as_deref()?;
    Some(serving::step_peak(config, &shape.spec, tokens))
}

/// A prompt's score matrix were it kept whole (eager attention): B × heads × S² × 2 bytes, one layer at a time.
pub fn score_matrix(config: &Config, batch: u64, length: u64) -> Option<Formula> {
    let spec = &config.model.shape.as_deref()?.spec;
    Some(product([
        count(Symbol::Concurrency, batch),
        count(Symbol::Heads, spec.num_attention_heads),
        count(Symbol::PromptTokens, length),
        count(Symbol::PromptTokens, length),
        num(Symbol::ElementBytes, 2.0),
    ]))
}

/// A prompt's feed-forward intermediate: B × S × I × 2 bytes, one layer at a time.
pub fn ffn_intermediate(config: &Config, batch: u64, length: u64) -> Option<Formula> {
    let spec = &config.model.shape.as_deref()?.spec;
    Some(product([
        count(Symbol::Concurrency, batch),
        count(Symbol::PromptTokens, length),
        count(Symbol::FfnWidth, spec.intermediate_size),
        num(Symbol::ElementBytes, 2.0),
    ]))
}

/// The draft model's weights; None without one.
pub fn draft_weights(config: &Config) -> Option<Formula> {
    let draft = config.draft?;
    Some(super::weights::measured::served(
        &Model::preset(draft),
        Symbol::DraftParams,
        config.dtype,
    ))
}
