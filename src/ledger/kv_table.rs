//! The KV cache over concurrency × length, each cell against the card: the other lines + this cell.
use super::config::{AXIS_LIMIT, Axes, Config, Method};
use super::item::{Item, Phase, Role, Verdict};
use super::units::Bytes;
use super::{Ledger, Line, bytes_per_sequence, estimate, verdict};

/// A table: rows by concurrency, columns by length.
#[derive(Clone, Debug, PartialEq)]
pub struct KvTable {
    /// Concurrent sequences of each row.
    pub concurrency: Vec<u64>,
    /// Tokens per sequence of each column.
    pub length: Vec<u64>,
    /// Cells, row by row.
    pub rows: Vec<Vec<KvCell>>,
    /// What the card has for the cache: its memory without the other lines.
    pub room: Bytes,
}

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KvCell {
    /// Bytes of the cache.
    pub bytes: Bytes,
    /// What the card says of it together with the other lines.
    pub verdict: Verdict,
}

impl KvTable {
    /// The table of a configuration over `axes`, or over axes around its own setting where they are empty. None where the model's shape is unknown.
    pub fn of(config: &Config, ledger: &Ledger, axes: &Axes) -> Option<KvTable> {
        let shape = config.model.shape.as_ref()?;
        let around = Axes::around(config);
        let concurrency = if axes.concurrency.is_empty() {
            around.concurrency
        } else {
            axes.concurrency.clone()
        };
        let length = if axes.length.is_empty() {
            around.length
        } else {
            axes.length.clone()
        };
        let others = others(ledger);
        let lesson_cell = |conc: u64, len: u64| {
            let one = bytes_per_sequence(shape, config.kvdtype, len).value();
            let bytes = Bytes::round(one * (conc as f64));
            KvCell {
                bytes,
                verdict: verdict(others.plus(bytes), ledger.capacity),
            }
        };
        let cell = |conc: u64, len: u64| match config.method() {
            Method::Lesson => lesson_cell(conc, len),
            // Blocks, a shared prefix and what the engine keeps beside the cache make a cell more than a product.
            Method::Measured => {
                measured_cell(config, conc, len).unwrap_or_else(|| lesson_cell(conc, len))
            }
        };
        let rows = concurrency
            .iter()
            .map(|conc| length.iter().map(|len| cell(*conc, *len)).collect())
            .collect();
        Some(KvTable {
            concurrency,
            length,
            rows,
            room: ledger.capacity.minus(others),
        })
    }
}

/// A cell by estimating at its setting; None where there is no engine.
fn measured_cell(config: &Config, conc: u64, len: u64) -> Option<KvCell> {
    let there = estimate(&Config {
        conc,
        len,
        ..config.clone()
    });
    let kv = there.line(Item::KvCache)?;
    let card = there.cards.iter().find(|card| card.role == kv.role)?;
    Some(KvCell {
        bytes: kv.bytes(),
        verdict: verdict(card.used, there.capacity),
    })
}

/// The moment at which the cache is there: sampling, or the lesson's only one.
fn when(line: &Line) -> Phase {
    if line.at.iter().any(|(phase, _)| *phase == Phase::Sum) {
        Phase::Sum
    } else {
        Phase::Rollout
    }
}

/// What is on the cache's card beside the cache: on the engine's card, or on the trainer's where there is no engine yet.
pub fn others(ledger: &Ledger) -> Bytes {
    let role = ledger.line(Item::KvCache).map_or_else(
        || ledger.cards.last().map_or(Role::Train, |card| card.role),
        |kv| kv.role,
    );
    ledger
        .on(role)
        .filter(|line| line.item != Item::KvCache)
        .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes_at(when(line))))
}

impl Axes {
    /// Axes around a configuration's own concurrency and length: halves and doubles, the own value among them.
    pub fn around(config: &Config) -> Axes {
        Axes {
            concurrency: around(config.conc, 2),
            length: around(config.len, 1),
        }
    }

    /// At most [`AXIS_LIMIT`] distinct values in rising order.
    pub fn tidy(values: Vec<u64>) -> Vec<u64> {
        let mut tidy: Vec<u64> = Vec::with_capacity(AXIS_LIMIT);
        for value in values {
            // A dozen values: an insertion is shorter than a library's sort, in code and in time.
            let at = tidy.iter().position(|v| *v >= value).unwrap_or(tidy.len());
            if tidy.get(at) != Some(&value) {
                tidy.insert(at, value);
            }
        }
        tidy.truncate(AXIS_LIMIT);
        tidy
    }
}

/// Powers of two times the own value: `below` of them under it, six in all.
fn around(own: u64, below: u32) -> Vec<u64> {
    let first = own >> below;
    let start = if first == 0 { 1 } else { first };
    let mut values: Vec<u64> = (0..6)
        .map(|power| start.saturating_mul(1 << power))
        .collect();
    if !values.contains(&own) {
        values.push(own);
    }
    Axes::tidy(values)
}
