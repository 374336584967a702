//! A model's architecture in config.json's own names: what a link carries, the layers it means, and what they weigh.
//!
//! [`ModelFields`] (a model_type and config.json's fields) → [`ModelSpec`] (layers, resolved) → [`Params`],
//! [`KvLayout`], LoRA counts. Counting rules: the text part, tied weights once, no buffers, no MTP layers, as
//! transformers 5.24.0 builds it.

mod class_defaults;
mod fields;
mod kv;
mod lora;
mod params;
mod resolve;
mod schedule;
mod traits;
mod values;
mod weights;

pub use fields::{FieldProblem, ModelFields, SetOutcome};
pub use kv::{KvGroup, KvLayout, StateDtype};
pub use lora::LoraTargets;
pub use params::Params;

pub(crate) use class_defaults::type_of_architecture;
pub(crate) use fields::{Def, FIELDS, Field, Kind};
pub(crate) use values::{ListBuilder, Number, Value, clamp, dtype, number};

/// An architecture, resolved: sizes in elements, one entry of `layers` per kind of layer.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelSpec {
    /// Width of the residual stream.
    pub hidden_size: u64,
    /// Rows of the embedding.
    pub vocab_size: u64,
    /// Layers of the decoder.
    pub num_hidden_layers: u64,
    /// Query heads of a full-attention layer.
    pub num_attention_heads: u64,
    /// Key and value heads of a full-attention layer.
    pub num_key_value_heads: u64,
    /// Width of one head, as the attention uses it.
    pub head_dim: u64,
    /// Width of the dense feed-forward (the first layer's, where they differ).
    pub intermediate_size: u64,
    /// Routed experts of a layer that has them; 0 for a dense model.
    pub num_experts: u64,
    /// Experts each token goes to.
    pub num_experts_per_tok: u64,
    /// Width of one routed expert.
    pub moe_intermediate_size: u64,
    /// Whether the output head is the embedding.
    pub tie_word_embeddings: bool,
    /// True where the model_type has no class here and the nearest family was taken.
    pub assumed: bool,
    /// The layers: groups of equal layers, in order of first appearance.
    pub layers: Vec<LayerGroup>,
    extras: Extras,
}

/// Equal layers and how many there are. Their order in the model is not kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayerGroup {
    /// How many.
    pub layers: u64,
    /// What mixes tokens.
    pub mixer: Mixer,
    /// What follows.
    pub ffn: Ffn,
}

/// What mixes the tokens of a layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mixer {
    /// Softmax attention (MHA, GQA, MQA).
    Attention(Attention),
    /// Multi-head latent attention: one compressed entry per token is cached.
    Latent(Latent),
    /// DeepSeek-V4: shared keys and values, compressed in blocks, plus a window.
    Compressed(Compressed),
    /// Gated DeltaNet.
    DeltaNet {
        /// Key heads.
        key_heads: u64,
        /// Value heads.
        value_heads: u64,
        /// Width of a key head.
        key_dim: u64,
        /// Width of a value head.
        value_dim: u64,
        /// Width of the convolution.
        conv: u64,
    },
    /// Kimi delta attention.
    Kda {
        /// Heads.
        heads: u64,
        /// Width of a head.
        head_dim: u64,
        /// Width of the convolution.
        conv: u64,
    },
    /// Mamba-2.
    Mamba2 {
        /// Heads.
        heads: u64,
        /// Inner width.
        inner: u64,
        /// Groups that share B and C.
        groups: u64,
        /// State per channel.
        state: u64,
        /// Width of the convolution.
        conv: u64,
    },
    /// Mamba-1.
    Mamba1 {
        /// Inner width.
        inner: u64,
        /// State per channel.
        state: u64,
        /// Rank of the time step.
        rank: u64,
        /// Width of the convolution.
        conv: u64,
    },
    /// MiniMax's lightning attention.
    Lightning {
        /// Heads.
        heads: u64,
        /// Width of a head.
        head_dim: u64,
    },
    /// A gated short convolution.
    ShortConv {
        /// Width of the convolution.
        conv: u64,
    },
    /// The layer has no mixer.
    None,
}

/// Softmax attention of one layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attention {
    /// Query heads.
    pub heads: u64,
    /// Key and value heads.
    pub kv_heads: u64,
    /// Width of a query and key head.
    pub k_dim: u64,
    /// Width of a value head.
    pub v_dim: u64,
    /// Tokens a layer looks back at, if bounded.
    pub window: Option<u64>,
    /// True where an earlier layer's keys and values are read: nothing is cached, k and v have no weights.
    pub shared_kv: bool,
    /// True where the keys are the values too (v has no weights; both are cached).
    pub key_is_value: bool,
    /// Heads and width of a sparse-attention indexer.
    pub indexer: Option<Indexer>,
}

/// Latent attention of one layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Latent {
    /// Heads.
    pub heads: u64,
    /// Rank of the queries' down-projection; None: one full matrix.
    pub q_lora_rank: Option<u64>,
    /// Rank of the cached entry.
    pub kv_lora_rank: u64,
    /// Width of a head's part without position.
    pub qk_nope_head_dim: u64,
    /// Width of the shared part with position, cached too.
    pub qk_rope_head_dim: u64,
    /// Width of a value head.
    pub v_head_dim: u64,
    /// The layer's own indexer.
    pub indexer: Option<Indexer>,
}

/// DeepSeek-V4 attention of one layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compressed {
    /// Query heads.
    pub heads: u64,
    /// Width of a head, and of the cached entry.
    pub head_dim: u64,
    /// Rank of the queries.
    pub q_lora_rank: u64,
    /// Tokens per compressed entry; None: a window only.
    pub ratio: Option<u64>,
    /// Tokens kept as they are.
    pub window: u64,
    /// The sparse kind's indexer.
    pub indexer: Option<Indexer>,
}

/// Which tokens a sparse attention reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Indexer {
    /// Heads.
    pub heads: u64,
    /// Width of a head, and of the cached key.
    pub dim: u64,
    /// Whether its keys stand in the engine's cache.
    pub cached: bool,
}

/// A layer's feed-forward.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ffn {
    /// None: the layer is a mixer only.
    None,
    /// One feed-forward of this width.
    Dense {
        /// Its width.
        width: u64,
    },
    /// Routed experts.
    Moe(Moe),
}

/// The experts of one layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moe {
    /// Routed experts.
    pub experts: u64,
    /// Experts per token.
    pub top_k: u64,
    /// Width of one expert.
    pub width: u64,
    /// Width of the shared experts together; 0: none.
    pub shared_width: u64,
    /// Width of a dense feed-forward beside the experts; 0: none.
    pub dense_width: u64,
    /// The experts' own input width, where it is not the hidden size.
    pub latent: Option<u64>,
}

/// Something about a model that could not be taken as given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelIssue {
    /// No class is known for this model_type; the nearest family was taken.
    UnknownType {
        /// The model_type.
        model_type: String,
    },
    /// A field without which an unknown class is guesswork; `used` was taken.
    Missing {
        /// The field as a link writes it.
        field: &'static str,
        /// The value taken.
        used: u64,
    },
    /// hidden is no multiple of heads, so a head was taken as the rounded-down quotient.
    HeadsDoNotDivideHidden {
        /// Hidden size.
        hidden: u64,
        /// Heads.
        heads: u64,
        /// The head width taken.
        used: u64,
    },
    /// More KV heads than heads.
    MoreKvHeadsThanHeads {
        /// Heads.
        heads: u64,
        /// KV heads.
        kv_heads: u64,
    },
    /// heads is no multiple of KV heads.
    KvHeadsDoNotDivideHeads {
        /// Heads.
        heads: u64,
        /// KV heads.
        kv_heads: u64,
    },
    /// Fewer experts than each token goes to; all are taken as active.
    FewerExpertsThanTopK {
        /// Experts.
        experts: u64,
        /// Experts per token.
        top_k: u64,
    },
    /// A list shorter than the model; the class's own schedule fills up.
    ShortList {
        /// The field as a link writes it.
        field: &'static str,
        /// Entries in the list.
        length: u64,
        /// Layers.
        layers: u64,
    },
    /// A layer kind this class does not have; full attention was taken.
    UnknownLayerKind {
        /// The letter of `layer_types`.
        letter: char,
    },
    /// A field of config.json that could not be taken as given.
    Field(FieldProblem),
}

// What is not in the layers but is needed to count.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Extras {
    traits: u64,
    attention_bias: bool,
    qkv_bias: bool,
    out_bias: bool,
    mlp_bias: bool,
    use_bias: bool,
    head_bias: bool,
    conv_bias: bool,
    mamba_norm: bool,
    qk_norm: bool,
    parallel: bool,
    new_decoder: bool,
    per_layer_input: u64,
    per_layer_vocab: u64,
    laurel: u64,
    altup: u64,
    streams: u64,
    out_groups: u64,
    out_rank: u64,
    index_pool: u64,
    state_dtype: Option<u64>,
}

impl ModelSpec {
    /// Whether the feed-forward has a gate: three matrices, and twice its width between them.
    pub fn has_gated_ffn(&self) -> bool {
        self.extras.traits & traits::PLAIN == 0
    }
}

impl ModelFields {
    /// The architecture these fields mean, and what about them could not be taken as given. Never fails: sizes are
    /// within their limits and a division by zero cannot happen.
    pub fn spec(&self) -> (ModelSpec, Vec<ModelIssue>) {
        resolve::resolve(self)
    }

    /// Drops what does not change the architecture (`sliding_window` of a model that does not slide, lists that say
    /// what the class says), so that a link of an imported model is short.
    pub(crate) fn minimise(&mut self) {
        let whole = self.spec().0;
        self.cut_lists(whole.num_hidden_layers);
        let set: Vec<Field> = self.set_values().iter().map(|(field, _)| *field).collect();
        for field in set.into_iter().rev() {
            if self.needs(field) {
                continue;
            }
            let mut without = self.clone();
            without.clear(field);
            if without.spec().0 == whole {
                *self = without;
            }
        }
    }
}
