//! The tuning exercise: press the time of a step down without running out of memory. A pure state machine, so that a
//! link replays it and a test can play it.
//!
//! A [`Command`] goes in, [`Reply`]s come out; what changed things is kept as [`Op`]s in a [`Progress`], which is what a
//! link carries. Every number is the ledger's and the step-time model's (`run.rs`); the exercise only sets configurations.
mod command;
mod hint;
mod levels;
mod progress;
mod run;

pub use command::{Command, Completion, Refusal, Verb, complete, read};
pub use hint::{Advice, Clue};
pub use levels::{Goal, SMALLEST_GROUP, TRUNCATED_PERCENT};
pub use progress::{OP_LIMIT, Op, Problem, Progress, TEXT_LIMIT, Tally};
pub use run::{Miss, Outcome, Ran, Side, run};

use super::config::Config;
use super::paradigm::Residents;
use super::words::Word;
use crate::words;

words! {
    /// A level.
    Level {
        /// The lesson's recorded run: make it faster.
        Recorded = "1",
        /// The training side dies.
        TrainingSide = "2",
        /// The engine's side dies.
        EngineSide = "3",
        /// Nothing dies; the fixed costs and the missing graphs do it.
        Fixed = "4",
        /// A model too large to be trained in full here.
        LastCuts = "5",
        /// Two tenants that take turns.
        Turns = "6",
    }

    /// What may be set, by its short name.
    Knob {
        /// gpu_memory_utilization.
        Util = "util",
        /// Sequences at once.
        Conc = "conc",
        /// max_model_len.
        Len = "len",
        /// max_completion_length.
        Comp = "comp",
        /// Micro batch.
        Mb = "mb",
        /// Gradient checkpointing.
        Ckpt = "ckpt",
        /// num_generations.
        Gens = "gens",
        /// Prompts a step.
        Prompts = "prompts",
        /// No CUDA graphs.
        Eager = "eager",
        /// Sleep level.
        Sleep = "sleep",
        /// Reference model.
        Ref = "ref",
        /// LoRA instead of full training.
        Lora = "lora",
    }
}

impl Level {
    /// Its place, from 0.
    pub fn index(self) -> usize {
        Level::ALL
            .iter()
            .position(|level| *level == self)
            .unwrap_or(0)
    }

    /// The level after it.
    pub fn next(self) -> Option<Level> {
        Level::ALL.get(self.index() + 1).copied()
    }

    /// Its starting configuration, accumulation included.
    pub fn config(self) -> Config {
        let mut config = self.start();
        levels::settle(&mut config);
        config
    }
}

/// What is lost of 100 points for a run that died, for the first, second and third hint in a row, for a run past par.
const DEATH_COSTS: u64 = 8;
const HINT_COSTS: [u64; 3] = [2, 4, 8];
const RUN_COSTS: u64 = 2;
/// Whoever reaches the goal has at least this.
const LEAST_SCORE: u64 = 10;

/// The exercise at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Drill {
    /// What a link keeps.
    progress: Progress,
    /// The configuration.
    config: Config,
    /// Settings that undo takes back.
    undo: Vec<Before>,
    /// What counts for the score.
    tally: Tally,
    /// How the last run ended, if nothing was set since.
    last: Option<Outcome>,
    /// Settings since the last run.
    since: u64,
    /// Hints in a row.
    hints: usize,
}

/// What was before a setting.
#[derive(Clone, Debug, PartialEq)]
struct Before {
    knob: Knob,
    value: u64,
    last: Option<Outcome>,
    since: u64,
    hints: usize,
}

/// What the exercise says.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The settings: knob, value, its value at the start.
    Settings(Vec<(Knob, u64, u64)>),
    /// A setting was changed.
    Changed {
        /// Which.
        knob: Knob,
        /// From.
        from: u64,
        /// To.
        to: u64,
    },
    /// A group below four was set: it is done, and it is wrong.
    GroupTooSmall,
    /// Several things were changed since the last run.
    ManyAtOnce(u64),
    /// Nothing was done.
    Refused(Refusal),
    /// A run ended.
    Ran(Outcome),
    /// The goal is reached, with this score; the best of this level so far.
    Won {
        /// Points of 100.
        score: u64,
        /// The best before it.
        best: u64,
    },
    /// The goal of the level.
    Goals,
    /// A hint.
    Hint(Clue),
    /// A setting was taken back.
    Undone {
        /// Which.
        knob: Knob,
        /// To.
        to: u64,
    },
    /// The level was begun anew.
    Begun(Level),
    /// All levels and their best scores.
    Levels,
    /// The commands.
    Help,
}

impl Drill {
    /// The exercise that a link describes, and what was said on the way: for each kept operation its replies.
    pub fn replay(kept: &Progress) -> (Drill, Vec<(Op, Vec<Reply>)>) {
        let mut drill = Drill::begin(kept.level, kept.best.clone());
        drill.tally = kept.tally;
        drill.progress.tally = kept.tally;
        let mut said = Vec::new();
        for (at, op) in kept.ops.iter().enumerate() {
            let replies = match *op {
                Op::Set(knob, value) => drill.set(knob, value),
                Op::Run => drill.run(),
                Op::Hint => drill.hint(),
                Op::Undo => drill.take_back(),
            };
            // The link stays as it is, with operations that do nothing here, and settings taken back at once.
            drill.progress.ops = kept.ops.get(..=at).unwrap_or(&[]).to_vec();
            said.push((*op, replies));
        }
        (drill, said)
    }

    fn begin(level: Level, best: Vec<u64>) -> Drill {
        Drill {
            config: level.config(),
            progress: Progress {
                level,
                best,
                tally: Tally::default(),
                ops: Vec::new(),
            },
            undo: Vec::new(),
            tally: Tally::default(),
            last: None,
            since: 0,
            hints: 0,
        }
    }

    /// What a link keeps.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The level.
    pub fn level(&self) -> Level {
        self.progress.level
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What counts for the score.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// How the last run ended, if nothing was set since.
    pub fn last(&self) -> Option<&Outcome> {
        self.last.as_ref()
    }

    /// The best score of a level, this one's present attempt included; 0 where its goal was never reached.
    pub fn best(&self, level: Level) -> u64 {
        let kept = self.progress.best.get(level.index()).copied().unwrap_or(0);
        let now = match level == self.level() {
            true => self.tally.won.unwrap_or(0),
            false => 0,
        };
        kept.max(now)
    }

    /// The next value of a setting up or down, for buttons; None at its end.
    pub fn near(&self, knob: Knob, up: bool) -> Option<u64> {
        let now = knob.get(&self.config);
        let (least, most) = self.room(knob);
        let step = |by: u64| match up {
            true => now.saturating_add(by) / by * by,
            false => now.saturating_sub(1) / by * by,
        };
        let double = || if up { now.saturating_mul(2) } else { now / 2 };
        let value = match knob {
            Knob::Util => step(5),
            Knob::Ckpt | Knob::Eager | Knob::Ref | Knob::Lora | Knob::Sleep => step(1),
            Knob::Conc | Knob::Len | Knob::Comp | Knob::Mb | Knob::Gens | Knob::Prompts => double(),
        };
        let value = value.clamp(least.min(most), most);
        let moves = if up { value > now } else { value < now };
        moves.then_some(value)
    }

    /// The least and the largest value that a setting can have beside the others: max_model_len must hold prompt and
    /// completion.
    fn room(&self, knob: Knob) -> (u64, u64) {
        let (min, max) = knob.range();
        let prompt = self.level().prompt();
        match knob {
            Knob::Len => (prompt.saturating_add(Knob::Comp.get(&self.config)), max),
            Knob::Comp => (min, self.config.len.saturating_sub(prompt)),
            Knob::Util
            | Knob::Conc
            | Knob::Mb
            | Knob::Ckpt
            | Knob::Gens
            | Knob::Prompts
            | Knob::Eager
            | Knob::Sleep
            | Knob::Ref
            | Knob::Lora => (min, max),
        }
    }

    /// Does a command.
    pub fn act(&mut self, command: &Command) -> Vec<Reply> {
        match command {
            Command::Show => vec![self.settings()],
            Command::Set(knob, value) => {
                self.make_room();
                self.set(*knob, *value)
            }
            Command::Run => {
                self.make_room();
                self.run()
            }
            Command::Goals => vec![Reply::Goals],
            Command::Hint => {
                self.make_room();
                self.hint()
            }
            Command::Undo => {
                let replies = self.take_back();
                // Only afterwards: folding forgets what could be taken back.
                if self.progress.text().len() > TEXT_LIMIT - 16 {
                    self.fold();
                }
                replies
            }
            Command::Reset => self.enter(self.level()),
            Command::Help => vec![Reply::Help],
            Command::Levels => vec![Reply::Levels],
            Command::Level(level) => self.enter(*level),
            Command::Refused(refusal) => vec![Reply::Refused(refusal.clone())],
        }
    }

    fn settings(&self) -> Reply {
        let start = self.level().config();
        let rows = self.level().knobs().iter();
        Reply::Settings(
            rows.map(|knob| (*knob, knob.get(&self.config), knob.get(&start)))
                .collect(),
        )
    }

    fn set(&mut self, knob: Knob, value: u64) -> Vec<Reply> {
        if let Some(refusal) = self.refuses(knob, value) {
            return vec![Reply::Refused(refusal)];
        }
        let from = knob.get(&self.config);
        knob.set(self.level(), &mut self.config, value);
        self.undo.push(Before {
            knob,
            value: from,
            last: self.last.clone(),
            since: self.since,
            hints: self.hints,
        });
        self.progress.ops.push(Op::Set(knob, value));
        self.touched();
        self.since += 1;
        let mut replies = vec![Reply::Changed {
            knob,
            from,
            to: value,
        }];
        if knob == Knob::Gens && value < SMALLEST_GROUP {
            replies.push(Reply::GroupTooSmall);
        }
        replies
    }

    /// Why a setting is not taken; None where it is.
    fn refuses(&self, knob: Knob, value: u64) -> Option<Refusal> {
        let (min, max) = knob.range();
        if !self.level().knobs().contains(&knob) {
            return Some(Refusal::NotHere(knob));
        }
        if value < min || value > max {
            return Some(Refusal::OutOfRange { knob, min, max });
        }
        if value == knob.get(&self.config) {
            return Some(Refusal::Unchanged(knob));
        }
        let prompt = self.level().prompt();
        let (least, most) = self.room(knob);
        let holds = (least..=most).contains(&value);
        (!holds).then(|| Refusal::Length {
            prompt,
            comp: match knob == Knob::Comp {
                true => value,
                false => Knob::Comp.get(&self.config),
            },
        })
    }

    /// The configuration is another one: the last run says nothing of it, and hints begin anew.
    fn touched(&mut self) {
        self.last = None;
        self.hints = 0;
    }

    fn run(&mut self) -> Vec<Reply> {
        let outcome = run(self.level(), &self.config);
        let many = self.since;
        self.progress.ops.push(Op::Run);
        self.since = 0;
        self.hints = 0;
        self.tally.runs += 1;
        if outcome.died().is_some() {
            self.tally.deaths += 1;
        }
        let mut replies = vec![Reply::Ran(outcome.clone())];
        if outcome.won() {
            let best = self.best(self.level());
            let score = self.score();
            self.tally.won = Some(self.tally.won.unwrap_or(0).max(score));
            replies.push(Reply::Won { score, best });
        } else if many > 1 {
            replies.push(Reply::ManyAtOnce(many));
        }
        self.last = Some(outcome);
        replies
    }

    /// Points of the present attempt.
    fn score(&self) -> u64 {
        let par = self.level().goal().par;
        let lost = self
            .tally
            .deaths
            .saturating_mul(DEATH_COSTS)
            .saturating_add(self.tally.hints)
            .saturating_add(
                self.tally
                    .runs
                    .saturating_sub(par)
                    .saturating_mul(RUN_COSTS),
            );
        100u64.saturating_sub(lost).max(LEAST_SCORE)
    }

    fn hint(&mut self) -> Vec<Reply> {
        let grade = self.hints.min(HINT_COSTS.len() - 1);
        self.hints += 1;
        self.progress.ops.push(Op::Hint);
        self.tally.hints += HINT_COSTS.get(grade).copied().unwrap_or(0);
        vec![Reply::Hint(hint::clue(
            self.level(),
            &self.config,
            self.last.as_ref(),
            grade,
        ))]
    }

    fn take_back(&mut self) -> Vec<Reply> {
        let Some(before) = self.undo.pop() else {
            return vec![Reply::Refused(Refusal::NothingToUndo)];
        };
        let (knob, to) = (before.knob, before.value);
        knob.set(self.level(), &mut self.config, to);
        match self.progress.ops.last() {
            // Nothing happened since: it is as if it had never been set.
            Some(Op::Set(last, _)) if *last == knob => {
                self.progress.ops.pop();
                self.last = before.last;
                self.since = before.since;
                self.hints = before.hints;
            }
            Some(Op::Set(..) | Op::Run | Op::Hint | Op::Undo) | None => {
                self.progress.ops.push(Op::Undo);
                self.touched();
                self.since += 1;
            }
        }
        vec![Reply::Undone { knob, to }]
    }

    /// Begins a level, with what was reached so far.
    fn enter(&mut self, level: Level) -> Vec<Reply> {
        let best = Level::ALL.iter().map(|level| self.best(*level)).collect();
        *self = Drill::begin(level, progress::tidy(best));
        vec![Reply::Begun(level), Reply::Goals]
    }

    /// Where the operations fill the link, they are folded: settings to their last values, the rest to counts. Undo does
    /// not reach behind that.
    fn make_room(&mut self) {
        if self.progress.ops.len() < OP_LIMIT && self.progress.text().len() < progress::ROOM {
            return;
        }
        self.fold();
    }

    fn fold(&mut self) {
        let start = self.level().config();
        // max_model_len stands before the completion it must hold where it grows, behind it where it shrinks.
        let mut order: Vec<Knob> = self.level().knobs().to_vec();
        if self.config.len < start.len {
            order.sort_by_key(|knob| *knob == Knob::Len);
        }
        let ops = order
            .into_iter()
            .filter(|knob| knob.get(&self.config) != knob.get(&start))
            .map(|knob| Op::Set(knob, knob.get(&self.config)))
            .collect();
        let folded = Progress {
            level: self.level(),
            best: self.progress.best.clone(),
            tally: self.tally,
            ops,
        };
        let last = self.last.take();
        let (mut drill, _) = Drill::replay(&folded);
        drill.undo.clear();
        drill.since = self.since;
        drill.last = last;
        drill.hints = self.hints;
        *self = drill;
    }
}
