//! Hints, in three grades: which side to look at, which setting, which value. The order is the lesson's: first find the
//! side that died, change one thing at a time, micro batch before checkpointing before util before lengths, and
//! num_generations never to save memory.
use super::levels::{SMALLEST_GROUP, TRUNCATED_PERCENT};
use super::run::{Miss, Outcome, Ran, Side, run};
use super::{Knob, Level};
use crate::ledger::config::Config;
use crate::ledger::estimate;
use crate::ledger::item::Item;
use crate::ledger::step_time::{Workload, completions_per_engine};
use crate::ledger::tenancy::tenancy;
use crate::ledger::units::Seconds;
use crate::words;

words! {
    /// Where to look: what a hint of the first grade says.
    Advice {
        /// Nothing was run since the last change.
        RunFirst = "run_first",
        /// Transformers frames: the training side.
        TrainingSide = "training_side",
        /// vLLM frames: the engine's side.
        EngineSide = "engine_side",
        /// The pool holds fewer sequences than are asked for.
        Preempted = "preempted",
        /// Too many completions are cut.
        Truncated = "truncated",
        /// The group is too small.
        Group = "group",
        /// The batch is too small.
        Batch = "batch",
        /// The reference model is missing.
        Reference = "reference",
        /// Sampling takes the most.
        Sampling = "sampling",
        /// Forward and backward take the most.
        Update = "update",
        /// Sync, sleep and wake take the most of what is left.
        Fixed = "fixed",
        /// The goal is reached.
        Reached = "reached",
    }
}

/// A hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clue {
    /// Where to look: what a hint of the first grade says.
    pub advice: Advice,
    /// Which setting, from the second grade on.
    pub knob: Option<Knob>,
    /// Which value, with the third.
    pub value: Option<u64>,
}

/// The hint for a configuration, by its last run, of a grade from 0.
pub(super) fn clue(level: Level, config: &Config, last: Option<&Outcome>, grade: usize) -> Clue {
    let Some(last) = last else {
        return Clue {
            advice: Advice::RunFirst,
            knob: None,
            value: None,
        };
    };
    let advice = advice(last);
    let next = next(level, config, last);
    Clue {
        advice,
        knob: next.filter(|_| grade >= 1).map(|(knob, _)| knob),
        value: next.filter(|_| grade >= 2).map(|(_, value)| value),
    }
}

fn advice(outcome: &Outcome) -> Advice {
    let ran = match (outcome, outcome.died()) {
        (_, Some(Side::Training)) => return Advice::TrainingSide,
        (_, Some(Side::Engine)) => return Advice::EngineSide,
        (Outcome::Step(ran), None) => ran,
        (
            Outcome::NoPool { .. }
            | Outcome::NotFree { .. }
            | Outcome::TooLong { .. }
            | Outcome::Training { .. },
            None,
        ) => return Advice::RunFirst,
    };
    if ran.misses.is_empty() {
        return Advice::Reached;
    }
    for miss in &ran.misses {
        match miss {
            Miss::Truncated { .. } => return Advice::Truncated,
            Miss::Group { .. } => return Advice::Group,
            Miss::Completions { .. } => return Advice::Batch,
            Miss::Reference => return Advice::Reference,
            Miss::Step { .. } | Miss::Each { .. } => {}
        }
    }
    if ran.preempted.is_some() {
        return Advice::Preempted;
    }
    let step = ran.step;
    if step.sampling >= step.update && step.sampling >= step.fixed() {
        Advice::Sampling
    } else if step.update >= step.fixed() {
        Advice::Update
    } else {
        Advice::Fixed
    }
}

/// The next thing to change, and to what.
fn next(level: Level, config: &Config, last: &Outcome) -> Option<(Knob, u64)> {
    let here = |knob: &Knob| level.knobs().contains(knob);
    let found = match last {
        Outcome::Training { item, .. } => training(level, config, *item),
        Outcome::NoPool { .. } | Outcome::TooLong { .. } | Outcome::NotFree { .. } => {
            engine(level, config, last)
        }
        Outcome::Step(ran) => match repair(config, ran) {
            Some(repair) => Some(repair),
            None if ran.misses.is_empty() => None,
            None => faster(level, config, ran),
        },
    };
    found.filter(|(knob, _)| here(knob))
}

fn with(level: Level, config: &Config, knob: Knob, value: u64) -> Config {
    let mut after = config.clone();
    knob.set(level, &mut after, value);
    after
}

/// A setting that differs from what is set and that the level lets be turned.
fn turned(level: Level, config: &Config, knob: Knob, value: u64) -> Option<(Knob, u64)> {
    (level.knobs().contains(&knob) && knob.get(config) != value).then_some((knob, value))
}

/// The training side died. What costs little comes first: the largest micro batch that lives, checkpointing, sleep; where
/// none of them is enough alone, and what was asked for grows with the micro batch, they are made one after another. Only
/// then the engine's share, the length, and LoRA.
fn training(level: Level, config: &Config, item: Item) -> Option<(Knob, u64)> {
    let lives = |(knob, value): &(Knob, u64)| {
        run(level, &with(level, config, *knob, *value)).died() != Some(Side::Training)
    };
    let halves = std::iter::successors(Some(config.mb / 2), |mb| Some(mb / 2));
    let smaller: Vec<u64> = halves.take_while(|mb| *mb >= 1).collect();
    let enough = smaller.iter().copied().find(|mb| lives(&(Knob::Mb, *mb)));
    let start = tenancy(config).map_or(0, |card| card.line.start);
    let twice = config.mean.saturating_mul(2);
    let cheap = [
        turned(level, config, Knob::Mb, enough.unwrap_or(1)),
        turned(level, config, Knob::Ckpt, 1),
        turned(level, config, Knob::Sleep, 1),
    ];
    let dear = [
        turned(level, config, Knob::Util, start)
            .filter(|(_, util)| *util >= 5 && config.util > Some(*util)),
        turned(level, config, Knob::Comp, twice).filter(|_| Knob::Comp.get(config) > twice),
        turned(level, config, Knob::Lora, 1),
    ];
    let cheap: Vec<(Knob, u64)> = cheap.into_iter().flatten().collect();
    let dear: Vec<(Knob, u64)> = dear.into_iter().flatten().collect();
    let multiplied = item == Item::Activations || item == Item::Logits;
    let first = cheap.first().filter(|_| multiplied);
    let alone = |some: &[(Knob, u64)]| some.iter().copied().find(|one| lives(one));
    alone(&cheap)
        .or(first.copied())
        .or_else(|| alone(&dear))
        .or(cheap.first().copied())
        .or(dear.first().copied())
}

/// The engine died: a context no longer than is sampled, then its share, up or down as the message says.
fn engine(level: Level, config: &Config, last: &Outcome) -> Option<(Knob, u64)> {
    let line = tenancy(config).map(|card| card.line);
    let start = line.map_or(0, |line| line.start);
    match last {
        Outcome::TooLong { .. } => {
            shorter(level, config).or_else(|| turned(level, config, Knob::Util, start))
        }
        Outcome::NoPool { .. } => turned(level, config, Knob::Util, start)
            .filter(|(_, util)| config.util < Some(*util))
            .or_else(|| turned(level, config, Knob::Lora, 1)),
        Outcome::NotFree { .. } => turned(level, config, Knob::Util, start)
            .filter(|(_, util)| *util >= 5 && config.util > Some(*util)),
        Outcome::Training { .. } | Outcome::Step(_) => None,
    }
}

/// max_model_len down to what a prompt and a completion need.
fn shorter(level: Level, config: &Config) -> Option<(Knob, u64)> {
    let needed = level.prompt().saturating_add(Knob::Comp.get(config));
    (config.len > needed)
        .then(|| turned(level, config, Knob::Len, needed))
        .flatten()
}

/// What must be put right before anything is made faster.
fn repair(config: &Config, ran: &Ran) -> Option<(Knob, u64)> {
    ran.misses.iter().find_map(|miss| match miss {
        Miss::Truncated { .. } => {
            let full = config.mean.saturating_mul(2);
            let enough = full.saturating_mul(100 - TRUNCATED_PERCENT).div_ceil(100);
            Some((Knob::Comp, enough))
        }
        Miss::Group { .. } => Some((Knob::Gens, SMALLEST_GROUP.max(8))),
        Miss::Completions { least, .. } => {
            Some((Knob::Gens, least.div_ceil(config.prompts.max(1))))
        }
        Miss::Reference => Some((Knob::Ref, 1)),
        Miss::Step { .. } | Miss::Each { .. } => None,
    })
}

/// It runs and is too slow. Graphs first, for they cost nothing; then room for more sequences at once (a shorter context, a
/// larger share) and the sequences; then larger micro batches, no recomputation, and a larger batch where that counts.
fn faster(level: Level, config: &Config, ran: &Ran) -> Option<(Knob, u64)> {
    let goal = level.goal();
    let takes = |config: &Config| -> Option<Seconds> {
        match run(level, config) {
            Outcome::Step(ran) => Some(match goal.each {
                Some(_) => ran.each,
                None => ran.step.total(),
            }),
            Outcome::NoPool { .. }
            | Outcome::NotFree { .. }
            | Outcome::TooLong { .. }
            | Outcome::Training { .. } => None,
        }
    };
    let now = takes(config)?;
    let quicker = |(knob, value): (Knob, u64)| -> Option<(Knob, u64)> {
        let (min, max) = knob.range();
        let value = value.clamp(min, max);
        takes(&with(level, config, knob, value))
            .filter(|then| *then < now)
            .map(|_| (knob, value))
    };
    if let Some(graphs) = turned(level, config, Knob::Eager, 0).and_then(quicker) {
        return Some(graphs);
    }
    let ledger = estimate(config);
    let all = completions_per_engine(config, &Workload::of(config), &ledger.residents);
    let card = tenancy(config)?;
    let held = card.held.unwrap_or(all);
    let wanted = all.min(128);
    if held < wanted || ran.preempted.is_some() {
        if let Some(shorter) = shorter(level, config) {
            return Some(shorter);
        }
        let start = card.line.start;
        if let Some(util) = turned(level, config, Knob::Util, start)
            .filter(|(_, util)| config.util < Some(*util))
            .filter(|(knob, util)| takes(&with(level, config, *knob, *util)).is_some())
        {
            return Some(util);
        }
    }
    if ran.preempted.is_some() {
        return turned(level, config, Knob::Conc, held.max(1));
    }
    let more = wanted.min(held);
    if more > config.conc
        && let Some(conc) = quicker((Knob::Conc, more))
    {
        return Some(conc);
    }
    let mut mb = 32;
    while mb > config.mb {
        if let Some(found) = turned(level, config, Knob::Mb, mb).and_then(quicker) {
            return Some(found);
        }
        mb /= 2;
    }
    // No completion is longer than twice the mean: what the cap leaves above that is room for more sequences.
    let twice = config.mean.saturating_mul(2);
    if held < wanted && Knob::Comp.get(config) > twice {
        return turned(level, config, Knob::Comp, twice);
    }
    let rest = [
        turned(level, config, Knob::Ckpt, 0),
        turned(
            level,
            config,
            Knob::Prompts,
            config.prompts.saturating_mul(2),
        ),
    ];
    rest.into_iter().flatten().find_map(quicker)
}
