//! Advice that solves: what it promises, over many configurations and both methods.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[allow(dead_code)] // Links are not thrown here.
#[path = "properties/dice.rs"]
mod dice;
#[path = "fit/promises.rs"]
mod promises;
#[path = "fit/shown.rs"]
mod shown;

use vram_ledger::ledger::config::Config;
use vram_ledger::ledger::fit::{Fit, Move, fit};
use vram_ledger::ledger::item::Verdict;
use vram_ledger::url;

#[track_caller]
fn config(query: &str) -> Config {
    let (link, _) = url::parse(query);
    link.config
}

/// The steps as query diffs.
fn diffs(config: &Config, fit: &Fit) -> Vec<String> {
    fit.steps
        .iter()
        .map(|step| url::diff_query(config, &step.alone))
        .collect()
}

#[track_caller]
fn check(query: &str, expected: &[&str]) {
    let config = config(query);
    let fit = fit(&config);
    assert_eq!(diffs(&config, &fit), expected, "{query}");
    assert_eq!(fit.after_is.verdict, Verdict::Fits, "{query}");
}

/// The lesson's order: what is cheap first, and only as much of it as is needed.
#[test]
fn the_lesson_s_order_is_kept() {
    check("", &[]);
    check("mb=16", &[]);
    // Logits break the card: the micro batch alone brings it back.
    check("mb=32", &["mb=16&accum=2"]);
    check("mb=16&seq=8192&len=8192", &["mb=1&accum=16", "conc=12"]);
    // The cache breaks it: concurrency, never the length first.
    check("conc=128&len=4096", &["conc=32"]);
    check("model=qwen3-8b&gpu=a100-80gb", &["tune=lora"]);
}

#[test]
fn the_measured_method_adds_its_own() {
    check("method=measured&mb=16", &["mb=4&accum=4"]);
    // util is what the engine takes at start: too much of it is put right and nothing else is touched.
    check("method=measured&util=0.9", &["util=auto"]);
    check("method=measured&mb=1&seq=16384&comp=16384", &["head=liger"]);
    let cards = "method=measured&model=qwen3-8b&gpu=h100-80gb&n=8&task=sft";
    check(cards, &["shard=zero2"]);
}

#[test]
fn a_smaller_model_is_the_last_resort() {
    let big = config("model=qwen3-32b&gpu=rtx-4090");
    let fit = fit(&big);
    assert_eq!(fit.steps.last().map(|s| s.code), Some(Move::SmallerModel));
    let custom = "task=sft&model=custom&m.type=llama&m.layers=400&m.hidden=8192";
    let none = vram_ledger::ledger::fit::fit(&config(custom));
    assert!(none.after.is_none() && none.steps.is_empty());
    assert_ne!(none.after_is.verdict, Verdict::Fits);
    assert!(none.after_is.used <= none.before.used);
}
