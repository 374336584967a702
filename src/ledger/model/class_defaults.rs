//! What a missing key means: one row per model_type with its class's defaults, its structure and its layer schedule.
//!
//! Source of every number and trait: the configuration and modelling files of transformers 5.24.0 (`internlm2`,
//! `baichuan`, `chatglm`: their models' own code on the hub).

use super::fields::{Field, NONE};
use super::traits::*;

/// Which letter a layer gets where the config lists none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// Every layer attends to everything.
    Full,
    /// Every layer slides, if there is a window.
    Sliding,
    /// `use_sliding_window`: layers from `max_window_layers` on slide.
    Windows,
    /// Each n-th layer is full, the others are the row's other letter.
    Every,
    /// Each n-th layer is the row's other letter, the others are full.
    EveryOther,
    /// The first and each n-th layer are full.
    FirstAndEvery,
    /// Full at 4, 8, 12, … counted from 0, never the first.
    FromFourth,
    /// Full at `attn_layer_offset` in each `attn_layer_period`.
    Period,
    /// Full where `full_attn_idxs` says, else everywhere.
    Listed,
    /// Nemotron-H: recurrent, experts, full, dense in turn.
    Cycle,
    /// No layer attends.
    Recurrent,
    /// DeepSeek-V4: two heavily compressed layers, then heavily and sparsely compressed in turn.
    Compressed,
}

/// What a layer that does not attend is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recurrent {
    None,
    DeltaNet,
    Kda,
    Mamba1,
    Mamba2,
    Lightning,
    Conv,
}

/// One class.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    base: Option<&'static Row>,
    pub(crate) traits: u64,
    pub(crate) rule: Rule,
    pub(crate) other: u8,
    pub(crate) recurrent: Recurrent,
    // Field in the upper byte, value below; 24 bits of ones are null.
    defaults: &'static [u32],
}

impl Row {
    /// The class's default of a field: None is null (or an empty list).
    pub(crate) fn default_of(&self, field: Field) -> Option<u64> {
        self.own_default(field).unwrap_or_else(|| {
            let neutral = field.def().neutral;
            (neutral != NONE).then_some(u64::from(neutral))
        })
    }

    /// Calls `each` with every default of the class, the nearest last.
    pub(crate) fn for_each(&self, each: &mut dyn FnMut(usize, Option<u64>)) {
        if let Some(base) = self.base {
            base.for_each(each);
        }
        for packed in self.defaults {
            let value = packed & NULL;
            // The upper byte is a small number by construction.
            each(
                (packed >> 24) as usize,
                (value != NULL).then_some(u64::from(value)),
            );
        }
    }

    fn own_default(&self, field: Field) -> Option<Option<u64>> {
        let found = self
            .defaults
            .iter()
            .find(|packed| **packed >> 24 == field as u32);
        match found {
            Some(packed) => {
                let value = packed & NULL;
                Some((value != NULL).then_some(u64::from(value)))
            }
            None => self.base.and_then(|base| base.own_default(field)),
        }
    }
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The row of a model_type, and whether it has one (the nearest family's row stands in). `x` and `x_text` are one.
pub(crate) fn row_of(model_type: &str) -> (&'static Row, bool) {
    let plain = model_type.strip_suffix("_text").unwrap_or(model_type);
    match known(model_type).or_else(|| known(plain)) {
        Some(row) => (row, true),
        None => (&UNKNOWN, false),
    }
}

fn known(model_type: &str) -> Option<&'static Row> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == model_type);
    let name = alias.map_or(model_type, |(_, name)| name);
    ROWS.iter().find(|row| row.name == name).copied()
}

/// The model_type of a class name as `architectures` lists it (`Qwen3ForCausalLM`), if it has a row.
pub(crate) fn type_of_architecture(class: &str) -> Option<&'static str> {
    let rows = ROWS.iter().map(|row| row.name);
    rows.chain(ALIASES.iter().map(|(alias, _)| *alias))
        .find(|name| {
            let mut rest = class.bytes();
            let plain = name.bytes().filter(|b| *b != b'_');
            let same = plain
                .into_iter()
                .all(|b| rest.next().is_some_and(|c| c.eq_ignore_ascii_case(&b)));
            // What follows the name is `ForCausalLM` and the like.
            same && rest.next() == Some(b'F')
        })
}

const NULL: u32 = 0xFF_FFFF;

macro_rules! rows {
    ($($id:ident $name:literal $base:expr, $traits:expr, $rule:ident $other:literal $recurrent:ident
        [$($field:ident $value:expr),*];)*) => {
        $(static $id: Row = Row {
            name: $name, base: $base, traits: $traits, rule: Rule::$rule, other: $other,
            recurrent: Recurrent::$recurrent,
            defaults: &[$(((Field::$field as u32) << 24) | $value),*],
        };)*
        static ROWS: &[&Row] = &[$(&$id),*];
    };
}

/// model_types whose text part is another class's: composites, renamed checkpoints.
static ALIASES: &[(&str, &str)] = &[
    ("mistral3", "ministral3"),
    ("mimo", "qwen2"),
    ("qwen2_vl", "qwen2"),
    ("qwen2_vl_text", "qwen2"),
    ("qwen2_5_vl", "qwen2"),
    ("qwen2_5_vl_text", "qwen2"),
    ("qwen3_vl", "qwen3"),
    ("qwen3_vl_text", "qwen3"),
    ("qwen3_vl_moe", "qwen3_vl_moe_text"),
    ("qwen3_5", "qwen3_5_text"),
    ("qwen3_5_moe", "qwen3_5_moe_text"),
    ("gemma3", "gemma3_text"),
    ("gemma3n", "gemma3n_text"),
    ("gemma4", "gemma4_text"),
    ("kimi_k2", "deepseek_v3"),
    ("kimi_k25", "deepseek_v3"),
    ("kimi_k3", "kimi_linear"),
    ("llama4", "llama4_text"),
    ("glm5_next", "glm5_next_text"),
    ("minimax_m3", "minimax_m3_vl_text"),
    ("minimax_m3_vl", "minimax_m3_vl_text"),
    ("hunyuan", "hunyuan_v1_moe"),
    ("minimax_text_01", "minimax"),
    ("qwen3_omni_moe_text", "qwen3_moe"),
    ("qwen2_5_omni_text", "qwen2"),
];

/// Stands in for a model_type without a row: Llama's structure, with experts or a latent cache where the fields have them.
static UNKNOWN: Row = Row {
    name: "",
    base: None,
    traits: ATT_QKV | ATT_O | MLPB | QKN_IF | MOE | GUESS,
    rule: Rule::Sliding,
    other: b's',
    recurrent: Recurrent::None,
    defaults: &[((Field::Ffn as u32) << 24) | 11008],
};

rows! {
    LLAMA "llama" None, ATT_QKV | ATT_O | MLPB, Full b's' None [Ffn 11008];
    MISTRAL "mistral" None, 0, Sliding b's' None [Ffn 14336, KvHeads 8, Window 4096];
    MINISTRAL3 "ministral3" None, 0, Sliding b's' None [Vocab 131_072, Ffn 14336, Layers 34, KvHeads 8, HeadDim 128];
    MIXTRAL "mixtral" None, MOE | EXP_FFN | PEFT_MOE, Sliding b's' None [Ffn 14336, KvHeads 8, Experts 8, TopK 2];
    MISTRAL4 "mistral4" None, MLA | MOE | SHARED_COUNT, Full b's' None [Vocab 131_072, Ffn 12288, Layers 36, KvHeads 32,
        Experts 128, TopK 4, ExpertFfn 2048, SharedExperts 1, QRank 1024, KvRank 256, NopeDim 64, RopeDim 64, ValueDim 128];
    QWEN2 "qwen2" None, BIAS_QKV, Windows b's' None [Vocab 151_936, Ffn 22016, KvHeads 32, Window 4096, MaxWindowLayers 28];
    QWEN2_MOE "qwen2_moe" None, QKVB | MOE | SHARED_WIDTH | SHARED_GATE, Windows b's' None [Vocab 151_936, Hidden 2048, Ffn 5632,
        Layers 24, Heads 16, KvHeads 16, QkvBias 1, Window 4096, MaxWindowLayers 28, Experts 60, TopK 4, ExpertFfn 1408, SharedFfn 5632];
    QWEN3 "qwen3" None, ATT_QKV | ATT_O | QKN_HEAD, Windows b's' None [Vocab 151_936, Ffn 22016, KvHeads 32, HeadDim 128,
        Window 4096, MaxWindowLayers 28];
    QWEN3_MOE "qwen3_moe" None, ATT_QKV | ATT_O | QKN_HEAD | MOE | PEFT_MOE, Windows b's' None [Vocab 151_936, Hidden 2048, Ffn 6144,
        Layers 24, KvHeads 4, Window 4096, Experts 128, TopK 8, ExpertFfn 768];
    QWEN3_VL_MOE "qwen3_vl_moe_text" Some(&QWEN3_MOE), ATT_QKV | ATT_O | QKN_HEAD | MOE, Windows b's' None [];
    QWEN3_NEXT "qwen3_next" None, ATT_QKV | ATT_O | QKN_HEAD | OUT_GATE | MOE | SHARED_WIDTH | SHARED_GATE | PEFT_MOE,
        Every b'l' DeltaNet [Vocab 151_936, Hidden 2048, Ffn 5632, Layers 48, Heads 16, KvHeads 2, HeadDim 256, Interval 4,
        Experts 512, TopK 10, ExpertFfn 512, SharedFfn 512, KeyHeads 16, ValueHeads 32, KeyDim 128, LinValueDim 128];
    QWEN3_5 "qwen3_5_text" None, SPLIT_DELTA | ATT_QKV | ATT_O | QKN_HEAD | OUT_GATE, Every b'l' DeltaNet [Vocab 248_320, Ffn 12288, Heads 16,
        KvHeads 4, HeadDim 256, Interval 4, KeyHeads 16, ValueHeads 32, KeyDim 128, LinValueDim 128];
    QWEN3_5_MOE "qwen3_5_moe_text" None, SPLIT_DELTA | ATT_QKV | ATT_O | QKN_HEAD | OUT_GATE | MOE | SHARED_WIDTH | SHARED_GATE,
        Every b'l' DeltaNet [Vocab 248_320, Hidden 2048, Layers 40, Heads 16, KvHeads 2, HeadDim 256, Interval 4,
        Experts 256, TopK 8, ExpertFfn 512, SharedFfn 512, KeyHeads 16, ValueHeads 32, KeyDim 128, LinValueDim 128];
    GEMMA "gemma" None, ATT_QKV | ATT_O, Full b's' None [Vocab 256_000, Hidden 3072, Ffn 24576, Layers 28, Heads 16, KvHeads 16,
        HeadDim 256, Tied 1];
    GEMMA2 "gemma2" None, ATT_QKV | ATT_O | NORM4, Every b's' None [Vocab 256_000, Hidden 2304, Ffn 9216, Layers 26, Heads 8, KvHeads 4,
        HeadDim 256, Tied 1, Window 4096, Interval 2];
    GEMMA3 "gemma3_text" Some(&GEMMA2), ATT_QKV | ATT_O | NORM4 | QKN_HEAD, Every b's' None [Vocab 262_208, Interval 6];
    GEMMA3N "gemma3n_text" Some(&GEMMA2), ATT_QKV | ATT_O | NORM4 | QKN_HEAD, Every b's' None [Vocab 262_400, Hidden 2048, Ffn 16384,
        Layers 35, KvHeads 2, Window 512, Interval 5, PerLayerInput 256, PerLayerVocab 262_144, SharedKv 15, Laurel 64, AltUp 4];
    GEMMA4 "gemma4_text" Some(&GEMMA2), ATT_QKV | ATT_O | NORM4 | QKN_HEAD | LAST_FULL | MOE | MOE_IF | DENSE_TOO | ROUTER_LINEAR,
        Every b's' None [Vocab 262_144, Layers 30, Window 512, Interval 6, PerLayerInput 256, PerLayerVocab 262_144, GlobalHeadDim 512];
    PHI "phi" None, BIAS_QKV | BIAS_O | BIAS_MLP | LAYER_NORM | NORM1 | PLAIN | O_OTHER | MLP_OTHER | HEAD_BIAS | DERIVED_HEAD,
        Full b's' None [Vocab 51200, Hidden 2048, Ffn 8192, Layers 24];
    PHI3 "phi3" None, FUSED_QKV | FUSED_MLP, Sliding b's' None [Vocab 32064, Hidden 3072, Ffn 8192];
    PHIMOE "phimoe" None, ATT_QKV | ATT_O | LAYER_NORM | MOE | EXP_FFN | ROUTER_LINEAR | HEADB, Sliding b's' None [Vocab 32064,
        Ffn 6400, KvHeads 8, Experts 16, TopK 2];
    GLM "glm" None, ATT_QKV | FUSED_MLP, Full b's' None [Vocab 151_552, Ffn 13696, Layers 40, KvHeads 2, HeadDim 128, AttentionBias 1];
    GLM4 "glm4" Some(&GLM), ATT_QKV | FUSED_MLP | NORM4, Full b's' None [];
    GLM4_MOE "glm4_moe" None, ATT_QKV | QKN_HEAD | QKN_IF | MOE | SHARED_COUNT | PEFT_MOE, Full b's' None [Vocab 151_552, Ffn 10944,
        Layers 46, Heads 96, KvHeads 8, Experts 128, TopK 8, ExpertFfn 1408, SharedExperts 1, FirstDense 1];
    GLM4_MOE_LITE "glm4_moe_lite" None, MLA | MOE | SHARED_COUNT | FIRST_FIXED | PEFT_MOE, Full b's' None [Vocab 154_880, Hidden 2048,
        Ffn 10240, Layers 47, Heads 20, KvHeads 20, Experts 64, TopK 4, ExpertFfn 1536, SharedExperts 1, FirstDense 1, QRank 768,
        KvRank 512, NopeDim 192, RopeDim 64, ValueDim 256];
    GLM_MOE_DSA "glm_moe_dsa" None, MLA | INDEXER | MOE | SHARED_COUNT | PEFT_MOE, Full b's' None [Vocab 154_880, Hidden 6144, Ffn 12288,
        Layers 78, Heads 64, KvHeads 64, HeadDim 64, Experts 256, TopK 8, ExpertFfn 2048, SharedExperts 1, FirstDense 3, QRank 2048,
        KvRank 512, NopeDim 192, RopeDim 64, ValueDim 256, IndexHeads 32, IndexDim 128];
    GLM5_NEXT "glm5_next_text" None, MLA | INDEXER | INDEX_UNCACHED | MOE | SHARED_COUNT | FIRST_FIXED, Every b'l' Kda [Vocab 154_880, Ffn 12288,
        Layers 45, Heads 64, KvHeads 64, Experts 288, TopK 8, ExpertFfn 2048, SharedExperts 1, FirstDense 3, QRank 1536, KvRank 512,
        NopeDim 256, ValueDim 256, IndexHeads 32, IndexDim 128, IndexPool 16, Interval 4, LinHeads 64, LinHeadDim 128, Streams 4];
    DEEPSEEK_V2 "deepseek_v2" None, MLA | MLPB | MOE | SHARED_COUNT | PEFT_MOE, Full b's' None [Vocab 102_400, Ffn 11008, Experts 64,
        ExpertFfn 1407, SharedExperts 2, QRank 1536, KvRank 512, NopeDim 128, RopeDim 64, ValueDim 128];
    DEEPSEEK_V3 "deepseek_v3" None, MLA | MOE | SHARED_COUNT | PEFT_MOE, Full b's' None [Vocab 129_280, Hidden 7168, Ffn 18432, Layers 61,
        Heads 128, KvHeads 128, Experts 256, TopK 8, ExpertFfn 2048, SharedExperts 1, FirstDense 3, QRank 1536, KvRank 512,
        NopeDim 128, RopeDim 64, ValueDim 128];
    DEEPSEEK_V32 "deepseek_v32" Some(&DEEPSEEK_V3), MLA | INDEXER | INDEX_ALL | MOE | SHARED_COUNT | PEFT_MOE, Full b's' None [HeadDim 64,
        IndexHeads 64, IndexDim 128];
    DEEPSEEK_V4 "deepseek_v4" None, MLPB | MOE | SHARED_COUNT | SINKS | STREAM_HEAD, Compressed b'p' None [Vocab 129_280, Layers 43, Heads 64, KvHeads 1,
        HeadDim 512, Window 128, Experts 256, TopK 6, ExpertFfn 2048, SharedExperts 1, QRank 1024, OutGroups 8, OutRank 1024,
        IndexHeads 64, IndexDim 128, Streams 4];
    KIMI_LINEAR "kimi_linear" None, MLA | MOE | SHARED_COUNT | NEVER_TIED, FromFourth b'l' Kda [Vocab 163_840, Hidden 2304, Ffn 9216,
        Layers 27, KvHeads 32, Experts 256, TopK 8, ExpertFfn 1024, SharedExperts 1, FirstDense 1, KvRank 512, NopeDim 128, RopeDim 64,
        ValueDim 128, LinHeads 32, LinHeadDim 128];
    BAILING "bailing_hybrid" None, MLA | MLA_GATE | KDA_FULL | MOE | SHARED_COUNT | NEVER_TIED, Every b'l' Kda [Vocab 157_184, Hidden 2560,
        Ffn 6144, Layers 42, KvHeads 32, HeadDim 128, Experts 512, TopK 8, ExpertFfn 768, SharedExperts 1, FirstDense 2, KvRank 512,
        NopeDim 128, RopeDim 64, ValueDim 128, Interval 6];
    GPT_OSS "gpt_oss" None, ATT_QKV | ATT_O | SINKS | MOE | EXP_FFN | EXP_BIAS | ROUTER_BIAS, Every b's' None [Vocab 201_088, Hidden 2880,
        Ffn 2880, Layers 36, Heads 64, KvHeads 8, HeadDim 64, AttentionBias 1, Window 128, Interval 2, Experts 128, TopK 4];
    MINIMAX "minimax" None, MOE | EXP_FFN | PEFT_MOE, EveryOther b'l' Lightning [Ffn 14336, KvHeads 8, Experts 8, TopK 2, Interval 2];
    MINIMAX_M2 "minimax_m2" None, QKN_WIDE | MOE | EXP_FFN | PEFT_MOE, Full b's' None [Vocab 200_064, Hidden 3072, Ffn 1536, Layers 62,
        Heads 48, KvHeads 8, HeadDim 128, Experts 256, TopK 8];
    MINIMAX_M3 "minimax_m3_vl_text" None, QKN_HEAD | MOE | EXP_FFN | SHARED_WIDTH | FUSED_MLP | DENSE_FIELD | INDEXER, Full b's' None
        [Vocab 200_064, Hidden 6144, Ffn 3072, Layers 60, Heads 64, KvHeads 4, HeadDim 128, Experts 128, TopK 4, DenseFfn 12288,
        SharedFfn 3072, IndexHeads 4, IndexDim 128];
    MIMO_V2 "mimo_v2_flash" None, ATT_QKV | SINKS_SLIDING | DOUBLE_SLIDING | MOE, FirstAndEvery b's' None [Vocab 152_576, Ffn 16384, Layers 48,
        Heads 64, KvHeads 4, HeadDim 192, ValueDim 128, Window 129, Interval 6, Experts 256, TopK 8, ExpertFfn 2048, FirstDense 1];
    LLAMA4 "llama4_text" None, ATT_QKV | ATT_O | MOE | EXP_FFN | SHARED_FFN | DENSE_FIELD | ROUTER_LINEAR, Every b'c' None [Vocab 202_048,
        Hidden 5120, Ffn 8192, Layers 48, Heads 40, KvHeads 8, HeadDim 128, Chunk 8192, Interval 4, Experts 16, TopK 1, DenseFfn 16384];
    SMOLLM3 "smollm3" None, ATT_QKV | ATT_O | MLPB, Windows b's' None [Vocab 128_256, Hidden 2048, Ffn 11008, Layers 36, Heads 16, KvHeads 4,
        Tied 1];
    OLMO2 "olmo2" None, ATT_QKV | ATT_O | QKN_WIDE, Full b's' None [Vocab 50304, Ffn 11008];
    OLMO3 "olmo3" Some(&OLMO2), ATT_QKV | ATT_O | QKN_WIDE, Every b's' None [Window 4096, Interval 4];
    OLMOE "olmoe" None, ATT_QKV | ATT_O | QKN_WIDE | MOE | EXP_FFN | PEFT_MOE, Full b's' None [Vocab 50304, Hidden 2048, Ffn 2048,
        Layers 16, Heads 16, Experts 64, TopK 8];
    GRANITE "granite" Some(&LLAMA), ATT_QKV | ATT_O | MLPB, Full b's' None [];
    GRANITE_HYBRID "granitemoehybrid" Some(&LLAMA), ATT_QKV | ATT_O | MOE | EXP_FFN | SHARED_WIDTH | FUSED_MLP | MLP_OTHER, Recurrent b'l' Mamba2
        [Experts 8, TopK 2, SharedFfn 1024, MambaState 256, MambaHeads 128, ConvBias 1];
    EXAONE4 "exaone4" None, QKN_HEAD, Every b's' None [Vocab 102_400, Ffn 16384, KvHeads 32, Window 4096, Interval 4];
    HUNYUAN "hunyuan_v1_dense" None, ATT_QKV | ATT_O | QKN_HEAD, Full b's' None [Vocab 290_943, Ffn 11008];
    HUNYUAN_MOE "hunyuan_v1_moe" Some(&HUNYUAN), ATT_QKV | ATT_O | QKN_HEAD | MOE | EXP_FFN | SHARED_FFN | ROUTER_LINEAR | PEFT_MOE, Full b's' None
        [Experts 1, TopK 1];
    COHERE "cohere" None, ATT_QKV | ATT_O | NORM1 | QKN_WIDE | QKN_IF, Full b's' None [Vocab 256_000, Hidden 8192, Ffn 22528, Layers 40,
        Heads 64, Tied 1];
    COHERE2 "cohere2" Some(&COHERE), ATT_QKV | ATT_O | NORM1 | DERIVED_HEAD, Every b's' None [Window 4096, Interval 4];
    STARCODER2 "starcoder2" None, USEB | LAYER_NORM | PLAIN | MLP_OTHER, Sliding b's' None [Vocab 49152, Hidden 3072, Ffn 12288, Layers 30,
        Heads 24, KvHeads 2, Tied 1, UseBias 1];
    STABLELM "stablelm" None, QKVB | LAYER_NORM | DERIVED_HEAD | QKN_WIDE | QKN_IF, Full b's' None [Vocab 50304, Hidden 2560, Ffn 6912, KvHeads 32];
    FALCON "falcon" None, USEB | LAYER_NORM | PLAIN | FUSED_QKV | O_OTHER | MLP_OTHER | DERIVED_HEAD | FALCON_HEADS, Full b's' None
        [Vocab 65024, Hidden 4544, Heads 71, Tied 1, MultiQuery 1, Parallel 1];
    INTERNLM2 "internlm2" Some(&LLAMA), USEB_ATT | FUSED_QKV, Full b's' None [Vocab 103_168, KvHeads NULL, UseBias 1];
    INTERNLM3 "internlm3" None, QKVB | USEB_MLP, Full b's' None [Vocab 128_512, Ffn 10240, Layers 48, KvHeads 2, HeadDim 128];
    BAICHUAN "baichuan" Some(&LLAMA), FUSED_QKV, Full b's' None [Vocab 125_696];
    CHATGLM "chatglm" None, QKVB | USEB_MLP | FUSED_QKV | FUSED_MLP | O_OTHER, Full b's' None [Vocab 65024, Ffn 13696, Layers 28, KvHeads 2,
        HeadDim 128, QkvBias 1];
    ERNIE "ernie4_5" None, USEB, Full b's' None [Vocab 103_424, Hidden 1024, Ffn 3072, Layers 18, Heads 16, KvHeads 2, HeadDim 128, Tied 1];
    ERNIE_MOE "ernie4_5_moe" None, USEB | USEB_HEAD | MOE | SHARED_COUNT | ROUTER_BIAS | PEFT_MOE, Full b's' None [Vocab 103_424, Hidden 2560,
        Ffn 12288, Layers 28, Heads 20, KvHeads 4, Tied 1, Experts 64, TopK 6, ExpertFfn 1536, SharedExperts 2, FirstDense 1];
    SEED_OSS "seed_oss" None, ATT_QKV | OUTB | MLPB, Full b's' None [Vocab 155_136, Ffn 27648, Layers 64, Heads 80, KvHeads 8, HeadDim 128,
        AttentionBias 1];
    NEMOTRON_H "nemotron_h" None, PLAIN | NORM1 | MLPB | MOE | SHARED_WIDTH | BY_LETTER | MAMBA_HEADS | NEVER_TIED | NO_PEFT, Cycle b'l' Mamba2
        [Vocab 131_072, Layers 4, Ffn 21504, KvHeads 8, HeadDim 128, Experts 8, TopK 2, ExpertFfn 7688, SharedFfn 7688, MambaState 128,
        MambaHeads 128, MambaHeadDim 64, MambaGroups 8, ConvBias 1];
    JAMBA "jamba" None, MOE | EXP_FFN, Period b'l' Mamba1 [Vocab 65536, Ffn 14336, KvHeads 8, Experts 16, TopK 2, MambaState 16, ConvBias 1,
        AttnPeriod 8, AttnOffset 4, ExpertPeriod 2, ExpertOffset 1];
    LFM2 "lfm2" None, QKN_HEAD | O_OTHER | MLP_OTHER, Listed b'k' Conv [Vocab 65536, Hidden 2560, Ffn 12288, KvHeads 8, Tied 1,
        FfnMultiple 256, FfnAdjust 1, Conv 3];
    LFM2_MOE "lfm2_moe" Some(&LFM2), QKN_HEAD | O_OTHER | MLP_OTHER | MOE, Listed b'k' Conv [Hidden 2048, Ffn 7168, Experts 32, TopK 4,
        ExpertFfn 1792, FirstDense 2, FfnAdjust 0, FfnMultiple 0];
    HY_V3 "hy_v3" None, ATT_QKV | ATT_O | QKN_HEAD | MLPB | MOE | SHARED_COUNT | FIRST_FIXED, Full b's' None [Vocab 120_832, Ffn 13312,
        Layers 80, Heads 64, KvHeads 8, HeadDim 128, Experts 192, TopK 8, ExpertFfn 1536, SharedExperts 1, FirstDense 1];
    HY_V4 "hy_v4" None, MLA | INDEXER | MLA_GATE_WIDE | SINKS | STREAM_HEAD | STREAMS_PLAIN | MOE | SHARED_COUNT | FIRST_FIXED, Full b's' None
        [Vocab 120_832, Hidden 2816, Ffn 6912, Layers 34, KvHeads 32, HeadDim 256, Experts 256, TopK 8, ExpertFfn 768, SharedExperts 1,
        FirstDense 1, QRank 1536, KvRank 512, NopeDim 192, RopeDim 64, ValueDim 256, IndexHeads 16, IndexDim 128, IndexEvery 4, Streams 4];
    FALCON_H1 "falcon_h1" None, ATT_QKV | ATT_O | MLPB | BOTH_MIXERS | MAMBA_NORM_IF | NO_PEFT, Full b'l' Mamba2 [Vocab 128_000, Ffn 14336, KvHeads 8,
        MambaInner 1024, MambaState 256, MambaHeads 128, ConvBias 1];
    BAMBA "bamba" None, ATT_QKV | ATT_O | MLPB, Listed b'l' Mamba2 [Vocab 128_000, Ffn 14336, KvHeads 8, MambaState 256, MambaHeads 128,
        ConvBias 1];
}
