//! Which file, function or line of code means which line of the ledger: tables of data, read from the lowest frame up.
//!
//! The names are those of the libraries' public sources (transformers, TRL, PEFT, bitsandbytes, DeepSpeed, PyTorch, verl,
//! vLLM, SGLang); where several rules hold for a frame, the first does.
use super::frames::{Frame, Hint};
use crate::ledger::item::Item;

/// A rule: every part that is not empty must hold.
pub(super) struct Rule {
    /// Part of the file's path.
    path: &'static str,
    /// Part of the function's name.
    function: &'static str,
    /// Part of the line of code.
    code: &'static str,
    /// Part of the one or the other: a function is met where it is called and where it runs.
    name: &'static str,
    pub(super) item: Item,
    pub(super) hint: Option<Hint>,
    pub(super) soft: bool,
    pub(super) element: Option<u64>,
}

impl Rule {
    pub(super) fn holds(&self, frame: &Frame<'_>) -> bool {
        frame.path.contains(self.path)
            && frame.function.contains(self.function)
            && frame.code.contains(self.code)
            && (frame.function.contains(self.name) || frame.code.contains(self.name))
    }

    const fn hint(mut self, hint: Hint) -> Rule {
        self.hint = Some(hint);
        self
    }

    const fn element(mut self, bytes: u64) -> Rule {
        self.element = Some(bytes);
        self
    }

    const fn soft(mut self) -> Rule {
        self.soft = true;
        self
    }
}

const fn rule(path: &'static str, function: &'static str, code: &'static str, item: Item) -> Rule {
    Rule {
        path,
        function,
        code,
        name: "",
        item,
        hint: None,
        soft: false,
        element: None,
    }
}

const fn path(path: &'static str, item: Item) -> Rule {
    rule(path, "", "", item)
}

const fn function(function: &'static str, item: Item) -> Rule {
    rule("", function, "", item)
}

const fn code(code: &'static str, item: Item) -> Rule {
    rule("", "", code, item)
}

const fn named(name: &'static str, item: Item) -> Rule {
    Rule {
        name,
        ..rule("", "", "", item)
    }
}

/// Folders of inference engines.
pub(super) const ENGINES: &[&str] = &[
    "vllm/",
    "sglang/",
    "lmdeploy/",
    "text_generation_server/",
    "tensorrt_llm/",
];

/// Folders of what trains, and of what it is built on.
pub(super) const TRAINERS: &[&str] = &[
    "trl/",
    "verl/",
    "openrlhf/",
    "axolotl/",
    "llamafactory/",
    "swift/",
    "megatron/",
    "deepspeed/",
    "accelerate/",
    "lightning/",
    "pytorch_lightning/",
    "torchtune/",
    "unsloth/",
    "unsloth_zoo/",
    "nemo/",
    "slime/",
    "autograd/",
    "optim/",
    "transformers/trainer.py",
];

use Item::{
    Activations, Adapter, Buckets, EngineRuntime, EngineWeights, Gradients, KvCache, Logits,
    OptimizerStates, PolicyWeights, ReferenceModel,
};

/// Frames of a training process.
pub(super) const TRAINING: &[Rule] = &[
    // The loss and the log-probabilities: fp32 where they upcast.
    path("loss_utils.py", Logits).element(4),
    named("cross_entropy", Logits).element(4),
    code("CrossEntropyLoss", Logits).element(4),
    named("ForCausalLMLoss", Logits).element(4),
    code("logits.float()", Logits).element(4),
    code("logits.to(torch.float32)", Logits).element(4),
    code("shift_logits", Logits).element(4),
    path("chunked_logprob", Logits),
    named("chunked_logprob", Logits),
    named("selective_log_softmax", Logits),
    named("entropy_from_logits", Logits),
    function("logprobs_from_logits", Logits),
    code("log_softmax", Logits),
    code("logsumexp", Logits),
    code("lm_head(", Logits).element(2),
    code("self.lm_head", Logits).element(2),
    // The optimizer: its first step makes the states.
    function("_multi_tensor", OptimizerStates).hint(Hint::Foreach),
    code("torch._foreach", OptimizerStates).hint(Hint::Foreach),
    path("torch/optim/", OptimizerStates),
    path("bitsandbytes/optim", OptimizerStates),
    named("_init_group", OptimizerStates),
    code("exp_avg", OptimizerStates),
    code("optimizer.step(", OptimizerStates),
    // Sharded training: gathered weights, reduced gradients, the rest is the optimizer's partitions.
    rule("deepspeed/runtime/zero/", "all_gather", "", Buckets),
    rule("deepspeed/runtime/zero/", "fetch", "", Buckets),
    rule("deepspeed/runtime/zero/", "reduce", "", Gradients),
    rule("deepspeed/runtime/zero/", "ipg", "", Gradients),
    rule("deepspeed/runtime/zero/", "average_tensor", "", Gradients),
    path("deepspeed/runtime/zero/", OptimizerStates),
    path("deepspeed/runtime/bf16_optimizer", OptimizerStates),
    path("deepspeed/runtime/fp16", OptimizerStates),
    rule("fsdp/", "reduce", "", Gradients),
    path("fsdp/", PolicyWeights),
    named("_all_gather", PolicyWeights),
    named("FullyShardedDataParallel", PolicyWeights),
    named("fully_shard", PolicyWeights),
    path("distributed_c10d", Buckets),
    // Attention that keeps its scores.
    named("eager_attention_forward", Activations).hint(Hint::EagerAttention),
    code("torch.matmul(query", Activations).hint(Hint::EagerAttention),
    code("softmax(attn_weights", Activations).hint(Hint::EagerAttention),
    code("torch.matmul(attn_weights", Activations).hint(Hint::EagerAttention),
    // Quantisation and adapters.
    function("dequantize", Activations),
    function("quantize_4bit", PolicyWeights),
    path("bitsandbytes/nn/modules", PolicyWeights),
    path("bitsandbytes/autograd/_functions", Activations),
    path("bitsandbytes/functional", PolicyWeights),
    rule("peft/", "update_layer", "", Adapter),
    rule("peft/", "inject_adapter", "", Adapter),
    named("prepare_model_for_kbit_training", PolicyWeights),
    // A second model.
    named("create_reference_model", ReferenceModel),
    code("ref_model", ReferenceModel),
    named("compute_ref_log_prob", ReferenceModel),
    code("copy.deepcopy(model", ReferenceModel).hint(Hint::Copy),
    // The model's layers.
    function("apply_rotary", Activations),
    rule("modeling_", "forward", "", Activations),
    rule("modeling_", "", "mlp", Activations),
    rule("modeling_", "", "act_fn", Activations),
    rule("modeling_", "", "down_proj", Activations),
    rule("modeling_", "", "gate_proj", Activations),
    rule("modeling_", "", "hidden_states", Activations),
    path("integrations/sdpa_attention", Activations),
    path("integrations/flash_attention", Activations),
    path("flash_attn", Activations),
    path("liger_kernel/", Activations),
    path("peft/tuners", Activations),
    path("utils/checkpoint.py", Activations),
    // Sampling inside the trainer.
    path("cache_utils.py", KvCache),
    path("generation/utils.py", KvCache),
    path("vllm_generation.py", KvCache),
    named("unwrap_model_for_generation", KvCache),
    named("_generate_and_score_completions", KvCache),
    named("_generate_single_turn", KvCache),
    code("vllm_generation", KvCache),
    // Loading.
    named("from_pretrained", PolicyWeights),
    named("_load_state_dict", PolicyWeights),
    function("set_module_tensor_to_device", PolicyWeights),
    rule("module.py", "convert", "", PolicyWeights),
    rule("module.py", "", "convert", PolicyWeights),
    code(".to(device", PolicyWeights),
    code("model.cuda(", PolicyWeights),
    // The trainer's step, where nothing lower is known.
    named("_get_per_token_logps", Logits),
    named("_compute_loss", Logits).soft(),
    named("compute_loss", Logits).soft(),
    named("_engine_run_backward", Activations).soft(),
    code("loss.backward", Activations).soft(),
    code("accelerator.backward", Activations).soft(),
    path("autograd/graph.py", Activations).soft(),
];

/// Frames of an engine.
pub(super) const ENGINE: &[Rule] = &[
    path("cumem", KvCache).hint(Hint::Pool),
    function("wake_up", KvCache).hint(Hint::Pool),
    function("resume_memory_occupation", KvCache).hint(Hint::Pool),
    function("_dummy_sampler_run", EngineRuntime).hint(Hint::Sampler),
    path("sampler.py", EngineRuntime).hint(Hint::Sampler),
    path("logits_processor", EngineRuntime).hint(Hint::Sampler),
    path("cuda_graph", EngineRuntime).hint(Hint::Graphs),
    function("capture", EngineRuntime).hint(Hint::Graphs),
    function("allocate_kv_cache", KvCache).hint(Hint::Pool),
    function("initialize_kv_cache", KvCache).hint(Hint::Pool),
    path("cache_engine.py", KvCache).hint(Hint::Pool),
    path("memory_pool", KvCache).hint(Hint::Pool),
    path("mem_cache/", KvCache),
    path("kv_cache", KvCache),
    function("create_weights", EngineWeights),
    function("process_weights_after_loading", EngineWeights),
    function("load_weights", EngineWeights),
    function("update_weight", EngineWeights),
    function("sync_weight", EngineWeights),
    function("initialize_model", EngineWeights),
    function("load_model", EngineWeights),
    function("get_model", EngineWeights),
    function("profile_run", EngineRuntime),
    function("_dummy_run", EngineRuntime),
    function("determine_available_memory", EngineRuntime),
    function("determine_num_available_blocks", EngineRuntime),
    function("execute_model", EngineRuntime),
    function("forward", EngineRuntime),
];
