//! Plain text, Markdown and CSV.
use super::Report;
use crate::i18n::{Locale, Text, ToolText, Voice};
use crate::ledger::advice::CutState;
use crate::ledger::item::Verdict;
use crate::ledger::kv_table::KvTable;
use crate::ledger::units::{ByteUnit, Bytes, grouped_u64};
use crate::ledger::words::Word;
use crate::ledger::{Ledger, Line};
use crate::url;
use std::fmt::Write;

/// The ledger as aligned text.
pub fn plain_text(report: &Report, locale: Locale) -> String {
    let voice = report.voice(locale);
    let ledger = &report.ledger;
    let mut out = setting(report, locale);
    out.push('\n');
    let width = ledger
        .lines
        .iter()
        .map(|line| columns(line.item.label(locale)))
        .max()
        .unwrap_or(0);
    for line in &ledger.lines {
        let label = line.item.label(locale);
        let _ = writeln!(
            out,
            "{}  {:>10}  {}",
            padded(label, width),
            voice.size(line.bytes()),
            arithmetic(line)
        );
    }
    for item in &ledger.missing {
        let _ = writeln!(out, "{}  {:>10}", padded(item.label(locale), width), "?");
    }
    out.push_str(&totals(ledger, voice));
    out.push('\n');
    for warning in &report.warnings {
        let _ = writeln!(out, "! {}", warning.sentence(voice));
    }
    if let Some(room) = &report.room {
        let _ = writeln!(out, "> {}", room.sentence(&report.link.config, voice));
    }
    out
}

/// The ledger as a Markdown table with its arithmetic, and the link under it.
pub fn markdown(report: &Report, locale: Locale, address: &str) -> String {
    let voice = report.voice(locale);
    let ledger = &report.ledger;
    let mut out = ["**", &setting(report, locale), "**\n\n"].concat();
    let _ = writeln!(
        out,
        "| {} | {} | {} |\n|---|--:|---|",
        ToolText::Line.of(voice.locale),
        ToolText::Size.of(voice.locale),
        ToolText::Arithmetic.of(voice.locale)
    );
    for line in &ledger.lines {
        let _ = writeln!(
            out,
            "| {} | {} | `{}` |",
            line.item.label(locale),
            voice.size(line.bytes()),
            arithmetic(line)
        );
    }
    let _ = writeln!(
        out,
        "| **{}** | **{}** | {} |",
        locale.text(Text::Total),
        voice.size(ledger.used()),
        totals(ledger, voice)
    );
    for warning in &report.warnings {
        let _ = writeln!(out, "\n> {}", warning.sentence(voice));
    }
    if !address.is_empty() {
        let _ = writeln!(out, "\n<{address}>");
    }
    out
}

/// The ledger as CSV: one row a line, sizes in bytes.
pub fn csv(report: &Report) -> String {
    let mut out = String::from("item,owner,card,bytes,gib,arithmetic,symbols,basis\n");
    for line in &report.ledger.lines {
        let symbols = line
            .largest()
            .map(|f| ["\"", &f_names(f), "\""].concat())
            .unwrap_or_default();
        let _ = writeln!(
            out,
            "{},{},{},{},{},\"{}\",{},{}",
            line.item.slug(),
            line.owner.slug(),
            line.role.slug(),
            line.bytes().0,
            line.bytes().digits(ByteUnit::GiB),
            arithmetic(line),
            symbols,
            line.basis.slug()
        );
    }
    out
}

/// The cuts as aligned text.
pub fn cuts_text(report: &Report, locale: Locale) -> String {
    let voice = report.voice(locale);
    let title = |cut: &crate::ledger::advice::Cut| cut_title(cut, locale);
    let width = report
        .cuts
        .iter()
        .map(|cut| columns(&title(cut)))
        .max()
        .unwrap_or(0);
    let mut out = String::new();
    for cut in &report.cuts {
        let _ = writeln!(
            out,
            "{} {}  {:>11}  {}  {}",
            cut.code.number(),
            padded(&title(cut), width),
            saving(cut, voice),
            cut.code.price(locale),
            cut.after
                .as_ref()
                .map(|after| url::diff_query(&report.link.config, after))
                .unwrap_or_default()
        );
    }
    for further in further_rows(report, voice) {
        let _ = writeln!(
            out,
            "+ {}  {:>11}  {}  {}",
            padded(further.title, width),
            further.saving,
            further.price,
            further.diff
        );
    }
    out
}

/// A row of what can be changed beside the seven cuts.
struct Further {
    title: &'static str,
    saving: String,
    price: &'static str,
    diff: String,
}

fn further_rows(report: &Report, voice: Voice) -> Vec<Further> {
    let config = &report.link.config;
    let row = |choice: crate::ledger::fit::Choice| {
        let (after, outlook) = choice.alone?;
        let change = outlook.used.signed_minus(report.ledger.used());
        Some(Further {
            title: choice.code.title(config.task, voice.locale),
            saving: change.shown(voice.unit, true),
            price: choice.code.price(voice.locale),
            diff: url::diff_query(config, &after),
        })
    };
    super::further(report).into_iter().filter_map(row).collect()
}

/// The cuts as a Markdown table; the last column is the change as a diff of the query.
pub fn cuts_markdown(report: &Report, locale: Locale) -> String {
    let voice = report.voice(locale);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "| # | {} | {} | {} | {} |\n|--:|---|--:|---|---|",
        ToolText::Cut.of(locale),
        ToolText::Saves.of(locale),
        ToolText::Price.of(locale),
        ToolText::Change.of(locale)
    );
    for cut in &report.cuts {
        let diff = cut.after.as_ref().map_or_else(String::new, |after| {
            ["`", &url::diff_query(&report.link.config, after), "`"].concat()
        });
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            cut.code.number(),
            cut_title(cut, locale),
            saving(cut, voice),
            cut.code.price(locale),
            diff
        );
    }
    for further in further_rows(report, voice) {
        let _ = writeln!(
            out,
            "| + | {} | {} | {} | `{}` |",
            further.title, further.saving, further.price, further.diff
        );
    }
    out
}

/// The cuts as CSV, in bytes.
pub fn cuts_csv(report: &Report) -> String {
    let mut out = String::from("code,saves_bytes,applied,diff\n");
    for cut in &report.cuts {
        let diff = cut.after.as_ref().map_or_else(String::new, |after| {
            url::diff_query(&report.link.config, after)
        });
        let _ = writeln!(
            out,
            "{},{},{},\"{}\"",
            cut.code.slug(),
            cut.saves.as_i128(),
            cut.state == CutState::Made,
            diff
        );
    }
    out
}

/// What a cut frees with a true minus sign, or why it is not open.
pub fn saving(cut: &crate::ledger::advice::Cut, voice: Voice) -> String {
    match cut.after {
        Some(_) => {
            let change = crate::ledger::units::SignedBytes {
                negative: !cut.saves.negative && cut.saves.size != Bytes::ZERO,
                size: cut.saves.size,
            };
            change.shown(voice.unit, true)
        }
        None => cut.state.label(voice.locale).to_string(),
    }
}

fn cut_title(cut: &crate::ledger::advice::Cut, locale: Locale) -> String {
    let (title, target) = (cut.code.title(locale), cut.target(locale));
    if target.is_empty() {
        title.into()
    } else {
        [title, locale.colon(), &target].concat()
    }
}

/// The KV table as aligned text.
pub fn table_text(table: &KvTable, unit: ByteUnit) -> String {
    let rows = cells(table, unit);
    let mut out = String::new();
    let _ = write!(out, "{:>12}", unit.name());
    for length in &table.length {
        let _ = write!(out, "{:>12}", grouped_u64(*length));
    }
    out.push('\n');
    for (concurrency, row) in rows {
        let _ = write!(out, "{concurrency:>12}");
        for cell in row {
            let _ = write!(out, "{cell:>12}");
        }
        out.push('\n');
    }
    out
}

/// The KV table in Markdown.
pub fn table_markdown(table: &KvTable, unit: ByteUnit) -> String {
    let heads: Vec<String> = table.length.iter().map(|l| grouped_u64(*l)).collect();
    let mut out = [
        "| ",
        unit.name(),
        " | ",
        &heads.join(" | "),
        " |\n|--:",
        &"|--:".repeat(heads.len()),
        "|\n",
    ]
    .concat();
    for (concurrency, row) in cells(table, unit) {
        let _ = writeln!(out, "| {} | {} |", concurrency, row.join(" | "));
    }
    out
}

/// The KV table as CSV, in bytes.
pub fn table_csv(table: &KvTable) -> String {
    let mut out = String::from("concurrency,length,bytes,verdict\n");
    for (concurrency, row) in table.concurrency.iter().zip(&table.rows) {
        for (length, cell) in table.length.iter().zip(row) {
            let _ = writeln!(
                out,
                "{},{},{},{}",
                concurrency,
                length,
                cell.bytes.0,
                cell.verdict.slug()
            );
        }
    }
    out
}

fn cells(table: &KvTable, unit: ByteUnit) -> Vec<(String, Vec<String>)> {
    let mark = |verdict| match verdict {
        Verdict::Fits => "",
        Verdict::Tight => "~",
        Verdict::Over => "×",
    };
    let cell = |cell: &crate::ledger::kv_table::KvCell| {
        [mark(cell.verdict), &cell.bytes.digits(unit)].concat()
    };
    table
        .concurrency
        .iter()
        .zip(&table.rows)
        .map(|(c, row)| (grouped_u64(*c), row.iter().map(cell).collect()))
        .collect()
}

/// What is computed: model, task, card, method.
pub fn setting(report: &Report, locale: Locale) -> String {
    let config = &report.link.config;
    let name = model_name(config, locale);
    let task = match report.ledger.residents.trains {
        true => [config.task.label(locale), " ", config.tune.label(locale)].concat(),
        false => config.task.label(locale).to_string(),
    };
    let memory = report
        .ledger
        .capacity
        .shown(report.link.display.unit.bytes());
    [
        &name,
        " · ",
        &task,
        " · ",
        config.gpu.name,
        " ",
        &memory,
        " · ",
        config.method.label(locale),
    ]
    .concat()
}

/// The model's name; a custom one without a name is called that.
pub fn model_name(config: &crate::ledger::config::Config, locale: Locale) -> String {
    match config.model.name() {
        "" => locale.text(Text::CustomModel).to_string(),
        name => name.to_string(),
    }
}

fn totals(ledger: &Ledger, voice: Voice) -> String {
    let left = ledger.left();
    let (word, size) = if left.negative {
        (Text::OverBy, left.size)
    } else {
        (Text::Left, left.size)
    };
    [
        ToolText::Used.of(voice.locale),
        " ",
        &voice.size(ledger.used()),
        " / ",
        &voice.size(ledger.capacity),
        " · ",
        voice.locale.text(word),
        " ",
        &voice.size(size),
        " · ",
        ledger.verdict().label(voice.locale),
    ]
    .concat()
}

fn arithmetic(line: &Line) -> String {
    line.largest()
        .map(|formula| formula.to_string())
        .unwrap_or_default()
}

fn f_names(formula: &crate::ledger::formula::Formula) -> String {
    format!("{formula:#}")
}

/// Width in a terminal: CJK and full-width characters take two columns.
fn columns(text: &str) -> usize {
    text.chars()
        .map(|c| if u32::from(c) >= 0x2E80 { 2 } else { 1 })
        .sum()
}

fn padded(text: &str, width: usize) -> String {
    let mut out = text.to_string();
    for _ in columns(text)..width {
        out.push(' ');
    }
    out
}
