//! Build script: checks src/ledger/presets/*.json and turns the rows into const tables.
//!
//! A row without an id, a source or the date it was checked, or with an id or alias that is taken, fails the build.

use serde_json::{Map, Value};
use std::fmt::Write;
use std::path::Path;

const MODELS: &str = "src/ledger/presets/models.json";
const CARDS: &str = "src/ledger/presets/cards.json";
/// What a link without `model` and `gpu` means, for ever.
const DEFAULT_MODEL: &str = "qwen3-0.6b";
const DEFAULT_CARD: &str = "rtx-5090";

fn main() {
    for path in [MODELS, CARDS, "src/presets_build.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }
    if let Err(message) = run() {
        println!("cargo::error={message}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let out = std::env::var_os("OUT_DIR").ok_or("cargo gave no OUT_DIR")?;
    let path = Path::new(&out).join("presets.rs");
    let mut text = table(MODELS, "MODEL", DEFAULT_MODEL, model)?;
    text.push_str(&table(CARDS, "CARD", DEFAULT_CARD, card)?);
    text.push_str(&speeds()?);
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// What a card does in a second, in a table of its own for the same reason as the sources.
fn speeds() -> Result<String, String> {
    let text = std::fs::read_to_string(CARDS).map_err(|e| format!("{CARDS}: {e}"))?;
    let rows: Vec<Row> = serde_json::from_str(&text).map_err(|e| format!("{CARDS}: {e}"))?;
    let mut out = String::from("static CARD_SPEEDS: &[[Option<f64>; 3]] = &[\n");
    for row in &rows {
        let named = |e: String| format!("{CARDS}: {e}");
        let [bandwidth, bf16, fp8] = ["bandwidth_gb_s", "bf16_tflops", "fp8_tflops"]
            .map(|name| number(row, name).map_err(named));
        put(
            &mut out,
            format_args!("[{:?}, {:?}, {:?}],\n", bandwidth?, bf16?, fp8?),
        );
    }
    out.push_str("];\n");
    Ok(out)
}

type Row = Map<String, Value>;

fn table(
    path: &str,
    kind: &str,
    default: &str,
    row: fn(&Row, &mut String) -> Result<(), String>,
) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let rows: Vec<Row> = serde_json::from_str(&text).map_err(|e| format!("{path}: {e}"))?;
    let preset = if kind == "MODEL" {
        "ModelPreset"
    } else {
        "CardPreset"
    };
    let mut out = format!("static {kind}S: &[{preset}] = &[\n");
    // A table of its own, so that a build that never asks for a source does not carry them.
    let mut sources = format!("static {kind}_SOURCES: &[&str] = &[\n");
    let mut taken = Vec::new();
    let mut default_at = None;
    for (at, fields) in rows.iter().enumerate() {
        let id = string(fields, "id").map_err(|e| format!("{path}, row {}: {e}", at + 1))?;
        let named = |e: String| format!("{path}, {id}: {e}");
        for name in names(fields).map_err(named)? {
            if taken.contains(&name) {
                return Err(format!("{path}, {id}: the id or alias {name} is taken"));
            }
            taken.push(name);
        }
        if id == default {
            default_at = Some(at);
        }
        let checked = string(fields, "checked").map_err(named)?;
        if !is_date(checked) {
            return Err(named(format!(
                "checked: {checked} is no date like 2026-11-29"
            )));
        }
        row(fields, &mut out).map_err(named)?;
        let source = string(fields, "source").map_err(named)?;
        put(&mut sources, format_args!("{source:?},\n"));
    }
    let at = default_at.ok_or(format!("{path}: the default, {default}, is missing"))?;
    Ok(format!(
        "{out}];\n{sources}];\n// Checked when this is compiled.\n#[allow(clippy::indexing_slicing)]\nstatic DEFAULT_{kind}: &{preset} = &{kind}S[{at}];\n"
    ))
}

fn model(row: &Row, out: &mut String) -> Result<(), String> {
    let fields = row
        .get("fields")
        .and_then(Value::as_object)
        .ok_or("fields: no object")?;
    let mut pairs = String::new();
    for (name, value) in fields {
        let value = match value {
            Value::Bool(yes) => u8::from(*yes).to_string(),
            Value::Null => "none".to_owned(),
            Value::Number(n) if n.is_u64() => n.to_string(),
            // A list, run-length coded as in a link.
            Value::String(text) => text.clone(),
            other => return Err(format!("fields.{name}: {other} is no value of a link")),
        };
        if !pairs.is_empty() {
            pairs.push('&');
        }
        put(&mut pairs, format_args!("{}={value}", written(name)));
    }
    put(
        out,
        format_args!(
            "ModelPreset {{ {} nominal: {:?}, model_type: {:?}, fields: {pairs:?} }},\n",
            common(row)?,
            number(row, "nominal")?.ok_or("nominal is missing")?,
            string(row, "model_type")?,
        ),
    );
    Ok(())
}

fn card(row: &Row, out: &mut String) -> Result<(), String> {
    let memory = row
        .get("mem_mib")
        .and_then(Value::as_u64)
        .ok_or("mem_mib: no whole number")?;
    put(
        out,
        format_args!(
            "CardPreset {{ {} vendor: {:?}, mem_mib: {memory} }},\n",
            common(row)?,
            string(row, "vendor")?,
        ),
    );
    Ok(())
}

fn common(row: &Row) -> Result<String, String> {
    let names = names(row)?;
    let (id, aliases) = names.split_first().ok_or("id is missing")?;
    Ok(format!(
        "id: {id:?}, aliases: &{aliases:?}, name: {:?}, family: {:?}, checked: {:?},",
        string(row, "name")?,
        string(row, "family")?,
        string(row, "checked")?,
    ))
}

/// The id and the aliases, each a slug.
fn names(row: &Row) -> Result<Vec<&str>, String> {
    let mut names = vec![string(row, "id")?];
    let aliases = row.get("aliases").and_then(Value::as_array);
    for alias in aliases.ok_or("aliases: no list")? {
        names.push(alias.as_str().ok_or("aliases: not all strings")?);
    }
    let slug = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
            && name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.' || b == b'-')
    };
    match names.iter().find(|name| !slug(name)) {
        Some(name) => Err(format!("{name} is no slug")),
        None => Ok(names),
    }
}

/// A string that is there and not empty.
fn string<'a>(row: &'a Row, key: &str) -> Result<&'a str, String> {
    row.get(key)
        .and_then(Value::as_str)
        .filter(|text| !text.trim().is_empty())
        .ok_or_else(|| format!("{key} is missing or empty"))
}

/// A positive number, or null for unknown.
fn number(row: &Row, key: &str) -> Result<Option<f64>, String> {
    match row.get(key) {
        Some(Value::Null) => Ok(None),
        Some(Value::Number(n)) => match n.as_f64() {
            Some(n) if n > 0.0 => Ok(Some(n)),
            _ => Err(format!("{key}: {n} is not above 0")),
        },
        _ => Err(format!("{key}: neither a number nor null")),
    }
}

/// The name a link writes for config.json's name.
fn written(name: &str) -> &str {
    match name {
        "num_hidden_layers" => "layers",
        "hidden_size" => "hidden",
        "intermediate_size" => "ffn",
        "num_attention_heads" => "heads",
        "num_key_value_heads" => "kv_heads",
        "vocab_size" => "vocab",
        "tie_word_embeddings" => "tied",
        other => other,
    }
}

fn is_date(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(at, b)| match at {
            4 | 7 => b == b'-',
            _ => b.is_ascii_digit(),
        })
}

// Writing to a String cannot fail.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}
