//! The contract's JSON. A writer of its own: the page's module carries it, and a JSON library's float printing would cost more than all of it.
use super::Report;
use crate::i18n::Locale;
use crate::ledger::advice::Cut;
use crate::ledger::item::{Owner, Phase, Role};
use crate::ledger::kv_table::KvTable;
use crate::ledger::solve::{Solution, Unknown};
use crate::ledger::units::{Bytes, plain};
use crate::ledger::words::Word;
use crate::ledger::{Line, MODEL_REV};
use crate::url::{self, Issue};

/// A JSON value that is only written, never read.
pub(super) enum Json {
    Null,
    Flag(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    pub(super) fn bytes(bytes: Bytes) -> Json {
        Json::Number(bytes.0.to_string())
    }

    pub(super) fn count(count: u64) -> Json {
        Json::Number(count.to_string())
    }

    pub(super) fn text(text: impl Into<String>) -> Json {
        Json::Text(text.into())
    }

    pub(super) fn hundredths(value: u64) -> Json {
        Json::Number(plain(value as f64 / 100.0))
    }

    fn write(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Flag(true) => out.push_str("true"),
            Json::Flag(false) => out.push_str("false"),
            Json::Number(digits) => out.push_str(digits),
            Json::Text(text) => write_text(out, text),
            Json::List(values) => {
                out.push('[');
                for (i, value) in values.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    value.write(out);
                }
                out.push(']');
            }
            Json::Object(members) => {
                out.push('{');
                for (i, (name, value)) in members.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    write_text(out, name);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    pub(super) fn done(self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }
}

fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if u32::from(c) < 0x20 => {
                out.push_str("\\u00");
                for half in [u32::from(c) >> 4, u32::from(c) & 15] {
                    out.push(char::from_digit(half, 16).unwrap_or('0'));
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// `estimate --format json`.
pub fn report_json(report: &Report, locale: Locale) -> String {
    let (config, ledger, voice) = (&report.link.config, &report.ledger, report.voice(locale));
    let worst = ledger.worst();
    let band = crate::ledger::band::band(config, ledger);
    let phases = phases(report);
    let sum = ledger
        .on(worst.role)
        .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes()));
    let engine = report.pool.map_or(Json::Null, |pool| {
        Json::Object(vec![
            ("pool_bytes", Json::bytes(pool.pool)),
            ("demand_bytes", Json::bytes(pool.demand)),
            ("kv_tokens", Json::count(pool.kv_tokens)),
            (
                "max_concurrency",
                pool.max_concurrency.map_or(Json::Null, Json::count),
            ),
            ("util", Json::hundredths(pool.util)),
        ])
    });
    let colocate = report.util.map_or(Json::Null, |line| {
        Json::Object(vec![
            ("train_side_bytes", Json::bytes(line.train_side)),
            ("util_upper", Json::hundredths(line.upper)),
            ("util_start", Json::hundredths(line.start)),
        ])
    });
    let warnings = report.warnings.iter().map(|warning| {
        Json::Object(vec![
            ("code", Json::text(warning.code())),
            (
                "item",
                warning
                    .item()
                    .map_or(Json::Null, |item| Json::text(item.slug())),
            ),
            ("bytes", warning.bytes().map_or(Json::Null, Json::bytes)),
            ("what", Json::text(warning.sentence(voice))),
        ])
    });
    let room = report.room.iter().map(|raise| {
        Json::Object(vec![
            ("code", Json::text("raise_concurrency")),
            ("what", Json::text(raise.sentence(config, voice))),
            ("saves_bytes", Json::count(0)),
            ("diff", Json::text(url::diff_query(config, &raise.after))),
        ])
    });
    let cuts = report.cuts.iter().filter_map(|cut| {
        let after = cut.after.as_ref()?;
        Some(Json::Object(vec![
            ("code", Json::text(cut.code.slug())),
            ("what", Json::text(cut.code.title(locale))),
            ("saves_bytes", Json::Number(cut.saves.as_i128().to_string())),
            ("diff", Json::text(url::diff_query(config, after))),
        ]))
    });
    let in_use = |role: Role| ledger.cards.iter().any(|card| card.role == role);
    let cards = Json::Object(vec![
        (
            "train",
            Json::count(if in_use(Role::Train) { config.n } else { 0 }),
        ),
        (
            "engine",
            Json::count(if in_use(Role::Engine) || report.pool.is_some() {
                config.en
            } else {
                0
            }),
        ),
    ]);
    Json::Object(vec![
        ("v", Json::count(1)),
        ("model_rev", Json::count(MODEL_REV)),
        ("method", Json::text(config.method.slug())),
        ("query", Json::text(url::format(&report.link))),
        ("issues", issues_json(&report.issues, locale)),
        ("model", model_json(report)),
        ("cards", cards),
        (
            "lines",
            Json::List(
                ledger
                    .lines
                    .iter()
                    .chain(&ledger.host)
                    .map(|line| line_json(line, worst.phase))
                    .collect(),
            ),
        ),
        (
            "phases",
            Json::Object(
                phases
                    .iter()
                    .map(|(phase, bytes)| (phase.slug(), Json::bytes(*bytes)))
                    .collect(),
            ),
        ),
        (
            "peak",
            Json::Object(vec![
                ("phase", Json::text(worst.phase.slug())),
                ("bytes", Json::bytes(worst.used)),
            ]),
        ),
        (
            "band",
            Json::Object(vec![
                ("low", Json::bytes(band.low)),
                ("high", Json::bytes(band.high)),
            ]),
        ),
        ("sum_bytes", Json::bytes(sum)),
        ("host_bytes", Json::bytes(ledger.host_bytes())),
        ("capacity_bytes", Json::bytes(ledger.capacity)),
        (
            "left_bytes",
            Json::Number(ledger.left().as_i128().to_string()),
        ),
        ("verdict", Json::text(ledger.verdict().slug())),
        ("engine", engine),
        ("colocate", colocate),
        ("warnings", Json::List(warnings.collect())),
        ("advice", Json::List(room.chain(cuts).collect())),
    ])
    .done()
}

fn phases(report: &Report) -> Vec<(Phase, Bytes)> {
    let ledger = &report.ledger;
    let role = ledger.worst().role;
    let used = |phase: &Phase| {
        ledger
            .on(role)
            .any(|line| line.formula_at(*phase).is_some())
    };
    let total = |phase: Phase| {
        ledger
            .on(role)
            .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes_at(phase)))
    };
    Phase::ALL
        .iter()
        .filter(|phase| used(phase))
        .map(|phase| (*phase, total(*phase)))
        .collect()
}

fn line_json(line: &Line, peak: Phase) -> Json {
    let by_phase = line
        .at
        .iter()
        .map(|(phase, formula)| (phase.slug(), Json::bytes(formula.bytes())))
        .collect();
    let text = |alternate: bool| {
        Json::text(line.largest().map_or_else(String::new, |f| {
            if alternate {
                format!("{f:#}")
            } else {
                f.to_string()
            }
        }))
    };
    Json::Object(vec![
        ("item", Json::text(line.item.slug())),
        ("owner", Json::text(Owner::slug(line.owner))),
        ("card", Json::text(line.role.slug())),
        ("bytes", Json::bytes(line.bytes())),
        ("bytes_by_phase", Json::Object(by_phase)),
        ("bytes_at_peak", Json::bytes(line.bytes_at(peak))),
        ("arithmetic", text(false)),
        ("symbols", text(true)),
        ("basis", Json::text(line.basis.slug())),
    ])
}

fn model_json(report: &Report) -> Json {
    let config = &report.link.config;
    let model = &config.model;
    let kv = crate::ledger::kv_summary(config);
    let window = kv
        .window
        .iter()
        .map(|(bytes, window)| Json::List(vec![Json::count(*bytes), Json::count(*window)]));
    Json::Object(vec![
        ("id", Json::text(model.id())),
        ("name", Json::text(model.name())),
        ("params", Json::count(model.params())),
        ("active_params", Json::count(model.active_params())),
        (
            "trainable_params",
            Json::count(crate::ledger::trainable_params(config)),
        ),
        ("nominal", Json::Number(plain(model.nominal()))),
        ("kv_bytes_per_token", Json::count(kv.per_token)),
        ("kv_window", Json::List(window.collect())),
        ("kv_state_bytes", Json::count(kv.state)),
    ])
}

pub(super) fn issues_json(issues: &[Issue], locale: Locale) -> Json {
    let issue = |issue: &Issue| {
        Json::Object(vec![
            ("key", Json::text(&issue.key)),
            ("code", Json::text(issue.code.slug())),
            ("level", Json::text(issue.level.slug())),
            ("given", Json::text(&issue.given)),
            ("used", Json::text(&issue.used)),
            ("what", Json::text(issue.sentence(locale))),
        ])
    };
    Json::List(issues.iter().map(issue).collect())
}

/// `cuts --format json`: the seven, then what else can be changed here.
pub fn cuts_json(report: &Report, locale: Locale) -> String {
    let row = |cut: &Cut| {
        Json::Object(vec![
            ("code", Json::text(cut.code.slug())),
            (
                "diff",
                Json::text(cut.after.as_ref().map_or_else(String::new, |after| {
                    url::diff_query(&report.link.config, after)
                })),
            ),
            ("saves_bytes", Json::Number(cut.saves.as_i128().to_string())),
            ("price", Json::text(cut.code.price(locale))),
            (
                "applied",
                Json::Flag(cut.state == crate::ledger::advice::CutState::Made),
            ),
        ])
    };
    let used = report.ledger.used();
    let further = super::further(report).into_iter().filter_map(|choice| {
        let (after, outlook) = choice.alone?;
        Some(Json::Object(vec![
            ("code", Json::text(choice.code.slug())),
            (
                "diff",
                Json::text(url::diff_query(&report.link.config, &after)),
            ),
            (
                "saves_bytes",
                Json::Number(used.signed_minus(outlook.used).as_i128().to_string()),
            ),
            ("price", Json::text(choice.code.price(locale))),
            ("applied", Json::Flag(false)),
        ]))
    });
    Json::List(report.cuts.iter().map(row).chain(further).collect()).done()
}

/// `table --format json`.
pub fn table_json(table: &KvTable) -> String {
    let numbers = |values: &[u64]| Json::List(values.iter().map(|v| Json::count(*v)).collect());
    let grid = |cell: &dyn Fn(&crate::ledger::kv_table::KvCell) -> Json| {
        Json::List(
            table
                .rows
                .iter()
                .map(|row| Json::List(row.iter().map(cell).collect()))
                .collect(),
        )
    };
    Json::Object(vec![
        ("concurrency", numbers(&table.concurrency)),
        ("length", numbers(&table.length)),
        ("bytes", grid(&|cell| Json::bytes(cell.bytes))),
        ("verdict", grid(&|cell| Json::text(cell.verdict.slug()))),
    ])
    .done()
}

/// `solve --format json`.
pub fn solution_json(report: &Report, unknown: Unknown, solution: Option<&Solution>) -> String {
    let value = solution.map_or(Json::Null, |s| match unknown {
        Unknown::Util => Json::hundredths(s.value),
        Unknown::MicroBatch
        | Unknown::Sequence
        | Unknown::Concurrency
        | Unknown::Length
        | Unknown::Cards => Json::count(s.value),
    });
    Json::Object(vec![
        ("key", Json::text(unknown.slug())),
        ("value", value),
        (
            "diff",
            solution.map_or(Json::Null, |s| {
                Json::text(url::diff_query(&report.link.config, &s.after))
            }),
        ),
        (
            "left_bytes",
            solution.map_or(Json::Null, |s| Json::Number(s.left.as_i128().to_string())),
        ),
    ])
    .done()
}
