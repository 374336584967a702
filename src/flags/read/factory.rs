//! LLaMA-Factory: one YAML, or the same names as flags.
use super::super::value::is_none;
use super::training::{self};
use super::{Reader, deepspeed, engines};
use crate::i18n::FlagText;
use crate::ledger::config::Tune;
use crate::ledger::units::plain;
use crate::url::Key;

/// Reads it.
pub(super) fn read(r: &mut Reader) {
    r.model_of(&["model_name_or_path"]);
    let infer = r.word(&["infer_backend"]);
    if infer.is_some() && !r.bag.has("stage") {
        return serve(r);
    }
    let stage = stage(r);
    let kind = r.word(&["finetuning_type"]);
    let bits = r.whole(&["quantization_bit"]);
    let tune = match kind
        .as_ref()
        .map(|(kind, flag)| (kind.as_str(), flag.as_str()))
    {
        Some(("full", flag)) => {
            r.state(flag, Key::Tune, "full");
            Tune::Full
        }
        Some(("freeze", flag)) => {
            r.state(flag, Key::Tune, "full");
            r.say_of(Some(Key::Tune), FlagText::FreezeTuning, flag, "");
            Tune::Full
        }
        other => {
            let (said, flag) = match other {
                Some((_, flag)) => (true, flag),
                None => (false, "finetuning_type"),
            };
            let four = bits.as_ref().is_some_and(|(bits, _)| *bits == 4);
            match (&bits, four) {
                (Some((_, flag)), true) => r.state(flag, Key::Tune, "qlora"),
                (Some((8, bit)), false) => {
                    r.put_as(said, flag, Key::Tune, "lora");
                    r.state(bit, Key::Dtype, "int8");
                }
                (_, _) => r.put_as(said, flag, Key::Tune, "lora"),
            }
            if four { Tune::Qlora } else { Tune::Lora }
        }
    };
    if tune != Tune::Full {
        r.count(&["lora_rank"], Key::Rank, Some(8));
        match r.take(&["lora_target"]) {
            Some(entry) => training::targets(r, &entry.shown.clone(), &entry.values),
            None => r.suppose("lora_target", Key::Targets, "all-linear"),
        }
        // prepare_model_for_training upcasts what trains.
        r.suppose("upcast", Key::Adtype, "fp32");
    }
    lengths(r);
    training::batch(r, 8);
    checkpointing(r);
    training::optimizer(r, &["optim"], "adamw");
    if let Some((true, flag)) = r.switch(&["use_muon"]) {
        r.facts.retain(|fact| fact.key != Key::Opt);
        r.state(&flag, Key::Opt, "muon");
    }
    attention(r);
    training::head(r, "hf");
    training::world(r);
    let sharded = deepspeed::sharding(r);
    let pure = r.switch(&["pure_bf16"]).filter(|(on, _)| *on);
    r.pass(&["bf16", "fp16"]);
    match (&pure, sharded) {
        (_, Some(recipe)) if tune == Tune::Full => r.state("deepspeed", Key::Recipe, recipe),
        (Some((_, flag)), _) => {
            r.state(flag, Key::Recipe, "bf16");
            if tune != Tune::Full {
                r.facts.retain(|fact| fact.key != Key::Adtype);
                r.state(flag, Key::Adtype, "bf16");
            }
        }
        (None, _) => r.suppose("bf16", Key::Recipe, "amp"),
    }
    reference(r, &stage, tune);
    training::minor(r);
    r.note(
        &["packing", "neat_packing"],
        Some(Key::Seq),
        FlagText::Packed,
    );
    r.note(
        &["use_unsloth", "use_unsloth_gc"],
        Some(Key::Ckpt),
        FlagText::Unsloth,
    );
    for name in ["use_galore", "use_badam", "use_apollo", "use_adam_mini"] {
        r.note(&[name], Some(Key::Opt), FlagText::OptimizerUnknownOn);
    }
    for name in [
        "additional_target",
        "upcast_layernorm",
        "upcast_lmhead_output",
    ] {
        r.note(&[name], None, FlagText::AdapterExtra);
    }
    r.note(
        &["double_quantization"],
        Some(Key::Dtype),
        FlagText::DoubleQuant,
    );
    for name in [
        "quantization_method",
        "quantization_type",
        "freeze_vision_tower",
        "freeze_multi_modal_projector",
        "reward_model",
        "reward_model_type",
        "pref_beta",
        "ref_model_quantization_bit",
        "infer_dtype",
    ] {
        r.pass(&[name]);
    }
    r.suppose("stage", Key::Engine, "none");
}

fn stage(r: &mut Reader) -> String {
    let Some((stage, flag)) = r.word(&["stage"]) else {
        r.suppose("stage", Key::Task, "sft");
        return "sft".into();
    };
    let task = match stage.as_str() {
        "dpo" => "dpo",
        "kto" => {
            r.say_of(Some(Key::Task), FlagText::KtoAsDpo, &flag, "");
            "dpo"
        }
        "ppo" => "ppo",
        "rm" => {
            r.say_of(Some(Key::Task), FlagText::RewardTraining, &flag, "");
            "sft"
        }
        _ => "sft",
    };
    r.state(&flag, Key::Task, task);
    stage
}

fn lengths(r: &mut Reader) {
    r.count(&["cutoff_len"], Key::Seq, Some(2048));
}

fn checkpointing(r: &mut Reader) {
    match r.switch(&["disable_gradient_checkpointing"]) {
        Some((off, flag)) => r.state(&flag, Key::Ckpt, if off { "0" } else { "1" }),
        None => r.suppose("disable_gradient_checkpointing", Key::Ckpt, "1"),
    }
    r.pass(&["gradient_checkpointing"]);
}

fn attention(r: &mut Reader) {
    match r.word(&["flash_attn"]) {
        Some((name, flag)) => r.state(
            &flag,
            Key::Attn,
            if name == "disabled" { "eager" } else { "flash" },
        ),
        None => r.suppose("flash_attn", Key::Attn, "flash"),
    }
}

fn reference(r: &mut Reader, stage: &str, tune: Tune) {
    let loss = r.word(&["pref_loss"]);
    let own = r
        .take(&["ref_model"])
        .filter(|entry| !is_none(entry.text()));
    let without = loss
        .as_ref()
        .is_some_and(|(loss, _)| matches!(loss.as_str(), "orpo" | "simpo"));
    match stage {
        "dpo" | "kto" => {
            let flag = loss.map_or_else(|| "ref_model".to_string(), |(_, flag)| flag);
            match (without, own, tune) {
                (true, _, _) => r.state(&flag, Key::Ref, "0"),
                (false, Some(entry), _) => r.state(&entry.shown, Key::Ref, "1"),
                (false, None, Tune::Full) => r.suppose("ref_model", Key::Ref, "1"),
                (false, None, Tune::Lora | Tune::Qlora) => {
                    r.suppose("ref_model", Key::Ref, "0");
                    r.say(Key::Ref, FlagText::ReferenceIsBase);
                }
            }
            r.say(Key::Mb, FlagText::CountsPairs);
        }
        _ => {}
    }
}

/// `llamafactory-cli chat` or `api`: inference alone.
fn serve(r: &mut Reader) {
    r.state("infer_backend", Key::Task, "serve");
    match r.whole(&["vllm_maxlen", "sglang_maxlen"]) {
        Some((length, flag)) => r.state(&flag, Key::Len, length.to_string()),
        None => r.suppose("vllm_maxlen", Key::Len, "4096"),
    }
    match r.decimal(&["vllm_gpu_util", "sglang_mem_fraction"]) {
        Some((util, flag)) => r.state(&flag, Key::Util, plain(util)),
        None => r.suppose("vllm_gpu_util", Key::Util, "0.7"),
    }
    r.flag(&["vllm_enforce_eager"], Key::Eager, false);
    engines::weights(r);
}
