//! The key `drill`: progress of the tuning exercise, as its own text.
//!
//! The page's own module (which has no measured method and no drill) carries the text along as it stands; what reads it
//! takes it apart and writes it back canonically.
use super::Link;
use super::issue::IssueCode;
use crate::ledger::drill::{Problem, Progress, TEXT_LIMIT};

pub(super) fn set(link: &mut Link, text: &str) -> Option<IssueCode> {
    if !cfg!(feature = "measured") {
        return carry(link, text);
    }
    let (progress, problem) = Progress::read(text);
    match problem {
        // Nothing of it can be read: what was there stays.
        Some(Problem::NoLevel) => return Some(IssueCode::NotADrill),
        Some(Problem::Token | Problem::TooLong) | None => link.display.drill = progress.text(),
    }
    match problem {
        Some(Problem::TooLong) => Some(IssueCode::TooLong { limit: TEXT_LIMIT }),
        Some(Problem::Token | Problem::NoLevel) => Some(IssueCode::NotADrill),
        None => None,
    }
}

/// Keeps a text of the letters that progress is written in.
fn carry(link: &mut Link, text: &str) -> Option<IssueCode> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-';
    if text.len() > TEXT_LIMIT || !text.bytes().all(plain) {
        return Some(IssueCode::NotADrill);
    }
    link.display.drill = text.to_ascii_lowercase();
    None
}
