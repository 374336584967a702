//! tests/cases/training_peaks.json: peaks of one real training step, allocator and kernels included.
use super::{Bound, Case, config, ledger, num, peak, read};
use serde_json::Value;
use vram_ledger::ledger::item::{Item, Phase};

pub const BOUNDS: &[Bound] = &[
    bound("full, dense SwiGLU", 0.002, 0.01),
    bound("full, Gemma 2", 0.02, 0.02),
    bound("full, MoE", 0.02, 0.02),
    bound("full, MoE, eager + checkpointing", 0.05, 0.05),
    bound("full, GPT-2", 0.02, 0.02),
    bound("full, GPT-2, eager + checkpointing", 0.05, 0.05),
    bound("LoRA", 0.01, 0.02),
    bound("QLoRA", 0.01, 0.02),
    bound("QLoRA, kbit", 0.01, 0.02),
    bound("loss heads", 0.005, 0.025),
    bound("fp32 weights, autocast", 0.005, 0.02),
    bound("accumulation", 0.005, 0.01),
    bound("optimizer states", 0.01, 0.02),
    bound("optimizer step", 0.02, 0.03),
    bound("HF Trainer", 0.005, 0.01),
    bound("FSDP2, 8 cards", 0.01, 0.02),
];

const fn bound(family: &'static str, mean: f64, max: f64) -> Bound {
    Bound { family, mean, max }
}

fn model(name: &str) -> &'static str {
    match name {
        "Qwen3-0.6B" => "model=qwen3-0.6b",
        "Qwen3-1.7B" => "model=qwen3-1.7b",
        "Qwen3-8B" => "model=qwen3-8b",
        "Llama-2-7B" => "model=llama-2-7b",
        "Llama-3.1-8B" => "model=llama-3.1-8b",
        "Qwen2.5-0.5B" => "model=qwen2.5-0.5b",
        "Gemma-2-2B" => "model=gemma-2-2b",
        "Mistral-7B" => "model=mistral-7b-v0.3",
        // Built with four layers only.
        "Qwen3-30B-A3B" => {
            "model=custom&m.type=qwen3_moe&m.layers=4&m.hidden=2048&m.heads=32&m.kv_heads=4&m.head_dim=128&m.ffn=6144&m.moe_intermediate_size=768&m.num_experts=128&m.num_experts_per_tok=8&m.vocab=151936&m.tied=0"
        }
        "gpt2" => {
            "model=custom&m.type=gpt2&m.layers=12&m.hidden=768&m.heads=12&m.vocab=50257&m.n_positions=8192&m.tied=1"
        }
        other => panic!("{other}"),
    }
}

/// The keys all these rows have in common.
fn base(row: &Value, ckpt: &str) -> String {
    let eager = row["attn"] == "eager";
    format!(
        "{}&task=sft&mb={}&seq={}&ckpt={}{}&method=measured",
        model(row["model"].as_str().unwrap()),
        row["B"],
        row["S"],
        u8::from(row[ckpt].as_bool().unwrap()),
        if eager { "&attn=eager" } else { "" },
    )
}

fn id(group: &str, row: &Value, more: &str) -> String {
    let word = |key: &str| row[key].as_str().unwrap_or("").to_string();
    let ckpt = row.get("ckpt").or(row.get("gc")).and_then(Value::as_bool);
    format!(
        "{group}/{} {} {} B{} S{} {more}",
        word("model"),
        word("attn"),
        if ckpt == Some(true) { "ckpt" } else { "full" },
        row["B"],
        row["S"]
    )
}

const SOURCE: &str = "training_peaks.json";

fn case(family: &'static str, id: String, query: String, measured: f64, predicted: f64) -> Case {
    Case {
        id,
        family,
        query,
        measured,
        predicted,
        source: SOURCE.into(),
        apart: None,
    }
}

pub fn cases() -> Vec<Case> {
    let data = read(include_str!("../cases/training_peaks.json"));
    let rows = |key: &str| data[key].as_array().unwrap().clone();
    let mut out = Vec::new();
    for row in rows("full") {
        let query = format!("{}&tune=full&recipe=bf16", base(&row, "ckpt"));
        let weak = row["attn"] == "eager" && row["ckpt"] == true;
        let family = match (row["model"].as_str().unwrap(), weak) {
            ("Gemma-2-2B", _) => "full, Gemma 2",
            ("gpt2", false) => "full, GPT-2",
            ("gpt2", true) => "full, GPT-2, eager + checkpointing",
            ("Qwen3-30B-A3B", false) => "full, MoE",
            ("Qwen3-30B-A3B", true) => "full, MoE, eager + checkpointing",
            _ => "full, dense SwiGLU",
        };
        let predicted = peak(&ledger(&query));
        out.push(case(
            family,
            id("full", &row, ""),
            query,
            num(&row, "peak_bytes"),
            predicted,
        ));
    }
    for row in rows("lora") {
        let tag = row["tune"].as_str().unwrap();
        let tune = match tag {
            "lora_all_fp32ad_amp" => "tune=lora&adtype=fp32",
            "lora_all_bf16ad" | "lora_all_bf16ad_amp" => "tune=lora&adtype=bf16",
            "lora_qv_fp32ad_amp" => "tune=lora&adtype=fp32&targets=qv",
            "lora_qv_bf16ad" => "tune=lora&adtype=bf16&targets=qv",
            "qlora_trl" => "tune=qlora&adtype=bf16",
            "qlora_kbit" => "tune=qlora&adtype=fp32&kbit=1",
            other => panic!("{other}"),
        };
        let family = match tag {
            "qlora_trl" => "QLoRA",
            "qlora_kbit" => "QLoRA, kbit",
            _ => "LoRA",
        };
        let query = format!("{}&{tune}", base(&row, "ckpt"));
        let predicted = peak(&ledger(&query));
        out.push(case(
            family,
            id("lora", &row, tag),
            query,
            num(&row, "peak_bytes"),
            predicted,
        ));
    }
    for row in rows("loss_heads") {
        let loss = row["loss"].as_str().unwrap();
        let (head, more) = match loss {
            "hf" => ("hf", ""),
            "hf_mask" => ("hf", "&pad=1"),
            "hf_keep" => ("keep", ""),
            "liger" => ("liger", ""),
            "trl_fused" => ("trl-fused", ""),
            "grpo_old" | "grpo_old_T1" | "grpo_old_noent" | "grpo_old_half" => ("rowloop", ""),
            "grpo_naive" => ("naive", ""),
            "grpo_triton" => ("triton", ""),
            // The model's own output in fp32 is no key of a link.
            "grpo_fp32" => continue,
            other => panic!("{other}"),
        };
        // Rows with a frozen head are those of bf16 adapters.
        let tune = if row["head"] == "frozen" {
            "tune=lora&adtype=bf16"
        } else {
            "tune=full&recipe=bf16"
        };
        let mut query = format!("{}&{tune}&head={head}{more}", base(&row, "ckpt"));
        if loss.starts_with("grpo") {
            query = query.replace("task=sft", "task=grpo&engine=none&ref=0");
        }
        if loss.ends_with("_half") {
            query += &format!("&comp={}", row["S"].as_u64().unwrap() / 2);
        }
        let predicted = peak(&ledger(&query));
        let mut case = case(
            "loss heads",
            id("loss_heads", &row, &format!("{loss} {}", row["head"])),
            query,
            num(&row, "peak_bytes"),
            predicted,
        );
        if loss == "grpo_old_T1" && row["peak_moment"] == "loss forward" {
            case.apart = Some(
                "temperature 1 with entropy keeps 8 T V + 128 rows x 12 B in the forward pass; the rule (6 + 4/B) is the one of every other temperature, and no key says which"
                    .into(),
            );
        }
        out.push(case);
    }
    for row in rows("amp_fp32_weights") {
        let query = format!("{}&tune=full&recipe=amp", base(&row, "gc"));
        let ledger = ledger(&query);
        // The rows' static holds 2,101,35x,xxx bytes more than 12 N for all three models alike: a remnant of the rig. The
        // step itself is measured above it.
        let measured = 12.0 * num(&row, "params") + num(&row, "peak");
        out.push(case(
            "fp32 weights, autocast",
            id("amp", &row, ""),
            query,
            measured,
            peak(&ledger),
        ));
    }
    for row in rows("accumulation") {
        let query = format!("{}&tune=full&recipe=bf16&accum=2", base(&row, "gc"));
        let measured = 6.0 * num(&row, "params") + num(&row, "micro2_peak");
        let predicted = peak(&ledger(&query));
        out.push(case(
            "accumulation",
            id("accumulation", &row, ""),
            query,
            measured,
            predicted,
        ));
    }
    for row in rows("optimizers") {
        out.extend(optimizer(&row));
    }
    for row in rows("hf_trainer") {
        let query = format!("{}&tune=full&recipe=bf16", base(&row, "gc"));
        let predicted = peak(&ledger(&query));
        out.push(case(
            "HF Trainer",
            id("hf_trainer", &row, ""),
            query,
            num(&row, "peak_alloc"),
            predicted,
        ));
    }
    for row in rows("fsdp2") {
        // Without resharding every layer stays gathered: no key of a link.
        if row["reshard"] == false {
            continue;
        }
        let half = row["param_dtype"] == "torch.bfloat16";
        let recipe = if half { "bf16" } else { "amp" };
        let query = format!(
            "{}&tune=full&recipe={recipe}&shard=fsdp2&n={}",
            base(&row, "gc"),
            row["N"]
        );
        let ledger = ledger(&query);
        // Measured above weights and states, of which the rig held remnants.
        let shares = if half { 6.0 } else { 12.0 } * num(&row, "params") / num(&row, "N");
        let step = num(&row, "peak_bwd").max(num(&row, "peak_fwd"));
        // after_bwd is the sharded gradients where the rig's static is clean; where it is not, the difference is taken out.
        let gradients = if half { 2.0 } else { 4.0 } * num(&row, "params") / num(&row, "N");
        let remnant = gradients - num(&row, "after_bwd");
        out.push(case(
            "FSDP2, 8 cards",
            id("fsdp2", &row, row["param_dtype"].as_str().unwrap()),
            query,
            shares + step + remnant,
            peak(&ledger),
        ));
    }
    out
}

fn optimizer(row: &Value) -> Vec<Case> {
    let half = row["pdtype"] == "torch.bfloat16";
    let name = row["opt"].as_str().unwrap();
    let opt = match name {
        "adamw_fused" => "adamw",
        "adamw_foreach" => "adamw&foreach=1",
        "adamw_amsgrad_foreach" => "amsgrad&foreach=1",
        "sgd" => "sgd",
        "sgd_momentum" | "sgd_momentum_fused" => "sgdm",
        "adafactor_hf" => "adafactor",
        "lion_pytorch" => "lion",
        "bnb_adamw8bit" => "adamw8bit",
        "bnb_paged_adamw8bit" => "paged8bit",
        "bnb_lion8bit" => "lion8bit",
        "bnb_ademamix8bit" => "ademamix8bit",
        "muon_plus_adamw" => "muon",
        // No key: a loop over parameters, torch's own Adafactor, 32-bit bitsandbytes.
        _ => return Vec::new(),
    };
    let query = format!(
        "{}&task=sft&tune=full&recipe={}&opt={opt}&mb=1&seq=512&method=measured",
        model(row["model"].as_str().unwrap()),
        if half { "bf16" } else { "amp" },
    );
    let ledger = ledger(&query);
    let params = num(row, "params");
    let states = |phase| {
        ledger
            .line(Item::OptimizerStates)
            .and_then(|line| line.formula_at(phase))
            .map_or(0.0, |formula| formula.value())
    };
    let mut predicted = states(Phase::Forward);
    let mut measured = num(row, "state_bytes_per_param") * params;
    // The ledger counts an embedding's states in 32 bits, as transformers' Trainer sets it; here bitsandbytes ran alone.
    let embedding = config(&query).model.shape.unwrap().params.embedding as f64;
    let alone = match name {
        "bnb_adamw8bit" => 2.0 * (1.0 + 4.0 / 256.0) - 8.0,
        "bnb_lion8bit" => 1.0 + 4.0 / 256.0 - 4.0,
        "bnb_ademamix8bit" => 3.0 * (1.0 + 4.0 / 256.0) - 12.0,
        "bnb_paged_adamw8bit" => 2.0 * 4.0 / 256.0,
        _ => 0.0,
    };
    predicted += embedding * alone;
    let id = format!(
        "optimizers/{} {name} {}",
        row["model"].as_str().unwrap(),
        row["pdtype"]
    );
    // Against all that the step keeps, so that nothing divided by next to nothing is no error.
    let weights = num(row, "params") * if half { 2.0 } else { 4.0 };
    measured += weights;
    predicted += weights;
    let mut out = vec![case(
        "optimizer states",
        id.clone(),
        query.clone(),
        measured,
        predicted,
    )];
    if name.ends_with("foreach") || name.ends_with("fused") {
        let transient = num(row, "step_transient_per_param") * params;
        out.push(case(
            "optimizer step",
            id,
            query,
            measured + transient,
            weights + states(Phase::OptimizerStep),
        ));
    }
    out
}
