//! Everything of the third lesson stands on the page by its id, and every link of the page is a good one.
use super::report;
use serde_json::Value;
use vram_ledger::display::View;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::words::Word;
use vram_ledger::url::{self, Level};
use vram_ledger::views::{self, Outcome, Scene, State};

/// A view's text for a link.
pub fn drawn(view: View, link: &str, locale: Locale, state: &State) -> String {
    let report = report(link);
    views::draw(view, &Scene::of(&report, locale), state).into_string()
}

/// What the page's gate says of a link.
pub fn ruling(link: &str) -> String {
    let html = drawn(View::Capacity, link, Locale::En, &State::default());
    let (_, rest) = html.split_once("data-ruling=\"").expect("a gate");
    rest.split('"').next().unwrap().to_string()
}

/// The values of an attribute, unescaped.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<String> {
    let start = format!(" {attribute}=\"");
    html.split(&start)
        .skip(1)
        .map(|rest: &'a str| rest.split('"').next().unwrap().replace("&amp;", "&"))
        .collect()
}

#[test]
fn every_row_of_the_lesson_is_in_the_view() {
    let index: Value = serde_json::from_str(include_str!("../cases/seed-index.json")).unwrap();
    let ids: Vec<&str> = index["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["lesson"] == "capacity" && row["issue"] == 3)
        .map(|row| row["id"].as_str().unwrap())
        .collect();
    assert!(ids.len() > 30, "{ids:?}");
    for locale in Locale::ALL {
        let html = drawn(View::Capacity, "", *locale, &State::default());
        let there = values(&html, "id");
        for id in &ids {
            assert_eq!(there.iter().filter(|found| found == id).count(), 1, "{id}");
            // Its text, and a link or a control that shows it.
            let (_, rest) = html.split_once(&format!(" id=\"{id}\"")).unwrap();
            let end = ids
                .iter()
                .filter_map(|other| rest.find(&format!(" id=\"{other}\"")))
                .min()
                .unwrap_or(rest.len());
            let part = &rest[..end];
            assert!(part.len() > 100, "{id}: {part}");
            let shown = part.contains("data-open=") || part.contains("data-copy=");
            assert!(shown, "{id} has no link");
        }
    }
}

#[test]
fn ids_are_distinct() {
    for view in [View::Capacity, View::Way] {
        for link in ["", "task=serve&model=llama-2-7b&conc=64&len=8192"] {
            let html = drawn(view, link, Locale::Zh, &State::default());
            let mut ids = values(&html, "id");
            let all = ids.len();
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), all);
        }
    }
}

/// No link of ours has an error or a key without effect, and what it opens is what it says.
#[test]
fn links_are_taken_as_they_are() {
    for (view, link) in [
        (View::Capacity, ""),
        (
            View::Capacity,
            "task=serve&model=llama-2-7b&conc=64&len=8192&qps=2",
        ),
        (
            View::Capacity,
            "model=qwen3-8b&dtype=nf4&task=dpo&tune=qlora",
        ),
        (View::Way, ""),
    ] {
        let html = drawn(view, link, Locale::En, &State::default());
        let links = values(&html, "data-open");
        assert!(!links.is_empty() || view == View::Way);
        for query in links {
            let (_, issues) = url::parse(&query);
            let errors: Vec<_> = issues.iter().filter(|i| i.level == Level::Error).collect();
            assert!(errors.is_empty(), "{query}: {errors:?}");
        }
        let base = url::parse(link).0;
        for diff in values(&html, "data-diff") {
            let (_, issues) = url::apply(&base, &diff);
            let errors: Vec<_> = issues.iter().filter(|i| i.level == Level::Error).collect();
            assert!(errors.is_empty(), "{diff}: {errors:?}");
        }
    }
}

/// A hundred keys that are read and not used would be a planner's shame.
#[test]
fn the_planner_s_keys_are_used() {
    let (_, issues) = url::parse("price=12&cur=usd&node=4&hours=3&qps=2&busy=0.5&actshare=0.3");
    assert_eq!(issues, []);
    let html = |link: &str| drawn(View::Capacity, link, Locale::En, &State::default());
    let plain = html("model=llama-2-7b&gpu=a100-80gb");
    for change in [
        "price=12",
        "cur=usd",
        "node=4",
        "hours=3",
        "qps=2",
        "qps=2&busy=0.5",
        "actshare=0.9",
        "seq=8192",
    ] {
        assert_ne!(
            html(&format!("model=llama-2-7b&gpu=a100-80gb&{change}")),
            plain,
            "{change}"
        );
    }
}

#[test]
fn a_size_is_chosen() {
    let report = report("");
    let scene = Scene::of(&report, Locale::En);
    let mut state = State::default();
    let before = views::draw(View::Capacity, &scene, &state);
    let outcome = views::act(View::Capacity, &scene, &mut state, "plan-size", "70b");
    assert_eq!(outcome, Outcome::Redraw);
    let after = views::draw(View::Capacity, &scene, &state);
    assert_ne!(before, after);
    assert!(after.as_str().contains("Llama-2-70B"));
    let nothing = views::act(View::Capacity, &scene, &mut state, "plan-size", "9b");
    assert_eq!(nothing, Outcome::Nothing);
}

/// The lesson's numbers stand in the view in both languages.
#[test]
fn the_lesson_s_numbers_are_printed() {
    let zh = drawn(View::Capacity, "", Locale::Zh, &State::default());
    for number in [
        "22.5 元",
        "360 元",
        "240 元",
        "5,760 元",
        "524,288",
        "128 GiB",
        "4.00 GiB",
        "209 GiB",
        "112 (2 → 8)",
        "1120 (14 → 24)",
        "252 (4 → 8)",
        "208 (3 → 8)",
        "126 (2 → 8)",
    ] {
        assert!(zh.contains(number), "{number}");
    }
    let en = drawn(View::Capacity, "", Locale::En, &State::default());
    for number in ["22.5 yuan", "5,760 yuan", "14.0 GB", "7.00 GB", "3.50 GB"] {
        assert!(en.contains(number), "{number}");
    }
}

#[test]
fn no_link_of_any_kind_breaks_the_view() {
    for link in [
        "price=0&qps=0&hours=0&node=1024&actshare=10",
        "price=1000000&hours=1000000000&qps=1000000000&busy=0.01",
        "model=custom&params=7e9",
        "model=custom&params=1",
        "mem=1",
        "seq=10000000&mb=65536",
        "model=deepseek-v3&n=65536&shard=fsdp2&method=measured",
        "task=serve&tp=1024&pp=1024&qps=0.000001",
        "dtype=mxfp4&task=ppo&critic=none&reward=none&ref=0",
    ] {
        for view in [View::Capacity, View::Way] {
            for locale in Locale::ALL {
                let html = drawn(view, link, *locale, &State::default());
                assert!(!html.contains("NaN") && !html.contains("inf "), "{link}");
            }
        }
    }
}
