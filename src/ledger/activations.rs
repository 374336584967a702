//! Activations kept for the backward pass.
pub(super) mod measured;

use super::Line;
use super::config::{Config, Method, Model, Shape, Task};
use super::formula::Symbol;
use super::formula::build::{case, count, num, product};
use super::item::{Basis, Item, Owner, Phase, Role};
use super::optimizer::Recipe;

/// Bytes of a 16-bit activation element.
const ELEMENT: f64 = 2.0;
/// The lesson's page prints 0.13 GiB where layer boundaries alone are 0.109: a working set of about a fifth.
const WORKING_SET: f64 = 1.2;
/// Bytes per token, layer and hidden unit when nothing is recomputed (lesson 5; Korthikanti et al. 2022, arXiv 2205.05198).
const EVERYTHING_KEPT: f64 = 34.0;

/// The lesson's line: layer boundaries × 1.2 under checkpointing, 34 B per token, layer and hidden unit without.
pub(super) fn lesson(config: &Config, shape: &Shape) -> Line {
    let tokens = [
        count(Symbol::Layers, shape.spec.num_hidden_layers),
        count(Symbol::MicroBatch, config.mb),
        count(Symbol::SequenceLength, config.seq),
        count(Symbol::HiddenSize, shape.spec.hidden_size),
    ];
    let formula = if config.ckpt {
        let factors = [
            num(Symbol::ActivationBytes, ELEMENT),
            num(Symbol::WorkingSetFactor, WORKING_SET),
        ];
        case(
            Symbol::Checkpointed,
            product(tokens.into_iter().chain(factors)),
        )
    } else {
        let factors = [num(Symbol::FullActivationBytes, EVERYTHING_KEPT)];
        case(
            Symbol::NotCheckpointed,
            product(tokens.into_iter().chain(factors)),
        )
    };
    Line::always(
        Item::Activations,
        Owner::Trainer,
        Role::Train,
        Basis::Assumption,
        formula,
    )
}

/// What a layer keeps for the backward pass of one token without checkpointing, in multiples of the hidden size, by the
/// measured method for full training with flash attention: a mean over the layers, the final norm's 8h left out. None
/// where the shape is unknown.
pub fn saved_in_hidden(model: &Model) -> Option<f64> {
    let config = Config {
        model: model.clone(),
        method: Method::Measured,
        task: Task::Sft,
        ckpt: false,
        mb: 1,
        recipe: Recipe::Bf16,
        ..Config::default()
    };
    let shape = model.shape.as_deref()?;
    let (hidden, layers) = (
        shape.spec.hidden_size as f64,
        shape.spec.num_hidden_layers as f64,
    );
    let bytes = super::estimate(&config)
        .line(Item::Activations)?
        .formula_at(Phase::LossBackward)?
        .value();
    let each = bytes / (config.seq as f64) - 8.0 * hidden;
    Some(each / (hidden * layers))
}
