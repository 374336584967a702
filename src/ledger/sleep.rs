//! The engine asleep while training: what stays on the card, what goes to host memory, moment by moment.
//!
//! By the measured method always: the lesson has one moment and knows no sleep.
use super::config::{Config, EngineMode, Method};
use super::item::{Item, Owner, Phase};
use super::units::Bytes;
use super::{Card, Ledger, Line, estimate};

/// Levels of vLLM: 0 awake, 1 weights to host memory, 2 weights dropped. Both give the cache back.
pub const LEVELS: [u64; 3] = [0, 1, 2];

/// A level, and what the engine holds under it.
#[derive(Clone, Debug, PartialEq)]
pub struct SleepLevel {
    /// 0, 1 or 2.
    pub level: u64,
    /// The ledger under it.
    pub ledger: Ledger,
    /// The engine's bytes on the card while it samples.
    pub sampling: Bytes,
    /// While new weights are copied: the cache is not back yet.
    pub syncing: Bytes,
    /// While training, at most.
    pub training: Bytes,
    /// The engine's bytes in host memory.
    pub host: Bytes,
    /// The trainer's weights and the engine's, both there at the copy.
    pub weights_twice: Bytes,
    /// The card at its worst moment.
    pub worst: Card,
}

/// The three levels of a run on one card; None in a build without the measured method.
pub fn levels(config: &Config) -> Option<[SleepLevel; 3]> {
    let measured = Config {
        method: Method::Measured,
        engine: EngineMode::Colocate,
        ..config.clone()
    };
    match measured.method() {
        Method::Lesson => None,
        Method::Measured => Some(LEVELS.map(|level| {
            level_of(
                level,
                estimate(&Config {
                    sleep: level,
                    ..measured.clone()
                }),
            )
        })),
    }
}

fn level_of(level: u64, ledger: Ledger) -> SleepLevel {
    let at = |phase: Phase| {
        ledger
            .lines
            .iter()
            .filter(|line| line.owner == Owner::Engine)
            .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes_at(phase)))
    };
    let training = moments(&ledger)
        .into_iter()
        .filter(|phase| !matches!(phase, Phase::Rollout | Phase::WeightSync))
        .map(at)
        .max();
    let host = ledger
        .host
        .iter()
        .filter(|line| line.owner == Owner::Engine)
        .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes()));
    let weights = |item| {
        let line = ledger.line(item);
        line.map_or(Bytes::ZERO, |line: &Line| line.bytes_at(Phase::WeightSync))
    };
    SleepLevel {
        level,
        sampling: at(Phase::Rollout),
        syncing: at(Phase::WeightSync),
        training: training.unwrap_or(Bytes::ZERO),
        host,
        weights_twice: weights(Item::PolicyWeights).plus(weights(Item::EngineWeights)),
        worst: ledger.worst(),
        ledger,
    }
}

/// The moments of a ledger, in the order of a step.
pub fn moments(ledger: &Ledger) -> Vec<Phase> {
    let mut out: Vec<Phase> = ledger
        .lines
        .iter()
        .flat_map(|line| line.at.iter().map(|(phase, _)| *phase))
        .collect();
    out.sort_unstable();
    out.dedup();
    out
}
