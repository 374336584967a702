//! Bars of pieces that need not follow one another: a card with both its tenants, a step with its parts.
use crate::html::{Tag, h};
use crate::ledger::units::plain;

/// A piece of a bar: where it begins and how long it is, in the bar's own unit.
pub(super) struct Piece {
    /// Its colour's class, as everywhere (`views::bar`).
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

/// A bar of `end` in all.
pub(super) fn bar(spoken: &str, end: f64, pieces: &[Piece], marks: &[Mark]) -> Tag {
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
            .kid(
                piece
                    .grain
                    .map(|grain| rect(grain, piece.from, piece.length)),
            )
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
        .kids(drawn)
        .kids(lines)
}

/// A key to a bar's colours.
pub(super) fn legend(pieces: &[Piece]) -> Tag {
    let items = pieces.iter().filter(|p| p.length > 0.0).map(|piece| {
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
                    .kid(piece.grain.map(square)),
            )
            .kid(h("span").kid(&piece.title))
    });
    h("ul").class("key").kids(items)
}
