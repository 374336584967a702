//! The page's way to the core's own module, which panels load that the first view does not need.
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// What `import()` of the module gives.
    type Core;

    /// boot.js: loads the module once.
    #[wasm_bindgen(catch, js_name = vramCore)]
    fn vram_core() -> Result<js_sys::Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn share_texts(
        this: &Core,
        query: &str,
        address: &str,
        lang: &str,
    ) -> Result<Vec<String>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn measured_total(this: &Core, query: &str, lang: &str) -> Result<String, JsValue>;
}

async fn core() -> Result<Core, JsValue> {
    Ok(JsFuture::from(vram_core()?).await?.unchecked_into())
}

/// The ledger of a query as Markdown, plain text, CSV and JSON.
///
/// # Errors
/// When the module cannot be loaded.
pub(super) async fn share_texts(
    query: &str,
    address: &str,
    lang: &str,
) -> Result<Vec<String>, JsValue> {
    core().await?.share_texts(query, address, lang)
}

/// What the measured method says of a query, in a few words.
///
/// # Errors
/// When the module cannot be loaded.
pub(super) async fn measured_total(query: &str, lang: &str) -> Result<String, JsValue> {
    core().await?.measured_total(query, lang)
}
