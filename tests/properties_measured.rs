//! What must hold for every configuration of the measured method.
#![cfg(feature = "measured")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

use proptest::prelude::*;
use vram_ledger::config_json;
use vram_ledger::ledger::config::Config;
use vram_ledger::ledger::item::{Item, Phase, Role};
use vram_ledger::ledger::words::Word;
use vram_ledger::ledger::{Ledger, Line, estimate, presets};
use vram_ledger::url::{self, FIELDS, Key, fields::Takes};

fn config(query: &str) -> Config {
    url::parse(query).0.config
}

fn ledger(query: &str) -> Ledger {
    estimate(&config(query))
}

/// A value of a key from anywhere in its range.
fn value(key: Key) -> BoxedStrategy<String> {
    let field = FIELDS.iter().find(|field| field.key == key).unwrap();
    match field.takes {
        Takes::Words(words) => proptest::sample::select(words)
            .prop_map(String::from)
            .boxed(),
        Takes::Whole(min, max) => prop_oneof![min..=max.min(min + 64), min..=max, Just(max)]
            .prop_map(|n| n.to_string())
            .boxed(),
        Takes::Decimal { min, max, scale } => (min..=max)
            .prop_map(move |n| format!("{}", n as f64 / scale as f64))
            .boxed(),
        Takes::Other(_) => match key {
            Key::Gpu => proptest::sample::select(presets::cards())
                .prop_map(|c| c.id.into())
                .boxed(),
            _ => proptest::sample::select(presets::models())
                .prop_map(|m| m.id.into())
                .boxed(),
        },
    }
}

/// Any link of the measured method, keys over their whole range.
fn any_query() -> impl Strategy<Value = String> {
    const KEYS: &[Key] = &[
        Key::Dtype,
        Key::Task,
        Key::Tune,
        Key::Rank,
        Key::Targets,
        Key::Adtype,
        Key::Kbit,
        Key::Recipe,
        Key::Opt,
        Key::Foreach,
        Key::Mb,
        Key::Accum,
        Key::Seq,
        Key::Comp,
        Key::Ckpt,
        Key::Attn,
        Key::Pad,
        Key::Head,
        Key::Ref,
        Key::Critic,
        Key::Reward,
        Key::Engine,
        Key::Conc,
        Key::Len,
        Key::Kvdtype,
        Key::Util,
        Key::Sleep,
        Key::Seqs,
        Key::Batched,
        Key::Eager,
        Key::Adapters,
        Key::Draft,
        Key::Prefix,
        Key::Gpu,
        Key::N,
        Key::Tp,
        Key::Pp,
        Key::Shard,
        Key::Offload,
        Key::Context,
    ];
    let pairs = proptest::sample::subsequence(KEYS.to_vec(), 0..KEYS.len()).prop_flat_map(|keys| {
        keys.into_iter()
            .map(|key| value(key).prop_map(move |v| format!("&{}={v}", key.slug())))
            .collect::<Vec<_>>()
    });
    (proptest::sample::select(presets::models()), pairs)
        .prop_map(|(model, pairs)| format!("model={}&method=measured{}", model.id, pairs.concat()))
}

/// Ordinary runs: sizes that a card could have.
fn usual_query() -> impl Strategy<Value = String> {
    let words = |key: Key| value(key);
    (
        proptest::sample::select(presets::models()),
        (words(Key::Task), words(Key::Tune), words(Key::Recipe), words(Key::Opt), words(Key::Head)),
        (words(Key::Ckpt), words(Key::Attn), words(Key::Pad), words(Key::Sleep), words(Key::Shard), words(Key::Offload)),
        (1u64..32, 1u64..16_384, 1u64..512, 1u64..3),
    )
        .prop_map(|(model, a, b, (mb, seq, rank, accum))| {
            format!(
                "model={}&method=measured&task={}&tune={}&recipe={}&opt={}&head={}&ckpt={}&attn={}&pad={}&sleep={}&shard={}&offload={}&mb={mb}&seq={seq}&rank={rank}&accum={accum}",
                model.id, a.0, a.1, a.2, a.3, a.4, b.0, b.1, b.2, b.3, b.4, b.5
            )
        })
}

/// Bytes at the optimizer's step, when all that is kept is there and nothing is cast or unpacked.
fn bytes_of(ledger: &Ledger, items: &[Item]) -> u64 {
    items
        .iter()
        .map(|item| {
            ledger
                .line(*item)
                .map_or(0, |line| line.bytes_at(Phase::OptimizerStep).0)
        })
        .sum()
}

fn without(query: &str, key: &str) -> String {
    query
        .split('&')
        .filter(|pair| !pair.starts_with(&format!("{key}=")))
        .collect::<Vec<_>>()
        .join("&")
}

/// Digits × + ÷ max min ⌈⌉ ( ), as the contract has it.
mod arithmetic {
    pub fn value(text: &str) -> f64 {
        let chars: Vec<char> = text.chars().filter(|c| *c != ' ').collect();
        let mut at = 0;
        let out = sum(&chars, &mut at);
        assert_eq!(at, chars.len(), "{text}");
        out
    }

    fn sum(c: &[char], at: &mut usize) -> f64 {
        let mut out = product(c, at);
        while c.get(*at) == Some(&'+') {
            *at += 1;
            out += product(c, at);
        }
        out
    }

    fn product(c: &[char], at: &mut usize) -> f64 {
        let mut out = atom(c, at);
        loop {
            match c.get(*at) {
                Some('×') => {
                    *at += 1;
                    out *= atom(c, at);
                }
                Some('÷') => {
                    *at += 1;
                    let by = atom(c, at);
                    out = if by == 0.0 { 0.0 } else { out / by };
                }
                _ => return out,
            }
        }
    }

    fn atom(c: &[char], at: &mut usize) -> f64 {
        match c[*at] {
            '(' => {
                *at += 1;
                let out = sum(c, at);
                assert_eq!(c[*at], ')');
                *at += 1;
                out
            }
            '⌈' => {
                *at += 1;
                let out = sum(c, at);
                assert_eq!(c[*at], '⌉');
                *at += 1;
                out.ceil()
            }
            'm' => {
                let max = c[*at + 1] == 'a';
                *at += 4;
                let mut out = sum(c, at);
                while c[*at] == ',' {
                    *at += 1;
                    let arm = sum(c, at);
                    out = if max { out.max(arm) } else { out.min(arm) };
                }
                assert_eq!(c[*at], ')');
                *at += 1;
                out
            }
            _ => {
                let start = *at;
                while c.get(*at).is_some_and(|c| c.is_ascii_digit() || *c == '.') {
                    *at += 1;
                }
                c[start..*at].iter().collect::<String>().parse().unwrap()
            }
        }
    }
}

fn sound(query: &str) -> Result<(), TestCaseError> {
    let ledger = ledger(query);
    let mut maxima = 0u128;
    for line in ledger.lines.iter().chain(&ledger.host) {
        for (_, formula) in &line.at {
            let value = formula.value();
            prop_assert!(
                value.is_finite() && value >= 0.0,
                "{query}: {:?} {value}",
                line.item
            );
        }
    }
    for card in &ledger.cards {
        for line in ledger.on(card.role) {
            maxima += u128::from(line.bytes().0);
        }
        prop_assert!(u128::from(card.used.0) <= maxima, "{query}");
        maxima = 0;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn never_nan_negative_or_over(query in any_query()) {
        sound(&query)?;
    }

    #[test]
    fn printed_arithmetic_is_the_number(query in usual_query()) {
        let ledger = ledger(&query);
        for line in ledger.lines.iter().chain(&ledger.host) {
            for (phase, formula) in &line.at {
                let printed = arithmetic::value(&formula.to_string());
                let value = formula.value();
                prop_assert!((printed - value).abs() <= 1e-12 * value.max(1.0),
                    "{query} {:?} {phase:?}: {formula} = {printed}, not {value}", line.item);
            }
        }
    }

    #[test]
    fn a_larger_micro_batch_lowers_no_line(query in usual_query(), mb in 1u64..40, more in 1u64..8) {
        let query = without(&query, "mb");
        let (a, b) = (ledger(&format!("{query}&mb={mb}")), ledger(&format!("{query}&mb={}", mb + more)));
        for line in &a.lines {
            let after = b.lines.iter().find(|l| l.item == line.item && l.role == line.role).map_or(0, |l| l.bytes().0);
            // One byte for rounding.
            prop_assert!(after + 1 >= line.bytes().0, "{query} {:?}: {} then {after}", line.item, line.bytes().0);
        }
    }

    #[test]
    fn full_keeps_at_least_what_adapters_keep(query in usual_query(), rank in 1u64..65) {
        // Recipes with everything in 16 bits and optimizers without states can be leaner than fp32 adapters at large rank.
        let query = ["tune", "opt", "recipe", "rank", "task", "shard"].iter().fold(query, |q, key| without(&q, key));
        let of = |tune: &str| {
            let ledger = ledger(&format!("{query}&task=sft&rank={rank}&targets=qv&tune={tune}"));
            bytes_of(&ledger, &[Item::PolicyWeights, Item::Gradients, Item::OptimizerStates, Item::MasterWeights, Item::Adapter])
        };
        let (full, lora, qlora) = (of("full"), of("lora"), of("qlora"));
        prop_assert!(full >= lora, "{query}: {full} {lora}");
        prop_assert!(lora >= qlora, "{query}: {lora} {qlora}");
    }

    #[test]
    fn the_cache_is_linear(model in proptest::sample::select(presets::models()), conc in 1u64..200, blocks in 1u64..500, times in 2u64..9) {
        let of = |conc: u64, len: u64| ledger(&format!("model={}&task=serve&method=measured&conc={conc}&len={len}", model.id))
            .line(Item::KvCache).unwrap().largest().unwrap().value();
        let len = blocks * 16;
        let one = of(conc, len);
        prop_assert!((of(conc * times, len) - one * times as f64).abs() <= one * 1e-9);
        let kv = &config(&format!("model={}", model.id)).model.shape.unwrap().kv;
        let grows = kv.windows().is_empty() && kv.state_bytes(2) == 0;
        if grows {
            prop_assert!((of(conc, len * times) - one * times as f64).abs() <= one * 1e-9);
        }
    }

    #[test]
    fn the_reference_is_exactly_its_line(query in usual_query()) {
        let query = without(&query, "task");
        let with = ledger(&format!("{query}&task=grpo&ref=1"));
        let none = ledger(&format!("{query}&task=grpo&ref=0"));
        let rest: Vec<&Line> = with.lines.iter().filter(|line| line.item != Item::ReferenceModel).collect();
        prop_assert_eq!(rest, none.lines.iter().collect::<Vec<_>>());
        prop_assert!(with.line(Item::ReferenceModel).is_some());
    }

    #[test]
    fn shares_shrink_with_the_cards(query in usual_query(), n in 2u64..512, shard in 1usize..5) {
        let words = ["none", "zero1", "zero2", "zero3", "fsdp2"];
        let query = format!("{}&shard={}", without(&query, "shard"), words[shard]);
        let (a, b) = (ledger(&format!("{query}&n={n}")), ledger(&format!("{query}&n={}", n + 1)));
        for line in a.on(Role::Train) {
            let after = b.line(line.item).map_or(0, |l| l.bytes().0);
            prop_assert!(after <= line.bytes().0 + 1, "{query} {n} {:?}", line.item);
        }
    }
}

#[test]
fn preset_config_json_custom_keys_and_own_link_are_one() {
    let text = include_str!("cases/models.json").replace("Infinity", "null");
    let root: serde_json::Value = serde_json::from_str(&text).unwrap();
    let settings = "&method=measured&task=grpo&mb=2&seq=2048&sleep=1";
    for name in ["Qwen3-0.6B", "Llama-3.1-8B", "Qwen3-30B-A3B"] {
        let model = config_json::read(&root["models"][name]["config"].to_string()).unwrap();
        let mut imported = config(&settings[1..]);
        imported.model =
            vram_ledger::ledger::config::Model::custom(model.fields.clone(), String::new());
        let preset = config(&format!("model={}{settings}", name.to_lowercase()));
        let own = config(&url::format_config(&imported));
        let lines = |config: &Config| estimate(config).lines;
        assert_eq!(lines(&preset), lines(&imported), "{name}");
        assert_eq!(lines(&own), lines(&imported), "{name}");
    }
}

#[test]
fn stacks_are_links_without_errors() {
    for stack in vram_ledger::ledger::stacks::STACKS {
        let (link, issues) = url::parse(stack.query);
        let errors: Vec<_> = issues
            .iter()
            .filter(|issue| issue.level == url::Level::Error)
            .collect();
        assert!(errors.is_empty(), "{}: {errors:?}", stack.id);
        assert!(
            !stack.source.is_empty() && estimate(&link.config).used().0 > 0,
            "{}",
            stack.id
        );
    }
}

#[test]
fn the_band_holds_the_total() {
    for query in [
        "",
        "method=measured",
        "method=measured&tune=lora&ckpt=0",
        "method=measured&task=serve",
    ] {
        let config = config(query);
        let ledger = estimate(&config);
        let band = vram_ledger::ledger::band::band(&config, &ledger);
        assert!(
            band.low <= band.expected && band.expected <= band.high,
            "{query}"
        );
        assert_eq!(band.expected, ledger.used(), "{query}");
    }
}

#[test]
fn host_memory_is_its_own_line() {
    let of = |query: &str| ledger(query).host_bytes().0;
    assert_eq!(of("method=measured"), 0);
    assert_eq!(of("method=measured&sleep=2"), 0);
    assert_eq!(of("method=measured&sleep=1"), 596_049_920 * 2);
    assert_eq!(
        of("method=measured&opt=paged8bit&task=sft"),
        596_049_920 * 2
    );
    // Weights, moments and master.
    assert_eq!(
        of("method=measured&offload=params&task=sft"),
        596_049_920 * (2 + 8 + 4)
    );
}
