//! Flags of frameworks in and out: a command, a Python call or a file → a query diff with what was understood and what was
//! not ([`read`]); a configuration → the same in a framework's words ([`write()`]).
//!
//! Every key that is set says where it comes from: the text states it, or the framework's pinned version has it as its
//! default. Without the second, TRL's checkpointing, verl's tensor parallelism of two or LLaMA-Factory's LoRA would be
//! wrong. What is not read is listed, never dropped. Names, defaults and traps were read from the versions that
//! [`Framework::version`] gives.
mod bag;
mod detect;
mod idle;
mod models;
mod python;
mod read;
mod shell;
mod value;
mod write;
mod yaml;

pub use read::read;
pub use write::{Written, write};

use crate::i18n::{FlagText, Locale, fill};
use crate::ledger::config::{AutoSwitch, EngineMode};
use crate::ledger::paradigm::Residents;
use crate::ledger::presets;
use crate::ledger::words::Word;
use crate::url::{self, Key, Level, Link, fields};
use crate::words;

/// Longest text that is read, in bytes: a hundred times the longest launch script.
pub const TEXT_LIMIT: usize = 256 << 10;

words! {
    /// A framework whose words are read.
    Framework {
        /// TRL's configurations and command line, with PEFT and bitsandbytes.
        Trl = "trl",
        /// verl.
        Verl = "verl",
        /// OpenRLHF.
        Openrlhf = "openrlhf",
        /// Axolotl.
        Axolotl = "axolotl",
        /// LLaMA-Factory.
        Llamafactory = "llamafactory",
        /// vLLM.
        Vllm = "vllm",
        /// SGLang.
        Sglang = "sglang",
        /// transformers' Trainer.
        Hf = "hf",
        /// ms-swift.
        Msswift = "msswift",
        /// slime.
        Slime = "slime",
        /// A DeepSpeed configuration alone.
        Deepspeed = "deepspeed",
        /// An accelerate configuration alone.
        Accelerate = "accelerate",
    }

    /// Where a key's value comes from.
    Origin {
        /// The text says it.
        Stated = "stated",
        /// The framework's default.
        Framework = "framework",
        /// Neither says it: what the calculator assumes, with a remark.
        Assumed = "assumed",
        /// Neither: what the calculator has stays.
        Calculator = "calculator",
    }
}

impl Framework {
    /// Those that a configuration is written for.
    pub const WRITTEN: [Framework; 7] = [
        Framework::Trl,
        Framework::Verl,
        Framework::Openrlhf,
        Framework::Axolotl,
        Framework::Llamafactory,
        Framework::Vllm,
        Framework::Sglang,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Framework::Trl => "TRL",
            Framework::Verl => "verl",
            Framework::Openrlhf => "OpenRLHF",
            Framework::Axolotl => "Axolotl",
            Framework::Llamafactory => "LLaMA-Factory",
            Framework::Vllm => "vLLM",
            Framework::Sglang => "SGLang",
            Framework::Hf => "HF Trainer",
            Framework::Msswift => "ms-swift",
            Framework::Slime => "slime",
            Framework::Deepspeed => "DeepSpeed",
            Framework::Accelerate => "accelerate",
        }
    }

    /// The version whose names and defaults are meant, and the packages it goes with.
    pub const fn version(self) -> &'static str {
        match self {
            Framework::Trl => "trl 1.16.0, peft 0.21.2, transformers 5.24.0",
            Framework::Verl => "verl 0.9.1",
            Framework::Openrlhf => "openrlhf 0.11.2",
            Framework::Axolotl => "axolotl 0.19.0",
            Framework::Llamafactory => "llamafactory 0.9.5",
            Framework::Vllm => "vllm 0.33.0",
            Framework::Sglang => "sglang 0.5.23",
            Framework::Hf => "transformers 5.24.0, peft 0.21.2",
            Framework::Msswift => "ms-swift 4.6.0",
            Framework::Slime => "slime 624b824",
            Framework::Deepspeed => "deepspeed 0.19.6",
            Framework::Accelerate => "accelerate 1.15.0",
        }
    }
}

/// A flag that was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The flag as the text writes it, or the framework's own name where its default speaks.
    pub flag: String,
    /// The key it sets.
    pub key: Key,
    /// The key's value in its written form.
    pub value: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// Something to be said of a flag or a key: a text with `{0}` the flag and `{1}` the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// The key it is about.
    pub key: Option<Key>,
    /// The text.
    pub what: FlagText,
    /// The flag.
    pub flag: String,
    /// Its value.
    pub value: String,
}

impl Remark {
    /// A remark about a key.
    pub(crate) fn on(key: Key, what: FlagText) -> Remark {
        Remark::of(Some(key), what, "", "")
    }

    /// A remark about a flag.
    pub(crate) fn of(key: Option<Key>, what: FlagText, flag: &str, value: &str) -> Remark {
        Remark {
            key,
            what,
            flag: short(flag),
            value: short(value),
        }
    }

    /// Its sentence.
    pub fn sentence(&self, locale: Locale) -> String {
        fill(self.what.of(locale), &[&self.flag, &self.value])
    }
}

/// A text of which the beginning is enough to know it by.
fn short(text: &str) -> String {
    const ENOUGH: usize = 80;
    let line = text.replace(['\n', '\r', '\t'], " ");
    match line.char_indices().nth(ENOUGH) {
        Some((at, _)) => [line.get(..at).unwrap_or(""), "…"].concat(),
        None => line,
    }
}

/// What a text says.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The framework it was read as; None where none was recognised.
    pub framework: Option<Framework>,
    /// What was understood, in the order of the link's keys.
    pub facts: Vec<Fact>,
    /// What is to be said: traps, values that could not be taken, things the calculator has no key for.
    pub said: Vec<Remark>,
    /// Keys that matter here and that neither the text nor the framework sets: what the calculator has stays.
    pub open: Vec<Key>,
    /// Flags that were taken into account beside others, without a line of their own.
    pub also: Vec<String>,
    /// Flags that change no memory.
    pub idle: Vec<String>,
    /// Flags that are not known, with their values.
    pub unknown: Vec<(String, String)>,
}

impl Reading {
    /// True where there is something to apply.
    pub fn understood(&self) -> bool {
        self.framework.is_some() && self.facts.iter().any(|fact| fact.origin == Origin::Stated)
    }

    /// The changes as a query: every key of [`Reading::facts`].
    pub fn query(&self) -> String {
        let (link, _) = self.link();
        let mut out = String::new();
        for fact in &self.facts {
            if !out.is_empty() {
                out.push('&');
            }
            // Values are slugs and numbers: nothing in them needs an escape.
            out.push_str(fact.key.slug());
            out.push('=');
            out.push_str(&canonical(&link, fact));
        }
        out
    }

    /// A fresh link with the changes, and what could not be taken as given.
    fn link(&self) -> (Link, Vec<Remark>) {
        let mut link = Link::default();
        let mut said = Vec::new();
        for fact in &self.facts {
            if fact.key == Key::Model {
                if let Some(preset) = presets::model(&fact.value) {
                    link.config.model = crate::ledger::config::Model::preset(preset);
                }
                continue;
            }
            let code =
                fields::field(fact.key).and_then(|field| (field.set)(&mut link, &fact.value));
            if let Some(code) = code {
                let issue = url::Issue::new(fact.key.slug(), code, &fact.value, "");
                if issue.level == Level::Error {
                    let used = url::value_of(&link, fact.key);
                    let what = FlagText::OutOfRange;
                    said.push(Remark::of(Some(fact.key), what, &fact.flag, &used));
                }
            }
        }
        (link, said)
    }

    /// Puts the keys in order, and their values in their written form.
    fn settle(mut self) -> Reading {
        self.facts.sort_by_key(|fact| fact.key);
        self.facts.dedup_by_key(|fact| fact.key);
        let (link, said) = self.link();
        self.said.extend(said);
        for fact in &mut self.facts {
            if fact.key != Key::Model {
                fact.value = url::value_of(&link, fact.key);
            }
        }
        self
    }
}

/// The written form of a fact in the link of all: an engine or reference that the task has anyway stays `auto`.
fn canonical(link: &Link, fact: &Fact) -> String {
    let config = &link.config;
    let mut auto = config.clone();
    let both = |auto: &crate::ledger::config::Config| {
        use crate::ledger::config::Method;
        [Method::Lesson, Method::Measured]
            .into_iter()
            .all(|method| {
                let (mut given, mut free) = (config.clone(), auto.clone());
                (given.method, free.method) = (method, method);
                Residents::of(&given) == Residents::of(&free)
            })
    };
    match fact.key {
        Key::Engine => auto.engine = EngineMode::Auto,
        Key::Ref => auto.reference = AutoSwitch::Auto,
        _ => return fact.value.clone(),
    }
    if both(&auto) {
        "auto".into()
    } else {
        fact.value.clone()
    }
}

/// Rows of a micro batch as prompts of `gens` completions each: `1`, `2`, or a share of one.
fn prompts(mb: u64, gens: u64) -> String {
    if gens > 0 && mb.is_multiple_of(gens) {
        (mb / gens).to_string()
    } else {
        [&mb.to_string(), "/", &gens.to_string()].concat()
    }
}
