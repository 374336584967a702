//! verl: hydra overrides of its trainers, or their YAML.
use super::super::value::switch;
use super::{Reader, training};
use crate::i18n::FlagText;
use crate::ledger::config::Tune;
use crate::ledger::units::plain;
use crate::url::Key;

/// Reads it.
pub(super) fn read(r: &mut Reader) {
    let sft = !r.bag.has_under("actor_rollout_ref.")
        && (r.bag.text.contains("sft_trainer") || r.bag.has("data.micro_batch_size_per_gpu"));
    cards(r);
    if sft {
        return supervised(r);
    }
    task(r);
    r.model_of(&["actor_rollout_ref.model.path"]);
    let (prompt, asked) = part(r, "data.max_prompt_length");
    let (response, said) = part(r, "data.max_response_length");
    let length = prompt.saturating_add(response);
    for key in [Key::Seq, Key::Len] {
        r.put_as(
            asked || said,
            "data.max_prompt_length + data.max_response_length",
            key,
            length.to_string(),
        );
    }
    micro_batch(r);
    let gens = r
        .count(&["actor_rollout_ref.rollout.n"], Key::Gens, Some(1))
        .unwrap_or(1);
    let tp = r
        .count(
            &["actor_rollout_ref.rollout.tensor_model_parallel_size"],
            Key::Tp,
            Some(2),
        )
        .unwrap_or(2);
    rollout(r, gens, tp);
    let tune = adapters(r);
    actor(r, tune);
    reference(r, tune);
    parts(r);
}

fn task(r: &mut Reader) {
    match r.word(&["algorithm.adv_estimator"]) {
        Some((name, flag)) => {
            let gae = name == "gae";
            r.state(&flag, Key::Task, if gae { "ppo" } else { "grpo" });
        }
        None => {
            r.suppose("algorithm.adv_estimator", Key::Task, "ppo");
            r.say(Key::Task, FlagText::GaeIsDefault);
        }
    }
}

fn part(r: &mut Reader, name: &str) -> (u64, bool) {
    match r.whole(&[name]) {
        Some((value, _)) => (value, true),
        None => (512, false),
    }
}

fn micro_batch(r: &mut Reader) {
    let dynamic = r
        .switch(&["actor_rollout_ref.actor.use_dynamic_bsz"])
        .filter(|(on, _)| *on);
    let budget = r.whole(&["actor_rollout_ref.actor.ppo_max_token_len_per_gpu"]);
    let ulysses = r.whole(&["actor_rollout_ref.actor.ulysses_sequence_parallel_size"]);
    let each = r.whole(&["actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu"]);
    let all = r.whole(&["actor_rollout_ref.actor.ppo_micro_batch_size"]);
    let by_budget = dynamic.is_some();
    if let Some((_, flag)) = dynamic {
        let (budget, said) = budget.map_or((16_384, false), |(budget, _)| (budget, true));
        r.state(&flag, Key::Mb, "1");
        // The row is the budget, not a prompt with its answer.
        r.facts.retain(|fact| fact.key != Key::Seq);
        r.put_as(
            said,
            "ppo_max_token_len_per_gpu",
            Key::Seq,
            budget.to_string(),
        );
        r.say_of(
            Some(Key::Seq),
            FlagText::TokenBudget,
            &flag,
            &budget.to_string(),
        );
    } else if let Some((mb, flag)) = each {
        r.state(&flag, Key::Mb, mb.to_string());
    } else if let Some((mb, flag)) = all {
        let n = r.number(Key::N).unwrap_or(1).max(1);
        r.state(&flag, Key::Mb, (mb / n).max(1).to_string());
        r.say_of(
            Some(Key::Mb),
            FlagText::GlobalMicroBatch,
            &flag,
            &mb.to_string(),
        );
    } else {
        r.say(Key::Mb, FlagText::MicroBatchRequired);
    }
    if let Some((parts, flag)) = ulysses.filter(|(parts, _)| *parts > 1) {
        r.say_of(
            Some(Key::Seq),
            FlagText::SequenceParallel,
            &flag,
            &parts.to_string(),
        );
    }
    if let Some((mini, flag)) = r.whole(&["actor_rollout_ref.actor.ppo_mini_batch_size"])
        // Filled to a budget, how many micro batches there are is up to the data.
        && !by_budget
    {
        accumulate(r, mini, &flag);
    }
}

/// The mini batch counts prompts over all cards: what a card accumulates follows.
fn accumulate(r: &mut Reader, mini: u64, flag: &str) {
    let gens = r
        .bag
        .entries
        .iter()
        .rfind(|entry| entry.name == "actor_rollout_ref.rollout.n")
        .and_then(|entry| super::whole_number(entry.text()))
        .unwrap_or(1);
    let (n, mb) = (
        r.number(Key::N).unwrap_or(1),
        r.number(Key::Mb).unwrap_or(0),
    );
    let rows = mini.saturating_mul(gens);
    let each = n.saturating_mul(mb);
    if each > 0 && rows >= each && rows.is_multiple_of(each) {
        r.state(flag, Key::Accum, (rows / each).to_string());
    } else {
        r.say_of(
            Some(Key::Accum),
            FlagText::MiniBatch,
            flag,
            &mini.to_string(),
        );
    }
}

fn rollout(r: &mut Reader, gens: u64, tp: u64) {
    let name = r.word(&["actor_rollout_ref.rollout.name"]);
    match &name {
        Some((_, flag)) => {
            let flag = flag.clone();
            r.state(&flag, Key::Engine, "colocate");
        }
        None => r.suppose("actor_rollout_ref.hybrid_engine", Key::Engine, "colocate"),
    }
    if name.as_ref().is_some_and(|(name, _)| name == "sglang") {
        r.say_of(
            Some(Key::Util),
            FlagText::StaticShare,
            "mem_fraction_static",
            "",
        );
    }
    match r.decimal(&["actor_rollout_ref.rollout.gpu_memory_utilization"]) {
        Some((util, flag)) => r.state(&flag, Key::Util, plain(util)),
        None => r.suppose(
            "actor_rollout_ref.rollout.gpu_memory_utilization",
            Key::Util,
            "0.5",
        ),
    }
    let seqs = r
        .count(
            &["actor_rollout_ref.rollout.max_num_seqs"],
            Key::Seqs,
            Some(256),
        )
        .unwrap_or(256);
    let batch = r.whole(&["data.train_batch_size"]);
    let (prompts, said) = batch
        .as_ref()
        .map_or((1024, false), |(batch, _)| (*batch, true));
    let n = r.number(Key::N).unwrap_or(1).max(1);
    let share = prompts.saturating_mul(gens).saturating_mul(tp) / n;
    let conc = seqs.min(share).max(1);
    r.put_as(
        said,
        "min(max_num_seqs, train_batch_size × n)",
        Key::Conc,
        conc.to_string(),
    );
    r.count(
        &["actor_rollout_ref.rollout.max_num_batched_tokens"],
        Key::Batched,
        Some(8192),
    );
    if let Some((cap, flag)) = r.whole(&["actor_rollout_ref.rollout.max_model_len"]) {
        let longer = r.number(Key::Len).is_some_and(|len| len > cap);
        if longer {
            r.facts.retain(|fact| fact.key != Key::Len);
            r.state(&flag, Key::Len, cap.to_string());
        } else {
            r.say_of(Some(Key::Len), FlagText::CapAbove, &flag, &cap.to_string());
        }
    }
    r.flag(
        &["actor_rollout_ref.rollout.enforce_eager"],
        Key::Eager,
        false,
    );
    let lora = r.bag.has("actor_rollout_ref.model.lora_rank");
    let level = if lora { "1" } else { "2" };
    match r.switch(&["actor_rollout_ref.rollout.free_cache_engine"]) {
        Some((on, flag)) => r.state(&flag, Key::Sleep, if on { level } else { "0" }),
        None => r.suppose(
            "actor_rollout_ref.rollout.free_cache_engine",
            Key::Sleep,
            level,
        ),
    }
    if let Some((dtype, flag)) = r.word(&["actor_rollout_ref.rollout.dtype"])
        && !matches!(dtype.as_str(), "bfloat16" | "bf16")
    {
        r.say_of(Some(Key::Dtype), FlagText::RolloutFormat, &flag, &dtype);
    }
    r.note(
        &["actor_rollout_ref.rollout.quantization"],
        Some(Key::Dtype),
        FlagText::RolloutFormat,
    );
    for name in [
        "actor_rollout_ref.rollout.log_prob_micro_batch_size_per_gpu",
        "actor_rollout_ref.rollout.log_prob_micro_batch_size",
        "actor_rollout_ref.ref.log_prob_micro_batch_size_per_gpu",
        "actor_rollout_ref.ref.log_prob_micro_batch_size",
        "actor_rollout_ref.rollout.log_prob_max_token_len_per_gpu",
        "actor_rollout_ref.ref.log_prob_max_token_len_per_gpu",
    ] {
        r.note(&[name], None, FlagText::LogprobBatch);
    }
    for name in [
        "actor_rollout_ref.rollout.log_prob_use_dynamic_bsz",
        "actor_rollout_ref.ref.log_prob_use_dynamic_bsz",
        "actor_rollout_ref.rollout.enable_chunked_prefill",
        "actor_rollout_ref.rollout.prompt_length",
        "actor_rollout_ref.rollout.response_length",
    ] {
        r.pass(&[name]);
    }
}

fn adapters(r: &mut Reader) -> Tune {
    let rank = r.whole(&[
        "actor_rollout_ref.model.lora_rank",
        "actor_rollout_ref.model.lora.rank",
    ]);
    match rank.filter(|(rank, _)| *rank > 0) {
        Some((rank, flag)) => {
            r.state(&flag, Key::Tune, "lora");
            r.state(&flag, Key::Rank, rank.to_string());
            match r.take(&["actor_rollout_ref.model.target_modules"]) {
                Some(entry) => training::targets(r, &entry.shown.clone(), &entry.values),
                None => r.suppose("target_modules", Key::Targets, "all-linear"),
            }
            Tune::Lora
        }
        None => {
            r.suppose("actor_rollout_ref.model.lora_rank", Key::Tune, "full");
            Tune::Full
        }
    }
}

fn actor(r: &mut Reader, tune: Tune) {
    r.flag(
        &["actor_rollout_ref.model.enable_gradient_checkpointing"],
        Key::Ckpt,
        true,
    );
    r.note(
        &["actor_rollout_ref.model.enable_activation_offload"],
        Some(Key::Ckpt),
        FlagText::ActivationsOffloaded,
    );
    let fused = r.switch(&["actor_rollout_ref.model.use_fused_kernels"]);
    let liger = r.switch(&["actor_rollout_ref.model.use_liger"]);
    match (fused.filter(|(on, _)| *on), liger.filter(|(on, _)| *on)) {
        (Some((_, flag)), _) => r.state(&flag, Key::Head, "trl-fused"),
        (None, Some((_, flag))) => r.state(&flag, Key::Head, "liger"),
        (None, None) => r.suppose("actor_rollout_ref.model.use_fused_kernels", Key::Head, "hf"),
    }
    r.note(
        &["actor_rollout_ref.actor.entropy_from_logits_with_chunking"],
        Some(Key::Head),
        FlagText::EntropyChunked,
    );
    r.suppose("attn_implementation", Key::Attn, "flash");
    match r.take(&["actor_rollout_ref.model.override_config.attn_implementation"]) {
        Some(entry) if entry.text() == "eager" => r.state(&entry.shown, Key::Attn, "eager"),
        Some(_) | None => {}
    }
    r.pass(&["actor_rollout_ref.model.use_remove_padding"]);
    strategy(r);
    let half = r.word(&["actor_rollout_ref.actor.fsdp_config.model_dtype"]);
    let flag = "actor_rollout_ref.actor.fsdp_config.model_dtype";
    if tune == Tune::Full {
        match half {
            Some((dtype, flag)) if dtype.contains("bf") || dtype.contains("16") => {
                r.state(&flag, Key::Recipe, "bf16")
            }
            Some((_, flag)) => r.state(&flag, Key::Recipe, "amp"),
            None => r.suppose(flag, Key::Recipe, "amp"),
        }
    } else {
        r.suppose(flag, Key::Recipe, "amp");
        r.suppose(flag, Key::Adtype, "fp32");
    }
    training::optimizer(r, &["actor_rollout_ref.actor.optim.optimizer"], "adamw");
    r.pass(&["actor_rollout_ref.actor.optim.optimizer_impl"]);
    let on = |r: &mut Reader, name: &str| {
        r.switch(&[name])
            .filter(|(on, _)| *on)
            .map(|(_, flag)| flag)
    };
    let params = on(r, "actor_rollout_ref.actor.fsdp_config.param_offload")
        .or_else(|| on(r, "actor_rollout_ref.actor.fsdp_config.offload_policy"));
    let states = on(r, "actor_rollout_ref.actor.fsdp_config.optimizer_offload");
    match (params, states) {
        (Some(flag), _) => r.state(&flag, Key::Offload, "params"),
        (None, Some(flag)) => r.state(&flag, Key::Offload, "optimizer"),
        (None, None) => r.suppose(
            "actor_rollout_ref.actor.fsdp_config.param_offload",
            Key::Offload,
            "none",
        ),
    }
    r.note(
        &["actor_rollout_ref.ref.fsdp_config.param_offload"],
        Some(Key::Ref),
        FlagText::ReferenceOffloaded,
    );
    if let Some((size, flag)) = r.whole(&["actor_rollout_ref.actor.fsdp_config.fsdp_size"]) {
        r.say_of(
            Some(Key::Shard),
            FlagText::HybridShard,
            &flag,
            &size.to_string(),
        );
    }
}

fn strategy(r: &mut Reader) {
    let name = r.word(&["actor_rollout_ref.actor.strategy"]);
    let reshard = r.switch(&["actor_rollout_ref.actor.fsdp_config.reshard_after_forward"]);
    let kept = reshard.is_some_and(|(on, _)| !on);
    match name {
        Some((name, flag)) => match name.as_str() {
            "fsdp2" => r.state(&flag, Key::Shard, if kept { "zero2" } else { "fsdp2" }),
            "fsdp" => r.state(&flag, Key::Shard, if kept { "zero2" } else { "zero3" }),
            _ => r.say_of(Some(Key::Shard), FlagText::MegatronParallel, &flag, &name),
        },
        None => r.suppose(
            "actor_rollout_ref.actor.strategy",
            Key::Shard,
            if kept { "zero2" } else { "zero3" },
        ),
    }
}

fn reference(r: &mut Reader, tune: Tune) {
    let mut on = None;
    let mut said = None;
    for name in [
        "actor_rollout_ref.actor.use_kl_loss",
        "algorithm.use_kl_in_reward",
    ] {
        if let Some((is_on, flag)) = r.switch(&[name]) {
            if is_on {
                on = Some(flag);
            } else {
                said = Some(flag);
            }
        }
    }
    match (on, tune) {
        (Some(flag), Tune::Full) => r.state(&flag, Key::Ref, "1"),
        (Some(flag), Tune::Lora | Tune::Qlora) => {
            r.state(&flag, Key::Ref, "0");
            r.say(Key::Ref, FlagText::ReferenceIsBase);
        }
        (None, _) => {
            let stated = said.is_some();
            let flag = said.unwrap_or_else(|| "actor_rollout_ref.actor.use_kl_loss".into());
            r.put_as(stated, &flag, Key::Ref, "0");
        }
    }
}

/// Critic, reward model and other parts.
fn parts(r: &mut Reader) {
    let critic = r
        .bag
        .entries
        .iter()
        .any(|entry| entry.name.starts_with("critic.") && entry.name != "critic.enable");
    if critic && r.value(Key::Task) == Some("ppo") {
        if let Some(entry) = r.take(&["critic.model.path"])
            && let Some(named) = super::models::preset(entry.text())
        {
            r.state(&entry.shown, Key::Critic, named.preset.id);
        }
        r.say(Key::Critic, FlagText::CriticLikePolicy);
    }
    r.pass_under("critic.");
    let reward = ["reward_model.enable", "reward.reward_model.enable"];
    match r.switch(&reward) {
        Some((true, flag)) if r.value(Key::Task) == Some("ppo") => {
            let path = r.take(&["reward_model.model.path", "reward.reward_model.model_path"]);
            match path.and_then(|entry| super::models::preset(entry.text())) {
                Some(named) => r.state(&flag, Key::Reward, named.preset.id),
                None => r.state(
                    &flag,
                    Key::Reward,
                    r.value(Key::Model).unwrap_or("qwen3-0.6b").to_string(),
                ),
            }
        }
        Some((true, flag)) => r.say_of(Some(Key::Reward), FlagText::RewardModelExtra, &flag, ""),
        Some((false, _)) | None => {
            if r.value(Key::Task) == Some("ppo") {
                r.suppose("reward.reward_model.enable", Key::Reward, "none");
            }
        }
    }
}

fn cards(r: &mut Reader) {
    let each = r.whole(&["trainer.n_gpus_per_node"]);
    let nodes = r.whole(&["trainer.nnodes"]);
    if each.is_none() && nodes.is_none() && training::world(r).is_some() {
        return;
    }
    let said = each.is_some();
    let n = each
        .map_or(8, |(each, _)| each)
        .saturating_mul(nodes.map_or(1, |(nodes, _)| nodes));
    r.put_as(said, "trainer.n_gpus_per_node", Key::N, n.to_string());
}

/// The SFT trainer.
fn supervised(r: &mut Reader) {
    r.state("sft_trainer", Key::Task, "sft");
    r.model_of(&["model.path", "model.partial_pretrain"]);
    let dynamic = r.switch(&["data.use_dynamic_bsz"]).is_none_or(|(on, _)| on);
    let length = r.whole(&["data.max_length"]);
    let budget = r.whole(&["data.max_token_len_per_gpu"]);
    let each = r.whole(&["data.micro_batch_size_per_gpu"]);
    if dynamic {
        let said = budget.is_some();
        let budget = budget.map_or(8192, |(budget, _)| budget);
        r.suppose("data.use_dynamic_bsz", Key::Mb, "1");
        r.put_as(
            said,
            "data.max_token_len_per_gpu",
            Key::Seq,
            budget.to_string(),
        );
        r.say_of(
            Some(Key::Seq),
            FlagText::TokenBudget,
            "data.use_dynamic_bsz",
            &budget.to_string(),
        );
    } else {
        match each {
            Some((mb, flag)) => r.state(&flag, Key::Mb, mb.to_string()),
            None => r.suppose("data.micro_batch_size_per_gpu", Key::Mb, "4"),
        }
        match length {
            Some((length, flag)) => r.state(&flag, Key::Seq, length.to_string()),
            None => r.suppose("data.max_length", Key::Seq, "1024"),
        }
    }
    let on = |r: &mut Reader, names: &[&str]| r.switch(names);
    match on(r, &["model.enable_gradient_checkpointing"]) {
        Some((on, flag)) => r.state(&flag, Key::Ckpt, if on { "1" } else { "0" }),
        None => r.suppose("model.enable_gradient_checkpointing", Key::Ckpt, "1"),
    }
    match r.whole(&["model.lora_rank"]).filter(|(rank, _)| *rank > 0) {
        Some((rank, flag)) => {
            r.state(&flag, Key::Tune, "lora");
            r.state(&flag, Key::Rank, rank.to_string());
            match r.take(&["model.target_modules"]) {
                Some(entry) => training::targets(r, &entry.shown.clone(), &entry.values),
                None => r.suppose("model.target_modules", Key::Targets, "all-linear"),
            }
            r.suppose("engine.model_dtype", Key::Adtype, "fp32");
        }
        None => r.suppose("model.lora_rank", Key::Tune, "full"),
    }
    let half = r.word(&["engine.model_dtype", "model.fsdp_config.model_dtype"]);
    match half {
        Some((dtype, flag)) => r.state(
            &flag,
            Key::Recipe,
            if dtype.contains("32") { "amp" } else { "bf16" },
        ),
        None => r.suppose("engine.model_dtype", Key::Recipe, "amp"),
    }
    let second = r.word(&["engine.strategy", "model.strategy"]);
    match second {
        Some((name, flag)) => r.state(
            &flag,
            Key::Shard,
            if name == "fsdp2" { "fsdp2" } else { "zero3" },
        ),
        None => r.suppose("engine.strategy", Key::Shard, "zero3"),
    }
    let liger = r.switch(&["model.use_liger"]).filter(|(on, _)| *on);
    match liger {
        Some((_, flag)) => r.state(&flag, Key::Head, "liger"),
        None => r.suppose("model.use_liger", Key::Head, "hf"),
    }
    r.suppose("attn_implementation", Key::Attn, "flash");
    training::optimizer(r, &["optim.optimizer"], "adamw");
    for name in [
        "data.train_batch_size",
        "optim.lr",
        "optim.weight_decay",
        "model.trust_remote_code",
        "model.lora_alpha",
        "optim.optimizer_impl",
    ] {
        r.pass(&[name]);
    }
    let _ = switch;
}
