//! What the planner, the gate and the guide share: arithmetic with its names, money, hours, groups of radio buttons.
use super::Scene;
use crate::html::{Html, Tag, all, h};
use crate::ledger::capacity::Money;
use crate::ledger::formula::Formula;
use crate::ledger::units::{grouped, plain};
use crate::text::arithmetic::names;

/// A formula with its names above its digits, as the ledger prints it.
pub fn arithmetic(scene: &Scene<'_>, formula: &Formula) -> Tag {
    h("span")
        .class("arith")
        .kid(h("span").class("names").kid(names(formula, scene.locale)))
        .kid(h("code").class("digits").kid(formula.to_string()))
}

/// A sum of money in the configured currency.
pub fn money(scene: &Scene<'_>, money: Money) -> String {
    let name = scene.config().cur.label(scene.locale);
    [&money.digits(), " ", name].concat()
}

/// The money of a formula.
pub fn cost(scene: &Scene<'_>, formula: &Formula) -> String {
    money(scene, Money::of(formula))
}

/// Hours, cards and shares, to the hundredth.
pub fn number(value: f64) -> String {
    grouped((value * 100.0 + 0.5).floor() / 100.0)
}

/// A share as it was set.
pub fn share(value: f64) -> String {
    plain((value * 1000.0 + 0.5).floor() / 1000.0)
}

/// A group of radio buttons that call [`super::act`] with `name` and the value: (value, label).
pub fn radios<'t>(
    name: &str,
    legend: impl Into<Html>,
    now: Option<&str>,
    options: impl IntoIterator<Item = (&'t str, &'t str)>,
) -> Tag {
    let options = options.into_iter().map(|(value, label)| {
        let id = ["r-", name, "-", value].concat();
        let input = h("input")
            .attr("type", "radio")
            .attr("name", name)
            .attr("id", &id)
            .attr("value", value)
            .attr("data-act", name)
            .attr("data-on", "change")
            .flag("checked", now == Some(value));
        h("span")
            .class("pick")
            .kid(input)
            .kid(h("label").attr("for", &id).kid(label))
    });
    h("fieldset")
        .class("picks")
        .kid(h("legend").kid(legend))
        .kid(all(options))
}
