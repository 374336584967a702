//! How the planning views print what is no size: times, operations, rates, arithmetic with its names.
use super::Scene;
use crate::html::{Html, Tag, h};
use crate::i18n::Locale;
use crate::ledger::formula::{Formula, Piece};
use crate::ledger::units::{grouped, plain, scientific, three_digits};

/// A time in the unit that suits it.
pub fn seconds(locale: Locale, value: f64) -> String {
    let (number, unit) = if value < 1e-3 {
        (value * 1e6, locale.pick("微秒", "µs"))
    } else if value < 1.0 {
        (value * 1e3, locale.pick("毫秒", "ms"))
    } else if value < 120.0 {
        (value, locale.pick("秒", "s"))
    } else if value < 7200.0 {
        (value / 60.0, locale.pick("分钟", "min"))
    } else if value < 172_800.0 {
        (value / 3600.0, locale.pick("小时", "h"))
    } else {
        (value / 86_400.0, locale.pick("天", "days"))
    };
    [&three_digits(number), " ", unit].concat()
}

/// A count of operations: `1.15 × 10^14`.
pub fn flops(value: f64) -> String {
    let (mantissa, power) = scientific(value);
    if power < 4 {
        return plain(value);
    }
    [&plain(mantissa), " × 10^", &power.to_string()].concat()
}

/// A share in percent, one decimal at most.
pub fn percent(share: f64) -> String {
    let tenths = (share * 1000.0 + 0.5).floor() / 10.0;
    [&plain(tenths), " %"].concat()
}

/// An arithmetic in two lines: what its numbers are, and the numbers.
pub fn arithmetic(scene: &Scene<'_>, formula: &Formula) -> Tag {
    h("span")
        .class("arith")
        .kid(h("span").class("names").kid(names(scene.locale, formula)))
        .kid(h("span").class("digits").kid(digits(formula)))
}

/// The numbers of an arithmetic.
pub fn digits(formula: &Formula) -> String {
    written(formula, |_, value| grouped(value))
}

/// The names of an arithmetic.
pub fn names(locale: Locale, formula: &Formula) -> String {
    written(formula, |symbol, _| symbol.label(locale).to_string())
}

fn written(
    formula: &Formula,
    number: impl Fn(crate::ledger::formula::Symbol, f64) -> String,
) -> String {
    let mut out = String::new();
    for piece in formula.pieces() {
        match piece {
            Piece::Number(symbol, value) => out.push_str(&number(symbol, value)),
            Piece::Mark(mark) => out.push_str(mark),
            Piece::ArmStart(_) | Piece::ArmEnd => {}
        }
    }
    out
}

/// A table's cell that holds an arithmetic with its result.
pub fn worked(scene: &Scene<'_>, formula: &Formula, result: &str) -> Html {
    Html::from(arithmetic(scene, formula)).then(h("b").kid(["= ", result].concat()))
}
