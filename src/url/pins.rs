//! Pinned configurations inside a link: `mb:1;seq:2048`, with `:` `;` `~` escaped as ~3A ~3B ~7E.
use super::issue::IssueCode;
use super::{Key, Level, Link, PAIR_LIMIT, apply, encoding, fields, pairs};
use crate::display::Display;
use crate::ledger::config::Config;
use crate::ledger::words::Word;
use std::sync::Arc;

/// The entry that stands for "no difference", since an empty value means no pin.
const SAME_AS_DEFAULT: &str = "v:1";

/// Reads a pin into its place. What cannot be read is said, the rest is kept.
pub(super) fn set(config: &mut Config, index: usize, text: &str) -> Option<IssueCode> {
    let mut query = Vec::new();
    let mut refused = None;
    // One more than is read, so that the reader says that there were more.
    let entries = text.split(';').filter(|entry| !entry.is_empty());
    for entry in entries.take(PAIR_LIMIT + 1) {
        let (name, value) = entry.split_once(':').unwrap_or((entry, ""));
        // The name as the reader of the query will take it.
        let name = unescape(name).trim().to_ascii_lowercase();
        let value = unescape(value);
        // Display keys and pins inside a pin would make one link two states.
        let allowed = Key::of(&name).is_none_or(|key| !fields::is_display(key) && !is_pin(key));
        if allowed {
            query.push((name, value));
        } else {
            refused = Some(IssueCode::InPin { entry: name });
        }
    }
    let (link, issues) = apply(&Link::default(), &encoding::join(&query));
    let fault = issues
        .into_iter()
        .find(|issue| issue.level == Level::Error)
        .map(|issue| IssueCode::InPin { entry: issue.key });
    if let Some(slot) = config.vs.get_mut(index) {
        *slot = Some(Arc::new(link.config));
    }
    refused.or(fault)
}

/// The written form of a pin; empty where there is none.
pub(super) fn get(config: &Config, index: usize) -> String {
    let Some(pin) = config.vs.get(index).and_then(Option::as_ref) else {
        return String::new();
    };
    let pin = Link {
        config: pin.unpinned(),
        display: Display::default(),
    };
    let entries: Vec<String> = pairs(&pin)
        .iter()
        .map(|(name, value)| [escape(name), escape(value)].join(":"))
        .collect();
    if entries.is_empty() {
        SAME_AS_DEFAULT.into()
    } else {
        entries.join(";")
    }
}

/// Takes a pin away.
pub(super) fn reset(config: &mut Config, index: usize) {
    if let Some(slot) = config.vs.get_mut(index) {
        *slot = None;
    }
}

fn is_pin(key: Key) -> bool {
    matches!(key, Key::Vs | Key::Vs2 | Key::Vs3)
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '~' => out.push_str("~7E"),
            ':' => out.push_str("~3A"),
            ';' => out.push_str("~3B"),
            c => out.push(c),
        }
    }
    out
}

/// In one pass: what an escape stands for is not read again.
fn unescape(text: &str) -> String {
    const ESCAPES: [(&str, char); 3] = [("3a", ':'), ("3b", ';'), ("7e", '~')];
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split('~');
    out.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let escape = part.split_at_checked(2).and_then(|(code, rest)| {
            let known = ESCAPES.iter().find(|(c, _)| code.eq_ignore_ascii_case(c));
            known.map(|(_, sign)| (*sign, rest))
        });
        let (sign, rest) = escape.unwrap_or(('~', part));
        out.push(sign);
        out.push_str(rest);
    }
    out
}
