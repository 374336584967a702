//! The views that load when they are opened, as text: a scene and a state in, [`Html`] out. No DOM, no clock: the module
//! `workbench` puts the text on the page and brings back what the reader does.
//!
//! A view says what a control means by attributes alone:
//!
//! | attribute | what it does |
//! |---|---|
//! | `data-key="mb"` | an input or select that writes this key of the link ([`parts::field`], [`parts::choice`], [`parts::switch`]) |
//! | `data-diff="mb=1&accum=2"` | a button or link that applies a query diff as a decision: Back undoes it |
//! | `data-open="task=serve"` | opens a query as a fresh state, in the view it names or the ledger |
//! | `data-act="name"` | calls [`act`] with this name: a button with its `data-value`, a form with its first field's text, an input with its text at each change (`data-on="change"`: only when it is left) |
//! | `data-keys="Tab ArrowUp"` | on such an input, keys that call [`act`] with `name` and `Tab\ntext` |
//! | `data-copy="id"` | copies the text of the element with this id |
//! | `data-force` | the written `value` or `open` holds even against what the reader typed or opened |
//!
//! To add a view: a word of [`View`], its label in i18n, a file here, an arm in [`draw`] (and in [`act`] if it has a
//! state of its own).
mod capacity;
mod gate;
pub mod parts;
mod plan;
mod way;

use crate::display::View;
use crate::html::Html;
use crate::i18n::{Locale, Voice};
use crate::ledger::Ledger;
use crate::ledger::capacity::Size;
use crate::ledger::config::Config;
use crate::ledger::way::Answers;
use crate::text::Report;
use crate::url::{Issue, Key};

/// What a view draws: a report, a language, and what is being typed.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The link and all that follows from it.
    pub report: &'a Report,
    /// The language.
    pub locale: Locale,
    /// Texts that were typed into fields and could not be taken.
    pub drafts: &'a [Draft],
    /// The id of the text that was copied last, and whether that went well.
    pub copied: Option<(&'a str, bool)>,
}

impl<'a> Scene<'a> {
    /// A scene in which nothing is being typed.
    pub fn of(report: &'a Report, locale: Locale) -> Scene<'a> {
        Scene {
            report,
            locale,
            drafts: &[],
            copied: None,
        }
    }

    /// The configuration.
    pub fn config(&self) -> &'a Config {
        &self.report.link.config
    }

    /// The ledger.
    pub fn ledger(&self) -> &'a Ledger {
        &self.report.ledger
    }

    /// How sizes are written.
    pub fn voice(&self) -> Voice {
        self.report.voice(self.locale)
    }

    /// The text in this language.
    pub const fn pick(&self, zh: &'static str, en: &'static str) -> &'static str {
        self.locale.pick(zh, en)
    }
}

/// A text that a field could not take: it stays as typed, with what is to be said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The field's key.
    pub key: Key,
    /// As typed.
    pub text: String,
    /// Why not.
    pub said: Issue,
}

/// What views remember that is not in the link.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Texts that could not be taken.
    pub drafts: Vec<Draft>,
    /// The id of the text that was copied last, and whether that went well.
    pub copied: Option<(String, bool)>,
    /// The model that the planner plans for; None is the link's own.
    pub plan_size: Option<Size>,
    /// The guide's answers so far.
    pub way: Answers,
}

/// What an act leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Nothing changed.
    Nothing,
    /// The state changed: draw again.
    Redraw,
    /// A query diff, as a decision.
    Decide(String),
    /// A query diff, as a step of typing or sliding.
    Slide(String),
    /// A query as a fresh state.
    Open(String),
}

/// A view as HTML. Views that the page's own module draws are empty here.
pub fn draw(view: View, scene: &Scene<'_>, state: &State) -> Html {
    match view {
        View::Ledger | View::Lesson | View::Quiz => Html::default(),
        View::Kv
        | View::Serving
        | View::Colocate
        | View::Fit
        | View::Triage
        | View::Flags
        | View::Drill
        | View::Accuracy => Html::default(),
        View::Capacity => capacity::draw(scene, state),
        View::Way => way::draw(scene, state),
    }
}

/// What a reader's act in a view leads to.
pub fn act(view: View, scene: &Scene<'_>, state: &mut State, name: &str, value: &str) -> Outcome {
    let _ = scene;
    match view {
        View::Ledger
        | View::Kv
        | View::Serving
        | View::Colocate
        | View::Fit
        | View::Triage
        | View::Flags
        | View::Drill
        | View::Accuracy
        | View::Lesson
        | View::Quiz => Outcome::Nothing,
        View::Capacity => capacity::act(state, name, value),
        View::Way => way::act(state, name, value),
    }
}
