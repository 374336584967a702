//! How the planning views print what is no size: times, operations, rates, arithmetic with its names.
use super::Scene;
use crate::html::{Html, Tag, h};
use crate::i18n::Locale;
use crate::ledger::formula::Formula;
use crate::ledger::units::{plain, scientific, three_digits};
use crate::text::arithmetic as text;

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
        .kid(
            h("span")
                .class("names")
                .kid(text::names(formula, scene.locale)),
        )
        .kid(h("span").class("digits").kid(text::digits(formula)))
}

/// A table's cell that holds an arithmetic with its result.
pub fn worked(scene: &Scene<'_>, formula: &Formula, result: &str) -> Html {
    Html::from(arithmetic(scene, formula)).then(h("b").kid(["= ", result].concat()))
}
