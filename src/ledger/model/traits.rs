//! Structural traits of a class, one bit each: which projections have biases, which norms there are, what is fused.

macro_rules! traits {
    ($($(#[doc = $doc:literal])* $id:ident)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u8)]
        enum Bit { $($id),* }
        $($(#[doc = $doc])* pub(crate) const $id: u64 = 1 << Bit::$id as u8;)*
    };
}

traits! {
    /// `attention_bias` gives q, k and v a bias (MLA: the two down-projections).
    ATT_QKV
    /// `attention_bias` gives o a bias.
    ATT_O
    /// `attention_out_bias` gives o a bias.
    OUTB
    /// q, k and v always have a bias.
    BIAS_QKV
    /// o always has a bias.
    BIAS_O
    /// The dense feed-forward always has biases.
    BIAS_MLP
    /// `qkv_bias` gives q, k and v a bias.
    QKVB
    /// `mlp_bias` gives the feed-forward biases.
    MLPB
    /// `use_bias` gives attention and feed-forward biases.
    USEB
    /// `use_bias` gives attention biases.
    USEB_ATT
    /// `use_bias` gives o and the feed-forward biases.
    USEB_MLP
    /// `use_bias` gives the output head a bias.
    USEB_HEAD
    /// The output head always has a bias.
    HEAD_BIAS
    /// `lm_head_bias` gives the output head a bias.
    HEADB
    /// A norm over each head's q and k.
    QKN_HEAD
    /// A norm over all of q and all of k.
    QKN_WIDE
    /// The q and k norms only with `use_qk_norm`.
    QKN_IF
    /// Four norms per layer.
    NORM4
    /// One norm per layer.
    NORM1
    /// Norms with weight and bias.
    LAYER_NORM
    /// Two matrices in the feed-forward, no gate.
    PLAIN
    /// q, k and v are one Linear.
    FUSED_QKV
    /// gate and up are one Linear.
    FUSED_MLP
    /// o has another name than `o_proj`.
    O_OTHER
    /// The feed-forward has other names than `gate_proj`, `up_proj`, `down_proj`.
    MLP_OTHER
    /// q is twice as wide: half of it gates the output.
    OUT_GATE
    /// One learned sink per head.
    SINKS
    /// Sinks on sliding layers only.
    SINKS_SLIDING
    /// Sliding layers have twice the KV heads.
    DOUBLE_SLIDING
    /// `head_dim` is ignored: hidden / heads.
    DERIVED_HEAD
    /// Falcon's three ways of saying how many KV heads and norms there are.
    FALCON_HEADS
    /// The last layer is full whatever the list says.
    LAST_FULL
    /// Multi-head latent attention.
    MLA
    /// MLA with an output gate of one number per head.
    MLA_GATE
    /// MLA with an output gate as wide as its values.
    MLA_GATE_WIDE
    /// A sparse-attention indexer.
    INDEXER
    /// The DeltaNet's input projections are four Linears, not two.
    SPLIT_DELTA
    /// Every layer has an indexer of its own.
    INDEX_ALL
    /// vLLM keeps no indexer keys in the cache.
    INDEX_UNCACHED
    /// The delta attention's gates are full matrices.
    KDA_FULL
    /// Hyper-connection streams are merged by a learned head.
    STREAM_HEAD
    /// Hyper-connections without a mix of the streams among themselves.
    STREAMS_PLAIN
    /// Experts in the layers the schedule names.
    MOE
    /// Experts only with `enable_moe_block`.
    MOE_IF
    /// Expert width is `intermediate_size` where `moe_intermediate_size` is missing.
    EXP_FFN
    /// Expert biases.
    EXP_BIAS
    /// The router is an nn.Linear.
    ROUTER_LINEAR
    /// The router has one more number per expert, a parameter.
    ROUTER_BIAS
    /// Shared experts: their number times the expert width.
    SHARED_COUNT
    /// One shared expert of `shared_expert_intermediate_size`.
    SHARED_WIDTH
    /// Shared experts of `intermediate_size`.
    SHARED_FFN
    /// The shared expert has a gate.
    SHARED_GATE
    /// A dense feed-forward beside the experts.
    DENSE_TOO
    /// Dense layers are `dense_intermediate_size` wide.
    DENSE_FIELD
    /// `first_k_dense_replace` is ignored.
    FIRST_FIXED
    /// The layer letters also say what the feed-forward is.
    BY_LETTER
    /// Mamba's inner width is heads times head_dim.
    MAMBA_HEADS
    /// The Mamba mixer's gated norm only with `mamba_rms_norm`.
    MAMBA_NORM_IF
    /// Each layer has attention and a Mamba mixer side by side.
    BOTH_MIXERS
    /// The output head is never the embedding.
    NEVER_TIED
    /// PEFT 0.21.2 turns `all-linear` into fused experts and router.
    PEFT_MOE
    /// PEFT refuses `all-linear`.
    NO_PEFT
    /// An unknown class: experts, latent attention and shared experts where the fields have them.
    GUESS
}
