//! Stand-in for the page's languages.

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locale {
    /// Chinese.
    Zh,
    /// English.
    En,
}
