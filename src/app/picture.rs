//! The picture of the KV table: a canvas that the second module draws on when it comes into view, at most once a frame.
use super::kv_view::table_of;
use super::store::{Store, effect, spawn};
use crate::app::node::{Node, h};
use crate::chart::KvPicture;
use crate::charts_loader;
use crate::i18n::{Locale, Text, fill};
use crate::ledger::units::{ByteUnit, Bytes};
use crate::text::Report;
use leptos::html::Canvas;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

thread_local! {
    /// Draws the picture that is on the page, if one is: a change of theme calls it.
    static REDRAW: RefCell<Option<Rc<dyn Fn()>>> = const { RefCell::new(None) };
}

/// Draws the picture again in the present colours.
pub(super) fn repaint() {
    let draw = REDRAW.with_borrow(|draw| draw.clone());
    if let Some(draw) = draw {
        draw();
    }
}

/// The figure: the canvas, its caption, and a sentence where it cannot be drawn.
pub(super) fn figure(store: Store, locale: Locale) -> Node {
    let node = NodeRef::<Canvas>::new();
    let failed = RwSignal::new(false);
    let seen = RwSignal::new(false);
    let waiting = Rc::new(Cell::new(false));
    let draw = Rc::new(move || {
        // One drawing a frame, whatever happens in between, and none that nobody sees.
        if !seen.try_get_untracked().unwrap_or(false) || waiting.replace(true) {
            return;
        }
        let waiting = waiting.clone();
        request_animation_frame(move || {
            waiting.set(false);
            let drawn = store.with_report_untracked(|report| picture(report, locale));
            if let (Some(canvas), Some((picture, labels))) = (node.get_untracked(), drawn) {
                spawn(async move {
                    let done =
                        charts_loader::draw(&canvas, &picture, colours(), labels, font()).await;
                    failed.set(done.is_err());
                });
            }
        });
    });
    let on_change = draw.clone();
    effect(move || {
        store.with_settled(|_| ());
        if seen.get() {
            on_change();
        }
    });
    let watch = Rc::new(draw);
    effect(move || {
        if let Some(canvas) = node.get() {
            let draw: Rc<dyn Fn()> = (*watch).clone();
            REDRAW.set(Some(draw));
            observe(&canvas, seen);
        }
    });
    on_cleanup(|| REDRAW.set(None));
    Node::from(
        h("figure")
            .attr("class", "picture")
            .kid(
                h("canvas")
                    .reference(node)
                    .attr("data-chart", "kv")
                    .attr("role", "img")
                    .attr("aria-label", locale.text(Text::PictureLabel)),
            )
            .kid(
                h("figcaption").kid(move || failed.get().then(|| locale.text(Text::PictureFailed))),
            ),
    )
}

/// Keeps `seen` true while the canvas is in view, and draws again when its size changes.
fn observe(canvas: &web_sys::HtmlCanvasElement, seen: RwSignal<bool>) {
    charts_loader::on_sight(canvas, move |inside| {
        if seen
            .try_get_untracked()
            .is_some_and(|before| before != inside)
        {
            seen.set(inside);
        }
    });
    let resized = Closure::<dyn Fn()>::new(repaint);
    if let Ok(observer) = web_sys::ResizeObserver::new(resized.as_ref().unchecked_ref()) {
        observer.observe(canvas);
    }
    // The observer lives as long as the canvas; the browser drops both together.
    resized.forget();
}

/// The table as flat numbers, and the picture's words.
fn picture(report: &Report, locale: Locale) -> Option<(KvPicture, Vec<String>)> {
    let table = table_of(report)?;
    let config = &report.link.config;
    let gib = |bytes: Bytes| bytes.in_unit(ByteUnit::GiB);
    let tight = table.room.minus(report.ledger.reserve());
    let at = |axis: &[u64], own: u64| axis.iter().position(|value| *value == own);
    let picture = KvPicture {
        concurrency: table.concurrency.iter().map(|c| *c as f64).collect(),
        length: table.length.iter().map(|l| *l as f64).collect(),
        gib: table
            .rows
            .iter()
            .flatten()
            .map(|cell| gib(cell.bytes))
            .collect(),
        free_gib: gib(table.room),
        tight_gib: gib(tight),
        current: at(&table.concurrency, config.conc).zip(at(&table.length, config.len)),
    };
    let limit = fill(
        locale.text(Text::PictureLimit),
        &[&report.voice(locale).size(table.room)],
    );
    let words = [
        locale.text(Text::PictureLength),
        locale.text(Text::PictureKv),
        &limit,
        locale.text(Text::PictureConcurrency),
    ];
    Some((picture, words.map(str::to_string).to_vec()))
}

/// The page's colours as they are now: paper, ink, dim, line, fit, tight, over, accent.
fn colours() -> Vec<String> {
    const NAMES: [&str; 8] = [
        "--paper", "--ink", "--dim", "--line", "--good", "--warn", "--bad", "--accent",
    ];
    let style = document()
        .document_element()
        .and_then(|html| window().get_computed_style(&html).ok().flatten());
    let read = |name: &str| {
        style
            .as_ref()
            .and_then(|style| style.get_property_value(name).ok())
            .unwrap_or_default()
    };
    NAMES
        .iter()
        .map(|name| read(name).trim().to_string())
        .collect()
}

/// The page's font.
fn font() -> String {
    let style = document()
        .body()
        .and_then(|body| window().get_computed_style(&body).ok().flatten());
    style
        .and_then(|style| style.get_property_value("font-family").ok())
        .unwrap_or_default()
}
