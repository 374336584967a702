//! Names of what stands in a formula.
use super::Locale;
use crate::ledger::formula::Symbol;
use crate::url::Key;

impl Symbol {
    /// What the number is, in a few words.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Symbol::Params => ("参数量", "parameters"),
            Symbol::CriticParams => ("critic 参数量", "critic parameters"),
            Symbol::RewardParams => ("奖励模型参数量", "reward model parameters"),
            Symbol::BytesPerParam => ("每个权重的字节", "bytes per weight"),
            Symbol::QuantisedBytesPerParam => (
                "每个权重的字节（4 bit 含量化元数据）",
                "bytes per weight (4 bits with metadata)",
            ),
            Symbol::GradientBytes => ("每个梯度的字节", "bytes per gradient"),
            Symbol::MasterBytes => ("fp32 主权重", "fp32 master"),
            Symbol::FirstMomentBytes => ("一阶矩 m", "first moment m"),
            Symbol::SecondMomentBytes => ("二阶矩 v", "second moment v"),
            Symbol::ThirdStateBytes => ("第三个状态", "third state"),
            Symbol::LoraShare => (
                "rank 16 的可训练占比（课程口径，只算 q,v）",
                "share trained at rank 16 (the lesson's; q,v only)",
            ),
            Symbol::Rank => ("LoRA rank", "LoRA rank"),
            Symbol::RankOfShare => ("该占比对应的 rank", "rank of that share"),
            Symbol::Layers => ("层数", "layers"),
            Symbol::MicroBatch => ("micro batch", "micro batch"),
            Symbol::SequenceLength => ("训练序列长度", "training sequence length"),
            Symbol::HiddenSize => ("hidden_size", "hidden_size"),
            Symbol::ActivationBytes => ("bf16 字节", "bytes of bf16"),
            Symbol::WorkingSetFactor => ("当前层的工作集", "working set of the layer in hand"),
            Symbol::FullActivationBytes => (
                "每 token 每层每 hidden 的字节（不重算）",
                "bytes per token, layer and hidden unit (nothing recomputed)",
            ),
            Symbol::VocabSize => ("词表", "vocabulary"),
            Symbol::LogitBytes => ("bf16 字节", "bytes of bf16"),
            Symbol::LogitCopies => (
                "份数：logits 与 logprob 中间结果",
                "copies: logits and the logprob's intermediate",
            ),
            Symbol::KeyAndValue => ("K 和 V", "K and V"),
            Symbol::FullAttentionLayers => ("全注意力层数", "full-attention layers"),
            Symbol::SlidingLayers => ("滑动窗口层数", "sliding-window layers"),
            Symbol::LatentLayers => ("MLA 层数", "MLA layers"),
            Symbol::KvHeads => ("KV 头数", "KV heads"),
            Symbol::HeadDim => ("head_dim", "head_dim"),
            Symbol::HeadDimKeyPlusValue => ("K 与 V 的 head_dim 之和", "head_dim of K plus V"),
            Symbol::LatentWidth => (
                "kv_lora_rank + qk_rope_head_dim",
                "kv_lora_rank + qk_rope_head_dim",
            ),
            Symbol::IndexerLayers => ("带索引器的层数", "layers with an indexer"),
            Symbol::IndexerWidth => ("索引器宽度", "indexer width"),
            Symbol::CompressedLayers => ("压缩层数", "compressed layers"),
            Symbol::CompressedWidth => ("每条缓存的元素", "elements per entry"),
            Symbol::CompressionRatio => ("每条缓存对应的 token", "tokens per entry"),
            Symbol::StateLayers => ("循环层数", "recurrent layers"),
            Symbol::KvBytes => ("KV 每个元素的字节", "bytes per cached element"),
            Symbol::CacheLength => ("rollout 长度", "rollout length"),
            Symbol::SlidingWindow => ("窗口内的 token", "tokens inside the window"),
            Symbol::Concurrency => ("并发序列数", "concurrent sequences"),
            Symbol::StateBytes => (
                "每层每序列的固定状态字节",
                "bytes of constant state per layer and sequence",
            ),
            Symbol::ContextGib => ("预留 GiB", "GiB kept"),
            Symbol::BytesPerGib => ("每 GiB 的字节", "bytes of a GiB"),
            Symbol::BoundedByWindow => (
                "长度超过窗口：只留窗口内的 token",
                "longer than the window: only the window's tokens are kept",
            ),
            Symbol::WeightsAreMaster => (
                "fp32 权重自己就是主权重",
                "fp32 weights are their own master",
            ),
            Symbol::Checkpointed => (
                "梯度检查点：只留层边界",
                "gradient checkpointing: layer boundaries only",
            ),
            Symbol::NotCheckpointed => (
                "未开检查点：全部保留",
                "no checkpointing: everything is kept",
            ),
        };
        locale.pick(zh, en)
    }

    /// The control that sets it, if one does.
    pub const fn key(self) -> Option<Key> {
        match self {
            Symbol::Params
            | Symbol::Layers
            | Symbol::HiddenSize
            | Symbol::VocabSize
            | Symbol::FullAttentionLayers
            | Symbol::SlidingLayers
            | Symbol::LatentLayers
            | Symbol::KvHeads
            | Symbol::HeadDim
            | Symbol::HeadDimKeyPlusValue
            | Symbol::LatentWidth
            | Symbol::IndexerLayers
            | Symbol::IndexerWidth
            | Symbol::CompressedLayers
            | Symbol::CompressedWidth
            | Symbol::CompressionRatio
            | Symbol::StateLayers
            | Symbol::BoundedByWindow
            | Symbol::SlidingWindow
            | Symbol::StateBytes => Some(Key::Model),
            Symbol::CriticParams => Some(Key::Critic),
            Symbol::RewardParams => Some(Key::Reward),
            Symbol::BytesPerParam => Some(Key::Dtype),
            Symbol::QuantisedBytesPerParam | Symbol::LoraShare | Symbol::RankOfShare => {
                Some(Key::Tune)
            }
            Symbol::GradientBytes | Symbol::MasterBytes | Symbol::WeightsAreMaster => {
                Some(Key::Recipe)
            }
            Symbol::FirstMomentBytes | Symbol::SecondMomentBytes | Symbol::ThirdStateBytes => {
                Some(Key::Opt)
            }
            Symbol::Rank => Some(Key::Rank),
            Symbol::MicroBatch => Some(Key::Mb),
            Symbol::SequenceLength => Some(Key::Seq),
            Symbol::WorkingSetFactor
            | Symbol::FullActivationBytes
            | Symbol::Checkpointed
            | Symbol::NotCheckpointed => Some(Key::Ckpt),
            Symbol::KvBytes => Some(Key::Kvdtype),
            Symbol::CacheLength => Some(Key::Len),
            Symbol::Concurrency => Some(Key::Conc),
            Symbol::ContextGib => Some(Key::Context),
            Symbol::ActivationBytes
            | Symbol::LogitBytes
            | Symbol::LogitCopies
            | Symbol::KeyAndValue
            | Symbol::BytesPerGib => None,
        }
    }
}
