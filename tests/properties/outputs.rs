//! Everything that is printed, over the whole ranges: never a panic, never NaN, always well formed.
use super::cases;
use super::dice::link;
use proptest::prelude::*;
use serde_json::Value;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::kv_table::KvTable;
use vram_ledger::ledger::solve::{Unknown, solve};
use vram_ledger::ledger::units::ByteUnit;
use vram_ledger::ledger::words::Word;
use vram_ledger::text::{self, Report};
use vram_ledger::{saved, url};

/// No number that is none, no template left open.
fn sound(text: &str, name: &str) -> Result<(), TestCaseError> {
    // What a person named is theirs.
    let ours = if name.is_empty() {
        text.to_string()
    } else {
        text.replace(name, "")
    };
    for sign in ["NaN", "inf ", "{0}", "{1}", "{2}", "−−"] {
        prop_assert!(!ours.contains(sign), "{} in {}", sign, ours);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn texts_are_sound(link in link()) {
        let link = vram_ledger::url::Link { config: vram_ledger::ledger::config::Config { hub: String::new(), ..link.config }, ..link };
        let name = link.config.model.name().to_string();
        let report = Report::of(link, Vec::new());
        for locale in Locale::ALL {
            let plain = text::plain_text(&report, *locale);
            sound(&plain, &name)?;
            sound(&text::markdown(&report, *locale, ""), &name)?;
            sound(&text::cuts_text(&report, *locale), &name)?;
            sound(&text::cuts_markdown(&report, *locale), &name)?;
            for warning in &report.warnings {
                sound(&warning.sentence(report.voice(*locale)), &name)?;
            }
        }
        // One row a line, eight cells each.
        let csv = text::csv(&report);
        prop_assert_eq!(csv.lines().count(), report.ledger.lines.len() + 1);
        for row in csv.lines() {
            let outside: String = row.split('"').step_by(2).collect();
            prop_assert_eq!(outside.matches(',').count(), 7, "{}", row);
        }
    }

    #[test]
    fn json_is_json(link in link()) {
        let query = url::format(&link);
        let parsed = url::parse(&query);
        let report = Report::of(parsed.0, parsed.1);
        for locale in Locale::ALL {
            let read = |text: String| serde_json::from_str::<Value>(&text).map_err(|e| TestCaseError::fail(format!("{e}: {text}")));
            let value = read(text::report_json(&report, *locale))?;
            prop_assert_eq!(value["query"].as_str(), Some(query.as_str()));
            prop_assert_eq!(value["lines"].as_array().map(Vec::len), Some(report.ledger.lines.len() + report.ledger.host.len()));
            // Beyond i64 a JSON reader has a float.
            let left = report.ledger.left().as_i128();
            let read_left = value["left_bytes"].as_i64();
            prop_assert_eq!(read_left, i64::try_from(left).ok());
            prop_assert_eq!(value["left_bytes"].as_f64(), Some(left as f64));
            prop_assert_eq!(value["model"]["name"].as_str(), Some(report.link.config.model.name()));
            read(text::cuts_json(&report, *locale))?;
            read(text::gate_json(&report, &text::Gated::of(&report, 900), *locale))?;
        }
        if let Some(table) = KvTable::of(&report.link.config, &report.ledger, &report.link.config.axes) {
            let value: Value = serde_json::from_str(&text::table_json(&table)).unwrap();
            prop_assert_eq!(value["bytes"].as_array().map(Vec::len), Some(table.rows.len()));
            for unit in [ByteUnit::GiB, ByteUnit::GB] {
                sound(&text::table_text(&table, unit), "")?;
                sound(&text::table_markdown(&table, unit), "")?;
            }
            prop_assert_eq!(text::table_csv(&table).lines().count(), 1 + table.rows.len() * table.length.len());
        }
        prop_assert_eq!(saved::read(&saved::write(&report.link)), Some(query));
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn solutions_are_json(link in link()) {
        let report = Report::of(link, Vec::new());
        for unknown in Unknown::ALL {
            let found = solve(&report.link.config, *unknown);
            let text = text::solution_json(&report, *unknown, found.as_ref());
            let value: Value = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(value["value"].is_null(), found.is_none());
        }
    }
}
