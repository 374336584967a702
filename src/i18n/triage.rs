//! Texts of the triage: what happened, whose memory, what to do first; symptoms and the hunt.
use super::{Locale, Voice, fill};
use crate::ledger::triage::symptoms::{HuntStep, Symptom};
use crate::ledger::triage::{Amount, Cause, Match, Moment, Reading, Side, Source, StepCode, What};
use crate::ledger::units::{ByteUnit, grouped_u64, plain};

texts! {
    /// A text of the triage.
    TriageText {
    Heading: "OOM 分诊", "OOM triage";
    Lead: "把报错、nvidia-smi、memory_summary 或引擎启动日志整段贴进来：看是哪一侧、哪一行、哪个乘数，先动什么。文字只在这个页面里处理，不发送。",
        "Paste the traceback, nvidia-smi, memory_summary or an engine's start-up log as it is: which side, which line, which multiplier, what to do first. The text is handled in this page and sent nowhere.";
    PasteLabel: "日志或报错", "Log or traceback";
    PasteHint: "离开输入框或按“分诊”后开始读。", "It is read when you leave the box or press “Read it”.";
    ReadIt: "分诊", "Read it";
    Clear: "清空", "Clear";
    Examples: "没有日志？试一份样例：", "No log at hand? Try a sample:";
    ExampleTraining: "训练侧：cross_entropy", "training: cross_entropy";
    ExampleEngine: "引擎侧：KV 放不下一条", "engine: one sequence too long";
    ExampleStart: "vLLM 启动日志", "vLLM start-up log";
    NotRecognised: "没有认出和显存有关的内容。", "Nothing about memory was recognised.";
    PasteInstead: "请贴这几样之一：", "Paste one of these instead:";
    PasteTraceback: "从 Traceback (most recent call last) 到 “CUDA out of memory. Tried to allocate …” 那一行的整段报错",
        "the whole traceback, from “Traceback (most recent call last)” to the line “CUDA out of memory. Tried to allocate …”";
    PasteEngine: "引擎启动日志里 “model weights take …”“Available KV cache memory …”“KV cache size …” 这几行",
        "the engine's start-up lines: “model weights take …”, “Available KV cache memory …”, “KV cache size …”";
    PasteSmi: "nvidia-smi 的输出，或 torch.cuda.memory_summary() 的表",
        "the output of nvidia-smi, or the table of torch.cuda.memory_summary()";
    Stranger: "看到了调用栈，但最后一行不是显存错误：把异常那一行也贴进来。",
        "There are frames of a traceback but no memory error at their end: paste the line of the exception too.";
    CutMiddle: "文本太长，只读了开头和结尾各 4 MiB。", "The text is too long: only 4 MiB of its beginning and of its end were read.";
    OrSymptom: "或者：选一个症状", "Or choose a symptom";
    OrHunt: "或者：四步排查", "Or follow the hunt in four steps";
    Finding: "结论", "Finding";
    WhoseMemory: "哪一侧", "side";
    WhatHappened: "发生了什么", "what happened";
    WhichLine: "账本的哪一行", "line of the ledger";
    WhichMoment: "哪个阶段", "moment";
    AskedFor: "这次要", "asked for";
    CardByLog: "日志里的卡", "card by the log";
    GrowsWith: "随什么增长", "grows with";
    Frameworks: "日志来自", "written by";
    NotInLedger: "现在的配置里没有这一行：日志不是这个配置的，或者设置还没对上。",
        "The present configuration has no such line: the log is of another run, or the settings do not match yet.";
    LineNow: "账本里这一行现在是 {0}", "the ledger's line is {0} now";
    LastStraw: "{0} 是分配器最小的几档之一，说明不了哪一行大：卡在这之前就满了，看账本里最大的一行。",
        "{0} is one of the allocator's least steps and says nothing of which line is large: the card was full before. Look at the ledger's largest line.";
    LargestNow: "现在最大的一行：{0}，{1}。", "The largest line now: {0}, {1}.";
    MatchConfigured: "{0} 正好是现在配置的：", "{0} is exactly, by the present configuration:";
    MatchSolved: "{0} 反推出约 {1} 个 token（现在的配置是 {2}）：", "{0} comes to about {1} tokens (the configuration has {2}):";
    MatchSolvedSame: "{0} 反推出约 {1} 个 token，和现在的配置一致：", "{0} comes to about {1} tokens, as configured:";
    TakeTokens: "把配置改成日志里的长度", "Set the configuration to the log's length";
    TakeCard: "日志里的卡是 {0}，配置里是 {1}：", "The log's card has {0}, the configuration's {1}:";
    TakeCardDo: "改成日志里的显存", "Set the memory to the log's";
    FirstSteps: "先做什么", "What to do first";
    OneAtATime: "一次只改一个，改完再跑一次看峰值。num_generations 不要先动（不低于 4）。",
        "Change one thing at a time and look at the peak again. num_generations is never first (not below 4).";
    NoSteps: "这里没有要改的：日志没有报错。", "Nothing to change here: the log reports no failure.";
    StepSaves: "省 {0}", "frees {0}";
    StepAdds: "多用 {0}", "takes {0} more";
    StepByHand: "手动", "by hand";
    Measured: "实测", "measured";
    Predicted: "预测", "predicted";
    Difference: "实测 − 预测", "measured − predicted";
    Calibration: "校准：实测与预测", "Calibration: measured against predicted";
    CalibrationNote: "预测用实测口径。“以实测为准”把这个数写进链接（键 fix），之后这一行就用你机器上的数；清掉 fix 就回到公式。",
        "Predicted by the measured method. “Use the measured value” writes the number into the link (key fix): the line then is what your machine showed; without fix it is the formula again.";
    UseMeasured: "以实测为准", "Use the measured value";
    Fixed: "链接里固定着实测值：{0}", "Fixed to measured values by the link: {0}";
    Unfix: "回到公式", "Back to the formula";
    ReadOut: "读到的数", "What was read";
    TotalLine: "合计", "total";
    DriverNote: "驱动显示的比账本多是正常的：分配器留着不还的块、CUDA context、别的进程都算在里面。",
        "The driver shows more than the ledger by nature: blocks that the allocator keeps, the CUDA context and other processes are in it.";
    SideTitle: "先分清是哪一侧", "First: which side";
    SideLead: "看调用栈最下面的帧：有 vLLM / SGLang 的是采样侧，有 transformers 的是训练侧。两侧的药相反，认错了越调越糟。",
        "Look at the lowest frames of the traceback: vLLM or SGLang is the sampling side, transformers the training side. Their cures are opposite; the wrong one makes it worse.";
    SideSampling: "采样侧（vLLM 的帧）", "sampling (vLLM frames)";
    SideTraining: "训练侧（transformers 的帧）", "training (transformers frames)";
    SideSeen: "看到什么", "what you see";
    SideCure: "按这个顺序", "in this order";
    CureSampling: "max_model_len 调低 → 并发调低 → gpu_memory_utilization 调高", "lower max_model_len → lower concurrency → raise gpu_memory_utilization";
    CureTraining: "micro batch 调低 → gpu_memory_utilization 调低 → 打开梯度检查点", "lower the micro batch → lower gpu_memory_utilization → gradient checkpointing on";
    SideTry: "在计算器里看", "see it in the calculator";
    OrderTitle: "一次只动一个，按顺序", "One thing at a time, in order";
    OrderLead: "每改一个就重跑一次；两个一起改，就不知道是谁起的作用。", "Run again after each change: with two at once nobody knows which one did it.";
    OrderNever: "num_generations 最后才考虑，而且不低于 4：它是 GRPO 的组内基线，减少它就改了算法。",
        "num_generations comes last and not below 4: it is GRPO's baseline within the group, and fewer changes the algorithm.";
    OrderDone: "已经是了", "already so";
    SymptomsTitle: "五个症状", "Five symptoms";
    PitfallsTitle: "九个坑", "Nine pitfalls";
    SymptomSeen: "症状", "symptom";
    SymptomSuspect: "先怀疑", "suspect";
    SymptomFirst: "先做", "first";
    Choose: "选这个", "Choose";
    Chosen: "症状：{0}", "Symptom: {0}";
    HuntTitle: "四步排查", "The hunt in four steps";
    HuntFromLog: "你的日志：", "Your log:";
    HuntNoLog: "贴了日志，这里会自动填上。", "With a log pasted this is filled in by itself.";
    Sentence: "显存问题 = 峰值所在的阶段 × 一个线性的旋钮。", "A memory problem = the phase of the peak × one linear knob.";
    SentenceTitle: "一句话", "In a sentence";
    SentenceNow: "现在：峰值在“{0}”，{1}；最大的一行是{2}（{3}），它的旋钮是 {4}。",
        "Now: the peak is at “{0}”, {1}; the largest line is {2} ({3}), and its knob is {4}.";
    }
}

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

impl StepCode {
    /// What is done.
    pub const fn title(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            StepCode::MicroBatch => (
                "micro batch 降到 1 + 梯度累积",
                "micro batch to 1 + gradient accumulation",
            ),
            StepCode::Checkpointing => ("打开梯度检查点", "gradient checkpointing on"),
            StepCode::FlashAttention => (
                "attn_implementation 换成 sdpa 或 flash_attention_2",
                "attn_implementation to sdpa or flash_attention_2",
            ),
            StepCode::FusedHead => (
                "换融合的 loss 头（Liger / TRL fused）",
                "a fused loss head (Liger, TRL fused)",
            ),
            StepCode::ShorterSequence => ("训练长度减半", "halve the training length"),
            StepCode::Sleep => (
                "训练时让引擎睡眠（vllm_enable_sleep_mode）",
                "put the engine to sleep while training (vllm_enable_sleep_mode)",
            ),
            StepCode::LowerUtil => (
                "gpu_memory_utilization 调低",
                "lower gpu_memory_utilization",
            ),
            StepCode::RaiseUtil => (
                "gpu_memory_utilization 调高",
                "raise gpu_memory_utilization",
            ),
            StepCode::Length => ("max_model_len 调低", "lower max_model_len"),
            StepCode::Concurrency => ("并发减半", "halve the concurrency"),
            StepCode::CacheFp8 => ("KV cache 用 fp8", "the KV cache in fp8"),
            StepCode::FewerSequences => ("max_num_seqs 减半", "halve max_num_seqs"),
            StepCode::SmallerChunk => (
                "max_num_batched_tokens 减半",
                "halve max_num_batched_tokens",
            ),
            StepCode::NoGraphs => (
                "enforce_eager（不录 CUDA graph）",
                "enforce_eager (no CUDA graphs)",
            ),
            StepCode::QuantisedWeights => ("权重用 fp8", "weights in fp8"),
            StepCode::Reference => ("关掉参考模型（KL = 0）", "reference model off (KL = 0)"),
            StepCode::Shard => ("ZeRO / FSDP 分片", "shard with ZeRO or FSDP"),
            StepCode::Lora => ("换成 LoRA", "switch to LoRA"),
            StepCode::Qlora => ("换成 QLoRA（4 bit 底座）", "switch to QLoRA (a 4-bit base)"),
            StepCode::NoMaster => ("去掉 fp32 主权重", "drop the fp32 master"),
            StepCode::EightBit => ("8 bit 优化器状态", "optimizer states of 8 bits"),
            StepCode::NoForeach => (
                "优化器用 fused 或 foreach=False",
                "fused or foreach=False for the optimizer",
            ),
            StepCode::SmallerModel => ("换小一号的模型", "a smaller model"),
            StepCode::Expandable => (
                "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True，或重启进程",
                "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, or restart the process",
            ),
            StepCode::FreeTheCard => (
                "用 nvidia-smi 找出占卡的进程，停掉或换卡",
                "find the process with nvidia-smi; stop it or take another card",
            ),
            StepCode::Uncap => (
                "放宽 set_per_process_memory_fraction",
                "raise set_per_process_memory_fraction",
            ),
            StepCode::Devices => (
                "对一遍 CUDA_VISIBLE_DEVICES 和 nvidia-smi 的编号（CUDA_DEVICE_ORDER=PCI_BUS_ID）",
                "hold CUDA_VISIBLE_DEVICES against nvidia-smi's numbers (CUDA_DEVICE_ORDER=PCI_BUS_ID)",
            ),
            StepCode::HostMemory => (
                "减少 offload、DataLoader worker 或换更大内存的机器",
                "less offloading, fewer data workers, or a machine with more memory",
            ),
        };
        locale.pick(zh, en)
    }

    /// What it costs.
    pub const fn price(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            StepCode::MicroBatch => (
                "慢一点，数学上等价",
                "a little slower, mathematically equivalent",
            ),
            StepCode::Checkpointing => ("前向多算约 30%", "about 30 % more forward compute"),
            StepCode::FlashAttention | StepCode::FusedHead => ("几乎没有", "next to none"),
            StepCode::ShorterSequence => ("样本会被截断", "samples are truncated"),
            StepCode::Sleep => ("每步多几秒切换", "some seconds of switching each step"),
            StepCode::LowerUtil => ("KV 池变小，采样变慢", "a smaller cache, slower sampling"),
            StepCode::RaiseUtil => ("训练侧的余量变小", "less room for training"),
            StepCode::Length => (
                "可能影响效果，先看截断率",
                "may hurt results: look at the truncation rate first",
            ),
            StepCode::Concurrency | StepCode::FewerSequences => ("采样变慢", "slower sampling"),
            StepCode::CacheFp8 => ("精度略降，先评测", "slightly less exact: evaluate first"),
            StepCode::SmallerChunk => ("prefill 变慢", "slower prefill"),
            StepCode::NoGraphs => (
                "吞吐掉到几分之一，放到最后",
                "several times the throughput: last resort",
            ),
            StepCode::QuantisedWeights => {
                ("精度略降，先评测", "slightly less exact: evaluate first")
            }
            StepCode::Reference => (
                "没有 KL 约束，策略可能跑偏",
                "no KL constraint: the policy may drift",
            ),
            StepCode::Shard => ("多卡，多通信", "more cards, more communication"),
            StepCode::Lora | StepCode::Qlora => ("表达能力受限", "less capacity"),
            StepCode::NoMaster => (
                "bf16 累加，小更新会丢",
                "bf16 accumulation loses small updates",
            ),
            StepCode::EightBit => (
                "状态有量化误差，看 loss",
                "quantised states: watch the loss",
            ),
            StepCode::NoForeach => ("没有", "none"),
            StepCode::SmallerModel => (
                "问题本身就变了，放到最后",
                "that changes the question: last resort",
            ),
            StepCode::Expandable
            | StepCode::FreeTheCard
            | StepCode::Uncap
            | StepCode::Devices
            | StepCode::HostMemory => ("不改算法", "the algorithm stays"),
        };
        locale.pick(zh, en)
    }
}

impl Symptom {
    /// What is seen.
    pub const fn seen(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Symptom::Forward => (
                "前向就 OOM，长度和 batch 越大越早",
                "OOM in the forward pass, sooner with length and batch",
            ),
            Symptom::Backward => (
                "前向过了，反向或 optimizer.step 时 OOM",
                "OOM in the backward pass or at optimizer.step",
            ),
            Symptom::ContextGrows => (
                "推理时上下文越长越 OOM",
                "OOM in inference as the context grows",
            ),
            Symptom::LowUse => (
                "占用不高，却反复 OOM",
                "use is low, yet it dies again and again",
            ),
            Symptom::CardsChanged => ("换卡之后占用对不上", "use differs after changing cards"),
            Symptom::InferenceSize => (
                "推理跑得动，一训练就 OOM",
                "inference runs, training dies at once",
            ),
            Symptom::LongerSamples => ("2k 长度没事，8k 就 OOM", "fine at 2k, dead at 8k"),
            Symptom::HiddenCopy => (
                "PPO 比四个模型加起来还大",
                "PPO needs more than its four models",
            ),
            Symptom::MeanContext => (
                "平时没事，高峰时 OOM 或抢占",
                "fine on average, dead or preempted at peak",
            ),
            Symptom::Int4Output => (
                "int4 放下了，结构化输出却坏了",
                "int4 fits, and structured output breaks",
            ),
            Symptom::Zero3Slow => (
                "ZeRO-3 放下了，速度掉一半",
                "ZeRO-3 fits, at half the speed",
            ),
            Symptom::EightBitLoss => (
                "8-bit Adam 放下了，loss 变差",
                "8-bit Adam fits, the loss is worse",
            ),
            Symptom::PeakBill => (
                "账单按峰值卡数 × 24 小时算",
                "the bill is peak cards × 24 hours",
            ),
            Symptom::MergeRegression => (
                "LoRA 合并之后效果变差",
                "worse answers after merging the LoRA",
            ),
        };
        locale.pick(zh, en)
    }

    /// What to suspect.
    pub const fn suspect(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Symptom::Forward => ("激活：随 batch × 长度", "activations: batch × length"),
            Symptom::Backward => (
                "梯度 / 优化器状态：随可训练参数",
                "gradients, optimizer states: trainable parameters",
            ),
            Symptom::ContextGrows => (
                "KV cache：随长度 × 并发",
                "the KV cache: length × concurrency",
            ),
            Symptom::LowUse => (
                "碎片：空闲不连续",
                "fragmentation: free memory is not in one piece",
            ),
            Symptom::CardsChanged => (
                "CUDA_VISIBLE_DEVICES 编号和你以为的不是同一张卡",
                "CUDA_VISIBLE_DEVICES: not the card you think",
            ),
            Symptom::InferenceSize => (
                "把推理的 2 字节/参数当成了训练：全参训练是 16",
                "2 bytes per parameter is inference; full training takes 16",
            ),
            Symptom::LongerSamples => (
                "激活和 logits 跟着长度涨四倍",
                "activations and logits grow fourfold with the length",
            ),
            Symptom::HiddenCopy => (
                "引擎和同步时还有一份权重：预算多留 30%",
                "a hidden copy of the weights for the engine and the sync: budget 30 % more",
            ),
            Symptom::MeanContext => (
                "KV 按平均长度估了：要按 P99",
                "the cache was sized by the mean length: use P99",
            ),
            Symptom::Int4Output => (
                "量化误差：先评测再上线，或用 8 bit",
                "quantisation error: evaluate before release, or use 8 bits",
            ),
            Symptom::Zero3Slow => (
                "每层都要收集权重，通信约 1.5 倍",
                "weights are gathered layer by layer: about 1.5 × the communication",
            ),
            Symptom::EightBitLoss => (
                "状态量化误差：大 batch、小学习率时明显",
                "quantised states: seen with large batches and small steps",
            ),
            Symptom::PeakBill => (
                "训练不是全天：按卡时算",
                "training does not run all day: count card-hours",
            ),
            Symptom::MergeRegression => (
                "合并到量化底座会丢精度：合并到 16 bit 再量化，或不合并",
                "merging into a quantised base loses precision: merge in 16 bits and quantise then, or do not merge",
            ),
        };
        locale.pick(zh, en)
    }

    /// What to do first, in words.
    pub const fn first(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Symptom::Forward => (
                "重计算，减 batch，梯度累积",
                "recompute, smaller batch, accumulation",
            ),
            Symptom::Backward => (
                "ZeRO / FSDP，LoRA，去掉 fp32 主权重",
                "ZeRO or FSDP, LoRA, drop the fp32 master",
            ),
            Symptom::ContextGrows => (
                "GQA 模型，KV 量化，限长度，降并发",
                "a GQA model, KV quantisation, a shorter limit, less concurrency",
            ),
            Symptom::LowUse => (
                "重启，分页分配，expandable segments",
                "restart, paged allocation, expandable segments",
            ),
            Symptom::CardsChanged => ("核对映射", "check the mapping"),
            Symptom::InferenceSize => (
                "按 16 字节/参数重算，或用 LoRA",
                "count again at 16 bytes per parameter, or use LoRA",
            ),
            Symptom::LongerSamples => (
                "micro batch 降到 1，打开检查点",
                "micro batch to 1, checkpointing on",
            ),
            Symptom::HiddenCopy => (
                "把引擎那份也写进账本",
                "put the engine's copy into the ledger too",
            ),
            Symptom::MeanContext => (
                "用 P99 长度和峰值并发重算",
                "count again with P99 length and peak concurrency",
            ),
            Symptom::Int4Output => ("换 fp8 / int8 比较", "compare fp8 or int8"),
            Symptom::Zero3Slow => (
                "先试 ZeRO-2，放不下再 ZeRO-3",
                "ZeRO-2 first, ZeRO-3 only if it does not fit",
            ),
            Symptom::EightBitLoss => (
                "和 16 bit 状态跑一小段对照",
                "run a short comparison with 16-bit states",
            ),
            Symptom::PeakBill => ("按实际卡时和利用率算", "count real card-hours and use"),
            Symptom::MergeRegression => (
                "合并前后跑同一套评测",
                "run one evaluation before and after the merge",
            ),
        };
        locale.pick(zh, en)
    }
}

impl HuntStep {
    /// The question.
    pub const fn title(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            HuntStep::AllocatedOrReserved => (
                "是 allocated 还是 reserved？",
                "Allocated, or only reserved?",
            ),
            HuntStep::WhichPhase => ("峰值在哪个阶段？", "Which phase is the peak?"),
            HuntStep::OneVariable => ("一次只动一个变量", "One variable at a time"),
            HuntStep::Fragmentation => ("是不是碎片？", "Is it fragmentation?"),
        };
        locale.pick(zh, en)
    }

    /// How to answer it.
    pub const fn how(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            HuntStep::AllocatedOrReserved => (
                "看 torch.cuda.memory_summary()：allocated 接近总显存，就是真不够；reserved 高、allocated 低，是分配器占着。",
                "Look at torch.cuda.memory_summary(): allocated near the card's size means it is truly too much; reserved high and allocated low means the allocator holds it.",
            ),
            HuntStep::WhichPhase => (
                "在前向后、反向后、step 后各打一次 max_memory_allocated：哪个阶段出现峰值，就找那个阶段的行。",
                "Print max_memory_allocated after forward, backward and step: the phase of the peak has the line to blame.",
            ),
            HuntStep::OneVariable => (
                "batch、长度、检查点、精度，一次只改一个，看峰值怎么变：线性跟着变的就是它。",
                "Batch, length, checkpointing, precision: change one and see how the peak moves; what it follows linearly is the cause.",
            ),
            HuntStep::Fragmentation => (
                "reserved − allocated 比这次要的还大，就是碎片：expandable_segments:True 或重启。",
                "If reserved − allocated exceeds what was asked for, it is fragmentation: expandable_segments:True, or restart.",
            ),
        };
        locale.pick(zh, en)
    }
}

impl crate::ledger::triage::Step {
    /// What it frees or takes, or that it is done by hand; empty where the method in use counts nothing.
    pub fn effect(&self, voice: Voice) -> String {
        let locale = voice.locale;
        match (&self.after, self.saves.size.0, self.saves.negative) {
            (None, _, _) => TriageText::StepByHand.of(locale).to_string(),
            (Some(_), 0, _) => String::new(),
            (Some(_), _, true) => fill(
                TriageText::StepAdds.of(locale),
                &[&voice.size(self.saves.size)],
            ),
            (Some(_), _, false) => fill(
                TriageText::StepSaves.of(locale),
                &[&voice.size(self.saves.size)],
            ),
        }
    }
}
