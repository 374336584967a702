//! Texts of the measured method's views: moments, bands, regimes, and why the two methods differ.
use super::Locale;
use crate::ledger::config::{AdapterDtype, Attention, LossHead, Offload, Sharding, Targets};
use crate::ledger::differences::Why;

texts! {
    /// A text of the measured method's views.
    MeasuredText {
    FullestAt: "最满的时刻：{0}。范围 {1} 到 {2}。", "Fullest at: {0}. Band {1} to {2}.";
    BandNote: "范围来自这一类配置的实测误差和分配器的行为：下限是都往好里算，上限是要留的卡内存。nvidia-smi 看到的还要高：分配器保留的比分配的多。", "The band comes from the measured error of this family and the allocator's behaviour: the low end if everything goes well, the high end what the card should have. nvidia-smi shows more still: the allocator reserves more than it allocates.";
    Rollout: "采样时", "rollout";
    Update: "更新时", "update";
    LessonTotal: "课程口径：{0}", "lesson's method: {0}";
    ToLesson: "切到课程口径", "Switch to the lesson's method";
    MomentsHeading: "一步之内的显存", "Memory over one step";
    MomentsLead: "每根柱子是一步里的一个时刻，峰值不是各项之和，而是最满的那一刻。点一个时刻，下面的账本就显示那一刻。", "Each column is a moment of one step; the peak is the fullest moment, not the sum of the lines. Choose a moment and the ledger below shows it.";
    Peak: "峰值", "peak";
    LedgerAt: "账本 · {0}", "Ledger · {0}";
    AtMoment: "这一刻", "at this moment";
    OwnMaximum: "自己的最大值", "its own maximum";
    EachMoment: "各时刻", "each moment";
    NotThere: "不在卡上", "not on the card";
    WhyDiffer: "与课程口径的差别", "Where the lesson differs";
    WhyRow: "课程口径 {0}，实测口径 {1}。{2}", "The lesson says {0}, the measured method {1}. {2}";
    WhyLead: "课程口径是手算规则：名义参数量，各项相加。下面逐项说明两种口径差在哪里。", "The lesson's method is for sums by hand: nominal sizes, all lines added. Row by row, where the two part:";
    WhyNone: "这一项两种口径一致。", "Both methods agree on this row.";
    SumAgainstPeak: "总数也不同：课程把各项相加，得 {0}；实测口径取最满的时刻，得 {1}（各项最大值之和是 {2}，它们不在同一刻）。", "The totals differ too: the lesson adds all lines, {0}; the measured method takes the fullest moment, {1} (the lines' maxima come to {2}, but not at one moment).";
    HostHeading: "主机内存", "Host memory";
    HostLead: "搬到主机内存的部分，不占显存，但机器要有这么多内存（锁页更好）。", "What is moved to host memory: no card memory, but the machine must have it (pinned, if it is to be fast).";
    RegimeHeading: "框架默认怎么做", "What frameworks do by default";
    RegimeNow: "现在的配方：{0}。", "The present regime: {0}.";
    RegimeOwn: "自定义组合：{0}", "a combination of its own: {0}";
    RegimeLead: "同一个任务，框架的默认设置差出几倍。每一行把它的默认套到当前配置上再算一遍。", "For one and the same task the frameworks' defaults differ several times over. Each row applies its defaults to the present configuration and estimates again.";
    Stack: "框架", "framework";
    PeakOf: "峰值", "peak";
    Source: "依据", "source";
    NotThisTask: "不适用于这个任务", "not for this task";
    GroupMeasured: "实测口径的设置", "Settings of the measured method";
    GroupCards: "多卡", "Several cards";
    GroupEngineMore: "引擎的细节", "Engine in detail";
    PaddingNo: "没有", "none";
    FactorTable: "算式里的每个数", "Every number of the arithmetic";
    NotTaken: "（未取到最大的一支）", "(not the largest branch)";
    Unsure: "不认识 {0} 的架构：按最近的族估算，激活一行标为假设。", "The architecture of {0} is unknown: the nearest family stands in, and the activations are marked as an assumption.";
    StaticNote: "静态字节（权重 + 梯度 + 状态）总是 全参 ≥ LoRA ≥ QLoRA；峰值不一定：QLoRA 反量化的工作副本、fp32 残差流会让短序列以外的峰值反超。", "Static bytes (weights + gradients + states) always go full ≥ LoRA ≥ QLoRA; peaks need not: QLoRA's dequantised working copies and fp32 residual stream can overtake beyond short sequences.";
    RecipeSum: "每个可训练参数 {0} 字节", "{0} bytes per trainable parameter";
    Packing: "打包（packing）后每一行都是最长长度，按最长算，不按平均。", "With packing every row has the full length: count the longest, not the mean.";
    Baseline: "钉为基线", "Pin as baseline";
    Unpin: "取下基线", "Unpin the baseline";
    MeasureHeading: "怎么自己量", "How to measure it yourself";
    MeasureHow: "先跑一步热身，再 reset_peak_memory_stats()，跑一步，用 max_memory_allocated() 减去步与步之间的静态占用，剩下的就是激活加 logits 的峰值。", "Run one warm-up step, call reset_peak_memory_stats(), run one step, and subtract what stays between steps from max_memory_allocated(): what is left is the peak of activations and logits.";
    MeasureNow: "按这里的算法：峰值 {0}，其中步间常驻 {1}，差 {2}。", "By this ledger: peak {0}, of which {1} stays between steps; the difference is {2}.";
    WarmupHeading: "上线前的热身记录", "A warm-up record before going live";
    WarmupLead: "压测时记三个数：预填充峰值、稳态解码、每多一条并发的增量。", "When load-testing write three numbers down: the prefill peak, the steady decode, the growth per further sequence.";
    WarmupPrefill: "预填充峰值", "prefill peak";
    WarmupDecode: "稳态解码", "steady decode";
    WarmupGrowth: "每多一条序列", "each further sequence";
    CellsHeading: "训练显存四格", "The four cells of training memory";
    CellsLead: "权重、梯度、优化器状态、激活。前三格按每参数字节：", "Weights, gradients, states, activations. The first three by bytes per parameter:";
    CellsSgd: "SGD（带动量）8P：2 + 2 + 4，假设没有 fp32 主权重，动量 fp32。", "SGD with momentum 8P: 2 + 2 + 4, assuming no fp32 master and an fp32 momentum.";
    CellsEight: "8-bit Adam 10P：2 + 2 + 4 + 2，假设还留着 fp32 主权重，两个矩各 1 字节；不留主权重是 6P。", "8-bit Adam 10P: 2 + 2 + 4 + 2, assuming an fp32 master and one byte for each moment; without the master it is 6P.";
    CellsAdam: "AdamW 16P：2 + 2 + 12。", "AdamW 16P: 2 + 2 + 12.";
    Folk34: "34·B·S·H：错在哪里", "34·B·S·H: where it is wrong today";
    Folk34Text: "这条公式（Korthikanti 2022）假设 f = 4h、融合 GELU、MHA、bf16 LayerNorm，不含注意力矩阵。今天的 SwiGLU + RMSNorm + GQA 每 token 每层是 16h + 4q + 4k + 8f（Qwen3 再加 6q + 6k）：", "The formula (Korthikanti et al. 2022) assumes f = 4h, fused GELU, MHA, bf16 LayerNorm and no score matrix. Today's SwiGLU + RMSNorm + GQA keeps 16h + 4q + 4k + 8f per token and layer (Qwen3 6q + 6k more):";
    Folk34Row: "{0}：每 token 每层 {1}·h", "{0}: {1}·h per token and layer";
    Folk34Board: "白板的例子：B 4、S 4096、H 4096、32 层，34·B·S·H 每层 2.28 GB，共 73 GB。", "The whiteboard's example: B 4, S 4096, H 4096, 32 layers: 34·B·S·H is 2.28 GB a layer, 73 GB in all.";
    LearnMore: "更多：四格、34·B·S·H、怎么量", "More: the four cells, 34·B·S·H, how to measure";
    }
}

impl Why {
    /// The reason in a sentence.
    pub const fn sentence(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Why::NominalSize => (
                "课程用名字里的参数量，这里用架构算出的确切参数量。",
                "The lesson uses the size in the name; here it is the exact count from the architecture.",
            ),
            Why::RecipeBytes => (
                "课程一律 12 字节/参数；实际由训练配方决定（8、16、18 …）。",
                "The lesson always takes 12 bytes per parameter; really the recipe decides (8, 16, 18 …).",
            ),
            Why::GradientsComeAndGo => (
                "课程把梯度当作一直都在；实际它随反向逐层产生，更新后释放，只有累积时才常驻。",
                "The lesson counts gradients as always there; really they appear layer by layer in the backward pass and go after the step, unless they accumulate.",
            ),
            Why::AdapterShare => (
                "课程的 0.4 % 是只接 q、v 的 LoRA；接满所有线性层要大几倍，而且 PEFT 默认 fp32。",
                "The lesson's 0.4 % is LoRA on q and v only; all linear layers are several times that, and PEFT keeps them in fp32 by default.",
            ),
            Why::QuantisedByPart => (
                "课程把量化字节乘在全部参数上；实际词嵌入、输出头和 norm 仍是 16 bit。",
                "The lesson multiplies the format's bytes by all parameters; embeddings, head and norms really stay in 16 bits.",
            ),
            Why::WorkingSet => (
                "课程只算每层边界再加两成；实际还有最后的 norm 和正在重算的那一层的全部中间结果。",
                "The lesson counts the layer boundaries and a fifth more; really there are the final norm and everything of the layer being recomputed.",
            ),
            Why::AllSaved => (
                "课程用一个系数乘 h；实际每层保留的是 16h + 4q + 4k + 8f（按架构逐项）。",
                "The lesson multiplies h by one factor; really a layer keeps 16h + 4q + 4k + 8f, part by part of the architecture.",
            ),
            Why::LogitsUpcast => (
                "课程按每个 logit 4 字节；HF 的损失转成 fp32 再求导，最坏时每个 logit 12 字节。",
                "The lesson counts 4 bytes a logit; HF's loss upcasts to fp32 and differentiates: 12 bytes a logit at the worst moment.",
            ),
            Why::LogitsFused => (
                "课程按整张 logits 算；这种损失头分块或融合，从不同时持有全部 logits。",
                "The lesson counts all logits; this loss head works in chunks or fused and never holds them all.",
            ),
            Why::ReferenceIsBase => (
                "LoRA 关掉适配器就是参考模型，不需要第二份权重。",
                "With LoRA, adapters switched off are the reference: no second copy of the weights.",
            ),
            Why::SleepFreesWeights => (
                "睡眠时引擎的权重也一起释放，不只是 KV。",
                "Asleep, the engine frees its weights too, not only the cache.",
            ),
            Why::CacheBlocks => (
                "引擎按 16 个 token 一块分配；滑窗层和线性层有自己的上限。",
                "The engine hands the cache out in blocks of 16 tokens; sliding and linear layers have bounds of their own.",
            ),
            Why::NotInLesson => (
                "课程没有这一项（它留在 10 % 到 15 % 的余量里）。",
                "The lesson has no such row (it is in the 10 to 15 % kept free).",
            ),
            Why::Sharded => (
                "课程的规则不分摊；这里按卡数切分。",
                "The lesson's rule divides nothing; here the row is spread over the cards.",
            ),
            Why::CountedElsewhere => (
                "这一项在这里并入了别的行。",
                "Here it is counted in other rows.",
            ),
        };
        locale.pick(zh, en)
    }
}

impl LossHead {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            LossHead::Hf => locale.pick("HF 损失（转 fp32）", "HF loss (fp32 upcast)"),
            LossHead::Keep => locale.pick("HF 损失，并保留 logits", "HF loss, logits kept"),
            LossHead::Naive => locale.pick("整张 log_softmax", "naive log_softmax"),
            LossHead::RowLoop => locale.pick("TRL 逐行循环", "TRL row loop"),
            LossHead::Triton => locale.pick("TRL Triton 核", "TRL Triton kernel"),
            LossHead::TrlFused => "TRL 1.16 fused_lm_head",
            LossHead::Liger => "Liger fused linear CE",
            LossHead::RowTile => locale.pick("按行分块（AgileRL）", "row tiles (AgileRL)"),
        }
    }
}

impl Attention {
    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            Attention::Flash => "flash / sdpa",
            Attention::Eager => "eager",
        }
    }
}

impl AdapterDtype {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            AdapterDtype::Fp32 => locale.pick("fp32（PEFT 默认）", "fp32 (PEFT's default)"),
            AdapterDtype::Bf16 => "bf16",
        }
    }
}

impl Targets {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            Targets::AllLinear => locale.pick("所有线性层", "all linear layers"),
            Targets::Attn => "q k v o",
            Targets::Qv => "q v",
        }
    }
}

impl Sharding {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            Sharding::None => locale.pick("不切分（DDP）", "none (DDP)"),
            Sharding::Zero1 => "ZeRO-1",
            Sharding::Zero2 => "ZeRO-2",
            Sharding::Zero3 => locale.pick("ZeRO-3（通信 ×1.5）", "ZeRO-3 (communication × 1.5)"),
            Sharding::Fsdp2 => "FSDP2",
        }
    }
}

impl Offload {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            Offload::None => locale.pick("不搬走", "none"),
            Offload::Optimizer => locale.pick(
                "优化器到主机（吞吐 ÷3 到 10）",
                "optimizer to host (throughput ÷ 3 to 10)",
            ),
            Offload::Params => locale.pick("参数也到主机（更慢）", "parameters too (slower still)"),
        }
    }
}
