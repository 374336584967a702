//! The words of a triage: sides, causes, who wrote a line, what a number is, what a line grows with.
use crate::ledger::item::Phase;
use crate::ledger::words::Word;
use crate::words;

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
