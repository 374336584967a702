//! What is read alike wherever transformers' Trainer stands beneath: batches, optimizers, attention, adapters, cards.
use super::super::value::is_none;
use super::{Reader, deepspeed};
use crate::i18n::FlagText;
use crate::ledger::config::{Targets, Tune};
use crate::ledger::optimizer::Optimizer;
use crate::ledger::words::Word;
use crate::url::Key;

/// The format that weights are loaded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loaded {
    /// fp32.
    Full,
    /// 16 bits.
    Half,
}

/// Reads TrainingArguments with PEFT, bitsandbytes and DeepSpeed beside.
pub(super) fn read(r: &mut Reader) {
    r.suppose("Trainer", Key::Task, "sft");
    r.suppose("Trainer", Key::Engine, "none");
    model(r);
    batch(r, 8);
    checkpointing(r, false);
    optimizer(r, &["optim"], "adamw");
    attention(r, &["attn_implementation"]);
    sequence_of_tokenizer(r);
    head(r, "hf");
    let adapters = adapters(r, false);
    let sharded = deepspeed::sharding(r);
    let loaded = loaded(r).unwrap_or((Loaded::Half, false));
    recipe(r, adapters, loaded, sharded);
    minor(r);
    world(r);
}

/// The model, from a flag, a trainer's argument or `from_pretrained`.
pub(super) fn model(r: &mut Reader) -> bool {
    let by_name = by_position(r)
        || r.model_of(&["model_name_or_path", "model", "model_id", "model_name"])
            .is_some();
    if !by_name
        && let Some(entry) = r.take_in(
            &["from_pretrained"],
            &["0", "pretrained_model_name_or_path"],
        )
    {
        r.model(entry.text(), "from_pretrained");
    }
    let _ = r.bag.take_in(&["from_pretrained"], &["0"]);
    by_name
}

/// The model as a trainer's first argument.
fn by_position(r: &mut Reader) -> bool {
    const TRAINERS: &[&str] = &[
        "SFTTrainer",
        "DPOTrainer",
        "GRPOTrainer",
        "RLOOTrainer",
        "PPOTrainer",
        "Trainer",
    ];
    match r.bag.take_in(TRAINERS, &["0"]) {
        Some(entry) if !entry.call && !entry.odd => {
            r.model(entry.text(), &entry.shown);
            true
        }
        Some(_) | None => false,
    }
}

/// Micro batch and accumulation.
pub(super) fn batch(r: &mut Reader, default: u64) -> u64 {
    let names = ["per_device_train_batch_size", "per_gpu_train_batch_size"];
    let mb = r.count(&names, Key::Mb, Some(default)).unwrap_or(default);
    accumulation(r, 1);
    mb
}

/// Accumulation alone.
pub(super) fn accumulation(r: &mut Reader, default: u64) -> u64 {
    let names = ["gradient_accumulation_steps"];
    r.count(&names, Key::Accum, Some(default))
        .unwrap_or(default)
}

/// Gradient checkpointing under both of its names.
pub(super) fn checkpointing(r: &mut Reader, default: bool) {
    let names = ["gradient_checkpointing", "activation_checkpointing"];
    r.flag(&names, Key::Ckpt, default);
    r.pass(&[
        "gradient_checkpointing_kwargs",
        "gradient_checkpointing_kwargs.use_reentrant",
    ]);
}

/// The optimizer of a name as transformers has it; None where the calculator has none like it.
pub(super) fn optimizer_of(name: &str) -> Option<Optimizer> {
    let name = name.rsplit('.').next().unwrap_or("").replace('-', "_");
    Some(match name.as_str() {
        "adamw"
        | "adam"
        | "adamw_torch"
        | "adamw_torch_fused"
        | "adamw_hf"
        | "adamw_apex_fused"
        | "adamw_anyprecision"
        | "paged_adamw_32bit"
        | "paged_adamw"
        | "stable_adamw"
        | "schedule_free_adamw"
        | "optimi_adamw"
        | "fusedadam"
        | "pagedadamw32bit"
        | "deepspeedcpuadam"
        | "adamw_torch_xla"
        | "adamw_torch_npu_fused" => Optimizer::AdamW,
        "adamw_8bit" | "adamw_bnb_8bit" | "adamw_torch_8bit" | "adamw8bit" | "ao_adamw_8bit" => {
            Optimizer::AdamW8bit
        }
        "paged_adamw_8bit" | "pagedadamw8bit" => Optimizer::Paged8bit,
        "ademamix_8bit" | "paged_ademamix_8bit" => Optimizer::AdEmaMix8bit,
        "adafactor" => Optimizer::Adafactor,
        "sgd" => Optimizer::Sgd,
        "lion" | "lion_32bit" | "paged_lion_32bit" => Optimizer::Lion,
        "lion_8bit" | "paged_lion_8bit" | "lion8bit" => Optimizer::Lion8bit,
        "muon" => Optimizer::Muon,
        _ => return None,
    })
}

/// The optimizer from a flag, or made by hand.
pub(super) fn optimizer(r: &mut Reader, names: &[&str], default: &str) {
    if let Some((name, flag)) = r.word(names) {
        match optimizer_of(&name) {
            Some(optimizer) => r.state(&flag, Key::Opt, optimizer.slug()),
            None => r.say_of(Some(Key::Opt), FlagText::OptimizerUnknown, &flag, &name),
        }
    } else if let Some(entry) = r.take_in(&["optimizer"], &["call"])
        && let Some(optimizer) = optimizer_of(&entry.text().to_ascii_lowercase())
    {
        r.state(&entry.shown, Key::Opt, optimizer.slug());
    }
    let fused = r
        .facts
        .iter()
        .find(|fact| fact.key == Key::Opt)
        .is_none_or(|fact| fact.flag.contains("fused"));
    if fused {
        r.suppose("adamw_torch_fused", Key::Foreach, "0");
    }
    if r.value(Key::Opt).is_none() {
        r.suppose(names.first().copied().unwrap_or(""), Key::Opt, default);
    }
}

/// Attention from a flag of the model's.
pub(super) fn attention(r: &mut Reader, names: &[&str]) {
    let entry = r
        .take(names)
        .or_else(|| r.take_in(&["from_pretrained"], &["attn_implementation"]))
        .or_else(|| r.take(&["model_init_kwargs.attn_implementation"]));
    match entry {
        Some(entry) if !is_none(entry.text()) => {
            let eager = matches!(
                entry.text().to_ascii_lowercase().as_str(),
                "eager" | "disabled" | "vanilla"
            );
            r.state(
                &entry.shown,
                Key::Attn,
                if eager { "eager" } else { "flash" },
            );
        }
        Some(_) | None => {
            let old = r.take_in(&["from_pretrained", ""], &["use_flash_attention_2"]);
            match old {
                Some(entry) => r.state(&entry.shown, Key::Attn, "flash"),
                None => r.suppose(names.first().copied().unwrap_or(""), Key::Attn, "flash"),
            }
        }
    }
}

/// The length a tokenizer call cuts to.
fn sequence_of_tokenizer(r: &mut Reader) {
    if let Some((length, flag)) = r.whole(&[
        "max_length",
        "max_seq_length",
        "model_max_length",
        "cutoff_len",
        "block_size",
    ]) {
        r.state(&flag, Key::Seq, length.to_string());
    } else if let Some(entry) = r.take_in(&["tokenizer"], &["max_length", "model_max_length"])
        && let Some((length, _)) = r.whole_of(entry, super::whole_number)
    {
        r.state("tokenizer max_length", Key::Seq, length.to_string());
        r.say(Key::Seq, FlagText::LengthFromTokenizer);
    }
}

/// The loss head: Liger's where it is on.
pub(super) fn head(r: &mut Reader, default: &str) {
    match r.switch(&["use_liger_kernel", "use_liger", "enable_liger_kernel"]) {
        Some((true, flag)) => r.state(&flag, Key::Head, "liger"),
        Some((false, flag)) => r.put_as(false, &flag, Key::Head, default),
        None => r.suppose("loss", Key::Head, default),
    }
}

/// What the adapters of a list of modules are.
pub(super) fn targets_of(names: &[String]) -> (Targets, bool) {
    let mut names: Vec<&str> = names
        .iter()
        .flat_map(|name| name.split(','))
        .map(|name| name.trim().trim_matches(['\'', '"']))
        .filter(|name| !name.is_empty())
        .collect();
    names.sort_unstable();
    names.dedup();
    match names.as_slice() {
        ["all-linear" | "all" | "all_linear"] => (Targets::AllLinear, true),
        ["q_proj", "v_proj"] => (Targets::Qv, true),
        ["k_proj", "o_proj", "q_proj", "v_proj"] => (Targets::Attn, true),
        [
            "down_proj",
            "gate_proj",
            "k_proj",
            "o_proj",
            "q_proj",
            "up_proj",
            "v_proj",
        ] => (Targets::AllLinear, true),
        other => {
            let wide = other.iter().any(|name| {
                ["gate", "up_", "down", "mlp", "fc", "dense", "w1", "experts"]
                    .iter()
                    .any(|part| name.contains(part))
            });
            match (wide, other.len()) {
                (true, _) => (Targets::AllLinear, false),
                (false, 0..=2) => (Targets::Qv, false),
                (false, _) => (Targets::Attn, false),
            }
        }
    }
}

/// States targets from a flag's values.
pub(super) fn targets(r: &mut Reader, flag: &str, values: &[String]) {
    let (targets, exact) = targets_of(values);
    r.state(flag, Key::Targets, targets.slug());
    if !exact {
        r.say_of(
            Some(Key::Targets),
            FlagText::TargetsNear,
            flag,
            &values.join(","),
        );
    }
}

const LORA: &[&str] = &["LoraConfig"];
const BITS: &[&str] = &["BitsAndBytesConfig"];

/// PEFT and bitsandbytes: which parameters train. `command` is TRL's command line, whose rank is 16.
pub(super) fn adapters(r: &mut Reader, command: bool) -> Tune {
    let object = r.bag.calls("LoraConfig") || r.bag.calls("get_peft_model");
    let asked = r.switch(&["use_peft"]);
    let mut four = r.switch(&["load_in_4bit", "model_init_kwargs.load_in_4bit"]);
    let mut eight = r.switch(&["load_in_8bit", "model_init_kwargs.load_in_8bit"]);
    for scope in [BITS, &["from_pretrained"]] {
        let mut on = |name: &str| {
            r.take_in(scope, &[name])
                .filter(|entry| super::switch(entry.text()) == Some(true))
                .map(|entry| (true, entry.shown))
        };
        four = four.or(on("load_in_4bit"));
        eight = eight.or(on("load_in_8bit"));
    }
    let four = four.filter(|(on, _)| *on);
    let eight = eight.filter(|(on, _)| *on);
    let lora = object || asked.as_ref().is_some_and(|(on, _)| *on);
    let tune = match (lora, &four) {
        (true, Some((_, flag))) => {
            r.state(flag, Key::Tune, "qlora");
            Tune::Qlora
        }
        (true, None) => {
            let flag = if object { "LoraConfig" } else { "use_peft" };
            r.state(flag, Key::Tune, "lora");
            Tune::Lora
        }
        (false, _) => {
            r.suppose("peft_config", Key::Tune, "full");
            if let Some((_, flag)) = &four {
                r.say_of(Some(Key::Tune), FlagText::QuantisedWithoutAdapter, flag, "");
            }
            Tune::Full
        }
    };
    if let (Tune::Lora, Some((_, flag))) = (tune, &eight) {
        r.state(flag, Key::Dtype, "int8");
    }
    r.say_bits();
    if tune == Tune::Full {
        return tune;
    }
    let rank = r
        .take_in(LORA, &["r"])
        .or_else(|| r.take(&["lora_r", "lora_rank"]));
    match rank.and_then(|entry| r.whole_of(entry, super::whole_number)) {
        Some((rank, flag)) => r.state(&flag, Key::Rank, rank.to_string()),
        None => r.suppose(
            if command { "lora_r" } else { "r" },
            Key::Rank,
            if command { "16" } else { "8" },
        ),
    }
    let list = r
        .take_in(LORA, &["target_modules"])
        .or_else(|| r.take(&["lora_target_modules", "target_modules"]));
    match list {
        Some(entry) if !is_none(entry.text()) => targets(r, &entry.shown.clone(), &entry.values),
        Some(_) | None => {
            r.suppose("target_modules", Key::Targets, "qv");
            r.say(Key::Targets, FlagText::TargetsNone);
        }
    }
    for name in [
        "modules_to_save",
        "use_dora",
        "rank_pattern",
        "layers_to_transform",
        "target_parameters",
        "trainable_token_indices",
    ] {
        let entry = r
            .bag
            .take_in(LORA, &[name])
            .or_else(|| r.bag.take(&[name, &["lora_", name].concat()]));
        if let Some(entry) = entry
            && !is_none(entry.text())
            && super::switch(entry.text()) != Some(false)
        {
            r.say_of(None, FlagText::AdapterExtra, &entry.shown, &entry.all());
        }
    }
    for name in [
        "lora_alpha",
        "lora_dropout",
        "bias",
        "task_type",
        "use_rslora",
        "inference_mode",
        "init_lora_weights",
        "0",
    ] {
        if let Some(entry) = r.bag.take_in(LORA, &[name]) {
            r.idle.push(entry.shown);
        }
    }
    if r.bag
        .take_in(&["prepare_model_for_kbit_training"], &["call"])
        .is_some()
    {
        r.state("prepare_model_for_kbit_training", Key::Kbit, "1");
        r.state("prepare_model_for_kbit_training", Key::Ckpt, "1");
        r.say(Key::Kbit, FlagText::KbitCasts);
    } else {
        r.suppose("prepare_model_for_kbit_training", Key::Kbit, "0");
    }
    tune
}

impl Reader {
    /// What is to be said of bitsandbytes' settings.
    fn say_bits(&mut self) {
        let double = self
            .bag
            .take_in(BITS, &["bnb_4bit_use_double_quant"])
            .or_else(|| {
                self.bag.take(&[
                    "use_bnb_nested_quant",
                    "bnb_4bit_use_double_quant",
                    "double_quantization",
                ])
            });
        if let Some(entry) = double
            && super::switch(entry.text()).unwrap_or(entry.values.is_empty())
        {
            self.say_of(Some(Key::Dtype), FlagText::DoubleQuant, &entry.shown, "");
        }
        let compute = self.bag.take_in(BITS, &["bnb_4bit_compute_dtype"]);
        if self.bag.calls("BitsAndBytesConfig")
            && compute.is_none_or(|entry| entry.text().contains("float32"))
        {
            self.say(Key::Dtype, FlagText::ComputeDtype);
        }
        for name in [
            "bnb_4bit_quant_type",
            "bnb_4bit_quant_storage",
            "llm_int8_enable_fp32_cpu_offload",
            "llm_int8_threshold",
        ] {
            let _ = self.bag.take_in(BITS, &[name]);
            let _ = self.bag.take(&[name]);
        }
    }
}

/// The format the weights are loaded in where the text gives one, and whether it was given.
pub(super) fn loaded(r: &mut Reader) -> Option<(Loaded, bool)> {
    let names = [
        "dtype",
        "torch_dtype",
        "model_init_kwargs.dtype",
        "model_init_kwargs.torch_dtype",
    ];
    let entry = r
        .take_in(&["from_pretrained"], &["dtype", "torch_dtype"])
        .or_else(|| r.take(&names))?;
    let text = entry.text().to_ascii_lowercase();
    if text.contains("float32") || text == "fp32" || text == "float" {
        Some((Loaded::Full, true))
    } else if is_none(&text) {
        None
    } else {
        Some((Loaded::Half, true))
    }
}

/// Bytes per trainable parameter: from the weights' format, mixed precision, and who keeps the optimizer.
pub(super) fn recipe(
    r: &mut Reader,
    tune: Tune,
    loaded: (Loaded, bool),
    sharded: Option<&'static str>,
) {
    let bf16 = r.switch(&["bf16"]);
    let fp16 = r.switch(&["fp16"]);
    let mixed = bf16
        .clone()
        .filter(|(on, _)| *on)
        .or(fp16.filter(|(on, _)| *on));
    let (format, stated) = loaded;
    let flag = if stated { "dtype" } else { "bf16" };
    if tune != Tune::Full {
        // PEFT keeps adapters in fp32 (autocast_adapter_dtype).
        r.suppose("autocast_adapter_dtype", Key::Adtype, "fp32");
        r.suppose("autocast_adapter_dtype", Key::Recipe, "amp");
        if format == Loaded::Full && tune == Tune::Lora && r.value(Key::Dtype).is_none() {
            r.put_as(stated, flag, Key::Dtype, "fp32");
            r.say(Key::Dtype, FlagText::BaseInFp32);
        }
        return;
    }
    if let Some(recipe) = sharded {
        r.state("deepspeed", Key::Recipe, recipe);
        return;
    }
    let value = match (format, &mixed) {
        (Loaded::Full, _) => "amp",
        (Loaded::Half, _) => "bf16",
    };
    if mixed.is_some() && format == Loaded::Half {
        r.say(Key::Recipe, FlagText::AutocastCastsNothing);
    }
    r.put_as(
        stated || (mixed.is_some() && value == "amp"),
        flag,
        Key::Recipe,
        value,
    );
}

/// Flags of the trainer that the calculator has no key for, each said.
pub(super) fn minor(r: &mut Reader) {
    r.note(&["torch_compile"], None, FlagText::Compiled);
    r.note(
        &["auto_find_batch_size"],
        Some(Key::Mb),
        FlagText::BatchSearched,
    );
    r.note(&["torch_empty_cache_steps"], None, FlagText::EmptyCache);
    r.note(
        &["activation_offloading"],
        Some(Key::Ckpt),
        FlagText::ActivationsOffloaded,
    );
    r.pass(&["eval_accumulation_steps"]);
    for name in ["mixed_precision", "num_machines", "machine_rank"] {
        r.pass(&[name]);
    }
    r.pass(&["per_device_eval_batch_size"]);
}

/// Training cards, from whoever starts the processes.
pub(super) fn world(r: &mut Reader) -> Option<u64> {
    if let Some(n) = r.number(Key::N) {
        return Some(n);
    }
    let nodes = r
        .whole(&["nnodes", "num_nodes"])
        .map_or(1, |(nodes, _)| nodes.max(1));
    let found = r
        .whole(&["num_processes"])
        .or_else(|| {
            let (each, flag) = r.whole(&["nproc_per_node", "num_gpus"])?;
            Some((each.saturating_mul(nodes), flag))
        })
        .or_else(|| {
            let (each, flag) = r.whole(&["env.NPROC_PER_NODE"])?;
            Some((each.saturating_mul(nodes), flag))
        })
        .or_else(|| {
            let entry = r.take(&["env.CUDA_VISIBLE_DEVICES", "env.HIP_VISIBLE_DEVICES"])?;
            let cards = entry
                .text()
                .split(',')
                .filter(|card| !card.trim().is_empty())
                .count();
            (cards > 0).then(|| (u64::try_from(cards).unwrap_or(1), entry.shown))
        })?;
    let (n, flag) = found;
    r.state(&flag, Key::N, n.to_string());
    r.pass(&["num_machines"]);
    Some(n)
}
