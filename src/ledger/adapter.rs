//! LoRA and QLoRA: the adapter's parameters, exactly, and its weights.
use super::Line;
use super::config::{Config, Offload, Shape, Targets};
use super::formula::build::{count, num, product, sum};
use super::formula::{Formula, Symbol};
use super::item::{Basis, Item, Phase};
use super::model::LoraTargets;
use super::phases::{Mode, Run};
use super::trainable::{LORA_SHARE, LORA_SHARE_RANK};

/// Parameters of one adapter: r · Σ(in + out) over the linear layers it wraps, as PEFT creates it; where only the
/// model's size is known, the lesson's share.
pub(super) fn count_of(run: &Run<'_>) -> u64 {
    trainable(run.config)
}

/// The same, of a configuration.
pub(super) fn trainable(config: &Config) -> u64 {
    let targets = match config.targets {
        Targets::AllLinear => LoraTargets::AllLinear,
        Targets::Attn => LoraTargets::Attn,
        Targets::Qv => LoraTargets::Qv,
    };
    match &config.model.shape {
        Some(shape) => shape.spec.lora_params(config.rank, targets),
        None => {
            let share = LORA_SHARE * config.rank as f64 / LORA_SHARE_RANK as f64;
            super::units::whole(config.model.params() as f64 * share)
        }
    }
}

/// The same as an arithmetic's factor.
pub(super) fn params(run: &Run<'_>) -> Formula {
    count(Symbol::AdapterParams, count_of(run))
}

/// Σ(in + out) over all linear layers: rows and columns of a factored state.
pub(super) fn pairs(shape: &Shape) -> u64 {
    shape.spec.lora_params(1, LoraTargets::AllLinear)
}

/// The adapter's weights; under autocast an fp32 adapter's 16-bit copy stands beside it, during the backward pass and
/// wherever nothing is recomputed.
pub(super) fn measured(run: &Run<'_>) -> Option<Line> {
    run.lora().then(|| {
        let own = num(Symbol::AdapterBytes, run.per_param.weight);
        let plain = product([params(run), own.clone()]);
        let mut at = run.resident(Offload::Params, &plain);
        if run.mode == Mode::LoraSingle || run.mode == Mode::Kbit {
            let both = product([params(run), sum([own, num(Symbol::CastBytes, 2.0)])]);
            for (phase, formula) in &mut at {
                let cast = match phase {
                    Phase::LayerBackward | Phase::LastLayerBackward => true,
                    Phase::Forward | Phase::LossBackward => !run.config.ckpt,
                    Phase::Sum
                    | Phase::Rollout
                    | Phase::WeightSync
                    | Phase::Logprob
                    | Phase::EmbeddingBackward
                    | Phase::OptimizerStep => false,
                };
                if cast {
                    formula.clone_from(&both);
                }
            }
        }
        run.line(Item::Adapter, Basis::Exact, at)
    })
}
