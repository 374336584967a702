//! The card's frontier: the longest context against concurrency, drawn and as a table.
use super::say;
use crate::html::{Html, Tag, h};
use crate::i18n::KvText;
use crate::ledger::config::Config;
use crate::ledger::engine_plan::{self, KEEP_A_TENTH};
use crate::ledger::estimate;
use crate::ledger::precision::KvDtype;
use crate::ledger::units::{grouped_u64, plain};
use crate::ledger::words::Word;
use crate::views::Scene;
use crate::views::parts::{apply, note, row, table};

/// The shortest context worth drawing, in tokens.
const SHORTEST: u64 = 128;
/// Formats drawn, besides the configuration's own.
const FORMATS: [KvDtype; 3] = [KvDtype::Bf16, KvDtype::Fp8, KvDtype::Int4];
/// The picture's size in its own units, and the margins for labels.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 86.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 54.0;

/// One format's points: (concurrency, longest context).
struct Curve {
    format: KvDtype,
    points: Vec<(u64, u64)>,
}

/// The section: a picture, described by the table under it.
pub(super) fn draw(scene: &Scene<'_>) -> Tag {
    let config = scene.config();
    let curves = curves(config);
    let out =
        h("section")
            .attr("id", "kv-frontier")
            .kid(h("h3").kid(say(scene, KvText::Frontier, &[])));
    if curves.iter().all(|curve| curve.points.is_empty()) {
        return out.kid(note("bad", say(scene, KvText::NoFrontier, &[])));
    }
    out.kid(h("p").kid(say(scene, KvText::FrontierLead, &[])))
        .kid(h("figure").class("frontier").kid(picture(scene, &curves)))
        .kid(
            h("div")
                .attr("id", "kv-frontier-table")
                .kid(numbers(scene, &curves)),
        )
}

fn curves(config: &Config) -> Vec<Curve> {
    let mut formats = FORMATS.to_vec();
    if !formats.contains(&config.kvdtype) {
        formats.insert(0, config.kvdtype);
    }
    formats
        .into_iter()
        .map(|format| {
            let config = Config {
                kvdtype: format,
                ..config.clone()
            };
            let room = engine_plan::room(&estimate(&config), KEEP_A_TENTH);
            let points = room
                .map(|room| engine_plan::frontier(&config, room, SHORTEST))
                .unwrap_or_default();
            Curve { format, points }
        })
        .collect()
}

/// Logarithmic scales of both axes.
struct Scale {
    most: f64,
    longest: f64,
}

impl Scale {
    fn of(curves: &[Curve], config: &Config) -> Scale {
        let all = || curves.iter().flat_map(|curve| &curve.points);
        let most = all().map(|(conc, _)| *conc).max().unwrap_or(1);
        let longest = all().map(|(_, len)| *len).max().unwrap_or(SHORTEST);
        Scale {
            most: steps(most.max(config.conc), 1).max(1.0),
            longest: steps(longest.max(config.len), SHORTEST).max(1.0),
        }
    }

    fn x(&self, conc: u64) -> f64 {
        LEFT + steps(conc, 1) / self.most * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, len: u64) -> f64 {
        HEIGHT - BOTTOM - steps(len, SHORTEST) / self.longest * (HEIGHT - TOP - BOTTOM)
    }
}

/// Doublings from `from` to `value`.
fn steps(value: u64, from: u64) -> f64 {
    (value.max(1) as f64 / from.max(1) as f64).log2().max(0.0)
}

/// A coordinate, to a tenth.
fn at(value: f64) -> String {
    plain((value * 10.0).round() / 10.0)
}

fn picture(scene: &Scene<'_>, curves: &[Curve]) -> Tag {
    let config = scene.config();
    let scale = Scale::of(curves, config);
    let label = say(
        scene,
        KvText::FrontierLabel,
        &[&grouped_u64(config.conc), &grouped_u64(config.len)],
    );
    let lines = curves
        .iter()
        .enumerate()
        .filter(|(_, curve)| !curve.points.is_empty())
        .map(|(i, curve)| line(&scale, i, curve));
    h("svg")
        .class("frontier-plot")
        .attr("role", "img")
        .attr("aria-label", label)
        .attr("aria-describedby", "kv-frontier-table")
        .attr(
            "viewBox",
            ["0 0 ", &plain(WIDTH), " ", &plain(HEIGHT)].concat(),
        )
        .kid(axes(scene, &scale))
        .kids(lines)
        .kid(here(scene, &scale, config))
}

fn text(class: &str, x: f64, y: f64, words: &str) -> Tag {
    h("text")
        .class(class)
        .attr("x", at(x))
        .attr("y", at(y))
        .kid(words)
}

fn rule(x1: f64, y1: f64, x2: f64, y2: f64) -> Tag {
    h("line")
        .class("rule")
        .attr("x1", at(x1))
        .attr("y1", at(y1))
        .attr("x2", at(x2))
        .attr("y2", at(y2))
}

/// A grid at every second doubling, with its numbers, and the axes' names.
fn axes(scene: &Scene<'_>, scale: &Scale) -> Html {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    let mut out = Html::default();
    for power in (0..64).step_by(2) {
        let (conc, len) = (1u64 << power, SHORTEST.saturating_mul(1 << power));
        if f64::from(power) <= scale.most {
            let x = scale.x(conc);
            out = out.then(rule(x, TOP, x, bottom)).then(text(
                "tick-x",
                x,
                bottom + 20.0,
                &grouped_u64(conc),
            ));
        }
        if f64::from(power) <= scale.longest {
            let y = scale.y(len);
            out = out.then(rule(LEFT, y, right, y)).then(text(
                "tick-y",
                LEFT - 6.0,
                y + 4.0,
                &grouped_u64(len),
            ));
        }
    }
    out.then(text(
        "name-x",
        (LEFT + right) / 2.0,
        HEIGHT - 8.0,
        KvText::AxisX.of(scene.locale),
    ))
    .then(text("name-y", 4.0, 18.0, KvText::AxisY.of(scene.locale)))
}

/// A curve, and its name in the corner that falling curves leave empty.
fn line(scale: &Scale, index: usize, curve: &Curve) -> Html {
    let class = ["curve curve-", &index.to_string()].concat();
    let points: Vec<String> = curve
        .points
        .iter()
        .map(|(conc, len)| [at(scale.x(*conc)), at(scale.y(*len))].join(","))
        .collect();
    let (x, y) = (WIDTH - 150.0, TOP + 18.0 + index as f64 * 24.0);
    let sample = [
        at(x),
        ",".into(),
        at(y),
        " ".into(),
        at(x + 44.0),
        ",".into(),
        at(y),
    ];
    Html::from(h("polyline").class(&class).attr("points", points.join(" ")))
        .then(h("polyline").class(&class).attr("points", sample.concat()))
        .then(text("curve-name", x + 52.0, y + 4.0, curve.format.slug()))
}

/// The present setting.
fn here(scene: &Scene<'_>, scale: &Scale, config: &Config) -> Html {
    let (x, y) = (scale.x(config.conc), scale.y(config.len.max(SHORTEST)));
    Html::from(
        h("circle")
            .class("here")
            .attr("cx", at(x))
            .attr("cy", at(y))
            .attr("r", "5"),
    )
    .then(text(
        "here-name",
        x + 9.0,
        y + 4.0,
        KvText::Here.of(scene.locale),
    ))
}

/// The same points as a table; a number is taken by pressing it.
fn numbers(scene: &Scene<'_>, curves: &[Curve]) -> Tag {
    let config = scene.config();
    let longest = curves.iter().max_by_key(|curve| curve.points.len());
    let rows = longest
        .map(|curve| curve.points.as_slice())
        .unwrap_or_default()
        .iter()
        .map(|(conc, _)| {
            let cells = curves.iter().map(|curve| {
                let point = curve.points.iter().find(|(c, _)| c == conc);
                point.map_or_else(
                    || Html::from("—"),
                    |(_, len)| {
                        let mut diff =
                            ["conc=", &conc.to_string(), "&len=", &len.to_string()].concat();
                        if curve.format != config.kvdtype {
                            diff.push_str("&kvdtype=");
                            diff.push_str(curve.format.slug());
                        }
                        apply(&diff, grouped_u64(*len)).into()
                    },
                )
            });
            row(grouped_u64(*conc), cells)
        })
        .collect();
    let heads = std::iter::once(KvText::AxisX.of(scene.locale))
        .chain(curves.iter().map(|curve| curve.format.slug()));
    table(&say(scene, KvText::FrontierTable, &[]), heads, rows)
}
