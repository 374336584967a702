//! Exit codes, standard error, and readers that go away.
use super::{command, config, ends};
use std::io::Read;
use std::process::Stdio;

#[test]
fn done_is_zero_and_issues_go_to_standard_error() {
    let ran = ends(0, &["estimate", "mb=x&nope=1&seq=2,048"]);
    assert!(ran.out.starts_with("Qwen3-0.6B"), "{}", ran.out);
    let starts: Vec<&str> = ran
        .err
        .lines()
        .map(|line| line.split(':').next().unwrap())
        .collect();
    assert_eq!(starts, ["error", "error", "note"]);
    let quiet = ends(0, &["estimate", "mb=1"]);
    assert_eq!(quiet.err, "");
    for command in ["estimate", "table", "cuts"] {
        ends(0, &[command]);
    }
    ends(0, &["solve", "--for", "mb"]);
    for help in [&[][..], &["--help"], &["-h"], &["estimate", "--help"]] {
        assert!(ends(0, help).out.contains("vram-ledger estimate"));
    }
    for (command, word) in [("gate", "GITHUB_STEP_SUMMARY"), ("cuts", "seven")] {
        let out = ends(0, &[command, "--help"]).out;
        assert!(out.contains("Exit: 0") && out.contains(word), "{out}");
    }
}

#[test]
fn what_cannot_be_read_is_two() {
    for arguments in [
        &["estimate", "--nope"][..],
        &["estimate", "-x"],
        &["nope"],
        &["estimate", "mb=1", "mb=2"],
        &["estimate", "--format", "xml"],
        &["estimate", "--format"],
        &["estimate", "--lang", "fr"],
        &["gate", "--limit", "1.5"],
        &["gate", "--limit", "0"],
        &["gate", "--limit", "nan"],
        &["table", "--concurrency", "0"],
        &["table", "--concurrency", "1,,2"],
        &["table", "--length", "1,2,3,4,5,6,7,8,9,10,11,12,13"],
        &["table", "model=custom&params=7e9"],
        &["solve"],
        &["solve", "--for", "everything"],
        &["estimate", "--config"],
    ] {
        let ran = ends(2, arguments);
        assert_eq!(ran.out, "", "{arguments:?}");
        assert!(
            ran.err.starts_with("vram-ledger: "),
            "{arguments:?}: {}",
            ran.err
        );
    }
}

#[test]
fn a_file_that_is_no_model_is_two() {
    let missing = config("no-such-file");
    let folder = env!("CARGO_MANIFEST_DIR");
    let big = format!("{}/big.json", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&big, "[".repeat(5 << 20)).unwrap();
    let deep = format!("{}/deep.json", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&deep, "{\"text_config\":".repeat(100_000)).unwrap();
    let bytes = format!("{}/bytes.json", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&bytes, [0xff, 0xfe, 0x00, 0x80]).unwrap();
    let files = ["tokenizer_config", "list", "broken", "empty"].map(config);
    for path in files
        .iter()
        .chain([&missing, &big, &deep, &bytes])
        .map(String::as_str)
        .chain([folder])
    {
        for command in ["estimate", "gate", "table", "cuts"] {
            let ran = ends(2, &[command, "--config", path]);
            assert_eq!(ran.out, "");
            assert!(ran.err.contains(path), "{}", ran.err);
        }
    }
}

#[test]
fn the_gate_answers_by_its_exit_code() {
    let ran = ends(0, &["gate"]);
    assert_eq!(ran.err, "");
    // It does not fit: concurrency, context, need, limit and the ways out are said.
    let ran = ends(
        1,
        &[
            "gate",
            "task=serve&model=llama-2-7b&conc=32&len=8192&gpu=a100-80gb",
        ],
    );
    for part in [
        "32",
        "8192",
        "142 GiB",
        "72.0 GiB",
        "conc=14",
        "len=3709",
        "80.0 GiB",
        "tp=4",
        "dtype=int4",
    ] {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    // A typo never passes, even where the rest fits.
    for query in [
        "mb=x",
        "nope=1",
        "mb=0",
        "v=2",
        "model=qwen3-9b",
        "m.layers=4",
        "mb=1&mb=2",
    ] {
        ends(2, &["gate", query]);
    }
    // A note does.
    for query in ["targets=qv", "seq=2,048", "mb=1&mb=1", "sleep=1"] {
        ends(0, &["gate", query]);
    }
    // What a file's fields were clamped to is no model anyone has.
    ends(
        2,
        &[
            "gate",
            "task=serve&gpu=mi300x&conc=1&len=1&mem=16777216",
            "--config",
            &config("hostile"),
        ],
    );
    ends(0, &["gate", "task=serve", "--config", &config("qwen3-8b")]);
    ends(
        1,
        &["gate", "task=serve", "--config", &config("deepseek-v3")],
    );
}

#[test]
fn the_gate_s_limit_is_a_share_of_the_card() {
    // 15.2 of 31.8 GiB: 47.8 %.
    ends(0, &["gate", "--limit", "0.48"]);
    ends(1, &["gate", "--limit", "0.47"]);
    ends(0, &["gate", "--limit", "1"]);
}

#[test]
fn nothing_that_fits_is_one() {
    let ran = ends(1, &["solve", "--for", "conc", "model=deepseek-v3"]);
    assert!(!ran.out.is_empty());
}

/// `| head`, and readers that were never there.
#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let mut child = command(&["estimate", "--format", "json", "nope=1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(!said.contains("panicked"), "{said}");

    // With standard error gone, too: a file's issues are many.
    let mut child = command(&["estimate", "--config", &config("hostile")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_two() {
    use std::os::unix::ffi::OsStrExt;
    let odd = std::ffi::OsStr::from_bytes(b"mb=\xff");
    let output = command(&["estimate"]).arg(odd).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
