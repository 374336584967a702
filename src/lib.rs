//! 显存账本 · vram-ledger: where the GPU memory of an LLM run goes, line by line, with its arithmetic.
//!
//! # The map
//! One way, no back and forth: a query → [`url::parse`] → [`ledger::config::Config`] → [`ledger::estimate`] →
//! [`ledger::Ledger`] → views, which only read. A control writes one key; the address follows.
//!
//! | room | what lives there |
//! |---|---|
//! | [`ledger`] | the pure core, with a map of its own: formulas as data, one file a family of lines; no DOM, clock, locale, I/O |
//! | [`ledger::model`], [`ledger::presets`] | architectures in config.json's names; models and cards as data with their sources |
//! | [`api`] | the core for other pages and our own panels: texts in, texts out (bin `core_api`) |
//! | [`ledger::engine_plan`], [`ledger::flops`], [`ledger::speed`] | what an engine can carry; operations; time and what bounds it |
//! | [`config_json`] | a hub's config.json → the fields a link carries |
//! | [`url`] | the link: one table of keys ([`url::FIELDS`]), reading that never fails, diffs |
//! | [`display`] | how a page is shown: keys that never change a number |
//! | [`i18n`] | Chinese and English: exhaustive matches, so a missing text does not compile |
//! | [`lesson`], [`quiz`] | experiments, tables and questions; every number is the ledger's |
//! | [`text`], [`saved`] | a ledger as text, Markdown, CSV, JSON; a link as a file |
//! | [`text::arithmetic`], [`text::phrases`] | a formula in names and numbers, and the short texts that the page and the views both show |
//! | [`flags`] | frameworks' flags in and out: a command, a call or a file ↔ a query diff |
//! | [`views`], [`html`] | views that load when opened: a scene and a state in, HTML text out |
//! | `workbench` | the module that puts these views on the page and brings back what the reader does |
//! | `scatter`, [`views::accuracy`] | the accuracy page, printed when the page is built from the run of tests/truth |
//! | [`hub`] | where a model's config.json lies on a hub; the request itself is the workbench's |
//! | `app` | the page (feature `ui`): one store, one memo, views that only read |
//! | `chart`, `charts_loader` | the picture of the KV table, drawn by a second module |
//!
//! # Invariants
//! A line stores no number, only formulas; what is printed is what computed the number. `src/ledger` names no page.
//! Nothing panics on what comes from outside. Enums of ours are matched without `_`. Sizes are printed by
//! [`ledger::units`] alone, so that the page, the command line and Markdown give the same digits.
//!
//! # Two methods
//! [`ledger::estimate`] dispatches on the key `method`. The lesson has one moment and its lines' sum. The measured method
//! (`ledger/phases.rs`) gives each line an arithmetic at each moment of a step; its peak is the worst moment. Its
//! constants stand in the rooms they belong to, each with its reason; `tests/truth.rs` holds them to what was measured and
//! writes `target/accuracy.json`. What was measured on one's own machine may stand for a line of it ([`ledger::fix`]);
//! [`ledger::triage`] finds such numbers in logs. [`ledger::band`] says how far a total may move, [`ledger::stacks`] what frameworks do.
//!
//! # Advice and the exercise
//! [`ledger::fit`] searches the least painful changes with which a run fits: rungs with a pain each, any number of milder
//! ones before a harder one, none that can be left out. [`ledger::drill`] is the tuning exercise, a state machine that a
//! link replays; it sets configurations of its own and reads the ledger and [`ledger::step_time`] like anybody else.
//!
//! # Where to add
//! A model or card: a row in `src/ledger/presets/*.json` (with source and date). A line of the ledger: an
//! [`ledger::item::Item`], its file in `src/ledger/`, and the compiler asks for its two labels and its colour. A key:
//! [`url::Key`] and its row in [`url::FIELDS`]; `UPDATE=1 cargo test` rewrites the README's table.
//!
//! ```
//! use vram_ledger::ledger::{estimate, item::Item};
//! let (link, issues) = vram_ledger::url::parse("");
//! let ledger = estimate(&link.config);
//! assert!(issues.is_empty());
//! assert_eq!(ledger.bytes_of(Item::OptimizerStates).to_string(), "6.71 GiB");
//! ```
pub mod ledger;

pub mod api;
pub mod config_json;
pub mod display;
pub mod flags;
pub mod html;
pub mod hub;
pub mod i18n;
pub mod lesson;
pub mod quiz;
pub mod saved;
pub mod text;
pub mod url;
pub mod views;

#[cfg(feature = "ui")]
pub mod app;
#[cfg(feature = "charts")]
pub mod chart;
#[cfg(feature = "workbench")]
pub mod charts_loader;
#[cfg(feature = "ssr")]
pub mod scatter;
#[cfg(feature = "workbench")]
pub mod workbench;
