//! How keys with values of a kind of their own are read and written: second models, table axes, locked keys.
use super::Link;
use super::fields::Key;
use super::issue::IssueCode;
use super::number::{self, whole_between};
use crate::ledger::config::{AXIS_LIMIT, Axes, Companion};
use crate::ledger::presets;
use crate::ledger::solve::{CONCURRENCY_LIMIT, LENGTH_LIMIT};
use crate::ledger::words::Word;

pub(super) fn companion(slot: &mut Companion, text: &str) -> Option<IssueCode> {
    let id = text.to_ascii_lowercase();
    match (id.as_str(), presets::model(&id)) {
        ("none", _) => *slot = Companion::None,
        ("model", _) => *slot = Companion::SameAsModel,
        (_, Some(preset)) => *slot = Companion::Preset(preset),
        (_, None) => return Some(IssueCode::UnknownId),
    }
    None
}

pub(super) fn companion_text(companion: Companion) -> String {
    match companion {
        Companion::SameAsModel => "",
        Companion::Preset(preset) => preset.id,
        Companion::None => "none",
    }
    .to_string()
}

pub(super) fn set_axes(link: &mut Link, text: &str) -> Option<IssueCode> {
    let lower = text.to_ascii_lowercase();
    let Some((concurrency, length)) = lower.split_once('x') else {
        return Some(IssueCode::NotAxes);
    };
    let mut said = None;
    let mut axis = |text: &str, max: u64| -> Option<Vec<u64>> {
        let mut values = Vec::new();
        for part in text.split('-').filter(|part| !part.is_empty()) {
            if values.len() == AXIS_LIMIT {
                said = Some(IssueCode::TooMany { limit: AXIS_LIMIT });
                break;
            }
            let (value, note) = whole_between(number::read(part), 1, max).ok()?;
            said = note.or(said.take());
            values.push(value);
        }
        Some(Axes::tidy(values))
    };
    match (
        axis(concurrency, CONCURRENCY_LIMIT),
        axis(length, LENGTH_LIMIT),
    ) {
        (Some(concurrency), Some(length)) => {
            link.config.axes = Axes {
                concurrency,
                length,
            };
            said
        }
        (None, _) | (_, None) => Some(IssueCode::NotAxes),
    }
}

pub(super) fn axes_text(axes: &Axes) -> String {
    if axes.concurrency.is_empty() && axes.length.is_empty() {
        return String::new();
    }
    let side = |values: &[u64]| {
        values
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join("-")
    };
    [side(&axes.concurrency), side(&axes.length)].join("x")
}

pub(super) fn set_lock(link: &mut Link, text: &str) -> Option<IssueCode> {
    let mut unknown = false;
    for name in text
        .to_ascii_lowercase()
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
    {
        match Key::of(name) {
            Some(key) if link.display.lock.contains(&key) => {}
            Some(key) => {
                let at = link.display.lock.iter().position(|k| *k > key);
                link.display
                    .lock
                    .insert(at.unwrap_or(link.display.lock.len()), key);
            }
            None => unknown = true,
        }
    }
    unknown.then_some(IssueCode::UnknownKey)
}

pub(super) fn lock_text(lock: &[Key]) -> String {
    lock.iter()
        .map(|key| key.slug())
        .collect::<Vec<_>>()
        .join(",")
}
