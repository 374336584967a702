//! The pure core: no DOM, clock, locale, randomness or I/O.
pub mod model;
pub mod presets;
