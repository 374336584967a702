//! The KV cache over concurrency × length, each cell against the card: the other lines + this cell.
use super::config::{AXIS_LIMIT, Axes, Config, Method};
use super::item::{Item, Phase, Role, Verdict};
use super::solve::{CONCURRENCY_LIMIT, LENGTH_LIMIT};
use super::units::Bytes;
use super::words::Word;
use super::{Ledger, Line, bytes_per_sequence, demand, verdict};

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
        // The cache alone depends on concurrency and length: what is beside it is the ledger's at every cell.
        let moments = Beside::of(ledger, others);
        let cell = |conc: u64, len: u64| {
            let bytes = match config.method() {
                Method::Lesson => {
                    let one = bytes_per_sequence(shape, config.kvdtype, len).value();
                    Bytes::round(one * (conc as f64))
                }
                // Blocks and a shared prefix make a cell more than a product.
                Method::Measured => demand(config, shape, conc, len).bytes(),
            };
            KvCell {
                bytes,
                verdict: verdict(moments.used(bytes), ledger.capacity),
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

/// What the cache's card holds beside the cache.
struct Beside {
    /// At the fullest moment with the cache.
    with: Bytes,
    /// At the fullest moment without it.
    without: Bytes,
}

impl Beside {
    fn of(ledger: &Ledger, others: Bytes) -> Beside {
        let mut out = Beside {
            with: others,
            without: Bytes::ZERO,
        };
        let Some(kv) = ledger.line(Item::KvCache) else {
            return out;
        };
        for phase in Phase::ALL {
            let beside = ledger
                .on(kv.role)
                .filter(|line| line.item != Item::KvCache)
                .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes_at(*phase)));
            let place = match kv.formula_at(*phase) {
                Some(_) => &mut out.with,
                None => &mut out.without,
            };
            *place = (*place).max(beside);
        }
        out
    }

    /// The card's use at its worst moment with a cache of `bytes`.
    fn used(&self, bytes: Bytes) -> Bytes {
        self.without.max(self.with.plus(bytes))
    }
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
            concurrency: around(config.conc, 2, CONCURRENCY_LIMIT),
            length: around(config.len, 1, LENGTH_LIMIT),
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

/// Powers of two times the own value, at most `limit`: `below` of them under it, six in all.
fn around(own: u64, below: u32, limit: u64) -> Vec<u64> {
    let first = own >> below;
    let start = if first == 0 { 1 } else { first };
    let mut values: Vec<u64> = (0..6)
        .map(|power| start.saturating_mul(1 << power).min(limit))
        .collect();
    if !values.contains(&own) {
        values.push(own);
    }
    Axes::tidy(values)
}

/// A table planned from what is expected: contexts by P99, not the mean, and concurrency at one and a half times the peak
/// (lesson 3).
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The concurrency to plan for.
    pub conc: u64,
    /// The length to plan for, in tokens.
    pub len: u64,
    /// Axes with both in them.
    pub axes: Axes,
}

/// Half as much again as the peak, rounded up.
pub const fn with_margin(peak: u64) -> u64 {
    peak.saturating_add(peak.div_ceil(2))
}

/// The plan for a peak of concurrent requests and a P99 context in tokens.
pub fn planned(peak: u64, p99: u64) -> Planned {
    let conc = with_margin(peak).clamp(1, CONCURRENCY_LIMIT);
    let len = p99.clamp(1, LENGTH_LIMIT);
    let within = |values: [u64; 6], limit: u64| {
        Axes::tidy(values.into_iter().map(|v| v.clamp(1, limit)).collect())
    };
    Planned {
        conc,
        len,
        axes: Axes {
            concurrency: within(
                [
                    peak / 4,
                    peak / 2,
                    peak,
                    conc,
                    conc.saturating_mul(2),
                    conc.saturating_mul(4),
                ],
                CONCURRENCY_LIMIT,
            ),
            length: within(
                [
                    len / 8,
                    len / 4,
                    len / 2,
                    len,
                    len.saturating_mul(2),
                    len.saturating_mul(4),
                ],
                LENGTH_LIMIT,
            ),
        },
    }
}
