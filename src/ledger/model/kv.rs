//! The cache of a sequence: what grows with every token, what stops at a window, what is constant.
//!
//! Layouts as vLLM's v1 KV cache specs keep them (vllm/v1/kv_cache_interface.py, mamba_utils.py).

use super::{Mixer, ModelSpec};

/// The cache of equal layers, in elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KvGroup {
    /// Keys and values of every token: `kv_heads * (k_dim + v_dim)` elements per token and layer.
    Full {
        /// Layers.
        layers: u64,
        /// Key and value heads.
        kv_heads: u64,
        /// Width of a key head.
        k_dim: u64,
        /// Width of a value head.
        v_dim: u64,
    },
    /// The same for the last `window` tokens.
    Window {
        /// Layers.
        layers: u64,
        /// Key and value heads.
        kv_heads: u64,
        /// Width of a key head.
        k_dim: u64,
        /// Width of a value head.
        v_dim: u64,
        /// Tokens.
        window: u64,
    },
    /// One latent entry per token and layer, keys and values in one; not divided by tensor parallelism.
    Latent {
        /// Layers.
        layers: u64,
        /// Elements per token: kv_lora_rank + qk_rope_head_dim.
        width: u64,
    },
    /// An indexer's key per token and layer.
    Index {
        /// Layers with an indexer of their own.
        layers: u64,
        /// Elements per token.
        width: u64,
    },
    /// One entry for each `ratio` tokens and layer.
    Compressed {
        /// Layers.
        layers: u64,
        /// Elements per entry.
        width: u64,
        /// Tokens per entry.
        ratio: u64,
    },
    /// The last `window` tokens, one entry each for keys and values together.
    Recent {
        /// Layers.
        layers: u64,
        /// Elements per token.
        width: u64,
        /// Tokens.
        window: u64,
    },
    /// A recurrent layer's state, the same at any length.
    State {
        /// Layers.
        layers: u64,
        /// Elements of the recurrent state, in `dtype`.
        state: u64,
        /// Elements of the convolution's memory, in the model's dtype.
        conv: u64,
        /// The state's dtype.
        dtype: StateDtype,
    },
}

/// What a recurrent state is kept in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateDtype {
    /// The model's dtype.
    Model,
    /// fp32, said by the config (`mamba_ssm_dtype`) or by the kernel (delta attention).
    Float32,
    /// 16 bits, said by the config.
    Half,
}

/// The cache of a sequence, by group of layers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KvLayout {
    /// One entry per kind of layer that caches anything.
    pub groups: Vec<KvGroup>,
}

impl KvGroup {
    fn layers_mut(&mut self) -> &mut u64 {
        match self {
            KvGroup::Full { layers, .. }
            | KvGroup::Window { layers, .. }
            | KvGroup::Latent { layers, .. }
            | KvGroup::Index { layers, .. }
            | KvGroup::Compressed { layers, .. }
            | KvGroup::Recent { layers, .. }
            | KvGroup::State { layers, .. } => layers,
        }
    }

    fn with_layers(mut self, layers: u64) -> KvGroup {
        *self.layers_mut() = layers;
        self
    }

    /// Elements per token that grow with the sequence, over all layers of the group.
    pub fn growing(&self) -> f64 {
        match *self {
            KvGroup::Full {
                layers,
                kv_heads,
                k_dim,
                v_dim,
            } => float(layers) * float(kv_heads) * (float(k_dim) + float(v_dim)),
            KvGroup::Latent { layers, width } | KvGroup::Index { layers, width } => {
                float(layers) * float(width)
            }
            KvGroup::Compressed {
                layers,
                width,
                ratio,
            } => float(layers) * float(width) / float(ratio.max(1)),
            KvGroup::Window { .. } | KvGroup::Recent { .. } | KvGroup::State { .. } => 0.0,
        }
    }

    /// (elements per token, tokens) of a group that stops growing at a window.
    pub fn windowed(&self) -> Option<(u64, u64)> {
        match *self {
            KvGroup::Window {
                layers,
                kv_heads,
                k_dim,
                v_dim,
                window,
            } => {
                let token = kv_heads.saturating_mul(k_dim.saturating_add(v_dim));
                Some((layers.saturating_mul(token), window))
            }
            KvGroup::Recent {
                layers,
                width,
                window,
            } => Some((layers.saturating_mul(width), window)),
            KvGroup::Full { .. }
            | KvGroup::Latent { .. }
            | KvGroup::Index { .. }
            | KvGroup::Compressed { .. }
            | KvGroup::State { .. } => None,
        }
    }
}

impl KvLayout {
    /// Bytes each further token adds, where `element` is a cache element's bytes (bf16: 2).
    pub fn bytes_per_token(&self, element: f64) -> f64 {
        self.groups.iter().map(KvGroup::growing).sum::<f64>() * element
    }

    /// (elements per token, window) of what stops growing, one entry per window.
    pub fn windows(&self) -> Vec<(u64, u64)> {
        let mut windows: Vec<(u64, u64)> = Vec::new();
        for (elements, window) in self.groups.iter().filter_map(KvGroup::windowed) {
            match windows.iter_mut().find(|(_, w)| *w == window) {
                Some((sum, _)) => *sum = sum.saturating_add(elements),
                None => windows.push((elements, window)),
            }
        }
        windows
    }

    /// Bytes of recurrent state per sequence, where `model` is the model dtype's bytes per element (bf16: 2).
    pub fn state_bytes(&self, model: u64) -> u64 {
        let mut sum = 0u64;
        for group in &self.groups {
            if let KvGroup::State {
                layers,
                state,
                conv,
                dtype,
            } = *group
            {
                let element = match dtype {
                    StateDtype::Model => model,
                    StateDtype::Float32 => 4,
                    StateDtype::Half => 2,
                };
                let one = state
                    .saturating_mul(element)
                    .saturating_add(conv.saturating_mul(model));
                sum = sum.saturating_add(layers.saturating_mul(one));
            }
        }
        sum
    }

    /// Bytes of one sequence's cache at a length, windows and state included, before any rounding to blocks.
    pub fn bytes_at(&self, tokens: u64, element: f64, model: u64) -> f64 {
        let windows: f64 = self
            .windows()
            .iter()
            .map(|(elements, window)| float(*elements) * float(tokens.min(*window)) * element)
            .sum();
        self.bytes_per_token(element) * float(tokens) + windows + float(self.state_bytes(model))
    }
}

impl ModelSpec {
    /// What the model caches per sequence.
    pub fn kv(&self) -> KvLayout {
        let mut groups = Vec::new();
        for group in &self.layers {
            self.cache(&group.mixer, group.layers, &mut groups);
        }
        KvLayout {
            groups: merged(groups),
        }
    }

    fn cache(&self, mixer: &Mixer, layers: u64, out: &mut Vec<KvGroup>) {
        let mut state = |state: u64, conv: u64, dtype: StateDtype| {
            out.push(KvGroup::State {
                layers,
                state,
                conv,
                dtype,
            })
        };
        let named = match self.extras.state_dtype {
            None => StateDtype::Model,
            Some(2) => StateDtype::Half,
            Some(_) => StateDtype::Float32,
        };
        match mixer {
            Mixer::None => {}
            Mixer::Attention(a) => {
                let (kv_heads, k_dim, v_dim) = (a.kv_heads, a.k_dim, a.v_dim);
                if !a.shared_kv {
                    out.push(match a.window {
                        None => KvGroup::Full {
                            layers,
                            kv_heads,
                            k_dim,
                            v_dim,
                        },
                        Some(window) => KvGroup::Window {
                            layers,
                            kv_heads,
                            k_dim,
                            v_dim,
                            window,
                        },
                    });
                }
                index(a.indexer, layers, out);
            }
            Mixer::Latent(a) => {
                out.push(KvGroup::Latent {
                    layers,
                    width: a.kv_lora_rank.saturating_add(a.qk_rope_head_dim),
                });
                index(a.indexer, layers, out);
            }
            Mixer::Compressed(a) => {
                out.push(KvGroup::Recent {
                    layers,
                    width: a.head_dim,
                    window: a.window,
                });
                if let Some(ratio) = a.ratio {
                    let width = a
                        .head_dim
                        .saturating_add(a.indexer.map_or(0, |index| index.dim));
                    out.push(KvGroup::Compressed {
                        layers,
                        width,
                        ratio,
                    });
                }
            }
            Mixer::DeltaNet {
                key_heads,
                value_heads,
                key_dim,
                value_dim,
                conv,
            } => {
                let keys = key_heads.saturating_mul(*key_dim).saturating_mul(2);
                let convolved = keys.saturating_add(value_heads.saturating_mul(*value_dim));
                state(
                    value_heads
                        .saturating_mul(*key_dim)
                        .saturating_mul(*value_dim),
                    memory(convolved, *conv),
                    named,
                );
            }
            Mixer::Kda {
                heads,
                head_dim,
                conv,
            } => {
                let wide = heads.saturating_mul(*head_dim);
                state(
                    wide.saturating_mul(*head_dim),
                    memory(wide.saturating_mul(3), *conv),
                    StateDtype::Float32,
                );
            }
            Mixer::Mamba2 {
                inner,
                groups,
                state: size,
                conv,
                ..
            } => {
                let convolved =
                    inner.saturating_add(groups.saturating_mul(*size).saturating_mul(2));
                state(inner.saturating_mul(*size), memory(convolved, *conv), named);
            }
            Mixer::Mamba1 {
                inner,
                state: size,
                conv,
                ..
            } => state(inner.saturating_mul(*size), memory(*inner, *conv), named),
            Mixer::Lightning { heads, head_dim } => state(
                heads.saturating_mul(*head_dim).saturating_mul(*head_dim),
                0,
                named,
            ),
            Mixer::ShortConv { conv } => {
                state(0, memory(self.hidden_size, *conv), StateDtype::Model)
            }
        }
    }
}

/// Groups that differ in nothing but their layers are one: a dense and a mixture layer cache the same.
fn merged(groups: Vec<KvGroup>) -> Vec<KvGroup> {
    let mut out: Vec<KvGroup> = Vec::new();
    for mut group in groups {
        let alone = group.with_layers(0);
        let mut known = out.iter_mut().rev().take(32);
        match known.find(|known| known.with_layers(0) == alone) {
            Some(known) => {
                let sum = known.layers_mut();
                *sum = sum.saturating_add(*group.layers_mut());
            }
            None => out.push(group),
        }
    }
    out
}

fn index(indexer: Option<super::Indexer>, layers: u64, out: &mut Vec<KvGroup>) {
    if let Some(index) = indexer.filter(|index| index.cached) {
        out.push(KvGroup::Index {
            layers,
            width: index.dim,
        });
    }
}

// A convolution over `conv` columns remembers all but the newest.
fn memory(channels: u64, conv: u64) -> u64 {
    channels.saturating_mul(conv.saturating_sub(1))
}

// Exact below 2^53, far beyond any product of the fields' limits that is shown.
fn float(n: u64) -> f64 {
    n as f64
}
