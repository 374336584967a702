//! The band around a total: how far the measured error of its family and the allocator's behaviour let it move.
use super::config::{Config, LossHead, Method, Tune};
use super::item::{Basis, Item, Phase, Role};
use super::units::Bytes;
use super::{Card, Ledger, Line};

/// Low, expected and high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// If everything that is uncertain turns out small.
    pub low: Bytes,
    /// The ledger's total.
    pub expected: Bytes,
    /// What a card should have so that the run does not fail.
    pub high: Bytes,
}

/// What a driver's tool shows while training: the caching allocator keeps blocks of one moment that the next cannot use.
///
/// Between the worst moment and the sum of the lines' maxima, four tenths of the way, and a twentieth of the activations
/// that are cut into uneven blocks (242 peaks of tests/cases/grpo_lora_gpu.json, reserved against allocated).
pub fn reserved(ledger: &Ledger, training: &[Phase]) -> Bytes {
    let at = |phase: &Phase| {
        ledger
            .on(Role::Train)
            .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes_at(*phase)))
    };
    let own = |line: &Line| training.iter().map(|phase| line.bytes_at(*phase)).max();
    let peak = training.iter().map(at).max().unwrap_or(Bytes::ZERO);
    let (mut maxima, mut activations) = (Bytes::ZERO, Bytes::ZERO);
    for line in ledger.on(Role::Train) {
        let most = own(line).unwrap_or(Bytes::ZERO);
        maxima = maxima.plus(most);
        if line.item == Item::Activations {
            activations = most;
        }
    }
    let gap = u128::from(maxima.minus(peak).0) * 4 / 10 + u128::from(activations.0) / 20;
    peak.plus(Bytes(u64::try_from(gap).unwrap_or(u64::MAX)))
}

/// Errors in thousandths of the trainer's part: worst case of the families in tests/truth.rs, and the share by which the
/// caching allocator exceeds what is allocated (formulas.md 5: a capped card runs out when the total reaches 97 to 100 %
/// of it with checkpointing, 88 to 99 % without).
struct Spread {
    low: u64,
    high: u64,
}

/// The band of the fullest card.
pub fn band(config: &Config, ledger: &Ledger) -> Band {
    let Card { role, phase, used } = ledger.worst();
    let expected = used;
    if config.method() == Method::Lesson {
        return Band {
            low: expected,
            expected,
            high: expected,
        };
    }
    let (mut low, mut high) = (0u128, 0u128);
    for line in ledger.on(role) {
        let bytes = u128::from(line.bytes_at(phase).0);
        let spread = spread(config, line.basis);
        low += bytes * u128::from(spread.low);
        high += bytes * u128::from(spread.high);
    }
    let thousandth = |sum: u128| Bytes(u64::try_from(sum / 1000).unwrap_or(u64::MAX));
    Band {
        low: expected.minus(thousandth(low)),
        expected,
        high: expected.plus(thousandth(high)),
    }
}

fn spread(config: &Config, basis: Basis) -> Spread {
    // Fused heads make one large block of many sizes; checkpointing frees and takes the same blocks each layer.
    let reserve = if config.ckpt { 30 } else { 100 };
    match basis {
        Basis::Exact => Spread { low: 0, high: 10 },
        Basis::Formula => Spread { low: 10, high: 20 },
        Basis::Calibrated => {
            let own = match (config.tune, config.head) {
                (Tune::Full, LossHead::Hf | LossHead::Naive | LossHead::Keep) => 5,
                (
                    Tune::Full,
                    LossHead::RowLoop
                    | LossHead::Triton
                    | LossHead::TrlFused
                    | LossHead::Liger
                    | LossHead::RowTile,
                ) => 10,
                (Tune::Lora, _) => 20,
                (Tune::Qlora, _) => 30,
            };
            Spread {
                low: own,
                high: own + reserve,
            }
        }
        // The nearest family's formula, or an allowance.
        Basis::Assumption => Spread {
            low: 250,
            high: 250 + reserve,
        },
    }
}
