//! What another page, or a panel of ours, asks the core for: texts in, texts out. src/bin/core_api.rs gives it to JavaScript.
use crate::config_json::{self, Imported};
use crate::flags;
#[cfg(feature = "measured")]
use crate::i18n::Voice;
use crate::i18n::{Locale, ToolText, fill};
#[cfg(feature = "measured")]
use crate::ledger::band::band;
#[cfg(feature = "measured")]
use crate::ledger::config::Method;
use crate::ledger::config::{MODEL_NAME_LIMIT, Model};
#[cfg(feature = "measured")]
use crate::ledger::estimate as estimate_ledger;
use crate::ledger::precision::KvDtype;
use crate::ledger::units::{grouped_u64, whole};
use crate::ledger::words::Word;
use crate::text::{self, Report};
use crate::url::{self, Link};

/// `estimate --format json` for a query; a config.json, where one is given, replaces the query's model.
///
/// # Errors
/// A sentence where the config.json describes no model.
pub fn estimate(query: &str, config: Option<&str>, locale: Locale) -> Result<String, String> {
    let (mut link, issues) = url::parse(query);
    if let Some(text) = config {
        link.config.model = read_config(text).map_err(|e| e.sentence(locale))?.0;
    }
    Ok(text::report_json(&Report::of(link, issues), locale))
}

/// The ledger of a query as Markdown, plain text, CSV and JSON, in this order; `address` stands under the Markdown.
pub fn share_texts(query: &str, address: &str, locale: Locale) -> [String; 4] {
    let (link, issues) = url::parse(query);
    let report = Report::of(link, issues);
    [
        text::markdown(&report, locale, address),
        text::plain_text(&report, locale),
        text::csv(&report),
        text::report_json(&report, locale),
    ]
}

/// What the measured method says of a query, in a few words: the total, its band and the worst moment.
#[cfg(feature = "measured")]
pub fn measured_total(query: &str, locale: Locale) -> String {
    let (mut link, _) = url::parse(query);
    link.config.method = Method::Measured;
    let ledger = estimate_ledger(&link.config);
    let voice = Voice {
        locale,
        unit: link.display.unit.bytes(),
    };
    let band = band(&link.config, &ledger);
    fill(
        ToolText::MeasuredTotal.of(locale),
        &[
            &voice.size(ledger.used()),
            &band.low.digits(voice.unit),
            &voice.size(band.high),
            ledger.worst().phase.label(locale),
        ],
    )
}

/// What a pasted text is.
#[derive(Clone, Debug, PartialEq)]
pub enum Pasted {
    /// A model: the query that carries it, and what is to be said of it.
    Model {
        /// `model=custom&m.type=…`
        query: String,
        /// Sentences: what was read, then what could not be taken as given.
        said: Vec<String>,
    },
    /// A configuration saved by the page: its query.
    Saved {
        /// The query.
        query: String,
    },
    /// A framework's command, call or file: a query diff, and what is to be said of it.
    Flags {
        /// The keys it sets, as a query that applies to any link.
        query: String,
        /// Sentences: what was read, what was not.
        said: Vec<String>,
    },
    /// None of these; why, and what to give instead.
    Refused {
        /// The sentence.
        why: String,
    },
}

/// Reads a pasted config.json, a saved configuration, or a framework's flags.
pub fn read_pasted(text: &str, locale: Locale) -> Pasted {
    if let Some(query) = crate::saved::read(text) {
        return Pasted::Saved { query };
    }
    let (model, imported) = match read_config(text) {
        Ok(read) => read,
        Err(error) => {
            let reading = flags::read(text, None);
            if reading.understood() {
                return Pasted::Flags {
                    query: reading.query(),
                    said: crate::views::flags::sentences(&reading, locale),
                };
            }
            return Pasted::Refused {
                why: error.sentence(locale),
            };
        }
    };
    let per_token = model
        .shape
        .as_ref()
        .map_or(0.0, |shape| shape.kv.bytes_per_token(KvDtype::Bf16.bytes()));
    let kind = imported.fields.model_type();
    let name = if model.name().is_empty() {
        kind
    } else {
        model.name()
    };
    let facts = [
        name,
        &grouped_u64(model.params()),
        &grouped_u64(whole(per_token)),
    ];
    let mut said = vec![fill(ToolText::ImportRead.of(locale), &facts)];
    let (_, found) = imported.fields.spec();
    said.extend(
        imported
            .issues
            .iter()
            .chain(&found)
            .map(|issue| issue.sentence(locale)),
    );
    if let Some(quantization) = &imported.quantization {
        let format = quantization.dtype.unwrap_or(&quantization.method);
        said.push(fill(ToolText::ImportQuantised.of(locale), &[format]));
    }
    let mut link = Link::default();
    link.config.model = model;
    Pasted::Model {
        query: url::format(&link),
        said,
    }
}

fn read_config(text: &str) -> Result<(Model, Imported), config_json::ConfigError> {
    let imported = config_json::read(text)?;
    let name = imported
        .name
        .as_deref()
        .unwrap_or("")
        .chars()
        .take(MODEL_NAME_LIMIT)
        .collect::<String>();
    Ok((
        Model::custom(imported.fields.clone(), name.trim().to_string()),
        imported,
    ))
}

/// A language by its slug; English where it is none.
pub fn locale(slug: &str) -> Locale {
    Locale::of(&slug.to_ascii_lowercase()).unwrap_or(Locale::En)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_travels_as_a_query() {
        let text = r#"{"model_type":"qwen3","hidden_size":4096,"intermediate_size":12288,"num_hidden_layers":36,
            "num_attention_heads":32,"num_key_value_heads":8,"head_dim":128,"vocab_size":151936,"tie_word_embeddings":false}"#;
        let read = read_pasted(text, Locale::En);
        let model = match &read {
            Pasted::Model { query, said } => {
                Some((url::parse(query).0.config.model.params(), said.concat()))
            }
            Pasted::Saved { .. } | Pasted::Flags { .. } | Pasted::Refused { .. } => None,
        };
        assert_eq!(
            model.as_ref().map(|(params, _)| *params),
            Some(8_190_735_360)
        );
        assert!(
            model.is_some_and(|(_, said)| said.contains("147,456")),
            "{read:?}"
        );
    }

    #[test]
    fn what_is_no_model_is_refused_with_a_sentence() {
        for text in ["", "{}", "[1]", "{\"a\":", "null"] {
            assert!(
                matches!(read_pasted(text, Locale::Zh), Pasted::Refused { .. }),
                "{text}"
            );
        }
    }

    #[test]
    fn a_saved_configuration_comes_back() {
        let (link, _) = url::parse("task=serve&conc=7");
        let read = read_pasted(&crate::saved::write(&link), Locale::En);
        assert_eq!(
            read,
            Pasted::Saved {
                query: "task=serve&conc=7".into()
            }
        );
    }

    #[test]
    fn a_command_is_a_change_of_configuration() {
        let read = read_pasted("vllm serve Qwen/Qwen3-8B --max-num-seqs 7", Locale::En);
        let query = match &read {
            Pasted::Flags { query, said } if !said.is_empty() => query.as_str(),
            _ => "",
        };
        let config = url::parse(query).0.config;
        assert_eq!(
            (config.model.id(), config.conc),
            ("qwen3-8b", 7),
            "{read:?}"
        );
    }

    #[test]
    fn estimate_takes_a_config() {
        let json = estimate("task=serve", Some("{\"model_type\":\"llama\"}"), Locale::En);
        assert!(json.is_ok_and(|json| json.contains("6738415616")));
        assert!(estimate("", Some("{}"), Locale::En).is_err());
    }
}
