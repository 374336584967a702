//! The look-up of a model on a hub: the address that would be asked, a button, and what came of it. The text that is
//! found goes into the import panel's box, where it is read like a pasted one.
use super::{Outcome, Scene, State, parts};
use crate::html::{Html, h};
use crate::hub::{DEFAULT_HUB, Failure, NotAModel, Place, place};
use crate::i18n::{HubText, fill};
use crate::ledger::words::Word;
use crate::url::Key;

/// The box that a found text goes into.
pub const TARGET: &str = "import-text";

/// What is typed and how far a look-up is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LookUp {
    /// The model, as typed.
    pub text: String,
    /// The hub, as typed; None while the link's is meant.
    pub hub: Option<String>,
    /// How far it is.
    pub stage: Stage,
}

/// How far a look-up is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Not asked.
    #[default]
    Idle,
    /// Asked, no answer yet.
    Loading,
    /// The text is in the box.
    Done,
    /// It gave no text.
    Failed(Failure),
    /// Load was pressed on what names no model.
    Unnamed(NotAModel),
}

fn wanted(scene: &Scene<'_>, state: &State) -> Result<Place, NotAModel> {
    let hub = state.hub.hub.as_deref().unwrap_or(&scene.config().hub);
    place(&state.hub.text, hub)
}

/// The part of the import panel.
pub fn draw(scene: &Scene<'_>, state: &State) -> Html {
    let t = |text: HubText| text.of(scene.locale);
    let look = &state.hub;
    let hub = match look.hub.as_deref() {
        Some(typed) => typed,
        None if scene.config().hub.is_empty() => DEFAULT_HUB,
        None => &scene.config().hub,
    };
    let address = wanted(scene, state)
        .ok()
        .map(|place| fill(t(HubText::Address), &[&place.address]));
    let loading = look.stage == Stage::Loading;
    let said = match look.stage {
        Stage::Idle => None,
        Stage::Loading => wanted(scene, state)
            .ok()
            .map(|place| ("note", fill(t(HubText::Loading), &[&place.id]))),
        Stage::Done => Some(("note", t(HubText::Done).to_string())),
        Stage::Failed(failure) => Some(("error", failure.sentence(scene.locale).to_string())),
        Stage::Unnamed(why) => Some(("error", why.sentence(scene.locale).to_string())),
    };
    let invalid = match look.stage {
        Stage::Unnamed(_) => Some("true"),
        Stage::Idle | Stage::Loading | Stage::Done | Stage::Failed(_) => None,
    };
    let input = |id: &str, act: &str, value: &str| {
        h("input")
            .attr("type", "text")
            .attr("id", id)
            .attr("autocomplete", "off")
            .attr("spellcheck", "false")
            .attr("autocapitalize", "off")
            .attr("data-act", act)
            .attr("value", value)
            .attr("aria-describedby", "hub-said")
    };
    h("form")
        .class("hub")
        .attr("data-act", "load")
        .kid(h("h3").kid(t(HubText::Heading)))
        .kid(h("p").kid(t(HubText::Lead)))
        .kid(h("label").attr("for", "hub-model").kid(t(HubText::Model)))
        .kid(
            input("hub-model", "model", &look.text)
                .attr("placeholder", "Qwen/Qwen3-0.6B")
                .maybe("aria-invalid", invalid),
        )
        .kid(h("label").attr("for", "hub-address").kid(t(HubText::Hub)))
        .kid(input("hub-address", "hub", hub).attr("data-on", "change"))
        .kid(address.map(|address| h("p").class("address").kid(h("code").kid(address))))
        .kid(match loading {
            true => parts::button("cancel", "", t(HubText::Cancel)),
            false => h("button")
                .attr("type", "submit")
                .class("primary")
                .kid(t(HubText::Load)),
        })
        .kid(loading.then(|| h("progress")))
        .kid(
            h("p")
                .class("said")
                .attr("id", "hub-said")
                .attr("role", "status")
                .maybe("data-level", said.as_ref().map(|(level, _)| *level))
                .maybe(
                    "data-failure",
                    match look.stage {
                        Stage::Failed(failure) => Some(failure.slug()),
                        Stage::Idle | Stage::Loading | Stage::Done | Stage::Unnamed(_) => None,
                    },
                )
                .kid(said.map(|(_, sentence)| sentence)),
        )
        .into()
}

/// Typing, Load, Cancel, and the answer: `answer` with a failure's word, or `found`.
pub fn act(scene: &Scene<'_>, state: &mut State, name: &str, value: &str) -> Outcome {
    match name {
        "model" => {
            state.hub.text = value.to_string();
            state.hub.stage = Stage::Idle;
            Outcome::Redraw
        }
        "hub" => {
            state.hub.stage = Stage::Idle;
            state.hub.hub = None;
            let typed = value.trim().trim_end_matches('/');
            let hub = if typed == DEFAULT_HUB { "" } else { typed };
            Outcome::Decide(crate::url::pair(Key::Hub.slug(), hub))
        }
        "load" => match wanted(scene, state) {
            Ok(place) => {
                state.hub.stage = Stage::Loading;
                Outcome::Fetch(place)
            }
            Err(why) => {
                state.hub.stage = Stage::Unnamed(why);
                Outcome::Redraw
            }
        },
        "cancel" => {
            state.hub.stage = Stage::Idle;
            Outcome::Abort
        }
        "found" => {
            state.hub.stage = Stage::Done;
            Outcome::Redraw
        }
        "answer" => {
            state.hub.stage = Failure::of(value).map_or(Stage::Idle, Stage::Failed);
            Outcome::Redraw
        }
        _ => Outcome::Nothing,
    }
}

/// A found text with the model's name in it, as saved models carry it, so that the page can show whose it is.
pub fn named(text: &str, id: &str) -> String {
    match text.trim_start().strip_prefix('{') {
        Some(rest)
            if !text.contains("\"_name_or_path\"") && !rest.trim_start().starts_with('}') =>
        {
            ["{\n  \"_name_or_path\": \"", id, "\",", rest].concat()
        }
        Some(_) | None => text.to_string(),
    }
}
