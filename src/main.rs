//! The page's start: takes over the prerendered default page in the language that the head script chose.
#![recursion_limit = "512"] // a view is one nested type

use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use vram_ledger::app::App;
use vram_ledger::i18n::Locale;

fn main() {
    std::panic::set_hook(Box::new(|info| {
        leptos::logging::error!("{info}");
        // A page that stopped says so, instead of showing numbers that no longer follow the controls.
        if let Some(html) = document().document_element() {
            let _ = html.class_list().add_1("failed");
        }
    }));
    // boot.js has named the chosen language's root `app`; head.js has written `lang` before the first paint.
    let html = document().document_element();
    let tag = html
        .and_then(|html| html.get_attribute("lang"))
        .unwrap_or_default();
    let locale = if tag.starts_with("zh") {
        Locale::Zh
    } else {
        Locale::En
    };
    if let Some(root) = document()
        .get_element_by_id("app")
        .and_then(|root| root.dyn_into().ok())
    {
        leptos::mount::hydrate_from(root, move || view! { <App locale/> }).forget();
    }
}
