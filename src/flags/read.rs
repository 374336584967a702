//! From a text to a query diff: the reader that takes flags one by one, and what all frameworks have in common.
mod axolotl;
mod deepspeed;
mod engines;
mod factory;
mod megatron;
mod openrlhf;
mod swift;
mod training;
mod trl;
mod trl_grpo;
mod verl;

use super::bag::{Bag, Entry};
use super::value::{decimal_number, human_number, is_none, switch, whole_number};
use super::{Fact, Framework, Origin, Reading, Remark, TEXT_LIMIT, detect, idle, models};
use crate::i18n::FlagText;
use crate::ledger::words::Word;
use crate::url::Key;

/// Reads a text; `framework` overrules what it looks like.
pub fn read(text: &str, framework: Option<Framework>) -> Reading {
    let mut end = text.len().min(TEXT_LIMIT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let bag = Bag::read(text.get(..end).unwrap_or(""));
    let framework = framework.or_else(|| detect::framework(&bag));
    let mut reader = Reader {
        cut: bag.cut || end < text.len(),
        bag,
        facts: Vec::new(),
        said: Vec::new(),
        idle: Vec::new(),
    };
    match framework {
        Some(Framework::Trl) => trl::read(&mut reader),
        Some(Framework::Hf) => training::read(&mut reader),
        Some(Framework::Verl) => verl::read(&mut reader),
        Some(Framework::Openrlhf) => openrlhf::read(&mut reader),
        Some(Framework::Slime) => megatron::read(&mut reader),
        Some(Framework::Llamafactory) => factory::read(&mut reader),
        Some(Framework::Msswift) => swift::read(&mut reader),
        Some(Framework::Axolotl) => axolotl::read(&mut reader),
        Some(Framework::Deepspeed) => deepspeed::read_alone(&mut reader),
        Some(Framework::Accelerate) => deepspeed::read_accelerate(&mut reader),
        Some(Framework::Vllm) => engines::read_vllm(&mut reader),
        Some(Framework::Sglang) => engines::read_sglang(&mut reader),
        None => {}
    }
    reader.done(framework)
}

/// Takes flags and puts down what they mean.
pub(super) struct Reader {
    pub(super) bag: Bag,
    facts: Vec<Fact>,
    said: Vec<Remark>,
    idle: Vec<String>,
    cut: bool,
}

impl Reader {
    /// The text says so. What the framework would have had gives way; what was said before stays.
    pub(super) fn state(&mut self, flag: &str, key: Key, value: impl Into<String>) {
        if self.origin(key) == Some(Origin::Stated) {
            return;
        }
        self.facts.retain(|fact| fact.key != key);
        self.put(flag, key, value.into(), Origin::Stated);
    }

    /// The framework has it so where the text is silent.
    pub(super) fn suppose(&mut self, flag: &str, key: Key, value: impl Into<String>) {
        if self.origin(key).is_none() {
            self.put(flag, key, value.into(), Origin::Framework);
        }
    }

    /// Neither the text nor the framework says so: it is assumed, and said.
    pub(super) fn assume(&mut self, flag: &str, key: Key, value: impl Into<String>) {
        if self.origin(key).is_none() {
            self.put(flag, key, value.into(), Origin::Assumed);
        }
    }

    /// Stated where `stated`, else the framework's.
    pub(super) fn put_as(&mut self, stated: bool, flag: &str, key: Key, value: impl Into<String>) {
        if stated {
            self.state(flag, key, value);
        } else {
            self.suppose(flag, key, value);
        }
    }

    fn put(&mut self, flag: &str, key: Key, value: String, origin: Origin) {
        self.facts.push(Fact {
            flag: super::short(flag),
            key,
            value,
            origin,
        });
    }

    /// What was put down for a key.
    pub(super) fn value(&self, key: Key) -> Option<&str> {
        let fact = self.facts.iter().find(|fact| fact.key == key)?;
        Some(&fact.value)
    }

    /// The number that was put down for a key.
    pub(super) fn number(&self, key: Key) -> Option<u64> {
        self.value(key).and_then(whole_number)
    }

    fn origin(&self, key: Key) -> Option<Origin> {
        let fact = self.facts.iter().find(|fact| fact.key == key)?;
        Some(fact.origin)
    }

    /// Says something of a key.
    pub(super) fn say(&mut self, key: Key, what: FlagText) {
        self.say_of(Some(key), what, "", "");
    }

    /// Says something of a flag.
    pub(super) fn say_of(&mut self, key: Option<Key>, what: FlagText, flag: &str, value: &str) {
        let remark = Remark::of(key, what, flag, value);
        if !self.said.contains(&remark) {
            self.said.push(remark);
        }
    }

    fn not_read(&mut self, entry: &Entry) {
        self.say_of(None, FlagText::NotRead, &entry.shown, &entry.all());
    }

    /// Takes a flag whose value is worked out; one that is not is said.
    pub(super) fn take(&mut self, names: &[&str]) -> Option<Entry> {
        let entry = self.bag.take(names)?;
        self.plain(entry)
    }

    /// The same in calls of these names.
    pub(super) fn take_in(&mut self, scopes: &[&str], names: &[&str]) -> Option<Entry> {
        let entry = self.bag.take_in(scopes, names)?;
        self.plain(entry)
    }

    fn plain(&mut self, entry: Entry) -> Option<Entry> {
        if entry.odd {
            self.not_read(&entry);
            return None;
        }
        Some(entry)
    }

    /// A whole number with the flag's name; None for `auto` and none.
    pub(super) fn whole(&mut self, names: &[&str]) -> Option<(u64, String)> {
        let entry = self.take(names)?;
        self.whole_of(entry, whole_number)
    }

    /// A number of tokens as engines take it.
    pub(super) fn tokens(&mut self, names: &[&str]) -> Option<(u64, String)> {
        let entry = self.take(names)?;
        self.whole_of(entry, human_number)
    }

    pub(super) fn whole_of(
        &mut self,
        entry: Entry,
        read: fn(&str) -> Option<u64>,
    ) -> Option<(u64, String)> {
        match read(entry.text()) {
            Some(number) => Some((number, entry.shown)),
            None if is_none(entry.text()) || entry.text() == "auto" || entry.text() == "-1" => {
                self.idle.push(entry.shown);
                None
            }
            None => {
                self.not_read(&entry);
                None
            }
        }
    }

    /// A decimal, in its plain form.
    pub(super) fn decimal(&mut self, names: &[&str]) -> Option<(f64, String)> {
        let entry = self.take(names)?;
        match decimal_number(entry.text()) {
            Some(value) => Some((value, entry.shown)),
            None if is_none(entry.text()) => None,
            None => {
                self.not_read(&entry);
                None
            }
        }
    }

    /// A switch; a flag alone is on, `--no-x` is off.
    pub(super) fn switch(&mut self, names: &[&str]) -> Option<(bool, String)> {
        if let Some(entry) = self.take(names) {
            if entry.values.is_empty() {
                return Some((true, entry.shown));
            }
            return match switch(entry.text()) {
                Some(on) => Some((on, entry.shown)),
                // `--enforce-eager model`: the word behind is another's.
                None if entry.shown.starts_with('-') => {
                    self.bag.words.extend(entry.values);
                    Some((true, entry.shown))
                }
                None => {
                    self.not_read(&entry);
                    None
                }
            };
        }
        for name in names {
            let off = ["no_", name].concat();
            if let Some(entry) = self.take(&[&off]) {
                return Some((false, entry.shown));
            }
        }
        None
    }

    /// True where a switch is on.
    pub(super) fn on(&mut self, names: &[&str]) -> bool {
        self.switch(names).is_some_and(|(on, _)| on)
    }

    /// A word in lower case with the flag's name; None for none.
    pub(super) fn word(&mut self, names: &[&str]) -> Option<(String, String)> {
        let entry = self.take(names)?;
        if is_none(entry.text()) {
            return None;
        }
        Some((entry.text().to_ascii_lowercase(), entry.shown))
    }

    /// Sets a key to a whole number; the number, stated or supposed.
    pub(super) fn count(&mut self, names: &[&str], key: Key, default: Option<u64>) -> Option<u64> {
        match (self.whole(names), default) {
            (Some((value, flag)), _) => {
                self.state(&flag, key, value.to_string());
                Some(value)
            }
            (None, Some(default)) => {
                let name = names.first().copied().unwrap_or("");
                self.suppose(name, key, default.to_string());
                Some(default)
            }
            (None, None) => None,
        }
    }

    /// Sets a key of 0 and 1.
    pub(super) fn flag(&mut self, names: &[&str], key: Key, default: bool) -> bool {
        let text = |on: bool| if on { "1" } else { "0" };
        match self.switch(names) {
            Some((on, flag)) => {
                self.state(&flag, key, text(on));
                on
            }
            None => {
                let name = names.first().copied().unwrap_or("");
                self.suppose(name, key, text(default));
                default
            }
        }
    }

    /// Says of a flag, where it is there and not off, what the calculator makes of it.
    pub(super) fn note(&mut self, names: &[&str], key: Option<Key>, what: FlagText) -> bool {
        let Some(entry) = self.bag.take(names) else {
            return false;
        };
        let off = !entry.values.is_empty()
            && (switch(entry.text()) == Some(false)
                || is_none(entry.text())
                || entry.text() == "0.0");
        if off {
            self.idle.push(entry.shown);
            return false;
        }
        self.say_of(key, what, &entry.shown, &entry.all());
        true
    }

    /// Takes a flag that needs no word here.
    pub(super) fn pass(&mut self, names: &[&str]) {
        if let Some(entry) = self.bag.take(names) {
            self.idle.push(entry.shown);
        }
    }

    /// Takes every flag that begins so without a word.
    pub(super) fn pass_under(&mut self, prefix: &str) {
        let entries = self.bag.entries.iter();
        let names: Vec<String> = entries
            .filter(|entry| entry.name.starts_with(prefix))
            .map(|entry| entry.name.clone())
            .collect();
        for name in names {
            self.pass(&[&name]);
        }
    }

    /// Accumulation from the rows of an update and the rows of a micro batch on all cards; said where they do not divide.
    pub(super) fn accumulate(&mut self, batch: u64, flag: &str, each: u64) {
        if each > 0 && batch >= each && batch.is_multiple_of(each) {
            self.state(flag, Key::Accum, (batch / each).to_string());
        } else {
            let batch = batch.to_string();
            self.say_of(Some(Key::Accum), FlagText::MiniBatch, flag, &batch);
        }
    }

    /// Sets the model from a name.
    pub(super) fn model(&mut self, name: &str, flag: &str) {
        match models::preset(name) {
            Some(named) => {
                self.state(flag, Key::Model, named.preset.id);
                if named.near {
                    self.say_of(
                        Some(Key::Model),
                        FlagText::ModelNear,
                        name,
                        named.preset.name,
                    );
                }
            }
            None => self.say_of(Some(Key::Model), FlagText::ModelUnknown, flag, name),
        }
    }

    /// Sets the model from flags of these names.
    pub(super) fn model_of(&mut self, names: &[&str]) -> Option<String> {
        let entry = self.take(names)?;
        if entry.call || is_none(entry.text()) {
            return None;
        }
        self.model(entry.text(), &entry.shown);
        Some(entry.text().to_string())
    }

    /// Keys that a training run has even where no flag speaks of them, so that nothing of what was there before stays:
    /// weights as the checkpoint has them, log-probabilities over the whole sequence.
    fn rest(&mut self) {
        match self.value(Key::Task) {
            Some("sft") => {}
            Some("dpo" | "grpo" | "ppo") => {
                if let Some(seq) = self.value(Key::Seq).map(str::to_string) {
                    self.suppose("logprob", Key::Comp, seq);
                }
            }
            _ => return,
        }
        self.suppose("dtype", Key::Dtype, "bf16");
        self.suppose("offload", Key::Offload, "none");
    }

    /// Ends the reading.
    fn done(mut self, framework: Option<Framework>) -> Reading {
        let mut unknown = Vec::new();
        for entry in self.bag.entries.iter().filter(|entry| !entry.used) {
            if idle::is_idle(&entry.name)
                || matches!(entry.scope.as_str(), "tokenizer" | "get_peft_model")
            {
                self.idle.push(entry.shown.clone());
            } else if entry.call {
                // What the call says was read by itself.
            } else {
                unknown.push((super::short(&entry.shown), super::short(&entry.all())));
            }
        }
        self.rest();
        if self.cut {
            self.said.push(Remark::of(None, FlagText::TooLong, "", ""));
        }
        let mut open = Vec::new();
        if framework.is_some() {
            let serve = self.value(Key::Task) == Some("serve");
            let engine = serve || matches!(self.value(Key::Engine), Some("colocate" | "server"));
            let mut needs = vec![Key::Model, Key::Gpu];
            if !serve {
                needs.extend([Key::Task, Key::Mb, Key::Seq, Key::N]);
            }
            if engine {
                needs.extend([Key::Conc, Key::Len]);
            }
            open.extend(needs.into_iter().filter(|key| self.value(*key).is_none()));
            open.sort();
        }
        let facts = &self.facts;
        self.idle
            .retain(|flag| facts.iter().all(|fact| fact.flag != *flag));
        self.idle.sort_unstable();
        self.idle.dedup();
        let mut also: Vec<String> = self
            .bag
            .entries
            .iter()
            .filter(|entry| entry.used && !entry.call && entry.name != "call")
            .map(|entry| super::short(&entry.shown))
            .filter(|shown| {
                let told = self.facts.iter().any(|fact| fact.flag == *shown)
                    || self.said.iter().any(|remark| remark.flag == *shown);
                !told && !self.idle.contains(shown)
            })
            .collect();
        also.sort_unstable();
        also.dedup();
        for key in &open {
            self.said
                .push(Remark::of(Some(*key), FlagText::NotStated, key.slug(), ""));
        }
        Reading {
            framework,
            facts: self.facts,
            said: self.said,
            open,
            also,
            idle: self.idle,
            unknown,
        }
        .settle()
    }
}

/// The word of a set that a flag's value means.
pub(super) fn slug<W: Word>(word: W) -> &'static str {
    word.slug()
}
