//! The gate on the page: the same ruling as the command line's, with its reasons and ways out.
use super::{Scene, parts, plan};
use crate::html::{Tag, h};
use crate::i18n::{GateText, fill};
use crate::ledger::gate::DEFAULT_LIMIT;
use crate::text::Gated;
use crate::url;

/// The section `cp-gate`. Its attribute `data-ruling` is `pass` or `refuse`.
pub fn section(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let voice = scene.voice();
    let gated = Gated::of(scene.report, DEFAULT_LIMIT);
    let ruling = &gated.ruling;
    let passes = ruling.passes();
    let word = if passes {
        GateText::Pass
    } else {
        GateText::Refuse
    };
    let fact = |head: GateText, value: String| parts::row(head.of(locale), [h("span").kid(value)]);
    let facts = vec![
        fact(GateText::Declared, ruling.load.sentence(voice)),
        fact(GateText::Need, voice.size(ruling.gate.need)),
        fact(GateText::Limit, voice.size(ruling.gate.limit)),
        fact(GateText::Capacity, voice.size(ruling.capacity)),
    ];
    let verdict = parts::note(
        if passes { "" } else { "bad" },
        h("strong")
            .kid(word.of(locale))
            .kid(locale.colon())
            .kid(ruling.load.sentence(voice)),
    );
    let reasons = ruling.reasons(voice).into_iter().map(|r| h("li").kid(r));
    let reasons = (!passes).then(|| {
        h("div")
            .kid(h("h4").kid(GateText::Reasons.of(locale)))
            .kid(h("ul").class("points").kids(reasons))
    });
    let limit = plan::share(DEFAULT_LIMIT as f64 / 10.0);
    let command = [
        "vram-ledger gate \"",
        &url::format_copied(&scene.report.link),
        "\"",
    ]
    .concat();
    parts::section("cp-gate", GateText::Heading.of(locale))
        .attr("data-ruling", if passes { "pass" } else { "refuse" })
        .kid(h("p").kid(fill(GateText::Lead.of(locale), &[&limit])))
        .kid(verdict)
        .kid(h("table").class("facts narrow").kid(h("tbody").kids(facts)))
        .kid(reasons)
        .kid(ways(scene, &gated))
        .kid(parts::copyable(scene, "gate-command", &command))
}

/// The ways out; where the load is too much and there is none, that is said.
fn ways(scene: &Scene<'_>, gated: &Gated) -> Option<Tag> {
    let (locale, voice) = (scene.locale, scene.voice());
    if gated.ways.is_empty() {
        let too_much = !gated.ruling.gate.passes();
        return too_much.then(|| h("p").kid(GateText::NoWay.of(locale)));
    }
    let rows = gated.ways.iter().map(|way| {
        let diff = url::diff_query(scene.config(), &way.after);
        parts::row(
            parts::apply(&diff, way.title(voice)),
            [
                h("span").kid(voice.size(way.need)),
                h("span").kid(way.alone(locale)),
                h("span").class("wrap").kid(way.price(voice)),
            ],
        )
    });
    let heads = [
        GateText::WayHead,
        GateText::After,
        GateText::Ruling,
        GateText::PriceHead,
    ];
    Some(parts::table(
        GateText::Ways.of(locale),
        heads.map(|head| head.of(locale)),
        rows.collect(),
    ))
}
