//! Presets: models and cards.
