//! The moments of one step as columns, a small picture of memory over time: each a button that shows its rows.
use super::block;
use crate::html::{Html, Tag, h};
use crate::i18n::{MeasuredText, fill};
use crate::ledger::Card;
use crate::ledger::item::{Phase, Role};
use crate::ledger::units::{Bytes, plain};
use crate::ledger::words::Word;
use crate::views::Scene;
use crate::views::bar::{Segment, segments};

/// The picture; nothing where a card knows a single moment.
pub(super) fn picture(scene: &Scene<'_>, shown: Card) -> Html {
    let ledger = scene.ledger();
    let columns: Vec<(Role, Phase)> = ledger
        .cards
        .iter()
        .flat_map(|card| {
            ledger
                .moments(card.role)
                .into_iter()
                .map(|phase| (card.role, phase))
        })
        .collect();
    if columns.len() < 2 {
        return Html::default();
    }
    let worst = ledger.worst();
    let end = columns
        .iter()
        .map(|(role, phase)| ledger.used_at(*role, *phase))
        .max()
        .unwrap_or(Bytes::ZERO)
        .max(ledger.capacity)
        .max(Bytes(1));
    let many = ledger.cards.len() > 1;
    let each = columns.iter().map(|(role, phase)| {
        let is_worst = *role == worst.role && *phase == worst.phase;
        let is_shown = *role == shown.role && *phase == shown.phase;
        column(scene, *role, *phase, end, many, is_worst, is_shown)
    });
    block(
        "measured-moments",
        MeasuredText::MomentsHeading.of(scene.locale),
    )
    .kid(
        h("p")
            .class("lead")
            .kid(MeasuredText::MomentsLead.of(scene.locale)),
    )
    .kid(h("div").class("moments scroll").kids(each))
    .into()
}

fn column(
    scene: &Scene<'_>,
    role: Role,
    phase: Phase,
    end: Bytes,
    many: bool,
    is_worst: bool,
    is_shown: bool,
) -> Tag {
    let ledger = scene.ledger();
    let used = ledger.used_at(role, phase);
    let size = scene.voice().size(used);
    let name = phase.label(scene.locale);
    let peak = is_worst.then(|| MeasuredText::Peak.of(scene.locale));
    h("button")
        .attr("type", "button")
        .class("moment-column")
        .attr("data-act", "moment")
        .attr("data-value", [role.slug(), " ", phase.slug()].concat())
        .attr("data-moment", phase.slug())
        .attr("aria-pressed", if is_shown { "true" } else { "false" })
        .flag("data-peak", is_worst)
        .kid(stack(scene, &segments(scene, ledger, role, phase), end))
        .kid(h("b").kid(size))
        .kid(h("span").kid(match many {
            true => fill("{0} · {1}", &[role.label(scene.locale), name]),
            false => name.to_string(),
        }))
        .kid(peak.map(|text| h("em").kid(text)))
}

/// A column from the bottom up, with the card's end as a line.
fn stack(scene: &Scene<'_>, segments: &[Segment], end: Bytes) -> Tag {
    let part = |bytes: Bytes| bytes.as_f64() * 100.0 / end.as_f64();
    let percent = |share: f64| [&plain(share), "%"].concat();
    let mut top = 100.0;
    let mut rects = Vec::new();
    for segment in segments {
        let height = part(segment.bytes);
        top -= height;
        let rect = |class: &str| {
            h("rect")
                .class(class)
                .attr("x", "0")
                .attr("y", percent(top.max(0.0)))
                .attr("width", "100%")
                .attr("height", percent(height))
        };
        rects.push(
            h("g")
                .kid(h("title").kid(&segment.title))
                .kid(rect(segment.colour))
                .kid(segment.grain.map(rect)),
        );
    }
    let limit = 100.0 - part(scene.ledger().capacity);
    h("svg")
        .class("stack")
        .attr("width", "100%")
        .attr("height", "112")
        .attr("aria-hidden", "true")
        .kids(rects)
        .kid(
            h("line")
                .class("end")
                .attr("x1", "0")
                .attr("x2", "100%")
                .attr("y1", percent(limit))
                .attr("y2", percent(limit)),
        )
}
