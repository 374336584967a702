//! OpenRLHF: dotted groups since 0.11, flat names before; both are read.
use super::{Reader, deepspeed, training};
use crate::i18n::FlagText;
use crate::ledger::config::Tune;
use crate::ledger::units::plain;
use crate::url::Key;

/// Reads it.
pub(super) fn read(r: &mut Reader) {
    let kind = |name: &str| r.bag.text.contains(name);
    let (sft, dpo) = (kind("train_sft"), kind("train_dpo"));
    if sft || dpo {
        r.state(
            if sft { "train_sft" } else { "train_dpo" },
            Key::Task,
            if sft { "sft" } else { "dpo" },
        );
    } else {
        estimator(r);
    }
    let online = !sft && !dpo;
    r.model_of(&[
        "actor.model_name_or_path",
        "model.model_name_or_path",
        "pretrain",
    ]);
    let default = if online { 1 } else { 8 };
    let dynamic = r.on(&["train.dynamic_batch_enable", "use_dynamic_batch"]);
    let budget = r.whole(&["train.max_tokens_per_gpu", "train_max_tokens_per_gpu"]);
    r.count(
        &["train.micro_batch_size", "micro_train_batch_size"],
        Key::Mb,
        Some(default),
    );
    lengths(r, dynamic, budget);
    zero(r);
    let checkpointing = [
        "actor.gradient_checkpointing_enable",
        "model.gradient_checkpointing_enable",
        "gradient_checkpointing",
        "gradient_checkpointing_enable",
    ];
    r.flag(&checkpointing, Key::Ckpt, false);
    let tune = adapters(r);
    attention(r);
    r.suppose("loss", Key::Head, "hf");
    training::optimizer(r, &["actor.optim", "optim", "optimizer"], "adamw");
    if online {
        sampling(r, tune);
    } else {
        r.suppose("train_sft", Key::Engine, "none");
        if dpo {
            r.put_as(
                false,
                "ref",
                Key::Ref,
                if tune == Tune::Full { "1" } else { "0" },
            );
        }
    }
    cards(r, online);
    accumulate(r);
    for name in ["ref.offload", "reward.offload", "ref_reward_offload"] {
        r.note(&[name], Some(Key::Ref), FlagText::ReferenceOffloaded);
    }
    r.note(
        &[
            "rollout.micro_batch_size",
            "micro_rollout_batch_size",
            "rollout.max_tokens_per_gpu",
        ],
        None,
        FlagText::LogprobBatch,
    );
    r.note(
        &["ds.packing_samples", "packing_samples"],
        Some(Key::Seq),
        FlagText::PaddingFree,
    );
    r.note(
        &["ds.ring_attn_size", "ring_attn_size"],
        Some(Key::Seq),
        FlagText::SequenceParallel,
    );
    for name in [
        "algo.kl.use_loss",
        "use_kl_loss",
        "critic.model_name_or_path",
        "critic_pretrain",
        "reward_pretrain",
        "rollout.temperature",
        "flash_attn",
    ] {
        r.pass(&[name]);
    }
}

fn estimator(r: &mut Reader) {
    match r.word(&["algo.advantage.estimator", "advantage_estimator"]) {
        Some((name, flag)) => r.state(&flag, Key::Task, if name == "gae" { "ppo" } else { "grpo" }),
        None => {
            r.suppose("algo.advantage.estimator", Key::Task, "ppo");
            r.say(Key::Task, FlagText::GaeIsDefault);
        }
    }
}

fn lengths(r: &mut Reader, dynamic: bool, budget: Option<(u64, String)>) {
    let whole = r.whole(&["data.max_len", "max_len"]);
    let prompt = r.whole(&["data.prompt_max_len", "prompt_max_len"]);
    let answer = r.whole(&[
        "rollout.max_new_tokens",
        "generate_max_len",
        "max_new_tokens",
    ]);
    let (length, flag, said) = match (whole, prompt, &answer) {
        (Some((length, flag)), _, _) => (length, flag, true),
        (None, Some((prompt, flag)), Some((answer, _))) => {
            (prompt.saturating_add(*answer), flag, true)
        }
        (None, _, _) => (2048, "data.max_len".to_string(), false),
    };
    r.put_as(said, &flag, Key::Len, length.to_string());
    if dynamic {
        let (budget, flag, said) = match budget {
            Some((budget, flag)) => (budget, flag, true),
            None => (16_192, "train.max_tokens_per_gpu".into(), false),
        };
        r.facts.retain(|fact| fact.key != Key::Mb);
        r.state("train.dynamic_batch_enable", Key::Mb, "1");
        r.put_as(said, &flag, Key::Seq, budget.to_string());
        r.say_of(
            Some(Key::Seq),
            FlagText::TokenBudget,
            &flag,
            &budget.to_string(),
        );
    } else {
        r.put_as(said, &flag, Key::Seq, length.to_string());
    }
    if let Some((_, flag)) = answer {
        r.say_of(Some(Key::Len), FlagText::AnswerWithin, &flag, "");
    }
}

fn zero(r: &mut Reader) {
    match r.whole(&["ds.zero_stage", "zero_stage"]) {
        Some((stage, flag)) => r.state(&flag, Key::Shard, deepspeed::zero(stage)),
        None => r.suppose("ds.zero_stage", Key::Shard, "zero2"),
    }
    match r
        .switch(&["ds.adam_offload", "adam_offload"])
        .filter(|(on, _)| *on)
    {
        Some((_, flag)) => r.state(&flag, Key::Offload, "optimizer"),
        None => r.suppose("ds.adam_offload", Key::Offload, "none"),
    }
    let fp32 = r
        .word(&["ds.grad_accum_dtype", "grad_accum_dtype"])
        .filter(|(dtype, _)| dtype == "fp32");
    match fp32 {
        Some((_, flag)) => r.state(&flag, Key::Recipe, "fp32grad"),
        None => r.suppose("ds.param_dtype", Key::Recipe, "master"),
    }
    r.pass(&["ds.param_dtype", "bf16", "param_dtype"]);
}

fn adapters(r: &mut Reader) -> Tune {
    let rank = r
        .whole(&["ds.lora.rank", "lora_rank"])
        .filter(|(rank, _)| *rank > 0);
    let four = r
        .switch(&["ds.load_in_4bit", "load_in_4bit"])
        .filter(|(on, _)| *on);
    let Some((rank, flag)) = rank else {
        r.suppose("ds.lora.rank", Key::Tune, "full");
        return Tune::Full;
    };
    let tune = match &four {
        Some((_, four)) => {
            r.state(four, Key::Tune, "qlora");
            Tune::Qlora
        }
        None => {
            r.state(&flag, Key::Tune, "lora");
            Tune::Lora
        }
    };
    r.state(&flag, Key::Rank, rank.to_string());
    match r.take(&["ds.lora.target_modules", "target_modules"]) {
        Some(entry) => training::targets(r, &entry.shown.clone(), &entry.values),
        None => r.suppose("ds.lora.target_modules", Key::Targets, "all-linear"),
    }
    r.suppose("peft", Key::Adtype, "bf16");
    tune
}

fn attention(r: &mut Reader) {
    let (names, flag) = (
        ["ds.attn_implementation", "attn_implementation"],
        "ds.attn_implementation",
    );
    match r.word(&names) {
        Some((name, flag)) => r.state(
            &flag,
            Key::Attn,
            if name == "eager" { "eager" } else { "flash" },
        ),
        None => r.suppose(flag, Key::Attn, "flash"),
    }
}

fn sampling(r: &mut Reader, tune: Tune) {
    r.count(
        &["rollout.n_samples_per_prompt", "n_samples_per_prompt"],
        Key::Gens,
        Some(1),
    );
    let together = r
        .switch(&["train.colocate_all", "colocate_all_models"])
        .filter(|(on, _)| *on);
    let engines = r.whole(&["vllm.num_engines", "vllm_num_engines"]);
    let tp = r
        .count(
            &["vllm.tensor_parallel_size", "vllm_tensor_parallel_size"],
            Key::Tp,
            Some(1),
        )
        .unwrap_or(1);
    match (&together, &engines) {
        (Some((_, flag)), _) => r.state(flag, Key::Engine, "colocate"),
        (None, Some((count, flag))) if *count > 0 => {
            r.state(flag, Key::Engine, "server");
            r.state(flag, Key::En, count.saturating_mul(tp).to_string());
        }
        (None, _) => r.suppose("vllm.num_engines", Key::Engine, "none"),
    }
    match r.decimal(&["vllm.gpu_memory_utilization", "vllm_gpu_memory_utilization"]) {
        Some((util, flag)) => r.state(&flag, Key::Util, plain(util)),
        None => {
            r.suppose("vllm.gpu_memory_utilization", Key::Util, "0.95");
            if together.is_some() {
                r.say(Key::Util, FlagText::UtilNinetyFive);
            }
        }
    }
    match r.switch(&["vllm.enable_sleep", "vllm_enable_sleep"]) {
        Some((on, flag)) => r.state(&flag, Key::Sleep, if on { "1" } else { "0" }),
        None => r.suppose("vllm.enable_sleep", Key::Sleep, "0"),
    }
    r.note(
        &["ds.enable_sleep", "deepspeed_enable_sleep"],
        Some(Key::Offload),
        FlagText::TrainerSleeps,
    );
    r.flag(&["vllm.enforce_eager", "enforce_eager"], Key::Eager, false);
    let beta = r.decimal(&["algo.kl.init_coef", "init_kl_coef"]);
    let (coefficient, flag, said) = match beta {
        Some((beta, flag)) => (beta, flag, true),
        None => (0.01, "algo.kl.init_coef".into(), false),
    };
    let own = coefficient > 0.0 && tune == Tune::Full;
    r.put_as(said, &flag, Key::Ref, if own { "1" } else { "0" });
    let prompts = r.whole(&["rollout.batch_size", "rollout_batch_size"]);
    if let Some((prompts, flag)) = prompts {
        let gens = r.number(Key::Gens).unwrap_or(1);
        r.say_of(
            Some(Key::Conc),
            FlagText::CompletionsPerStep,
            &flag,
            &prompts.saturating_mul(gens).to_string(),
        );
    }
}

fn cards(r: &mut Reader, online: bool) {
    let nodes = r.whole(&["actor.num_nodes", "actor_num_nodes"]);
    let each = r.whole(&["actor.num_gpus_per_node", "actor_num_gpus_per_node"]);
    for part in ["ref", "reward", "critic"] {
        for name in ["num_nodes", "num_gpus_per_node"] {
            r.pass(&[&[part, ".", name].concat(), &[part, "_", name].concat()]);
        }
    }
    if each.is_none() && training::world(r).is_some() {
        return;
    }
    if online || each.is_some() {
        let said = each.is_some();
        let n = each
            .map_or(8, |(each, _)| each)
            .saturating_mul(nodes.map_or(1, |(nodes, _)| nodes));
        r.put_as(said, "actor.num_gpus_per_node", Key::N, n.to_string());
    }
}

/// The batch is global: what a card accumulates follows.
fn accumulate(r: &mut Reader) {
    let Some((batch, flag)) = r.whole(&["train.batch_size", "train_batch_size"]) else {
        return;
    };
    let each = r
        .number(Key::N)
        .unwrap_or(1)
        .saturating_mul(r.number(Key::Mb).unwrap_or(1));
    r.accumulate(batch, &flag, each);
}
