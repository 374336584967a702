//! What a link keeps of the exercise: the level, the best scores, and the commands that changed things, in a text of at
//! most 300 characters.
//!
//! Tokens with dots between them: the level; `b90-70` the best scores from level 1 on; `t5-16-2-88` what folded operations
//! came to (runs, points lost to hints, runs that died, and the score where the goal was reached); then operations:
//! `mb4` a setting, `r` a run, `h` a hint, `z` undo.
use super::{Knob, Level};
use crate::ledger::words::Word;

/// Longest text, in bytes.
pub const TEXT_LIMIT: usize = 300;
/// From here on operations are folded before one is added: room for undoing what comes.
pub(super) const ROOM: usize = 240;
/// Most operations.
pub const OP_LIMIT: usize = 120;

/// Something that changed things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// A setting.
    Set(Knob, u64),
    /// A run.
    Run,
    /// A hint.
    Hint,
    /// The last setting taken back.
    Undo,
}

/// What counts for the score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Runs.
    pub runs: u64,
    /// Points lost to hints.
    pub hints: u64,
    /// Runs that died.
    pub deaths: u64,
    /// The score, once the goal was reached.
    pub won: Option<u64>,
}

/// What a link keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The level.
    pub level: Level,
    /// Best scores from level 1 on; what is not there is 0.
    pub best: Vec<u64>,
    /// What operations before the first kept one came to.
    pub tally: Tally,
    /// Operations since then.
    pub ops: Vec<Op>,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            level: Level::Recorded,
            best: Vec::new(),
            tally: Tally::default(),
            ops: Vec::new(),
        }
    }
}

/// What could not be read of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It does not begin with a level.
    NoLevel,
    /// A token means nothing, or its number is out of range: left out.
    Token,
    /// The text is longer than is kept: its end is left out.
    TooLong,
}

/// The largest count of a tally.
const COUNT_LIMIT: u64 = 9_999;

impl Progress {
    /// Reads a text; what cannot be read is left out.
    pub fn read(text: &str) -> (Progress, Option<Problem>) {
        let mut progress = Progress::default();
        let mut problem = None;
        let lower = text.trim().to_ascii_lowercase();
        let mut tokens = lower.split('.');
        match tokens.next().and_then(Level::of) {
            Some(level) => progress.level = level,
            None => return (progress, Some(Problem::NoLevel)),
        }
        let mut length = 1;
        for token in tokens {
            length += token.len() + 1;
            if length > TEXT_LIMIT || progress.ops.len() >= OP_LIMIT {
                return (progress, Some(Problem::TooLong));
            }
            if !progress.take(token) {
                problem = Some(Problem::Token);
            }
        }
        (progress, problem)
    }

    /// Takes a token; false where it means nothing.
    fn take(&mut self, token: &str) -> bool {
        let op = match token {
            "r" => Some(Op::Run),
            "h" => Some(Op::Hint),
            "z" => Some(Op::Undo),
            other => setting(other),
        };
        if let Some(op) = op {
            self.ops.push(op);
            return true;
        }
        let numbers = |text: &str| -> Option<Vec<u64>> {
            text.split('-').map(|part| part.parse().ok()).collect()
        };
        let before_ops = self.ops.is_empty();
        if let Some(scores) = token.strip_prefix('b').and_then(numbers) {
            let fits = scores.len() <= Level::ALL.len() && scores.iter().all(|score| *score <= 100);
            if fits && before_ops {
                self.best = tidy(scores);
            }
            return fits && before_ops;
        }
        if let Some(counts) = token.strip_prefix('t').and_then(numbers) {
            let small = counts.iter().all(|count| *count <= COUNT_LIMIT);
            let tally = match counts.as_slice() {
                [runs, hints, deaths] => Some((runs, hints, deaths, None)),
                [runs, hints, deaths, won] if *won <= 100 => {
                    Some((runs, hints, deaths, Some(*won)))
                }
                [..] => None,
            };
            if let (true, true, Some((runs, hints, deaths, won))) = (small, before_ops, tally) {
                self.tally = Tally {
                    runs: *runs,
                    hints: *hints,
                    deaths: *deaths,
                    won,
                };
                return true;
            }
        }
        false
    }

    /// The text; empty at the very beginning.
    pub fn text(&self) -> String {
        if *self == Progress::default() {
            return String::new();
        }
        let mut out = String::from(self.level.slug());
        let join = |numbers: &[u64]| {
            let all: Vec<String> = numbers.iter().map(u64::to_string).collect();
            all.join("-")
        };
        if !self.best.is_empty() {
            out.push_str(".b");
            out.push_str(&join(&self.best));
        }
        if self.tally != Tally::default() {
            let Tally {
                runs,
                hints,
                deaths,
                won,
            } = self.tally;
            let mut counts = [runs, hints, deaths]
                .iter()
                .map(|n| *n.min(&COUNT_LIMIT))
                .collect::<Vec<u64>>();
            counts.extend(won);
            out.push_str(".t");
            out.push_str(&join(&counts));
        }
        for op in &self.ops {
            out.push('.');
            match op {
                Op::Set(knob, value) => {
                    out.push_str(knob.slug());
                    out.push_str(&value.to_string());
                }
                Op::Run => out.push('r'),
                Op::Hint => out.push('h'),
                Op::Undo => out.push('z'),
            }
        }
        out
    }
}

/// Scores without zeros at their end.
pub(super) fn tidy(mut scores: Vec<u64>) -> Vec<u64> {
    while scores.last() == Some(&0) {
        scores.pop();
    }
    scores
}

/// `mb4`: a knob's short name and a value in its range.
fn setting(token: &str) -> Option<Op> {
    let digits = token.find(|c: char| c.is_ascii_digit())?;
    let knob = Knob::of(token.get(..digits)?)?;
    let value: u64 = token.get(digits..)?.parse().ok()?;
    let (min, max) = knob.range();
    (min..=max).contains(&value).then_some(Op::Set(knob, value))
}
