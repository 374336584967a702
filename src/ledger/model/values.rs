//! Values of a model's fields in link syntax: numbers, flags and run-length coded lists, read and written.

use super::fields::{Def, Field, FieldProblem, Kind};

/// A field's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Number(u64),
    Null,
    /// Neighbouring runs differ and no run is empty.
    List(Vec<Run>),
}

/// `times` equal entries of a list, one entry per layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) value: u32,
    pub(crate) times: u32,
}

/// Reads a value of a field. A value that can be used after clamping comes with its problem.
///
/// Lists: letters as `s5f1*8.s2` (5 times s, once f, all that 8 times, then twice s); numbers as `8192x10-4096*3.0`
/// (10 times 8192, once 4096, all that 3 times, then 0).
pub(crate) fn read(def: &Def, text: &str) -> Result<(Value, Option<FieldProblem>), FieldProblem> {
    let field = def.written;
    let null = matches!(text, "none" | "null");
    match def.kind {
        Kind::Maybe | Kind::PerLayer if null => Ok((Value::Null, None)),
        Kind::Letters | Kind::Indexes if null => Ok((Value::Null, None)),
        Kind::Dtype => {
            dtype(text).map_or(Err(FieldProblem::NotADtype { field }), |v| Ok((v, None)))
        }
        Kind::Flag => match text {
            "1" | "true" | "yes" | "on" => Ok((Value::Number(1), None)),
            "0" | "false" | "no" | "off" => Ok((Value::Number(0), None)),
            _ => Err(FieldProblem::NotAFlag { field }),
        },
        Kind::Size | Kind::Count | Kind::Maybe => number(text)
            .map(|n| clamp(def, n))
            .ok_or(FieldProblem::NotANumber { field }),
        Kind::PerLayer => match number(text) {
            Some(n) => Ok(clamp(def, n)),
            None => read_list(def, text),
        },
        Kind::Letters | Kind::Indexes => read_list(def, text),
    }
}

/// Writes a value as `read` takes it.
pub(crate) fn write(def: &Def, value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Null => out.push_str("none"),
        Value::Number(4) if def.kind == Kind::Dtype => out.push_str("float32"),
        Value::Number(_) if def.kind == Kind::Dtype => out.push_str("bfloat16"),
        Value::Number(n) => push_number(&mut out, *n),
        Value::List(runs) => write_list(&mut out, runs, def.kind == Kind::Letters),
    }
    out
}

/// Brings a number into a field's range; the problem says so.
pub(crate) fn clamp(def: &Def, number: Number) -> (Value, Option<FieldProblem>) {
    let head = matches!(def.field, Field::KvHeads | Field::HeadDim);
    let min = u64::from(def.kind == Kind::Size || head);
    let max = u64::from(def.max);
    let given = if number.negative { 0 } else { number.size };
    let used = given.clamp(min, max);
    let problem = (used != given || (number.negative && number.size > 0)).then_some(
        FieldProblem::OutOfRange {
            field: def.written,
            min,
            max,
            used,
        },
    );
    (Value::Number(used), problem)
}

/// A list under construction: runs merged, length and entries held to the field's limits.
pub(crate) struct ListBuilder {
    field: &'static str,
    max: u32,
    length: u32,
    runs: Vec<Run>,
    problem: Option<FieldProblem>,
}

/// The most entries of a list: a model has no more layers.
const LONGEST: u32 = 10_000;

impl ListBuilder {
    pub(crate) fn new(def: &Def) -> Self {
        Self {
            field: def.written,
            max: if def.kind == Kind::Letters {
                u32::MAX
            } else {
                def.max
            },
            length: 0,
            runs: Vec::new(),
            problem: None,
        }
    }

    pub(crate) fn push(&mut self, value: u64, times: u32) {
        let kept = value.min(u64::from(self.max));
        if kept != value {
            self.problem = Some(FieldProblem::OutOfRange {
                field: self.field,
                min: 0,
                max: u64::from(self.max),
                used: kept,
            });
        }
        let fits = times.min(LONGEST.saturating_sub(self.length));
        if fits < times {
            self.problem = Some(FieldProblem::TooLong {
                field: self.field,
                max: u64::from(LONGEST),
            });
        }
        let value = u32::try_from(kept).unwrap_or(u32::MAX);
        self.length = self.length.saturating_add(fits);
        match self.runs.last_mut() {
            Some(last) if last.value == value => last.times = last.times.saturating_add(fits),
            _ if fits == 0 => {}
            _ => self.runs.push(Run { value, times: fits }),
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.length >= LONGEST
    }

    // Entries were cut off, so further ones need not be read.
    fn overflows(&self) -> bool {
        matches!(self.problem, Some(FieldProblem::TooLong { .. }))
    }

    /// A per-layer list of one value is that number.
    pub(crate) fn finish(self, kind: Kind) -> (Value, Option<FieldProblem>) {
        let value = match (kind, self.runs.as_slice()) {
            (Kind::PerLayer, [only]) => Value::Number(u64::from(only.value)),
            _ => Value::List(self.runs),
        };
        (value, self.problem)
    }
}

/// A number as written, before its range is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Number {
    pub(crate) negative: bool,
    /// Saturates at `u64::MAX`.
    pub(crate) size: u64,
}

/// Reads a whole number: digits (`,` and `_` between them dropped), an optional fraction that the suffix or exponent
/// makes whole, then `k` `m` `b` `亿` (10^3, 10^6, 10^9, 10^8), `ki` `mi` `gi` (2^10, 2^20, 2^30) or `e` and an exponent.
pub(crate) fn number(text: &str) -> Option<Number> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut size: u64 = 0;
    let mut digits = 0u32;
    let mut fraction: Option<u32> = None;
    let mut rest = "";
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'0'..=b'9' => {
                size = size
                    .saturating_mul(10)
                    .saturating_add(u64::from(byte - b'0'));
                digits = digits.saturating_add(1);
                fraction = fraction.map(|f| f.saturating_add(1));
            }
            // Between digits only: "5," and "5,,0" are typing errors.
            b',' | b'_' if at > 0 && [at - 1, at + 1].iter().all(|i| digit_at(text, *i)) => {}
            b'.' if fraction.is_none() => fraction = Some(0),
            _ => {
                rest = text.get(at..)?;
                break;
            }
        }
    }
    if digits == 0 {
        return None;
    }
    let times = match rest {
        "" => 1,
        "k" => 1_000,
        "m" => 1_000_000,
        "b" => 1_000_000_000,
        "ki" => 1 << 10,
        "mi" => 1 << 20,
        "gi" => 1 << 30,
        "亿" => 100_000_000,
        _ => {
            let exponent: u32 = rest
                .strip_prefix('e')?
                .trim_start_matches('+')
                .parse()
                .ok()?;
            10u64.saturating_pow(exponent.min(20))
        }
    };
    size = size.saturating_mul(times);
    let divisor = 10u64.saturating_pow(fraction.unwrap_or(0).min(20)).max(1);
    if !size.is_multiple_of(divisor) {
        return None;
    }
    Some(Number {
        negative,
        size: size / divisor,
    })
}

fn digit_at(text: &str, at: usize) -> bool {
    text.as_bytes().get(at).is_some_and(u8::is_ascii_digit)
}

/// A state's dtype, as bytes per element.
pub(crate) fn dtype(text: &str) -> Option<Value> {
    match text {
        "float32" | "fp32" => Some(Value::Number(4)),
        "bfloat16" | "bf16" | "float16" | "fp16" => Some(Value::Number(2)),
        "none" | "null" | "auto" => Some(Value::Null),
        _ => None,
    }
}

/// The letters of a list field.
pub(crate) fn alphabet(field: Field) -> &'static str {
    match field {
        // full, sliding, chunked, linear (recurrent), experts only, dense only, heavily and sparsely compressed,
        // convolution, full with an indexer of its own
        Field::LayerTypes => "fscledhpkx",
        Field::FfnTypes => "de",
        _ => "fs",
    }
}

fn read_list(def: &Def, text: &str) -> Result<(Value, Option<FieldProblem>), FieldProblem> {
    let bad = FieldProblem::NotAList { field: def.written };
    let mut list = ListBuilder::new(def);
    for segment in text.split('.') {
        let (items, repeats) = match segment.split_once('*') {
            Some((items, n)) => (items, n.parse::<u32>().ok().filter(|n| *n > 0)),
            None => (segment, Some(1)),
        };
        let (Some(repeats), false) = (repeats, items.is_empty()) else {
            return Err(bad);
        };
        for _ in 0..repeats {
            let read = if def.kind == Kind::Letters {
                letters(&mut list, items, alphabet(def.field))
            } else {
                numbers(&mut list, items)
            };
            if read.is_none() {
                return Err(bad);
            }
            if list.is_full() {
                break;
            }
        }
        if list.overflows() {
            break;
        }
    }
    Ok(list.finish(def.kind))
}

fn letters(list: &mut ListBuilder, items: &str, known: &str) -> Option<()> {
    let mut rest = items;
    while let Some(letter) = rest.chars().next() {
        if !known.contains(letter) {
            return None;
        }
        rest = rest.get(letter.len_utf8()..)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (count, after) = rest.split_at_checked(digits)?;
        rest = after;
        list.push(
            u64::from(letter),
            if digits == 0 { 1 } else { times(count)? },
        );
        if list.overflows() {
            break;
        }
    }
    Some(())
}

fn numbers(list: &mut ListBuilder, items: &str) -> Option<()> {
    for item in items.split('-') {
        let (value, count) = match item.split_once('x') {
            Some((value, count)) => (value, times(count)?),
            None => (item, 1),
        };
        list.push(number(value)?.size, count);
        if list.overflows() {
            break;
        }
    }
    Some(())
}

fn times(text: &str) -> Option<u32> {
    text.parse().ok().filter(|n| *n > 0)
}

fn write_list(out: &mut String, runs: &[Run], letters: bool) {
    let mut rest = runs;
    let mut fresh = true;
    while !rest.is_empty() {
        let (period, repeats) = best_repeat(rest);
        let taken = if repeats > 1 { period } else { 1 };
        if !out.is_empty() && (repeats > 1 || fresh) {
            out.push('.');
        }
        for (at, run) in rest.iter().take(taken).enumerate() {
            if !letters && (at > 0 || !(fresh || repeats > 1)) {
                out.push('-');
            }
            if letters {
                out.push(char::from_u32(run.value).unwrap_or('f'));
                push_number(out, u64::from(run.times));
            } else {
                push_number(out, u64::from(run.value));
                if run.times > 1 {
                    out.push('x');
                    push_number(out, u64::from(run.times));
                }
            }
        }
        fresh = repeats > 1;
        if repeats > 1 {
            out.push('*');
            push_number(out, u64::try_from(repeats).unwrap_or(u64::MAX));
        }
        rest = rest
            .get(taken.saturating_mul(repeats.max(1))..)
            .unwrap_or(&[]);
    }
}

/// The period (at most 8 runs) at the head of `runs` whose repetition covers most, and how often it repeats.
fn best_repeat(runs: &[Run]) -> (usize, usize) {
    let mut best = (1, 1);
    for period in 2..=8 {
        let Some(head) = runs.get(..period) else {
            break;
        };
        let repeats = runs
            .chunks_exact(period)
            .take_while(|chunk| *chunk == head)
            .count();
        if repeats > 1 && period * repeats > best.0 * best.1 {
            best = (period, repeats);
        }
    }
    best
}

fn push_number(out: &mut String, n: u64) {
    if n >= 10 {
        push_number(out, n / 10);
    }
    out.push(char::from_digit(u32::try_from(n % 10).unwrap_or(0), 10).unwrap_or('0'));
}
