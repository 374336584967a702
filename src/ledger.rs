//! The pure core: a [`Config`] in, a [`Ledger`] out. No DOM, clock, locale, randomness or I/O.
//!
//! Invariants: a line stores no number, only formulas; every number printed is a formula's value rounded half up once;
//! nothing here panics, whatever the configuration.
//!
//! | rooms | what lives there |
//! |---|---|
//! | [`config`], [`item`], [`formula`], [`units`], [`words`] | what goes in, the rows, arithmetic as data, numbers and how they are printed |
//! | [`model`], [`presets`], [`precision`], [`optimizer`], [`paradigm`] | architectures, models and cards, formats, recipes, who lives on the card |
//! | `weights`, `adapter`, `trainable`, `gradients`, `optimizer_states`, `activations`, `logits`, `kv_cache`, `serving`, `runtime` | the lines, a family a file |
//! | `phases`, `sharding`, `host`, [`sleep`] | the measured method: moments of a step, shares per card, host memory, the engine asleep |
//! | [`fix`], [`band`], [`differences`], [`stacks`] | measured lines, how far a total may move, where the methods part, frameworks' defaults |
//! | [`warnings`], [`advice`], [`solve`], [`fit`] | what happened, the seven cuts, the largest that fits, the least painful changes |
//! | [`colocate`], [`tenancy`], [`step_time`], [`levers`] | one card with two tenants, and the time of their step |
//! | [`kv_table`], [`engine_plan`], [`flops`], [`speed`] | serving as a plan: cache, what it carries, operations, time |
//! | [`capacity`], [`gate`], [`way`] | cards and money, whether a load may go live, which way to train |
//! | [`triage`], [`drill`] | what a log says, the tuning exercise |
mod activations;
mod adapter;
pub mod advice;
pub mod band;
pub mod capacity;
pub mod colocate;
pub mod config;
pub mod differences;
pub mod drill;
pub mod engine_plan;
pub mod fit;
pub mod fix;
pub mod flops;
pub mod formula;
pub mod gate;
mod gradients;
mod host;
pub mod item;
mod kv_cache;
pub mod kv_table;
pub mod levers;
mod logits;
pub mod model;
pub mod optimizer;
mod optimizer_states;
pub mod paradigm;
mod phases;
pub mod precision;
pub mod presets;
mod runtime;
mod serving;
mod sharding;
pub mod sleep;
pub mod solve;
pub mod speed;
pub mod stacks;
pub mod step_time;
pub mod tenancy;
mod trainable;
pub mod triage;
pub mod units;
pub mod warnings;
pub mod way;
mod weights;
pub mod words;

use config::{Config, EngineMode, Method};
use formula::Formula;
use item::{Basis, Item, Owner, Phase, Role, Verdict};
use paradigm::Residents;
use units::{Bytes, SignedBytes};
use words::Word;

pub use activations::saved_in_hidden;
pub use kv_cache::{KvSummary, bytes_per_sequence, demand, kv_summary, read_by_one};
pub use trainable::trainable_params;

/// Revision of the measured model; the lesson method's numbers never change.
pub const MODEL_REV: u64 = 1;

/// A row: what it is, whose it is, and its arithmetic at each moment it exists.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What the row is.
    pub item: Item,
    /// Whose memory it is.
    pub owner: Owner,
    /// The card it sits on.
    pub role: Role,
    /// Its arithmetic at each moment; where a moment is missing it takes nothing.
    pub at: Vec<(Phase, Formula)>,
    /// How far it can be trusted.
    pub basis: Basis,
}

impl Line {
    /// A line of the lesson: one moment, one arithmetic.
    fn always(item: Item, owner: Owner, role: Role, basis: Basis, formula: Formula) -> Line {
        Line {
            item,
            owner,
            role,
            at: vec![(Phase::Sum, formula)],
            basis,
        }
    }

    /// Bytes at a moment.
    pub fn bytes_at(&self, phase: Phase) -> Bytes {
        self.formula_at(phase).map_or(Bytes::ZERO, Formula::bytes)
    }

    /// The line's own maximum over the moments.
    pub fn bytes(&self) -> Bytes {
        self.largest().map_or(Bytes::ZERO, Formula::bytes)
    }

    /// The arithmetic of that maximum.
    pub fn largest(&self) -> Option<&Formula> {
        let mut best: Option<&Formula> = None;
        for (_, formula) in &self.at {
            if best.is_none_or(|b| formula.value() > b.value()) {
                best = Some(formula);
            }
        }
        best
    }

    /// The arithmetic at a moment.
    pub fn formula_at(&self, phase: Phase) -> Option<&Formula> {
        self.at
            .iter()
            .find(|(p, _)| *p == phase)
            .map(|(_, formula)| formula)
    }
}

/// A line of the total that cannot be computed because only the model's size is known.
pub type Missing = Item;

/// The answer: the rows, and what they come to on each card.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger {
    /// Rows in the lesson's order.
    pub lines: Vec<Line>,
    /// Rows of host memory; they take no card memory. Empty by the lesson's method.
    pub host: Vec<Line>,
    /// Rows that need the model's shape where only its size is known.
    pub missing: Vec<Missing>,
    /// What is resident.
    pub residents: Residents,
    /// Memory of one card.
    pub capacity: Bytes,
    /// The cards in use, the trainer's first; one of each role.
    pub cards: Vec<Card>,
}

/// One card of a role at its worst moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Card {
    /// Whose card it is.
    pub role: Role,
    /// The worst moment.
    pub phase: Phase,
    /// Bytes in use then.
    pub used: Bytes,
}

impl Ledger {
    /// The fullest card, which decides the verdict.
    pub fn worst(&self) -> Card {
        let none = Card {
            role: Role::Train,
            phase: Phase::Sum,
            used: Bytes::ZERO,
        };
        self.cards
            .iter()
            .copied()
            .reduce(|a, b| if b.used > a.used { b } else { a })
            .unwrap_or(none)
    }

    /// Bytes in use on the fullest card at its worst moment.
    pub fn used(&self) -> Bytes {
        self.worst().used
    }

    /// What the fullest card has left; negative where it is over.
    pub fn left(&self) -> SignedBytes {
        self.capacity.signed_minus(self.used())
    }

    /// Fits with at least 10 % free, tight, or over.
    pub fn verdict(&self) -> Verdict {
        verdict(self.used(), self.capacity)
    }

    /// The tenth of the card that is to stay free.
    pub fn reserve(&self) -> Bytes {
        reserve(self.capacity)
    }

    /// The row of an item, if it is there.
    pub fn line(&self, item: Item) -> Option<&Line> {
        self.lines.iter().find(|line| line.item == item)
    }

    /// Bytes of an item; nothing where it has no row.
    pub fn bytes_of(&self, item: Item) -> Bytes {
        self.line(item).map_or(Bytes::ZERO, Line::bytes)
    }

    /// The largest row.
    pub fn largest_line(&self) -> Option<&Line> {
        self.lines.iter().reduce(larger)
    }

    /// The largest row on the card of a role.
    pub fn largest_on(&self, role: Role) -> Option<&Line> {
        self.on(role).reduce(larger)
    }

    /// Rows on the card of a role.
    pub fn on(&self, role: Role) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.role == role)
    }

    /// The trainer's rows at their worst moment: what the engine must leave room for.
    pub fn train_side(&self) -> Bytes {
        let phases = self.lines.iter().flat_map(|line| &line.at);
        let worst = phases.map(|(phase, _)| self.trainer_at(*phase)).max();
        worst.unwrap_or(Bytes::ZERO)
    }

    /// What of the trainer's rows stays at every moment: the memory between two steps.
    pub fn train_floor(&self) -> Bytes {
        let moments = self.moments(Role::Train);
        let least = |line: &Line| moments.iter().map(|phase| line.bytes_at(*phase)).min();
        self.on(Role::Train)
            .filter(|line| line.owner == Owner::Trainer)
            .fold(Bytes::ZERO, |sum, line| {
                sum.plus(least(line).unwrap_or(Bytes::ZERO))
            })
    }

    /// The trainer's rows at a moment.
    pub fn trainer_at(&self, phase: Phase) -> Bytes {
        let trainer = |line: &&Line| line.owner == Owner::Trainer;
        self.lines
            .iter()
            .filter(trainer)
            .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes_at(phase)))
    }

    /// Everything on the card of a role at a moment.
    pub fn used_at(&self, role: Role, phase: Phase) -> Bytes {
        self.on(role)
            .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes_at(phase)))
    }

    /// The moments that the card of a role knows, in the order of a step.
    pub fn moments(&self, role: Role) -> Vec<Phase> {
        let known = |phase: &Phase| self.on(role).any(|line| line.formula_at(*phase).is_some());
        Phase::ALL.iter().copied().filter(known).collect()
    }

    /// Host memory in use: its rows' maxima.
    pub fn host_bytes(&self) -> Bytes {
        self.host
            .iter()
            .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes()))
    }
}

/// Of equal rows the first.
fn larger<'a>(a: &'a Line, b: &'a Line) -> &'a Line {
    if b.bytes() > a.bytes() { b } else { a }
}

/// The tenth of a card of `capacity` that is to stay free.
pub const fn reserve(capacity: Bytes) -> Bytes {
    Bytes(capacity.0 / 10)
}

/// The verdict on `used` bytes of a card of `capacity`: at least 10 % free fits.
pub fn verdict(used: Bytes, capacity: Bytes) -> Verdict {
    let (used, capacity) = (u128::from(used.0), u128::from(capacity.0));
    if used > capacity {
        Verdict::Over
    } else if (capacity - used) * 10 >= capacity {
        Verdict::Fits
    } else {
        Verdict::Tight
    }
}

/// The ledger of a configuration.
pub fn estimate(config: &Config) -> Ledger {
    let residents = Residents::of(config);
    match config.method() {
        Method::Lesson => lesson(config, residents),
        Method::Measured => phases::estimate(config, residents),
    }
}

fn lesson(config: &Config, residents: Residents) -> Ledger {
    let mut lines = Vec::with_capacity(12);
    let mut missing = Vec::new();
    lines.extend(weights::lesson(config, &residents));
    lines.extend(gradients::lesson(config, &residents));
    lines.extend(optimizer_states::lesson(config, &residents));
    match (&config.model.shape, residents.trains) {
        (Some(shape), true) => lines.extend([
            activations::lesson(config, shape),
            logits::lesson(config, shape),
        ]),
        (None, true) => missing.extend([Item::Activations, Item::Logits]),
        (_, false) => {}
    }
    lines.extend(weights::lesson_companions(config, &residents));
    if let Some(engine) = weights::lesson_engine(config, &residents) {
        let role = engine.role;
        lines.push(engine);
        match &config.model.shape {
            Some(shape) => lines.push(kv_cache::lesson(config, shape, role)),
            None => missing.push(Item::KvCache),
        }
    }
    let roles = roles(&residents);
    lines.extend(
        roles
            .iter()
            .filter_map(|role| runtime::context(config, *role)),
    );
    let cards = roles.iter().map(|role| card(&lines, *role)).collect();
    Ledger {
        lines,
        host: Vec::new(),
        missing,
        residents,
        capacity: config.capacity(),
        cards,
    }
}

fn roles(residents: &Residents) -> &'static [Role] {
    match (residents.trains, residents.engine) {
        (true, EngineMode::Server) => &[Role::Train, Role::Engine],
        (true, EngineMode::Auto | EngineMode::None | EngineMode::Colocate | EngineMode::Alone) => {
            &[Role::Train]
        }
        (
            false,
            EngineMode::Auto
            | EngineMode::None
            | EngineMode::Colocate
            | EngineMode::Server
            | EngineMode::Alone,
        ) => &[Role::Engine],
    }
}

fn card(lines: &[Line], role: Role) -> Card {
    let mut worst = Card {
        role,
        phase: Phase::Sum,
        used: Bytes::ZERO,
    };
    for phase in Phase::ALL {
        let on = lines.iter().filter(|line| line.role == role);
        let used = on.fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes_at(*phase)));
        if used > worst.used {
            worst.phase = *phase;
            worst.used = used;
        }
    }
    worst
}
