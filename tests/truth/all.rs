//! Every measured figure as a case with its link: run by tests/truth.rs, which holds the errors to their bounds, and by
//! the page's build step, which prints them as the accuracy view. One run, nothing typed.

pub mod grpo;
pub mod peaks;
pub mod runs;
pub mod training;

use serde_json::Value;
use vram_ledger::ledger::config::Config;
use vram_ledger::ledger::item::{Owner, Phase, Role};
use vram_ledger::ledger::{Ledger, estimate};
use vram_ledger::url::{self, Level};

/// One figure that was measured, and the ledger's.
pub struct Case {
    pub id: String,
    pub family: &'static str,
    pub query: String,
    pub measured: f64,
    pub predicted: f64,
    pub source: String,
    /// Why it stands outside its family's bound; such a case is printed, not counted.
    pub apart: Option<String>,
}

impl Case {
    pub fn error(&self) -> f64 {
        self.predicted / self.measured - 1.0
    }
}

/// What a family may err, as shares of one.
pub struct Bound {
    pub family: &'static str,
    pub mean: f64,
    pub max: f64,
}

pub fn read(text: &str) -> Value {
    serde_json::from_str(&text.replace("NaN", "null").replace("Infinity", "null")).unwrap()
}

/// The configuration a link opens; a link of these tests has no errors.
#[track_caller]
pub fn config(query: &str) -> Config {
    let (link, issues) = url::parse(query);
    let errors: Vec<_> = issues
        .iter()
        .filter(|issue| issue.level == Level::Error)
        .collect();
    assert!(errors.is_empty(), "{query}: {errors:?}");
    link.config
}

#[track_caller]
pub fn ledger(query: &str) -> Ledger {
    estimate(&config(query))
}

/// The training card's bytes at a moment without what the runtime owns.
pub fn at(ledger: &Ledger, phase: Phase) -> f64 {
    ledger
        .on(Role::Train)
        .filter(|line| line.owner != Owner::Runtime)
        .filter_map(|line| line.formula_at(phase))
        .map(|formula| formula.value())
        .sum()
}

pub const TRAINING: [Phase; 7] = [
    Phase::Logprob,
    Phase::Forward,
    Phase::LossBackward,
    Phase::LayerBackward,
    Phase::LastLayerBackward,
    Phase::EmbeddingBackward,
    Phase::OptimizerStep,
];

/// The worst moment of training without what the runtime owns.
pub fn peak(ledger: &Ledger) -> f64 {
    TRAINING
        .iter()
        .map(|phase| at(ledger, *phase))
        .fold(0.0, f64::max)
}

pub fn num(value: &Value, key: &str) -> f64 {
    value[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key} in {value}"))
}

/// A family's errors as shares of one; cases that stand apart are listed and not counted.
pub struct Family<'a> {
    pub name: &'static str,
    pub cases: Vec<&'a Case>,
    pub apart: Vec<&'a Case>,
    pub mean: f64,
    pub median: f64,
    pub max: f64,
}

impl Family<'_> {
    /// The case that errs most.
    pub fn worst(&self) -> Option<&Case> {
        let size = |case: &&&Case| case.error().abs();
        self.cases
            .iter()
            .max_by(|a, b| size(a).total_cmp(&size(b)))
            .copied()
    }
}

/// The families in the order of their first case.
pub fn families(cases: &[Case]) -> Vec<Family<'_>> {
    let mut names: Vec<&'static str> = Vec::new();
    for case in cases {
        if !names.contains(&case.family) {
            names.push(case.family);
        }
    }
    let family = |name: &'static str| {
        let (apart, own): (Vec<&Case>, Vec<&Case>) = cases
            .iter()
            .filter(|case| case.family == name)
            .partition(|case| case.apart.is_some());
        let mut errors: Vec<f64> = own.iter().map(|case| case.error().abs()).collect();
        errors.sort_by(f64::total_cmp);
        Family {
            name,
            mean: errors.iter().sum::<f64>() / errors.len().max(1) as f64,
            median: errors.get(errors.len() / 2).copied().unwrap_or(0.0),
            max: errors.last().copied().unwrap_or(0.0),
            cases: own,
            apart,
        }
    };
    names.into_iter().map(family).collect()
}

/// Every case of every file.
pub fn every() -> Vec<Case> {
    let parts = [
        peaks::cases(),
        runs::cases(),
        grpo::cases(),
        training::cases().0,
    ];
    parts.into_iter().flatten().collect()
}
