//! The README's table of keys is the one in the code. `UPDATE=1 cargo test --test tidy` writes it anew.
use super::root;
use std::fs;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::units::plain;
use vram_ledger::ledger::words::Word;
use vram_ledger::url::fields::Takes;
use vram_ledger::url::{FIELDS, Field, Key, Link};

const START: &str = "<!-- keys -->";
const END: &str = "<!-- /keys -->";

/// The table in Markdown: a row a key, in the order links are written.
fn keys_markdown(locale: Locale) -> String {
    let mut out = String::from(locale.pick(
        "| 键 | 含义 | 默认 | 取值 |\n|---|---|---|---|\n",
        "| key | meaning | default | values |\n|---|---|---|---|\n",
    ));
    for field in FIELDS {
        let default = (field.get)(&Link::default());
        let default = if default.is_empty() {
            "–".to_string()
        } else {
            format!("`{default}`")
        };
        let key = field.key.slug();
        let label = field.key.label(locale);
        out.push_str(&format!(
            "| `{key}` | {label} | {default} | {} |\n",
            takes(field)
        ));
        if field.key == Key::Model {
            out.push_str(locale.pick(
                "| `m.*` | 自定义模型：`m.type` 是 config.json 的 model_type，`m.name` 是名字，其余为 config.json 的字段 | – | `m.layers=36` |\n",
                "| `m.*` | custom model: `m.type` is config.json's model_type, `m.name` its name, the others config.json's fields | – | `m.layers=36` |\n",
            ));
        }
    }
    out
}

fn takes(field: &Field) -> String {
    match field.takes {
        Takes::Words(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            words.join(" ")
        }
        Takes::Whole(min, max) => format!("{min} … {max}"),
        Takes::Decimal { min, max, scale } => {
            let of = |value: u64| plain(value as f64 / scale as f64);
            format!("{} … {}", of(min), of(max))
        }
        Takes::Other(text) => text.to_string(),
    }
}

#[track_caller]
fn check(file: &str, locale: Locale) {
    let path = root().join(file);
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: there is no {file} yet");
        return;
    };
    let parts = text.split_once(START).and_then(|(before, rest)| {
        let (table, after) = rest.split_once(END)?;
        Some((before, table, after))
    });
    let (before, table, after) =
        parts.unwrap_or_else(|| panic!("{file} has no {START} … {END} for the table of keys"));
    let now = format!("\n{}", keys_markdown(locale));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, [before, START, &now, END, after].concat()).unwrap();
        return;
    }
    assert!(
        table == now,
        "{file}: the table of keys is stale; UPDATE=1 writes it anew:\n{now}"
    );
}

#[test]
fn the_readmes_have_the_keys_of_the_code() {
    check("README.md", Locale::En);
    // The Chinese one may have the table or point to the other's.
    let chinese = fs::read_to_string(root().join("README.zh-CN.md")).unwrap_or_default();
    if chinese.contains(START) {
        check("README.zh-CN.md", Locale::Zh);
    } else {
        assert!(chinese.is_empty() || chinese.contains("README.md#the-link"));
    }
}

#[test]
fn every_key_has_one_row_and_a_label() {
    assert_eq!(FIELDS.len(), Key::ALL.len());
    for (field, key) in FIELDS.iter().zip(Key::ALL) {
        assert_eq!(field.key, *key, "the table stands in the keys' order");
        for locale in Locale::ALL {
            assert!(!key.label(*locale).is_empty());
        }
    }
    let table = keys_markdown(Locale::En);
    assert_eq!(table.lines().count(), 2 + FIELDS.len() + 1);
    for row in table.lines() {
        assert_eq!(row.matches('|').count(), 5, "{row}");
    }
}
