//! vLLM's and SGLang's own commands.
use super::super::models;
use super::super::value::{human_number, is_none, whole_number};
use super::Reader;
use crate::i18n::FlagText;
use crate::ledger::precision::{Dtype, KvDtype};
use crate::ledger::words::Word;
use crate::url::Key;

/// `vllm serve`, the old entry point, `LLM(…)`.
pub(super) fn read_vllm(r: &mut Reader) {
    r.state("vllm", Key::Task, "serve");
    model(r, &["model", "model_tag", "0"], &["vllm", "serve"]);
    common(r, "0.92");
}

/// What vLLM's entry points have in common; `util` is the default.
pub(super) fn common(r: &mut Reader, util: &str) {
    let llm = r.bag.calls("LLM");
    let tp = parallel(r, &["tensor_parallel_size", "tp"], Some(Key::Tp));
    let pp = parallel(r, &["pipeline_parallel_size", "pp"], Some(Key::Pp));
    let dp = parallel(r, &["data_parallel_size", "dp"], None);
    engine_cards(r, tp, pp, dp);
    match r.decimal(&["gpu_memory_utilization", "device_memory_utilization"]) {
        Some((util, flag)) => r.state(&flag, Key::Util, crate::ledger::units::plain(util)),
        None => {
            r.suppose("gpu_memory_utilization", Key::Util, util);
        }
    }
    r.note(
        &["kv_cache_memory_bytes", "kv_cache_memory"],
        Some(Key::Util),
        FlagText::PoolGiven,
    );
    if let Some((length, flag)) = r.tokens(&["max_model_len", "max_model_length"]) {
        r.state(&flag, Key::Len, length.to_string());
    }
    match r.whole(&["max_num_seqs"]) {
        Some((seqs, flag)) => {
            r.state(&flag, Key::Conc, seqs.to_string());
            r.state(&flag, Key::Seqs, seqs.to_string());
            r.say_of(
                Some(Key::Conc),
                FlagText::CapIsNotDemand,
                &flag,
                &seqs.to_string(),
            );
        }
        None => {
            r.suppose("max_num_seqs", Key::Seqs, "256");
        }
    }
    match r.tokens(&["max_num_batched_tokens"]) {
        Some((tokens, flag)) => r.state(&flag, Key::Batched, tokens.to_string()),
        None => r.suppose(
            "max_num_batched_tokens",
            Key::Batched,
            if llm { "8192" } else { "2048" },
        ),
    }
    cache(r);
    r.flag(&["enforce_eager"], Key::Eager, false);
    weights(r);
    if r.note(
        &["enable_sleep_mode"],
        Some(Key::Sleep),
        FlagText::SleepAllowed,
    ) {
        r.suppose("enable_sleep_mode", Key::Sleep, "0");
    }
    slots(r, &["max_loras"]);
    draft(r, &["speculative_config.model", "speculative_model"]);
    for (names, what) in [
        (&["cpu_offload_gb"] as &[&str], FlagText::EngineOffload),
        (&["num_gpu_blocks_override"], FlagText::PoolGiven),
        (
            &["speculative_config", "speculative_config.method"],
            FlagText::Speculation,
        ),
        (&["kv_offloading_size"], FlagText::EngineOffload),
        (&["swap_space"], FlagText::HostOnly),
        (
            &["limit_mm_per_prompt", "limit_mm_per_prompt.image"],
            FlagText::Multimodal,
        ),
    ] {
        r.note(names, None, what);
    }
    for name in [
        "block_size",
        "enable_chunked_prefill",
        "enable_prefix_caching",
        "speculative_config.num_speculative_tokens",
        "num_speculative_tokens",
        "seed",
        "disable_custom_all_reduce",
        "enable_expert_parallel",
    ] {
        r.pass(&[name]);
    }
}

/// `sglang.launch_server`.
pub(super) fn read_sglang(r: &mut Reader) {
    r.state("sglang", Key::Task, "serve");
    model(r, &["model_path", "model"], &["sglang", "serve"]);
    let tp = parallel(r, &["tp_size", "tensor_parallel_size", "tp"], Some(Key::Tp));
    let pp = parallel(
        r,
        &["pp_size", "pipeline_parallel_size", "pp"],
        Some(Key::Pp),
    );
    let dp = parallel(r, &["dp_size", "data_parallel_size", "dp"], None);
    let together = r.on(&["enable_dp_attention"]);
    engine_cards(r, tp, pp, if together { 1 } else { dp });
    match r.decimal(&["mem_fraction_static"]) {
        Some((share, flag)) => {
            r.state(&flag, Key::Util, crate::ledger::units::plain(share));
            r.say_of(Some(Key::Util), FlagText::StaticShare, &flag, "");
        }
        None => r.say(Key::Util, FlagText::StaticAuto),
    }
    if let Some((length, flag)) = r.tokens(&["context_length"]) {
        r.state(&flag, Key::Len, length.to_string());
    }
    if let Some((requests, flag)) = r.whole(&["max_running_requests"]) {
        r.state(&flag, Key::Conc, requests.to_string());
        r.state(&flag, Key::Seqs, requests.to_string());
        r.say_of(
            Some(Key::Conc),
            FlagText::CapIsNotDemand,
            &flag,
            &requests.to_string(),
        );
    }
    match r.tokens(&["chunked_prefill_size"]) {
        Some((tokens, flag)) => r.state(&flag, Key::Batched, tokens.to_string()),
        None => match r.tokens(&["max_prefill_tokens"]) {
            Some((tokens, flag)) => r.state(&flag, Key::Batched, tokens.to_string()),
            None => r.say(Key::Batched, FlagText::ChunkByCard),
        },
    }
    r.pass(&["max_prefill_tokens"]);
    r.note(&["max_total_tokens"], Some(Key::Len), FlagText::PoolGiven);
    cache(r);
    let disabled = r
        .word(&["cuda_graph_backend_decode"])
        .filter(|(backend, _)| backend == "disabled")
        .map(|(_, flag)| flag);
    match (r.switch(&["disable_cuda_graph"]), disabled) {
        (Some((off, flag)), _) => r.state(&flag, Key::Eager, if off { "1" } else { "0" }),
        (None, Some(flag)) => r.state(&flag, Key::Eager, "1"),
        (None, None) => r.suppose("disable_cuda_graph", Key::Eager, "0"),
    }
    weights(r);
    r.note(
        &["enable_memory_saver"],
        Some(Key::Sleep),
        FlagText::SleepAllowed,
    );
    r.note(&["cpu_offload_gb"], None, FlagText::EngineOffload);
    r.note(
        &["cuda_graph_max_bs", "cuda_graph_max_bs_decode"],
        None,
        FlagText::GraphSizes,
    );
    slots(r, &["max_loras_per_batch"]);
    r.note(&["lora_paths"], Some(Key::Adapters), FlagText::AdapterSlots);
    draft(r, &["speculative_draft_model_path"]);
    r.note(
        &["speculative_algorithm"],
        Some(Key::Draft),
        FlagText::Speculation,
    );
    for name in [
        "page_size",
        "ep_size",
        "ep",
        "speculative_num_steps",
        "speculative_eagle_topk",
        "speculative_num_draft_tokens",
        "disable_radix_cache",
    ] {
        r.pass(&[name]);
    }
}

/// Adapters that are kept ready beside the base, and their rank.
fn slots(r: &mut Reader, names: &[&str]) {
    let on = r.switch(&["enable_lora"]);
    let count = r.whole(names);
    let rank = r.whole(&["max_lora_rank"]);
    let flag = match (count, on) {
        (Some((count, flag)), _) => {
            r.state(&flag, Key::Adapters, count.to_string());
            flag
        }
        (None, Some((true, flag))) => {
            r.state(&flag, Key::Adapters, "1");
            flag
        }
        (None, Some((false, _)) | None) => {
            r.suppose("enable_lora", Key::Adapters, "0");
            return;
        }
    };
    r.say_of(Some(Key::Adapters), FlagText::AdapterSlots, &flag, "");
    match rank {
        Some((rank, flag)) => r.state(&flag, Key::Rank, rank.to_string()),
        None => r.suppose("max_lora_rank", Key::Rank, "16"),
    }
}

/// The draft model of speculative decoding, where it is a preset.
fn draft(r: &mut Reader, names: &[&str]) {
    let Some(entry) = r.take(names) else {
        r.suppose("speculative_config", Key::Draft, "none");
        return;
    };
    match models::preset(entry.text()) {
        Some(named) => r.state(&entry.shown, Key::Draft, named.preset.id),
        None => r.say_of(
            Some(Key::Draft),
            FlagText::ModelUnknown,
            &entry.shown,
            entry.text(),
        ),
    }
}

/// The model: a flag, the word behind the command, or a word that a flag swallowed.
fn model(r: &mut Reader, names: &[&str], command: &[&str]) {
    let name = match r.take(names) {
        Some(entry) if !is_none(entry.text()) => Some((entry.text().to_string(), entry.shown)),
        Some(_) | None => r
            .bag
            .word_behind(command)
            .map(|word| (word.to_string(), command.join(" "))),
    };
    let name = name.or_else(|| {
        let swallowed = r.bag.entries.iter().find(|entry| {
            entry.shown.starts_with('-')
                && entry.values.len() == 2
                && entry.values.last().is_some_and(|v| v.contains('/'))
        })?;
        Some((swallowed.values.last()?.clone(), command.join(" ")))
    });
    let Some((name, flag)) = name else { return };
    r.model(&name, &flag);
    if let Some(format) = models::format(&name) {
        r.state(&name, Key::Dtype, format.slug());
    }
    for word in ["tokenizer", "tokenizer_mode", "tokenizer_path"] {
        r.pass(&[word]);
    }
}

fn parallel(r: &mut Reader, names: &[&str], key: Option<Key>) -> u64 {
    match (r.whole(names), key) {
        (Some((count, flag)), Some(key)) => {
            r.state(&flag, key, count.to_string());
            count.max(1)
        }
        (Some((count, flag)), None) => {
            if count > 1 {
                r.say_of(
                    Some(Key::En),
                    FlagText::DataParallel,
                    &flag,
                    &count.to_string(),
                );
            }
            count.max(1)
        }
        (None, Some(key)) => {
            r.suppose(names.first().copied().unwrap_or(""), key, "1");
            1
        }
        (None, None) => 1,
    }
}

fn engine_cards(r: &mut Reader, tp: u64, pp: u64, dp: u64) {
    let cards = tp.saturating_mul(pp).saturating_mul(dp);
    r.put_as(
        cards > 1,
        "tensor_parallel_size",
        Key::En,
        cards.to_string(),
    );
}

/// The cache's format.
pub(super) fn cache_of(name: &str) -> Option<KvDtype> {
    Some(match name {
        "auto" | "bf16" | "bfloat16" => KvDtype::Bf16,
        "fp16" | "float16" | "half" => KvDtype::Fp16,
        "fp32" | "float32" => KvDtype::Fp32,
        "int8" | "int8_per_token_head" => KvDtype::Int8,
        "int4" | "int4_per_token_head" | "nvfp4" | "fp4_mx_block16" => KvDtype::Int4,
        name if name.starts_with("fp8") || name == "mxfp8" => KvDtype::Fp8,
        _ => return None,
    })
}

fn cache(r: &mut Reader) {
    match r.word(&["kv_cache_dtype"]) {
        Some((name, flag)) => match cache_of(&name) {
            Some(format) => {
                r.state(&flag, Key::Kvdtype, format.slug());
                if name == "auto" {
                    r.say(Key::Kvdtype, FlagText::CacheFollows);
                }
            }
            None => r.say_of(Some(Key::Kvdtype), FlagText::NotRead, &flag, &name),
        },
        None => {
            r.suppose("kv_cache_dtype", Key::Kvdtype, "bf16");
            r.say(Key::Kvdtype, FlagText::CacheFollows);
        }
    }
}

/// The format of the weights: quantisation before type.
pub(super) fn weights(r: &mut Reader) {
    let dtype = r.word(&["dtype"]);
    if let Some((name, flag)) = r.word(&["quantization", "q"]) {
        match quantisation(&name) {
            Some(format) => {
                // What the flag says comes before what the name says.
                r.facts.retain(|fact| fact.key != Key::Dtype);
                r.state(&flag, Key::Dtype, format.slug());
            }
            None => r.say_of(Some(Key::Dtype), FlagText::NotRead, &flag, &name),
        }
        return;
    }
    match dtype {
        Some((name, flag)) => match name.rsplit('.').next().unwrap_or("") {
            "auto" => r.suppose(&flag, Key::Dtype, "bf16"),
            "half" | "float16" | "fp16" => r.state(&flag, Key::Dtype, "fp16"),
            "bfloat16" | "bf16" => r.state(&flag, Key::Dtype, "bf16"),
            "float" | "float32" | "fp32" => r.state(&flag, Key::Dtype, "fp32"),
            other => {
                let other = other.to_string();
                r.say_of(Some(Key::Dtype), FlagText::NotRead, &flag, &other);
            }
        },
        None => r.suppose("dtype", Key::Dtype, "bf16"),
    }
}

/// The format of a quantisation's name.
fn quantisation(name: &str) -> Option<Dtype> {
    Some(match name {
        "awq" | "awq_marlin" | "auto_awq" => Dtype::Awq4,
        name if name.starts_with("gptq") || name == "auto_gptq" => Dtype::Gptq4,
        name if name.starts_with("fp8") || name.starts_with("modelopt") || name == "w8a8_fp8" => {
            Dtype::Fp8
        }
        "mxfp4" => Dtype::Mxfp4,
        name if name.starts_with("int8") || name == "experts_int8" || name == "w8a8_int8" => {
            Dtype::Int8
        }
        name if name.starts_with("bitsandbytes") => Dtype::Nf4,
        "int4" | "w4a16" | "moe_wna16" => Dtype::Int4,
        _ => return None,
    })
}

/// A number of either kind, for those who read engines' flags under other names.
pub(super) fn any_number(text: &str) -> Option<u64> {
    whole_number(text).or_else(|| human_number(text))
}
