//! Lines that hold copies of weights: the policy, the reference, PPO's critic and reward model, the engine's own copy.
pub(super) mod measured;

use super::Line;
use super::config::{Config, EngineMode, Model, Tune};
use super::formula::build::{num, product, sum};
use super::formula::{Formula, Symbol};
use super::gradients::gradient_terms;
use super::item::{Basis, Item, Owner, Role};
use super::optimizer_states::state_terms;
use super::paradigm::Residents;
use super::precision::Dtype;
use super::trainable::{recipe_bytes, trainable};

/// The lesson's lines of resident weights on the trainer's side.
pub(super) fn lesson(config: &Config, residents: &Residents) -> Vec<Line> {
    let mut lines = Vec::new();
    if residents.trains {
        let params = num(Symbol::Params, config.model.nominal());
        lines.push(Line::always(
            Item::PolicyWeights,
            Owner::Trainer,
            Role::Train,
            Basis::Formula,
            product([params, trained_weight_bytes(config)]),
        ));
    }
    lines
}

/// The frozen companions and the critic, in the ledger's order after the logits.
pub(super) fn lesson_companions(config: &Config, residents: &Residents) -> Vec<Line> {
    let mut lines = Vec::new();
    let frozen = |item, symbol, model: &Model| {
        let formula = product([
            num(symbol, model.nominal()),
            num(Symbol::BytesPerParam, config.dtype.lesson_bytes()),
        ]);
        Line::always(item, Owner::Trainer, Role::Train, Basis::Formula, formula)
    };
    if residents.reference {
        lines.push(frozen(Item::ReferenceModel, Symbol::Params, &config.model));
    }
    if let Some(critic) = &residents.critic {
        lines.push(Line::always(
            Item::Critic,
            Owner::Trainer,
            Role::Train,
            Basis::Formula,
            critic_formula(config, critic),
        ));
    }
    if let Some(reward) = &residents.reward {
        lines.push(frozen(Item::RewardModel, Symbol::RewardParams, reward));
    }
    lines
}

/// The engine's own copy of the weights, in the served format.
pub(super) fn lesson_engine(config: &Config, residents: &Residents) -> Option<Line> {
    let role = match residents.engine {
        EngineMode::Auto | EngineMode::None => return None,
        EngineMode::Colocate => Role::Train,
        EngineMode::Server | EngineMode::Alone => Role::Engine,
    };
    Some(Line::always(
        Item::EngineWeights,
        Owner::Engine,
        role,
        Basis::Formula,
        lesson_served(config),
    ))
}

/// The lesson's bytes of a served copy.
pub(super) fn lesson_served(config: &Config) -> Formula {
    // A served nf4 copy is a 4-bit one: 0.55 is what QLoRA's base costs with its training metadata.
    let bytes = if config.dtype == Dtype::Nf4 {
        Dtype::Int4.lesson_bytes()
    } else {
        config.dtype.lesson_bytes()
    };
    product([
        num(Symbol::Params, config.model.nominal()),
        num(Symbol::BytesPerParam, bytes),
    ])
}

/// Bytes per weight of a model that is trained: QLoRA's base 0.55, else the recipe's.
fn trained_weight_bytes(config: &Config) -> Formula {
    match config.tune {
        Tune::Full => num(Symbol::BytesPerParam, recipe_bytes(config).weight),
        Tune::Lora => num(Symbol::BytesPerParam, config.dtype.lesson_bytes()),
        Tune::Qlora => num(Symbol::QuantisedBytesPerParam, Dtype::Nf4.lesson_bytes()),
    }
}

/// The critic is trained as the policy is: weights + gradients + optimizer states (16 B per parameter by the lesson's recipe).
fn critic_formula(config: &Config, critic: &Model) -> Formula {
    let params = num(Symbol::CriticParams, critic.nominal());
    let per_trainable = sum(std::iter::once(gradient_terms(config)).chain(state_terms(config)));
    match config.tune {
        Tune::Full => {
            let all = std::iter::once(trained_weight_bytes(config))
                .chain([gradient_terms(config)])
                .chain(state_terms(config));
            product([params, sum(all)])
        }
        Tune::Lora | Tune::Qlora => sum([
            product([params.clone(), trained_weight_bytes(config)]),
            product([trainable(config, params), per_trainable]),
        ]),
    }
}
