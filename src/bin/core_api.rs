//! The core as a small WebAssembly module: for other pages, and for panels of ours that the first view does not need.
use vram_ledger::api;
use wasm_bindgen::prelude::*;

/// `estimate --format json` for a query (what stands after `?` in a link); a config.json's text, where given, replaces
/// the query's model; `lang` is `zh` or `en`. Throws a sentence where the config.json describes no model.
#[wasm_bindgen]
pub fn estimate(
    query: &str,
    config: Option<String>,
    lang: Option<String>,
) -> Result<String, JsValue> {
    let locale = api::locale(lang.as_deref().unwrap_or("en"));
    api::estimate(query, config.as_deref(), locale).map_err(|why| JsValue::from_str(&why))
}

/// The ledger of a query as Markdown, plain text, CSV and JSON.
#[wasm_bindgen]
pub fn share_texts(query: &str, address: &str, lang: &str) -> Vec<String> {
    api::share_texts(query, address, api::locale(lang)).into()
}

/// What the measured method says of a query, in a few words: the total, its band and the worst moment.
#[wasm_bindgen]
pub fn measured_total(query: &str, lang: &str) -> String {
    api::measured_total(query, api::locale(lang))
}

fn main() {}
