//! The command line: the page's core and links on a terminal and in a pipeline. Here are the commands and the exit codes.
#[path = "vram-ledger/arguments.rs"]
mod arguments;
#[path = "vram-ledger/flags.rs"]
mod flags;
#[path = "vram-ledger/help.rs"]
mod help;

use arguments::{Asked, Command, Format, Read, Target};
use lexopt::Parser;
use std::io::{Read as _, Write};
use std::process::ExitCode;
use vram_ledger::config_json;
use vram_ledger::i18n::{Locale, Text, ToolText, fill};
use vram_ledger::ledger::config::{Axes, Model, model_name};
use vram_ledger::ledger::fit::fit;
use vram_ledger::ledger::kv_table::{KvTable, planned};
use vram_ledger::ledger::solve::{self, Unknown, solve};
use vram_ledger::ledger::triage;
use vram_ledger::ledger::units::plain;
use vram_ledger::ledger::words::Word;
use vram_ledger::text::{self, Gated, Report};
use vram_ledger::url::{self, Issue, IssueCode, Level};

/// Done; for the gate: it fits.
const DONE: u8 = 0;
/// The gate refuses, or nothing fits.
const REFUSED: u8 = 1;
/// What was asked cannot be read.
const UNREADABLE: u8 = 2;

/// What is printed, and the exit code.
struct Answer {
    out: String,
    err: String,
    code: u8,
}

fn main() -> ExitCode {
    let answer = match arguments::read(Parser::from_env()) {
        Ok(Read::Run(asked)) => run(*asked).unwrap_or_else(|why| Answer {
            out: String::new(),
            err: line(&why),
            code: UNREADABLE,
        }),
        Ok(Read::Help(command)) => Answer {
            out: help::of(command.map(Word::slug)).into(),
            err: String::new(),
            code: DONE,
        },
        Err(why) => Answer {
            out: String::new(),
            err: line(&format!("{why}\n{}", "Try: vram-ledger --help")),
            code: UNREADABLE,
        },
    };
    // A reader that went away (`| head`) is no fault worth a message.
    let _ = std::io::stderr().write_all(answer.err.as_bytes());
    let _ = std::io::stdout().write_all(answer.out.as_bytes());
    ExitCode::from(answer.code)
}

fn line(text: &str) -> String {
    format!("vram-ledger: {text}\n")
}

fn run(asked: Asked) -> Result<Answer, String> {
    let Some(path) = &asked.link else {
        return answer(&asked, &asked.query);
    };
    let mut all = done(String::new());
    for query in read_links(path, asked.locale)? {
        let one = answer(&asked, &query)?;
        all.out += &one.out;
        all.err += &one.err;
        // The gravest ending holds for all.
        all.code = all.code.max(one.code);
    }
    Ok(all)
}

/// The links of a file: one a line; empty lines and those that begin with `#` are none. A file without one is an error:
/// an empty link is the default configuration, which nobody declared.
fn read_links(path: &str, locale: Locale) -> Result<Vec<String>, String> {
    let bytes = std::fs::read(path)
        .map_err(|e| fill(ToolText::FileUnreadable.of(locale), &[path, &e.to_string()]))?;
    let text = String::from_utf8_lossy(&bytes);
    let links: Vec<String> = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(String::from)
        .collect();
    if links.is_empty() {
        return Err(fill(ToolText::NoLink.of(locale), &[path]));
    }
    Ok(links)
}

fn answer(asked: &Asked, query: &str) -> Result<Answer, String> {
    let (mut link, mut issues) = url::parse(query);
    if let Some(path) = &asked.config {
        let (model, said) = read_model(path, asked.locale)?;
        link.config.model = model;
        issues.extend(said);
    }
    let issue_lines: String = issues
        .iter()
        .map(|issue| issue_line(issue, asked.locale))
        .collect();
    let report = Report::of(link, issues);
    let mut answer = match asked.command {
        Command::Estimate => estimate(&report, asked),
        Command::Table => table(&report, asked)?,
        Command::Cuts => cuts(&report, asked),
        Command::Solve => solved(&report, asked)?,
        Command::Gate => gate(&report, asked),
        Command::Triage => triaged(&report, asked)?,
        Command::Flags => flags::run(&report, asked)?,
    };
    answer.err = issue_lines + &answer.err;
    if !answer.out.is_empty() && !answer.out.ends_with('\n') {
        answer.out.push('\n');
    }
    Ok(answer)
}

fn done(out: String) -> Answer {
    Answer {
        out,
        err: String::new(),
        code: DONE,
    }
}

fn estimate(report: &Report, asked: &Asked) -> Answer {
    done(match asked.format {
        Format::Text => text::plain_text(report, asked.locale),
        Format::Json => text::report_json(report, asked.locale),
        Format::Md => text::markdown(report, asked.locale, ""),
        Format::Csv => text::csv(report),
    })
}

fn table(report: &Report, asked: &Asked) -> Result<Answer, String> {
    let config = &report.link.config;
    let plan = planned(
        asked.peak.unwrap_or(config.conc),
        asked.p99.unwrap_or(config.len),
    );
    let axis = |given: &[u64], asks: bool, plan: &[u64], own: &[u64]| {
        let chosen = match (given.is_empty(), asks) {
            (false, _) => given,
            (true, true) => plan,
            (true, false) => own,
        };
        chosen.to_vec()
    };
    let (given, own) = (&asked.axes, &config.axes);
    let axes = Axes {
        concurrency: axis(
            &given.concurrency,
            asked.peak.is_some(),
            &plan.axes.concurrency,
            &own.concurrency,
        ),
        length: axis(
            &given.length,
            asked.p99.is_some(),
            &plan.axes.length,
            &own.length,
        ),
    };
    let table = KvTable::of(config, &report.ledger, &axes)
        .ok_or("only the model's size is known: a KV table needs its shape. Give --config config.json or m.* fields.")?;
    let unit = report.link.display.unit.bytes();
    let about = text::setting(report, asked.locale);
    let legend = fill(
        ToolText::TableLegend.of(asked.locale),
        &[&table.room.shown(unit)],
    );
    Ok(done(match asked.format {
        Format::Text => format!("{about}\n{}{legend}", text::table_text(&table, unit)),
        Format::Json => text::table_json(&table),
        Format::Md => format!(
            "**{about}**\n\n{}\n{legend}\n\n`{}`",
            text::table_markdown(&table, unit),
            url::format_copied(&report.link)
        ),
        Format::Csv => text::table_csv(&table),
    }))
}

fn cuts(report: &Report, asked: &Asked) -> Answer {
    done(match asked.format {
        Format::Text => text::cuts_text(report, asked.locale),
        Format::Json => text::cuts_json(report, asked.locale),
        Format::Md => text::cuts_markdown(report, asked.locale),
        Format::Csv => text::cuts_csv(report),
    })
}

fn solved(report: &Report, asked: &Asked) -> Result<Answer, String> {
    let unknown = match asked.target {
        Some(Target::Value(unknown)) => unknown,
        Some(Target::Fit) => return Ok(fitted(report, asked)),
        None => {
            return Err(format!(
                "solve needs --for {}|fit",
                Unknown::SLUGS.join("|")
            ));
        }
    };
    let (config, locale) = (&report.link.config, asked.locale);
    // What does not depend on the value has no largest one.
    let depends = solve::depends(config, unknown);
    let solution = solve(config, unknown).filter(|_| depends);
    let code = if solution.is_some() { DONE } else { REFUSED };
    let unit = report.link.display.unit.bytes();
    let out = match (asked.format, &solution) {
        (Format::Json, solution) => text::solution_json(report, unknown, solution.as_ref()),
        (Format::Text, Some(found)) => format!(
            "{} = {}  ({} {})",
            unknown.slug(),
            value(unknown, found.value),
            locale.text(Text::Left),
            found.left.shown(unit, false)
        ),
        (Format::Md, Some(found)) => format!(
            "**{}**\n\n| | | {} | |\n|---|--:|--:|---|\n| {} | {} | {} | `{}` |",
            text::setting(report, locale),
            locale.text(Text::Left),
            unknown.slug(),
            value(unknown, found.value),
            found.left.shown(unit, false),
            url::diff_query(config, &found.after)
        ),
        (Format::Csv, Some(found)) => format!(
            "key,value,left_bytes,diff\n{},{},{},{}",
            unknown.slug(),
            value(unknown, found.value),
            found.left.as_i128(),
            url::diff_query(config, &found.after)
        ),
        (Format::Text | Format::Md | Format::Csv, None) => {
            let text = match depends {
                true => ToolText::NothingFits,
                false => ToolText::NothingDepends,
            };
            fill(text.of(locale), &[unknown.slug()])
        }
    };
    Ok(Answer {
        out,
        err: String::new(),
        code,
    })
}

/// A solved value as a link writes it.
fn value(unknown: Unknown, value: u64) -> String {
    if unknown == Unknown::Util {
        plain(value as f64 / 100.0)
    } else {
        value.to_string()
    }
}

/// The set of changes with which it fits.
fn fitted(report: &Report, asked: &Asked) -> Answer {
    let fit = fit(&report.link.config);
    let out = match asked.format {
        Format::Text => text::fit_text(report, &fit, asked.locale),
        Format::Json => text::fit_json(report, &fit, asked.locale),
        Format::Md => text::fit_markdown(report, &fit, asked.locale),
        Format::Csv => text::fit_csv(report, &fit),
    };
    Answer {
        out,
        err: String::new(),
        code: if fit.after.is_some() { DONE } else { REFUSED },
    }
}

/// A refusal is said on standard error too, where a pipeline's log shows it whatever is done with the output.
fn gate(report: &Report, asked: &Asked) -> Answer {
    let gated = Gated::of(report, asked.limit);
    let locale = asked.locale;
    let text = || text::gate_text(report, &gated, locale);
    let out = match asked.format {
        Format::Json => text::gate_json(report, &gated, locale),
        Format::Md => text::gate_markdown(report, &gated, locale),
        Format::Text | Format::Csv if asked.link.is_some() => {
            let link = url::format_copied(&report.link);
            [&gated.ruling.sentence(report.voice(locale)), "  ", &link].concat()
        }
        Format::Text | Format::Csv => gated.ruling.sentence(report.voice(locale)),
    };
    let (err, code) = if gated.ruling.link_errors() {
        (line(text().trim_end()), UNREADABLE)
    } else if gated.ruling.passes() {
        (String::new(), DONE)
    } else {
        (line(text().trim_end()), REFUSED)
    };
    Answer { out, err, code }
}

/// Most of a log that is read, in bytes; the triage itself looks at its beginning and its end.
const LOG_LIMIT: u64 = 256 << 20;

fn triaged(report: &Report, asked: &Asked) -> Result<Answer, String> {
    let path = asked.log.as_deref().unwrap_or("-");
    let mut bytes = Vec::new();
    let read = if path == "-" {
        std::io::stdin().take(LOG_LIMIT).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(LOG_LIMIT).read_to_end(&mut bytes))
    };
    read.map_err(|e| {
        fill(
            ToolText::FileUnreadable.of(asked.locale),
            &[path, &e.to_string()],
        )
    })?;
    let log = triage::read(&String::from_utf8_lossy(&bytes));
    let found = triage::diagnose(&log, &report.link.config);
    Ok(done(match asked.format {
        Format::Text => text::triage_text(report, &log, &found, asked.locale),
        Format::Json => text::triage_json(report, &log, &found, asked.locale),
        Format::Md => text::triage_markdown(report, &log, &found, asked.locale),
        Format::Csv => log
            .readings
            .all()
            .iter()
            .map(|reading| {
                let value = match reading.amount {
                    triage::Amount::Size(size) => size.as_i128().to_string(),
                    triage::Amount::Count(count) => count.to_string(),
                };
                format!("{},{value}\n", reading.what.slug())
            })
            .fold(String::from("reading,value\n"), |out, row| out + &row),
    }))
}

/// The model of a config.json, and what about it could not be taken as given.
fn read_model(path: &str, locale: Locale) -> Result<(Model, Vec<Issue>), String> {
    let bytes = std::fs::read(path)
        .map_err(|e| fill(ToolText::FileUnreadable.of(locale), &[path, &e.to_string()]))?;
    let text = String::from_utf8_lossy(&bytes);
    let imported =
        config_json::read(&text).map_err(|e| format!("{path}: {}", e.sentence(locale)))?;
    let (_, architecture) = imported.fields.spec();
    let issues = imported.issues.into_iter().chain(architecture);
    let issues = issues.map(|issue| Issue::new("config", IssueCode::Model(issue), "", ""));
    let name = model_name(&imported.name.unwrap_or_default());
    Ok((Model::custom(imported.fields, name), issues.collect()))
}

fn issue_line(issue: &Issue, locale: Locale) -> String {
    let level = match issue.level {
        Level::Error => "error",
        Level::Note => "note",
    };
    format!("{level}: {}\n", issue.sentence(locale))
}
