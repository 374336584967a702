//! The ledger as text for people and programs: plain, Markdown, CSV and JSON. The command line, the copy buttons and the golden tests share it.
pub mod arithmetic;
mod fit;
mod flags;
mod gate;
mod json;
pub mod phrases;
mod plain;
mod triage;

pub use fit::{changes, fit_csv, fit_json, fit_markdown, fit_text, further};
pub use flags::flags_json;
pub use gate::{Gated, gate_json, gate_markdown, gate_text};
pub use json::{cuts_json, report_json, solution_json, table_json};
pub use plain::{
    csv, cuts_csv, cuts_markdown, cuts_text, markdown, model_name, plain_text, saving, setting,
    table_csv, table_markdown, table_text,
};
pub use triage::{compared_name, facts, not_here, triage_json, triage_markdown, triage_text};

use crate::i18n::{Locale, Voice};
use crate::ledger::advice::{self, Cut, Raise};
use crate::ledger::colocate::{self, EnginePool, UtilLine};
use crate::ledger::warnings::{self, Warning};
use crate::ledger::{Ledger, estimate};
use crate::url::{Issue, Link};

/// A link with all that follows from it, computed once for whoever shows it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The link.
    pub link: Link,
    /// What its reader had to say.
    pub issues: Vec<Issue>,
    /// The ledger.
    pub ledger: Ledger,
    /// The seven cuts.
    pub cuts: Vec<Cut>,
    /// The warnings.
    pub warnings: Vec<Warning>,
    /// What to do with room left.
    pub room: Option<Raise>,
    /// The engine's budget.
    pub pool: Option<EnginePool>,
    /// The util line of a colocated run.
    pub util: Option<UtilLine>,
}

impl Report {
    /// The report of a link.
    pub fn of(link: Link, issues: Vec<Issue>) -> Report {
        let ledger = estimate(&link.config);
        let cuts = advice::cuts(&link.config, &ledger);
        let warnings = warnings::warnings_with(&link.config, &ledger, &cuts);
        let room = advice::use_the_room(&link.config, &ledger);
        let pool = colocate::engine_pool(&link.config, &ledger);
        let util = colocate::util_line(&link.config, &ledger);
        Report {
            link,
            issues,
            ledger,
            cuts,
            warnings,
            room,
            pool,
            util,
        }
    }

    /// How its sizes are written in `locale`.
    pub fn voice(&self, locale: Locale) -> Voice {
        Voice {
            locale,
            unit: self.link.display.unit.bytes(),
        }
    }
}
