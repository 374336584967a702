//! The card as one bar: a segment a row, the card's end, the reserve hatched; what is over goes past the mark. The colours
//! and textures of the rows are the same everywhere.
use super::Scene;
use crate::html::{Html, Tag, all, h};
use crate::ledger::item::{Item, Phase, Role};
use crate::ledger::units::{Bytes, plain};
use crate::ledger::{Ledger, reserve};

/// The colour class of an item: hue says the owner, shade the item.
pub const fn colour(item: Item) -> &'static str {
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

/// The texture over a colour, which tells owners apart without it: plain trains, dotted is a frozen or second model, striped is the engine.
pub const fn grain(item: Item) -> Option<&'static str> {
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
        Item::ReferenceModel | Item::Critic | Item::RewardModel => Some("g-dots"),
        Item::EngineWeights | Item::EngineRuntime | Item::KvCache => Some("g-stripes"),
    }
}

/// A part of a bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Its colour class, see style/tokens.css.
    pub colour: &'static str,
    /// Its texture class.
    pub grain: Option<&'static str>,
    /// Its size.
    pub bytes: Bytes,
    /// What it is, with its size.
    pub title: String,
}

impl Segment {
    /// A row's segment.
    pub fn of(scene: &Scene<'_>, item: Item, bytes: Bytes) -> Segment {
        Segment {
            colour: colour(item),
            grain: grain(item),
            bytes,
            title: [item.label(scene.locale), " ", &scene.voice().size(bytes)].concat(),
        }
    }
}

/// The rows of a card at a moment.
pub fn segments(scene: &Scene<'_>, ledger: &Ledger, role: Role, phase: Phase) -> Vec<Segment> {
    ledger
        .on(role)
        .map(|line| Segment::of(scene, line.item, line.bytes_at(phase)))
        .filter(|segment| segment.bytes > Bytes::ZERO)
        .collect()
}

/// A bar of a card of `capacity`, with its tenth kept free hatched; `label` names it aloud.
pub fn card(segments: &[Segment], capacity: Bytes, label: &str) -> Tag {
    let used = segments
        .iter()
        .fold(Bytes::ZERO, |sum, segment| sum.plus(segment.bytes));
    let end = capacity.max(used).max(Bytes(1));
    let percent = |bytes: Bytes| percent(bytes, end);
    let mut at = Bytes::ZERO;
    let mut parts = Vec::new();
    for segment in segments {
        let (x, width) = (percent(at), percent(segment.bytes));
        let rect = |class: &str, width: &str| {
            h("rect")
                .class(class)
                .attr("x", &x)
                .attr("y", "0")
                .attr("width", width)
                .attr("height", "100%")
        };
        parts.push(
            h("g")
                .class("seg")
                .kid(h("title").kid(&segment.title))
                .kid(rect(segment.colour, &width))
                .kid(segment.grain.map(|grain| rect(grain, &width)))
                .kid(rect("edge", "1")),
        );
        at = at.plus(segment.bytes);
    }
    let reserve = reserve(capacity);
    let mark = |class: &str, x: Bytes, width: &str| {
        h("rect")
            .class(class)
            .attr("x", percent(x))
            .attr("y", "0")
            .attr("width", width)
            .attr("height", "100%")
    };
    let over = (used > capacity).then(|| {
        all([
            mark("excess", capacity, &percent(used.minus(capacity))),
            mark("limit", capacity, "2"),
        ])
    });
    h("svg")
        .class("bar")
        .attr("width", "100%")
        .attr("height", "40")
        .attr("role", "img")
        .attr("aria-label", label)
        .kid(mark("reserve", capacity.minus(reserve), &percent(reserve)))
        .kids(parts)
        .kid(over)
}

/// The textures that bars use; once on a page.
pub fn patterns() -> Html {
    let lines = |id: &str, size: &str, width: &str, class: &str| {
        h("pattern")
            .attr("id", id)
            .attr("width", size)
            .attr("height", size)
            .attr("patternUnits", "userSpaceOnUse")
            .attr("patternTransform", "rotate(45)")
            .kid(
                h("rect")
                    .class(class)
                    .attr("width", width)
                    .attr("height", size),
            )
    };
    let dots = h("pattern")
        .attr("id", "dots")
        .attr("width", "5")
        .attr("height", "5")
        .attr("patternUnits", "userSpaceOnUse")
        .kid(
            h("circle")
                .class("grain")
                .attr("cx", "1.5")
                .attr("cy", "1.5")
                .attr("r", "0.9"),
        );
    h("svg")
        .class("patterns")
        .attr("width", "0")
        .attr("height", "0")
        .attr("aria-hidden", "true")
        .kid(
            h("defs")
                .kid(lines("hatch", "6", "1.2", "hatch"))
                .kid(lines("stripes", "5", "1.1", "grain"))
                .kid(dots),
        )
        .into()
}

/// A share as an attribute.
pub fn percent(bytes: Bytes, of: Bytes) -> String {
    [
        &plain(bytes.as_f64() * 100.0 / of.max(Bytes(1)).as_f64()),
        "%",
    ]
    .concat()
}

/// The square in an item's colour.
pub fn chip(item: Item) -> Tag {
    h("svg")
        .class("chip")
        .attr("width", "11")
        .attr("height", "11")
        .attr("aria-hidden", "true")
        .kid(
            h("rect")
                .class(colour(item))
                .attr("width", "11")
                .attr("height", "11")
                .attr("rx", "2"),
        )
}

/// What a bar says aloud: its rows with their sizes.
pub fn spoken(scene: &Scene<'_>, name: &str, segments: &[Segment]) -> String {
    let parts: Vec<&str> = segments.iter().map(|s| s.title.as_str()).collect();
    [
        name,
        scene.locale.colon(),
        &parts.join(scene.locale.comma()),
    ]
    .concat()
}
