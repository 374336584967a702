//! The KV planner: the cache over concurrency × length, its axes, the card's frontier, models and formats side by side.
mod compare;
mod frontier;
mod lessons;

use super::parts::{apply, note};
use super::{Outcome, Scene};
use crate::html::{Html, Tag, h};
use crate::i18n::{KvText, ServingText, Text, fill};
use crate::ledger::config::{Config, Method};
use crate::ledger::item::Item;
use crate::ledger::kv_table::{KvCell, KvTable, planned};
use crate::ledger::presets::ModelPreset;
use crate::ledger::units::grouped_u64;
use crate::ledger::words::Word;
use crate::ledger::{bytes_per_sequence, kv_summary};
use crate::text::phrases;
use crate::url::{self, Issue, Key, Link};

/// What the planner remembers beside the link.
#[derive(Clone, Debug, Default)]
pub struct KvState {
    /// Models beside the configuration's; None are the ones it starts with.
    models: Option<Vec<&'static ModelPreset>>,
    /// A text that an input could not take, by the input's name, and why.
    refused: Option<(Input, String, Issue)>,
    /// Tokens of context at P99, where it is not the configuration's length.
    p99: Option<u64>,
    /// Concurrent requests at the peak, where it is not the configuration's concurrency.
    peak: Option<u64>,
}

crate::words! {
    /// An input of the planner.
    Input {
        /// Rows of the table.
        Concurrency = "axis-concurrency",
        /// Its columns.
        Length = "axis-length",
        /// Context at P99.
        P99 = "kv-p99",
        /// Peak concurrency.
        Peak = "kv-peak",
    }
}

/// The view.
pub fn draw(scene: &Scene<'_>, state: &KvState) -> Html {
    let config = scene.config();
    let text = |text: Text| scene.locale.text(text);
    let out = h("section")
        .class("kv wide plan")
        .attr("aria-label", text(Text::KvHeading))
        .kid(h("h2").kid(text(Text::KvHeading)));
    let Some(table) = KvTable::of(config, scene.ledger(), &config.axes) else {
        return out
            .kid(note("warn", text(Text::KvNeedsShape)))
            .kid(lessons::draw(scene))
            .into();
    };
    let lesson = (config.method() == Method::Lesson).then(|| {
        h("p")
            .class("legend")
            .kid(say(scene, KvText::LessonNote, &[]))
            .kid(" ")
            .kid(apply("method=measured", say(scene, KvText::Other, &[])))
    });
    out.kid(h("p").class("lead").kid(per_token(scene)))
        .kid(inputs(
            scene,
            state,
            [
                (
                    Input::Concurrency,
                    KvText::AxisConcurrency.of(scene.locale),
                    joined(&table.concurrency),
                ),
                (
                    Input::Length,
                    KvText::AxisLength.of(scene.locale),
                    joined(&table.length),
                ),
            ],
        ))
        .kid(planner(scene, state))
        .kid(grid(scene, config, &table, text(Text::KvHeading)))
        .kid(h("p").class("legend").kid(fill(
            text(Text::KvLegend),
            &[&scene.voice().size(table.room)],
        )))
        .kid(lesson)
        .kid(picture(scene))
        .kid(match scene.ledger().line(Item::KvCache) {
            Some(_) => Html::from(frontier::draw(scene)).then(compare::draw(scene, state)),
            None => no_engine(scene),
        })
        .kid(lessons::draw(scene))
        .into()
}

/// What a reader's act leads to.
pub fn act(scene: &Scene<'_>, state: &mut KvState, name: &str, value: &str) -> Outcome {
    match (Input::of(name), name) {
        (Some(input), _) => typed(scene, state, input, value),
        (None, "kv-add") => compare::add(state, value),
        (None, "kv-drop") => compare::remove(state, value),
        (None, _) => Outcome::Nothing,
    }
}

/// Without an engine no card has a cache to plan.
fn no_engine(scene: &Scene<'_>) -> Html {
    note("", ServingText::NoEngine.of(scene.locale))
        .kid(" ")
        .kid(apply("task=serve", ServingText::ServeIt.of(scene.locale)))
        .into()
}

fn say(scene: &Scene<'_>, text: KvText, values: &[&str]) -> String {
    fill(text.of(scene.locale), values)
}

fn joined(values: &[u64]) -> String {
    let values: Vec<String> = values.iter().map(u64::to_string).collect();
    values.join(" ")
}

/// Two boxes side by side: which, its label, what stands in it.
fn inputs(scene: &Scene<'_>, state: &KvState, both: [(Input, &str, String); 2]) -> Tag {
    let boxes = both.map(|(which, label, value)| input(scene, state, which, label, &value));
    h("div").class("axes").kids(boxes)
}

/// A box that calls [`act`] when it is left.
fn input(scene: &Scene<'_>, state: &KvState, which: Input, label: &str, value: &str) -> Tag {
    let id = which.slug();
    let message = [id, "-said"].concat();
    let refused = state
        .refused
        .as_ref()
        .filter(|(input, _, _)| *input == which);
    let value = refused.map_or(value, |(_, text, _)| text);
    let locked = super::parts::locked(scene, Key::Axes);
    h("div")
        .class("field")
        .kid(h("label").attr("for", id).kid(label))
        .kid(
            h("input")
                .attr("type", "text")
                .attr("id", id)
                .attr("inputmode", "numeric")
                .attr("autocomplete", "off")
                .attr("spellcheck", "false")
                .attr("data-act", id)
                .attr("data-on", "change")
                .attr("value", value)
                .attr("aria-describedby", &message)
                .maybe("aria-invalid", refused.map(|_| "true"))
                .flag("disabled", locked),
        )
        .kid(
            h("p")
                .class("said")
                .attr("id", &message)
                .maybe("data-level", refused.map(|(_, _, said)| said.level.slug()))
                .kid(refused.map(|(_, _, said)| said.sentence(scene.locale))),
        )
}

/// What typing into an input leads to.
fn typed(scene: &Scene<'_>, state: &mut KvState, which: Input, text: &str) -> Outcome {
    state.refused = None;
    let read = match which {
        Input::Concurrency | Input::Length => axis(scene, which, text),
        Input::P99 => number(Key::Len, text, |link| link.config.len).map(|len| {
            state.p99 = len;
            Outcome::Redraw
        }),
        Input::Peak => number(Key::Conc, text, |link| link.config.conc).map(|conc| {
            state.peak = conc;
            Outcome::Redraw
        }),
    };
    read.unwrap_or_else(|said| {
        state.refused = Some((which, text.to_string(), *said));
        Outcome::Redraw
    })
}

/// A number as the key takes it; nothing typed is no number.
fn number(key: Key, text: &str, get: fn(&Link) -> u64) -> Result<Option<u64>, Box<Issue>> {
    let text = text.trim();
    let Some(field) = url::fields::field(key).filter(|_| !text.is_empty()) else {
        return Ok(None);
    };
    let mut probe = Link::default();
    match (field.set)(&mut probe, text) {
        Some(code) => Err(Box::new(Issue::new(key.slug(), code, text, ""))),
        None => Ok(Some(get(&probe))),
    }
}

/// The axes with one of them as typed, as a diff.
fn axis(scene: &Scene<'_>, which: Input, text: &str) -> Result<Outcome, Box<Issue>> {
    // The reader's separators are whatever is no digit; the link's own is a dash.
    let values: Vec<&str> = text
        .split([' ', ',', '，', '、', '-'])
        .filter(|part| !part.is_empty())
        .collect();
    let config = scene.config();
    let now = KvTable::of(config, scene.ledger(), &config.axes);
    let (concurrency, length) = match now {
        Some(table) => (table.concurrency, table.length),
        None => (Vec::new(), Vec::new()),
    };
    if values.is_empty() {
        return Ok(Outcome::Decide("axes=".into()));
    }
    let given = values.join("-");
    let [rows, columns] = match which {
        Input::Length => [joined(&concurrency).replace(' ', "-"), given],
        Input::Concurrency | Input::P99 | Input::Peak => [given, joined(&length).replace(' ', "-")],
    };
    let both = [rows, columns].join("x");
    let mut probe = Link::default();
    let code = url::fields::field(Key::Axes).and_then(|field| (field.set)(&mut probe, &both));
    match code {
        Some(code) => Err(Box::new(Issue::new(Key::Axes.slug(), code, text, ""))),
        None => Ok(Outcome::Decide(
            ["axes=", &url::value_of(&probe, Key::Axes)].concat(),
        )),
    }
}

/// P99 and peak, and what they come to.
fn planner(scene: &Scene<'_>, state: &KvState) -> Tag {
    let config = scene.config();
    let (peak, p99) = (
        state.peak.unwrap_or(config.conc),
        state.p99.unwrap_or(config.len),
    );
    let plan = planned(peak, p99);
    let axes = Link {
        config: Config {
            axes: plan.axes,
            ..Config::default()
        },
        ..Link::default()
    };
    let diff = [
        "conc=",
        &plan.conc.to_string(),
        "&len=",
        &plan.len.to_string(),
        "&axes=",
        &url::value_of(&axes, Key::Axes),
    ]
    .concat();
    h("section")
        .attr("id", "kv-plan")
        .kid(h("h3").kid(say(scene, KvText::Planner, &[])))
        .kid(h("p").kid(say(scene, KvText::PlannerLead, &[])))
        .kid(inputs(
            scene,
            state,
            [
                (Input::P99, KvText::P99.of(scene.locale), p99.to_string()),
                (Input::Peak, KvText::Peak.of(scene.locale), peak.to_string()),
            ],
        ))
        .kid(h("p").kid(apply(
            &diff,
            say(
                scene,
                KvText::Plan,
                &[&grouped_u64(plan.conc), &grouped_u64(plan.len)],
            ),
        )))
}

/// A table of a configuration; pressing a cell takes its setting.
fn grid(scene: &Scene<'_>, config: &Config, table: &KvTable, name: &str) -> Tag {
    let unit = scene.voice().unit;
    let corner = fill(scene.locale.text(Text::KvCorner), &[unit.name()]);
    let heads = table
        .length
        .iter()
        .map(|len| h("th").attr("scope", "col").kid(grouped_u64(*len)));
    let rows = table
        .concurrency
        .iter()
        .zip(&table.rows)
        .map(|(conc, row)| {
            let cells = table
                .length
                .iter()
                .zip(row)
                .map(|(len, cell)| one(scene, config, [*conc, *len], *cell));
            h("tr")
                .kid(h("th").attr("scope", "row").kid(grouped_u64(*conc)))
                .kids(cells)
        });
    h("div")
        .class("scroll")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", name)
        .kid(
            h("table")
                .class("grid")
                .kid(
                    h("thead").kid(
                        h("tr")
                            .kid(h("th").class("corner").attr("scope", "col").kid(corner))
                            .kids(heads),
                    ),
                )
                .kid(h("tbody").kids(rows)),
        )
}

fn one(scene: &Scene<'_>, config: &Config, [conc, len]: [u64; 2], cell: KvCell) -> Tag {
    let voice = scene.voice();
    let own = scene.config();
    let after = Config {
        conc,
        len,
        ..config.clone()
    };
    let here = after == *own;
    let label = phrases::kv_cell([conc, len], cell, voice);
    // Both are written even where one stays, so that pressing the present cell is no empty diff.
    let own_diff = ["conc=", &conc.to_string(), "&len=", &len.to_string()].concat();
    let diff = if config.model == own.model && config.kvdtype == own.kvdtype {
        own_diff
    } else {
        url::diff_query(own, &after)
    };
    let locked = super::parts::locked(scene, Key::Conc) || super::parts::locked(scene, Key::Len);
    h("td")
        .attr("data-verdict", cell.verdict.slug())
        .maybe("aria-current", here.then_some("true"))
        .kid(
            h("button")
                .attr("type", "button")
                .attr("aria-label", label)
                .attr("data-diff", diff)
                .flag("disabled", locked)
                .kid(
                    h("span")
                        .attr("aria-hidden", "true")
                        .kid(phrases::mark(cell.verdict)),
                )
                .kid(cell.bytes.digits(voice.unit)),
        )
}

/// What one token and one sequence cost.
fn per_token(scene: &Scene<'_>) -> String {
    let config = scene.config();
    let one = config
        .model
        .shape
        .as_ref()
        .map(|shape| bytes_per_sequence(shape, config.kvdtype, config.len).bytes());
    fill(
        KvText::KvPerToken.of(scene.locale),
        &[
            &grouped_u64(kv_summary(config).per_token),
            &grouped_u64(config.len),
            &one.map(|bytes| scene.voice().size(bytes))
                .unwrap_or_default(),
        ],
    )
}

/// The canvas that another module draws the table on.
fn picture(scene: &Scene<'_>) -> Tag {
    h("figure")
        .class("picture")
        .kid(
            h("canvas")
                .attr("data-chart", "kv")
                .attr("role", "img")
                .attr("aria-label", KvText::PictureLabel.of(scene.locale)),
        )
        .kid(
            h("figcaption")
                .class("acts")
                .kids(["svg", "png"].map(|kind| {
                    h("button")
                        .attr("type", "button")
                        .class("small")
                        .attr("data-save", kind)
                        .kid(fill(KvText::Save.of(scene.locale), &[&kind.to_uppercase()]))
                })),
        )
}
