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

    /// The labels of what only the measured method writes; a build without it does not carry them.
    const fn measured_label(self, locale: Locale) -> &'static str {
        if !cfg!(feature = "measured") {
            return "";
        }
        let (zh, en) = match self {
            Symbol::ActivationShare => (
                "激活占静态显存的比例",
                "activations as a share of the static bytes",
            ),
            Symbol::StaticOnce => ("静态显存本身", "the static bytes themselves"),
            Symbol::ShareRise => (
                "占比在课程两个长度之间的增量",
                "rise of that share between the lesson's two lengths",
            ),
            Symbol::TokensBeyond => ("超过 2k 的 token", "tokens beyond 2k"),
            Symbol::TokensOfRise => ("2k 到 8k 之间的 token", "tokens between 2k and 8k"),
            Symbol::StaticBytes => ("静态显存", "static bytes"),
            Symbol::NeedBytes => ("静态显存加激活", "bytes with activations"),
            Symbol::CardsNeeded => ("卡数", "cards"),
            Symbol::CardBytes => ("单卡显存", "memory of one card"),
            Symbol::NodeCards => ("每节点卡数", "cards per node"),
            Symbol::EngineBudget => (
                "rollout 引擎隐形副本的预算系数",
                "budget for the rollout engine's hidden copy",
            ),
            Symbol::LessonHours => ("课程给 7B 的卡时", "the lesson's card-hours at 7B"),
            Symbol::LessonParams => (
                "该卡时对应的参数量",
                "parameters these hours are stated for",
            ),
            Symbol::RelativeTime => ("相对耗时", "relative time"),
            Symbol::CardHours => ("卡时", "card-hours"),
            Symbol::CardHourPrice => ("卡时单价", "price per card-hour"),
            Symbol::PeakCards => ("峰值卡数（整节点）", "cards at the peak, in whole nodes"),
            Symbol::HoursOfDay => ("一天的小时数", "hours of a day"),
            Symbol::Rounds => ("调参轮数", "rounds of tuning"),
            Symbol::Calls => ("调用次数", "calls"),
            Symbol::CallsPerSecond => ("每秒调用", "calls per second"),
            Symbol::SecondsOfHour => ("每小时秒数", "seconds of an hour"),
            Symbol::BusyShare => ("忙时占比", "share of the paid time that answers"),
            Symbol::ServingCards => ("一起服务的卡数", "cards that answer together"),
            Symbol::Recorded => ("实录那一步的数", "of the recorded step"),
            Symbol::Completions => ("每步的回答数", "completions a step"),
            Symbol::RunningSequences => ("同时在跑的序列", "sequences running at once"),
            Symbol::PreemptedSequences => ("池子装不下的序列", "sequences the pool cannot hold"),
            Symbol::MeanTokens => ("平均回答长度", "mean completion tokens"),
            Symbol::TailTokens => (
                "最长回答比平均多出的 token",
                "longest completion beyond the mean",
            ),
            Symbol::DecodeKnee => (
                "读一遍权重相当于多少条序列（假设）",
                "sequences whose work equals reading the weights (assumed)",
            ),
            Symbol::TimesWithoutGraphs => (
                "没有 CUDA graphs 的倍数（假设）",
                "times slower without CUDA graphs (assumed)",
            ),
            Symbol::RedoneShare => (
                "被抢占序列重算的比例（假设）",
                "share of preempted tokens computed twice (assumed)",
            ),
            Symbol::Once => ("一次", "once"),
            Symbol::FlopsPerParam => ("每参数每 token 的 FLOPs", "FLOPs per parameter and token"),
            Symbol::PassOverhead => (
                "一次前反向的固定开销（折合序列，假设）",
                "fixed cost of a pass, in sequences (assumed)",
            ),
            Symbol::TrainableParams => ("可训练参数量", "trainable parameters"),
            Symbol::LinearParams => (
                "被量化的线性层参数",
                "parameters of the quantised linear layers",
            ),
            Symbol::OtherParams => (
                "保持 16 bit 的参数（词嵌入、输出头、norm）",
                "parameters kept in 16 bits (embeddings, head, norms)",
            ),
            Symbol::EmbeddingParams => ("词嵌入参数", "embedding parameters"),
            Symbol::DraftParams => ("草稿模型参数量", "parameters of the draft model"),
            Symbol::AdapterParams => ("LoRA 适配器参数量", "parameters of one LoRA adapter"),
            Symbol::AdapterBytes => ("每个适配器权重的字节", "bytes per adapter weight"),
            Symbol::AdaptersServed => ("引擎同时保留的适配器数", "adapters kept by the engine"),
            Symbol::CastBytes => (
                "autocast 缓存的 16 bit 副本",
                "16-bit copy cached by autocast",
            ),
            Symbol::SavedBytes => (
                "每 token 每个元素为反向保留的字节",
                "bytes kept per element and token for the backward pass",
            ),
            Symbol::QueryWidth => ("query 总宽度", "width of all query heads"),
            Symbol::KeyWidth => ("key 总宽度", "width of all key heads"),
            Symbol::FfnWidth => ("FFN 宽度", "width of the feed-forward"),
            Symbol::ExpertWidth => ("单个专家的宽度", "width of one expert"),
            Symbol::ExpertsPerToken => ("每个 token 的专家数", "experts per token"),
            Symbol::Experts => ("路由专家数", "routed experts"),
            Symbol::Heads => ("query 头数", "query heads"),
            Symbol::MixerWidth => ("循环层投影宽度", "projection width of a recurrent layer"),
            Symbol::LatentRank => ("MLA 低秩宽度", "ranks of the latent projections"),
            Symbol::Statistics => ("每 token 的统计量个数", "statistics per token"),
            Symbol::RepeatedWidth => ("重复 KV 头多出的宽度", "width added by repeated key heads"),
            Symbol::PerLayerInput => ("每层自己的输入宽度", "width of a layer's own input"),
            Symbol::ScoreBytes => ("注意力矩阵每个分数的字节", "bytes per attention score"),
            Symbol::MaskBytes => ("掩码每个元素的字节", "bytes of a mask element"),
            Symbol::Layer => ("一层", "one layer"),
            Symbol::OtherLayers => ("除手头这层外的层数", "layers beside the one in hand"),
            Symbol::BoundaryBytes => (
                "层边界上残差流的字节",
                "bytes of the residual stream at a layer boundary",
            ),
            Symbol::FinalNormBytes => ("最后一个 norm 保留的字节", "bytes kept by the final norm"),
            Symbol::TransientBytes => ("短暂存在的字节", "bytes that live for a moment"),
            Symbol::LogitBytesLive => (
                "该时刻每个 logit 占用的字节",
                "bytes alive per logit at that moment",
            ),
            Symbol::CompletionTokens => (
                "算 logprob 的 token 数",
                "tokens whose log-probability is taken",
            ),
            Symbol::PairOfSequences => ("chosen 与 rejected 两条", "chosen and rejected"),
            Symbol::ChunkTokens => (
                "融合头一次处理的 token",
                "tokens of one chunk of the fused head",
            ),
            Symbol::ChunkVocab => (
                "融合头一块的词表宽度",
                "words of one tile of the fused head",
            ),
            Symbol::HeadCopies => (
                "loss 对输出头每个权重所需字节",
                "bytes per weight of the output head needed by the loss",
            ),
            Symbol::LayerParams => ("一层的参数量", "parameters of one layer"),
            Symbol::BodyParams => (
                "此刻已有梯度的层参数",
                "parameters whose gradients are there by then",
            ),
            Symbol::RootParams => (
                "层外参数（词嵌入、输出头、final norm）",
                "parameters outside the layers",
            ),
            Symbol::GradientsInHand => (
                "正在产生梯度的权重",
                "weights whose gradients are being made",
            ),
            Symbol::Cards => ("分摊的训练卡数", "training cards that share it"),
            Symbol::EngineCards => ("分摊的引擎卡数", "engine cards that share it"),
            Symbol::BucketElements => ("通信桶的元素数", "elements of a communication bucket"),
            Symbol::BucketBytes => ("桶内每个元素的字节", "bytes of a bucket element"),
            Symbol::StepCopyBytes => ("foreach 更新时的临时副本", "copy made by a foreach step"),
            Symbol::FactorElements => (
                "分解状态保存的行列数",
                "rows and columns kept by a factored state",
            ),
            Symbol::StateBytesPerParam => (
                "每参数的优化器状态字节",
                "bytes of optimizer states per parameter",
            ),
            Symbol::WorkspaceMib => ("cuBLAS 工作区 MiB", "MiB of the cuBLAS workspace"),
            Symbol::BytesPerMib => ("每 MiB 的字节", "bytes of a MiB"),
            Symbol::BlockTokens => ("KV 块的 token 数", "tokens of a cache block"),
            Symbol::ExtraBlocks => ("额外的块", "blocks beyond those in use"),
            Symbol::BatchedTokens => ("引擎一步的 token", "tokens of one engine step"),
            Symbol::EngineSequences => ("引擎一步的序列", "sequences of one engine step"),
            Symbol::SharedPrefix => ("公共前缀 token", "tokens that all sequences share"),
            Symbol::EngineMib => (
                "引擎在权重、KV、激活之外的 MiB",
                "MiB held outside weights, cache and activations",
            ),
            Symbol::TileRows => ("logprob 分块行数", "rows of one tile of log-probabilities"),
            Symbol::ActiveParams => ("激活参数量", "active parameters"),
            Symbol::MultiplyAdd => ("一次乘加算 2 FLOP", "a multiplication and an addition"),
            Symbol::FfnMatrices => ("FFN 的矩阵数", "matrices of the feed-forward"),
            Symbol::MatrixRows => ("M：结果的行数", "M: rows of the result"),
            Symbol::MatrixColumns => ("N：结果的列数", "N: columns of the result"),
            Symbol::MatrixInner => ("K：每个元素累加的项数", "K: terms summed for each element"),
            Symbol::AttentionWidth => (
                "全部 query 头的 K 与 V 宽度",
                "key and value width over all query heads",
            ),
            Symbol::AttendedTokens => (
                "每个 query 平均看到的 token",
                "tokens a query attends to, on average",
            ),
            Symbol::AttentionPasses => (
                "注意力算几遍（前向 1，训练 3，重算 4）",
                "passes over the attention (1 forward, 3 training, 4 recomputing)",
            ),
            Symbol::PromptTokens => ("要计算的 prompt token", "prompt tokens that are computed"),
            Symbol::TrainingTokens => ("训练 token 数", "tokens trained on"),
            Symbol::PeakFlops => ("一张卡每秒的 FLOP", "operations per second of one card"),
            Symbol::Mfu => ("MFU", "MFU"),
            Symbol::Bandwidth => ("显存带宽，字节每秒", "memory bandwidth, bytes per second"),
            Symbol::ReadParams => ("一步要读的参数", "parameters read for one step"),
            Symbol::SecondsPerDay => ("一天的秒数", "seconds of a day"),
            Symbol::ElementBytes => ("每个元素的字节", "bytes of an element"),
            Symbol::GateAndUp => ("gate 与 up 两个投影", "gate and up projection"),
            Symbol::LoggedBytes => ("日志里的字节数", "bytes in the log"),
            Symbol::LoggedTokens => ("日志反推的 token 数", "tokens by the log"),
            Symbol::MeasuredMib => ("在你机器上实测的 MiB", "MiB measured on your machine"),
            Symbol::Params
            | Symbol::CriticParams
            | Symbol::RewardParams
            | Symbol::BytesPerParam
            | Symbol::QuantisedBytesPerParam
            | Symbol::GradientBytes
            | Symbol::MasterBytes
            | Symbol::FirstMomentBytes
            | Symbol::SecondMomentBytes
            | Symbol::ThirdStateBytes
            | Symbol::LoraShare
            | Symbol::Rank
            | Symbol::RankOfShare
            | Symbol::Layers
            | Symbol::MicroBatch
            | Symbol::SequenceLength
            | Symbol::HiddenSize
            | Symbol::ActivationBytes
            | Symbol::WorkingSetFactor
            | Symbol::FullActivationBytes
            | Symbol::VocabSize
            | Symbol::LogitBytes
            | Symbol::LogitCopies
            | Symbol::KeyAndValue
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
            | Symbol::KvBytes
            | Symbol::CacheLength
            | Symbol::SlidingWindow
            | Symbol::Concurrency
            | Symbol::StateBytes
            | Symbol::ContextGib
            | Symbol::BytesPerGib
            | Symbol::BoundedByWindow
            | Symbol::WeightsAreMaster
            | Symbol::Checkpointed
            | Symbol::NotCheckpointed => ("", ""),
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
