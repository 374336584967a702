//! The views that load when opened, as text: well formed, complete in both languages, nothing that the page's policy
//! forbids, and every seed of the index in its place.
#![cfg(feature = "measured")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "views/whole.rs"]
mod whole;

use vram_ledger::display::View;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::words::Word;
use vram_ledger::text::Report;
use vram_ledger::url;
use vram_ledger::views::{self, Outcome, Region, Scene, State};
use whole::whole;

/// Links of every kind: both methods, each task, over capacity, several cards, a model of which only the size is known.
const LINKS: &[&str] = &[
    "",
    "method=measured",
    "method=measured&task=sft&tune=qlora&model=llama-3.1-8b&ckpt=0",
    "method=measured&task=ppo&model=qwen3-8b&shard=zero3&n=8&offload=optimizer&sleep=1",
    "method=measured&task=serve&model=deepseek-v3&gpu=h200&tp=8&en=8&kvdtype=fp8",
    "method=measured&engine=server&vs=mb:1",
    "method=measured&task=dpo&model=custom&params=7e9&unit=gb",
    "task=serve&model=llama-2-7b&conc=64&len=32768",
    "task=dpo&tune=lora&model=qwen3-8b&gpu=a100-80gb",
    "model=custom&m.type=llama&engine=none",
];

fn text(region: Region, query: &str, locale: Locale) -> String {
    let (link, issues) = url::parse(query);
    let report = Report::of(link, issues);
    let state = State::default();
    views::draw_region(region, &Scene::of(&report, locale), &state).into_string()
}

fn regions() -> Vec<Region> {
    let views = View::ALL
        .iter()
        .copied()
        .filter(|view| !matches!(view, View::Lesson | View::Quiz | View::Accuracy));
    views
        .map(Region::View)
        .chain([Region::Verdict, Region::Recipe, Region::Hub])
        .collect()
}

#[test]
fn every_region_is_well_formed_for_every_link() {
    for region in regions() {
        for query in LINKS {
            for locale in [Locale::Zh, Locale::En] {
                let of = format!("{region:?} {query} {locale:?}");
                let html = text(region, query, locale);
                assert!(!html.is_empty(), "{of} is empty");
                whole(&html, &of);
            }
        }
    }
}

#[test]
fn english_views_have_no_chinese() {
    let chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    for region in regions() {
        for query in LINKS {
            let html = text(region, query, Locale::En);
            let at = html.find(chinese);
            let around = at.map(|at| html[at..].chars().take(40).collect::<String>());
            assert_eq!(around, None, "{region:?} {query}");
        }
    }
}

/// Every diff and every query that a view offers is a link without errors.
#[test]
fn every_offer_can_be_taken() {
    for region in regions() {
        for query in LINKS {
            let html = text(region, query, Locale::Zh);
            for (attribute, whole) in [("data-diff=\"", false), ("data-open=\"", true)] {
                for part in html.split(attribute).skip(1) {
                    let given = part.split('"').next().unwrap().replace("&amp;", "&");
                    let base = if whole {
                        url::Link::default()
                    } else {
                        url::parse(query).0
                    };
                    let (_, issues) = url::apply(&base, &given);
                    let errors: Vec<_> = issues
                        .iter()
                        .filter(|issue| issue.level == url::Level::Error)
                        .collect();
                    assert!(errors.is_empty(), "{region:?} {query}: {given}: {errors:?}");
                }
            }
        }
    }
}

#[test]
fn seeds_of_the_measured_part_stand_in_the_ledger() {
    let index: serde_json::Value =
        serde_json::from_str(include_str!("cases/seed-index.json")).unwrap();
    let mine: Vec<&str> = index["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["issue"] == 2)
        .map(|row| row["id"].as_str().unwrap())
        .collect();
    assert_eq!(mine.len(), 5);
    for locale in [Locale::Zh, Locale::En] {
        let html = text(Region::View(View::Ledger), "method=measured", locale);
        for id in &mine {
            assert!(html.contains(&format!("id=\"{id}\"")), "{id}");
        }
    }
}

/// The factors per layer that formulas.md states: 70.2, 52.6 and 49.0 times the hidden size.
#[test]
fn the_folk_formula_is_set_beside_what_is_kept() {
    let html = text(Region::View(View::Ledger), "method=measured", Locale::En);
    for row in [
        "Qwen3-0.6B: 70.2·h",
        "Qwen3-8B: 52.6·h",
        "Llama-3.1-8B: 49·h",
    ] {
        assert!(html.contains(row), "{row}");
    }
}

#[test]
fn what_is_typed_stays_text() {
    let mut state = State::default();
    let (link, issues) = url::parse("");
    let report = Report::of(link, issues);
    let scene = Scene::of(&report, Locale::En);
    let nasty = "\"><script>alert(1)</script>";
    views::act_region(Region::Hub, &scene, &mut state, "model", nasty);
    let html = views::draw_region(Region::Hub, &scene, &state).into_string();
    assert!(!html.contains("<script>"));
    whole(&html, "hub");
}

#[test]
fn a_look_up_goes_through_its_stages() {
    let mut state = State::default();
    let (link, issues) = url::parse("hub=http%3A%2F%2F127.0.0.1%3A9");
    let report = Report::of(link, issues);
    let scene = Scene::of(&report, Locale::En);
    let mut act = |name: &str, value: &str| {
        let outcome = views::act_region(Region::Hub, &scene, &mut state, name, value);
        let html = views::draw_region(Region::Hub, &scene, &state).into_string();
        (outcome, html)
    };
    let (outcome, html) = act("load", "");
    assert_eq!(outcome, Outcome::Redraw);
    assert!(html.contains("Type an org/name"));
    act("model", "Qwen/Qwen3-0.6B");
    let (outcome, html) = act("load", "Qwen/Qwen3-0.6B");
    let Outcome::Fetch(place) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(
        place.address,
        "http://127.0.0.1:9/Qwen/Qwen3-0.6B/resolve/main/config.json"
    );
    assert!(html.contains("<progress>"));
    for failure in vram_ledger::hub::Failure::ALL {
        let (_, html) = act("answer", failure.slug());
        assert!(html.contains(&format!("data-failure=\"{}\"", failure.slug())));
    }
    let (_, html) = act("found", "");
    assert!(html.contains("It is in the box above"));
}

#[test]
fn a_moment_can_be_looked_at_and_left() {
    let (link, issues) = url::parse("method=measured");
    let report = Report::of(link, issues);
    let scene = Scene::of(&report, Locale::En);
    let mut state = State::default();
    let ledger = Region::View(View::Ledger);
    let peak = views::draw_region(ledger, &scene, &state).into_string();
    assert!(peak.contains("Ledger · loss backward"));
    views::act_region(ledger, &scene, &mut state, "moment", "train rollout");
    let html = views::draw_region(ledger, &scene, &state).into_string();
    assert!(html.contains("Ledger · rollout"));
    views::act_region(ledger, &scene, &mut state, "moment", "train rollout");
    assert_eq!(
        views::draw_region(ledger, &scene, &state).into_string(),
        peak
    );
}

/// The page's own module asks for a region's module by a list of words, for it does not carry the views' rule.
#[test]
fn the_page_asks_the_module_that_draws_a_region() {
    use std::collections::BTreeSet;
    use vram_ledger::views::Module;
    let source = include_str!("../src/app/live_view.rs");
    let (_, after) = source.split_once("matches!(region, ").unwrap();
    let (list, _) = after.split_once(')').unwrap();
    let asked: BTreeSet<&str> = list
        .split('|')
        .map(|w| w.trim().trim_matches('"'))
        .collect();
    let words = ["verdict", "recipe", "hub"];
    let measured: BTreeSet<&str> = words
        .into_iter()
        .chain(View::SLUGS.iter().copied())
        .filter(|word| Region::of_slug(word).map(Module::of) == Some(Module::Measured))
        .collect();
    assert_eq!(asked, measured);
}
