//! What the reader of a link had to say, in a list that can be put away.
use super::store::Store;
use crate::i18n::{Locale, Text};
use crate::ledger::words::Word;
use crate::url::Level;
use leptos::prelude::*;

/// The list; nothing where there is nothing to say.
pub(super) fn panel(store: Store, locale: Locale) -> impl IntoView {
    move || {
        store.issues.with(|issues| {
            (!issues.is_empty()).then(|| {
                let grave = issues.iter().any(|issue| issue.level == Level::Error);
                let rows = issues.iter().map(|issue| {
                    view! { <li data-level=issue.level.slug() data-code=issue.code.slug()>{issue.sentence(locale)}</li> }
                });
                let heading = if grave { Text::LinkErrors } else { Text::LinkNotes };
                view! {
                    <section class="notices" data-grave=grave.then_some("") aria-label=locale.text(heading)>
                        <p><b>{locale.text(heading)}</b></p>
                        <ul>{rows.collect_view()}</ul>
                        <button type="button" class="quiet" aria-label=locale.text(Text::Dismiss) on:click=move |_| store.issues.set(Vec::new())>"✕"</button>
                    </section>
                }
            })
        })
    }
}
