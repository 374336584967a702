//! The KV cache: what concurrency × length ask for, group of layers by group.
use super::Line;
use super::config::{Config, Shape};
use super::formula::build::{case, count, num, product, quot, sum};
use super::formula::{Formula, Symbol};
use super::item::{Basis, Item, Owner, Role};
use super::model::{KvGroup, KvLayout, StateDtype};
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
        .filter_map(|group| term(group, &shape.kv, dtype, len))
        .collect();
    if terms.is_empty() {
        num(Symbol::StateBytes, 0.0)
    } else {
        sum(terms)
    }
}

/// One group's bytes; states are one term, with the first group that has one.
fn term(group: &KvGroup, layout: &KvLayout, dtype: KvDtype, len: u64) -> Option<Formula> {
    let bytes = num(Symbol::KvBytes, dtype.bytes());
    let length = count(Symbol::CacheLength, len);
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
            let tokens = bounded(len, window);
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
            bounded(len, window),
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
