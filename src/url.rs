//! The link: a pure codec between a query string and a [`Link`]. Parsing never fails; it says what it did not take as given.
//!
//! One table, [`fields::FIELDS`], names every key, its range and how it is read and written. A change of configuration
//! is a query too (a diff): cuts, Apply, experiments and pins are [`apply`] and [`diff`].
mod drill_key;
mod encoding;
pub mod fields;
mod issue;
mod kinds;
mod lists;
mod model_keys;
mod number;
mod pins;
mod usage;

pub use fields::{FIELDS, Field, Key};
pub use issue::{Issue, IssueCode, Level};
pub use model_keys::MODEL_PREFIX;
pub use usage::unused;

use crate::display::Display;
use crate::ledger::config::Config;
use crate::ledger::words::Word;
use issue::Issues;
use model_keys::ModelKeys;

/// Everything a link says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    /// The run.
    pub config: Config,
    /// How it is shown.
    pub display: Display,
}

/// Longest query that is read, in bytes; the rest is said to be left out.
pub const QUERY_LIMIT: usize = 100_000;
/// Most pairs of a query that are read: several times as many as there are keys.
pub const PAIR_LIMIT: usize = 1_000;
/// Longest link that every browser, chat and log carries; a longer one is offered as a file beside.
pub const LINK_LIMIT: usize = 2_000;

/// Reads a query (with or without `?`), or a whole address that has one.
pub fn parse(text: &str) -> (Link, Vec<Issue>) {
    apply(&Link::default(), text)
}

/// Reads a query as changes to `base`: what it does not name stays.
pub fn apply(base: &Link, text: &str) -> (Link, Vec<Issue>) {
    let query = query_of(text);
    let mut issues = Issues::default();
    let mut reader = Reader {
        link: base.clone(),
        model: ModelKeys::default(),
        seen: Vec::new(),
        given: Vec::new(),
    };
    let mut pairs = encoding::pairs(query.text);
    for (name, value) in pairs.by_ref().take(PAIR_LIMIT) {
        reader.take(&name, &value, &mut issues);
    }
    if query.cut || pairs.next().is_some() {
        issues.add(Issue::new("", IssueCode::QueryTooLong, "", ""));
    }
    let Reader {
        mut link,
        model,
        seen: _,
        given,
    } = reader;
    model.resolve(&mut link.config, &mut issues);
    for key in given {
        if let Some(code) = usage::unused(&link.config, key) {
            let given = value_of(&link, key);
            issues.add(Issue::new(key.slug(), code, &given, &given));
        }
    }
    (link, issues.done())
}

/// The canonical query: only what differs from the default, in the table's order, without `v`.
pub fn format(link: &Link) -> String {
    encoding::join(&pairs(link))
}

/// The query that is copied: `v=1` first.
pub fn format_copied(link: &Link) -> String {
    let query = format(link);
    if query.is_empty() {
        "v=1".into()
    } else {
        ["v=1&", &query].concat()
    }
}

/// The canonical query of a configuration alone.
pub fn format_config(config: &Config) -> String {
    format(&Link {
        config: config.clone(),
        display: Display::default(),
    })
}

/// What has to be changed in `from` to have `to`: pairs that [`apply`] takes, defaults written out.
pub fn diff(from: &Config, to: &Config) -> Vec<(String, String)> {
    let (from, to) = (
        Link {
            config: from.clone(),
            ..Link::default()
        },
        Link {
            config: to.clone(),
            ..Link::default()
        },
    );
    let model_changed = from.config.model != to.config.model;
    let mut out = Vec::new();
    for field in FIELDS {
        let (old, new) = ((field.get)(&from), (field.get)(&to));
        // A model is one thing: where any part of it changed, all of it is written.
        let changed = if field.key == Key::Model {
            model_changed
        } else if field.key == Key::Params {
            model_changed && !new.is_empty()
        } else {
            old != new
        };
        if changed {
            out.push((field.key.slug().to_string(), new));
        }
        if changed && field.key == Key::Model {
            out.extend(model_keys::pairs(&to.config.model));
        }
    }
    out
}

/// One key with its value as a query.
pub fn pair(key: &str, value: &str) -> String {
    encoding::join(&[(key.to_string(), value.to_string())])
}

/// A diff as a query.
pub fn diff_query(from: &Config, to: &Config) -> String {
    encoding::join(&diff(from, to))
}

/// The pairs of [`format()`].
pub fn pairs(link: &Link) -> Vec<(String, String)> {
    let default = Link::default();
    let mut out = Vec::new();
    for field in FIELDS {
        let text = (field.get)(link);
        if text != (field.get)(&default) {
            out.push((field.key.slug().to_string(), text));
        }
        if field.key == Key::Model {
            out.extend(model_keys::pairs(&link.config.model));
        }
    }
    out
}

/// The key's present value in its written form.
pub fn value_of(link: &Link, key: Key) -> String {
    fields::field(key).map_or_else(String::new, |field| (field.get)(link))
}

struct Query<'a> {
    text: &'a str,
    cut: bool,
}

/// The query part of an address, at most [`QUERY_LIMIT`] bytes of it.
fn query_of(text: &str) -> Query<'_> {
    let text = text.trim();
    let text = text.split_once('?').map_or(text, |(_, query)| query);
    let text = text.split_once('#').map_or(text, |(query, _)| query);
    let mut end = text.len().min(QUERY_LIMIT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    Query {
        text: text.get(..end).unwrap_or(""),
        cut: end < text.len(),
    }
}

struct Reader {
    link: Link,
    model: ModelKeys,
    /// Keys that were taken, with the value, to know a duplicate.
    seen: Vec<(Key, String)>,
    /// Keys whose value was not empty.
    given: Vec<Key>,
}

impl Reader {
    fn take(&mut self, name: &str, value: &str, issues: &mut Issues) {
        let name = name.trim().to_ascii_lowercase();
        if name.is_empty() && value.is_empty() {
            return;
        }
        if name == "v" {
            if !value.trim().is_empty() && value.trim() != "1" {
                issues.add(Issue::new("v", IssueCode::OtherVersion, value, "1"));
            }
            return;
        }
        if let Some(field) = name.strip_prefix(MODEL_PREFIX) {
            return self.model.take(field, value, issues);
        }
        let Some(field) = Key::of(&name).and_then(fields::field) else {
            return issues.add(Issue::new(&name, IssueCode::UnknownKey, value, ""));
        };
        if let Some((_, first)) = self.seen.iter().find(|(key, _)| *key == field.key) {
            let code = if first == value {
                IssueCode::Repeated
            } else {
                IssueCode::Duplicate
            };
            return issues.add(Issue::new(&name, code, value, first));
        }
        self.seen.push((field.key, value.to_string()));
        let text = value.trim();
        if text.is_empty() {
            self.model.clear(field.key);
            return (field.reset)(&mut self.link);
        }
        self.given.push(field.key);
        if self.model.take_key(field.key, text) {
            return;
        }
        if let Some(code) = (field.set)(&mut self.link, text) {
            let used = (field.get)(&self.link);
            issues.add(Issue::new(&name, code, value, &used));
        }
    }
}
