//! `model`, `params` and `m.*`.
use super::check;
use vram_ledger::ledger::presets;
use vram_ledger::url::{self, LINK_LIMIT};

#[test]
fn every_preset_is_a_link() {
    for preset in presets::models() {
        let canonical = if preset.id == "qwen3-0.6b" {
            String::new()
        } else {
            format!("model={}", preset.id)
        };
        check(&format!("model={}", preset.id), &canonical, &[]);
        for alias in preset.aliases {
            check(&format!("model={alias}"), &canonical, &[]);
        }
    }
    for card in presets::cards() {
        let canonical = if card.id == "rtx-5090" {
            String::new()
        } else {
            format!("gpu={}", card.id)
        };
        check(&format!("gpu={}", card.id), &canonical, &[]);
        for alias in card.aliases {
            check(&format!("gpu={alias}"), &canonical, &[]);
        }
    }
}

/// Every preset written out as a custom model stays one link and keeps its counts.
#[test]
fn every_preset_written_out_is_a_short_link() {
    for preset in presets::models() {
        let fields: String = preset
            .pairs()
            .map(|(name, value)| format!("&m.{name}={value}"))
            .collect();
        let query = format!("model=custom&m.type={}{fields}", preset.model_type);
        let (link, issues) = url::parse(&query);
        assert_eq!(issues, vec![], "{}", preset.id);
        super::stable(&link);
        let copied = url::format_copied(&link);
        assert!(
            copied.len() < LINK_LIMIT,
            "{}: {} characters",
            preset.id,
            copied.len()
        );
        assert_eq!(
            link.config.model.params(),
            preset.spec().params().total(),
            "{}",
            preset.id
        );
    }
}

#[test]
fn a_custom_model_is_written_by_its_short_names() {
    check(
        "model=custom&m.num_hidden_layers=36&m.hidden_size=2560&m.num_attention_heads=20&m.num_key_value_heads=4&m.vocab_size=32000",
        "model=custom&m.type=llama&m.layers=36&m.hidden=2560&m.heads=20&m.kv_heads=4",
        &[],
    );
    check(
        "model=custom&M.Type=QWEN3&M.Layers=8",
        "model=custom&m.type=qwen3&m.layers=8",
        &[],
    );
    check(
        "m.layers=8&model=custom",
        "model=custom&m.type=llama&m.layers=8",
        &[],
    );
    check(
        "model=custom&m.type=llama",
        "model=custom&m.type=llama",
        &[],
    );
    check(
        "model=custom&m.layers=2k",
        "model=custom&m.type=llama&m.layers=2000",
        &[],
    );
}

#[test]
fn numbers_of_a_model_are_read_like_all_others() {
    check(
        "model=custom&m.layers=３６",
        "model=custom&m.type=llama&m.layers=36",
        &["m.layers read_leniently note"],
    );
    check(
        "model=custom&m.vocab=151,936",
        "model=custom&m.type=llama&m.vocab=151936",
        &["m.vocab read_leniently note"],
    );
    check(
        "model=custom&m.vocab=151_936",
        "model=custom&m.type=llama&m.vocab=151936",
        &["m.vocab read_leniently note"],
    );
    check(
        "model=custom&m.vocab=0.001亿",
        "model=custom&m.type=llama&m.vocab=100000",
        &[],
    );
    check(
        "model=custom&m.layers=-1",
        "model=custom&m.type=llama&m.layers=1",
        &["m.layers model_field error"],
    );
    check(
        "model=custom&m.layers=0",
        "model=custom&m.type=llama&m.layers=1",
        &["m.layers model_field error"],
    );
    check(
        "model=custom&m.layers=1e999",
        "model=custom&m.type=llama&m.layers=10000",
        &["m.layers model_field error"],
    );
    check(
        "model=custom&m.layers=nan",
        "model=custom&m.type=llama",
        &["m.layers model_field error"],
    );
    check(
        "model=custom&m.layers=1.5",
        "model=custom&m.type=llama",
        &["m.layers model_field error"],
    );
    check(
        "model=custom&m.tied=maybe",
        "model=custom&m.type=llama",
        &["m.tied model_field error"],
    );
    check(
        "model=custom&m.colour=red",
        "",
        &[
            "m.colour model_field error",
            "model custom_without_shape error",
        ],
    );
}

#[test]
fn what_does_not_go_together_is_said() {
    let note = "m.type model note";
    check(
        "model=custom&m.heads=32&m.kv_heads=64",
        "model=custom&m.type=llama&m.kv_heads=64",
        &[note],
    );
    check(
        "model=custom&m.heads=32&m.kv_heads=5",
        "model=custom&m.type=llama&m.kv_heads=5",
        &[note],
    );
    check(
        "model=custom&m.hidden=1000&m.heads=7",
        "model=custom&m.type=llama&m.hidden=1000&m.heads=7",
        &[note],
    );
    check(
        "model=custom&m.type=nosuch&m.layers=2&m.hidden=64&m.ffn=128&m.heads=4&m.vocab=100",
        "model=custom&m.type=nosuch&m.layers=2&m.hidden=64&m.ffn=128&m.heads=4&m.vocab=100",
        &[note],
    );
}

#[test]
fn lists_are_run_length_coded() {
    check(
        "model=custom&m.type=gemma3_text&m.layers=12&m.layer_types=s2f1*4",
        "model=custom&m.type=gemma3_text&m.layers=12&m.layer_types=s2f1*4",
        &[],
    );
    check(
        "model=custom&m.type=gemma3_text&m.layers=6&m.layer_types=ssfssf",
        "model=custom&m.type=gemma3_text&m.layers=6&m.layer_types=s2f1*2",
        &[],
    );
    check(
        "model=custom&m.layer_types=zzz",
        "model=custom&m.type=llama",
        &["m.layer_types model_field error"],
    );
}

#[test]
fn fields_beside_a_preset_do_nothing() {
    check("m.layers=4", "", &["m.layers model_is_preset error"]);
    check(
        "model=qwen3-8b&m.layers=4&m.type=llama&params=7e9",
        "model=qwen3-8b",
        &[
            "m.layers model_is_preset error",
            "m.type model_is_preset error",
            "params model_is_preset error",
        ],
    );
}

#[test]
fn params_only_stand_where_there_are_no_fields() {
    check(
        "model=custom&params=7B",
        "model=custom&params=7000000000",
        &[],
    );
    check(
        "model=custom&params=7B&m.layers=4",
        "model=custom&m.type=llama&m.layers=4",
        &["params params_given error"],
    );
    check(
        "model=custom&params=seven",
        "",
        &["params not_a_number error"],
    );
}

#[test]
fn names_are_kept_short_and_trimmed() {
    check(
        "model=custom&params=7&m.name=+mine+",
        "model=custom&m.name=mine&params=7",
        &[],
    );
    let long = "名".repeat(61);
    let kept = "%E5%90%8D".repeat(60);
    check(
        &format!("model=custom&params=7&m.name={long}"),
        &format!("model=custom&m.name={kept}&params=7"),
        &["m.name too_long error"],
    );
    // The cut falls behind a space.
    let spaced = format!("{} end", "x".repeat(59));
    check(
        &format!("model=custom&params=7&m.name={spaced}"),
        &format!("model=custom&m.name={}&params=7", "x".repeat(59)),
        &["m.name too_long error"],
    );
}
