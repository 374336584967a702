//! From fields to an architecture: class defaults filled in, layers grouped, inconsistencies said.

mod mixers;

use super::class_defaults::Recurrent;
use super::fields::{COUNT, NEUTRAL, NONE};
use super::schedule::{Kind, Schedule};
use super::traits::*;
use super::{Extras, Ffn, Field, LayerGroup, ModelFields, ModelIssue, ModelSpec, Moe, Value};
use mixers::{attention, mixer, recurrent};

/// All fields of a model with the class's defaults where nothing is set.
pub(crate) struct Resolved<'a> {
    pub(crate) fields: &'a ModelFields,
    pub(crate) moe: bool,
    traits: u64,
    // No field's limit is above 32 bits.
    numbers: [u32; COUNT],
}

impl<'a> Resolved<'a> {
    fn new(fields: &'a ModelFields) -> Self {
        let mut numbers = NEUTRAL;
        let mut put = |at: usize, value: Option<u64>| {
            if let Some(slot) = numbers.get_mut(at) {
                *slot = value.map_or(NONE, |n| u32::try_from(n).unwrap_or(NONE));
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
        let number = self.numbers.get(field as usize).copied();
        number.filter(|n| *n != NONE).map(u64::from)
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
    let even = schedule.even_from().unwrap_or(layers);
    for layer in 0..layers {
        if layer > even {
            break;
        }
        let times = if layer == even { layers - layer } else { 1 };
        let kind = schedule.kind(layer);
        match kinds
            .iter_mut()
            .rev()
            .take(32)
            .find(|(known, _)| *known == kind)
        {
            Some((_, count)) => *count += times,
            None => kinds.push((kind, times)),
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
    if from.has(FALCON_HEADS | LEARNED_POSITIONS) && ffn == 0 {
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
        mamba_norm: flag(Field::MambaNorm, MAMBA_NORM_IF),
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
        positions: if from.has(LEARNED_POSITIONS) {
            from.number(Field::Positions)
        } else {
            0
        },
        streams: from.number(Field::Streams),
        out_groups: from.number(Field::OutGroups),
        out_rank: from.number(Field::OutRank),
        index_pool: from.number(Field::IndexPool),
        state_dtype: from
            .option(Field::StateDtype)
            .filter(|_| from.fields.row().recurrent != Recurrent::None),
    }
}
