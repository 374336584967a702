//! The engine: its copy of the weights, and what it holds beside weights and cache.
use super::Line;
use super::config::{EngineMode, Model};
use super::formula::build::{count, num, product, quot, sum};
use super::formula::{Formula, Symbol};
use super::item::{Basis, Item, Owner, Phase, Role};
use super::paradigm::Residents;
use super::phases::{ENGINE, Run, at};
use super::units::ByteUnit;
use super::{adapter, weights};

/// MiB outside torch on one card (logs: 0.03 to 0.3 GiB), and for each further card of the group (NCCL; 2 to 2.5 GiB on
/// groups of 8 to 16).
const OUTSIDE_MIB: u64 = 100;
const PER_PEER_MIB: u64 = 150;
/// MiB of CUDA graphs (logs: 0.2 to 1.2 GiB on one card); what vLLM asleep leaves on the card outside the CUDA context is
/// these and the above, 0.7 GiB (grpo_lora_gpu.json, sleeping_baseline_bytes).
const GRAPHS_MIB: u64 = 600;
/// Bytes per sequence and word in the sampler: fp32 logits, their sorted copy, indices, softmax and cumulative sum
/// (inf-u1, inf-u2 and others of measured_runs.json).
const SAMPLER: f64 = 39.0;

/// The card the engine runs on; None without one.
pub(super) fn role(residents: &Residents) -> Option<Role> {
    match residents.engine {
        EngineMode::Auto | EngineMode::None => None,
        EngineMode::Colocate => Some(Role::Train),
        EngineMode::Server | EngineMode::Alone => Some(Role::Engine),
    }
}

fn moments(run: &Run<'_>, role: Role) -> Vec<Phase> {
    match role {
        Role::Engine if run.residents.trains => ENGINE.to_vec(),
        Role::Engine => vec![Phase::Rollout],
        Role::Train if run.config.sleep == 0 => run.moments(),
        Role::Train => ENGINE.to_vec(),
    }
}

/// The engine's weights on one card of tp × pp: the model, adapters kept ready, a draft model.
pub(super) fn weights_formula(run: &Run<'_>) -> Formula {
    let config = run.config;
    let mut terms = vec![weights::measured::served(
        &config.model,
        Symbol::Params,
        config.dtype,
    )];
    if config.adapters > 0 {
        terms.push(product([
            count(Symbol::AdaptersServed, config.adapters),
            adapter::params(run),
            num(Symbol::AdapterBytes, 2.0),
        ]));
    }
    if let Some(draft) = config.draft {
        terms.push(weights::measured::served(
            &Model::preset(draft),
            Symbol::DraftParams,
            config.dtype,
        ));
    }
    let all = sum(terms);
    let cards = config.tp.saturating_mul(config.pp);
    if cards > 1 {
        quot(all, count(Symbol::EngineCards, cards))
    } else {
        all
    }
}

/// The engine's copy of the weights. At the copy the weights exist twice: here and with the trainer.
pub(super) fn weights(run: &Run<'_>, role: Role) -> Line {
    Line {
        item: Item::EngineWeights,
        owner: Owner::Engine,
        role,
        at: at(&moments(run, role), &weights_formula(run)),
        basis: Basis::Exact,
    }
}

/// What the engine holds beside: outside torch, CUDA graphs, and the activation peak of its profiling run, the larger of
/// one prefill step (gate, up, product and four hidden-wide tensors a token) and the sampler over max_num_seqs. Asleep
/// the first two stay.
pub(super) fn runtime(run: &Run<'_>, role: Role) -> Line {
    let config = run.config;
    let cards = config.tp.saturating_mul(config.pp);
    let peers = cards.saturating_sub(1).saturating_mul(PER_PEER_MIB);
    let graphs = if config.eager { 0 } else { GRAPHS_MIB };
    let fixed = product([
        count(
            Symbol::EngineMib,
            OUTSIDE_MIB.saturating_add(peers).saturating_add(graphs),
        ),
        num(Symbol::BytesPerMib, ByteUnit::MiB.bytes() as f64),
    ]);
    let awake = match run.shape {
        Some(shape) => {
            let spec = &shape.spec;
            let ffn = match spec.num_experts {
                0 => spec.intermediate_size,
                // Each token's experts together.
                _ => spec
                    .num_experts_per_tok
                    .saturating_mul(spec.moe_intermediate_size),
            };
            let prefill = product([
                count(Symbol::BatchedTokens, config.batched),
                sum([
                    product([
                        num(Symbol::TransientBytes, 6.0),
                        count(Symbol::FfnWidth, ffn),
                    ]),
                    product([
                        num(Symbol::TransientBytes, 8.0),
                        count(Symbol::HiddenSize, spec.hidden_size),
                    ]),
                ]),
            ]);
            let prefill = if config.tp > 1 {
                quot(prefill, count(Symbol::EngineCards, config.tp))
            } else {
                prefill
            };
            let sampler = product([
                count(Symbol::EngineSequences, config.seqs),
                count(Symbol::VocabSize, spec.vocab_size),
                num(Symbol::LogitBytesLive, SAMPLER),
            ]);
            sum([fixed.clone(), Formula::Max(vec![prefill, sampler])])
        }
        None => fixed.clone(),
    };
    let mut at = at(&moments(run, role), &awake);
    if role == Role::Train && config.sleep > 0 {
        at.extend(super::phases::at(run.train(), &fixed));
    }
    Line {
        item: Item::EngineRuntime,
        owner: Owner::Engine,
        role,
        at,
        basis: Basis::Assumption,
    }
}
