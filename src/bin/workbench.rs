//! The views that load when they are opened, as a WebAssembly module of their own; src/app/live_view.rs calls it.
use vram_ledger::{api, workbench};
use wasm_bindgen::prelude::*;

/// Draws a region (a view's word, `verdict` or `recipe`) of a link into a place of the page.
#[wasm_bindgen]
pub fn show(place: &web_sys::Element, region: &str, query: &str, lang: &str) {
    workbench::show(place, region, query, api::locale(lang));
}

fn main() {}
