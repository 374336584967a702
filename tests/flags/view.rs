//! The view: both languages, what it offers, what it escapes; and what pasting anywhere gives.
use vram_ledger::api::{self, Pasted};
use vram_ledger::display::View;
use vram_ledger::flags::Framework;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::words::Word;
use vram_ledger::text::Report;
use vram_ledger::url;
use vram_ledger::views::{self, Outcome, Scene, State};

fn drawn(query: &str, locale: Locale, state: &State) -> String {
    let (link, issues) = url::parse(query);
    let report = Report::of(link, issues);
    views::draw(View::Flags, &Scene::of(&report, locale), state).into_string()
}

fn act(state: &mut State, name: &str, value: &str) -> Outcome {
    let (link, issues) = url::parse("");
    let report = Report::of(link, issues);
    let scene = Scene::of(&report, Locale::En);
    views::act(View::Flags, &scene, state, name, value)
}

#[test]
fn every_framework_in_both_languages() {
    for locale in [Locale::Zh, Locale::En] {
        for framework in Framework::WRITTEN {
            for query in [
                "",
                "task=serve",
                "task=sft&tune=qlora",
                "task=dpo&tune=lora",
                "task=ppo",
            ] {
                let mut state = State::default();
                assert_eq!(
                    act(&mut state, "flags-to", framework.slug()),
                    Outcome::Redraw
                );
                let html = drawn(query, locale, &state);
                assert!(html.contains("id=\"flags-out\"") && html.contains("id=\"flags-in\""));
                assert!(html.contains(&format!("<option value=\"{}\" selected", framework.slug())));
                let written = html.contains("data-copy=\"flags-text-out\"");
                assert!(
                    written || html.contains("note warn"),
                    "{framework:?} {query}"
                );
            }
        }
    }
}

#[test]
fn a_pasted_text_is_applied_by_a_button() {
    let mut state = State::default();
    let text = "vllm serve Qwen/Qwen3-8B --max-num-seqs 7 --made-up '<b>' --port 1";
    assert_eq!(act(&mut state, "flags-text", text), Outcome::Redraw);
    assert_eq!(act(&mut state, "flags-text", text), Outcome::Nothing);
    let html = drawn("", Locale::Zh, &state);
    let start = html.find("data-diff=\"").unwrap() + 11;
    let diff = html[start..]
        .split('"')
        .next()
        .unwrap()
        .replace("&amp;", "&");
    let (link, _) = url::parse(&diff);
    assert_eq!((link.config.model.id(), link.config.conc), ("qwen3-8b", 7));
    assert!(html.contains("data-open="));
    assert!(html.contains("--made-up = &lt;b&gt;") && !html.contains("<b>"));
    assert!(html.contains("--port"));
    for word in ["文本写明", "框架默认", "计算器的值不变"] {
        assert!(html.contains(word), "{word}");
    }
    act(&mut state, "flags-as", "sglang");
    let html = drawn("", Locale::En, &state);
    assert!(html.contains("Read as SGLang"));
    act(&mut state, "flags-clear", "");
    assert!(!drawn("", Locale::En, &state).contains("data-diff"));
}

#[test]
fn examples_are_understood() {
    let html = drawn("", Locale::En, &State::default());
    let names: Vec<&str> = html
        .split("data-act=\"flags-example\" data-value=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    assert!(names.len() >= 3);
    for name in names {
        let mut state = State::default();
        act(&mut state, "flags-example", name);
        let html = drawn("", Locale::En, &state);
        assert!(html.contains("data-diff"), "{name}");
        assert!(!html.contains("flags-unknown"), "{name}");
    }
}

#[test]
fn what_is_no_framework_is_refused_with_advice() {
    for (text, part) in [
        ("hello world", "No framework was recognised"),
        (
            "{\"model_type\": \"qwen3\", \"hidden_size\": 1024}",
            "config.json",
        ),
    ] {
        let mut state = State::default();
        act(&mut state, "flags-text", text);
        assert!(drawn("", Locale::En, &state).contains(part), "{text}");
    }
}

/// Ids are unique, and every label has its control.
#[test]
fn ids_are_unique() {
    let mut state = State::default();
    act(&mut state, "flags-example", "TRL GRPO");
    let html = drawn("", Locale::Zh, &state);
    let ids = crate::whole::whole(&html, "flags");
    for target in html
        .split("<label for=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
    {
        assert!(ids.contains(&target), "{target}");
    }
}

#[test]
fn flags_are_taken_wherever_texts_are_pasted() {
    for (name, text) in super::files::files() {
        match api::read_pasted(&text, Locale::Zh) {
            Pasted::Flags { query, said } => {
                assert!(!query.is_empty() && said.len() > 1, "{name}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(matches!(
        api::read_pasted("hello", Locale::En),
        Pasted::Refused { .. }
    ));
    assert!(matches!(
        api::read_pasted("{\"model_type\":\"llama\"}", Locale::En),
        Pasted::Model { .. }
    ));
}
