//! The page's state: the link, the language, and what follows from them.
use super::history;
use crate::display::Display;
use crate::i18n::{Locale, Voice};
use crate::ledger::config::Config;
use crate::ledger::{Ledger, estimate};
use crate::text::Report;
use crate::url::{self, Issue, Key, Link};
use leptos::prelude::*;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

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
    report: Memo<Arc<Report>>,
    /// The pinned baseline's ledger.
    baseline: Memo<Option<Arc<Ledger>>>,
    /// True once the page has come to life and read its address.
    pub alive: RwSignal<bool>,
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
        let report = Memo::new_with_compare(
            move |_| Arc::new(Report::of(link.get(), Vec::new())),
            |_, _| true,
        );
        let pinned = move || link.with(|link| link.config.vs.first().cloned().flatten());
        let baseline = Memo::new_with_compare(
            move |_| pinned().map(|config| Arc::new(estimate(&config))),
            |_, _| true,
        );
        Store {
            link,
            issues: RwSignal::new(Vec::new()),
            locale: RwSignal::new(locale),
            report,
            baseline,
            alive: RwSignal::new(false),
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

    /// Reads the report, and is read again when it changes.
    pub fn with_report<T>(self, read: impl FnOnce(&Report) -> T) -> T {
        read(&self.report_now())
    }

    /// Reads the report once.
    pub fn with_report_untracked<T>(self, read: impl FnOnce(&Report) -> T) -> T {
        read(&untrack(|| self.report_now()))
    }

    /// Reads the link, and is read again when it changes.
    pub fn with_link<T>(self, read: impl FnOnce(&Link) -> T) -> T {
        read(&self.report_now().link)
    }

    /// Reads the pinned baseline's ledger, and is read again when it changes.
    pub fn with_baseline<T>(self, read: impl FnOnce(Option<&Ledger>) -> T) -> T {
        read(self.baseline_now().as_deref())
    }

    // Out of line: what a signal does to be read is code of its own at every place that reads it.
    #[inline(never)]
    fn report_now(self) -> Arc<Report> {
        self.report.get()
    }

    #[inline(never)]
    fn baseline_now(self) -> Option<Arc<Ledger>> {
        self.baseline.get()
    }

    /// The key's present value in its written form.
    pub fn value(self, key: Key) -> String {
        self.with_link(|link| url::value_of(link, key))
    }

    /// True where a control is shown but cannot be changed.
    pub fn locked(self, key: Key) -> bool {
        self.with_link(|link| link.display.lock.contains(&key))
    }

    /// How sizes are written now.
    pub fn voice(self, locale: Locale) -> Voice {
        Voice {
            locale,
            unit: self.with_link(|link| link.display.unit.bytes()),
        }
    }
}

/// Runs `act` now and whenever what it reads changes. One effect type for all, for each costs code of its own.
pub(super) fn effect(act: impl FnMut() + 'static) {
    boxed_effect(Box::new(act));
}

#[inline(never)]
fn boxed_effect(mut act: Box<dyn FnMut()>) {
    Effect::new(move |_: Option<()>| act());
}

/// Runs a future on the page's own thread.
pub(super) fn spawn(work: impl Future<Output = ()> + 'static) {
    boxed_spawn(Box::pin(work));
}

#[inline(never)]
fn boxed_spawn(work: Pin<Box<dyn Future<Output = ()>>>) {
    leptos::task::spawn_local(work);
}
