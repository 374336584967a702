//! How a page is shown: the display keys of a link, which never change a number.
use crate::url::Key;
use crate::words;

words! {
    /// A view of the page. All views share one configuration.
    View {
        /// The ledger.
        Ledger = "ledger",
        /// The KV table and its picture.
        Kv = "kv",
        /// The lesson: experiments, tables, rules.
        Lesson = "lesson",
        /// The questions.
        Quiz = "quiz",
    }

    /// Language asked for by a link.
    Lang {
        /// As stored or as the browser asks.
        Auto = "auto",
        /// Chinese.
        Zh = "zh",
        /// English.
        En = "en",
    }

    /// Theme.
    Theme {
        /// As the system has it.
        Auto = "auto",
        /// Light.
        Light = "light",
        /// Dark.
        Dark = "dark",
    }

    /// Unit that sizes are shown in.
    Unit {
        /// 2^30 bytes.
        GiB = "gib",
        /// 10^9 bytes.
        GB = "gb",
    }

    /// How much of the page an embed shows.
    Chrome {
        /// Controls and view.
        Full = "full",
        /// The view with its verdict alone.
        Compact = "compact",
    }
}

impl Unit {
    /// The unit of the core.
    pub const fn bytes(self) -> crate::ledger::units::ByteUnit {
        match self {
            Unit::GiB => crate::ledger::units::ByteUnit::GiB,
            Unit::GB => crate::ledger::units::ByteUnit::GB,
        }
    }
}

/// The display keys of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Display {
    /// `view`.
    pub view: View,
    /// `lang`.
    pub lang: Lang,
    /// `theme`.
    pub theme: Theme,
    /// `unit`.
    pub unit: Unit,
    /// `embed`.
    pub embed: bool,
    /// `ui`.
    pub ui: Chrome,
    /// `lock`: keys whose controls are shown but cannot be changed.
    pub lock: Vec<Key>,
}

impl Default for Display {
    fn default() -> Display {
        Display {
            view: View::Ledger,
            lang: Lang::Auto,
            theme: Theme::Auto,
            unit: Unit::GiB,
            embed: false,
            ui: Chrome::Full,
            lock: Vec::new(),
        }
    }
}
