//! `flags`: a configuration in a framework's words, and back.
use super::ends;
use super::ran::piped;
use serde_json::Value;

#[test]
fn out_and_in_again() {
    let query = "model=qwen3-8b&task=serve&conc=48&len=16384&kvdtype=fp8&util=0.88&seqs=48&batched=4096&eager=1&en=2&tp=2";
    let out = ends(0, &["flags", query, "--to", "vllm"]);
    assert!(
        out.out.starts_with("vllm serve Qwen/Qwen3-8B"),
        "{}",
        out.out
    );
    let read = piped(&["flags", "--from", "-"], out.out.as_bytes());
    assert_eq!(read.code, 0, "{}", read.err);
    let (mut wanted, mut got) = (
        vram_ledger::url::parse(query).0,
        vram_ledger::url::parse(&read.out).0,
    );
    wanted.config.vs = Default::default();
    got.config.vs = Default::default();
    assert_eq!(got, wanted);
    assert!(read.err.contains("note: Read as vLLM"), "{}", read.err);
}

#[test]
fn as_json() {
    let read = piped(
        &["flags", "--from", "-", "--as", "sglang", "--format", "json"],
        b"--model Qwen/Qwen3-8B --mem-fraction-static 0.8 --nope 1 --port 2",
    );
    assert_eq!((read.code, read.err.as_str()), (0, ""));
    let json: Value = serde_json::from_str(&read.out).unwrap();
    assert_eq!(json["framework"], "sglang");
    assert_eq!(json["unknown"][0]["flag"], "--nope");
    assert_eq!(json["no_effect"][0], "--port");
    let util = json["understood"]
        .as_array()
        .unwrap()
        .iter()
        .find(|fact| fact["key"] == "util")
        .unwrap();
    assert_eq!(
        (&util["value"], &util["from"]),
        (&"0.8".into(), &"stated".into())
    );
}

#[test]
fn what_cannot_be_written_or_read() {
    assert_eq!(ends(1, &["flags", "task=serve", "--to", "trl"]).out, "");
    ends(2, &["flags"]);
    ends(2, &["flags", "--to", "nope"]);
    ends(2, &["flags", "--from", "/nowhere"]);
    let read = piped(&["flags", "--from", "-"], b"hello");
    assert_eq!((read.out.as_str(), read.code), ("", 2));
}
