//! The codec: what is written is read, and reading what was written changes nothing.
use super::cases;
use super::dice::{config, link, query};
use proptest::prelude::*;
use vram_ledger::url::{self, Level, Link};

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn what_is_written_is_read(link in link()) {
        let text = url::format(&link);
        let (again, issues) = url::parse(&text);
        prop_assert_eq!(&again, &link, "{}", text);
        prop_assert!(issues.iter().all(|issue| issue.level == Level::Note), "{} {:?}", text, issues);
        prop_assert_eq!(url::parse(&url::format_copied(&link)).0, link);
    }

    #[test]
    fn reading_and_writing_again_changes_nothing(query in query()) {
        let (link, issues) = url::parse(&query);
        let text = url::format(&link);
        let (again, said) = url::parse(&text);
        prop_assert_eq!(&again, &link, "{}", text);
        prop_assert_eq!(url::format(&again), text);
        prop_assert!(said.iter().all(|issue| issue.level == Level::Note), "{:?}", said);
        // Every issue can be said in both languages.
        for issue in &issues {
            for locale in [vram_ledger::i18n::Locale::Zh, vram_ledger::i18n::Locale::En] {
                let sentence = issue.sentence(locale);
                prop_assert!(!sentence.is_empty());
            }
        }
    }

    #[test]
    fn a_diff_leads_from_one_to_the_other(from in config(), to in config()) {
        let base = Link { config: from.clone(), ..Link::default() };
        let diff = url::diff_query(&from, &to);
        let (got, issues) = url::apply(&base, &diff);
        prop_assert_eq!(&got.config, &to, "{}", diff);
        prop_assert!(issues.iter().all(|issue| issue.level == Level::Note), "{} {:?}", diff, issues);
    }

    #[test]
    fn a_diff_to_itself_is_empty(config in config()) {
        prop_assert_eq!(url::diff(&config, &config), vec![]);
    }

    /// Changes to a link are changes to whatever it already says.
    #[test]
    fn applying_nothing_changes_nothing(link in link()) {
        prop_assert_eq!(url::apply(&link, "").0, link);
    }
}
