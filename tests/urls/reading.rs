//! One behaviour of the contract a test.
use super::check;
use vram_ledger::ledger::config::{Config, EngineMode, Task};
use vram_ledger::ledger::paradigm::Residents;
use vram_ledger::ledger::units::Bytes;
use vram_ledger::ledger::words::Word;
use vram_ledger::url::{self, FIELDS, Key, Link};

#[test]
fn the_empty_query_is_the_default() {
    for query in [
        "", "?", "&", "&&&", "v=1", "?v=1", "v=", "v", " ", "#x", "?#mb=1",
    ] {
        assert_eq!(check(query, "", &[]), Link::default(), "{query:?}");
    }
    assert_eq!(url::format_copied(&Link::default()), "v=1");
    let link = url::parse("mb=1").0;
    assert_eq!(url::format_copied(&link), "v=1&mb=1");
}

#[test]
fn an_address_is_read_to_its_fragment() {
    check(
        "https://example.org/a/b.html?mb=1&seq=2048#kv",
        "mb=1&seq=2048",
        &[],
    );
    check("?mb=1#seq=2048", "mb=1", &[]);
    check("  mb=1\n", "mb=1", &[]);
}

#[test]
fn percent_coding_and_plus_are_decoded() {
    check("%6D%62=%31", "mb=1", &[]);
    check("m%62=1&se%71=20%34%38", "mb=1&seq=2048", &[]);
    check("mb=+1+", "mb=1", &[]);
    check("mb=%201%20", "mb=1", &[]);
    check("+mb+=1", "mb=1", &[]);
    check(
        "model=custom&params=7e9&m.name=a%2Bb+c%26d%3De%25",
        "model=custom&m.name=a%2Bb+c%26d%3De%25&params=7000000000",
        &[],
    );
    // Not a code: it stands for itself, and is no number.
    check("mb=%", "", &["mb not_a_number error"]);
    check("mb=%1", "", &["mb not_a_number error"]);
    check("mb=%zz", "", &["mb not_a_number error"]);
    check("mb=%ff", "", &["mb not_a_number error"]);
}

#[test]
fn values_are_matched_without_case() {
    check("MB=1&Task=SFT&DTYPE=Int8", "dtype=int8&task=sft&mb=1", &[]);
    check(
        "model=Qwen3-8B&GPU=RTX-4090",
        "model=qwen3-8b&gpu=rtx-4090",
        &[],
    );
    check(
        "util=AUTO&critic=None&task=PPO",
        "task=ppo&critic=none",
        &[],
    );
    check("unit=GB&view=KV&lang=ZH", "view=kv&lang=zh&unit=gb", &[]);
    check("mem=24GIB&seq=2K", "seq=2000&mem=24576", &[]);
}

#[test]
fn full_width_digits_are_folded_with_a_note() {
    check("seq=２０４８", "seq=2048", &["seq read_leniently note"]);
    check("seq=２k", "seq=2000", &["seq read_leniently note"]);
    check(
        "context=１．５",
        "context=1.5",
        &["context read_leniently note"],
    );
    check("mem=２４GiB", "mem=24576", &["mem read_leniently note"]);
    check("ckpt=０", "ckpt=0", &[]);
}

#[test]
fn separators_inside_numbers_are_dropped_with_a_note() {
    check("seq=2,048", "seq=2048", &["seq read_leniently note"]);
    check("seq=2_048", "seq=2048", &["seq read_leniently note"]);
    check("len=1,000,000", "len=1000000", &["len read_leniently note"]);
    check(
        "price=1,234.5",
        "price=1234.5",
        &["price read_leniently note"],
    );
    for query in ["seq=,2048", "seq=2048,", "seq=_", "seq=,", "seq=2,,048"] {
        check(query, "", &["seq not_a_number error"]);
    }
}

#[test]
fn suffixes_multiply() {
    for (text, value) in [
        ("2k", 2_000),
        ("2K", 2_000),
        ("2ki", 2_048),
        ("2Ki", 2_048),
        ("1m", 1_000_000),
        ("1Mi", 1_048_576),
        ("1.5k", 1_500),
        ("1.1k", 1_100),
        ("0.5Ki", 512),
        ("2e3", 2_000),
        ("2E3", 2_000),
        ("+2048", 2_048),
        ("2048.0", 2_048),
        ("2048.", 2_048),
        ("2 k", 2_000),
        ("0.0001亿", 10_000),
    ] {
        let (link, issues) = url::parse(&format!("seq={}", text.replace('+', "%2B")));
        assert_eq!((link.config.seq, issues), (value, vec![]), "{text}");
    }
    for (text, value) in [
        ("7e9", 7_000_000_000),
        ("7B", 7_000_000_000),
        ("70亿", 7_000_000_000),
        ("1Gi", 1 << 30),
        ("0.6B", 600_000_000),
        ("671b", 671_000_000_000),
    ] {
        let (link, issues) = url::parse(&format!("model=custom&params={text}"));
        assert_eq!(
            (link.config.model.params(), issues),
            (value, vec![]),
            "{text}"
        );
    }
}

#[test]
fn memory_has_its_own_suffixes() {
    for (text, mib) in [
        ("24576", 24_576),
        ("24576MiB", 24_576),
        ("24GiB", 24_576),
        ("24 GiB", 24_576),
        ("1.5GiB", 1_536),
        ("24Gi", 24_576),
        ("24Ki", 24_576),
        ("24k", 24_000),
        ("32607mib", 32_607),
        // Decimal sizes are no whole MiB: the nearest is taken.
        ("24GB", 22_888),
        ("80GB", 76_294),
        ("1000MB", 954),
    ] {
        let (link, issues) = url::parse(&format!("mem={text}"));
        assert_eq!(link.config.mem, Some(mib), "{text} {issues:?}");
        assert!(
            issues.iter().all(|issue| issue.level.slug() == "note"),
            "{text} {issues:?}"
        );
        assert_eq!(link.config.capacity(), Bytes::mib(mib));
    }
    check("mem=lots", "", &["mem not_a_number error"]);
    check("mem=0", "mem=1", &["mem out_of_range error"]);
}

#[test]
fn the_first_of_two_holds() {
    check("mb=1&mb=4", "mb=1", &["mb duplicate error"]);
    check("mb=1&mb=1", "mb=1", &["mb repeated note"]);
    check(
        "mb=x&mb=4",
        "",
        &["mb not_a_number error", "mb duplicate error"],
    );
    check("mb=&mb=4", "", &["mb duplicate error"]);
    check(
        "model=qwen3-8b&model=qwen3-4b",
        "model=qwen3-8b",
        &["model duplicate error"],
    );
    check(
        "model=custom&m.layers=4&m.layers=8",
        "model=custom&m.type=llama&m.layers=4",
        &["m.layers duplicate error"],
    );
}

#[test]
fn empty_is_the_default() {
    let every: String = FIELDS
        .iter()
        .map(|field| format!("&{}=", field.key.slug()))
        .collect();
    assert_eq!(check(&every, "", &[]), Link::default());
    check("mb", "", &[]);
    check("mb=+", "", &[]);
    check("model=&m.layers=", "", &[]);
    let base = url::parse("mb=1&seq=2048&model=qwen3-8b&vs=mb:4").0;
    let (back, issues) = url::apply(&base, "mb=&model=&vs=");
    assert_eq!((url::format(&back), issues), ("seq=2048".into(), vec![]));
}

#[test]
fn what_cannot_be_read_is_the_default() {
    for text in [
        "x", "nan", "NaN", "inf", "Infinity", "-", "1e", "e9", "1.2.3", "0x10", "１２x", "1/2",
        "٣", "−1", "1e+", "..", "2kk", "2kb",
    ] {
        check(&format!("seq={text}"), "", &["seq not_a_number error"]);
    }
    check("seq=1.5", "", &["seq not_whole error"]);
    check("seq=1000000.5", "", &["seq not_whole error"]);
    check("seq=1e-3", "seq=1", &["seq out_of_range error"]);
    check("task=grop", "", &["task not_a_word error"]);
    check("ckpt=yes", "", &["ckpt not_a_word error"]);
    check("model=gpt-5", "", &["model unknown_id error"]);
    check("gpu=rtx-9090", "", &["gpu unknown_id error"]);
    check(
        "task=ppo&critic=gpt-5",
        "task=ppo",
        &["critic unknown_id error"],
    );
    check("context=nan", "", &["context not_a_number error"]);
    check("util=half", "", &["util not_a_number error"]);
    check("axes=16", "", &["axes not_axes error"]);
    check("axes=axb", "", &["axes not_axes error"]);
    check("model=custom", "", &["model custom_without_shape error"]);
}

#[test]
fn out_of_range_is_clamped() {
    check("mb=0", "mb=1", &["mb out_of_range error"]);
    check("mb=-5", "mb=1", &["mb out_of_range error"]);
    check("mb=-1e999", "mb=1", &["mb out_of_range error"]);
    check("mb=1e999", "mb=65536", &["mb out_of_range error"]);
    check("seq=1e999", "seq=10000000", &["seq out_of_range error"]);
    check(
        "len=99999999999999999999999999999999999999999999999999",
        "len=10000000",
        &["len out_of_range error"],
    );
    check("util=0.99", "util=0.98", &["util out_of_range error"]);
    check("util=-1", "util=0.05", &["util out_of_range error"]);
    check("util=1e999", "util=0.98", &["util out_of_range error"]);
    check("context=-1", "context=0", &["context out_of_range error"]);
    check(
        "context=1e999",
        "context=1024",
        &["context out_of_range error"],
    );
    check(
        "sleep=3",
        "sleep=2",
        &["sleep out_of_range error", "sleep not_used_yet note"],
    );
    check(
        "model=custom&params=0",
        "model=custom&params=1",
        &["params out_of_range error"],
    );
    check(
        "model=custom&params=1e999",
        "model=custom&params=1000000000000000",
        &["params out_of_range error"],
    );
}

#[test]
fn a_value_finer_than_is_kept_is_rounded_with_a_note() {
    check("util=0.555", "util=0.56", &["util rounded note"]);
    check(
        "context=0.12345678",
        "context=0.123457",
        &["context rounded note"],
    );
    check("context=0.5", "context=0.5", &[]);
    check("context=1e-9", "context=0", &["context rounded note"]);
}

#[test]
fn unknown_keys_are_ignored_and_said() {
    check("microbatch=1", "", &["microbatch unknown_key error"]);
    check("=1", "", &[" unknown_key error"]);
    check(
        "mb=1&utm_source=x",
        "mb=1",
        &["utm_source unknown_key error"],
    );
    check(
        "m.=1&model=custom&params=7",
        "model=custom&params=7",
        &["m. model_field error"],
    );
}

#[test]
fn other_versions_are_said() {
    check("v=1&mb=1", "mb=1", &[]);
    check("v=2&mb=1", "mb=1", &["v other_version error"]);
    check("v=x", "", &["v other_version error"]);
}

#[test]
fn a_key_without_effect_is_a_note() {
    check(
        "task=serve&mb=1",
        "task=serve&mb=1",
        &["mb not_used_here note"],
    );
    check(
        "task=sft&conc=4",
        "task=sft&conc=4",
        &["conc not_used_here note"],
    );
    check(
        "targets=qv",
        "targets=qv",
        &["targets not_used_by_method note"],
    );
    check("sleep=1", "sleep=1", &["sleep not_used_yet note"]);
    check("rank=8", "rank=8", &["rank not_used_here note"]);
    check("rank=8&tune=lora", "tune=lora&rank=8", &[]);
}

#[test]
fn defaults_are_the_contract_s() {
    let default = Link::default();
    // What the contract's table says of each key; empty where it is taken from elsewhere.
    let expected = "model=qwen3-0.6b params= dtype=bf16 task=grpo tune=full rank=16 targets=all-linear adtype=fp32 kbit=0 \
        recipe=master opt=adamw foreach=0 mb=2 accum=1 seq=1024 comp= ckpt=1 attn=flash pad=0 head=hf ref=auto critic= reward= \
        gens=8 prompts=8 mean=152 engine=auto conc=16 len=1024 kvdtype=bf16 util=auto sleep=0 seqs=256 batched=8192 eager=0 adapters=0 draft=none \
        prefix=0 gpu=rtx-5090 mem= n=1 en=1 tp=1 pp=1 shard=none offload=none context=1 price=15 cur=cny node=8 hours= qps= \
        busy=1 mfu=0.4 actshare=auto tokens= method=lesson fix= vs= vs2= vs3= seed= axes= hub= view=ledger lang=auto theme=auto unit=gib embed=0 \
        ui=full lock= drill=";
    let got: Vec<String> = FIELDS
        .iter()
        .map(|field| format!("{}={}", field.key.slug(), (field.get)(&default)))
        .collect();
    assert_eq!(got, expected.split_whitespace().collect::<Vec<_>>());
    // A default written out is the default.
    for pair in &got {
        let (link, issues) = url::parse(pair);
        assert_eq!(link, default, "{pair}");
        assert!(
            issues.iter().all(|issue| issue.level.slug() == "note"),
            "{pair} {issues:?}"
        );
    }
}

#[test]
fn every_word_of_the_contract_is_taken() {
    let words = "dtype fp32 bf16 fp16 fp8 int8 int4 nf4 awq4 gptq4 mxfp4\ntask serve sft dpo grpo ppo\ntune full lora qlora\n\
        targets all-linear attn qv\nadtype fp32 bf16\nkbit 0 1\nrecipe master nomaster bf16 amp fp32grad\n\
        opt adamw amsgrad adamw8bit paged8bit ademamix8bit adafactor sgd sgdm lion lion8bit muon\nforeach 0 1\nckpt 0 1\n\
        attn flash eager\npad 0 1\nhead hf keep naive rowloop triton trl-fused liger rowtile\nref auto 0 1\n\
        engine auto none colocate server alone\nkvdtype fp32 bf16 fp16 fp8 int8 int4\nsleep 0 1 2\neager 0 1\n\
        shard none zero1 zero2 zero3 fsdp2\noffload none optimizer params\nmethod lesson measured\nunit gib gb\nembed 0 1";
    for row in words.lines() {
        let mut parts = row.split_whitespace();
        let key = parts.next().unwrap();
        for word in parts {
            let (link, issues) = url::parse(&format!("{key}={word}"));
            let errors = issues
                .iter()
                .filter(|issue| issue.level.slug() == "error")
                .count();
            assert_eq!(errors, 0, "{key}={word} {issues:?}");
            assert_eq!(url::value_of(&link, Key::of(key).unwrap()), word);
            super::stable(&link);
        }
    }
}

#[test]
fn auto_follows_the_task() {
    use EngineMode::{Alone, Colocate, None};
    for (task, reference, engine) in [
        (Task::Serve, false, Alone),
        (Task::Sft, false, None),
        (Task::Dpo, true, None),
        (Task::Grpo, true, Colocate),
        (Task::Ppo, true, Colocate),
    ] {
        let config = Config {
            task,
            ..Config::default()
        };
        let residents = Residents::of(&config);
        assert_eq!(
            (residents.reference, residents.engine),
            (reference, engine),
            "{task:?}"
        );
        assert_eq!(residents.critic.is_some(), task == Task::Ppo);
        assert_eq!(residents.reward.is_some(), task == Task::Ppo);
    }
    // Measured: adapters switched off are the reference. Lesson: it stays if `ref` says so.
    let of = |query: &str| Residents::of(&url::parse(query).0.config).reference;
    assert!(of("tune=lora"));
    assert!(!of("tune=lora&method=measured"));
    assert!(of("tune=lora&method=measured&ref=1"));
}

#[test]
fn comp_follows_seq_and_context_may_be_nothing() {
    assert_eq!(url::parse("seq=512").0.config.comp, None);
    check("comp=512", "comp=512", &["comp not_used_by_method note"]);
    let ledger = vram_ledger::ledger::estimate(&check("context=0", "context=0", &[]).config);
    assert_eq!(
        ledger.bytes_of(vram_ledger::ledger::item::Item::Context),
        Bytes::ZERO
    );
}

#[test]
fn lists_are_tidied() {
    check("axes=64-1-4-4x4096-1024", "axes=1-4-64x1024-4096", &[]);
    check("axes=1-2x", "axes=1-2x", &[]);
    check(
        "axes=1-2-3-4-5-6-7-8-9-10-11-12-13x1",
        "axes=1-2-3-4-5-6-7-8-9-10-11-12x1",
        &["axes too_many error"],
    );
    check("axes=0-1x1", "axes=1x1", &["axes out_of_range error"]);
    check("axes=1,000x1", "axes=1000x1", &["axes read_leniently note"]);
    check("lock=mb,model,MB,%20seq", "lock=model,mb,seq", &[]);
    check("lock=mb,nope", "lock=mb", &["lock unknown_key error"]);
}

#[test]
fn display_keys_change_no_number() {
    let plain = url::parse("mb=1").0;
    let shown = url::parse("mb=1&view=kv&lang=zh&theme=dark&unit=gb&embed=1&ui=compact&lock=mb").0;
    assert_eq!(plain.config, shown.config);
    assert_eq!(url::diff(&plain.config, &shown.config), vec![]);
}

#[test]
fn long_issue_lists_end_in_a_count() {
    let query: String = (0..100).map(|i| format!("&nokey{i}=1")).collect();
    let issues = url::parse(&query).1;
    assert!(issues.len() < 60, "{}", issues.len());
    assert_eq!(issues.last().unwrap().code.slug(), "more_issues");
    assert_eq!(issues.last().unwrap().level.slug(), "error");
    let long = "x".repeat(10_000);
    let issues = url::parse(&format!("{long}={long}")).1;
    assert!(issues[0].key.len() < 100 && issues[0].given.len() < 100);
}
