//! Keys that take lists: axes of a table, locked keys, measured lines.
use super::issue::IssueCode;
use super::number::{self, mib_between, whole_between};
use super::{Key, Link};
use crate::ledger::config::{AXIS_LIMIT, Axes};
use crate::ledger::fix::{FIX_LIMIT, Fixes};
use crate::ledger::item::Item;
use crate::ledger::solve::{CONCURRENCY_LIMIT, LENGTH_LIMIT};
use crate::ledger::words::Word;

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

/// `item:MiB` pairs; the first of an item holds. What cannot be read is said, the rest is kept.
pub(super) fn set_fix(link: &mut Link, text: &str) -> Option<IssueCode> {
    let lower = text.to_ascii_lowercase();
    let mut fixes = Fixes::default();
    let mut said = None;
    for entry in lower.split(',').map(str::trim).filter(|e| !e.is_empty()) {
        let (name, size) = entry.split_once(':').unwrap_or((entry, ""));
        let item = Item::of(name.trim()).filter(|item| !fixes.has(*item));
        let size = mib_between(number::read_mib(size.trim()), 0, FIX_LIMIT);
        let taken = item.zip(size.ok()).and_then(|(item, (mib, note))| {
            said = note.or(said.take());
            fixes.with_mib(item, mib)
        });
        match taken {
            Some(more) => fixes = more,
            None => said = Some(IssueCode::NotAFix),
        }
    }
    link.config.fix = fixes;
    said
}

pub(super) fn fix_text(fixes: &Fixes) -> String {
    fixes
        .pairs()
        .iter()
        .map(|(item, mib)| [item.slug(), ":", &mib.to_string()].concat())
        .collect::<Vec<_>>()
        .join(",")
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
