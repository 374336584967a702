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
        /// Serving: weights, pool and demand, speed.
        Serving = "serving",
        /// One card, two tenants: the util line, sleep, step time.
        Colocate = "colocate",
        /// Cards, nodes and money; the gate.
        Capacity = "capacity",
        /// Which way: full, LoRA, QLoRA, DPO, PPO, or no training.
        Way = "way",
        /// Make it fit, or use the room.
        Fit = "fit",
        /// A traceback or log, and the line it means.
        Triage = "triage",
        /// The configuration as a framework's flags, in and out.
        Flags = "flags",
        /// The lesson: experiments, tables, rules.
        Lesson = "lesson",
        /// The tuning exercise.
        Drill = "drill",
        /// The questions.
        Quiz = "quiz",
        /// The measured method's error against real runs.
        Accuracy = "accuracy",
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

impl View {
    /// True for the first view of a group: the ledger's, planning, mending, learning, accuracy.
    pub const fn begins_group(self) -> bool {
        match self {
            View::Serving | View::Fit | View::Lesson | View::Accuracy => true,
            View::Ledger
            | View::Kv
            | View::Colocate
            | View::Capacity
            | View::Way
            | View::Triage
            | View::Flags
            | View::Drill
            | View::Quiz => false,
        }
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
    /// `drill`: progress of the tuning exercise, which has numbers of its own and never changes the page's.
    pub drill: String,
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
            drill: String::new(),
        }
    }
}
