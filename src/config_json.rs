//! A hub's config.json → [`ModelFields`](crate::ledger::model::ModelFields).
