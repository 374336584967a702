//! Every number of lessons.json that a link gives, and the numbers that are not for this table, with the reason.
use super::case::Quantity::{
    KvPerToken, Left, Line, Lines, PerLayer, PerParam, Sequences, Term, TrainSide, Used,
};
use super::case::Tolerance::{At, Exact, Printed};
use super::case::{Case, Quantity, Tolerance};
use vram_ledger::ledger::formula::Symbol;
use vram_ledger::ledger::item::Item::{
    self, Activations, Critic, EngineWeights, Gradients, KvCache, Logits, OptimizerStates,
    PolicyWeights, ReferenceModel, RewardModel,
};
use vram_ledger::ledger::units::ByteUnit::{B, GB, GiB, MB};

const fn case(
    at: &'static str,
    link: &'static str,
    what: Quantity,
    tolerance: Tolerance,
) -> Case {
    Case {
        at,
        link,
        what,
        tolerance,
    }
}

/// Weights, gradients and optimizer states.
const STATIC: &[Item] = &[PolicyWeights, Gradients, OptimizerStates];
const WITH_REFERENCE: &[Item] = &[PolicyWeights, Gradients, OptimizerStates, ReferenceModel];
const PPO: &[Item] = &[
    PolicyWeights,
    Gradients,
    OptimizerStates,
    ReferenceModel,
    Critic,
    RewardModel,
];

/// A 7B model of 32 layers and width 4096, cached over 8 KV heads; its feed-forward makes it 7.0e9 parameters.
const GQA_7B: &str = "task=serve&model=custom&m.kv_heads=8&m.ffn=13721&gpu=a100-80gb&mem=80GiB&context=2&len=4096";
const GQA_7B_32K: &str = "task=serve&model=custom&m.kv_heads=8&m.ffn=13721&gpu=a100-80gb&mem=80GiB&context=2&len=32768";
/// The same with as many KV heads as heads.
const MHA_7B: &str =
    "task=serve&model=custom&m.ffn=11673&gpu=a100-80gb&mem=80GiB&context=2&len=4096";

/// The table.
pub const CASES: &[Case] = &[
    // Lesson 1: the default's eight items.
    case("/lesson_ledger/default_items_gib/0/value", "", Line(PolicyWeights, GiB), Printed),
    case("/lesson_ledger/default_items_gib/1/value", "", Line(Gradients, GiB), Printed),
    case("/lesson_ledger/default_items_gib/2/value", "", Line(OptimizerStates, GiB), Printed),
    case("/lesson_ledger/default_items_gib/3/value", "", Line(Activations, GiB), Printed),
    case("/lesson_ledger/default_items_gib/4/value", "", Line(Logits, GiB), Printed),
    case("/lesson_ledger/default_items_gib/4/note#2", "", Line(Logits, B), Exact),
    case("/lesson_ledger/default_items_gib/5/value", "", Line(ReferenceModel, GiB), Printed),
    case("/lesson_ledger/default_items_gib/6/value", "", Line(EngineWeights, GiB), Printed),
    case("/lesson_ledger/default_items_gib/7/value", "", Line(KvCache, GiB), Exact),
    case("/lesson_ledger/default_left_gib/value", "", Left(GiB), At("/lesson_ledger/default_left_gib/tol")),
    // Bytes per precision.
    case("/lesson_ledger/bytes_per_param/fp32", "task=serve&dtype=fp32", PerParam(&[EngineWeights]), Exact),
    case("/lesson_ledger/bytes_per_param/bf16", "task=serve&dtype=bf16", PerParam(&[EngineWeights]), Exact),
    case("/lesson_ledger/bytes_per_param/fp16", "task=serve&dtype=fp16", PerParam(&[EngineWeights]), Exact),
    case("/lesson_ledger/bytes_per_param/fp8", "task=serve&dtype=fp8", PerParam(&[EngineWeights]), Exact),
    case("/lesson_ledger/bytes_per_param/int8", "task=serve&dtype=int8", PerParam(&[EngineWeights]), Exact),
    case("/lesson_ledger/bytes_per_param/int4 (QLoRA, with quantisation metadata)", "tune=qlora", PerParam(&[PolicyWeights]), Exact),
    // KV cache.
    case("/lesson_ledger/kv_bytes_per_token/Qwen3-0.6B bf16", "", KvPerToken, Exact),
    case("/lesson_ledger/kv_table_gib/0/2", "conc=16&len=1024", Line(KvCache, GiB), Exact),
    case("/lesson_ledger/kv_table_gib/1/2", "conc=16&len=4096", Line(KvCache, GiB), Exact),
    case("/lesson_ledger/kv_table_gib/2/2", "conc=64&len=4096", Line(KvCache, GiB), Exact),
    // Optimizer and LoRA.
    case("/lesson_ledger/optimizer_share#1", "", Line(OptimizerStates, GiB), Printed),
    case("/lesson_ledger/optimizer_share#3", "model=qwen3-1.7b", Line(OptimizerStates, GB), Exact),
    case("/lesson_ledger/optimizer_share#4", "model=qwen3-1.7b", Line(OptimizerStates, GiB), Printed),
    case("/lesson_ledger/conflicts/0#2", "model=qwen3-1.7b", Line(OptimizerStates, GB), Exact),
    case("/lesson_ledger/conflicts/0#3", "model=qwen3-1.7b", Line(OptimizerStates, GiB), Printed),
    case("/lesson_ledger/lora/effect#2", "", Line(OptimizerStates, GB), Exact),
    case("/lesson_ledger/lora/effect#3", "tune=lora", Line(OptimizerStates, MB), Exact),
    // Experiments.
    case("/lesson_ledger/experiments/1/see#0", "model=qwen3-1.7b", Line(OptimizerStates, GiB), Printed),
    case("/lesson_ledger/experiments/3/see#0", "", Line(KvCache, GiB), Exact),
    case("/lesson_ledger/experiments/3/see#1", "len=8192", Line(KvCache, GiB), Exact),
    case("/lesson_ledger/experiments/3/see#2", "len=8192&conc=64", Line(KvCache, GiB), Exact),
    case("/lesson_ledger/experiments/4/see#0", "seq=8192&mb=8", Line(Logits, GiB), Printed),
    case("/lesson_ledger/experiments/5/see#0", "", Line(ReferenceModel, GiB), Printed),
    // Questions.
    case("/lesson_ledger/quiz/0/answer_gib", "", Lines(STATIC, GiB), Printed),
    case("/lesson_ledger/quiz/0/how#5", "", Lines(STATIC, GB), Exact),
    // Lesson 3: bytes per parameter, static memory.
    case("/capacity/multipliers_bytes_per_param/LoRA", "task=sft&tune=lora", PerParam(&[PolicyWeights]), Exact),
    case("/capacity/multipliers_bytes_per_param/full SFT", "task=sft", PerParam(STATIC), Exact),
    case("/capacity/multipliers_bytes_per_param/DPO", "task=dpo", PerParam(WITH_REFERENCE), Exact),
    case("/capacity/multipliers_bytes_per_param/PPO", "task=ppo", PerParam(PPO), Exact),
    case("/capacity/multipliers_bytes_per_param/full, SGD momentum", "task=sft&opt=sgdm&recipe=nomaster", PerParam(STATIC), Exact),
    case("/capacity/multipliers_bytes_per_param/full, 8-bit Adam", "task=sft&opt=adamw8bit", PerParam(STATIC), Exact),
    case("/capacity/static_gb/0/2", "task=sft&model=custom&params=7e9", TrainSide(GB), Exact),
    case("/capacity/static_gb/1/2", "task=sft&model=custom&params=13e9", TrainSide(GB), Exact),
    case("/capacity/static_gb/2/2", "task=sft&model=custom&params=70e9", TrainSide(GB), Exact),
    case("/capacity/static_gb/3/2", "task=dpo&model=custom&params=7e9", TrainSide(GB), Exact),
    case("/capacity/static_gb/4/2", "task=ppo&model=custom&params=7e9&engine=none", TrainSide(GB), Exact),
    case("/capacity/static_gb/5/2", "task=sft&model=custom&params=7e9&tune=lora", TrainSide(GB), Printed),
    // The prose's 112 GB stands, not the Java class's doubled figure.
    case("/capacity/conflict#3", "task=sft&model=custom&params=7e9", TrainSide(GB), Exact),
    case("/capacity/weights_gb_7b/fp16", "task=serve&model=llama-2-7b&dtype=fp16", Line(EngineWeights, GB), Exact),
    case("/capacity/weights_gb_7b/int8", "task=serve&model=llama-2-7b&dtype=int8", Line(EngineWeights, GB), Exact),
    case("/capacity/weights_gb_7b/int4", "task=serve&model=llama-2-7b&dtype=int4", Line(EngineWeights, GB), Exact),
    case("/capacity/kv_mha_7b/bytes_per_token", "task=serve&model=llama-2-7b", KvPerToken, Exact),
    case("/capacity/kv_mha_7b/8k one request GiB", "task=serve&model=llama-2-7b&conc=1&len=8192", Line(KvCache, GiB), Exact),
    case("/capacity/kv_mha_7b/concurrency 32 x 8k GiB", "task=serve&model=llama-2-7b&conc=32&len=8192", Line(KvCache, GiB), Exact),
    case("/capacity/gate_note#3", "task=serve&model=custom&m.type=llama&m.layers=32&m.hidden=4096", Line(EngineWeights, GiB), Printed),
    case("/capacity/gate_note#6", "task=serve&model=llama-2-7b&context=1.5&conc=8&len=8192&mem=81920", Used(GiB), Printed),
    // Lesson 4: Qwen3-8B by its nominal 8e9 parameters.
    case("/qwen3_8b/kv_bytes_per_token", "model=qwen3-8b", KvPerToken, Exact),
    case("/qwen3_8b/kv_gib/0/1", "task=serve&model=qwen3-8b&conc=1&len=4096", Line(KvCache, GiB), Exact),
    case("/qwen3_8b/kv_gib/1/1", "task=serve&model=qwen3-8b&conc=1&len=8192", Line(KvCache, GiB), Exact),
    case("/qwen3_8b/kv_gib/2/1", "task=serve&model=qwen3-8b&conc=1&len=32768", Line(KvCache, GiB), Exact),
    case("/qwen3_8b/kv_gib/3/1", "task=serve&model=qwen3-8b&conc=1&len=131072", Line(KvCache, GiB), Exact),
    case("/qwen3_8b/training_gb_nominal_8e9/weights", "task=sft&model=qwen3-8b", Line(PolicyWeights, GB), Exact),
    case("/qwen3_8b/training_gb_nominal_8e9/gradients", "task=sft&model=qwen3-8b", Line(Gradients, GB), Exact),
    case("/qwen3_8b/training_gb_nominal_8e9/adam m", "task=sft&model=qwen3-8b", Term(OptimizerStates, Symbol::FirstMomentBytes, GB), Exact),
    case("/qwen3_8b/training_gb_nominal_8e9/adam v", "task=sft&model=qwen3-8b", Term(OptimizerStates, Symbol::SecondMomentBytes, GB), Exact),
    case("/qwen3_8b/training_gb_nominal_8e9/fp32 master", "task=sft&model=qwen3-8b", Term(OptimizerStates, Symbol::MasterBytes, GB), Exact),
    case("/qwen3_8b/training_gb_nominal_8e9/without master", "task=sft&model=qwen3-8b&recipe=nomaster", Lines(STATIC, GB), Exact),
    case("/qwen3_8b/training_gb_nominal_8e9/with master", "task=sft&model=qwen3-8b", Lines(STATIC, GB), Exact),
    // Lesson 5: the whiteboard.
    case("/whiteboard/train_bytes_per_param/with fp32 master", "task=sft", PerParam(STATIC), Exact),
    case("/whiteboard/train_bytes_per_param/without", "task=sft&recipe=nomaster", PerParam(STATIC), Exact),
    case("/whiteboard/train_7b_gb/with", "task=sft&model=llama-2-7b", Lines(STATIC, GB), Exact),
    case("/whiteboard/train_7b_gb/without", "task=sft&model=llama-2-7b&recipe=nomaster", Lines(STATIC, GB), Exact),
    case("/whiteboard/activation_full_rule/per_layer_gb", "task=sft&model=llama-2-7b&mb=4&seq=4096&ckpt=0", PerLayer(Activations, GB), Printed),
    case("/whiteboard/activation_full_rule/total_gb", "task=sft&model=llama-2-7b&mb=4&seq=4096&ckpt=0", Line(Activations, GB), Printed),
    case("/whiteboard/kv_bytes_per_token/7B MHA (32~14096)", "model=custom&m.layers=32&m.hidden=4096", KvPerToken, Exact),
    case("/whiteboard/kv_bytes_per_token/7B GQA-8", "model=custom&m.layers=32&m.hidden=4096&m.kv_heads=8", KvPerToken, Exact),
    case("/whiteboard/kv_bytes_per_token/70B MHA (80~18192)", "model=custom&m.layers=80&m.hidden=8192&m.heads=64", KvPerToken, Exact),
    case("/whiteboard/kv_bytes_per_token/70B GQA-8", "model=custom&m.layers=80&m.hidden=8192&m.heads=64&m.kv_heads=8", KvPerToken, Exact),
    case("/whiteboard/kv_gib_4k_32k_128k/7B MHA/0", "model=custom&m.layers=32&m.hidden=4096&conc=1&len=4096", Line(KvCache, GiB), Exact),
    case("/whiteboard/kv_gib_4k_32k_128k/7B MHA/1", "model=custom&m.layers=32&m.hidden=4096&conc=1&len=32768", Line(KvCache, GiB), Exact),
    case("/whiteboard/kv_gib_4k_32k_128k/7B MHA/2", "model=custom&m.layers=32&m.hidden=4096&conc=1&len=131072", Line(KvCache, GiB), Exact),
    case("/whiteboard/kv_gib_4k_32k_128k/7B GQA-8/0", "model=custom&m.kv_heads=8&conc=1&len=4096", Line(KvCache, GiB), Exact),
    case("/whiteboard/kv_gib_4k_32k_128k/7B GQA-8/1", "model=custom&m.kv_heads=8&conc=1&len=32768", Line(KvCache, GiB), Exact),
    case("/whiteboard/kv_gib_4k_32k_128k/7B GQA-8/2", "model=custom&m.kv_heads=8&conc=1&len=131072", Line(KvCache, GiB), Exact),
    case("/whiteboard/kv_gib_4k_32k_128k/70B MHA/0", "model=custom&m.layers=80&m.hidden=8192&m.heads=64&conc=1&len=4096", Line(KvCache, GiB), Exact),
    case("/whiteboard/kv_gib_4k_32k_128k/70B MHA/1", "model=custom&m.layers=80&m.hidden=8192&m.heads=64&conc=1&len=32768", Line(KvCache, GiB), Exact),
    case("/whiteboard/kv_gib_4k_32k_128k/70B MHA/2", "model=custom&m.layers=80&m.hidden=8192&m.heads=64&conc=1&len=131072", Line(KvCache, GiB), Exact),
    case("/whiteboard/kv_gib_4k_32k_128k/70B GQA-8/0", "model=custom&m.layers=80&m.hidden=8192&m.heads=64&m.kv_heads=8&conc=1&len=4096", Line(KvCache, GiB), Exact),
    case("/whiteboard/kv_gib_4k_32k_128k/70B GQA-8/1", "model=custom&m.layers=80&m.hidden=8192&m.heads=64&m.kv_heads=8&conc=1&len=32768", Line(KvCache, GiB), Exact),
    case("/whiteboard/kv_gib_4k_32k_128k/70B GQA-8/2", "model=custom&m.layers=80&m.hidden=8192&m.heads=64&m.kv_heads=8&conc=1&len=131072", Line(KvCache, GiB), Exact),
    case("/whiteboard/capacity_80gb_7b/ours_gib/weights", GQA_7B, Line(EngineWeights, GiB), Printed),
    case("/whiteboard/capacity_80gb_7b/ours_gib/kept", GQA_7B, Line(Item::Context, GiB), Exact),
    case("/whiteboard/capacity_80gb_7b/ours_gib/GQA-8, 4K", GQA_7B, Sequences, Exact),
    case("/whiteboard/capacity_80gb_7b/ours_gib/MHA, 4K", MHA_7B, Sequences, Exact),
    case("/whiteboard/capacity_80gb_7b/ours_gib/GQA-8, 32K", GQA_7B_32K, Sequences, Exact),
];

/// Numbers that a test of its own reads, by the beginning of their pointer.
pub const ELSEWHERE: &[&str] = &[
    "/lesson_ledger/default_config/",
    "/lesson_ledger/kv_table_gib/",
    "/lesson_ledger/lora/",
    "/lesson_ledger/experiments/",
    "/colocate/util_line/",
    "/colocate/step_seconds/",
    "/capacity/kv_mha_7b/",
    "/capacity/gate_cases/",
    "/capacity/framework_overhead_gb",
    // The planner's: tests/capacity/numbers.rs.
    "/capacity/cards_80g/",
    "/capacity/activation_share/",
    "/capacity/cost_yuan/",
    "/capacity/node_size",
    "/qwen3_8b/config/",
    "/qwen3_8b/kv_gib/",
    "/qwen3_8b/inference_total_gb/",
    "/whiteboard/activation_full_rule/",
    "/whiteboard/capacity_80gb_7b/ours_gib/card",
    // Operations and time: tests/serving/lessons.rs.
    "/whiteboard/flops/",
    "/whiteboard/capacity_80gb_7b/as_printed/",
];

/// Numbers that nothing computes yet, and why.
pub const NOT_YET: &[(&str, &str)] = &[
    ("/lesson_ledger/default_left_gib/tol", "a tolerance"),
];
