//! Memory lines of inference engines as they start: vLLM V0 and V1, SGLang. Their `GB` are GiB.
use super::frames::{Hint, Place};
use super::scan::{Row, Scan, Size};
use super::{Cause, Log, Moment, Side, Source, What};
use crate::ledger::item::Item;
use crate::ledger::units::whole;

/// How far behind its beginning a message of one line may go on.
const LINE: usize = 900;

const fn row(words: &'static str, take: fn(Scan<'_>, &mut Log)) -> Row<Log> {
    Row { words, take }
}

/// Lines of vLLM.
pub(super) const VLLM: &[Row<Log>] = &[
    row("Loading model weights took ", |s, log| {
        gib(s, log, What::Weights)
    }),
    row("Model loading took ", |s, log| gib(s, log, What::Weights)),
    row("Available KV cache memory: ", |s, log| {
        size(s, log, What::Pool)
    }),
    row("# GPU blocks: ", blocks),
    row("# CUDA blocks: ", blocks),
    row("# cuda blocks: ", blocks),
    row(" KV cache size: ", |s, log| {
        count(s, log, What::CacheTokens)
    }),
    row("Estimated CUDA graph memory: ", |s, log| {
        size(s, log, What::Graphs)
    }),
    row("CUDA graph pool memory: ", |s, log| {
        size(s, log, What::Graphs)
    }),
    row("Graph capturing finished in ", |mut s, log| {
        if s.behind("took ", 60) {
            size(s, log, What::Graphs);
        }
    }),
    row("Initial free memory ", |mut s, log| {
        if s.ahead(LINE).contains("kv_cache_memory_bytes") && s.behind("reserved ", 60) {
            size(s, log, What::Pool);
        }
    }),
    row("Maximum concurrency for ", |mut s, log| {
        let Some(tokens) = s.count() else { return };
        log.readings.put_count(What::MaxLength, tokens);
        if s.behind(": ", 40) {
            thousandths(&mut s, log, What::Concurrency, 1000.0);
        }
        begun(log);
    }),
    row("Sleep mode freed ", |mut s, log| {
        size(s, log, What::SleepFreed);
        if s.behind("memory, ", 60) {
            size(s, log, What::SleepHeld);
        }
    }),
    row("Auto-fit max_model_len: ", |mut s, log| {
        if s.behind("reduced from ", 20) && s.count().is_some() && s.eat(" to ") {
            count(s, log, What::LongestFit);
        }
        begun(log);
    }),
    row("use total_gpu_memory (", budget),
    row("model weights take ", split),
    row("Free memory on device ", free_memory),
];

/// Lines of SGLang.
pub(super) const SGLANG: &[Row<Log>] = &[
    row("ends. mem usage=", |s, log| sglang(s, log, What::NonTorch)),
    row("Memory baseline taken. mem usage=", |s, log| {
        sglang(s, log, What::NonTorch)
    }),
    row("Load weight end. ", |mut s, log| {
        if s.behind("mem usage=", 240) {
            sglang(s, log, What::Weights);
        }
    }),
    row("cuda graph end.", |mut s, log| {
        if s.behind("mem usage=", 120) {
            sglang(s, log, What::Graphs);
        }
    }),
    row("CUDA graph end.", |mut s, log| {
        if s.behind("mem usage=", 120) {
            sglang(s, log, What::Graphs);
        }
    }),
    row("#tokens: ", cache),
    row("max_total_num_tokens=", |mut s, log| {
        let Some(tokens) = s.count() else { return };
        log.readings.put_count(What::CacheTokens, tokens);
        if s.behind("max_running_requests=", 120)
            && let Some(n) = s.count()
        {
            log.readings.put_count(What::Running, n);
        }
        if s.behind("context_len=", 40)
            && let Some(n) = s.count()
        {
            log.readings.put_count(What::MaxLength, n);
        }
        started(log, Source::Sglang);
    }),
];

fn size(mut scan: Scan<'_>, log: &mut Log, what: What) {
    if let Some(size) = scan.size() {
        log.readings.put(what, size);
        begun(log);
    }
}

/// A number of GiB, whatever is written behind it.
fn gib(mut scan: Scan<'_>, log: &mut Log, what: What) {
    if let Some(size) = scan.gib() {
        log.readings.put(what, size);
        begun(log);
    }
}

fn count(mut scan: Scan<'_>, log: &mut Log, what: What) {
    if let Some(count) = scan.count() {
        log.readings.put_count(what, count);
        begun(log);
    }
}

/// vLLM's block holds 16 tokens unless it is told otherwise.
const BLOCK: u64 = 16;

fn blocks(mut scan: Scan<'_>, log: &mut Log) {
    if let Some(blocks) = scan.count() {
        log.readings.put_count(What::Blocks, blocks);
        let tokens = blocks.saturating_mul(BLOCK);
        log.readings.put_count(What::CacheTokens, tokens);
        begun(log);
    }
}

/// A decimal, kept in thousandths of `unit` ÷ 1000.
pub(super) fn thousandths(scan: &mut Scan<'_>, log: &mut Log, what: What, unit: f64) {
    if let Some(share) = scan.number() {
        let value = whole(share.value.max(0.0) * unit + 0.5);
        let old = if what == What::CacheUse {
            log.readings.count(what).unwrap_or(0)
        } else {
            0
        };
        log.readings.put_count(what, value.max(old));
    }
}

/// Lines of vLLM with nothing wrong yet.
fn begun(log: &mut Log) {
    started(log, Source::Vllm);
}

fn started(log: &mut Log, source: Source) {
    log.by(source);
    log.because(Cause::StartUp);
    say(log, None, Moment::StartUp, None);
}

/// What a message itself says of the place; the first that names a line stays.
pub(super) fn say(log: &mut Log, item: Option<Item>, moment: Moment, hint: Option<Hint>) {
    let known = log.place.is_some_and(|place| place.item.is_some());
    if !known {
        log.place = Some(Place {
            side: Side::Engine,
            item,
            moment: Some(moment),
            hint,
            soft: false,
            element: None,
        });
    }
}

/// V0: `total_gpu_memory (23.64GiB) x gpu_memory_utilization (0.90) = 21.28GiB`.
fn budget(mut scan: Scan<'_>, log: &mut Log) {
    if let Some(total) = scan.gib() {
        log.readings.put(What::Total, total);
    }
    if scan.behind("gpu_memory_utilization (", 60) {
        util(&mut scan, log);
    }
    if scan.behind("= ", 20)
        && let Some(budget) = scan.gib()
    {
        log.readings.put(What::Budget, budget);
    }
    begun(log);
}

/// V0: `model weights take …; non_torch_memory takes …; PyTorch activation peak memory takes …; the rest …`.
fn split(mut scan: Scan<'_>, log: &mut Log) {
    if let Some(size) = scan.gib() {
        log.readings.put(What::Weights, size);
    }
    for (words, what) in [
        ("non_torch_memory takes ", What::NonTorch),
        ("activation peak memory takes ", What::ActivationPeak),
        ("reserved for KV Cache is ", What::Pool),
    ] {
        if scan.behind(words, 160)
            && let Some(size) = scan.gib()
        {
            log.readings.put(what, size);
        }
    }
    begun(log);
}

/// V1: `(cuda:0 )(21.9/23.6 GiB) on startup`, then either that it is less than desired, or where all of it went.
fn free_memory(mut scan: Scan<'_>, log: &mut Log) {
    // The device's name came late to this message.
    if scan.ahead(5) == "cuda:" && !scan.behind(" ", 12) {
        return;
    }
    if !scan.eat("(") {
        return;
    }
    let free = scan.gib();
    if scan.eat("/")
        && let (Some(free), Some(total)) = (free, scan.size())
    {
        log.readings.put(What::Free, free);
        log.readings.put(What::Total, total);
    }
    if !scan.eat(") on startup") {
        return;
    }
    let short = scan.ahead(40).starts_with(" is less than desired");
    if scan.behind("utilization (", 60) || scan.behind("utilization is (", 60) {
        util(&mut scan, log);
        if scan.eat(", ")
            && let Some(budget) = scan.gib()
        {
            log.readings.put(What::Budget, budget);
        }
    }
    if short {
        log.by(Source::Vllm);
        log.because(Cause::NotEnoughFree);
        say(log, None, Moment::StartUp, None);
        return;
    }
    used(&mut scan, log);
    begun(log);
}

/// `Actual usage is 15.3 GiB for weight, 1.2 GiB for peak activation, 0.1 GiB for non-torch memory, and 0.5 GiB for CUDAGraph memory.`
fn used(scan: &mut Scan<'_>, log: &mut Log) {
    if !scan.behind("Actual usage is ", 60) {
        return;
    }
    // Four parts in the longest version; each is a size and its name.
    for _ in 0..5 {
        let Some(size) = scan.size() else { break };
        if !scan.eat(" for ") {
            break;
        }
        part(scan.ahead(60), size, log);
        if !(scan.behind(", ", 60) || scan.behind("and ", 60)) {
            break;
        }
        scan.eat("and ");
    }
    if scan.behind("kv cache memory in use is ", LINE)
        && let Some(size) = scan.size()
    {
        log.readings.put(What::Pool, size);
    }
}

fn part(name: &str, size: Size, log: &mut Log) {
    let names = [
        ("weight", What::Weights),
        ("peak activation", What::ActivationPeak),
        ("non-torch", What::NonTorch),
        ("CUDAGraph", What::Graphs),
    ];
    if let Some((_, what)) = names.iter().find(|(start, _)| name.starts_with(start)) {
        log.readings.put(*what, size);
    } else if let Some(weights) = log.readings.size(What::Weights)
        && name.starts_with("consumed")
    {
        // Weights and what is outside torch as one sum: the weights have a line of their own further up.
        let bytes = size.bytes.minus(weights);
        log.readings.put(What::NonTorch, Size { bytes, ..size });
    }
}

/// `0.9` as thousandths.
fn util(scan: &mut Scan<'_>, log: &mut Log) {
    if let Some(share) = scan.number()
        && (0.0..=1.0).contains(&share.value)
    {
        let value = whole(share.value * 1000.0 + 0.5);
        log.readings.put_count(What::Util, value);
    }
}

fn sglang(mut scan: Scan<'_>, log: &mut Log, what: What) {
    if let Some(size) = scan.size() {
        log.readings.put(what, size);
        started(log, Source::Sglang);
    }
}

/// `#tokens: 69632, K size: 4.78 GB, V size: 4.78 GB` or `…, KV size: 7.72 GB`.
fn cache(mut scan: Scan<'_>, log: &mut Log) {
    let Some(tokens) = scan.count() else { return };
    let window = scan.ahead(20);
    let whole = window.starts_with(", KV size: ");
    if !(whole || window.starts_with(", K size: ")) {
        return;
    }
    log.readings.put_count(What::CacheTokens, tokens);
    scan.behind("size: ", 20);
    let Some(mut size) = scan.size() else { return };
    if !whole
        && scan.behind("V size: ", 20)
        && let Some(values) = scan.size()
    {
        size.bytes = size.bytes.plus(values.bytes);
        size.half = size.half.plus(values.half);
    }
    log.readings.put(What::Pool, size);
    started(log, Source::Sglang);
}
