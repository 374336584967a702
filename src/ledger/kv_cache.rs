//! The KV cache: what concurrency × length ask for, group of layers by group.
use super::Line;
use super::config::{Config, Shape};
use super::formula::build::{case, count, num, product, quot, sum};
use super::formula::{Formula, Symbol};
use super::item::{Basis, Item, Owner, Phase, Role};
use super::model::{KvGroup, KvLayout, StateDtype};
use super::phases::{Run, at};
use super::precision::KvDtype;

/// Bytes of an element of a recurrent state kept in the model's dtype (16 bits) and in fp32.
const HALF: u64 = 2;
const SINGLE: u64 = 4;
/// Key and value.
const PAIR: f64 = 2.0;

/// The lesson's line: 2 × layers × KV heads × head_dim × bytes × length × concurrency, windows bounded, states constant.
pub(super) fn lesson(config: &Config, shape: &Shape, role: Role) -> Line {
    let formula = product([
        bytes_per_sequence(shape, config.kvdtype, config.len),
        count(Symbol::Concurrency, config.conc),
    ]);
    Line::always(Item::KvCache, Owner::Engine, role, Basis::Formula, formula)
}

/// Bytes of one sequence of `len` tokens.
pub fn bytes_per_sequence(shape: &Shape, dtype: KvDtype, len: u64) -> Formula {
    let terms: Vec<Formula> = shape
        .kv
        .groups
        .iter()
        .filter_map(|group| term(group, &shape.kv, dtype, len, None))
        .collect();
    if terms.is_empty() {
        num(Symbol::StateBytes, 0.0)
    } else {
        sum(terms)
    }
}

/// Bytes of one sequence's cache that one card of a tensor-parallel group reads to make its next token.
pub fn read_by_one(shape: &Shape, dtype: KvDtype, len: u64, tp: u64) -> Formula {
    if tp < 2 {
        return bytes_per_sequence(shape, dtype, len);
    }
    let layout = KvLayout {
        groups: shape
            .kv
            .groups
            .iter()
            .map(|group| divided(group, tp, 1))
            .collect(),
    };
    let terms = layout.groups.iter();
    let terms: Vec<Formula> = terms
        .filter_map(|group| term(group, &layout, dtype, len, None))
        .collect();
    if terms.is_empty() {
        num(Symbol::StateBytes, 0.0)
    } else {
        sum(terms)
    }
}

/// One group's bytes, for `len` tokens or for `tokens` where they are worked out; states are one term, with the first group that has one.
fn term(
    group: &KvGroup,
    layout: &KvLayout,
    dtype: KvDtype,
    len: u64,
    tokens: Option<Formula>,
) -> Option<Formula> {
    let bytes = num(Symbol::KvBytes, dtype.bytes());
    let within = |window: u64| match &tokens {
        Some(tokens) => tokens.clone(),
        None => bounded(len, window),
    };
    let length = match &tokens {
        Some(tokens) => tokens.clone(),
        None => count(Symbol::CacheLength, len),
    };
    match *group {
        KvGroup::Full {
            layers,
            kv_heads,
            k_dim,
            v_dim,
        } => {
            let symbol = if layout.groups.len() > 1 {
                Symbol::FullAttentionLayers
            } else {
                Symbol::Layers
            };
            Some(product([
                heads(symbol, layers, kv_heads, k_dim, v_dim),
                bytes,
                length,
            ]))
        }
        KvGroup::Window {
            layers,
            kv_heads,
            k_dim,
            v_dim,
            window,
        } => {
            let tokens = within(window);
            Some(product([
                heads(Symbol::SlidingLayers, layers, kv_heads, k_dim, v_dim),
                bytes,
                tokens,
            ]))
        }
        KvGroup::Latent { layers, width } => Some(product([
            count(Symbol::LatentLayers, layers),
            count(Symbol::LatentWidth, width),
            bytes,
            length,
        ])),
        KvGroup::Index { layers, width } => Some(product([
            count(Symbol::IndexerLayers, layers),
            count(Symbol::IndexerWidth, width),
            bytes,
            length,
        ])),
        KvGroup::Compressed {
            layers,
            width,
            ratio,
        } => Some(product([
            count(Symbol::CompressedLayers, layers),
            count(Symbol::CompressedWidth, width),
            bytes,
            quot(length, count(Symbol::CompressionRatio, ratio.max(1))),
        ])),
        KvGroup::Recent {
            layers,
            width,
            window,
        } => Some(product([
            count(Symbol::SlidingLayers, layers),
            count(Symbol::CompressedWidth, width),
            bytes,
            within(window),
        ])),
        KvGroup::State {
            layers,
            state,
            conv,
            dtype,
        } => {
            let element = match dtype {
                StateDtype::Model | StateDtype::Half => HALF,
                StateDtype::Float32 => SINGLE,
            };
            let one = state
                .saturating_mul(element)
                .saturating_add(conv.saturating_mul(HALF));
            (one > 0).then(|| {
                product([
                    count(Symbol::StateLayers, layers),
                    count(Symbol::StateBytes, one),
                ])
            })
        }
    }
}

/// Elements of keys and values per token over a group's layers.
fn heads(symbol: Symbol, layers: u64, kv_heads: u64, k_dim: u64, v_dim: u64) -> Formula {
    let layers = count(symbol, layers);
    let heads = count(Symbol::KvHeads, kv_heads);
    if k_dim == v_dim {
        product([
            num(Symbol::KeyAndValue, PAIR),
            layers,
            heads,
            count(Symbol::HeadDim, k_dim),
        ])
    } else {
        product([
            layers,
            heads,
            count(Symbol::HeadDimKeyPlusValue, k_dim.saturating_add(v_dim)),
        ])
    }
}

/// min(length, window): the arm that counts, and why where it is the window.
fn bounded(len: u64, window: u64) -> Formula {
    if len > window {
        case(
            Symbol::BoundedByWindow,
            count(Symbol::SlidingWindow, window),
        )
    } else {
        count(Symbol::CacheLength, len)
    }
}

/// What a model caches, in bytes.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct KvSummary {
    /// Bytes every further token adds.
    pub per_token: u64,
    /// (bytes per token, tokens) of what stops growing at a window.
    pub window: Vec<(u64, u64)>,
    /// Bytes of constant state per sequence.
    pub state: u64,
}

/// What the configured model caches in the configured format; nothing where its shape is unknown.
pub fn kv_summary(config: &Config) -> KvSummary {
    let Some(shape) = &config.model.shape else {
        return KvSummary::default();
    };
    let bytes = config.kvdtype.bytes();
    let rounded = |value: f64| super::units::Bytes::round(value).0;
    KvSummary {
        per_token: rounded(shape.kv.bytes_per_token(bytes)),
        window: shape
            .kv
            .windows()
            .into_iter()
            .map(|(elements, window)| (rounded(elements as f64 * bytes), window))
            .collect(),
        state: shape.kv.state_bytes(HALF),
    }
}

/// Tokens of a cache block in vLLM and SGLang.
const BLOCK: u64 = 16;

/// The measured line: what an engine's block allocator takes for concurrency × length.
pub(super) fn measured(run: &Run<'_>, shape: &Shape, role: Role) -> Line {
    let formula = demand(run.config, shape, run.config.conc, run.config.len);
    let phases: Vec<Phase> = match role {
        Role::Engine => vec![Phase::Rollout],
        Role::Train if run.config.sleep == 0 => run.moments(),
        // Asleep the cache is gone; it wakes after the weights are in.
        Role::Train => vec![Phase::Rollout],
    };
    Line {
        item: Item::KvCache,
        owner: Owner::Engine,
        role,
        at: at(&phases, &formula),
        basis: Basis::Formula,
    }
}

/// Bytes of `conc` sequences of `len` tokens on one engine card: what they share once, the rest for each; a draft
/// model's cache beside.
pub fn demand(config: &Config, shape: &Shape, conc: u64, len: u64) -> Formula {
    let shared = super::units::whole(len as f64 * config.prefix.as_f64());
    let own = len.saturating_sub(shared);
    let times = count(Symbol::Concurrency, conc);
    let draft = config
        .draft
        .map(super::config::Model::preset)
        .and_then(|m| m.shape);
    let models = [Some(shape), draft.as_deref()];
    let mut terms = Vec::with_capacity(2);
    for model in models.into_iter().flatten() {
        terms.push(product([blocks(config, model, own), times.clone()]));
        if shared > 0 {
            terms.push(blocks(config, model, shared));
        }
    }
    sum(terms)
}

/// One sequence in blocks: full layers ⌈tokens ÷ 16⌉ blocks; windows at most window − 1 + max_num_batched_tokens tokens
/// and one more block (vLLM v1, SlidingWindowSpec); states as [`Hybrid`] says. KV heads are divided by tp down to one,
/// latent entries not at all, layers by pp.
fn blocks(config: &Config, shape: &Shape, tokens: u64) -> Formula {
    let groups: Vec<KvGroup> = shape
        .kv
        .groups
        .iter()
        .map(|group| divided(group, config.tp, config.pp))
        .collect();
    let hybrid = Hybrid::of(&groups, config.kvdtype);
    let block = hybrid.as_ref().map_or(BLOCK, |hybrid| hybrid.block);
    let in_blocks = |tokens: u64, extra: u64| {
        let used = Formula::Ceil(Box::new(quot(
            count(Symbol::CacheLength, tokens),
            count(Symbol::BlockTokens, block),
        )));
        let blocks = if extra > 0 {
            sum([used, count(Symbol::ExtraBlocks, extra)])
        } else {
            used
        };
        product([count(Symbol::BlockTokens, block), blocks])
    };
    let one = |group: &KvGroup| {
        let length = match *group {
            KvGroup::Window { window, .. } | KvGroup::Recent { window, .. } => {
                let most = window.saturating_sub(1).saturating_add(config.batched);
                in_blocks(tokens.min(most), 1)
            }
            KvGroup::State { layers, .. } => {
                if let Some(hybrid) = &hybrid {
                    return Some(hybrid.states(layers, config.prefix.0 > 0));
                }
                in_blocks(tokens, 0)
            }
            KvGroup::Full { .. }
            | KvGroup::Latent { .. }
            | KvGroup::Index { .. }
            | KvGroup::Compressed { .. } => in_blocks(tokens, 0),
        };
        term(group, &shape.kv, config.kvdtype, u64::MAX, Some(length))
    };
    let terms: Vec<Formula> = groups.iter().filter_map(one).collect();
    if terms.is_empty() {
        num(Symbol::StateBytes, 0.0)
    } else {
        sum(terms)
    }
}

/// How vLLM pages a model that has both: a block of the full layers is made long enough to hold a recurrent layer's
/// state, 16 × ⌈⌈state ÷ bytes per token and layer⌉ ÷ 16⌉ tokens, and recurrent layers come in groups as large as the full
/// ones (logs inf-i21, inf-i23, inf-f21: concurrency within 0.2 %).
struct Hybrid {
    block: u64,
    full_layers: u64,
    page: f64,
}

impl Hybrid {
    fn of(groups: &[KvGroup], dtype: KvDtype) -> Option<Hybrid> {
        let (full_layers, token) = groups.iter().find_map(|group| match *group {
            KvGroup::Full {
                layers,
                kv_heads,
                k_dim,
                v_dim,
            } => {
                let elements = kv_heads.saturating_mul(k_dim.saturating_add(v_dim));
                Some((layers, elements as f64 * dtype.bytes()))
            }
            KvGroup::Window { .. }
            | KvGroup::Latent { .. }
            | KvGroup::Index { .. }
            | KvGroup::Compressed { .. }
            | KvGroup::Recent { .. }
            | KvGroup::State { .. } => None,
        })?;
        let states = groups.iter().filter_map(state_bytes);
        let largest = states.max().filter(|bytes| *bytes > 0)?;
        if token <= 0.0 {
            return None;
        }
        let blocks = ((largest as f64 / token).ceil() / BLOCK as f64)
            .ceil()
            .max(1.0);
        let block = BLOCK.saturating_mul(super::units::whole(blocks));
        Some(Hybrid {
            block,
            full_layers: full_layers.max(1),
            page: block as f64 * token,
        })
    }

    /// One state block for each group, two where prefixes are cached.
    fn states(&self, layers: u64, cached: bool) -> Formula {
        let groups = layers.div_ceil(self.full_layers);
        let padded = groups.saturating_mul(self.full_layers);
        product([
            count(Symbol::StateLayers, padded),
            count(Symbol::ExtraBlocks, if cached { 2 } else { 1 }),
            num(Symbol::StateBytes, self.page),
        ])
    }
}

/// Bytes of one recurrent layer's state.
fn state_bytes(group: &KvGroup) -> Option<u64> {
    match *group {
        KvGroup::State {
            state, conv, dtype, ..
        } => {
            let element = match dtype {
                StateDtype::Model | StateDtype::Half => HALF,
                StateDtype::Float32 => SINGLE,
            };
            Some(
                state
                    .saturating_mul(element)
                    .saturating_add(conv.saturating_mul(HALF)),
            )
        }
        KvGroup::Full { .. }
        | KvGroup::Window { .. }
        | KvGroup::Latent { .. }
        | KvGroup::Index { .. }
        | KvGroup::Compressed { .. }
        | KvGroup::Recent { .. } => None,
    }
}

/// A group as one card of tp × pp holds it.
fn divided(group: &KvGroup, tp: u64, pp: u64) -> KvGroup {
    let heads = |n: u64| (n / tp.max(1)).max(u64::from(n > 0));
    let stage = |n: u64| n.div_ceil(pp.max(1));
    let mut out = *group;
    match &mut out {
        KvGroup::Full {
            layers, kv_heads, ..
        }
        | KvGroup::Window {
            layers, kv_heads, ..
        } => {
            *layers = stage(*layers);
            *kv_heads = heads(*kv_heads);
        }
        KvGroup::Latent { layers, .. }
        | KvGroup::Index { layers, .. }
        | KvGroup::Compressed { layers, .. }
        | KvGroup::Recent { layers, .. } => *layers = stage(*layers),
        KvGroup::State {
            layers,
            state,
            conv,
            ..
        } => {
            *layers = stage(*layers);
            *state = state.div_ceil(tp.max(1));
            *conv = conv.div_ceil(tp.max(1));
        }
    }
    out
}
