//! Names of what stands in a formula, and the control that sets it.
mod measured;

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
            Symbol::ActivationShare
            | Symbol::StaticOnce
            | Symbol::ShareRise
            | Symbol::TokensBeyond
            | Symbol::TokensOfRise
            | Symbol::StaticBytes
            | Symbol::NeedBytes
            | Symbol::CardsNeeded
            | Symbol::CardBytes
            | Symbol::NodeCards
            | Symbol::EngineBudget
            | Symbol::LessonHours
            | Symbol::LessonParams
            | Symbol::RelativeTime
            | Symbol::CardHours
            | Symbol::CardHourPrice
            | Symbol::PeakCards
            | Symbol::HoursOfDay
            | Symbol::Rounds
            | Symbol::Calls
            | Symbol::CallsPerSecond
            | Symbol::SecondsOfHour
            | Symbol::BusyShare
            | Symbol::ServingCards
            | Symbol::TrainableParams
            | Symbol::LinearParams
            | Symbol::OtherParams
            | Symbol::EmbeddingParams
            | Symbol::DraftParams
            | Symbol::AdapterParams
            | Symbol::AdapterBytes
            | Symbol::AdaptersServed
            | Symbol::CastBytes
            | Symbol::SavedBytes
            | Symbol::QueryWidth
            | Symbol::KeyWidth
            | Symbol::FfnWidth
            | Symbol::ExpertWidth
            | Symbol::ExpertsPerToken
            | Symbol::Experts
            | Symbol::Heads
            | Symbol::MixerWidth
            | Symbol::LatentRank
            | Symbol::Statistics
            | Symbol::RepeatedWidth
            | Symbol::PerLayerInput
            | Symbol::ScoreBytes
            | Symbol::MaskBytes
            | Symbol::Layer
            | Symbol::OtherLayers
            | Symbol::BoundaryBytes
            | Symbol::FinalNormBytes
            | Symbol::TransientBytes
            | Symbol::LogitBytesLive
            | Symbol::CompletionTokens
            | Symbol::PairOfSequences
            | Symbol::ChunkTokens
            | Symbol::ChunkVocab
            | Symbol::HeadCopies
            | Symbol::LayerParams
            | Symbol::BodyParams
            | Symbol::RootParams
            | Symbol::GradientsInHand
            | Symbol::Cards
            | Symbol::EngineCards
            | Symbol::BucketElements
            | Symbol::BucketBytes
            | Symbol::StepCopyBytes
            | Symbol::FactorElements
            | Symbol::StateBytesPerParam
            | Symbol::WorkspaceMib
            | Symbol::BytesPerMib
            | Symbol::BlockTokens
            | Symbol::ExtraBlocks
            | Symbol::BatchedTokens
            | Symbol::EngineSequences
            | Symbol::SharedPrefix
            | Symbol::EngineMib
            | Symbol::GateAndUp
            | Symbol::LoggedBytes
            | Symbol::LoggedTokens
            | Symbol::MeasuredMib
            | Symbol::Recorded
            | Symbol::Completions
            | Symbol::RunningSequences
            | Symbol::PreemptedSequences
            | Symbol::MeanTokens
            | Symbol::TailTokens
            | Symbol::DecodeKnee
            | Symbol::TimesWithoutGraphs
            | Symbol::RedoneShare
            | Symbol::Once
            | Symbol::FlopsPerParam
            | Symbol::PassOverhead
            | Symbol::TileRows
            | Symbol::ActiveParams
            | Symbol::MultiplyAdd
            | Symbol::FfnMatrices
            | Symbol::MatrixRows
            | Symbol::MatrixColumns
            | Symbol::MatrixInner
            | Symbol::AttentionWidth
            | Symbol::AttendedTokens
            | Symbol::AttentionPasses
            | Symbol::PromptTokens
            | Symbol::TrainingTokens
            | Symbol::PeakFlops
            | Symbol::Mfu
            | Symbol::Bandwidth
            | Symbol::ReadParams
            | Symbol::SecondsPerDay
            | Symbol::ElementBytes => return self.measured_label(locale),
        };
        locale.pick(zh, en)
    }

    /// The control that sets it, if one does.
    pub const fn key(self) -> Option<Key> {
        match self {
            Symbol::ActivationShare => Some(Key::Actshare),
            Symbol::CardBytes => Some(Key::Mem),
            Symbol::NodeCards => Some(Key::Node),
            Symbol::CardHours => Some(Key::Hours),
            Symbol::CardHourPrice => Some(Key::Price),
            Symbol::CallsPerSecond => Some(Key::Qps),
            Symbol::BusyShare => Some(Key::Busy),
            Symbol::ServingCards => Some(Key::Tp),
            Symbol::TokensBeyond => Some(Key::Seq),
            Symbol::StaticOnce
            | Symbol::StaticBytes
            | Symbol::NeedBytes
            | Symbol::CardsNeeded
            | Symbol::ShareRise
            | Symbol::TokensOfRise
            | Symbol::EngineBudget
            | Symbol::LessonHours
            | Symbol::LessonParams
            | Symbol::RelativeTime
            | Symbol::PeakCards
            | Symbol::HoursOfDay
            | Symbol::Rounds
            | Symbol::Calls
            | Symbol::SecondsOfHour => None,
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
            Symbol::TrainableParams => Some(Key::Tune),
            Symbol::LinearParams
            | Symbol::OtherParams
            | Symbol::EmbeddingParams
            | Symbol::QueryWidth
            | Symbol::KeyWidth
            | Symbol::FfnWidth
            | Symbol::ExpertWidth
            | Symbol::ExpertsPerToken
            | Symbol::Experts
            | Symbol::Heads
            | Symbol::MixerWidth
            | Symbol::Statistics
            | Symbol::PerLayerInput
            | Symbol::RepeatedWidth
            | Symbol::LatentRank
            | Symbol::OtherLayers
            | Symbol::LayerParams
            | Symbol::BodyParams
            | Symbol::RootParams
            | Symbol::GradientsInHand => Some(Key::Model),
            Symbol::DraftParams => Some(Key::Draft),
            Symbol::AdapterParams => Some(Key::Rank),
            Symbol::AdapterBytes => Some(Key::Adtype),
            Symbol::AdaptersServed => Some(Key::Adapters),
            Symbol::ScoreBytes => Some(Key::Attn),
            Symbol::MaskBytes => Some(Key::Pad),
            Symbol::LogitBytesLive
            | Symbol::ChunkTokens
            | Symbol::ChunkVocab
            | Symbol::HeadCopies
            | Symbol::TileRows => Some(Key::Head),
            Symbol::CompletionTokens => Some(Key::Comp),
            Symbol::PairOfSequences => Some(Key::Task),
            Symbol::Cards => Some(Key::N),
            Symbol::EngineCards => Some(Key::Tp),
            Symbol::BucketElements | Symbol::BucketBytes => Some(Key::Shard),
            Symbol::StepCopyBytes => Some(Key::Foreach),
            Symbol::FactorElements | Symbol::StateBytesPerParam => Some(Key::Opt),
            Symbol::WorkspaceMib => Some(Key::Gpu),
            Symbol::BatchedTokens => Some(Key::Batched),
            Symbol::EngineSequences => Some(Key::Seqs),
            Symbol::SharedPrefix => Some(Key::Prefix),
            Symbol::EngineMib => Some(Key::Eager),
            Symbol::MeasuredMib => Some(Key::Fix),
            Symbol::Completions => Some(Key::Gens),
            Symbol::RunningSequences | Symbol::PreemptedSequences => Some(Key::Conc),
            Symbol::MeanTokens | Symbol::TailTokens => Some(Key::Mean),
            Symbol::TimesWithoutGraphs => Some(Key::Eager),
            Symbol::FlopsPerParam => Some(Key::Ckpt),
            Symbol::PassOverhead => Some(Key::Mb),
            Symbol::ActiveParams
            | Symbol::FfnMatrices
            | Symbol::AttentionWidth
            | Symbol::ReadParams => Some(Key::Model),
            Symbol::AttendedTokens | Symbol::PromptTokens => Some(Key::Len),
            Symbol::TrainingTokens => Some(Key::Tokens),
            Symbol::PeakFlops | Symbol::Bandwidth => Some(Key::Gpu),
            Symbol::Mfu => Some(Key::Mfu),
            Symbol::Recorded
            | Symbol::DecodeKnee
            | Symbol::RedoneShare
            | Symbol::Once
            | Symbol::ActivationBytes
            | Symbol::CastBytes
            | Symbol::SavedBytes
            | Symbol::Layer
            | Symbol::BoundaryBytes
            | Symbol::FinalNormBytes
            | Symbol::TransientBytes
            | Symbol::BytesPerMib
            | Symbol::BlockTokens
            | Symbol::ExtraBlocks
            | Symbol::LogitBytes
            | Symbol::LogitCopies
            | Symbol::KeyAndValue
            | Symbol::MultiplyAdd
            | Symbol::MatrixRows
            | Symbol::MatrixColumns
            | Symbol::MatrixInner
            | Symbol::AttentionPasses
            | Symbol::SecondsPerDay
            | Symbol::ElementBytes
            | Symbol::GateAndUp
            | Symbol::LoggedBytes
            | Symbol::LoggedTokens
            | Symbol::BytesPerGib => None,
        }
    }
}
