//! Chinese and English, complete because the compiler says so: every label is an exhaustive match over an enum of ours.
/// Declares an enum of texts: name, Chinese, English. A text without both does not compile.
macro_rules! texts {
    ($(#[$meta:meta])* $enum:ident { $($name:ident: $zh:literal, $en:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // Each variant's document is its own two texts.
        pub enum $enum { $($name),* }
        impl $enum {
            /// The text in a language.
            pub const fn of(self, locale: $crate::i18n::Locale) -> &'static str {
                match self { $($enum::$name => locale.pick($zh, $en)),* }
            }
        }
    };
}

mod accuracy;
mod advice;
mod capacity;
mod colocate;
mod controls;
pub mod drill;
mod fit;
mod flags;
mod formula;
mod gate;
mod hub;
mod issues;
mod kv;
mod lesson;
mod measured;
mod model;
mod page;
mod quiz;
mod serving;
mod tools;
mod triage;
mod way;
mod whiteboard;

pub use accuracy::AccuracyText;
pub use capacity::CapacityText;
pub use colocate::ColocateText;
pub use fit::FitText;
pub use flags::FlagText;
pub use gate::GateText;
pub use hub::HubText;
pub use kv::KvText;
pub use lesson::LessonText;
pub use measured::MeasuredText;
pub use page::Text;
pub use serving::ServingText;
pub use tools::ToolText;
pub use triage::TriageText;
pub use way::WayText;
pub use whiteboard::WhiteboardText;

use crate::ledger::item::{Basis, Item, Owner, Phase, Role, Verdict};
use crate::ledger::units::{ByteUnit, Bytes};
use crate::words;

words! {
    /// A language of the page.
    Locale {
        /// Chinese.
        Zh = "zh",
        /// English.
        En = "en",
    }
}

impl Locale {
    /// The text in this language.
    pub const fn pick(self, zh: &'static str, en: &'static str) -> &'static str {
        match self {
            Locale::Zh => zh,
            Locale::En => en,
        }
    }

    /// The language tag for `lang` attributes.
    pub const fn tag(self) -> &'static str {
        self.pick("zh-CN", "en")
    }

    /// The other language.
    pub const fn other(self) -> Locale {
        match self {
            Locale::Zh => Locale::En,
            Locale::En => Locale::Zh,
        }
    }

    /// A text with no data in it.
    pub const fn text(self, text: Text) -> &'static str {
        text.of(self)
    }

    /// What stands between a label and its value.
    pub const fn colon(self) -> &'static str {
        self.pick("：", ": ")
    }

    /// What stands between the parts of a list.
    pub const fn comma(self) -> &'static str {
        self.pick("、", ", ")
    }
}

/// A template with `{0}`, `{1}` … filled in.
pub fn fill(template: &str, values: &[&str]) -> String {
    let mut out = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((index, tail)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        let value = index
            .bytes()
            .next()
            .and_then(|b| values.get(usize::from(b.wrapping_sub(b'0'))));
        out.push_str(value.copied().unwrap_or(""));
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// How sizes in sentences are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Voice {
    /// The language.
    pub locale: Locale,
    /// The unit.
    pub unit: ByteUnit,
}

impl Voice {
    /// A size with its unit.
    pub fn size(self, bytes: Bytes) -> String {
        bytes.shown(self.unit)
    }

    /// The text in this language.
    pub const fn pick(self, zh: &'static str, en: &'static str) -> &'static str {
        self.locale.pick(zh, en)
    }
}

impl Item {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Item::PolicyWeights => ("策略模型权重", "policy weights"),
            Item::Gradients => ("梯度", "gradients"),
            Item::OptimizerStates => ("优化器状态", "optimizer states"),
            Item::MasterWeights => ("fp32 主权重", "fp32 master weights"),
            Item::Adapter => ("LoRA 适配器", "LoRA adapter"),
            Item::Activations => ("激活", "activations"),
            Item::Logits => ("logits 与 logprob", "logits and logprob"),
            Item::ReferenceModel => ("参考模型", "reference model"),
            Item::Critic => ("critic（价值模型）", "critic (value model)"),
            Item::RewardModel => ("奖励模型", "reward model"),
            Item::EngineWeights => ("推理引擎权重", "engine weights"),
            Item::KvCache => ("KV cache", "KV cache"),
            Item::EngineRuntime => ("引擎运行时", "engine runtime"),
            Item::Workspace => ("cuBLAS 工作区", "cuBLAS workspace"),
            Item::Buckets => ("通信缓冲", "communication buckets"),
            Item::Context => ("CUDA context 与碎片", "CUDA context and fragmentation"),
            Item::HostWeights => ("主机内存：权重", "host memory: weights"),
            Item::HostOptimizerStates => ("主机内存：优化器状态", "host memory: optimizer states"),
        };
        locale.pick(zh, en)
    }

    /// What it is, in a sentence.
    pub const fn meaning(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Item::PolicyWeights => (
                "正在训练的模型本身（LoRA / QLoRA 下是冻结的底座）。每个参数一份，与批大小、长度无关。",
                "The model being trained (under LoRA and QLoRA its frozen base). One copy per parameter, whatever the batch or length.",
            ),
            Item::Gradients => (
                "只有可训练参数才有梯度：全参时和权重一样大，LoRA 下几乎没有。",
                "Only trainable parameters have gradients: as large as the weights in full training, next to nothing under LoRA.",
            ),
            Item::OptimizerStates => (
                "AdamW 为每个可训练参数保留 fp32 主权重、一阶矩、二阶矩：4 + 4 + 4 = 12 字节，是 bf16 权重的六倍。",
                "AdamW keeps an fp32 master copy, a first and a second moment per trainable parameter: 4 + 4 + 4 = 12 bytes, six times the bf16 weights.",
            ),
            Item::MasterWeights if cfg!(feature = "measured") => (
                "混合精度训练里另存的 fp32 权重。",
                "The fp32 copy of the weights that mixed precision keeps.",
            ),
            Item::Adapter if cfg!(feature = "measured") => (
                "LoRA 的低秩矩阵；它们的梯度和优化器状态在各自的行里。",
                "LoRA's low-rank matrices; their gradients and optimizer states stand in their own rows.",
            ),
            Item::Activations => (
                "前向时留给反向用的中间结果，与 micro batch × 长度成正比。打开梯度检查点后只留每层的边界，小一个数量级，代价是前向多算约 30%。",
                "What the forward pass keeps for the backward pass, in proportion to micro batch × length. With gradient checkpointing only the layer boundaries stay: an order of magnitude less, for about 30 % more forward compute.",
            ),
            Item::Logits => (
                "每个 token 对整个词表的打分，与模型大小无关，只看 micro batch × 长度 × 词表；算 logprob 时还要多留一份中间结果。",
                "A score for every word of the vocabulary at every token: independent of the model's size, only micro batch × length × vocabulary; the log-probability keeps one more intermediate copy.",
            ),
            Item::ReferenceModel => (
                "冻结的一份原始权重，用来算 KL，防止策略跑偏。关掉 KL（系数 0）就能省下整份。",
                "A frozen copy of the original weights for the KL term that keeps the policy from drifting. With KL off (coefficient 0) the whole copy goes.",
            ),
            Item::Critic => (
                "PPO 的价值模型，自己也要训练：权重 + 梯度 + 优化器状态，全参时 16 字节/参数。GRPO 用组内平均代替它，省掉的就是这一行。",
                "PPO's value model is trained too: weights + gradients + optimizer states, 16 bytes per parameter in full training. GRPO's group mean replaces it: this is the row it saves.",
            ),
            Item::RewardModel => (
                "给回答打分的冻结模型。",
                "The frozen model that scores the answers.",
            ),
            Item::EngineWeights => (
                "推理引擎（如 vLLM）自己持有的一份权重，和训练侧那份不共用。",
                "The inference engine (vLLM, say) holds a copy of the weights of its own, not shared with the trainer's.",
            ),
            Item::KvCache => (
                "每个并发序列的每个 token 都要存 K 和 V。长度和并发各自都是线性的：两个一起翻倍就是四倍，不是“平方增长”。",
                "Every token of every concurrent sequence keeps a K and a V. Linear in length and linear in concurrency: doubling both is four times, not quadratic growth.",
            ),
            Item::EngineRuntime if cfg!(feature = "measured") => (
                "引擎在权重和 KV 之外的占用。",
                "What the engine holds beside weights and KV cache.",
            ),
            Item::Workspace if cfg!(feature = "measured") => {
                ("矩阵乘法库的工作区。", "Workspace of the matrix library.")
            }
            Item::Buckets if cfg!(feature = "measured") => (
                "多卡通信用的缓冲。",
                "Buffers for communication between cards.",
            ),
            Item::Context => (
                "CUDA context 几百 MB，加上 cuBLAS / cuDNN 工作区、分配器碎片；按假设预留，可以改。",
                "The CUDA context takes a few hundred MB; cuBLAS and cuDNN workspaces and the allocator's fragmentation come on top. Kept as an assumption that you can change.",
            ),
            Item::HostWeights if cfg!(feature = "measured") => (
                "睡眠（level 1）或 offload 时搬到主机内存的权重，不占显存。",
                "Weights that sleep level 1 or offload move to host memory; they take no card memory.",
            ),
            Item::HostOptimizerStates if cfg!(feature = "measured") => (
                "offload 或分页优化器放在主机内存里的状态，不占显存。",
                "States that offload or a paged optimizer keep in host memory; they take no card memory.",
            ),
            // Rows that only the measured method writes: a build without it does not carry their texts.
            Item::MasterWeights
            | Item::Adapter
            | Item::EngineRuntime
            | Item::Workspace
            | Item::Buckets
            | Item::HostWeights
            | Item::HostOptimizerStates => ("", ""),
        };
        locale.pick(zh, en)
    }
}

impl Owner {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Owner::Trainer => ("训练侧", "training"),
            Owner::Engine => ("引擎侧", "engine"),
            Owner::Runtime => ("运行时", "runtime"),
        };
        locale.pick(zh, en)
    }
}

impl Phase {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Phase::Sum => ("各项之和", "sum of the lines"),
            Phase::Rollout => ("采样", "rollout"),
            Phase::WeightSync => ("权重同步", "weight sync"),
            Phase::Logprob => ("logprob", "logprob"),
            Phase::Forward => ("前向", "forward"),
            Phase::LossBackward => ("loss 反向", "loss backward"),
            Phase::LayerBackward => ("逐层反向", "layer backward"),
            Phase::LastLayerBackward => ("最后一层反向", "last layer's backward"),
            Phase::EmbeddingBackward => ("词嵌入反向", "embedding's backward"),
            Phase::OptimizerStep => ("优化器更新", "optimizer step"),
        };
        locale.pick(zh, en)
    }
}

impl Role {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Role::Train => ("训练卡", "training card"),
            Role::Engine => ("引擎卡", "engine card"),
        };
        locale.pick(zh, en)
    }
}

impl Basis {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Basis::Exact => ("精确", "exact"),
            Basis::Formula => ("公式", "formula"),
            Basis::Calibrated => ("校准", "calibrated"),
            Basis::Assumption => ("假设", "assumption"),
        };
        locale.pick(zh, en)
    }

    /// What it says of the number.
    pub const fn meaning(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Basis::Exact => ("按架构逐项数出来的", "counted from the architecture"),
            Basis::Formula => ("一条公式，输入都已知", "a plain formula, every input known"),
            Basis::Calibrated => ("常数由真实运行校准", "its constant was fitted to real runs"),
            Basis::Assumption => (
                "含一个经验系数",
                "contains an allowance that is taken as given",
            ),
        };
        locale.pick(zh, en)
    }
}

impl Verdict {
    /// One word.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Verdict::Fits => ("放得下", "fits"),
            Verdict::Tight => ("偏紧", "tight"),
            Verdict::Over => ("放不下", "does not fit"),
        };
        locale.pick(zh, en)
    }
}
