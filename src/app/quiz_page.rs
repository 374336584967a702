//! The questions as text, printed natively when the page is built: every number in it is computed by the ledger.
//!
//! The notes under the options and the explanation are there from the start, hidden; answering shows them.
use crate::app::node::{Node, h};
use crate::i18n::{Locale, ToolText, Voice};
use crate::ledger::units::ByteUnit;
use crate::ledger::words::Word;
use crate::quiz::{Choice, Question};
use crate::text::arithmetic;

/// The questions in a language.
pub(super) fn view(locale: Locale) -> Node {
    let voice = Voice {
        locale,
        unit: ByteUnit::GiB,
    };
    Node::from(
        h("section")
            .attr("class", "quiz")
            .attr("aria-label", ToolText::QuizHeading.of(locale))
            .kid(h("h2").kid(ToolText::QuizHeading.of(locale)))
            .kid(
                h("p")
                    .attr("class", "lead")
                    .kid(ToolText::QuizLead.of(locale)),
            )
            .kid(
                Question::ALL
                    .iter()
                    .map(|q| question(*q, voice))
                    .collect::<Vec<_>>(),
            ),
    )
}

fn question(question: Question, voice: Voice) -> Node {
    let locale = voice.locale;
    let many = if question.multiple() {
        ToolText::QuizMany
    } else {
        ToolText::QuizOne
    };
    let legend = h("legend")
        .kid(question.ask(voice))
        .kid(" ")
        .kid(h("small").kid(many.of(locale)));
    let options = question
        .choices()
        .iter()
        .map(|c| option(question, *c, voice))
        .collect::<Vec<_>>();
    Node::from(
        h("form")
            .attr("id", question.slug())
            .attr("class", "question")
            .kid(h("fieldset").kid(legend).kid(options))
            .kid(
                h("button")
                    .attr("type", "submit")
                    .attr("class", "primary")
                    .kid(ToolText::QuizSubmit.of(locale)),
            )
            .kid(result(question, voice)),
    )
}

fn option(question: Question, choice: Choice, voice: Voice) -> Node {
    let kind = if question.multiple() {
        "checkbox"
    } else {
        "radio"
    };
    let id = [question.slug(), "-", choice.slug()].concat();
    let note = [id.as_str(), "-note"].concat();
    Node::from(
        h("div")
            .attr("class", "option")
            .attr("data-right", if choice.right() { "1" } else { "0" })
            .kid(
                h("input")
                    .attr("type", kind)
                    .attr("id", id.clone())
                    .attr("name", question.slug())
                    .attr("value", choice.slug())
                    .attr("aria-describedby", note.clone()),
            )
            .kid(h("label").attr("for", id).kid(choice.label(voice)))
            .kid(
                h("p")
                    .attr("id", note)
                    .attr("class", "feedback")
                    .attr("hidden", true)
                    .kid(choice.feedback(voice)),
            ),
    )
}

/// What is said once an answer is given: each sentence is there, and the page shows the one that holds.
fn result(question: Question, voice: Voice) -> Node {
    let locale = voice.locale;
    let sentence = |said: &'static str, text: ToolText| {
        h("p")
            .attr("data-said", said)
            .attr("hidden", true)
            .kid(h("b").kid(text.of(locale)))
    };
    let line = |(item, formula): (crate::ledger::item::Item, crate::ledger::formula::Formula)| {
        h("li")
            .kid(h("b").kid(item.label(locale)))
            .kid(" ")
            .kid(
                h("span")
                    .attr("class", "names")
                    .kid(arithmetic::names(&formula, locale)),
            )
            .kid(" ")
            .kid(
                h("span")
                    .attr("class", "digits")
                    .kid(arithmetic::worked(&formula)),
            )
    };
    let query = if question.query().is_empty() {
        "v=1"
    } else {
        question.query()
    };
    Node::from(
        h("div")
            .attr("role", "status")
            .attr("class", "result")
            .kid(sentence("none", ToolText::QuizPick))
            .kid(sentence("1", ToolText::QuizRight))
            .kid(sentence("0", ToolText::QuizWrong))
            .kid(
                h("div")
                    .attr("data-explanation", "")
                    .attr("hidden", true)
                    .kid(h("p").kid(question.explanation(voice)))
                    .kid(
                        h("ul").attr("class", "arithmetic").kid(
                            question
                                .arithmetic()
                                .into_iter()
                                .map(line)
                                .collect::<Vec<_>>(),
                        ),
                    )
                    .kid(
                        h("a")
                            .attr("class", "try")
                            .attr("href", ["?", query].concat())
                            .attr("data-open", query)
                            .kid(ToolText::QuizTry.of(locale)),
                    ),
            ),
    )
}
