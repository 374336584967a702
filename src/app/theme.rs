//! Language and theme: the link's word first, then what was chosen before; the head script applied both before the first paint.
use super::storage;
use super::store::Store;
use crate::app::node::{Node, h, svg};
use crate::display::{Display, Lang, Theme};
use crate::i18n::{Locale, Text};
use crate::ledger::words::Word;
use leptos::prelude::*;

/// Follows the display keys of an address.
pub(super) fn follow(store: Store, display: &Display) {
    match display.lang {
        Lang::Auto => {}
        Lang::Zh => show(store, Locale::Zh),
        Lang::En => show(store, Locale::En),
    }
    if display.theme != Theme::Auto {
        paint(display.theme);
    }
}

/// Switches the language by the reader's choice.
pub(super) fn speak(store: Store, locale: Locale) {
    storage::remember("lang", locale.slug());
    show(store, locale);
    store.slide(|link| {
        // A link that names a language goes on naming the one that is shown.
        if link.display.lang != Lang::Auto {
            link.display.lang = match locale {
                Locale::Zh => Lang::Zh,
                Locale::En => Lang::En,
            };
        }
    });
    // The page was built anew: the button that was pressed is another one now.
    request_animation_frame(|| {
        if let Ok(Some(button)) = document().query_selector("[data-lang-toggle]") {
            focus(&button);
        }
    });
}

/// Puts the focus on an element that takes it.
pub(super) fn focus(element: &web_sys::Element) {
    use wasm_bindgen::JsCast;
    if let Some(element) = element.dyn_ref::<web_sys::HtmlElement>() {
        let _ = element.focus();
    }
}

fn show(store: Store, locale: Locale) {
    if store.locale.get_untracked() != locale {
        if let Some(html) = document().document_element() {
            let _ = html.set_attribute("lang", locale.tag());
        }
        document().set_title(locale.text(Text::DocumentTitle));
        store.locale.set(locale);
    }
}

/// True where the page is dark now, by choice or by the system.
fn is_dark() -> bool {
    let html = document().document_element();
    let chosen = html
        .and_then(|html| html.get_attribute("data-theme"))
        .and_then(|slug| Theme::of(&slug));
    match chosen {
        Some(Theme::Dark) => true,
        Some(Theme::Light) => false,
        Some(Theme::Auto) | None => system_is_dark(),
    }
}

fn system_is_dark() -> bool {
    let query = window().match_media("(prefers-color-scheme: dark)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

fn paint(theme: Theme) {
    if let Some(html) = document().document_element() {
        let _ = match theme {
            Theme::Auto => html.remove_attribute("data-theme"),
            Theme::Light | Theme::Dark => html.set_attribute("data-theme", theme.slug()),
        };
    }
    // Pictures are drawn in the page's colours.
    super::send("vram-ledger:theme", "");
}

/// The button that turns light to dark and back; back at the system's own, it follows the system again.
pub(super) fn button(store: Store, locale: Locale) -> Node {
    let next = move |_| {
        let dark = !is_dark();
        let theme = match (dark == system_is_dark(), dark) {
            (true, _) => Theme::Auto,
            (false, true) => Theme::Dark,
            (false, false) => Theme::Light,
        };
        storage::remember("theme", theme.slug());
        paint(theme);
        store.slide(|link| {
            if link.display.theme != Theme::Auto {
                link.display.theme = theme;
            }
        });
    };
    Node::from(
        h("button")
            .attr("type", "button")
            .attr("class", "quiet icon")
            .attr("data-theme-toggle", "")
            .attr("title", locale.text(Text::ThemeTitle))
            .attr("aria-label", locale.text(Text::ThemeTitle))
            .on_click(next)
            .kid(
                svg("svg")
                    .attr("viewBox", "0 0 16 16")
                    .attr("width", "16")
                    .attr("height", "16")
                    .attr("aria-hidden", "true")
                    .kid(
                        svg("circle")
                            .attr("cx", "8")
                            .attr("cy", "8")
                            .attr("r", "6.25")
                            .attr("class", "ring"),
                    )
                    .kid(
                        svg("path")
                            .attr("d", "M8 1.75a6.25 6.25 0 0 1 0 12.5z")
                            .attr("class", "half"),
                    ),
            ),
    )
}
