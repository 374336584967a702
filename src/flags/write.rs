//! From a configuration to a framework's words: the text, the keys it carries, and the keys it cannot.
mod engines;
mod openrlhf;
mod trl;
mod verl;
mod yaml;

use super::{Framework, Remark, models};
use crate::i18n::FlagText;
use crate::ledger::config::{Config, Method, ModelSource, Sharding, Targets, Tune};
use crate::ledger::optimizer::{Optimizer, Recipe};
use crate::ledger::paradigm::Residents;
use crate::ledger::words::Word;
use crate::ledger::{Ledger, colocate};
use crate::url::{self, FIELDS, Key, Link, fields};

/// A configuration in a framework's words.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The text; empty where the framework has no such task.
    pub text: String,
    /// Keys that the text carries: reading it gives them back.
    pub carried: Vec<Key>,
    /// Keys of this configuration that the framework has no words for.
    pub cannot: Vec<Key>,
    /// Traps and what goes beside.
    pub said: Vec<Remark>,
}

/// Writes a configuration; a utilisation that the calculator works out is taken from its ledger.
pub fn write(config: &Config, ledger: &Ledger, framework: Framework) -> Written {
    let util = colocate::engine_pool(config, ledger).map(|pool| pool.util);
    let mut out = Out {
        config,
        residents: Residents::of(config),
        util,
        text: String::new(),
        carried: Vec::new(),
        said: Vec::new(),
    };
    match framework {
        Framework::Trl | Framework::Hf | Framework::Msswift => trl::write(&mut out),
        Framework::Verl | Framework::Slime => verl::write(&mut out),
        Framework::Openrlhf => openrlhf::write(&mut out),
        Framework::Axolotl => yaml::axolotl(&mut out),
        Framework::Llamafactory | Framework::Deepspeed | Framework::Accelerate => {
            yaml::factory(&mut out)
        }
        Framework::Vllm => engines::vllm(&mut out),
        Framework::Sglang => engines::sglang(&mut out),
    }
    out.done()
}

/// What is being written.
struct Out<'a> {
    config: &'a Config,
    residents: Residents,
    /// The engine's share in hundredths, where one runs.
    util: Option<u64>,
    text: String,
    carried: Vec<Key>,
    said: Vec<Remark>,
}

/// Keys that are no framework's business: the card, money, and how the page computes and shows.
fn beside(key: Key) -> bool {
    matches!(
        key,
        Key::Gpu
            | Key::Mem
            | Key::Context
            | Key::Price
            | Key::Cur
            | Key::Node
            | Key::Hours
            | Key::Qps
            | Key::Mfu
            | Key::Actshare
            | Key::Method
            | Key::Vs
            | Key::Vs2
            | Key::Vs3
            | Key::Seed
            | Key::Axes
            | Key::Hub
            | Key::Params
    ) || fields::is_display(key)
}

/// Keys whose defaults differ between the calculator and frameworks: said even where they stand at the default.
fn weighty(key: Key) -> bool {
    matches!(
        key,
        Key::Model
            | Key::Task
            | Key::Tune
            | Key::Recipe
            | Key::Opt
            | Key::Mb
            | Key::Seq
            | Key::Ckpt
            | Key::Attn
            | Key::Head
            | Key::Ref
            | Key::Engine
            | Key::Conc
            | Key::Len
            | Key::Shard
    )
}

impl Out<'_> {
    fn carry(&mut self, keys: &[Key]) {
        for key in keys {
            if !self.carried.contains(key) {
                self.carried.push(*key);
            }
        }
    }

    /// Carries a key where the framework's only way is this configuration's.
    fn carry_if(&mut self, holds: bool, key: Key) {
        if holds {
            self.carry(&[key]);
        }
    }

    fn line(&mut self, parts: &[&str]) {
        for part in parts {
            self.text.push_str(part);
        }
        self.text.push('\n');
    }

    fn say(&mut self, key: Key, what: FlagText) {
        self.said.push(Remark::on(key, what));
    }

    fn say_of(&mut self, key: Key, what: FlagText, flag: &str, value: &str) {
        self.said.push(Remark::of(Some(key), what, flag, value));
    }

    /// The framework has no such task.
    fn refuse(&mut self) {
        self.text.clear();
        self.carried.clear();
        self.said.clear();
        let task = self.config.task.slug();
        self.say_of(Key::Task, FlagText::NoSuchTask, task, "");
    }

    /// The model's name on the hub; a model of one's own is a path to fill in.
    fn model(&mut self) -> String {
        match &self.config.model.source {
            ModelSource::Preset(preset) => {
                let (name, known) = models::hub_name(preset);
                self.carry(&[Key::Model]);
                if !known {
                    self.say_of(Key::Model, FlagText::HubNameUnknown, &name, "");
                }
                name
            }
            ModelSource::Custom { .. } | ModelSource::Sized { .. } => {
                self.say(Key::Model, FlagText::OwnModel);
                "path/to/model".into()
            }
        }
    }

    /// The engine's share as a decimal; said where the calculator worked it out, None where there is none to work out.
    fn util_text(&mut self) -> Option<String> {
        let util = self.config.util.or(self.util)?;
        match self.config.util {
            Some(_) => self.carry(&[Key::Util]),
            None => self.say(Key::Util, FlagText::UtilWorkedOut),
        }
        let link = Link {
            config: Config {
                util: Some(util.clamp(5, 98)),
                ..self.config.clone()
            },
            ..Link::default()
        };
        Some(url::value_of(&link, Key::Util))
    }

    /// Prompt and completion of a training sequence; half of it each where the configuration does not say.
    fn lengths(&mut self) -> (u64, u64) {
        let seq = self.config.seq;
        match self.config.comp.filter(|comp| *comp < seq) {
            Some(completion) => (seq - completion, completion),
            None => {
                let completion = seq.div_ceil(2);
                self.say_of(Key::Comp, FlagText::HalfEach, &completion.to_string(), "");
                (seq.saturating_sub(completion), completion)
            }
        }
    }

    /// Rows of a GRPO micro batch as prompts: `1`, or a share of one.
    fn say_completions(&mut self) {
        let mb = self.config.mb;
        let prompts = super::prompts(mb, self.config.gens);
        self.say_of(
            Key::Mb,
            FlagText::CountsCompletions,
            &mb.to_string(),
            &prompts,
        );
    }

    /// Batch, accumulation, checkpointing, attention under transformers' names.
    fn carry_training(&mut self) {
        self.carry(&[Key::Task, Key::Mb, Key::Accum, Key::Ckpt, Key::Attn]);
    }

    fn done(mut self) -> Written {
        let config = Config {
            method: Method::Measured,
            ..self.config.clone()
        };
        let (link, default) = (
            Link {
                config: config.clone(),
                ..Link::default()
            },
            Link::default(),
        );
        let mut cannot = Vec::new();
        for field in FIELDS {
            let key = field.key;
            let alone = key == Key::Shard && config.n == 1 && config.shard == Sharding::None;
            if beside(key)
                || self.carried.contains(&key)
                || alone
                || url::unused(&config, key).is_some()
            {
                continue;
            }
            if weighty(key) || (field.get)(&link) != (field.get)(&default) {
                cannot.push(key);
            }
        }
        if self.text.is_empty() {
            cannot.clear();
        }
        self.carried.sort_unstable();
        let mut said: Vec<Remark> = Vec::new();
        for remark in self.said {
            if !said.contains(&remark) {
                said.push(remark);
            }
        }
        Written {
            text: self.text,
            carried: self.carried,
            cannot,
            said,
        }
    }
}

/// Names of the layers that carry adapters.
fn modules(targets: Targets) -> Option<&'static [&'static str]> {
    match targets {
        Targets::AllLinear => None,
        Targets::Attn => Some(&["q_proj", "k_proj", "v_proj", "o_proj"]),
        Targets::Qv => Some(&["q_proj", "v_proj"]),
    }
}

/// The optimizer under transformers' name.
fn optim(optimizer: Optimizer) -> Option<&'static str> {
    match optimizer {
        Optimizer::AdamW => Some("adamw_torch_fused"),
        Optimizer::AdamW8bit => Some("adamw_bnb_8bit"),
        Optimizer::Paged8bit => Some("paged_adamw_8bit"),
        Optimizer::AdEmaMix8bit => Some("ademamix_8bit"),
        Optimizer::Adafactor => Some("adafactor"),
        Optimizer::Sgd => Some("sgd"),
        Optimizer::Lion => Some("lion_32bit"),
        Optimizer::Lion8bit => Some("lion_8bit"),
        Optimizer::AmsGrad | Optimizer::SgdM | Optimizer::Muon => None,
    }
}

/// The stage of ZeRO; None for FSDP.
fn stage(shard: Sharding) -> Option<&'static str> {
    match shard {
        Sharding::None => Some("0"),
        Sharding::Zero1 => Some("1"),
        Sharding::Zero2 => Some("2"),
        Sharding::Zero3 => Some("3"),
        Sharding::Fsdp2 => None,
    }
}

/// Whether DeepSpeed is what gives this recipe.
fn deepspeed(config: &Config) -> bool {
    match config.tune {
        Tune::Full => match config.recipe {
            Recipe::Master | Recipe::Fp32Grad => config.shard != Sharding::Fsdp2,
            Recipe::NoMaster | Recipe::Bf16 | Recipe::Amp => false,
        },
        Tune::Lora | Tune::Qlora => match config.shard {
            Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => true,
            Sharding::None | Sharding::Fsdp2 => false,
        },
    }
}
