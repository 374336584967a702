//! What to do first, in the lesson's order: what a line needs, one change at a time, each made and estimated again.
use super::frames::{Hint, Place};
use super::{Cause, Log, Moment, Side, What};
use crate::ledger::advice::{self, CutCode};
use crate::ledger::colocate::{engine_pool, util_line};
use crate::ledger::config::{
    Attention, Config, EngineMode, LossHead, Method, Sharding, Task, Tune,
};
use crate::ledger::item::{Item, Phase};
use crate::ledger::optimizer::{Optimizer, Recipe};
use crate::ledger::precision::{Dtype, KvDtype};
use crate::ledger::units::SignedBytes;
use crate::ledger::{Ledger, estimate};
use crate::words;

words! {
    /// A first step.
    StepCode {
        /// Micro batch to 1 with accumulation.
        MicroBatch = "micro_batch",
        /// Gradient checkpointing on.
        Checkpointing = "checkpointing",
        /// Attention that keeps no scores.
        FlashAttention = "flash_attention",
        /// A loss head that never holds all logits.
        FusedHead = "fused_head",
        /// Half the training length.
        ShorterSequence = "shorter_sequence",
        /// The engine sleeps while training.
        Sleep = "sleep",
        /// A smaller share for the engine.
        LowerUtil = "lower_util",
        /// A larger share for the engine.
        RaiseUtil = "raise_util",
        /// A shorter cache.
        Length = "length",
        /// Fewer sequences at once.
        Concurrency = "concurrency",
        /// A cache of 8 bits.
        CacheFp8 = "cache_fp8",
        /// Fewer sequences of an engine step.
        FewerSequences = "fewer_sequences",
        /// Fewer tokens of an engine step.
        SmallerChunk = "smaller_chunk",
        /// No CUDA graphs.
        NoGraphs = "no_graphs",
        /// Weights of 8 bits for serving.
        QuantisedWeights = "quantised_weights",
        /// Reference model off.
        Reference = "reference_off",
        /// Sharded training state.
        Shard = "shard",
        /// LoRA.
        Lora = "lora",
        /// QLoRA.
        Qlora = "qlora",
        /// No fp32 master copy.
        NoMaster = "no_master",
        /// Optimizer states of 8 bits.
        EightBit = "eight_bit_states",
        /// The optimizer's fused or plain implementation.
        NoForeach = "no_foreach",
        /// A smaller model.
        SmallerModel = "smaller_model",
        /// Expandable segments, or a restart.
        Expandable = "expandable_segments",
        /// Other processes off the card.
        FreeTheCard = "free_the_card",
        /// The process's own cap.
        Uncap = "uncap",
        /// Which card a process sees.
        Devices = "devices",
        /// Host memory.
        HostMemory = "host_memory",
    }
}

/// A first step, and what making it alone would do.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Which.
    pub code: StepCode,
    /// The configuration after it; None for a step that no key of a link says.
    pub after: Option<Config>,
    /// Bytes it frees on the fullest card by the method in use.
    pub saves: SignedBytes,
    /// Bytes it frees of the line in question; None where there is none in the ledger.
    pub line: Option<SignedBytes>,
}

impl Step {
    /// A step from one ledger to the configuration after it.
    fn of(code: StepCode, after: Option<Config>, item: Option<Item>, ledger: &Ledger) -> Step {
        let then = after.as_ref().map(estimate);
        let then = then.as_ref().unwrap_or(ledger);
        let line = item.filter(|item| ledger.line(*item).is_some());
        Step {
            code,
            saves: ledger.used().signed_minus(then.used()),
            line: line.map(|item| ledger.bytes_of(item).signed_minus(then.bytes_of(item))),
            after,
        }
    }
}

/// Steps that are listed at most.
const MOST: usize = 6;

/// The first steps for a cause and a place.
pub(super) fn steps(cause: Option<Cause>, place: &Place, log: &Log, config: &Config) -> Vec<Step> {
    let ledger = estimate(config);
    let mut out: Vec<Step> = Vec::with_capacity(8);
    let first = first(cause, log);
    let then = match cause {
        Some(Cause::OutOfMemory | Cause::Fragmentation | Cause::OtherProcess) => of_place(place),
        Some(
            Cause::HostMemory
            | Cause::Capped
            | Cause::NotEnoughFree
            | Cause::NoCacheRoom
            | Cause::LengthOverCache
            | Cause::CacheFull
            | Cause::BatchShrunk
            | Cause::EngineDead
            | Cause::StartUp
            | Cause::MemoryUsage
            | Cause::DriverView
            | Cause::Summary,
        )
        | None => &[],
    };
    for code in first.iter().chain(then) {
        if out.iter().any(|step| step.code == *code) {
            continue;
        }
        if let Some(after) = made(*code, place, log, config, &ledger) {
            out.push(Step::of(*code, after, place.item, &ledger));
        }
    }
    // What would raise the peak is no first cure, whatever it does to its own line (accumulation keeps gradients).
    out.sort_by_key(|step| step.saves.negative);
    out.truncate(MOST);
    out
}

/// The lesson's list for a side, of what can be done to a configuration.
pub fn for_side(side: Side, config: &Config) -> Vec<Step> {
    let place = Place {
        side,
        ..Place::default()
    };
    steps(Some(Cause::OutOfMemory), &place, &Log::default(), config)
}

/// The lesson's order, one at a time, with what each would do; None where it is done already or has nothing to act on.
pub fn in_order(config: &Config) -> Vec<(StepCode, Option<Step>)> {
    use StepCode as S;
    let ledger = estimate(config);
    let (place, log) = (Place::default(), Log::default());
    [
        S::MicroBatch,
        S::Checkpointing,
        S::LowerUtil,
        S::Length,
        S::Concurrency,
    ]
    .into_iter()
    .map(|code| {
        let after = made(code, &place, &log, config, &ledger);
        let step = after.map(|after| Step::of(code, after, None, &ledger));
        (code, step)
    })
    .collect()
}

/// A step that no key of a link says.
pub(super) fn by_hand(code: StepCode, config: &Config) -> Step {
    Step::of(code, None, None, &estimate(config))
}

/// What the cause alone asks for.
fn first(cause: Option<Cause>, log: &Log) -> &'static [StepCode] {
    use StepCode as S;
    match cause {
        Some(Cause::Fragmentation) => &[S::Expandable],
        Some(Cause::OtherProcess) => &[S::FreeTheCard, S::LowerUtil],
        Some(Cause::HostMemory) => &[S::HostMemory],
        Some(Cause::Capped) => &[S::Uncap],
        Some(Cause::NotEnoughFree) => &[S::FreeTheCard, S::LowerUtil],
        Some(Cause::NoCacheRoom) => &[
            S::RaiseUtil,
            S::QuantisedWeights,
            S::SmallerChunk,
            S::FewerSequences,
        ],
        Some(Cause::LengthOverCache) => &[S::Length, S::RaiseUtil, S::CacheFp8],
        Some(Cause::CacheFull) => &[S::Length, S::Concurrency, S::RaiseUtil, S::CacheFp8],
        Some(Cause::BatchShrunk) => &[S::MicroBatch, S::Checkpointing, S::ShorterSequence],
        Some(Cause::Summary) if log.readings.count(What::Failures).unwrap_or(0) > 0 => {
            &[S::Expandable, S::MicroBatch]
        }
        Some(
            Cause::OutOfMemory
            | Cause::EngineDead
            | Cause::StartUp
            | Cause::MemoryUsage
            | Cause::DriverView
            | Cause::Summary,
        )
        | None => &[],
    }
}

/// What the line asks for: the lesson's two lists by side, and the whiteboard's by line.
fn of_place(place: &Place) -> &'static [StepCode] {
    use StepCode as S;
    match (place.item, place.side) {
        (Some(Item::Activations), _) => &[
            S::MicroBatch,
            S::Checkpointing,
            S::FlashAttention,
            S::Sleep,
            S::LowerUtil,
            S::ShorterSequence,
            S::Lora,
        ],
        (Some(Item::Logits), _) => &[
            S::MicroBatch,
            S::FusedHead,
            S::Sleep,
            S::LowerUtil,
            S::ShorterSequence,
        ],
        (Some(Item::OptimizerStates | Item::MasterWeights), _) => &[
            S::NoForeach,
            S::Shard,
            S::Sleep,
            S::Lora,
            S::NoMaster,
            S::EightBit,
            S::LowerUtil,
        ],
        (Some(Item::Gradients | Item::Critic), _) => &[
            S::MicroBatch,
            S::Shard,
            S::Sleep,
            S::Lora,
            S::NoMaster,
            S::LowerUtil,
        ],
        (Some(Item::PolicyWeights | Item::Adapter | Item::RewardModel), _) => &[
            S::Shard,
            S::Sleep,
            S::LowerUtil,
            S::Reference,
            S::Qlora,
            S::SmallerModel,
        ],
        (Some(Item::ReferenceModel), _) => &[S::Reference, S::Lora, S::Sleep, S::LowerUtil],
        (Some(Item::Buckets | Item::Workspace | Item::Context), _) => {
            &[S::MicroBatch, S::Checkpointing, S::LowerUtil]
        }
        // The pool itself was refused by the driver: a longer share would be refused all the more.
        (Some(Item::KvCache), _) if place.hint == Some(Hint::Pool) => {
            &[S::LowerUtil, S::Reference, S::Checkpointing, S::MicroBatch]
        }
        (Some(Item::KvCache), Side::Training) => &[S::Length, S::Concurrency, S::MicroBatch],
        (Some(Item::KvCache), Side::Engine | Side::Unknown) => {
            &[S::Length, S::Concurrency, S::RaiseUtil, S::CacheFp8]
        }
        (Some(Item::EngineWeights), _) if place.moment == Some(Moment::At(Phase::WeightSync)) => {
            &[S::Sleep, S::LowerUtil, S::Reference]
        }
        (Some(Item::EngineWeights), _) => &[S::QuantisedWeights, S::LowerUtil, S::SmallerModel],
        (Some(Item::EngineRuntime), _) => match place.hint {
            Some(Hint::Sampler) => &[S::FewerSequences, S::LowerUtil, S::NoGraphs],
            Some(Hint::Graphs) => &[S::FewerSequences, S::LowerUtil, S::NoGraphs],
            Some(Hint::EagerAttention | Hint::Foreach | Hint::Copy | Hint::Pool) | None => {
                &[S::Length, S::Concurrency, S::SmallerChunk, S::LowerUtil]
            }
        },
        (Some(Item::HostWeights | Item::HostOptimizerStates), _) => &[S::HostMemory],
        // The lesson's two lists.
        (None, Side::Engine) => &[S::Length, S::Concurrency, S::RaiseUtil],
        (None, Side::Training) => &[S::MicroBatch, S::Checkpointing, S::LowerUtil],
        (None, Side::Unknown) => &[S::MicroBatch, S::Checkpointing, S::Length, S::Concurrency],
    }
}

/// What a step leads to: None where it has nothing to act on, Some(None) where no key says it.
fn made(
    code: StepCode,
    place: &Place,
    log: &Log,
    config: &Config,
    ledger: &Ledger,
) -> Option<Option<Config>> {
    let trains = ledger.residents.trains;
    let engine = ledger.residents.engine;
    let colocated = trains && engine == EngineMode::Colocate;
    let has_engine = engine != EngineMode::None;
    let with = |then: bool, change: fn(&mut Config)| {
        then.then(|| {
            let mut after = config.clone();
            change(&mut after);
            Some(after)
        })
    };
    let cut = |code: CutCode| advice::cut(code, config, ledger).after.map(Some);
    match code {
        StepCode::MicroBatch => cut(CutCode::MicroBatch),
        StepCode::Checkpointing => cut(CutCode::Checkpointing),
        StepCode::Concurrency => cut(CutCode::Concurrency),
        StepCode::Reference => cut(CutCode::Reference),
        StepCode::Lora => cut(CutCode::Lora),
        StepCode::SmallerModel => cut(CutCode::SmallerModel),
        StepCode::Length => match log.readings.count(What::LongestFit) {
            Some(fits) if has_engine && fits >= 1 && fits < config.len => Some(Some(Config {
                len: fits,
                ..config.clone()
            })),
            Some(_) | None => cut(CutCode::Length),
        },
        StepCode::FlashAttention => match (config.attn, place.hint) {
            (Attention::Eager, _) => with(trains, |c| c.attn = Attention::Flash),
            (Attention::Flash, Some(Hint::EagerAttention)) => Some(None),
            (Attention::Flash, _) => None,
        },
        StepCode::FusedHead => {
            let fused = matches!(
                config.head,
                LossHead::TrlFused | LossHead::Liger | LossHead::RowTile
            );
            match config.task {
                Task::Sft => with(!fused, |c| c.head = LossHead::Liger),
                Task::Grpo | Task::Dpo | Task::Ppo => with(!fused, |c| c.head = LossHead::TrlFused),
                Task::Serve => None,
            }
        }
        StepCode::ShorterSequence => with(trains && config.seq > 1, |c| c.seq /= 2),
        StepCode::Sleep => with(
            colocated && config.sleep == 0 && config.method() == Method::Measured,
            |c| c.sleep = 1,
        ),
        StepCode::LowerUtil => lower_util(
            log,
            config,
            ledger,
            has_engine && (colocated || place.side != Side::Training),
        ),
        StepCode::RaiseUtil => raise_util(log, config, ledger),
        StepCode::CacheFp8 => {
            let wide = matches!(
                config.kvdtype,
                KvDtype::Bf16 | KvDtype::Fp16 | KvDtype::Fp32
            );
            with(has_engine && wide, |c| c.kvdtype = KvDtype::Fp8)
        }
        StepCode::FewerSequences => with(has_engine && config.seqs > 1, |c| c.seqs /= 2),
        StepCode::SmallerChunk => with(has_engine && config.batched > 1024, |c| c.batched /= 2),
        StepCode::NoGraphs => with(has_engine && !config.eager, |c| c.eager = true),
        StepCode::QuantisedWeights => {
            let half = matches!(config.dtype, Dtype::Bf16 | Dtype::Fp16 | Dtype::Fp32);
            with(!trains && half, |c| c.dtype = Dtype::Fp8)
        }
        StepCode::Shard => {
            let more = trains && config.n > 1;
            match config.shard {
                Sharding::None | Sharding::Zero1 => with(more, |c| c.shard = Sharding::Zero2),
                Sharding::Zero2 => with(more, |c| c.shard = Sharding::Zero3),
                Sharding::Zero3 | Sharding::Fsdp2 => None,
            }
        }
        StepCode::Qlora => with(trains && config.tune != Tune::Qlora, |c| {
            c.tune = Tune::Qlora;
        }),
        StepCode::NoMaster => {
            let master = matches!(config.recipe, Recipe::Master | Recipe::Fp32Grad);
            with(trains && config.tune == Tune::Full && master, |c| {
                c.recipe = Recipe::NoMaster;
            })
        }
        StepCode::EightBit => with(trains && config.opt == Optimizer::AdamW, |c| {
            c.opt = Optimizer::AdamW8bit;
        }),
        StepCode::NoForeach => match (place.hint, config.foreach) {
            (Some(Hint::Foreach), true) => with(trains, |c| c.foreach = false),
            (Some(Hint::Foreach), false) => Some(None),
            (
                Some(Hint::EagerAttention | Hint::Graphs | Hint::Sampler | Hint::Copy | Hint::Pool)
                | None,
                _,
            ) => None,
        },
        StepCode::Expandable
        | StepCode::FreeTheCard
        | StepCode::Uncap
        | StepCode::Devices
        | StepCode::HostMemory => Some(None),
    }
}

/// The share the engine was started with, in hundredths: by the log, else by the link.
fn share(log: &Log, config: &Config) -> Option<u64> {
    let logged = log.readings.count(What::Util);
    logged
        .map(|thousandths| (thousandths + 5) / 10)
        .or(config.util)
}

/// To what is free where the log says it, else 0.05 less, and under a colocated run's starting value.
fn lower_util(log: &Log, config: &Config, ledger: &Ledger, here: bool) -> Option<Option<Config>> {
    if !here {
        return None;
    }
    let Some(now) = share(log, config) else {
        return Some(None);
    };
    let readings = &log.readings;
    let free = readings
        .size(What::Free)
        .zip(readings.size(What::Total))
        .filter(|(_, total)| total.0 > 0)
        .filter(|_| readings.size(What::Budget).is_some())
        .and_then(|(free, total)| {
            u64::try_from(u128::from(free.0) * 100 / u128::from(total.0)).ok()
        });
    let start = util_line(config, ledger).map(|line| line.start);
    let target = free
        .unwrap_or(now.saturating_sub(5))
        .min(start.filter(|start| *start >= 5).unwrap_or(98))
        .max(5);
    (target < now).then(|| {
        Some(Config {
            util: Some(target),
            ..config.clone()
        })
    })
}

/// 0.05 more, up to what the training side leaves, and to 0.95.
fn raise_util(log: &Log, config: &Config, ledger: &Ledger) -> Option<Option<Config>> {
    let pool = engine_pool(config, ledger)?;
    let now = share(log, config).unwrap_or(pool.util);
    let upper = util_line(config, ledger).map_or(95, |line| line.upper.min(95));
    let target = now.saturating_add(5).min(upper);
    (target > now).then(|| {
        Some(Config {
            util: Some(target.clamp(5, 98)),
            ..config.clone()
        })
    })
}
