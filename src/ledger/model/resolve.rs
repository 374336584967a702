//! From fields to an architecture: class defaults filled in, layers grouped, inconsistencies said.

use super::class_defaults::Recurrent;
use super::fields::COUNT;
use super::schedule::{Kind, Schedule};
use super::traits::*;
use super::{
    Attention, Compressed, Extras, FIELDS, Ffn, Field, Indexer, Latent, LayerGroup, Mixer,
    ModelFields, ModelIssue, ModelSpec, Moe, Value,
};

/// All fields of a model with the class's defaults where nothing is set.
pub(crate) struct Resolved<'a> {
    pub(crate) fields: &'a ModelFields,
    pub(crate) moe: bool,
    traits: u64,
    numbers: [u64; COUNT],
}

const NULL: u64 = u64::MAX;

impl<'a> Resolved<'a> {
    fn new(fields: &'a ModelFields) -> Self {
        let mut numbers = [NULL; COUNT];
        for (slot, def) in numbers.iter_mut().zip(FIELDS) {
            if def.neutral != super::fields::NONE {
                *slot = u64::from(def.neutral);
            }
        }
        let mut put = |at: usize, value: Option<u64>| {
            if let Some(slot) = numbers.get_mut(at) {
                *slot = value.unwrap_or(NULL);
            }
        };
        fields.row().for_each(&mut put);
        for (field, value) in fields.set_values() {
            match value {
                Value::Number(n) => put(*field as usize, Some(*n)),
                Value::Null => put(*field as usize, None),
                Value::List(_) => {}
            }
        }
        let mut resolved = Self {
            fields,
            moe: false,
            traits: fields.row().traits,
            numbers,
        };
        if resolved.has(GUESS) {
            resolved.guess();
        }
        resolved.moe = resolved.has(MOE)
            && resolved.number(Field::Experts) > 0
            && (!resolved.has(MOE_IF) || resolved.flag(Field::MoeBlock));
        resolved
    }

    // An unknown class: what its fields speak of.
    fn guess(&mut self) {
        let speaks = [
            (Field::KvRank, MLA),
            (Field::SharedExperts, SHARED_COUNT),
            (Field::SharedFfn, SHARED_WIDTH),
            (Field::QkNorm, QKN_HEAD),
            (Field::UseBias, USEB),
            (Field::QkvBias, QKVB),
            (Field::DenseFfn, DENSE_FIELD),
        ];
        for (field, bit) in speaks {
            if self.fields.value(field).is_some() && self.number(field) > 0 {
                self.traits |= bit;
            }
        }
        if self.fields.value(Field::ExpertFfn).is_none() {
            self.traits |= EXP_FFN;
        }
    }

    /// A number; null and a list are 0.
    pub(crate) fn number(&self, field: Field) -> u64 {
        self.option(field).unwrap_or(0)
    }

    pub(crate) fn option(&self, field: Field) -> Option<u64> {
        self.numbers
            .get(field as usize)
            .copied()
            .filter(|n| *n != NULL)
    }

    pub(crate) fn flag(&self, field: Field) -> bool {
        self.number(field) > 0
    }

    pub(crate) fn has(&self, traits: u64) -> bool {
        self.traits & traits != 0
    }

    /// A list, one entry per layer.
    pub(crate) fn list(&self, field: Field) -> Option<Vec<u32>> {
        let runs = self.fields.list(field)?;
        let mut entries = Vec::new();
        for run in runs {
            entries.extend((0..run.times).map(|_| run.value));
        }
        Some(entries)
    }
}

/// The sizes all layers share.
struct Sizes {
    hidden: u64,
    heads: u64,
    kv_heads: u64,
    head_dim: u64,
}

pub(crate) fn resolve(fields: &ModelFields) -> (ModelSpec, Vec<ModelIssue>) {
    let from = Resolved::new(fields);
    let mut issues = Vec::new();
    if !fields.is_known() {
        issues.push(ModelIssue::UnknownType {
            model_type: fields.model_type().to_owned(),
        });
        for field in super::fields::NEEDED {
            if fields.value(field).is_none() {
                issues.push(ModelIssue::Missing {
                    field: field.def().written,
                    used: from.number(field),
                });
            }
        }
    }
    let sizes = sizes(&from, &mut issues);
    // A list of letters that names mixers and feed-forwards apart says itself how many layers there are.
    let layers = match fields.list(Field::LayerTypes) {
        Some(runs) if from.has(BY_LETTER) => runs.iter().map(|run| u64::from(run.times)).sum(),
        _ => from.number(Field::Layers).max(1),
    };
    let schedule = Schedule::new(&from, layers, &mut issues);
    let (groups, unknown) = groups(&from, &sizes, &schedule, layers);
    issues.extend(unknown.map(|letter| ModelIssue::UnknownLayerKind { letter }));
    let dense = groups.iter().find_map(|group| match &group.ffn {
        Ffn::Dense { width } => Some(*width),
        Ffn::None | Ffn::Moe(_) => None,
    });
    let moe = groups.iter().find_map(|group| match &group.ffn {
        Ffn::Moe(moe) => Some(moe.clone()),
        Ffn::None | Ffn::Dense { .. } => None,
    });
    if let Some(moe) = &moe {
        let top_k = schedule.kind(0).top_k;
        if top_k > moe.experts {
            issues.push(ModelIssue::FewerExpertsThanTopK {
                experts: moe.experts,
                top_k,
            });
        }
    }
    let latent = from
        .number(Field::NopeDim)
        .saturating_add(from.number(Field::RopeDim));
    let spec = ModelSpec {
        hidden_size: sizes.hidden,
        vocab_size: from.number(Field::Vocab),
        num_hidden_layers: layers,
        num_attention_heads: sizes.heads,
        num_key_value_heads: if from.has(MLA) {
            sizes.heads
        } else {
            sizes.kv_heads
        },
        head_dim: if from.has(MLA) {
            latent
        } else {
            sizes.head_dim
        },
        intermediate_size: dense.unwrap_or(0),
        num_experts: moe.as_ref().map_or(0, |moe| moe.experts),
        num_experts_per_tok: moe.as_ref().map_or(0, |moe| moe.top_k),
        moe_intermediate_size: moe.as_ref().map_or(0, |moe| moe.width),
        tie_word_embeddings: from.flag(Field::Tied) && !from.has(NEVER_TIED),
        assumed: !fields.is_known(),
        layers: groups,
        extras: extras(&from),
    };
    (spec, issues)
}

fn sizes(from: &Resolved<'_>, issues: &mut Vec<ModelIssue>) -> Sizes {
    let hidden = from.number(Field::Hidden).max(1);
    let heads = from.number(Field::Heads).max(1);
    let given = if from.has(DERIVED_HEAD) {
        None
    } else {
        from.option(Field::HeadDim)
    };
    let head_dim = given.unwrap_or_else(|| {
        let used = (hidden / heads).max(1);
        if !hidden.is_multiple_of(heads) && !from.has(MLA) {
            issues.push(ModelIssue::HeadsDoNotDivideHidden {
                hidden,
                heads,
                used,
            });
        }
        used
    });
    let mut kv_heads = from.option(Field::KvHeads).filter(|n| *n > 0);
    if from.has(FALCON_HEADS) && !from.flag(Field::NewDecoder) {
        kv_heads = from.flag(Field::MultiQuery).then_some(1);
    }
    let kv_heads = kv_heads.unwrap_or(heads);
    if !from.has(MLA) {
        if kv_heads > heads {
            issues.push(ModelIssue::MoreKvHeadsThanHeads { heads, kv_heads });
        } else if !heads.is_multiple_of(kv_heads) {
            issues.push(ModelIssue::KvHeadsDoNotDivideHeads { heads, kv_heads });
        }
    }
    Sizes {
        hidden,
        heads,
        kv_heads,
        head_dim,
    }
}

// Groups layers of one kind. A list with a different width on each of thousands of layers stays that many groups.
fn groups(
    from: &Resolved<'_>,
    sizes: &Sizes,
    schedule: &Schedule<'_>,
    layers: u64,
) -> (Vec<LayerGroup>, Option<char>) {
    let mut kinds: Vec<(Kind, u64)> = Vec::new();
    for layer in 0..layers {
        let kind = schedule.kind(layer);
        match kinds
            .iter_mut()
            .rev()
            .take(32)
            .find(|(known, _)| *known == kind)
        {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let mut unknown = None;
    let mut groups = Vec::new();
    for (kind, layers) in kinds {
        let mixer = mixer(from, sizes, kind).unwrap_or_else(|| {
            unknown = Some(char::from(kind.letter));
            attention(
                from,
                sizes,
                Kind {
                    letter: b'f',
                    ..kind
                },
            )
        });
        let ffn = ffn(from, sizes, kind);
        if from.has(BOTH_MIXERS) {
            groups.push(LayerGroup {
                layers,
                mixer: recurrent(from, sizes),
                ffn: Ffn::None,
            });
        }
        groups.push(LayerGroup { layers, mixer, ffn });
    }
    (groups, unknown)
}

fn mixer(from: &Resolved<'_>, sizes: &Sizes, kind: Kind) -> Option<Mixer> {
    let compressed = from.number(Field::OutGroups) > 0;
    match kind.letter {
        b'e' | b'd' => Some(Mixer::None),
        b'l' | b'k' => {
            (from.fields.row().recurrent != Recurrent::None).then(|| recurrent(from, sizes))
        }
        b'h' | b'p' => compressed.then(|| attention(from, sizes, kind)),
        _ => Some(attention(from, sizes, kind)),
    }
}

fn attention(from: &Resolved<'_>, sizes: &Sizes, kind: Kind) -> Mixer {
    let index = Indexer {
        heads: from.number(Field::IndexHeads),
        dim: from.number(Field::IndexDim),
        cached: !from.has(INDEX_UNCACHED),
    };
    let indexer = (from.has(INDEXER) && kind.indexer).then_some(index);
    let window = from.option(Field::Window);
    if from.has(MLA) {
        return Mixer::Latent(Latent {
            heads: sizes.heads,
            q_lora_rank: from.option(Field::QRank).filter(|n| *n > 0),
            kv_lora_rank: from.number(Field::KvRank),
            qk_nope_head_dim: from.number(Field::NopeDim),
            qk_rope_head_dim: from.number(Field::RopeDim),
            v_head_dim: from.number(Field::ValueDim),
            indexer,
        });
    }
    if from.number(Field::OutGroups) > 0 {
        return Mixer::Compressed(Compressed {
            heads: sizes.heads,
            head_dim: sizes.head_dim,
            q_lora_rank: from.number(Field::QRank),
            ratio: match kind.letter {
                b'h' => Some(128),
                b'p' => Some(4),
                _ => None,
            },
            window: window.unwrap_or(0),
            indexer: (kind.letter == b'p').then_some(index),
        });
    }
    let slides = kind.letter == b's';
    let full = !slides && kind.letter != b'c';
    let mut head_dim = sizes.head_dim;
    let mut kv_heads = sizes.kv_heads;
    let key_is_value = full && from.flag(Field::KeyIsValue);
    if full && from.has(LAST_FULL) {
        head_dim = from.option(Field::GlobalHeadDim).unwrap_or(head_dim);
        if key_is_value {
            kv_heads = from
                .option(Field::GlobalKvHeads)
                .filter(|n| *n > 0)
                .unwrap_or(kv_heads);
        }
    }
    if slides && from.has(DOUBLE_SLIDING) {
        kv_heads = kv_heads.saturating_mul(2);
    }
    // The reference implementation looks at sliding_window_size earlier tokens and the query itself.
    let size = from
        .option(Field::WindowSize)
        .filter(|_| from.has(DOUBLE_SLIDING));
    Mixer::Attention(Attention {
        heads: sizes.heads,
        kv_heads,
        k_dim: head_dim,
        v_dim: from
            .option(Field::ValueDim)
            .filter(|n| *n > 0)
            .unwrap_or(head_dim),
        window: match kind.letter {
            b's' => size.map(|n| n.saturating_add(1)).or(window),
            b'c' => from.option(Field::Chunk),
            _ => None,
        }
        .filter(|n| *n > 0),
        shared_kv: kind.shared_kv,
        key_is_value,
        indexer,
    })
}

fn recurrent(from: &Resolved<'_>, sizes: &Sizes) -> Mixer {
    let conv = from.number(Field::Conv).max(1);
    let state = from.number(Field::MambaState);
    let heads = from.number(Field::MambaHeads).max(1);
    let inner = if from.has(MAMBA_HEADS) {
        heads.saturating_mul(from.number(Field::MambaHeadDim))
    } else {
        let widened = from.number(Field::MambaExpand).saturating_mul(sizes.hidden);
        from.option(Field::MambaInner).unwrap_or(widened)
    };
    match from.fields.row().recurrent {
        Recurrent::None => Mixer::None,
        Recurrent::DeltaNet => Mixer::DeltaNet {
            key_heads: from.number(Field::KeyHeads),
            value_heads: from.number(Field::ValueHeads),
            key_dim: from.number(Field::KeyDim),
            value_dim: from.number(Field::LinValueDim),
            conv,
        },
        Recurrent::Kda => Mixer::Kda {
            heads: from.option(Field::LinHeads).unwrap_or(sizes.heads),
            head_dim: from.option(Field::LinHeadDim).unwrap_or(sizes.head_dim),
            conv,
        },
        Recurrent::Mamba2 => Mixer::Mamba2 {
            heads,
            inner,
            groups: from.number(Field::MambaGroups),
            state,
            conv,
        },
        Recurrent::Mamba1 => {
            let rank = from
                .option(Field::MambaRank)
                .unwrap_or(sizes.hidden.div_ceil(16));
            Mixer::Mamba1 {
                inner,
                state,
                rank,
                conv,
            }
        }
        Recurrent::Lightning => Mixer::Lightning {
            heads: sizes.heads,
            head_dim: sizes.head_dim,
        },
        Recurrent::Conv => Mixer::ShortConv { conv },
    }
}

fn ffn(from: &Resolved<'_>, sizes: &Sizes, kind: Kind) -> Ffn {
    if from.has(BY_LETTER) && !matches!(kind.letter, b'e' | b'd') {
        return Ffn::None;
    }
    let dense = dense_width(from, sizes, kind.ffn);
    if !kind.moe {
        let wide = kind.shared_kv && from.flag(Field::DoubleWide);
        return Ffn::Dense {
            width: if wide { dense.saturating_mul(2) } else { dense },
        };
    }
    let width = expert_width(from, &kind);
    let shared_width = if from.has(SHARED_COUNT) {
        kind.shared.saturating_mul(width)
    } else if from.has(SHARED_WIDTH) {
        from.number(Field::SharedFfn)
    } else if from.has(SHARED_FFN) {
        kind.ffn
    } else {
        0
    };
    let experts = from.number(Field::Experts);
    Ffn::Moe(Moe {
        experts,
        top_k: kind.top_k.min(experts),
        width,
        shared_width,
        dense_width: if from.has(DENSE_TOO) { dense } else { 0 },
        latent: from.option(Field::LatentFfn).filter(|n| *n > 0),
    })
}

fn expert_width(from: &Resolved<'_>, kind: &Kind) -> u64 {
    if from.has(EXP_FFN) {
        kind.ffn
    } else {
        kind.expert_ffn
    }
}

fn dense_width(from: &Resolved<'_>, sizes: &Sizes, ffn: u64) -> u64 {
    if from.has(DENSE_FIELD) {
        return from.number(Field::DenseFfn);
    }
    // Granite's dense models keep their feed-forward under the name of the shared expert.
    if from.has(SHARED_WIDTH) && from.has(MLP_OTHER) {
        return from.number(Field::SharedFfn);
    }
    if from.has(FALCON_HEADS) && ffn == 0 {
        return sizes.hidden.saturating_mul(4);
    }
    if from.flag(Field::FfnAdjust) {
        let multiple = from.number(Field::FfnMultiple).max(1);
        return (ffn.saturating_mul(2) / 3)
            .div_ceil(multiple)
            .saturating_mul(multiple);
    }
    ffn
}

// A flag that this class ignores is not part of the architecture.
fn extras(from: &Resolved<'_>) -> Extras {
    let flag = |field: Field, traits: u64| from.flag(field) && from.has(traits);
    Extras {
        traits: from.traits,
        attention_bias: flag(Field::AttentionBias, ATT_QKV | ATT_O | MLA),
        qkv_bias: flag(Field::QkvBias, QKVB),
        out_bias: flag(Field::AttentionOutBias, OUTB),
        mlp_bias: flag(Field::MlpBias, MLPB),
        use_bias: from.flag(Field::UseBias)
            && (from.has(USEB | USEB_ATT | USEB_MLP | USEB_HEAD)
                || from.fields.row().recurrent != Recurrent::None),
        head_bias: flag(Field::HeadBias, HEADB),
        conv_bias: from.flag(Field::ConvBias) && from.fields.row().recurrent != Recurrent::None,
        qk_norm: flag(Field::QkNorm, QKN_IF),
        parallel: flag(Field::Parallel, FALCON_HEADS | DERIVED_HEAD),
        new_decoder: flag(Field::NewDecoder, FALCON_HEADS),
        per_layer_input: from.number(Field::PerLayerInput),
        per_layer_vocab: if from.flag(Field::PerLayerInput) {
            from.number(Field::PerLayerVocab)
        } else {
            0
        },
        laurel: from.number(Field::Laurel),
        altup: from.number(Field::AltUp),
        streams: from.number(Field::Streams),
        out_groups: from.number(Field::OutGroups),
        out_rank: from.number(Field::OutRank),
        index_pool: from.number(Field::IndexPool),
        state_dtype: from
            .option(Field::StateDtype)
            .filter(|_| from.fields.row().recurrent != Recurrent::None),
    }
}
