//! The second lesson's planner: where the engine's share may end, what sleeping frees, what a step takes.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "colocate/step_time.rs"]
mod step_time;
#[path = "colocate/tenancy.rs"]
mod tenancy;
#[path = "colocate/view.rs"]
mod view;

use serde_json::Value;

/// A value of tests/cases/lessons.json.
#[track_caller]
fn lesson(pointer: &str) -> Value {
    let text = include_str!("cases/lessons.json");
    let all: Value = serde_json::from_str(text).expect("JSON");
    all.pointer(pointer).expect(pointer).clone()
}

/// A number of tests/cases/lessons.json.
#[track_caller]
fn number(pointer: &str) -> f64 {
    lesson(pointer).as_f64().expect(pointer)
}
