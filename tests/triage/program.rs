//! `vram-ledger triage`.
use super::folder;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vram-ledger"));
    command.args(arguments).stdin(Stdio::null());
    command
}

#[track_caller]
fn ends(code: i32, output: &Output) -> String {
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{err}");
    assert!(!err.contains("panicked"), "{err}");
    String::from_utf8(output.stdout.clone()).unwrap()
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
    let out = ends(
        0,
        &command(&["triage", &log, query, "--format", "json"])
            .output()
            .unwrap(),
    );
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
    let again = ends(
        0,
        &command(&["triage", &log, &address, "--format", "json"])
            .output()
            .unwrap(),
    );
    assert_eq!(again, out);
    for format in ["text", "md", "csv"] {
        let out = ends(
            0,
            &command(&["triage", &log, query, "--format", format])
                .output()
                .unwrap(),
        );
        assert!(!out.is_empty());
    }
    let out = ends(0, &command(&["triage", &log, query]).output().unwrap());
    assert!(out.contains("8 × 2048 × 151936 × 4"), "{out}");
}

#[test]
fn standard_input() {
    for arguments in [
        &["triage"][..],
        &["triage", "-"],
        &["triage", "-", "task=serve"],
    ] {
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin
            .write_all(b"ValueError: No available memory for the cache blocks.\xff\n")
            .unwrap();
        drop(stdin);
        let out = ends(0, &child.wait_with_output().unwrap());
        assert!(out.contains("KV cache"), "{out}");
    }
}

#[test]
fn what_is_not_recognised_is_done_and_says_what_to_paste() {
    let out = ends(0, &command(&["triage", &path("prose")]).output().unwrap());
    assert!(out.contains("nvidia-smi"), "{out}");
    let out = ends(
        0,
        &command(&["triage", &path("prose"), "--format", "json"])
            .output()
            .unwrap(),
    );
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["recognised"], false);
    assert_eq!(json["cuts"], serde_json::json!([]));
    assert_eq!(json["side"], "unknown");
    ends(0, &command(&["triage", "/dev/null"]).output().unwrap());
}

#[test]
fn what_cannot_be_read_is_two() {
    for arguments in [
        &["triage", "no-such-file.log"][..],
        &["triage", env!("CARGO_MANIFEST_DIR")],
        &["triage", "-", "mb=1", "mb=2"],
        &["triage", "-", "--format", "xml"],
    ] {
        let output = command(arguments).output().unwrap();
        let out = ends(2, &output);
        assert_eq!(out, "");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("vram-ledger: "));
    }
}
