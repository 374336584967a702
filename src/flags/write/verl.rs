//! verl as hydra overrides.
use super::{Out, modules};
use crate::i18n::FlagText;
use crate::ledger::config::{
    AdapterDtype, Attention, Companion, EngineMode, LossHead, Offload, Sharding, Task, Tune,
};
use crate::ledger::optimizer::{Optimizer, Recipe};
use crate::ledger::precision::{Dtype, KvDtype};
use crate::url::Key;

/// Writes it.
pub(super) fn write(out: &mut Out<'_>) {
    match out.config.task {
        Task::Grpo | Task::Ppo => online(out),
        Task::Sft => supervised(out),
        Task::Serve | Task::Dpo => out.refuse(),
    }
}

const ACTOR: &str = "actor_rollout_ref.actor.";
const MODEL: &str = "actor_rollout_ref.model.";
const ROLLOUT: &str = "actor_rollout_ref.rollout.";

/// A line of the command; the last one has no backslash.
fn set(out: &mut Out<'_>, group: &str, name: &str, value: &str) {
    out.line(&["  ", group, name, "=", value, " \\"]);
}

fn end(out: &mut Out<'_>) {
    let kept = out.text.trim_end_matches(['\\', ' ', '\n']).len();
    out.text.truncate(kept);
    out.text.push('\n');
}

const fn python(on: bool) -> &'static str {
    if on { "True" } else { "False" }
}

fn online(out: &mut Out<'_>) {
    let config = out.config;
    let ppo = config.task == Task::Ppo;
    out.line(&["python3 -m verl.trainer.main_ppo \\"]);
    set(
        out,
        "",
        "algorithm.adv_estimator",
        if ppo { "gae" } else { "grpo" },
    );
    out.say(Key::Task, FlagText::GaeIsDefault);
    let (gens, tp, n) = (config.gens.max(1), config.tp.max(1), config.n.max(1));
    // The demand is the smaller of the engine's cap and its share of a step's completions.
    let all = config.conc.saturating_mul(n);
    let each = gens.saturating_mul(tp);
    let exact = all.is_multiple_of(each) && config.conc <= config.seqs;
    let seqs = if exact { config.seqs } else { config.conc };
    set(
        out,
        "",
        "data.train_batch_size",
        &all.div_ceil(each).to_string(),
    );
    let (prompt, response) = out.lengths();
    set(out, "", "data.max_prompt_length", &prompt.to_string());
    set(out, "", "data.max_response_length", &response.to_string());
    let model = out.model();
    set(out, MODEL, "path", &model);
    set(
        out,
        MODEL,
        "enable_gradient_checkpointing",
        python(config.ckpt),
    );
    let tune = adapters(out);
    set(
        out,
        ACTOR,
        "ppo_micro_batch_size_per_gpu",
        &config.mb.to_string(),
    );
    let rows = config.accum.saturating_mul(n).saturating_mul(config.mb);
    if rows.is_multiple_of(gens) {
        set(
            out,
            ACTOR,
            "ppo_mini_batch_size",
            &(rows / gens).to_string(),
        );
        out.carry(&[Key::Accum]);
    } else {
        out.say(Key::Accum, FlagText::MiniBatchInPrompts);
    }
    set(out, ACTOR, "use_kl_loss", python(out.residents.reference));
    out.carry_if(tune == Tune::Full || !out.residents.reference, Key::Ref);
    head(out);
    divided(out, tune);
    set(out, ROLLOUT, "name", "vllm");
    set(out, ROLLOUT, "n", &config.gens.to_string());
    set(
        out,
        ROLLOUT,
        "tensor_model_parallel_size",
        &config.tp.to_string(),
    );
    if let Some(util) = out.util_text() {
        set(out, ROLLOUT, "gpu_memory_utilization", &util);
    }
    set(out, ROLLOUT, "max_num_seqs", &seqs.to_string());
    set(
        out,
        ROLLOUT,
        "max_num_batched_tokens",
        &config.batched.to_string(),
    );
    if config.len < config.seq {
        set(out, ROLLOUT, "max_model_len", &config.len.to_string());
    }
    set(out, ROLLOUT, "enforce_eager", python(config.eager));
    set(out, ROLLOUT, "free_cache_engine", python(config.sleep > 0));
    let level = if tune == Tune::Full { 2 } else { 1 };
    out.carry_if(config.sleep == 0 || config.sleep == level, Key::Sleep);
    set(out, "", "trainer.n_gpus_per_node", &n.to_string());
    set(out, "", "trainer.nnodes", "1");
    if ppo {
        critic(out);
    }
    end(out);
    out.carry(&[
        Key::Task,
        Key::Mb,
        Key::Seq,
        Key::Gens,
        Key::Tp,
        Key::Batched,
        Key::Eager,
        Key::N,
        Key::Ckpt,
        Key::Conc,
    ]);
    out.carry_if(out.residents.engine == EngineMode::Colocate, Key::Engine);
    out.carry_if(config.len <= config.seq, Key::Len);
    out.carry_if(seqs == config.seqs, Key::Seqs);
    out.carry_if(config.kvdtype == KvDtype::Bf16, Key::Kvdtype);
    out.carry_if(config.dtype == Dtype::Bf16, Key::Dtype);
    out.say(Key::Tp, FlagText::TensorParallelTwo);
}

fn adapters(out: &mut Out<'_>) -> Tune {
    let config = out.config;
    if config.tune == Tune::Full {
        out.carry(&[Key::Tune]);
        return Tune::Full;
    }
    set(out, MODEL, "lora_rank", &config.rank.to_string());
    set(
        out,
        MODEL,
        "lora_alpha",
        &config.rank.saturating_mul(2).to_string(),
    );
    let targets = match modules(config.targets) {
        None => "all-linear".to_string(),
        Some(names) => ["[", &names.join(","), "]"].concat(),
    };
    set(out, MODEL, "target_modules", &targets);
    out.carry_if(config.tune == Tune::Lora, Key::Tune);
    out.carry(&[Key::Rank, Key::Targets]);
    out.carry_if(config.adtype == AdapterDtype::Fp32, Key::Adtype);
    Tune::Lora
}

fn head(out: &mut Out<'_>) {
    let config = out.config;
    match config.head {
        LossHead::Hf => out.carry(&[Key::Head]),
        LossHead::TrlFused => {
            set(out, MODEL, "use_fused_kernels", "True");
            out.carry(&[Key::Head]);
        }
        LossHead::Liger => {
            set(out, MODEL, "use_liger", "True");
            out.carry(&[Key::Head]);
        }
        LossHead::Keep
        | LossHead::Naive
        | LossHead::RowLoop
        | LossHead::Triton
        | LossHead::RowTile => {}
    }
    match config.attn {
        Attention::Flash => out.carry(&[Key::Attn]),
        Attention::Eager => {
            set(out, MODEL, "override_config.attn_implementation", "eager");
            out.carry(&[Key::Attn]);
        }
    }
}

/// FSDP, its formats and offload, the optimizer.
fn divided(out: &mut Out<'_>, tune: Tune) {
    let config = out.config;
    match config.shard {
        Sharding::Zero3 => set(out, ACTOR, "strategy", "fsdp"),
        Sharding::Fsdp2 => set(out, ACTOR, "strategy", "fsdp2"),
        Sharding::Zero2 => {
            set(out, ACTOR, "strategy", "fsdp2");
            set(out, ACTOR, "fsdp_config.reshard_after_forward", "False");
        }
        Sharding::None | Sharding::Zero1 => out.say(Key::Shard, FlagText::AlwaysFsdp),
    }
    out.carry_if(
        !matches!(config.shard, Sharding::None | Sharding::Zero1),
        Key::Shard,
    );
    if tune == Tune::Full {
        match config.recipe {
            Recipe::Amp => set(out, ACTOR, "fsdp_config.model_dtype", "fp32"),
            Recipe::Bf16 => set(out, ACTOR, "fsdp_config.model_dtype", "bfloat16"),
            Recipe::Master | Recipe::NoMaster | Recipe::Fp32Grad => {
                out.say(Key::Recipe, FlagText::FsdpRecipes)
            }
        }
        out.carry_if(
            matches!(config.recipe, Recipe::Amp | Recipe::Bf16),
            Key::Recipe,
        );
    }
    let (params, states) = match config.offload {
        Offload::None => (false, false),
        Offload::Optimizer => (false, true),
        Offload::Params => (true, true),
    };
    set(out, ACTOR, "fsdp_config.param_offload", python(params));
    set(out, ACTOR, "fsdp_config.optimizer_offload", python(states));
    out.carry(&[Key::Offload]);
    match config.opt {
        Optimizer::AdamW => out.carry(&[Key::Opt]),
        Optimizer::AdamW8bit => {
            set(out, ACTOR, "optim.optimizer", "AdamW8bit");
            set(out, ACTOR, "optim.optimizer_impl", "bitsandbytes.optim");
            out.carry(&[Key::Opt]);
        }
        Optimizer::AmsGrad
        | Optimizer::Paged8bit
        | Optimizer::AdEmaMix8bit
        | Optimizer::Adafactor
        | Optimizer::Sgd
        | Optimizer::SgdM
        | Optimizer::Lion
        | Optimizer::Lion8bit
        | Optimizer::Muon => out.say(Key::Opt, FlagText::NoSuchOptimizer),
    }
}

fn critic(out: &mut Out<'_>) {
    let name = |companion: Companion, own: &str| match companion {
        Companion::SameAsModel => Some(own.to_string()),
        Companion::Preset(preset) => Some(super::models::hub_name(preset).0),
        Companion::None => None,
    };
    let own = match &out.config.model.source {
        crate::ledger::config::ModelSource::Preset(preset) => super::models::hub_name(preset).0,
        crate::ledger::config::ModelSource::Custom { .. }
        | crate::ledger::config::ModelSource::Sized { .. } => "path/to/model".into(),
    };
    if let Some(path) = name(out.config.critic, &own) {
        set(out, "", "critic.model.path", &path);
        out.carry_if(
            matches!(out.config.critic, Companion::Preset(_)),
            Key::Critic,
        );
    }
    match name(out.config.reward, &own) {
        Some(path) => {
            set(out, "", "reward.reward_model.enable", "True");
            set(out, "", "reward.reward_model.model_path", &path);
            out.carry_if(
                matches!(out.config.reward, Companion::Preset(_)),
                Key::Reward,
            );
        }
        None => {
            set(out, "", "reward.reward_model.enable", "False");
            out.carry(&[Key::Reward]);
        }
    }
}

fn supervised(out: &mut Out<'_>) {
    let config = out.config;
    let n = config.n.to_string();
    out.line(&[
        "torchrun --nproc_per_node ",
        &n,
        " -m verl.trainer.sft_trainer \\",
    ]);
    let model = out.model();
    set(out, "", "model.path", &model);
    set(
        out,
        "",
        "model.enable_gradient_checkpointing",
        python(config.ckpt),
    );
    if config.tune != Tune::Full {
        set(out, "", "model.lora_rank", &config.rank.to_string());
        let targets = match modules(config.targets) {
            None => "all-linear".to_string(),
            Some(names) => ["[", &names.join(","), "]"].concat(),
        };
        set(out, "", "model.target_modules", &targets);
        out.carry(&[Key::Rank, Key::Targets]);
        out.carry_if(config.adtype == AdapterDtype::Fp32, Key::Adtype);
    }
    out.carry_if(config.tune != Tune::Qlora, Key::Tune);
    set(out, "", "data.use_dynamic_bsz", "False");
    set(
        out,
        "",
        "data.micro_batch_size_per_gpu",
        &config.mb.to_string(),
    );
    set(out, "", "data.max_length", &config.seq.to_string());
    match config.head {
        LossHead::Hf => out.carry(&[Key::Head]),
        LossHead::Liger => {
            set(out, "", "model.use_liger", "True");
            out.carry(&[Key::Head]);
        }
        LossHead::Keep
        | LossHead::Naive
        | LossHead::RowLoop
        | LossHead::Triton
        | LossHead::TrlFused
        | LossHead::RowTile => {}
    }
    match config.shard {
        Sharding::Fsdp2 => set(out, "", "engine.strategy", "fsdp2"),
        Sharding::Zero3 => set(out, "", "engine.strategy", "fsdp"),
        Sharding::None | Sharding::Zero1 | Sharding::Zero2 => {}
    }
    out.carry_if(
        matches!(config.shard, Sharding::Fsdp2 | Sharding::Zero3),
        Key::Shard,
    );
    if config.tune == Tune::Full {
        let dtype = match config.recipe {
            Recipe::Bf16 => "bfloat16",
            Recipe::Amp | Recipe::Master | Recipe::NoMaster | Recipe::Fp32Grad => "fp32",
        };
        set(out, "", "engine.model_dtype", dtype);
        out.carry_if(
            matches!(config.recipe, Recipe::Amp | Recipe::Bf16),
            Key::Recipe,
        );
    }
    end(out);
    out.carry(&[Key::Task, Key::Mb, Key::Seq, Key::Ckpt, Key::N]);
    out.carry_if(config.attn == Attention::Flash, Key::Attn);
    out.carry_if(config.opt == Optimizer::AdamW, Key::Opt);
    out.carry_if(out.residents.engine == EngineMode::None, Key::Engine);
    out.carry_if(config.dtype == Dtype::Bf16, Key::Dtype);
    out.say(Key::Seq, FlagText::DynamicIsDefault);
}
