//! The command line as a pipeline sees it: what it prints, where, and how it ends.
#![cfg(feature = "cli")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "cli/endings.rs"]
mod endings;
#[path = "cli/flags.rs"]
mod flags;
#[path = "cli/json.rs"]
mod json;
#[path = "cli/ran.rs"]
mod ran;
#[path = "cli/snapshots.rs"]
mod snapshots;

use ran::{command, ends, run};

/// A file of tests/cases/config.
fn config(name: &str) -> String {
    format!(
        "{}/tests/cases/config/{name}.json",
        env!("CARGO_MANIFEST_DIR")
    )
}
