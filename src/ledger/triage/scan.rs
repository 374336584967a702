//! Reading forward over a text without regular expressions: every step moves ahead, so any text takes time in proportion to its length.
use crate::ledger::units::{Bytes, read_decimal};

/// A place in a text that only moves forward.
#[derive(Clone, Copy)]
pub(super) struct Scan<'a> {
    rest: &'a str,
}

/// A number as it was printed.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub(super) value: f64,
    /// Half a unit of its last digit.
    pub(super) half: f64,
}

/// A size as a log prints it. Every tool read here prints powers of two, also those that write `GB`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Size {
    pub(super) bytes: Bytes,
    pub(super) negative: bool,
    /// Half a unit of its last digit, in bytes.
    pub(super) half: Bytes,
}

/// Longest number that is read, in bytes.
const NUMBER_LIMIT: usize = 32;

impl<'a> Scan<'a> {
    pub(super) fn of(text: &'a str) -> Scan<'a> {
        Scan { rest: text }
    }

    /// At most `limit` bytes of what is ahead.
    pub(super) fn ahead(&self, limit: usize) -> &'a str {
        head(self.rest, limit)
    }

    /// Over `literal` where it stands here.
    pub(super) fn eat(&mut self, literal: &str) -> bool {
        match self.rest.strip_prefix(literal) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Behind the next `literal` if it ends within `within` bytes.
    pub(super) fn behind(&mut self, literal: &str, within: usize) -> bool {
        let window = head(self.rest, within);
        let Some((before, _)) = window.split_once(literal) else {
            return false;
        };
        self.rest = self
            .rest
            .get(before.len() + literal.len()..)
            .unwrap_or_default();
        true
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// A number after blanks: digits with separators and a point, a minus before it.
    pub(super) fn number(&mut self) -> Option<Number> {
        self.blanks();
        let (negative, text) = match self.rest.strip_prefix('-') {
            Some(text) => (true, text),
            None => (false, self.rest),
        };
        let window = head(text, NUMBER_LIMIT);
        let digits = window
            .split(|c: char| !(c.is_ascii_digit() || matches!(c, ',' | '.')))
            .next()
            .unwrap_or_default()
            .trim_end_matches([',', '.']);
        let plain: String = digits.chars().filter(|c| *c != ',').collect();
        let value = read_decimal(&plain)?;
        self.rest = text.get(digits.len()..).unwrap_or_default();
        let decimals = plain.split_once('.').map_or(0, |(_, part)| part.len());
        let half = (0..decimals).fold(0.5, |half, _| half / 10.0);
        Some(Number {
            value: if negative { -value } else { value },
            half,
        })
    }

    /// A whole number after blanks.
    pub(super) fn count(&mut self) -> Option<u64> {
        let number = self.number()?;
        (number.value >= 0.0 && number.value <= 1e18).then(|| Bytes::round(number.value).0)
    }

    /// A size after blanks: a number and its unit.
    pub(super) fn size(&mut self) -> Option<Size> {
        let mut ahead = *self;
        let number = ahead.number()?;
        ahead.blanks();
        let word = ahead
            .rest
            .split(|c: char| !c.is_ascii_alphabetic())
            .next()
            .unwrap_or_default();
        let unit = unit(word)?;
        ahead.rest = ahead.rest.get(word.len()..).unwrap_or_default();
        *self = ahead;
        Some(sized(number, unit))
    }

    /// The number that stands here as GiB, whatever is written behind it.
    pub(super) fn gib(&mut self) -> Option<Size> {
        Some(sized(self.number()?, GIB))
    }
}

/// A number of units as a size.
fn sized(number: Number, unit: f64) -> Size {
    Size {
        bytes: Bytes::round(number.value.abs() * unit),
        negative: number.value < 0.0,
        half: Bytes::round(number.half * unit),
    }
}

const GIB: f64 = 1_073_741_824.0;

fn unit(word: &str) -> Option<f64> {
    const UNITS: &[(&[&str], f64)] = &[
        (&["B", "bytes", "byte"], 1.0),
        (&["KiB", "KB", "kB"], 1024.0),
        (&["MiB", "MB"], 1_048_576.0),
        (&["GiB", "GB"], GIB),
        (&["TiB", "TB"], 1_099_511_627_776.0),
    ];
    UNITS
        .iter()
        .find(|(names, _)| names.contains(&word))
        .map(|(_, bytes)| *bytes)
}

/// At most `limit` bytes from the start of a text, whole characters.
pub(super) fn head(text: &str, limit: usize) -> &str {
    let mut end = limit.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// At most `limit` bytes from the end of a text, whole characters.
pub(super) fn tail(text: &str, limit: usize) -> &str {
    let mut start = text.len().saturating_sub(limit);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text.get(start..).unwrap_or_default()
}

/// Words, and what is done with what stands behind each occurrence of them.
pub(super) struct Row<T> {
    pub(super) words: &'static str,
    pub(super) take: fn(Scan<'_>, &mut T),
}

/// Goes over a text once and gives every row its places, in the order of the text.
pub(super) fn sweep<T>(text: &str, tables: &[&'static [Row<T>]], out: &mut T) {
    // By the first byte of their words: most bytes of a text begin none.
    let mut by_byte: Vec<Vec<&'static Row<T>>> = (0..256).map(|_| Vec::new()).collect();
    for row in tables.iter().flat_map(|table| table.iter()) {
        let first = row.words.bytes().next().unwrap_or(0);
        if let Some(rows) = by_byte.get_mut(usize::from(first)) {
            rows.push(row);
        }
    }
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let Some(rows) = by_byte.get(usize::from(*byte)) else {
            continue;
        };
        for row in rows {
            let end = at + row.words.len();
            if bytes.get(at..end) == Some(row.words.as_bytes()) {
                (row.take)(Scan::of(text.get(end..).unwrap_or_default()), out);
            }
        }
    }
}

/// What stands behind each occurrence of a literal in a short text.
pub(super) fn each<'a>(text: &'a str, literal: &'static str) -> impl Iterator<Item = Scan<'a>> {
    text.match_indices(literal)
        .map(move |(at, _)| Scan::of(text.get(at + literal.len()..).unwrap_or_default()))
}
