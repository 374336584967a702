//! `vllm serve` and SGLang's server: the engine of a configuration, which is all of it only when it serves.
use super::Out;
use crate::i18n::FlagText;
use crate::ledger::config::{EngineMode, Task};
use crate::ledger::precision::{Dtype, KvDtype};
use crate::ledger::words::Word;
use crate::url::Key;

/// vLLM.
pub(super) fn vllm(out: &mut Out<'_>) {
    if !begins(out) {
        return;
    }
    let config = out.config;
    let model = out.model();
    out.line(&["vllm serve ", &model, " \\"]);
    let cards = config.tp.saturating_mul(config.pp).max(1);
    let copies = (config.en / cards).max(1);
    flag(out, "tensor-parallel-size", &config.tp.to_string());
    if config.pp > 1 {
        flag(out, "pipeline-parallel-size", &config.pp.to_string());
    }
    if copies > 1 {
        flag(out, "data-parallel-size", &copies.to_string());
    }
    out.carry(&[
        Key::Tp,
        Key::Pp,
        Key::Len,
        Key::Conc,
        Key::Batched,
        Key::Eager,
        Key::Kvdtype,
    ]);
    out.carry_if(config.en == cards.saturating_mul(copies), Key::En);
    let util = out.util_text();
    flag(out, "gpu-memory-utilization", &util);
    flag(out, "max-model-len", &config.len.to_string());
    flag(out, "max-num-seqs", &config.conc.to_string());
    flag(out, "max-num-batched-tokens", &config.batched.to_string());
    cache(out, "kv-cache-dtype");
    quantised(out, true);
    if config.eager {
        out.line(&["  --enforce-eager \\"]);
    }
    if config.sleep > 0 {
        out.line(&["  --enable-sleep-mode \\"]);
        out.say(Key::Sleep, FlagText::SleepAllowed);
    }
    out.say(Key::Util, FlagText::UtilOfTotal);
    end(out);
}

/// SGLang.
pub(super) fn sglang(out: &mut Out<'_>) {
    if !begins(out) {
        return;
    }
    let config = out.config;
    let model = out.model();
    out.line(&[
        "python -m sglang.launch_server --model-path ",
        &model,
        " \\",
    ]);
    let cards = config.tp.saturating_mul(config.pp).max(1);
    let copies = (config.en / cards).max(1);
    flag(out, "tp-size", &config.tp.to_string());
    if config.pp > 1 {
        flag(out, "pp-size", &config.pp.to_string());
    }
    if copies > 1 {
        flag(out, "dp-size", &copies.to_string());
    }
    out.carry(&[
        Key::Tp,
        Key::Pp,
        Key::Len,
        Key::Conc,
        Key::Batched,
        Key::Eager,
        Key::Kvdtype,
    ]);
    out.carry_if(config.en == cards.saturating_mul(copies), Key::En);
    let util = out.util_text();
    flag(out, "mem-fraction-static", &util);
    out.say_of(
        Key::Util,
        FlagText::StaticShare,
        "--mem-fraction-static",
        "",
    );
    flag(out, "context-length", &config.len.to_string());
    flag(out, "max-running-requests", &config.conc.to_string());
    flag(out, "chunked-prefill-size", &config.batched.to_string());
    cache(out, "kv-cache-dtype");
    quantised(out, false);
    if config.eager {
        out.line(&["  --disable-cuda-graph \\"]);
    }
    if config.sleep > 0 {
        out.line(&["  --enable-memory-saver \\"]);
        out.say(Key::Sleep, FlagText::SleepAllowed);
    }
    end(out);
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
        out.carry(&[Key::Task]);
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

fn end(out: &mut Out<'_>) {
    let kept = out.text.trim_end_matches(['\\', ' ', '\n']).len();
    out.text.truncate(kept);
    out.text.push('\n');
}

fn cache(out: &mut Out<'_>, name: &str) {
    match out.config.kvdtype {
        KvDtype::Bf16 => {}
        KvDtype::Int8 => flag(out, name, "int8_per_token_head"),
        KvDtype::Int4 => flag(out, name, "int4_per_token_head"),
        format @ (KvDtype::Fp8 | KvDtype::Fp16 | KvDtype::Fp32) => flag(out, name, format.slug()),
    }
}

fn quantised(out: &mut Out<'_>, vllm: bool) {
    let name = match out.config.dtype {
        Dtype::Bf16 => return out.carry(&[Key::Dtype]),
        Dtype::Fp32 => {
            flag(out, "dtype", "float32");
            return out.carry(&[Key::Dtype]);
        }
        Dtype::Fp16 => {
            flag(out, "dtype", "float16");
            return out.carry(&[Key::Dtype]);
        }
        Dtype::Fp8 => "fp8",
        Dtype::Awq4 => "awq_marlin",
        Dtype::Gptq4 => "gptq_marlin",
        Dtype::Mxfp4 => "mxfp4",
        Dtype::Int8 if vllm => "experts_int8",
        Dtype::Int8 => "w8a8_int8",
        Dtype::Nf4 => "bitsandbytes",
        Dtype::Int4 => return,
    };
    flag(out, "quantization", name);
    out.carry(&[Key::Dtype]);
}
