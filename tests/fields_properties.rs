//! Any fields at all: nothing panics, and a link says them again.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

use proptest::prelude::*;
use vram_ledger::config_json;
use vram_ledger::ledger::model::{LoraTargets, ModelFields};

const TYPES: [&str; 24] = [
    "llama",
    "mistral",
    "qwen2",
    "qwen3",
    "qwen3_moe",
    "qwen3_next",
    "qwen3_5_text",
    "gemma2",
    "gemma3n_text",
    "gemma4_text",
    "phimoe",
    "glm_moe_dsa",
    "glm5_next_text",
    "deepseek_v2",
    "deepseek_v4",
    "kimi_linear",
    "gpt_oss",
    "minimax",
    "mimo_v2_flash",
    "llama4_text",
    "granitemoehybrid",
    "nemotron_h",
    "lfm2",
    "unheard_of",
];

const NAMES: [&str; 60] = [
    "layers",
    "hidden",
    "ffn",
    "heads",
    "kv_heads",
    "head_dim",
    "vocab",
    "tied",
    "attention_bias",
    "qkv_bias",
    "mlp_bias",
    "use_bias",
    "layer_types",
    "sliding_window",
    "use_sliding_window",
    "max_window_layers",
    "full_attention_interval",
    "attention_chunk_size",
    "full_attn_idxs",
    "attn_layer_period",
    "attn_layer_offset",
    "num_experts",
    "num_experts_per_tok",
    "moe_intermediate_size",
    "n_shared_experts",
    "shared_expert_intermediate_size",
    "dense_intermediate_size",
    "moe_latent_size",
    "mlp_layer_types",
    "first_k_dense_replace",
    "decoder_sparse_step",
    "mlp_only_layers",
    "expert_layer_period",
    "expert_layer_offset",
    "enable_moe_block",
    "q_lora_rank",
    "kv_lora_rank",
    "qk_nope_head_dim",
    "qk_rope_head_dim",
    "v_head_dim",
    "index_n_heads",
    "index_head_dim",
    "indexer_types",
    "index_topk_freq",
    "o_groups",
    "hc_mult",
    "linear_num_key_heads",
    "linear_num_value_heads",
    "linear_conv_kernel_dim",
    "mamba_num_heads",
    "ssm_state_size",
    "mamba_dt_rank",
    "mamba_ssm_dtype",
    "hidden_size_per_layer_input",
    "num_kv_shared_layers",
    "altup_num_inputs",
    "global_head_dim",
    "attention_k_eq_v",
    "block_multiple_of",
    "num_hidden_layers",
];

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9]{1,6}",
        "[01]",
        "[fscledhpkx]{1,3}[0-9]{0,3}(\\*[0-9]{1,3})?(\\.[fs][0-9]{0,2})?",
        "[0-9]{1,5}(x[0-9]{1,3})?(-[0-9]{1,5}(x[0-9]{1,3})?){0,4}(\\*[0-9]{1,2})?(\\.[0-9]{1,3})?",
        "-?[0-9.,_]{0,8}[kmbi]{0,2}(e[0-9]{0,4})?",
        Just("none".to_owned()),
        Just("float32".to_owned()),
        any::<String>(),
    ]
}

fn fields() -> impl Strategy<Value = ModelFields> {
    let pair = (
        prop_oneof![9 => prop::sample::select(&NAMES[..]).prop_map(str::to_owned), 1 => any::<String>()],
        value(),
    );
    (prop_oneof![9 => prop::sample::select(&TYPES[..]).prop_map(str::to_owned), 1 => any::<String>()], prop::collection::vec(pair, 0..20))
        .prop_map(|(model_type, pairs)| {
            let mut fields = ModelFields::new(&model_type);
            for (name, value) in pairs {
                let _ = fields.set(&name, &value);
            }
            fields
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_link_says_the_fields_again(fields in fields()) {
        let mut again = ModelFields::new(fields.model_type());
        for (name, value) in fields.to_link() {
            prop_assert!(again.set(name, &value).is_ok(), "{name}={value}");
            prop_assert_eq!(fields.get(name), Some(value));
        }
        prop_assert_eq!(&again, &fields);
        prop_assert_eq!(again.to_link(), fields.to_link());
    }

    #[test]
    fn every_model_is_counted(fields in fields()) {
        let (spec, issues) = fields.spec();
        let params = spec.params();
        prop_assert!(params.total() >= params.active());
        prop_assert!(params.total() >= params.embedding && params.embedding > 0);
        prop_assert!(params.linear >= params.bnb_4bit);
        let layers: u64 = spec.layers.iter().filter(|group| group.ffn != vram_ledger::ledger::model::Ffn::None || !spec.assumed).map(|g| g.layers).sum();
        prop_assert!(layers <= 2 * spec.num_hidden_layers.max(1));
        prop_assert!(spec.kv().bytes_at(1000, 2.0, 2) >= 0.0);
        let all = spec.lora_params(16, LoraTargets::AllLinear);
        let attn = spec.lora_params(16, LoraTargets::Attn);
        prop_assert!(all >= attn && attn >= spec.lora_params(16, LoraTargets::Qv));
        prop_assert_eq!(spec.assumed, !fields.is_known());
        let _ = (issues, spec.lora_params_peft(8));
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = config_json::read(&text);
    }

    #[test]
    fn any_value_of_a_field_is_read_or_said(
        model_type in prop::sample::select(&TYPES[..]),
        name in prop::sample::select(&NAMES[..]),
        value in prop_oneof![
            any::<i64>().prop_map(|n| n.to_string()),
            any::<f64>().prop_map(|n| format!("{n:e}")),
            any::<String>().prop_map(|s| serde_json::to_string(&s).unwrap()),
            Just("[1,2,\"full_attention\",null,{}]".to_owned()),
            Just("{\"a\": [{}]}".to_owned()),
            Just("true".to_owned()),
            Just("null".to_owned()),
        ],
    ) {
        let text = format!(r#"{{"model_type": "{model_type}", "hidden_size": 64, "vocab_size": 99, "{name}": {value}}}"#);
        if let Ok(imported) = config_json::read(&text) {
            let mut again = ModelFields::new(imported.fields.model_type());
            for (name, value) in imported.fields.to_link() {
                prop_assert!(again.set(name, &value).is_ok());
            }
            prop_assert_eq!(again.spec().0.params(), imported.fields.spec().0.params());
        }
    }
}
