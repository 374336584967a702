//! `vram-ledger triage`.
use super::folder;
use super::ran::{self, piped};
use serde_json::Value;

#[track_caller]
fn ends(code: i32, arguments: &[&str]) -> String {
    ran::ends(code, arguments).out
}

fn path(name: &str) -> String {
    folder()
        .join(format!("{name}.txt"))
        .to_str()
        .unwrap()
        .to_string()
}

#[test]
fn a_file_and_a_query() {
    let log = path("hf-sft-logits-float");
    let query = "task=sft&mb=8&seq=2048";
    let out = ends(0, &["triage", &log, query, "--format", "json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["side"], "training");
    assert_eq!(json["item"], "logits");
    assert_eq!(json["drivers"], serde_json::json!(["mb", "seq"]));
    assert_eq!(json["cuts"][0]["diff"], "mb=1&accum=8");
    assert!(json["cuts"][0]["saves_bytes"].as_i64().unwrap() > 0);
    // The contract's keys.
    for key in [
        "recognised",
        "side",
        "phase",
        "item",
        "asked_bytes",
        "capacity_bytes",
        "drivers",
        "cuts",
        "readings",
    ] {
        assert!(json.get(key).is_some(), "{key}");
    }
    let address = format!("https://example.org/?{query}");
    let again = ends(0, &["triage", &log, &address, "--format", "json"]);
    assert_eq!(again, out);
    for format in ["text", "md", "csv"] {
        let out = ends(0, &["triage", &log, query, "--format", format]);
        assert!(!out.is_empty());
    }
    let out = ends(0, &["triage", &log, query]);
    assert!(out.contains("8 × 2048 × 151936 × 4"), "{out}");
}

#[test]
fn standard_input() {
    for arguments in [
        &["triage"][..],
        &["triage", "-"],
        &["triage", "-", "task=serve"],
    ] {
        let text = b"ValueError: No available memory for the cache blocks.\xff\n";
        let ran = piped(arguments, text);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("KV cache"), "{}", ran.out);
    }
}

#[test]
fn what_is_not_recognised_is_done_and_says_what_to_paste() {
    let out = ends(0, &["triage", &path("prose")]);
    assert!(out.contains("nvidia-smi"), "{out}");
    let out = ends(0, &["triage", &path("prose"), "--format", "json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["recognised"], false);
    assert_eq!(json["cuts"], serde_json::json!([]));
    assert_eq!(json["side"], "unknown");
    ends(0, &["triage", "/dev/null"]);
}

#[test]
fn what_cannot_be_read_is_two() {
    for arguments in [
        &["triage", "no-such-file.log"][..],
        &["triage", env!("CARGO_MANIFEST_DIR")],
        &["triage", "-", "mb=1", "mb=2"],
        &["triage", "-", "--format", "xml"],
    ] {
        let ran = ran::ends(2, arguments);
        assert_eq!(ran.out, "");
        assert!(ran.err.starts_with("vram-ledger: "));
    }
}
