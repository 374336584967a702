//! What of an architecture decides the activations that training keeps: which norms there are, whether the feed-forward has a gate.

use super::ModelSpec;
use super::traits::*;

/// Structure that weighs nothing but leaves activations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facets {
    /// Norms over the hidden size per layer: 1 (parallel blocks), 2 or 4.
    pub norms: u64,
    /// LayerNorm in 16 bits instead of RMSNorm in fp32.
    pub layer_norm: bool,
    /// No gate in the feed-forward.
    pub plain: bool,
    /// Norms over q and k.
    pub qk_norm: bool,
    /// GPT-2's: dropout masks, a GELU of single operations.
    pub dropout: bool,
    /// tanh over the final logits.
    pub soft_cap: bool,
    /// Width of each layer's own input (Gemma 3n, 4); 0: none.
    pub per_layer_input: u64,
}

impl ModelSpec {
    /// The structure activations depend on.
    pub fn facets(&self) -> Facets {
        let has = |traits: u64| self.extras.traits & traits != 0;
        let four = has(NORM4);
        Facets {
            norms: match () {
                () if four => 4,
                () if has(NORM1) || self.extras.parallel => 1,
                () => 2,
            },
            layer_norm: has(LAYER_NORM),
            plain: has(PLAIN),
            qk_norm: has(QKN_HEAD) || (has(QKN_WIDE) && (!has(QKN_IF) || self.extras.qk_norm)),
            dropout: has(LEARNED_POSITIONS),
            per_layer_input: self.extras.per_layer_input,
            // Gemma 2, 3n and 4; Gemma 3 dropped it, GLM-4 has four norms but never had it.
            soft_cap: four
                && !has(FUSED_MLP)
                && (!has(QKN_HEAD) || self.extras.per_layer_input > 0 || has(LAST_FULL)),
        }
    }
}
