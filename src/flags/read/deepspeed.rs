//! How state is divided over cards: DeepSpeed's JSON, FSDP's settings, accelerate's file, preset names of either.
use super::super::value::{is_none, switch};
use super::{Reader, training};
use crate::i18n::FlagText;
use crate::url::Key;

/// A DeepSpeed configuration alone.
pub(super) fn read_alone(r: &mut Reader) {
    let recipe = json(r, "");
    if let Some((mb, flag)) = r.whole(&["train_micro_batch_size_per_gpu"]) {
        r.state(&flag, Key::Mb, mb.to_string());
    }
    if let Some((accum, flag)) = r.whole(&["gradient_accumulation_steps"]) {
        r.state(&flag, Key::Accum, accum.to_string());
    }
    r.state("bf16", Key::Recipe, recipe);
    if let Some((total, flag)) = r.whole(&["train_batch_size"]) {
        let each = r
            .number(Key::Mb)
            .unwrap_or(0)
            .saturating_mul(r.number(Key::Accum).unwrap_or(0));
        if each > 0 && total.is_multiple_of(each) {
            r.state(&flag, Key::N, (total / each).to_string());
        }
    }
    if r.value(Key::Mb).is_none() {
        r.say(Key::Mb, FlagText::AutoFromTrainer);
    }
}

/// An accelerate configuration alone.
pub(super) fn read_accelerate(r: &mut Reader) {
    let recipe = sharding(r);
    training::world(r);
    if recipe.is_some()
        && let Some(entry) = r.bag.take(&["mixed_precision"])
    {
        r.idle.push(entry.shown);
    }
    if let Some(recipe) = recipe {
        r.state("mixed_precision", Key::Recipe, recipe);
    } else if let Some((mixed, flag)) = r.word(&["mixed_precision"])
        && matches!(mixed.as_str(), "bf16" | "fp16" | "fp8")
    {
        r.state(&flag, Key::Recipe, "amp");
    }
    if let Some((accum, flag)) = r.whole(&[
        "gradient_accumulation_steps",
        "deepspeed_config.gradient_accumulation_steps",
    ]) {
        r.state(&flag, Key::Accum, accum.to_string());
    }
}

/// ZeRO or FSDP wherever it is written; the recipe that comes with it.
pub(super) fn sharding(r: &mut Reader) -> Option<&'static str> {
    // Whole configurations first: they say more than a name.
    for prefix in ["deepspeed.", ""] {
        if r.bag.has_under(&[prefix, "zero_optimization."].concat()) {
            return Some(json(r, prefix));
        }
    }
    if let Some(recipe) = accelerate(r) {
        return Some(recipe);
    }
    if let Some(entry) = r.take(&["deepspeed", "deepspeed_config"])
        && !is_none(entry.text())
    {
        return by_name(r, entry.text(), &entry.shown);
    }
    if let Some(entry) = r.take(&["config_file"])
        && let Some(recipe) = by_name(r, entry.text(), &entry.shown)
    {
        return Some(recipe);
    }
    let recipe = fsdp(r);
    if recipe.is_none() {
        r.suppose("deepspeed", Key::Shard, "none");
    }
    recipe
}

/// The stage that a file's or preset's name gives away: `ds_z3_config.json`, `zero2_offload`.
fn by_name(r: &mut Reader, name: &str, flag: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let last = lower.rsplit(['/', '\\']).next().unwrap_or("");
    let stage = (0..=3u8).rev().find(|stage| {
        ["zero", "zero_", "zero-", "z", "stage", "stage_", "stage-"]
            .iter()
            .any(|word| {
                let mark = [*word, &stage.to_string()].concat();
                last.contains(&mark)
            })
    });
    let Some(stage) = stage else {
        r.say_of(Some(Key::Shard), FlagText::FileNotSeen, flag, name);
        return None;
    };
    r.state(flag, Key::Shard, zero(u64::from(stage)));
    if last.contains("offload") {
        r.state(
            flag,
            Key::Offload,
            if stage == 3 { "params" } else { "optimizer" },
        );
    } else {
        r.suppose(flag, Key::Offload, "none");
    }
    if last.contains(".json") || last.contains(".y") {
        r.say_of(Some(Key::Shard), FlagText::StageFromName, flag, name);
    }
    Some("master")
}

pub(super) fn zero(stage: u64) -> &'static str {
    match stage {
        0 => "none",
        1 => "zero1",
        2 => "zero2",
        _ => "zero3",
    }
}

/// DeepSpeed's JSON, its names behind `prefix`; the recipe.
fn json(r: &mut Reader, prefix: &str) -> &'static str {
    let full = |name: &str| [prefix, name].concat();
    if let Some((stage, flag)) = r.whole(&[&full("zero_optimization.stage")]) {
        r.state(&flag, Key::Shard, zero(stage));
    }
    let mut place = |names: &[&str]| {
        names.iter().any(|name| {
            let name = full(name);
            r.take(&[&name])
                .is_some_and(|entry| !is_none(entry.text()) && switch(entry.text()) != Some(false))
        })
    };
    let params = place(&[
        "zero_optimization.offload_param.device",
        "zero_optimization.cpu_offload_param",
    ]);
    let states = place(&[
        "zero_optimization.offload_optimizer.device",
        "zero_optimization.cpu_offload",
    ]);
    match (params, states) {
        (true, _) => r.state("offload_param", Key::Offload, "params"),
        (false, true) => r.state("offload_optimizer", Key::Offload, "optimizer"),
        (false, false) => r.suppose("offload_optimizer", Key::Offload, "none"),
    }
    for rest in [
        "offload_param.pin_memory",
        "offload_optimizer.pin_memory",
        "offload_param.nvme_path",
        "offload_optimizer.nvme_path",
    ] {
        let _ = r.bag.take(&[&full(&["zero_optimization.", rest].concat())]);
    }
    for bucket in [
        "reduce_bucket_size",
        "allgather_bucket_size",
        "stage3_prefetch_bucket_size",
    ] {
        if let Some((size, flag)) = r.whole(&[&full(&["zero_optimization.", bucket].concat())]) {
            r.say_of(None, FlagText::BucketElements, &flag, &size.to_string());
        }
    }
    for rest in [
        "stage3_param_persistence_threshold",
        "stage3_max_live_parameters",
        "stage3_max_reuse_distance",
        "sub_group_size",
        "overlap_comm",
        "contiguous_gradients",
        "reduce_scatter",
        "allgather_partitions",
        "round_robin_gradients",
        "stage3_gather_16bit_weights_on_model_save",
    ] {
        r.pass(&[&full(&["zero_optimization.", rest].concat())]);
    }
    for quantised in [
        "zero_hpz_partition_size",
        "zero_quantized_weights",
        "zero_quantized_gradients",
    ] {
        r.note(
            &[&full(&["zero_optimization.", quantised].concat())],
            Some(Key::Shard),
            FlagText::ZeroPlus,
        );
    }
    if r.bag.has_under(&full("activation_checkpointing.")) {
        r.say(Key::Ckpt, FlagText::DeepspeedCheckpointing);
        r.pass_under(&full("activation_checkpointing."));
    }
    if let Some((name, flag)) = r.word(&[&full("optimizer.type")]) {
        match training::optimizer_of(&name) {
            Some(optimizer) => r.state(&flag, Key::Opt, super::slug(optimizer)),
            None => r.say_of(Some(Key::Opt), FlagText::OptimizerUnknown, &flag, &name),
        }
    }
    let gradients = r.word(&[&full("data_types.grad_accum_dtype")]);
    let on = |r: &mut Reader, name: &str| {
        r.take(&[&full(name)])
            .is_some_and(|entry| switch(entry.text()).unwrap_or(true))
    };
    let bf16 = on(r, "bf16.enabled") || on(r, "bfloat16.enabled");
    let fp16 = on(r, "fp16.enabled");
    if !prefix.is_empty() {
        for rest in [
            "train_micro_batch_size_per_gpu",
            "train_batch_size",
            "gradient_accumulation_steps",
            "gradient_clipping",
        ] {
            if let Some(entry) = r.bag.take(&[&full(rest)])
                && entry.text() != "auto"
                && rest == "train_micro_batch_size_per_gpu"
                && let Some(mb) = super::whole_number(entry.text())
            {
                r.state(&entry.shown, Key::Mb, mb.to_string());
            }
        }
    }
    match (
        gradients.is_some_and(|(dtype, _)| dtype == "fp32"),
        bf16 || fp16,
    ) {
        (true, _) => "fp32grad",
        (false, true) => "master",
        (false, false) => {
            r.say(Key::Recipe, FlagText::DeepspeedPrecision);
            "master"
        }
    }
}

/// accelerate's file or launcher flags; the recipe where they divide anything.
fn accelerate(r: &mut Reader) -> Option<&'static str> {
    let kind = r.word(&["distributed_type"]);
    let stage = r.whole(&["deepspeed_config.zero_stage", "zero_stage"]);
    if let Some((stage, flag)) = stage {
        r.state(&flag, Key::Shard, zero(stage));
        devices(r);
        return Some("master");
    }
    match kind.as_ref().map(|(kind, flag)| (kind.as_str(), flag)) {
        Some(("deepspeed", flag)) => {
            if let Some(entry) = r.take(&[
                "deepspeed_config.deepspeed_config_file",
                "deepspeed_config_file",
            ]) {
                return by_name(r, entry.text(), &entry.shown);
            }
            r.suppose(flag, Key::Shard, "zero2");
            devices(r);
            Some("master")
        }
        Some(("megatron_lm", flag)) => {
            r.say_of(Some(Key::Shard), FlagText::MegatronParallel, flag, "");
            None
        }
        Some(("multi_gpu" | "no", flag)) => {
            let flag = flag.clone();
            r.state(&flag, Key::Shard, "none");
            None
        }
        Some(_) | None => None,
    }
}

fn devices(r: &mut Reader) {
    let on =
        |r: &mut Reader, names: &[&str]| r.take(names).is_some_and(|entry| !is_none(entry.text()));
    let params = on(
        r,
        &[
            "deepspeed_config.offload_param_device",
            "offload_param_device",
        ],
    );
    let states = on(
        r,
        &[
            "deepspeed_config.offload_optimizer_device",
            "offload_optimizer_device",
        ],
    );
    match (params, states) {
        (true, _) => r.state("offload_param_device", Key::Offload, "params"),
        (false, true) => r.state("offload_optimizer_device", Key::Offload, "optimizer"),
        (false, false) => r.suppose("offload_optimizer_device", Key::Offload, "none"),
    }
}

/// FSDP as transformers, accelerate and Axolotl write it.
fn fsdp(r: &mut Reader) -> Option<&'static str> {
    let within = r.bag.has_under("fsdp_config.")
        || r.bag.has("fsdp_sharding_strategy")
        || r.bag.has("use_fsdp");
    let by_flag = r
        .take(&["fsdp", "use_fsdp"])
        .filter(|entry| !is_none(entry.text()) && switch(entry.text()) != Some(false));
    if !within && by_flag.is_none() {
        return None;
    }
    let both = |name: &str| {
        [
            ["fsdp_config.fsdp_", name].concat(),
            ["fsdp_config.", name].concat(),
            ["fsdp_", name].concat(),
        ]
    };
    let mut find = |name: &str| {
        let [whole, plain, flat] = both(name);
        r.take(&[&whole, &plain, &flat])
    };
    let version = find("version");
    let reshard = find("reshard_after_forward");
    let strategy = find("sharding_strategy");
    let offload = find("offload_params").or_else(|| find("cpu_offload"));
    let checkpointing = find("activation_checkpointing");
    let second = version
        .as_ref()
        .map_or(by_flag.is_some() && strategy.is_none(), |v| v.text() == "2");
    let old = by_flag
        .as_ref()
        .map(|entry| entry.all().to_ascii_lowercase())
        .unwrap_or_default();
    let kind = strategy
        .as_ref()
        .map(|entry| entry.text().to_ascii_lowercase())
        .unwrap_or_default();
    let kept = reshard.as_ref().is_some_and(|entry| {
        switch(entry.text()) == Some(false) || entry.text().to_ascii_lowercase().contains("grad_op")
    });
    let all = [old.as_str(), " ", kind.as_str()].concat();
    let shard = if all.contains("no_shard") || kind == "3" {
        "none"
    } else if kept || all.contains("grad_op") || kind == "2" {
        "zero2"
    } else if second {
        "fsdp2"
    } else {
        "zero3"
    };
    let flag = by_flag
        .or(strategy)
        .or(reshard)
        .or(version)
        .map_or_else(|| "fsdp_config".to_string(), |entry| entry.shown);
    r.state(&flag, Key::Shard, shard);
    if all.contains("hybrid") {
        r.say_of(Some(Key::Shard), FlagText::HybridShard, &flag, "");
    }
    match offload.filter(|entry| switch(entry.text()) == Some(true)) {
        Some(entry) => r.state(&entry.shown, Key::Offload, "params"),
        None if old.contains("offload") => r.state(&flag, Key::Offload, "params"),
        None => r.suppose("offload_params", Key::Offload, "none"),
    }
    if let Some(entry) = checkpointing.filter(|entry| switch(entry.text()) == Some(true)) {
        r.state(&entry.shown, Key::Ckpt, "1");
    }
    Some("amp")
}
