//! The gate as text, Markdown and JSON: one ruling, whoever asks.
use super::Report;
use super::json::{Json, issues_json};
use crate::i18n::{GateText, Locale, fill};
use crate::ledger::gate::{self, Ruling, WayOut};
use crate::ledger::words::Word;
use crate::url::{self, Level};
use std::fmt::Write;

/// A ruling with its ways out, for whoever shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Gated {
    /// The ruling.
    pub ruling: Ruling,
    /// The ways out; none where it passes.
    pub ways: Vec<WayOut>,
}

impl Gated {
    /// Rules on a report at `thousandths` of the card. A link with an error is refused, whatever the rest comes to.
    pub fn of(report: &Report, thousandths: u64) -> Gated {
        let config = &report.link.config;
        let errors = report
            .issues
            .iter()
            .any(|issue| issue.level == Level::Error);
        Gated {
            ruling: Ruling::of(config, &report.ledger, thousandths, errors),
            ways: gate::ways_out(config, &report.ledger, thousandths),
        }
    }
}

/// A refusal as text: the reasons, a line each, and the ways out under them; empty where the gate passes.
pub fn gate_text(report: &Report, gated: &Gated, locale: Locale) -> String {
    let voice = report.voice(locale);
    let mut out = String::new();
    for reason in gated.ruling.reasons(voice) {
        out.push_str(&fill(GateText::RefuseLine.of(locale), &[&reason]));
        out.push('\n');
    }
    if !gated.ways.is_empty() {
        let _ = writeln!(
            out,
            "{}{}",
            GateText::Ways.of(locale),
            locale.colon().trim_end()
        );
    }
    for way in &gated.ways {
        let _ = writeln!(
            out,
            "  {}  {} → {}  ({}; {}{}{})",
            url::diff_query(&report.link.config, &way.after),
            way.title(voice),
            voice.size(way.need),
            way.alone(locale),
            GateText::PriceHead.of(locale),
            locale.colon(),
            way.price(voice)
        );
    }
    out
}

/// `gate` in Markdown, as a pipeline's summary shows it.
pub fn gate_markdown(report: &Report, gated: &Gated, locale: Locale) -> String {
    let voice = report.voice(locale);
    let (mark, head) = if gated.ruling.passes() {
        ("✅", gated.ruling.sentence(voice))
    } else {
        ("❌", GateText::Refuse.of(locale).into())
    };
    let mut out = String::new();
    let _ = writeln!(out, "{mark} **{head}**");
    let _ = writeln!(out, "\n`{}`", url::format_copied(&report.link));
    let reasons = gated.ruling.reasons(voice);
    if !reasons.is_empty() {
        out.push('\n');
    }
    for reason in reasons {
        let _ = writeln!(out, "- {reason}");
    }
    for issue in &report.issues {
        let _ = writeln!(out, "- {}", issue.sentence(locale));
    }
    if !gated.ways.is_empty() {
        let _ = writeln!(
            out,
            "\n| {} | {} | {} | | {} |\n|---|---|--:|---|---|",
            GateText::WayHead.of(locale),
            GateText::DiffHead.of(locale),
            GateText::After.of(locale),
            GateText::PriceHead.of(locale)
        );
    }
    for way in &gated.ways {
        let _ = writeln!(
            out,
            "| {} | `{}` | {} | {} | {} |",
            way.title(voice),
            url::diff_query(&report.link.config, &way.after),
            voice.size(way.need),
            way.alone(locale),
            way.price(voice)
        );
    }
    out
}

/// `gate --format json`: what is declared and needed against the limit, why it fails and the ways out.
pub fn gate_json(report: &Report, gated: &Gated, locale: Locale) -> String {
    let voice = report.voice(locale);
    let ruling = &gated.ruling;
    let load = |names: [&'static str; 2], values: Option<[u64; 2]>| {
        let members = names.into_iter().zip(values.into_iter().flatten());
        members.map(|(name, value)| (name, Json::count(value)))
    };
    let declared = load(["mb", "seq"], ruling.load.training)
        .chain(load(["conc", "len"], ruling.load.serving))
        .collect();
    let ways = gated.ways.iter().map(|way| {
        Json::Object(vec![
            (
                "diff",
                Json::text(url::diff_query(&report.link.config, &way.after)),
            ),
            ("what", Json::text(way.title(voice))),
            ("code", Json::text(way.kind.slug())),
            ("price", Json::text(way.price(voice))),
            ("need_bytes", Json::bytes(way.need)),
            ("passes", Json::Flag(way.passes)),
        ])
    });
    let codes = ruling
        .refusals
        .iter()
        .map(|refusal| Json::text(refusal.code()));
    Json::Object(vec![
        ("pass", Json::Flag(ruling.passes())),
        ("query", Json::text(url::format(&report.link))),
        ("declared", Json::Object(declared)),
        ("need_bytes", Json::bytes(ruling.gate.need)),
        ("limit_bytes", Json::bytes(ruling.gate.limit)),
        ("capacity_bytes", Json::bytes(ruling.capacity)),
        ("codes", Json::List(codes.collect())),
        (
            "reasons",
            Json::List(ruling.reasons(voice).into_iter().map(Json::text).collect()),
        ),
        ("ways_out", Json::List(ways.collect())),
        ("issues", issues_json(&report.issues, locale)),
    ])
    .done()
}
