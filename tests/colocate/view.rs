//! The view as it is drawn: both languages, both methods, every row of the index that is its own.
use super::number;
use vram_ledger::display::View;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::words::Word;
use vram_ledger::text::Report;
use vram_ledger::url;
use vram_ledger::views::{Scene, State, bar, draw};

/// The second lesson's rows that stand in this view.
const IDS: &[&str] = &[
    "l1-modes",
    "l1-util-meaning",
    "l1-recipe",
    "l1-example",
    "l1-sleep",
    "l1-step",
    "l1-levers",
    "l1-truncation",
    "l1-checklist",
];

fn drawn(query: &str, locale: Locale) -> String {
    let (link, issues) = url::parse(query);
    let report = Report::of(link, issues);
    draw(
        View::Colocate,
        &Scene::of(&report, locale),
        &State::default(),
    )
    .into_string()
}

/// The part of the page under an id, up to the next section.
#[track_caller]
fn part<'a>(html: &'a str, id: &str) -> &'a str {
    let start = html.find(&format!("id=\"{id}\"")).expect(id);
    let rest = &html[start..];
    rest.split("<section").next().unwrap()
}

#[test]
fn every_row_of_the_index_is_there_once() {
    let index: serde_json::Value =
        serde_json::from_str(include_str!("../cases/seed-index.json")).unwrap();
    for id in IDS {
        let rows = index["rows"].as_array().unwrap();
        assert!(rows.iter().any(|row| row["id"] == *id), "{id}");
        for locale in Locale::ALL {
            for query in [
                "",
                "method=measured",
                "task=sft",
                "engine=server",
                "task=serve",
            ] {
                let html = drawn(query, *locale);
                assert_eq!(
                    html.matches(&format!("id=\"{id}\"")).count(),
                    1,
                    "{id} {query}"
                );
            }
        }
    }
}

#[test]
fn ids_are_distinct_and_labels_have_their_inputs() {
    for query in [
        "",
        "method=measured&sleep=2",
        "util=0.95",
        "util=0.05&len=8192",
    ] {
        let html = drawn(query, Locale::En);
        let mut ids: Vec<&str> = html
            .match_indices(" id=\"")
            .map(|(at, found)| html[at + found.len()..].split('"').next().unwrap())
            .collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{query}");
        for (at, found) in html.match_indices("<label for=\"") {
            let id = html[at + found.len()..].split('"').next().unwrap();
            assert!(ids.contains(&id), "{id}");
        }
        // Textures are the page's, once.
        assert!(!html.contains("<pattern") && !html.contains("url(#"));
        assert!(!html.contains("style="), "no style attribute");
    }
}

#[test]
fn both_languages_are_complete() {
    let han = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    for query in [
        "",
        "method=measured&sleep=1",
        "util=0.9",
        "util=0.05&len=8192&conc=64",
        "task=dpo",
        "eager=1&prompts=1&mean=20",
        "model=custom&params=7e9",
        "gpu=h100-80gb&model=qwen3-8b",
    ] {
        let english = drawn(query, Locale::En);
        assert!(!han(&english), "{query}: {}", first_han(&english));
        assert!(han(&drawn(query, Locale::Zh)));
    }
}

fn first_han(html: &str) -> String {
    let at = html
        .char_indices()
        .find(|(_, c)| ('\u{4e00}'..='\u{9fff}').contains(c))
        .map_or(0, |(at, _)| at);
    html[at..].chars().take(30).collect()
}

#[test]
fn the_lesson_s_example_stands_beside_the_default() {
    let two = |name: &str| format!("{:.2}", number(&format!("/colocate/util_line/{name}")));
    for locale in Locale::ALL {
        let html = drawn("method=measured", *locale);
        let example = part(&html, "l1-example");
        let rows: Vec<&str> = example.split("<tr>").skip(2).collect();
        for (row, upper, start) in [
            (rows[0], two("upper"), two("start")),
            (rows[1], "0.59".into(), "0.50".into()),
            (rows[2], "0.63".into(), "0.55".into()),
        ] {
            assert!(row.contains(&format!("<td>{upper}</td>")), "{row}");
            assert!(row.contains(&format!("<td>{start}</td>")), "{row}");
        }
        assert!(rows[2].contains("data-open=\"view=colocate&amp;ref=0\""));
    }
}

#[test]
fn the_steps_carry_the_present_numbers() {
    let html = drawn("", Locale::En);
    let recipe = part(&html, "l1-recipe");
    assert_eq!(recipe.matches("<li>").count(), 4);
    for text in ["31.8 GiB", "11.3 GiB", "1.50 GiB", "0.59", "0.50", "0.30"] {
        assert!(recipe.contains(text), "{text}");
    }
    let other = drawn("ref=0&context=3", Locale::En);
    assert!(part(&other, "l1-recipe").contains("3.00 GiB"));
    assert_eq!(part(&html, "l1-checklist").matches("<li>").count(), 7);
    assert!(part(&html, "l1-checklist").contains("about 1.5 times"));
    assert!(part(&html, "l1-checklist").contains("begin at 0.3 "));
    assert!(part(&html, "l1-checklist").contains("not below 4"));
}

#[test]
fn the_line_moves_by_its_slider_and_its_marks() {
    let html = drawn("util=0.3", Locale::Zh);
    let line = part(&html, "util-line");
    assert!(line.contains("type=\"range\" id=\"w-util-line\" data-key=\"util\" min=\"0.05\" max=\"0.98\" step=\"0.01\" value=\"0.30\""));
    assert!(line.contains("0.30 × 31.8 GiB = 9.55 GiB"));
    assert!(line.contains("data-diff=\"util=0.5\""));
    assert!(line.contains("data-diff=\"util=0.59\""));
    for method in ["lesson", "measured"] {
        assert!(line.contains(&format!("data-method=\"{method}\"")));
    }
}

#[test]
fn both_sides_are_judged_with_their_cures() {
    let tight = drawn("util=0.9", Locale::En);
    let line = part(&tight, "util-line");
    assert!(line.contains("data-side=\"training\"") && !line.contains("data-side=\"sampling\""));
    assert!(line.contains("data-cure=\"lower_util\"") && line.contains("data-diff=\"util=0.5\""));
    let small = drawn("util=0.06&conc=64", Locale::En);
    let line = part(&small, "util-line");
    assert!(line.contains("data-side=\"sampling\"") && !line.contains("data-side=\"training\""));
    assert!(
        line.contains("data-cure=\"raise_util\"") && line.contains("data-cure=\"fewer_sequences\"")
    );
    let well = drawn("util=0.3", Locale::En);
    assert!(!part(&well, "util-line").contains("data-side"));
}

#[test]
fn where_nothing_is_shared_the_view_offers_to_share() {
    for (query, diff) in [
        ("task=sft", "task=grpo&amp;engine=colocate"),
        ("engine=server", "engine=colocate"),
    ] {
        let html = drawn(query, Locale::En);
        assert!(html.contains("class=\"note warn\""), "{query}");
        assert!(html.contains(&format!("data-diff=\"{diff}\"")), "{query}");
    }
    assert!(!drawn("", Locale::En).contains("Switch to colocate</button></p>"));
}

#[test]
fn the_recorded_step_stands_beside_the_present_one() {
    let html = drawn("", Locale::En);
    let step = part(&html, "l1-step");
    for name in [
        "sampling",
        "forward+backward",
        "weight sync",
        "sleep~1wake",
        "total",
    ] {
        let seconds = number(&format!("/colocate/step_seconds/{name}"));
        assert!(step.contains(&format!("{seconds} s")), "{name}");
    }
    assert!(step.contains("data-basis=\"assumption\""));
    let levers = part(&html, "l1-levers");
    for lever in ["util", "completion_length", "cuda_graphs", "batch"] {
        assert!(
            levers.contains(&format!("data-lever=\"{lever}\"")),
            "{lever}"
        );
    }
}

#[test]
fn extremes_draw_without_a_hitch() {
    for query in [
        "mem=1",
        "conc=1000000&len=10000000&seq=10000000&mb=65536",
        "mean=10000000&prompts=1000000&gens=65536",
        "mean=1&prompts=1&gens=1&comp=1&seq=1&len=1&conc=1",
        "util=0.98&sleep=2&method=measured&context=1024",
        "model=custom&params=1",
        "model=deepseek-v3&tp=1024&pp=1024&n=1&en=65536&engine=server",
        "task=ppo&tune=qlora&offload=params&shard=zero3&n=8&method=measured&sleep=1",
    ] {
        for locale in Locale::ALL {
            let html = drawn(query, *locale);
            assert!(
                !html.contains("NaN")
                    && ![">inf", " inf", "\"inf"]
                        .iter()
                        .any(|bad| html.contains(&format!("{bad}%"))
                            || html.contains(&format!("{bad} "))),
                "{query}"
            );
        }
    }
}

#[test]
#[ignore = "writes the view to target/colocate-*.html to look at"]
fn written_to_look_at() {
    let css: String = ["tokens", "base", "layout", "parts", "colocate"]
        .iter()
        .map(|name| std::fs::read_to_string(format!("style/{name}.css")).unwrap())
        .collect();
    let textures = bar::patterns().into_string();
    for (name, query, locale) in [
        ("zh", "", Locale::Zh),
        ("en", "method=measured&sleep=1&util=0.3", Locale::En),
        ("tight", "util=0.8&mb=8", Locale::En),
        ("small", "util=0.06&conc=64", Locale::Zh),
    ] {
        let html = drawn(query, locale);
        let page = format!(
            "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><style>{css}</style><body><main class=\"desk\"><div class=\"view\">{textures}{html}</div></main>",
            locale.tag()
        );
        std::fs::write(format!("target/colocate-{name}.html"), page).unwrap();
    }
}
