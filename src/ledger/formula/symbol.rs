//! What a number in a formula stands for.
use crate::words;

words! {
    /// What a number in a formula stands for. The slug is its name in `symbols`; label and control are matches elsewhere.
    Symbol {
        /// Parameters of the model (nominal in the lesson, exact for a custom model).
        Params = "params",
        /// Parameters of the critic.
        CriticParams = "critic_params",
        /// Parameters of the reward model.
        RewardParams = "reward_params",
        /// Bytes per weight.
        BytesPerParam = "bytes_per_param",
        /// Bytes per weight of a quantised base, with its metadata.
        QuantisedBytesPerParam = "quantised_bytes_per_param",
        /// Bytes per gradient.
        GradientBytes = "gradient_bytes",
        /// Bytes of the fp32 master copy per trainable parameter.
        MasterBytes = "master_bytes",
        /// Bytes of the optimizer's first state per trainable parameter.
        FirstMomentBytes = "first_moment_bytes",
        /// Bytes of the optimizer's second state per trainable parameter.
        SecondMomentBytes = "second_moment_bytes",
        /// Bytes of the optimizer's further state per trainable parameter.
        ThirdStateBytes = "third_state_bytes",
        /// The lesson's share of parameters that LoRA at rank 16 trains.
        LoraShare = "lora_share_at_rank_16",
        /// LoRA rank.
        Rank = "rank",
        /// The rank the lesson's share is stated for.
        RankOfShare = "rank_of_share",
        /// Layers.
        Layers = "num_hidden_layers",
        /// Sequences in a micro batch.
        MicroBatch = "per_device_train_batch_size",
        /// Tokens of a training sequence.
        SequenceLength = "sequence_length",
        /// Hidden size.
        HiddenSize = "hidden_size",
        /// Bytes of an activation element.
        ActivationBytes = "activation_bytes",
        /// The lesson's allowance for the working set of the layer in hand.
        WorkingSetFactor = "working_set_factor",
        /// Bytes per token, layer and hidden unit without checkpointing.
        FullActivationBytes = "activation_bytes_without_checkpointing",
        /// Vocabulary size.
        VocabSize = "vocab_size",
        /// Bytes of a logit.
        LogitBytes = "logit_bytes",
        /// Copies of the logits: themselves and the log-probability's intermediate.
        LogitCopies = "logit_copies",
        /// Key and value.
        KeyAndValue = "key_and_value",
        /// Layers of full attention.
        FullAttentionLayers = "full_attention_layers",
        /// Layers whose cache is bounded by a window.
        SlidingLayers = "sliding_window_layers",
        /// Layers with a compressed (latent) cache.
        LatentLayers = "latent_layers",
        /// Key-value heads.
        KvHeads = "num_key_value_heads",
        /// Dimension of one head.
        HeadDim = "head_dim",
        /// Key and value dimensions of one head together, where they differ.
        HeadDimKeyPlusValue = "head_dim_key_plus_value",
        /// Width of the latent: kv_lora_rank + qk_rope_head_dim.
        LatentWidth = "kv_lora_rank_plus_qk_rope_head_dim",
        /// Layers with a sparse-attention indexer of their own.
        IndexerLayers = "indexer_layers",
        /// Elements of the indexer's key per token.
        IndexerWidth = "index_head_dim",
        /// Layers whose cache is compressed in blocks.
        CompressedLayers = "compressed_layers",
        /// Elements of a compressed entry.
        CompressedWidth = "compressed_entry_width",
        /// Tokens per compressed entry.
        CompressionRatio = "compression_ratio",
        /// Recurrent layers.
        StateLayers = "recurrent_layers",
        /// Bytes of a cached element.
        KvBytes = "kv_bytes",
        /// Tokens per sequence in the cache.
        CacheLength = "cache_length",
        /// Tokens a window holds.
        SlidingWindow = "sliding_window",
        /// Concurrent sequences.
        Concurrency = "concurrent_sequences",
        /// Bytes of a recurrent layer's constant state (linear attention, Mamba).
        StateBytes = "state_bytes_per_layer",
        /// Trainable parameters.
        TrainableParams = "trainable_params",
        /// Parameters of the linear layers that the format quantises.
        LinearParams = "quantised_params",
        /// Parameters the format leaves in 16 bits: embeddings, head, norms.
        OtherParams = "other_params",
        /// Parameters of the embedding.
        EmbeddingParams = "embedding_params",
        /// Parameters of the draft model.
        DraftParams = "draft_params",
        /// Parameters of one LoRA adapter.
        AdapterParams = "adapter_params",
        /// Bytes per adapter weight.
        AdapterBytes = "adapter_bytes",
        /// Adapters the engine keeps ready.
        AdaptersServed = "adapters_served",
        /// Bytes of the 16-bit copy that autocast caches.
        CastBytes = "autocast_bytes",
        /// Bytes kept per element and token for the backward pass.
        SavedBytes = "saved_bytes",
        /// Width of all query heads.
        QueryWidth = "query_width",
        /// Width of all key heads.
        KeyWidth = "key_width",
        /// Width of the feed-forward.
        FfnWidth = "intermediate_size",
        /// Width of one expert.
        ExpertWidth = "moe_intermediate_size",
        /// Experts each token goes to.
        ExpertsPerToken = "num_experts_per_tok",
        /// Routed experts.
        Experts = "num_experts",
        /// Query heads.
        Heads = "num_attention_heads",
        /// Width of what a recurrent mixer projects to.
        MixerWidth = "mixer_width",
        /// Ranks of the latent projections.
        LatentRank = "latent_rank",
        /// Numbers a norm or the softmax keeps per token: one per norm and head.
        Statistics = "statistics",
        /// Width by which repeated keys exceed the key heads.
        RepeatedWidth = "repeated_key_width",
        /// Width of a layer's own input.
        PerLayerInput = "hidden_size_per_layer_input",
        /// Bytes per score of the attention matrix.
        ScoreBytes = "score_bytes",
        /// Bytes of an element of the attention mask.
        MaskBytes = "mask_bytes",
        /// One layer.
        Layer = "layer",
        /// Layers beside the one in hand.
        OtherLayers = "other_layers",
        /// Bytes of the residual stream kept at a layer boundary.
        BoundaryBytes = "boundary_bytes",
        /// Bytes kept by the final norm per hidden unit.
        FinalNormBytes = "final_norm_bytes",
        /// Bytes that live for a moment, per element and token.
        TransientBytes = "transient_bytes",
        /// Bytes alive per logit at that moment.
        LogitBytesLive = "logit_bytes_alive",
        /// Tokens whose log-probability is taken.
        CompletionTokens = "completion_tokens",
        /// Chosen and rejected, one after the other.
        PairOfSequences = "chosen_and_rejected",
        /// Tokens of one chunk of the fused head.
        ChunkTokens = "chunk_tokens",
        /// Words of one tile of the fused head.
        ChunkVocab = "chunk_vocab",
        /// Bytes per weight of the output head that the loss needs.
        HeadCopies = "head_copies",
        /// Parameters of one layer.
        LayerParams = "layer_params",
        /// Parameters of the layers whose gradients are there by then.
        BodyParams = "body_params",
        /// Parameters outside the layers: embedding, head, final norm.
        RootParams = "root_params",
        /// Weights whose gradients are being made.
        GradientsInHand = "gradients_in_hand",
        /// Training cards that share it.
        Cards = "training_cards",
        /// Engine cards that share it.
        EngineCards = "engine_cards",
        /// Elements of a communication bucket.
        BucketElements = "bucket_elements",
        /// Bytes of a bucket element.
        BucketBytes = "bucket_bytes",
        /// Bytes of the copy that a foreach step makes.
        StepCopyBytes = "step_copy_bytes",
        /// Rows and columns that a factored state keeps.
        FactorElements = "factor_elements",
        /// Bytes of optimizer states per parameter.
        StateBytesPerParam = "state_bytes_per_param",
        /// MiB of the cuBLAS workspace.
        WorkspaceMib = "workspace_mib",
        /// Bytes of a MiB.
        BytesPerMib = "bytes_per_mib",
        /// Tokens of a cache block.
        BlockTokens = "block_tokens",
        /// Blocks beyond those in use.
        ExtraBlocks = "extra_blocks",
        /// Tokens of one engine step.
        BatchedTokens = "max_num_batched_tokens",
        /// Sequences of one engine step.
        EngineSequences = "max_num_seqs",
        /// Tokens that all sequences share.
        SharedPrefix = "shared_prefix",
        /// MiB the engine holds outside weights, cache and activations.
        EngineMib = "engine_mib",
        /// Rows of one tile of log-probabilities.
        TileRows = "tile_rows",
        /// Parameters a token passes through.
        ActiveParams = "active_params",
        /// Floating-point operations per parameter and token.
        FlopsPerParam = "flops_per_param",
        /// A multiplication and an addition.
        MultiplyAdd = "multiply_add",
        /// Matrices of a feed-forward.
        FfnMatrices = "ffn_matrices",
        /// Rows of a matrix product.
        MatrixRows = "matrix_rows",
        /// Columns of a matrix product.
        MatrixColumns = "matrix_columns",
        /// Terms summed for each element of a matrix product.
        MatrixInner = "matrix_inner",
        /// Key and value widths over all query heads.
        AttentionWidth = "attention_width",
        /// Tokens a query attends to, on average.
        AttendedTokens = "attended_tokens",
        /// Passes over the attention: 1 forward, 3 in training, 4 with recomputation.
        AttentionPasses = "attention_passes",
        /// Tokens of a prompt that are computed.
        PromptTokens = "prompt_tokens",
        /// Tokens trained on.
        TrainingTokens = "training_tokens",
        /// Operations per second of one card.
        PeakFlops = "peak_flops",
        /// Share of the peak that training reaches.
        Mfu = "mfu",
        /// Bytes per second of one card's memory.
        Bandwidth = "memory_bandwidth",
        /// Parameters that are read for one step.
        ReadParams = "read_params",
        /// Seconds of a day.
        SecondsPerDay = "seconds_per_day",
        /// Bytes of a score of the attention matrix or of a feed-forward's element in 16 bits.
        ElementBytes = "element_bytes",
        /// Gate and up projection side by side.
        GateAndUp = "gate_and_up",
        /// Bytes as a log prints them.
        LoggedBytes = "logged_bytes",
        /// Tokens that a log's size comes to.
        LoggedTokens = "logged_tokens",
        /// MiB measured on the reader's own machine.
        MeasuredMib = "measured_on_your_machine_mib",
        /// GiB kept for the CUDA context and fragmentation.
        ContextGib = "context_gib",
        /// Bytes of a GiB.
        BytesPerGib = "bytes_per_gib",
        /// Activations as a share of the static bytes, or of what is counted once beside it.
        ActivationShare = "activation_share",
        /// The static bytes themselves, once.
        StaticOnce = "static_once",
        /// Rise of that share between the lesson's two lengths.
        ShareRise = "activation_share_rise",
        /// Tokens beyond the shorter of them.
        TokensBeyond = "tokens_beyond_the_short_length",
        /// Tokens between them.
        TokensOfRise = "tokens_of_the_rise",
        /// Static bytes, as worked out before.
        StaticBytes = "static_bytes",
        /// Bytes with activations, as worked out before.
        NeedBytes = "need_bytes",
        /// Cards with activations, as worked out before.
        CardsNeeded = "cards_needed",
        /// Memory of one card.
        CardBytes = "card_bytes",
        /// Cards of a node.
        NodeCards = "cards_per_node",
        /// Budget for the rollout engine's hidden copy of the weights and its cache.
        EngineBudget = "engine_budget",
        /// The lesson's card-hours for 7e9 parameters.
        LessonHours = "lesson_card_hours",
        /// The parameters these are stated for.
        LessonParams = "lesson_params",
        /// Time relative to the paradigm whose hours the lesson has.
        RelativeTime = "relative_time",
        /// Card-hours as given.
        CardHours = "card_hours",
        /// Price of a card-hour.
        CardHourPrice = "price_per_card_hour",
        /// Cards at the peak, in whole nodes.
        PeakCards = "peak_cards",
        /// Hours of a day.
        HoursOfDay = "hours_of_a_day",
        /// Rounds of tuning.
        Rounds = "rounds",
        /// Calls that a price is stated for.
        Calls = "calls",
        /// Calls that the cards answer in a second.
        CallsPerSecond = "calls_per_second",
        /// Seconds of an hour.
        SecondsOfHour = "seconds_of_an_hour",
        /// Share of the paid time in which the cards answer.
        BusyShare = "busy_share",
        /// Cards that answer together.
        ServingCards = "serving_cards",
        /// A number of the recorded step.
        Recorded = "recorded",
        /// Completions a step, of one engine or all.
        Completions = "completions",
        /// Sequences that run at the same time.
        RunningSequences = "running_sequences",
        /// Sequences that the pool cannot hold.
        PreemptedSequences = "preempted_sequences",
        /// Mean tokens of a completion.
        MeanTokens = "mean_tokens",
        /// Tokens by which the longest completion exceeds the mean.
        TailTokens = "tail_tokens",
        /// Assumed: sequences whose work equals reading the weights once.
        DecodeKnee = "decode_knee",
        /// Assumed: times a decode step takes without CUDA graphs.
        TimesWithoutGraphs = "times_without_graphs",
        /// Assumed: share of preempted sequences' tokens computed twice.
        RedoneShare = "redone_share",
        /// Once.
        Once = "once",
        /// Assumed: sequences' worth of work that a pass costs whatever its micro batch.
        PassOverhead = "pass_overhead",
        /// Why an arm was taken: the sequence is longer than the window.
        BoundedByWindow = "bounded_by_window",
        /// Why an arm was taken: the model is loaded in fp32 and is its own master copy.
        WeightsAreMaster = "weights_are_master",
        /// Why an arm was taken: gradient checkpointing keeps layer boundaries only.
        Checkpointed = "checkpointed",
        /// Why an arm was taken: all activations are kept.
        NotCheckpointed = "not_checkpointed",
    }
}
