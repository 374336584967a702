//! `flags`: a configuration in a framework's words, or a framework's words as a query.
use crate::arguments::{Asked, Format};
use crate::{Answer, DONE, REFUSED, UNREADABLE};
use std::io::Read as _;
use vram_ledger::flags::{self, Framework};
use vram_ledger::i18n::{FlagText, Locale, ToolText, fill};
use vram_ledger::ledger::words::Word;
use vram_ledger::text::{self, Report};
use vram_ledger::{url, views};

/// Most of a text that is taken in, in bytes; what is read of it is less ([`flags::TEXT_LIMIT`]).
const TEXT_LIMIT: u64 = 16 << 20;

/// What the arguments ask for.
#[derive(Default)]
pub struct Flags {
    /// `--to`: the framework that is written.
    pub to: Option<Framework>,
    /// `--from`: the file that is read, or `-`.
    pub from: Option<String>,
    /// `--as`: the framework that it is read as.
    pub read_as: Option<Framework>,
}

/// The answer goes out, what is said of it to standard error.
pub fn run(report: &Report, asked: &Asked) -> Result<Answer, String> {
    match (&asked.flags.from, asked.flags.to) {
        (Some(path), None) => read(path, asked),
        (None, Some(framework)) => Ok(write(report, framework, asked.locale)),
        (_, _) => Err(format!(
            "flags needs --to {} or --from FILE|-",
            Framework::WRITTEN.map(Word::slug).join("|")
        )),
    }
}

fn read(path: &str, asked: &Asked) -> Result<Answer, String> {
    let reading = flags::read(&text_of(path, asked.locale)?, asked.flags.read_as);
    let code = if reading.understood() {
        DONE
    } else {
        UNREADABLE
    };
    Ok(match asked.format {
        Format::Json => Answer {
            out: text::flags_json(&reading, asked.locale),
            err: String::new(),
            code,
        },
        Format::Text | Format::Md | Format::Csv => Answer {
            out: reading.query(),
            err: notes(views::flags::sentences(&reading, asked.locale)),
            code,
        },
    })
}

fn write(report: &Report, framework: Framework, locale: Locale) -> Answer {
    let out = flags::write(&report.link.config, &report.ledger, framework);
    let cannot = out.cannot.iter().map(|key| {
        let value = url::value_of(&report.link, *key);
        let heading = FlagText::CannotHeading.of(locale);
        [heading, locale.colon(), key.slug(), "=", &value].concat()
    });
    let said = out.said.iter().map(|remark| remark.sentence(locale));
    Answer {
        err: notes(cannot.chain(said)),
        code: if out.text.is_empty() { REFUSED } else { DONE },
        out: out.text,
    }
}

fn notes(sentences: impl IntoIterator<Item = String>) -> String {
    sentences
        .into_iter()
        .map(|sentence| ["note: ", &sentence, "\n"].concat())
        .collect()
}

/// A file's text, or what comes in by the pipe.
fn text_of(path: &str, locale: Locale) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = if path == "-" {
        std::io::stdin().take(TEXT_LIMIT).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(TEXT_LIMIT).read_to_end(&mut bytes))
    };
    read.map(|_| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|e| fill(ToolText::FileUnreadable.of(locale), &[path, &e.to_string()]))
}
