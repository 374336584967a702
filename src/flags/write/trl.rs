//! TRL as Python: a configuration, a trainer, and PEFT's and bitsandbytes' objects where they are used.
use super::{Out, deepspeed, modules, optim, stage};
use crate::flags::Remark;
use crate::i18n::FlagText;
use crate::ledger::config::{
    AdapterDtype, Attention, EngineMode, LossHead, Offload, Sharding, Task, Tune,
};
use crate::ledger::optimizer::Recipe;
use crate::ledger::precision::{Dtype, KvDtype};
use crate::url::Key;

/// Writes it.
pub(super) fn write(out: &mut Out<'_>) {
    let kind = match out.config.task {
        Task::Sft => "SFT",
        Task::Dpo => "DPO",
        Task::Grpo => "GRPO",
        Task::Serve | Task::Ppo => return out.refuse(),
    };
    let config = out.config;
    let adapters = config.tune != Tune::Full;
    let bits =
        config.tune == Tune::Qlora || (config.tune == Tune::Lora && config.dtype == Dtype::Int8);
    if bits {
        out.line(&["import torch"]);
    }
    if adapters {
        out.line(&["from peft import LoraConfig"]);
    }
    if bits {
        out.line(&["from transformers import BitsAndBytesConfig"]);
    }
    out.line(&["from trl import ", kind, "Config, ", kind, "Trainer"]);
    out.line(&[]);
    if adapters {
        lora(out);
    }
    if bits {
        quantisation(out);
    }
    out.line(&["args = ", kind, "Config("]);
    arg(out, "output_dir", "\"out\"");
    arg(out, "per_device_train_batch_size", &config.mb.to_string());
    arg(
        out,
        "gradient_accumulation_steps",
        &config.accum.to_string(),
    );
    arg(out, "gradient_checkpointing", python(config.ckpt));
    out.carry_training();
    out.carry(&[Key::Tune]);
    match optim(config.opt) {
        Some(name) => {
            arg(out, "optim", &quoted(name));
            out.carry(&[Key::Opt]);
        }
        None => out.say(Key::Opt, FlagText::NoSuchOptimizer),
    }
    arg(out, "bf16", "True");
    loading(out, bits);
    sharding(out);
    head(out);
    match config.task {
        Task::Grpo => sampling(out),
        Task::Sft | Task::Dpo | Task::Serve | Task::Ppo => {
            arg(out, "max_length", &config.seq.to_string());
            out.carry(&[Key::Seq]);
            out.carry_if(out.residents.engine == EngineMode::None, Key::Engine);
        }
    }
    reference(out);
    out.line(&[")"]);
    let model = quoted(&out.model());
    out.line(&["trainer = ", kind, "Trainer("]);
    arg(out, "model", &model);
    arg(out, "args", "args");
    if config.task == Task::Grpo {
        arg(out, "reward_funcs", "[reward]");
    }
    arg(out, "train_dataset", "dataset");
    if adapters {
        arg(out, "peft_config", "peft_config");
    }
    out.line(&[")"]);
    if config.n > 1 {
        out.say_of(
            Key::N,
            FlagText::LaunchWith,
            "accelerate launch --num_processes",
            &config.n.to_string(),
        );
    }
    out.carry_if(!config.kbit, Key::Kbit);
}

fn arg(out: &mut Out<'_>, name: &str, value: &str) {
    out.line(&["    ", name, "=", value, ","]);
}

fn quoted(text: &str) -> String {
    ["\"", text, "\""].concat()
}

const fn python(on: bool) -> &'static str {
    if on { "True" } else { "False" }
}

fn lora(out: &mut Out<'_>) {
    let config = out.config;
    out.line(&["peft_config = LoraConfig("]);
    arg(out, "r", &config.rank.to_string());
    arg(
        out,
        "lora_alpha",
        &config.rank.saturating_mul(2).to_string(),
    );
    let targets = match modules(config.targets) {
        None => "\"all-linear\"".to_string(),
        Some(names) => ["[\"", &names.join("\", \""), "\"]"].concat(),
    };
    arg(out, "target_modules", &targets);
    arg(out, "task_type", "\"CAUSAL_LM\"");
    out.line(&[")"]);
    out.carry(&[Key::Rank, Key::Targets]);
    let adapter = match config.tune {
        Tune::Qlora => AdapterDtype::Bf16,
        Tune::Lora | Tune::Full => AdapterDtype::Fp32,
    };
    out.carry_if(config.adtype == adapter, Key::Adtype);
    out.say(Key::Targets, FlagText::TargetsNone);
}

fn quantisation(out: &mut Out<'_>) {
    out.line(&["bits = BitsAndBytesConfig("]);
    if out.config.tune == Tune::Qlora {
        arg(out, "load_in_4bit", "True");
        arg(out, "bnb_4bit_quant_type", "\"nf4\"");
        arg(out, "bnb_4bit_compute_dtype", "torch.bfloat16");
        out.say(Key::Dtype, FlagText::QuantDefaults);
    } else {
        arg(out, "load_in_8bit", "True");
    }
    out.line(&[")"]);
}

/// How the weights are loaded.
fn loading(out: &mut Out<'_>, bits: bool) {
    let config = out.config;
    let engine = out.residents.engine != EngineMode::None;
    let full = match config.tune {
        Tune::Full => config.recipe == Recipe::Amp,
        Tune::Lora => config.dtype == Dtype::Fp32 && !engine,
        Tune::Qlora => false,
    };
    let dtype = if full { "float32" } else { "bfloat16" };
    let text = if bits {
        [
            "{\"dtype\": \"",
            dtype,
            "\", \"quantization_config\": bits}",
        ]
        .concat()
    } else {
        ["{\"dtype\": \"", dtype, "\"}"].concat()
    };
    arg(out, "model_init_kwargs", &text);
    let carried = match config.tune {
        Tune::Full | Tune::Qlora => config.dtype == Dtype::Bf16,
        Tune::Lora => matches!(config.dtype, Dtype::Bf16 | Dtype::Int8) || full,
    };
    out.carry_if(carried, Key::Dtype);
    if config.tune == Tune::Full {
        match config.recipe {
            Recipe::Amp | Recipe::Bf16 => {
                out.carry_if(
                    !deepspeed(config) && matches!(config.shard, Sharding::None),
                    Key::Recipe,
                );
            }
            Recipe::Master | Recipe::Fp32Grad | Recipe::NoMaster => {}
        }
        if !full {
            out.say(Key::Recipe, FlagText::LoadsInFp32);
        }
    }
}

/// DeepSpeed as a dictionary, FSDP as its settings.
fn sharding(out: &mut Out<'_>) {
    let config = out.config;
    if deepspeed(config)
        && let Some(stage) = stage(config.shard)
    {
        let gradients = match config.recipe {
            Recipe::Fp32Grad => ", \"data_types\": {\"grad_accum_dtype\": \"fp32\"}",
            Recipe::Master | Recipe::NoMaster | Recipe::Bf16 | Recipe::Amp => "",
        };
        let offload = match config.offload {
            Offload::None => "",
            Offload::Optimizer => ", \"offload_optimizer\": {\"device\": \"cpu\"}",
            Offload::Params => {
                ", \"offload_optimizer\": {\"device\": \"cpu\"}, \"offload_param\": {\"device\": \"cpu\"}"
            }
        };
        let text = [
            "{\"bf16\": {\"enabled\": True}",
            gradients,
            ", \"zero_optimization\": {\"stage\": ",
            stage,
            offload,
            "}, \"train_micro_batch_size_per_gpu\": \"auto\"}",
        ]
        .concat();
        arg(out, "deepspeed", &text);
        out.carry(&[Key::Shard, Key::Offload]);
        out.carry_if(config.tune == Tune::Full, Key::Recipe);
        return;
    }
    let fsdp = match config.shard {
        Sharding::None | Sharding::Zero1 => {
            out.carry_if(config.shard == Sharding::None, Key::Shard);
            out.carry_if(config.offload == Offload::None, Key::Offload);
            return;
        }
        Sharding::Zero2 => "{\"version\": 2, \"reshard_after_forward\": False",
        Sharding::Zero3 => "{\"version\": 1, \"fsdp_sharding_strategy\": \"FULL_SHARD\"",
        Sharding::Fsdp2 => "{\"version\": 2, \"reshard_after_forward\": True",
    };
    let offload = match config.offload {
        Offload::None | Offload::Optimizer => "}",
        Offload::Params => ", \"cpu_offload\": True}",
    };
    arg(out, "fsdp", "True");
    arg(out, "fsdp_config", &[fsdp, offload].concat());
    out.carry(&[Key::Shard]);
    out.carry_if(config.offload != Offload::Optimizer, Key::Offload);
    out.carry_if(
        config.tune == Tune::Full && config.recipe == Recipe::Amp,
        Key::Recipe,
    );
}

fn head(out: &mut Out<'_>) {
    let config = out.config;
    match (config.head, config.task) {
        (LossHead::TrlFused, _) => out.carry(&[Key::Head]),
        (LossHead::Liger, Task::Sft | Task::Dpo) => {
            arg(out, "use_liger_kernel", "True");
            out.carry(&[Key::Head]);
        }
        (_, _) => out.say(Key::Head, FlagText::HeadIsFused),
    }
    if config.attn == Attention::Eager {
        arg(out, "attn_implementation", "\"eager\"");
    }
}

fn sampling(out: &mut Out<'_>) {
    let config = out.config;
    arg(out, "num_generations", &config.gens.to_string());
    out.carry(&[Key::Gens]);
    let (_, completion) = out.lengths();
    arg(out, "max_completion_length", &completion.to_string());
    out.say_completions();
    match out.residents.engine {
        EngineMode::None | EngineMode::Auto | EngineMode::Alone => {
            arg(out, "use_vllm", "False");
            out.carry(&[Key::Engine]);
            out.say(Key::Engine, FlagText::GenerateInTrainer);
            out.say(Key::Seq, FlagText::NoPromptCap);
        }
        EngineMode::Server => {
            arg(out, "use_vllm", "True");
            arg(out, "vllm_mode", "\"server\"");
            out.carry(&[Key::Engine]);
            out.say(Key::Util, FlagText::ServerHasItsOwn);
            out.say(Key::Seq, FlagText::NoPromptCap);
            server(out);
        }
        EngineMode::Colocate => colocate(out),
    }
}

/// The line that starts the server, as a comment: it is a command of its own.
fn server(out: &mut Out<'_>) {
    let carried = out.carried.clone();
    let model = out.model();
    let util = out
        .util_text()
        .map(|util| [" --gpu_memory_utilization ", &util].concat());
    let config = out.config;
    let length = config.len.to_string();
    let tp = config.tp.to_string();
    out.line(&[
        "    # trl vllm-serve --model ",
        &model,
        " --tensor_parallel_size ",
        &tp,
        util.as_deref().unwrap_or(""),
        " --max_model_len ",
        &length,
    ]);
    // A comment carries nothing.
    out.carried = carried;
}

fn colocate(out: &mut Out<'_>) {
    let config = out.config;
    arg(out, "use_vllm", "True");
    arg(out, "vllm_mode", "\"colocate\"");
    if let Some(util) = out.util_text() {
        arg(out, "vllm_gpu_memory_utilization", &util);
    }
    arg(out, "vllm_max_model_length", &config.len.to_string());
    arg(out, "vllm_tensor_parallel_size", &config.tp.to_string());
    arg(out, "vllm_enable_sleep_mode", python(config.sleep > 0));
    out.carry(&[Key::Engine, Key::Len, Key::Tp]);
    out.carry_if(config.seq == config.len, Key::Seq);
    out.carry_if(
        config
            .comp
            .is_some_and(|comp| comp < config.seq && comp <= config.len),
        Key::Comp,
    );
    out.carry_if(config.sleep != 1, Key::Sleep);
    out.carry_if(config.batched == 4096, Key::Batched);
    out.carry_if(!config.eager, Key::Eager);
    out.carry_if(config.kvdtype == KvDtype::Bf16, Key::Kvdtype);
    let each = config.mb.saturating_mul(config.tp).max(1);
    if config.conc.is_multiple_of(each) {
        arg(
            out,
            "steps_per_generation",
            &(config.conc / each).to_string(),
        );
        out.carry(&[Key::Conc]);
        out.carry_if(config.seqs == config.conc, Key::Seqs);
    } else {
        out.say_of(Key::Conc, FlagText::ConcByBatch, &each.to_string(), "");
    }
    out.say(Key::Sleep, FlagText::SleepIsBool);
    out.say(Key::Util, FlagText::UtilThirty);
    out.said.push(Remark::of(
        Some(Key::Batched),
        FlagText::BatchedFixed,
        "4096",
        "",
    ));
}

fn reference(out: &mut Out<'_>) {
    let (config, on) = (out.config, out.residents.reference);
    let full = config.tune == Tune::Full;
    match config.task {
        Task::Grpo => {
            arg(out, "beta", if on { "0.04" } else { "0.0" });
            out.carry_if(full || !on, Key::Ref);
        }
        Task::Dpo => {
            if !on && full {
                arg(out, "precompute_ref_log_probs", "True");
            } else {
                arg(out, "beta", "0.1");
            }
            out.carry_if(full || !on, Key::Ref);
            out.say(Key::Mb, FlagText::CountsPairs);
        }
        Task::Sft | Task::Serve | Task::Ppo => {}
    }
    if on && !full {
        out.say(Key::Ref, FlagText::ReferenceIsBase);
    }
}
