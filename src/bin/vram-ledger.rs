//! The command line: the page's core and links on a terminal and in a pipeline.
use lexopt::{Arg, Parser, ValueExt};
use std::io::Write;
use std::process::ExitCode;
use vram_ledger::config_json;
use vram_ledger::flags::{self, Framework};
use vram_ledger::i18n::{FlagText, Locale, Text, ToolText, fill};
use vram_ledger::ledger::advice::CutState;
use vram_ledger::ledger::config::{Axes, Model, model_name};
use vram_ledger::ledger::gate::{DEFAULT_LIMIT, Gate};
use vram_ledger::ledger::kv_table::KvTable;
use vram_ledger::ledger::solve::{Unknown, solve};
use vram_ledger::ledger::units::{plain, read_decimal, whole};
use vram_ledger::ledger::words::Word;
use vram_ledger::text::{self, Report};
use vram_ledger::url::{self, Issue, IssueCode, Level};
use vram_ledger::views;
use vram_ledger::words;

/// Done; for the gate: it fits.
const DONE: u8 = 0;
/// The gate refuses, or nothing fits.
const REFUSED: u8 = 1;
/// What was asked cannot be read.
const UNREADABLE: u8 = 2;

words! {
    /// What is asked for.
    Command {
        /// The ledger.
        Estimate = "estimate",
        /// Fits or does not, by exit code.
        Gate = "gate",
        /// The KV table.
        Table = "table",
        /// The largest that fits.
        Solve = "solve",
        /// The seven cuts.
        Cuts = "cuts",
        /// A configuration as a framework's flags, or flags as a query.
        Flags = "flags",
    }

    /// How it is printed.
    Format {
        /// Aligned text.
        Text = "text",
        /// The contract's JSON.
        Json = "json",
        /// Markdown.
        Md = "md",
        /// Comma-separated values.
        Csv = "csv",
    }
}

/// A command line, read.
struct Asked {
    command: Command,
    query: String,
    config: Option<String>,
    format: Format,
    locale: Locale,
    limit: u64,
    axes: Axes,
    unknown: Option<Unknown>,
    to: Option<Framework>,
    from: Option<String>,
    read_as: Option<Framework>,
}

/// What is printed, and the exit code.
struct Answer {
    out: String,
    err: String,
    code: u8,
}

fn main() -> ExitCode {
    let answer = match read_arguments(Parser::from_env()) {
        Ok(Some(asked)) => run(asked).unwrap_or_else(|why| Answer {
            out: String::new(),
            err: line(&why),
            code: UNREADABLE,
        }),
        Ok(None) => Answer {
            out: HELP.into(),
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

/// Reads the arguments; None asks for help.
fn read_arguments(mut parser: Parser) -> Result<Option<Asked>, String> {
    let mut command = None;
    let mut asked = Asked {
        command: Command::Estimate,
        query: String::new(),
        config: None,
        format: Format::Text,
        locale: Locale::En,
        limit: DEFAULT_LIMIT,
        axes: Axes::default(),
        unknown: None,
        to: None,
        from: None,
        read_as: None,
    };
    let mut query = None;
    while let Some(argument) = parser.next().map_err(|e| e.to_string())? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Long("config") => asked.config = Some(text_value(&mut parser)?),
            Arg::Long("format") => asked.format = word_value(&mut parser, "--format")?,
            Arg::Long("lang") => asked.locale = word_value(&mut parser, "--lang")?,
            Arg::Long("for") => asked.unknown = Some(word_value(&mut parser, "--for")?),
            Arg::Long("to") => asked.to = Some(word_value(&mut parser, "--to")?),
            Arg::Long("from") => asked.from = Some(text_value(&mut parser)?),
            Arg::Long("as") => asked.read_as = Some(word_value(&mut parser, "--as")?),
            Arg::Long("limit") => asked.limit = share(&text_value(&mut parser)?)?,
            Arg::Long("concurrency") => {
                asked.axes.concurrency = numbers(&text_value(&mut parser)?, "--concurrency")?
            }
            Arg::Long("length") => {
                asked.axes.length = numbers(&text_value(&mut parser)?, "--length")?
            }
            Arg::Value(value) => {
                let value = value.string().map_err(|e| e.to_string())?;
                match (command, Command::of(&value)) {
                    (None, Some(word)) => command = Some(word),
                    (Some(_), _) if query.is_none() => query = Some(value),
                    (Some(_), _) => {
                        return Err(format!("one query is enough: {value:?} is a second one"));
                    }
                    (None, None) => {
                        return Err(format!(
                            "there is no command {value:?}: {}",
                            Command::SLUGS.join(" ")
                        ));
                    }
                }
            }
            other @ (Arg::Short(_) | Arg::Long(_)) => return Err(other.unexpected().to_string()),
        }
    }
    let Some(command) = command else {
        return Ok(None);
    };
    asked.command = command;
    asked.query = query.unwrap_or_default();
    Ok(Some(asked))
}

fn text_value(parser: &mut Parser) -> Result<String, String> {
    parser
        .value()
        .and_then(|v| v.string())
        .map_err(|e| e.to_string())
}

fn word_value<W: Word>(parser: &mut Parser, flag: &str) -> Result<W, String> {
    let text = text_value(parser)?;
    W::of(&text.to_lowercase())
        .ok_or_else(|| format!("{flag} takes {}, not {text:?}", W::SLUGS.join(" ")))
}

fn share(text: &str) -> Result<u64, String> {
    match read_decimal(text) {
        Some(share) if share > 0.0 && share <= 1.0 => Ok(whole(share * 1000.0 + 0.5)),
        _ => Err(format!(
            "--limit takes a share of the card between 0 and 1, not {text:?}"
        )),
    }
}

fn numbers(text: &str, flag: &str) -> Result<Vec<u64>, String> {
    let bad =
        || format!("{flag} takes whole numbers from 1, at most 12, like 1,4,16; not {text:?}");
    let values: Option<Vec<u64>> = text
        .split(',')
        .map(|part| {
            part.trim()
                .parse()
                .ok()
                .filter(|v| (1..=10_000_000).contains(v))
        })
        .collect();
    values
        .filter(|v| v.len() <= 12)
        .map(Axes::tidy)
        .ok_or_else(bad)
}

fn run(asked: Asked) -> Result<Answer, String> {
    let (mut link, mut issues) = url::parse(&asked.query);
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
        Command::Estimate => estimate(&report, &asked),
        Command::Table => table(&report, &asked)?,
        Command::Cuts => cuts(&report, &asked),
        Command::Solve => solved(&report, &asked)?,
        Command::Gate => gate(&report, &asked),
        Command::Flags => flags(&report, &asked)?,
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
    let axes = Axes {
        concurrency: if asked.axes.concurrency.is_empty() {
            config.axes.concurrency.clone()
        } else {
            asked.axes.concurrency.clone()
        },
        length: if asked.axes.length.is_empty() {
            config.axes.length.clone()
        } else {
            asked.axes.length.clone()
        },
    };
    let table = KvTable::of(config, &report.ledger, &axes)
        .ok_or("only the model's size is known: a KV table needs its shape. Give --config config.json or m.* fields.")?;
    let unit = report.link.display.unit.bytes();
    Ok(done(match asked.format {
        Format::Text => text::table_text(&table, unit),
        Format::Json => text::table_json(&table),
        Format::Md => text::table_markdown(&table, unit),
        Format::Csv => text::table_csv(&table),
    }))
}

fn cuts(report: &Report, asked: &Asked) -> Answer {
    done(match asked.format {
        Format::Text => text::cuts_text(report, asked.locale),
        Format::Json => text::cuts_json(report, asked.locale),
        Format::Md => text::cuts_markdown(report, asked.locale),
        Format::Csv => report
            .cuts
            .iter()
            .map(|cut| {
                format!(
                    "{},{},{}\n",
                    cut.code.slug(),
                    cut.saves.as_i128(),
                    cut.state == CutState::Made
                )
            })
            .fold(String::from("code,saves_bytes,applied\n"), |out, row| {
                out + &row
            }),
    })
}

fn solved(report: &Report, asked: &Asked) -> Result<Answer, String> {
    let unknown = asked
        .unknown
        .ok_or_else(|| format!("solve needs --for {}", Unknown::SLUGS.join("|")))?;
    let solution = solve(&report.link.config, unknown);
    let code = if solution.is_some() { DONE } else { REFUSED };
    let locale = asked.locale;
    let out = match (asked.format, &solution) {
        (Format::Json, solution) => text::solution_json(report, unknown, solution.as_ref()),
        (Format::Text | Format::Md | Format::Csv, Some(found)) => {
            let value = if unknown == Unknown::Util {
                plain(found.value as f64 / 100.0)
            } else {
                found.value.to_string()
            };
            let unit = report.link.display.unit.bytes();
            format!(
                "{} = {value}  ({} {})",
                unknown.slug(),
                locale.text(Text::Left),
                found.left.shown(unit, false)
            )
        }
        (Format::Text | Format::Md | Format::Csv, None) => {
            fill(ToolText::NothingFits.of(locale), &[unknown.slug()])
        }
    };
    Ok(Answer {
        out,
        err: String::new(),
        code,
    })
}

fn gate(report: &Report, asked: &Asked) -> Answer {
    let gate = Gate::of(&report.ledger, asked.limit);
    let (config, voice) = (&report.link.config, report.voice(asked.locale));
    let refused_link = report
        .issues
        .iter()
        .any(|issue| issue.level == Level::Error);
    let mut reasons = Vec::new();
    if !gate.passes() {
        let values = [
            &config.conc.to_string(),
            &config.len.to_string(),
            &voice.size(gate.need),
            &voice.size(gate.limit),
        ];
        reasons.push(fill(
            ToolText::GateRefuses.of(asked.locale),
            &values.map(String::as_str),
        ));
    }
    if refused_link {
        reasons.push(ToolText::GateLinkErrors.of(asked.locale).into());
    }
    let ways = report.cuts.iter().filter_map(|cut| {
        let after = cut.after.as_ref()?;
        Some(format!(
            "  {}  {}  {}\n",
            url::diff_query(config, after),
            cut.code.title(asked.locale),
            text::saving(cut, voice)
        ))
    });
    let err = if reasons.is_empty() {
        String::new()
    } else {
        line(&reasons.join("\nvram-ledger: ")) + &ways.collect::<String>()
    };
    let out = match asked.format {
        Format::Json => text::gate_json(report, gate.need, gate.limit, &reasons, asked.locale),
        Format::Text | Format::Md | Format::Csv => {
            let word = if reasons.is_empty() {
                ToolText::GatePasses
            } else {
                ToolText::GateFails
            };
            fill(
                word.of(asked.locale),
                &[&voice.size(gate.need), &voice.size(gate.limit)],
            )
        }
    };
    let code = if refused_link {
        UNREADABLE
    } else if gate.passes() {
        DONE
    } else {
        REFUSED
    };
    Answer { out, err, code }
}

/// A configuration as flags (`--to`), or flags as a query (`--from`): the answer goes out, what is said of it to stderr.
fn flags(report: &Report, asked: &Asked) -> Result<Answer, String> {
    let json = match asked.format {
        Format::Json => true,
        Format::Text | Format::Md | Format::Csv => false,
    };
    match (&asked.from, asked.to) {
        (Some(path), None) => {
            let text = read_text(path, asked.locale)?;
            let reading = flags::read(&text, asked.read_as);
            let said: String = views::flags::sentences(&reading, asked.locale)
                .iter()
                .map(|sentence| format!("note: {sentence}\n"))
                .collect();
            Ok(Answer {
                out: if json {
                    text::flags_json(&reading, asked.locale)
                } else {
                    reading.query()
                },
                err: if json { String::new() } else { said },
                code: if reading.understood() {
                    DONE
                } else {
                    UNREADABLE
                },
            })
        }
        (None, Some(framework)) => {
            let out = flags::write(&report.link.config, &report.ledger, framework);
            let cannot = out.cannot.iter().map(|key| {
                let value = url::value_of(&report.link, *key);
                format!(
                    "note: {}: {}={value}\n",
                    FlagText::CannotHeading.of(asked.locale),
                    key.slug()
                )
            });
            let said = out
                .said
                .iter()
                .map(|remark| format!("note: {}\n", remark.sentence(asked.locale)));
            Ok(Answer {
                err: cannot.chain(said).collect(),
                code: if out.text.is_empty() { REFUSED } else { DONE },
                out: out.text,
            })
        }
        (_, _) => Err(format!(
            "flags needs --to {} or --from FILE|-",
            Framework::WRITTEN.map(Word::slug).join("|")
        )),
    }
}

/// A file's text, or what comes in by the pipe.
fn read_text(path: &str, locale: Locale) -> Result<String, String> {
    let bytes = if path == "-" {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    bytes
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|e| fill(ToolText::FileUnreadable.of(locale), &[path, &e.to_string()]))
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

const HELP: &str = "\
vram-ledger: where the GPU memory of an LLM run goes, line by line, with the arithmetic

  vram-ledger estimate [QUERY|URL]   the ledger
  vram-ledger gate     [QUERY|URL]   exit 0 if it fits, 1 if not, 2 if the link has an error
  vram-ledger table    [QUERY|URL]   KV cache over concurrency × length
  vram-ledger solve    [QUERY|URL] --for mb|seq|conc|len|util|n   the largest (n: smallest) that fits
  vram-ledger cuts     [QUERY|URL]   the seven cuts, what each frees and costs
  vram-ledger flags    [QUERY|URL] --to trl|verl|openrlhf|axolotl|llamafactory|vllm|sglang   as a framework's flags
  vram-ledger flags    --from FILE|- [--as FRAMEWORK]   a command, Python call, YAML or JSON as a query

  --config FILE         a model's config.json instead of the query's model
  --format FORMAT       text (default), json, md, csv
  --lang zh|en          language of sentences (default en)
  --limit SHARE         gate: share of the card that may be used (default 0.9)
  --concurrency 1,4,16  table: rows
  --length 1024,4096    table: columns

QUERY is what stands after ? in a link of the page: task=serve&model=qwen3-8b&gpu=rtx-4090&conc=8&len=8192
Sizes are GiB (2^30 bytes); unit=gb in the query shows GB (10^9 bytes).
Exit: 0 done; 1 the gate refuses or nothing fits; 2 what was asked cannot be read.
";
