//! A model's architecture in config.json's own names.
