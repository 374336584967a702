//! Every number that the five lessons print, computed from a link.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "lessons/capacity.rs"]
mod capacity;
#[path = "lessons/case.rs"]
mod case;
#[path = "lessons/first.rs"]
mod first;
#[path = "lessons/qwen3_8b.rs"]
mod qwen3_8b;
#[rustfmt::skip]
#[path = "lessons/table.rs"]
mod table;

use serde_json::Value;

#[test]
fn every_number_of_the_table_holds() {
    for case in table::CASES {
        case.check();
    }
    println!("{} numbers", table::CASES.len());
}

#[test]
fn every_number_of_the_file_is_accounted_for() {
    let mut leaves = Vec::new();
    walk(case::lessons(), String::new(), &mut leaves);
    let in_table = |leaf: &str| table::CASES.iter().any(|case| case.at == leaf);
    let elsewhere = |leaf: &str| table::ELSEWHERE.iter().any(|start| leaf.starts_with(start));
    let not_yet = |leaf: &str| {
        table::NOT_YET
            .iter()
            .any(|(start, _)| leaf.starts_with(start))
    };
    let forgotten: Vec<&String> = leaves
        .iter()
        .filter(|leaf| !(in_table(leaf) || elsewhere(leaf) || not_yet(leaf)))
        .collect();
    assert!(forgotten.is_empty(), "{forgotten:#?}");
    let starts = table::ELSEWHERE
        .iter()
        .chain(table::NOT_YET.iter().map(|(start, _)| start));
    for start in starts {
        assert!(
            leaves.iter().any(|leaf| leaf.starts_with(start)),
            "{start} is gone"
        );
    }
}

/// The pointers of all numbers.
fn walk(value: &Value, at: String, out: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                walk(value, format!("{at}/{name}"), out);
            }
        }
        Value::Array(values) => {
            for (i, value) in values.iter().enumerate() {
                walk(value, format!("{at}/{i}"), out);
            }
        }
        Value::Number(_) => out.push(at),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}
