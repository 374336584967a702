//! Times, their bounds, and what they depend on.
use crate::case::report;
use vram_ledger::ledger::config::Config;
use vram_ledger::ledger::flops::{self, Pass, Reach};
use vram_ledger::ledger::presets::models;
use vram_ledger::ledger::speed::{
    Limit, decode_rate, decode_step, prefill, training, turning_point, weights_read,
};

fn config(link: &str) -> Config {
    report(link).link.config
}

#[test]
fn one_stream_is_bound_by_memory_and_a_long_prompt_by_compute() {
    for method in ["lesson", "measured"] {
        let config = config(&format!(
            "task=serve&model=qwen3-8b&gpu=h100-80gb&method={method}"
        ));
        assert_eq!(decode_rate(&config, 1, 1024).unwrap().limit, Limit::Memory);
        assert_eq!(
            prefill(&config, 8192, None).bound().unwrap().1,
            Limit::Compute
        );
        // One token at a time is no better than decoding it.
        assert_eq!(prefill(&config, 1, None).bound().unwrap().1, Limit::Memory);
    }
}

#[test]
fn a_batch_raises_the_total_and_never_one_stream() {
    for model in models() {
        let config = config(&format!(
            "task=serve&method=measured&gpu=h100-80gb&model={}",
            model.id
        ));
        let rates: Vec<_> = [1, 2, 8, 64, 512]
            .iter()
            .map(|conc| decode_rate(&config, *conc, 2048).unwrap())
            .collect();
        assert!(
            rates.is_sorted_by(|a, b| a.all <= b.all * 1.000_001),
            "{}",
            model.id
        );
        assert!(rates.is_sorted_by(|a, b| a.each >= b.each), "{}", model.id);
    }
}

#[test]
fn a_longer_context_is_never_faster() {
    for model in models() {
        let config = config(&format!(
            "task=serve&method=measured&gpu=h100-80gb&model={}",
            model.id
        ));
        let times: Vec<f64> = [1, 100, 4096, 100_000]
            .iter()
            .map(|len| decode_step(&config, 16, *len).bound().unwrap().0)
            .collect();
        assert!(times.is_sorted(), "{}: {times:?}", model.id);
    }
}

#[test]
fn experts_wake_as_the_batch_grows() {
    let config = config("task=serve&method=measured&model=qwen3-30b-a3b&gpu=h100-80gb");
    let shape = config.model.shape.as_ref().unwrap();
    let params = &shape.params;
    let read = |conc| weights_read(&config, conc).value() / 2.0;
    let looked_up = params.embedding;
    // One token reads what is active, beside the embedding it looks up.
    assert!((read(1) - (params.active() - looked_up) as f64).abs() < 1e3);
    assert!(read(8) > read(1));
    // Many read nearly all.
    assert!(read(4096) / (params.total() - looked_up) as f64 > 0.999);
}

#[test]
fn attention_counts_half_of_a_causal_prompt_and_no_more_than_a_window() {
    let long = |link: &str, reach| {
        flops::attention_per_token(&config(link), reach, Pass::Forward).map(|f| f.value())
    };
    let causal = Reach::Causal {
        new: 8192,
        before: 0,
    };
    // 2 × 36 layers × 32 heads × 256 × 4096.
    assert_eq!(
        long("model=qwen3-8b", causal).unwrap(),
        2.0 * 36.0 * 32.0 * 256.0 * 4096.0
    );
    let one = long("model=qwen3-8b", Reach::One(8192)).unwrap();
    assert_eq!(one, 2.0 * long("model=qwen3-8b", causal).unwrap());
    // Half of Gemma 2's layers look back 4096 tokens.
    let gemma = |tokens| long("model=gemma-2-2b", Reach::One(tokens)).unwrap();
    assert!(gemma(8192) < 2.0 * gemma(4096) && gemma(8192) > gemma(4096));
    // Continuing behind a cached prefix: as much as the whole less the prefix's own.
    let whole = 8192.0 * long("model=qwen3-8b", causal).unwrap();
    let part =
        |new, before| new as f64 * long("model=qwen3-8b", Reach::Causal { new, before }).unwrap();
    assert_eq!(part(4096, 0) + part(4096, 4096), whole);
}

#[test]
fn days_fall_with_cards_and_rise_with_recomputation() {
    let eight = config("task=sft&model=llama-2-7b&gpu=a100-80gb&n=8&tokens=50e9");
    let sixteen = config("task=sft&model=llama-2-7b&gpu=a100-80gb&n=16&tokens=50e9");
    let of = |c: &Config, pass| training(c, 50_000_000_000, pass).unwrap().value();
    let ratio = of(&eight, Pass::Train) / of(&sixteen, Pass::Train);
    assert!((ratio - 2.0).abs() < 1e-12);
    let more = of(&eight, Pass::Recompute) / of(&eight, Pass::Train);
    assert!((more - 8.0 / 6.0).abs() < 1e-12);
}

#[test]
fn short_contexts_turn_to_compute_and_long_ones_do_not() {
    let config = config("task=serve&model=llama-2-7b&gpu=a100-80gb");
    let short = turning_point(&config, 16, 65_536).unwrap();
    assert!((64..=1024).contains(&short), "{short}");
    assert_eq!(turning_point(&config, 131_072, 65_536), None);
}
