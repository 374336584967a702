//! Closed sets of words: an enum, the slugs that links and JSON use for it, and nothing to forget when one is added.

/// An enum whose every variant has a slug that never changes meaning once published.
pub trait Word: Copy + PartialEq + Sized + 'static {
    /// Every variant in the order of the contract.
    const ALL: &'static [Self];
    /// Every slug, in the same order.
    const SLUGS: &'static [&'static str];
    /// Its slug, as in a link.
    fn slug(self) -> &'static str;
    /// The variant of a slug, already in lower case.
    fn of(slug: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|w| w.slug() == slug)
    }
}

/// Declares such an enum: `words! { /// Doc. Name { /// Doc. Variant = "slug", … } }`.
#[macro_export]
macro_rules! words {
    ($($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $slug:literal),+ $(,)? })+) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vmeta])* $variant),+ }
        impl $crate::ledger::words::Word for $name {
            const ALL: &'static [Self] = &[$($name::$variant),+];
            const SLUGS: &'static [&'static str] = &[$($slug),+];
            fn slug(self) -> &'static str { match self { $($name::$variant => $slug),+ } }
        }
    )+ };
}
