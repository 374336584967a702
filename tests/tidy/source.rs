//! Rules of the source files.
use super::{found, sources};

/// What is not the page: the core, the link, the texts.
const CORE: &[&str] = &[
    "src/ledger",
    "src/url",
    "src/text",
    "src/i18n",
    "src/config_json",
    "src/display.rs",
    "src/lesson.rs",
    "src/quiz.rs",
    "src/saved.rs",
];

#[test]
fn the_core_knows_no_page() {
    let words = ["leptos", "web_sys", "js_sys", "wasm_bindgen", "plotters"];
    assert_eq!(found(CORE, &words), [""; 0]);
}

#[test]
fn the_ledger_is_pure() {
    let words = [
        "std::fs",
        "std::io",
        "std::env",
        "std::net",
        "std::time",
        "std::thread",
        "serde",
        "println!",
        "dbg!",
        "HashMap",
        "RefCell",
        "static mut",
        "thread_local",
    ];
    assert_eq!(
        found(&["src/ledger", "src/url", "src/i18n"], &words),
        [""; 0]
    );
}

/// Data of the core is whole numbers and enums, never text to be shown: sentences are i18n's.
#[test]
fn the_ledger_has_no_sentences() {
    let mut out = Vec::new();
    for source in sources(&["src/ledger", "src/url"]) {
        for (number, line) in source.lines() {
            let chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
            // 亿 is a suffix of numbers.
            if line.replace('亿', "").chars().any(chinese) {
                out.push(format!("{}:{number}: {line}", source.path));
            }
        }
    }
    assert_eq!(out, [""; 0]);
}

/// Printing to a pipe that is closed panics: what the library and the command line say goes through `write_all`.
#[test]
fn nothing_is_printed_that_could_panic() {
    let build = ["src/bin/prerender.rs", "src/presets_build.rs"];
    let rest: Vec<String> = found(&["src/"], &["println!", "eprintln!", "print!(", "dbg!("])
        .into_iter()
        .filter(|line| !build.iter().any(|file| line.starts_with(file)))
        .collect();
    assert_eq!(rest, [""; 0]);
}

#[test]
fn nothing_panics_on_purpose() {
    let words = [
        ".unwrap()",
        ".expect(",
        "panic!",
        "todo!",
        "unimplemented!",
        "unreachable!",
        ".unwrap_unchecked",
        "assert!(",
        "assert_eq!(",
        "process::exit",
    ];
    let all = found(&["src/"], &words);
    // A build script's way to refuse a bad row is to panic.
    let rest: Vec<String> = all
        .into_iter()
        .filter(|line| !line.starts_with("src/presets_build.rs"))
        .collect();
    assert_eq!(rest, [""; 0]);
}

/// std's float printing and reading cost the page 20 kB; units.rs has its own.
#[test]
fn floats_are_printed_and_read_by_the_core_alone() {
    let native = ["src/bin/", "src/presets_build.rs"];
    let mut out = Vec::new();
    for source in sources(&["src/"]) {
        if native.iter().any(|start| source.path.starts_with(start)) {
            continue;
        }
        for (number, line) in source.lines() {
            let reads = line.contains("parse::<f64>")
                || line.contains("f64::from_str")
                || line.contains("parse::<f32>");
            if reads || prints_digits(line) {
                out.push(format!("{}:{number}: {line}", source.path));
            }
        }
    }
    assert_eq!(out, [""; 0]);
}

/// `{:.1}`, `{x:.2}`, `{:>8.3}`: a format with a precision.
fn prints_digits(line: &str) -> bool {
    line.split('{').skip(1).any(|part| {
        let inside = part.split('}').next().unwrap_or("");
        let Some((_, how)) = inside.split_once(':') else {
            return false;
        };
        // `{ x: 1.5 }` is a struct.
        !how.starts_with(' ')
            && how.split_once('.').is_some_and(|(_, digits)| {
                digits.starts_with(|c: char| c.is_ascii_digit() || c == '*')
            })
    })
}

#[test]
fn a_precision_is_seen() {
    for line in ["{:.1}", "x {y:.2} z", "{:>8.3}", "{:.*}"] {
        assert!(prints_digits(line), "{line}");
    }
    for line in [
        "{}",
        "{:?}",
        "{:>12}",
        "{0}: 1.5",
        "Foo { x: 1.5 }",
        "{ a: b.c }",
    ] {
        assert!(!prints_digits(line), "{line}");
    }
}

/// Arms that take whatever is left, and why they may: what they match is no enum of ours, or has a reason of its own.
const WILD: &[(&str, &str, &str)] = &[
    (
        "src/ledger/model/values.rs",
        "_ => Err(FieldProblem::NotAFlag { field }),",
        "a text",
    ),
    (
        "src/ledger/model/values.rs",
        "_ if fits == 0 => {}",
        "an option with guards",
    ),
    (
        "src/ledger/model/values.rs",
        "_ => self.runs.push(",
        "an option with guards",
    ),
    (
        "src/ledger/model/values.rs",
        "_ => Value::List(self.runs),",
        "a kind with a slice; every other pair is a list",
    ),
    ("src/ledger/model/values.rs", "_ => {", "a byte; a text"),
    ("src/ledger/model/values.rs", "_ => None,", "a text"),
    (
        "src/ledger/model/values.rs",
        "_ => \"fs\",",
        "seventy fields, of which two have letters of their own",
    ),
    (
        "src/ledger/model/resolve.rs",
        "_ => from.number(Field::Layers).max(1),",
        "an option with a guard",
    ),
    (
        "src/ledger/model/resolve/mixers.rs",
        "_ => Some(attention(from, sizes, kind)),",
        "a letter",
    ),
    (
        "src/ledger/model/resolve/mixers.rs",
        "_ => None,",
        "a letter",
    ),
    (
        "src/ledger/model/fields.rs",
        "_ => self.values.insert(",
        "an option with a guard",
    ),
    ("src/ledger/model/schedule.rs", "_ => b'd',", "a number"),
    (
        "src/ledger/activations/measured.rs",
        "_ => {}",
        "a count with a flag",
    ),
    (
        "src/ledger/gradients.rs",
        "_ if run.config.shard == Sharding::Fsdp2",
        "two flags, after a guard",
    ),
    (
        "src/ledger/weights/measured.rs",
        "_ => in_format(model, Symbol::Params",
        "one mode with an option against all the rest",
    ),
    (
        "src/i18n/controls.rs",
        "_ => \"\",",
        "seventy keys, of which five have a unit",
    ),
];

#[test]
fn matches_on_our_enums_name_every_case() {
    let mut wild = Vec::new();
    let mut used = vec![false; WILD.len()];
    for source in sources(&["src/ledger", "src/i18n"]) {
        for (number, line) in source.lines() {
            if !(line.starts_with("_ =>")
                || line.starts_with("_ if ")
                || line.starts_with("(_, _) =>"))
            {
                continue;
            }
            let entry = WILD
                .iter()
                .position(|(path, arm, _)| source.path == *path && line.starts_with(arm));
            match entry {
                Some(at) => used[at] = true,
                None => wild.push(format!("{}:{number}: {line}", source.path)),
            }
        }
    }
    assert_eq!(wild, [""; 0], "name the cases, or say here why not");
    let stale: Vec<_> = WILD
        .iter()
        .zip(&used)
        .filter(|(_, used)| !**used)
        .map(|((path, arm, _), _)| format!("{path}: {arm}"))
        .collect();
    assert_eq!(
        stale, [""; 0],
        "these arms are gone: take them off the list"
    );
}

/// Only history.rs writes the address and listens to the history.
#[test]
fn one_file_writes_the_address() {
    let words = [
        ".history()",
        "push_state",
        "replace_state",
        "window().history",
        "popstate",
    ];
    let rest: Vec<String> = found(&["src/app", "src/main.rs"], &words)
        .into_iter()
        .filter(|line| !line.starts_with("src/app/history.rs"))
        .collect();
    assert_eq!(rest, [""; 0]);
}

#[test]
fn lengths_are_kept_in_hand() {
    for source in sources(&["src/"]) {
        let lines = source.text.lines().count();
        assert!(lines <= 800, "{} has {lines} lines: divide it", source.path);
    }
}
