//! A view whose text was printed when the page was built: fetched when opened, brought to life by listening from outside.
//!
//! `data-open` opens a query in the calculator, `data-panel` a panel, `data-now` shows a line's arithmetic as it is now;
//! a question's form shows its notes when it is answered.
use super::live_view::{Loading, sentence};
use super::node::{Node, frag, h};
use super::store::{Panel, Store, effect, spawn};
use crate::display::View;
use crate::i18n::{Locale, Text};
use crate::ledger::item::Item;
use crate::ledger::words::Word;
use crate::text::arithmetic;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// boot.js: the text of a name, from the page's own folder, checked against the hash written at build time.
    #[wasm_bindgen(catch, js_name = vramText)]
    fn vram_text(name: &str) -> Result<js_sys::Promise, JsValue>;
}

/// The view of a printed text.
pub(super) fn view(store: Store, locale: Locale, view: View) -> Node {
    let node = NodeRef::<Div>::new();
    let state = RwSignal::new(Loading::Under);
    let load = move || {
        let name = [view.slug(), "-", locale.slug()].concat();
        spawn(async move {
            let text = match vram_text(&name) {
                Ok(promise) => JsFuture::from(promise)
                    .await
                    .ok()
                    .and_then(|text| text.as_string()),
                Err(_) => None,
            };
            match (node.get_untracked(), text) {
                (Some(place), Some(text)) => {
                    place.set_inner_html(&text);
                    state.set(Loading::Done);
                }
                (_, None) => drop(state.try_set(Loading::Failed)),
                (None, Some(_)) => {}
            }
        });
    };
    effect(move || {
        if node.get().is_some() && state.get_untracked() == Loading::Under {
            load();
        }
    });
    effect(move || {
        if state.get() == Loading::Done {
            store.with_settled(|report| {
                if let Some(place) = node.get_untracked() {
                    write_now(&place, report, locale);
                }
            });
        }
    });
    let again = move || {
        state.set(Loading::Under);
        load();
    };
    Node::from(
        frag()
            .kid(move || sentence(locale, state.get(), again))
            .kid(
                h("div")
                    .attr("class", "printed")
                    .reference(node)
                    .on_click(move |event| clicked(store, &event))
                    .on("submit", move |event| answered(&event))
                    .on("change", move |event| changed(&event)),
            ),
    )
}

fn clicked(store: Store, event: &web_sys::MouseEvent) {
    let Some(target) = event
        .target()
        .and_then(|t| t.dyn_into::<web_sys::Element>().ok())
    else {
        return;
    };
    if let Ok(Some(link)) = target.closest("[data-open]") {
        event.prevent_default();
        let query = link.get_attribute("data-open").unwrap_or_default();
        store.open_query(&query, |display| display.view = View::Ledger);
        window().scroll_to_with_x_and_y(0.0, 0.0);
    } else if let Ok(Some(_)) = target.closest("[data-panel]") {
        store.open.set(Some(Panel::Import));
    } else if let Ok(Some(link)) = target.closest("a[href^='#']") {
        // The address belongs to the link: a jump within the text does not write it.
        event.prevent_default();
        let id = link.get_attribute("href").unwrap_or_default();
        if let Some(part) = document().get_element_by_id(id.trim_start_matches('#')) {
            part.scroll_into_view();
        }
    }
}

/// Writes the present arithmetic of each line that the text speaks of.
fn write_now(place: &web_sys::Element, report: &crate::text::Report, locale: Locale) {
    each(place, "[data-now]", |part| {
        let item = part
            .get_attribute("data-now")
            .and_then(|slug| Item::of(&slug));
        let formula = item
            .and_then(|item| report.ledger.line(item))
            .and_then(|line| line.largest());
        let texts = formula.map(|formula| {
            (
                [locale.text(Text::Now), &arithmetic::names(formula, locale)].concat(),
                arithmetic::worked(formula),
            )
        });
        let (names, digits) =
            texts.unwrap_or_else(|| (locale.text(Text::NotHereNow).into(), String::new()));
        for (selector, text) in [(".names", names), (".digits", digits)] {
            if let Ok(Some(part)) = part.query_selector(selector) {
                part.set_text_content(Some(&text));
            }
        }
    });
}

/// An answer: every option's note, and whether all that is right was chosen and nothing else.
fn answered(event: &web_sys::Event) {
    event.prevent_default();
    let Some(form) = event
        .target()
        .and_then(|t| t.dyn_into::<web_sys::Element>().ok())
    else {
        return;
    };
    let (mut right, mut any) = (true, false);
    each(&form, ".option", |option| {
        let input = option
            .query_selector("input")
            .ok()
            .flatten()
            .and_then(|i| i.dyn_into::<web_sys::HtmlInputElement>().ok());
        let chosen = input.is_some_and(|input| input.checked());
        any |= chosen;
        right &= chosen == is_right(option);
    });
    show(&form, any.then_some(right));
}

/// A change of mind takes the notes away.
fn changed(event: &web_sys::Event) {
    let target = event
        .target()
        .and_then(|t| t.dyn_into::<web_sys::Element>().ok());
    if let Some(form) = target.and_then(|t| t.closest("form").ok().flatten()) {
        each(&form, ".option", |option| {
            drop(option.remove_attribute("data-state"))
        });
        each(
            &form,
            "[data-said], [data-explanation], .feedback",
            |part| hide(part, true),
        );
    }
}

fn is_right(option: &web_sys::Element) -> bool {
    option.get_attribute("data-right").as_deref() == Some("1")
}

/// Shows what holds: nothing chosen yet, or right or wrong with the notes.
fn show(form: &web_sys::Element, right: Option<bool>) {
    let said = match right {
        None => "none",
        Some(true) => "1",
        Some(false) => "0",
    };
    each(form, "[data-said]", |part| {
        hide(
            part,
            part.get_attribute("data-said").as_deref() != Some(said),
        )
    });
    each(form, "[data-explanation], .feedback", |part| {
        hide(part, right.is_none())
    });
    each(form, ".option", |option| {
        let _ = match right {
            Some(_) => option.set_attribute(
                "data-state",
                if is_right(option) { "right" } else { "wrong" },
            ),
            None => option.remove_attribute("data-state"),
        };
    });
}

fn hide(part: &web_sys::Element, hidden: bool) {
    let _ = if hidden {
        part.set_attribute("hidden", "")
    } else {
        part.remove_attribute("hidden")
    };
}

fn each(place: &web_sys::Element, selector: &str, mut act: impl FnMut(&web_sys::Element)) {
    let Ok(found) = place.query_selector_all(selector) else {
        return;
    };
    for index in 0..found.length() {
        if let Some(part) = found
            .item(index)
            .and_then(|node| node.dyn_into::<web_sys::Element>().ok())
        {
            act(&part);
        }
    }
}
