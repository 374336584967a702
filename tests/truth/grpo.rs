//! tests/cases/grpo_lora_gpu.json: GRPO with LoRA beside a sleeping vLLM, on real L4 and A100 cards.
use super::{Bound, Case, TRAINING, config, num, read};
use vram_ledger::ledger::item::{Item, Phase, Role};
use vram_ledger::ledger::{Ledger, band, colocate, estimate};

pub const BOUNDS: &[Bound] = &[
    Bound {
        family: "GRPO LoRA, training",
        mean: 0.04,
        max: 0.12,
    },
    Bound {
        family: "GRPO LoRA, generation",
        mean: 0.04,
        max: 0.12,
    },
];

/// Bytes of the training card at a moment, all owners.
fn used(ledger: &Ledger, phase: Phase) -> f64 {
    ledger
        .on(Role::Train)
        .filter_map(|line| line.formula_at(phase))
        .map(|formula| formula.value())
        .sum()
}

pub fn cases() -> Vec<Case> {
    let data = read(include_str!("../cases/grpo_lora_gpu.json"));
    let mut out = Vec::new();
    for group in data["cases"].as_array().unwrap() {
        let fixture = group["fixture"].as_str().unwrap();
        let (name, _) = fixture.split_once('@').unwrap();
        let model = match name {
            "HuggingFaceTB__SmolLM2-1.7B-Instruct" => "smollm2-1.7b",
            "Qwen__Qwen2.5-0.5B-Instruct" => "qwen2.5-0.5b",
            "Qwen__Qwen2.5-1.5B-Instruct" => "qwen2.5-1.5b",
            "Qwen__Qwen2.5-7B-Instruct" => "qwen2.5-7b",
            "allenai__OLMoE-1B-7B-0924-Instruct" => "olmoe",
            "google__gemma-4-E2B-it" => "gemma-4-e2b",
            other => panic!("{other}"),
        };
        let model = if model == "olmoe" {
            "custom&m.type=olmoe&m.ffn=1024".to_string()
        } else {
            model.to_string()
        };
        let total = num(&group["device"], "total_bytes");
        // The rig states the CUDA context of each card: A100 501 MiB, L4 226 MiB.
        let (gpu, context) = if fixture.contains("L4") {
            ("l4", 226.0)
        } else {
            ("a100-40gb", 501.0)
        };
        for row in group["rows"].as_array().unwrap() {
            let int = |key: &str| row[key].as_u64().unwrap();
            let sequences = int("group_size") * row["n_prompts"].as_u64().unwrap_or(1);
            let mb = int("micro_batch").min(sequences);
            let util = num(row, "gpu_memory_utilization");
            let tune = if row["quantization"] == "nf4" {
                "qlora"
            } else {
                "lora"
            };
            let query = format!(
                "model={model}&task=grpo&tune={tune}&rank={}&mb={mb}&accum={}&seq={}&head=rowtile&ref=1&conc={sequences}&len={}&util={:.2}&sleep=2&seqs={sequences}&batched={}&gpu={gpu}&mem={}&offload=params&foreach=1&context={:.6}&method=measured",
                int("lora_rank"),
                sequences.div_ceil(mb),
                int("seq_len"),
                int("seq_len"),
                util.max(0.05),
                int("seq_len") * sequences,
                (total / 1048576.0).round(),
                context / 1024.0,
            );
            let config = config(&query);
            let ledger = estimate(&config);
            let training = row["phase"] == "training";
            let (family, predicted) = if training {
                // device_peak_bytes is what the driver saw: the allocator's blocks, not what stands in them.
                let worst = band::reserved(&ledger, &TRAINING).as_f64();
                ("GRPO LoRA, training", worst)
            } else {
                let pool = colocate::engine_pool(&config, &ledger).unwrap();
                // A link has util in hundredths; the rig's is finer.
                let finer = (util - pool.util as f64 / 100.0) * total;
                // The activation peak of the profiling run (max_num_batched_tokens) shrinks the pool but is free again while
                // the rig's short prompts are sampled: what stays of the engine's runtime is what stays asleep.
                let runtime = ledger.line(Item::EngineRuntime).unwrap();
                let profiled = runtime.bytes_at(Phase::Rollout).as_f64()
                    - runtime.bytes_at(Phase::Forward).as_f64();
                let rest = used(&ledger, Phase::Rollout) - pool.demand.as_f64() - profiled;
                ("GRPO LoRA, generation", rest + pool.pool.as_f64() + finer)
            };
            out.push(Case {
                id: format!(
                    "grpo/{fixture} {} G{} r{} mb{} S{} util {util:.2}",
                    row["phase"].as_str().unwrap(),
                    row["group_size"],
                    row["lora_rank"],
                    row["micro_batch"],
                    row["seq_len"]
                ),
                family,
                query,
                measured: num(row, "device_peak_bytes"),
                predicted,
                source: "grpo_lora_gpu.json".into(),
                apart: (training && model == "gemma-4-e2b" && mb == 1 && int("seq_len") == 4096).then(|| {
                    "one sequence of 4096 takes 3 GB more than four of 1024: PyTorch has no fused attention for heads of 512 and takes the whole score matrix there; with several sequences it does not, and no key tells the two apart".to_string()
                }),
            });
        }
    }
    out
}
