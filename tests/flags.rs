//! Flags in and out: the recorded cases, files of real shape, round trips, hostile texts, the view.
#![cfg(all(feature = "measured", not(target_arch = "wasm32")))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "flags/cases.rs"]
mod cases;
#[path = "flags/files.rs"]
mod files;
#[path = "flags/hostile.rs"]
mod hostile;
#[path = "flags/round.rs"]
mod round;
#[path = "flags/view.rs"]
mod view;
#[path = "views/whole.rs"]
mod whole;
