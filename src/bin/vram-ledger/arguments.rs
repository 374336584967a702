//! The command line as it is typed: which command, about which link, printed how.
use crate::flags::Flags;
use lexopt::{Arg, Parser, ValueExt};
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::config::Axes;
use vram_ledger::ledger::gate::DEFAULT_LIMIT;
use vram_ledger::ledger::solve::Unknown;
use vram_ledger::ledger::units::{read_decimal, whole};
use vram_ledger::ledger::words::Word;
use vram_ledger::words;

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
        /// A log, and the line it means.
        Triage = "triage",
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
pub struct Asked {
    pub command: Command,
    pub query: String,
    pub log: Option<String>,
    pub link: Option<String>,
    pub config: Option<String>,
    pub format: Format,
    pub locale: Locale,
    pub limit: u64,
    pub axes: Axes,
    /// Peak concurrency and context at P99, to plan the axes by.
    pub peak: Option<u64>,
    pub p99: Option<u64>,
    pub target: Option<Target>,
    pub flags: Flags,
}

/// What `solve --for` names.
#[derive(Clone, Copy)]
pub enum Target {
    /// A value.
    Value(Unknown),
    /// A set of changes with which it fits.
    Fit,
}

/// What the arguments ask for.
pub enum Read {
    /// To run a command.
    Run(Box<Asked>),
    /// Help, of a command where one stands before it.
    Help(Option<Command>),
}

/// Reads the arguments; an error is a sentence.
pub fn read(mut parser: Parser) -> Result<Read, String> {
    let mut command = None;
    let mut asked = Asked {
        command: Command::Estimate,
        query: String::new(),
        log: None,
        link: None,
        config: None,
        format: Format::Text,
        locale: Locale::En,
        limit: DEFAULT_LIMIT,
        axes: Axes::default(),
        peak: None,
        p99: None,
        target: None,
        flags: Flags::default(),
    };
    let mut query = None;
    while let Some(argument) = parser.next().map_err(|e| e.to_string())? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Read::Help(command)),
            Arg::Long("link") => asked.link = Some(text_value(&mut parser)?),
            Arg::Long("config") => asked.config = Some(text_value(&mut parser)?),
            Arg::Long("format") => asked.format = word_value(&mut parser, "--format")?,
            Arg::Long("lang") => asked.locale = word_value(&mut parser, "--lang")?,
            Arg::Long("for") => asked.target = Some(target(&text_value(&mut parser)?)?),
            Arg::Long("to") => asked.flags.to = Some(word_value(&mut parser, "--to")?),
            Arg::Long("from") => asked.flags.from = Some(text_value(&mut parser)?),
            Arg::Long("as") => asked.flags.read_as = Some(word_value(&mut parser, "--as")?),
            Arg::Long("limit") => asked.limit = share(&text_value(&mut parser)?)?,
            Arg::Long("concurrency") => {
                asked.axes.concurrency = numbers(&text_value(&mut parser)?, "--concurrency")?
            }
            Arg::Long("length") => {
                asked.axes.length = numbers(&text_value(&mut parser)?, "--length")?
            }
            Arg::Long("peak") => asked.peak = Some(number(&text_value(&mut parser)?, "--peak")?),
            Arg::Long("p99") => asked.p99 = Some(number(&text_value(&mut parser)?, "--p99")?),
            Arg::Value(value) => {
                let value = value.string().map_err(|e| e.to_string())?;
                match (command, Command::of(&value)) {
                    (None, Some(word)) => command = Some(word),
                    (Some(Command::Triage), _) if asked.log.is_none() => asked.log = Some(value),
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
        return Ok(Read::Help(None));
    };
    if asked.link.is_some() && query.is_some() {
        return Err("either a query or --link, not both".into());
    }
    asked.command = command;
    asked.query = query.unwrap_or_default();
    Ok(Read::Run(Box::new(asked)))
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

fn target(text: &str) -> Result<Target, String> {
    let word = text.to_lowercase();
    match Unknown::of(&word) {
        Some(unknown) => Ok(Target::Value(unknown)),
        None if word == "fit" => Ok(Target::Fit),
        None => Err(format!(
            "--for takes {} fit, not {text:?}",
            Unknown::SLUGS.join(" ")
        )),
    }
}

fn share(text: &str) -> Result<u64, String> {
    match read_decimal(text) {
        Some(share) if share > 0.0 && share <= 1.0 => Ok(whole(share * 1000.0 + 0.5)),
        _ => Err(format!(
            "--limit takes a share of the card between 0 and 1, not {text:?}"
        )),
    }
}

fn number(text: &str, flag: &str) -> Result<u64, String> {
    match numbers(text, flag).as_deref() {
        Ok([one]) => Ok(*one),
        Ok(_) | Err(_) => Err(format!(
            "{flag} takes one whole number from 1, not {text:?}"
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
