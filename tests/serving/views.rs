//! What the views show, in both languages and by both methods.
use crate::whole::whole;
use serde_json::Value;
use vram_ledger::display::View;
use vram_ledger::i18n::Locale;
use vram_ledger::views::{Outcome, Scene, State, draw};

/// Rows of the index that stand in the serving view.
const SERVING: &[&str] = &[
    "q8-activations-inference",
    "q8-inference-table",
    "wb-inference-bill",
    "wb-7b-bill",
    "wb-matmul",
    "wb-layer-flops",
    "wb-2n-6n",
    "wb-24-days",
    "wb-decode",
    "wb-capacity",
    "wb-prefill-peak",
];

const LINKS: &[&str] = &[
    "",
    "method=measured",
    "task=serve",
    "task=serve&method=measured&model=qwen3-8b&gpu=rtx-4090&conc=64&len=8192",
    "task=sft",
    "task=serve&model=deepseek-v3&method=measured&tp=8&en=8&gpu=h200&adapters=4&prefix=0.3",
    "task=serve&model=custom&params=7e9",
    "engine=server&method=measured&tp=2&en=2&draft=qwen3-0.6b",
    "task=serve&mem=1&conc=1000000&len=10000000",
    "task=serve&model=mamba-2.8b&unit=gb",
];

pub fn shown(view: View, link: &str, locale: Locale) -> String {
    let (link, issues) = vram_ledger::url::parse(link);
    let report = vram_ledger::text::Report::of(link, issues);
    draw(view, &Scene::of(&report, locale), &State::default()).into_string()
}

#[test]
fn the_views_are_whole_whatever_the_link() {
    for view in [View::Serving, View::Kv] {
        for link in LINKS {
            for locale in [Locale::Zh, Locale::En] {
                let html = shown(view, link, locale);
                assert!(html.len() > 500, "{view:?} {link}");
                whole(&html, link);
            }
        }
    }
}

#[test]
fn every_row_of_the_lessons_is_there() {
    let index: Value = serde_json::from_str(include_str!("../cases/seed-index.json")).unwrap();
    let known = |id: &str| {
        index["rows"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["id"] == id)
    };
    for locale in [Locale::Zh, Locale::En] {
        let html = shown(View::Serving, "", locale);
        for id in SERVING {
            assert!(known(id), "{id}");
            assert!(html.contains(&format!(" id=\"{id}\"")), "{id}");
        }
        let html = shown(View::Kv, "", locale);
        for id in KV {
            assert!(known(id), "{id}");
            assert!(html.contains(&format!(" id=\"{id}\"")), "{id}");
        }
    }
}

const KV: &[&str] = &["wb-gqa", "wb-kv-tricks"];

/// Chinese is not on the English page.
#[test]
fn the_english_page_is_english() {
    for view in [View::Serving, View::Kv] {
        let html = shown(view, "task=serve&model=qwen3-8b&tp=3&conc=999", Locale::En);
        let chinese: Vec<char> = html
            .chars()
            .filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c))
            .collect();
        assert!(chinese.is_empty(), "{view:?}: {chinese:?}");
    }
}

#[test]
fn a_server_beside_the_trainer_has_two_bars() {
    let html = shown(View::Serving, "engine=server&method=measured", Locale::En);
    assert_eq!(html.matches("class=\"bar\"").count(), 2);
    let html = shown(View::Serving, "", Locale::En);
    assert_eq!(html.matches("class=\"bar\"").count(), 1);
}

#[test]
fn shortage_is_named() {
    let of = |link: &str| {
        let html = shown(View::Serving, link, Locale::En);
        html.split("data-service=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_string()
    };
    let base = "task=serve&model=qwen3-8b&gpu=rtx-5090";
    assert_eq!(of(base), "serves");
    assert_eq!(of(&format!("{base}&conc=256&len=8192")), "preempts");
    assert_eq!(of(&format!("{base}&util=0.98")), "share-taken");
    assert_eq!(of(&format!("{base}&util=0.3")), "no-pool");
    assert_eq!(
        of(&format!("{base}&len=1000000&conc=1")),
        "length-over-pool"
    );
}

/// Links and diffs on the page are read without a fault.
#[test]
fn links_on_the_page_are_good() {
    for link in LINKS {
        let html = shown(View::Serving, link, Locale::En) + &shown(View::Kv, link, Locale::En);
        for name in ["data-diff=\"", "data-open=\""] {
            for query in html.split(name).skip(1) {
                let query = query.split('"').next().unwrap().replace("&amp;", "&");
                let base = match name {
                    "data-diff=\"" => vram_ledger::url::parse(link).0,
                    _ => vram_ledger::url::Link::default(),
                };
                let (_, issues) = vram_ledger::url::apply(&base, &query);
                let errors: Vec<_> = issues
                    .iter()
                    .filter(|issue| issue.level == vram_ledger::url::Level::Error)
                    .collect();
                assert!(errors.is_empty(), "{query}: {errors:?}");
            }
        }
    }
}

/// The table as the browser's tests expect it.
#[test]
fn the_kv_table_has_its_marks() {
    let html = shown(View::Kv, "axes=16-64x1024-4096", Locale::En);
    let cells: Vec<&str> = html.split("<td data-verdict=\"").skip(1).collect();
    // 16 × 1024, 16 × 4096, 64 × 1024, 64 × 4096: 1.75, 7.00, 7.00, 28.0.
    let verdicts: Vec<&str> = cells[..4]
        .iter()
        .map(|c| c.split('"').next().unwrap())
        .collect();
    assert_eq!(verdicts, ["fits", "fits", "fits", "over"]);
    assert!(cells[0].contains("aria-current=\"true\"") && cells[0].contains("1.75</button>"));
    assert!(cells[3].contains("data-diff=\"conc=64&amp;len=4096\""));
    assert!(cells[3].contains("× </span>28.0</button>"));
    for part in [
        "<figure class=\"picture\"><canvas data-chart=\"kv\" role=\"img\" aria-label=",
        "id=\"axis-concurrency\"",
        "id=\"axis-length\"",
        "class=\"grid\"",
    ] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn the_planner_s_inputs_lead_somewhere() {
    let report = crate::case::report("");
    let scene = Scene::of(&report, Locale::En);
    let mut state = State::default();
    let mut act = |name: &str, value: &str| {
        let outcome = vram_ledger::views::act(View::Kv, &scene, &mut state, name, value);
        (outcome, draw(View::Kv, &scene, &state).into_string())
    };
    let (outcome, _) = act("axis-length", "1024, 2048，8192");
    assert_eq!(
        outcome,
        Outcome::Decide("axes=4-8-16-32-64-128x1024-2048-8192".into())
    );
    let (outcome, html) = act("axis-concurrency", "many");
    assert_eq!(outcome, Outcome::Redraw);
    assert!(html.contains("value=\"many\"") && html.contains("aria-invalid=\"true\""));
    let (outcome, html) = act("kv-peak", "21");
    assert_eq!(outcome, Outcome::Redraw);
    assert!(
        html.contains("data-diff=\"conc=32&amp;len=1024&amp;axes="),
        "half as much again, rounded up"
    );
    let (_, html) = act("kv-p99", "32Ki");
    assert!(html.contains("conc=32&amp;len=32768&amp;axes="));
    let (_, html) = act("kv-add", "deepseek-v3");
    assert!(html.contains("DeepSeek-V3"));
    let (_, html) = act("kv-drop", "deepseek-v3");
    assert!(!html.contains("kv-drop\" data-value=\"deepseek-v3\""));
    assert_eq!(act("kv-add", "no-such").0, Outcome::Nothing);
    assert_eq!(act("nothing", "").0, Outcome::Nothing);
}
