//! The fourth lesson: Qwen3-8B from its own config.json, and the totals it prints.
use super::case::{at, count, report, stated};
use vram_ledger::config_json;
use vram_ledger::ledger::config::{Config, Model};
use vram_ledger::ledger::item::Item;
use vram_ledger::ledger::units::ByteUnit;
use vram_ledger::ledger::{bytes_per_sequence, estimate, kv_summary};
use vram_ledger::url;

/// The lesson's config.json, through a link.
fn imported() -> Config {
    let read = config_json::read(&at("/qwen3_8b/config").to_string()).unwrap();
    assert_eq!(read.issues, []);
    let config = Config {
        model: Model::custom(read.fields, String::new()),
        ..Config::default()
    };
    let link = url::format_config(&config);
    let again = report(&link).link.config;
    assert_eq!(again, config, "{link}");
    again
}

#[test]
fn the_config_is_read_as_it_stands() {
    let of = |name: &str| count(&format!("/qwen3_8b/config/{name}"));
    let config = imported();
    let spec = &config.model.shape.as_ref().unwrap().spec;
    assert_eq!(spec.num_hidden_layers, of("num_hidden_layers"));
    assert_eq!(spec.hidden_size, of("hidden_size"));
    assert_eq!(spec.num_attention_heads, of("num_attention_heads"));
    assert_eq!(spec.num_key_value_heads, of("num_key_value_heads"));
    assert_eq!(spec.head_dim, of("head_dim"));
    assert_eq!(spec.intermediate_size, of("intermediate_size"));
    assert_eq!(spec.vocab_size, of("vocab_size"));
    assert_eq!(
        spec.tie_word_embeddings,
        *at("/qwen3_8b/config/tie_word_embeddings")
    );
    // The same architecture as the preset's.
    let preset = report("model=qwen3-8b").link.config.model;
    assert_eq!(*spec, preset.shape.unwrap().spec);
    assert_eq!(config.model.params(), 8_190_735_360);
}

#[test]
fn its_cache_is_the_lesson_s_at_four_lengths() {
    let config = imported();
    let shape = config.model.shape.as_ref().unwrap();
    assert_eq!(
        kv_summary(&config).per_token,
        count("/qwen3_8b/kv_bytes_per_token")
    );
    let rows = at("/qwen3_8b/kv_gib").as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let bytes = bytes_per_sequence(shape, config.kvdtype, row[0].as_u64().unwrap()).bytes();
        assert_eq!(bytes.in_unit(ByteUnit::GiB), row[1].as_f64().unwrap());
    }
}

/// The printed totals add weights in GB, a cache in GiB and an overhead picked by hand: our parts with that overhead are near.
#[test]
fn printed_totals_are_near_our_parts() {
    let links = [
        "conc=1&len=4096",
        "conc=2&len=4096",
        "conc=1&len=32768",
        "conc=1&len=131072",
        "conc=1&len=4096&dtype=int4",
    ];
    let tolerance = stated("/qwen3_8b/inference_total_gb/tol").value;
    for (i, link) in links.iter().enumerate() {
        let printed = stated(&format!("/qwen3_8b/inference_total_gb/as_printed/{i}/1")).value;
        let overhead = stated(&format!(
            "/qwen3_8b/inference_total_gb/overheads_as_printed/{i}"
        ))
        .value;
        let config = report(&format!("task=serve&model=qwen3-8b&{link}"))
            .link
            .config;
        let ledger = estimate(&config);
        let weights = ledger.bytes_of(Item::EngineWeights).in_unit(ByteUnit::GB);
        let cache = ledger.bytes_of(Item::KvCache).in_unit(ByteUnit::GiB);
        let ours = weights + cache + overhead;
        assert!(
            (ours - printed).abs() <= tolerance,
            "{link}: {ours} / {printed}"
        );
    }
}
