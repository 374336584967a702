//! A run that died, or an engine that started: what its log says, and the line of the ledger that it means.
//!
//! [`read`] takes a text apart, whatever it is; [`diagnose`] holds what was read against a configuration: the side, the
//! moment and the line, the arithmetic of the size that was asked for, the first cuts, and measured minus predicted.
mod body;
mod calibration;
mod clean;
mod engine;
mod faults;
mod frames;
mod matching;
mod rules;
mod scan;
mod steps;
pub mod symptoms;
mod tables;
mod trainer;

pub use calibration::Compared;
pub use matching::{Match, Solved};
pub use steps::{Step, StepCode};

use super::config::{Config, Method};
use super::item::{Item, Phase};
use super::units::{Bytes, SignedBytes};
use super::words::Word;
use crate::words;
use frames::Place;

words! {
    /// Whose memory ran out.
    Side {
        /// The training process (transformers frames).
        Training = "training",
        /// The inference engine (vLLM or SGLang frames): sampling.
        Engine = "engine",
        /// The text does not say.
        Unknown = "unknown",
    }

    /// What happened.
    Cause {
        /// Host memory ran out, not the card's.
        HostMemory = "host_memory",
        /// An allocation failed: the card is full.
        OutOfMemory = "out_of_memory",
        /// An allocation failed although as much is reserved and unused: fragmentation.
        Fragmentation = "fragmentation",
        /// An allocation failed while other processes hold much of the card.
        OtherProcess = "other_process",
        /// The process's own cap was reached, not the card's.
        Capped = "capped",
        /// The engine asks for a share of the card that is not free.
        NotEnoughFree = "not_enough_free",
        /// After weights and profiling nothing is left for the cache.
        NoCacheRoom = "no_cache_room",
        /// One sequence of the configured length does not fit into the cache.
        LengthOverCache = "length_over_cache",
        /// The cache is full while it runs: requests are put back, a throughput cliff, not a death.
        CacheFull = "cache_full",
        /// The batch was made smaller until it fitted, or until nothing was left.
        BatchShrunk = "batch_shrunk",
        /// The engine is dead; its reason stands further up.
        EngineDead = "engine_dead",
        /// Memory lines of an engine that started.
        StartUp = "start_up",
        /// Memory lines of a training run.
        MemoryUsage = "memory_usage",
        /// The driver's tool.
        DriverView = "driver_view",
        /// PyTorch's memory summary.
        Summary = "memory_summary",
    }

    /// Who wrote a line of it.
    Source {
        /// PyTorch's allocator.
        PyTorch = "pytorch",
        /// PyTorch on AMD cards.
        Rocm = "rocm",
        /// PyTorch on Intel cards.
        Xpu = "xpu",
        /// PyTorch on Apple's chips.
        Mps = "mps",
        /// vLLM.
        Vllm = "vllm",
        /// SGLang.
        Sglang = "sglang",
        /// Another inference engine.
        OtherEngine = "other_engine",
        /// llama.cpp and what is built on it.
        LlamaCpp = "llama_cpp",
        /// DeepSpeed.
        DeepSpeed = "deepspeed",
        /// PyTorch FSDP.
        Fsdp = "fsdp",
        /// transformers.
        Transformers = "transformers",
        /// TRL.
        Trl = "trl",
        /// verl.
        Verl = "verl",
        /// PEFT.
        Peft = "peft",
        /// bitsandbytes.
        BitsAndBytes = "bitsandbytes",
        /// accelerate.
        Accelerate = "accelerate",
        /// nvidia-smi.
        NvidiaSmi = "nvidia_smi",
        /// torch.cuda.memory_summary.
        MemorySummary = "memory_summary",
    }

    /// A number that was read.
    What {
        /// Size of the allocation that failed.
        Asked = "asked_bytes",
        /// Memory of the card.
        Total = "total_bytes",
        /// Free on it.
        Free = "free_bytes",
        /// In use by this process, PyTorch and not.
        Process = "process_bytes",
        /// In use by other processes.
        Other = "other_bytes",
        /// Processes on the card.
        Processes = "processes",
        /// The most this process may use.
        Allowed = "allowed_bytes",
        /// Allocated by PyTorch.
        Allocated = "allocated_bytes",
        /// Of it in the pools of CUDA graphs.
        Pools = "graph_pool_bytes",
        /// Reserved by PyTorch from the driver.
        Reserved = "reserved_bytes",
        /// Reserved by PyTorch but unallocated.
        Idle = "idle_bytes",
        /// The most that was allocated.
        PeakAllocated = "peak_allocated_bytes",
        /// The most that was reserved.
        PeakReserved = "peak_reserved_bytes",
        /// Inactive pieces of blocks that are partly used.
        Split = "non_releasable_bytes",
        /// Failed allocations so far.
        Failures = "out_of_memory_count",
        /// Allocations that succeeded after the cache was emptied.
        Retries = "retry_count",
        /// In use as the driver's tool shows it.
        DriverUsed = "driver_used_bytes",
        /// The engine's weights.
        Weights = "weights_bytes",
        /// What the engine's process holds outside PyTorch.
        NonTorch = "non_torch_bytes",
        /// Peak of activations in the engine's profiling run.
        ActivationPeak = "activation_peak_bytes",
        /// CUDA graphs.
        Graphs = "graphs_bytes",
        /// The cache's pool.
        Pool = "pool_bytes",
        /// The engine's whole budget.
        Budget = "budget_bytes",
        /// gpu_memory_utilization in thousandths.
        Util = "util_thousandths",
        /// Tokens the pool holds.
        CacheTokens = "kv_tokens",
        /// Blocks of the pool.
        Blocks = "kv_blocks",
        /// Sequences of the configured length that fit, in thousandths.
        Concurrency = "concurrency_thousandths",
        /// The configured length.
        MaxLength = "max_length",
        /// Cache that one sequence of the configured length needs.
        Needed = "needed_bytes",
        /// The longest sequence that would fit.
        LongestFit = "longest_fit",
        /// Freed by falling asleep.
        SleepFreed = "sleep_freed_bytes",
        /// Still in use asleep.
        SleepHeld = "sleep_held_bytes",
        /// Use of the cache, in thousandths.
        CacheUse = "kv_use_thousandths",
        /// Requests running.
        Running = "running",
        /// Requests that wait.
        Waiting = "waiting",
        /// Times a request was put back.
        Preemptions = "preemptions",
        /// Requests of the sampler's warm-up.
        WarmUp = "warm_up_requests",
        /// Elements of a communication bucket.
        Bucket = "bucket_elements",
        /// Parameters, as an estimator was told.
        Params = "params",
    }
}

/// The moment a log speaks of: a phase of a step, or before the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Loading weights, profiling, sizing the cache, capturing graphs.
    StartUp,
    /// A moment of a step.
    At(Phase),
}

impl Moment {
    /// Its slug, as in JSON.
    pub fn slug(self) -> &'static str {
        match self {
            Moment::StartUp => "start_up",
            Moment::At(phase) => phase.slug(),
        }
    }
}

/// A number that was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// What it is.
    pub what: What,
    /// Its value.
    pub amount: Amount,
    /// Half a unit of its last printed digit, in bytes; nothing for counts.
    pub half: Bytes,
}

/// The value of a reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// Bytes; negative where an engine says that it is short by so much.
    Size(SignedBytes),
    /// A count, or a share in thousandths.
    Count(u64),
}

/// What was read, each number once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Readings(Vec<Reading>);

impl Readings {
    /// All of them in the order of [`What`].
    pub fn all(&self) -> &[Reading] {
        &self.0
    }

    /// The size of one, if it was read and is not negative.
    pub fn size(&self, what: What) -> Option<Bytes> {
        match self.get(what)?.amount {
            Amount::Size(size) => (!size.negative).then_some(size.size),
            Amount::Count(_) => None,
        }
    }

    /// The count of one, if it was read.
    pub fn count(&self, what: What) -> Option<u64> {
        match self.get(what)?.amount {
            Amount::Size(_) => None,
            Amount::Count(count) => Some(count),
        }
    }

    /// One of them.
    pub fn get(&self, what: What) -> Option<&Reading> {
        self.0.iter().find(|reading| reading.what == what)
    }

    /// Takes a size; a later one replaces it.
    fn put(&mut self, what: What, size: scan::Size) {
        self.set(Reading {
            what,
            amount: Amount::Size(SignedBytes {
                negative: size.negative && size.bytes.0 > 0,
                size: size.bytes,
            }),
            half: size.half,
        });
    }

    /// Takes a size unless a larger one is there.
    fn most(&mut self, what: What, size: scan::Size) {
        if self.size(what).is_none_or(|old| old < size.bytes) {
            self.put(what, size);
        }
    }

    /// Takes a count; a later one replaces it.
    fn put_count(&mut self, what: What, count: u64) {
        self.set(Reading {
            what,
            amount: Amount::Count(count),
            half: Bytes::ZERO,
        });
    }

    fn set(&mut self, reading: Reading) {
        match self.0.binary_search_by_key(&reading.what, |r| r.what) {
            Ok(at) => {
                if let Some(slot) = self.0.get_mut(at) {
                    *slot = reading;
                }
            }
            Err(at) => self.0.insert(at, reading),
        }
    }
}

/// What a text says, whatever the configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// Who wrote lines of it, in the order of [`Source`].
    pub sources: Vec<Source>,
    /// Numbers.
    pub readings: Readings,
    /// Bytes of the text.
    pub length: usize,
    /// True where its middle was too long to be read.
    pub cut: bool,
    /// True where there are frames of a traceback but nothing about memory.
    pub stranger: bool,
    /// What happened, by the strongest sign.
    cause: Option<Cause>,
    /// Where it happened, by its frames or the message itself.
    place: Option<Place>,
}

impl Log {
    fn by(&mut self, source: Source) {
        if let Err(at) = self.sources.binary_search(&source) {
            self.sources.insert(at, source);
        }
    }

    /// The strongest cause wins: they stand in that order.
    fn because(&mut self, cause: Cause) {
        if self.cause.is_none_or(|old| cause < old) {
            self.cause = Some(cause);
        }
    }
}

/// Reads a text: any text, in time proportional to its length.
pub fn read(text: &str) -> Log {
    let clean = clean::clean(text);
    let mut log = Log {
        length: text.len(),
        cut: clean.cut,
        ..Log::default()
    };
    let died = frames::read(&clean.lines, &mut log);
    let rows = [
        body::ROWS,
        engine::VLLM,
        engine::SGLANG,
        faults::ROWS,
        trainer::ROWS,
    ];
    scan::sweep(&clean.flat, &rows, &mut log);
    tables::read(&clean.lines, &mut log);
    let said = log.place.take();
    log.place = match log.cause {
        // Such a message says more than the frames it was raised in.
        Some(
            Cause::NotEnoughFree | Cause::NoCacheRoom | Cause::LengthOverCache | Cause::CacheFull,
        ) => said.or(died),
        Some(
            Cause::OutOfMemory
            | Cause::Fragmentation
            | Cause::OtherProcess
            | Cause::HostMemory
            | Cause::Capped
            | Cause::BatchShrunk
            | Cause::EngineDead
            | Cause::StartUp
            | Cause::MemoryUsage
            | Cause::DriverView
            | Cause::Summary,
        )
        | None => died.or(said),
    };
    log.stranger &= log.cause.is_none();
    log
}

/// What a log says of a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Triage {
    /// False where nothing about memory was found.
    pub recognised: bool,
    /// What happened.
    pub cause: Option<Cause>,
    /// Whose memory.
    pub side: Side,
    /// When.
    pub moment: Option<Moment>,
    /// The line of the ledger.
    pub item: Option<Item>,
    /// Size of the allocation that failed.
    pub asked: Option<Bytes>,
    /// True where that size says nothing: the allocator asks for so little in any state, the card was full before.
    pub last_straw: bool,
    /// Memory of the card, by the log.
    pub capacity: Option<Bytes>,
    /// The arithmetic of the size that was asked for.
    pub matched: Option<Match>,
    /// Keys the line is linear in.
    pub drivers: Vec<Driver>,
    /// What to do first, in order.
    pub steps: Vec<Step>,
    /// Measured against predicted.
    pub compared: Vec<Compared>,
    /// The configuration with the card's memory as the log has it, where they differ.
    pub other_card: Option<Config>,
}

words! {
    /// A key of a link that a line of the ledger grows with.
    Driver {
        /// The model.
        Model = "model",
        /// Format of the weights.
        Dtype = "dtype",
        /// What is trained.
        Tune = "tune",
        /// Optimizer.
        Opt = "opt",
        /// Micro batch.
        Mb = "mb",
        /// Training length.
        Seq = "seq",
        /// Reference model.
        Ref = "ref",
        /// Concurrency.
        Conc = "conc",
        /// Cached length.
        Len = "len",
        /// Share of the card.
        Util = "util",
        /// Sequences of an engine step.
        Seqs = "seqs",
        /// Tokens of an engine step.
        Batched = "batched",
        /// CUDA graphs.
        Eager = "eager",
        /// Tensor parallel.
        Tp = "tp",
        /// Sharding.
        Shard = "shard",
        /// Context.
        Context = "context",
    }
}

/// Allocations up to here are rounded up from anything: a segment of 2 MiB for small blocks, of 20 MiB for middling ones
/// (PyTorch's CUDACachingAllocator: kSmallBuffer, kLargeBuffer).
const LAST_STRAW: Bytes = Bytes::mib(20);

/// Holds a log against a configuration.
pub fn diagnose(log: &Log, config: &Config) -> Triage {
    let readings = &log.readings;
    let asked = readings.size(What::Asked);
    let last_straw = asked.is_some_and(|asked| asked <= LAST_STRAW);
    let capacity = readings.size(What::Total);
    let mut place = match log.cause {
        Some(_) => log.place.unwrap_or_default(),
        None => Place::default(),
    };
    let measured = Config {
        method: Method::Measured,
        ..config.clone()
    };
    let matched = if last_straw || log.cause.is_none() {
        None
    } else {
        matching::find(readings, &mut place, &measured)
    };
    let cause = refined(log, asked);
    let item = match cause {
        Some(Cause::HostMemory) => None,
        Some(_) | None => place.item,
    };
    let drivers = item.map_or_else(Vec::new, |item| drivers(item, &place));
    let other_card = capacity.and_then(|total| other_card(config, total));
    let recognised = cause.is_some();
    let steps = match recognised {
        true => steps::steps(cause, &place, log, config),
        false => Vec::new(),
    };
    Triage {
        recognised,
        cause,
        side: place.side,
        moment: place.moment,
        item,
        asked,
        last_straw,
        capacity,
        matched,
        drivers,
        steps,
        compared: if recognised {
            calibration::compare(log, &place, config)
        } else {
            Vec::new()
        },
        other_card,
    }
}

/// The cause, looked at again with the numbers: what PyTorch holds unused, and what others hold.
fn refined(log: &Log, asked: Option<Bytes>) -> Option<Cause> {
    let cause = log.cause?;
    if cause != Cause::OutOfMemory {
        return Some(cause);
    }
    let readings = &log.readings;
    let total = readings.size(What::Total).unwrap_or(Bytes::ZERO);
    if let (Some(_), Some(free), Some(asked)) = (
        readings.size(What::Allowed),
        readings.size(What::Free),
        asked,
    ) && free > asked
    {
        return Some(Cause::Capped);
    }
    if let (Some(idle), Some(asked)) = (readings.size(What::Idle), asked)
        && idle >= asked
        && idle.0 >= FRAGMENTED.0
    {
        return Some(Cause::Fragmentation);
    }
    if let Some(other) = readings.size(What::Other)
        && other.0.saturating_mul(10) >= total.0
        && other.0 > 0
        && total.0 > 0
    {
        return Some(Cause::OtherProcess);
    }
    Some(cause)
}

/// Reserved and unused by at least so much is more than the rounding of blocks leaves behind.
const FRAGMENTED: Bytes = Bytes::mib(512);

/// What the line grows with: the linear knobs.
fn drivers(item: Item, place: &Place) -> Vec<Driver> {
    use frames::Hint;
    match item {
        Item::PolicyWeights | Item::HostWeights => vec![Driver::Model, Driver::Dtype],
        Item::Gradients | Item::MasterWeights | Item::Adapter | Item::Critic => {
            vec![Driver::Model, Driver::Tune]
        }
        Item::OptimizerStates | Item::HostOptimizerStates => vec![Driver::Tune, Driver::Opt],
        Item::Activations | Item::Logits => vec![Driver::Mb, Driver::Seq],
        Item::ReferenceModel => vec![Driver::Ref],
        Item::RewardModel => vec![Driver::Model],
        Item::EngineWeights => vec![Driver::Model, Driver::Dtype, Driver::Tp],
        Item::KvCache => vec![Driver::Len, Driver::Conc],
        Item::EngineRuntime => match place.hint {
            Some(Hint::Sampler) => vec![Driver::Seqs],
            Some(Hint::Graphs) => vec![Driver::Eager],
            Some(Hint::EagerAttention | Hint::Foreach | Hint::Copy) | None => vec![Driver::Batched],
        },
        Item::Buckets => vec![Driver::Shard],
        Item::Workspace => Vec::new(),
        Item::Context => vec![Driver::Context],
    }
}

/// The configuration with the log's card, where the two differ by more than what a driver keeps for itself.
fn other_card(config: &Config, total: Bytes) -> Option<Config> {
    let ours = config.capacity();
    let apart = total.0.abs_diff(ours.0);
    let mib = total.0 >> 20;
    let far = apart.saturating_mul(100) > ours.0.saturating_mul(5);
    (far && (1..=16_777_216).contains(&mib)).then(|| Config {
        mem: Some(mib),
        ..config.clone()
    })
}
