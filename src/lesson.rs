//! The lesson's experiments and tables as data: configurations to open, and numbers that the ledger computes for them.
use crate::ledger::config::{Config, Task, Tune};
use crate::ledger::formula::Symbol;
use crate::ledger::item::Item;
use crate::ledger::optimizer::{Optimizer, PerParameter, Recipe};
use crate::ledger::paradigm::Residents;
use crate::ledger::precision::Dtype;
use crate::ledger::units::Bytes;
use crate::ledger::{Ledger, estimate};
use crate::url::{self, Link};
use crate::words;

words! {
    /// The six experiments of the first lesson. The slug is the id of its card on the page.
    Experiment {
        /// The default: which line is the largest.
        Default = "l0-exp-1",
        /// 1.7B, all parameters.
        Larger = "l0-exp-2",
        /// 1.7B, LoRA.
        LargerLora = "l0-exp-3",
        /// Rollout length, then concurrency.
        Rollout = "l0-exp-4",
        /// Training length and micro batch.
        LongTraining = "l0-exp-5",
        /// Reference model off.
        NoReference = "l0-exp-6",
    }
}

impl Experiment {
    /// The configuration that is pinned as the baseline.
    pub const fn before(self) -> &'static str {
        match self {
            Experiment::Default
            | Experiment::Larger
            | Experiment::Rollout
            | Experiment::LongTraining
            | Experiment::NoReference => "",
            Experiment::LargerLora => "model=qwen3-1.7b",
        }
    }

    /// The configurations to open, one a step.
    pub const fn steps(self) -> &'static [&'static str] {
        match self {
            Experiment::Default => &[""],
            Experiment::Larger => &["model=qwen3-1.7b"],
            Experiment::LargerLora => &["model=qwen3-1.7b&tune=lora"],
            Experiment::Rollout => &["len=8192", "len=8192&conc=64"],
            Experiment::LongTraining => &["seq=8192&mb=8"],
            Experiment::NoReference => &["ref=0"],
        }
    }

    /// The line to watch.
    pub const fn watch(self) -> Item {
        match self {
            Experiment::Default | Experiment::Larger | Experiment::LargerLora => {
                Item::OptimizerStates
            }
            Experiment::Rollout => Item::KvCache,
            Experiment::LongTraining => Item::Logits,
            Experiment::NoReference => Item::ReferenceModel,
        }
    }

    /// A step's link: its configuration with the baseline pinned (the first experiment compares with nothing).
    pub fn link(self, step: &str) -> Link {
        let mut link = url::parse(step).0;
        if self != Experiment::Default {
            let before = url::parse(self.before()).0.config;
            if let Some(slot) = link.config.vs.first_mut() {
                *slot = Some(std::sync::Arc::new(before));
            }
        }
        link
    }

    /// Ledgers of the baseline and of every step.
    pub fn ledgers(self) -> (Ledger, Vec<Ledger>) {
        (
            ledger_of(self.before()),
            self.steps().iter().map(|step| ledger_of(step)).collect(),
        )
    }
}

/// The ledger of a query.
pub fn ledger_of(query: &str) -> Ledger {
    estimate(&url::parse(query).0.config)
}

/// Who lives on the card under a task with all parameters trained: one row of the residents table.
#[derive(Clone, Debug, PartialEq)]
pub struct ResidentsRow {
    /// The task.
    pub task: Task,
    /// The items on the card and their bytes, from the ledger itself.
    pub items: Vec<(Item, Bytes)>,
    /// Copies of the model's weights, engine included.
    pub copies: usize,
}

/// The items whose presence the residents table shows.
pub const RESIDENT_ITEMS: [Item; 8] = [
    Item::PolicyWeights,
    Item::Gradients,
    Item::OptimizerStates,
    Item::ReferenceModel,
    Item::Critic,
    Item::RewardModel,
    Item::EngineWeights,
    Item::KvCache,
];

/// The residents of SFT, DPO, GRPO and PPO for the configuration's model.
pub fn residents(config: &Config) -> Vec<ResidentsRow> {
    [Task::Sft, Task::Dpo, Task::Grpo, Task::Ppo]
        .iter()
        .map(|task| residents_of(config, *task))
        .collect()
}

fn residents_of(config: &Config, task: Task) -> ResidentsRow {
    let config = Config {
        model: config.model.clone(),
        task,
        ..Config::default()
    };
    let ledger = estimate(&config);
    let items = ledger
        .lines
        .iter()
        .map(|line| (line.item, line.bytes()))
        .collect();
    let residents = Residents::of(&config);
    let second = [
        residents.reference,
        residents.critic.is_some(),
        residents.reward.is_some(),
        ledger.line(Item::EngineWeights).is_some(),
    ];
    ResidentsRow {
        task,
        items,
        copies: 1 + second.iter().filter(|there| **there).count(),
    }
}

/// Static bytes per parameter under the lesson's recipe: weights, gradients and states, plus the frozen companions.
pub fn bytes_per_param(task: Task, tune: Tune) -> f64 {
    // A model of a billion parameters and nothing else: what is left of the ledger is per parameter.
    let sized = crate::ledger::config::Model::sized(1_000_000_000, String::new());
    let config = Config {
        model: sized,
        task,
        tune,
        engine: crate::ledger::config::EngineMode::None,
        context: crate::ledger::config::Millionths(0),
        ..Config::default()
    };
    estimate(&config).used().as_f64() / 1e9
}

/// A row of a bill: what it is for and its bytes.
pub type Part = (Symbol, Bytes);

/// Weights, gradients, states and master of full training for a configuration's model under the lesson's recipe.
pub fn training_bill(config: &Config) -> Vec<Part> {
    let per = PerParameter::lesson(Recipe::Master, Optimizer::AdamW, Dtype::Bf16);
    let [first, second, _] = per.states;
    let params = config.model.nominal();
    [
        (Symbol::BytesPerParam, per.weight),
        (Symbol::GradientBytes, per.gradient),
        (Symbol::FirstMomentBytes, first),
        (Symbol::SecondMomentBytes, second),
        (Symbol::MasterBytes, per.master),
    ]
    .into_iter()
    .map(|(symbol, bytes)| (symbol, Bytes::round(params * bytes)))
    .collect()
}

/// The sum of a bill, with or without its fp32 master.
pub fn bill_total(bill: &[Part], with_master: bool) -> Bytes {
    bill.iter()
        .filter(|(symbol, _)| with_master || *symbol != Symbol::MasterBytes)
        .fold(Bytes::ZERO, |sum, (_, bytes)| sum.plus(*bytes))
}
