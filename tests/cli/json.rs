//! The JSON has the contract's keys, all of them and no others, and its numbers agree with each other.
use super::{config, ends, run};
use serde_json::Value;

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&run(arguments).out).unwrap()
}

/// The keys of an object are these.
#[track_caller]
fn keys(value: &Value, expected: &str) {
    let mut expected: Vec<&str> = expected.split_whitespace().collect();
    expected.sort_unstable();
    let mut found: Vec<&str> = value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    found.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn estimate_has_the_contract_s_keys() {
    let value = json(&["estimate", "--format", "json", "model=qwen3-8b&nope=1&mb=1"]);
    keys(
        &value,
        "v model_rev method query issues model cards lines phases peak band sum_bytes host_bytes capacity_bytes left_bytes \
         verdict engine colocate warnings advice",
    );
    keys(&value["issues"][0], "key code level given used what");
    keys(
        &value["model"],
        "id name params active_params trainable_params nominal kv_bytes_per_token kv_window kv_state_bytes",
    );
    keys(&value["cards"], "train engine");
    for line in value["lines"].as_array().unwrap() {
        // `card` is ours: which card the line sits on.
        keys(
            line,
            "item owner card bytes bytes_by_phase bytes_at_peak arithmetic symbols basis",
        );
        assert!(["trainer", "engine", "runtime"].contains(&line["owner"].as_str().unwrap()));
        assert!(
            ["exact", "formula", "calibrated", "assumption"]
                .contains(&line["basis"].as_str().unwrap())
        );
        assert!(line["bytes"].is_u64() && line["bytes_at_peak"].is_u64());
    }
    keys(&value["peak"], "phase bytes");
    keys(&value["band"], "low high");
    keys(
        &value["engine"],
        "pool_bytes demand_bytes kv_tokens max_concurrency util",
    );
    keys(&value["colocate"], "train_side_bytes util_upper util_start");
    keys(&value["warnings"][0], "code item bytes what");
    keys(&value["advice"][0], "code what saves_bytes diff");
}

#[test]
fn numbers_agree_with_each_other() {
    for query in [
        "",
        "model=qwen3-1.7b",
        "task=serve&model=qwen3-8b",
        "task=ppo&engine=server",
        "model=custom&params=7e9",
        "task=dpo&tune=qlora",
    ] {
        let value = json(&["estimate", "--format", "json", query]);
        let of = |key: &str| value[key].as_i64().unwrap();
        assert_eq!(value["v"], 1);
        assert_eq!(
            of("left_bytes"),
            of("capacity_bytes") - value["peak"]["bytes"].as_i64().unwrap()
        );
        assert!(of("sum_bytes") >= value["peak"]["bytes"].as_i64().unwrap());
        assert_eq!(
            value["phases"][value["peak"]["phase"].as_str().unwrap()],
            value["peak"]["bytes"]
        );
        let verdict = match of("left_bytes") {
            left if left < 0 => "over",
            left if left * 10 >= of("capacity_bytes") => "fits",
            _ => "tight",
        };
        assert_eq!(value["verdict"], verdict, "{query}");
        for line in value["lines"].as_array().unwrap() {
            let by_phase = line["bytes_by_phase"].as_object().unwrap();
            let most = by_phase.values().filter_map(Value::as_u64).max();
            assert_eq!(line["bytes"].as_u64(), most);
        }
        // Every way out, written as a diff, saves what it says.
        for advice in value["advice"].as_array().unwrap() {
            let diff = advice["diff"].as_str().unwrap();
            assert!(!diff.is_empty());
            if advice["code"] == "raise_concurrency" {
                continue;
            }
            let base = value["query"].as_str().unwrap();
            // First of two holds: the change stands before what it changes.
            let after = json(&["estimate", "--format", "json", &format!("{diff}&{base}")]);
            let saved =
                value["peak"]["bytes"].as_i64().unwrap() - after["peak"]["bytes"].as_i64().unwrap();
            assert_eq!(advice["saves_bytes"], saved, "{query} {diff}");
        }
    }
}

#[test]
fn other_commands_have_the_contract_s_keys() {
    let table = json(&[
        "table",
        "--format",
        "json",
        "--concurrency",
        "1,4",
        "--length",
        "1024,4096,8192",
    ]);
    keys(&table, "concurrency length bytes verdict");
    assert_eq!(table["bytes"].as_array().unwrap().len(), 2);
    assert_eq!(table["verdict"][1].as_array().unwrap().len(), 3);
    assert_eq!(table["bytes"][1][1], 4 * 4096 * 114_688);

    let cuts = json(&["cuts", "--format", "json"]);
    assert_eq!(cuts.as_array().unwrap().len(), 7);
    for cut in cuts.as_array().unwrap() {
        keys(cut, "code diff saves_bytes price applied");
    }
    assert_eq!(cuts[1]["applied"], true);
    assert_eq!(cuts[0]["diff"], "mb=1&accum=2");

    let solve = json(&["solve", "--for", "conc", "--format", "json"]);
    keys(&solve, "key value diff left_bytes");
    assert_eq!(solve["key"], "conc");
    let nothing = json(&[
        "solve",
        "--for",
        "conc",
        "--format",
        "json",
        "model=deepseek-v3",
    ]);
    assert_eq!(nothing["value"], Value::Null);

    let gate = json(&["gate", "--format", "json", "model=qwen3-8b"]);
    // `issues` is ours: why a link with errors does not pass.
    keys(
        &gate,
        "pass query declared need_bytes limit_bytes capacity_bytes codes reasons ways_out issues",
    );
    keys(
        &gate["ways_out"][0],
        "diff what code price need_bytes passes",
    );
    assert_eq!(gate["pass"], false);
    let gate = json(&["gate", "--format", "json"]);
    assert_eq!(
        (gate["pass"].clone(), gate["reasons"].clone()),
        (true.into(), Value::Array(vec![]))
    );
}

#[test]
fn solved_values_are_the_largest_that_fit() {
    for (unknown, step) in [("mb", 1), ("seq", 1), ("conc", 1), ("len", 1)] {
        let solved = json(&["solve", "--for", unknown, "--format", "json"]);
        let value = solved["value"].as_u64().unwrap();
        let verdict = |n: u64| {
            let query = format!("{unknown}={n}");
            json(&["estimate", "--format", "json", &query])["verdict"].clone()
        };
        assert_eq!(verdict(value), "fits", "{unknown}");
        assert_ne!(verdict(value + step), "fits", "{unknown}");
        assert_eq!(solved["diff"], format!("{unknown}={value}"));
    }
    let util = json(&["solve", "--for", "util", "--format", "json"]);
    assert_eq!(util["value"], 0.59);
}

/// Issues of the link and of the file stand in the JSON, too.
#[test]
fn issues_stand_in_the_json() {
    let value = json(&["estimate", "--format", "json", "mb=x&targets=qv"]);
    assert_eq!(value["issues"][0]["key"], "mb");
    assert_eq!(value["issues"][0]["code"], "not_a_number");
    assert_eq!(value["issues"][0]["level"], "error");
    assert_eq!(value["issues"][1]["level"], "note");
    let value = json(&[
        "estimate",
        "--format",
        "json",
        "--config",
        &config("hostile"),
    ]);
    let issues = value["issues"].as_array().unwrap();
    assert!(issues.len() >= 6, "{issues:?}");
    assert!(issues.iter().all(|issue| issue["key"] == "config"));
    assert!(issues.iter().any(|issue| issue["level"] == "error"));
    assert!(value["model"]["params"].as_u64().unwrap() > 0);
}

#[test]
fn other_formats_have_a_row_a_line() {
    let json = json(&["estimate", "--format", "json"]);
    let lines = json["lines"].as_array().unwrap();
    let csv = ends(0, &["estimate", "--format", "csv"]).out;
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), lines.len() + 1);
    for (row, line) in rows[1..].iter().zip(lines) {
        let cells: Vec<&str> = row.split(',').collect();
        assert_eq!(cells[0], line["item"].as_str().unwrap());
        assert_eq!(cells[3], line["bytes"].to_string());
    }
    let markdown = ends(0, &["estimate", "--format", "md"]).out;
    for line in lines {
        assert!(markdown.contains(&format!("`{}`", line["arithmetic"].as_str().unwrap())));
    }
}
