//! Shortages by their names, tensor parallel, adapters.
use crate::case::report;
use vram_ledger::ledger::config::{Config, EngineMode};
use vram_ledger::ledger::engine_plan::{
    self, ParallelProblem, Service, adapters, parallel_problems, plan,
};
use vram_ledger::ledger::estimate;
use vram_ledger::ledger::item::Item;

#[track_caller]
fn service(link: &str) -> Service {
    let report = report(link);
    plan(&report.link.config, &report.ledger).unwrap().service
}

#[test]
fn a_short_pool_preempts_and_a_missing_share_does_not_start() {
    for method in ["lesson", "measured"] {
        let of = |rest: &str| {
            service(&format!(
                "task=serve&model=qwen3-8b&gpu=rtx-5090&method={method}&{rest}"
            ))
        };
        assert!(matches!(of("conc=8&len=4096"), Service::Serves { .. }));
        let short = of("conc=256&len=8192");
        let Service::Preempts { at_once, .. } = short else {
            panic!("{short:?}")
        };
        assert!(at_once > 0 && at_once < 256);
        assert!(matches!(of("util=0.98"), Service::ShareTaken { .. }));
        assert!(matches!(of("util=0.3"), Service::NoPool { .. }));
        let long = of("conc=1&len=1000000");
        let Service::LengthOverPool { longest, .. } = long else {
            panic!("{long:?}")
        };
        assert!(longest > 1000 && longest < 1_000_000);
        // What it says fits does.
        let again = of(&format!("conc=1&len={longest}"));
        assert!(matches!(again, Service::Serves { .. }), "{again:?}");
        let again = of(&format!("conc={at_once}&len=8192"));
        assert!(matches!(again, Service::Serves { .. }), "{again:?}");
    }
}

#[test]
fn the_wanted_util_serves_the_demand() {
    for link in [
        "task=serve&model=qwen3-8b&conc=8&len=4096",
        "task=serve&model=llama-3.1-8b&gpu=h100-80gb&conc=32&len=8192&method=measured",
        "",
        "method=measured&sleep=1",
    ] {
        let report = report(link);
        let config = &report.link.config;
        let first = plan(config, &report.ledger).unwrap();
        let with = |util| {
            let config = Config {
                util: Some(util),
                ..config.clone()
            };
            plan(&config, &estimate(&config)).unwrap().service
        };
        let wanted = first.wanted_util;
        assert!(
            matches!(with(wanted), Service::Serves { .. }),
            "{link}: {wanted}"
        );
        assert!(
            !matches!(with(wanted - 1), Service::Serves { .. }),
            "{link}: {wanted}"
        );
    }
}

#[test]
fn illegal_divisions_are_said() {
    let of = |link: &str, cards| parallel_problems(&report(link).link.config, cards);
    // Qwen3-8B: 32 heads, 8 KV heads.
    assert_eq!(of("model=qwen3-8b&tp=4&en=4", 4), []);
    assert_eq!(
        of("model=qwen3-8b&tp=4", 1),
        [ParallelProblem::Cards { needs: 4, cards: 1 }]
    );
    assert_eq!(
        of("model=qwen3-8b&tp=16&en=16", 16),
        [ParallelProblem::Replicated {
            kv_heads: 8,
            tp: 16
        }]
    );
    assert_eq!(
        of("model=qwen3-8b&tp=3&en=4", 4),
        [
            ParallelProblem::Heads { heads: 32, tp: 3 },
            ParallelProblem::KvHeads { kv_heads: 8, tp: 3 }
        ]
    );
    let config = report("task=serve&model=qwen3-8b&tp=2&en=4").link.config;
    assert_eq!(engine_plan::engine_cards(&config, EngineMode::Alone), 4);
}

#[test]
fn many_adapters_share_one_base_or_each_have_their_own() {
    let config = report("task=serve&model=qwen3-8b&method=measured&adapters=10&rank=16")
        .link
        .config;
    let ten = adapters(&config, 10);
    let ledger = estimate(&config);
    assert_eq!(ten.beside.bytes(), ledger.bytes_of(Item::EngineWeights));
    let one = adapters(&config, 1);
    assert_eq!(ten.own.value(), 10.0 * one.own.value());
    assert_eq!(ten.merged.value(), 10.0 * one.merged.value());
    // Tens of MB each, as lesson 3 says.
    assert!(
        (10e6..200e6).contains(&one.own.value()),
        "{}",
        one.own.value()
    );
    assert_eq!(engine_plan::UNMERGED_LATENCY, [5, 15]);
}

#[test]
fn the_prefix_is_kept_once() {
    let bytes = |rest: &str| {
        let config = report(&format!(
            "task=serve&model=qwen3-8b&method=measured&conc=16&len=4096&{rest}"
        ))
        .link
        .config;
        engine_plan::cache_formula(&config, 16, 4096)
            .unwrap()
            .bytes()
            .0
    };
    let all = bytes("");
    // Half of 4096 tokens once and half sixteen times.
    assert_eq!(bytes("prefix=0.5"), all / 16 / 2 + all / 2);
}
