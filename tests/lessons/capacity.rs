//! The third lesson's gate, and the planner's defaults that the configuration already has.
use super::case::{at, count, report, stated};
use vram_ledger::ledger::colocate::line_at;
use vram_ledger::ledger::config::Config;
use vram_ledger::ledger::gate::{DEFAULT_LIMIT, Gate};
use vram_ledger::ledger::item::Item;
use vram_ledger::ledger::units::{ByteUnit, Bytes};

#[test]
fn the_gate_s_cases_hold() {
    let cases = at("/capacity/gate_cases").as_array().unwrap();
    assert!(cases.len() >= 2);
    for case in cases {
        let report = report(case["link"].as_str().unwrap());
        let config = &report.link.config;
        let spec = &config.model.shape.as_ref().unwrap().spec;
        assert_eq!(spec.num_hidden_layers, case["layers"]);
        assert_eq!(spec.hidden_size, case["hidden"]);
        assert_eq!(config.conc, case["concurrency"]);
        assert_eq!(config.len, case["ctx"]);
        let card = Bytes(case["gpu_gib"].as_u64().unwrap() * ByteUnit::GiB.bytes());
        assert_eq!(config.capacity(), card);
        // The exact count stands for the lesson's 7e9.
        let nominal = case["params"].as_f64().unwrap();
        assert!((config.model.nominal() / nominal - 1.0).abs() < 0.04);
        let context = report.ledger.bytes_of(Item::Context);
        assert_eq!(
            context.in_unit(ByteUnit::GiB),
            stated("/capacity/framework_overhead_gb").value
        );
        let gate = Gate::of(&report.ledger, DEFAULT_LIMIT);
        assert_eq!(gate.passes(), case["pass"], "{case}");
        if let Some(need) = case["need_gib"].as_f64() {
            let got = gate.need.in_unit(ByteUnit::GiB);
            assert!((got - need).abs() <= case["tol"].as_f64().unwrap(), "{got}");
        }
    }
}

#[test]
fn the_gate_s_model_is_llama_2_7b() {
    let link = at("/capacity/gate_cases/0/link").as_str().unwrap();
    let model = report(link).link.config.model;
    assert_eq!(model.params() as f64, stated("/capacity/gate_note#2").value);
    let spec = model.shape.unwrap();
    assert_eq!(
        spec.spec.num_hidden_layers,
        count("/capacity/kv_mha_7b/layers")
    );
    assert_eq!(spec.spec.hidden_size, count("/capacity/kv_mha_7b/hidden"));
}

#[test]
fn the_planner_s_defaults_are_the_lesson_s() {
    let config = Config::default();
    assert_eq!(
        config.price.as_f64(),
        stated("/capacity/cost_yuan/card_hour").value
    );
    assert_eq!(config.node, count("/capacity/node_size"));
    // The reserve of the util line is never less than the framework's overhead.
    let total = Bytes::mib(32_768);
    let overhead = stated("/capacity/framework_overhead_gb").value;
    assert_eq!(
        line_at(total, Bytes::ZERO, 0.0),
        line_at(total, Bytes::ZERO, overhead)
    );
}

#[test]
fn the_whiteboard_s_shapes_are_what_the_links_say() {
    let of = |name: &str| count(&format!("/whiteboard/activation_full_rule/{name}"));
    let config = report("task=sft&model=llama-2-7b&mb=4&seq=4096&ckpt=0")
        .link
        .config;
    let spec = &config.model.shape.as_ref().unwrap().spec;
    assert_eq!(
        [
            config.mb,
            config.seq,
            spec.hidden_size,
            spec.num_hidden_layers
        ],
        [of("B"), of("S"), of("H"), of("L")]
    );
    let card = count("/whiteboard/capacity_80gb_7b/ours_gib/card");
    let capacity = report("gpu=a100-80gb&mem=80GiB").link.config.capacity();
    assert_eq!(capacity, Bytes(card * ByteUnit::GiB.bytes()));
}
