//! A panel over the page: the browser's own dialog, so that Escape, focus and the rest behave as people know them.
use super::store::{Panel, Store, effect, watch};
use crate::app::node::{Node, h};
use crate::i18n::{Locale, Text};
use leptos::html::Dialog;
use leptos::prelude::*;

/// A dialog that shows `content` while `panel` is open; the content is built when it opens.
pub(super) fn dialog(
    store: Store,
    locale: Locale,
    panel: Panel,
    heading: Text,
    content: impl Fn() -> Node + Send + Sync + 'static,
) -> Node {
    let node = NodeRef::<Dialog>::new();
    let open = watch(move || u64::from(store.open.get() == Some(panel)));
    let open = move || open.get() == 1;
    effect(move || {
        let open = open();
        if let Some(dialog) = node.get() {
            if open && !dialog.open() {
                let _ = dialog.show_modal();
            } else if !open && dialog.open() {
                dialog.close();
            }
        }
    });
    let close = move |_| store.open.set(None);
    let closed = move |_| {
        if store.open.get_untracked() == Some(panel) {
            store.open.set(None);
        }
    };
    Node::from(
        h("dialog")
            .reference(node)
            .attr("aria-label", locale.text(heading))
            .on("close", closed)
            .kid(
                h("div")
                    .attr("class", "dialog-top")
                    .kid(h("h2").kid(locale.text(heading)))
                    .kid(
                        h("button")
                            .attr("type", "button")
                            .attr("class", "quiet")
                            .attr("aria-label", locale.text(Text::Close))
                            .on_click(close)
                            .kid("✕"),
                    ),
            )
            .kid(move || open().then(&content)),
    )
}
