//! Every weight of a model, one call per matrix or vector: what parameters, LoRA and 4-bit counts all fold over.
//!
//! Source: the modelling files of transformers 5.24.0, checked against its counts on the meta device.

mod mixers;

use super::traits::*;
use super::{Ffn, LayerGroup, Mixer, ModelSpec, Moe};

/// The line of [`super::Params`] that a weight belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Embedding,
    PerLayerEmbedding,
    Head,
    Attention,
    Mixer,
    Mlp,
    Expert,
    SharedExpert,
    Router,
    Norm,
    Bias,
    Other,
}

/// What PyTorch has a weight stand in, as far as LoRA and bitsandbytes care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Module {
    // nn.Linear by the names adapters are addressed with.
    Q,
    K,
    V,
    O,
    Gate,
    Up,
    Down,
    /// nn.Linear of another name.
    Linear,
    /// A subclass of nn.Linear: adapters wrap it, bitsandbytes does not.
    Subclass,
    /// Fused experts, a 3-D parameter: first the one or two matrices in, then the one out.
    ExpertsIn,
    ExpertsOut,
    /// The router's parameter.
    Router,
    /// No Linear: embeddings, output head, norms, convolutions, biases.
    Parameter,
}

/// `copies` matrices of `input` × `output` elements in each of `layers` layers, `active` of them used by a token.
pub(crate) struct Weight {
    pub(crate) part: Part,
    pub(crate) module: Module,
    pub(crate) input: u64,
    pub(crate) output: u64,
    pub(crate) layers: u64,
    pub(crate) copies: u64,
    pub(crate) active: u64,
}

/// Calls `each` with every weight of the model.
pub(crate) fn walk(spec: &ModelSpec, each: &mut dyn FnMut(&Weight)) {
    let mut out = Out {
        spec,
        each,
        layers: 1,
        part: Part::Other,
    };
    out.model();
    for group in &spec.layers {
        out.layers = group.layers;
        out.layer(group);
    }
}

struct Out<'a> {
    spec: &'a ModelSpec,
    each: &'a mut dyn FnMut(&Weight),
    layers: u64,
    part: Part,
}

impl Out<'_> {
    fn has(&self, traits: u64) -> bool {
        self.spec.extras.traits & traits != 0
    }

    fn put(&mut self, part: Part, module: Module, input: u64, output: u64) {
        let weight = Weight {
            part,
            module,
            input,
            output,
            layers: self.layers,
            copies: 1,
            active: 1,
        };
        (self.each)(&weight);
    }

    // A Linear of the part at hand.
    fn linear(&mut self, module: Module, input: u64, output: u64) {
        self.put(self.part, module, input, output);
    }

    fn plain(&mut self, part: Part, size: u64) {
        self.put(part, Module::Parameter, size, 1);
    }

    fn bias(&mut self, present: bool, size: u64) {
        if present {
            self.plain(Part::Bias, size);
        }
    }

    fn norm(&mut self, size: u64) {
        self.plain(Part::Norm, size);
    }

    fn model(&mut self) {
        let spec = self.spec;
        let extras = &spec.extras;
        let (vocab, hidden) = (spec.vocab_size, spec.hidden_size);
        self.put(Part::Embedding, Module::Parameter, vocab, hidden);
        if !spec.tie_word_embeddings {
            self.put(Part::Head, Module::Parameter, hidden, vocab);
        }
        if self.has(HEAD_BIAS) || extras.head_bias || (self.has(USEB_HEAD) && extras.use_bias) {
            self.plain(Part::Head, vocab);
        }
        self.norms(1);
        let per_layer = extras.per_layer_input;
        if per_layer > 0 {
            let wide = per_layer.saturating_mul(spec.num_hidden_layers);
            self.put(
                Part::PerLayerEmbedding,
                Module::Parameter,
                extras.per_layer_vocab,
                wide,
            );
            self.linear(Module::Linear, hidden, wide);
            self.norm(per_layer);
        }
        for _ in 1..extras.altup {
            self.linear(Module::Linear, hidden, hidden);
            self.linear(Module::Linear, hidden, hidden);
        }
        if self.has(STREAM_HEAD) {
            let streams = extras.streams;
            self.put(
                Part::Other,
                Module::Parameter,
                streams,
                streams.saturating_mul(hidden),
            );
            self.plain(Part::Other, streams.saturating_add(1));
        }
    }

    fn norms(&mut self, count: u64) {
        let each = if self.has(LAYER_NORM) { 2 } else { 1 };
        self.norm(self.spec.hidden_size.saturating_mul(count * each));
    }

    fn layer(&mut self, group: &LayerGroup) {
        let extras = &self.spec.extras;
        let hidden = self.spec.hidden_size;
        let alone = self.has(BOTH_MIXERS) && group.ffn == Ffn::None;
        let two = if self.has(FALCON_HEADS) {
            !extras.parallel || extras.new_decoder
        } else {
            !extras.parallel
        };
        let mut norms = match () {
            () if alone => 0,
            () if self.has(NORM4) => 4,
            () if self.has(NORM1) || !two => 1,
            () => 2,
        };
        if matches!(&group.ffn, Ffn::Moe(moe) if moe.dense_width > 0) {
            norms += 3;
        }
        self.norms(norms);
        self.part = Part::Attention;
        match &group.mixer {
            Mixer::Attention(attention) => self.attention(attention),
            Mixer::Latent(latent) => self.latent(latent),
            Mixer::Compressed(compressed) => self.compressed(compressed),
            other => self.recurrent(other),
        }
        match &group.ffn {
            Ffn::None => {}
            Ffn::Dense { width } => self.mlp(Part::Mlp, *width),
            Ffn::Moe(moe) => self.moe(moe),
        }
        self.part = Part::Other;
        let per_layer = extras.per_layer_input;
        if per_layer > 0 {
            self.linear(Module::Linear, hidden, per_layer);
            self.linear(Module::Linear, per_layer, hidden);
            self.norm(hidden);
        }
        if extras.laurel > 0 {
            self.linear(Module::Linear, hidden, extras.laurel);
            self.linear(Module::Linear, extras.laurel, hidden);
            self.norm(hidden);
        }
        let altup = extras.altup;
        if altup > 0 {
            self.linear(Module::Linear, altup, altup);
            self.linear(Module::Linear, altup, altup * altup);
            self.linear(Module::Linear, hidden, altup);
            self.plain(Part::Other, hidden);
            self.norm(hidden);
        }
        let streams = extras.streams;
        if streams > 0 {
            let plain = self.has(STREAMS_PLAIN);
            let mixes = streams * if plain { 2 } else { 2 + streams };
            let scales = if plain { 2 } else { 3 };
            for _ in 0..2 {
                self.put(
                    Part::Other,
                    Module::Parameter,
                    mixes,
                    streams.saturating_mul(hidden),
                );
                self.plain(Part::Other, mixes + scales);
            }
        }
    }

    fn mlp(&mut self, part: Part, width: u64) {
        self.part = part;
        let extras = &self.spec.extras;
        let hidden = self.spec.hidden_size;
        let plain = self.has(PLAIN);
        let named = |module: Module, other: bool| if other { Module::Linear } else { module };
        let other = self.has(MLP_OTHER);
        if self.has(FUSED_MLP) {
            self.linear(Module::Linear, hidden, width.saturating_mul(2));
        } else {
            self.linear(named(Module::Up, other), hidden, width);
            if !plain {
                self.linear(named(Module::Gate, other), hidden, width);
            }
        }
        self.linear(named(Module::Down, other), width, hidden);
        let used = extras.use_bias && self.has(USEB | USEB_MLP);
        let inner = if plain {
            width
        } else {
            width.saturating_mul(2)
        };
        self.bias(
            self.has(BIAS_MLP) || extras.mlp_bias || used,
            inner.saturating_add(hidden),
        );
    }

    fn moe(&mut self, moe: &Moe) {
        let hidden = self.spec.hidden_size;
        let input = moe.latent.unwrap_or(hidden);
        let inner = if self.has(PLAIN) {
            moe.width
        } else {
            moe.width.saturating_mul(2)
        };
        let mut experts = |module: Module, input: u64, output: u64| {
            (self.each)(&Weight {
                part: Part::Expert,
                module,
                input,
                output,
                layers: self.layers,
                copies: moe.experts,
                active: moe.top_k,
            });
        };
        experts(Module::ExpertsIn, input, inner);
        experts(Module::ExpertsOut, moe.width, input);
        if self.spec.extras.traits & EXP_BIAS != 0 {
            experts(Module::Parameter, inner.saturating_add(hidden), 1);
        }
        self.part = Part::Router;
        let module = if self.has(ROUTER_LINEAR) {
            Module::Linear
        } else {
            Module::Router
        };
        self.linear(module, hidden, moe.experts);
        if self.has(ROUTER_BIAS) {
            self.plain(Part::Router, moe.experts);
        }
        if moe.latent.is_some() {
            self.part = Part::Mlp;
            self.linear(Module::Linear, hidden, input);
            self.linear(Module::Linear, input, hidden);
            self.bias(self.spec.extras.mlp_bias, input.saturating_add(hidden));
        }
        if moe.shared_width > 0 {
            self.mlp(Part::SharedExpert, moe.shared_width);
            if self.has(SHARED_GATE) {
                self.linear(Module::Linear, hidden, 1);
            }
        }
        if moe.dense_width > 0 {
            self.plain(Part::Router, hidden.saturating_add(moe.experts));
            self.mlp(Part::Mlp, moe.dense_width);
        }
    }
}
