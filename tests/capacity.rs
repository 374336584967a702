//! The planner, the gate and the guide: the third lesson's numbers, what must hold of every gate, the page and the
//! command line of one mind, and everything of the lesson on the page.
#![cfg(feature = "cli")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "capacity/gate.rs"]
mod gate;
#[path = "capacity/numbers.rs"]
mod numbers;
#[path = "capacity/page.rs"]
mod page;
#[path = "capacity/pipeline.rs"]
mod pipeline;
#[path = "capacity/way.rs"]
mod way;

use serde_json::Value;
use vram_ledger::text::Report;
use vram_ledger::url;

/// The report of a link, errors and all.
fn report(link: &str) -> Report {
    let (read, issues) = url::parse(link);
    Report::of(read, issues)
}

/// What lessons.json has at a pointer.
#[track_caller]
fn lesson(pointer: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("cases/lessons.json")).unwrap();
    all.pointer(pointer)
        .unwrap_or_else(|| panic!("no {pointer}"))
        .clone()
}

/// The command line's exit code and output for these arguments.
fn cli(arguments: &[&str]) -> (i32, String, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_vram-ledger"))
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// 32 heads over three cards: the engine does not start, and both the gate and the ledger's warnings say so.
#[test]
fn a_division_that_does_not_start_is_refused() {
    use vram_ledger::ledger::gate::{DEFAULT_LIMIT, Ruling};
    use vram_ledger::ledger::warnings::warnings;
    let rule = |query: &str| {
        let (link, _) = vram_ledger::url::parse(query);
        let ledger = vram_ledger::ledger::estimate(&link.config);
        let ruling = Ruling::of(&link.config, &ledger, DEFAULT_LIMIT, false);
        let refused = ruling.refusals.iter().any(|r| r.code() == "parallel");
        let warned = warnings(&link.config, &ledger)
            .iter()
            .any(|w| w.code() == "parallel");
        (refused, warned)
    };
    let serve = "task=serve&method=measured&model=qwen3-8b&gpu=h200";
    assert_eq!(rule(&format!("{serve}&tp=2&en=2")), (false, false));
    assert_eq!(rule(&format!("{serve}&tp=3&en=3")), (true, true));
    assert_eq!(rule(&format!("{serve}&tp=4&en=2")), (true, true));
    // Sixteen cards keep each of the eight KV heads twice: said, not refused.
    assert_eq!(rule(&format!("{serve}&tp=16&en=16")), (false, true));
}
