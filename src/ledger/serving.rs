//! The engine: its copy of the weights, and what it holds beside weights and cache.
use super::Line;
use super::config::{Config, EngineMode, Model};
use super::formula::build::{count, num, product, quot, sum};
use super::formula::{Formula, Symbol};
use super::item::{Basis, Item, Owner, Phase, Role};
use super::model::{Ffn, ModelSpec};
use super::paradigm::Residents;
use super::phases::{ENGINE, Run, at};
use super::units::{ByteUnit, Bytes};
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
/// Bytes per token and width of a prefill step's peak.
const PREFILL: f64 = 5.0;

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

/// What CUDA graphs take; captured after the pool is sized, so they come on top of util × total (grpo_lora_gpu.json: vLLM
/// 0.23 and 0.26 overshoot it by these and the CUDA context).
pub(super) fn graphs(config: &Config) -> Bytes {
    Bytes::mib(if config.eager { 0 } else { GRAPHS_MIB })
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

/// What the engine holds beside: outside torch, CUDA graphs, the experts' workspace, and the activation peak of its
/// profiling run: the larger of one prefill step and the sampler over max_num_seqs. Asleep all but the peak stays.
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
    let (asleep, awake) = match run.shape {
        Some(shape) => {
            let workspace = workspace(run, &shape.spec);
            let asleep = sum([fixed].into_iter().chain(workspace));
            let awake = sum([asleep.clone(), profiled(run, &shape.spec)]);
            (asleep, awake)
        }
        None => (fixed.clone(), fixed),
    };
    let mut at = at(&moments(run, role), &awake);
    if role == Role::Train && config.sleep > 0 {
        at.extend(super::phases::at(run.train(), &asleep));
    }
    Line {
        item: Item::EngineRuntime,
        owner: Owner::Engine,
        role,
        at,
        basis: Basis::Assumption,
    }
}

fn divided(config: &Config, formula: Formula) -> Formula {
    if config.tp > 1 {
        quot(formula, count(Symbol::EngineCards, config.tp))
    } else {
        formula
    }
}

/// vLLM's fused experts keep their workspace: for each token of a step and expert 2h in and out and 4f_e for gate and up,
/// and the output 2h (OLMoE in grpo_lora_gpu.json: 70 kB a token asleep, 69.6 by this).
fn workspace(run: &Run<'_>, spec: &ModelSpec) -> Option<Formula> {
    let hidden = || {
        product([
            num(Symbol::TransientBytes, 2.0),
            count(Symbol::HiddenSize, spec.hidden_size),
        ])
    };
    (spec.num_experts > 0).then(|| {
        let expert = product([
            num(Symbol::TransientBytes, 4.0),
            count(Symbol::ExpertWidth, spec.moe_intermediate_size),
        ]);
        let each = product([
            count(Symbol::ExpertsPerToken, spec.num_experts_per_tok),
            sum([hidden(), expert]),
        ]);
        let all = product([
            count(Symbol::BatchedTokens, run.config.batched),
            sum([each, hidden()]),
        ]);
        divided(run.config, all)
    })
}

/// The activation peak of the profiling run: a step of max_num_batched_tokens, or the sampler.
fn profiled(run: &Run<'_>, spec: &ModelSpec) -> Formula {
    let sampler = product([
        count(Symbol::EngineSequences, run.config.seqs),
        count(Symbol::VocabSize, spec.vocab_size),
        num(Symbol::LogitBytesLive, SAMPLER),
    ]);
    Formula::Max(vec![
        step_peak(run.config, spec, run.config.batched),
        sampler,
    ])
}

/// A step over `tokens` at 5f + 5h a token (start-up logs lie between 4f + 4h and 6f + 8h), f the widest feed-forward, or
/// 2h where experts have a workspace of their own.
pub(super) fn step_peak(config: &Config, spec: &ModelSpec, tokens: u64) -> Formula {
    let widths = spec.layers.iter().map(|group| match &group.ffn {
        Ffn::None => 0,
        Ffn::Dense { width } => *width,
        Ffn::Moe(moe) => moe
            .shared_width
            .saturating_add(moe.dense_width)
            .max(spec.hidden_size.saturating_mul(2)),
    });
    let of = |symbol, width| product([num(Symbol::TransientBytes, PREFILL), count(symbol, width)]);
    let prefill = product([
        count(Symbol::BatchedTokens, tokens),
        sum([
            of(Symbol::FfnWidth, widths.max().unwrap_or(0)),
            of(Symbol::HiddenSize, spec.hidden_size),
        ]),
    ]);
    divided(config, prefill)
}
