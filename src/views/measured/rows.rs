//! The rows of the ledger at a moment: arithmetic, residency over the step, and opened every factor, every moment and
//! where the lesson differs.
use super::block;
use crate::html::{Html, Tag, all, h};
use crate::i18n::{MeasuredText, Text, fill};
use crate::ledger::differences::{Difference, compare};
use crate::ledger::formula::{Formula, Piece};
use crate::ledger::item::{Item, Phase};
use crate::ledger::units::{Bytes, SignedBytes, grouped, plain};
use crate::ledger::words::Word;
use crate::ledger::{Card, Ledger, Line, estimate};
use crate::text::{arithmetic, phrases};
use crate::views::Scene;
use crate::views::bar::{chip, colour, percent};

/// The rows of the shown card at the shown moment, with their sum and the button that pins them.
pub(super) fn list(scene: &Scene<'_>, shown: Card) -> Html {
    let ledger = scene.ledger();
    let baseline = scene
        .config()
        .vs
        .first()
        .and_then(Option::as_ref)
        .map(|config| estimate(config));
    let differences = compare(scene.config()).differences;
    let largest = ledger
        .lines
        .iter()
        .map(|line| line.bytes_at(shown.phase))
        .max()
        .unwrap_or(Bytes::ZERO);
    let rows = ledger
        .lines
        .iter()
        .map(|line| row(scene, line, shown, largest, baseline.as_ref(), &differences));
    let gone = baseline.iter().flat_map(|before| {
        before
            .lines
            .iter()
            .filter(|line| !ledger.lines.iter().any(|l| same(l, line)))
            .map(|line| gone_row(scene, line))
    });
    let missing = ledger.missing.iter().map(|item| missing_row(scene, *item));
    let heading = fill(
        MeasuredText::LedgerAt.of(scene.locale),
        &[shown.phase.label(scene.locale)],
    );
    let pinned = baseline.is_some();
    h("section")
        .class("ledger-box")
        .attr("aria-label", scene.locale.text(Text::TheLedger))
        .kid(
            h("div").class("bar-line").kid(h("h2").kid(heading)).kid(
                h("button")
                    .attr("type", "button")
                    .class("small")
                    .attr("data-tool", "pin")
                    .attr("data-act", "pin")
                    .attr("aria-pressed", if pinned { "true" } else { "false" })
                    .kid(
                        scene
                            .locale
                            .text(if pinned { Text::Unpin } else { Text::Pin }),
                    ),
            ),
        )
        .kid(
            h("ol")
                .class(if pinned { "ledger compared" } else { "ledger" })
                .kids(rows)
                .kids(gone)
                .kids(missing),
        )
        .kid(sum_row(scene, shown, baseline.as_ref()))
        .into()
}

/// Rows of host memory, where something moves there.
pub(super) fn host(scene: &Scene<'_>) -> Html {
    let ledger = scene.ledger();
    if ledger.host.is_empty() {
        return Html::default();
    }
    let rows = ledger.host.iter().map(|line| {
        let formula = line.largest();
        h("li").attr("data-item", line.item.slug()).kid(summary(
            scene,
            line.item,
            line.owner.label(scene.locale).to_string(),
            formula,
            None,
            None,
            line.bytes(),
            ledger.host_bytes(),
        ))
    });
    block("measured-host", MeasuredText::HostHeading.of(scene.locale))
        .kid(
            h("p")
                .class("lead")
                .kid(MeasuredText::HostLead.of(scene.locale)),
        )
        .kid(h("ol").class("ledger host").kids(rows))
        .into()
}

fn same(a: &Line, b: &Line) -> bool {
    a.item == b.item && a.role == b.role
}

fn row(
    scene: &Scene<'_>,
    line: &Line,
    shown: Card,
    largest: Bytes,
    baseline: Option<&Ledger>,
    differences: &[Difference],
) -> Tag {
    let ledger = scene.ledger();
    // A row of another card than the shown one is shown at that card's own worst moment.
    let phase = ledger
        .cards
        .iter()
        .find(|card| card.role == line.role && card.role != shown.role)
        .map_or(shown.phase, |card| card.phase);
    let bytes = line.bytes_at(phase);
    let is_largest = bytes == largest && bytes > Bytes::ZERO;
    let owner = phrases::owner(ledger, line, is_largest, scene.locale);
    let change = baseline.map(|before| {
        let then = before
            .lines
            .iter()
            .find(|l| same(l, line))
            .map_or(Bytes::ZERO, Line::bytes);
        change(scene, line.bytes().signed_minus(then))
    });
    let residency = residency(ledger, line);
    h("li")
        .attr("data-item", line.item.slug())
        .flag("data-largest", is_largest)
        .kid(
            h("details")
                .kid(summary(
                    scene,
                    line.item,
                    owner,
                    line.formula_at(phase),
                    Some(residency),
                    change,
                    bytes,
                    largest,
                ))
                .kid(more(scene, line, phase, differences)),
        )
}

#[allow(clippy::too_many_arguments)] // the columns of one row
fn summary(
    scene: &Scene<'_>,
    item: Item,
    owner: String,
    formula: Option<&Formula>,
    residency: Option<Tag>,
    change: Option<Tag>,
    bytes: Bytes,
    largest: Bytes,
) -> Tag {
    let arith = match formula {
        Some(formula) => all([
            h("span")
                .class("names")
                .kid(arithmetic::names(formula, scene.locale)),
            h("span").class("digits").kid(arithmetic::worked(formula)),
        ]),
        None => h("span")
            .class("names")
            .kid(MeasuredText::NotThere.of(scene.locale))
            .into(),
    };
    let bar = h("svg")
        .class("share")
        .attr("aria-hidden", "true")
        .attr("height", "6")
        .kid(
            h("rect")
                .class(colour(item))
                .attr("width", percent(bytes, largest))
                .attr("height", "6")
                .attr("rx", "3"),
        );
    // Host rows have nothing to open.
    h(if residency.is_some() {
        "summary"
    } else {
        "div"
    })
    .class("row")
    .kid(
        h("span").class("name").kid(chip(item)).kid(
            h("span")
                .kid(h("b").kid(item.label(scene.locale)))
                .kid(h("small").kid(owner)),
        ),
    )
    .kid(h("span").class("arith").kid(arith))
    .kid(h("span").class("live-share").kid(bar).kid(residency))
    .kid(change)
    .kid(
        h("span")
            .class("value")
            .attr("data-value", "")
            .kid(scene.voice().size(bytes)),
    )
}

/// A stroke a moment, as tall as the row is then: its residency at a glance.
fn residency(ledger: &Ledger, line: &Line) -> Tag {
    let moments = ledger.moments(line.role);
    let most = line.bytes().max(Bytes(1));
    let step = 100.0 / (moments.len().max(1) as f64);
    let strokes = moments.iter().enumerate().map(|(i, phase)| {
        let height = line.bytes_at(*phase).as_f64() / most.as_f64() * 14.0;
        h("rect")
            .class(colour(line.item))
            .attr("x", [&plain(i as f64 * step), "%"].concat())
            .attr("y", plain(14.0 - height))
            .attr("width", [&plain(step * 0.8), "%"].concat())
            .attr("height", plain(height))
    });
    h("svg")
        .class("residency")
        .attr("width", "100%")
        .attr("height", "14")
        .attr("aria-hidden", "true")
        .kids(strokes)
}

/// What opens under a row.
fn more(scene: &Scene<'_>, line: &Line, phase: Phase, differences: &[Difference]) -> Tag {
    let locale = scene.locale;
    let formula = line.formula_at(phase).or_else(|| line.largest());
    let exact = formula.map(|formula| phrases::exact(formula.bytes()));
    let basis = fill(
        "{0}{1}{2}{3}",
        &[
            locale.text(Text::BasisLabel),
            line.basis.label(locale),
            locale.colon(),
            line.basis.meaning(locale),
        ],
    );
    let lesson = differences
        .iter()
        .find(|d| d.item == line.item)
        .map_or_else(
            || MeasuredText::WhyNone.of(locale).to_string(),
            |d| difference(scene, d),
        );
    h("div")
        .class("more")
        .kid(h("p").kid(line.item.meaning(locale)))
        .kid(formula.map(|formula| arms(scene, formula)))
        .kid(
            h("table")
                .class("factors")
                .attr("aria-label", MeasuredText::FactorTable.of(locale))
                .kid(h("tbody").kid(formula.map(|formula| factors(scene, formula)))),
        )
        .kid(exact.map(|exact| h("p").class("exact").kid(exact)))
        .kid(each_moment(scene, line))
        .kid(h("p").class("basis").kid(basis))
        .kid(
            h("p")
                .class("why")
                .attr("data-why", line.item.slug())
                .kid(lesson),
        )
}

/// The two values and the reason, in a sentence.
pub(super) fn difference(scene: &Scene<'_>, difference: &Difference) -> String {
    fill(
        MeasuredText::WhyRow.of(scene.locale),
        &[
            &scene.voice().size(difference.lesson),
            &scene.voice().size(difference.measured),
            difference.why.sentence(scene.locale),
        ],
    )
}

/// What the row weighs at every moment.
fn each_moment(scene: &Scene<'_>, line: &Line) -> Tag {
    let cells = scene.ledger().moments(line.role).into_iter().map(|phase| {
        h("li")
            .kid(phase.label(scene.locale))
            .kid(" ")
            .kid(h("b").kid(scene.voice().size(line.bytes_at(phase))))
    });
    h("ul")
        .class("each-moment")
        .attr("aria-label", MeasuredText::EachMoment.of(scene.locale))
        .kids(cells)
}

/// The arithmetic with the branches of a maximum that were not taken greyed.
fn arms(scene: &Scene<'_>, formula: &Formula) -> Tag {
    let mut out: Vec<Html> = Vec::new();
    let mut arms: Vec<(bool, Vec<Html>)> = Vec::new();
    for piece in formula.pieces() {
        let text: Option<String> = match piece {
            Piece::Number(_, value) => Some(grouped(value)),
            Piece::Mark(mark) => Some(mark.to_string()),
            Piece::ArmStart(taken) => {
                arms.push((taken, Vec::new()));
                None
            }
            Piece::ArmEnd => {
                if let Some((taken, inside)) = arms.pop() {
                    let class = if taken { "arm" } else { "arm lost" };
                    let arm = h("span").class(class).kid(inside);
                    match arms.last_mut() {
                        Some((_, outer)) => outer.push(arm.into()),
                        None => out.push(arm.into()),
                    }
                }
                None
            }
        };
        if let Some(text) = text {
            match arms.last_mut() {
                Some((_, inside)) => inside.push(text.into()),
                None => out.push(text.into()),
            }
        }
    }
    let reason = arithmetic::reason(formula).map(|symbol| symbol.label(scene.locale));
    h("p")
        .class("digits arms")
        .kid(out)
        .kid(reason.map(|reason| h("small").kid([" · ", reason].concat())))
}

fn factors(scene: &Scene<'_>, formula: &Formula) -> Vec<Tag> {
    arithmetic::factors(formula)
        .into_iter()
        .map(|(symbol, value)| {
            let setter = symbol.key().map(|key| {
                h("a").attr("href", ["#c-", key.slug()].concat()).kid(fill(
                    scene.locale.text(Text::SetBy),
                    &[key.label(scene.locale)],
                ))
            });
            h("tr")
                .kid(h("td").class("num").kid(grouped(value)))
                .kid(
                    h("th")
                        .attr("scope", "row")
                        .kid(symbol.label(scene.locale))
                        .kid(h("code").kid(symbol.slug())),
                )
                .kid(h("td").kid(setter))
        })
        .collect()
}

fn change(scene: &Scene<'_>, change: SignedBytes) -> Tag {
    h("span")
        .class("change")
        .kid(phrases::change(change, scene.voice()))
}

fn gone_row(scene: &Scene<'_>, line: &Line) -> Tag {
    plain_row(
        scene,
        line.item,
        scene.locale.text(Text::OnlyInBaseline),
        Some(change(scene, Bytes::ZERO.signed_minus(line.bytes()))),
        scene.voice().size(Bytes::ZERO),
    )
    .attr("data-gone", line.item.slug())
}

fn missing_row(scene: &Scene<'_>, item: Item) -> Tag {
    plain_row(
        scene,
        item,
        scene.locale.text(Text::NeedsShape),
        None,
        "?".to_string(),
    )
    .attr("data-missing", item.slug())
}

fn plain_row(scene: &Scene<'_>, item: Item, note: &str, change: Option<Tag>, value: String) -> Tag {
    h("li")
        .class("gone")
        .kid(
            h("span").class("name").kid(chip(item)).kid(
                h("span")
                    .kid(h("b").kid(item.label(scene.locale)))
                    .kid(h("small").kid(note)),
            ),
        )
        .kid(change)
        .kid(h("span").class("value").kid(value))
}

fn sum_row(scene: &Scene<'_>, shown: Card, baseline: Option<&Ledger>) -> Tag {
    let (ledger, voice) = (scene.ledger(), scene.voice());
    let rest = phrases::rest(ledger.capacity, shown.used, voice);
    let change = baseline.map(|before| change(scene, ledger.used().signed_minus(before.used())));
    h("p")
        .class("sum-row")
        .kid(h("b").kid(shown.phase.label(scene.locale)))
        .kid(h("span").class("arith").kid(rest))
        .kid(change)
        .kid(h("b").class("value").kid(voice.size(shown.used)))
}
