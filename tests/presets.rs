//! The preset tables: ids, sources, dates, and the same architecture as the published configuration.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

use serde_json::Value;
use std::collections::HashSet;
use vram_ledger::ledger::model::{ModelFields, SetOutcome};
use vram_ledger::ledger::presets::{card, cards, model, models};

fn is_slug(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && id
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.' || c == '-')
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    parts.len() == 3
        && parts
            .iter()
            .all(|part| part.chars().all(|c| c.is_ascii_digit()))
}

#[test]
fn every_row_has_id_source_and_date() {
    assert!(models().len() >= 50, "{} models", models().len());
    let mut ids = HashSet::new();
    let rows = models()
        .iter()
        .map(|m| (m.id, m.aliases, m.source(), m.checked));
    for (id, aliases, source, checked) in rows {
        assert!(is_slug(id) && aliases.iter().all(|a| is_slug(a)), "{id}");
        assert!(!source.is_empty() && is_date(checked), "{id}");
        assert!(
            [id].iter().chain(aliases).all(|name| ids.insert(*name)),
            "{id}"
        );
    }
    ids.clear();
    let rows = cards()
        .iter()
        .map(|m| (m.id, m.aliases, m.source(), m.checked));
    for (id, aliases, source, checked) in rows {
        assert!(is_slug(id) && aliases.iter().all(|a| is_slug(a)), "{id}");
        assert!(!source.is_empty() && is_date(checked), "{id}");
        assert!(
            [id].iter().chain(aliases).all(|name| ids.insert(*name)),
            "{id}"
        );
    }
}

#[test]
fn every_field_is_taken_as_it_is_and_is_needed() {
    for preset in models() {
        let mut fields = ModelFields::new(preset.model_type);
        assert!(
            fields.is_known() && fields.model_type() == preset.model_type,
            "{}",
            preset.id
        );
        for (name, value) in preset.pairs() {
            assert_eq!(
                fields.set(name, value),
                Ok(SetOutcome::Set),
                "{}: {name}={value}",
                preset.id
            );
        }
        let link: Vec<(String, String)> = fields
            .to_link()
            .into_iter()
            .map(|(n, v)| (n.to_owned(), v))
            .collect();
        let rows: Vec<(String, String)> = preset
            .pairs()
            .map(|(n, v)| (n.to_string(), v.to_string()))
            .collect();
        assert_eq!(link, rows, "{}", preset.id);
        let (spec, issues) = fields.spec();
        assert_eq!(issues, [], "{}", preset.id);
        assert_eq!(spec, preset.spec(), "{}", preset.id);
        // Names round down and up, never by a third.
        let total = spec.params().total() as f64;
        assert!(
            (total / preset.nominal - 1.0).abs() < 0.34,
            "{}: {total}",
            preset.id
        );
    }
}

#[test]
fn families_stand_together_and_grow() {
    let mut seen = HashSet::new();
    for pair in models().windows(2) {
        if pair[0].family == pair[1].family {
            assert!(pair[0].nominal <= pair[1].nominal, "{}", pair[1].id);
        } else {
            assert!(seen.insert(pair[0].family), "{}", pair[0].family);
        }
    }
    assert_eq!(models()[0].id, "qwen3-0.6b");
    let smaller = |id: &str| model(id).unwrap().smaller().map(|m| m.id);
    assert_eq!(smaller("qwen3-8b"), Some("qwen3-4b"));
    assert_eq!(smaller("qwen3-0.6b"), None);
    assert_eq!(smaller("llama-3.1-8b"), Some("llama-3.2-3b"));
    assert_eq!(smaller("llama-2-7b"), Some("tinyllama-1.1b"));
}

#[test]
fn the_contract_s_ids_are_there() {
    for id in [
        "qwen3-0.6b",
        "qwen3-8b",
        "llama-2-7b",
        "llama-3.1-8b",
        "gemma-2-2b",
        "deepseek-v3",
        "gpt-oss-20b",
    ] {
        assert_eq!(model(id).map(|m| m.id), Some(id));
    }
    for id in [
        "rtx-4070",
        "rtx-5090",
        "a100-80gb",
        "h100-80gb",
        "h200",
        "mi300x",
        "ascend-910b",
    ] {
        assert_eq!(card(id).map(|m| m.id), Some(id));
    }
    assert_eq!(model("qwen3-0.6b").unwrap().nominal, 0.6e9);
    assert_eq!(model("no-such-model"), None);
    assert_eq!(card("phi-4"), None);
    assert_eq!(model("phi-4").map(|m| m.id), Some("phi-4-14b"));
}

#[test]
fn cards_are_the_collected_facts() {
    let root: Value = serde_json::from_str(include_str!("cases/gpus.json")).unwrap();
    let facts = root["cards"].as_array().unwrap();
    assert_eq!(cards().len(), facts.len());
    for fact in facts {
        let id = fact["slug"].as_str().unwrap();
        let card = card(id).unwrap_or_else(|| panic!("{id}"));
        assert_eq!(card.id, id);
        assert_eq!(card.name, fact["name"].as_str().unwrap(), "{id}");
        assert_eq!(card.vendor, fact["vendor"].as_str().unwrap(), "{id}");
        assert_eq!(card.family, fact["family"].as_str().unwrap(), "{id}");
        assert_eq!(
            card.mem_mib,
            fact["memory_total_mib"].as_u64().unwrap(),
            "{id}"
        );
        assert_eq!(
            card.bandwidth_gb_s(),
            fact["memory_bandwidth_gb_s"].as_f64(),
            "{id}"
        );
        assert_eq!(
            card.bf16_tflops(),
            fact["bf16_dense_tflops"].as_f64(),
            "{id}"
        );
        assert_eq!(card.fp8_tflops(), fact["fp8_dense_tflops"].as_f64(), "{id}");
    }
}
