//! Numbers as people write them: suffixes, separators, full-width digits.
use super::issue::IssueCode;
use crate::ledger::units::read_decimal;

/// What a text said.
pub(super) struct Number {
    /// The value; infinite where it overflows.
    pub value: f64,
    /// Separators or full-width characters were dropped or folded.
    pub lenient: bool,
}

/// Reads a number with the suffixes k M B Ki Mi Gi 亿.
pub(super) fn read(text: &str) -> Option<Number> {
    read_with(text, &SUFFIXES)
}

/// Reads a size of memory in MiB: a plain number is MiB, MB GB MiB GiB are taken too.
pub(super) fn read_mib(text: &str) -> Option<Number> {
    const MIB: f64 = 1_048_576.0;
    const MEMORY: [(&str, f64); 10] = [
        ("mib", 1.0),
        ("gib", 1024.0),
        ("tib", 1_048_576.0),
        ("mb", 1e6 / MIB),
        ("gb", 1e9 / MIB),
        ("mi", 1.0),
        ("gi", 1024.0),
        ("g", 1024.0),
        ("ki", 1024.0),
        ("k", 1e3),
    ];
    read_with(text, &MEMORY)
}

const SUFFIXES: [(&str, f64); 7] = [
    ("ki", 1024.0),
    ("mi", 1_048_576.0),
    ("gi", 1_073_741_824.0),
    ("k", 1e3),
    ("m", 1e6),
    ("b", 1e9),
    ("亿", 1e8),
];

fn read_with(text: &str, suffixes: &[(&str, f64)]) -> Option<Number> {
    let folded = folded(text);
    let lower = folded.to_ascii_lowercase();
    let (digits, factor) = suffixes
        .iter()
        .find_map(|(suffix, factor)| {
            lower
                .strip_suffix(suffix)
                .map(|digits| (digits.trim_end(), *factor))
        })
        .unwrap_or((&lower, 1.0));
    let plain: String = digits.chars().filter(|c| !matches!(c, ',' | '_')).collect();
    let lenient = folded != text || plain.len() != digits.len();
    // A separator must stand between digits: ",5" and "5_" are typing errors, not numbers.
    let separated_well = plain.len() == digits.len()
        || (starts_and_ends_in_digit(digits) && !digits.split(',').any(str::is_empty));
    let value = read_decimal(&plain)? * factor;
    separated_well.then_some(Number { value, lenient })
}

fn starts_and_ends_in_digit(text: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    digit(text.trim_start_matches('-').chars().next()) && digit(text.chars().next_back())
}

/// The text with full-width forms as their ASCII twins.
pub(super) fn folded(text: &str) -> String {
    text.chars().map(fold).collect()
}

/// Full-width forms (U+FF01 to U+FF5E) are their ASCII twins.
fn fold(c: char) -> char {
    match u32::from(c) {
        code @ 0xFF01..=0xFF5E => char::from_u32(code - 0xFEE0).unwrap_or(c),
        0x3000 => ' ',
        _ => c,
    }
}

/// A value that was taken, and what is to be said of it.
pub(super) type Taken<T> = (T, Option<IssueCode>);

/// A whole number between `min` and `max`.
pub(super) fn whole_between(
    number: Option<Number>,
    min: u64,
    max: u64,
) -> Result<Taken<u64>, IssueCode> {
    let number = number.ok_or(IssueCode::NotANumber)?;
    let out_of_range = || IssueCode::OutOfRange {
        min: min.to_string(),
        max: max.to_string(),
    };
    if number.value < min as f64 {
        return Ok((min, Some(out_of_range())));
    }
    if number.value > max as f64 {
        return Ok((max, Some(out_of_range())));
    }
    let rounded = (number.value + 0.5).floor();
    if !is_dust(number.value - rounded, rounded) {
        return Err(IssueCode::NotWhole);
    }
    Ok((
        crate::ledger::units::whole(rounded),
        number.lenient.then_some(IssueCode::ReadLeniently),
    ))
}

/// Suffixes and scales leave dust (1.1k = 1100.0000000000002), which is no fraction anyone wrote.
fn is_dust(rest: f64, rounded: f64) -> bool {
    rest.abs() <= 1e-12 * rounded.max(1.0)
}

/// A size of memory between `min` and `max`: decimal units are no whole MiB, so the nearest is taken.
pub(super) fn mib_between(
    number: Option<Number>,
    min: u64,
    max: u64,
) -> Result<Taken<u64>, IssueCode> {
    scaled_between(number, min, max, 1.0)
}

/// A count of 1 / scale parts, as a decimal.
pub(super) fn written(value: u64, scale: u64) -> String {
    crate::ledger::units::plain(value as f64 / scale as f64)
}

/// A decimal between `min` and `max` in units of `1 / scale`.
pub(super) fn scaled_between(
    number: Option<Number>,
    min: u64,
    max: u64,
    scale: f64,
) -> Result<Taken<u64>, IssueCode> {
    use crate::ledger::units::{plain, whole};
    let number = number.ok_or(IssueCode::NotANumber)?;
    let out_of_range = || IssueCode::OutOfRange {
        min: plain(min as f64 / scale),
        max: plain(max as f64 / scale),
    };
    let scaled = number.value * scale;
    let rounded = (scaled + 0.5).floor();
    if rounded < min as f64 || number.value < 0.0 {
        return Ok((min, Some(out_of_range())));
    }
    if rounded > max as f64 {
        return Ok((max, Some(out_of_range())));
    }
    let note = if number.lenient {
        Some(IssueCode::ReadLeniently)
    } else {
        (!is_dust(scaled - rounded, rounded)).then_some(IssueCode::Rounded)
    };
    Ok((whole(rounded), note))
}
