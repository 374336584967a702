//! The tuning drill: transcripts that play its levels, and what holds whatever is typed.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "drill/machine.rs"]
mod machine;
#[path = "drill/page.rs"]
mod page;
#[path = "drill/transcripts.rs"]
mod transcripts;

use vram_ledger::ledger::drill::{Drill, Level, Progress};

/// A level as it begins.
fn begin(level: Level) -> Drill {
    let start = Progress {
        level,
        ..Progress::default()
    };
    Drill::replay(&start).0
}
