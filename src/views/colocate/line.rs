//! The util line: the card as one bar with a movable line, both sides judged, each fault with its cures.
use super::bar::{self, Mark, Piece};
use super::{Desk, hundredths, points};
use crate::html::{Html, Tag, h};
use crate::i18n::ColocateText as T;
use crate::ledger::colocate::{UtilLine, engine_pool, line_moment, util_line};
use crate::ledger::config::{Config, Method};
use crate::ledger::estimate;
use crate::ledger::item::Item;
use crate::ledger::tenancy::{self, Cure, PRACTICAL, Tenancy};
use crate::ledger::units::{Bytes, grouped_u64};
use crate::ledger::words::Word;
use crate::url::{self, Key};
use crate::views::bar::{colour, grain};
use crate::views::parts;

/// The bar with its line, what util means, the four steps, the lesson's example.
pub(super) fn sections(desk: &Desk<'_>) -> Html {
    let Some(card) = tenancy::tenancy(&desk.shared) else {
        return Html::default();
    };
    let line = parts::section("util-line", desk.t(T::Line))
        .kid(figure(desk, &card))
        .kid(slider(desk, &card))
        .kid(marks(desk, &card))
        .kid(judged(desk, &card))
        .kid(both_methods(desk));
    Html::from(line)
        .then(points::meaning(desk, &card))
        .then(points::recipe(desk, &card))
        .then(points::example(desk))
}

fn figure(desk: &Desk<'_>, card: &Tenancy) -> Tag {
    let pieces = pieces(desk, card);
    let total = card.total.as_f64();
    let at = |util: u64| total * util as f64 / 100.0;
    let marks = [
        Mark {
            class: "upper",
            at: at(card.line.upper),
        },
        Mark {
            class: "now",
            at: at(card.util),
        },
    ];
    let spoken = desk.say(
        T::BarSays,
        &[
            &desk.size(card.share),
            &desk.size(card.reserve),
            &desk.size(card.line.train_side),
            &desk.size(card.total),
        ],
    );
    h("figure")
        .class("split")
        .kid(bar::bar(&spoken, total, &pieces, &marks))
        .kid(bar::legend(&pieces))
}

/// Pieces of a bar, one behind the other.
struct Row<'a> {
    desk: &'a Desk<'a>,
    pieces: Vec<Piece>,
    at: Bytes,
}

impl<'a> Row<'a> {
    fn new(desk: &'a Desk<'a>) -> Row<'a> {
        Row {
            desk,
            pieces: Vec::new(),
            at: Bytes::ZERO,
        }
    }

    fn put(&mut self, class: &'static str, grain: Option<&'static str>, bytes: Bytes, name: &str) {
        self.pieces.push(Piece {
            class,
            grain,
            from: self.at.as_f64(),
            length: bytes.as_f64(),
            title: [name, " ", &self.desk.size(bytes)].concat(),
        });
        self.at = self.at.plus(bytes);
    }
}

/// The engine from the left, the training side from the right, and what is between them or in both.
fn pieces(desk: &Desk<'_>, card: &Tenancy) -> Vec<Piece> {
    let mut row = Row::new(desk);
    let pool = engine_pool(&desk.shared, &desk.ledger);
    let pool_bytes = pool.map_or(Bytes::ZERO, |pool| pool.pool);
    let demand = pool.map_or(Bytes::ZERO, |pool| pool.demand);
    let held = card.share.minus(pool_bytes);
    let weights = desk.ledger.bytes_of(Item::EngineWeights).min(held);
    let wanted = demand.min(pool_bytes);
    let sequences = grouped_u64(card.asked);
    row.put(
        "c-engine",
        Some("g-stripes"),
        weights,
        desk.t(T::EngineWeights),
    );
    row.put(
        "c-engine",
        Some("g-stripes"),
        held.minus(weights),
        desk.t(T::EngineOther),
    );
    row.put(
        "c-kv",
        Some("g-stripes"),
        wanted,
        &desk.say(T::Pool, &[&sequences]),
    );
    row.put(
        "c-kv pale",
        None,
        pool_bytes.minus(wanted),
        desk.t(T::PoolSpare),
    );
    let theirs = card.line.train_side.plus(card.reserve);
    row.put(
        "none",
        None,
        card.total.minus(theirs).minus(card.share),
        desk.t(T::Free),
    );
    // Where both want the same memory the overlap is drawn over the training side's beginning.
    let start = card.total.minus(theirs);
    row.at = start;
    row.put("none", Some("reserve"), card.reserve, desk.t(T::Kept));
    for (item, bytes) in tenancy::training_side(&desk.shared, &desk.ledger) {
        row.put(
            colour(item),
            grain(item),
            bytes,
            item.label(desk.scene.locale),
        );
    }
    let over = card.training_over;
    if over > Bytes::ZERO {
        row.at = start;
        row.put("excess-line", Some("reserve"), over, desk.t(T::Overlap));
    }
    row.pieces
}

fn slider(desk: &Desk<'_>, card: &Tenancy) -> Tag {
    let says = desk.say(
        T::SliderSays,
        &[
            &hundredths(card.util),
            &desk.size(card.total),
            &desk.size(card.share),
        ],
    );
    let range = h("input")
        .attr("type", "range")
        .attr("id", "w-util-line")
        .attr("data-key", "util")
        .attr("min", "0.05")
        .attr("max", "0.98")
        .attr("step", "0.01")
        .attr("value", hundredths(card.util))
        .attr("aria-valuetext", &says)
        .flag("disabled", parts::locked(desk.scene, Key::Util));
    h("div")
        .class("slide")
        .kid(h("label").attr("for", "w-util-line").kid(desk.t(T::Slider)))
        .kid(range)
        .kid(h("p").class("fact").kid(says))
        .kid(parts::field(desk.scene, Key::Util))
}

/// The three places of the line, each a button.
fn marks(desk: &Desk<'_>, card: &Tenancy) -> Tag {
    let to = |util: u64| Config {
        util: Some(util),
        ..desk.shared.clone()
    };
    let places = [
        (T::PracticalAt, PRACTICAL),
        (T::StartAt, card.line.start),
        (T::UpperAt, card.line.upper),
    ];
    let buttons = places
        .into_iter()
        .filter(|(_, util)| *util >= 5)
        .map(|(text, util)| {
            desk.apply(&to(util), desk.say(text, &[&hundredths(util)]))
                .attr(
                    "aria-pressed",
                    if util == card.util { "true" } else { "false" },
                )
        });
    h("p").class("acts").kids(buttons)
}

fn judged(desk: &Desk<'_>, card: &Tenancy) -> Html {
    let mut out = Html::default();
    if card.line.upper < 5 {
        out = out.then(parts::note("bad", desk.t(T::NoLine)));
    }
    if card.training_over > Bytes::ZERO {
        let text = desk.say(
            T::TrainingTight,
            &[
                &desk.size(card.line.train_side),
                &desk.size(card.reserve),
                &desk.size(card.share),
                &desk.size(card.training_over),
            ],
        );
        out = out.then(parts::note("bad", text).attr("data-side", "training"));
    }
    if card.peak_over > Bytes::ZERO {
        let text = desk.say(T::PeakTight, &[&desk.size(card.peak_over)]);
        out = out.then(parts::note("bad", text).attr("data-side", "training"));
    }
    let held = |held: Option<u64>| held.map_or_else(|| desk.t(T::Unbounded).into(), grouped_u64);
    if card.held == Some(0) {
        let own = engine_pool(&desk.shared, &desk.ledger).map_or(Bytes::ZERO, |p| p.pool);
        let text = desk.say(
            T::PoolNone,
            &[&desk.size(card.share), &desk.size(card.share.minus(own))],
        );
        out = out.then(parts::note("bad", text).attr("data-side", "sampling"));
    } else if card.pool_too_small() {
        let text = desk.say(
            T::PoolSmall,
            &[
                &grouped_u64(card.asked),
                &held(card.held),
                &hundredths(card.sampling_percent),
            ],
        );
        out = out.then(parts::note("warn", text).attr("data-side", "sampling"));
    }
    if card.well() {
        let text = desk.say(T::BothWell, &[&held(card.held), &grouped_u64(card.asked)]);
        return out.then(parts::note("", text)).then(room(desk, card));
    }
    out.then(cures(desk, &tenancy::cures(&desk.shared)))
}

/// What the start value would hold, where the line stands before it.
fn room(desk: &Desk<'_>, card: &Tenancy) -> Option<Tag> {
    let raised = Config {
        util: Some(card.line.start),
        ..desk.shared.clone()
    };
    let then =
        tenancy::tenancy(&raised).filter(|then| then.well() && card.util < card.line.start)?;
    let held = then
        .held
        .map_or_else(|| desk.t(T::Unbounded).into(), grouped_u64);
    let text = desk.say(T::MoreRoom, &[&hundredths(card.line.start), &held]);
    Some(
        h("p")
            .class("speech")
            .kid(text)
            .kid(" ")
            .kid(desk.apply(&raised, desk.t(T::Apply))),
    )
}

fn cures(desk: &Desk<'_>, cures: &[Cure]) -> Option<Html> {
    (!cures.is_empty()).then(|| {
        let items = cures.iter().map(|cure| {
            let held = cure.then.held;
            let held = held.map_or_else(|| desk.t(T::Unbounded).into(), grouped_u64);
            let says = desk.say(T::CureSays, &[&hundredths(cure.then.line.upper), &held]);
            let setting = url::diff_query(&desk.shared, &cure.after).replace('&', " ");
            let verdict = if cure.then.well() {
                T::CureWell
            } else {
                T::CureStill
            };
            h("li")
                .attr("data-cure", cure.code.slug())
                .kid(
                    h("span")
                        .kid(h("b").kid(cure.code.title(desk.scene.locale)))
                        .kid(" ")
                        .kid(h("code").kid(setting)),
                )
                .kid(h("small").kid(says).kid(" · ").kid(desk.t(verdict)))
                .kid(desk.apply(&cure.after, desk.t(T::Apply)))
        });
        Html::from(h("h4").kid(desk.t(T::Cures))).then(h("ul").class("cure").kids(items))
    })
}

/// The line of a configuration, whatever its method.
pub(super) fn line_of(config: &Config) -> Option<(UtilLine, Bytes)> {
    let ledger = estimate(config);
    util_line(config, &ledger).map(|line| (line, ledger.capacity))
}

fn both_methods(desk: &Desk<'_>) -> Tag {
    let rows = [Method::Lesson, Method::Measured]
        .into_iter()
        .filter_map(|method| {
            let config = Config {
                method,
                ..desk.shared.clone()
            };
            // A build without the measured method would show the lesson's twice.
            if config.method() != method {
                return None;
            }
            let ledger = estimate(&config);
            let line = util_line(&config, &ledger)?;
            let cells = [
                line_moment(&config, &ledger)
                    .label(desk.scene.locale)
                    .to_string(),
                desk.size(line.train_side),
                hundredths(line.upper),
                hundredths(line.start),
            ];
            Some(
                parts::row(method.label(desk.scene.locale), cells)
                    .attr("data-method", method.slug()),
            )
        });
    parts::table(
        desk.t(T::MethodsCaption),
        [T::Method, T::Weighed, T::Training, T::Upper, T::Start].map(|head| desk.t(head)),
        rows.collect(),
    )
}
