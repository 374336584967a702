//! Numbers that were read in a text, each once.
use super::What;
use super::scan::Size;
use crate::ledger::units::{Bytes, SignedBytes};

/// A number that was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// What it is.
    pub what: What,
    /// Its value.
    pub amount: Amount,
    /// Half a unit of its last printed digit, in bytes; nothing for counts.
    pub half: Bytes,
}

/// The value of a reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// Bytes; negative where an engine says that it is short by so much.
    Size(SignedBytes),
    /// A count, or a share in thousandths.
    Count(u64),
}

/// What was read, each number once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Readings(Vec<Reading>);

impl Readings {
    /// All of them in the order of [`What`].
    pub fn all(&self) -> &[Reading] {
        &self.0
    }

    /// The size of one, if it was read and is not negative.
    pub fn size(&self, what: What) -> Option<Bytes> {
        match self.get(what)?.amount {
            Amount::Size(size) => (!size.negative).then_some(size.size),
            Amount::Count(_) => None,
        }
    }

    /// The count of one, if it was read.
    pub fn count(&self, what: What) -> Option<u64> {
        match self.get(what)?.amount {
            Amount::Size(_) => None,
            Amount::Count(count) => Some(count),
        }
    }

    /// One of them.
    pub fn get(&self, what: What) -> Option<&Reading> {
        self.0.iter().find(|reading| reading.what == what)
    }

    /// Takes a size; a later one replaces it.
    pub(super) fn put(&mut self, what: What, size: Size) {
        self.set(Reading {
            what,
            amount: Amount::Size(SignedBytes {
                negative: size.negative && size.bytes.0 > 0,
                size: size.bytes,
            }),
            half: size.half,
        });
    }

    /// Takes a size unless a larger one is there.
    pub(super) fn most(&mut self, what: What, size: Size) {
        if self.size(what).is_none_or(|old| old < size.bytes) {
            self.put(what, size);
        }
    }

    /// Takes a count; a later one replaces it.
    pub(super) fn put_count(&mut self, what: What, count: u64) {
        self.set(Reading {
            what,
            amount: Amount::Count(count),
            half: Bytes::ZERO,
        });
    }

    fn set(&mut self, reading: Reading) {
        match self.0.binary_search_by_key(&reading.what, |r| r.what) {
            Ok(at) => {
                if let Some(slot) = self.0.get_mut(at) {
                    *slot = reading;
                }
            }
            Err(at) => self.0.insert(at, reading),
        }
    }
}
