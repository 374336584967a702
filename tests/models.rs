//! Every model of tests/cases/models.json against transformers' own counts, by three routes to the same architecture.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

use serde_json::Value;
use vram_ledger::config_json;
use vram_ledger::ledger::model::{LoraTargets, ModelFields, ModelSpec};
use vram_ledger::ledger::presets::{ModelPreset, model, models};

fn cases() -> serde_json::Map<String, Value> {
    // Written by Python, which has a bare Infinity.
    let text = include_str!("cases/models.json").replace("Infinity", "null");
    let root: Value = serde_json::from_str(&text).unwrap();
    root["models"].as_object().unwrap().clone()
}

/// The config as published: `{"_rle": [[value, times], …]}` back to a plain list.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(map) => match map.get("_rle") {
            Some(runs) => Value::Array(
                runs.as_array()
                    .unwrap()
                    .iter()
                    .flat_map(|run| {
                        let times = run[1].as_u64().unwrap() as usize;
                        std::iter::repeat_n(run[0].clone(), times)
                    })
                    .collect(),
            ),
            None => Value::Object(map.iter().map(|(k, v)| (k.clone(), plain(v))).collect()),
        },
        Value::Array(list) => Value::Array(list.iter().map(plain).collect()),
        other => other.clone(),
    }
}

fn import(case: &Value) -> config_json::Imported {
    config_json::read(&plain(&case["config"]).to_string()).unwrap()
}

/// (what, expected, got) of everything the case expects.
fn compare(expected: &Value, spec: &ModelSpec) -> Vec<(String, String, String)> {
    let params = spec.params();
    let kv = spec.kv();
    let kind = |name: &str| {
        expected["by_kind"]
            .get(name)
            .and_then(Value::as_u64)
            .unwrap_or(0)
    };
    let int = |name: &str| expected[name].as_u64().unwrap();
    let lora = |name: &str| expected["lora_r16"][name].as_u64().unwrap();
    let mut pairs: Vec<(String, String, String)> = [
        ("total", int("total"), params.total()),
        ("embedding", int("embedding"), params.embedding),
        ("lm_head", int("lm_head"), params.lm_head),
        ("active", int("active"), params.active()),
        ("linear", int("linear_params"), params.linear),
        ("bnb_4bit", int("bnb_4bit_params"), params.bnb_4bit),
        (
            "lora all-linear",
            lora("all-linear"),
            spec.lora_params(16, LoraTargets::AllLinear),
        ),
        (
            "lora qkvo",
            lora("qkvo"),
            spec.lora_params(16, LoraTargets::Attn),
        ),
        ("lora qv", lora("qv"), spec.lora_params(16, LoraTargets::Qv)),
        ("norm", kind("norm"), params.norm),
        ("attn", kind("attn"), params.attn),
        ("bias", kind("bias"), params.bias),
        ("mixer", kind("linear"), params.mixer),
        ("mlp", kind("mlp"), params.mlp),
        ("expert", kind("expert"), params.expert),
        ("shared", kind("shared"), params.shared_expert),
        ("router", kind("router"), params.router),
        ("other", kind("other"), params.other),
        (
            "per layer",
            kind("embedding_per_layer"),
            params.per_layer_embedding,
        ),
        (
            "kv const",
            expected["kv_vllm"]["const"].as_u64().unwrap(),
            kv.state_bytes(2),
        ),
    ]
    .into_iter()
    .map(|(what, e, g)| (what.to_owned(), e.to_string(), g.to_string()))
    .collect();
    match &expected["lora_all_linear_r8_peft"] {
        Value::Number(n) => pairs.push((
            "lora peft r8".into(),
            format!("{:?}", Some(n.as_u64().unwrap())),
            format!("{:?}", spec.lora_params_peft(8)),
        )),
        Value::String(_) => pairs.push((
            "lora peft r8".into(),
            "None".into(),
            format!("{:?}", spec.lora_params_peft(8)),
        )),
        _ => {}
    }
    let vllm = &expected["kv_vllm"];
    pairs.push((
        "kv per token".into(),
        format!("{}", vllm["per_token"].as_f64().unwrap()),
        format!("{}", kv.bytes_per_token(2.0)),
    ));
    let windows: Vec<(u64, u64)> = vllm["window"]
        .as_array()
        .unwrap()
        .iter()
        .map(|w| (w[0].as_u64().unwrap(), w[1].as_u64().unwrap()))
        .collect();
    let got: Vec<(u64, u64)> = kv.windows().iter().map(|(n, w)| (n * 2, *w)).collect();
    pairs.push((
        "kv window".into(),
        format!("{windows:?}"),
        format!("{got:?}"),
    ));
    for (tokens, bytes) in expected["kv_bytes_at"].as_object().unwrap() {
        let got = kv.bytes_at(tokens.parse().unwrap(), 2.0, 2);
        pairs.push((
            format!("kv at {tokens}"),
            format!("{}", bytes.as_f64().unwrap()),
            format!("{got}"),
        ));
    }
    pairs
}

#[test]
fn counts_equal_transformers() {
    let mut exact = 0;
    let mut wrong = Vec::new();
    for (name, case) in &cases() {
        let Some(expected) = case.get("expected") else {
            continue;
        };
        let (spec, _) = import(case).fields.spec();
        let bad: Vec<_> = compare(expected, &spec)
            .into_iter()
            .filter(|(_, e, g)| e != g)
            .collect();
        if bad.is_empty() {
            exact += 1;
        }
        wrong.extend(
            bad.into_iter()
                .map(|(what, e, g)| format!("{name:32} {what:16} expected {e:>16} got {g:>16}")),
        );
    }
    println!("{exact} models exact in every number");
    for line in &wrong {
        println!("{line}");
    }
    assert!(wrong.is_empty(), "{} numbers differ", wrong.len());
    assert_eq!(exact, 108);
}

#[test]
fn a_link_carries_the_model() {
    for (name, case) in &cases() {
        let imported = import(case);
        let mut again = ModelFields::new(imported.fields.model_type());
        for (key, value) in imported.fields.to_link() {
            again
                .set(key, &value)
                .unwrap_or_else(|e| panic!("{name}: {key}={value}: {e:?}"));
        }
        assert_eq!(again, imported.fields, "{name}");
        assert_eq!(again.spec().0, imported.fields.spec().0, "{name}");
        println!(
            "{name}: {} {:?} {:?}",
            imported.fields.model_type(),
            imported.fields.to_link(),
            imported.issues
        );
    }
}

/// The preset of a case: its name in lower case, without what stands in brackets.
fn preset_of(case: &str) -> Option<&'static ModelPreset> {
    let name = case.split('(').next().unwrap().rsplit('/').next().unwrap();
    model(&name.to_ascii_lowercase())
}

#[test]
fn presets_are_the_published_configurations() {
    let mut same = 0;
    for (name, case) in &cases() {
        let Some(preset) = preset_of(name) else {
            continue;
        };
        let imported = import(case).fields;
        match name.as_str() {
            // The published files say float32 for the state; the reconstructed ones do not have the key.
            "Qwen3.5-0.8B(text)" | "Qwen3.5-2B(text)" | "Qwen3.5-4B(text)" => {
                assert_eq!(preset.spec().params(), imported.spec().0.params(), "{name}");
            }
            // The published files leave the vocabulary to the class: 262208, not the tokenizer's 262144.
            "Gemma-3-4B(text)" | "Gemma-3-12B(text)" | "Gemma-3-27B(text)" => {
                assert_eq!(preset.spec().kv(), imported.spec().0.kv(), "{name}");
            }
            _ => {
                assert_eq!(preset.fields(), imported, "{name}");
                assert_eq!(preset.spec(), imported.spec().0, "{name}");
                same += 1;
            }
        }
    }
    let rows: std::collections::HashSet<_> = cases()
        .keys()
        .filter_map(|n| preset_of(n))
        .map(|p| p.id)
        .collect();
    assert_eq!(rows.len(), models().len(), "every preset has its case");
    println!("{same} presets equal their published configuration");
}

#[test]
fn a_missing_key_means_the_class_s_default() {
    let text = include_str!("cases/models.json").replace("Infinity", "null");
    let root: Value = serde_json::from_str(&text).unwrap();
    for (model_type, defaults) in root["class_defaults"].as_object().unwrap() {
        let bare = serde_json::json!({ "model_type": model_type });
        let mut said = defaults.clone();
        said["model_type"] = Value::String(model_type.clone());
        let bare = config_json::read(&bare.to_string()).unwrap();
        let said = config_json::read(&said.to_string()).unwrap();
        assert_eq!(said.issues, [], "{model_type}");
        // A composite's default stands where its text part's would not.
        if defaults.as_object().unwrap().len() > 1 {
            assert_eq!(said.fields, bare.fields, "{model_type}");
            assert!(said.fields.to_link().is_empty(), "{model_type}");
        }
    }
}

#[test]
fn every_field_has_one_name_of_each_kind() {
    let names: Vec<_> = ModelFields::names().collect();
    for (written, name) in &names {
        assert_eq!(ModelFields::written_name(name), Some(*written));
        assert_eq!(ModelFields::written_name(written), Some(*written));
        assert!(
            written
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        );
    }
    assert_eq!(
        names
            .iter()
            .filter(|(written, name)| written != name)
            .count(),
        7
    );
}
