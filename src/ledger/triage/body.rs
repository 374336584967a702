//! Messages of an allocation that failed: PyTorch on every kind of card, and what carries no size.
use super::frames::Place;
use super::scan::{Row, Scan, Size, each, head};
use super::{Cause, Log, Moment, Readings, Side, Source, What};
use crate::ledger::item::Item;
use crate::ledger::units::Bytes;

/// A message's body ends by then.
const BODY: usize = 1500;

const fn row(words: &'static str, take: fn(Scan<'_>, &mut Log)) -> Row<Log> {
    Row { words, take }
}

/// Signs of a failed allocation; of messages with a size the last one holds.
pub(super) const ROWS: &[Row<Log>] = &[
    row("CUDA out of memory", |_, log| failed(log, Source::PyTorch)),
    row("HIP out of memory", |_, log| failed(log, Source::Rocm)),
    row("XPU out of memory", |_, log| failed(log, Source::Xpu)),
    row("MPS backend out of memory", mps),
    row("OutOfMemoryError: ", |_, log| {
        log.because(Cause::OutOfMemory);
    }),
    row("Tried to allocate ", asked),
    row("Requested size: ", |mut scan, log| {
        if let Some(size) = scan.size() {
            log.readings.put(What::Asked, size);
            log.readings.put(What::Allowed, size);
            log.because(Cause::Capped);
        }
    }),
    // The host's allocator: "DefaultCPUAllocator: can't allocate memory: you tried to allocate N bytes".
    row("DefaultCPUAllocator: ", |mut scan, log| {
        if !(scan.behind("can't allocate memory", 60) || scan.behind("not enough memory", 60)) {
            return;
        }
        log.by(Source::PyTorch);
        log.because(Cause::HostMemory);
        if scan.behind("tried to allocate ", 60)
            && let Some(size) = scan.size()
        {
            log.readings.put(What::Asked, size);
        }
    }),
    // Where the driver, a library or a native extension fails no size is said.
    row("CUDA error: out of memory", without_size),
    row("cudaErrorMemoryAllocation", without_size),
    row("CUDA_ERROR_OUT_OF_MEMORY", without_size),
    row("CUBLAS_STATUS_ALLOC_FAILED", without_size),
    row("CUBLAS_STATUS_NOT_INITIALIZED", without_size),
    row("cudaMalloc failed: out of memory", without_size),
    // NCCL puts its own words before the driver's.
    row("NCCL", |scan, log| {
        if scan.ahead(200).contains("out of memory") {
            log.because(Cause::OutOfMemory);
        }
    }),
    row("allocating ", llama),
];

fn failed(log: &mut Log, source: Source) {
    log.by(source);
    log.because(Cause::OutOfMemory);
}

fn without_size(_: Scan<'_>, log: &mut Log) {
    log.because(Cause::OutOfMemory);
}

/// `ggml_…: allocating 4608.00 MiB on device 0: cudaMalloc failed: out of memory`.
fn llama(mut scan: Scan<'_>, log: &mut Log) {
    let Some(size) = scan.size() else { return };
    let window = scan.ahead(300);
    if !window.contains("cudaMalloc failed") {
        return;
    }
    log.by(Source::LlamaCpp);
    log.readings.put(What::Asked, size);
    let item = if window.contains("kv_cache") || window.contains("kv cache") {
        Item::KvCache
    } else {
        Item::EngineWeights
    };
    log.place = Some(Place {
        side: Side::Engine,
        item: Some(item),
        moment: Some(Moment::StartUp),
        soft: false,
        ..Place::default()
    });
}

/// From `Tried to allocate ` on.
fn asked(mut scan: Scan<'_>, log: &mut Log) {
    if scan.ahead(20).starts_with("more than 1EB") {
        // A size no card has: a number went wrong before memory did.
        log.because(Cause::OutOfMemory);
        return;
    }
    let Some(size) = scan.size() else { return };
    log.because(Cause::OutOfMemory);
    log.readings.put(What::Asked, size);
    let body = scan.ahead(BODY);
    let body = body.split("Tried to allocate ").next().unwrap_or_default();
    numbers(body, &mut log.readings);
}

/// The numbers of a message, old and new: each is told by the words around it.
fn numbers(body: &str, out: &mut Readings) {
    // Words, and the size behind them. 2.1 and later; "capacty" is how 2.1 spelled it.
    for (words, what) in [
        ("has a total capacty of ", What::Total),
        ("has a total capacity of ", What::Total),
        ("of which ", What::Free),
        ("this process has ", What::Process),
        ("Of the allocated memory ", What::Allocated),
        ("is allocated by PyTorch, with ", What::Pools),
        ("is allocated by PyTorch, and ", What::Idle),
        ("CUDA Graphs), and ", What::Idle),
    ] {
        let mut scan = Scan::of(body);
        if scan.behind(words, BODY)
            && let Some(size) = scan.size()
        {
            out.put(what, size);
        }
    }
    processes(body, out);
    // Up to 2.0, and the cap of a process: the size stands before its name.
    let mut reserved = false;
    for (words, what) in [
        (" total capacity;", What::Total),
        (" already allocated;", What::Allocated),
        (" free;", What::Free),
        (" reserved in total by PyTorch", What::Reserved),
        (" allowed;", What::Allowed),
    ] {
        if let Some((front, _)) = body.split_once(words)
            && let Some(size) = size_at_end(front)
        {
            reserved |= what == What::Reserved;
            out.put(what, size);
        }
    }
    if reserved {
        out.idle();
    }
}

/// `Process N has X memory in use`: other processes, or this one where its own number is not visible in a container.
fn processes(body: &str, out: &mut Readings) {
    let own = body.contains("this process has ");
    let mut sum: Option<Size> = None;
    let mut count = 0;
    for mut scan in each(body, "Process ") {
        if scan.count().is_none() || !scan.eat(" has ") {
            continue;
        }
        let Some(size) = scan.size() else { continue };
        count += 1;
        sum = Some(match sum {
            Some(old) => Size {
                bytes: old.bytes.plus(size.bytes),
                ..size
            },
            None => size,
        });
    }
    let Some(sum) = sum else { return };
    out.put_count(What::Processes, count);
    let what = if count == 1 && !own {
        What::Process
    } else {
        What::Other
    };
    out.put(what, sum);
}

/// The size that a text ends with.
fn size_at_end(text: &str) -> Option<Size> {
    let mut words = text.rsplitn(3, ' ');
    let (unit, number) = (words.next()?, words.next()?);
    let number = number.trim_start_matches(['(', ';']);
    Scan::of(&[head(number, 32), " ", head(unit, 8)].concat()).size()
}

/// `MPS backend out of memory (MPS allocated: …, other allocations: …, max allowed: …)`.
fn mps(scan: Scan<'_>, log: &mut Log) {
    failed(log, Source::Mps);
    let body = scan.ahead(300);
    for (words, what) in [
        ("MPS allocated: ", What::Allocated),
        ("other allocations: ", What::Other),
        ("max allowed: ", What::Allowed),
    ] {
        let mut scan = Scan::of(body);
        if scan.behind(words, BODY)
            && let Some(size) = scan.size()
        {
            log.readings.put(what, size);
        }
    }
}

impl Readings {
    /// Reserved minus allocated, where both were read.
    pub(super) fn idle(&mut self) {
        if let (Some(reserved), Some(allocated)) =
            (self.size(What::Reserved), self.size(What::Allocated))
        {
            self.put(
                What::Idle,
                Size {
                    bytes: reserved.minus(allocated),
                    negative: false,
                    half: Bytes::ZERO,
                },
            );
        }
    }
}
