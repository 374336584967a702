//! What engines say when they cannot start or cannot go on: vLLM and SGLang.
use super::engine::{say, thousandths};
use super::frames::{Hint, Place};
use super::scan::{Row, Scan};
use super::{Cause, Log, Moment, Side, Source, What};
use crate::ledger::item::{Item, Phase};

/// How far behind its beginning a message of one line may go on.
const LINE: usize = 900;
const ROLLOUT: Moment = Moment::At(Phase::Rollout);

const fn row(words: &'static str, take: fn(Scan<'_>, &mut Log)) -> Row<Log> {
    Row { words, take }
}

/// Faults and running lines.
pub(super) const ROWS: &[Row<Log>] = &[
    row("No available memory for the cache blocks", |_, log| {
        fault(
            log,
            Cause::NoCacheRoom,
            Some(Item::KvCache),
            Moment::StartUp,
        );
    }),
    row(
        "serve at least one request with the model's max seq len (",
        too_long,
    ),
    row("The model's max seq len (", too_long_old),
    row("occurred when warming up sampler with ", |mut scan, log| {
        if let Some(requests) = scan.count() {
            log.readings.put_count(What::WarmUp, requests);
        }
        log.place = Some(Place {
            side: Side::Engine,
            item: Some(Item::EngineRuntime),
            moment: Some(Moment::StartUp),
            hint: Some(Hint::Sampler),
            soft: false,
            element: None,
        });
        log.by(Source::Vllm);
        log.because(Cause::OutOfMemory);
    }),
    row(
        "Error in memory profiling. Initial free memory ",
        |mut scan, log| {
            if let Some(size) = scan.size() {
                log.readings.put(What::Free, size);
            }
            fault(log, Cause::OtherProcess, None, Moment::StartUp);
        },
    ),
    row("EngineDeadError", dead),
    row("EngineCore failed to start", dead),
    row("Engine core initialization failed", dead),
    // The allocator of sleep mode is C++ and raises without Python's numbers.
    row("cumem_allocator.cpp", |_, log| {
        log.by(Source::Vllm);
        log.because(Cause::OutOfMemory);
        say(log, Some(Item::KvCache), ROLLOUT, Some(Hint::Pool));
    }),
    row(" is preempted by PreemptionMode.", |scan, log| {
        if scan.ahead(200).contains("not enough KV cache space") {
            let before = log.readings.count(What::Preemptions).unwrap_or(0);
            preempted(log, before.saturating_add(1));
        }
    }),
    row("Avg generation throughput: ", running),
    row("#running-req: ", |mut scan, log| {
        let Some(n) = scan.count() else { return };
        log.readings.put_count(What::Running, n);
        if scan.behind("token usage: ", 120) {
            thousandths(&mut scan, log, What::CacheUse, 1000.0);
        }
        log.by(Source::Sglang);
        log.because(Cause::StartUp);
        say(log, None, ROLLOUT, None);
    }),
    row("try to increase --mem-fraction-static", no_room),
    row("Loaded weights leave no GPU memory", no_room),
    row("Prefill out of memory.", full),
    row("Decode out of memory", full),
    row("KV cache pool is full. Retract requests.", full),
    row("cuda graph failed", graphs),
    row("CUDA graph failed", graphs),
];

fn fault(log: &mut Log, cause: Cause, item: Option<Item>, moment: Moment) {
    log.by(Source::Vllm);
    log.because(cause);
    say(log, item, moment, None);
}

fn sglang(log: &mut Log, cause: Cause, item: Item, moment: Moment, hint: Option<Hint>) {
    log.by(Source::Sglang);
    log.because(cause);
    say(log, Some(item), moment, hint);
}

fn no_room(_: Scan<'_>, log: &mut Log) {
    sglang(
        log,
        Cause::NoCacheRoom,
        Item::KvCache,
        Moment::StartUp,
        None,
    );
}

fn full(_: Scan<'_>, log: &mut Log) {
    sglang(log, Cause::CacheFull, Item::KvCache, ROLLOUT, None);
}

fn graphs(_: Scan<'_>, log: &mut Log) {
    let hint = Some(Hint::Graphs);
    sglang(
        log,
        Cause::OutOfMemory,
        Item::EngineRuntime,
        Moment::StartUp,
        hint,
    );
}

fn dead(_: Scan<'_>, log: &mut Log) {
    fault(log, Cause::EngineDead, None, Moment::StartUp);
}

/// `max seq len (131072), (18.0 GiB KV cache is needed, … available KV cache memory (9.6 GiB). … maximum model length is 69904`.
fn too_long(mut scan: Scan<'_>, log: &mut Log) {
    let Some(tokens) = scan.count() else { return };
    log.readings.put_count(What::MaxLength, tokens);
    if scan.behind("), ", 10) {
        scan.eat("(");
        if let Some(size) = scan.size() {
            log.readings.put(What::Needed, size);
        }
    }
    if scan.behind("available KV cache memory (", 160)
        && let Some(size) = scan.size()
    {
        log.readings.put(What::Pool, size);
    }
    if scan.behind("estimated maximum model length is ", 160)
        && let Some(tokens) = scan.count()
    {
        log.readings.put_count(What::LongestFit, tokens);
    }
    fault(
        log,
        Cause::LengthOverCache,
        Some(Item::KvCache),
        Moment::StartUp,
    );
}

/// `max seq len (32768) is larger than the maximum number of tokens that can be stored in KV cache (29344)`.
fn too_long_old(mut scan: Scan<'_>, log: &mut Log) {
    let length = scan.count();
    let over = scan.behind("stored in KV cache (", 160);
    if let (Some(length), true, Some(tokens)) = (length, over, scan.count()) {
        log.readings.put_count(What::MaxLength, length);
        log.readings.put_count(What::CacheTokens, tokens);
        log.readings.put_count(What::LongestFit, tokens);
        fault(
            log,
            Cause::LengthOverCache,
            Some(Item::KvCache),
            Moment::StartUp,
        );
    }
}

/// `…, Running: 48 reqs, Waiting: 12 reqs, Preemptions: 3, GPU KV cache usage: 97.8%`.
fn running(scan: Scan<'_>, log: &mut Log) {
    let line = scan.ahead(LINE);
    let line = line
        .split("Avg prompt throughput")
        .next()
        .unwrap_or_default();
    let mut scan = Scan::of(line);
    if scan.behind("Running: ", 60)
        && let Some(n) = scan.count()
    {
        log.readings.put_count(What::Running, n);
    }
    if (scan.behind("Waiting: ", 40) || scan.behind("Pending: ", 60))
        && let Some(n) = scan.count()
    {
        log.readings.put_count(What::Waiting, n);
    }
    let mut counted = scan;
    if counted.behind("Preemptions: ", 80)
        && let Some(n) = counted.count()
        && n > 0
    {
        let before = log.readings.count(What::Preemptions).unwrap_or(0);
        preempted(log, before.max(n));
    }
    if scan.behind(" KV cache usage: ", 120) {
        thousandths(&mut scan, log, What::CacheUse, 10.0);
    }
    log.by(Source::Vllm);
    log.because(Cause::StartUp);
    say(log, None, ROLLOUT, None);
}

fn preempted(log: &mut Log, times: u64) {
    log.readings.put_count(What::Preemptions, times);
    fault(log, Cause::CacheFull, Some(Item::KvCache), ROLLOUT);
}
