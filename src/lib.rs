//! 显存账本 · vram-ledger: where the GPU memory of an LLM run goes, line by line, with its arithmetic.
pub mod ledger;
pub mod config_json;
pub mod display;
pub mod url;
pub mod i18n;
pub mod text;
#[cfg(feature = "charts")]
pub mod chart;
#[cfg(feature = "ui")]
pub mod app;
#[cfg(feature = "ui")]
pub mod charts_loader;
