//! The whiteboard's and Qwen3-8B's numbers of inference, operations and time.
use crate::case::{at, count, report, stated, text};
use vram_ledger::ledger::engine_plan::{self, WHOLE};
use vram_ledger::ledger::flops::{self, Pass, Product};
use vram_ledger::ledger::formula::Formula;
use vram_ledger::ledger::item::Item;
use vram_ledger::ledger::speed;
use vram_ledger::ledger::units::ByteUnit;

const SEVEN: &str = "task=sft&model=llama-2-7b&gpu=a100-80gb&n=8&tokens=50e9";

/// Within half a unit of a printed mantissa's last digit: 1.15e14 is 1.15 ± 0.005.
#[track_caller]
fn near(got: f64, printed: f64, digits: i32) {
    let unit = 10f64.powf(printed.log10().floor() - f64::from(digits));
    assert!((got - printed).abs() <= unit * 0.51, "{got} / {printed}");
}

#[test]
fn operations_per_token_are_2n_6n_8n() {
    let config = report(SEVEN).link.config;
    let n = config.model.nominal();
    assert_eq!(flops::per_token(&config, Pass::Forward).value(), 2.0 * n);
    assert_eq!(flops::per_token(&config, Pass::Train).value(), 6.0 * n);
    assert_eq!(flops::per_token(&config, Pass::Recompute).value(), 8.0 * n);
    assert_eq!(text("/whiteboard/flops/forward per token"), "2N");
    assert_eq!(text("/whiteboard/flops/train per token"), "6N");
    let range = flops::RECOMPUTE_RANGE;
    assert_eq!(
        range[0],
        stated("/whiteboard/flops/with recomputation#0").value
    );
    assert_eq!(
        range[1],
        stated("/whiteboard/flops/with recomputation#1").value
    );
    assert_eq!(range[1], Pass::Recompute.per_param());
}

#[test]
fn a_prompt_of_8192_on_a_7b() {
    let config = report(SEVEN).link.config;
    let printed = stated("/whiteboard/flops/prefill 7B 8192 tokens").value;
    let Formula::Sum(terms) = flops::prefill(&config, 8192, 0) else {
        panic!("attention is counted")
    };
    near(terms[0].value(), printed, 2);
    // Attention over 8192 tokens: 2 × 32 layers × 8192 widths × half the prompt, a token.
    assert_eq!(terms[1].value(), 2.0 * 32.0 * 8192.0 * 4096.0 * 8192.0);
}

#[test]
fn the_24_days_hold() {
    let config = report(SEVEN).link.config;
    let tokens = config.tokens.unwrap();
    assert_eq!(tokens, speed::LESSON_TOKENS);
    let flops = flops::training(&config, tokens, Pass::Train).value();
    near(
        flops,
        stated("/whiteboard/flops/train 7B on 50e9 tokens").value,
        1,
    );
    let key = "/whiteboard/flops/8 x A100 (312 TFLOPS) at MFU 0.4";
    let time = speed::training(&config, tokens, Pass::Train).unwrap();
    // "about 2.1e6 s = 24 days"
    let sentence = text(key);
    let printed = sentence.split(' ').nth(1).unwrap();
    near(time.value(), printed.parse().unwrap(), 1);
    let days = speed::days(time).value();
    assert!(
        sentence.ends_with(&format!("= {} days", days.floor())),
        "{days}"
    );
    assert_eq!(config.gpu.bf16_tflops(), Some(312.0));
    assert_eq!(config.mfu.as_f64(), 0.4);
}

#[test]
fn a_layer_is_24_h_squared_and_2hs() {
    let (h, s) = (4096.0_f64, 8192.0);
    let lines = flops::whiteboard_layer(4096, 8192);
    let of = |product| lines.iter().find(|(p, _)| *p == product).unwrap().1.value();
    assert_eq!(of(Product::Qkv), 6.0 * h * h);
    assert_eq!(of(Product::Scores), h * s);
    assert_eq!(of(Product::Values), h * s);
    assert_eq!(of(Product::Output), 2.0 * h * h);
    assert_eq!(of(Product::Ffn), 16.0 * h * h);
    let all: f64 = lines.iter().map(|(_, f)| f.value()).sum();
    assert_eq!(all, 24.0 * h * h + 2.0 * h * s);
    assert!(text("/whiteboard/flops/per layer forward").starts_with("24H^2 + 2HS"));
    // A three-matrix feed-forward counts its own 2·3·H·I.
    let llama = report("model=llama-2-7b").link.config.model.shape.unwrap();
    let own = flops::own_layer(&llama.spec, 8192).unwrap();
    assert_eq!(own[4].1.value(), 2.0 * 3.0 * h * 11_008.0);
    assert_eq!(own[0].1.value(), of(Product::Qkv));
}

/// The layers' products come to 2N: the sum over all layers and the head is what twice the parameters say.
#[test]
fn layers_add_up_to_2n() {
    for model in ["llama-2-7b", "qwen3-8b", "llama-3.1-8b"] {
        let config = report(&format!("model={model}&method=measured"))
            .link
            .config;
        let shape = config.model.shape.as_ref().unwrap();
        let lines = flops::own_layer(&shape.spec, 1).unwrap();
        let layer: f64 = [0, 3, 4].iter().map(|i| lines[*i].1.value()).sum();
        let spec = &shape.spec;
        let head = 2.0 * (spec.hidden_size * spec.vocab_size) as f64;
        let all = layer * spec.num_hidden_layers as f64 + head;
        let two_n = flops::per_token(&config, Pass::Forward).value();
        assert!((all / two_n - 1.0).abs() < 1e-3, "{model}: {all} / {two_n}");
    }
}

#[test]
fn the_card_s_capacity_is_129_32_16_in_gib() {
    let gqa = "task=serve&model=custom&m.kv_heads=8&m.ffn=13721&gpu=a100-80gb&mem=80GiB&context=2";
    let mha = "task=serve&model=custom&m.ffn=11673&gpu=a100-80gb&mem=80GiB&context=2";
    for (name, link, printed_gb_over_gib) in [
        ("GQA-8, 4K", format!("{gqa}&len=4096"), 0.5),
        ("MHA, 4K", format!("{mha}&len=4096"), 2.0),
        ("GQA-8, 32K", format!("{gqa}&len=32768"), 4.0),
    ] {
        let report = report(&link);
        let config = &report.link.config;
        let room = engine_plan::room(&report.ledger, WHOLE).unwrap();
        let most = engine_plan::most_sequences(config, room, config.len).unwrap();
        let key = "/whiteboard/capacity_80gb_7b";
        assert_eq!(most, count(&format!("{key}/ours_gib/{name}")), "{name}");
        // As printed: 80 − 14 − 2 in GB, over a cache in GiB.
        let mixed = (80.0 - 14.0 - 2.0) / printed_gb_over_gib;
        assert_eq!(mixed, stated(&format!("{key}/as_printed/{name}")).value);
    }
}

#[test]
fn qwen3_8b_s_five_totals_have_our_parts() {
    let links = [
        "conc=1&len=4096",
        "conc=2&len=4096",
        "conc=1&len=32768",
        "conc=1&len=131072",
        "conc=1&len=4096&dtype=int4",
    ];
    let rows = at("/qwen3_8b/inference_total_gb/as_printed")
        .as_array()
        .unwrap();
    assert_eq!(rows.len(), links.len());
    for (i, link) in links.iter().enumerate() {
        let report = report(&format!("task=serve&model=qwen3-8b&{link}"));
        let gb = report
            .ledger
            .bytes_of(Item::EngineWeights)
            .in_unit(ByteUnit::GB);
        let gib = report.ledger.bytes_of(Item::KvCache).in_unit(ByteUnit::GiB);
        let key = "/qwen3_8b/inference_total_gb";
        let overhead = stated(&format!("{key}/overheads_as_printed/{i}")).value;
        let total = gb + gib + overhead;
        let printed = rows[i][1].as_f64().unwrap();
        assert!((total - printed).abs() <= stated(&format!("{key}/tol")).value);
    }
}

#[test]
fn decode_is_weights_over_bandwidth() {
    let config = report("task=serve&model=llama-2-7b&gpu=a100-80gb&conc=1&len=1")
        .link
        .config;
    let time = speed::weights_time(&config).unwrap().value();
    assert_eq!(time, 14e9 / 2039e9);
    assert!(text("/whiteboard/decode").contains("weight bytes / memory bandwidth"));
}

#[test]
fn a_70b_with_gqa_takes_3_3_gb_for_ten_thousand_tokens() {
    let link = "model=custom&m.layers=80&m.hidden=8192&m.heads=64&m.kv_heads=8&conc=1&len=10000";
    let report = report(link);
    let got = report.ledger.bytes_of(Item::KvCache).in_unit(ByteUnit::GB);
    let per_token = count("/whiteboard/kv_bytes_per_token/70B GQA-8");
    assert_eq!(got, per_token as f64 * 1e4 / 1e9);
}
