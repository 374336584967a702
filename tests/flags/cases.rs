//! The recorded cases: what is stated, what is the framework's, what has to be said.
use serde_json::Value;
use vram_ledger::flags::{self, Framework, Origin, Reading};
use vram_ledger::ledger::paradigm::Residents;
use vram_ledger::ledger::words::Word;
use vram_ledger::url::{self, Key, Link};

fn cases() -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("../cases/frameworks.json")).unwrap();
    all["cases"].as_array().unwrap().clone()
}

/// Where the contract has a key that the case's row did not know: the case's key and value, and what stands for them.
fn by_contract(case: &str, key: &str, value: &str) -> (String, String) {
    match (case, key, value) {
        // An engine's cards have a key of their own.
        ("cli-vllm-serve", "n", n) => ("en".into(), n.into()),
        // FSDP2 is a word of its own.
        ("yaml-accelerate-fsdp2", "shard", "zero3") => ("shard".into(), "fsdp2".into()),
        _ => (key.into(), value.into()),
    }
}

/// Keys that the contract got after the cases were written, or that say more than they did.
const LATER: &[&str] = &[
    "accum", "adtype", "kbit", "seqs", "en", "comp", "offload", "batched",
];

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn config_of(reading: &Reading) -> Link {
    url::parse(&reading.query()).0
}

/// The value a key resolves to.
fn resolved(link: &Link, key: &str) -> String {
    let residents = Residents::of(&link.config);
    match key {
        "engine" => residents.engine.slug().into(),
        "ref" => u8::from(residents.reference).to_string(),
        _ => url::value_of(link, Key::of(key).unwrap()),
    }
}

#[test]
fn every_case_is_recognised() {
    for case in cases() {
        let read = flags::read(case["input"].as_str().unwrap(), None);
        let wanted = case["framework"].as_str().unwrap();
        let wanted = wanted.split('+').next().unwrap();
        assert_eq!(read.framework, Framework::of(wanted), "{}", case["id"]);
    }
}

#[test]
fn what_is_stated_and_what_is_the_frameworks() {
    let mut wrong = Vec::new();
    for case in cases() {
        let id = case["id"].as_str().unwrap();
        let read = flags::read(case["input"].as_str().unwrap(), None);
        let link = config_of(&read);
        for (part, origin) in [
            ("stated", Origin::Stated),
            ("framework_default", Origin::Framework),
        ] {
            for (key, value) in case["expected"][part].as_object().unwrap() {
                let (key, value) = by_contract(id, key, &text(value));
                let got = resolved(&link, &key);
                let fact = read.facts.iter().find(|fact| fact.key.slug() == key);
                if got != value {
                    wrong.push(format!("{id}: {key} is {got}, not {value}: {fact:?}"));
                } else if fact.is_none_or(|fact| fact.origin != origin) {
                    wrong.push(format!("{id}: {key} is not {origin:?}: {fact:?}"));
                }
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn the_query_is_the_cases_query() {
    let mut wrong = Vec::new();
    for case in cases() {
        let id = case["id"].as_str().unwrap();
        let read = flags::read(case["input"].as_str().unwrap(), None);
        let link = config_of(&read);
        let wanted = url::parse(case["expected"]["query"].as_str().unwrap()).0;
        let keys: Vec<(String, String)> = case["expected"]["query"]
            .as_str()
            .unwrap()
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .map(|(key, value)| by_contract(id, key, value))
            .collect();
        for field in url::FIELDS {
            let key = field.key.slug();
            let (got, want) = (resolved(&link, key), resolved(&wanted, key));
            let renamed = keys.iter().find(|(k, _)| k == key);
            let fits = match renamed {
                Some((_, value)) => got == *value || got == want,
                None => {
                    got == want || LATER.contains(&key) || (id == "cli-vllm-serve" && key == "n")
                }
            };
            if !fits {
                wrong.push(format!("{id}: {key} is {got}, not {want}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn what_has_to_be_said_is_said() {
    let mut wrong = Vec::new();
    for case in cases() {
        let id = case["id"].as_str().unwrap();
        let read = flags::read(case["input"].as_str().unwrap(), None);
        for issue in case["expected"]["issues"].as_array().unwrap() {
            let key = Key::of(issue["key"].as_str().unwrap());
            if !read.said.iter().any(|remark| remark.key == key) {
                wrong.push(format!(
                    "{id}: nothing is said of {}: {}",
                    issue["key"], issue["what"]
                ));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn nothing_of_a_case_is_left_unknown() {
    for case in cases() {
        let read = flags::read(case["input"].as_str().unwrap(), None);
        assert_eq!(read.unknown, [], "{}", case["id"]);
    }
}
