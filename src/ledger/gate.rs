//! The go-live gate: the fullest card's need against a share of its memory.
use super::Ledger;
use super::units::Bytes;

/// The share of a card that a release may use (lesson 3: keep 10 % of each card), in thousandths.
pub const DEFAULT_LIMIT: u64 = 900;

/// The gate's answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// The fullest card's need.
    pub need: Bytes,
    /// What it may use.
    pub limit: Bytes,
}

impl Gate {
    /// The gate of a ledger at `thousandths` of the card.
    pub fn of(ledger: &Ledger, thousandths: u64) -> Gate {
        let limit = u128::from(ledger.capacity.0) * u128::from(thousandths) / 1000;
        Gate {
            need: ledger.used(),
            limit: Bytes(u64::try_from(limit).unwrap_or(u64::MAX)),
        }
    }

    /// True where the need is within the limit.
    pub fn passes(self) -> bool {
        self.need <= self.limit
    }
}
