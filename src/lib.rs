//! 显存账本 · vram-ledger: where the GPU memory of an LLM run goes, line by line, with its arithmetic.
#[cfg(feature = "ui")]
pub mod app;
#[cfg(feature = "charts")]
pub mod chart;
#[cfg(feature = "ui")]
pub mod charts_loader;
pub mod config_json;
pub mod display;
pub mod i18n;
pub mod ledger;
pub mod lesson;
pub mod quiz;
pub mod saved;
pub mod text;
pub mod url;
