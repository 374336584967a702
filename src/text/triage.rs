//! A triage as text for people and programs.
use super::Report;
use super::json::Json;
use crate::i18n::{Locale, TriageText, fill};
use crate::ledger::config::{Config, Method};
use crate::ledger::estimate;
use crate::ledger::item::Item;
use crate::ledger::triage::{Amount, Compared, Log, Match, Reading, Step, Triage};
use crate::ledger::units::ByteUnit;
use crate::ledger::words::Word;
use crate::url;
use std::fmt::Write;

/// `triage --format json`.
pub fn triage_json(report: &Report, log: &Log, triage: &Triage, locale: Locale) -> String {
    let config = &report.link.config;
    let bytes = |bytes: Option<crate::ledger::units::Bytes>| bytes.map_or(Json::Null, Json::bytes);
    let diff = |after: Option<&Config>| {
        after.map_or(Json::Null, |after| {
            Json::text(url::diff_query(config, after))
        })
    };
    let step = |step: &Step| {
        Json::Object(vec![
            ("code", Json::text(step.code.slug())),
            ("what", Json::text(step.code.title(locale))),
            ("diff", diff(step.after.as_ref())),
            (
                "saves_bytes",
                Json::Number(step.saves.as_i128().to_string()),
            ),
            (
                "line_saves_bytes",
                step.line
                    .map_or(Json::Null, |line| Json::Number(line.as_i128().to_string())),
            ),
            ("price", Json::text(step.code.price(locale))),
        ])
    };
    let reading = |reading: &Reading| {
        let value = match reading.amount {
            Amount::Size(size) => Json::Number(size.as_i128().to_string()),
            Amount::Count(count) => Json::count(count),
        };
        (reading.what.slug(), value)
    };
    let compared = |row: &Compared| {
        Json::Object(vec![
            ("reading", Json::text(row.what.slug())),
            (
                "item",
                row.item.map_or(Json::Null, |item| Json::text(item.slug())),
            ),
            ("measured_bytes", Json::bytes(row.measured)),
            ("predicted_bytes", Json::bytes(row.predicted)),
            (
                "difference_bytes",
                Json::Number(row.difference().as_i128().to_string()),
            ),
            ("diff", diff(row.fixed.as_ref())),
        ])
    };
    let matched = |found: &Match| {
        Json::Object(vec![
            ("item", Json::text(found.item.slug())),
            ("arithmetic", Json::text(found.formula.to_string())),
            ("symbols", Json::text(format!("{:#}", found.formula))),
            (
                "tokens",
                found
                    .solved
                    .as_ref()
                    .map_or(Json::Null, |s| Json::count(s.tokens)),
            ),
            (
                "diff",
                diff(found.solved.as_ref().and_then(|s| s.after.as_ref())),
            ),
        ])
    };
    let drivers = triage
        .drivers
        .iter()
        .map(|driver| Json::text(driver.slug()));
    let sources = log.sources.iter().map(|source| Json::text(source.slug()));
    Json::Object(vec![
        ("recognised", Json::Flag(triage.recognised)),
        (
            "cause",
            triage
                .cause
                .map_or(Json::Null, |cause| Json::text(cause.slug())),
        ),
        ("side", Json::text(triage.side.slug())),
        (
            "phase",
            triage
                .moment
                .map_or(Json::Null, |moment| Json::text(moment.slug())),
        ),
        (
            "item",
            triage
                .item
                .map_or(Json::Null, |item| Json::text(item.slug())),
        ),
        ("asked_bytes", bytes(triage.asked)),
        ("capacity_bytes", bytes(triage.capacity)),
        ("match", triage.matched.as_ref().map_or(Json::Null, matched)),
        ("drivers", Json::List(drivers.collect())),
        ("cuts", Json::List(triage.steps.iter().map(step).collect())),
        (
            "readings",
            Json::Object(log.readings.all().iter().map(reading).collect()),
        ),
        (
            "calibration",
            Json::List(triage.compared.iter().map(compared).collect()),
        ),
        ("frameworks", Json::List(sources.collect())),
        ("query", Json::text(url::format(&report.link))),
    ])
    .done()
}

/// The triage as lines of text.
pub fn triage_text(report: &Report, log: &Log, triage: &Triage, locale: Locale) -> String {
    let mut out = String::new();
    let say = |out: &mut String, name: &str, text: &str| {
        let _ = writeln!(out, "{name}{}{text}", locale.colon());
    };
    if !triage.recognised {
        return unrecognised(log, locale);
    }
    if let Some(cause) = triage.cause {
        let _ = writeln!(out, "{}", cause.sentence(locale));
    }
    for (name, text) in facts(report, log, triage, locale) {
        say(&mut out, name, &text);
    }
    for sentence in remarks(report, triage, locale) {
        let _ = writeln!(out, "{sentence}");
    }
    if !triage.steps.is_empty() {
        let _ = writeln!(out, "\n{}", TriageText::FirstSteps.of(locale));
    }
    for (number, step) in triage.steps.iter().enumerate() {
        let _ = writeln!(out, "  {}. {}", number + 1, step_line(report, step, locale));
    }
    if !triage.compared.is_empty() {
        let _ = writeln!(out, "\n{}", TriageText::Calibration.of(locale));
    }
    for row in &triage.compared {
        let _ = writeln!(out, "  {}", row_line(report, row, locale));
    }
    out
}

/// The triage in Markdown.
pub fn triage_markdown(report: &Report, log: &Log, triage: &Triage, locale: Locale) -> String {
    if !triage.recognised {
        return unrecognised(log, locale);
    }
    let mut out = String::new();
    if let Some(cause) = triage.cause {
        let _ = writeln!(out, "**{}**\n", cause.sentence(locale));
    }
    for (name, text) in facts(report, log, triage, locale) {
        let _ = writeln!(out, "- {name}{}{text}", locale.colon());
    }
    for sentence in remarks(report, triage, locale) {
        let _ = writeln!(out, "\n> {sentence}");
    }
    if !triage.steps.is_empty() {
        let _ = writeln!(out, "\n**{}**\n", TriageText::FirstSteps.of(locale));
    }
    for (number, step) in triage.steps.iter().enumerate() {
        let _ = writeln!(out, "{}. {}", number + 1, step_line(report, step, locale));
    }
    if !triage.compared.is_empty() {
        let _ = writeln!(
            out,
            "\n| {} | {} | {} | {} |\n|---|--:|--:|--:|",
            TriageText::Calibration.of(locale),
            TriageText::Measured.of(locale),
            TriageText::Predicted.of(locale),
            TriageText::Difference.of(locale)
        );
    }
    let voice = report.voice(locale);
    for row in &triage.compared {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            compared_name(row, locale),
            voice.size(row.measured),
            voice.size(row.predicted),
            row.difference().shown(voice.unit, true)
        );
    }
    out
}

fn unrecognised(log: &Log, locale: Locale) -> String {
    let mut out = String::new();
    for text in [TriageText::NotRecognised, TriageText::PasteInstead] {
        let _ = writeln!(out, "{}", text.of(locale));
    }
    for text in [
        TriageText::PasteTraceback,
        TriageText::PasteEngine,
        TriageText::PasteSmi,
    ] {
        let _ = writeln!(out, "- {}", text.of(locale));
    }
    if log.stranger {
        let _ = writeln!(out, "{}", TriageText::Stranger.of(locale));
    }
    out
}

/// Name and value of what was found; the page shows the same.
pub fn facts(
    report: &Report,
    log: &Log,
    triage: &Triage,
    locale: Locale,
) -> Vec<(&'static str, String)> {
    let voice = report.voice(locale);
    let mut out = vec![(
        TriageText::WhoseMemory.of(locale),
        triage.side.label(locale).to_string(),
    )];
    if let Some(moment) = triage.moment {
        out.push((
            TriageText::WhichMoment.of(locale),
            moment.label(locale).into(),
        ));
    }
    if let Some(item) = triage.item {
        let now = match report.ledger.line(item) {
            Some(line) => fill(TriageText::LineNow.of(locale), &[&voice.size(line.bytes())]),
            None => not_here(report, item, locale),
        };
        let value = [item.label(locale), locale.pick("；", "; "), &now].concat();
        out.push((TriageText::WhichLine.of(locale), value));
    }
    if let Some(asked) = triage.asked {
        let unit = if asked.0 < 1 << 30 {
            ByteUnit::MiB
        } else {
            ByteUnit::GiB
        };
        out.push((TriageText::AskedFor.of(locale), asked.shown(unit)));
    }
    if let Some(capacity) = triage.capacity {
        out.push((TriageText::CardByLog.of(locale), voice.size(capacity)));
    }
    if !triage.drivers.is_empty() {
        let names: Vec<String> = triage
            .drivers
            .iter()
            .filter_map(|driver| crate::url::Key::of(driver.slug()))
            .map(|key| {
                let value = url::value_of(&report.link, key);
                [key.label(locale), " = ", &value].concat()
            })
            .collect();
        out.push((TriageText::GrowsWith.of(locale), names.join(locale.comma())));
    }
    if !log.sources.is_empty() {
        let names: Vec<&str> = log.sources.iter().map(|s| s.label(locale)).collect();
        out.push((
            TriageText::Frameworks.of(locale),
            names.join(locale.comma()),
        ));
    }
    out
}

/// Why the ledger has no such line: the method in use does not write it, or the log is of another run.
pub fn not_here(report: &Report, item: Item, locale: Locale) -> String {
    let measured = Config {
        method: Method::Measured,
        ..report.link.config.clone()
    };
    match estimate(&measured).line(item) {
        Some(line) => fill(
            TriageText::OnlyMeasured.of(locale),
            &[&report.voice(locale).size(line.bytes())],
        ),
        None => TriageText::NotInLedger.of(locale).to_string(),
    }
}

fn remarks(report: &Report, triage: &Triage, locale: Locale) -> Vec<String> {
    let voice = report.voice(locale);
    let mut out = Vec::new();
    let asked = triage.asked.map(|asked| {
        asked.shown(if asked.0 < 1 << 30 {
            ByteUnit::MiB
        } else {
            ByteUnit::GiB
        })
    });
    if let (Some(asked), true) = (&asked, triage.last_straw) {
        out.push(fill(TriageText::LastStraw.of(locale), &[asked]));
    }
    if let (Some(asked), Some(found)) = (&asked, &triage.matched) {
        let mut text = found.sentence(asked, locale);
        text.push(' ');
        text.push_str(&found.formula.to_string());
        if let Some(after) = found.solved.as_ref().and_then(|s| s.after.as_ref()) {
            text.push_str("  → ");
            text.push_str(&url::diff_query(&report.link.config, after));
        }
        out.push(text);
    }
    if let Some(other) = &triage.other_card {
        let values = [
            voice.size(other.capacity()),
            voice.size(report.ledger.capacity),
        ];
        let mut text = fill(
            TriageText::TakeCard.of(locale),
            &values.each_ref().map(String::as_str),
        );
        text.push(' ');
        text.push_str(&url::diff_query(&report.link.config, other));
        out.push(text);
    }
    out
}

fn step_line(report: &Report, step: &Step, locale: Locale) -> String {
    let diff = step.after.as_ref().map_or_else(String::new, |after| {
        url::diff_query(&report.link.config, after)
    });
    let parts = [
        step.code.title(locale).to_string(),
        diff,
        step.effect(report.voice(locale)),
        step.code.price(locale).to_string(),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("  ")
}

/// What a compared number is called: its line, and which number of the log.
pub fn compared_name(row: &Compared, locale: Locale) -> String {
    let item = row
        .item
        .map_or(TriageText::TotalLine.of(locale), |item| item.label(locale));
    let what = row.what.label(locale);
    if item == what {
        item.to_string()
    } else {
        fill(locale.pick("{0}（{1}）", "{0} ({1})"), &[item, what])
    }
}

fn row_line(report: &Report, row: &Compared, locale: Locale) -> String {
    let voice = report.voice(locale);
    let mut out = compared_name(row, locale);
    let _ = write!(
        out,
        "  {} {}  {} {}  {}",
        TriageText::Measured.of(locale),
        voice.size(row.measured),
        TriageText::Predicted.of(locale),
        voice.size(row.predicted),
        row.difference().shown(voice.unit, true)
    );
    if let Some(after) = &row.fixed {
        out.push_str("  ");
        out.push_str(&url::diff_query(&report.link.config, after));
    }
    out
}
