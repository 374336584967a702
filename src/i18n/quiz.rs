//! The questions' words: what is asked, each option, and why it is right or not.
use super::{Voice, fill};
use crate::quiz::{Choice, Question};

impl Question {
    /// What is asked.
    pub const fn ask(self, voice: Voice) -> &'static str {
        match self {
            Question::StaticBytes => voice.pick(
                "Qwen3-0.6B 用 AdamW 全参训练，bf16：权重 + 梯度 + 优化器状态一共多大？",
                "Qwen3-0.6B, full training with AdamW, bf16: how large are weights + gradients + optimizer states together?",
            ),
            Question::FirstSteps => voice.pick(
                "一个 0.6B 的模型训练时 OOM 了，先做哪些是合理的？",
                "A 0.6B model runs out of memory in training: which first steps are reasonable?",
            ),
            Question::Length => voice.pick(
                "rollout 最大长度从 2048 改成 8192，并发不变，KV cache 会怎样？",
                "The rollout's maximum length goes from 2048 to 8192 at the same concurrency: what happens to the KV cache?",
            ),
        }
    }

    /// Why the answer is what it is.
    pub const fn explanation(self, voice: Voice) -> &'static str {
        match self {
            Question::StaticBytes => voice.pick(
                "每个参数 2 + 2 + 12 = 16 字节，0.6e9 个参数就是 9.6 GB = 8.94 GiB。优化器状态占了其中四分之三。",
                "2 + 2 + 12 = 16 bytes per parameter, times 0.6e9 parameters: 9.6 GB = 8.94 GiB. Three quarters of it are optimizer states.",
            ),
            Question::FirstSteps => voice.pick(
                "先动不改变问题的：micro batch（配合累积）、梯度检查点、序列长度。0.6B 已经很小，大头往往是激活和 logits，与模型大小关系不大。",
                "Start with what does not change the question: the micro batch (with accumulation), checkpointing, the length. 0.6B is small already; what breaks is mostly activations and logits, which hardly depend on the model's size.",
            ),
            Question::Length => voice.pick(
                "KV cache 对长度是线性的：长度乘 4，它就乘 4；并发再翻倍就再乘 2。两个线性因子相乘，不是“平方增长”。",
                "The KV cache is linear in length: four times the length is four times the cache; twice the concurrency doubles it again. Two linear factors multiplied, not quadratic growth.",
            ),
        }
    }
}

impl Choice {
    /// The option; a size it names is the ledger's.
    pub fn label(self, voice: Voice) -> String {
        let size = self
            .bytes()
            .map(|bytes| voice.size(bytes))
            .unwrap_or_default();
        let template = match self {
            Choice::WeightsOnly
            | Choice::WithGradients
            | Choice::WithStates
            | Choice::Everything => "{0}",
            Choice::MicroBatch => voice.pick(
                "降低 micro batch，配合梯度累积",
                "a smaller micro batch, with gradient accumulation",
            ),
            Choice::Checkpointing => voice.pick("打开梯度检查点", "gradient checkpointing"),
            Choice::ShorterSequence => voice.pick(
                "缩短训练序列（先看 logits 那一行）",
                "a shorter training sequence (look at the logits line)",
            ),
            Choice::SmallerModel => voice.pick("立刻换更小的模型", "a smaller model at once"),
            Choice::FewerGenerations => voice.pick(
                "先把 num_generations 降到 2",
                "num_generations down to 2 first",
            ),
            Choice::Same => voice.pick("不变：{0}", "unchanged: {0}"),
            Choice::Double => voice.pick("变成 2 倍：{0}", "twice: {0}"),
            Choice::Fourfold => voice.pick("变成 4 倍：{0}", "four times: {0}"),
            Choice::Sixteenfold => voice.pick("变成 16 倍：{0}", "sixteen times: {0}"),
        };
        fill(template, &[&size])
    }

    /// What is to be said of it.
    pub const fn feedback(self, voice: Voice) -> &'static str {
        match self {
            Choice::WeightsOnly => voice.pick("只算了权重，2 字节/参数。", "The weights alone, 2 bytes per parameter."),
            Choice::WithGradients => voice.pick("算了权重和梯度，漏了最大的一块：优化器状态 12 字节/参数。", "Weights and gradients; the largest part is missing: optimizer states, 12 bytes per parameter."),
            Choice::WithStates => voice.pick("对：2 + 2 + 12 = 16 字节/参数。", "Right: 2 + 2 + 12 = 16 bytes per parameter."),
            Choice::Everything => voice.pick("这是默认配置的全部显存，含激活、logits、参考模型、引擎和 context。", "That is everything on the default's card, with activations, logits, reference model, engine and context."),
            Choice::MicroBatch => voice.pick("对：激活和 logits 等比例下降，累积之后数学上等价。", "Right: activations and logits fall in proportion, and with accumulation it is mathematically equivalent."),
            Choice::Checkpointing => voice.pick("对：激活小一个数量级，前向多算约 30%。", "Right: activations fall an order of magnitude for about 30 % more forward compute."),
            Choice::ShorterSequence => voice.pick("对：激活、logits、KV 都随长度线性下降。", "Right: activations, logits and KV cache all fall linearly with the length."),
            Choice::SmallerModel => voice.pick("不该先做：这会改变要解决的问题，是最后一刀。", "Not first: it changes the question; it is the last cut."),
            Choice::FewerGenerations => voice.pick("不该先做：GRPO 靠组内多个回答求基线，少于 4 个基线就不可靠。", "Not first: GRPO's baseline is the mean over a group of answers; below 4 it is unreliable."),
            Choice::Same => voice.pick("KV cache 按 token 存，长度变了它一定变。", "The cache is kept per token: it changes with the length."),
            Choice::Double => voice.pick("8192 是 2048 的 4 倍，不是 2 倍。", "8192 is four times 2048, not twice."),
            Choice::Fourfold => voice.pick("对：线性，乘 4。", "Right: linear, so times four."),
            Choice::Sixteenfold => voice.pick("那是平方；KV cache 对长度是线性的（注意力的计算量才随长度平方增长）。", "That would be quadratic; the cache is linear in length (it is attention's compute that grows with its square)."),
        }
    }
}
