//! Optimizer states, in the lesson together with the fp32 master copy.
use super::Line;
use super::adapter;
use super::config::{Config, Offload};
use super::formula::build::{count, num, product, sum};
use super::formula::{Formula, Symbol};
use super::item::{Basis, Item, Owner, Phase, Role};
use super::optimizer::Optimizer;
use super::paradigm::Residents;
use super::phases::Run;
use super::sharding::{self, Kind};
use super::trainable::{policy_trainable, recipe_bytes};

/// The lesson's line: trainable parameters × (master + states). Absent where an optimizer keeps nothing.
pub(super) fn lesson(config: &Config, residents: &Residents) -> Option<Line> {
    let terms = state_terms(config);
    (residents.trains && !terms.is_empty()).then(|| {
        let formula = product([policy_trainable(config), sum(terms)]);
        Line::always(
            Item::OptimizerStates,
            Owner::Trainer,
            Role::Train,
            Basis::Formula,
            formula,
        )
    })
}

/// Bytes per trainable parameter: 4 + 4 + 4 for AdamW with a master copy; what is not kept is not written.
pub(super) fn state_terms(config: &Config) -> Vec<Formula> {
    let bytes = recipe_bytes(config);
    let [first, second, third] = bytes.states;
    [
        (Symbol::MasterBytes, bytes.master),
        (Symbol::FirstMomentBytes, first),
        (Symbol::SecondMomentBytes, second),
        (Symbol::ThirdStateBytes, third),
    ]
    .into_iter()
    .filter(|(_, bytes)| *bytes > 0.0)
    .map(|(symbol, bytes)| num(symbol, bytes))
    .collect()
}

/// The measured lines: optimizer states, and the fp32 master copy beside them.
pub(super) fn measured(run: &Run<'_>) -> Vec<Line> {
    let mut lines = Vec::with_capacity(2);
    let share = |formula| sharding::share(run, Kind::States, formula);
    let states = share(card_states(run));
    let mut at = run.resident(Offload::Optimizer, &states);
    if let Some(copy) = step_copy(run) {
        let copy = share(copy);
        // Where the states are offloaded for good the step runs on the host.
        let step = at
            .iter_mut()
            .find(|(phase, _)| *phase == Phase::OptimizerStep);
        if let Some((_, formula)) = step {
            *formula = sum([formula.clone(), copy]);
        }
    }
    if states.value() > 0.0 {
        lines.push(run.line(Item::OptimizerStates, Basis::Calibrated, at));
    }
    if run.per_param.master > 0.0 {
        let master = share(master(run));
        let at = run.resident(Offload::Optimizer, &master);
        lines.push(run.line(Item::MasterWeights, Basis::Formula, at));
    }
    lines
}

/// The fp32 master copy.
pub(super) fn master(run: &Run<'_>) -> Formula {
    product([trained(run), num(Symbol::MasterBytes, run.per_param.master)])
}

/// Parameters that train, exactly.
fn trained(run: &Run<'_>) -> Formula {
    if run.lora() {
        adapter::params(run)
    } else {
        count(Symbol::Params, run.config.model.params())
    }
}

fn state_bytes(run: &Run<'_>) -> Formula {
    let [first, second, third] = run.per_param.states;
    sum([
        (Symbol::FirstMomentBytes, first),
        (Symbol::SecondMomentBytes, second),
        (Symbol::ThirdStateBytes, third),
    ]
    .into_iter()
    .filter(|(_, bytes)| *bytes > 0.0)
    .map(|(symbol, bytes)| num(symbol, bytes)))
}

/// States on the card. transformers' Trainer keeps an embedding's states in 32 bits under 8-bit optimizers; Muon steps
/// matrices of the layers and leaves the rest to AdamW; Adafactor keeps a row and a column per matrix, in fp32.
fn card_states(run: &Run<'_>) -> Formula {
    let plain = || product([trained(run), state_bytes(run)]);
    let Some(shape) = run.shape.filter(|_| !run.lora()) else {
        return match run.config.opt {
            Optimizer::Adafactor => num(Symbol::FactorElements, 0.0),
            Optimizer::AdamW
            | Optimizer::AmsGrad
            | Optimizer::AdamW8bit
            | Optimizer::Paged8bit
            | Optimizer::AdEmaMix8bit
            | Optimizer::Sgd
            | Optimizer::SgdM
            | Optimizer::Lion
            | Optimizer::Lion8bit
            | Optimizer::Muon => plain(),
        };
    };
    let params = &shape.params;
    let embedding = params.embedding.saturating_add(params.per_layer_embedding);
    let split = |own: u64, states: Formula, bytes: f64| {
        let rest = params.total().saturating_sub(own);
        sum([
            product([count(Symbol::OtherParams, rest), states]),
            product([
                count(Symbol::EmbeddingParams, own),
                num(Symbol::StateBytesPerParam, bytes),
            ]),
        ])
    };
    let kept = run.per_param.states.iter().filter(|b| **b > 0.0).count() as f64;
    match run.config.opt {
        Optimizer::AdamW8bit | Optimizer::AdEmaMix8bit | Optimizer::Lion8bit => {
            split(embedding, state_bytes(run), 4.0 * kept)
        }
        Optimizer::Paged8bit => split(embedding, state_bytes(run), 0.0),
        Optimizer::Muon => {
            let matrices = params
                .linear
                .saturating_add(params.expert)
                .min(params.total());
            let rest = params.total().saturating_sub(matrices);
            let [moment, _, _] = run.per_param.states;
            split(rest, num(Symbol::FirstMomentBytes, moment), 2.0 * moment)
        }
        Optimizer::Adafactor => {
            let factors = adapter::pairs(shape)
                .saturating_add(shape.spec.vocab_size)
                .saturating_add(shape.spec.hidden_size)
                .saturating_add(params.norm);
            product([
                count(Symbol::FactorElements, factors),
                num(Symbol::StateBytesPerParam, 4.0),
            ])
        }
        Optimizer::AdamW
        | Optimizer::AmsGrad
        | Optimizer::Sgd
        | Optimizer::SgdM
        | Optimizer::Lion => plain(),
    }
}

/// A foreach step makes one more copy of what it steps: the parameters, or their master copy.
fn step_copy(run: &Run<'_>) -> Option<Formula> {
    let foreach = match run.config.opt {
        Optimizer::AdamW | Optimizer::AmsGrad | Optimizer::SgdM | Optimizer::Lion => {
            run.config.foreach
        }
        Optimizer::AdamW8bit
        | Optimizer::Paged8bit
        | Optimizer::AdEmaMix8bit
        | Optimizer::Adafactor
        | Optimizer::Sgd
        | Optimizer::Lion8bit
        | Optimizer::Muon => false,
    };
    let bytes = run.per_param.master.max(run.per_param.weight);
    foreach.then(|| product([trained(run), num(Symbol::StepCopyBytes, bytes)]))
}

/// States that stand in host memory: offloaded ones, and a paged optimizer's.
pub(super) fn host(run: &Run<'_>) -> Option<Formula> {
    let paged = run.config.opt == Optimizer::Paged8bit;
    let moved = run.swaps(Offload::Optimizer);
    let mut terms = Vec::new();
    if paged {
        // Two states of one byte each.
        let bytes = 2.0;
        terms.push(product([
            trained(run),
            num(Symbol::StateBytesPerParam, bytes),
        ]));
    }
    if moved {
        let states = card_states(run);
        if states.value() > 0.0 {
            terms.push(states);
        }
        if run.per_param.master > 0.0 {
            terms.push(master(run));
        }
    }
    (!terms.is_empty()).then(|| sharding::share(run, Kind::States, sum(terms)))
}
