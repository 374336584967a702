//! What a step of a slider costs: the estimate, everything the page shows, the link, an import.
//!
//! To stay under: the default's estimate 10 µs, the whole page state 300 µs.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use divan::{Bencher, black_box};
use vram_ledger::config_json;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::config::{Axes, Config};
use vram_ledger::ledger::estimate;
use vram_ledger::ledger::kv_table::KvTable;
use vram_ledger::ledger::solve::{Unknown, solve};
use vram_ledger::text::{self, Report};
use vram_ledger::url::{self, Link};

fn main() {
    divan::main();
}

const QUERIES: [&str; 4] = [
    "",
    "model=qwen3-8b&task=ppo&tune=qlora",
    "model=gemma-3-27b&task=serve",
    "model=custom&m.type=qwen3_next&task=serve&dtype=fp8",
];

#[divan::bench(args = QUERIES)]
fn estimated(bencher: Bencher, query: &str) {
    let config = url::parse(query).0.config;
    bencher.bench(|| estimate(black_box(&config)));
}

/// Ledger, cuts, warnings, advice, pool, util line and a 12 × 12 table.
#[divan::bench(args = QUERIES)]
fn page_state(bencher: Bencher, query: &str) {
    let link = url::parse(query).0;
    let axes = Axes {
        concurrency: (0..12).map(|power| 1 << power).collect(),
        length: (0..12).map(|power| 512 << power).collect(),
    };
    bencher.bench(|| {
        let report = Report::of(black_box(&link).clone(), Vec::new());
        let table = KvTable::of(&report.link.config, &report.ledger, &axes);
        (report, table)
    });
}

const LONG: &str = "v=1&model=custom&m.type=qwen3&m.layers=36&m.ffn=12288&m.kv_heads=8&m.name=a+model+of+mine&dtype=bf16&task=grpo\
    &tune=lora&rank=64&mb=4&accum=8&seq=4096&ckpt=0&ref=1&conc=64&len=8192&util=0.55&gpu=a100-80gb&mem=81920&n=8&context=1.5&price=12.5\
    &axes=1-4-16-64x1024-4096-32768&vs=model:qwen3-8b;mb:1;seq:2048&vs2=mb:8&vs3=tune:lora&view=kv&lang=zh&unit=gb";

#[divan::bench]
fn link_parsed(bencher: Bencher) {
    bencher.bench(|| url::parse(black_box(LONG)));
}

#[divan::bench]
fn link_written(bencher: Bencher) {
    let link = url::parse(LONG).0;
    bencher.bench(|| url::format(black_box(&link)));
}

/// The largest query that is read, of nothing but unknown keys.
#[divan::bench]
fn hostile_link_parsed(bencher: Bencher) {
    let query = "a=b&".repeat(25_000);
    bencher.bench(|| url::parse(black_box(&query)));
}

#[divan::bench(args = ["qwen3-8b", "deepseek-v3", "gemma-3-27b"])]
fn config_imported(bencher: Bencher, name: &str) {
    let path = format!(
        "{}/tests/cases/config/{name}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap();
    bencher.bench(|| config_json::read(black_box(&text)));
}

#[divan::bench]
fn report_as_json(bencher: Bencher) {
    let report = Report::of(Link::default(), Vec::new());
    bencher.bench(|| text::report_json(black_box(&report), Locale::Zh));
}

#[divan::bench]
fn concurrency_solved(bencher: Bencher) {
    let config = Config::default();
    bencher.bench(|| solve(black_box(&config), Unknown::Concurrency));
}
