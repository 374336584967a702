//! Axolotl: one YAML.
use super::super::value::switch;
use super::training;
use super::{Reader, deepspeed, trl_grpo};
use crate::i18n::FlagText;
use crate::ledger::config::Tune;
use crate::ledger::units::plain;
use crate::url::Key;

/// Reads it.
pub(super) fn read(r: &mut Reader) {
    r.model_of(&["base_model"]);
    let kind = r.word(&["rl"]);
    let name = kind
        .as_ref()
        .map(|(name, _)| name.clone())
        .unwrap_or_default();
    match kind {
        Some((kind, flag)) => {
            let task = if kind == "grpo" { "grpo" } else { "dpo" };
            r.state(&flag, Key::Task, task);
            if !matches!(kind.as_str(), "grpo" | "dpo") {
                r.say_of(Some(Key::Task), FlagText::KtoAsDpo, &flag, "");
            }
        }
        None => r.suppose("rl", Key::Task, "sft"),
    }
    let mb = r
        .count(&["micro_batch_size"], Key::Mb, Some(1))
        .unwrap_or(1);
    training::accumulation(r, 1);
    r.count(&["sequence_len"], Key::Seq, Some(512));
    r.note(&["sample_packing"], Some(Key::Seq), FlagText::Packed);
    r.note(&["batch_size"], Some(Key::Accum), FlagText::MiniBatch);
    let tune = adapters(r);
    training::optimizer(r, &["optimizer"], "adamw");
    checkpointing(r);
    attention(r);
    head(r);
    let sharded = deepspeed::sharding(r);
    training::world(r);
    precision(r, tune, sharded);
    if name == "grpo" {
        grpo(r, mb);
    } else {
        r.suppose("rl", Key::Engine, "none");
    }
    let beta = r.decimal(&["rl_beta", "trl.beta"]);
    match name.as_str() {
        "dpo" | "ipo" | "kto" | "gdpo" => {
            r.suppose("rl", Key::Ref, if tune == Tune::Full { "1" } else { "0" });
        }
        "grpo" => {
            let own = beta.as_ref().is_some_and(|(beta, _)| *beta > 0.0) && tune == Tune::Full;
            r.put_as(
                beta.is_some(),
                "trl.beta",
                Key::Ref,
                if own { "1" } else { "0" },
            );
        }
        "orpo" | "simpo" => r.suppose("rl", Key::Ref, "0"),
        _ => {}
    }
    for name in [
        "context_parallel_size",
        "tensor_parallel_size",
        "sequence_parallel_degree",
    ] {
        r.note(&[name], Some(Key::Seq), FlagText::SequenceParallel);
    }
    r.note(&["torch_compile"], None, FlagText::Compiled);
    r.note(
        &["lora_modules_to_save", "peft_use_dora", "relora_steps"],
        None,
        FlagText::AdapterExtra,
    );
    for name in [
        "pad_to_sequence_len",
        "lora_mlp_kernel",
        "lora_qkv_kernel",
        "lora_o_kernel",
        "multipack_real_batches",
        "flash_attn_rms_norm",
        "flash_attn_cross_entropy",
        "eval_sample_packing",
        "fsdp_version",
    ] {
        r.pass(&[name]);
    }
}

fn adapters(r: &mut Reader) -> Tune {
    let kind = r.word(&["adapter"]);
    let four = r.switch(&["load_in_4bit"]).filter(|(on, _)| *on);
    let eight = r.switch(&["load_in_8bit"]).filter(|(on, _)| *on);
    let tune = match (
        kind.as_ref().map(|(kind, flag)| (kind.as_str(), flag)),
        &four,
    ) {
        (Some(("qlora", flag)), _) => {
            r.state(flag, Key::Tune, "qlora");
            if four.is_none() {
                r.say_of(Some(Key::Tune), FlagText::QloraWithoutBits, flag, "");
            }
            Tune::Qlora
        }
        (Some((_, _)), Some((_, flag))) => {
            r.state(flag, Key::Tune, "qlora");
            Tune::Qlora
        }
        (Some((_, flag)), None) => {
            r.state(flag, Key::Tune, "lora");
            Tune::Lora
        }
        (None, four) => {
            r.suppose("adapter", Key::Tune, "full");
            if let Some((_, flag)) = four {
                r.say_of(Some(Key::Tune), FlagText::QuantisedWithoutAdapter, flag, "");
            }
            Tune::Full
        }
    };
    if tune == Tune::Full {
        return tune;
    }
    if let (Tune::Lora, Some((_, flag))) = (tune, &eight) {
        r.state(flag, Key::Dtype, "int8");
    }
    r.count(&["lora_r"], Key::Rank, None);
    let all = r.switch(&["lora_target_linear"]).filter(|(on, _)| *on);
    match (all, r.take(&["lora_target_modules"])) {
        (Some((_, flag)), _) => r.state(&flag, Key::Targets, "all-linear"),
        (None, Some(entry)) => training::targets(r, &entry.shown.clone(), &entry.values),
        (None, None) => {
            r.suppose("lora_target_modules", Key::Targets, "qv");
            r.say(Key::Targets, FlagText::TargetsNone);
        }
    }
    tune
}

fn checkpointing(r: &mut Reader) {
    let entry = r.take(&["gradient_checkpointing", "activation_checkpointing"]);
    match entry {
        Some(entry) if entry.text().starts_with("offload") => {
            r.state(&entry.shown, Key::Ckpt, "1");
            r.say_of(
                Some(Key::Ckpt),
                FlagText::ActivationsOffloaded,
                &entry.shown,
                entry.text(),
            );
        }
        Some(entry) => {
            let on = switch(entry.text()).unwrap_or(true);
            r.state(&entry.shown, Key::Ckpt, if on { "1" } else { "0" });
        }
        None => r.suppose("gradient_checkpointing", Key::Ckpt, "0"),
    }
    r.note(
        &["activation_offloading"],
        Some(Key::Ckpt),
        FlagText::ActivationsOffloaded,
    );
}

fn attention(r: &mut Reader) {
    if let Some((true, flag)) = r.switch(&["eager_attention"]) {
        r.state(&flag, Key::Attn, "eager");
    }
    for name in [
        "flash_attention",
        "sdp_attention",
        "xformers_attention",
        "flex_attention",
    ] {
        if let Some((true, flag)) = r.switch(&[name]) {
            r.state(&flag, Key::Attn, "flash");
        }
    }
    training::attention(r, &["attn_implementation"]);
}

fn head(r: &mut Reader) {
    for name in [
        "liger_fused_linear_cross_entropy",
        "cut_cross_entropy",
        "chunked_cross_entropy",
    ] {
        if let Some((true, flag)) = r.switch(&[name]) {
            r.state(&flag, Key::Head, "liger");
            if name != "liger_fused_linear_cross_entropy" {
                r.say_of(Some(Key::Head), FlagText::FusedLikeLiger, &flag, "");
            }
        }
    }
    r.suppose("loss", Key::Head, "hf");
}

fn precision(r: &mut Reader, tune: Tune, sharded: Option<&'static str>) {
    let pure = r.switch(&["bfloat16", "float16"]).filter(|(on, _)| *on);
    let entry = r.take(&["bf16"]);
    let said = entry.as_ref().is_some_and(|entry| entry.text() != "auto");
    r.pass(&["fp16"]);
    if tune != Tune::Full {
        r.suppose("bf16", Key::Adtype, "fp32");
        r.suppose("bf16", Key::Recipe, "amp");
        r.say(Key::Recipe, FlagText::AdapterGuess);
        return;
    }
    match (sharded, pure) {
        (Some(recipe), _) => r.state("deepspeed", Key::Recipe, recipe),
        (None, Some((_, flag))) => r.state(&flag, Key::Recipe, "bf16"),
        (None, None) => r.put_as(said, "bf16", Key::Recipe, "amp"),
    }
}

/// The `trl` block goes to TRL's reader under TRL's names; the `vllm` block is the server's.
fn grpo(r: &mut Reader, mb: u64) {
    for entry in &mut r.bag.entries {
        if let Some(name) = entry.name.strip_prefix("trl.")
            && name != "beta"
        {
            entry.name = name.to_string();
        }
    }
    let own = r.value(Key::Seq).map(str::to_string);
    r.facts.retain(|fact| fact.key != Key::Seq);
    trl_grpo::read(r, mb);
    if let (true, Some(seq)) = (r.number(Key::Seq).is_none(), own) {
        r.state("sequence_len", Key::Seq, seq);
    }
    let server = r.value(Key::Engine) == Some("server");
    match r.decimal(&["vllm.gpu_memory_utilization"]) {
        Some((util, flag)) if server => r.state(&flag, Key::Util, plain(util)),
        Some(_) | None => {}
    }
    if let Some((tp, flag)) = r.whole(&["vllm.tensor_parallel_size"])
        && server
    {
        r.facts.retain(|fact| fact.key != Key::Tp);
        r.state(&flag, Key::Tp, tp.to_string());
        r.state(&flag, Key::En, tp.to_string());
    }
    if let Some((length, flag)) = r.whole(&["vllm.max_model_len"])
        && server
    {
        r.facts.retain(|fact| fact.key != Key::Len);
        r.state(&flag, Key::Len, length.to_string());
    }
    if let Some((eager, flag)) = r.switch(&["vllm.enforce_eager"])
        && server
    {
        r.state(&flag, Key::Eager, if eager { "1" } else { "0" });
    }
    r.pass(&["vllm.dtype", "vllm.host", "vllm.port"]);
}
