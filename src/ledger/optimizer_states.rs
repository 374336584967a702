//! Optimizer states, in the lesson together with the fp32 master copy.
use super::Line;
use super::config::Config;
use super::formula::build::{num, product, sum};
use super::formula::{Formula, Symbol};
use super::item::{Basis, Item, Owner, Role};
use super::paradigm::Residents;
use super::trainable::{policy_trainable, recipe_bytes};

/// The lesson's line: trainable parameters × (master + states). Absent where an optimizer keeps nothing.
pub(super) fn lesson(config: &Config, residents: &Residents) -> Option<Line> {
    let terms = state_terms(config);
    (residents.trains && !terms.is_empty()).then(|| {
        let formula = product([policy_trainable(config), sum(terms)]);
        Line::always(
            Item::OptimizerStates,
            Owner::Trainer,
            Role::Train,
            Basis::Formula,
            formula,
        )
    })
}

/// Bytes per trainable parameter: 4 + 4 + 4 for AdamW with a master copy; what is not kept is not written.
pub(super) fn state_terms(config: &Config) -> Vec<Formula> {
    let bytes = recipe_bytes(config);
    let [first, second, third] = bytes.states;
    [
        (Symbol::MasterBytes, bytes.master),
        (Symbol::FirstMomentBytes, first),
        (Symbol::SecondMomentBytes, second),
        (Symbol::ThirdStateBytes, third),
    ]
    .into_iter()
    .filter(|(_, bytes)| *bytes > 0.0)
    .map(|(symbol, bytes)| num(symbol, bytes))
    .collect()
}
