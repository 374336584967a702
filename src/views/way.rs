//! The guide: a few questions, the way they lead to, why, and a calculator set for it.
use super::{Outcome, Scene, State, parts, plan};
use crate::html::{Html, Tag, h};
use crate::i18n::{WayText as T, fill};
use crate::ledger::way::{Answers, Path, Question, follow, ready};
use crate::ledger::words::Word;
use crate::text::model_name;
use crate::url;

/// What acts of this view begin with; the question's slug follows.
const ACT: &str = "way-";
/// The act of starting again.
const RESTART: &str = "way-restart";

/// The view.
pub fn draw(scene: &Scene<'_>, state: &State) -> Html {
    let locale = scene.locale;
    let path = follow(&state.way);
    let now = fill(
        T::Now.of(locale),
        &[&model_name(scene.config(), locale), scene.config().gpu.name],
    );
    let questions = path
        .asked
        .iter()
        .map(|question| ask(scene, *question, &state.way));
    h("div")
        .class("lesson money")
        .kid(h("h2").kid(T::Heading.of(locale)))
        .kid(h("p").class("lead").kid(T::Lead.of(locale)))
        .kid(h("p").kid(now))
        .kid(h("div").class("guide").kids(questions))
        .kid(answer(scene, &path))
        .into()
}

/// An answer to a question.
pub fn act(state: &mut State, name: &str, value: &str) -> Outcome {
    if name == RESTART {
        state.way = Answers::default();
        return Outcome::Redraw;
    }
    let Some(question) = name.strip_prefix(ACT).and_then(Question::of) else {
        return Outcome::Nothing;
    };
    state.way.set(question, value);
    Outcome::Redraw
}

fn ask(scene: &Scene<'_>, question: Question, answers: &Answers) -> Tag {
    let labels = question.answers().iter().map(|text| text.of(scene.locale));
    plan::radios(
        &[ACT, question.slug()].concat(),
        question.label(scene.locale),
        answers.get(question),
        question.options().iter().copied().zip(labels),
    )
}

fn answer(scene: &Scene<'_>, path: &Path) -> Tag {
    let locale = scene.locale;
    let section = parts::section("way-answer", T::Answer.of(locale)).attr("aria-live", "polite");
    let Some(route) = path.route else {
        return section.kid(h("p").kid(T::OpenQuestion.of(locale)));
    };
    let ready = ready(scene.config(), route);
    let query = url::format_config(&ready.config);
    let planner = [query.as_str(), "&view=capacity"].concat();
    let planner = planner.trim_start_matches('&');
    let reasons = path.reasons.iter().map(|r| h("li").kid(r.sentence(locale)));
    section
        .attr("data-route", route.slug())
        .kid(parts::note("", h("strong").kid(ready.title(locale))))
        .kid(h("p").kid(ready.standing(locale)))
        .kid(h("h4").kid(T::Why.of(locale)))
        .kid(h("ul").class("points").kids(reasons))
        .kid(
            h("p")
                .class("acts")
                .kid(parts::open(&query, T::OpenIt.of(locale)))
                .kid(parts::open(planner, T::Plan.of(locale)))
                .kid(parts::button(RESTART, "", T::Restart.of(locale))),
        )
}
