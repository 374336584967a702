//! The page's root: one store, one memo, and views that only read.
mod controls;
mod cuts_view;
mod dialog;
mod embed;
mod field;
mod history;
mod import;
mod kv_view;
mod ledger_view;
mod lesson_view;
mod notices;
mod picture;
mod quiz_view;
mod share;
mod storage;
mod store;
mod theme;
mod verdict;

pub use store::Store;

use crate::display::{Chrome, View};
use crate::i18n::{Locale, Text};
use crate::ledger::words::Word;
use crate::url::Key;
use leptos::prelude::*;

/// The page in a language. It starts at the default link, as prerendered; the address is read right after hydration.
#[component]
pub fn App(
    /// The language at the start.
    locale: Locale,
) -> impl IntoView {
    let store = Store::new(locale);
    history::start(store);
    embed::start(store);
    // A change of language builds the page anew: its texts are plain strings, and the state lives in the store.
    move || page(store, store.locale.get())
}

fn page(store: Store, locale: Locale) -> impl IntoView {
    let text = move |t: Text| locale.text(t);
    let view = Memo::new(move |_| store.link.with(|link| link.display.view));
    let compact = move || {
        store
            .link
            .with(|link| link.display.embed && link.display.ui == Chrome::Compact)
    };
    view! {
        <a class="skip" href="#result">{text(Text::SkipToResult)}</a>
        <header class="top">
            <h1><a href="./" on:click=move |e| { e.prevent_default(); store.decide(|link| *link = Default::default()) }>{text(Text::Title)}</a></h1>
            <p class="tag">{text(Text::Tagline)}</p>
            <div class="tools">
                {share::button(store, locale)}
                {language_button(store, locale)}
                {theme::button(store, locale)}
            </div>
        </header>
        <nav class="views" aria-label=text(Text::Views)>
            {View::ALL.iter().map(|v| view_link(store, locale, view, *v)).collect_view()}
        </nav>
        <main class="desk" class:compact=compact>
            {verdict::bar(store, locale)}
            {controls::panel(store, locale)}
            <div class="view" id="result" tabindex="-1">
                {notices::panel(store, locale)}
                {move || match view.get() {
                    View::Ledger => ledger_view::view(store, locale).into_any(),
                    View::Kv => kv_view::view(store, locale).into_any(),
                    View::Lesson => lesson_view::view(store, locale).into_any(),
                    View::Quiz => quiz_view::view(store, locale).into_any(),
                }}
            </div>
        </main>
        <footer class="foot">
            <p>{text(Text::FootPrivacy)}</p>
            <p>{text(Text::FootMethod)}</p>
            {embed::open_in_full(store, locale)}
        </footer>
        {share::panel(store, locale)}
        {import::panel(store, locale)}
    }
}

fn view_link(store: Store, locale: Locale, current: Memo<View>, view: View) -> impl IntoView {
    let here = move || (current.get() == view).then_some("page");
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
    view! { <a href=href aria-current=here on:click=go>{view.label(locale)}</a> }
}

fn language_button(store: Store, locale: Locale) -> impl IntoView {
    let other = locale.other();
    view! {
        <button type="button" class="quiet" lang=other.tag() data-lang-toggle="" on:click=move |_| theme::speak(store, other)>
            {locale.text(Text::OtherLanguage)}
        </button>
    }
}
