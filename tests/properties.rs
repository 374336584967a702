//! What holds for every configuration, every link and every text.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "properties/arithmetic.rs"]
mod arithmetic;
#[path = "properties/dice.rs"]
mod dice;
#[path = "properties/ledgers.rs"]
mod ledgers;
#[path = "properties/links.rs"]
mod links;
#[path = "properties/outputs.rs"]
mod outputs;

use proptest::test_runner::Config;

/// How many cases a property is tried on; `PROPTEST_CASES` says otherwise.
fn cases(default: u32) -> Config {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|n| n.parse().ok());
    Config {
        cases: asked.unwrap_or(default),
        failure_persistence: None,
        ..Config::default()
    }
}
