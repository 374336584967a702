//! `vllm serve` and SGLang's server: the engine of a configuration, which is all of it only when it serves.
use super::{Out, models};
use crate::i18n::FlagText;
use crate::ledger::config::{EngineMode, Task};
use crate::ledger::precision::{Dtype, KvDtype};
use crate::url::Key;

/// An engine's names for what both have.
struct Names {
    vllm: bool,
    tensor: &'static str,
    pipeline: &'static str,
    copies: &'static str,
    share: &'static str,
    length: &'static str,
    sequences: &'static str,
    batched: &'static str,
    eager: &'static str,
    adapters: &'static str,
    sleeps: &'static str,
}

const VLLM: Names = Names {
    vllm: true,
    tensor: "tensor-parallel-size",
    pipeline: "pipeline-parallel-size",
    copies: "data-parallel-size",
    share: "gpu-memory-utilization",
    length: "max-model-len",
    sequences: "max-num-seqs",
    batched: "max-num-batched-tokens",
    eager: "enforce-eager",
    adapters: "max-loras",
    sleeps: "enable-sleep-mode",
};

const SGLANG: Names = Names {
    vllm: false,
    tensor: "tp-size",
    pipeline: "pp-size",
    copies: "dp-size",
    share: "mem-fraction-static",
    length: "context-length",
    sequences: "max-running-requests",
    batched: "chunked-prefill-size",
    eager: "disable-cuda-graph",
    adapters: "max-loras-per-batch",
    sleeps: "enable-memory-saver",
};

/// vLLM.
pub(super) fn vllm(out: &mut Out<'_>) {
    if !begins(out) {
        return;
    }
    let model = out.model();
    out.line(&["vllm serve ", &model, " \\"]);
    flags(out, &VLLM);
    sleeps(out, &VLLM);
    out.say(Key::Util, FlagText::UtilOfTotal);
    end(out);
}

/// SGLang.
pub(super) fn sglang(out: &mut Out<'_>) {
    if !begins(out) {
        return;
    }
    let model = out.model();
    out.line(&[
        "python -m sglang.launch_server --model-path ",
        &model,
        " \\",
    ]);
    flags(out, &SGLANG);
    out.say_of(
        Key::Util,
        FlagText::StaticShare,
        "--mem-fraction-static",
        "",
    );
    sleeps(out, &SGLANG);
    end(out);
}

/// Cards, the share of each, what is asked for, formats and what runs beside.
fn flags(out: &mut Out<'_>, names: &Names) {
    let config = out.config;
    let cards = config.tp.saturating_mul(config.pp).max(1);
    let copies = (config.en / cards).max(1);
    flag(out, names.tensor, &config.tp.to_string());
    if config.pp > 1 {
        flag(out, names.pipeline, &config.pp.to_string());
    }
    if copies > 1 {
        flag(out, names.copies, &copies.to_string());
    }
    out.carry(&[
        Key::Tp,
        Key::Pp,
        Key::Len,
        Key::Conc,
        Key::Batched,
        Key::Eager,
    ]);
    out.carry_if(config.en == cards.saturating_mul(copies), Key::En);
    if let Some(util) = out.util_text() {
        flag(out, names.share, &util);
    }
    flag(out, names.length, &config.len.to_string());
    flag(out, names.sequences, &config.conc.to_string());
    flag(out, names.batched, &config.batched.to_string());
    cache(out, names.vllm);
    quantised(out, names.vllm);
    if config.eager {
        switch(out, names.eager);
    }
    beside(out, names.adapters, names.vllm);
}

/// The weights and the pool off the card while the other side has its turn.
fn sleeps(out: &mut Out<'_>, names: &Names) {
    if out.config.sleep > 0 {
        switch(out, names.sleeps);
        out.say(Key::Sleep, FlagText::SleepAllowed);
    }
}

/// True where there is an engine to write; what trains beside is said to be left out.
fn begins(out: &mut Out<'_>) -> bool {
    let serves = out.config.task == Task::Serve;
    match out.residents.engine {
        EngineMode::None | EngineMode::Auto => {
            out.refuse();
            return false;
        }
        EngineMode::Alone | EngineMode::Server => {}
        EngineMode::Colocate => out.say(Key::Engine, FlagText::EngineSideOnly),
    }
    if serves {
        out.carry(&[Key::Task, Key::Engine]);
    }
    if out.config.seqs == out.config.conc {
        out.carry(&[Key::Seqs]);
    } else {
        out.say_of(
            Key::Seqs,
            FlagText::SeqsIsConc,
            &out.config.conc.to_string(),
            &out.config.seqs.to_string(),
        );
    }
    true
}

fn flag(out: &mut Out<'_>, name: &str, value: &str) {
    out.line(&["  --", name, " ", value, " \\"]);
}

fn switch(out: &mut Out<'_>, name: &str) {
    out.line(&["  --", name, " \\"]);
}

fn end(out: &mut Out<'_>) {
    let kept = out.text.trim_end_matches(['\\', ' ', '\n']).len();
    out.text.truncate(kept);
    out.text.push('\n');
}

/// Adapters on the base and a draft model.
fn beside(out: &mut Out<'_>, slots: &str, vllm: bool) {
    let config = out.config;
    if config.adapters > 0 {
        switch(out, "enable-lora");
        flag(out, slots, &config.adapters.to_string());
        flag(out, "max-lora-rank", &config.rank.to_string());
        out.carry(&[Key::Rank]);
    }
    out.carry(&[Key::Adapters, Key::Draft]);
    let Some(draft) = config.draft else { return };
    let (name, _) = models::hub_name(draft);
    if vllm {
        let text = [
            "'{\"model\": \"",
            &name,
            "\", \"num_speculative_tokens\": 4}'",
        ]
        .concat();
        flag(out, "speculative-config", &text);
    } else {
        flag(out, "speculative-algorithm", "STANDALONE");
        flag(out, "speculative-draft-model-path", &name);
    }
}

/// The cache's format, where the engine has it.
fn cache(out: &mut Out<'_>, vllm: bool) {
    let name = match (out.config.kvdtype, vllm) {
        (KvDtype::Bf16, _) => return out.carry(&[Key::Kvdtype]),
        (KvDtype::Fp8, true) => "fp8",
        (KvDtype::Fp8, false) => "fp8_e4m3",
        (KvDtype::Fp16, true) => "float16",
        (KvDtype::Int8, true) => "int8_per_token_head",
        (KvDtype::Int4, true) => "int4_per_token_head",
        (KvDtype::Int4, false) => "nvfp4",
        (KvDtype::Fp32, _) | (KvDtype::Fp16 | KvDtype::Int8, false) => return,
    };
    flag(out, "kv-cache-dtype", name);
    out.carry(&[Key::Kvdtype]);
}

/// The weights' format, where the engine has it for any model: vLLM's int8 is for experts alone, and 0.33 has no
/// bitsandbytes.
fn quantised(out: &mut Out<'_>, vllm: bool) {
    let (name, value) = match (out.config.dtype, vllm) {
        (Dtype::Bf16, _) => return out.carry(&[Key::Dtype]),
        (Dtype::Fp32, _) => ("dtype", "float32"),
        (Dtype::Fp16, _) => ("dtype", "float16"),
        (Dtype::Fp8, _) => ("quantization", "fp8"),
        (Dtype::Awq4, _) => ("quantization", "awq_marlin"),
        (Dtype::Gptq4, _) => ("quantization", "gptq_marlin"),
        (Dtype::Mxfp4, _) => ("quantization", "mxfp4"),
        (Dtype::Int8, false) => ("quantization", "w8a8_int8"),
        (Dtype::Int8, true) | (Dtype::Nf4 | Dtype::Int4, _) => return,
    };
    flag(out, name, value);
    out.carry(&[Key::Dtype]);
}
