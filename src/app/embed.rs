//! The page inside another page: what it shows, and what it tells the frame's parent. Heights and messages go through boot.js.
use super::store::{Store, effect};
use crate::app::node::{Node, h};
use crate::i18n::{Locale, Text};
use crate::url::{self, Link};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The event by which boot.js hands on a parent's `vram-ledger:set`, with the query as its detail.
const SET: &str = "vram-ledger:set";
/// The event that boot.js passes to the parent as `vram-ledger:state`.
const STATE: &str = "vram-ledger:state";

/// Listens to the parent and follows the display keys that concern the frame.
pub(super) fn start(store: Store) {
    effect(move || {
        let heard = window_event_listener_untyped(SET, move |event| {
            let detail = event
                .dyn_ref::<web_sys::CustomEvent>()
                .and_then(|event| event.detail().as_string());
            if let Some(query) = detail {
                let display = store.link.with_untracked(|link| link.display.clone());
                store.open_query(&query, |read| {
                    // The frame's own keys are its parent's address's, not a message's.
                    read.embed = display.embed;
                    read.lang = display.lang;
                    read.theme = display.theme;
                    read.ui = display.ui;
                    read.lock = display.lock;
                });
            }
        });
        on_cleanup(move || heard.remove());
    });
}

/// Tells the parent what the frame shows now.
pub(super) fn tell(link: &Link) {
    super::send(STATE, &url::format(link));
}

/// The link out of the frame, which keeps the state.
pub(super) fn open_in_full(store: Store, locale: Locale) -> Node {
    let href = move || {
        store.with_link(|link| {
            let mut link = link.clone();
            link.display.embed = false;
            link.display.ui = crate::display::Chrome::Full;
            link.display.lock.clear();
            ["?", &url::format_copied(&link)].concat()
        })
    };
    Node::from(
        h("a")
            .attr("class", "open-full")
            .attr("href", href)
            .attr("target", "_blank")
            .attr("rel", "noopener")
            .kid(locale.text(Text::OpenInFull)),
    )
}
