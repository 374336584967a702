//! Which framework a text is for.
use super::Framework;
use super::bag::Bag;

/// The framework; None where nothing speaks for one.
pub(super) fn framework(bag: &Bag) -> Option<Framework> {
    let text = bag.text.as_str();
    let has = |name: &str| bag.has(name);
    let says = |words: &[&str]| bag.says(words);
    let tests: [(Framework, bool); 13] = [
        (
            Framework::Verl,
            bag.has_under("actor_rollout_ref.") || text.contains("verl.trainer"),
        ),
        (
            Framework::Openrlhf,
            text.contains("openrlhf.cli")
                || has("actor.model_name_or_path")
                || has("vllm.num_engines")
                || (has("pretrain") && has("micro_train_batch_size")),
        ),
        (
            Framework::Slime,
            has("hf_checkpoint")
                || has("sglang_mem_fraction_static")
                || (has("rollout_batch_size")
                    && has("n_samples_per_prompt")
                    && has("rollout_max_response_len")),
        ),
        (
            Framework::Msswift,
            ["sft", "rlhf", "pt", "infer"]
                .iter()
                .any(|sub| says(&["swift", sub]))
                || has("rlhf_type")
                || has("tuner_type")
                || has("train_type"),
        ),
        (
            Framework::Axolotl,
            says(&["axolotl", "train"])
                || (has("base_model")
                    && (has("sequence_len") || has("micro_batch_size") || has("adapter"))),
        ),
        (
            Framework::Llamafactory,
            text.contains("llamafactory-cli")
                || has("finetuning_type")
                || (has("stage") && has("template")),
        ),
        (
            Framework::Sglang,
            text.contains("sglang") && !has("actor_rollout_ref.rollout.name")
                || has("mem_fraction_static"),
        ),
        (Framework::Trl, is_trl(bag)),
        (
            Framework::Vllm,
            says(&["vllm", "serve"])
                || text.contains("vllm.entrypoints")
                || text.contains("vllm/vllm-openai")
                || bag.calls("LLM")
                || bag.calls("EngineArgs")
                || bag.calls("AsyncEngineArgs")
                || has("gpu_memory_utilization")
                || has("max_model_len"),
        ),
        (
            Framework::Deepspeed,
            bag.has_under("zero_optimization.") && !has("per_device_train_batch_size"),
        ),
        (
            Framework::Accelerate,
            has("distributed_type") || has("compute_environment"),
        ),
        (
            Framework::Hf,
            bag.calls("TrainingArguments")
                || bag.calls("Seq2SeqTrainingArguments")
                || has("per_device_train_batch_size"),
        ),
        (
            Framework::Hf,
            bag.calls("from_pretrained") || bag.calls("LoraConfig"),
        ),
    ];
    tests
        .iter()
        .find(|(_, fits)| *fits)
        .map(|(framework, _)| *framework)
}

fn is_trl(bag: &Bag) -> bool {
    let subcommands = ["sft", "dpo", "grpo", "rloo", "reward", "kto", "vllm-serve"];
    let scopes = [
        "SFTConfig",
        "SFTTrainer",
        "DPOConfig",
        "DPOTrainer",
        "GRPOConfig",
        "GRPOTrainer",
        "RLOOConfig",
        "RLOOTrainer",
        "PPOConfig",
        "PPOTrainer",
    ];
    subcommands.iter().any(|sub| bag.says(&["trl", sub]))
        || bag.text.contains("from trl import")
        || scopes.iter().any(|scope| bag.calls(scope))
        || [
            "num_generations",
            "max_completion_length",
            "vllm_gpu_memory_utilization",
            "max_prompt_length",
        ]
        .iter()
        .any(|name| bag.has(name))
}
