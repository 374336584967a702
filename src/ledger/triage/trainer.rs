//! Memory lines of training: DeepSpeed's see_memory_usage and estimators, bitsandbytes' native errors, accelerate's shrinking batch.
use super::frames::Place;
use super::scan::{Row, Scan};
use super::{Cause, Log, Moment, Side, Source, What};
use crate::ledger::item::{Item, Phase};

const fn row(words: &'static str, take: fn(Scan<'_>, &mut Log)) -> Row<Log> {
    Row { words, take }
}

/// Lines of trainers.
pub(super) const ROWS: &[Row<Log>] = &[
    // `MA 12.3 GB Max_MA 14.1 GB CA 15.0 GB Max_CA 15 GB`: allocated and reserved, in GiB.
    row("MA ", usage),
    row("Reduce bucket size ", bucket),
    row("reduce_bucket_size = ", bucket),
    row("SW: Model with ", |mut scan, log| {
        if let Some(millions) = scan.count()
            && scan.eat("M total params")
        {
            let params = millions.saturating_mul(1_000_000);
            log.readings.put_count(What::Params, params);
            deepspeed(log);
        }
    }),
    row("Error out of memory at line ", native),
    row("No executable batch size found", shrunk),
    row("Decreasing batch size to", shrunk),
];

fn usage(mut scan: Scan<'_>, log: &mut Log) {
    let Some(now) = scan.size() else { return };
    if !scan.eat(" Max_MA ") {
        return;
    }
    log.readings.put(What::Allocated, now);
    if let Some(peak) = scan.size() {
        log.readings.most(What::PeakAllocated, peak);
    }
    if scan.eat(" CA ")
        && let Some(reserved) = scan.size()
    {
        log.readings.put(What::Reserved, reserved);
    }
    if scan.eat(" Max_CA ")
        && let Some(peak) = scan.size()
    {
        log.readings.most(What::PeakReserved, peak);
    }
    deepspeed(log);
}

fn bucket(mut scan: Scan<'_>, log: &mut Log) {
    if let Some(elements) = scan.count() {
        log.readings.put_count(What::Bucket, elements);
        deepspeed(log);
    }
}

fn deepspeed(log: &mut Log) {
    log.by(Source::DeepSpeed);
    log.because(Cause::MemoryUsage);
    place(log, None, None);
}

/// The side that a line of a trainer names; frames say more.
fn place(log: &mut Log, item: Option<Item>, moment: Option<Moment>) {
    if log.place.is_none() {
        log.place = Some(Place {
            side: Side::Training,
            item,
            moment,
            soft: item.is_none(),
            ..Place::default()
        });
    }
}

/// `Error out of memory at line 380 in file /src/csrc/pythonInterface.cpp`: the native library ends the process itself.
fn native(scan: Scan<'_>, log: &mut Log) {
    let window = scan.ahead(160);
    if !window.contains("in file ") {
        return;
    }
    log.by(Source::BitsAndBytes);
    log.because(Cause::OutOfMemory);
    // Managed memory of paged optimizers is what its own code allocates most.
    let paged = window.contains("pythonInterface") || window.contains("optim");
    let item = paged.then_some(Item::OptimizerStates);
    place(log, item, item.map(|_| Moment::At(Phase::OptimizerStep)));
}

fn shrunk(_: Scan<'_>, log: &mut Log) {
    log.by(Source::Accelerate);
    log.because(Cause::BatchShrunk);
    place(log, Some(Item::Activations), None);
}
