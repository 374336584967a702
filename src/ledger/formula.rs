//! Arithmetic as data: the tree that computes a number is the tree that is printed, so the two cannot part.
use super::units::{Bytes, plain};
use super::words::Word;
use std::fmt;
use std::sync::Arc;

mod symbol;
pub use symbol::Symbol;

/// An arithmetic. Its value is [`Formula::value`]; `{}` prints the numbers, `{:#}` the names.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// A number and what it stands for.
    Const(Symbol, f64),
    /// a + b + …
    Sum(Vec<Formula>),
    /// a × b × …
    Product(Vec<Formula>),
    /// a ÷ b; 0 where b is 0.
    Quot(Box<Formula>, Box<Formula>),
    /// The smallest; every arm is kept for the page to show.
    Min(Vec<Formula>),
    /// The largest; every arm is kept for the page to show.
    Max(Vec<Formula>),
    /// Rounded up to a whole number.
    Ceil(Box<Formula>),
    /// The arm that was taken, and why.
    Case {
        /// The reason.
        why: Symbol,
        /// The arithmetic that holds for it.
        taken: Box<Formula>,
    },
    /// The same arithmetic as at other moments: printed and counted as itself.
    Shared(Arc<Formula>),
}

/// One printed part of a formula, for whoever renders it (text, page).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece {
    /// A number and what it stands for.
    Number(Symbol, f64),
    /// Signs and brackets, as they are printed.
    Mark(&'static str),
    /// An arm of min or max begins; true where it is the one that counts.
    ArmStart(bool),
    /// That arm ends.
    ArmEnd,
}

impl Formula {
    /// The formula's value. Never NaN: a quotient by zero is 0.
    pub fn value(&self) -> f64 {
        match self {
            Formula::Const(_, value) => *value,
            Formula::Sum(terms) => terms.iter().map(Formula::value).sum(),
            Formula::Product(factors) => factors.iter().map(Formula::value).product(),
            Formula::Quot(a, b) => match (a.value(), b.value()) {
                (_, 0.0) => 0.0,
                (a, b) => a / b,
            },
            Formula::Min(arms) => arms
                .iter()
                .map(Formula::value)
                .reduce(f64::min)
                .unwrap_or(0.0),
            Formula::Max(arms) => arms
                .iter()
                .map(Formula::value)
                .reduce(f64::max)
                .unwrap_or(0.0),
            Formula::Ceil(a) => a.value().ceil(),
            Formula::Case { why: _, taken } => taken.value(),
            Formula::Shared(same) => same.value(),
        }
    }

    /// The value in whole bytes.
    pub fn bytes(&self) -> Bytes {
        Bytes::round(self.value())
    }

    /// The terms of a sum; of anything else, itself.
    pub fn terms(&self) -> &[Formula] {
        match self {
            Formula::Sum(terms) => terms,
            Formula::Const(..)
            | Formula::Product(_)
            | Formula::Quot(..)
            | Formula::Min(_)
            | Formula::Max(_)
            | Formula::Ceil(_)
            | Formula::Case { .. }
            | Formula::Shared(_) => std::slice::from_ref(self),
        }
    }

    /// The formula as it is printed, part by part.
    pub fn pieces(&self) -> Vec<Piece> {
        let mut out = Vec::new();
        self.write_pieces(&mut out, Place::Top);
        out
    }

    fn write_pieces(&self, out: &mut Vec<Piece>, place: Place) {
        match self {
            Formula::Const(symbol, value) => out.push(Piece::Number(*symbol, *value)),
            Formula::Sum(terms) => bracketed(out, place != Place::Top && terms.len() > 1, |out| {
                joined(out, terms, " + ", Place::Top)
            }),
            Formula::Product(factors) => {
                bracketed(out, place == Place::Divisor && factors.len() > 1, |out| {
                    joined(out, factors, " × ", Place::Factor)
                })
            }
            Formula::Quot(a, b) => bracketed(out, place != Place::Top, |out| {
                a.write_pieces(out, Place::Factor);
                out.push(Piece::Mark(" ÷ "));
                b.write_pieces(out, Place::Divisor);
            }),
            Formula::Min(arms) => self.write_arms(out, "min(", arms),
            Formula::Max(arms) => self.write_arms(out, "max(", arms),
            Formula::Ceil(a) => {
                out.push(Piece::Mark("⌈"));
                a.write_pieces(out, Place::Top);
                out.push(Piece::Mark("⌉"));
            }
            Formula::Case { why: _, taken } => taken.write_pieces(out, place),
            Formula::Shared(same) => same.write_pieces(out, place),
        }
    }

    fn write_arms(&self, out: &mut Vec<Piece>, open: &'static str, arms: &[Formula]) {
        let best = self.value();
        out.push(Piece::Mark(open));
        for (i, arm) in arms.iter().enumerate() {
            if i > 0 {
                out.push(Piece::Mark(", "));
            }
            out.push(Piece::ArmStart(arm.value() == best));
            arm.write_pieces(out, Place::Top);
            out.push(Piece::ArmEnd);
        }
        out.push(Piece::Mark(")"));
    }
}

/// Where a formula stands in its parent: decides whether it needs brackets.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Top,
    Factor,
    Divisor,
}

fn bracketed(out: &mut Vec<Piece>, needed: bool, write: impl FnOnce(&mut Vec<Piece>)) {
    if needed {
        out.push(Piece::Mark("("));
    }
    write(out);
    if needed {
        out.push(Piece::Mark(")"));
    }
}

fn joined(out: &mut Vec<Piece>, parts: &[Formula], sign: &'static str, place: Place) {
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            out.push(Piece::Mark(sign));
        }
        part.write_pieces(out, place);
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in self.pieces() {
            match piece {
                Piece::Number(symbol, _) if f.alternate() => f.write_str(symbol.slug())?,
                Piece::Number(_, value) => f.write_str(&plain(value))?,
                Piece::Mark(mark) => f.write_str(mark)?,
                Piece::ArmStart(_) | Piece::ArmEnd => {}
            }
        }
        Ok(())
    }
}

/// Shorthands for writing formulas.
pub mod build {
    use super::{Arc, Formula, Symbol};

    /// A number that stands for `symbol`.
    pub fn num(symbol: Symbol, value: f64) -> Formula {
        Formula::Const(symbol, value)
    }

    /// A whole number that stands for `symbol`.
    pub fn count(symbol: Symbol, value: u64) -> Formula {
        Formula::Const(symbol, value as f64)
    }

    /// A product; factors that are products themselves are laid flat.
    pub fn product(factors: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for factor in factors {
            match factor {
                Formula::Product(inner) => flat.extend(inner),
                other @ (Formula::Const(..)
                | Formula::Sum(_)
                | Formula::Quot(..)
                | Formula::Min(_)
                | Formula::Max(_)
                | Formula::Ceil(_)
                | Formula::Case { .. }
                | Formula::Shared(_)) => flat.push(other),
            }
        }
        Formula::Product(flat)
    }

    /// A sum; one term alone stands for itself.
    pub fn sum(terms: impl IntoIterator<Item = Formula>) -> Formula {
        let mut terms: Vec<Formula> = terms.into_iter().collect();
        match (terms.len(), terms.pop()) {
            (1, Some(only)) => only,
            (_, last) => {
                terms.extend(last);
                Formula::Sum(terms)
            }
        }
    }

    /// a ÷ b.
    pub fn quot(a: Formula, b: Formula) -> Formula {
        Formula::Quot(Box::new(a), Box::new(b))
    }

    /// An arithmetic that several moments have in common: copying it costs nothing.
    pub fn shared(formula: Formula) -> Formula {
        match formula {
            small @ (Formula::Const(..) | Formula::Shared(_)) => small,
            large @ (Formula::Sum(_)
            | Formula::Product(_)
            | Formula::Quot(..)
            | Formula::Min(_)
            | Formula::Max(_)
            | Formula::Ceil(_)
            | Formula::Case { .. }) => Formula::Shared(Arc::new(large)),
        }
    }

    /// The arm that holds, and why.
    pub fn case(why: Symbol, taken: Formula) -> Formula {
        Formula::Case {
            why,
            taken: Box::new(taken),
        }
    }
}
