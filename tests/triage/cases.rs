//! The logs of tests/cases/triage, each with what it says.
use super::{case, folder, triage};
use serde_json::Value;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::triage::{Amount, read};
use vram_ledger::ledger::words::Word;
use vram_ledger::text;
use vram_ledger::url::{self, Link};

fn expected() -> Value {
    serde_json::from_str(include_str!("../cases/triage/expected.json")).unwrap()
}

#[test]
fn every_file_has_an_expectation() {
    let expected = expected();
    let mut files = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(name) = name.strip_suffix(".txt") {
            assert!(expected.get(name).is_some(), "{name}");
            files += 1;
        }
    }
    assert_eq!(files, expected.as_object().unwrap().len());
    assert!(files >= 20);
}

#[test]
fn every_log_says_what_is_expected() {
    let mut wrong = Vec::new();
    for (name, want) in expected().as_object().unwrap() {
        wrong.extend(
            check(name, want)
                .into_iter()
                .map(|w| format!("{name}: {w}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What differs.
fn check(name: &str, want: &Value) -> Vec<String> {
    let (report, log, found) = triage(&case(name), want["query"].as_str().unwrap());
    let json = text::triage_json(&report, &log, &found, Locale::En);
    let json: Value = serde_json::from_str(&json).unwrap();
    let mut wrong = Vec::new();
    let mut same = |what: &str, got: &Value, want: &Value| {
        if got != want {
            wrong.push(format!("{what} is {got}, not {want}"));
        }
    };
    let recognised = want.get("recognised").cloned().unwrap_or(Value::Bool(true));
    same("recognised", &json["recognised"], &recognised);
    for key in ["side", "phase", "item", "cause"] {
        same(key, &json[key], &want[key]);
    }
    same("asked", &json["asked_bytes"], &want["asked"]);
    for (key, at) in [
        ("capacity", "/capacity_bytes"),
        ("drivers", "/drivers"),
        ("arithmetic", "/match/arithmetic"),
        ("tokens", "/match/tokens"),
        ("first", "/cuts/0/code"),
        ("first_diff", "/cuts/0/diff"),
        ("second_diff", "/cuts/1/diff"),
        ("frameworks", "/frameworks"),
    ] {
        if let Some(want) = want.get(key) {
            let got = json.pointer(at).cloned().unwrap_or(Value::Null);
            same(key, &got, want);
        }
    }
    if let Some(readings) = want.get("readings") {
        for (what, value) in readings.as_object().unwrap() {
            same(what, &json["readings"][what.as_str()], value);
        }
    }
    if let Some(rows) = want.get("calibration") {
        // Measured against predicted, in thousandths of the prediction.
        for (what, most) in rows.as_object().unwrap() {
            let all = json["calibration"].as_array().unwrap();
            let Some(row) = all.iter().find(|row| row["reading"] == what.as_str()) else {
                wrong.push(format!("no calibration of {what}: {all:?}"));
                continue;
            };
            let of = |key: &str| row[key].as_f64().unwrap();
            let apart = (of("measured_bytes") / of("predicted_bytes") - 1.0).abs() * 1000.0;
            if apart > most.as_f64().unwrap() + 1e-9 {
                wrong.push(format!("{what} is {apart} thousandths off: {row}"));
            }
        }
    }
    let straw = want.get("last_straw").is_some();
    if found.last_straw != straw {
        wrong.push(format!("last straw: {}", found.last_straw));
    }
    wrong
}

/// Every step changes the configuration, is a diff that leads there, and never touches num_generations.
#[test]
fn steps_are_diffs_of_the_present_configuration() {
    for (name, want) in expected().as_object().unwrap() {
        let (report, _, found) = triage(&case(name), want["query"].as_str().unwrap());
        let config = &report.link.config;
        for step in &found.steps {
            let Some(after) = &step.after else { continue };
            let diff = url::diff_query(config, after);
            assert!(!diff.is_empty(), "{name}: {step:?}");
            assert!(!diff.contains("gens="), "{name}: {diff}");
            let (link, _) = url::apply(&report.link, &diff);
            assert_eq!(&link.config, after, "{name}: {diff}");
        }
        for row in &found.compared {
            let Some(after) = &row.fixed else { continue };
            let (link, _) = url::apply(&report.link, &url::diff_query(config, after));
            assert_eq!(&link.config, after, "{name}");
        }
    }
}

/// What raises the peak comes last, whatever it does to its own line.
#[test]
fn no_cure_that_makes_it_worse_comes_first() {
    let query = "task=sft&model=qwen2.5-7b&mb=2&seq=4096&gpu=h100-80gb&method=measured";
    let (_, _, found) = triage(&case("hf-sft-cross-entropy"), query);
    let last = found.steps.last().unwrap();
    assert_eq!(last.code.slug(), "micro_batch");
    assert!(last.saves.negative && !last.line.unwrap().negative);
    for (name, want) in expected().as_object().unwrap() {
        let (_, _, found) = triage(&case(name), want["query"].as_str().unwrap());
        assert!(
            found.steps.is_sorted_by_key(|step| step.saves.negative),
            "{name}"
        );
        assert!(found.steps.len() <= 6);
    }
}

/// The arithmetic that is printed gives a size that the log can have printed.
#[test]
fn matches_give_the_size() {
    let mut matched = 0;
    for (name, want) in expected().as_object().unwrap() {
        let (_, _, found) = triage(&case(name), want["query"].as_str().unwrap());
        let Some(is) = found.matched else { continue };
        matched += 1;
        let asked = found.asked.unwrap().as_f64();
        let value = is.formula.value();
        let rounding = (2u64 << 20) as f64 + asked * 0.006;
        assert!((value - asked).abs() <= rounding, "{name}: {value} {asked}");
        assert_eq!(Some(is.item), found.item, "{name}");
    }
    assert!(matched >= 12, "{matched}");
}

#[test]
fn texts_exist_in_both_languages() {
    for (name, want) in expected().as_object().unwrap() {
        let (report, log, found) = triage(&case(name), want["query"].as_str().unwrap());
        for locale in Locale::ALL {
            for text in [
                text::triage_text(&report, &log, &found, *locale),
                text::triage_markdown(&report, &log, &found, *locale),
            ] {
                assert!(!text.is_empty() && !text.contains("{0}"), "{name}: {text}");
                assert_eq!(
                    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)),
                    *locale == Locale::Zh,
                    "{name}: {text}"
                );
            }
        }
    }
}

/// Prefixes, colours and wrapping change nothing.
#[test]
fn the_same_log_in_another_dress() {
    for name in [
        "hf-sft-cross-entropy",
        "adamw-first-step",
        "vllm-length-new",
    ] {
        let plain = case(name);
        let want = read(&plain);
        let dressed: String = plain
            .lines()
            .map(|line| format!("\x1b[36m(WorkerDict pid=77)\x1b[0m {line}\r\n"))
            .collect();
        let stamped: String = plain
            .lines()
            .map(|line| format!("2025-11-29T10:00:00.123456789Z {line}\n"))
            .collect();
        let ranked: String = plain
            .lines()
            .map(|line| format!("[rank3]: {line}\n"))
            .collect();
        for text in [dressed, stamped, ranked] {
            let got = read(&text);
            assert_eq!(got.readings, want.readings, "{name}");
            let config = Link::default().config;
            let (a, b) = (
                vram_ledger::ledger::triage::diagnose(&got, &config),
                vram_ledger::ledger::triage::diagnose(&want, &config),
            );
            assert_eq!(a, b, "{name}");
        }
    }
}

/// A driver is a key of a link.
#[test]
fn drivers_are_keys() {
    for driver in vram_ledger::ledger::triage::Driver::ALL {
        assert!(url::Key::of(driver.slug()).is_some(), "{driver:?}");
    }
}

/// A negative rest is kept as one.
#[test]
fn a_negative_rest_is_said() {
    let text = "model weights take 14.99GiB; non_torch_memory takes 0.06GiB; PyTorch activation peak memory takes 1.19GiB; the rest of the memory reserved for KV Cache is -2.41GiB.";
    let log = read(text);
    let pool = log
        .readings
        .get(vram_ledger::ledger::triage::What::Pool)
        .unwrap();
    assert!(matches!(pool.amount, Amount::Size(size) if size.negative));
    assert_eq!(
        log.readings.size(vram_ledger::ledger::triage::What::Pool),
        None
    );
}

/// Sizes in prose are no table, and a batch that fits is no fault.
#[test]
fn what_only_looks_alike_is_not_recognised() {
    for text in [
        "used 12 MiB, then 30 MiB, and all went well",
        "we have 12 MiB, 30 MiB more",
        "memory in use: 3 GiB | free: 4 GiB |",
        "allocating 300 MB for the dataset",
        "File \"a.py\", line 3, in f",
        "vllm serve Qwen/Qwen3-8B --gpu-memory-utilization 0.9",
        "MA 12 GB",
    ] {
        let log = read(text);
        let found = vram_ledger::ledger::triage::diagnose(&log, &Link::default().config);
        assert!(!found.recognised, "{text}: {found:?}");
    }
}
