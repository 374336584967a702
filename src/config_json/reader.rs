//! The fields of an object, value by value: every kind of JSON value a field may be written as.

use super::{Object, list, spellings};
use crate::ledger::model::{
    Def, FIELDS, Field, FieldProblem, Kind, ModelFields, ModelIssue, Number, Value as FieldValue,
    clamp, dtype, number,
};
use serde_json::Value;

pub(super) struct Reader {
    pub(super) fields: ModelFields,
    pub(super) issues: Vec<ModelIssue>,
}

impl Reader {
    pub(super) fn fields(&mut self, part: &Object) {
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
    pub(super) fn nested(&mut self, part: &Object) {
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
    pub(super) fn tie(&mut self, root: &Object, part: &Object) {
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
pub(super) type Read = Result<(FieldValue, Option<FieldProblem>), FieldProblem>;

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
pub(super) fn whole(value: &Value) -> Option<Number> {
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
