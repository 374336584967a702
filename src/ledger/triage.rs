//! A run that died, or an engine that started: what its log says, and the line of the ledger that it means.
//!
//! [`read`] takes a text apart, whatever it is; [`diagnose`] holds what was read against a configuration: the side, the
//! moment and the line, the arithmetic of the size that was asked for, the first cuts, and measured minus predicted.
mod body;
mod calibration;
mod clean;
mod engine;
mod faults;
mod frames;
mod matching;
mod readings;
mod rules;
mod scan;
mod steps;
pub mod symptoms;
mod tables;
mod trainer;
mod vocabulary;

pub use calibration::Compared;
pub use matching::{Match, Solved};
pub use readings::{Amount, Reading, Readings};
pub use steps::{Step, StepCode, for_side, in_order};
pub use vocabulary::{Cause, Driver, Moment, Side, Source, What};

use super::config::{Config, Method};
use super::item::Item;
use super::units::Bytes;
use frames::Place;

/// What a text says, whatever the configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// Who wrote lines of it, in the order of [`Source`].
    pub sources: Vec<Source>,
    /// Numbers.
    pub readings: Readings,
    /// Bytes of the text.
    pub length: usize,
    /// True where its middle was too long to be read.
    pub cut: bool,
    /// True where there are frames of a traceback but nothing about memory.
    pub stranger: bool,
    /// What happened, by the strongest sign.
    cause: Option<Cause>,
    /// Where it happened, by its frames or the message itself.
    place: Option<Place>,
}

impl Log {
    fn by(&mut self, source: Source) {
        if let Err(at) = self.sources.binary_search(&source) {
            self.sources.insert(at, source);
        }
    }

    /// The strongest cause wins: they stand in that order.
    fn because(&mut self, cause: Cause) {
        if self.cause.is_none_or(|old| cause < old) {
            self.cause = Some(cause);
        }
    }
}

/// Reads a text: any text, in time proportional to its length.
pub fn read(text: &str) -> Log {
    let clean = clean::clean(text);
    let mut log = Log {
        length: text.len(),
        cut: clean.cut,
        ..Log::default()
    };
    let died = frames::read(&clean.lines, &mut log);
    let rows = [
        body::ROWS,
        engine::VLLM,
        engine::SGLANG,
        faults::ROWS,
        trainer::ROWS,
    ];
    scan::sweep(&clean.flat, &rows, &mut log);
    tables::read(&clean.lines, &mut log);
    let said = log.place.take();
    log.place = match log.cause {
        // Such a message says more than the frames it was raised in.
        Some(
            Cause::NotEnoughFree | Cause::NoCacheRoom | Cause::LengthOverCache | Cause::CacheFull,
        ) => said.or(died),
        Some(
            Cause::OutOfMemory
            | Cause::Fragmentation
            | Cause::OtherProcess
            | Cause::HostMemory
            | Cause::Capped
            | Cause::BatchShrunk
            | Cause::EngineDead
            | Cause::StartUp
            | Cause::MemoryUsage
            | Cause::DriverView
            | Cause::Summary,
        )
        | None => died.or(said),
    };
    log.stranger &= log.cause.is_none();
    log
}

/// What a log says of a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Triage {
    /// False where nothing about memory was found.
    pub recognised: bool,
    /// What happened.
    pub cause: Option<Cause>,
    /// Whose memory.
    pub side: Side,
    /// When.
    pub moment: Option<Moment>,
    /// The line of the ledger.
    pub item: Option<Item>,
    /// Size of the allocation that failed.
    pub asked: Option<Bytes>,
    /// True where that size says nothing: the allocator asks for so little in any state, the card was full before.
    pub last_straw: bool,
    /// Memory of the card, by the log.
    pub capacity: Option<Bytes>,
    /// The arithmetic of the size that was asked for.
    pub matched: Option<Match>,
    /// Keys the line is linear in.
    pub drivers: Vec<Driver>,
    /// What to do first, in order.
    pub steps: Vec<Step>,
    /// Measured against predicted.
    pub compared: Vec<Compared>,
    /// The configuration with the card's memory as the log has it, where they differ.
    pub other_card: Option<Config>,
}

/// Allocations up to here are rounded up from anything: a segment of 2 MiB for small blocks, of 20 MiB for middling ones
/// (PyTorch's CUDACachingAllocator: kSmallBuffer, kLargeBuffer).
const LAST_STRAW: Bytes = Bytes::mib(20);

/// Holds a log against a configuration.
pub fn diagnose(log: &Log, config: &Config) -> Triage {
    let readings = &log.readings;
    let asked = readings.size(What::Asked);
    let last_straw = asked.is_some_and(|asked| asked <= LAST_STRAW);
    let capacity = readings.size(What::Total);
    let mut place = match log.cause {
        Some(_) => log.place.unwrap_or_default(),
        None => Place::default(),
    };
    let measured = Config {
        method: Method::Measured,
        ..config.clone()
    };
    let matched = if last_straw || log.cause.is_none() {
        None
    } else {
        matching::find(readings, &mut place, &measured)
    };
    let cause = refined(log, asked);
    let item = match cause {
        Some(Cause::HostMemory) => None,
        Some(_) | None => place.item,
    };
    let drivers = item.map_or_else(Vec::new, |item| drivers(item, &place));
    let other_card = capacity.and_then(|total| other_card(config, total));
    let recognised = cause.is_some();
    let steps = match recognised {
        true => steps::steps(cause, &place, log, config),
        false => Vec::new(),
    };
    Triage {
        recognised,
        cause,
        side: place.side,
        moment: place.moment,
        item,
        asked,
        last_straw,
        capacity,
        matched,
        drivers,
        steps,
        compared: if recognised {
            calibration::compare(log, &place, config)
        } else {
            Vec::new()
        },
        other_card,
    }
}

/// The cause, looked at again with the numbers: what PyTorch holds unused, and what others hold.
fn refined(log: &Log, asked: Option<Bytes>) -> Option<Cause> {
    let cause = log.cause?;
    if cause != Cause::OutOfMemory {
        return Some(cause);
    }
    let readings = &log.readings;
    let total = readings.size(What::Total).unwrap_or(Bytes::ZERO);
    if let (Some(_), Some(free), Some(asked)) = (
        readings.size(What::Allowed),
        readings.size(What::Free),
        asked,
    ) && free > asked
    {
        return Some(Cause::Capped);
    }
    if let (Some(idle), Some(asked)) = (readings.size(What::Idle), asked)
        && idle >= asked
        && idle.0 >= FRAGMENTED.0
    {
        return Some(Cause::Fragmentation);
    }
    if let Some(other) = readings.size(What::Other)
        && other.0.saturating_mul(10) >= total.0
        && other.0 > 0
        && total.0 > 0
    {
        return Some(Cause::OtherProcess);
    }
    Some(cause)
}

/// Reserved and unused by at least so much is more than the rounding of blocks leaves behind.
const FRAGMENTED: Bytes = Bytes::mib(512);

/// What a line grows with, wherever it stands.
pub fn drivers_of(item: Item) -> Vec<Driver> {
    drivers(item, &Place::default())
}

/// What the line grows with: the linear knobs.
fn drivers(item: Item, place: &Place) -> Vec<Driver> {
    use frames::Hint;
    match item {
        Item::PolicyWeights | Item::HostWeights => vec![Driver::Model, Driver::Dtype],
        Item::Gradients | Item::MasterWeights | Item::Adapter | Item::Critic => {
            vec![Driver::Model, Driver::Tune]
        }
        Item::OptimizerStates | Item::HostOptimizerStates => vec![Driver::Tune, Driver::Opt],
        Item::Activations | Item::Logits => vec![Driver::Mb, Driver::Seq],
        Item::ReferenceModel => vec![Driver::Ref],
        Item::RewardModel => vec![Driver::Model],
        Item::EngineWeights => vec![Driver::Model, Driver::Dtype, Driver::Tp],
        Item::KvCache => vec![Driver::Len, Driver::Conc],
        Item::EngineRuntime => match place.hint {
            Some(Hint::Sampler) => vec![Driver::Seqs],
            Some(Hint::Graphs) => vec![Driver::Eager],
            Some(Hint::EagerAttention | Hint::Foreach | Hint::Copy | Hint::Pool) | None => {
                vec![Driver::Batched]
            }
        },
        Item::Buckets => vec![Driver::Shard],
        Item::Workspace => Vec::new(),
        Item::Context => vec![Driver::Context],
    }
}

/// The configuration with the log's card, where the two differ by more than what a driver keeps for itself.
fn other_card(config: &Config, total: Bytes) -> Option<Config> {
    let ours = config.capacity();
    let apart = total.0.abs_diff(ours.0);
    let mib = total.0 >> 20;
    let far = apart.saturating_mul(100) > ours.0.saturating_mul(5);
    (far && (1..=16_777_216).contains(&mib)).then(|| Config {
        mem: Some(mib),
        ..config.clone()
    })
}
