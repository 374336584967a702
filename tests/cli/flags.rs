//! `flags`: a configuration in a framework's words, and back.
use super::{command, ends};
use serde_json::Value;
use std::io::Write;
use std::process::Stdio;

/// Runs it with a text on standard input.
fn piped(arguments: &[&str], text: &str) -> (String, String, i32) {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code().unwrap(),
    )
}

#[test]
fn out_and_in_again() {
    let query = "model=qwen3-8b&task=serve&conc=48&len=16384&kvdtype=fp8&util=0.88&seqs=48&batched=4096&eager=1&en=2&tp=2";
    let out = ends(0, &["flags", query, "--to", "vllm"]);
    assert!(
        out.out.starts_with("vllm serve Qwen/Qwen3-8B"),
        "{}",
        out.out
    );
    let (back, said, code) = piped(&["flags", "--from", "-"], &out.out);
    assert_eq!(code, 0, "{said}");
    let (mut wanted, mut got) = (
        vram_ledger::url::parse(query).0,
        vram_ledger::url::parse(&back).0,
    );
    wanted.config.vs = Default::default();
    got.config.vs = Default::default();
    assert_eq!(got, wanted);
    assert!(said.contains("note: Read as vLLM"), "{said}");
}

#[test]
fn as_json() {
    let (out, err, code) = piped(
        &["flags", "--from", "-", "--as", "sglang", "--format", "json"],
        "--model Qwen/Qwen3-8B --mem-fraction-static 0.8 --nope 1 --port 2",
    );
    assert_eq!((code, err.as_str()), (0, ""));
    let json: Value = serde_json::from_str(&out).unwrap();
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
    let (out, _, code) = piped(&["flags", "--from", "-"], "hello");
    assert_eq!((out.as_str(), code), ("", 2));
}
