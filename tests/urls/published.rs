//! tests/cases/links.txt: links ever published. Lines are added at its end and never changed.
use vram_ledger::ledger::config::Method;
use vram_ledger::ledger::estimate;
use vram_ledger::ledger::item::Item;
use vram_ledger::ledger::words::Word;
use vram_ledger::url::{self, IssueCode};

/// Query, canonical form, numbers; between them ` | `.
fn rows() -> Vec<[&'static str; 3]> {
    include_str!("../cases/links.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut parts = line.split(" | ").map(str::trim);
            [(); 3].map(|()| parts.next().unwrap_or(""))
        })
        .collect()
}

/// Where a line keeps its configuration only: the measured model may improve, and a key without effect may get one.
const NONE: &str = "-";

/// The numbers a line keeps: capacity, need, verdict, every row of the ledger, in bytes.
fn numbers(query: &str) -> String {
    let (link, issues) = url::parse(query);
    let config = link.config;
    let waits = issues
        .iter()
        .any(|issue| issue.code == IssueCode::NotUsedYet);
    if config.method == Method::Measured || waits {
        return NONE.into();
    }
    let ledger = estimate(&config);
    let mut out = format!(
        "{} {} {}",
        ledger.capacity.0,
        ledger.used().0,
        ledger.verdict().slug()
    );
    for item in Item::ALL {
        if let Some(line) = ledger.line(*item) {
            out.push_str(&format!(" {}={}", item.slug(), line.bytes().0));
        }
    }
    out
}

#[test]
fn published_links_stay_what_they_were() {
    let rows = rows();
    assert!(rows.len() >= 60, "lines were taken away: {}", rows.len());
    let mut wrong = Vec::new();
    for [query, canonical, stated] in rows {
        let link = url::parse(query).0;
        let now = [url::format(&link), numbers(query)];
        let same = stated == NONE || stated == now[1];
        if now[0] != canonical || !same {
            wrong.push(format!("{query} | {} | {}", now[0], now[1]));
        }
        super::stable(&link);
    }
    assert!(
        wrong.is_empty(),
        "these links changed meaning (or are new and lack their numbers):\n{}",
        wrong.join("\n")
    );
}
