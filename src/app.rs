//! The page's root: one store, one memo, and views that only read.
mod controls;
mod core_module;
mod cuts_view;
mod dialog;
mod embed;
mod field;
mod history;
mod import;
mod kv_view;
mod ledger_view;
#[cfg(feature = "ssr")]
mod lesson_page;
mod live_view;
mod node;
mod notices;
mod printed_view;
#[cfg(feature = "ssr")]
mod quiz_page;
mod share;
mod storage;
mod store;
mod theme;
mod verdict;

use node::{IntoNode, Node, frag, h};
use store::{Store, index_of, watch, word_at};

use crate::display::{Chrome, View};
use crate::i18n::{Locale, Text};
use crate::ledger::config::Method;
use crate::ledger::words::Word;
use crate::url::Key;
use leptos::prelude::*;

/// The page in a language. It starts at the default link, as prerendered; the address is read right after hydration.
pub fn app(locale: Locale) -> impl RenderHtml<State: Mountable> + use<> {
    let store = Store::new(locale);
    history::start(store);
    embed::start(store);
    live_view::start(store);
    // A change of language builds the page anew: its texts are plain strings, and the state lives in the store.
    IntoNode::node(move || page(store, store.locale.get()))
}

/// The texts that are printed when the page is built and fetched when their view is opened: name, HTML.
#[cfg(feature = "ssr")]
pub fn printed(locale: Locale) -> [(View, String); 2] {
    let owner = Owner::new();
    owner.with(|| {
        [
            (View::Lesson, lesson_page::view(locale).to_html()),
            (View::Quiz, quiz_page::view(locale).to_html()),
        ]
    })
}

fn page(store: Store, locale: Locale) -> Node {
    let text = move |t: Text| locale.text(t);
    let view = watch(move || store.with_link(|link| index_of(link.display.view)));
    let view = move || word_at(view.get(), View::Ledger);
    let measured =
        watch(move || u64::from(store.with_link(|link| link.config.method == Method::Measured)));
    let measured = move || measured.get() != 0;
    let compact =
        move || store.with_link(|link| link.display.embed && link.display.ui == Chrome::Compact);
    Node::from(
        frag()
            .kid(
                h("a")
                    .attr("class", "skip")
                    .attr("href", "#result")
                    .kid(text(Text::SkipToResult)),
            )
            .kid(
                h("header")
                    .attr("class", "top")
                    .kid(
                        h("h1").kid(
                            h("a")
                                .attr("href", "./")
                                .on_click(move |e| {
                                    e.prevent_default();
                                    store.decide(|link| *link = Default::default())
                                })
                                .kid(text(Text::Title)),
                        ),
                    )
                    .kid(h("p").attr("class", "tag").kid(text(Text::Tagline)))
                    .kid(
                        h("div")
                            .attr("class", "tools")
                            .kid(share::button(store, locale))
                            .kid(language_button(store, locale))
                            .kid(theme::button(store, locale)),
                    ),
            )
            .kid(
                h("nav")
                    .attr("class", "views")
                    .attr("aria-label", text(Text::Views))
                    .kid(
                        View::ALL
                            .iter()
                            .map(|v| view_link(store, locale, view, *v))
                            .collect::<Vec<_>>(),
                    ),
            )
            .kid(
                h("main")
                    .attr("class", "desk")
                    .toggle("compact", compact)
                    .kid(controls::panel(store, locale))
                    .kid(move || {
                        if measured() {
                            live_view::place(store, locale, "verdict")
                        } else {
                            verdict::bar(store, locale)
                        }
                    })
                    .kid(
                        h("div")
                            .attr("class", "view")
                            .attr("id", "result")
                            .attr("tabindex", "-1")
                            .kid(notices::panel(store, locale))
                            .kid(move || match view() {
                                View::Ledger if !measured() => ledger_view::view(store, locale),
                                view @ (View::Lesson | View::Quiz | View::Accuracy) => {
                                    printed_view::view(store, locale, view)
                                }
                                view @ (View::Ledger
                                | View::Kv
                                | View::Serving
                                | View::Colocate
                                | View::Capacity
                                | View::Way
                                | View::Fit
                                | View::Triage
                                | View::Flags
                                | View::Drill) => live_view::place(store, locale, view.slug()),
                            }),
                    ),
            )
            .kid(
                h("footer")
                    .attr("class", "foot")
                    .kid(h("p").kid(text(Text::FootPrivacy)))
                    .kid(h("p").kid(text(Text::FootMethod)))
                    .kid(embed::open_in_full(store, locale)),
            )
            .kid(share::panel(store, locale))
            .kid(import::panel(store, locale)),
    )
}

fn view_link(
    store: Store,
    locale: Locale,
    current: impl Fn() -> View + Copy + Send + Sync + 'static,
    view: View,
) -> Node {
    let here = move || (current() == view).then_some("page");
    let go = move |e: leptos::ev::MouseEvent| {
        // A click with a modifier is the browser's: a new tab, a download.
        if !(e.ctrl_key() || e.meta_key() || e.shift_key()) {
            e.prevent_default();
            store.decide(|link| link.display.view = view);
        }
    };
    let href = if view == View::Ledger {
        "./".to_string()
    } else {
        ["?", Key::View.slug(), "=", view.slug()].concat()
    };
    Node::from(
        h("a")
            .attr("href", href)
            .attr("aria-current", here)
            .attr("class", view.begins_group().then_some("group"))
            .on_click(go)
            .kid(view.label(locale)),
    )
}

fn language_button(store: Store, locale: Locale) -> Node {
    let other = locale.other();
    Node::from(
        h("button")
            .attr("type", "button")
            .attr("class", "quiet")
            .attr("lang", other.tag())
            .attr("data-lang-toggle", "")
            .on_click(move |_| theme::speak(store, other))
            .kid(locale.text(Text::OtherLanguage)),
    )
}

/// Sends an event with a text to whoever listens on the window.
fn send(name: &str, detail: &str) {
    let init = web_sys::CustomEventInit::new();
    init.set_detail(&detail.into());
    if let Ok(event) = web_sys::CustomEvent::new_with_event_init_dict(name, &init) {
        let _ = window().dispatch_event(&event);
    }
}
