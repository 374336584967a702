//! The advice that solves as text, Markdown, CSV and JSON.
use super::Report;
use super::json::Json;
use crate::i18n::{FitText, Locale};
use crate::ledger::config::Config;
use crate::ledger::fit::{self, Choice, Fit, Outlook, Raised};
use crate::ledger::words::Word;
use crate::url;
use std::fmt::Write;

/// What a change of configuration sets, old and new: `mb 8 → 1, accum 1 → 8`.
pub fn changes(from: &Config, to: &Config) -> String {
    let old = url::Link {
        config: from.clone(),
        ..url::Link::default()
    };
    let shown = |text: &str| if text.is_empty() { "–" } else { text }.to_string();
    let parts: Vec<String> = url::diff(from, to)
        .iter()
        .map(|(key, new)| {
            let before = url::Key::of(key).map_or_else(String::new, |key| url::value_of(&old, key));
            [key, " ", &shown(&before), " → ", &shown(new)].concat()
        })
        .collect();
    parts.join(", ")
}

/// `solve --for fit` as text: a step a line, all of them as one diff, and what to raise where there is room.
pub fn fit_text(report: &Report, fit: &Fit, locale: Locale) -> String {
    let (config, voice) = (&report.link.config, report.voice(locale));
    let mut out = fit.sentence(voice);
    out.push('\n');
    for (at, step) in fit.steps.iter().enumerate() {
        let _ = writeln!(
            out,
            "{}. {}{}{}  {} → {}  {}",
            at + 1,
            step.code.title(config.task, locale),
            locale.colon(),
            changes(config, &step.alone),
            voice.size(before_step(fit, at)),
            voice.size(step.so_far_is.used),
            step.code.price(locale),
        );
    }
    if let Some(after) = fit.after.as_ref().filter(|_| !fit.steps.is_empty()) {
        let _ = writeln!(
            out,
            "{}{}{}",
            FitText::AllTogether.of(locale),
            locale.colon(),
            url::diff_query(config, after)
        );
    }
    for raise in fit::room(config) {
        let _ = writeln!(
            out,
            "> {}{}{}  {}",
            raise.what.label(config.task, locale),
            locale.colon(),
            changes(config, &raise.after),
            raise.after_is.sentence(voice),
        );
    }
    out
}

/// `solve --for fit` as a Markdown table.
pub fn fit_markdown(report: &Report, fit: &Fit, locale: Locale) -> String {
    let (config, voice) = (&report.link.config, report.voice(locale));
    let mut out = fit.sentence(voice);
    out.push('\n');
    if !fit.steps.is_empty() {
        let _ = writeln!(
            out,
            "\n| # | {} | {} | {} | {} | {} |\n|--:|---|---|--:|--:|---|",
            FitText::Step.of(locale),
            FitText::Change.of(locale),
            FitText::Alone.of(locale),
            FitText::SoFar.of(locale),
            FitText::Price.of(locale),
        );
    }
    for (at, step) in fit.steps.iter().enumerate() {
        let _ = writeln!(
            out,
            "| {} | {} | `{}` | {} | {} | {} |",
            at + 1,
            step.code.title(config.task, locale),
            changes(config, &step.alone),
            voice.size(step.alone_is.used),
            voice.size(step.so_far_is.used),
            step.code.price(locale),
        );
    }
    out
}

/// `solve --for fit` as CSV, sizes in bytes.
pub fn fit_csv(report: &Report, fit: &Fit) -> String {
    let mut out = String::from("code,diff,alone_bytes,so_far_bytes\n");
    for step in &fit.steps {
        let _ = writeln!(
            out,
            "{},{},{},{}",
            step.code.slug(),
            url::diff_query(&report.link.config, &step.alone),
            step.alone_is.used.0,
            step.so_far_is.used.0
        );
    }
    out
}

/// `solve --for fit --format json`.
pub fn fit_json(report: &Report, fit: &Fit, locale: Locale) -> String {
    let (config, voice) = (&report.link.config, report.voice(locale));
    let steps = fit.steps.iter().map(|step| {
        Json::Object(vec![
            ("code", Json::text(step.code.slug())),
            ("what", Json::text(step.code.title(config.task, locale))),
            ("diff", Json::text(url::diff_query(config, &step.alone))),
            ("price", Json::text(step.code.price(locale))),
            ("alone", outlook_json(&step.alone_is)),
            ("so_far", outlook_json(&step.so_far_is)),
        ])
    });
    let room = fit::room(config);
    let room = room.iter().map(|raise: &Raised| {
        Json::Object(vec![
            ("code", Json::text(raise.what.slug())),
            ("diff", Json::text(url::diff_query(config, &raise.after))),
            ("after", outlook_json(&raise.after_is)),
        ])
    });
    Json::Object(vec![
        ("key", Json::text("fit")),
        (
            "value",
            match fit.after {
                Some(_) => Json::Number(fit.steps.len().to_string()),
                None => Json::Null,
            },
        ),
        (
            "diff",
            fit.after.as_ref().map_or(Json::Null, |after| {
                Json::text(url::diff_query(config, after))
            }),
        ),
        (
            "left_bytes",
            Json::Number(fit.after_is.left.as_i128().to_string()),
        ),
        ("trouble", Json::text(fit.trouble.slug())),
        ("what", Json::text(fit.sentence(voice))),
        ("steps", Json::List(steps.collect())),
        ("room", Json::List(room.collect())),
    ])
    .done()
}

/// The moves that the lesson's seven cuts do not have and that can be made here: for `cuts`.
pub fn further(report: &Report) -> Vec<Choice> {
    use crate::ledger::fit::Move;
    let all = fit::moves(&report.link.config);
    let more = all.into_iter().filter(|choice| match choice.code {
        Move::MicroBatch
        | Move::Checkpointing
        | Move::Concurrency
        | Move::Length
        | Move::Reference
        | Move::SmallerModel => false,
        Move::Attention
        | Move::LossHead
        | Move::Util
        | Move::EngineLimits
        | Move::Sleep
        | Move::Sharding
        | Move::Optimizer
        | Move::KvFormat
        | Move::Offload
        | Move::Weights => choice.alone.is_some(),
        // The lesson's cut is LoRA itself: what is further is QLoRA.
        Move::Lora => false,
    });
    more.collect()
}

fn outlook_json(outlook: &Outlook) -> Json {
    Json::Object(vec![
        ("used_bytes", Json::bytes(outlook.used)),
        (
            "left_bytes",
            Json::Number(outlook.left.as_i128().to_string()),
        ),
        ("verdict", Json::text(outlook.verdict.slug())),
    ])
}

/// What is in use before a step: after the one before it, or as it is.
fn before_step(fit: &Fit, at: usize) -> crate::ledger::units::Bytes {
    at.checked_sub(1)
        .and_then(|at| fit.steps.get(at))
        .map_or(fit.before.used, |step| step.so_far_is.used)
}
