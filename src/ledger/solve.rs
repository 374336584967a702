//! The largest micro batch, length, concurrency or util that fits with the 10 % reserve, and the fewest cards.
use super::config::{Config, EngineMode, Method, Sharding};
use super::engine_plan::{self, Service, UTIL_LIMIT};
use super::item::Verdict;
use super::paradigm::Residents;
use super::units::SignedBytes;
use super::{Ledger, colocate, estimate};
use crate::words;

/// The most concurrent sequences a configuration may name.
pub const CONCURRENCY_LIMIT: u64 = 1_000_000;
/// The most tokens a sequence may have.
pub const LENGTH_LIMIT: u64 = 10_000_000;
/// The largest micro batch.
pub const MICRO_BATCH_LIMIT: u64 = 65_536;

words! {
    /// What is solved for.
    Unknown {
        /// Micro batch.
        MicroBatch = "mb",
        /// Training sequence length.
        Sequence = "seq",
        /// Concurrent sequences.
        Concurrency = "conc",
        /// Tokens per sequence in the cache.
        Length = "len",
        /// gpu_memory_utilization: the upper bound of a colocated run, the least that serves of an engine of its own.
        Util = "util",
        /// Training cards: the fewest.
        Cards = "n",
    }
}

/// The most training cards that are tried.
const CARD_LIMIT: u64 = 1024;

/// A value that fits, and what it leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The value; for util in hundredths.
    pub value: u64,
    /// The configuration with it.
    pub after: Config,
    /// What the fullest card has left.
    pub left: SignedBytes,
}

/// The best value of `unknown` with which the configuration fits (at least 10 % free); None if none does.
pub fn solve(config: &Config, unknown: Unknown) -> Option<Solution> {
    match unknown {
        Unknown::MicroBatch => largest(MICRO_BATCH_LIMIT, |mb| Config {
            mb,
            ..config.clone()
        }),
        Unknown::Sequence => largest(LENGTH_LIMIT, |seq| Config {
            seq,
            ..config.clone()
        }),
        Unknown::Concurrency => largest(CONCURRENCY_LIMIT, |conc| Config {
            conc,
            ..config.clone()
        }),
        Unknown::Length => largest(LENGTH_LIMIT, |len| Config {
            len,
            ..config.clone()
        }),
        Unknown::Util => {
            let ledger = estimate(config);
            let value = match colocate::util_line(config, &ledger) {
                Some(line) => line.upper,
                // An engine of its own: the least that holds weights, runtime and demand, where the card can give it.
                None => least_util(config, &ledger)?,
            };
            let after = Config {
                util: Some(value),
                ..config.clone()
            };
            (value >= 5).then(|| Solution {
                value,
                left: estimate(&after).left(),
                after,
            })
        }
        // The lesson's lines do not divide over cards, so one card is enough or none is.
        Unknown::Cards => {
            let most = match (config.method(), config.shard) {
                (Method::Lesson, _) | (Method::Measured, Sharding::None) => 1,
                (
                    Method::Measured,
                    Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 | Sharding::Fsdp2,
                ) => CARD_LIMIT,
            };
            (1..=most).find_map(|n| {
                let after = Config {
                    n,
                    ..config.clone()
                };
                let then = estimate(&after);
                (then.verdict() == Verdict::Fits).then(|| Solution {
                    value: n,
                    left: then.left(),
                    after,
                })
            })
        }
    }
}

/// The least util in hundredths with which an engine of its own serves the demand; None where the card cannot.
fn least_util(config: &Config, ledger: &Ledger) -> Option<u64> {
    let wanted = engine_plan::plan(config, ledger)?.wanted_util;
    let with = Config {
        util: Some(wanted),
        ..config.clone()
    };
    match engine_plan::plan(&with, ledger)?.service {
        Service::Serves { .. } if wanted <= UTIL_LIMIT => Some(wanted),
        Service::Serves { .. }
        | Service::Preempts { .. }
        | Service::ShareTaken { .. }
        | Service::NoPool { .. }
        | Service::LengthOverPool { .. } => None,
    }
}

/// Whether the memory of a configuration depends on the value at all.
pub fn depends(config: &Config, unknown: Unknown) -> bool {
    let residents = Residents::of(config);
    match unknown {
        Unknown::MicroBatch | Unknown::Sequence | Unknown::Cards => residents.trains,
        Unknown::Concurrency | Unknown::Length | Unknown::Util => {
            residents.engine != EngineMode::None
        }
    }
}

/// The largest value that fits between one that does and one that does not, by halving: where it does not fit once it
/// does not fit above.
pub(super) fn between(mut good: u64, mut bad: u64, fits: impl Fn(u64) -> bool) -> u64 {
    while bad.saturating_sub(good) > 1 {
        let middle = good + (bad - good) / 2;
        if fits(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}

/// The largest value from 1 to `limit` that fits; memory never falls as the value grows, so halving the interval finds it.
fn largest(limit: u64, with: impl Fn(u64) -> Config) -> Option<Solution> {
    let fits = |value: u64| estimate(&with(value)).verdict() == Verdict::Fits;
    if !fits(1) {
        return None;
    }
    let good = between(1, limit + 1, fits);
    let after = with(good);
    Some(Solution {
        value: good,
        left: estimate(&after).left(),
        after,
    })
}
