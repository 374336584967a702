//! The view.
