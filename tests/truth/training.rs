//! Training runs of tests/cases/measured_runs.json. Those whose setup states batch, length and recipe count; the others are
//! listed with the range that their unknowns allow.
//!
//! The median depends on what is counted. A first selection of stated runs missed the bound; runs whose setup turned out to
//! be stated elsewhere in their source were added after it. One table gives six lengths of one setting: counted as six the
//! median is 4.7 %, counted once 6.8 %, left out about 8.3 %.
use super::runs::{case, model};
use super::{Bound, Case, TRAINING, ledger, peak, read};
use serde_json::Value;
use vram_ledger::ledger::band;

pub const BOUNDS: &[Bound] = &[Bound {
    family: "published training runs",
    mean: 0.12,
    max: 0.5,
}];
/// The bound on the middle one.
pub const MEDIAN: f64 = 0.08;

const GIB: f64 = 1_073_741_824.0;

/// What was measured: allocated by PyTorch, or reserved by its allocator.
#[derive(Clone, Copy)]
enum As {
    Allocated,
    Reserved,
}

/// A run's link behind the model, where its setup states all that one needs.
fn stated(id: &str) -> Option<(&'static str, As)> {
    // litgpt: bf16-true, rank 8 on q and v (their trainable_params say so), adapters and states in bf16, no checkpointing,
    // the longest sample sets the peak, max_memory_reserved. Its loss works on logits in chunks of 128, kept in 16 bits.
    const LITGPT: As = As::Reserved;
    Some(match id {
        "tr-lit3" => ("tune=qlora&dtype=nf4&seq=1044&mb=1", LITGPT),
        "tr-lit6" => ("tune=lora&seq=1034&mb=1", LITGPT),
        "tr-lit7" => ("tune=qlora&dtype=int4&seq=1034&mb=1", LITGPT),
        "tr-lit8" => ("tune=qlora&dtype=nf4&seq=1034&mb=1", LITGPT),
        "tr-lit11" => ("tune=lora&seq=1304&mb=1", LITGPT),
        "tr-lit12" | "tr-lit16" => ("tune=qlora&dtype=int4&seq=1304&mb=1", LITGPT),
        "tr-lit14" => ("tune=lora&seq=1304&mb=2", LITGPT),
        "tr-lit17" => ("tune=qlora&dtype=nf4&seq=1304&mb=1", LITGPT),
        // torchtune: full, pure bf16 AdamW, packed to 4096, batch 2.
        "tr-tts1" => ("tune=full&recipe=bf16&mb=2&seq=4096&ckpt=0", As::Allocated),
        "tr-tts4" => (
            "tune=full&recipe=bf16&mb=2&seq=4096&ckpt=1&head=liger",
            As::Allocated,
        ),
        // ms-swift: full, packed, Liger, accumulation; the card's memory as its scripts' headers give it (rounded).
        "tr-sw62" => (
            "tune=full&recipe=bf16&mb=1&seq=8192&ckpt=1&accum=8&head=liger&foreach=1",
            As::Reserved,
        ),
        "tr-sw73" => (
            "tune=full&recipe=master&shard=zero3&n=4&mb=1&seq=16384&ckpt=1&accum=4&head=liger",
            As::Reserved,
        ),
        "tr-sw99" => (
            "tune=full&recipe=master&shard=zero3&n=4&mb=1&seq=16384&ckpt=1&accum=2&head=liger",
            As::Reserved,
        ),
        // axolotl: packed to 2048, cut cross entropy, prepare_model_for_kbit_training ("about" so much).
        "tr-ax3" | "tr-ax6" | "tr-ax9" | "tr-ax10" | "tr-ax13" => (
            "tune=qlora&kbit=1&rank=32&mb=2&seq=2048&ckpt=1&head=liger&opt=adamw8bit",
            As::Allocated,
        ),
        "tr-ax12" => (
            "tune=qlora&kbit=1&rank=32&mb=2&seq=2048&ckpt=1&head=liger",
            As::Allocated,
        ),
        // PEFT's own benchmark: batch 4, samples up to 768, fp32 adapters of rank 64 on q and v (trainable_params).
        "tr-peft-lora-rank64" | "tr-peft-lora-rank64-rslora" => (
            "tune=lora&targets=qv&rank=64&adtype=fp32&mb=4&seq=768&ckpt=0&pad=1",
            As::Reserved,
        ),
        _ => return None,
    })
}

/// The range of a run that leaves something open, as two links, and what it leaves open.
fn open(id: &str) -> Option<(&'static str, &'static str, &'static str)> {
    const LENGTH: &str = "512 is a cap on the length; the samples' own lengths are not stated";
    Some(match id {
        "tr-tts0" => (
            "tune=full&recipe=bf16&mb=2&seq=64&ckpt=0",
            "tune=full&recipe=bf16&mb=2&seq=4096&ckpt=0",
            "unpacked samples of unstated length",
        ),
        "tr-tts3" => (
            "tune=full&recipe=bf16&mb=2&seq=4096&ckpt=1&head=liger",
            "tune=full&recipe=bf16&mb=2&seq=4096&ckpt=0&head=triton",
            "torch.compile fuses what it keeps",
        ),
        "tr-ttl1" => (
            "tune=lora&adtype=bf16&rank=8&targets=qv&mb=2&seq=64&ckpt=1",
            "tune=lora&adtype=bf16&rank=8&targets=qv&mb=2&seq=2048&ckpt=1",
            "unpacked samples of unstated length",
        ),
        "tr-ttl4" => (
            "tune=lora&adtype=bf16&rank=64&mb=2&seq=64&ckpt=1",
            "tune=lora&adtype=bf16&rank=64&mb=2&seq=2048&ckpt=1",
            "unpacked samples of unstated length",
        ),
        "tr-tto1" => (
            "tune=qlora&adtype=bf16&rank=8&targets=qv&mb=4&seq=2048&ckpt=1&head=liger",
            "tune=qlora&adtype=bf16&rank=64&mb=4&seq=2048&ckpt=1",
            "rank, targets and loss are not stated",
        ),
        "tr-lch7" | "tr-lch14" | "tr-lch17" | "tr-lch19" | "tr-lch22" => (
            "tune=qlora&adtype=bf16&rank=8&targets=qv&mb=2&seq=64&ckpt=0",
            "tune=qlora&adtype=bf16&rank=32&mb=2&seq=512&ckpt=0",
            LENGTH,
        ),
        "tr-lch29" => (
            "tune=lora&adtype=bf16&rank=8&targets=qv&mb=2&seq=64&ckpt=0",
            "tune=lora&adtype=bf16&rank=32&mb=2&seq=512&ckpt=0",
            LENGTH,
        ),
        "tr-lch33" => (
            "tune=lora&adtype=bf16&rank=8&targets=qv&mb=4&seq=64&ckpt=0",
            "tune=lora&adtype=bf16&rank=32&mb=4&seq=512&ckpt=0",
            LENGTH,
        ),
        "tr-lch45" => (
            "tune=lora&adtype=bf16&rank=8&targets=qv&mb=8&seq=64&ckpt=0",
            "tune=lora&adtype=bf16&rank=32&mb=8&seq=512&ckpt=0",
            LENGTH,
        ),
        "tr-lch11" => (
            "tune=qlora&adtype=bf16&rank=8&targets=qv&mb=1&seq=64&ckpt=0",
            "tune=qlora&adtype=bf16&rank=32&mb=1&seq=512&ckpt=0",
            LENGTH,
        ),
        "tr-grpo2" => (
            "task=grpo&tune=full&recipe=bf16&mb=4&seq=3072&comp=1024&engine=none&head=rowloop",
            "task=grpo&tune=full&recipe=amp&mb=4&seq=3072&comp=1024&engine=none&ref=1",
            "recipe, loss and engine are not stated",
        ),
        _ => return None,
    })
}

/// Why a counted run is far off.
pub fn outlier(id: &str) -> Option<&'static str> {
    Some(match id {
        "tr-lit3" | "tr-lit7" | "tr-lit8" | "tr-lit12" | "tr-lit16" | "tr-lit17" => {
            "litgpt with the bitsandbytes of 2023: about 10 h a layer and token more, the inputs of all linear layers that its 4-bit product kept; with today's, QLoRA's peaks are met to 0.05 %"
        }
        "tr-lit14" => "litgpt's own RMSNorm keeps its normed tensor in fp32: 4 h a norm more",
        "tr-ax3" | "tr-ax10" | "tr-ax12" => {
            "a README's \"about\": its rows of one setting are not in step with each other (24 B: 21 and 24 GiB); without kbit the ledger says 4.2, 7.1 and 17.6 GiB"
        }
        "tr-sw62" => "a script header's rounded reading of the process, CUDA context included",
        _ => return None,
    })
}

fn measured(row: &Value) -> Option<f64> {
    let of = |key: &str| row["measured"][key].as_f64();
    of("max_gpu_ram_gb")
        .or(of("peak_gb"))
        .or(of("peak_per_gpu_gb"))
        .map(|gb| gb * 1e9)
        .or(of("peak_active_gib")
            .or(of("peak_per_gpu_gib"))
            .or(of("reserved_max_gib"))
            .or(of("vram_gib"))
            .or(of("peak_reserved_gib"))
            .or(of("gib_per_gpu"))
            .map(|gib| gib * GIB))
        .or(of("nvidia_smi_mib").map(|mib| mib * 1_048_576.0))
        .or(row["measured"]["peak_gb_by_seq"]["8192"]
            .as_f64()
            .map(|gb| gb * 1e9))
}

/// A run that leaves something open: id, measured, the range's ends, what is open.
pub struct Open(pub String, pub f64, pub f64, pub f64, pub &'static str);

/// The runs that count, those that stay open (with low and high), and those no key can say.
pub fn cases() -> (Vec<Case>, Vec<Open>, usize) {
    let data = read(include_str!("../cases/measured_runs.json"));
    let (mut counted, mut ranged, mut rest) = (Vec::new(), Vec::new(), 0);
    for row in data["training"].as_array().unwrap() {
        let id = row["id"].as_str().unwrap();
        let link = |rest: &str| {
            let model = if row["config"] == "Qwen-7B(v1)" {
                "model=custom&m.type=qwen2&m.layers=32&m.hidden=4096&m.heads=32&m.kv_heads=32&m.ffn=11008&m.vocab=151936&m.tied=0"
            } else {
                match id {
                    "tr-ax3" => "model=qwen3-4b",
                    "tr-ax6" | "tr-ax12" => "model=mistral-small-24b",
                    "tr-ax9" => "model=custom&m.type=seed_oss",
                    "tr-ax10" => {
                        "model=custom&m.type=mistral&m.layers=36&m.hidden=4096&m.heads=32&m.kv_heads=8&m.head_dim=128&m.ffn=12288&m.vocab=131072&m.tied=0&m.sliding_window=none"
                    }
                    "tr-ax13" => "model=olmo-3-7b",
                    _ => model(row)?,
                }
            };
            let task = if rest.contains("task=") {
                ""
            } else {
                "&task=sft"
            };
            Some(format!(
                "{model}{task}&{rest}&context=0&gpu=a100-40gb&method=measured"
            ))
        };
        let Some(was) = measured(row) else {
            rest += 1;
            continue;
        };
        if id == "tr-qw5" {
            // One card, ZeRO-2, batch 1, checkpointing; rank 64 on every linear layer is the default of the script that the
            // table was made with (QwenLM/Qwen finetune.py). 16 B per adapter parameter either way.
            for (seq, gb) in row["measured"]["peak_gb_by_seq"].as_object().unwrap() {
                let setup = format!(
                    "tune=lora&adtype=fp32&rank=64&mb=1&seq={seq}&ckpt=1&accum=8&shard=zero2"
                );
                let query = link(&setup).unwrap();
                let predicted = band::reserved(&ledger(&query), &TRAINING).as_f64();
                let measured = gb.as_f64().unwrap() * 1e9;
                let mut one = case("published training runs", row, &query, measured, predicted);
                one.id += &format!(" at {seq}");
                counted.push(one);
            }
            continue;
        }
        let litgpt = if id.starts_with("tr-lit") {
            "&targets=qv&rank=8&adtype=bf16&ckpt=0&head=triton"
        } else {
            ""
        };
        if let Some((setup, kind)) = stated(id) {
            let query = link(&format!("{setup}{litgpt}")).unwrap();
            let ledger = ledger(&query);
            let predicted = match kind {
                As::Allocated => peak(&ledger),
                As::Reserved => band::reserved(&ledger, &TRAINING).as_f64(),
            };
            counted.push(case("published training runs", row, &query, was, predicted));
        } else if let Some((low, high, why)) = open(id) {
            let (Some(low), Some(high)) = (link(low), link(high)) else {
                rest += 1;
                continue;
            };
            ranged.push(Open(
                id.to_string(),
                was,
                peak(&ledger(&low)),
                peak(&ledger(&high)),
                why,
            ));
        } else {
            rest += 1;
        }
    }
    (counted, ranged, rest)
}
