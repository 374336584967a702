//! OpenRLHF as a command with the dotted names of 0.11.
use super::{Out, modules, stage};
use crate::i18n::FlagText;
use crate::ledger::config::{
    AdapterDtype, Attention, EngineMode, LossHead, Offload, Sharding, Task, Tune,
};
use crate::ledger::optimizer::{Optimizer, Recipe};
use crate::ledger::precision::{Dtype, KvDtype};
use crate::url::Key;

/// Writes it.
pub(super) fn write(out: &mut Out<'_>) {
    let config = out.config;
    let n = config.n.to_string();
    let online = match config.task {
        Task::Grpo | Task::Ppo => true,
        Task::Sft | Task::Dpo => false,
        Task::Serve => return out.refuse(),
    };
    let model = out.model();
    if online {
        out.line(&["python3 -m openrlhf.cli.train_ppo_ray \\"]);
        flag(out, "actor.model_name_or_path", &model);
        let estimator = if config.task == Task::Ppo {
            "gae"
        } else {
            "group_norm"
        };
        flag(out, "algo.advantage.estimator", estimator);
        flag(out, "actor.num_nodes", "1");
        flag(out, "actor.num_gpus_per_node", &n);
    } else {
        let module = if config.task == Task::Sft {
            "train_sft"
        } else {
            "train_dpo"
        };
        out.line(&[
            "deepspeed --num_gpus ",
            &n,
            " --module openrlhf.cli.",
            module,
            " \\",
        ]);
        flag(out, "model.model_name_or_path", &model);
    }
    out.carry(&[Key::Task, Key::N, Key::Mb, Key::Accum, Key::Ckpt, Key::Attn]);
    flag(out, "train.micro_batch_size", &config.mb.to_string());
    let batch = config
        .accum
        .saturating_mul(config.n)
        .saturating_mul(config.mb);
    flag(out, "train.batch_size", &batch.to_string());
    flag(out, "data.max_len", &config.seq.to_string());
    out.carry(&[Key::Seq]);
    if config.ckpt {
        let name = if online {
            "actor.gradient_checkpointing_enable"
        } else {
            "model.gradient_checkpointing_enable"
        };
        bare(out, name);
    } else {
        out.say(Key::Ckpt, FlagText::CheckpointingOff);
    }
    state(out);
    adapters(out);
    let attention = match config.attn {
        Attention::Flash => "flash_attention_2",
        Attention::Eager => "eager",
    };
    flag(out, "ds.attn_implementation", attention);
    out.carry_if(config.head == LossHead::Hf, Key::Head);
    out.carry_if(config.opt == Optimizer::AdamW, Key::Opt);
    out.carry_if(config.dtype == Dtype::Bf16, Key::Dtype);
    if online {
        sampling(out);
    } else {
        out.carry_if(out.residents.engine == EngineMode::None, Key::Engine);
        if config.task == Task::Dpo {
            out.carry_if(
                out.residents.reference == (config.tune == Tune::Full),
                Key::Ref,
            );
        }
    }
    let kept = out.text.trim_end_matches(['\\', ' ', '\n']).len();
    out.text.truncate(kept);
    out.text.push('\n');
}

fn flag(out: &mut Out<'_>, name: &str, value: &str) {
    out.line(&["  --", name, " ", value, " \\"]);
}

fn bare(out: &mut Out<'_>, name: &str) {
    out.line(&["  --", name, " \\"]);
}

/// ZeRO and what it keeps.
fn state(out: &mut Out<'_>) {
    let config = out.config;
    match stage(config.shard) {
        Some(stage) => {
            flag(out, "ds.zero_stage", stage);
            out.carry(&[Key::Shard]);
        }
        None => {
            flag(out, "ds.zero_stage", "3");
            out.say(Key::Shard, FlagText::OnlyZero);
        }
    }
    match config.offload {
        Offload::None => out.carry(&[Key::Offload]),
        Offload::Optimizer => {
            bare(out, "ds.adam_offload");
            out.carry(&[Key::Offload]);
        }
        Offload::Params => {}
    }
    if config.tune == Tune::Full {
        match config.recipe {
            Recipe::Master => out.carry(&[Key::Recipe]),
            Recipe::Fp32Grad => {
                flag(out, "ds.grad_accum_dtype", "fp32");
                out.carry(&[Key::Recipe]);
            }
            Recipe::NoMaster | Recipe::Bf16 | Recipe::Amp => {
                out.say(Key::Recipe, FlagText::OnlyDeepspeed)
            }
        }
    }
    if config.shard == Sharding::None {
        out.say(Key::Shard, FlagText::ZeroTwoIsDefault);
    }
}

fn adapters(out: &mut Out<'_>) {
    let config = out.config;
    out.carry(&[Key::Tune]);
    if config.tune == Tune::Full {
        return;
    }
    flag(out, "ds.lora.rank", &config.rank.to_string());
    let targets =
        modules(config.targets).map_or_else(|| "all-linear".to_string(), |names| names.join(" "));
    flag(out, "ds.lora.target_modules", &targets);
    if config.tune == Tune::Qlora {
        bare(out, "ds.load_in_4bit");
    }
    out.carry(&[Key::Rank, Key::Targets]);
    out.carry_if(config.adtype == AdapterDtype::Bf16, Key::Adtype);
}

fn sampling(out: &mut Out<'_>) {
    let config = out.config;
    flag(
        out,
        "rollout.n_samples_per_prompt",
        &config.gens.to_string(),
    );
    out.carry(&[Key::Gens]);
    let (_, response) = out.lengths();
    flag(out, "rollout.max_new_tokens", &response.to_string());
    out.carry_if(config.seq == config.len, Key::Len);
    let tp = config.tp.max(1);
    match out.residents.engine {
        EngineMode::Colocate => {
            bare(out, "train.colocate_all");
            flag(out, "vllm.num_engines", &(config.n / tp).max(1).to_string());
            out.carry(&[Key::Engine]);
        }
        EngineMode::Server => {
            flag(
                out,
                "vllm.num_engines",
                &(config.en / tp).max(1).to_string(),
            );
            out.carry(&[Key::Engine]);
            out.carry_if(config.en.is_multiple_of(tp), Key::En);
        }
        EngineMode::None | EngineMode::Auto | EngineMode::Alone => {
            out.carry(&[Key::Engine]);
        }
    }
    if out.residents.engine != EngineMode::None {
        flag(out, "vllm.tensor_parallel_size", &config.tp.to_string());
        if let Some(util) = out.util_text() {
            flag(out, "vllm.gpu_memory_utilization", &util);
        }
        out.carry(&[Key::Tp, Key::Eager]);
        if config.sleep > 0 {
            bare(out, "vllm.enable_sleep");
        }
        out.carry_if(config.sleep < 2, Key::Sleep);
        if config.eager {
            bare(out, "vllm.enforce_eager");
        }
        out.say(Key::Conc, FlagText::ConcByEngine);
        out.say(Key::Util, FlagText::UtilNinetyFive);
        out.carry_if(config.kvdtype == KvDtype::Bf16, Key::Kvdtype);
    }
    let full = config.tune == Tune::Full;
    flag(
        out,
        "algo.kl.init_coef",
        if out.residents.reference { "0.01" } else { "0" },
    );
    out.carry_if(full || !out.residents.reference, Key::Ref);
}
