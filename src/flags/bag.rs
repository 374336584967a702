//! Flags of any kind of text in one form: a scope, a name, values; and the taking of them, so that what is left is known.
use super::python::{self, Call, Program};
use super::value::Value;
use super::{shell, yaml};

/// Most flags that are kept; more than any command has.
const ENTRIES: usize = 3_000;

/// A flag with its values.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    /// The call it stands in; empty for a command or file.
    pub(super) scope: String,
    /// Its name in lower case, words joined by `_`, nested names by points.
    pub(super) name: String,
    /// As the text writes it.
    pub(super) shown: String,
    /// Its values; none for a flag alone.
    pub(super) values: Vec<String>,
    /// True where a value is an expression or variable that is not worked out.
    pub(super) odd: bool,
    /// True where the value is a call.
    pub(super) call: bool,
    /// Taken by a reader.
    pub(super) used: bool,
}

impl Entry {
    /// The first value.
    pub(super) fn text(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }

    /// All values, for showing.
    pub(super) fn all(&self) -> String {
        self.values.join(" ")
    }
}

/// All flags of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Bag {
    /// The flags.
    pub(super) entries: Vec<Entry>,
    /// Words of a command that belong to no flag.
    pub(super) words: Vec<String>,
    /// Calls and imports' text in lower case, to know the framework by.
    pub(super) text: String,
    /// True where flags were left out.
    pub(super) cut: bool,
    /// True for Python.
    pub(super) python: bool,
}

/// Calls whose arguments are flags of the framework itself.
fn is_main(scope: &str) -> bool {
    scope.is_empty()
        || (scope.ends_with("Config") && !is_part(scope))
        || scope.ends_with("Arguments")
        || scope.ends_with("Trainer")
        || matches!(scope, "LLM" | "Engine" | "EngineArgs" | "AsyncEngineArgs")
}

/// Calls whose arguments belong to a part: adapters, quantisation, loading.
fn is_part(scope: &str) -> bool {
    matches!(
        scope,
        "LoraConfig"
            | "BitsAndBytesConfig"
            | "from_pretrained"
            | "prepare_model_for_kbit_training"
            | "get_peft_model"
            | "AutoConfig"
    )
}

/// Optimizers that are made by hand.
fn is_optimizer(call: &Call) -> bool {
    call.name.contains("Adam") || call.name.contains("Lion") || call.path.starts_with("bnb.optim")
}

/// True where a Python program has a call that is read.
fn speaks(program: &Program) -> bool {
    program
        .calls
        .iter()
        .any(|call| is_main(&call.name) || is_part(&call.name))
}

impl Bag {
    /// Reads a text of any kind.
    pub(super) fn read(text: &str) -> Bag {
        let mut bag = Bag {
            text: text.to_lowercase(),
            ..Bag::default()
        };
        let trimmed = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
        let program = python::program(trimmed);
        let braced = trimmed.starts_with('{');
        if braced || speaks(&program) {
            bag.python = !braced;
            bag.program(program, braced);
            return bag;
        }
        let (fits, others) = yaml::shape(trimmed);
        if fits > 0 && fits >= others.saturating_mul(2) {
            let pairs = yaml::read(trimmed);
            if let Some(command) = command(&pairs) {
                // A service's file: what counts is the command it starts.
                bag.line(&command);
                return bag;
            }
            for (name, value) in pairs {
                bag.add("", &name, &name, &value);
            }
            return bag;
        }
        bag.line(trimmed);
        bag
    }

    /// Adds a command line's flags.
    fn line(&mut self, text: &str) {
        let line = shell::read(text);
        for (name, values) in line.flags {
            let value = match <[Value; 1]>::try_from(values) {
                Ok([only]) => only,
                Err(several) => Value::List(several),
            };
            self.add("", &name, &name, &value);
        }
        for (name, value) in line.variables {
            let full = ["env.", &name].concat();
            self.add("", &full, &name, &Value::Word(value));
        }
        self.words = line.words;
    }

    fn program(&mut self, program: Program, braced: bool) {
        let names = &program.names;
        for call in &program.calls {
            let tokenizer = call.path.to_ascii_lowercase().contains("token")
                || call.kwargs.iter().any(|(name, _)| name == "truncation");
            let scope = match call.name.as_str() {
                _ if tokenizer => "tokenizer",
                name if is_main(name) || is_part(name) => name,
                _ if is_optimizer(call) => "optimizer",
                _ => continue,
            };
            if scope == "optimizer" || matches!(scope, "prepare_model_for_kbit_training") {
                self.push(scope, "call", &call.name, vec![call.name.clone()], false);
                continue;
            }
            if scope == "AutoConfig" {
                continue;
            }
            for (at, value) in call.args.iter().enumerate() {
                self.add(scope, &at.to_string(), &call.name, &known(value, names));
            }
            if call.args.is_empty() && call.kwargs.is_empty() {
                self.push(scope, "call", &call.name, Vec::new(), false);
            }
            for (name, value) in &call.kwargs {
                let value = known(value, names);
                match (name.as_str(), &value) {
                    ("**", Value::Map(pairs)) => {
                        for (name, value) in pairs {
                            self.add(scope, name, name, &known(value, names));
                        }
                    }
                    _ => self.add(scope, name, name, &value),
                }
            }
        }
        let loose = braced || self.entries.is_empty();
        for (_, value) in names.iter().filter(|_| loose) {
            if let Value::Map(pairs) = value {
                for (name, value) in pairs {
                    self.add("", name, name, value);
                }
            }
        }
    }

    /// Adds a value under a name: what is nested, one by one.
    fn add(&mut self, scope: &str, name: &str, shown: &str, value: &Value) {
        match value {
            Value::Text(text) => {
                let odd = text.contains("${") || (scope.is_empty() && text.starts_with('$'));
                self.push(scope, name, shown, vec![text.clone()], odd);
            }
            Value::Word(text) => {
                let odd = text.contains('$') || (!scope.is_empty() && is_name(text));
                self.push(scope, name, shown, vec![text.clone()], odd);
            }
            Value::Odd(text) => self.push(scope, name, shown, vec![text.clone()], true),
            Value::Call(call) => {
                self.push(scope, name, shown, vec![call.clone()], false);
                if let Some(last) = self.entries.last_mut() {
                    last.call = true;
                }
            }
            Value::Map(pairs) if pairs.is_empty() => {
                self.push(scope, name, shown, vec!["{}".into()], false);
            }
            Value::Map(pairs) => {
                for (inner, value) in pairs {
                    let name = [name, ".", inner].concat();
                    self.add(scope, &name, &name, value);
                }
            }
            Value::List(items) => {
                let mut values = Vec::new();
                for item in items {
                    match item.scalar() {
                        Some(text) => values.push(text.to_string()),
                        None => self.add(scope, name, shown, item),
                    }
                }
                if !values.is_empty() || items.is_empty() {
                    self.push(scope, name, shown, values, false);
                }
            }
        }
    }

    fn push(&mut self, scope: &str, name: &str, shown: &str, values: Vec<String>, odd: bool) {
        if self.entries.len() >= ENTRIES {
            self.cut = true;
            return;
        }
        self.entries.push(Entry {
            scope: scope.into(),
            name: normal(name),
            shown: shown.into(),
            values,
            odd,
            call: false,
            used: false,
        });
    }

    /// True where any flag has this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry.name == name)
    }

    /// True where any flag's name begins like this.
    pub(super) fn has_under(&self, prefix: &str) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.name.starts_with(prefix))
    }

    /// True where a call of this name is there.
    pub(super) fn calls(&self, scope: &str) -> bool {
        self.entries.iter().any(|entry| entry.scope == scope)
    }

    /// True where a command has these words in a row, the first as a program's name.
    pub(super) fn says(&self, words: &[&str]) -> bool {
        self.words.windows(words.len().max(1)).any(|found| {
            found
                .iter()
                .zip(words)
                .all(|(found, word)| found == word || found.rsplit('/').next() == Some(*word))
        })
    }

    /// The word behind these.
    pub(super) fn word_behind(&self, words: &[&str]) -> Option<&str> {
        let at = self.words.windows(words.len().max(1)).position(|found| {
            found
                .iter()
                .zip(words)
                .all(|(found, word)| found == word || found.rsplit('/').next() == Some(*word))
        })?;
        self.words.get(at + words.len()).map(String::as_str)
    }

    /// Takes the last flag of these names in the framework's own calls, or in a command or file.
    pub(super) fn take(&mut self, names: &[&str]) -> Option<Entry> {
        self.take_where(|entry| is_main(&entry.scope) && names.contains(&entry.name.as_str()))
    }

    /// Takes the last flag of these names in one of these calls.
    pub(super) fn take_in(&mut self, scopes: &[&str], names: &[&str]) -> Option<Entry> {
        self.take_where(|entry| {
            scopes.contains(&entry.scope.as_str()) && names.contains(&entry.name.as_str())
        })
    }

    fn take_where(&mut self, fits: impl Fn(&Entry) -> bool) -> Option<Entry> {
        let mut found = None;
        for entry in self.entries.iter_mut().filter(|entry| fits(entry)) {
            entry.used = true;
            found = Some(entry.clone());
        }
        found
    }
}

/// The command that a service's YAML starts: the words of `command`, `args` and their like, where they have flags.
fn command(pairs: &[(String, Value)]) -> Option<String> {
    let mut out = String::new();
    for (name, value) in pairs {
        let last = name.rsplit('.').next().unwrap_or("");
        if !matches!(last, "command" | "args" | "cmd" | "entrypoint" | "run") {
            continue;
        }
        match value {
            Value::Text(text) | Value::Word(text) => {
                out.push_str(text);
                out.push(' ');
            }
            Value::List(items) => {
                for text in items.iter().filter_map(Value::scalar) {
                    out.push_str(text);
                    out.push(' ');
                }
            }
            Value::Map(_) | Value::Call(_) | Value::Odd(_) => {}
        }
    }
    out.contains("--").then_some(out)
}

/// A name's value where the program gives it one, and so for names one by one in a dictionary.
fn known(value: &Value, names: &[(String, Value)]) -> Value {
    let one = |value: &Value| match followed(value, names) {
        // A dictionary that a name stands for stays a name: names that name one another would grow without end.
        Value::Map(_) | Value::List(_) => value.clone(),
        other => other,
    };
    match followed(value, names) {
        Value::Map(pairs) => Value::Map(
            pairs
                .iter()
                .map(|(name, value)| (name.clone(), one(value)))
                .collect(),
        ),
        other => other,
    }
}

/// What a name stands for; bounded, for names may name one another.
fn followed(value: &Value, names: &[(String, Value)]) -> Value {
    let mut value = value;
    for _ in 0..4 {
        let Value::Word(word) = value else { break };
        match names.iter().rev().find(|(name, _)| name == word) {
            Some((_, next)) => value = next,
            None => break,
        }
    }
    value.clone()
}

/// True for a word that is a name of Python's, not a value.
fn is_name(word: &str) -> bool {
    let value = matches!(word, "True" | "False" | "None" | "true" | "false" | "null");
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && !value
        && !word.starts_with("torch.")
        && !word.starts_with("jnp.")
}

/// `--Gpu-Memory_utilization` and `+a.b` as the tables write them.
pub(super) fn normal(name: &str) -> String {
    let name = name.trim_start_matches(['-', '+', '~']);
    match name.strip_prefix("env.") {
        Some(variable) => ["env.", variable].concat(),
        None => name.to_ascii_lowercase().replace('-', "_"),
    }
}
