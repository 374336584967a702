//! What holds of every gate: monotone, and of one mind on the page and in the command line.
use super::{cli, report};
use proptest::prelude::*;
use serde_json::Value;
use vram_ledger::i18n::{Locale, Voice};
use vram_ledger::ledger::config::Config;
use vram_ledger::ledger::estimate;
use vram_ledger::ledger::gate::{DEFAULT_LIMIT, Refusal, Ruling, ways_out};
use vram_ledger::ledger::presets;
use vram_ledger::ledger::units::ByteUnit;
use vram_ledger::text::Gated;
use vram_ledger::url;

fn passes(config: &Config) -> bool {
    Ruling::of(config, &estimate(config), DEFAULT_LIMIT, false).passes()
}

fn config(link: &str) -> Config {
    url::parse(link).0.config
}

/// Links over tasks, models, methods and what a gate looks at.
fn links() -> impl Strategy<Value = String> {
    let model = prop::sample::select(vec![
        "qwen3-0.6b",
        "qwen3-8b",
        "llama-2-7b",
        "gemma-3-12b",
        "deepseek-v2-lite",
        "mixtral-8x7b",
        "llama-3.1-70b",
    ]);
    let task = prop::sample::select(vec!["serve", "serve", "serve", "sft", "dpo", "grpo", "ppo"]);
    let tune = prop::sample::select(vec!["full", "lora", "qlora"]);
    let gpu = prop::sample::select(vec!["rtx-4090", "rtx-5090", "a100-80gb", "h200"]);
    let rest = prop::sample::select(vec![
        "",
        "&method=measured",
        "&kvdtype=fp8",
        "&dtype=int4",
        "&util=0.6",
        "&util=0.9&method=measured",
        "&tp=2&method=measured",
        "&engine=server",
        "&sleep=1&method=measured",
        "&ckpt=0",
        "&prefix=0.5&method=measured",
    ]);
    (model, task, tune, gpu, rest, 1u64..200, 1u64..40_000).prop_map(
        |(model, task, tune, gpu, rest, conc, len)| {
            format!("task={task}&model={model}&tune={tune}&gpu={gpu}&conc={conc}&len={len}{rest}")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn more_load_never_turns_a_refusal_into_a_pass(link in links(), conc in 1u64..400, len in 1u64..40_000) {
        let config = config(&link);
        if !passes(&config) {
            let more = Config { conc: config.conc + conc, len: config.len + len, ..config.clone() };
            for after in [Config { conc: more.conc, ..config.clone() }, Config { len: more.len, ..config.clone() }, more] {
                prop_assert!(!passes(&after), "{link}: +{conc} +{len}");
            }
        }
    }

    #[test]
    fn a_larger_card_never_fails_where_a_smaller_passes(link in links(), less in 0u64..100_000) {
        let config = config(&link);
        let mib = config.mem.unwrap_or(config.gpu.mem_mib);
        let smaller = Config { mem: Some(mib.saturating_sub(less).max(1)), ..config.clone() };
        if passes(&smaller) {
            prop_assert!(passes(&Config { mem: Some(mib), ..config }), "{link}: −{less} MiB");
        }
    }

    #[test]
    fn a_way_out_does_what_it_says(link in links()) {
        let config = config(&link);
        let ledger = estimate(&config);
        let ruling = Ruling::of(&config, &ledger, DEFAULT_LIMIT, false);
        let ways = ways_out(&config, &ledger, DEFAULT_LIMIT);
        prop_assert!(!ruling.passes() || ways.is_empty());
        for way in ways {
            // As a diff of the link, in the words of a link.
            let diff = url::diff_query(&config, &way.after);
            let link = url::parse(&url::format_config(&config)).0;
            let (after, issues) = url::apply(&link, &diff);
            prop_assert!(issues.iter().all(|issue| issue.level == url::Level::Note), "{diff}: {issues:?}");
            prop_assert_eq!(passes(&after.config), way.passes, "{} {}", link_text(&config), diff);
            prop_assert_eq!(estimate(&after.config).used(), way.need);
            for locale in [Locale::Zh, Locale::En] {
                let voice = Voice { locale, unit: ByteUnit::GiB };
                prop_assert!(!way.title(voice).is_empty() && !way.price(voice).is_empty());
            }
        }
    }
}

fn link_text(config: &Config) -> String {
    url::format_config(config)
}

/// The page's verdict is the attribute on its section; the command line's is its exit code.
#[test]
fn the_page_and_the_command_line_are_of_one_mind() {
    let mut links: Vec<String> = include_str!("../cases/links.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split(" | ").next().unwrap().trim().to_string())
        .collect();
    links.extend(
        [
            "mb=x",
            "nope=1",
            "mb=0",
            "v=2",
            "model=qwen3-9b",
            "m.layers=4",
            "mb=1&mb=2",
            "conc=1e999",
            "task=serve&model=custom&params=7e9",
            "task=serve&model=llama-2-7b&gpu=a100-80gb&conc=32&len=8192",
            "task=serve&model=llama-2-7b&gpu=a100-80gb&conc=8&len=8192",
            "task=serve&model=llama-2-7b&gpu=a100-80gb&conc=122&len=1024",
            "task=serve&model=qwen3-8b&util=0.3&conc=64&len=8192&gpu=a100-80gb&method=measured",
            "util=0.9",
            "util=0.9&sleep=1&method=measured",
            "task=sft&dtype=int4",
            "task=dpo&model=llama-3.1-70b&n=64&shard=zero3&gpu=h200&method=measured",
            "targets=qv",
            "unit=gb&lang=zh&view=capacity",
        ]
        .map(String::from),
    );
    let (mut passed, mut refused, mut erred) = (0, 0, 0);
    for link in links {
        let (code, out, err) = cli(&["gate", "--format", "json", &link]);
        let said: Value = serde_json::from_str(&out).unwrap();
        let ruling = super::page::ruling(&link);
        assert_eq!(
            ruling == "pass",
            code == 0,
            "{link}: the page says {ruling}, the gate ends with {code}"
        );
        assert_eq!(said["pass"], code == 0, "{link}");
        let gated = Gated::of(&report(&link), DEFAULT_LIMIT);
        assert_eq!(gated.ruling.passes(), code == 0);
        assert_eq!(said["need_bytes"], gated.ruling.gate.need.0);
        match code {
            0 => passed += 1,
            1 => refused += 1,
            2 => erred += 1,
            other => panic!("{other}"),
        }
        assert_eq!(code != 0, err.contains("refused: "), "{link}: {err}");
    }
    assert!(
        passed > 20 && refused > 10 && erred > 6,
        "{passed} {refused} {erred}"
    );
}

#[test]
fn a_refusal_names_concurrency_context_need_card_and_ways_out() {
    let link = "task=serve&model=llama-2-7b&gpu=a100-80gb&conc=32&len=8192";
    let (code, _, err) = cli(&["gate", link]);
    assert_eq!(code, 1);
    for part in [
        "concurrency 32",
        "context 8192",
        "142 GiB",
        "80.0 GiB",
        "72.0 GiB",
        "conc=14",
        "dtype=int4",
        "tp=4",
    ] {
        assert!(err.contains(part), "{part}: {err}");
    }
}

/// A run that serves nothing has no concurrency to speak of.
#[test]
fn a_training_gate_speaks_of_what_it_has() {
    for link in [
        "task=sft&model=llama-2-7b",
        "task=dpo&model=llama-2-7b",
        "task=grpo&model=llama-2-7b&engine=none",
    ] {
        for lang in ["en", "zh"] {
            for format in ["text", "json", "md"] {
                let (code, out, err) = cli(&["gate", "--lang", lang, "--format", format, link]);
                assert_eq!(code, 1);
                for word in ["concurrency", "context ", "并发", "上下文", "\"conc\""] {
                    assert!(
                        !out.contains(word) && !err.contains(word),
                        "{word}: {out}{err}"
                    );
                }
                let word = if lang == "zh" {
                    "长度 1024"
                } else {
                    "length 1024"
                };
                assert!(err.contains(word), "{err}");
            }
        }
    }
    let (_, _, err) = cli(&["gate", "model=llama-2-7b"]);
    assert!(
        err.contains("micro batch 2 × length 1024")
            && err.contains("concurrency 16 × context 1024"),
        "{err}"
    );
}

/// What cannot be added up cannot pass.
#[test]
fn what_is_missing_does_not_pass() {
    let codes = |link: &str| -> Vec<&'static str> {
        let gated = Gated::of(&report(link), DEFAULT_LIMIT);
        gated.ruling.refusals.iter().map(Refusal::code).collect()
    };
    assert_eq!(
        codes("task=serve&model=custom&params=1e9"),
        ["shape_unknown"]
    );
    assert_eq!(codes("util=0.9"), ["util_too_high"]);
    assert_eq!(
        codes("task=serve&model=qwen3-8b&gpu=a100-80gb&util=0.25&conc=64&len=4096"),
        ["pool_short"]
    );
    assert_eq!(codes("task=sft&dtype=int4"), ["untrainable"]);
    assert_eq!(codes("nope=1"), ["link_errors"]);
    assert_eq!(codes(""), [""; 0]);
}

#[test]
fn the_larger_card_is_the_smallest_that_passes() {
    let config = config("task=serve&model=llama-2-7b&gpu=rtx-4090&conc=16&len=4096");
    let ways = ways_out(&config, &estimate(&config), DEFAULT_LIMIT);
    let way = ways.iter().find(|way| way.after.gpu != config.gpu).unwrap();
    assert!(way.passes);
    for card in presets::cards()
        .iter()
        .filter(|card| card.mem_mib < way.after.gpu.mem_mib)
    {
        assert!(
            !passes(&Config {
                gpu: card,
                mem: None,
                ..config.clone()
            }),
            "{}",
            card.id
        );
    }
}
