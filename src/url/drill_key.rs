//! The key `drill`: progress of the tuning exercise, as its own text.
use super::Link;
use super::issue::IssueCode;
use crate::ledger::drill::{Problem, Progress, TEXT_LIMIT};

pub(super) fn set(link: &mut Link, text: &str) -> Option<IssueCode> {
    let (progress, problem) = Progress::read(text);
    match problem {
        // Nothing of it can be read: what was there stays.
        Some(Problem::NoLevel) => return Some(IssueCode::NotADrill),
        Some(Problem::Token | Problem::TooLong) | None => link.display.drill = progress,
    }
    match problem {
        Some(Problem::TooLong) => Some(IssueCode::TooLong { limit: TEXT_LIMIT }),
        Some(Problem::Token | Problem::NoLevel) => Some(IssueCode::NotADrill),
        None => None,
    }
}

pub(super) fn text(link: &Link) -> String {
    link.display.drill.text()
}

pub(super) fn reset(link: &mut Link) {
    link.display.drill = Progress::default();
}
