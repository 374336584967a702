//! TRL: SFTConfig, DPOConfig, GRPOConfig and the command line of the same names.
use super::super::value::is_none;
use super::training::{self, Loaded};
use super::{Reader, deepspeed, trl_grpo};
use crate::i18n::FlagText;
use crate::ledger::config::{Task, Tune};
use crate::ledger::words::Word;
use crate::url::Key;

/// Reads it.
pub(super) fn read(r: &mut Reader) {
    let trains = ["GRPOConfig", "GRPOTrainer", "RLOOConfig"]
        .iter()
        .any(|scope| r.bag.calls(scope))
        || r.bag.has("num_generations")
        || r.bag.has("per_device_train_batch_size");
    if r.bag.says(&["trl", "vllm-serve"]) && !trains {
        return trl_grpo::read_server(r);
    }
    let (task, flag) = task(r);
    match flag {
        Some(flag) => r.state(flag, Key::Task, task.slug()),
        None => {
            r.suppose("trl", Key::Task, task.slug());
            r.say(Key::Task, FlagText::TaskGuessed);
        }
    }
    let object = r.bag.calls("from_pretrained");
    let by_name = training::model(r);
    let mb = training::batch(r, 8);
    training::checkpointing(r, true);
    training::optimizer(r, &["optim"], "adamw");
    training::attention(r, &["attn_implementation"]);
    training::world(r);
    let command = !r.bag.python;
    let tune = training::adapters(r, command);
    let sharded = deepspeed::sharding(r);
    head(r, task);
    // A model given by name loads in fp32; an object follows the checkpoint, which is 16-bit.
    let loaded = training::loaded(r).unwrap_or(if object && !by_name {
        (Loaded::Half, false)
    } else {
        (Loaded::Full, false)
    });
    match task {
        Task::Grpo | Task::Ppo => trl_grpo::read(r, mb),
        Task::Sft | Task::Dpo | Task::Serve => lengths(r),
    }
    reference(r, task, tune);
    if tune == Tune::Qlora {
        // The trainer casts a quantised model's adapters to bf16.
        r.suppose("peft_config", Key::Adtype, "bf16");
        r.suppose("peft_config", Key::Recipe, "bf16");
    }
    let loaded = match (tune, r.value(Key::Engine)) {
        // One key holds the base's format and the engine's: with an engine the engine's copy is the larger mistake.
        (Tune::Lora, Some("colocate" | "server")) if loaded.0 == Loaded::Full => {
            r.say(Key::Dtype, FlagText::BaseInFp32Engine);
            (Loaded::Half, false)
        }
        _ => loaded,
    };
    if tune == Tune::Full && loaded.0 == Loaded::Full && !loaded.1 && sharded.is_none() {
        r.suppose("dtype", Key::Recipe, "amp");
        r.say(Key::Recipe, FlagText::LoadsInFp32);
    }
    training::recipe(r, tune, loaded, sharded);
    if task == Task::Dpo {
        r.say(Key::Mb, FlagText::CountsPairs);
    }
    packing(r);
    training::minor(r);
    r.note(
        &["cast_lm_head_to_fp32"],
        Some(Key::Head),
        FlagText::HeadInFp32,
    );
    r.note(
        &["sync_ref_model"],
        Some(Key::Ref),
        FlagText::ReferenceSynced,
    );
    for name in [
        "ds3_gather_for_generation",
        "use_vllm",
        "model_init_kwargs",
        "ref_model",
    ] {
        r.pass(&[name]);
    }
}

/// The task, and what says so.
fn task(r: &Reader) -> (Task, Option<&'static str>) {
    let bag = &r.bag;
    let calls = |names: [&str; 2]| names.iter().any(|name| bag.calls(name));
    let command = |sub: &str| bag.says(&["trl", sub]);
    if command("grpo")
        || command("rloo")
        || calls(["GRPOConfig", "GRPOTrainer"])
        || calls(["RLOOConfig", "RLOOTrainer"])
    {
        (Task::Grpo, Some("GRPO"))
    } else if command("dpo") || calls(["DPOConfig", "DPOTrainer"]) {
        (Task::Dpo, Some("DPO"))
    } else if calls(["PPOConfig", "PPOTrainer"]) {
        (Task::Ppo, Some("PPO"))
    } else if command("sft") || calls(["SFTConfig", "SFTTrainer"]) {
        (Task::Sft, Some("SFT"))
    } else if ["num_generations", "max_completion_length", "use_vllm"]
        .iter()
        .any(|name| bag.has(name))
    {
        (Task::Grpo, Some("num_generations"))
    } else if bag.has("beta") || bag.has("max_prompt_length") {
        (Task::Dpo, Some("beta"))
    } else {
        (Task::Sft, None)
    }
}

/// The loss head: TRL's own since 1.15; Liger's where it is asked for and the trainer lets it.
fn head(r: &mut Reader, task: Task) {
    let liger = r.switch(&["use_liger_kernel", "use_liger", "use_liger_loss"]);
    match (liger, task) {
        (Some((true, flag)), Task::Sft | Task::Dpo) => {
            r.state(&flag, Key::Head, "liger");
            r.say_of(Some(Key::Head), FlagText::LigerDeprecated, &flag, "");
        }
        (Some((true, flag)), Task::Grpo | Task::Ppo | Task::Serve) => {
            r.suppose("loss", Key::Head, "trl-fused");
            r.say_of(Some(Key::Head), FlagText::LigerForcedOff, &flag, "");
        }
        (_, _) => r.suppose("loss", Key::Head, "trl-fused"),
    }
}

/// The sequence of SFT and DPO.
fn lengths(r: &mut Reader) {
    let entry = r.take(&["max_length", "max_seq_length"]);
    match entry {
        Some(entry) if is_none(entry.text()) => {
            r.say_of(Some(Key::Seq), FlagText::NoTruncation, &entry.shown, "");
        }
        Some(entry) => {
            if let Some((length, flag)) = r.whole_of(entry, super::whole_number) {
                r.state(&flag, Key::Seq, length.to_string());
            }
        }
        None => r.suppose("max_length", Key::Seq, "1024"),
    }
    if let Some((_, flag)) = r.whole(&["max_prompt_length"]) {
        r.say_of(Some(Key::Seq), FlagText::PromptWithin, &flag, "");
    }
    let _ = r.bag.take(&["max_completion_length", "max_target_length"]);
    r.suppose("use_vllm", Key::Engine, "none");
}

/// The reference: a second model only in full training with a KL term or a preference.
fn reference(r: &mut Reader, task: Task, tune: Tune) {
    let beta = r.decimal(&["beta", "kl_coef"]);
    let free = r.on(&["reference_free"]);
    let before = r.on(&["precompute_ref_log_probs"]);
    match task {
        Task::Sft | Task::Serve => {}
        Task::Grpo | Task::Ppo => {
            let (beta, flag, stated) = match beta {
                Some((beta, flag)) => (beta, flag, true),
                None if task == Task::Ppo => (0.05, "kl_coef".into(), false),
                None => (0.0, "beta".into(), false),
            };
            let own = beta > 0.0 && tune == Tune::Full;
            r.put_as(stated, &flag, Key::Ref, if own { "1" } else { "0" });
            if beta > 0.0 && !own {
                r.say(Key::Ref, FlagText::ReferenceIsBase);
            }
            if !stated && task == Task::Grpo {
                r.say(Key::Ref, FlagText::BetaZero);
            }
        }
        Task::Dpo => {
            if free || before {
                let flag = if free {
                    "reference_free"
                } else {
                    "precompute_ref_log_probs"
                };
                r.state(flag, Key::Ref, "0");
            } else if tune == Tune::Full {
                r.put_as(beta.is_some(), "beta", Key::Ref, "1");
            } else {
                r.suppose("peft_config", Key::Ref, "0");
                r.say(Key::Ref, FlagText::ReferenceIsBase);
            }
        }
    }
}

/// Packed and flattened rows.
pub(super) fn packing(r: &mut Reader) {
    r.note(&["packing"], Some(Key::Seq), FlagText::Packed);
    r.note(&["padding_free"], Some(Key::Seq), FlagText::PaddingFree);
}
