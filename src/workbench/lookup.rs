//! The one request the page ever makes: a model's config.json from the address that is shown, when its button is pressed.
use super::act_in;
use crate::config_json;
use crate::hub::{Failure, Place, TIMEOUT_MS};
use crate::ledger::words::Word;
use crate::views::{Region, hub};
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, HtmlTextAreaElement, RequestCredentials, RequestInit, Response};

thread_local! {
    /// The request that is under way.
    static UNDER_WAY: RefCell<Option<AbortController>> = const { RefCell::new(None) };
}

/// Gives up the request that is under way.
pub(super) fn abort() {
    if let Some(controller) = UNDER_WAY.take() {
        controller.abort();
    }
}

/// Asks for a model's file; the answer comes back as an act of the region.
pub(super) fn fetch(place: Place) {
    abort();
    let Ok(controller) = AbortController::new() else {
        return;
    };
    UNDER_WAY.set(Some(controller.clone()));
    spawn_local(async move {
        let found = ask(&place, &controller).await;
        // A request that was given up says nothing any more.
        let mine = UNDER_WAY.with_borrow(|now| now.as_ref() == Some(&controller));
        if !mine {
            return;
        }
        UNDER_WAY.set(None);
        match found {
            Ok(text) => {
                put(&hub::named(&text, &place.id));
                act_in(Region::Hub, "found", "");
            }
            Err(failure) => act_in(Region::Hub, "answer", failure.slug()),
        }
    });
}

async fn ask(place: &Place, controller: &AbortController) -> Result<String, Failure> {
    let window = web_sys::window().ok_or(Failure::Blocked)?;
    if !window.navigator().on_line() {
        return Err(Failure::Offline);
    }
    let late = controller.clone();
    let give_up = Closure::once_into_js(move || late.abort_with_reason(&"timeout".into()));
    let timer = window
        .set_timeout_with_callback_and_timeout_and_arguments_0(give_up.unchecked_ref(), TIMEOUT_MS);
    let init = RequestInit::new();
    init.set_signal(Some(&controller.signal()));
    init.set_credentials(RequestCredentials::Omit);
    let answered = read(&window, place, &init).await;
    if let Ok(timer) = timer {
        window.clear_timeout_with_handle(timer);
    }
    match answered {
        Err(Failure::Blocked) if controller.signal().aborted() => Err(Failure::TimedOut),
        Err(Failure::Blocked) if !window.navigator().on_line() => Err(Failure::Offline),
        other => other,
    }
}

async fn read(
    window: &web_sys::Window,
    place: &Place,
    init: &RequestInit,
) -> Result<String, Failure> {
    let blocked = |_: JsValue| Failure::Blocked;
    let response = JsFuture::from(window.fetch_with_str_and_init(&place.address, init))
        .await
        .map_err(blocked)?
        .dyn_into::<Response>()
        .map_err(blocked)?;
    if let Some(failure) = Failure::of_status(response.status()) {
        return Err(failure);
    }
    let declared = response
        .headers()
        .get("content-length")
        .ok()
        .flatten()
        .and_then(|length| length.parse::<usize>().ok());
    if declared.is_some_and(|length| length > config_json::LIMIT) {
        return Err(Failure::TooLarge);
    }
    let text = JsFuture::from(response.text().map_err(blocked)?)
        .await
        .map_err(blocked)?
        .as_string()
        .unwrap_or_default();
    if text.len() > config_json::LIMIT {
        return Err(Failure::TooLarge);
    }
    Ok(text)
}

/// Puts a text into the import panel's box as if it were pasted there.
fn put(text: &str) {
    let area = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id(hub::TARGET))
        .and_then(|element| element.dyn_into::<HtmlTextAreaElement>().ok());
    if let Some(area) = area {
        area.set_value(text);
        if let Ok(event) = web_sys::Event::new("input") {
            let _ = area.dispatch_event(&event);
        }
    }
}
