//! The lesson as text, printed natively when the page is built: every number in it is computed by the ledger.
//!
//! The page fetches it when it is opened, listens for its links (`data-open`) and keeps the arithmetic of the present
//! configuration in it (`data-now`) up to date.
mod cases;
mod rules;

use crate::app::node::{Node, h};
use crate::i18n::{LessonText, Locale};

/// The view.
pub(super) fn view(locale: Locale) -> Node {
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
    Node::from(
        h("article")
            .attr("class", "lesson")
            .kid(h("h2").kid(t(LessonText::Heading)))
            .kid(
                h("nav")
                    .attr("class", "index")
                    .attr("aria-label", t(LessonText::OnThisPage))
                    .kid(
                        index
                            .into_iter()
                            .map(|(id, text)| {
                                Node::from(h("a").attr("href", ["#", id].concat()).kid(t(text)))
                            })
                            .collect::<Vec<_>>(),
                    ),
            )
            .kid(points(
                "l0-goals",
                t(LessonText::Goals),
                [LessonText::Goal1, LessonText::Goal2, LessonText::Goal3].map(t),
            ))
            .kid(rules::all(locale))
            .kid(cases::experiments(locale))
            .kid(points(
                "l0-overheads",
                t(LessonText::Overheads),
                [
                    LessonText::Overhead1,
                    LessonText::Overhead2,
                    LessonText::Overhead3,
                    LessonText::Overhead4,
                    LessonText::OverheadsEnd,
                ]
                .map(t),
            ))
            .kid(cases::usable(locale))
            .kid(points(
                "l0-checklist",
                t(LessonText::Checklist),
                [
                    LessonText::Check1,
                    LessonText::Check2,
                    LessonText::Check3,
                    LessonText::Check4,
                    LessonText::Check5,
                    LessonText::Check6,
                    LessonText::Check7,
                ]
                .map(t),
            ))
            .kid(cases::qwen3_8b(locale))
            .kid(cases::whiteboard(locale))
            .kid(points(
                "lesson-conflicts",
                t(LessonText::Conflicts),
                [
                    LessonText::Conflict1,
                    LessonText::Conflict2,
                    LessonText::Conflict3,
                    LessonText::Conflict4,
                    LessonText::Conflict5,
                    LessonText::Conflict6,
                ]
                .map(t),
            )),
    )
}

/// A heading with a list of sentences.
fn points<const N: usize>(
    id: &'static str,
    heading: &'static str,
    sentences: [&'static str; N],
) -> Node {
    Node::from(
        h("section").attr("id", id).kid(h("h3").kid(heading)).kid(
            h("ul")
                .attr("class", "points")
                .kid(sentences.map(|s| Node::from(h("li").kid(s)))),
        ),
    )
}

/// A link that sets the calculator to a query and shows the ledger; the page listens for `data-open`.
fn open_link(locale: Locale, query: &'static str) -> Node {
    Node::from(
        h("a")
            .attr("class", "try")
            .attr("href", ["?", query].concat())
            .attr("data-open", query)
            .kid(LessonText::TryIt.of(locale)),
    )
}
