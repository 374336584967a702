//! Pictures in a view: a canvas with `data-chart` is drawn on by the charts module when it comes into view, and again
//! when what it shows, its size or the page's colours change.
use super::present;
use crate::charts_loader::{self, Onto};
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlCanvasElement};

/// The attribute of a canvas that is in view.
const SEEN: &str = "data-seen";

thread_local! {
    /// The canvases that are being watched.
    static WATCHED: RefCell<Vec<HtmlCanvasElement>> = const { RefCell::new(Vec::new()) };
}

/// Draws the pictures of a place that are in view; watches those that are new.
pub(super) fn draw(place: &Element) {
    let Ok(found) = place.query_selector_all("canvas[data-chart]") else {
        return;
    };
    for index in 0..found.length() {
        let canvas = found
            .item(index)
            .and_then(|node| node.dyn_into::<HtmlCanvasElement>().ok());
        if let Some(canvas) = canvas {
            watch(&canvas);
            paint(&canvas);
        }
    }
}

fn watch(canvas: &HtmlCanvasElement) {
    let known = WATCHED.with_borrow(|watched| watched.iter().any(|c| c == canvas));
    if known {
        return;
    }
    let first = WATCHED.with_borrow_mut(|watched| {
        watched.retain(|c| c.is_connected());
        watched.push(canvas.clone());
        watched.len() == 1
    });
    let seen = canvas.clone();
    charts_loader::on_sight(canvas, move |inside| {
        if inside {
            let _ = seen.set_attribute(SEEN, "");
            paint(&seen);
        } else {
            let _ = seen.remove_attribute(SEEN);
        }
    });
    let again = || WATCHED.with_borrow(|watched| watched.iter().for_each(paint));
    let resized = Closure::<dyn Fn()>::new(again);
    if let Ok(observer) = web_sys::ResizeObserver::new(resized.as_ref().unchecked_ref()) {
        observer.observe(canvas);
    }
    resized.forget();
    if first && let Some(window) = web_sys::window() {
        let themed = Closure::<dyn Fn()>::new(again);
        let heard = themed.as_ref().unchecked_ref();
        let _ = window.add_event_listener_with_callback("vram-ledger:theme", heard);
        themed.forget();
    }
}

fn paint(canvas: &HtmlCanvasElement) {
    if !canvas.has_attribute(SEEN) || !canvas.is_connected() {
        return;
    }
    let (report, locale) = present();
    let Some((picture, labels)) = charts_loader::picture_of(&report, locale) else {
        return;
    };
    let canvas = canvas.clone();
    wasm_bindgen_futures::spawn_local(async move {
        let done = charts_loader::draw(&canvas, Onto::Canvas, &picture, labels).await;
        let _ = canvas.set_attribute("data-drawn", if done.is_ok() { "1" } else { "0" });
    });
}

/// Saves the picture of the KV table as a file: `svg` drawn anew, or `png` as it stands on its canvas.
pub(super) fn save(place: &Element, kind: &str) {
    let canvas = place
        .query_selector("canvas[data-chart]")
        .ok()
        .flatten()
        .and_then(|element| element.dyn_into::<HtmlCanvasElement>().ok());
    let Some(canvas) = canvas else { return };
    if kind == "png" {
        if let Ok(url) = canvas.to_data_url() {
            download(&url, "vram-ledger-kv.png");
        }
        return;
    }
    let (report, locale) = present();
    let Some((picture, labels)) = charts_loader::picture_of(&report, locale) else {
        return;
    };
    wasm_bindgen_futures::spawn_local(async move {
        let drawn = charts_loader::draw(&canvas, Onto::Text, &picture, labels).await;
        if let Ok(Some(text)) = drawn {
            let text = js_sys::encode_uri_component(&text);
            let url = ["data:image/svg+xml;charset=utf-8,", &String::from(text)].concat();
            download(&url, "vram-ledger-kv.svg");
        }
    });
}

fn download(url: &str, name: &str) {
    let link = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.create_element("a").ok())
        .and_then(|element| element.dyn_into::<web_sys::HtmlAnchorElement>().ok());
    if let Some(link) = link {
        link.set_href(url);
        link.set_download(name);
        link.click();
    }
}
