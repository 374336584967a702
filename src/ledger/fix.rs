//! Lines measured on one's own machine: a number that stands for a line of the measured method, kept in the link.
use super::Line;
use super::config::EngineMode;
use super::formula::build::{count, num, product};
use super::formula::{Formula, Symbol};
use super::item::{Basis, Item, Phase};
use super::phases::{ENGINE, Run};
use super::units::{ByteUnit, Bytes};

/// Lines that one number can stand for: they weigh the same at every moment they exist. What grows with batch or length
/// (activations, logits, gradients, the cache) is not among them, for a fixed number would hide the knob.
pub const FIXABLE: &[Item] = &[
    Item::PolicyWeights,
    Item::OptimizerStates,
    Item::MasterWeights,
    Item::Adapter,
    Item::ReferenceModel,
    Item::RewardModel,
    Item::EngineWeights,
    Item::EngineRuntime,
    Item::Workspace,
    Item::Buckets,
    Item::Context,
];

/// The most a line may be fixed to, in MiB: a card's memory in a link.
pub const FIX_LIMIT: u64 = 16_777_216;

/// Measured MiB by line, each line once, in the order of [`Item`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fixes(Vec<(Item, u64)>);

impl Fixes {
    /// The pairs.
    pub fn pairs(&self) -> &[(Item, u64)] {
        &self.0
    }

    /// With one more line, in whole MiB; None for a line that cannot be fixed.
    pub fn with(&self, item: Item, bytes: Bytes) -> Option<Fixes> {
        let mib = (bytes.0.saturating_add(1 << 19)) >> 20;
        self.with_mib(item, mib)
    }

    /// The same, given in MiB.
    pub fn with_mib(&self, item: Item, mib: u64) -> Option<Fixes> {
        if !FIXABLE.contains(&item) || mib > FIX_LIMIT {
            return None;
        }
        let mut out = self.clone();
        match out.0.binary_search_by_key(&item, |pair| pair.0) {
            Ok(at) => {
                if let Some(slot) = out.0.get_mut(at) {
                    slot.1 = mib;
                }
            }
            Err(at) => out.0.insert(at, (item, mib)),
        }
        Some(out)
    }

    /// True where a line is fixed.
    pub fn has(&self, item: Item) -> bool {
        self.0.iter().any(|pair| pair.0 == item)
    }
}

/// Puts the measured numbers in place of the lines' own arithmetic at each moment that the lines exist.
pub(super) fn apply(run: &Run<'_>, lines: &mut [Line]) {
    for (item, mib) in run.config.fix.pairs() {
        for line in lines.iter_mut().filter(|line| line.item == *item) {
            let fixed = product([
                count(Symbol::MeasuredMib, *mib),
                num(Symbol::BytesPerMib, ByteUnit::MiB.bytes() as f64),
            ]);
            for (phase, formula) in &mut line.at {
                let awake = *item != Item::EngineRuntime || is_awake(run, *phase);
                if awake {
                    *formula = fixed.clone();
                } else if formula.value() > fixed.value() {
                    // Asleep the engine holds less than awake.
                    *formula = Formula::Min(vec![formula.clone(), fixed.clone()]);
                }
            }
            line.basis = Basis::Exact;
        }
    }
}

/// True where the engine works at this moment, or stays as it is for it does not sleep.
fn is_awake(run: &Run<'_>, phase: Phase) -> bool {
    let shares = run.residents.trains && run.residents.engine == EngineMode::Colocate;
    !shares || run.config.sleep == 0 || ENGINE.contains(&phase)
}
