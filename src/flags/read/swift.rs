//! ms-swift: `swift sft`, `swift rlhf`, or their YAML.
use super::super::value::is_none;
use super::training::{self};
use super::{Reader, deepspeed};
use crate::i18n::FlagText;
use crate::ledger::config::Tune;
use crate::ledger::units::plain;
use crate::url::Key;

/// Reads it.
pub(super) fn read(r: &mut Reader) {
    let kind = kind(r);
    r.model_of(&["model", "model_id_or_path"]);
    let mb = r
        .count(&["per_device_train_batch_size"], Key::Mb, Some(1))
        .unwrap_or(1);
    let world = training::world(r);
    // Not given, it fills a batch of sixteen over all cards.
    let whole = mb.saturating_mul(world.unwrap_or(1)).max(1);
    let accum = training::accumulation(r, 16u64.div_ceil(whole));
    r.flag(&["gradient_checkpointing"], Key::Ckpt, true);
    let tune = adapters(r);
    training::optimizer(r, &["optim"], "adamw");
    training::attention(r, &["attn_impl"]);
    training::head(r, "hf");
    let sharded = deepspeed::sharding(r);
    let full = r
        .word(&["torch_dtype"])
        .filter(|(dtype, _)| dtype.contains("32"));
    match (sharded, &full, tune) {
        (Some(recipe), _, Tune::Full) => r.suppose("deepspeed", Key::Recipe, recipe),
        (_, Some((_, flag)), _) => r.state(flag, Key::Recipe, "amp"),
        (_, None, Tune::Full) => r.suppose("torch_dtype", Key::Recipe, "bf16"),
        (_, None, Tune::Lora | Tune::Qlora) => r.suppose("torch_dtype", Key::Recipe, "amp"),
    }
    if tune != Tune::Full {
        r.suppose("peft", Key::Adtype, "fp32");
    }
    let longest = r.whole(&["max_length"]);
    if kind == "grpo" {
        sampling(r, longest, mb, accum);
    } else {
        match longest {
            Some((length, flag)) => r.state(&flag, Key::Seq, length.to_string()),
            None => r.say_of(Some(Key::Seq), FlagText::NoTruncation, "max_length", ""),
        }
        r.suppose("use_vllm", Key::Engine, "none");
    }
    reference(r, &kind, tune);
    if kind == "dpo" {
        r.say(Key::Mb, FlagText::CountsPairs);
    }
    training::minor(r);
    r.note(&["packing"], Some(Key::Seq), FlagText::Packed);
    r.note(&["padding_free"], Some(Key::Seq), FlagText::PaddingFree);
    r.note(
        &["sequence_parallel_size"],
        Some(Key::Seq),
        FlagText::SequenceParallel,
    );
    r.note(
        &["offload_optimizer", "offload_model", "move_model_batches"],
        Some(Key::Offload),
        FlagText::TrainerSleeps,
    );
    r.note(
        &["bnb_4bit_use_double_quant"],
        Some(Key::Dtype),
        FlagText::DoubleQuant,
    );
    r.note(&["modules_to_save"], None, FlagText::AdapterExtra);
    for name in [
        "bf16",
        "fp16",
        "vit_gradient_checkpointing",
        "quant_method",
        "bnb_4bit_quant_type",
        "freeze_vit",
        "freeze_aligner",
        "freeze_llm",
        "bnb_4bit_compute_dtype",
    ] {
        r.pass(&[name]);
    }
}

fn kind(r: &mut Reader) -> String {
    if r.bag.says(&["swift", "sft"]) || r.bag.says(&["swift", "pt"]) {
        r.state("swift sft", Key::Task, "sft");
        return "sft".into();
    }
    let (kind, flag, said) = match r.word(&["rlhf_type"]) {
        Some((kind, flag)) => (kind, flag, true),
        None if r.bag.says(&["swift", "rlhf"]) => ("dpo".into(), "rlhf_type".into(), false),
        None => ("sft".to_string(), "swift".to_string(), false),
    };
    let task = match kind.as_str() {
        "grpo" => "grpo",
        "ppo" => "ppo",
        "kto" | "orpo" | "simpo" | "cpo" | "dpo" => "dpo",
        "rm" | "gkd" => {
            r.say_of(Some(Key::Task), FlagText::RewardTraining, &flag, "");
            "sft"
        }
        _ => "sft",
    };
    r.put_as(said, &flag, Key::Task, task);
    kind
}

fn adapters(r: &mut Reader) -> Tune {
    let kind = r.word(&["tuner_type", "train_type", "sft_type"]);
    let bits = r.whole(&["quant_bits"]);
    let (name, flag, said) = match kind {
        Some((name, flag)) => (name, flag, true),
        None => ("lora".into(), "tuner_type".into(), false),
    };
    if name == "full" {
        r.state(&flag, Key::Tune, "full");
        return Tune::Full;
    }
    let tune = match &bits {
        Some((4, flag)) => {
            r.state(flag, Key::Tune, "qlora");
            Tune::Qlora
        }
        Some((8, bits)) => {
            r.put_as(said, &flag, Key::Tune, "lora");
            r.state(bits, Key::Dtype, "int8");
            Tune::Lora
        }
        Some(_) | None => {
            r.put_as(said, &flag, Key::Tune, "lora");
            Tune::Lora
        }
    };
    r.count(&["lora_rank"], Key::Rank, Some(8));
    match r.take(&["target_modules"]) {
        Some(entry) if !is_none(entry.text()) => {
            training::targets(r, &entry.shown.clone(), &entry.values)
        }
        Some(_) | None => r.suppose("target_modules", Key::Targets, "all-linear"),
    }
    tune
}

fn sampling(r: &mut Reader, prompt: Option<(u64, String)>, mb: u64, accum: u64) {
    let gens = r
        .count(&["num_generations"], Key::Gens, Some(8))
        .unwrap_or(8);
    r.say_of(
        Some(Key::Mb),
        FlagText::CountsCompletions,
        &mb.to_string(),
        &[mb.to_string(), "/".into(), gens.to_string()].concat(),
    );
    let completion = r.whole(&["max_completion_length", "max_new_tokens"]);
    let said = completion.is_some();
    let (tokens, flag) = completion.unwrap_or((512, "max_completion_length".into()));
    let (total, known) = match &prompt {
        Some((prompt, _)) => (prompt.saturating_add(tokens), true),
        None => {
            r.say_of(
                Some(Key::Len),
                FlagText::PromptUnknown,
                &flag,
                &tokens.to_string(),
            );
            (tokens.saturating_add(512), false)
        }
    };
    let cap = r.whole(&["vllm_max_model_len"]);
    let length = cap.as_ref().map_or(total, |(cap, _)| total.min(*cap));
    if let Some((_, flag)) = &cap {
        r.state(flag, Key::Len, length.to_string());
    }
    for (key, value) in [(Key::Seq, total), (Key::Len, length)] {
        if known {
            r.state(&flag, key, value.to_string());
        } else {
            r.assume(&flag, key, value.to_string());
        }
    }
    r.put_as(said, &flag, Key::Comp, tokens.min(total).to_string());
    let on = r.switch(&["use_vllm"]);
    let mode = r.word(&["vllm_mode"]);
    let engine = match (&on, &mode) {
        (Some((true, _)), Some((mode, flag))) => {
            let mode = if mode == "server" {
                "server"
            } else {
                "colocate"
            };
            r.state(flag, Key::Engine, mode);
            mode
        }
        (Some((true, flag)), None) => {
            r.suppose(flag, Key::Engine, "colocate");
            "colocate"
        }
        (_, _) => {
            r.suppose("use_vllm", Key::Engine, "none");
            r.say(Key::Engine, FlagText::GenerateInTrainer);
            "none"
        }
    };
    let tp = r
        .count(&["vllm_tensor_parallel_size"], Key::Tp, Some(1))
        .unwrap_or(1);
    let steps = r
        .whole(&["steps_per_generation"])
        .map_or(accum, |(steps, _)| steps);
    let seqs = r.whole(&["vllm_max_num_seqs"]);
    let batch = r.whole(&["generation_batch_size"]);
    let util = r.decimal(&["vllm_gpu_memory_utilization"]);
    let sleep = r.whole(&["sleep_level"]);
    r.flag(&["vllm_enforce_eager"], Key::Eager, false);
    if engine != "colocate" {
        return;
    }
    let step = match batch {
        Some((batch, _)) => batch / r.number(Key::N).unwrap_or(1).max(1),
        None => mb.saturating_mul(steps),
    };
    let conc = step.max(1).saturating_mul(tp);
    match seqs {
        Some((seqs, flag)) => {
            r.state(&flag, Key::Seqs, seqs.to_string());
            r.state(&flag, Key::Conc, conc.min(seqs).max(1).to_string());
        }
        None => {
            r.state(
                "per_device_train_batch_size × steps_per_generation",
                Key::Conc,
                conc.to_string(),
            );
            r.suppose("vllm_max_num_seqs", Key::Seqs, conc.to_string());
        }
    }
    match util {
        Some((util, flag)) => r.state(&flag, Key::Util, plain(util)),
        None => {
            r.suppose("vllm_gpu_memory_utilization", Key::Util, "0.9");
            r.say(Key::Util, FlagText::UtilNinety);
        }
    }
    match sleep {
        Some((level, flag)) => r.state(&flag, Key::Sleep, level.to_string()),
        None => r.suppose("sleep_level", Key::Sleep, "0"),
    }
}

fn reference(r: &mut Reader, kind: &str, tune: Tune) {
    let beta = r.decimal(&["beta"]);
    let (value, said) = match (&beta, kind) {
        (Some((beta, _)), _) => (*beta, true),
        (None, "grpo") => (0.04, false),
        (None, _) => (0.1, false),
    };
    match kind {
        "grpo" | "ppo" | "dpo" | "kto" => {
            let own = value > 0.0 && tune == Tune::Full;
            r.put_as(said, "beta", Key::Ref, if own { "1" } else { "0" });
            if !own && value > 0.0 {
                r.say(Key::Ref, FlagText::ReferenceIsBase);
            }
        }
        "orpo" | "simpo" | "cpo" => r.state("rlhf_type", Key::Ref, "0"),
        _ => {}
    }
}
