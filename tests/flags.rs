//! Flags in and out: the recorded cases, files of real shape, round trips, hostile texts, the view.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "flags/cases.rs"]
mod cases;
