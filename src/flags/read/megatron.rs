//! slime: Megatron trains, SGLang samples.
use super::{Reader, engines, training};
use crate::i18n::FlagText;
use crate::ledger::units::plain;
use crate::url::Key;

/// Reads it.
pub(super) fn read(r: &mut Reader) {
    match r.word(&["advantage_estimator"]) {
        Some((name, flag)) => r.state(&flag, Key::Task, if name == "ppo" { "ppo" } else { "grpo" }),
        None => r.suppose("advantage-estimator", Key::Task, "grpo"),
    }
    r.model_of(&["hf_checkpoint"]);
    r.suppose("Megatron", Key::Tune, "full");
    r.suppose("Megatron bf16", Key::Recipe, "fp32grad");
    r.suppose("Megatron", Key::Head, "trl-fused");
    r.suppose("Megatron", Key::Attn, "flash");
    let nodes = r.whole(&["actor_num_nodes"]).map_or(1, |(nodes, _)| nodes);
    let each = r.whole(&["actor_num_gpus_per_node", "num_gpus_per_node"]);
    let said = each.is_some();
    let n = each.map_or(8, |(each, _)| each).saturating_mul(nodes);
    r.put_as(said, "actor-num-gpus-per-node", Key::N, n.to_string());
    let together = r.switch(&["colocate"]).filter(|(on, _)| *on);
    let cards = r.whole(&["rollout_num_gpus"]);
    let tp = r
        .count(&["rollout_num_gpus_per_engine"], Key::Tp, Some(1))
        .unwrap_or(1);
    match (&together, &cards) {
        (Some((_, flag)), _) => {
            r.state(flag, Key::Engine, "colocate");
            r.state(flag, Key::Sleep, "2");
            r.say_of(Some(Key::Offload), FlagText::TrainerSleeps, flag, "");
        }
        (None, Some((cards, flag))) => {
            r.state(flag, Key::Engine, "server");
            r.state(flag, Key::En, cards.to_string());
        }
        (None, None) => r.suppose("colocate", Key::Engine, "server"),
    }
    r.note(
        &["offload", "offload_train", "offload_rollout"],
        Some(Key::Sleep),
        FlagText::TrainerSleeps,
    );
    let gens = r
        .count(&["n_samples_per_prompt"], Key::Gens, Some(1))
        .unwrap_or(1);
    lengths(r);
    let engines_count = (if together.is_some() {
        n
    } else {
        cards.map_or(n, |(cards, _)| cards)
    } / tp.max(1))
    .max(1);
    let cap = r
        .whole(&["sglang_server_concurrency"])
        .map_or(512, |(cap, _)| cap);
    if let Some((prompts, flag)) = r.whole(&["rollout_batch_size"]) {
        let conc = (prompts.saturating_mul(gens) / engines_count)
            .min(cap)
            .max(1);
        r.state(&flag, Key::Conc, conc.to_string());
    }
    match r.decimal(&["sglang_mem_fraction_static"]) {
        Some((share, flag)) => {
            r.state(&flag, Key::Util, plain(share));
            r.say_of(Some(Key::Util), FlagText::StaticShare, &flag, "");
        }
        None => r.say(Key::Util, FlagText::StaticAuto),
    }
    if let Some(entry) = r.take(&["sglang_chunked_prefill_size"])
        && let Some(tokens) = engines::any_number(entry.text())
    {
        r.state(&entry.shown, Key::Batched, tokens.to_string());
    }
    match r.switch(&["sglang_disable_cuda_graph"]) {
        Some((off, flag)) => r.state(&flag, Key::Eager, if off { "1" } else { "0" }),
        None => r.suppose("sglang-disable-cuda-graph", Key::Eager, "0"),
    }
    trainer(r, n);
}

fn lengths(r: &mut Reader) {
    let prompt = r.whole(&["rollout_max_prompt_len"]);
    let answer = r.whole(&["rollout_max_response_len"]);
    let context = r.whole(&["rollout_max_context_len"]);
    let known = context.is_some() || prompt.is_some();
    let total = match (context, prompt, answer) {
        (Some(context), _, _) => Some(context),
        (None, Some((prompt, _)), Some((answer, flag))) => {
            Some((prompt.saturating_add(answer), flag))
        }
        (None, None, Some((answer, flag))) => {
            r.say_of(
                Some(Key::Len),
                FlagText::PromptUnknown,
                &flag,
                &answer.to_string(),
            );
            Some((answer.saturating_add(512), flag))
        }
        (None, _, None) => None,
    };
    if let Some((length, flag)) = total {
        if known {
            r.state(&flag, Key::Len, length.to_string());
        } else {
            r.assume(&flag, Key::Len, length.to_string());
        }
        if r.on(&["use_dynamic_batch_size"]) {
            if let Some((budget, flag)) = r.whole(&["max_tokens_per_gpu"]) {
                r.state(&flag, Key::Mb, "1");
                r.state(&flag, Key::Seq, budget.to_string());
                r.say_of(
                    Some(Key::Seq),
                    FlagText::TokenBudget,
                    &flag,
                    &budget.to_string(),
                );
            }
        } else if known {
            r.state(&flag, Key::Seq, length.to_string());
        } else {
            r.assume(&flag, Key::Seq, length.to_string());
        }
    }
    r.count(&["micro_batch_size"], Key::Mb, Some(1));
}

fn trainer(r: &mut Reader, n: u64) {
    let full = r.word(&["recompute_granularity"]);
    match full {
        Some((name, flag)) => {
            r.state(&flag, Key::Ckpt, if name == "full" { "1" } else { "0" });
            if name != "full" {
                r.say_of(Some(Key::Ckpt), FlagText::SelectiveRecompute, &flag, &name);
            }
        }
        None => r.suppose("recompute-granularity", Key::Ckpt, "0"),
    }
    r.pass(&["recompute_method", "recompute_num_layers"]);
    for name in [
        "tensor_model_parallel_size",
        "pipeline_model_parallel_size",
        "context_parallel_size",
        "expert_model_parallel_size",
    ] {
        if let Some((parts, flag)) = r.whole(&[name])
            && parts > 1
        {
            r.say_of(
                Some(Key::Shard),
                FlagText::MegatronParallel,
                &flag,
                &parts.to_string(),
            );
        }
    }
    match r
        .switch(&["use_distributed_optimizer"])
        .filter(|(on, _)| *on)
    {
        Some((_, flag)) => r.state(&flag, Key::Shard, "zero1"),
        None => r.suppose("use-distributed-optimizer", Key::Shard, "none"),
    }
    match r.switch(&["optimizer_cpu_offload"]).filter(|(on, _)| *on) {
        Some((_, flag)) => r.state(&flag, Key::Offload, "optimizer"),
        None => r.suppose("optimizer-cpu-offload", Key::Offload, "none"),
    }
    r.note(
        &["use_precision_aware_optimizer"],
        Some(Key::Recipe),
        FlagText::PrecisionAware,
    );
    r.note(
        &["log_probs_max_tokens_per_gpu", "log_probs_chunk_size"],
        None,
        FlagText::LogprobBatch,
    );
    training::optimizer(r, &["optimizer"], "adamw");
    let on = r.switch(&["use_kl_loss"]).is_some_and(|(on, _)| on);
    let coefficient = r
        .decimal(&["kl_coef"])
        .is_some_and(|(value, _)| value > 0.0);
    let load = r.take(&["ref_load"]);
    let own = (on || coefficient) && load.is_some();
    r.put_as(
        on || coefficient,
        "use-kl-loss",
        Key::Ref,
        if own { "1" } else { "0" },
    );
    if own {
        r.say_of(Some(Key::Ref), FlagText::ReferenceOffloaded, "ref-load", "");
    }
    if let Some((batch, flag)) = r.whole(&["global_batch_size"]) {
        let each = n.saturating_mul(r.number(Key::Mb).unwrap_or(1));
        r.accumulate(batch, &flag, each);
    }
}
