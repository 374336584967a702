//! Warnings: what happened and by how much. The sentences, and what to do, are i18n's.
use super::Ledger;
use super::advice::{Cut, CutCode, cuts};
use super::config::{Config, Task, Tune};
use super::engine_plan::{self, ParallelProblem};
use super::item::{Item, Verdict};
use super::units::Bytes;

/// A warning with its figures.
#[derive(Clone, Debug, PartialEq)]
pub enum Warning {
    /// The fullest card is over by `by`; `largest` breaks it. `cut` is the first cut that brings it back, if one does alone.
    Over {
        /// Bytes over.
        by: Bytes,
        /// The largest row.
        largest: Item,
        /// Its bytes.
        bytes: Bytes,
        /// The first single cut that makes it fit.
        cut: Option<CutCode>,
    },
    /// Less than 10 % of the card is left.
    Tight {
        /// What is left.
        left: Bytes,
        /// What 10 % of the card would be.
        wanted: Bytes,
    },
    /// The KV cache takes a third of the card or more: length × concurrency, each linear.
    KvLarge {
        /// Bytes of the cache.
        bytes: Bytes,
        /// Its share of the card in percent.
        percent: u64,
    },
    /// The logits are the largest row.
    LogitsLargest {
        /// Bytes of the logits.
        bytes: Bytes,
    },
    /// All parameters are to be trained in a format that optimizers cannot step.
    QuantisedTraining,
    /// The engine cannot be divided over its cards as asked, or gains nothing by it.
    Parallel(ParallelProblem),
    /// Only the model's size is known: rows that need its shape are missing from the sum.
    ShapeUnknown {
        /// The rows.
        missing: Vec<Item>,
    },
}

impl Warning {
    /// Its code in JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Warning::Over { .. } => "over_capacity",
            Warning::Tight { .. } => "tight",
            Warning::KvLarge { .. } => "kv_large",
            Warning::LogitsLargest { .. } => "logits_largest",
            Warning::QuantisedTraining => "quantised_training",
            Warning::Parallel(_) => "parallel",
            Warning::ShapeUnknown { .. } => "shape_unknown",
        }
    }

    /// The row it is about, if it is about one.
    pub fn item(&self) -> Option<Item> {
        match self {
            Warning::Over { largest, .. } => Some(*largest),
            Warning::KvLarge { .. } => Some(Item::KvCache),
            Warning::LogitsLargest { .. } => Some(Item::Logits),
            Warning::QuantisedTraining => Some(Item::PolicyWeights),
            Warning::Parallel(_) => Some(Item::EngineWeights),
            Warning::Tight { .. } | Warning::ShapeUnknown { .. } => None,
        }
    }

    /// Its size in bytes, if it has one.
    pub fn bytes(&self) -> Option<Bytes> {
        match self {
            Warning::Over { by, .. } => Some(*by),
            Warning::Tight { left, .. } => Some(*left),
            Warning::KvLarge { bytes, .. } | Warning::LogitsLargest { bytes } => Some(*bytes),
            Warning::QuantisedTraining | Warning::Parallel(_) | Warning::ShapeUnknown { .. } => {
                None
            }
        }
    }
}

/// The share of the card, in percent, from which the KV cache is spoken of.
const KV_LARGE_PERCENT: u64 = 33;

/// The warnings of a ledger, gravest first.
pub fn warnings(config: &Config, ledger: &Ledger) -> Vec<Warning> {
    warnings_with(config, ledger, &cuts(config, ledger))
}

/// [`warnings`] where the cuts are already known.
pub fn warnings_with(config: &Config, ledger: &Ledger, cuts: &[Cut]) -> Vec<Warning> {
    let mut out = Vec::new();
    // What breaks a card stands on it, though the other role's card may have a larger line.
    let breaks = ledger.largest_on(ledger.worst().role);
    match (ledger.verdict(), breaks) {
        (Verdict::Over, Some(line)) => out.push(Warning::Over {
            by: ledger.left().size,
            largest: line.item,
            bytes: line.bytes(),
            cut: cuts
                .iter()
                .find(|cut| cut.verdict_after.is_some_and(|v| v != Verdict::Over))
                .map(|cut| cut.code),
        }),
        (Verdict::Tight, _) => {
            out.push(Warning::Tight {
                left: ledger.left().size,
                wanted: ledger.reserve(),
            });
        }
        (Verdict::Fits, _) | (Verdict::Over, None) => {}
    }
    out.extend(engine_plan::problems(config, ledger).map(Warning::Parallel));
    let kv = ledger.bytes_of(Item::KvCache);
    let percent = percent(kv, ledger.capacity);
    if percent >= KV_LARGE_PERCENT && config.task != Task::Serve {
        out.push(Warning::KvLarge { bytes: kv, percent });
    }
    let largest = ledger.largest_line();
    if let Some(line) = largest.filter(|line| line.item == Item::Logits) {
        out.push(Warning::LogitsLargest {
            bytes: line.bytes(),
        });
    }
    if ledger.residents.trains && config.tune == Tune::Full && config.dtype.only_frozen() {
        out.push(Warning::QuantisedTraining);
    }
    if !ledger.missing.is_empty() {
        out.push(Warning::ShapeUnknown {
            missing: ledger.missing.clone(),
        });
    }
    out
}

/// `part` of `whole` in whole percent, rounded down.
pub fn percent(part: Bytes, whole: Bytes) -> u64 {
    match u128::from(whole.0) {
        0 => 0,
        whole => u64::try_from(u128::from(part.0) * 100 / whole).unwrap_or(u64::MAX),
    }
}
