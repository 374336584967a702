//! Views and plans of any link at all: nothing panics, and what is drawn is whole.
use crate::dice;
use crate::whole::whole;
use proptest::prelude::*;
use proptest::test_runner::Config;
use vram_ledger::display::View;
use vram_ledger::i18n::Locale;
use vram_ledger::text::Report;
use vram_ledger::views::{Scene, State, draw};

/// How many links are tried; `PROPTEST_CASES` says otherwise.
fn cases(default: u32) -> Config {
    let asked = std::env::var("PROPTEST_CASES").ok();
    Config {
        cases: asked.and_then(|n| n.parse().ok()).unwrap_or(default),
        failure_persistence: None,
        ..Config::default()
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn the_views_of_any_link_are_whole(link in dice::link(), english in any::<bool>()) {
        let report = Report::of(link, Vec::new());
        let locale = if english { Locale::En } else { Locale::Zh };
        for view in [View::Serving, View::Kv] {
            let scene = Scene::of(&report, locale);
            whole(draw(view, &scene, &State::default()).as_str(), "anything");
        }
    }

    /// Whatever is typed leads to a diff that is read without a fault, or to a word about it.
    #[test]
    fn anything_may_be_typed(link in dice::link(), text in "\\PC{0,20}|[0-9 ,-]{0,20}", which in 0usize..4) {
        let report = Report::of(link, Vec::new());
        let scene = Scene::of(&report, Locale::En);
        let mut state = State::default();
        let name = ["axis-concurrency", "axis-length", "kv-p99", "kv-peak"][which];
        let outcome = vram_ledger::views::act(View::Kv, &scene, &mut state, name, &text);
        if let vram_ledger::views::Outcome::Decide(diff) = outcome {
            let (_, issues) = vram_ledger::url::apply(&report.link, &diff);
            prop_assert!(issues.iter().all(|i| i.level != vram_ledger::url::Level::Error), "{diff}: {issues:?}");
        }
        whole(draw(View::Kv, &scene, &state).as_str(), "anything");
    }
}
