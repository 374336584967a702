//! 显存账本 · vram-ledger: where the GPU memory of an LLM run goes, line by line, with its arithmetic.
pub mod config_json;
pub mod display;
pub mod ledger;
pub mod url;
