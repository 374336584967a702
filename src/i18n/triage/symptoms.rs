//! Symptoms and the steps of the hunt, in words.
use crate::i18n::Locale;
use crate::ledger::triage::symptoms::{HuntStep, Symptom};

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
