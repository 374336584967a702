//! The weights of the mixers: attention in its kinds, and the recurrent ones.

use super::super::traits::*;
use super::super::{Attention, Compressed, Indexer, Latent, Mixer};
use super::{Module, Out, Part};

impl Out<'_> {
    pub(super) fn attention(&mut self, a: &Attention) {
        let extras = &self.spec.extras;
        let hidden = self.spec.hidden_size;
        let q = a.heads.saturating_mul(a.k_dim);
        let wide_q = if self.has(OUT_GATE) {
            q.saturating_mul(2)
        } else {
            q
        };
        let k = a.kv_heads.saturating_mul(a.k_dim);
        let v = a.kv_heads.saturating_mul(a.v_dim);
        let o = a.heads.saturating_mul(a.v_dim);
        let used = extras.use_bias && self.has(USEB | USEB_ATT);
        let bias = self.has(BIAS_QKV)
            || (self.has(ATT_QKV) && extras.attention_bias)
            || extras.qkv_bias
            || used;
        if self.has(FUSED_QKV) {
            let all = q.saturating_add(k).saturating_add(v);
            self.linear(Module::Linear, hidden, all);
            self.bias(bias, all);
        } else {
            self.linear(Module::Q, hidden, wide_q);
            self.bias(bias, wide_q);
            if !a.shared_kv {
                self.linear(Module::K, hidden, k);
                self.bias(bias, k);
                if !a.key_is_value {
                    self.linear(Module::V, hidden, v);
                    self.bias(bias, v);
                }
            }
        }
        self.linear(
            if self.has(O_OTHER) {
                Module::Linear
            } else {
                Module::O
            },
            o,
            hidden,
        );
        let used = extras.use_bias && self.has(USEB | USEB_ATT | USEB_MLP);
        let bias = self.has(BIAS_O)
            || (self.has(ATT_O) && extras.attention_bias)
            || extras.out_bias
            || used;
        self.bias(bias, hidden);
        if !self.has(QKN_IF) || extras.qk_norm {
            if self.has(QKN_WIDE) {
                self.norm(q.saturating_add(k));
            } else if self.has(QKN_HEAD) {
                self.norm(if a.shared_kv {
                    a.k_dim
                } else {
                    a.k_dim.saturating_mul(2)
                });
            }
        }
        if self.has(SINKS) || (self.has(SINKS_SLIDING) && a.window.is_some()) {
            self.plain(Part::Other, a.heads);
        }
        if let Some(index) = a.indexer {
            self.linear(Module::Q, hidden, index.heads.saturating_mul(index.dim));
            self.linear(Module::K, hidden, index.dim);
            self.norm(index.dim.saturating_mul(2));
        }
    }

    pub(super) fn latent(&mut self, a: &Latent) {
        let hidden = self.spec.hidden_size;
        let bias = self.spec.extras.attention_bias;
        let q = a
            .heads
            .saturating_mul(a.qk_nope_head_dim.saturating_add(a.qk_rope_head_dim));
        match a.q_lora_rank {
            None => self.linear(Module::Q, hidden, q),
            Some(rank) => {
                self.linear(Module::Linear, hidden, rank);
                self.bias(bias, rank);
                self.norm(rank);
                self.linear(Module::Linear, rank, q);
            }
        }
        let down = a.kv_lora_rank.saturating_add(a.qk_rope_head_dim);
        self.linear(Module::Linear, hidden, down);
        self.bias(bias, down);
        self.norm(a.kv_lora_rank);
        let up = a
            .heads
            .saturating_mul(a.qk_nope_head_dim.saturating_add(a.v_head_dim));
        self.linear(Module::Linear, a.kv_lora_rank, up);
        self.linear(Module::O, a.heads.saturating_mul(a.v_head_dim), hidden);
        self.bias(bias, hidden);
        if self.has(MLA_GATE) {
            self.linear(Module::Linear, hidden, a.heads);
        }
        if self.has(MLA_GATE_WIDE) {
            self.linear(Module::Gate, hidden, a.heads.saturating_mul(a.v_head_dim));
        }
        if self.has(SINKS) {
            self.plain(Part::Other, a.heads);
        }
        if let Some(index) = a.indexer {
            self.indexer(index, a.q_lora_rank.unwrap_or(hidden));
            self.linear(Module::Linear, hidden, index.dim);
            self.norm(index.dim.saturating_mul(2));
            let pool = self.spec.extras.index_pool;
            if pool > 0 {
                self.put(
                    Part::Attention,
                    Module::Parameter,
                    index.dim,
                    pool.saturating_add(hidden),
                );
            }
        }
    }

    fn indexer(&mut self, index: Indexer, from: u64) {
        self.linear(Module::Linear, from, index.heads.saturating_mul(index.dim));
        self.linear(Module::Linear, self.spec.hidden_size, index.heads);
    }

    pub(super) fn compressed(&mut self, a: &Compressed) {
        let extras = &self.spec.extras;
        let hidden = self.spec.hidden_size;
        let q = a.heads.saturating_mul(a.head_dim);
        self.linear(Module::Linear, hidden, a.q_lora_rank);
        self.norm(a.q_lora_rank);
        self.linear(Module::Linear, a.q_lora_rank, q);
        self.linear(Module::Linear, hidden, a.head_dim);
        self.norm(a.head_dim);
        let low = extras.out_groups.saturating_mul(extras.out_rank);
        self.linear(Module::Subclass, q / extras.out_groups.max(1), low);
        self.linear(Module::Linear, low, hidden);
        self.plain(Part::Other, a.heads);
        if let Some(ratio) = a.ratio {
            // The sparse kind overlaps its blocks: two series in one matrix.
            let series = if a.indexer.is_some() { 2 } else { 1 };
            self.compressor(a.head_dim, series, ratio);
            if let Some(index) = a.indexer {
                self.compressor(index.dim, series, ratio);
                self.indexer(index, a.q_lora_rank);
            }
        }
    }

    fn compressor(&mut self, dim: u64, series: u64, ratio: u64) {
        let wide = dim.saturating_mul(series);
        self.linear(Module::Linear, self.spec.hidden_size, wide);
        self.linear(Module::Linear, self.spec.hidden_size, wide);
        self.put(Part::Attention, Module::Parameter, wide, ratio);
        self.norm(dim);
    }

    pub(super) fn recurrent(&mut self, mixer: &Mixer) {
        self.part = Part::Mixer;
        let hidden = self.spec.hidden_size;
        let extras = &self.spec.extras;
        match mixer {
            Mixer::Attention(_) | Mixer::Latent(_) | Mixer::Compressed(_) | Mixer::None => {}
            Mixer::DeltaNet {
                key_heads,
                value_heads,
                key_dim,
                value_dim,
                conv,
            } => {
                let keys = key_heads.saturating_mul(*key_dim).saturating_mul(2);
                let values = value_heads.saturating_mul(*value_dim);
                let qkv = keys.saturating_add(values);
                if self.has(SPLIT_DELTA) {
                    self.linear(Module::Linear, hidden, qkv);
                    self.linear(Module::Linear, hidden, values);
                    self.linear(Module::Linear, hidden, *value_heads);
                    self.linear(Module::Linear, hidden, *value_heads);
                } else {
                    self.linear(Module::Linear, hidden, qkv.saturating_add(values));
                    self.linear(Module::Linear, hidden, value_heads.saturating_mul(2));
                }
                self.put(Part::Mixer, Module::Parameter, qkv, *conv);
                self.plain(Part::Mixer, value_heads.saturating_mul(2));
                self.norm(*value_dim);
                self.linear(Module::Linear, values, hidden);
            }
            Mixer::Kda {
                heads,
                head_dim,
                conv,
            } => {
                let wide = heads.saturating_mul(*head_dim);
                self.linear(Module::Q, hidden, wide);
                self.linear(Module::K, hidden, wide);
                self.linear(Module::V, hidden, wide);
                self.put(
                    Part::Mixer,
                    Module::Parameter,
                    wide.saturating_mul(3),
                    *conv,
                );
                self.plain(Part::Mixer, wide.saturating_add(*heads));
                self.linear(Module::Linear, hidden, *heads);
                for _ in 0..2 {
                    if self.has(KDA_FULL) {
                        self.linear(Module::Linear, hidden, wide);
                    } else {
                        self.linear(Module::Linear, hidden, *head_dim);
                        self.linear(Module::Linear, *head_dim, wide);
                    }
                }
                self.norm(*head_dim);
                self.linear(Module::O, wide, hidden);
            }
            Mixer::Mamba2 {
                heads,
                inner,
                groups,
                state,
                conv,
            } => {
                let convolved =
                    inner.saturating_add(groups.saturating_mul(*state).saturating_mul(2));
                let wide = inner.saturating_add(convolved).saturating_add(*heads);
                self.linear(Module::Linear, hidden, wide);
                self.bias(extras.use_bias, wide.saturating_add(hidden));
                self.put(
                    Part::Mixer,
                    Module::Parameter,
                    convolved,
                    conv.saturating_add(u64::from(extras.conv_bias)),
                );
                self.plain(Part::Mixer, heads.saturating_mul(3));
                if !self.has(MAMBA_NORM_IF) || extras.mamba_norm {
                    self.norm(*inner);
                }
                self.linear(Module::Linear, *inner, hidden);
            }
            Mixer::Mamba1 {
                inner,
                state,
                rank,
                conv,
            } => {
                let input = rank.saturating_add(state.saturating_mul(2));
                self.linear(Module::Linear, hidden, inner.saturating_mul(2));
                self.bias(
                    extras.use_bias,
                    inner.saturating_mul(2).saturating_add(hidden),
                );
                self.put(
                    Part::Mixer,
                    Module::Parameter,
                    *inner,
                    conv.saturating_add(u64::from(extras.conv_bias)),
                );
                self.linear(Module::Linear, *inner, input);
                self.linear(Module::Linear, *rank, *inner);
                self.plain(Part::Bias, *inner);
                self.put(
                    Part::Mixer,
                    Module::Parameter,
                    *inner,
                    state.saturating_add(1),
                );
                self.norm(input);
                self.linear(Module::Linear, *inner, hidden);
            }
            Mixer::Lightning { heads, head_dim } => {
                let wide = heads.saturating_mul(*head_dim);
                self.linear(Module::Linear, hidden, wide.saturating_mul(3));
                self.linear(Module::Linear, hidden, wide);
                self.norm(wide);
                self.linear(Module::Linear, wide, hidden);
            }
            Mixer::ShortConv { conv } => {
                self.linear(Module::Linear, hidden, hidden.saturating_mul(3));
                self.put(
                    Part::Mixer,
                    Module::Parameter,
                    hidden,
                    conv.saturating_add(u64::from(extras.conv_bias)),
                );
                self.bias(extras.conv_bias, hidden.saturating_mul(4));
                self.linear(Module::Linear, hidden, hidden);
            }
        }
    }
}
