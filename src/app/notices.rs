//! What the reader of a link had to say, in a list that can be put away.
use super::store::Store;
use crate::app::node::{Node, h};
use crate::i18n::{Locale, Text};
use crate::ledger::words::Word;
use crate::url::Level;
use leptos::prelude::*;

/// The list; nothing where there is nothing to say.
pub(super) fn panel(store: Store, locale: Locale) -> Node {
    Node::from_all(move || {
        store.issues.with(|issues| {
            (!issues.is_empty()).then(|| {
                let grave = issues.iter().any(|issue| issue.level == Level::Error);
                let rows = issues.iter().map(|issue| {
                    Node::from(
                        h("li")
                            .attr("data-level", issue.level.slug())
                            .attr("data-code", issue.code.slug())
                            .kid(issue.sentence(locale)),
                    )
                });
                let heading = if grave {
                    Text::LinkErrors
                } else {
                    Text::LinkNotes
                };
                Node::from(
                    h("section")
                        .attr("class", "notices")
                        .attr("data-grave", grave.then_some(""))
                        .attr("aria-label", locale.text(heading))
                        .kid(h("p").kid(h("b").kid(locale.text(heading))))
                        .kid(h("ul").kid(rows.collect::<Vec<_>>()))
                        .kid(
                            h("button")
                                .attr("type", "button")
                                .attr("class", "quiet")
                                .attr("aria-label", locale.text(Text::Dismiss))
                                .on_click(move |_| store.issues.set(Vec::new()))
                                .kid("✕"),
                        ),
                )
            })
        })
    })
}
