//! tests/cases/measured_runs.json: figures that people published. Engines here; training runs in training.rs.
use super::{Bound, Case, ledger, read};
use serde_json::Value;
use vram_ledger::ledger::colocate;
use vram_ledger::ledger::item::Item;
use vram_ledger::ledger::units::Bytes;

pub const BOUNDS: &[Bound] = &[
    Bound {
        family: "weights, 16-bit",
        mean: 0.01,
        max: 0.01,
    },
    Bound {
        family: "weights, quantised",
        mean: 0.03,
        max: 0.03,
    },
    Bound {
        family: "weights, gpt-oss mxfp4",
        mean: 0.08,
        max: 0.08,
    },
    Bound {
        family: "HF generate, 16-bit weights",
        mean: 0.02,
        max: 0.03,
    },
    Bound {
        family: "HF generate, quantised weights",
        mean: 0.03,
        max: 0.06,
    },
    Bound {
        family: "KV bytes per token",
        mean: 0.005,
        max: 0.005,
    },
    Bound {
        family: "KV by concurrency",
        mean: 0.005,
        max: 0.005,
    },
    Bound {
        family: "engine pool, by GiB of 10",
        mean: 0.01,
        max: 0.01,
    },
];

const GIB: f64 = 1_073_741_824.0;

/// The link of a published model; None where the shape is not public in the cases.
pub fn model(row: &Value) -> Option<&'static str> {
    Some(match row["config"].as_str()? {
        "Llama-2-7b" => "model=llama-2-7b",
        "Llama-2-13b" => "model=llama-2-13b",
        "Llama-2-70b" => "model=llama-2-70b",
        "Llama-3-8B" => "model=llama-3-8b",
        "Llama-3.1-8B" => "model=llama-3.1-8b",
        "Llama-3.1-70B" => "model=llama-3.1-70b",
        "Llama-3.2-1B" => "model=llama-3.2-1b",
        "Llama-3.2-3B" => "model=llama-3.2-3b",
        "Qwen2.5-0.5B" | "Qwen2-0.5B" => "model=qwen2.5-0.5b",
        "Qwen2.5-1.5B" | "Qwen2-1.5B" => "model=qwen2.5-1.5b",
        "Qwen2.5-3B" => "model=qwen2.5-3b",
        "Qwen2.5-7B" | "Qwen2-7B" | "Qwen2.5-VL-7B" => "model=qwen2.5-7b",
        "Qwen2.5-14B" => "model=qwen2.5-14b",
        "Qwen2.5-32B" => "model=qwen2.5-32b",
        "Qwen2.5-72B" | "Qwen2-72B" => "model=qwen2.5-72b",
        "Qwen3-0.6B" | "LightOnOCR-2-1B" => "model=qwen3-0.6b",
        "Qwen3-1.7B" => "model=qwen3-1.7b",
        "Qwen3-4B" | "Qwen3-VL-4B" => "model=qwen3-4b",
        "Qwen3-8B" => "model=qwen3-8b",
        "Qwen3-14B" => "model=qwen3-14b",
        "Qwen3-32B" => "model=qwen3-32b",
        "Qwen3-30B-A3B" | "Qwen3-VL-30B-A3B" => "model=qwen3-30b-a3b",
        "Qwen3-235B-A22B" => "model=qwen3-235b-a22b",
        "Qwen3.5-27B" => "model=qwen3.5-27b",
        "Qwen3.5-35B-A3B" => "model=qwen3.5-35b-a3b",
        "Qwen3.5-2B" => "model=qwen3.5-2b",
        "Qwen3.5-0.8B" => "model=qwen3.5-0.8b",
        "Mistral-7B-v0.3" => "model=mistral-7b-v0.3",
        "Mistral-7B-v0.1" | "llava-v1.6-mistral-7b" => {
            // Engines of that time took its window as full attention.
            "model=custom&m.type=mistral&m.layers=32&m.hidden=4096&m.heads=32&m.kv_heads=8&m.ffn=14336&m.vocab=32000&m.sliding_window=none&m.tied=0"
        }
        "Mistral-Nemo-12B" => "model=mistral-nemo-12b",
        "Mixtral-8x7B" => "model=mixtral-8x7b",
        "gemma-2-9b" => "model=gemma-2-9b",
        "gemma-4-31B" => "model=gemma-4-31b",
        "gemma-4-E2B" => "model=gemma-4-e2b",
        "phi-4" => "model=phi-4-14b",
        "phi-2" => "model=phi-2",
        "phi-1.5" => {
            "model=custom&m.type=phi&m.layers=24&m.hidden=2048&m.heads=32&m.ffn=8192&m.vocab=51200"
        }
        "stablelm-base-alpha-3b" => {
            "model=custom&m.type=starcoder2&m.layers=16&m.hidden=4096&m.heads=32&m.kv_heads=32&m.ffn=16384&m.vocab=50688&m.tied=0"
        }
        "falcon-7b" => "model=falcon-7b",
        "tiny-llama-1.1b" => "model=tinyllama-1.1b",
        "DeepSeek-R1" => "model=deepseek-r1",
        "DeepSeek-V3.2" => "model=deepseek-v3.2",
        "DeepSeek-V2-Lite" => "model=deepseek-v2-lite",
        "Kimi-K2.5" => "model=kimi-k2.5",
        "gpt-oss-20b" => "model=gpt-oss-20b",
        "gpt-oss-120b" => "model=gpt-oss-120b",
        "Llama-4-Scout" => "model=llama-4-scout",
        "GLM-4.7-Flash" => "model=glm-4.7-flash",
        "GLM-4.6" => "model=glm-4.5",
        "Mistral-Small-4-119B" => "model=mistral-small-4-119b",
        "Yi-34B" => "model=yi-34b",
        _ => return None,
    })
}

/// The served format, where a key says it.
fn dtype(quant: &str) -> Option<&'static str> {
    Some(match quant {
        "" | "None" | "BF16" => "bf16",
        "bnb-4bit" | "bnb.nf4-dq" => "nf4",
        "bnb.nf4" => "int4",
        "fp8" | "FP8" | "fp8-block" => "fp8",
        "awq" | "AWQ" | "AWQ-INT4" => "awq4",
        "GPTQ-Int4" => "gptq4",
        "GPTQ-Int8" | "w8a8" => "int8",
        "mxfp4" => "mxfp4",
        // Dynamic bitsandbytes, nvfp4, GGUF, unnamed 4 bits: no key.
        _ => return None,
    })
}

pub fn case(family: &'static str, row: &Value, query: &str, measured: f64, predicted: f64) -> Case {
    Case {
        id: row["id"].as_str().unwrap().into(),
        family,
        query: query.into(),
        measured,
        predicted,
        source: row["source"].as_str().unwrap_or("").into(),
        apart: None,
    }
}

/// Why a log says something else than what the model's formula is about.
fn apart(id: &str, family: &str) -> Option<&'static str> {
    let weights = family.starts_with("weights");
    Some(match id {
        "inf-f18" | "inf-f9" | "inf-f23" if weights => {
            "a multimodal model: the logged weights hold its towers, the cases' shape only its text part"
        }
        "inf-u1" | "inf-u2" | "inf-u5" | "inf-u10" if weights => {
            "the engine was started with LoRA slots of an unstated number and shape; they stand in the logged weights"
        }
        "inf-f15" if weights => "the model was inferred, not stated",
        "inf-i5" => "weights of one rank and tokens of another; the log's own note says so",
        "inf-s1" | "inf-s2" | "inf-s4" | "inf-s6" | "inf-s8" if weights => {
            "SGLang logs the drop of free memory while loading (buffers included), for an unstated format or card"
        }
        "inf-s7" => {
            "the pool is a drop of free memory with buffers that are no cache; the log's own note says so"
        }
        "inf-f9" => {
            "the logged figure needs max_num_batched_tokens 4096 (31.73) where the setup says 2048"
        }
        id if id.starts_with("kv-Qwen2-") => {
            "transformers 4.38: 0.2 to 0.8 GB more at one token than the same shape under 4.46; that version's own buffers"
        }
        "kv-Qwen2.5-1.5B-AWQ-1" | "kv-q3-0.6B-FP8" | "kv-q3-1.7B-FP8" => {
            "the quantised file of a tied model carries a 16-bit head of its own, which transformers loads beside the embedding (2 V h, the difference); engines tie it"
        }
        id if id.starts_with("wt-lit") && id != "wt-lit46" => {
            "litgpt's figure is the peak of a generation: it holds unpacked matrices and the head beside the weights"
        }
        _ => return None,
    })
}

pub fn cases() -> Vec<Case> {
    let data = read(include_str!("../cases/measured_runs.json"));
    let mut out = Vec::new();
    for row in data["inference"].as_array().unwrap() {
        engine(row, &mut out);
    }
    for row in data["weights"].as_array().unwrap() {
        let (Some(model), Some(dtype)) = (model(row), row["quant"].as_str().and_then(dtype)) else {
            continue;
        };
        let Some(measured) = row["measured"]["max_gpu_gb"].as_f64() else {
            continue;
        };
        let query = format!("{model}&task=serve&dtype={dtype}&method=measured");
        let family = if dtype == "bf16" {
            "weights, 16-bit"
        } else {
            "weights, quantised"
        };
        let predicted = ledger(&query).line(Item::EngineWeights).unwrap().bytes();
        out.push(case(
            family,
            row,
            &query,
            measured * 1e9,
            predicted.as_f64(),
        ));
    }
    for case in &mut out {
        case.apart = apart(&case.id, case.family).map(Into::into);
    }
    out
}

/// transformers' generate(): the weights are what is left of the peak at one prompt token without the cache of 2049 tokens.
fn generate(row: &Value, model: &str, out: &mut Vec<Case>) {
    let (setup, measured) = (&row["setup"], &row["measured"]);
    let at_one = measured["mib_by_input_len"]["1"]
        .as_f64()
        .map(|mib| mib * 1_048_576.0)
        .or(measured["gb_by_input_len"]["1"].as_f64().map(|gb| gb * GIB));
    let (Some(peak), Some(dtype)) = (at_one, setup["quant"].as_str().and_then(dtype)) else {
        return;
    };
    let query = format!("{model}&task=serve&dtype={dtype}&conc=1&len=2049&method=measured");
    let ledger = ledger(&query);
    let bytes = |item| ledger.line(item).map_or(0.0, |line| line.bytes().as_f64());
    let family = if dtype == "bf16" {
        "HF generate, 16-bit weights"
    } else {
        "HF generate, quantised weights"
    };
    out.push(case(
        family,
        row,
        &query,
        peak,
        bytes(Item::EngineWeights) + bytes(Item::KvCache),
    ));
}

fn engine(row: &Value, out: &mut Vec<Case>) {
    let (setup, measured) = (&row["setup"], &row["measured"]);
    let Some(model) = model(row) else { return };
    if row["id"].as_str().is_some_and(|id| id.starts_with("kv-")) {
        return generate(row, model, out);
    }
    let whole = |key: &str| setup[key].as_u64().unwrap_or(1);
    let quant = setup["quant"].as_str().unwrap_or("");
    let kv8 = setup["kv_dtype"] == "fp8";
    let format = dtype(quant);
    let base = format!(
        "{model}&task=serve&tp={}&pp={}&en={}{}&method=measured",
        whole("tp"),
        whole("pp"),
        whole("tp") * whole("pp"),
        if kv8 { "&kvdtype=fp8" } else { "" },
    );
    if let (Some(dtype), Some(gib)) = (format, measured["weights_gib"].as_f64()) {
        let query = format!("{base}&dtype={dtype}");
        let predicted = ledger(&query).line(Item::EngineWeights).unwrap().bytes();
        let family = match dtype {
            "bf16" => "weights, 16-bit",
            "mxfp4" => "weights, gpt-oss mxfp4",
            _ => "weights, quantised",
        };
        out.push(case(family, row, &query, gib * GIB, predicted.as_f64()));
    }
    let hybrid = row["config"].as_str().is_some_and(|name| {
        name.starts_with("Qwen3.5")
            || name.starts_with("gemma")
            || name.starts_with("gpt-oss")
            || name.starts_with("Llama-4")
    });
    if let (Some(gib), Some(tokens), false) = (
        measured["kv_gib"].as_f64(),
        measured["kv_tokens"].as_f64(),
        hybrid,
    ) {
        let query = format!("{base}&conc=1&len=16384");
        let demand = ledger(&query).line(Item::KvCache).unwrap().bytes().as_f64() / 16384.0;
        let extra = setup["extra_kv"].as_f64().unwrap_or(0.0);
        out.push(case(
            "KV bytes per token",
            row,
            &query,
            gib * GIB / tokens,
            demand + extra,
        ));
    }
    if let (Some(gib), Some(concurrency), Some(len), true) = (
        measured["kv_gib"].as_f64(),
        measured["max_concurrency"].as_f64(),
        setup["max_model_len"].as_u64(),
        hybrid,
    ) {
        let batched = setup["max_num_batched_tokens"].as_u64().unwrap_or(2048);
        // Two state blocks for each group (the logs of newer versions) mean that prefixes are cached.
        let cached = match row["id"].as_str().unwrap() {
            "inf-i21" | "inf-i23" => "&prefix=0.000001",
            _ => "",
        };
        let query = format!("{base}&conc=1&len={len}&batched={batched}{cached}");
        let demand = ledger(&query).line(Item::KvCache).unwrap().bytes().as_f64();
        out.push(case(
            "KV by concurrency",
            row,
            &query,
            concurrency,
            gib * GIB / demand,
        ));
    }
    let total = setup["gpu_mem_gib"].as_f64();
    let part = |key: &str| measured[key].as_f64();
    if let (Some(total), Some(util), Some(weights), Some(non_torch), Some(activation), Some(kv)) = (
        total,
        setup["util"].as_f64(),
        part("weights_gib"),
        part("non_torch_gib"),
        part("activation_peak_gib"),
        part("kv_gib"),
    ) {
        let bytes = |gib: f64| Bytes::round(gib * GIB);
        let holds = bytes(weights + non_torch + activation);
        let pool = colocate::pool(bytes(total), (util * 100.0).round() as u64, holds);
        if kv > 0.0 {
            let query = format!("{base}&util={util}");
            // The bound is 0.1 GiB: measured against ten of them, so that one share of the table is a hundredth of 10 GiB.
            out.push(case(
                "engine pool, by GiB of 10",
                row,
                &query,
                10.0,
                10.0 + (pool.as_f64() / GIB - kv),
            ));
        }
    }
}
