//! The view, drawn natively in both languages.
use super::{case, report};
use serde_json::Value;
use vram_ledger::display::View;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::triage::symptoms::{HuntStep, Symptom};
use vram_ledger::ledger::words::Word;
use vram_ledger::text::Report;
use vram_ledger::url;
use vram_ledger::views::{self, Outcome, Scene, State};

const MINE: [&str; 5] = [
    "wb-hunt",
    "wb-symptoms",
    "wb-sentence",
    "l1-oom-side",
    "l1-oom-order",
];

fn drawn(report: &Report, state: &State, locale: Locale) -> String {
    let scene = Scene::of(report, locale);
    views::draw(View::Triage, &scene, state)
        .as_str()
        .to_string()
}

#[track_caller]
fn acted(report: &Report, state: &mut State, name: &str, value: &str) -> Outcome {
    let scene = Scene::of(report, Locale::En);
    views::act(View::Triage, &scene, state, name, value)
}

fn with_log(report: &Report, text: &str) -> State {
    let mut state = State::default();
    assert_eq!(acted(report, &mut state, "log", text), Outcome::Redraw);
    state
}

/// What stands in an element with an id, as far as its end can be told: until the next section.
fn section<'a>(html: &'a str, id: &str) -> &'a str {
    let at = html
        .find(&format!("id=\"{id}\""))
        .unwrap_or_else(|| panic!("no {id}"));
    let rest = &html[at..];
    rest.split("</section>").next().unwrap()
}

/// The values of an attribute, unescaped.
fn values(html: &str, name: &str) -> Vec<String> {
    html.split(&format!(" {name}=\""))
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().replace("&amp;", "&"))
        .collect()
}

#[test]
fn the_rows_of_the_index_are_there_in_both_languages() {
    let index: Value = serde_json::from_str(include_str!("../cases/seed-index.json")).unwrap();
    let known: Vec<&str> = index["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["id"].as_str().unwrap())
        .collect();
    for query in [
        "",
        "task=serve",
        "task=sft&tune=lora",
        "model=custom&params=7e9",
    ] {
        let report = report(query);
        for locale in Locale::ALL {
            let html = drawn(&report, &State::default(), *locale);
            for id in MINE {
                assert!(known.contains(&id));
                assert_eq!(html.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
                assert!(section(&html, id).len() > 200, "{id}");
            }
            assert!(!html.contains("{0}"), "{html}");
        }
    }
}

#[test]
fn symptoms_and_the_hunt_are_complete() {
    let report = report("");
    for locale in Locale::ALL {
        let html = drawn(&report, &State::default(), *locale);
        let symptoms = section(&html, "wb-symptoms");
        for symptom in Symptom::ALL {
            assert!(symptoms.contains(symptom.seen(*locale)), "{symptom:?}");
            assert!(values(symptoms, "data-value").contains(&symptom.slug().to_string()));
        }
        let hunt = section(&html, "wb-hunt");
        for step in HuntStep::ALL {
            assert!(hunt.contains(step.title(*locale)), "{step:?}");
        }
    }
    // The whiteboard's table has five, the lesson's pitfalls are nine.
    let lessons: Value = serde_json::from_str(include_str!("../cases/lessons.json")).unwrap();
    let five = lessons["whiteboard"]["triage"].as_array().unwrap().len();
    let own = Symptom::ALL
        .iter()
        .filter(|s| s.on_the_whiteboard())
        .count();
    assert_eq!(own, five);
    assert_eq!(Symptom::ALL.len() - own, 9);
}

/// The lesson's lists, in its order.
#[test]
fn the_lesson_s_order_stands() {
    let report = report("mb=4&ckpt=0&util=0.5");
    let html = drawn(&report, &State::default(), Locale::En);
    let order = section(&html, "l1-oom-order");
    let places: Vec<usize> = [
        "micro batch to 1",
        "gradient checkpointing on",
        "lower gpu_memory",
        "lower max_model_len",
        "halve the concurrency",
    ]
    .iter()
    .map(|text| {
        order
            .find(text)
            .unwrap_or_else(|| panic!("{text}: {order}"))
    })
    .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(order.contains("num_generations"));
    assert!(
        values(order, "data-diff")
            .iter()
            .all(|diff| !diff.contains("gens"))
    );
}

#[test]
fn every_button_leads_somewhere() {
    let mut seen = 0;
    for (name, query) in [
        (
            "hf-sft-cross-entropy",
            "task=sft&model=qwen2.5-7b&mb=2&seq=4096&gpu=h100-80gb",
        ),
        (
            "vllm-v0-start",
            "task=serve&model=llama-3.1-8b&gpu=rtx-4090&util=0.9",
        ),
        ("vllm-not-enough-free", "task=serve"),
        ("adamw-first-step", "task=sft&n=4"),
        ("memory-summary", "task=sft"),
    ] {
        let report = report(query);
        let state = with_log(&report, &case(name));
        for locale in Locale::ALL {
            let html = drawn(&report, &state, *locale);
            for diff in values(&html, "data-diff") {
                let (after, issues) = url::apply(&report.link, &diff);
                assert_ne!(after.config, report.link.config, "{name}: {diff}");
                assert!(
                    issues.iter().all(|i| i.level == url::Level::Note),
                    "{name}: {diff} {issues:?}"
                );
                seen += 1;
            }
            for query in values(&html, "data-open") {
                let (_, issues) = url::parse(&query);
                assert!(issues.is_empty(), "{query}");
            }
            for id in values(&html, "id") {
                assert_eq!(html.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
            }
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn a_log_is_found_out() {
    let report = report("task=sft&model=qwen2.5-7b&mb=2&seq=4096&gpu=h100-80gb");
    let state = with_log(&report, &case("hf-sft-cross-entropy"));
    let html = drawn(&report, &state, Locale::Zh);
    let finding = section(&html, "triage-finding");
    for part in [
        "训练侧",
        "logits",
        "16,500",
        "16500 × 152064 × 4",
        "data-diff=\"mb=1",
        "micro batch",
    ] {
        assert!(finding.contains(part), "{part}: {finding}");
    }
    // The hunt answers itself.
    let hunt = section(&html, "wb-hunt");
    assert!(hunt.contains("你的日志："), "{hunt}");
    // The text stays as it was pasted.
    assert!(html.contains("fixed_cross_entropy"));
}

#[test]
fn what_is_not_recognised_says_what_to_paste() {
    let report = report("");
    for name in ["prose", "not-a-memory-error"] {
        let state = with_log(&report, &case(name));
        let html = drawn(&report, &state, Locale::En);
        let finding = section(&html, "triage-finding");
        assert!(finding.contains("Nothing about memory"), "{finding}");
        assert!(finding.contains("nvidia-smi"));
        assert!(!finding.contains("data-diff"));
        assert_eq!(
            finding.contains("paste the line of the exception"),
            name != "prose"
        );
    }
}

#[test]
fn samples_are_read() {
    let report = report("");
    let html = drawn(&report, &State::default(), Locale::En);
    let samples: Vec<String> = html
        .split("data-act=\"sample\" data-value=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_string())
        .collect();
    assert!(samples.len() >= 3, "{samples:?}");
    for sample in &samples {
        let mut state = State::default();
        assert_eq!(
            acted(&report, &mut state, "sample", sample),
            Outcome::Redraw
        );
        let html = drawn(&report, &state, Locale::En);
        assert!(
            !section(&html, "triage-finding").contains("Nothing about memory"),
            "{sample}"
        );
    }
    let mut state = State::default();
    assert_eq!(
        acted(&report, &mut state, "sample", "nope"),
        Outcome::Nothing
    );
    assert_eq!(acted(&report, &mut state, "nope", ""), Outcome::Nothing);
}

#[test]
fn acts_change_what_is_shown() {
    let report = report("");
    let mut state = with_log(&report, &case("hf-generate"));
    let text = case("hf-generate");
    assert_eq!(acted(&report, &mut state, "log", &text), Outcome::Nothing);
    assert!(drawn(&report, &state, Locale::En).contains("triage-finding"));
    assert_eq!(acted(&report, &mut state, "clear", ""), Outcome::Redraw);
    assert!(!drawn(&report, &state, Locale::En).contains("triage-finding"));
    // A symptom is chosen and put away.
    for symptom in Symptom::ALL {
        acted(&report, &mut state, "symptom", symptom.slug());
        for locale in Locale::ALL {
            let html = drawn(&report, &state, *locale);
            assert!(html.contains("triage-symptom"), "{symptom:?}");
            assert_eq!(html.matches("aria-pressed=\"true\"").count(), 1);
        }
        acted(&report, &mut state, "symptom", symptom.slug());
        assert!(!drawn(&report, &state, Locale::En).contains("triage-symptom"));
    }
    acted(&report, &mut state, "symptom", "nope");
    assert!(!drawn(&report, &state, Locale::En).contains("triage-symptom"));
}

/// Pasted markup is text.
#[test]
fn a_hostile_paste_stays_text() {
    let report = report("");
    let text = "</textarea><script>alert(1)</script> CUDA out of memory. Tried to allocate 1.00 GiB \" onfocus=\"x";
    let html = drawn(&report, &with_log(&report, text), Locale::En);
    assert!(!html.contains("<script"), "{html}");
    assert!(html.contains("&lt;script&gt;"));
}

#[test]
fn fixed_lines_can_be_let_go() {
    let report = report("method=measured&fix=context:612");
    let html = drawn(&report, &State::default(), Locale::En);
    assert!(html.contains("id=\"triage-fixed\""));
    let (after, _) = url::apply(&report.link, "fix=");
    assert!(after.config.fix.pairs().is_empty());
}

/// The pages say everything in the language they are in.
#[test]
fn the_english_view_has_no_chinese() {
    let report = report("");
    let mut state = with_log(&report, &case("fragmentation"));
    let html = drawn(&report, &state, Locale::En);
    assert!(!html.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)));
    acted(&report, &mut state, "clear", "");
}

/// Whatever was pasted, the view's tags close in order, in every state of the link.
#[test]
fn every_finding_is_well_formed() {
    const QUERIES: [&str; 5] = [
        "",
        "method=measured&task=sft&tune=qlora&model=llama-3.1-8b",
        "method=measured&task=serve&model=deepseek-v3&gpu=h200&tp=8&fix=engine_weights:9000,context:100",
        "task=ppo&unit=gb&lock=mb,fix",
        "model=custom&params=7e9",
    ];
    let mut logs: Vec<String> = std::fs::read_dir(super::folder())
        .unwrap()
        .filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            name.strip_suffix(".txt").map(str::to_string)
        })
        .collect();
    logs.sort();
    for query in QUERIES {
        let report = report(query);
        for log in &logs {
            let state = with_log(&report, &case(log));
            for locale in Locale::ALL {
                let html = drawn(&report, &state, *locale);
                crate::whole::whole(&html, log);
            }
        }
    }
}
