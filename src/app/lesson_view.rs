//! The lesson as live text: rules, tables and experiments whose every number is computed by the ledger.
mod cases;
mod rules;

use super::store::Store;
use crate::display::View;
use crate::i18n::{LessonText, Locale};
use leptos::prelude::*;

/// The view.
pub(super) fn view(store: Store, locale: Locale) -> impl IntoView {
    let t = move |text: LessonText| text.of(locale);
    let index = [
        ("l0-goals", LessonText::Goals),
        ("l0-residents", LessonText::Residents),
        ("l0-weights", LessonText::Weights),
        ("l0-experiments", LessonText::Experiments),
        ("l0-overheads", LessonText::Overheads),
        ("l0-checklist", LessonText::Checklist),
        ("q8-config", LessonText::Q8),
        ("wb-mottos", LessonText::Whiteboard),
        ("lesson-conflicts", LessonText::Conflicts),
    ];
    view! {
        <article class="lesson">
            <h2>{t(LessonText::Heading)}</h2>
            <nav class="index" aria-label=t(LessonText::OnThisPage)>
                {index.into_iter().map(|(id, text)| view! { <a href=["#", id].concat() on:click=move |e| jump(&e, id)>{t(text)}</a> }).collect_view()}
            </nav>
            {points("l0-goals", t(LessonText::Goals), [LessonText::Goal1, LessonText::Goal2, LessonText::Goal3].map(t))}
            {rules::all(store, locale)}
            {cases::experiments(store, locale)}
            {points("l0-overheads", t(LessonText::Overheads), [LessonText::Overhead1, LessonText::Overhead2, LessonText::Overhead3, LessonText::Overhead4, LessonText::OverheadsEnd].map(t))}
            {cases::usable(store, locale)}
            {points("l0-checklist", t(LessonText::Checklist), [
                LessonText::Check1, LessonText::Check2, LessonText::Check3, LessonText::Check4, LessonText::Check5, LessonText::Check6, LessonText::Check7,
            ].map(t))}
            {cases::qwen3_8b(store, locale)}
            {cases::whiteboard(store, locale)}
            {points("lesson-conflicts", t(LessonText::Conflicts), [
                LessonText::Conflict1, LessonText::Conflict2, LessonText::Conflict3, LessonText::Conflict4, LessonText::Conflict5, LessonText::Conflict6,
            ].map(t))}
        </article>
    }
}

/// Scrolls to a part without writing the address, which belongs to the link.
fn jump(event: &leptos::ev::MouseEvent, id: &str) {
    event.prevent_default();
    if let Some(part) = document().get_element_by_id(id) {
        part.scroll_into_view();
    }
}

/// A heading with a list of sentences.
fn points<const N: usize>(
    id: &'static str,
    heading: &'static str,
    sentences: [&'static str; N],
) -> impl IntoView {
    view! {
        <section id=id>
            <h3>{heading}</h3>
            <ul class="points">{sentences.map(|s| view! { <li>{s}</li> })}</ul>
        </section>
    }
}

/// A link that sets the calculator to a query and shows the ledger.
fn open_link(store: Store, locale: Locale, query: &'static str) -> impl IntoView {
    let open = move |e: leptos::ev::MouseEvent| {
        e.prevent_default();
        store.open_query(query, |display| display.view = View::Ledger);
    };
    view! { <a class="try" href=["?", query].concat() on:click=open>{LessonText::TryIt.of(locale)}</a> }
}
