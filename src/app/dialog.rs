//! A panel over the page: the browser's own dialog, so that Escape, focus and the rest behave as people know them.
use super::store::{Panel, Store};
use crate::i18n::{Locale, Text};
use leptos::html::Dialog;
use leptos::prelude::*;

/// A dialog that shows `content` while `panel` is open; the content is built when it opens.
pub(super) fn dialog(
    store: Store,
    locale: Locale,
    panel: Panel,
    heading: Text,
    content: impl Fn() -> AnyView + Send + Sync + 'static,
) -> impl IntoView {
    let node = NodeRef::<Dialog>::new();
    let open = Memo::new(move |_| store.open.get() == Some(panel));
    Effect::new(move |_| {
        let open = open.get();
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
    view! {
        <dialog node_ref=node aria-label=locale.text(heading) on:close=closed>
            <div class="dialog-top">
                <h2>{locale.text(heading)}</h2>
                <button type="button" class="quiet" aria-label=locale.text(Text::Close) on:click=close>"✕"</button>
            </div>
            {move || open.get().then(&content)}
        </dialog>
    }
}
