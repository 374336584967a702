//! tests/cases/snapshots: a case is a link (`name.query`), the files beside it are what is printed for it.
//! `UPDATE=1 cargo test` writes them anew.
use super::{config, ends};
use std::fs;
use std::path::PathBuf;

const FORMS: [(&str, &[&str]); 8] = [
    ("txt", &["estimate"]),
    ("zh.txt", &["estimate", "--lang", "zh"]),
    ("json", &["estimate", "--format", "json"]),
    ("md", &["estimate", "--format", "md"]),
    ("csv", &["estimate", "--format", "csv"]),
    ("cuts.txt", &["cuts"]),
    ("cuts.zh.md", &["cuts", "--format", "md", "--lang", "zh"]),
    ("gate.json", &["gate", "--format", "json"]),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/snapshots")
}

/// The names of the cases.
fn cases() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            name.strip_suffix(".query").map(str::to_owned)
        })
        .collect();
    names.sort();
    names
}

/// Compares with the file, or writes it.
#[track_caller]
fn same(file: &str, now: &str) {
    let path = folder().join(file);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, now).unwrap();
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == now,
        "{file} differs (UPDATE=1 writes it anew)\n--- kept\n{kept}\n+++ now\n{now}"
    );
}

#[test]
fn printed_as_before() {
    let names = cases();
    assert!(names.len() >= 6, "{names:?}");
    for name in names {
        let query = fs::read_to_string(folder().join(format!("{name}.query"))).unwrap();
        for (form, arguments) in FORMS {
            let mut arguments = arguments.to_vec();
            arguments.push(query.trim());
            let ran = super::run(&arguments);
            // A gate that refuses ends with 1; all else ends well.
            assert!(ran.code == 0 || (form == "gate.json" && ran.code == 1));
            same(&format!("{name}.{form}"), &ran.out);
        }
    }
}

/// No file is left of a case or form that is gone.
#[test]
fn no_snapshot_is_left_over() {
    let names = cases();
    for entry in fs::read_dir(folder()).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let known = names.iter().any(|name| {
            file.strip_prefix(name.as_str())
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some_and(|form| {
                    form == "query" || FORMS.iter().any(|(known, _)| *known == form)
                })
        }) || file == "table.txt";
        assert!(known, "{file}");
    }
}

#[test]
fn the_default_prints_the_lesson_s_ledger() {
    for arguments in [&["estimate"][..], &["estimate", ""], &["estimate", "v=1"]] {
        let out = ends(0, arguments).out;
        let first_eight: Vec<&str> = out
            .lines()
            .skip(1)
            .take(8)
            .map(|line| {
                line.split("GiB")
                    .next()
                    .unwrap()
                    .split_whitespace()
                    .last()
                    .unwrap()
            })
            .collect();
        assert_eq!(
            first_eight,
            [
                "1.12", "1.12", "6.71", "0.13", "1.16", "1.12", "1.12", "1.75"
            ]
        );
        assert!(out.contains("left 16.6 GiB"), "{out}");
    }
}

/// A link of the page is a query: address, `?`, fragment.
#[test]
fn a_whole_link_prints_the_same() {
    let plain = ends(0, &["estimate", "mb=1&seq=2048"]).out;
    for link in [
        "?mb=1&seq=2048",
        "https://example.org/vram-ledger/?v=1&mb=1&seq=2048#ledger",
    ] {
        assert_eq!(ends(0, &["estimate", link]).out, plain);
    }
}

#[test]
fn the_table_has_the_axes_asked_for() {
    let arguments = [
        "table",
        "--concurrency",
        "1,4,16,64",
        "--length",
        "1024,4096,32768",
    ];
    same("table.txt", &ends(0, &arguments).out);
    let from_link = ends(0, &["table", "axes=1-4-16-64x1024-4096-32768"]).out;
    assert_eq!(from_link, ends(0, &arguments).out);
}

#[test]
fn a_real_config_is_the_preset() {
    for name in ["qwen3-8b", "mixtral-8x7b", "gemma-3-27b", "deepseek-v3"] {
        let of = |arguments: &[&str]| -> serde_json::Value {
            serde_json::from_str(&ends(0, arguments).out).unwrap()
        };
        let json = ["--format", "json"];
        let preset = of(&["estimate", &format!("model={name}"), json[0], json[1]]);
        let file = of(&["estimate", "--config", &config(name), json[0], json[1]]);
        assert_eq!(file["model"]["id"], "custom");
        for key in [
            "active_params",
            "kv_bytes_per_token",
            "kv_window",
            "kv_state_bytes",
        ] {
            assert_eq!(file["model"][key], preset["model"][key], "{name} {key}");
        }
        assert_eq!(file["issues"], serde_json::json!([]), "{name}");
        // The link it prints is the model: no file is needed any more.
        let link = file["query"].as_str().unwrap();
        assert_eq!(of(&["estimate", link, json[0], json[1]]), file, "{name}");
    }
}

#[test]
fn chinese_is_chinese() {
    let out = ends(0, &["estimate", "--lang", "zh", "model=qwen3-8b"]).out;
    for word in ["策略模型权重", "优化器状态", "放不下", "超出"] {
        assert!(out.contains(word), "{out}");
    }
    let ran = ends(0, &["estimate", "--lang", "zh", "mb=x&nope=1"]);
    assert!(
        ran.err.contains("已忽略") && ran.err.contains("数字"),
        "{}",
        ran.err
    );
    let ran = ends(1, &["gate", "--lang", "zh", "model=qwen3-8b"]);
    assert!(
        ran.err
            .chars()
            .any(|c| ('\u{4e00}'..'\u{9fff}').contains(&c))
    );
}
