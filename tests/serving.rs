//! Serving: the lessons' numbers of operations, time and capacity, the rules that hold everywhere, and the views that show them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[cfg(not(target_arch = "wasm32"))]
#[path = "serving/anything.rs"]
mod anything;
#[allow(dead_code)]
#[path = "lessons/case.rs"]
mod case;
#[cfg(feature = "cli")]
#[path = "serving/cli.rs"]
mod cli;
#[cfg(not(target_arch = "wasm32"))]
#[allow(dead_code)]
#[path = "properties/dice.rs"]
mod dice;
#[path = "serving/lessons.rs"]
mod lessons;
#[path = "serving/plan.rs"]
mod plan;
#[cfg(feature = "cli")]
#[allow(dead_code)]
#[path = "cli/ran.rs"]
mod ran;
#[path = "serving/rules.rs"]
mod rules;
#[path = "serving/speed.rs"]
mod speed;
#[path = "serving/views.rs"]
mod views;
#[path = "views/whole.rs"]
mod whole;
