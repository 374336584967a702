//! The only room that touches the address: reads it once hydrated and on Back, writes it after decisions and pauses.
use super::store::{Step, Store, effect};
use super::{embed, theme};
use crate::url::{self, Link};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::cell::Cell;
use std::time::Duration;

/// Pause after the last step of a slider before the address follows.
const PAUSE: Duration = Duration::from_millis(300);

thread_local! {
    /// The write that waits for the pause to end.
    static PENDING: Cell<Option<TimeoutHandle>> = const { Cell::new(None) };
}

/// Reads the address when the page has come to life, and again on Back and Forward.
pub fn start(store: Store) {
    // Hydration does not repair text: the page starts at the default link and takes the address's state right after.
    effect(move || {
        read(store);
        store.alive.set(true);
        if let Some(html) = document().document_element() {
            let _ = html.class_list().remove_1("pending");
        }
        let back = window_event_listener(leptos::ev::popstate, move |_| {
            cancel();
            read(store);
        });
        on_cleanup(move || back.remove());
    });
}

fn read(store: Store) {
    let search = window().location().search().unwrap_or_default();
    let (link, issues) = url::parse(&search);
    theme::follow(store, &link.display);
    store.issues.set(issues);
    store.link.set(link);
    store.settle();
}

/// Enters a change into the history; nothing is written in an embed.
pub(super) fn record(store: Store, step: Step, link: &Link) {
    if link.display.embed {
        embed::tell(link);
        return;
    }
    match step {
        Step::Decision => {
            // A slider's last step belongs to the entry before the decision, so that Back finds it.
            if cancel() {
                store
                    .link
                    .with_untracked(|present| write(present, Step::Slide));
            }
            write(link, Step::Decision);
        }
        Step::Slide => {
            cancel();
            let later = set_timeout_with_handle(
                move || {
                    cancel();
                    store
                        .link
                        .with_untracked(|present| write(present, Step::Slide));
                },
                PAUSE,
            );
            PENDING.set(later.ok());
        }
    }
}

/// Takes back a write that waits; true where there was one.
fn cancel() -> bool {
    PENDING.take().is_some_and(|handle| {
        handle.clear();
        true
    })
}

/// Writes the address. A refused write (a sandbox, too many in a while) is no fault: the next one carries all.
fn write(link: &Link, step: Step) {
    let Ok(history) = window().history() else {
        return;
    };
    let query = url::format(link);
    let path = window().location().pathname().unwrap_or_default();
    let address = if query.is_empty() {
        path
    } else {
        [&path, "?", &query].concat()
    };
    let null = wasm_bindgen::JsValue::NULL;
    let _ = match step {
        Step::Decision => history.push_state_with_url(&null, "", Some(&address)),
        Step::Slide => history.replace_state_with_url(&null, "", Some(&address)),
    };
}
