//! How long a ledger takes: the page computes one per keystroke and a dozen for its cuts.
use divan::{Bencher, black_box};
use vram_ledger::ledger::config::Config;
use vram_ledger::ledger::estimate;
use vram_ledger::url;

fn main() {
    divan::main();
}

fn config(query: &str) -> Config {
    url::parse(query).0.config
}

/// The lesson's default link.
#[divan::bench]
fn lesson(bencher: Bencher) {
    let config = config("");
    bencher.bench_local(|| estimate(black_box(&config)));
}

/// The same by the measured method.
#[divan::bench]
fn measured(bencher: Bencher) {
    let config = config("method=measured");
    bencher.bench_local(|| estimate(black_box(&config)));
}

/// A model of several kinds of layers, adapters, everything on.
#[divan::bench]
fn measured_hybrid(bencher: Bencher) {
    let config = config(
        "model=qwen3-next-80b-a3b&method=measured&tune=qlora&ckpt=0&attn=eager&sleep=1&prefix=0.2",
    );
    bencher.bench_local(|| estimate(black_box(&config)));
}
