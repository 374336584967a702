//! The traceback of a run that died: which frames stand in it tells the side, as in life.
use super::gib;
use crate::ledger::drill::{Knob, Outcome};
use crate::ledger::item::Item;
use crate::ledger::units::Bytes;

const SITE: &str = "/opt/venv/lib/python3.12/site-packages/";

/// The lines.
pub(super) fn lines(outcome: &Outcome) -> Vec<String> {
    match outcome {
        Outcome::NoPool { share, holds } => engine(
            &[
                ("vllm/v1/engine/core.py", 124, "_initialize_kv_caches"),
                (
                    "vllm/v1/core/kv_cache_utils.py",
                    688,
                    "check_enough_kv_cache_memory",
                ),
            ],
            &[
                "ValueError: No available memory for the cache blocks: weights and activations take ",
                &gib(*holds),
                " of ",
                &gib(*share),
                " GiB.",
            ],
        ),
        Outcome::NotFree {
            share,
            free,
            total,
            util,
        } => engine(
            &[
                ("vllm/v1/worker/gpu_worker.py", 196, "init_device"),
                ("vllm/v1/worker/utils.py", 75, "request_memory"),
            ],
            &[
                "ValueError: Free memory on device cuda:0 (",
                &gib(*free),
                "/",
                &gib(*total),
                " GiB) on startup is less than desired GPU memory utilization (",
                &Knob::Util.shown(*util),
                ", ",
                &gib(*share),
                " GiB).",
            ],
        ),
        Outcome::TooLong {
            len,
            needs,
            pool,
            longest,
        } => engine(
            &[
                ("vllm/v1/engine/core.py", 124, "_initialize_kv_caches"),
                (
                    "vllm/v1/core/kv_cache_utils.py",
                    701,
                    "check_enough_kv_cache_memory",
                ),
            ],
            &[
                "ValueError: To serve at least one request with the model's max seq len (",
                &len.to_string(),
                "), ",
                &gib(*needs),
                " GiB KV cache is needed, which is larger than the available KV cache memory (",
                &gib(*pool),
                " GiB). Based on the available memory, the estimated maximum model length is ",
                &longest.to_string(),
            ],
        ),
        Outcome::Training {
            item,
            asked,
            free,
            total,
            ..
        } => training(*item, *asked, *free, *total),
        Outcome::Step(_) => Vec::new(),
    }
}

fn frame(file: &str, line: u64, function: &str) -> String {
    let site = if file.contains('/') { SITE } else { "" };
    [
        "  File \"",
        site,
        file,
        "\", line ",
        &line.to_string(),
        ", in ",
        function,
    ]
    .concat()
}

fn engine(inner: &[(&str, u64, &str)], error: &[&str]) -> Vec<String> {
    let mut out = vec![
        "(EngineCore_DP0 pid=4127) Traceback (most recent call last):".to_string(),
        frame("vllm/v1/engine/core.py", 671, "run_engine_core"),
    ];
    out.extend(
        inner
            .iter()
            .map(|(file, line, function)| frame(file, *line, function)),
    );
    out.push(error.concat());
    out
}

fn training(item: Item, asked: Bytes, free: Bytes, total: Bytes) -> Vec<String> {
    let mut out = vec![
        "Traceback (most recent call last):".to_string(),
        frame("train_grpo.py", 61, "<module>"),
        frame("transformers/trainer.py", 2325, "train"),
        frame("transformers/trainer.py", 2674, "_inner_training_loop"),
    ];
    let inner: &[(&str, u64, &str)] = match item {
        Item::Logits => &[
            ("trl/trainer/grpo_trainer.py", 1084, "training_step"),
            ("trl/trainer/grpo_trainer.py", 815, "_get_per_token_logps"),
            ("trl/trainer/utils.py", 1530, "selective_log_softmax"),
            ("torch/nn/functional.py", 2250, "log_softmax"),
        ],
        Item::Activations => &[
            ("trl/trainer/grpo_trainer.py", 1084, "training_step"),
            (
                "transformers/models/qwen3/modeling_qwen3.py",
                480,
                "forward",
            ),
            (
                "transformers/models/qwen3/modeling_qwen3.py",
                260,
                "forward",
            ),
            ("transformers/models/qwen3/modeling_qwen3.py", 82, "forward"),
        ],
        Item::Gradients => &[
            ("transformers/trainer.py", 4071, "training_step"),
            ("accelerate/accelerator.py", 2740, "backward"),
            ("torch/_tensor.py", 647, "backward"),
        ],
        Item::OptimizerStates | Item::MasterWeights | Item::Adapter => &[
            ("accelerate/optimizer.py", 179, "step"),
            ("torch/optim/adamw.py", 220, "step"),
            ("torch/optim/adam.py", 175, "_init_group"),
        ],
        Item::PolicyWeights
        | Item::ReferenceModel
        | Item::Critic
        | Item::RewardModel
        | Item::EngineWeights
        | Item::KvCache
        | Item::EngineRuntime
        | Item::Workspace
        | Item::Buckets
        | Item::Context
        | Item::HostWeights
        | Item::HostOptimizerStates => &[
            ("trl/trainer/grpo_trainer.py", 640, "__init__"),
            ("transformers/modeling_utils.py", 4580, "from_pretrained"),
        ],
    };
    out.extend(
        inner
            .iter()
            .map(|(file, line, function)| frame(file, *line, function)),
    );
    out.push(
        [
            "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate ",
            &gib(asked),
            " GiB. GPU 0 has a total capacity of ",
            &gib(total),
            " GiB of which ",
            &gib(free),
            " GiB is free.",
        ]
        .concat(),
    );
    out
}
