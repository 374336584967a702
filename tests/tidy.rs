//! What must not be there, and what must: the house's rules that no compiler knows.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "tidy/keys.rs"]
mod keys;
#[path = "tidy/lesson.rs"]
mod lesson;
#[path = "tidy/source.rs"]
mod source;

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A source file: its path from the crate's root with `/`, and its text without the unit tests at its end.
struct Source {
    path: String,
    text: String,
}

/// The Rust files whose path begins with one of these.
#[track_caller]
fn sources(starts: &[&str]) -> Vec<Source> {
    let mut paths = Vec::new();
    collect(&root().join("src"), &mut paths);
    let files: Vec<Source> = paths
        .into_iter()
        .filter_map(|path| {
            let from_root = path.strip_prefix(root()).unwrap();
            let name = from_root.to_str().unwrap().replace('\\', "/");
            starts.iter().any(|start| name.starts_with(start)).then(|| {
                let text = fs::read_to_string(&path).unwrap();
                let end = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
                Source {
                    path: name,
                    text: text[..end].to_string(),
                }
            })
        })
        .collect();
    assert!(!files.is_empty(), "no file begins with {starts:?}");
    files
}

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
}

impl Source {
    /// Lines of code with their number; comments are left out.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.split("//").next().unwrap_or("").trim()))
            .filter(|(_, line)| !line.is_empty())
    }
}

/// Where any of the words stands in the code of these files.
#[track_caller]
fn found(starts: &[&str], words: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    for source in sources(starts) {
        for (number, line) in source.lines() {
            if words.iter().any(|word| line.contains(word)) {
                out.push(format!("{}:{number}: {line}", source.path));
            }
        }
    }
    out
}
