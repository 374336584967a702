//! Sentences of warnings, cuts and advice.
use super::{Locale, Voice, fill};
use crate::ledger::advice::{Cut, CutCode, Raise};
use crate::ledger::config::Config;
use crate::ledger::warnings::Warning;
use crate::ledger::words::Word;

impl CutCode {
    /// Its place in the lesson's order, 1 to 7.
    pub fn number(self) -> usize {
        Self::ALL
            .iter()
            .position(|code| *code == self)
            .map_or(0, |i| i + 1)
    }

    /// What is done.
    pub const fn title(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            CutCode::MicroBatch => (
                "micro batch 降到 1 + 梯度累积",
                "micro batch to 1 + gradient accumulation",
            ),
            CutCode::Checkpointing => ("打开梯度检查点", "gradient checkpointing on"),
            CutCode::Concurrency => ("rollout 并发减半", "halve the rollout concurrency"),
            CutCode::Length => ("max_completion_length 减半", "halve max_completion_length"),
            CutCode::Reference => ("关掉参考模型（KL = 0）", "reference model off (KL = 0)"),
            CutCode::Lora => ("换成 LoRA", "switch to LoRA"),
            CutCode::SmallerModel => ("换小一号的模型", "a smaller model"),
        };
        locale.pick(zh, en)
    }

    /// What it acts on.
    pub const fn effect(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            CutCode::MicroBatch => (
                "激活和 logits 等比例下降",
                "activations and logits fall in proportion",
            ),
            CutCode::Checkpointing => {
                ("激活小一个数量级", "activations fall an order of magnitude")
            }
            CutCode::Concurrency | CutCode::Length => {
                ("KV cache 线性下降", "the KV cache falls linearly")
            }
            CutCode::Reference => ("省下一整份权重", "one full copy of the weights goes"),
            CutCode::Lora => (
                "梯度和优化器状态接近零",
                "gradients and optimizer states fall to nearly zero",
            ),
            CutCode::SmallerModel => ("每一行都变小", "every line falls"),
        };
        locale.pick(zh, en)
    }

    /// What it costs.
    pub const fn price(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            CutCode::MicroBatch => (
                "慢一点，数学上等价",
                "a little slower, mathematically equivalent",
            ),
            CutCode::Checkpointing => ("前向多算约 30%", "about 30 % more forward compute"),
            CutCode::Concurrency => ("采样变慢", "slower sampling"),
            CutCode::Length => (
                "可能影响效果，先看截断率",
                "may hurt results: look at the truncation rate first",
            ),
            CutCode::Reference => (
                "没有 KL 约束，策略可能跑偏",
                "no KL constraint: the policy may drift",
            ),
            CutCode::Lora => ("表达能力受限", "less capacity"),
            CutCode::SmallerModel => (
                "问题本身就变了，放到最后",
                "that changes the question: last resort",
            ),
        };
        locale.pick(zh, en)
    }
}

impl Cut {
    /// What exactly would be set, where the title leaves it open.
    pub fn target(&self, locale: Locale) -> String {
        let Some(after) = &self.after else {
            return String::new();
        };
        match self.code {
            CutCode::MicroBatch => fill(
                locale.pick("mb = 1，累积 {0} 步", "mb = 1, accumulate {0} steps"),
                &[&after.accum.to_string()],
            ),
            CutCode::Concurrency => fill(
                locale.pick("并发 {0}", "concurrency {0}"),
                &[&after.conc.to_string()],
            ),
            CutCode::Length => fill(
                locale.pick("长度 {0}", "length {0}"),
                &[&after.len.to_string()],
            ),
            CutCode::Lora => fill("rank {0}", &[&after.rank.to_string()]),
            CutCode::SmallerModel => after.model.name().to_string(),
            CutCode::Checkpointing | CutCode::Reference => String::new(),
        }
    }
}

impl Warning {
    /// What happened, by how much, and what to do.
    pub fn sentence(&self, voice: Voice) -> String {
        let locale = voice.locale;
        match self {
            Warning::Over { by, largest, bytes, cut } => {
                let what = fill(
                    voice.pick("放不下：超出 {0}。最大的一行是{1}（{2}）。", "Does not fit: over by {0}. The largest line is {1} ({2})."),
                    &[&voice.size(*by), largest.label(locale), &voice.size(*bytes)],
                );
                let next = match cut {
                    Some(code) => fill(
                        voice.pick("单独做第 {0} 刀“{1}”就能放下。", " Cut {0}, “{1}”, alone brings it back."),
                        &[&code.number().to_string(), code.title(locale)],
                    ),
                    None => voice
                        .pick("没有哪一刀能单独解决：从第 1 刀开始依次做。", " No single cut is enough: make them in order, from the first.")
                        .to_string(),
                };
                what + &next
            }
            Warning::Tight { left, wanted } => fill(
                voice.pick(
                    "偏紧：只剩 {0}。留出 10% 到 15%（至少 {1}）给 CUDA context、工作区、碎片和 vLLM 的预分配块，否则多半会 OOM。",
                    "Tight: only {0} left. Keep 10 to 15 % free (at least {1}) for the CUDA context, workspaces, fragmentation and vLLM's preallocated blocks, or it will most likely run out.",
                ),
                &[&voice.size(*left), &voice.size(*wanted)],
            ),
            Warning::KvLarge { bytes, percent } => fill(
                voice.pick(
                    "KV cache 占 {0}，是整张卡的 {1}%。它对长度和并发各自线性：先降并发，再看能不能缩短长度。",
                    "The KV cache takes {0}, {1} % of the card. It is linear in length and in concurrency: lower concurrency first, then see whether the length can shrink.",
                ),
                &[&voice.size(*bytes), &percent.to_string()],
            ),
            Warning::LogitsLargest { bytes } => fill(
                voice.pick(
                    "logits 是最大的一行（{0}）。它与模型大小无关，只看 micro batch × 长度 × 词表：先把 micro batch 降到 1。",
                    "The logits are the largest line ({0}). They do not depend on the model's size, only on micro batch × length × vocabulary: bring the micro batch to 1 first.",
                ),
                &[&voice.size(*bytes)],
            ),
            Warning::QuantisedTraining => voice
                .pick(
                    "这种量化格式的权重不能全参训练：选 QLoRA，或把权重精度换成 bf16。",
                    "Weights in this quantised format cannot be trained in full: choose QLoRA, or set the weights to bf16.",
                )
                .to_string(),
            // Only the measured method divides an engine: a build without it carries no sentence for it.
            Warning::Parallel(problem) if cfg!(feature = "measured") => problem.sentence(locale),
            Warning::Parallel(_) => String::new(),
            Warning::ShapeUnknown { missing } => {
                let names: Vec<&str> = missing.iter().map(|item| item.label(locale)).collect();
                fill(
                    voice.pick(
                        "只知道参数量，不知道结构：{0}没有算进来。导入 config.json 就能补上。",
                        "Only the size is known, not the shape: {0} are not counted. Import its config.json to add them.",
                    ),
                    &[&names.join(locale.comma())],
                )
            }
        }
    }
}

impl Raise {
    /// What to do with the room that is left.
    pub fn sentence(&self, before: &Config, voice: Voice) -> String {
        fill(
            voice.pick(
                "有余量：先加 rollout 并发（采样是墙钟时间的大头），而不是加 micro batch。并发 {0} → {1} 之后还剩 {2}。",
                "Room left: raise the rollout concurrency first (sampling takes most of the wall-clock time), not the micro batch. Concurrency {0} → {1} still leaves {2}.",
            ),
            &[&before.conc.to_string(), &self.after.conc.to_string(), &self.left.shown(voice.unit, false)],
        )
    }
}
