//! Gradients: only trainable parameters have them.
use super::Line;
use super::config::Config;
use super::formula::build::{num, product};
use super::formula::{Formula, Symbol};
use super::item::{Basis, Item, Owner, Role};
use super::paradigm::Residents;
use super::trainable::{policy_trainable, recipe_bytes};

/// The lesson's line: trainable parameters × bytes of a gradient.
pub(super) fn lesson(config: &Config, residents: &Residents) -> Option<Line> {
    residents.trains.then(|| {
        let formula = product([policy_trainable(config), gradient_terms(config)]);
        Line::always(
            Item::Gradients,
            Owner::Trainer,
            Role::Train,
            Basis::Formula,
            formula,
        )
    })
}

/// Bytes of one gradient.
pub(super) fn gradient_terms(config: &Config) -> Formula {
    num(Symbol::GradientBytes, recipe_bytes(config).gradient)
}
