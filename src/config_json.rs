//! A hub's config.json → [`ModelFields`]: the text part found, spellings and nulls understood, what cannot be read said.
//!
//! Reading never panics and fetches nothing. A file that is no language model's configuration is a [`ConfigError`];
//! a field that cannot be used is an issue, and the class's default stands.

mod list;
mod quantization;

pub use quantization::Quantization;

use crate::ledger::model::{
    Def, FIELDS, Field, FieldProblem, Kind, ModelFields, ModelIssue, Number, Value as FieldValue,
    clamp, dtype, number, type_of_architecture,
};
use serde_json::{Map, Value};

/// A longer file is not read: published configurations are a few kilobytes.
pub const LIMIT: usize = 4 << 20;

/// What a config.json says.
#[derive(Clone, PartialEq, Debug)]
pub struct Imported {
    /// The text part's fields, the shortest that mean the same architecture.
    pub fields: ModelFields,
    /// `_name_or_path` or `name`, if it is a usable name (at most 100 characters).
    pub name: Option<String>,
    /// Fields that could not be taken as given. What [`ModelFields::spec`] finds is not repeated here.
    pub issues: Vec<ModelIssue>,
    /// How the published weights are quantised.
    pub quantization: Option<Quantization>,
}

/// Why a text is not a language model's configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigError {
    /// Longer than `limit` bytes.
    TooLarge {
        /// The most bytes read.
        limit: usize,
    },
    /// Nothing but white space.
    Blank,
    /// Not JSON, or nested deeper than 128 levels.
    NotJson {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
    /// JSON, but no object.
    NotAnObject {
        /// What it is.
        kind: JsonKind,
    },
    /// An object, but no model's configuration.
    NotAModel {
        /// What it looks like.
        kind: FileKind,
    },
}

/// The kinds of JSON value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JsonKind {
    /// null
    Null,
    /// true or false
    Boolean,
    /// A number.
    Number,
    /// A string.
    Text,
    /// A list.
    List,
    /// An object.
    Object,
}

/// Other files of a model's repository.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// `{}`
    EmptyObject,
    /// tokenizer_config.json or tokenizer.json
    Tokenizer,
    /// generation_config.json
    Generation,
    /// adapter_config.json
    Adapter,
    /// model.safetensors.index.json
    WeightIndex,
    /// A diffusion pipeline.
    Diffusion,
    /// None of these.
    Other,
}

/// Reads the text of a config.json.
pub fn read(text: &str) -> Result<Imported, ConfigError> {
    if text.len() > LIMIT {
        return Err(ConfigError::TooLarge { limit: LIMIT });
    }
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(ConfigError::Blank);
    }
    let root = match parse(text)? {
        Value::Object(root) => root,
        other => {
            return Err(ConfigError::NotAnObject {
                kind: kind_of(&other),
            });
        }
    };
    let part = text_part(&root);
    let Some(model_type) = model_type(&root, part) else {
        return Err(ConfigError::NotAModel {
            kind: file_kind(&root),
        });
    };
    let mut reader = Reader {
        fields: ModelFields::new(&model_type),
        issues: Vec::new(),
    };
    if !reader.fields.is_known() && !has_sizes(part) {
        return Err(ConfigError::NotAModel {
            kind: file_kind(&root),
        });
    }
    reader.fields(part);
    reader.nested(part);
    reader.tie(&root, part);
    reader.fields.minimise();
    Ok(Imported {
        name: [&root, part].into_iter().find_map(name),
        quantization: [&root, part].into_iter().find_map(quantization::read),
        fields: reader.fields,
        issues: reader.issues,
    })
}

// Python writes bare NaN and Infinity, which are no JSON; no size is ever one.
fn parse(text: &str) -> Result<Value, ConfigError> {
    serde_json::from_str(text).or_else(|error| {
        serde_json::from_str(&without_infinities(text)).map_err(|_| ConfigError::NotJson {
            line: error.line(),
            column: error.column(),
        })
    })
}

fn without_infinities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut quoted = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let bare = ["-Infinity", "Infinity", "NaN"]
            .into_iter()
            .find(|word| !quoted && rest.starts_with(word));
        let taken = match (bare, c) {
            (Some(word), _) => {
                out.push_str("null");
                word.len()
            }
            (None, '\\') if quoted => {
                let pair = rest.chars().take(2).map(char::len_utf8).sum();
                out.push_str(rest.get(..pair).unwrap_or_default());
                pair
            }
            (None, _) => {
                quoted ^= c == '"';
                out.push(c);
                c.len_utf8()
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    out
}

fn kind_of(value: &Value) -> JsonKind {
    match value {
        Value::Null => JsonKind::Null,
        Value::Bool(_) => JsonKind::Boolean,
        Value::Number(_) => JsonKind::Number,
        Value::String(_) => JsonKind::Text,
        Value::Array(_) => JsonKind::List,
        Value::Object(_) => JsonKind::Object,
    }
}

type Object = Map<String, Value>;

// The language model inside a composite; composites nest (thinker_config.text_config).
fn text_part(root: &Object) -> &Object {
    let mut part = root;
    for _ in 0..4 {
        let inner = [
            "text_config",
            "llm_config",
            "language_config",
            "thinker_config",
        ]
        .into_iter()
        .find_map(|key| part.get(key)?.as_object());
        match inner {
            Some(inner) => part = inner,
            None => break,
        }
    }
    part
}

fn model_type(root: &Object, part: &Object) -> Option<String> {
    let said = |object: &Object| {
        let text = object.get("model_type")?.as_str()?;
        (!text.is_empty()).then(|| text.to_owned())
    };
    let listed = |object: &Object| {
        let class = object.get("architectures")?.get(0)?.as_str()?;
        type_of_architecture(class).map(str::to_owned)
    };
    said(part)
        .or_else(|| listed(part))
        .or_else(|| said(root))
        .or_else(|| listed(root))
        .or_else(|| has_sizes(part).then(String::new))
}

// Enough to be a model's: its width and one more size.
fn has_sizes(part: &Object) -> bool {
    let has = |field: Field| spellings(field.def()).any(|name| part.contains_key(name));
    has(Field::Hidden) && (has(Field::Layers) || has(Field::Heads) || has(Field::Vocab))
}

fn spellings(def: &'static Def) -> impl Iterator<Item = &'static str> {
    std::iter::once(def.name).chain(def.other.iter().copied())
}

fn file_kind(root: &Object) -> FileKind {
    let signs: [(&str, FileKind); 11] = [
        ("peft_type", FileKind::Adapter),
        ("weight_map", FileKind::WeightIndex),
        ("_class_name", FileKind::Diffusion),
        ("tokenizer_class", FileKind::Tokenizer),
        ("added_tokens_decoder", FileKind::Tokenizer),
        ("added_tokens", FileKind::Tokenizer),
        ("chat_template", FileKind::Tokenizer),
        ("do_sample", FileKind::Generation),
        ("max_new_tokens", FileKind::Generation),
        ("_from_model_config", FileKind::Generation),
        ("eos_token_id", FileKind::Generation),
    ];
    if root.is_empty() {
        return FileKind::EmptyObject;
    }
    let found = signs.iter().find(|(key, _)| root.contains_key(*key));
    found.map_or(FileKind::Other, |(_, kind)| *kind)
}

// A name a person would know: a hub id or the last part of a path.
fn name(object: &Object) -> Option<String> {
    ["_name_or_path", "name"].into_iter().find_map(|key| {
        let text = object.get(key)?.as_str()?.trim().trim_end_matches('/');
        let local = text.starts_with(['/', '.', '~'])
            || text.contains('\\')
            || text.matches('/').count() > 1;
        let text = if local {
            text.rsplit(['/', '\\']).next()?
        } else {
            text
        };
        let sensible =
            text.chars().any(char::is_alphanumeric) && !text.chars().any(char::is_control);
        (sensible && text.chars().count() <= 100).then(|| text.to_owned())
    })
}

struct Reader {
    fields: ModelFields,
    issues: Vec<ModelIssue>,
}

impl Reader {
    fn fields(&mut self, part: &Object) {
        for def in FIELDS {
            // A spelling with a value comes before one with null.
            let given = |null: bool| {
                let found = |name| part.get(name).filter(|value| value.is_null() == null);
                spellings(def).find_map(|name| Some((name, found(name)?)))
            };
            if let Some((name, value)) = given(false).or_else(|| given(true)) {
                self.field(def, name, value);
            }
        }
    }

    fn field(&mut self, def: &'static Def, name: &str, value: &Value) {
        match (def.kind, value) {
            (Kind::Maybe | Kind::PerLayer, Value::Null) => {
                self.fields.put(def, FieldValue::Null);
            }
            // Null says nothing where the class must have a number.
            (_, Value::Null) => {}
            // One number for a list of layers is a schedule of another class.
            (Kind::Letters | Kind::Indexes, Value::Number(_) | Value::Bool(_)) => {}
            (Kind::Letters | Kind::Indexes, value) => self.take(def, list::read(def, name, value)),
            (Kind::PerLayer, Value::Array(_)) => self.take(def, list::read(def, name, value)),
            (Kind::Flag, value) => self.take(def, flag(def, value)),
            (Kind::Dtype, value) => {
                let read = value.as_str().and_then(dtype);
                self.take(
                    def,
                    read.map(|v| (v, None))
                        .ok_or(FieldProblem::NotADtype { field: def.written }),
                );
            }
            (Kind::Maybe, Value::String(auto)) if auto == "auto" => {
                self.fields.put(def, FieldValue::Null);
            }
            // EXAONE writes a pattern of letters, one per layer of a period.
            (Kind::Count, Value::String(pattern))
                if def.field == Field::Interval && pattern.contains('L') =>
            {
                let period = Number {
                    negative: false,
                    size: pattern.len() as u64,
                };
                self.take(def, Ok(clamp(def, period)));
            }
            (Kind::Size | Kind::Count | Kind::Maybe | Kind::PerLayer, value) => {
                let read = whole(value).map(|n| clamp(def, n));
                self.take(
                    def,
                    read.ok_or(FieldProblem::NotANumber { field: def.written }),
                );
            }
        }
    }

    fn take(&mut self, def: &'static Def, read: Read) {
        let problem = match read {
            Ok((value, problem)) => {
                self.fields.put(def, value);
                problem
            }
            Err(problem) => Some(problem),
        };
        self.issues.extend(problem.map(ModelIssue::Field));
    }

    // Sizes that some classes keep in an object of their own.
    fn nested(&mut self, part: &Object) {
        const INSIDE: [(&str, &str, Field); 5] = [
            ("linear_attn_config", "head_dim", Field::LinHeadDim),
            ("linear_attn_config", "num_heads", Field::LinHeads),
            ("linear_attn_config", "short_conv_kernel_size", Field::Conv),
            (
                "sparse_attention_config",
                "sparse_num_index_heads",
                Field::IndexHeads,
            ),
            (
                "sparse_attention_config",
                "sparse_index_dim",
                Field::IndexDim,
            ),
        ];
        for (object, key, field) in INSIDE {
            if let Some(value) = part.get(object).and_then(|object| object.get(key)) {
                self.field(field.def(), key, value);
            }
        }
        if self.fields.list(Field::LayerTypes).is_some() {
            return;
        }
        let def = Field::LayerTypes.def();
        if let Some(value) = part
            .get("sparse_attention_config")
            .and_then(|o| o.get("sparse_attention_freq"))
        {
            self.field(def, "sparse_attention_freq", value);
        }
        if let Some(value) = part
            .get("linear_attn_config")
            .and_then(|o| o.get("full_attn_layers"))
        {
            let layers = match self.fields.value(Field::Layers) {
                Some(FieldValue::Number(n)) => *n,
                _ => self.fields.row().default_of(Field::Layers).unwrap_or(0),
            };
            self.take(def, list::from_numbers(def, value, layers));
        }
    }

    // transformers reads a composite's own flag and, where that is missing, the composite's default.
    fn tie(&mut self, root: &Object, part: &Object) {
        let composite = !std::ptr::eq(root, part);
        let outer = root
            .get("model_type")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let def = Field::Tied.def();
        if !composite {
            return;
        }
        match (root.get("tie_word_embeddings"), outer) {
            (Some(value), _) if !value.is_null() => {
                let inner = outer == "minimax_m3_vl"
                    && part.get("tie_word_embeddings") == Some(&Value::Bool(true));
                if !inner {
                    self.take(def, flag(def, value));
                }
            }
            (_, "mistral3" | "kimi_k25" | "gemma3" | "gemma3n" | "gemma4") => {
                self.fields.put(def, FieldValue::Number(1));
            }
            (
                _,
                "qwen3_vl" | "qwen3_vl_moe" | "qwen3_5" | "qwen3_5_moe" | "llama4" | "glm5_next",
            ) => {
                self.fields.put(def, FieldValue::Number(0));
            }
            _ => {}
        }
    }
}

// A value, with its problem if it was clamped; or the problem alone.
type Read = Result<(FieldValue, Option<FieldProblem>), FieldProblem>;

fn flag(def: &'static Def, value: &Value) -> Read {
    let yes = match value {
        Value::Bool(yes) => Some(*yes),
        Value::Number(_) => whole(value)
            .filter(|n| n.size < 2 && !n.negative)
            .map(|n| n.size == 1),
        Value::String(text) => match text.to_ascii_lowercase().as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        },
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    yes.map(|yes| (FieldValue::Number(u64::from(yes)), None))
        .ok_or(FieldProblem::NotAFlag { field: def.written })
}

// A whole number, also as 4096.0 or as a string of digits.
fn whole(value: &Value) -> Option<Number> {
    match value {
        Value::Number(n) => {
            if let Some(size) = n.as_u64() {
                return Some(Number {
                    negative: false,
                    size,
                });
            }
            let float = n.as_f64().filter(|f| f.is_finite() && f.fract() == 0.0)?;
            // A float that is too large saturates, and is then out of every field's range.
            Some(Number {
                negative: float < 0.0,
                size: float.abs() as u64,
            })
        }
        Value::String(text) => number(text.trim()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}
