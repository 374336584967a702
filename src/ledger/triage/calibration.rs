//! Measured against predicted: what an engine or trainer printed, beside the measured method's own line.
use super::frames::Place;
use super::{Log, Moment, Side, What};
use crate::ledger::colocate::engine_pool;
use crate::ledger::config::{Config, EngineMode, Method, Task};
use crate::ledger::fix::Fixes;
use crate::ledger::item::{Item, Phase};
use crate::ledger::units::{Bytes, SignedBytes};
use crate::ledger::{Ledger, demand, estimate, kv_summary, serving};

/// A measured number beside the predicted one.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Which number of the log.
    pub what: What,
    /// The line it stands for; None where it is a total.
    pub item: Option<Item>,
    /// By the log.
    pub measured: Bytes,
    /// By the measured method.
    pub predicted: Bytes,
    /// The configuration with the measured value in place of the line's, where one number can stand for it.
    pub fixed: Option<Config>,
}

impl Compared {
    /// Measured minus predicted.
    pub fn difference(&self) -> SignedBytes {
        self.measured.signed_minus(self.predicted)
    }
}

/// The most memory a card may be said to have, in MiB.
const MEMORY_LIMIT: u64 = 16_777_216;

/// Every number of the log that the ledger predicts too.
pub(super) fn compare(log: &Log, place: &Place, config: &Config) -> Vec<Compared> {
    let readings = &log.readings;
    let mut out = Vec::new();
    // The engine of a log was started at its own share of its own card, and nothing fixed may stand for what is compared.
    let present = Config {
        method: Method::Measured,
        util: readings
            .count(What::Util)
            .map(|thousandths| ((thousandths + 5) / 10).clamp(5, 98))
            .or(config.util),
        mem: readings
            .size(What::Total)
            .map(|total| (total.0 >> 20).clamp(1, MEMORY_LIMIT))
            .or(config.mem),
        fix: Fixes::default(),
        ..config.clone()
    };
    let ledger = estimate(&present);
    if place.side != Side::Training {
        engine(log, &present, config, &ledger, &mut out);
    }
    if place.side != Side::Engine {
        totals(log, place, config, &ledger, &mut out);
    }
    if let Some(used) = readings.size(What::DriverUsed) {
        out.push(Compared {
            what: What::DriverUsed,
            item: None,
            measured: used,
            predicted: with_pool(&present, &ledger),
            fixed: None,
        });
    }
    out
}

/// What is in use where an engine holds its whole pool, not only what its sequences ask for.
fn with_pool(config: &Config, ledger: &Ledger) -> Bytes {
    let used = ledger.used();
    match engine_pool(config, ledger).filter(|_| config.util.is_some()) {
        Some(pool) => used.plus(pool.pool.minus(pool.demand)),
        None => used,
    }
}

fn row(
    what: What,
    item: Item,
    measured: Bytes,
    predicted: Bytes,
    fix: Option<(Bytes, &Config)>,
) -> Compared {
    let fixed = fix.and_then(|(bytes, config)| {
        let fix = config.fix.with(item, bytes)?;
        (fix != config.fix).then(|| Config {
            fix,
            method: Method::Measured,
            ..config.clone()
        })
    });
    Compared {
        what,
        item: Some(item),
        measured,
        predicted,
        fixed,
    }
}

fn engine(log: &Log, present: &Config, config: &Config, ledger: &Ledger, out: &mut Vec<Compared>) {
    let readings = &log.readings;
    if ledger.line(Item::EngineWeights).is_none() {
        return;
    }
    if let Some(weights) = readings.size(What::Weights) {
        let predicted = ledger.bytes_of(Item::EngineWeights);
        let fix = Some((weights, config));
        out.push(row(
            What::Weights,
            Item::EngineWeights,
            weights,
            predicted,
            fix,
        ));
    }
    // Outside torch, activation peak and graphs are one line; without the peak too little of it was printed.
    if let Some(peak) = readings.size(What::ActivationPeak) {
        let outside = readings.size(What::NonTorch).unwrap_or(Bytes::ZERO);
        let graphs = readings
            .size(What::Graphs)
            .unwrap_or(serving::graphs(present));
        let measured = peak.plus(outside).plus(graphs);
        let predicted = ledger.bytes_of(Item::EngineRuntime);
        let fix = Some((measured, config));
        out.push(row(
            What::ActivationPeak,
            Item::EngineRuntime,
            measured,
            predicted,
            fix,
        ));
    }
    // The pool is supply; the ledger's line is demand, so nothing is fixed by it.
    if let (Some(pool), Some(predicted)) = (readings.size(What::Pool), engine_pool(present, ledger))
    {
        out.push(row(What::Pool, Item::KvCache, pool, predicted.pool, None));
    }
    let Some(shape) = present.model.shape.as_deref() else {
        return;
    };
    if let (Some(needed), Some(length)) =
        (readings.size(What::Needed), readings.count(What::MaxLength))
    {
        let predicted = demand(present, shape, 1, length).bytes();
        out.push(row(What::Needed, Item::KvCache, needed, predicted, None));
    } else if let (Some(pool), Some(tokens)) =
        (readings.size(What::Pool), readings.count(What::CacheTokens))
    {
        // A token of windows and states has no fixed price.
        let summary = kv_summary(present);
        if summary.window.is_empty() && summary.state == 0 && tokens > 0 {
            let predicted = demand(present, shape, 1, tokens).bytes();
            out.push(row(What::CacheTokens, Item::KvCache, pool, predicted, None));
        }
    }
}

fn totals(log: &Log, place: &Place, config: &Config, ledger: &Ledger, out: &mut Vec<Compared>) {
    let readings = &log.readings;
    if config.task == Task::Serve {
        return;
    }
    // A colocated engine's pool is allocated in the same process: then no line of the trainer stands beside the total.
    let shared = ledger.residents.engine == EngineMode::Colocate;
    let total = |what: What, measured: Bytes, predicted: Bytes| Compared {
        what,
        item: None,
        measured,
        predicted,
        fixed: None,
    };
    if let Some(peak) = readings.size(What::PeakAllocated) {
        out.push(total(What::PeakAllocated, peak, ledger.train_side()));
    } else if let (Some(allocated), Some(asked), false) = (
        readings.size(What::Allocated),
        readings.size(What::Asked),
        shared,
    ) {
        let predicted = match place.moment {
            Some(Moment::At(phase)) if phase != Phase::Sum => ledger.trainer_at(phase),
            Some(Moment::At(_) | Moment::StartUp) | None => ledger.train_side(),
        };
        out.push(total(What::Allocated, allocated.plus(asked), predicted));
    }
    // What the process holds outside PyTorch is the constant that the context's line stands for; what PyTorch holds unused
    // is a state of the moment.
    let idle = readings.size(What::Idle).unwrap_or(Bytes::ZERO);
    if let (Some(process), Some(allocated)) =
        (readings.size(What::Process), readings.size(What::Allocated))
        && process > allocated.plus(idle)
    {
        let outside = process.minus(allocated).minus(idle);
        let predicted = ledger.bytes_of(Item::Context);
        let fix = Some((outside, config));
        out.push(row(What::NonTorch, Item::Context, outside, predicted, fix));
    }
}
