//! What may be changed to make a run fit: a ladder for each thing, its rungs from mild to hard, each with its pain.
use crate::ledger::config::{
    Attention, AutoSwitch, Config, EngineMode, LossHead, Method, Model, ModelSource, Offload,
    Sharding, Task, Tune,
};
use crate::ledger::optimizer::Optimizer;
use crate::ledger::paradigm::Residents;
use crate::ledger::precision::{Dtype, KvDtype};
use crate::words;

words! {
    /// A thing that may be changed. The order is that of effect over cost; the lesson's seven keep theirs among them.
    Move {
        /// Micro batch down, accumulation up by as much.
        MicroBatch = "micro_batch",
        /// Flash attention instead of eager.
        Attention = "flash_attention",
        /// A fused loss head, which never holds tokens × vocabulary.
        LossHead = "fused_head",
        /// gpu_memory_utilization to what weights and demand need.
        Util = "util_auto",
        /// max_num_seqs down to the concurrency; after that smaller prefill steps.
        EngineLimits = "engine_limits",
        /// Gradient checkpointing on.
        Checkpointing = "checkpointing",
        /// The engine sleeps while the trainer works.
        Sleep = "sleep",
        /// Training state divided over the cards that are there.
        Sharding = "sharding",
        /// Fewer sequences at a time.
        Concurrency = "concurrency",
        /// 8-bit optimizer states.
        Optimizer = "optimizer_8bit",
        /// The cache in fp8.
        KvFormat = "kv_fp8",
        /// Shorter sequences.
        Length = "completion_length",
        /// Optimizer states, then parameters, to host memory.
        Offload = "offload",
        /// Reference model off.
        Reference = "reference_off",
        /// Adapters, then adapters on a 4-bit base.
        Lora = "lora",
        /// Weights served in fewer bits.
        Weights = "quantised_weights",
        /// A smaller model of the family.
        SmallerModel = "smaller_model",
    }
}

/// What a rung sets.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Change {
    MicroBatch {
        mb: u64,
        accum: u64,
    },
    Attention,
    LossHead,
    Util,
    Engine {
        seqs: u64,
        batched: u64,
    },
    Checkpointing,
    Sleep,
    Sharding(Sharding),
    Concurrency(u64),
    Optimizer(Optimizer),
    KvFormat,
    Length {
        seq: u64,
        comp: Option<u64>,
        len: u64,
    },
    Offload(Offload),
    Reference,
    Tune(Tune),
    Weights(Dtype),
    Model(Model),
}

impl Change {
    pub(super) fn make(&self, config: &mut Config) {
        match self {
            Change::MicroBatch { mb, accum } => {
                config.mb = *mb;
                config.accum = *accum;
            }
            Change::Attention => config.attn = Attention::Flash,
            Change::LossHead => config.head = LossHead::Liger,
            Change::Util => config.util = None,
            Change::Engine { seqs, batched } => {
                config.seqs = *seqs;
                config.batched = *batched;
            }
            Change::Checkpointing => config.ckpt = true,
            Change::Sleep => config.sleep = 1,
            Change::Sharding(shard) => config.shard = *shard,
            Change::Concurrency(conc) => config.conc = *conc,
            Change::Optimizer(opt) => config.opt = *opt,
            Change::KvFormat => config.kvdtype = KvDtype::Fp8,
            Change::Length { seq, comp, len } => {
                config.seq = *seq;
                config.comp = *comp;
                config.len = *len;
            }
            Change::Offload(offload) => config.offload = *offload,
            Change::Reference => config.reference = AutoSwitch::Off,
            Change::Tune(tune) => config.tune = *tune,
            Change::Weights(dtype) => config.dtype = *dtype,
            Change::Model(model) => config.model = model.clone(),
        }
    }
}

/// A step of a ladder.
pub(super) struct Rung {
    pub(super) change: Change,
    /// Any number of rungs of less pain are better than one of more.
    pub(super) pain: u64,
}

/// The rungs of a move; none where it has nothing to act on or is already made.
pub(super) struct Ladder {
    pub(super) code: Move,
    pub(super) rungs: Vec<Rung>,
}

/// How a move stands to a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It acts on something here.
    Here,
    /// It has nothing to act on under this task, method or engine.
    NotHere,
}

/// Most accumulation steps a link carries.
const ACCUM_LIMIT: u64 = 1_000_000;
/// vLLM's default for max_num_batched_tokens without chunked prefill tuning: the least that is offered.
const SMALL_PREFILL: u64 = 2_048;

impl Ladder {
    /// The ladder of a move.
    pub(super) fn of(code: Move, config: &Config, residents: &Residents) -> Ladder {
        let rungs = match standing(code, config, residents) {
            Standing::Here => rungs(code, config, residents),
            Standing::NotHere => Vec::new(),
        };
        Ladder { code, rungs }
    }

    /// True where a higher rung may take more memory than a lower one: accumulation keeps gradients, recomputation needs a
    /// layer's working set, a fused head its own gradient, sharding its buckets, fp32 adapters wider activations.
    pub(super) fn unsure(&self) -> bool {
        match self.code {
            Move::MicroBatch
            | Move::LossHead
            | Move::Checkpointing
            | Move::Sharding
            | Move::Lora
            | Move::Weights
            | Move::SmallerModel => true,
            Move::Attention
            | Move::Util
            | Move::EngineLimits
            | Move::Sleep
            | Move::Concurrency
            | Move::Optimizer
            | Move::KvFormat
            | Move::Length
            | Move::Offload
            | Move::Reference => false,
        }
    }
}

/// Whether a move has anything to act on.
pub(super) fn standing(code: Move, config: &Config, residents: &Residents) -> Standing {
    let measured = config.method() == Method::Measured;
    let trains = residents.trains;
    let engine = residents.engine != EngineMode::None;
    let colocated = trains && residents.engine == EngineMode::Colocate;
    let here = match code {
        Move::MicroBatch | Move::Checkpointing | Move::Lora => trains,
        Move::Attention | Move::LossHead | Move::Optimizer | Move::Offload => trains && measured,
        Move::Util => config.util.is_some() && engine,
        Move::EngineLimits => engine && measured,
        Move::Sleep => colocated && measured,
        Move::Sharding => trains && measured && config.n > 1,
        Move::Concurrency => engine,
        Move::KvFormat => engine && (measured || !trains),
        Move::Length => trains || engine,
        Move::Reference => trains && config.task.has_reference(),
        Move::Weights => !trains,
        Move::SmallerModel => match &config.model.source {
            ModelSource::Preset(preset) => preset.smaller().is_some(),
            ModelSource::Custom { .. } | ModelSource::Sized { .. } => false,
        },
    };
    if here {
        Standing::Here
    } else {
        Standing::NotHere
    }
}

fn rungs(code: Move, config: &Config, residents: &Residents) -> Vec<Rung> {
    let one = |wanted: bool, change: Change, pain: u64| {
        if wanted {
            vec![Rung { change, pain }]
        } else {
            Vec::new()
        }
    };
    match code {
        Move::MicroBatch => micro_batch(config),
        Move::Attention => one(config.attn == Attention::Eager, Change::Attention, 12),
        Move::LossHead => one(holds_logits(config.head), Change::LossHead, 14),
        Move::Util => one(config.util.is_some(), Change::Util, 16),
        Move::EngineLimits => engine_limits(config),
        Move::Checkpointing => one(!config.ckpt, Change::Checkpointing, 20),
        Move::Sleep => one(config.sleep == 0, Change::Sleep, 22),
        Move::Sharding => {
            let next: &[Sharding] = match config.shard {
                Sharding::None | Sharding::Zero1 => &[Sharding::Zero2, Sharding::Fsdp2],
                Sharding::Zero2 => &[Sharding::Fsdp2],
                Sharding::Zero3 | Sharding::Fsdp2 => &[],
            };
            let rung = |shard: &Sharding| Rung {
                change: Change::Sharding(*shard),
                pain: if *shard == Sharding::Fsdp2 { 25 } else { 24 },
            };
            next.iter().map(rung).collect()
        }
        Move::Concurrency => {
            let rung = |conc: u64| Rung {
                change: Change::Concurrency(conc),
                // A quarter of the concurrency is slow; below that the card idles, so all but a smaller model comes first.
                pain: if conc.saturating_mul(4) >= config.conc {
                    30
                } else {
                    54
                },
            };
            eighths(config.conc).map(rung).collect()
        }
        Move::Optimizer => {
            let next = match config.opt {
                Optimizer::AdamW => Some(Optimizer::AdamW8bit),
                Optimizer::Lion => Some(Optimizer::Lion8bit),
                Optimizer::AmsGrad
                | Optimizer::AdamW8bit
                | Optimizer::Paged8bit
                | Optimizer::AdEmaMix8bit
                | Optimizer::Adafactor
                | Optimizer::Sgd
                | Optimizer::SgdM
                | Optimizer::Lion8bit
                | Optimizer::Muon => None,
            };
            let rung = |opt| Rung {
                change: Change::Optimizer(opt),
                pain: 32,
            };
            next.map(rung).into_iter().collect()
        }
        Move::KvFormat => {
            let wide = match config.kvdtype {
                KvDtype::Fp32 | KvDtype::Bf16 | KvDtype::Fp16 => true,
                KvDtype::Fp8 | KvDtype::Int8 | KvDtype::Int4 => false,
            };
            one(wide, Change::KvFormat, 34)
        }
        Move::Length => lengths(config, residents),
        Move::Offload => {
            let next: &[(Offload, u64)] = match config.offload {
                Offload::None => &[(Offload::Optimizer, 42), (Offload::Params, 58)],
                Offload::Optimizer => &[(Offload::Params, 58)],
                Offload::Params => &[],
            };
            let rung = |(offload, pain): &(Offload, u64)| Rung {
                change: Change::Offload(*offload),
                pain: *pain,
            };
            next.iter().map(rung).collect()
        }
        Move::Reference => one(residents.reference, Change::Reference, 44),
        Move::Lora => {
            let next: &[(Tune, u64)] = match config.tune {
                Tune::Full => &[(Tune::Lora, 46), (Tune::Qlora, 52)],
                Tune::Lora => &[(Tune::Qlora, 52)],
                Tune::Qlora => &[],
            };
            let rung = |(tune, pain): &(Tune, u64)| Rung {
                change: Change::Tune(*tune),
                pain: *pain,
            };
            next.iter().map(rung).collect()
        }
        Move::Weights => {
            let next: &[(Dtype, u64)] = match config.dtype {
                Dtype::Fp32 | Dtype::Bf16 | Dtype::Fp16 => &[(Dtype::Fp8, 48), (Dtype::Awq4, 50)],
                Dtype::Fp8 | Dtype::Int8 => &[(Dtype::Awq4, 50)],
                Dtype::Int4 | Dtype::Nf4 | Dtype::Awq4 | Dtype::Gptq4 | Dtype::Mxfp4 => &[],
            };
            let rung = |(dtype, pain): &(Dtype, u64)| Rung {
                change: Change::Weights(*dtype),
                pain: *pain,
            };
            next.iter().map(rung).collect()
        }
        Move::SmallerModel => smaller(config),
    }
}

/// True for heads that hold tokens × vocabulary at their peak.
fn holds_logits(head: LossHead) -> bool {
    match head {
        LossHead::Hf | LossHead::Keep | LossHead::Naive | LossHead::RowLoop | LossHead::Triton => {
            true
        }
        LossHead::TrlFused | LossHead::Liger | LossHead::RowTile => false,
    }
}

/// The divisors below the micro batch: micro batch × accumulation stays what it was.
fn micro_batch(config: &Config) -> Vec<Rung> {
    (1..config.mb)
        .rev()
        .filter(|mb| config.mb.is_multiple_of(*mb))
        .filter_map(|mb| {
            let accum = config.accum.checked_mul(config.mb / mb)?;
            (accum <= ACCUM_LIMIT).then_some(Rung {
                change: Change::MicroBatch { mb, accum },
                pain: 10,
            })
        })
        .collect()
}

/// The profiling run reserves for max_num_seqs sequences in the sampler: more than the concurrency is never used.
fn engine_limits(config: &Config) -> Vec<Rung> {
    let seqs = config.seqs.min(config.conc);
    let mut out = Vec::new();
    if seqs < config.seqs {
        out.push(Rung {
            change: Change::Engine {
                seqs,
                batched: config.batched,
            },
            pain: 18,
        });
    }
    if config.batched > SMALL_PREFILL {
        out.push(Rung {
            change: Change::Engine {
                seqs,
                batched: SMALL_PREFILL,
            },
            pain: 36,
        });
    }
    out
}

/// Smaller values of a count: eighths of its leading power of two, then halves down to 1.
fn eighths(value: u64) -> impl Iterator<Item = u64> {
    let power = 1u64 << value.max(1).ilog2();
    let step = (power / 8).max(1);
    let coarse = (1..=16u64)
        .rev()
        .map(move |times| step.saturating_mul(times))
        .filter(move |smaller| *smaller < value);
    let mut fine = step;
    let halves = std::iter::from_fn(move || {
        fine /= 2;
        (fine > 0).then_some(fine)
    });
    coarse.chain(halves)
}

/// Sequences of 7/8 … 1/8 of the length: what is sampled and what is trained on shrink together.
fn lengths(config: &Config, residents: &Residents) -> Vec<Rung> {
    let engine = residents.engine != EngineMode::None;
    let mut out: Vec<Rung> = Vec::new();
    for eighth in (1..8u64).rev() {
        let cut = |length: u64| (length.saturating_mul(eighth) / 8).max(1);
        let len = if engine { cut(config.len) } else { config.len };
        let seq = match (residents.trains, engine) {
            (false, _) => config.seq,
            (true, false) => cut(config.seq),
            // What the rollout no longer samples need not be trained on; what is shorter already stays.
            (true, true) => config.seq.min(cut(config.seq).max(len)),
        };
        let change = Change::Length {
            seq,
            comp: config.comp.map(|comp| match residents.trains {
                true => comp.min(seq),
                false => comp,
            }),
            len,
        };
        let same = (len, seq) == (config.len, config.seq);
        if !same && out.last().is_none_or(|last| last.change != change) {
            out.push(Rung {
                change,
                pain: if eighth >= 4 { 40 } else { 56 },
            });
        }
    }
    out
}

/// The smaller models of the family, one after another; each is dearer than everything before it.
fn smaller(config: &Config) -> Vec<Rung> {
    let mut preset = match &config.model.source {
        ModelSource::Preset(preset) => preset.smaller(),
        ModelSource::Custom { .. } | ModelSource::Sized { .. } => None,
    };
    let mut out = Vec::new();
    let mut pain = 60;
    while let Some(model) = preset {
        out.push(Rung {
            change: Change::Model(Model::preset(model)),
            pain,
        });
        pain += 1;
        preset = model.smaller();
    }
    out
}

/// The task's name for what [`Move::Length`] shortens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthName {
    /// max_completion_length of a rollout.
    Completion,
    /// max_length of a data set.
    Sample,
    /// max_model_len of a server.
    Model,
}

impl LengthName {
    /// Of a task.
    pub const fn of(task: Task) -> LengthName {
        match task {
            Task::Grpo | Task::Ppo => LengthName::Completion,
            Task::Sft | Task::Dpo => LengthName::Sample,
            Task::Serve => LengthName::Model,
        }
    }
}
