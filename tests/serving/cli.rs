//! The commands `table` and `solve` as a reader and a pipeline see them.
use crate::ran;

#[track_caller]
fn ends(code: i32, arguments: &[&str]) -> String {
    ran::ends(code, arguments).out
}

const SERVE: &str = "task=serve&model=qwen3-8b&gpu=rtx-5090";

#[test]
fn a_command_has_help_of_its_own() {
    let table = ends(0, &["table", "--help"]);
    for part in ["--peak", "--p99", "--concurrency", "--format", "Exit:"] {
        assert!(table.contains(part), "{part}");
    }
    let solve = ends(0, &["solve", "-h"]);
    for part in ["--for conc", "--for util", "diff", "Exit:"] {
        assert!(solve.contains(part), "{part}");
    }
    assert!(ends(0, &["--help"]).contains("vram-ledger gate"));
}

#[test]
fn a_table_says_what_it_is_of_and_what_its_marks_mean() {
    for lang in ["zh", "en"] {
        for format in ["text", "md"] {
            let out = ends(0, &["table", SERVE, "--format", format, "--lang", lang]);
            assert!(out.contains("Qwen3-8B") && out.contains('×') && out.contains('~'));
        }
    }
    let md = ends(0, &["table", SERVE, "--format", "md"]);
    assert!(md.contains("`v=1&model=qwen3-8b&task=serve`"), "{md}");
}

#[test]
fn axes_are_planned_by_peak_and_p99() {
    let out = ends(
        0,
        &[
            "table", SERVE, "--peak", "21", "--p99", "8192", "--format", "json",
        ],
    );
    let table: serde_json::Value = serde_json::from_str(&out).unwrap();
    let of = |key: &str| -> Vec<u64> {
        table[key]
            .as_array()
            .unwrap()
            .iter()
            .map(|v| v.as_u64().unwrap())
            .collect()
    };
    assert_eq!(of("concurrency"), [5, 10, 21, 32, 64, 128]);
    assert_eq!(of("length"), [1024, 2048, 4096, 8192, 16_384, 32_768]);
    for bad in ["0", "x", "1,2", ""] {
        ends(2, &["table", SERVE, "--peak", bad]);
    }
}

#[test]
fn a_solution_comes_in_every_format() {
    let text = ends(0, &["solve", SERVE, "--for", "conc"]);
    let value = text.split(' ').nth(2).unwrap().to_string();
    for format in ["json", "md", "csv"] {
        let out = ends(0, &["solve", SERVE, "--for", "conc", "--format", format]);
        assert!(
            out.contains(&value) && out.contains(&format!("conc={value}")),
            "{out}"
        );
    }
}

#[test]
fn util_of_an_engine_of_its_own_is_the_least_that_serves() {
    let out = ends(0, &["solve", SERVE, "--for", "util", "--format", "json"]);
    let solved: serde_json::Value = serde_json::from_str(&out).unwrap();
    let util = solved["value"].as_f64().unwrap();
    // 14.9 GiB of weights and 2.25 of cache on 31.84.
    assert_eq!(util, 0.54);
    ends(
        1,
        &[
            "solve",
            &format!("{SERVE}&conc=256&len=8192"),
            "--for",
            "util",
        ],
    );
}

#[test]
fn what_nothing_depends_on_is_not_solved() {
    for (link, unknown) in [
        ("task=sft", "conc"),
        ("task=sft", "len"),
        ("task=dpo", "util"),
        (SERVE, "mb"),
        (SERVE, "seq"),
        (SERVE, "n"),
    ] {
        ends(1, &["solve", link, "--for", unknown]);
        let out = ends(1, &["solve", link, "--for", unknown, "--format", "json"]);
        assert!(out.contains("\"value\":null"), "{out}");
    }
}
