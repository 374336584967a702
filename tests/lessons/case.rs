//! tests/cases/lessons.json, read; a case is a pointer into it, a link, and what of the link's ledger is meant.
use serde_json::Value;
use std::sync::OnceLock;
use vram_ledger::ledger::config::Axes;
use vram_ledger::ledger::formula::{Formula, Symbol};
use vram_ledger::ledger::item::Item;
use vram_ledger::ledger::kv_table::KvTable;
use vram_ledger::ledger::units::{ByteUnit, Bytes};
use vram_ledger::text::Report;
use vram_ledger::url::{self, Level};

/// One number of the lessons and where it is computed.
pub struct Case {
    /// JSON pointer; `#2` after it means the third number in that sentence.
    pub at: &'static str,
    pub link: &'static str,
    pub what: Quantity,
    pub tolerance: Tolerance,
}

pub enum Quantity {
    /// A line.
    Line(Item, ByteUnit),
    /// Lines together.
    Lines(&'static [Item], ByteUnit),
    /// Lines together, over the model's nominal parameters.
    PerParam(&'static [Item]),
    /// The line over the model's layers.
    PerLayer(Item, ByteUnit),
    /// The part of a line that one term of its sum stands for.
    Term(Item, Symbol, ByteUnit),
    /// Everything on the trainer's side.
    TrainSide(ByteUnit),
    /// What the card has left.
    Left(ByteUnit),
    /// What the card needs.
    Used(ByteUnit),
    /// Cache bytes of a token.
    KvPerToken,
    /// Whole sequences of the link's length that the card has room for.
    Sequences,
}

#[derive(Clone, Copy)]
pub enum Tolerance {
    /// Half a unit of the last printed digit.
    Printed,
    /// None but the float's own.
    Exact,
    /// The number at this pointer.
    At(&'static str),
}

impl Case {
    #[track_caller]
    pub fn check(&self) {
        let stated = stated(self.at);
        let report = report(self.link);
        let got = self.what.of(&report);
        let tolerance = match self.tolerance {
            Tolerance::Printed => stated.half_digit,
            Tolerance::Exact => 0.0,
            Tolerance::At(at) => self::stated(at).value,
        };
        // A binary float of a decimal may stand a hair beside it.
        let slack = tolerance + stated.value.abs() * 1e-12;
        assert!(
            (got - stated.value).abs() <= slack,
            "{}: the lesson has {}, {:?} gives {got}",
            self.at,
            stated.value,
            self.link
        );
    }
}

impl Quantity {
    fn of(&self, report: &Report) -> f64 {
        let ledger = &report.ledger;
        let config = &report.link.config;
        let line = |item: Item| {
            ledger
                .line(item)
                .unwrap_or_else(|| panic!("no line {item:?}"))
        };
        let sum = |items: &[Item]| -> f64 {
            items
                .iter()
                .map(|item| line(*item).bytes().as_f64())
                .sum::<f64>()
        };
        match self {
            Quantity::Line(item, unit) => line(*item).bytes().in_unit(*unit),
            Quantity::Lines(items, unit) => sum(items) / unit.bytes() as f64,
            Quantity::PerParam(items) => sum(items) / config.model.nominal(),
            Quantity::PerLayer(item, unit) => {
                let layers = config.model.shape.as_ref().unwrap().spec.num_hidden_layers;
                line(*item).bytes().in_unit(*unit) / layers as f64
            }
            Quantity::Term(item, symbol, unit) => {
                let term = term(line(*item).largest().unwrap(), *symbol)
                    .unwrap_or_else(|| panic!("no {symbol:?} in {item:?}"));
                Bytes::round(term * config.model.nominal()).in_unit(*unit)
            }
            Quantity::TrainSide(unit) => ledger.train_side().in_unit(*unit),
            Quantity::Left(unit) => ledger.left().as_i128() as f64 / unit.bytes() as f64,
            Quantity::Used(unit) => ledger.used().in_unit(*unit),
            Quantity::KvPerToken => vram_ledger::ledger::kv_summary(config).per_token as f64,
            Quantity::Sequences => {
                let axes = Axes {
                    concurrency: vec![1],
                    length: vec![config.len],
                };
                let table = KvTable::of(config, ledger, &axes).unwrap();
                (table.room.as_f64() / table.rows[0][0].bytes.as_f64()).floor()
            }
        }
    }
}

/// The constant that stands for `symbol` in a formula.
fn term(formula: &Formula, symbol: Symbol) -> Option<f64> {
    match formula {
        Formula::Const(s, value) => (*s == symbol).then_some(*value),
        Formula::Sum(parts)
        | Formula::Product(parts)
        | Formula::Min(parts)
        | Formula::Max(parts) => parts.iter().find_map(|part| term(part, symbol)),
        Formula::Quot(a, b) => term(a, symbol).or_else(|| term(b, symbol)),
        Formula::Ceil(a) => term(a, symbol),
        Formula::Shared(same) => term(same, symbol),
        Formula::Case { taken, .. } => term(taken, symbol),
    }
}

/// The report of a link that must be taken as it is.
#[track_caller]
pub fn report(link: &str) -> Report {
    let (read, issues) = url::parse(link);
    let errors: Vec<_> = issues
        .iter()
        .filter(|issue| issue.level == Level::Error)
        .collect();
    assert!(errors.is_empty(), "{link}: {errors:?}");
    Report::of(read, issues)
}

/// A number as the lesson prints it.
pub struct Stated {
    pub value: f64,
    /// Half a unit of its last digit.
    pub half_digit: f64,
}

pub fn lessons() -> &'static Value {
    static LESSONS: OnceLock<Value> = OnceLock::new();
    LESSONS.get_or_init(|| serde_json::from_str(include_str!("../cases/lessons.json")).unwrap())
}

/// What stands at a pointer.
#[track_caller]
pub fn at(pointer: &str) -> &'static Value {
    lessons()
        .pointer(pointer)
        .unwrap_or_else(|| panic!("lessons.json has no {pointer}"))
}

/// The text at a pointer.
#[track_caller]
pub fn text(pointer: &str) -> &'static str {
    at(pointer)
        .as_str()
        .unwrap_or_else(|| panic!("{pointer} is no text"))
}

/// The whole number at a pointer.
#[track_caller]
pub fn count(pointer: &str) -> u64 {
    at(pointer)
        .as_u64()
        .unwrap_or_else(|| panic!("{pointer} is no count"))
}

/// The number at a pointer, or the n-th of a sentence with `#n`.
#[track_caller]
pub fn stated(place: &str) -> Stated {
    let printed = match place.split_once('#') {
        None => at(place).to_string(),
        Some((pointer, index)) => {
            let numbers = numbers(text(pointer));
            let index: usize = index.parse().unwrap();
            numbers
                .get(index)
                .unwrap_or_else(|| panic!("{place}: {numbers:?}"))
                .clone()
        }
    };
    let decimals = printed.split_once('.').map_or(0, |(_, after)| after.len());
    Stated {
        value: printed
            .parse()
            .unwrap_or_else(|_| panic!("{place} is no number: {printed}")),
        half_digit: 0.5 * 10f64.powi(-(decimals as i32)),
    }
}

/// The numbers of a sentence as they are printed, thousands joined.
fn numbers(sentence: &str) -> Vec<String> {
    let chars: Vec<char> = sentence.chars().collect();
    let mut out: Vec<String> = Vec::new();
    let mut open = false;
    for (i, c) in chars.iter().enumerate() {
        let digit_follows = chars.get(i + 1).is_some_and(char::is_ascii_digit);
        if c.is_ascii_digit() || (open && digit_follows && *c == '.') {
            if !open {
                out.push(String::new());
                open = true;
            }
            out.last_mut().unwrap().push(*c);
        } else if !(open && digit_follows && *c == ',') {
            open = false;
        }
    }
    out
}

#[test]
fn numbers_are_found_in_sentences() {
    assert_eq!(
        numbers("x 1,244,659,712 B = 37.1 GiB, 8.94. (16P) 4->14"),
        ["1244659712", "37.1", "8.94", "16", "4", "14"]
    );
    assert!((stated("/lesson_ledger/default_left_gib/value").half_digit - 0.05).abs() < 1e-12);
}
