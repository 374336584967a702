//! Tracebacks and logs: what is found in them, whatever they are.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "triage/cases.rs"]
mod cases;
#[path = "triage/fixes.rs"]
mod fixes;
#[path = "triage/frameworks.rs"]
mod frameworks;
#[path = "triage/hostile.rs"]
mod hostile;
#[path = "triage/program.rs"]
mod program;
#[allow(dead_code)]
#[path = "cli/ran.rs"]
mod ran;
#[path = "triage/view.rs"]
mod view;
#[path = "views/whole.rs"]
mod whole;

use std::path::PathBuf;
use vram_ledger::ledger::triage::{Log, Triage, diagnose, read};
use vram_ledger::text::Report;
use vram_ledger::url;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/triage")
}

fn case(name: &str) -> String {
    std::fs::read_to_string(folder().join(format!("{name}.txt"))).unwrap()
}

#[track_caller]
fn report(query: &str) -> Report {
    let (link, issues) = url::parse(query);
    assert!(
        issues.iter().all(|issue| issue.level == url::Level::Note),
        "{query}: {issues:?}"
    );
    Report::of(link, issues)
}

#[track_caller]
fn triage(text: &str, query: &str) -> (Report, Log, Triage) {
    let report = report(query);
    let log = read(text);
    let found = diagnose(&log, &report.link.config);
    (report, log, found)
}
