//! One card, two tenants: where the engine's share may end, what sleeping frees, server or colocate, and where a step's
//! time goes. Every number is the core's: `ledger::{colocate, tenancy, sleep, step_time, levers}`.
mod bar;
mod line;
mod modes;
mod points;
mod sleep;
mod time;

use super::{Scene, parts};
use crate::html::{Html, Tag, h};
use crate::i18n::{ColocateText as T, fill};
use crate::ledger::config::Config;
use crate::ledger::tenancy;
use crate::ledger::units::Bytes;
use crate::ledger::{Ledger, estimate};
use crate::url;

/// The scene, and the configuration as one that shares a card.
struct Desk<'a> {
    scene: &'a Scene<'a>,
    /// The link's own.
    now: &'a Config,
    /// The same with an engine on the training card.
    shared: Config,
    /// Its ledger.
    ledger: Ledger,
}

impl Desk<'_> {
    fn t(&self, text: T) -> &'static str {
        text.of(self.scene.locale)
    }

    /// A text with its values.
    fn say(&self, text: T, values: &[&str]) -> String {
        fill(self.t(text), values)
    }

    fn size(&self, bytes: Bytes) -> String {
        parts::size(self.scene, bytes)
    }

    /// A button that makes the link's configuration into `after`.
    fn apply(&self, after: &Config, text: impl Into<Html>) -> Tag {
        parts::apply(&url::diff_query(self.now, after), text)
    }
}

/// The view.
pub(super) fn view(scene: &Scene<'_>) -> Html {
    let now = &scene.report.link.config;
    let shared = tenancy::sharing(now);
    let desk = Desk {
        scene,
        now,
        ledger: estimate(&shared),
        shared,
    };
    let placed = (desk.shared != *now).then(|| {
        h("p")
            .class("note warn")
            .kid(desk.t(T::NotShared))
            .kid(" ")
            .kid(desk.apply(&desk.shared, desk.t(T::Share)))
    });
    h("article")
        .class("lesson planner")
        .kid(h("h2").kid(desk.t(T::Heading)))
        .kid(h("p").class("lead").kid(desk.t(T::Lead)))
        .kid(placed)
        .kid(line::sections(&desk))
        .kid(sleep::section(&desk))
        .kid(modes::section(&desk))
        .kid(time::sections(&desk))
        .kid(points::checklist(&desk))
        .into()
}

/// Whole hundredths as they are written: `0.55`, `1.50`.
fn hundredths(value: u64) -> String {
    let (whole, rest) = (value / 100, value % 100);
    let zero = if rest < 10 { "0" } else { "" };
    [&whole.to_string(), ".", zero, &rest.to_string()].concat()
}
