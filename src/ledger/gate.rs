//! The go-live gate: the fullest card's need against a share of its memory, why it refuses, and what would pass.
use super::advice::{self, CutCode, CutState};
use super::config::{Config, Method, Sharding, Tune};
use super::engine_plan::{self, ParallelProblem};
use super::item::{Item, Role};
use super::precision::{Dtype, KvDtype};
use super::units::Bytes;
use super::words::Word;
use super::{Ledger, colocate, estimate, presets};
use crate::words;

/// The share of a card that a release may use (lesson 3: keep 10 % of each card), in thousandths.
pub const DEFAULT_LIMIT: u64 = 900;

/// Need and limit of the fullest card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// The fullest card's need.
    pub need: Bytes,
    /// What it may use.
    pub limit: Bytes,
}

impl Gate {
    /// The gate of a ledger at `thousandths` of the card.
    pub fn of(ledger: &Ledger, thousandths: u64) -> Gate {
        let limit = u128::from(ledger.capacity.0) * u128::from(thousandths) / 1000;
        Gate {
            need: ledger.used(),
            limit: Bytes(u64::try_from(limit).unwrap_or(u64::MAX)),
        }
    }

    /// True where the need is within the limit.
    pub fn passes(self) -> bool {
        self.need <= self.limit
    }
}

/// What a configuration declares that it will carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Sequences of a micro batch and tokens of each; None where nothing trains.
    pub training: Option<[u64; 2]>,
    /// Concurrent sequences and tokens of each; None where there is no engine.
    pub serving: Option<[u64; 2]>,
}

impl Load {
    /// What the lines of a ledger are for.
    pub fn of(config: &Config, ledger: &Ledger) -> Load {
        let engine = ledger.line(Item::EngineWeights).is_some();
        Load {
            training: ledger.residents.trains.then_some([config.mb, config.seq]),
            serving: engine.then_some([config.conc, config.len]),
        }
    }
}

/// Why the gate refuses.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The fullest card needs more than the limit.
    TooMuch {
        /// Whose card it is.
        role: Role,
        /// Its largest row.
        largest: Option<Item>,
    },
    /// Rows need the model's shape, of which only the size is known: what they take is not in the sum.
    Missing(Vec<Item>),
    /// The link sets gpu_memory_utilization so low that the pool cannot hold the declared load: requests would be
    /// preempted, or the engine would not start.
    PoolShort {
        /// Hundredths.
        util: u64,
        /// Bytes of the pool.
        pool: Bytes,
        /// Bytes that the load asks for.
        demand: Bytes,
    },
    /// The link sets gpu_memory_utilization higher than the training side leaves.
    UtilTooHigh {
        /// Hundredths, as set.
        util: u64,
        /// Hundredths, at most.
        upper: u64,
    },
    /// All parameters are to be trained in a format that optimizers cannot step.
    Untrainable,
    /// The engine does not start on its cards as they are divided.
    Parallel(ParallelProblem),
    /// The link asks for a method that this build does not have: another build would rule by other numbers.
    OtherMethod,
    /// The link has errors: what was ignored or clamped may be what matters.
    LinkErrors,
}

impl Refusal {
    /// Its code in JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::TooMuch { .. } => "too_much",
            Refusal::Missing(_) => "shape_unknown",
            Refusal::PoolShort { .. } => "pool_short",
            Refusal::UtilTooHigh { .. } => "util_too_high",
            Refusal::Untrainable => "untrainable",
            Refusal::Parallel(_) => "parallel",
            Refusal::OtherMethod => "other_method",
            Refusal::LinkErrors => "link_errors",
        }
    }
}

/// The gate's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// Need and limit.
    pub gate: Gate,
    /// Memory of the card.
    pub capacity: Bytes,
    /// What is to be carried.
    pub load: Load,
    /// Why it refuses; empty where it passes.
    pub refusals: Vec<Refusal>,
}

impl Ruling {
    /// Rules on a configuration at `thousandths` of the card; `link_errors` says that its link had errors.
    pub fn of(config: &Config, ledger: &Ledger, thousandths: u64, link_errors: bool) -> Ruling {
        let gate = Gate::of(ledger, thousandths);
        let mut refusals = Vec::new();
        if !gate.passes() {
            let role = ledger.worst().role;
            refusals.push(Refusal::TooMuch {
                role,
                largest: ledger.largest_on(role).map(|line| line.item),
            });
        }
        if !ledger.missing.is_empty() {
            refusals.push(Refusal::Missing(ledger.missing.clone()));
        }
        let refused = engine_plan::problems(config, ledger).filter(|problem| problem.refuses());
        refusals.extend(refused.map(Refusal::Parallel));
        if let Some(util) = config.util {
            refusals.extend(pool_short(config, ledger, util));
            refusals.extend(util_too_high(config, ledger, util));
        }
        if ledger.residents.trains && config.tune == Tune::Full && config.dtype.only_frozen() {
            refusals.push(Refusal::Untrainable);
        }
        if config.method != config.method() {
            refusals.push(Refusal::OtherMethod);
        }
        if link_errors {
            refusals.push(Refusal::LinkErrors);
        }
        Ruling {
            gate,
            capacity: ledger.capacity,
            load: Load::of(config, ledger),
            refusals,
        }
    }

    /// True where nothing stands against it.
    pub fn passes(&self) -> bool {
        self.refusals.is_empty()
    }

    /// True where the link cannot be ruled on at all.
    pub fn link_errors(&self) -> bool {
        self.refusals.contains(&Refusal::LinkErrors)
    }
}

fn pool_short(config: &Config, ledger: &Ledger, util: u64) -> Option<Refusal> {
    let pool = colocate::engine_pool(config, ledger)?;
    (pool.pool < pool.demand).then_some(Refusal::PoolShort {
        util,
        pool: pool.pool,
        demand: pool.demand,
    })
}

fn util_too_high(config: &Config, ledger: &Ledger, util: u64) -> Option<Refusal> {
    let upper = colocate::util_line(config, ledger)?.upper;
    (util > upper).then_some(Refusal::UtilTooHigh { util, upper })
}

words! {
    /// A way out of a refusal, in the order in which they are offered.
    WayKind {
        /// gpu_memory_utilization as the load needs it.
        Util = "util",
        /// Fewer concurrent sequences: the most that pass.
        Concurrency = "concurrency",
        /// A shorter context: the longest that passes.
        Length = "length",
        /// Micro batch 1 with accumulation.
        MicroBatch = "micro_batch",
        /// Gradient checkpointing.
        Checkpointing = "checkpointing",
        /// Shorter training sequences: the longest that pass.
        Sequence = "sequence",
        /// The cache in 8 bits.
        KvFormat = "kv_format",
        /// Weights in 8 bits.
        EightBit = "eight_bit",
        /// Weights in 4 bits.
        FourBit = "four_bit",
        /// No reference model.
        Reference = "reference_off",
        /// Adapters instead of all parameters.
        Lora = "lora",
        /// Adapters on a 4-bit base.
        Qlora = "qlora",
        /// Training state divided over more cards by ZeRO-3: the fewest that pass, by doubling.
        TrainCards = "train_cards",
        /// Tensor parallel over more cards of the engine's own: the fewest that pass, by doubling.
        EngineCards = "engine_cards",
        /// A card with more memory: the smallest that passes.
        LargerCard = "larger_card",
        /// The next smaller model of the family.
        SmallerModel = "smaller_model",
    }
}

/// A way out, and what it leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct WayOut {
    /// Which.
    pub kind: WayKind,
    /// The configuration after it.
    pub after: Config,
    /// The fullest card's need then.
    pub need: Bytes,
    /// True where the gate passes with this alone.
    pub passes: bool,
}

/// The ways out of a refusal: those that pass alone first, then those that only lower the need. Empty where the gate
/// passes. Errors of the link are nobody's way out: they are mended in the link.
pub fn ways_out(config: &Config, ledger: &Ledger, thousandths: u64) -> Vec<WayOut> {
    let now = Ruling::of(config, ledger, thousandths, false);
    if now.passes() {
        return Vec::new();
    }
    let mut out: Vec<WayOut> = WayKind::ALL
        .iter()
        .filter_map(|kind| {
            let after = candidate(*kind, config, ledger, thousandths)?;
            let then = estimate(&after);
            let ruled = Ruling::of(&after, &then, thousandths, false);
            let way = WayOut {
                kind: *kind,
                after,
                need: ruled.gate.need,
                passes: ruled.passes(),
            };
            // What frees less than a hundredth of the need is no way out.
            let saved = now.gate.need.minus(way.need);
            (way.passes || saved.0 > now.gate.need.0 / 100).then_some(way)
        })
        .collect();
    out.sort_by_key(|way| !way.passes);
    out
}

/// The configuration of a way, or None where it has nothing to act on.
fn candidate(kind: WayKind, config: &Config, ledger: &Ledger, thousandths: u64) -> Option<Config> {
    let load = Load::of(config, ledger);
    let [serves, trains] = [load.serving.is_some(), load.training.is_some()];
    let with = |change: &dyn Fn(&mut Config)| {
        let mut after = config.clone();
        change(&mut after);
        after
    };
    let passes = |after: &Config| Ruling::of(after, &estimate(after), thousandths, false).passes();
    // The most of a quantity below its present value that passes; half of it where not even one unit does.
    let most = |now: u64, set: &dyn Fn(&mut Config, u64)| {
        let of = |value: u64| with(&|after| set(after, value));
        if now <= 1 {
            return None;
        }
        if !passes(&of(1)) {
            return Some(of(now / 2));
        }
        let (mut good, mut bad) = (1, now);
        while bad - good > 1 {
            let middle = good + (bad - good) / 2;
            if passes(&of(middle)) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        Some(of(good))
    };
    let cut = |code: CutCode| {
        let cut = advice::cut(code, config, ledger);
        cut.after.filter(|_| cut.state == CutState::Open)
    };
    match kind {
        WayKind::Util => config.util.map(|_| with(&|after| after.util = None)),
        WayKind::Concurrency if serves => most(config.conc, &|after, value| after.conc = value),
        WayKind::Length if serves => most(config.len, &|after, value| after.len = value),
        WayKind::Sequence if trains => most(config.seq, &|after, value| after.seq = value),
        WayKind::Concurrency | WayKind::Length | WayKind::Sequence => None,
        WayKind::MicroBatch => cut(CutCode::MicroBatch),
        WayKind::Checkpointing => cut(CutCode::Checkpointing),
        WayKind::Reference => cut(CutCode::Reference),
        WayKind::Lora => cut(CutCode::Lora),
        WayKind::SmallerModel => cut(CutCode::SmallerModel),
        WayKind::KvFormat => {
            let wide = config.kvdtype.bytes() > KvDtype::Fp8.bytes();
            (serves && wide).then(|| with(&|after| after.kvdtype = KvDtype::Fp8))
        }
        WayKind::EightBit => lighter(config, trains, Dtype::Int8),
        WayKind::FourBit => lighter(config, trains, Dtype::Int4),
        WayKind::Qlora => (trains && config.tune != Tune::Qlora).then(|| {
            with(&|after| {
                after.tune = Tune::Qlora;
                if after.dtype.only_frozen() {
                    after.dtype = Dtype::Bf16;
                }
            })
        }),
        WayKind::TrainCards if trains => more_cards(config, config.n, &passes, &|after, n| {
            after.n = n;
            after.shard = Sharding::Zero3;
        }),
        WayKind::EngineCards if ledger.cards.iter().any(|card| card.role == Role::Engine) => {
            // A head is not divided over cards.
            let heads = config.model.shape.as_ref()?.spec.num_attention_heads;
            let whole = |after: &Config| heads.is_multiple_of(after.tp) && passes(after);
            more_cards(config, config.tp, &whole, &|after, n| {
                after.tp = n;
                after.en = n;
            })
        }
        WayKind::TrainCards | WayKind::EngineCards => None,
        WayKind::LargerCard => {
            let mut cards: Vec<_> = presets::cards()
                .iter()
                .filter(|card| Bytes::mib(card.mem_mib) > ledger.capacity)
                .collect();
            cards.sort_by_key(|card| card.mem_mib);
            cards
                .into_iter()
                .map(|card| {
                    with(&|after| {
                        after.gpu = card;
                        after.mem = None;
                    })
                })
                .find(|after| passes(after))
        }
    }
}

/// Served weights in a lighter format.
fn lighter(config: &Config, trains: bool, dtype: Dtype) -> Option<Config> {
    let saves = config.dtype.lesson_bytes() > dtype.lesson_bytes();
    (!trains && saves).then(|| Config {
        dtype,
        ..config.clone()
    })
}

/// The fewest cards beyond `now` that pass, by doubling. The lesson's rule divides nothing, so this goes by the measured
/// method.
fn more_cards(
    config: &Config,
    now: u64,
    passes: &dyn Fn(&Config) -> bool,
    set: &dyn Fn(&mut Config, u64),
) -> Option<Config> {
    const DOUBLINGS: u32 = 10;
    (1..=DOUBLINGS)
        .map(|times| 1_u64 << times)
        .filter(|n| *n > now)
        .map(|n| {
            let mut after = Config {
                method: Method::Measured,
                ..config.clone()
            };
            set(&mut after, n);
            after
        })
        .find(|after| after.method() == Method::Measured && passes(after))
}
