//! The shapes of logs and frames that were collected (tests/cases/frameworks.json), one instance each.
use serde_json::Value;
use vram_ledger::ledger::triage::{Side, diagnose, read};
use vram_ledger::ledger::words::Word;
use vram_ledger::url::Link;

fn frameworks() -> Value {
    serde_json::from_str(include_str!("../cases/frameworks.json")).unwrap()
}

/// An instance of each shape, by source and name; None for what is no sign by itself (a prefix, a hint).
fn instance(source: &str, name: &str) -> Option<&'static str> {
    Some(match (source, name) {
        ("pytorch", "exception class") => "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried",
        ("pytorch", "asked") => "Tried to allocate 1.16 GiB.",
        ("pytorch", "old body") => {
            "CUDA out of memory. Tried to allocate 1.16 GiB (GPU 0; 23.70 GiB total capacity; 21.04 GiB already allocated; 0 bytes free; 22.10 GiB reserved in total by PyTorch)"
        }
        ("pytorch", "new body") => {
            "Tried to allocate 1.16 GiB. GPU 1 has a total capacty of 23.70 GiB of which 12.00 MiB is free."
        }
        ("pytorch", "other process") => {
            "Tried to allocate 1.16 GiB. Process 991 has 3.00 GiB memory in use."
        }
        ("pytorch", "this process") => {
            "Tried to allocate 1.16 GiB. Including non-PyTorch memory, this process has 3.00 GiB memory in use."
        }
        ("pytorch", "per-process cap") => {
            "Tried to allocate 1.16 GiB. GPU 0 has a total capacity of 23.70 GiB of which 11.00 GiB is free. 12.00 GiB allowed; Of the allocated memory 11.20 GiB is allocated by PyTorch, and 0 bytes is reserved by PyTorch but unallocated."
        }
        ("pytorch", "allocated") => {
            "Tried to allocate 1.16 GiB. Of the allocated memory 11.20 GiB is allocated by PyTorch, with 64.00 MiB allocated in private pools (e.g., CUDA Graphs), and 5.00 GiB is reserved by PyTorch but unallocated."
        }
        ("pytorch", "fraction reject") => {
            "Allocation was preemptively rejected because it would exceed per_process_memory_fraction limit. Requested size: 1.16 GiB"
        }
        ("pytorch", "absurd size") => "Tried to allocate more than 1EB memory",
        ("pytorch", "raw driver/runtime") => "RuntimeError: CUDA error: out of memory",
        ("rocm", "HIP") => "HIP out of memory. Tried to allocate 1.16 GiB.",
        ("mps", "MPS") => {
            "MPS backend out of memory (MPS allocated: 8.00 GB, other allocations: 1.00 GB, max allowed: 9.07 GB). Tried to allocate 1.16 GB on private pool."
        }
        ("vllm", "V0 weights") => "Loading model weights took 14.99 GB",
        ("vllm", "weights") => "Model loading took 14.99 GiB memory and 3.2 seconds",
        ("vllm", "V0 budget") => {
            "the current vLLM instance can use total_gpu_memory (23.64GiB) x gpu_memory_utilization (0.90) = 21.28GiB"
        }
        ("vllm", "V0 split") => {
            "model weights take 14.99GiB; non_torch_memory takes 0.06GiB; PyTorch activation peak memory takes 1.19GiB; the rest of the memory reserved for KV Cache is 5.04GiB.The engine can allocate 2578 GPU blocks"
        }
        ("vllm", "blocks") => "# cuda blocks: 2578, # CPU blocks: 2048",
        ("vllm", "concurrency") => "Maximum concurrency for 32,768 tokens per request: 2.29x",
        ("vllm", "V1 KV size") => "GPU KV cache size: 75,200 tokens",
        ("vllm", "V1 available") => "Available KV cache memory: -0.91 GiB",
        ("vllm", "graphs") => "Graph capturing finished in 20 secs, took 0.53 GiB",
        ("vllm", "full split (end of start-up)") => {
            "Free memory on device (30.85/31.36 GiB) on startup. Desired GPU memory utilization is (0.9, 28.23 GiB). Actual usage is 15.27 GiB for weight, 1.78 GiB for peak activation, 0.14 GiB for non-torch memory, and 0.62 GiB for CUDAGraph memory. Replace gpu_memory_utilization config with `--kv-cache-memory=10951234567` to fit. Current kv cache memory in use is 10.33 GiB."
        }
        ("vllm", "explicit pool") => {
            "Initial free memory 30.85 GiB, reserved 10.00 GiB memory for KV Cache as specified by kv_cache_memory_bytes"
        }
        ("vllm", "sleep") => "Sleep mode freed 26.10 GiB memory, 1.21 GiB memory is still in use.",
        ("vllm", "not enough free") => {
            "ValueError: Free memory on device (14.21/31.36 GiB) on startup is less than desired GPU memory utilization (0.9, 28.23 GiB)."
        }
        ("vllm", "no KV room") => "ValueError: No available memory for the cache blocks.",
        ("vllm", "max_model_len too long, new") => {
            "To serve at least one request with the model's max seq len (40960), 5.63 GiB KV cache is needed, which is larger than the available KV cache memory (3.10 GiB). Based on the available memory, the estimated maximum model length is 22560."
        }
        ("vllm", "max_model_len too long, old") => {
            "The model's max seq len (32768) is larger than the maximum number of tokens that can be stored in KV cache (29344)."
        }
        ("vllm", "auto-fit") => "Auto-fit max_model_len: reduced from 131072 to 69904 to fit",
        ("vllm", "sampler warm-up") => {
            "CUDA out of memory occurred when warming up sampler with 1024 dummy requests."
        }
        ("vllm", "profiling") => {
            "AssertionError: Error in memory profiling. Initial free memory 30.1 GiB, current free memory 31.0 GiB."
        }
        ("vllm", "running stats") => {
            "Avg prompt throughput: 10.0 tokens/s, Avg generation throughput: 5.0 tokens/s, Running: 8 reqs, Swapped: 0 reqs, Pending: 3 reqs, GPU KV cache usage: 91.2%, CPU KV cache usage: 0.0%."
        }
        ("vllm", "preemption") => {
            "Sequence group 7 is preempted by PreemptionMode.SWAP mode because there is not enough KV cache space."
        }
        ("vllm", "dead engine") => {
            "vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue."
        }
        ("sglang", "distributed") => "Init torch distributed ends. mem usage=0.11 GB",
        ("sglang", "weights") => {
            "Load weight end. elapsed=7.12 s, type=LlamaForCausalLM, quant=fp8, avail mem=15.60 GB, mem usage=8.49 GB."
        }
        ("sglang", "KV") => {
            "KV Cache is allocated. dtype: torch.bfloat16, #tokens: 120000, KV size: 7.72 GB"
        }
        ("sglang", "graphs") => {
            "Capture target decode CUDA graph end. elapsed=4.1 s, mem usage=0.44 GB, avail mem=4.78 GB."
        }
        ("sglang", "summary") => {
            "max_total_num_tokens=69632, chunked_prefill_size=2048, max_prefill_tokens=16384, max_running_requests=2048, context_len=40960"
        }
        ("sglang", "batches") => {
            "Decode batch, #running-req: 12, #token: 60000, token usage: 0.86, cuda graph: True"
        }
        ("sglang", "errors") => "Decode out of memory happened. #retracted_reqs: 1",
        ("deepspeed", "see_memory_usage") => {
            "MA 22.44 GB         Max_MA 23.10 GB         CA 23.59 GB         Max_CA 24 GB"
        }
        ("deepspeed", "estimator") => {
            "SW: Model with 8030M total params, 525M largest layer params."
        }
        ("deepspeed", "buckets") => "Reduce bucket size 500000000",
        ("bitsandbytes", "native error") => {
            "Error out of memory at line 380 in file /src/csrc/ops.cu"
        }
        ("hf", "driver hints") => "Decreasing batch size to: 2.",
        ("smi", "table row") => {
            "| 30%   65C    P2             320W /  450W |   22100MiB /  24564MiB |    100%      Default |"
        }
        ("smi", "process row") => {
            "|    0   N/A  N/A            1234      C   python                        22094MiB |"
        }
        ("smi", "query csv") => "NVIDIA L4, 23034 MiB, 21000 MiB",
        ("summary", "memory_summary rows") => {
            "| Allocated memory      |   9216 MiB |  21504 MiB |    512 GiB |    503 GiB |"
        }
        _ => return None,
    })
}

/// Shapes that say nothing about memory by themselves: what a line begins with, and hints behind a message.
const SILENT: &[(&str, &str)] = &[
    ("pytorch", "tail"),
    ("pytorch", "expandable hint variants"),
    ("vllm", "prefix"),
    ("sglang", "prefix"),
    ("sglang", "pool end"),
    ("bitsandbytes", "frames"),
];

#[test]
fn every_shape_of_a_log_is_read() {
    let frameworks = frameworks();
    let mut silent = 0;
    for shape in frameworks["log_shapes"].as_array().unwrap() {
        let (source, name) = (
            shape["source"].as_str().unwrap(),
            shape["name"].as_str().unwrap(),
        );
        if SILENT.contains(&(source, name)) {
            silent += 1;
            continue;
        }
        let text =
            instance(source, name).unwrap_or_else(|| panic!("no instance of {source}: {name}"));
        let log = read(text);
        let found = diagnose(&log, &Link::default().config);
        assert!(found.recognised, "{source}: {name}: {text}");
        match shape["side"].as_str().unwrap() {
            "engine" => assert_eq!(found.side, Side::Engine, "{source}: {name}"),
            // A size alone may tell a side.
            "training" => assert_ne!(found.side, Side::Engine, "{source}: {name}"),
            _ => {}
        }
        let numbers = text.chars().any(|c| c.is_ascii_digit());
        let none = [
            "absurd size",
            "dead engine",
            "errors",
            "driver hints",
            "native error",
        ];
        if numbers && !none.contains(&name) {
            assert!(!log.readings.all().is_empty(), "{source}: {name}");
        }
    }
    assert_eq!(silent, SILENT.len());
}

#[test]
fn a_cap_of_the_process_is_no_full_card() {
    for name in ["per-process cap", "fraction reject"] {
        let log = read(instance("pytorch", name).unwrap());
        let found = diagnose(&log, &Link::default().config);
        assert_eq!(found.cause.unwrap().slug(), "capped", "{name}");
        assert_eq!(found.steps[0].code.slug(), "uncap");
    }
}

/// One traceback for each part of a frame's pattern.
#[test]
fn every_pattern_of_a_frame_means_its_line() {
    let frameworks = frameworks();
    for row in frameworks["trace_frames"].as_array().unwrap() {
        let item = row["item"].as_str().unwrap();
        for part in alternatives(row["pattern"].as_str().unwrap()) {
            let trace = traceback(&part);
            let log = read(&trace);
            let found = diagnose(&log, &Link::default().config);
            assert!(found.recognised, "{part}");
            if item == "engine" {
                assert_eq!(found.side, Side::Engine, "{part}\n{trace}");
                continue;
            }
            let got = found.item.map(|item| item.slug()).unwrap_or("none");
            assert!(
                item.split('|').any(|one| one == got),
                "{part} is {got}, not {item}\n{trace}"
            );
        }
    }
}

/// `a|b.*(c|d)` → a, b c, b d; signs that regular expressions escape as themselves.
fn alternatives(pattern: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in pattern.chars() {
        match c {
            '(' if !parts.last().unwrap().ends_with('\\') => {
                depth += 1;
                parts.last_mut().unwrap().push(c);
            }
            ')' if depth > 0 && !parts.last().unwrap().ends_with('\\') => {
                depth -= 1;
                parts.last_mut().unwrap().push(c);
            }
            '|' if depth == 0 => parts.push(String::new()),
            c => parts.last_mut().unwrap().push(c),
        }
    }
    let mut out = Vec::new();
    for part in parts {
        let part = part.replace("\\w+", "llama").replace(".*", " ");
        match part.split_once(" (") {
            Some((path, inside)) => {
                for one in inside.trim_end_matches(')').split('|') {
                    out.push(format!("{path} {one}"));
                }
            }
            None => out.push(part),
        }
    }
    out.into_iter().map(|part| part.replace('\\', "")).collect()
}

/// A traceback whose lowest known frame is the part: a path, a function, or a line of code.
fn traceback(part: &str) -> String {
    let (path, rest) = match part.split_once(' ') {
        Some((path, rest)) => (path.to_string(), rest),
        None => (part.to_string(), ""),
    };
    let file = |path: &str, function: &str, code: &str| {
        format!(
            "Traceback (most recent call last):\n  File \"/site-packages/{path}\", line 7, in {function}\n    {code}\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 7.77 GiB.\n"
        )
    };
    if path.ends_with(".py") {
        return file(&path, "f", &format!("x = {rest}"));
    }
    if path.ends_with('/') || path.contains('/') {
        let path = if path.ends_with('/') {
            format!("{path}x.py")
        } else {
            format!("{path}_x.py")
        };
        return file(&path, if rest.is_empty() { "f" } else { rest }, "y()");
    }
    let engine = [
        "profile_run",
        "_dummy",
        "initialize_kv_cache",
        "_allocate_kv",
        "capture_model",
    ];
    if engine.iter().any(|start| part.starts_with(start)) {
        return file("vllm/v1/worker/gpu_model_runner.py", part, "y()");
    }
    let code = if part.ends_with('(') {
        format!("x = {part}a)")
    } else {
        format!("x = {part}")
    };
    file("somewhere/a.py", "f", &code)
}
