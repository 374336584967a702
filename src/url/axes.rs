//! The KV table's axes in a link: concurrency x length, as 1-4-16x1024-4096.
use super::Link;
use super::issue::IssueCode;
use super::number::{self, whole_between};
use crate::ledger::config::{AXIS_LIMIT, Axes};
use crate::ledger::solve::{CONCURRENCY_LIMIT, LENGTH_LIMIT};

pub(super) fn set(link: &mut Link, text: &str) -> Option<IssueCode> {
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

pub(super) fn text(axes: &Axes) -> String {
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
