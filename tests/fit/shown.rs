//! The view and the command line say what the core solved.
use super::config;
use std::process::Command;
use vram_ledger::display::View;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::fit::{Move, fit};
use vram_ledger::ledger::words::Word;
use vram_ledger::text::Report;
use vram_ledger::url;
use vram_ledger::views::{Scene, State, draw};

fn page(query: &str, locale: Locale) -> String {
    let (link, issues) = url::parse(query);
    let report = Report::of(link, issues);
    draw(View::Fit, &Scene::of(&report, locale), &State::default()).into_string()
}

#[test]
fn every_step_can_be_applied_alone_and_all_together() {
    let query = "mb=16&seq=8192&len=8192";
    for locale in [Locale::Zh, Locale::En] {
        let html = page(query, locale);
        for id in ["fit-solution", "fit-room", "fit-moves", "fit-diff"] {
            assert!(html.contains(&format!("id=\"{id}\"")), "{id}");
        }
        for diff in [
            "data-diff=\"mb=1&amp;accum=16\"",
            "data-diff=\"conc=12\"",
            "data-diff=\"mb=1&amp;accum=16&amp;conc=12\"",
        ] {
            assert!(html.contains(diff), "{diff}\n{html}");
        }
        for code in Move::SLUGS {
            assert!(html.contains(&format!("data-move=\"{code}\"")), "{code}");
        }
        for step in fit(&config(query)).steps {
            let task = config(query).task;
            assert!(html.contains(step.code.price(locale)));
            assert!(html.contains(step.code.title(task, locale)));
        }
    }
    assert!(page(query, Locale::Zh).contains("放不下"));
    assert!(
        !page(query, Locale::En)
            .chars()
            .any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
    );
}

#[test]
fn what_is_locked_is_left_alone() {
    let html = page("mb=16&seq=8192&len=8192&lock=conc", Locale::En);
    assert!(!html.contains("data-step=\"concurrency\""));
    assert!(html.contains("data-step=\"completion_length\""));
}

#[test]
fn room_is_used_by_concurrency_first() {
    let html = page("", Locale::En);
    let (conc, mb) = (
        html.find("data-raise=\"concurrency\"").unwrap(),
        html.find("data-raise=\"micro_batch\"").unwrap(),
    );
    assert!(conc < mb);
    // Supervised training samples nothing.
    assert!(!page("task=sft", Locale::En).contains("data-raise=\"concurrency\""));
}

#[test]
fn the_command_line_solves_the_same() {
    let run = |arguments: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_vram-ledger"))
            .args(arguments)
            .output()
            .unwrap();
        (out.status.code(), String::from_utf8(out.stdout).unwrap())
    };
    let query = "method=measured&mb=16&seq=4096";
    let (code, out) = run(&["solve", "--for", "fit", "--format", "json", query]);
    assert_eq!(code, Some(0));
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let config = config(query);
    let solved = fit(&config);
    assert_eq!(
        json["diff"],
        url::diff_query(&config, solved.after.as_ref().unwrap())
    );
    assert_eq!(json["steps"].as_array().unwrap().len(), solved.steps.len());
    assert_eq!(
        json["left_bytes"].as_i64().map(i128::from),
        Some(solved.after_is.left.as_i128())
    );
    for format in ["text", "md", "csv"] {
        for lang in ["zh", "en"] {
            let (code, out) = run(&[
                "solve", "--for", "fit", "--format", format, "--lang", lang, query,
            ]);
            assert_eq!(code, Some(0));
            assert!(out.contains("mb"), "{out}");
        }
    }
    let (code, out) = run(&[
        "solve",
        "--for",
        "fit",
        "--format",
        "json",
        "m.layers=400&m.hidden=8192&model=custom&task=sft",
    ]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["value"]), (Some(1), &serde_json::Value::Null));
    // What the measured method adds stands behind the seven.
    let (_, out) = run(&["cuts", "--format", "json", query]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let codes: Vec<&str> = json
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes[..2], ["micro_batch", "checkpointing"]);
    assert!(codes[7..].contains(&"fused_head"), "{codes:?}");
}
