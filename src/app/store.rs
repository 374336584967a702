//! The page's state: the link, the language, and what follows from them.
use super::history;
use crate::display::Display;
use crate::i18n::{Locale, Voice};
use crate::ledger::config::Config;
use crate::ledger::words::Word;
use crate::ledger::{Ledger, estimate};
use crate::text::Report;
use crate::url::{self, Issue, Key, Link};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

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
    present: Memo<Arc<Present>>,
    /// True once the page has come to life and read its address.
    pub alive: RwSignal<bool>,
    /// Counts the moments at which the link has come to rest; see [`Store::with_settled`].
    beat: RwSignal<u64>,
    /// The panel that is open over the page.
    pub open: RwSignal<Option<Panel>>,
}

/// What follows from a link.
struct Present {
    report: Report,
    baseline: Option<Ledger>,
}

impl Present {
    fn of(link: Link) -> Present {
        let pinned = link.config.vs.first().and_then(Option::as_ref);
        Present {
            baseline: pinned.map(|config| estimate(config)),
            report: Report::of(link, Vec::new()),
        }
    }
}

/// A panel over the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Panel {
    /// Link, snippet, texts to copy.
    Share,
    /// A config.json to read.
    Import,
}

/// How long a slider stands still before the link has come to rest.
const REST: Duration = Duration::from_millis(250);

thread_local! {
    /// The moment of rest that is waited for.
    static RESTING: Cell<Option<TimeoutHandle>> = const { Cell::new(None) };
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
        // A link that changed changes what follows from it: comparing would cost more than it saves.
        let present =
            Memo::new_with_compare(move |_| Arc::new(Present::of(link.get())), |_, _| true);
        Store {
            link,
            issues: RwSignal::new(Vec::new()),
            locale: RwSignal::new(locale),
            present,
            alive: RwSignal::new(false),
            beat: RwSignal::new(0),
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
        // A decision that changes nothing is no step back; a slide always changes something.
        let same =
            step == Step::Decision && self.link.with_untracked(url::format) == url::format(&link);
        if !same {
            history::record(self, step, &link);
            self.link.set(link);
            match step {
                Step::Decision => self.settle(),
                Step::Slide => {
                    let later = set_timeout_with_handle(move || self.settle(), REST);
                    if let Some(waiting) = RESTING.replace(later.ok()) {
                        waiting.clear();
                    }
                }
            }
        }
    }

    /// Says that the link has come to rest.
    pub fn settle(self) {
        let _ = self.beat.try_update(|beat| *beat += 1);
    }

    /// Reads the report, and is read again when the link has come to rest: for tables that would cost a slider's every
    /// step a second half of its time.
    pub fn with_settled<T>(self, read: impl FnOnce(&Report) -> T) -> T {
        self.beat.track();
        self.with_report_untracked(read)
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
        read(&self.now().report)
    }

    /// Reads the report once.
    pub fn with_report_untracked<T>(self, read: impl FnOnce(&Report) -> T) -> T {
        read(&untrack(|| self.now()).report)
    }

    /// Reads the link, and is read again when it changes.
    pub fn with_link<T>(self, read: impl FnOnce(&Link) -> T) -> T {
        read(&self.now().report.link)
    }

    /// Reads the pinned baseline's ledger, and is read again when it changes.
    pub fn with_baseline<T>(self, read: impl FnOnce(Option<&Ledger>) -> T) -> T {
        read(self.now().baseline.as_ref())
    }

    // Out of line: what a signal does to be read is code of its own at every place that reads it.
    #[inline(never)]
    fn now(self) -> Arc<Present> {
        self.present.get()
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

/// A small number that follows what `read` reads and tells its readers only when it changes. All are numbers, for each
/// type of memo costs code of its own.
pub(super) fn watch(read: impl Fn() -> u64 + Send + Sync + 'static) -> Memo<u64> {
    boxed_watch(Box::new(read))
}

#[inline(never)]
fn boxed_watch(read: Box<dyn Fn() -> u64 + Send + Sync>) -> Memo<u64> {
    Memo::new(move |_| read())
}

/// A word as a number for [`watch`].
pub(super) fn index_of<W: Word>(word: W) -> u64 {
    W::ALL
        .iter()
        .position(|w| *w == word)
        .map_or(0, |i| i as u64)
}

/// The word of [`index_of`].
pub(super) fn word_at<W: Word>(index: u64, otherwise: W) -> W {
    usize::try_from(index)
        .ok()
        .and_then(|i| W::ALL.get(i))
        .copied()
        .unwrap_or(otherwise)
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
