//! Axolotl and LLaMA-Factory as YAML.
use super::{Out, deepspeed, modules, optim, stage};
use crate::i18n::FlagText;
use crate::ledger::config::{
    AdapterDtype, Attention, AutoSwitch, EngineMode, LossHead, Offload, Sharding, Task, Tune,
};
use crate::ledger::optimizer::{Optimizer, Recipe};
use crate::ledger::precision::Dtype;
use crate::url::Key;

fn put(out: &mut Out<'_>, name: &str, value: &str) {
    out.line(&[name, ": ", value]);
}

const fn yes(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}

/// Axolotl.
pub(super) fn axolotl(out: &mut Out<'_>) {
    let config = out.config;
    let rl = match config.task {
        Task::Sft => None,
        Task::Dpo => Some("dpo"),
        Task::Grpo => Some("grpo"),
        Task::Serve | Task::Ppo => return out.refuse(),
    };
    let model = out.model();
    put(out, "base_model", &model);
    if let Some(rl) = rl {
        put(out, "rl", rl);
    }
    match config.tune {
        Tune::Full => {}
        Tune::Lora => put(out, "adapter", "lora"),
        Tune::Qlora => {
            put(out, "adapter", "qlora");
            put(out, "load_in_4bit", "true");
        }
    }
    if config.tune == Tune::Lora && config.dtype == Dtype::Int8 {
        put(out, "load_in_8bit", "true");
    }
    if config.tune != Tune::Full {
        put(out, "lora_r", &config.rank.to_string());
        put(
            out,
            "lora_alpha",
            &config.rank.saturating_mul(2).to_string(),
        );
        match modules(config.targets) {
            None => put(out, "lora_target_linear", "true"),
            Some(names) => put(
                out,
                "lora_target_modules",
                &["[", &names.join(", "), "]"].concat(),
            ),
        }
        out.carry(&[Key::Rank, Key::Targets]);
        out.carry_if(config.adtype == AdapterDtype::Fp32, Key::Adtype);
    }
    put(out, "sequence_len", &config.seq.to_string());
    put(out, "micro_batch_size", &config.mb.to_string());
    put(
        out,
        "gradient_accumulation_steps",
        &config.accum.to_string(),
    );
    optimizer(out, "optimizer");
    put(out, "gradient_checkpointing", yes(config.ckpt));
    let attention = match config.attn {
        Attention::Flash => "flash_attention_2",
        Attention::Eager => "eager",
    };
    put(out, "attn_implementation", attention);
    match config.head {
        LossHead::Liger => {
            out.line(&["plugins:"]);
            out.line(&["  - axolotl.integrations.liger.LigerPlugin"]);
            put(out, "liger_fused_linear_cross_entropy", "true");
        }
        LossHead::Hf
        | LossHead::Keep
        | LossHead::Naive
        | LossHead::RowLoop
        | LossHead::Triton
        | LossHead::TrlFused
        | LossHead::RowTile => {}
    }
    // TRL's trainers bring their own head to GRPO.
    let own = if config.task == Task::Grpo {
        LossHead::TrlFused
    } else {
        LossHead::Hf
    };
    out.carry_if(
        config.head == LossHead::Liger || (config.head == LossHead::Hf && own == LossHead::Hf),
        Key::Head,
    );
    out.carry_training();
    out.carry(&[Key::Tune]);
    let dtype =
        config.dtype == Dtype::Bf16 || (config.tune == Tune::Lora && config.dtype == Dtype::Int8);
    out.carry_if(dtype, Key::Dtype);
    if config.tune == Tune::Full && config.recipe == Recipe::Bf16 && config.shard == Sharding::None
    {
        put(out, "bfloat16", "true");
        out.carry(&[Key::Recipe]);
    } else {
        put(out, "bf16", "true");
        out.carry_if(
            config.recipe == Recipe::Amp && config.tune == Tune::Full && !deepspeed(config),
            Key::Recipe,
        );
    }
    divided(
        out,
        "deepspeed_configs/zero",
        ".json",
        &[Sharding::Zero1, Sharding::Zero2, Sharding::Zero3],
    );
    match config.task {
        Task::Grpo => {
            let (_, completion) = out.lengths();
            let vllm = out.residents.engine != EngineMode::None;
            out.line(&["trl:"]);
            put(out, "  num_generations", &config.gens.to_string());
            put(out, "  max_completion_length", &completion.to_string());
            put(out, "  use_vllm", yes(vllm));
            if vllm {
                let mode = if out.residents.engine == EngineMode::Server {
                    "server"
                } else {
                    "colocate"
                };
                put(out, "  vllm_mode", mode);
                out.say(Key::Util, FlagText::AxolotlEngine);
            }
            put(
                out,
                "  beta",
                if out.residents.reference {
                    "0.04"
                } else {
                    "0.0"
                },
            );
            if out.residents.engine == EngineMode::Server {
                server(out);
            }
            out.carry(&[Key::Gens, Key::Engine]);
            out.carry_if(
                config.tune == Tune::Full || !out.residents.reference,
                Key::Ref,
            );
            out.say_completions();
        }
        Task::Sft | Task::Dpo | Task::Serve | Task::Ppo => {
            out.carry(&[Key::Seq]);
            out.carry_if(out.residents.engine == EngineMode::None, Key::Engine);
            if config.task == Task::Dpo {
                out.carry_if(
                    out.residents.reference == (config.tune == Tune::Full),
                    Key::Ref,
                );
                out.say(Key::Mb, FlagText::CountsPairs);
            }
        }
    }
    launch(out, "axolotl train config.yaml");
}

/// The block that `axolotl vllm-serve` reads.
fn server(out: &mut Out<'_>) {
    let config = out.config;
    out.line(&["vllm:"]);
    put(out, "  tensor_parallel_size", &config.tp.to_string());
    if let Some(util) = out.util_text() {
        put(out, "  gpu_memory_utilization", &util);
    }
    put(out, "  max_model_len", &config.len.to_string());
    put(out, "  enforce_eager", yes(config.eager));
    out.carry(&[Key::Tp, Key::Len, Key::Eager]);
    out.carry_if(config.en == config.tp, Key::En);
}

/// LLaMA-Factory.
pub(super) fn factory(out: &mut Out<'_>) {
    let config = out.config;
    let stage = match config.task {
        Task::Sft => "sft",
        Task::Dpo => "dpo",
        Task::Ppo => "ppo",
        Task::Serve | Task::Grpo => return out.refuse(),
    };
    let model = out.model();
    put(out, "model_name_or_path", &model);
    put(out, "stage", stage);
    put(out, "do_train", "true");
    put(
        out,
        "finetuning_type",
        if config.tune == Tune::Full {
            "full"
        } else {
            "lora"
        },
    );
    out.say(Key::Tune, FlagText::LoraIsDefault);
    if config.tune == Tune::Qlora {
        put(out, "quantization_bit", "4");
    } else if config.tune == Tune::Lora && config.dtype == Dtype::Int8 {
        put(out, "quantization_bit", "8");
    }
    if config.tune != Tune::Full {
        put(out, "lora_rank", &config.rank.to_string());
        let targets =
            modules(config.targets).map_or_else(|| "all".to_string(), |names| names.join(","));
        put(out, "lora_target", &targets);
        out.carry(&[Key::Rank, Key::Targets]);
    }
    put(out, "template", "default");
    put(out, "cutoff_len", &config.seq.to_string());
    put(out, "per_device_train_batch_size", &config.mb.to_string());
    put(
        out,
        "gradient_accumulation_steps",
        &config.accum.to_string(),
    );
    optimizer(out, "optim");
    put(out, "disable_gradient_checkpointing", yes(!config.ckpt));
    put(
        out,
        "flash_attn",
        if config.attn == Attention::Eager {
            "disabled"
        } else {
            "auto"
        },
    );
    put(
        out,
        "enable_liger_kernel",
        yes(config.head == LossHead::Liger),
    );
    out.carry_if(
        matches!(config.head, LossHead::Hf | LossHead::Liger),
        Key::Head,
    );
    out.carry_training();
    out.carry(&[Key::Tune, Key::Seq]);
    let dtype =
        config.dtype == Dtype::Bf16 || (config.tune == Tune::Lora && config.dtype == Dtype::Int8);
    out.carry_if(dtype, Key::Dtype);
    put(out, "bf16", "true");
    let pure = match config.tune {
        Tune::Full => config.recipe == Recipe::Bf16,
        Tune::Lora | Tune::Qlora => config.adtype == AdapterDtype::Bf16,
    };
    if pure {
        put(out, "pure_bf16", "true");
    }
    match config.tune {
        Tune::Full => out.carry_if(
            matches!(config.recipe, Recipe::Amp | Recipe::Bf16) && config.shard == Sharding::None,
            Key::Recipe,
        ),
        Tune::Lora | Tune::Qlora => out.carry(&[Key::Adtype]),
    }
    divided(
        out,
        "examples/deepspeed/ds_z",
        "_config.json",
        &[Sharding::None, Sharding::Zero2, Sharding::Zero3],
    );
    if config.task == Task::Dpo {
        let (on, full) = (out.residents.reference, config.tune == Tune::Full);
        // `auto` is the framework's own way, which with adapters is no second copy.
        if on && !full && config.reference == AutoSwitch::On {
            let model = out.model();
            put(out, "ref_model", &model);
            out.carry(&[Key::Ref]);
        } else {
            out.carry_if(on == full, Key::Ref);
            if on && !full {
                out.say(Key::Ref, FlagText::ReferenceIsBase);
            }
        }
        out.say(Key::Mb, FlagText::CountsPairs);
    }
    out.carry_if(out.residents.engine == EngineMode::None, Key::Engine);
    launch(out, "llamafactory-cli train config.yaml");
}

fn optimizer(out: &mut Out<'_>, name: &str) {
    match (optim(out.config.opt), out.config.opt, name) {
        (Some(value), _, _) => {
            put(out, name, value);
            out.carry(&[Key::Opt]);
        }
        (None, Optimizer::Muon, "optimizer") => {
            put(out, name, "muon");
            out.carry(&[Key::Opt]);
        }
        (None, Optimizer::Muon, _) => {
            put(out, "use_muon", "true");
            out.carry(&[Key::Opt]);
        }
        (None, _, _) => out.say(Key::Opt, FlagText::NoSuchOptimizer),
    }
}

/// DeepSpeed by one of the framework's own files, or FSDP. Their files are named; what stands in them is not repeated.
fn divided(out: &mut Out<'_>, before: &str, after: &str, files: &[Sharding]) {
    let config = out.config;
    let fits = files.contains(&config.shard) && config.recipe != Recipe::Fp32Grad;
    if deepspeed(config)
        && fits
        && config.offload == Offload::None
        && let Some(stage) = stage(config.shard)
    {
        let path = [before, stage, after].concat();
        put(out, "deepspeed", &path);
        out.carry(&[Key::Shard, Key::Offload]);
        out.carry_if(
            config.tune == Tune::Full && config.recipe == Recipe::Master,
            Key::Recipe,
        );
        out.say_of(Key::Shard, FlagText::FileOfFramework, &path, "");
        return;
    }
    let kept = match config.shard {
        Sharding::Fsdp2 => Some("true"),
        Sharding::Zero2 if !deepspeed(config) => Some("false"),
        Sharding::None | Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => None,
    };
    let amp = config.tune != Tune::Full || config.recipe == Recipe::Amp;
    if let (Some(reshard), true) = (kept, amp) {
        out.line(&["fsdp_config:"]);
        put(out, "  fsdp_version", "2");
        put(out, "  fsdp_reshard_after_forward", reshard);
        put(
            out,
            "  fsdp_offload_params",
            yes(config.offload == Offload::Params),
        );
        out.carry(&[Key::Shard]);
        out.carry_if(config.tune == Tune::Full, Key::Recipe);
        out.carry_if(config.offload != Offload::Optimizer, Key::Offload);
        return;
    }
    out.carry_if(
        config.shard == Sharding::None && !deepspeed(config),
        Key::Shard,
    );
    out.carry_if(config.offload == Offload::None, Key::Offload);
}

fn launch(out: &mut Out<'_>, command: &str) {
    if out.config.n > 1 {
        out.say_of(
            Key::N,
            FlagText::CardsAtLaunch,
            command,
            &out.config.n.to_string(),
        );
    }
}
