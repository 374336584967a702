//! An arithmetic as it is read: its names, its numbers, its factors and why an arm was taken. The page, the views and the
//! lesson print the same.
use crate::i18n::Locale;
use crate::ledger::formula::{Formula, Piece, Symbol};
use crate::ledger::units::{grouped, grouped_u64};

/// The formula in names, in the reader's language.
pub fn names(formula: &Formula, locale: Locale) -> String {
    written(formula, |piece| match piece {
        Piece::Number(symbol, _) => symbol.label(locale).to_string(),
        Piece::Mark(mark) => mark.to_string(),
        Piece::ArmStart(_) | Piece::ArmEnd => String::new(),
    })
}

/// The formula in numbers, with separators.
pub fn digits(formula: &Formula) -> String {
    written(formula, |piece| match piece {
        Piece::Number(_, value) => grouped(value),
        Piece::Mark(mark) => mark.to_string(),
        Piece::ArmStart(_) | Piece::ArmEnd => String::new(),
    })
}

/// The formula of a size in numbers, and the bytes that it comes to.
pub fn worked(formula: &Formula) -> String {
    let bytes = grouped_u64(formula.bytes().0);
    [&digits(formula), " = ", &bytes, " B"].concat()
}

fn written(formula: &Formula, text: impl Fn(Piece) -> String) -> String {
    formula.pieces().into_iter().map(text).collect()
}

/// What stands in the formula, each number once, in its order.
pub fn factors(formula: &Formula) -> Vec<(Symbol, f64)> {
    let mut seen = Vec::new();
    for piece in formula.pieces() {
        if let Piece::Number(symbol, value) = piece
            && !seen.contains(&(symbol, value))
        {
            seen.push((symbol, value));
        }
    }
    seen
}

/// Why the arm of the formula was taken, if there was one to take.
pub fn reason(formula: &Formula) -> Option<Symbol> {
    match formula {
        Formula::Case { why, taken: _ } => Some(*why),
        Formula::Shared(same) => reason(same),
        Formula::Const(..)
        | Formula::Sum(_)
        | Formula::Product(_)
        | Formula::Quot(..)
        | Formula::Min(_)
        | Formula::Max(_)
        | Formula::Ceil(_) => None,
    }
}
