//! Bars: a card with its tenants, a step with its parts.
use crate::html::{Tag, h};
use crate::ledger::item::Item;
use crate::ledger::units::plain;

/// A piece of a bar: where it begins and how long it is, in the bar's own unit.
pub(super) struct Piece {
    /// Its colour's class.
    pub(super) class: &'static str,
    /// The texture over it, which tells it apart without colour.
    pub(super) grain: Option<&'static str>,
    pub(super) from: f64,
    pub(super) length: f64,
    /// What it is, with its size.
    pub(super) title: String,
}

/// A mark across a bar.
pub(super) struct Mark {
    pub(super) class: &'static str,
    pub(super) at: f64,
}

/// A bar of `end` in all. Its patterns carry `id`, which is unique on the page.
pub(super) fn bar(id: &str, spoken: &str, end: f64, pieces: &[Piece], marks: &[Mark]) -> Tag {
    let percent = |value: f64| {
        let share = if end > 0.0 { value * 100.0 / end } else { 0.0 };
        [&plain(share.clamp(0.0, 100.0)), "%"].concat()
    };
    let rect = |class: &str, from: f64, length: f64| {
        h("rect")
            .class(class)
            .attr("x", percent(from))
            .attr("y", "0")
            .attr("width", percent(length.min(end - from)))
            .attr("height", "100%")
    };
    let drawn = pieces.iter().filter(|p| p.length > 0.0).map(|piece| {
        h("g")
            .class("seg")
            .kid(h("title").kid(&piece.title))
            .kid(rect(piece.class, piece.from, piece.length))
            .kid(piece.grain.map(|grain| {
                let fill = ["url(#", id, "-", grain, ")"].concat();
                rect("", piece.from, piece.length).attr("fill", fill)
            }))
            .kid(
                h("rect")
                    .class("edge")
                    .attr("x", percent(piece.from))
                    .attr("y", "0")
                    .attr("width", "1")
                    .attr("height", "100%"),
            )
    });
    let lines = marks.iter().map(|mark| {
        h("line")
            .class(["mark ", mark.class].concat().as_str())
            .attr("x1", percent(mark.at))
            .attr("x2", percent(mark.at))
            .attr("y1", "0")
            .attr("y2", "100%")
    });
    h("svg")
        .class("bar")
        .attr("role", "img")
        .attr("aria-label", spoken)
        .attr("width", "100%")
        .attr("height", "40")
        .kid(
            h("defs")
                .kid(pattern(id, "hatch", "6", true, stripe("hatch", "1.2", "6")))
                .kid(pattern(
                    id,
                    "stripes",
                    "5",
                    true,
                    stripe("grain", "1.1", "5"),
                ))
                .kid(pattern(
                    id,
                    "dots",
                    "5",
                    false,
                    h("circle")
                        .class("grain")
                        .attr("cx", "1.5")
                        .attr("cy", "1.5")
                        .attr("r", "0.9"),
                )),
        )
        .kids(drawn)
        .kids(lines)
}

fn stripe(class: &str, width: &str, height: &str) -> Tag {
    h("rect")
        .class(class)
        .attr("width", width)
        .attr("height", height)
}

fn pattern(id: &str, name: &str, side: &str, turned: bool, inside: Tag) -> Tag {
    h("pattern")
        .attr("id", [id, "-", name].concat())
        .attr("width", side)
        .attr("height", side)
        .attr("patternUnits", "userSpaceOnUse")
        .maybe("patternTransform", turned.then_some("rotate(45)"))
        .kid(inside)
}

/// A key to a bar's colours: (colour, texture, what it is with its size).
pub(super) fn legend(id: &str, pieces: &[Piece]) -> Tag {
    let items = pieces.iter().filter(|p| p.length > 0.0).map(|piece| {
        let fill = |grain: &str| ["url(#", id, "-", grain, ")"].concat();
        let square = |class: &str| {
            h("rect")
                .class(class)
                .attr("width", "10")
                .attr("height", "10")
        };
        h("li")
            .kid(
                h("svg")
                    .class("chip")
                    .attr("aria-hidden", "true")
                    .attr("width", "10")
                    .attr("height", "10")
                    .kid(square(piece.class))
                    .kid(piece.grain.map(|g| square("").attr("fill", fill(g)))),
            )
            .kid(h("span").kid(&piece.title))
    });
    h("ul").class("key").kids(items)
}

/// The colour of a row, the same everywhere.
pub(super) const fn colour(item: Item) -> &'static str {
    match item {
        Item::PolicyWeights => "c-weights",
        Item::Gradients => "c-gradients",
        Item::OptimizerStates | Item::MasterWeights => "c-optimizer",
        Item::Adapter => "c-adapter",
        Item::Activations => "c-activations",
        Item::Logits => "c-logits",
        Item::ReferenceModel => "c-reference",
        Item::Critic => "c-critic",
        Item::RewardModel => "c-reward",
        Item::EngineWeights | Item::EngineRuntime => "c-engine",
        Item::KvCache => "c-kv",
        Item::Workspace
        | Item::Buckets
        | Item::Context
        | Item::HostWeights
        | Item::HostOptimizerStates => "c-context",
    }
}

/// The texture of a row: dotted is a frozen or second model, striped is the engine.
pub(super) const fn grain(item: Item) -> Option<&'static str> {
    match item {
        Item::PolicyWeights
        | Item::Gradients
        | Item::OptimizerStates
        | Item::MasterWeights
        | Item::Adapter
        | Item::Activations
        | Item::Logits
        | Item::Workspace
        | Item::Buckets
        | Item::Context
        | Item::HostWeights
        | Item::HostOptimizerStates => None,
        Item::ReferenceModel | Item::Critic | Item::RewardModel => Some("dots"),
        Item::EngineWeights | Item::EngineRuntime | Item::KvCache => Some("stripes"),
    }
}
