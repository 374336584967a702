//! A layer's mixer with its own sizes, from the fields and the layer's letter.

use super::super::class_defaults::Recurrent;
use super::super::schedule::Kind;
use super::super::traits::*;
use super::super::{Attention, Compressed, Field, Indexer, Latent, Mixer};
use super::{Resolved, Sizes};

pub(super) fn mixer(from: &Resolved<'_>, sizes: &Sizes, kind: Kind) -> Option<Mixer> {
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

pub(super) fn attention(from: &Resolved<'_>, sizes: &Sizes, kind: Kind) -> Mixer {
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

pub(super) fn recurrent(from: &Resolved<'_>, sizes: &Sizes) -> Mixer {
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
