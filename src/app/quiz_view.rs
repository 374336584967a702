//! The questions: real radio buttons and check boxes, a note under each option, the arithmetic, and the way into the calculator.
use super::ledger_view::{names_text, numbers_text};
use super::store::Store;
use crate::display::View;
use crate::i18n::{Locale, Text, Voice};
use crate::ledger::words::Word;
use crate::quiz::{Choice, Question};
use leptos::prelude::*;

/// The view.
pub(super) fn view(store: Store, locale: Locale) -> impl IntoView {
    let voice = Voice {
        locale,
        unit: crate::ledger::units::ByteUnit::GiB,
    };
    view! {
        <section class="quiz" aria-label=locale.text(Text::QuizHeading)>
            <h2>{locale.text(Text::QuizHeading)}</h2>
            <p class="lead">{locale.text(Text::QuizLead)}</p>
            {Question::ALL.iter().map(|q| question(store, *q, voice)).collect_view()}
        </section>
    }
}

fn question(store: Store, question: Question, voice: Voice) -> impl IntoView {
    let locale = voice.locale;
    let picked = RwSignal::new(Vec::<Choice>::new());
    // What was picked when the answer was given; a change of mind takes the notes away.
    let answered = RwSignal::new(None::<Vec<Choice>>);
    let nothing = RwSignal::new(false);
    let pick = move |choice: Choice, on: bool| {
        answered.set(None);
        nothing.set(false);
        picked.update(|picked| {
            if !question.multiple() {
                picked.clear();
            }
            picked.retain(|c| *c != choice);
            if on {
                picked.push(choice);
            }
        });
    };
    let submit = move |e: leptos::ev::SubmitEvent| {
        e.prevent_default();
        let picked = picked.get_untracked();
        nothing.set(picked.is_empty());
        answered.set((!picked.is_empty()).then_some(picked));
    };
    let right = move || {
        answered.get().map(|picked| {
            question
                .choices()
                .iter()
                .all(|c| c.right() == picked.contains(c))
        })
    };
    let many = locale.text(if question.multiple() {
        Text::QuizMany
    } else {
        Text::QuizOne
    });
    view! {
        <form id=question.slug() class="question" on:submit=submit>
            <fieldset>
                <legend>{question.ask(voice)} <small>{many}</small></legend>
                {question.choices().iter().map(|c| option(question, *c, answered, voice, pick)).collect_view()}
            </fieldset>
            <button type="submit" class="primary">{locale.text(Text::QuizSubmit)}</button>
            <div role="status" class="result" data-right=move || right().map(|r| if r { "1" } else { "0" })>
                {move || nothing.get().then(|| locale.text(Text::QuizPick))}
                {move || right().map(|right| explanation(store, question, right, voice))}
            </div>
        </form>
    }
}

fn option(
    question: Question,
    choice: Choice,
    answered: RwSignal<Option<Vec<Choice>>>,
    voice: Voice,
    pick: impl Fn(Choice, bool) + Copy + 'static,
) -> impl IntoView {
    let kind = if question.multiple() {
        "checkbox"
    } else {
        "radio"
    };
    let id = [question.slug(), "-", choice.slug()].concat();
    let note = [id.as_str(), "-note"].concat();
    let state = move || {
        answered.with(|a| {
            a.as_ref()
                .map(|_| if choice.right() { "right" } else { "wrong" })
        })
    };
    view! {
        <div class="option" data-state=state>
            <input type=kind id=id.clone() name=question.slug() value=choice.slug() aria-describedby=note.clone() on:change=move |e| pick(choice, event_target_checked(&e))/>
            <label for=id>{choice.label(voice)}</label>
            <p id=note class="feedback">{move || answered.with(|a| a.as_ref().map(|_| choice.feedback(voice)))}</p>
        </div>
    }
}

fn explanation(store: Store, question: Question, right: bool, voice: Voice) -> impl IntoView {
    let locale = voice.locale;
    let arithmetic = question
        .arithmetic()
        .into_iter()
        .map(|(item, formula)| {
            view! { <li><b>{item.label(locale)}</b> <span class="names">{names_text(&formula, locale)}</span> <span class="digits">{numbers_text(&formula)}</span></li> }
        })
        .collect_view();
    let open = move |_| store.open_query(question.query(), |display| display.view = View::Ledger);
    view! {
        <p><b>{locale.text(if right { Text::QuizRight } else { Text::QuizWrong })}</b></p>
        <p>{question.explanation(voice)}</p>
        <ul class="arithmetic">{arithmetic}</ul>
        <button type="button" class="small" on:click=open>{locale.text(Text::QuizTry)}</button>
    }
}
