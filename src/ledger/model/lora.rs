//! LoRA: how many parameters adapters of a rank add, r · Σ(in + out) over the Linears they wrap.

use super::ModelSpec;
use super::traits::{NO_PEFT, PEFT_MOE};
use super::weights::{Module, Weight, walk};

/// Which Linears get an adapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LoraTargets {
    /// Every nn.Linear but the output head.
    #[default]
    AllLinear,
    /// `q_proj`, `k_proj`, `v_proj`, `o_proj`, by name.
    Attn,
    /// `q_proj`, `v_proj`, by name; nothing where they are fused or named otherwise.
    Qv,
}

impl ModelSpec {
    /// Trainable parameters of LoRA at this rank.
    pub fn lora_params(&self, rank: u64, targets: LoraTargets) -> u64 {
        let mut sum = 0u64;
        walk(self, &mut |weight: &Weight| {
            let wrapped = match weight.module {
                Module::Q | Module::V => true,
                Module::K | Module::O => targets != LoraTargets::Qv,
                Module::Gate | Module::Up | Module::Down | Module::Linear | Module::Subclass => {
                    targets == LoraTargets::AllLinear
                }
                Module::ExpertsIn | Module::ExpertsOut | Module::Router | Module::Parameter => {
                    false
                }
            };
            if wrapped {
                sum = sum.saturating_add(pair(weight, rank));
            }
        });
        sum
    }

    /// What PEFT 0.21.2 creates for `target_modules="all-linear"`; None where it refuses (Mamba's `out_proj`).
    ///
    /// For a class whose experts transformers 5 fused, PEFT rewrites the targets (transformers_weight_conversion.py):
    /// the experts (gate and up together at twice the rank) and the router are trained, the dense and shared gate, up
    /// and down are not.
    pub fn lora_params_peft(&self, rank: u64) -> Option<u64> {
        if self.extras.traits & NO_PEFT != 0 {
            return None;
        }
        if self.extras.traits & PEFT_MOE == 0 {
            return Some(self.lora_params(rank, LoraTargets::AllLinear));
        }
        let mut sum = 0u64;
        walk(self, &mut |weight: &Weight| {
            let rank = match weight.module {
                Module::Q
                | Module::K
                | Module::V
                | Module::O
                | Module::Linear
                | Module::Subclass => rank,
                Module::ExpertsIn => rank.saturating_mul(2),
                Module::ExpertsOut | Module::Router => rank,
                Module::Gate | Module::Up | Module::Down | Module::Parameter => 0,
            };
            sum = sum.saturating_add(pair(weight, rank));
        });
        Some(sum)
    }
}

fn pair(weight: &Weight, rank: u64) -> u64 {
    let copies = weight.layers.saturating_mul(weight.copies);
    weight
        .input
        .saturating_add(weight.output)
        .saturating_mul(rank)
        .saturating_mul(copies)
}
