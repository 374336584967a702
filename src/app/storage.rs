//! What the browser remembers: language and theme. In a sandboxed frame storage throws, which is swallowed here.
use leptos::prelude::window;

/// Remembers a choice, where that is allowed.
pub fn remember(name: &str, value: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(&["vram-ledger:", name].concat(), value);
    }
}
