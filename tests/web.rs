//! The page's component in a real browser: `cargo test --target wasm32-unknown-unknown --features csr --test web`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test says why it fails by stopping
#![cfg(target_arch = "wasm32")]

use leptos::mount::mount_to;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use vram_ledger::app::app;
use vram_ledger::i18n::Locale;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, Event, EventInit, HtmlElement, HtmlInputElement};

wasm_bindgen_test_configure!(run_in_browser);

/// Mounts the page into an element of its own; dropping the handle takes it out again.
fn mounted(locale: Locale) -> (Element, impl Drop) {
    let host: HtmlElement = document().create_element("div").unwrap().unchecked_into();
    document().body().unwrap().append_child(&host).unwrap();
    let handle = mount_to(host.clone(), move || app(locale));
    (host.into(), handle)
}

#[track_caller]
fn text(host: &Element, selector: &str) -> String {
    let found = host.query_selector(selector).unwrap();
    found
        .unwrap_or_else(|| panic!("nothing matches {selector}"))
        .text_content()
        .unwrap()
        .trim()
        .into()
}

/// Moves a control as a person does: the value first, then the event that tells the page.
async fn set(host: &Element, selector: &str, value: &str) {
    let input: HtmlInputElement = host
        .query_selector(selector)
        .unwrap()
        .expect(selector)
        .unchecked_into();
    input.set_value(value);
    let bubbles = EventInit::new();
    bubbles.set_bubbles(true);
    input
        .dispatch_event(&Event::new_with_event_init_dict("input", &bubbles).unwrap())
        .unwrap();
    leptos::task::tick().await;
}

#[wasm_bindgen_test]
async fn the_default_page_shows_the_lessons_ledger() {
    for locale in [Locale::Zh, Locale::En] {
        let (host, _page) = mounted(locale);
        leptos::task::tick().await;
        assert!(text(&host, "[data-item=optimizer_states] [data-value]").starts_with("6.71"));
        assert!(text(&host, "[data-item=kv_cache] [data-value]").starts_with("1.75"));
        assert!(text(&host, "[data-left]").contains("16.6"));
    }
}

#[wasm_bindgen_test]
async fn a_slider_changes_its_lines_and_the_total_only() {
    let (host, _page) = mounted(Locale::Zh);
    leptos::task::tick().await;
    let (logits, weights) = (
        "[data-item=logits] [data-value]",
        "[data-item=policy_weights] [data-value]",
    );
    let before = (
        text(&host, logits),
        text(&host, weights),
        text(&host, "[data-total]"),
    );
    set(&host, "input[type=range][data-key=mb]", "4").await;
    assert_ne!(text(&host, logits), before.0);
    assert_eq!(text(&host, weights), before.1);
    assert_ne!(text(&host, "[data-total]"), before.2);
}
