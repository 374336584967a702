//! The fields a model is described by: one table of config.json's names, and the set of values a link carries.

use super::class_defaults::{Row, row_of};
use super::values::{self, Run, Value};

/// How a field's value is read and written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A whole number, at least 1.
    Size,
    /// A whole number, at least 0.
    Count,
    /// A whole number or `none` (config.json's null), which means something of its own.
    Maybe,
    /// 1 or 0.
    Flag,
    /// One number for every layer, or a list with one number per layer.
    PerLayer,
    /// A list of layer numbers, the first layer being 0.
    Indexes,
    /// A list of letters, one per layer.
    Letters,
    /// The dtype of a recurrent state: `float32` or `bfloat16`.
    Dtype,
}

/// One row of the table of fields.
pub(crate) struct Def {
    pub(crate) field: Field,
    /// config.json's own name.
    pub(crate) name: &'static str,
    /// The name written in a link.
    pub(crate) written: &'static str,
    pub(crate) kind: Kind,
    /// What a missing key means where the class says nothing; `NONE` is null.
    pub(crate) neutral: u32,
    /// The largest value taken; larger ones are clamped so that no product overflows.
    pub(crate) max: u32,
    /// Other spellings seen in published files.
    pub(crate) other: &'static [&'static str],
}

/// Null in the tables below.
pub(crate) const NONE: u32 = u32::MAX;

macro_rules! fields {
    ($($id:ident $name:literal $written:literal $kind:ident $neutral:tt $max:literal [$($other:literal)*])*) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub(crate) enum Field { $($id),* }
        pub(crate) static FIELDS: &[Def] = &[$(Def {
            field: Field::$id, name: $name, written: $written, kind: Kind::$kind,
            neutral: $neutral, max: $max, other: &[$($other),*],
        }),*];
        /// Each field's neutral value, apart from the table because every architecture starts from a copy of it.
        pub(crate) static NEUTRAL: [u32; COUNT] = [$($neutral),*];
        /// How many fields there are.
        pub(crate) const COUNT: usize = [$(Field::$id),*].len();
    };
}

// The order is the order in a link. The names are those of transformers 5.24.0's configuration classes; the other
// spellings are those of published config.json files and of older classes.
fields! {
    Layers "num_hidden_layers" "layers" Size 32 10_000 ["n_layer" "num_layers" "n_layers"]
    Hidden "hidden_size" "hidden" Size 4096 1_000_000 ["n_embd" "d_model" "n_embed"]
    Ffn "intermediate_size" "ffn" PerLayer 0 10_000_000 ["ffn_hidden_size" "n_inner" "block_ff_dim"]
    Heads "num_attention_heads" "heads" Size 32 100_000 ["n_head" "n_heads"]
    KvHeads "num_key_value_heads" "kv_heads" Maybe NONE 100_000 ["num_kv_heads" "n_head_kv" "multi_query_group_num"]
    HeadDim "head_dim" "head_dim" Maybe NONE 100_000 ["attention_head_dim" "kv_channels"]
    Vocab "vocab_size" "vocab" Size 32000 100_000_000 ["padded_vocab_size"]
    Tied "tie_word_embeddings" "tied" Flag 0 1 ["tie_embedding"]
    AttentionBias "attention_bias" "attention_bias" Flag 0 1 []
    AttentionOutBias "attention_out_bias" "attention_out_bias" Flag 0 1 []
    QkvBias "qkv_bias" "qkv_bias" Flag 0 1 ["use_qkv_bias" "add_qkv_bias"]
    MlpBias "mlp_bias" "mlp_bias" Flag 0 1 []
    UseBias "use_bias" "use_bias" Flag 0 1 ["bias" "mamba_proj_bias"]
    HeadBias "lm_head_bias" "lm_head_bias" Flag 0 1 []
    QkNorm "use_qk_norm" "use_qk_norm" Flag 0 1 ["qk_layernorm"]
    LayerTypes "layer_types" "layer_types" Letters NONE 10_000 ["layers_block_type" "hybrid_override_pattern" "hybrid_layer_pattern" "compress_ratios" "attn_type_list" "no_rope_layers"]
    Window "sliding_window" "sliding_window" Maybe NONE 1_000_000_000 []
    WindowSize "sliding_window_size" "sliding_window_size" Maybe NONE 1_000_000_000 []
    UseWindow "use_sliding_window" "use_sliding_window" Flag 0 1 []
    MaxWindowLayers "max_window_layers" "max_window_layers" Count 0 10_000 []
    Interval "full_attention_interval" "full_attention_interval" Count 0 10_000 ["sliding_window_pattern" "layer_group_size" "no_rope_layer_interval"]
    Chunk "attention_chunk_size" "attention_chunk_size" Maybe NONE 1_000_000_000 []
    FullLayers "full_attn_idxs" "full_attn_idxs" Indexes NONE 10_000 ["attn_layer_indices"]
    AttnPeriod "attn_layer_period" "attn_layer_period" Count 0 10_000 []
    AttnOffset "attn_layer_offset" "attn_layer_offset" Count 0 10_000 []
    Experts "num_experts" "num_experts" Count 0 100_000 ["n_routed_experts" "num_local_experts" "moe_num_experts"]
    TopK "num_experts_per_tok" "num_experts_per_tok" PerLayer 0 100_000 ["num_experts_per_token" "experts_per_token" "moe_topk" "moe_k" "top_k_experts"]
    ExpertFfn "moe_intermediate_size" "moe_intermediate_size" PerLayer 0 10_000_000 []
    SharedExperts "n_shared_experts" "n_shared_experts" PerLayer 0 100_000 ["num_shared_experts" "num_shared_expert" "moe_num_shared_experts"]
    SharedFfn "shared_expert_intermediate_size" "shared_expert_intermediate_size" Count 0 10_000_000 ["shared_intermediate_size" "moe_shared_expert_intermediate_size"]
    DenseFfn "dense_intermediate_size" "dense_intermediate_size" Count 0 10_000_000 ["intermediate_size_mlp"]
    LatentFfn "moe_latent_size" "moe_latent_size" Maybe NONE 1_000_000 ["routed_expert_hidden_size"]
    FfnTypes "mlp_layer_types" "mlp_layer_types" Letters NONE 10_000 ["moe_layer_freq"]
    FirstDense "first_k_dense_replace" "first_k_dense_replace" Count 0 10_000 ["moe_layer_start_index" "num_dense_layers"]
    SparseStep "decoder_sparse_step" "decoder_sparse_step" Count 1 10_000 ["interleave_moe_layer_step" "moe_layer_interval"]
    DenseOnly "mlp_only_layers" "mlp_only_layers" Indexes NONE 10_000 []
    ExpertPeriod "expert_layer_period" "expert_layer_period" Count 1 10_000 []
    ExpertOffset "expert_layer_offset" "expert_layer_offset" Count 0 10_000 []
    MoeBlock "enable_moe_block" "enable_moe_block" Flag 0 1 []
    QRank "q_lora_rank" "q_lora_rank" Maybe NONE 1_000_000 []
    KvRank "kv_lora_rank" "kv_lora_rank" Count 0 1_000_000 []
    NopeDim "qk_nope_head_dim" "qk_nope_head_dim" Count 0 100_000 []
    RopeDim "qk_rope_head_dim" "qk_rope_head_dim" Count 0 100_000 []
    ValueDim "v_head_dim" "v_head_dim" Count 0 100_000 []
    IndexHeads "index_n_heads" "index_n_heads" Count 0 100_000 []
    IndexDim "index_head_dim" "index_head_dim" Count 0 100_000 []
    Indexers "indexer_types" "indexer_types" Letters NONE 10_000 []
    IndexEvery "index_topk_freq" "index_topk_freq" Count 1 10_000 []
    IndexSkip "index_skip_topk_offset" "index_skip_topk_offset" Count 2 10_000 []
    IndexPool "index_kpool" "index_kpool" Count 0 100_000 []
    OutGroups "o_groups" "o_groups" Count 0 100_000 []
    OutRank "o_lora_rank" "o_lora_rank" Count 0 1_000_000 []
    Streams "hc_mult" "hc_mult" Count 0 1_000 []
    KeyHeads "linear_num_key_heads" "linear_num_key_heads" Count 0 100_000 []
    ValueHeads "linear_num_value_heads" "linear_num_value_heads" Count 0 100_000 []
    KeyDim "linear_key_head_dim" "linear_key_head_dim" Count 0 100_000 []
    LinValueDim "linear_value_head_dim" "linear_value_head_dim" Count 0 100_000 []
    LinHeads "linear_num_heads" "linear_num_heads" Maybe NONE 100_000 []
    LinHeadDim "linear_head_dim" "linear_head_dim" Maybe NONE 100_000 []
    Conv "linear_conv_kernel_dim" "linear_conv_kernel_dim" Count 4 1_000 ["short_conv_kernel_size" "mamba_d_conv" "conv_kernel" "conv_L_cache" "conv_l_cache"]
    MambaHeads "mamba_num_heads" "mamba_num_heads" Count 0 100_000 ["mamba_n_heads"]
    MambaHeadDim "mamba_head_dim" "mamba_head_dim" Maybe NONE 100_000 ["mamba_d_head"]
    MambaGroups "n_groups" "n_groups" Count 1 100_000 ["mamba_n_groups"]
    MambaState "ssm_state_size" "ssm_state_size" Count 0 100_000 ["mamba_d_state"]
    MambaExpand "mamba_expand" "mamba_expand" Count 2 1_000 ["expand"]
    MambaInner "mamba_d_ssm" "mamba_d_ssm" Maybe NONE 10_000_000 []
    MambaRank "mamba_dt_rank" "mamba_dt_rank" Maybe NONE 1_000_000 []
    ConvBias "mamba_conv_bias" "mamba_conv_bias" Flag 0 1 ["use_conv_bias" "conv_bias"]
    MambaNorm "mamba_rms_norm" "mamba_rms_norm" Flag 0 1 []
    StateDtype "mamba_ssm_dtype" "mamba_ssm_dtype" Dtype NONE 4 ["mamba_ssm_cache_dtype"]
    PerLayerInput "hidden_size_per_layer_input" "hidden_size_per_layer_input" Count 0 1_000_000 []
    PerLayerVocab "vocab_size_per_layer_input" "vocab_size_per_layer_input" Count 0 100_000_000 []
    SharedKv "num_kv_shared_layers" "num_kv_shared_layers" Count 0 10_000 []
    Laurel "laurel_rank" "laurel_rank" Count 0 100_000 []
    AltUp "altup_num_inputs" "altup_num_inputs" Count 0 1_000 []
    GlobalHeadDim "global_head_dim" "global_head_dim" Maybe NONE 100_000 []
    GlobalKvHeads "num_global_key_value_heads" "num_global_key_value_heads" Maybe NONE 100_000 []
    KeyIsValue "attention_k_eq_v" "attention_k_eq_v" Flag 0 1 []
    DoubleWide "use_double_wide_mlp" "use_double_wide_mlp" Flag 0 1 []
    MultiQuery "multi_query" "multi_query" Flag 0 1 []
    NewDecoder "new_decoder_architecture" "new_decoder_architecture" Flag 0 1 []
    Parallel "parallel_attn" "parallel_attn" Flag 0 1 ["use_parallel_residual"]
    FfnMultiple "block_multiple_of" "block_multiple_of" Count 0 1_000_000 []
    FfnAdjust "block_auto_adjust_ff_dim" "block_auto_adjust_ff_dim" Flag 0 1 []
    Positions "n_positions" "n_positions" Count 0 100_000_000 ["n_ctx"]
}

impl Field {
    pub(crate) fn def(self) -> &'static Def {
        // The table is made by the same macro as the enum, so the index is always inside it.
        FIELDS.get(self as usize).unwrap_or(&FALLBACK)
    }
}

static FALLBACK: Def = Def {
    field: Field::Layers,
    name: "",
    written: "",
    kind: Kind::Count,
    neutral: 0,
    max: 0,
    other: &[],
};

/// What [`ModelFields::set`] did with a value that it could use as given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetOutcome {
    /// The value is kept and will be written in a link.
    Set,
    /// The value is the class's own default, so nothing needs to be kept.
    Default,
    /// The value was empty: the class's default holds again.
    Cleared,
}

/// Why a value of a field was not taken as given. `field` is the name written in a link (`layers`, `kv_heads`,
/// `layer_types`), without the `m.`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldProblem {
    /// No field has this name (shortened to 40 characters).
    UnknownField {
        /// The name as given.
        name: String,
    },
    /// Not a number, or not a whole one; the value was ignored.
    NotANumber {
        /// The field.
        field: &'static str,
    },
    /// Neither yes nor no; the value was ignored.
    NotAFlag {
        /// The field.
        field: &'static str,
    },
    /// Not a dtype a state is kept in; the value was ignored.
    NotADtype {
        /// The field.
        field: &'static str,
    },
    /// Not a list of this field's kind; the value was ignored.
    NotAList {
        /// The field.
        field: &'static str,
    },
    /// A number below `min` or above `max`; `used` was taken instead.
    OutOfRange {
        /// The field.
        field: &'static str,
        /// The least value taken.
        min: u64,
        /// The largest value taken.
        max: u64,
        /// The value taken.
        used: u64,
    },
    /// A list longer than `max`; the rest was cut off.
    TooLong {
        /// The field.
        field: &'static str,
        /// The most entries taken.
        max: u64,
    },
}

/// What a link's `m.*` keys carry: a model_type and the config.json fields of the text part, in canonical form: only
/// what differs from that model_type's class defaults, so two ways of writing one model are equal.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelFields {
    row: &'static Row,
    // Kept only for a model_type without a row.
    unknown: String,
    values: Vec<(Field, Value)>,
}

impl ModelFields {
    /// No field set: the class defaults of `model_type`. An unknown type is kept (at most 40 characters of
    /// `[a-z0-9_.-]`, others dropped) and read as the nearest family; an alias (`kimi_k2`, `gemma3`) becomes its
    /// class's own name.
    pub fn new(model_type: &str) -> Self {
        let clean: String = model_type
            .chars()
            .map(|c| c.to_ascii_lowercase())
            .filter(|c| {
                c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '.' | '-')
            })
            .take(40)
            .collect();
        let (row, known) = row_of(&clean);
        Self {
            row,
            unknown: match (known, clean.is_empty()) {
                (true, _) => String::new(),
                // A link cannot carry an empty value.
                (false, true) => "unknown".into(),
                (false, false) => clean,
            },
            values: Vec::new(),
        }
    }

    /// config.json's model_type, as a link writes it in `m.type`.
    pub fn model_type(&self) -> &str {
        if self.is_known() {
            self.row.name
        } else {
            &self.unknown
        }
    }

    /// Whether the class of this model_type is known here.
    pub fn is_known(&self) -> bool {
        !self.row.name.is_empty()
    }

    /// Takes one field. `name` as after `m.` in a link: a short alias or config.json's name; `value` in link syntax,
    /// lower case. A value outside its range is clamped **and kept** while the problem is reported; any other problem
    /// leaves the field as it was.
    pub fn set(&mut self, name: &str, value: &str) -> Result<SetOutcome, FieldProblem> {
        let def = find(name).ok_or_else(|| FieldProblem::UnknownField {
            name: name.chars().take(40).collect(),
        })?;
        let value = value.trim();
        if value.is_empty() {
            self.clear(def.field);
            return Ok(SetOutcome::Cleared);
        }
        let (value, problem) = values::read(def, value)?;
        let outcome = self.put(def, value);
        problem.map_or(Ok(outcome), Err)
    }

    /// The value of a field in link syntax, if it is set and differs from the class's default.
    pub fn get(&self, name: &str) -> Option<String> {
        let def = find(name)?;
        self.value(def.field).map(|value| values::write(def, value))
    }

    /// The fields as a link writes them, in the table's order: (name without `m.`, value). The model_type is not
    /// among them.
    pub fn to_link(&self) -> Vec<(&'static str, String)> {
        self.values
            .iter()
            .map(|(field, value)| {
                let def = field.def();
                (def.written, values::write(def, value))
            })
            .collect()
    }

    /// The name a link writes for a field, whatever spelling is given; None if no field has the name.
    pub fn written_name(name: &str) -> Option<&'static str> {
        find(name).map(|def| def.written)
    }

    /// All fields: (name a link writes, config.json's name), in a link's order.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
        FIELDS.iter().map(|def| (def.written, def.name))
    }

    pub(crate) fn row(&self) -> &'static Row {
        self.row
    }

    pub(crate) fn value(&self, field: Field) -> Option<&Value> {
        self.values
            .iter()
            .find(|(f, _)| *f == field)
            .map(|(_, v)| v)
    }

    pub(crate) fn list(&self, field: Field) -> Option<&[Run]> {
        match self.value(field)? {
            Value::List(runs) => Some(runs),
            Value::Number(_) | Value::Null => None,
        }
    }

    /// Whether a class without a row is guesswork until this field is said.
    pub(crate) fn needs(&self, field: Field) -> bool {
        !self.is_known() && NEEDED.contains(&field)
    }

    pub(crate) fn has_no_list(&self) -> bool {
        !self.values.iter().any(|(_, v)| matches!(v, Value::List(_)))
    }

    pub(crate) fn set_values(&self) -> &[(Field, Value)] {
        &self.values
    }

    pub(crate) fn clear(&mut self, field: Field) {
        self.values.retain(|(f, _)| *f != field);
    }

    /// Drops entries of per-layer lists beyond the last layer (MTP layers are listed too in published files).
    pub(crate) fn cut_lists(&mut self, layers: u64) {
        for (field, value) in &mut self.values {
            if let Value::List(runs) = value
                && field.def().kind != Kind::Indexes
            {
                let mut left = layers;
                runs.retain_mut(|run| {
                    run.times = u64::from(run.times).min(left).try_into().unwrap_or(0);
                    left = left.saturating_sub(u64::from(run.times));
                    run.times > 0
                });
            }
        }
    }

    /// Keeps a checked value unless it says what the class's default says.
    pub(crate) fn put(&mut self, def: &Def, value: Value) -> SetOutcome {
        let default = self.row.default_of(def.field);
        let same = !self.needs(def.field)
            && match &value {
                Value::Number(n) => default == Some(*n),
                Value::Null => default.is_none(),
                Value::List(runs) => runs.is_empty(),
            };
        if same {
            self.clear(def.field);
            return SetOutcome::Default;
        }
        let at = self.values.partition_point(|(f, _)| *f < def.field);
        match self.values.get_mut(at) {
            Some((field, old)) if *field == def.field => *old = value,
            _ => self.values.insert(at, (def.field, value)),
        }
        SetOutcome::Set
    }
}

/// The fields whose class default means nothing where the class is not known.
pub(crate) const NEEDED: [Field; 5] = [
    Field::Layers,
    Field::Hidden,
    Field::Ffn,
    Field::Heads,
    Field::Vocab,
];

/// The field of this name in any spelling.
pub(crate) fn find(name: &str) -> Option<&'static Def> {
    FIELDS.iter().find(|d| d.written == name).or_else(|| {
        FIELDS
            .iter()
            .find(|d| d.name == name || d.other.contains(&name))
    })
}
