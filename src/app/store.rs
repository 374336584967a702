//! The page's state: the link, the language, and what follows from them.
use super::history;
use crate::display::Display;
use crate::i18n::{Locale, Voice};
use crate::ledger::config::Config;
use crate::ledger::{Ledger, estimate};
use crate::text::Report;
use crate::url::{self, Issue, Key, Link};
use leptos::prelude::*;

/// Handles to everything the page knows; copied freely.
#[derive(Clone, Copy)]
pub struct Store {
    /// The link: configuration and how it is shown.
    pub link: RwSignal<Link>,
    /// What the reader of the address or of an imported file had to say.
    pub issues: RwSignal<Vec<Issue>>,
    /// The language.
    pub locale: RwSignal<Locale>,
    /// All that follows from the link.
    pub report: Memo<Report>,
    /// The pinned baseline's ledger.
    pub baseline: Memo<Option<Ledger>>,
    /// The panel that is open over the page.
    pub open: RwSignal<Option<Panel>>,
}

/// A panel over the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Panel {
    /// Link, snippet, texts to copy.
    Share,
    /// A config.json to read.
    Import,
}

/// How a change enters the history.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A decision: Back undoes it.
    Decision,
    /// A slider's or a key's step: replaces the present entry after a pause.
    Slide,
}

impl Store {
    /// The state of the default link.
    pub fn new(locale: Locale) -> Store {
        let link = RwSignal::new(Link::default());
        // A link that changed changes its report: comparing two would cost more than it saves.
        let report =
            Memo::new_with_compare(move |_| Report::of(link.get(), Vec::new()), |_, _| true);
        let pinned = move || link.with(|link| link.config.vs.first().cloned().flatten());
        let baseline = Memo::new_with_compare(
            move |_| pinned().map(|config| estimate(&config)),
            |_, _| true,
        );
        Store {
            link,
            issues: RwSignal::new(Vec::new()),
            locale: RwSignal::new(locale),
            report,
            baseline,
            open: RwSignal::new(None),
        }
    }

    /// Changes the link by a decision.
    pub fn decide(self, change: impl FnOnce(&mut Link)) {
        self.change(Step::Decision, change);
    }

    /// Changes the link by a step of a slider or a typed character.
    pub fn slide(self, change: impl FnOnce(&mut Link)) {
        self.change(Step::Slide, change);
    }

    fn change(self, step: Step, change: impl FnOnce(&mut Link)) {
        let mut link = self.link.get_untracked();
        change(&mut link);
        if url::format(&link) != self.link.with_untracked(url::format) {
            history::record(self, step, &link);
            self.link.set(link);
        }
    }

    /// Makes a configuration the present one, keeping how it is shown and what is pinned.
    pub fn adopt(self, config: Config) {
        self.decide(|link| {
            let vs = link.config.vs.clone();
            link.config = Config { vs, ..config };
        });
    }

    /// Opens a query as a fresh state that keeps how the page is shown.
    pub fn open_query(self, query: &str, display: impl FnOnce(&mut Display)) {
        let base = Link {
            display: self.link.with_untracked(|link| link.display.clone()),
            ..Link::default()
        };
        let (mut link, issues) = url::apply(&base, query);
        display(&mut link.display);
        self.issues.set(issues);
        self.decide(|present| *present = link);
    }

    /// The key's present value in its written form.
    pub fn value(self, key: Key) -> String {
        self.link.with(|link| url::value_of(link, key))
    }

    /// True where a control is shown but cannot be changed.
    pub fn locked(self, key: Key) -> bool {
        self.link.with(|link| link.display.lock.contains(&key))
    }

    /// How sizes are written now.
    pub fn voice(self, locale: Locale) -> Voice {
        Voice {
            locale,
            unit: self.link.with(|link| link.display.unit.bytes()),
        }
    }
}
