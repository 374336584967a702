//! Pinned configurations inside a link: `mb:1;seq:2048`, with `:` `;` `~` escaped as ~3A ~3B ~7E.
use super::issue::IssueCode;
use super::{Key, Level, Link, apply, encoding, fields, pairs};
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
    for entry in text.split(';').filter(|entry| !entry.is_empty()) {
        let (name, value) = entry.split_once(':').unwrap_or((entry, ""));
        let (name, value) = (unescape(name), unescape(value));
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

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let mut ahead = rest.clone();
        let plain = match (c, ahead.next(), ahead.next()) {
            ('~', Some('7'), Some('E' | 'e')) => Some('~'),
            ('~', Some('3'), Some('A' | 'a')) => Some(':'),
            ('~', Some('3'), Some('B' | 'b')) => Some(';'),
            (_, _, _) => None,
        };
        if plain.is_some() {
            rest = ahead;
        }
        out.push(plain.unwrap_or(c));
    }
    out
}
