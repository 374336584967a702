//! The planners, the drill, triage and flags, and the reading of pasted texts, as a WebAssembly module of their own;
//! src/app/live_view.rs calls it.
use vram_ledger::api::{self, Pasted};
use vram_ledger::views;
use vram_ledger::workbench::{self, Hands};
use wasm_bindgen::prelude::*;

/// Draws a region (a view's word, or `hub`) of a link into a place of the page.
#[wasm_bindgen]
pub fn show(place: &web_sys::Element, region: &str, query: &str, lang: &str) {
    let hands = Hands {
        draw: views::draw_workbench,
        act: views::act_workbench,
    };
    workbench::show(hands, place, region, query, api::locale(lang));
}

/// Reads a pasted text: `["model", query, sentences…]`, `["saved", query]`,
/// `["flags", query, sentences…]` or `["refused", sentence]`.
#[wasm_bindgen]
pub fn read_pasted(text: &str, lang: &str) -> Vec<String> {
    match api::read_pasted(text, api::locale(lang)) {
        Pasted::Model { query, said } => ["model".into(), query].into_iter().chain(said).collect(),
        Pasted::Flags { query, said } => ["flags".into(), query].into_iter().chain(said).collect(),
        Pasted::Saved { query } => vec!["saved".into(), query],
        Pasted::Refused { why } => vec!["refused".into(), why],
    }
}

fn main() {}
