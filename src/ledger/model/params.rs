//! Parameters by part: what of a model weighs what, and how much of it one token uses.

use super::ModelSpec;
use super::weights::{Module, Part, Weight, walk};

/// Parameters of a model, in elements: the text part, tied weights once, no buffers, no MTP layers. Saturates at
/// `u64::MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Params {
    /// The embedding table.
    pub embedding: u64,
    /// The per-layer embedding tables (Gemma 3n, Gemma 4).
    pub per_layer_embedding: u64,
    /// The output head; 0 where it is the embedding.
    pub lm_head: u64,
    /// Softmax and latent attention, without biases.
    pub attn: u64,
    /// Recurrent mixers: DeltaNet, delta attention, Mamba.
    pub mixer: u64,
    /// Dense feed-forwards.
    pub mlp: u64,
    /// Routed experts.
    pub expert: u64,
    /// Shared experts.
    pub shared_expert: u64,
    /// Routers.
    pub router: u64,
    /// Norms, q and k norms among them.
    pub norm: u64,
    /// Biases of attention and feed-forward.
    pub bias: u64,
    /// Sinks, hyper-connections, AltUp and the like.
    pub other: u64,
    /// What quantisation in transformers reaches: elements of exact nn.Linear without the output head (bitsandbytes).
    pub bnb_4bit: u64,
    /// Elements of nn.Linear and its subclasses, without the output head.
    pub linear: u64,
    /// Elements of routed experts that one token does not use.
    pub inactive: u64,
}

impl Params {
    /// All parameters.
    pub fn total(&self) -> u64 {
        self.parts()
            .iter()
            .fold(0, |sum, part| sum.saturating_add(*part))
    }

    /// The parameters one token uses: all but the experts it is not routed to, embeddings included.
    pub fn active(&self) -> u64 {
        self.total().saturating_sub(self.inactive)
    }

    /// All parameters but the embedding and the output head.
    pub fn body(&self) -> u64 {
        self.total()
            .saturating_sub(self.embedding.saturating_add(self.lm_head))
    }

    fn parts(&self) -> [u64; 12] {
        [
            self.embedding,
            self.per_layer_embedding,
            self.lm_head,
            self.attn,
            self.mixer,
            self.mlp,
            self.expert,
            self.shared_expert,
            self.router,
            self.norm,
            self.bias,
            self.other,
        ]
    }

    fn part(&mut self, part: Part) -> &mut u64 {
        match part {
            Part::Embedding => &mut self.embedding,
            Part::PerLayerEmbedding => &mut self.per_layer_embedding,
            Part::Head => &mut self.lm_head,
            Part::Attention => &mut self.attn,
            Part::Mixer => &mut self.mixer,
            Part::Mlp => &mut self.mlp,
            Part::Expert => &mut self.expert,
            Part::SharedExpert => &mut self.shared_expert,
            Part::Router => &mut self.router,
            Part::Norm => &mut self.norm,
            Part::Bias => &mut self.bias,
            Part::Other => &mut self.other,
        }
    }
}

impl ModelSpec {
    /// Parameters by part.
    pub fn params(&self) -> Params {
        let mut params = Params::default();
        walk(self, &mut |weight: &Weight| {
            let one = weight
                .input
                .saturating_mul(weight.output)
                .saturating_mul(weight.layers);
            let all = one.saturating_mul(weight.copies);
            add(params.part(weight.part), all);
            let unused = weight.copies.saturating_sub(weight.active);
            add(&mut params.inactive, one.saturating_mul(unused));
            match weight.module {
                Module::Q
                | Module::K
                | Module::V
                | Module::O
                | Module::Gate
                | Module::Up
                | Module::Down
                | Module::Linear => {
                    add(&mut params.linear, all);
                    add(&mut params.bnb_4bit, all);
                }
                Module::Subclass => add(&mut params.linear, all),
                Module::ExpertsIn | Module::ExpertsOut | Module::Router | Module::Parameter => {}
            }
        });
        params
    }
}

fn add(sum: &mut u64, more: u64) {
    *sum = sum.saturating_add(more);
}
