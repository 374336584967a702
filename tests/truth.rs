//! The measured method against what was measured: every case through a link, the error of each family printed and bound.
#![cfg(feature = "measured")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "truth/all.rs"]
mod all;

use all::{Bound, Case, families, grpo, peaks, runs, training};

/// Prints the families and holds them to their bounds.
fn report(cases: &[Case], bounds: &[Bound]) {
    let mut failures = Vec::new();
    println!(
        "{:44} {:>5} {:>8} {:>8}  worst",
        "family", "count", "mean %", "max %"
    );
    for family in families(cases) {
        let (mean, max) = (family.mean, family.max);
        println!(
            "{:44} {:>5} {:>8.3} {:>8.3}  median {:.3} {}",
            family.name,
            family.cases.len(),
            mean * 100.0,
            max * 100.0,
            family.median * 100.0,
            family.worst().map_or(String::new(), |c| format!(
                "{} {:+.2} %",
                c.id,
                c.error() * 100.0
            )),
        );
        for case in &family.apart {
            println!(
                "    apart: {} {:+.1} %: {}",
                case.id,
                case.error() * 100.0,
                case.apart.as_deref().unwrap_or("")
            );
        }
        match bounds.iter().find(|bound| bound.family == family.name) {
            Some(bound) if mean > bound.mean || max > bound.max => {
                let mut sorted = family.cases.clone();
                sorted.sort_by(|a, b| b.error().abs().total_cmp(&a.error().abs()));
                for case in sorted.iter().take(8) {
                    println!(
                        "      {} {:+.2} % measured {:.0} predicted {:.0}",
                        case.id,
                        case.error() * 100.0,
                        case.measured,
                        case.predicted
                    );
                    println!("        {}", case.query);
                }
                failures.push(format!(
                    "{}: mean {:.3} % (bound {:.3}), max {:.3} % (bound {:.3})",
                    family.name,
                    mean * 100.0,
                    bound.mean * 100.0,
                    max * 100.0,
                    bound.max * 100.0
                ));
            }
            Some(_) => {}
            None => failures.push(format!("{} has no bound", family.name)),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The accuracy page prints every case with its source, and every family in both languages.
#[test]
fn every_case_can_be_printed() {
    let cases = all::every();
    assert!(cases.len() > 1000, "{}", cases.len());
    for case in &cases {
        assert!(!case.source.is_empty(), "{} has no source", case.id);
        assert!(case.error().is_finite(), "{}", case.id);
    }
    for family in families(&cases) {
        let name = vram_ledger::views::accuracy::chinese(family.name);
        assert!(name.is_some(), "{} has no Chinese name", family.name);
    }
}

#[test]
fn training_peaks() {
    let cases = peaks::cases();
    report(&cases, peaks::BOUNDS);
}

#[test]
fn engines() {
    let cases = runs::cases();
    report(&cases, runs::BOUNDS);
}

#[test]
fn grpo_lora() {
    let cases = grpo::cases();
    report(&cases, grpo::BOUNDS);
}

#[test]
fn published_training_runs() {
    let (cases, ranged, rest) = training::cases();
    for training::Open(id, measured, low, high, why) in &ranged {
        let gib = |bytes: &f64| bytes / 1_073_741_824.0;
        println!(
            "    open: {id} measured {:.1} GiB, range {:.1} to {:.1}: {why}",
            gib(measured),
            gib(low),
            gib(high)
        );
    }
    println!(
        "    {rest} more state neither batch, length nor recipe, or use what no key says (tensor parallel training, Unsloth's offloading, adapters that are not LoRA)"
    );
    let mut errors: Vec<f64> = cases.iter().map(|case| case.error().abs()).collect();
    errors.sort_by(f64::total_cmp);
    for case in &cases {
        let why = training::outlier(&case.id).unwrap_or("");
        println!("    {} {:+.1} % {why}", case.id, case.error() * 100.0);
        assert!(
            case.error().abs() <= training::MEDIAN || !why.is_empty(),
            "{} is far off and unexplained",
            case.id
        );
    }
    assert!(
        errors[errors.len() / 2] <= training::MEDIAN,
        "median {:.3}",
        errors[errors.len() / 2]
    );
    report(&cases, training::BOUNDS);
}
