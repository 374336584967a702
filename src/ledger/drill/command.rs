//! A line of the exercise's terminal: reading it, and completing it.
use super::{Knob, Level};
use crate::ledger::units::{plain, read_decimal, whole};
use crate::ledger::words::Word;
use crate::words;

words! {
    /// The first word of a line.
    Verb {
        /// The settings.
        Show = "show",
        /// Change one.
        Set = "set",
        /// Run a step.
        Run = "run",
        /// What is to be reached.
        Goals = "goals",
        /// The next hint.
        Hint = "hint",
        /// Take the last setting back.
        Undo = "undo",
        /// Begin the level anew.
        Reset = "reset",
        /// Go to a level, or list them.
        Level = "level",
        /// The commands.
        Help = "help",
    }
}

/// A line, read.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The settings.
    Show,
    /// Change one.
    Set(Knob, u64),
    /// Run a step.
    Run,
    /// What is to be reached.
    Goals,
    /// The next hint.
    Hint,
    /// Take the last setting back.
    Undo,
    /// Begin the level anew.
    Reset,
    /// Go to a level.
    Level(Level),
    /// All levels.
    Levels,
    /// The commands.
    Help,
    /// It could not be read.
    Refused(Refusal),
}

/// Why nothing was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// No such command.
    Verb(String),
    /// No such setting.
    Knob(String),
    /// `set` without a setting or a value.
    SetNeeds,
    /// Not a value of this setting.
    Value(Knob, String),
    /// Out of its range.
    OutOfRange {
        /// The setting.
        knob: Knob,
        /// Least.
        min: u64,
        /// Largest.
        max: u64,
    },
    /// This level does not let it be turned.
    NotHere(Knob),
    /// It is that already.
    Unchanged(Knob),
    /// max_model_len must hold prompt and completion.
    Length {
        /// Tokens of a prompt.
        prompt: u64,
        /// max_completion_length.
        comp: u64,
    },
    /// There is nothing to take back.
    NothingToUndo,
    /// No such level.
    NoLevel(String),
}

/// The longest piece of a line that is said again, in characters.
const SAID: usize = 40;

/// Reads a line; the verb is one of [`Verb`]'s words or what `alias` makes of it.
pub fn read(line: &str, alias: impl Fn(&str) -> Option<Verb>) -> Command {
    let lower = line.to_lowercase();
    // `set mb=4` and `set mb = 4` are `set mb 4`.
    let spaced = lower.replace(['=', ':', '：'], " ");
    let mut words = spaced.split_whitespace();
    let Some(first) = words.next() else {
        return Command::Help;
    };
    let Some(verb) = Verb::of(first).or_else(|| alias(first)) else {
        // `mb 4` alone is understood too.
        return match (knob(first), words.next()) {
            (Some(knob), Some(value)) => set(knob, value),
            (Some(_), None) => Command::Refused(Refusal::SetNeeds),
            (None, _) => Command::Refused(Refusal::Verb(said(first))),
        };
    };
    match verb {
        Verb::Show => Command::Show,
        Verb::Run => Command::Run,
        Verb::Goals => Command::Goals,
        Verb::Hint => Command::Hint,
        Verb::Undo => Command::Undo,
        Verb::Reset => Command::Reset,
        Verb::Help => Command::Help,
        Verb::Level => match words.next() {
            None => Command::Levels,
            Some(word) => match Level::of(word) {
                Some(level) => Command::Level(level),
                None => Command::Refused(Refusal::NoLevel(said(word))),
            },
        },
        Verb::Set => match (words.next(), words.next()) {
            (Some(name), Some(value)) => match knob(name) {
                Some(knob) => set(knob, value),
                None => Command::Refused(Refusal::Knob(said(name))),
            },
            (Some(_) | None, None) | (None, Some(_)) => Command::Refused(Refusal::SetNeeds),
        },
    }
}

fn set(knob: Knob, text: &str) -> Command {
    match knob.read(text) {
        Some(value) => Command::Set(knob, value),
        None => Command::Refused(Refusal::Value(knob, said(text))),
    }
}

/// A setting by its short name or a framework's.
fn knob(name: &str) -> Option<Knob> {
    let name = name.trim_start_matches('-').replace('-', "_");
    Knob::of(&name).or_else(|| {
        Knob::ALL
            .iter()
            .copied()
            .find(|knob| knob.names().contains(&name.as_str()))
    })
}

fn said(word: &str) -> String {
    word.chars().take(SAID).collect()
}

impl Knob {
    /// A value as it is typed: on and off for switches, a share for util, else a whole number.
    fn read(self, text: &str) -> Option<u64> {
        if self.switch() {
            let on = ["on", "true", "yes", "1"].contains(&text);
            let off = ["off", "false", "no", "0"].contains(&text);
            return (on || off).then_some(u64::from(on));
        }
        let number = read_decimal(&text.replace([',', '_'], "")).filter(|n| *n >= 0.0)?;
        let scaled = if self == Knob::Util {
            number * 100.0
        } else {
            number
        };
        let rounded = whole((scaled + 0.5).floor());
        // A fraction of a sequence or token is a slip, not a value.
        (self == Knob::Util || scaled.fract() == 0.0).then_some(rounded)
    }

    /// A value as it is written.
    pub fn shown(self, value: u64) -> String {
        match (self, self.switch()) {
            (_, true) => if value > 0 { "on" } else { "off" }.to_string(),
            (Knob::Util, false) => plain(value as f64 / 100.0),
            (_, false) => value.to_string(),
        }
    }
}

/// What Tab makes of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Completion {
    /// The line as far as it is certain.
    pub line: String,
    /// What it could go on with, where that is more than one thing.
    pub options: Vec<String>,
}

/// Completes the word at the end of a line; None where there is nothing to add or to choose.
pub fn complete(line: &str, level: Level) -> Option<Completion> {
    let start = line.rfind(char::is_whitespace).map_or(0, |at| {
        at + line
            .get(at..)
            .and_then(|rest| rest.chars().next())
            .map_or(1, char::len_utf8)
    });
    let (before, word) = (line.get(..start)?, line.get(start..)?);
    let word = word.to_lowercase();
    let place = before.split_whitespace().count();
    let verb = before.split_whitespace().next().and_then(Verb::of);
    let all: Vec<String> = match (place, verb) {
        (0, _) => Verb::SLUGS.iter().map(|slug| slug.to_string()).collect(),
        (1, Some(Verb::Set)) => level
            .knobs()
            .iter()
            .flat_map(|knob| {
                [knob.slug()]
                    .into_iter()
                    .chain(knob.names().iter().copied())
            })
            .map(str::to_string)
            .collect(),
        (1, Some(Verb::Level)) => Level::SLUGS.iter().map(|slug| slug.to_string()).collect(),
        (2, Some(Verb::Set)) => {
            let name = before.split_whitespace().nth(1).and_then(knob);
            match name.is_some_and(Knob::switch) {
                true => vec!["on".into(), "off".into()],
                false => Vec::new(),
            }
        }
        (1.., Some(_) | None) => Vec::new(),
    };
    let fitting: Vec<String> = all
        .into_iter()
        .filter(|option| option.starts_with(&word))
        .collect();
    match fitting.as_slice() {
        [] => None,
        [one] => {
            let line = [before, one, " "].concat();
            Some(Completion {
                line,
                options: Vec::new(),
            })
        }
        [first, rest @ ..] => {
            let mut common = first.as_str();
            for other in rest {
                let same = common
                    .bytes()
                    .zip(other.bytes())
                    .take_while(|(a, b)| a == b)
                    .count();
                common = common.get(..same).unwrap_or("");
            }
            let line = [before, common].concat();
            Some(Completion {
                line,
                options: fitting,
            })
        }
    }
}
