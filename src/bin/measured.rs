//! The ledger page by the measured method, as a WebAssembly module of its own; src/app/live_view.rs calls it.
use vram_ledger::workbench::{self, Hands};
use vram_ledger::{api, views};
use wasm_bindgen::prelude::*;

/// Draws a region (`ledger`, `verdict` or `recipe`) of a link into a place of the page.
#[wasm_bindgen]
pub fn show(place: &web_sys::Element, region: &str, query: &str, lang: &str) {
    let hands = Hands {
        draw: views::draw_measured,
        act: views::act_measured,
    };
    workbench::show(hands, place, region, query, api::locale(lang));
}

fn main() {}
