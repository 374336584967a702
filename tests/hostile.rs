//! What no one should write in a link or a config.json: nothing panics, and what was not taken is said.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

use vram_ledger::config_json::{self, ConfigError, FileKind, JsonKind};
use vram_ledger::ledger::model::{FieldProblem, LoraTargets, ModelFields, ModelIssue, SetOutcome};

fn llama(pairs: &[(&str, &str)]) -> ModelFields {
    let mut fields = ModelFields::new("llama");
    for (name, value) in pairs {
        let _ = fields.set(name, value);
    }
    fields
}

#[track_caller]
fn issues(config: &str) -> Vec<ModelIssue> {
    let imported = config_json::read(config).unwrap();
    let (spec, mut found) = imported.fields.spec();
    assert!(spec.params().total() > 0);
    let _ = (
        spec.kv(),
        spec.lora_params(16, LoraTargets::Attn),
        spec.lora_params_peft(8),
    );
    found.splice(0..0, imported.issues);
    found
}

#[track_caller]
fn out_of_range(config: &str, field: &'static str, used: u64) {
    let found = issues(config);
    let said = found.iter().any(|issue| {
        matches!(issue, ModelIssue::Field(FieldProblem::OutOfRange { field: f, used: u, .. }) if *f == field && *u == used)
    });
    assert!(said, "{found:?}");
}

#[test]
fn fields_of_a_link() {
    let mut fields = ModelFields::new("llama");
    assert_eq!(fields.set("layers", "32"), Ok(SetOutcome::Default));
    assert_eq!(fields.set("num_hidden_layers", "36"), Ok(SetOutcome::Set));
    assert_eq!(fields.set("n_layer", ""), Ok(SetOutcome::Cleared));
    assert_eq!(fields, ModelFields::new("llama"));
    assert_eq!(fields.set("vocab", "128k"), Ok(SetOutcome::Set));
    assert_eq!(fields.get("vocab_size").as_deref(), Some("128000"));
    assert_eq!(fields.set("vocab", "128ki"), Ok(SetOutcome::Set));
    assert_eq!(fields.set("vocab", "131,072"), Ok(SetOutcome::Set));
    assert_eq!(fields.get("vocab").as_deref(), Some("131072"));
    assert_eq!(fields.set("hidden", "1.5k"), Ok(SetOutcome::Set));
    assert_eq!(fields.get("hidden").as_deref(), Some("1500"));
    assert_eq!(fields.set("tied", "true"), Ok(SetOutcome::Set));
    assert_eq!(
        fields.to_link(),
        [
            ("hidden", "1500".to_owned()),
            ("vocab", "131072".to_owned()),
            ("tied", "1".to_owned())
        ]
    );
    let field = "layers";
    for bad in [
        "nan", "inf", "-", "1.5", "0x10", "1e", "ten", "1 2", "٣", "--1",
    ] {
        assert_eq!(
            fields.set("layers", bad),
            Err(FieldProblem::NotANumber { field }),
            "{bad}"
        );
    }
    let (min, max) = (1, 10_000);
    for (given, used) in [
        ("0", 1),
        ("-3", 1),
        ("10001", 10_000),
        ("1e300", 10_000),
        ("99999999999999999999999", 10_000),
    ] {
        assert_eq!(
            fields.set("layers", given),
            Err(FieldProblem::OutOfRange {
                field,
                min,
                max,
                used
            }),
            "{given}"
        );
        assert_eq!(fields.spec().0.num_hidden_layers, used);
    }
    assert_eq!(
        fields.set("tied", "2"),
        Err(FieldProblem::NotAFlag { field: "tied" })
    );
    assert_eq!(
        fields.set("layer_types", "s5q1"),
        Err(FieldProblem::NotAList {
            field: "layer_types"
        })
    );
    assert_eq!(
        fields.set("layer_types", "s5f1*0"),
        Err(FieldProblem::NotAList {
            field: "layer_types"
        })
    );
    assert_eq!(
        fields.set("layer_types", "s99999"),
        Err(FieldProblem::TooLong {
            field: "layer_types",
            max: 10_000
        })
    );
    let name = "x".repeat(40);
    assert_eq!(
        fields.set(&"x".repeat(300), "1"),
        Err(FieldProblem::UnknownField { name })
    );
    assert_eq!(
        ModelFields::written_name("num_key_value_heads"),
        Some("kv_heads")
    );
}

#[test]
fn lists_repeat() {
    let mut fields = ModelFields::new("gemma3_text");
    for (list, written) in [
        ("s5f1*4.s2", "s5f1*4.s2"),
        ("s5f1s5f1s5f1", "s5f1*3"),
        ("ssf", "s2f1"),
        ("f1s1*10000", "f1s1*5000"),
    ] {
        let _ = fields.set("layer_types", list);
        assert_eq!(fields.get("layer_types").as_deref(), Some(written));
    }
    for (list, written) in [
        ("8192x10-4096*2.1", "8192x10-4096*2.1"),
        ("7x3", "7"),
        ("1-2-1-2", "1-2*2"),
        ("5-6-7", "5-6-7"),
    ] {
        let _ = fields.set("ffn", list);
        assert_eq!(fields.get("ffn").as_deref(), Some(written));
    }
}

#[test]
fn heads_that_do_not_fit() {
    let found = |pairs: &[(&str, &str)]| llama(pairs).spec().1;
    assert_eq!(
        found(&[("hidden", "1000"), ("heads", "7"), ("kv_heads", "7")]),
        [ModelIssue::HeadsDoNotDivideHidden {
            hidden: 1000,
            heads: 7,
            used: 142
        }]
    );
    assert_eq!(
        found(&[("kv_heads", "64")]),
        [ModelIssue::MoreKvHeadsThanHeads {
            heads: 32,
            kv_heads: 64
        }]
    );
    assert_eq!(
        found(&[("kv_heads", "5")]),
        [ModelIssue::KvHeadsDoNotDivideHeads {
            heads: 32,
            kv_heads: 5
        }]
    );
    assert_eq!(
        found(&[("hidden", "1"), ("heads", "32")])[0],
        ModelIssue::HeadsDoNotDivideHidden {
            hidden: 1,
            heads: 32,
            used: 1
        }
    );
    let mut mixtral = ModelFields::new("mixtral");
    let _ = mixtral.set("num_experts_per_tok", "9");
    assert_eq!(
        mixtral.spec().1,
        [ModelIssue::FewerExpertsThanTopK {
            experts: 8,
            top_k: 9
        }]
    );
    assert_eq!(
        mixtral.spec().0.params().active(),
        mixtral.spec().0.params().total()
    );
    let mut gemma = ModelFields::new("gemma2");
    let _ = gemma.set("layer_types", "s1f1*3");
    assert_eq!(
        gemma.spec().1,
        [ModelIssue::ShortList {
            field: "layer_types",
            length: 6,
            layers: 26
        }]
    );
    let _ = gemma.set("layer_types", "l1f1*13");
    assert_eq!(
        gemma.spec().1,
        [ModelIssue::UnknownLayerKind { letter: 'l' }]
    );
}

#[test]
fn an_unknown_type_is_said_and_read_as_its_fields_speak() {
    let mut fields = ModelFields::new("Brand New/Model\u{1f600}_9");
    assert_eq!(fields.model_type(), "brandnewmodel_9");
    assert!(!fields.is_known());
    let (spec, found) = fields.spec();
    assert!(spec.assumed);
    assert_eq!(found.len(), 6);
    for (name, value) in [
        ("layers", "32"),
        ("hidden", "4096"),
        ("ffn", "14336"),
        ("heads", "32"),
        ("vocab", "32000"),
        ("kv_heads", "8"),
    ] {
        fields.set(name, value).unwrap();
    }
    let (dense, found) = fields.spec();
    assert_eq!(
        found,
        [ModelIssue::UnknownType {
            model_type: "brandnewmodel_9".into()
        }]
    );
    assert_eq!(dense.params().total(), 7_241_732_096);
    fields.set("num_experts", "8").unwrap();
    fields.set("num_experts_per_tok", "2").unwrap();
    assert_eq!(fields.spec().0.params().total(), 46_702_792_704);
    fields.set("kv_lora_rank", "512").unwrap();
    fields.set("qk_rope_head_dim", "64").unwrap();
    assert_eq!(
        fields.spec().0.kv().bytes_per_token(2.0),
        (576 * 32 * 2) as f64
    );
    assert_eq!(ModelFields::new(&"a".repeat(99)).model_type().len(), 40);
    assert!(!ModelFields::new("").is_known());
}

#[test]
fn absurd_sizes_saturate() {
    for model_type in [
        "llama",
        "mixtral",
        "deepseek_v3",
        "gemma3n_text",
        "granitemoehybrid",
        "deepseek_v4",
        "glm5_next_text",
    ] {
        let mut fields = ModelFields::new(model_type);
        let names = [
            "layers",
            "hidden",
            "ffn",
            "heads",
            "kv_heads",
            "head_dim",
            "vocab",
            "num_experts",
            "num_experts_per_tok",
            "moe_intermediate_size",
            "n_shared_experts",
            "kv_lora_rank",
            "q_lora_rank",
            "qk_nope_head_dim",
            "v_head_dim",
            "index_n_heads",
            "index_head_dim",
            "hc_mult",
            "altup_num_inputs",
            "laurel_rank",
            "ssm_state_size",
            "mamba_num_heads",
            "mamba_expand",
            "o_groups",
            "o_lora_rank",
            "sliding_window",
            "linear_num_heads",
            "linear_head_dim",
            "linear_conv_kernel_dim",
            "hidden_size_per_layer_input",
            "vocab_size_per_layer_input",
        ];
        for name in names {
            let _ = fields.set(name, "1e300");
        }
        let spec = fields.spec().0;
        let _ = (
            spec.params(),
            spec.kv().state_bytes(4),
            spec.kv().windows(),
            spec.lora_params(u64::MAX, LoraTargets::AllLinear),
        );
        let _ = spec.lora_params_peft(u64::MAX);
        assert!(spec.kv().bytes_at(u64::MAX, 4.0, 4) > 0.0);
        assert!(spec.params().total() > 1_000_000_000_000);
        assert!(spec.params().active() > 0);
    }
}

#[test]
fn not_a_configuration() {
    let kind = |text: &str| config_json::read(text).unwrap_err();
    let file = |kind| ConfigError::NotAModel { kind };
    assert_eq!(kind(""), ConfigError::Blank);
    assert_eq!(
        kind(" \u{feff} \n"),
        ConfigError::NotJson { line: 1, column: 1 }
    );
    assert_eq!(kind("\u{feff} \n"), ConfigError::Blank);
    assert_eq!(
        kind("{\n \"a\": }"),
        ConfigError::NotJson { line: 2, column: 7 }
    );
    assert_eq!(
        kind("[1]"),
        ConfigError::NotAnObject {
            kind: JsonKind::List
        }
    );
    assert_eq!(
        kind("3"),
        ConfigError::NotAnObject {
            kind: JsonKind::Number
        }
    );
    assert_eq!(
        kind("null"),
        ConfigError::NotAnObject {
            kind: JsonKind::Null
        }
    );
    assert_eq!(
        kind("true"),
        ConfigError::NotAnObject {
            kind: JsonKind::Boolean
        }
    );
    assert_eq!(
        kind("\"config\""),
        ConfigError::NotAnObject {
            kind: JsonKind::Text
        }
    );
    assert_eq!(kind("{}"), file(FileKind::EmptyObject));
    assert_eq!(
        kind(r#"{"tokenizer_class": "LlamaTokenizer", "bos_token": "<s>"}"#),
        file(FileKind::Tokenizer)
    );
    assert_eq!(
        kind(r#"{"_from_model_config": true, "bos_token_id": 1, "transformers_version": "5"}"#),
        file(FileKind::Generation)
    );
    assert_eq!(
        kind(r#"{"peft_type": "LORA", "r": 16}"#),
        file(FileKind::Adapter)
    );
    assert_eq!(
        kind(r#"{"metadata": {}, "weight_map": {}}"#),
        file(FileKind::WeightIndex)
    );
    assert_eq!(
        kind(r#"{"_class_name": "FluxPipeline"}"#),
        file(FileKind::Diffusion)
    );
    assert_eq!(kind(r#"{"hello": "world"}"#), file(FileKind::Other));
    assert_eq!(
        kind(r#"{"model_type": "no_such_model"}"#),
        file(FileKind::Other)
    );
    assert_eq!(
        kind(&" ".repeat(5 << 20)),
        ConfigError::TooLarge { limit: 4 << 20 }
    );
    assert_eq!(
        kind(&format!("{{\"a\": \"{}\"}}", "x".repeat(5 << 20))),
        ConfigError::TooLarge { limit: 4 << 20 }
    );
    assert!(matches!(
        kind(&"[".repeat(1 << 20)),
        ConfigError::NotJson { .. }
    ));
    assert!(matches!(
        kind(&"{\"text_config\":".repeat(100_000)),
        ConfigError::NotJson { .. }
    ));
    let deep = format!("{}{{}}{}", "{\"text_config\":".repeat(100), "}".repeat(100));
    assert!(matches!(kind(&deep), ConfigError::NotAModel { .. }));
    assert!(matches!(
        kind("{\"model_type\": \"llama\", \"num_hidden_layers\": NaNa}"),
        ConfigError::NotJson { .. }
    ));
}

#[test]
fn fields_that_cannot_be_read() {
    let with = |field: &str| format!(r#"{{"model_type": "llama", {field}}}"#);
    let problem = |field: &str| issues(&with(field));
    let not_a_number = |field| vec![ModelIssue::Field(FieldProblem::NotANumber { field })];
    for bad in [
        "\"many\"", "true", "[32]", "{}", "32.5", "1e-3", "\"32.5\"", "\"NaN\"", "NaN", "\"\"",
    ] {
        let found = problem(&format!("\"num_hidden_layers\": {bad}"));
        // A bare NaN is no JSON; Python's reader takes it, and it says nothing about a size.
        assert_eq!(
            found,
            if bad == "NaN" {
                vec![]
            } else {
                not_a_number("layers")
            },
            "{bad}"
        );
    }
    assert_eq!(problem("\"num_hidden_layers\": 32.0"), []);
    assert_eq!(problem("\"num_hidden_layers\": \"32\""), []);
    assert_eq!(problem("\"num_hidden_layers\": null"), []);
    out_of_range(&with("\"num_hidden_layers\": 0"), "layers", 1);
    out_of_range(&with("\"num_hidden_layers\": -4"), "layers", 1);
    out_of_range(&with("\"num_hidden_layers\": -4.0"), "layers", 1);
    out_of_range(&with("\"num_hidden_layers\": 1e308"), "layers", 10_000);
    out_of_range(
        &with("\"num_hidden_layers\": 18446744073709551615"),
        "layers",
        10_000,
    );
    out_of_range(
        &with("\"num_hidden_layers\": 18446744073709551616"),
        "layers",
        10_000,
    );
    out_of_range(&with("\"num_attention_heads\": 0"), "heads", 1);
    out_of_range(&with("\"num_key_value_heads\": 0"), "kv_heads", 1);
    out_of_range(&with("\"hidden_size\": 0"), "hidden", 1);
    assert_eq!(
        problem("\"tie_word_embeddings\": \"perhaps\""),
        [ModelIssue::Field(FieldProblem::NotAFlag { field: "tied" })]
    );
    assert_eq!(
        problem("\"tie_word_embeddings\": \"False\", \"attention_bias\": 0"),
        []
    );
    let list = |field: &str| problem(&format!("\"layer_types\": {field}"));
    let not_a_list = [ModelIssue::Field(FieldProblem::NotAList {
        field: "layer_types",
    })];
    for bad in [
        "[\"full_attention\", 3]",
        "[null]",
        "[[]]",
        "\"full\"",
        "[\"quantum\"]",
        "{}",
    ] {
        assert_eq!(list(bad), not_a_list, "{bad}");
    }
    assert_eq!(list("[]"), []);
    let long = format!(
        "[{}\"full_attention\"]",
        "\"full_attention\",".repeat(20_000)
    );
    assert_eq!(
        list(&long),
        [ModelIssue::Field(FieldProblem::TooLong {
            field: "layer_types",
            max: 10_000
        })]
    );
}

#[test]
fn spellings_nulls_and_nesting() {
    let spec = |text: &str| config_json::read(text).unwrap().fields.spec().0;
    // A missing key is the class's default, null is the class's null.
    assert_eq!(spec(r#"{"model_type": "mistral"}"#).kv().windows().len(), 1);
    assert_eq!(
        spec(r#"{"model_type": "mistral", "sliding_window": null}"#)
            .kv()
            .windows(),
        []
    );
    assert_eq!(spec(r#"{"model_type": "qwen3"}"#).num_key_value_heads, 32);
    assert_eq!(
        spec(r#"{"model_type": "qwen3", "num_attention_heads": 16, "num_key_value_heads": null}"#)
            .num_key_value_heads,
        16
    );
    assert_eq!(spec(r#"{"model_type": "qwen3_moe"}"#).head_dim, 64);
    // The first spelling with a value counts.
    let old = spec(
        r#"{"model_type": "llama", "n_layer": 7, "n_embd": 512, "n_head": 8, "num_hidden_layers": null}"#,
    );
    assert_eq!(
        (
            old.num_hidden_layers,
            old.hidden_size,
            old.num_attention_heads
        ),
        (7, 512, 8)
    );
    // Composites: the text part's sizes, the composite's own flag.
    let text = r#"{"model_type": "qwen3_text", "hidden_size": 1024, "tie_word_embeddings": true}"#;
    for key in ["text_config", "llm_config", "language_config"] {
        let whole = format!(r#"{{"model_type": "some_vl", "hidden_size": 9, "{key}": {text}}}"#);
        assert_eq!(spec(&whole).hidden_size, 1024);
        assert!(spec(&whole).tie_word_embeddings);
        let whole = format!(
            r#"{{"model_type": "some_vl", "tie_word_embeddings": false, "{key}": {text}}}"#
        );
        assert!(!spec(&whole).tie_word_embeddings);
    }
    let omni = format!(
        r#"{{"model_type": "qwen3_omni_moe", "thinker_config": {{"text_config": {text}}}}}"#
    );
    assert_eq!(spec(&omni).hidden_size, 1024);
    assert!(
        spec(r#"{"model_type": "mistral3", "text_config": {"model_type": "ministral3"}}"#)
            .tie_word_embeddings
    );
    // The class named by the architecture only.
    let named = config_json::read(
        "\u{feff}\n {\"architectures\": [\"Qwen3ForCausalLM\"], \"hidden_size\": 1024} \n",
    )
    .unwrap();
    assert_eq!(named.fields.model_type(), "qwen3");
    // Numbers of layers from 1.
    let kimi = r#"{"model_type": "kimi_linear", "num_hidden_layers": 8, "linear_attn_config": {"full_attn_layers": [4, 8], "head_dim": 64}}"#;
    assert_eq!(
        config_json::read(kimi)
            .unwrap()
            .fields
            .get("layer_types")
            .as_deref(),
        Some("l3f1*2")
    );
    assert_eq!(
        config_json::read(kimi)
            .unwrap()
            .fields
            .get("linear_head_dim")
            .as_deref(),
        Some("64")
    );
}

#[test]
fn names_and_quantisation() {
    let name = |text: &str| {
        config_json::read(&format!(
            r#"{{"model_type": "llama", "_name_or_path": {text}}}"#
        ))
        .unwrap()
        .name
    };
    assert_eq!(
        name("\"meta-llama/Llama-2-7b-hf\"").as_deref(),
        Some("meta-llama/Llama-2-7b-hf")
    );
    assert_eq!(
        name("\"/data/models/my-model/\"").as_deref(),
        Some("my-model")
    );
    assert_eq!(
        name("\"C:\\\\models\\\\my-model\"").as_deref(),
        Some("my-model")
    );
    assert_eq!(name("\"通义千问\"").as_deref(), Some("通义千问"));
    for bad in ["\"\"", "\" \"", "\"./\"", "null", "3", "\"a\\u0000b\""] {
        assert_eq!(name(bad), None, "{bad}");
    }
    let dtype = |text: &str| {
        let text = format!(r#"{{"model_type": "llama", "quantization_config": {text}}}"#);
        config_json::read(&text)
            .unwrap()
            .quantization
            .map(|q| (q.method, q.dtype))
    };
    let some = |method: &str, dtype| Some((method.to_owned(), dtype));
    assert_eq!(
        dtype(r#"{"quant_method": "fp8", "fmt": "e4m3"}"#),
        some("fp8", Some("fp8"))
    );
    assert_eq!(
        dtype(r#"{"quant_method": "mxfp4"}"#),
        some("mxfp4", Some("mxfp4"))
    );
    assert_eq!(
        dtype(r#"{"quant_method": "awq", "bits": 4}"#),
        some("awq", Some("awq4"))
    );
    assert_eq!(
        dtype(r#"{"quant_method": "gptq", "bits": 4}"#),
        some("gptq", Some("gptq4"))
    );
    assert_eq!(
        dtype(r#"{"quant_method": "gptq", "bits": 3}"#),
        some("gptq", None)
    );
    let four =
        r#"{"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_quant_type": "nf4"}"#;
    assert_eq!(dtype(four), some("bitsandbytes", Some("nf4")));
    assert_eq!(
        dtype(r#"{"quant_method": "bitsandbytes", "load_in_8bit": true}"#),
        some("bitsandbytes", Some("int8"))
    );
    let packed = r#"{"quant_method": "compressed-tensors", "format": "pack-quantized", "config_groups": {"g": {"weights": {"num_bits": 4, "type": "int"}}}}"#;
    assert_eq!(dtype(packed), some("compressed-tensors", Some("int4")));
    assert_eq!(
        dtype(r#"{"quant_method": "modelopt", "quant_algo": "NVFP4"}"#),
        some("modelopt", None)
    );
    assert_eq!(dtype(r#"{"quant_algo": "FP8"}"#), some("fp8", Some("fp8")));
    for bad in ["null", "[]", "{}", "\"fp8\"", "{\"quant_method\": 3}"] {
        assert_eq!(dtype(bad), None, "{bad}");
    }
}
