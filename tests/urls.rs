//! The link's contract: how a query is read, what is said about it, and that published links stay what they were.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "urls/hostile.rs"]
mod hostile;
#[path = "urls/models.rs"]
mod models;
#[path = "urls/pins.rs"]
mod pins;
#[path = "urls/published.rs"]
mod published;
#[path = "urls/reading.rs"]
mod reading;

use vram_ledger::ledger::words::Word;
use vram_ledger::url::{self, Level, Link};

/// Reads `query`, expects its canonical form and the issues as `key code level`; the form must read as the same link.
#[track_caller]
fn check(query: &str, canonical: &str, issues: &[&str]) -> Link {
    let (link, said) = url::parse(query);
    assert_eq!(url::format(&link), canonical, "canonical form of {query:?}");
    let said: Vec<String> = said
        .iter()
        .map(|issue| format!("{} {} {}", issue.key, issue.code.slug(), issue.level.slug()))
        .collect();
    assert_eq!(said, issues, "issues of {query:?}");
    stable(&link);
    link
}

/// The written form reads as the link it was written from, without an error.
#[track_caller]
fn stable(link: &Link) {
    let text = url::format(link);
    let (again, said) = url::parse(&text);
    assert_eq!(&again, link, "{text}");
    assert_eq!(url::format(&again), text);
    let errors: Vec<_> = said.iter().filter(|i| i.level == Level::Error).collect();
    assert!(errors.is_empty(), "{text}: {errors:?}");
    let (copied, _) = url::parse(&url::format_copied(link));
    assert_eq!(&copied, link, "{text}");
}
