//! Logits and log-probabilities: they grow with tokens × vocabulary, whatever the size of the model.
use super::Line;
use super::config::{Config, Shape};
use super::formula::Symbol;
use super::formula::build::{count, num, product};
use super::item::{Basis, Item, Owner, Role};

/// Bytes of a 16-bit logit.
const ELEMENT: f64 = 2.0;
/// The lesson's two copies: the logits, and the log-probability's intermediate.
const COPIES: f64 = 2.0;

/// The lesson's line: micro batch × length × vocabulary × 2 B × 2 copies.
pub(super) fn lesson(config: &Config, shape: &Shape) -> Line {
    let formula = product([
        count(Symbol::MicroBatch, config.mb),
        count(Symbol::SequenceLength, config.seq),
        count(Symbol::VocabSize, shape.spec.vocab_size),
        num(Symbol::LogitBytes, ELEMENT),
        num(Symbol::LogitCopies, COPIES),
    ]);
    Line::always(
        Item::Logits,
        Owner::Trainer,
        Role::Train,
        Basis::Formula,
        formula,
    )
}
