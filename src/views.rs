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
//! | `data-save="svg"` | saves the place's picture as a file, `svg` or `png` |
//! | `data-force` | the written `value` or `open` holds even against what the reader typed or opened |
//!
//! A place on the page shows a [`Region`]: a view, or a part of the page that is drawn here
//! too: the measured method's answer and controls, the look-up of a model.
//!
//! To add a view: a word of [`View`], its label in i18n, a file here, an arm in [`draw`] (and in [`act`] if it has a
//! state of its own).
pub mod accuracy;
pub mod bar;
mod capacity;
mod colocate;
pub mod drill;
pub mod figures;
mod fit;
pub mod flags;
mod gate;
pub mod hub;
pub mod kv;
pub mod measured;
pub mod parts;
mod plan;
pub mod serving;
mod triage;
mod way;

use crate::display::View;
use crate::html::{Html, h};
use crate::hub::Place;
use crate::i18n::{Locale, Voice};
use crate::ledger::Ledger;
use crate::ledger::capacity::Size;
use crate::ledger::config::Config;
use crate::ledger::item::{Phase, Role};
use crate::ledger::way::Answers;
use crate::ledger::words::Word;
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
    /// The card and moment whose rows the ledger shows, where one was chosen.
    pub moment: Option<(Role, Phase)>,
    /// The look-up on a hub.
    pub hub: hub::LookUp,
    /// The key that is being typed into.
    pub typing: Option<Key>,
    /// The log that is looked at.
    pub triage: triage::Desk,
    /// The id of the text that was copied last, and whether that went well.
    pub copied: Option<(String, bool)>,
    /// The model that the planner plans for; None is the link's own.
    pub plan_size: Option<Size>,
    /// The guide's answers so far.
    pub way: Answers,
    /// The KV planner's choices.
    pub kv: kv::KvState,
    /// The drill's terminal: what was said and typed; its progress is in the link.
    pub drill: drill::Session,
    /// What the view of flags remembers.
    pub flags: flags::Typed,
}

impl State {
    /// The link has changed: what was copied is no longer what is shown, and a text that could not be taken is put aside
    /// unless it is the one being typed.
    pub fn moved_on(&mut self) {
        self.copied = None;
        let typing = self.typing;
        self.drafts.retain(|draft| Some(draft.key) == typing);
    }
}

/// A place of the page that is drawn here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// A view.
    View(View),
    /// The answer and the card's bars by the measured method.
    Verdict,
    /// The controls that only the measured method has.
    Recipe,
    /// The look-up of a model on a hub, in the import panel.
    Hub,
}

impl Region {
    /// The region of a word: `verdict`, `recipe`, `hub`, or a view's.
    pub fn of_slug(slug: &str) -> Option<Region> {
        match slug {
            "verdict" => Some(Region::Verdict),
            "recipe" => Some(Region::Recipe),
            "hub" => Some(Region::Hub),
            view => View::of(view).map(Region::View),
        }
    }
}

/// The module that draws a region: the measured method's ledger page is wanted most, so it does not wait for the planners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Module {
    /// src/bin/measured.rs.
    Measured,
    /// src/bin/workbench.rs.
    Workbench,
}

impl Module {
    /// The module of a region; src/app/live_view.rs asks by the same rule.
    pub const fn of(region: Region) -> Module {
        match region {
            Region::Verdict | Region::Recipe | Region::View(View::Ledger) => Module::Measured,
            Region::View(_) | Region::Hub => Module::Workbench,
        }
    }
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
    /// A file of a hub is to be fetched; the answer comes back as an act.
    Fetch(Place),
    /// The fetch is to be given up.
    Abort,
}

/// A region as HTML.
pub fn draw_region(region: Region, scene: &Scene<'_>, state: &State) -> Html {
    match Module::of(region) {
        Module::Measured => draw_measured(region, scene, state),
        Module::Workbench => draw_workbench(region, scene, state),
    }
}

/// A region of the ledger page by the measured method.
pub fn draw_measured(region: Region, scene: &Scene<'_>, state: &State) -> Html {
    match region {
        Region::Verdict => measured::verdict(scene),
        Region::Recipe => measured::controls(scene),
        Region::View(View::Ledger) => titled(View::Ledger, scene, measured::ledger(scene, state)),
        Region::View(_) | Region::Hub => Html::default(),
    }
}

/// Any other region.
pub fn draw_workbench(region: Region, scene: &Scene<'_>, state: &State) -> Html {
    match region {
        Region::View(view) => draw(view, scene, state),
        Region::Hub => hub::draw(scene, state),
        Region::Verdict | Region::Recipe => Html::default(),
    }
}

/// A view whose first heading is a section's, with its name above it for those who go by headings.
fn titled(view: View, scene: &Scene<'_>, inside: Html) -> Html {
    Html::from(h("h2").class("sr").kid(view.label(scene.locale))).then(inside)
}

/// A view as HTML; the ledger is [`draw_measured`]'s or the page's own, and so are the printed texts.
pub fn draw(view: View, scene: &Scene<'_>, state: &State) -> Html {
    match view {
        View::Kv => kv::draw(scene, &state.kv),
        View::Serving => serving::draw(scene),
        View::Colocate => colocate::view(scene),
        View::Capacity => capacity::draw(scene, state),
        View::Way => way::draw(scene, state),
        View::Fit => titled(view, scene, fit::draw(scene)),
        View::Triage => triage::draw(scene, &state.triage),
        View::Flags => titled(view, scene, flags::draw(scene, &state.flags)),
        View::Drill => titled(view, scene, drill::draw(scene, state)),
        View::Ledger | View::Lesson | View::Quiz | View::Accuracy => Html::default(),
    }
}

/// What a reader's act in a region leads to.
pub fn act_region(
    region: Region,
    scene: &Scene<'_>,
    state: &mut State,
    name: &str,
    value: &str,
) -> Outcome {
    match Module::of(region) {
        Module::Measured => act_measured(region, scene, state, name, value),
        Module::Workbench => act_workbench(region, scene, state, name, value),
    }
}

/// An act in a region of the ledger page by the measured method.
pub fn act_measured(
    region: Region,
    scene: &Scene<'_>,
    state: &mut State,
    name: &str,
    value: &str,
) -> Outcome {
    match (region, name) {
        (Region::View(View::Ledger), _) => measured::act(scene, state, name, value),
        // A framework's defaults are a query diff, which is the option's value.
        (Region::Recipe, "stack") if !value.is_empty() => Outcome::Decide(value.to_string()),
        (Region::Recipe | Region::Verdict | Region::View(_) | Region::Hub, _) => Outcome::Nothing,
    }
}

/// An act in any other region.
pub fn act_workbench(
    region: Region,
    scene: &Scene<'_>,
    state: &mut State,
    name: &str,
    value: &str,
) -> Outcome {
    match region {
        Region::View(view) => act(view, scene, state, name, value),
        Region::Hub => hub::act(scene, state, name, value),
        Region::Recipe | Region::Verdict => Outcome::Nothing,
    }
}

/// What a reader's act in a view leads to.
pub fn act(view: View, scene: &Scene<'_>, state: &mut State, name: &str, value: &str) -> Outcome {
    match view {
        View::Kv => kv::act(scene, &mut state.kv, name, value),
        View::Capacity => capacity::act(state, name, value),
        View::Way => way::act(state, name, value),
        View::Triage => triage::act(&mut state.triage, name, value),
        View::Flags => flags::act(&mut state.flags, name, value),
        View::Drill => drill::act(scene, state, name, value),
        // Their controls are keys and diffs alone.
        View::Ledger
        | View::Serving
        | View::Colocate
        | View::Fit
        | View::Lesson
        | View::Quiz
        | View::Accuracy => Outcome::Nothing,
    }
}
