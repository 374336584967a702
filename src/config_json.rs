//! A hub's config.json → [`ModelFields`]: the text part found, spellings and nulls understood, what cannot be read said.
//!
//! Reading never panics and fetches nothing. A file that is no language model's configuration is a [`ConfigError`];
//! a field that cannot be used is an issue, and the class's default stands.

mod list;
mod quantization;
mod reader;

pub use quantization::Quantization;

use crate::ledger::model::{Def, Field, ModelFields, ModelIssue, type_of_architecture};
use reader::Reader;
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
        let sensible = text
            .chars()
            .any(|c| c.is_ascii_alphanumeric() || !c.is_ascii())
            && !text.chars().any(char::is_control);
        (sensible && text.chars().count() <= 100).then(|| text.to_owned())
    })
}
