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
#[path = "cli/snapshots.rs"]
mod snapshots;

use std::process::{Command, Stdio};

/// What a run left behind.
struct Ran {
    out: String,
    err: String,
    code: i32,
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vram-ledger"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs it; what it prints is UTF-8 and no panic's message.
#[track_caller]
fn run(arguments: &[&str]) -> Ran {
    let output = command(arguments).output().unwrap();
    let ran = Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().expect("ended by itself"),
    };
    assert!(!ran.err.contains("panicked"), "{arguments:?}: {}", ran.err);
    ran
}

/// Runs it and expects the exit code.
#[track_caller]
fn ends(code: i32, arguments: &[&str]) -> Ran {
    let ran = run(arguments);
    assert_eq!(ran.code, code, "{arguments:?}: {}{}", ran.out, ran.err);
    ran
}

/// A file of tests/cases/config.
fn config(name: &str) -> String {
    format!(
        "{}/tests/cases/config/{name}.json",
        env!("CARGO_MANIFEST_DIR")
    )
}
