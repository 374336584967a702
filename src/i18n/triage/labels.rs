//! Names of sides, causes, moments and numbers of a log.
use super::TriageText;
use crate::i18n::{Locale, fill};
use crate::ledger::triage::{Amount, Cause, Match, Moment, Reading, Side, Source, What};
use crate::ledger::units::{ByteUnit, grouped_u64, plain};

impl Side {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Side::Training => ("训练侧", "training"),
            Side::Engine => ("引擎侧（采样）", "engine (sampling)"),
            Side::Unknown => ("看不出来", "unknown"),
        };
        locale.pick(zh, en)
    }
}

impl Moment {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            Moment::StartUp => locale.pick("启动 / 加载", "start-up, loading"),
            Moment::At(phase) => phase.label(locale),
        }
    }
}

impl Cause {
    /// What happened, in a sentence.
    pub const fn sentence(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Cause::OutOfMemory => (
                "显存不够：一次分配失败了。",
                "Out of memory: an allocation failed.",
            ),
            Cause::Fragmentation => (
                "碎片：PyTorch 已经占着但没用的显存比这次要的还多，只是不连续。",
                "Fragmentation: PyTorch holds more unused memory than was asked for, only not in one piece.",
            ),
            Cause::OtherProcess => (
                "别的进程占了这张卡的一大块。",
                "Other processes hold a large part of this card.",
            ),
            Cause::HostMemory => (
                "不是显存，是主机内存不够。",
                "Not the card: host memory ran out.",
            ),
            Cause::Capped => (
                "撞到的是进程自己的上限（per_process_memory_fraction），卡上还有空。",
                "The process's own cap (per_process_memory_fraction) was reached; the card has room.",
            ),
            Cause::NotEnoughFree => (
                "引擎启动时要的份额（util × 总显存）比卡上的空闲多：先看谁占着。",
                "The engine asks for more (util × total) than is free on the card: see first who holds it.",
            ),
            Cause::NoCacheRoom => (
                "权重和激活峰值之后，预算里没有留给 KV cache 的了。",
                "After weights and the activation peak the budget has nothing left for the KV cache.",
            ),
            Cause::LengthOverCache => (
                "KV 池装不下一条最长的序列：max_model_len 太长，或池太小。",
                "The cache cannot hold one sequence of the full length: max_model_len is too long, or the pool too small.",
            ),
            Cause::CacheFull => (
                "KV 池满了，请求被退回重算：不会死，但吞吐断崖式下降。",
                "The cache is full and requests are put back: no death, but throughput falls off a cliff.",
            ),
            Cause::BatchShrunk => (
                "accelerate 在自动减小 batch，直到放得下（或减到零）。",
                "accelerate shrinks the batch until it fits, or until nothing is left.",
            ),
            Cause::EngineDead => (
                "引擎已经死了，这一行只是结果：原因在日志更上面，把那一段也贴进来。",
                "The engine is dead and this line is only the consequence: the reason stands further up, paste that part too.",
            ),
            Cause::StartUp => (
                "引擎的显存日志，没有报错：可以用来校准。",
                "Memory lines of an engine, no failure: good for calibration.",
            ),
            Cause::MemoryUsage => (
                "训练的显存日志，没有报错：可以和账本对一对。",
                "Memory lines of a training run, no failure: hold them against the ledger.",
            ),
            Cause::DriverView => (
                "nvidia-smi 的视角：占用，不是需求。",
                "nvidia-smi's view: what is held, not what is needed.",
            ),
            Cause::Summary => (
                "PyTorch 分配器的账：allocated 是真的用着，reserved 是占着。",
                "The books of PyTorch's allocator: allocated is in use, reserved is held.",
            ),
        };
        locale.pick(zh, en)
    }
}

impl Source {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            Source::PyTorch => "PyTorch",
            Source::Rocm => "PyTorch (ROCm)",
            Source::Xpu => "PyTorch (XPU)",
            Source::Mps => "PyTorch (MPS)",
            Source::Vllm => "vLLM",
            Source::Sglang => "SGLang",
            Source::OtherEngine => locale.pick("其他引擎", "another engine"),
            Source::LlamaCpp => "llama.cpp",
            Source::DeepSpeed => "DeepSpeed",
            Source::Fsdp => "FSDP",
            Source::Transformers => "transformers",
            Source::Trl => "TRL",
            Source::Verl => "verl",
            Source::Peft => "PEFT",
            Source::BitsAndBytes => "bitsandbytes",
            Source::Accelerate => "accelerate",
            Source::NvidiaSmi => "nvidia-smi",
            Source::MemorySummary => "torch.cuda.memory_summary",
        }
    }
}

impl What {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            What::Asked => ("这次要的", "asked for"),
            What::Total => ("卡的总显存", "memory of the card"),
            What::Free => ("空闲", "free"),
            What::Process => ("本进程占用", "in use by the process"),
            What::Other => ("其他占用", "in use by others"),
            What::Processes => ("进程数", "processes"),
            What::Allowed => ("进程上限", "allowed to the process"),
            What::Allocated => ("PyTorch 已分配", "allocated by PyTorch"),
            What::Pools => ("其中 CUDA graph 池", "of it in graph pools"),
            What::Reserved => ("PyTorch 已保留", "reserved by PyTorch"),
            What::Idle => ("保留但没用", "reserved but unallocated"),
            What::PeakAllocated => ("分配峰值", "peak allocated"),
            What::PeakReserved => ("保留峰值", "peak reserved"),
            What::Split => ("块里还不回去的碎块", "non-releasable"),
            What::Failures => ("OOM 次数", "failed allocations"),
            What::Retries => ("重试次数", "retries"),
            What::DriverUsed => ("驱动显示的占用", "in use by the driver's tool"),
            What::Weights => ("引擎权重", "engine weights"),
            What::NonTorch => ("PyTorch 之外", "outside PyTorch"),
            What::ActivationPeak => ("激活峰值", "activation peak"),
            What::Graphs => ("CUDA graph", "CUDA graphs"),
            What::Pool => ("KV 池", "cache pool"),
            What::Budget => ("引擎预算", "engine budget"),
            What::Util => ("gpu_memory_utilization", "gpu_memory_utilization"),
            What::CacheTokens => ("KV 池的 token 数", "tokens of the pool"),
            What::Blocks => ("KV 块数", "blocks of the pool"),
            What::Concurrency => ("最大并发（倍）", "maximum concurrency (times)"),
            What::MaxLength => ("max_model_len", "max_model_len"),
            What::Needed => ("一条最长序列要的 KV", "cache of one full sequence"),
            What::LongestFit => ("放得下的最长长度", "longest that fits"),
            What::SleepFreed => ("睡眠释放", "freed by sleep"),
            What::SleepHeld => ("睡着还占", "held asleep"),
            What::CacheUse => ("KV 使用率（%）", "cache use (%)"),
            What::Running => ("在跑的请求", "requests running"),
            What::Waiting => ("等着的请求", "requests waiting"),
            What::Preemptions => ("抢占次数", "preemptions"),
            What::WarmUp => ("采样预热的请求数", "requests of the sampler's warm-up"),
            What::Bucket => ("通信桶元素", "bucket elements"),
            What::Params => ("参数量", "parameters"),
        };
        locale.pick(zh, en)
    }
}

impl Reading {
    /// Its value as shown: logs print GiB whatever the page's unit is, and so it stands beside them.
    pub fn shown(&self) -> String {
        match (self.what, self.amount) {
            (_, Amount::Size(size)) => size.shown(
                if size.size.0 < 1 << 30 {
                    ByteUnit::MiB
                } else {
                    ByteUnit::GiB
                },
                false,
            ),
            (What::Util | What::Concurrency, Amount::Count(n)) => plain(n as f64 / 1000.0),
            (What::CacheUse, Amount::Count(n)) => plain(n as f64 / 10.0),
            (_, Amount::Count(n)) => grouped_u64(n),
        }
    }
}

impl Match {
    /// What the size is, before its arithmetic.
    pub fn sentence(&self, asked: &str, locale: Locale) -> String {
        match &self.solved {
            None => fill(TriageText::MatchConfigured.of(locale), &[asked]),
            Some(solved) => {
                let text = if solved.tokens == solved.configured {
                    TriageText::MatchSolvedSame
                } else {
                    TriageText::MatchSolved
                };
                let (tokens, ours) = (grouped_u64(solved.tokens), grouped_u64(solved.configured));
                fill(text.of(locale), &[asked, &tokens, &ours])
            }
        }
    }
}
