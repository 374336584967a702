//! Out, then in: what a framework's text carries comes back.
use proptest::prelude::*;
use vram_ledger::flags::{self, Framework, Written};
use vram_ledger::i18n::FlagText;
use vram_ledger::ledger::estimate;
use vram_ledger::ledger::paradigm::Residents;
use vram_ledger::ledger::words::Word;
use vram_ledger::url::{self, Key, Link};

/// Keys with values to draw from; the first is the default.
const VALUES: &[(&str, &[&str])] = &[
    (
        "model",
        &[
            "qwen3-0.6b",
            "llama-3.1-8b",
            "gemma-2-2b",
            "mixtral-8x7b",
            "deepseek-v3",
            "phi-4-14b",
        ],
    ),
    (
        "dtype",
        &[
            "bf16", "bf16", "bf16", "fp32", "fp16", "fp8", "int8", "int4", "nf4", "awq4", "gptq4",
            "mxfp4",
        ],
    ),
    ("task", &["grpo", "serve", "sft", "dpo", "grpo", "ppo"]),
    ("tune", &["full", "full", "lora", "qlora"]),
    ("rank", &["16", "8", "64"]),
    ("targets", &["all-linear", "attn", "qv"]),
    ("adtype", &["fp32", "bf16"]),
    ("kbit", &["0", "1"]),
    ("recipe", &["master", "nomaster", "bf16", "amp", "fp32grad"]),
    (
        "opt",
        &[
            "adamw",
            "adamw",
            "amsgrad",
            "adamw8bit",
            "paged8bit",
            "ademamix8bit",
            "adafactor",
            "sgd",
            "sgdm",
            "lion",
            "lion8bit",
            "muon",
        ],
    ),
    ("mb", &["2", "1", "8", "3"]),
    ("accum", &["1", "4", "16"]),
    ("seq", &["1024", "4096", "1", "8191"]),
    ("comp", &["", "512", "700", "5000"]),
    ("ckpt", &["1", "0"]),
    ("attn", &["flash", "eager"]),
    ("head", &["hf", "trl-fused", "liger", "naive", "rowtile"]),
    ("ref", &["auto", "0", "1"]),
    ("gens", &["8", "4", "16"]),
    ("engine", &["auto", "none", "colocate", "server", "alone"]),
    ("conc", &["16", "1", "96", "17"]),
    ("len", &["1024", "4096", "32768"]),
    ("kvdtype", &["bf16", "fp8", "fp16", "int8", "int4", "fp32"]),
    ("util", &["auto", "0.3", "0.55", "0.9", "0.05"]),
    ("sleep", &["0", "1", "2"]),
    ("seqs", &["256", "16", "96", "1"]),
    ("batched", &["8192", "4096", "2048"]),
    ("eager", &["0", "1"]),
    ("n", &["1", "4", "8", "6"]),
    ("en", &["1", "2", "8", "3"]),
    ("tp", &["1", "2", "4"]),
    ("pp", &["1", "2"]),
    ("shard", &["none", "zero1", "zero2", "zero3", "fsdp2"]),
    ("offload", &["none", "optimizer", "params"]),
    ("critic", &["", "qwen3-1.7b", "none"]),
    ("reward", &["", "qwen3-4b", "none"]),
    ("adapters", &["0", "0", "3"]),
    ("draft", &["none", "none", "qwen3-0.6b"]),
    ("method", &["lesson", "measured"]),
];

fn query(rolls: &[u8]) -> String {
    VALUES
        .iter()
        .zip(rolls)
        .map(|((key, values), roll)| {
            let value = values[usize::from(*roll) % values.len()];
            format!("{key}={value}")
        })
        .collect::<Vec<_>>()
        .join("&")
}

fn resolved(link: &Link, key: Key) -> String {
    let residents = Residents::of(&link.config);
    match key {
        Key::Engine => residents.engine.slug().into(),
        Key::Ref => u8::from(residents.reference).to_string(),
        _ => url::value_of(link, key),
    }
}

/// What does not come back of a configuration in a framework's words.
fn lost(link: &Link, framework: Framework) -> (Written, Vec<String>) {
    let out = flags::write(&link.config, &estimate(&link.config), framework);
    let mut wrong = Vec::new();
    if out.text.is_empty() {
        assert!(
            !out.said.is_empty(),
            "{framework:?} says nothing of why there is no text"
        );
        return (out, wrong);
    }
    let read = flags::read(&out.text, None);
    if read.framework != Some(framework) {
        wrong.push(format!("read as {:?}", read.framework));
    }
    if !read.unknown.is_empty() {
        wrong.push(format!("unknown: {:?}", read.unknown));
    }
    for remark in &read.said {
        if matches!(
            remark.what,
            FlagText::NotRead | FlagText::OutOfRange | FlagText::OptimizerUnknown
        ) {
            wrong.push(format!("{remark:?}"));
        }
    }
    let (mut back, _) = url::parse(&read.query());
    back.config.method = link.config.method;
    for key in &out.carried {
        let (wanted, got) = (resolved(link, *key), resolved(&back, *key));
        if wanted != got {
            wrong.push(format!("{}: {wanted} came back as {got}", key.slug()));
        }
    }
    (out, wrong)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_carried_comes_back(rolls in prop::collection::vec(any::<u8>(), VALUES.len())) {
        let (link, _) = url::parse(&query(&rolls));
        for framework in Framework::WRITTEN {
            let (out, wrong) = lost(&link, framework);
            prop_assert!(wrong.is_empty(), "{framework:?} of {}: {wrong:?}\n{}", url::format(&link), out.text);
        }
    }

    /// A key is carried, listed as not expressible, unused here, or at the default: none is lost in silence.
    #[test]
    fn no_key_is_lost_in_silence(rolls in prop::collection::vec(any::<u8>(), VALUES.len())) {
        let (link, _) = url::parse(&query(&rolls));
        let mut measured = link.config.clone();
        measured.method = vram_ledger::ledger::config::Method::Measured;
        for framework in Framework::WRITTEN {
            let out = flags::write(&link.config, &estimate(&link.config), framework);
            if out.text.is_empty() {
                continue;
            }
            for (name, _) in VALUES {
                let key = Key::of(name).unwrap();
                let quiet = out.carried.contains(&key)
                    || out.cannot.contains(&key)
                    || url::unused(&measured, key).is_some()
                    || key == Key::Method
                    || url::value_of(&link, key) == url::value_of(&Link::default(), key);
                prop_assert!(quiet, "{framework:?}: {name}={} of {}", url::value_of(&link, key), url::format(&link));
            }
        }
    }
}

/// The default of the page in each framework that knows the task carries nearly everything.
#[test]
fn the_pages_default_is_carried() {
    let (link, _) = url::parse("");
    let (out, wrong) = lost(&link, Framework::Trl);
    assert_eq!(wrong, [""; 0]);
    assert_eq!(out.cannot, [Key::Head]);
    let (link, _) = url::parse(
        "task=serve&model=qwen3-8b&conc=48&seqs=48&len=16384&kvdtype=fp8&util=0.88&tp=2&en=2",
    );
    let (out, wrong) = lost(&link, Framework::Vllm);
    assert_eq!(wrong, [""; 0]);
    assert_eq!(out.cannot, []);
}
