//! What the reader does in a place, by the attributes of [`crate::views`]: one listener a kind of event, on the place.
use super::{act, ask, copied, pictures, typed};
use crate::url;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{
    Element, Event, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement, KeyboardEvent,
    MouseEvent,
};

/// Listens to a place, once.
pub(super) fn listen(place: &Element) {
    if place.has_attribute("data-heard") {
        return;
    }
    let _ = place.set_attribute("data-heard", "");
    let on = |kind: &str, hear: fn(&Element, &Event)| {
        let at = place.clone();
        let heard = Closure::<dyn FnMut(Event)>::new(move |event: Event| hear(&at, &event));
        let _ = place.add_event_listener_with_callback(kind, heard.as_ref().unchecked_ref());
        // The place goes with the page's view, and the closure is a few words: it may stay.
        heard.forget();
    };
    on("click", clicked);
    on("input", changing);
    on("change", changed);
    on("submit", submitted);
    on("keydown", pressed);
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()
}

fn closest(event: &Event, selector: &str) -> Option<Element> {
    target(event)?.closest(selector).ok().flatten()
}

fn clicked(place: &Element, event: &Event) {
    // A click with a modifier is the browser's: a new tab, a download.
    let modified = event
        .dyn_ref::<MouseEvent>()
        .is_some_and(|e| e.ctrl_key() || e.meta_key() || e.shift_key());
    let Some(part) = closest(
        event,
        "[data-open], [data-diff], button[data-act], [data-copy], [data-save], a[href^='#']",
    ) else {
        return;
    };
    let has = |name: &str| part.get_attribute(name);
    if modified && part.tag_name() == "A" {
        return;
    }
    if let Some(query) = has("data-open") {
        event.prevent_default();
        ask("open ", &query);
        scroll_up();
    } else if let Some(diff) = has("data-diff") {
        event.prevent_default();
        ask("decide ", &diff);
    } else if let Some(id) = has("data-copy") {
        copy(place, id);
    } else if let Some(kind) = has("data-save") {
        pictures::save(place, &kind);
    } else if let Some(name) = has("data-act") {
        event.prevent_default();
        act(place, &name, &has("data-value").unwrap_or_default());
    } else if let Some(href) = has("href") {
        // The address belongs to the link: a jump within the text does not write it.
        event.prevent_default();
        let id = href.trim_start_matches('#');
        // A control may stand in the page's own panel (`c-`) or in one of ours (`w-`).
        let ours = ["w-", id.trim_start_matches("c-")].concat();
        let found = part.owner_document().and_then(|document| {
            document
                .get_element_by_id(id)
                .or_else(|| document.get_element_by_id(&ours))
        });
        if let Some(found) = found {
            found.scroll_into_view();
            if let Some(control) = found.dyn_ref::<web_sys::HtmlElement>() {
                let _ = control.focus();
            }
        }
    }
}

fn scroll_up() {
    if let Some(window) = web_sys::window() {
        window.scroll_to_with_x_and_y(0.0, 0.0);
    }
}

/// The text of an input of any kind; a box that is ticked is "1" or "0".
fn value_of(part: &Element) -> Option<String> {
    if let Some(input) = part.dyn_ref::<HtmlInputElement>() {
        if input.type_() == "checkbox" {
            return Some(if input.checked() { "1" } else { "0" }.into());
        }
        return Some(input.value());
    }
    if let Some(select) = part.dyn_ref::<HtmlSelectElement>() {
        return Some(select.value());
    }
    part.dyn_ref::<HtmlTextAreaElement>()
        .map(|area| area.value())
}

/// True for inputs whose `change` is the decision: `input` says the same a moment earlier.
fn decides(part: &Element) -> bool {
    part.tag_name() == "SELECT"
        || part
            .dyn_ref::<HtmlInputElement>()
            .is_some_and(|input| input.type_() == "checkbox" || input.type_() == "radio")
}

fn changing(place: &Element, event: &Event) {
    let Some(part) = target(event) else { return };
    if decides(&part) {
        return;
    }
    let Some(value) = value_of(&part) else { return };
    if let Some(key) = part.get_attribute("data-key") {
        typed(&key, &value, false);
    } else if let Some(name) = part.get_attribute("data-act")
        && part.get_attribute("data-on").as_deref() != Some("change")
    {
        act(place, &name, &value);
    }
}

fn changed(place: &Element, event: &Event) {
    let Some(part) = target(event) else { return };
    let Some(value) = value_of(&part) else { return };
    let late = decides(&part) || part.get_attribute("data-on").as_deref() == Some("change");
    if let Some(key) = part.get_attribute("data-key") {
        if decides(&part) {
            ask("decide ", &url::pair(&key, &value));
        } else {
            typed(&key, &value, true);
        }
    } else if let Some(name) = part.get_attribute("data-act")
        && late
    {
        act(place, &name, &value);
    }
}

fn submitted(place: &Element, event: &Event) {
    event.prevent_default();
    let Some(form) = target(event) else { return };
    let Some(name) = form.get_attribute("data-act") else {
        return;
    };
    let first = form
        .query_selector("input:not([type=checkbox]):not([type=radio]), textarea")
        .ok()
        .flatten();
    let value = first.as_ref().and_then(value_of).unwrap_or_default();
    // A prompt is empty after its line is entered.
    if form.has_attribute("data-clear")
        && let Some(input) = first.as_ref().and_then(|f| f.dyn_ref::<HtmlInputElement>())
    {
        input.set_value("");
    }
    act(place, &name, &value);
}

fn pressed(place: &Element, event: &Event) {
    let Some(key) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    let Some(part) = target(event) else { return };
    let wanted = part.get_attribute("data-keys").unwrap_or_default();
    // Shift+Tab leaves the field, as everywhere.
    if key.shift_key() || !wanted.split(' ').any(|name| name == key.key()) {
        return;
    }
    let (Some(name), Some(value)) = (part.get_attribute("data-act"), value_of(&part)) else {
        return;
    };
    // An empty prompt has nothing to complete: Tab leaves it.
    if key.key() == "Tab" && value.trim().is_empty() {
        return;
    }
    event.prevent_default();
    act(place, &name, &[&key.key(), "\n", &value].concat());
}

/// Copies the text of an element; where the browser refuses, the text is selected.
fn copy(place: &Element, id: String) {
    let Some(source) = place
        .owner_document()
        .and_then(|d| d.get_element_by_id(&id))
    else {
        return;
    };
    let text = source.text_content().unwrap_or_default();
    wasm_bindgen_futures::spawn_local(async move {
        let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
        let well = match clipboard.filter(|clipboard| !clipboard.is_undefined()) {
            Some(clipboard) => wasm_bindgen_futures::JsFuture::from(clipboard.write_text(&text))
                .await
                .is_ok(),
            None => false,
        };
        if !well {
            select(&source);
        }
        copied(&id, well);
    });
}

fn select(source: &Element) {
    let selection = web_sys::window().and_then(|window| window.get_selection().ok().flatten());
    if let Some(selection) = selection {
        let _ = selection.select_all_children(source);
    }
}
