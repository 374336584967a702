//! Names of what only the measured method and the views beside it write in a formula.
use crate::i18n::Locale;
use crate::ledger::formula::Symbol;

impl Symbol {
    /// The labels of what only the measured method writes; a build without it does not carry them.
    pub(super) const fn measured_label(self, locale: Locale) -> &'static str {
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
}
