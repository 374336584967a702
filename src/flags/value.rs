//! Values as they are written in commands, calls and files, and the numbers and switches they mean.
use crate::ledger::units::{read_decimal, whole};

/// A value as written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// In quotes.
    Text(String),
    /// A word: a number, True, a name.
    Word(String),
    /// Several.
    List(Vec<Value>),
    /// Names with values.
    Map(Vec<(String, Value)>),
    /// A call, by its name; its arguments are kept with the calls.
    Call(String),
    /// An expression that is not worked out.
    Odd(String),
}

impl Value {
    /// The text of a scalar.
    pub(super) fn scalar(&self) -> Option<&str> {
        match self {
            Value::Text(text) | Value::Word(text) => Some(text),
            Value::List(_) | Value::Map(_) | Value::Call(_) | Value::Odd(_) => None,
        }
    }
}

/// A whole number: `8`, `1_024`, `5e8`, `16.0`.
pub(super) fn whole_number(text: &str) -> Option<u64> {
    exact(read_decimal(&tidy(text))?)
}

/// A number of tokens as vLLM and SGLang take it: k, m, g decimal, K, M, G binary, `25.6k`.
pub(super) fn human_number(text: &str) -> Option<u64> {
    let text = text.trim();
    let factor = match text.bytes().next_back()? {
        b'k' => 1e3,
        b'm' => 1e6,
        b'g' => 1e9,
        b'K' => 1024.0,
        b'M' => 1_048_576.0,
        b'G' => 1_073_741_824.0,
        _ => return whole_number(text),
    };
    let mut digits = text.chars();
    digits.next_back();
    // A binary suffix may follow a decimal fraction: the engine rounds down.
    let value = read_decimal(&tidy(digits.as_str()))? * factor;
    exact((value + 1e-6).floor())
}

/// A decimal.
pub(super) fn decimal_number(text: &str) -> Option<f64> {
    read_decimal(&tidy(text)).filter(|value| value.is_finite())
}

/// A switch's word.
pub(super) fn switch(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" | "none" | "null" | "~" => Some(false),
        _ => None,
    }
}

/// True for a value that says that there is none.
pub(super) fn is_none(text: &str) -> bool {
    matches!(
        text.trim().to_ascii_lowercase().as_str(),
        "none" | "null" | "~" | ""
    )
}

fn tidy(text: &str) -> String {
    let text = text.trim().to_ascii_lowercase();
    // An underscore separates digits; at an end it is a typing error.
    if text.starts_with('_') || text.ends_with('_') {
        return text;
    }
    text.chars().filter(|c| *c != '_').collect()
}

fn exact(value: f64) -> Option<u64> {
    ((0.0..=1e15).contains(&value) && value.fract() == 0.0).then(|| whole(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        for (text, value) in [
            ("8", Some(8)),
            ("1_024", Some(1024)),
            ("5e8", Some(500_000_000)),
            ("1.0E3", Some(1000)),
            ("0.5", None),
            ("_8", None),
            ("-1", None),
            ("1e400", None),
        ] {
            assert_eq!(whole_number(text), value, "{text}");
        }
        for (text, value) in [
            ("16K", Some(16_384)),
            ("16k", Some(16_000)),
            ("25.6k", Some(25_600)),
            ("1M", Some(1_048_576)),
            ("K", None),
            ("", None),
            ("auto", None),
        ] {
            assert_eq!(human_number(text), value, "{text}");
        }
    }
}
