//! The keys that name a model: `model`, `params`, `m.type`, `m.name` and config.json's own fields as `m.*`.
use super::issue::{Issue, IssueCode, Issues};
use super::number::{self, whole_between};
use super::{Key, Link};
use crate::ledger::config::{Config, MODEL_NAME_LIMIT, Model, ModelSource, model_name};
use crate::ledger::model::ModelFields;
use crate::ledger::presets;
use crate::ledger::words::Word;

/// What a custom model's keys begin with.
pub const MODEL_PREFIX: &str = "m.";
/// The class whose defaults hold where a custom model names none: the plainest decoder.
const DEFAULT_TYPE: &str = "llama";
/// Most parameters a model may be said to have.
const PARAMS_LIMIT: u64 = 1_000_000_000_000_000;

/// The model's keys of a query, kept until all are read, for their order does not matter.
#[derive(Default)]
pub(super) struct ModelKeys {
    model: Option<String>,
    params: Option<String>,
    kind: Option<String>,
    name: Option<String>,
    fields: Vec<(String, String)>,
    cleared: bool,
}

impl ModelKeys {
    /// Takes `m.<name>`.
    pub(super) fn take(&mut self, name: &str, value: &str, issues: &mut Issues) {
        let value = value.trim();
        if value.is_empty() {
            return;
        }
        let slot = match name {
            "type" => &mut self.kind,
            "name" => &mut self.name,
            field => {
                return match self.fields.iter().find(|(n, _)| n == field) {
                    Some((_, first)) => issues.add(duplicate(field, value, first)),
                    // More fields than any config.json has are refused one by one as unknown, not piled up.
                    None if self.fields.len() >= 256 => issues.add(Issue::new(
                        &prefixed(field),
                        IssueCode::UnknownKey,
                        value,
                        "",
                    )),
                    None => self.fields.push((field.to_string(), value.to_string())),
                };
            }
        };
        match slot {
            Some(first) => issues.add(duplicate(name, value, first)),
            None => *slot = Some(value.to_string()),
        }
    }

    /// Takes `model` or `params`; false where the key is another.
    pub(super) fn take_key(&mut self, key: Key, text: &str) -> bool {
        match key {
            Key::Model => self.model = Some(text.to_ascii_lowercase()),
            Key::Params => self.params = Some(text.to_string()),
            _ => return false,
        }
        true
    }

    /// An empty `model` is the default.
    pub(super) fn clear(&mut self, key: Key) {
        self.cleared |= key == Key::Model;
    }

    /// Puts the model together.
    pub(super) fn resolve(self, config: &mut Config, issues: &mut Issues) {
        match self.model.as_deref() {
            Some("custom") => self.custom(config, issues),
            Some(id) => {
                match presets::model(id) {
                    Some(preset) => config.model = Model::preset(preset),
                    None => issues.add(Issue::new(
                        Key::Model.slug(),
                        IssueCode::UnknownId,
                        id,
                        config.model.id(),
                    )),
                }
                self.idle(config, issues);
            }
            None => {
                if self.cleared {
                    config.model = Config::default().model;
                }
                self.idle(config, issues);
            }
        }
    }

    /// Says that fields beside a preset do nothing.
    fn idle(&self, config: &Config, issues: &mut Issues) {
        let names = self
            .fields
            .iter()
            .map(|(name, value)| (prefixed(name), value));
        let kind = self.kind.iter().map(|value| ("m.type".to_string(), value));
        let name = self.name.iter().map(|value| ("m.name".to_string(), value));
        let params = self
            .params
            .iter()
            .map(|value| (Key::Params.slug().to_string(), value));
        for (key, value) in names.chain(kind).chain(name).chain(params) {
            issues.add(Issue::new(
                &key,
                IssueCode::ModelIsPreset,
                value,
                config.model.id(),
            ));
        }
    }

    fn custom(self, config: &mut Config, issues: &mut Issues) {
        let name = model_name(self.name.as_deref().unwrap_or(""));
        if self
            .name
            .as_ref()
            .is_some_and(|given| given.chars().count() > MODEL_NAME_LIMIT)
        {
            issues.add(Issue::new(
                "m.name",
                IssueCode::TooLong {
                    limit: MODEL_NAME_LIMIT,
                },
                self.name.as_deref().unwrap_or(""),
                &name,
            ));
        }
        // A name that is no field's says nothing of the shape.
        let shaped = |(field, _): &(String, String)| ModelFields::written_name(field).is_some();
        if !self.fields.iter().any(shaped) && self.kind.is_none() {
            for (field, value) in &self.fields {
                let mut none = ModelFields::new(DEFAULT_TYPE);
                if let Err(problem) = none.set(field, value) {
                    let code = IssueCode::Field(problem);
                    issues.add(Issue::new(&prefixed(field), code, value, ""));
                }
            }
            return match self.params {
                None => issues.add(Issue::new(
                    Key::Model.slug(),
                    IssueCode::CustomWithoutShape,
                    "custom",
                    config.model.id(),
                )),
                Some(text) => match whole_between(number::read(&text), 1, PARAMS_LIMIT) {
                    Ok((params, said)) => {
                        if let Some(code) = said {
                            issues.add(Issue::new(
                                Key::Params.slug(),
                                code,
                                &text,
                                &params.to_string(),
                            ));
                        }
                        config.model = Model::sized(params, name);
                    }
                    Err(code) => issues.add(Issue::new(
                        Key::Params.slug(),
                        code,
                        &text,
                        config.model.id(),
                    )),
                },
            };
        }
        let mut fields = ModelFields::new(
            &self
                .kind
                .as_deref()
                .unwrap_or(DEFAULT_TYPE)
                .to_ascii_lowercase(),
        );
        for (field, value) in &self.fields {
            let text = number::folded(value).to_ascii_lowercase();
            let code = match fields.set(field, &text) {
                Err(problem) => IssueCode::Field(problem),
                Ok(_) if text != value.to_ascii_lowercase() || text.contains([',', '_']) => {
                    IssueCode::ReadLeniently
                }
                Ok(_) => continue,
            };
            let used = fields.get(field).unwrap_or_default();
            issues.add(Issue::new(&prefixed(field), code, value, &used));
        }
        if let Some(params) = &self.params {
            issues.add(Issue::new(
                Key::Params.slug(),
                IssueCode::ParamsGiven,
                params,
                "",
            ));
        }
        let (spec, said) = fields.spec();
        for issue in said {
            issues.add(Issue::new(
                "m.type",
                IssueCode::Model(issue),
                fields.model_type(),
                "",
            ));
        }
        config.model = Model::custom_with(fields, spec, name);
    }
}

/// The pairs after `model` that describe a custom model with a shape; none for others.
pub(super) fn pairs(model: &Model) -> Vec<(String, String)> {
    let mut out = Vec::new();
    match &model.source {
        ModelSource::Preset(_) => {}
        ModelSource::Custom { fields, name } => {
            out.push(("m.type".into(), fields.model_type().into()));
            push_name(&mut out, name);
            out.extend(
                fields
                    .to_link()
                    .into_iter()
                    .map(|(field, value)| (prefixed(field), value)),
            );
        }
        ModelSource::Sized { params: _, name } => push_name(&mut out, name),
    }
    out
}

/// The written form of `params`.
pub(super) fn params(link: &Link) -> String {
    match &link.config.model.source {
        ModelSource::Sized { params, .. } => params.to_string(),
        ModelSource::Preset(_) | ModelSource::Custom { .. } => String::new(),
    }
}

/// Back to the default model.
pub(super) fn reset(link: &mut Link) {
    link.config.model = Config::default().model;
}

fn push_name(out: &mut Vec<(String, String)>, name: &str) {
    if !name.is_empty() {
        out.push(("m.name".into(), name.into()));
    }
}

fn prefixed(field: &str) -> String {
    [MODEL_PREFIX, field].concat()
}

fn duplicate(field: &str, value: &str, first: &str) -> Issue {
    let code = if value == first {
        IssueCode::Repeated
    } else {
        IssueCode::Duplicate
    };
    Issue::new(&prefixed(field), code, value, first)
}
