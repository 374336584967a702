//! The search down the rungs: exact where more change never takes more memory, and trying both where it may.
use super::ladder::Ladder;
use super::{Outlook, Trouble, trouble_of};
use crate::ledger::config::Config;
use crate::ledger::estimate;
use std::collections::BTreeMap;

/// A level of each ladder: 0 is the configuration as it is, k its k-th rung.
pub(super) type Levels = Vec<usize>;

/// What was found.
pub(super) struct Found {
    /// The levels of the solution; None where nothing fits.
    pub(super) levels: Option<Levels>,
    /// The least in use that was seen.
    pub(super) least: Outlook,
}

struct Search<'a> {
    config: &'a Config,
    ladders: &'a [Ladder],
    tried: BTreeMap<Levels, bool>,
    least: Outlook,
}

/// Bounds between which a solution is looked for.
#[derive(Clone)]
struct Bounds {
    low: Levels,
    high: Levels,
}

/// The least painful levels with which `config` fits.
pub(super) fn search(config: &Config, ladders: &[Ladder], before: Outlook) -> Found {
    let mut search = Search {
        config,
        ladders,
        tried: BTreeMap::new(),
        least: before,
    };
    let levels = search.lightest();
    Found {
        levels,
        least: search.least,
    }
}

impl Search<'_> {
    /// From the most painful rung to the least: without it where that still fits, else with it.
    fn lightest(&mut self) -> Option<Levels> {
        let mut bounds = Bounds {
            low: vec![0; self.ladders.len()],
            high: self.ladders.iter().map(|l| l.rungs.len()).collect(),
        };
        let mut witness = self.within(&bounds)?;
        for (at, level) in self.descending() {
            let (low, high) = (get(&bounds.low, at), get(&bounds.high, at));
            if low >= level || high < level {
                continue;
            }
            let mut without = bounds.clone();
            set(&mut without.high, at, level - 1);
            if get(&witness, at) < level {
                bounds = without;
                continue;
            }
            match self.within(&without) {
                Some(found) => {
                    witness = found;
                    bounds = without;
                }
                None => set(&mut bounds.low, at, level),
            }
        }
        self.prune(&mut witness);
        Some(witness)
    }

    /// Every rung as (ladder, level), the most painful first; of a ladder's the highest first.
    fn descending(&self) -> Vec<(usize, usize)> {
        let mut all: Vec<(u64, usize, usize)> = Vec::new();
        for (at, ladder) in self.ladders.iter().enumerate() {
            for (below, rung) in ladder.rungs.iter().enumerate() {
                all.push((rung.pain, at, below + 1));
            }
        }
        all.sort_unstable();
        all.into_iter()
            .rev()
            .map(|(_, at, level)| (at, level))
            .collect()
    }

    /// Leaves out what can be left out: a safeguard where memory does not follow the ladders.
    fn prune(&mut self, levels: &mut Levels) {
        let order = self.descending();
        let mut again = true;
        while again {
            again = false;
            for (at, level) in &order {
                if get(levels, *at) != *level {
                    continue;
                }
                let mut without = levels.clone();
                set(&mut without, *at, 0);
                if self.fits(&without) {
                    *levels = without;
                    again = true;
                }
            }
        }
    }

    /// Levels between the bounds that fit: the upper bound, else every choice of the ladders that may cost more.
    fn within(&mut self, bounds: &Bounds) -> Option<Levels> {
        if self.fits(&bounds.high) {
            return Some(bounds.high.clone());
        }
        let choices: Vec<(usize, Levels)> = self
            .ladders
            .iter()
            .enumerate()
            .filter(|(_, ladder)| ladder.unsure())
            .filter_map(|(at, ladder)| {
                let (low, high) = (get(&bounds.low, at), get(&bounds.high, at));
                let some = match ladder.code {
                    // Once anything is accumulated a smaller micro batch takes less.
                    super::Move::MicroBatch if low == 0 && high > 0 => vec![0, high],
                    super::Move::MicroBatch => vec![high],
                    super::Move::Attention
                    | super::Move::LossHead
                    | super::Move::Util
                    | super::Move::EngineLimits
                    | super::Move::Checkpointing
                    | super::Move::Sleep
                    | super::Move::Sharding
                    | super::Move::Concurrency
                    | super::Move::Optimizer
                    | super::Move::KvFormat
                    | super::Move::Length
                    | super::Move::Offload
                    | super::Move::Reference
                    | super::Move::Lora
                    | super::Move::Weights
                    | super::Move::SmallerModel => (low..=high).collect(),
                };
                (some.len() > 1).then_some((at, some))
            })
            .collect();
        let total: usize = choices.iter().map(|(_, some)| some.len()).product();
        (0..total).find_map(|number| {
            let mut levels = bounds.high.clone();
            let mut rest = number;
            for (at, some) in &choices {
                let pick = some.get(rest % some.len()).copied().unwrap_or(0);
                set(&mut levels, *at, pick);
                rest /= some.len();
            }
            self.fits(&levels).then_some(levels)
        })
    }

    fn fits(&mut self, levels: &Levels) -> bool {
        if let Some(known) = self.tried.get(levels) {
            return *known;
        }
        let mut config = self.config.clone();
        for (ladder, level) in self.ladders.iter().zip(levels) {
            if let Some(rung) = level.checked_sub(1).and_then(|at| ladder.rungs.get(at)) {
                rung.change.make(&mut config);
            }
        }
        let ledger = estimate(&config);
        let outlook = Outlook::of(&ledger);
        if outlook.used < self.least.used {
            self.least = outlook;
        }
        let fits = trouble_of(&config, &ledger) == Trouble::None;
        self.tried.insert(levels.clone(), fits);
        fits
    }
}

fn get(levels: &Levels, at: usize) -> usize {
    levels.get(at).copied().unwrap_or(0)
}

fn set(levels: &mut Levels, at: usize, to: usize) {
    if let Some(level) = levels.get_mut(at) {
        *level = to;
    }
}
