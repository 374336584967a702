//! Measured weights: by part, as the loaders keep them.
use super::super::Line;
use super::super::adapter;
use super::super::config::{Model, Offload, Shape, Tune};
use super::super::formula::build::{count, num, product, sum};
use super::super::formula::{Formula, Symbol};
use super::super::item::{Basis, Item, Phase};
use super::super::model::Ffn;
use super::super::phases::{ENGINE, Mode, Run};
use super::super::precision::Dtype;
use super::super::sharding::{self, Kind};

/// Bytes of a 16-bit weight.
const HALF: f64 = 2.0;
/// NF4 with double quantisation, QLoRA's base: 4 bits, an 8-bit scale per 64 weights and an fp32 one per 256 of those
/// (0.5 + 1/64 + 4/16384; logs: 0.516). Six decimals, as they are printed.
const NF4_DOUBLE: f64 = 0.515_869;

/// Who loads the weights: their formats reach different layers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Loader {
    /// transformers: bitsandbytes replaces nn.Linear only, so fused experts stay in 16 bits.
    Trainer,
    /// An engine: experts are quantised too.
    Engine,
}

/// Bytes per weight of the layers a format reaches. None: a plain format of that many bytes for all weights.
///
/// fp8: block scales of 128 × 128 (1 + 4/16384); int8: rows' scales and outliers (logs 1.03 to 1.09); int4: bitsandbytes' 4 bits with
/// an fp32 scale per 64 (0.5625); AWQ: group 128, fp16 scale and 4-bit zero (0.5 + 2.5/128); GPTQ: those and the group index (0.53 to
/// 0.57 logged); mxfp4: a byte per 32 weights.
fn quantised(dtype: Dtype) -> Option<f64> {
    match dtype {
        Dtype::Fp32 | Dtype::Bf16 | Dtype::Fp16 => None,
        Dtype::Fp8 => Some(1.000_244),
        Dtype::Int8 => Some(1.03),
        Dtype::Int4 => Some(0.5 + 4.0 / 64.0),
        Dtype::Nf4 => Some(NF4_DOUBLE),
        Dtype::Awq4 => Some(0.519_531),
        Dtype::Gptq4 => Some(0.53),
        Dtype::Mxfp4 => Some(0.5 + 1.0 / 32.0),
    }
}

fn plain_bytes(dtype: Dtype) -> f64 {
    match dtype {
        Dtype::Fp32 => 4.0,
        Dtype::Bf16
        | Dtype::Fp16
        | Dtype::Fp8
        | Dtype::Int8
        | Dtype::Int4
        | Dtype::Nf4
        | Dtype::Awq4
        | Dtype::Gptq4
        | Dtype::Mxfp4 => HALF,
    }
}

/// Parameters that a format reaches in a loader's hands.
fn reached(shape: &Shape, dtype: Dtype, loader: Loader) -> u64 {
    let params = &shape.params;
    match (dtype, loader) {
        // gpt-oss: the experts alone.
        (Dtype::Mxfp4, _) if params.expert > 0 => params.expert,
        (Dtype::Nf4 | Dtype::Int4 | Dtype::Int8, Loader::Trainer) => params.bnb_4bit,
        (
            Dtype::Fp32
            | Dtype::Bf16
            | Dtype::Fp16
            | Dtype::Fp8
            | Dtype::Int8
            | Dtype::Int4
            | Dtype::Nf4
            | Dtype::Awq4
            | Dtype::Gptq4
            | Dtype::Mxfp4,
            _,
        ) => params.linear.saturating_add(params.expert),
    }
}

/// A model's weights in a format; `other` is what a weight costs that the format does not reach.
fn in_format(model: &Model, params: Symbol, dtype: Dtype, loader: Loader, other: f64) -> Formula {
    match (quantised(dtype), &model.shape) {
        (None, _) => product([
            count(params, model.params()),
            num(Symbol::BytesPerParam, plain_bytes(dtype)),
        ]),
        (Some(bytes), None) => product([
            count(params, model.params()),
            num(Symbol::QuantisedBytesPerParam, bytes),
        ]),
        (Some(bytes), Some(shape)) => {
            let total = shape.params.total();
            let reached = reached(shape, dtype, loader).min(total);
            sum([
                product([
                    count(Symbol::LinearParams, reached),
                    num(Symbol::QuantisedBytesPerParam, bytes),
                ]),
                product([
                    count(Symbol::OtherParams, total.saturating_sub(reached)),
                    num(Symbol::BytesPerParam, other),
                ]),
            ])
        }
    }
}

/// An engine's weights of a model.
pub(in super::super) fn served(model: &Model, params: Symbol, dtype: Dtype) -> Formula {
    in_format(model, params, dtype, Loader::Engine, HALF)
}

/// The format of the base that adapters train on: QLoRA's is NF4 unless another quantised one is named.
fn base_dtype(run: &Run<'_>) -> Dtype {
    match (run.config.tune, run.config.dtype.only_frozen()) {
        (Tune::Qlora, false) => Dtype::Nf4,
        (Tune::Qlora, true) | (Tune::Full | Tune::Lora, _) => run.config.dtype,
    }
}

/// The policy's weights, undivided.
pub(in super::super) fn base(run: &Run<'_>) -> Formula {
    let model = &run.config.model;
    if !run.lora() {
        return product([
            count(Symbol::Params, model.params()),
            num(Symbol::BytesPerParam, run.per_param.weight),
        ]);
    }
    let dtype = base_dtype(run);
    match (run.mode, run.shape) {
        // prepare_model_for_kbit_training: what is not quantised becomes fp32; an untied head keeps a 16-bit copy beside.
        (Mode::Kbit, Some(shape)) => {
            let all = in_format(model, Symbol::Params, dtype, Loader::Trainer, 4.0);
            let head = product([
                count(Symbol::OtherParams, shape.params.lm_head),
                num(Symbol::CastBytes, HALF),
            ]);
            sum([all]
                .into_iter()
                .chain((shape.params.lm_head > 0).then_some(head)))
        }
        _ => in_format(model, Symbol::Params, dtype, Loader::Trainer, HALF),
    }
}

/// The policy's line, with what is cast or unpacked for a moment.
pub(in super::super) fn policy(run: &Run<'_>) -> Line {
    let weights = sharding::share(run, Kind::Weights, base(run));
    let mut at = run.resident(Offload::Params, &weights);
    for (phase, formula) in &mut at {
        if let Some(more) = run.shape.and_then(|shape| moment(run, shape, *phase)) {
            *formula = sum([formula.clone(), more]);
        }
    }
    let basis = match run.config.tune {
        Tune::Full => Basis::Exact,
        Tune::Lora if !run.config.dtype.only_frozen() => Basis::Exact,
        Tune::Lora | Tune::Qlora => Basis::Calibrated,
    };
    run.line(Item::PolicyWeights, basis, at)
}

/// Autocast's 16-bit copies (all of them where nothing is recomputed; with checkpointing the head's at the loss), and the
/// matrix of a 4-bit base that a layer's backward pass unpacks.
fn moment(run: &Run<'_>, shape: &Shape, phase: Phase) -> Option<Formula> {
    let cast = |params: Formula| product([params, num(Symbol::CastBytes, HALF)]);
    let head = || super::super::gradients::head(shape);
    let whole = || {
        let own = if shape.spec.tie_word_embeddings {
            0
        } else {
            shape.params.embedding
        };
        count(
            Symbol::LinearParams,
            shape.params.total().saturating_sub(own),
        )
    };
    let unpacked = || {
        let widest = shape.spec.layers.iter().map(|group| match &group.ffn {
            Ffn::None => 0,
            Ffn::Dense { width } => *width,
            Ffn::Moe(moe) => moe.shared_width.saturating_add(moe.dense_width),
        });
        cast(product([
            count(Symbol::FfnWidth, widest.max().unwrap_or(0)),
            count(Symbol::HiddenSize, shape.spec.hidden_size),
        ]))
    };
    let four_bit = run.config.tune == Tune::Qlora;
    match (phase, run.mode) {
        (Phase::Forward, Mode::Amp) => Some(cast(whole())),
        (Phase::LossBackward, Mode::Amp) if !run.config.ckpt => Some(cast(whole())),
        (Phase::LossBackward, Mode::Amp) | (Phase::Forward | Phase::LossBackward, Mode::Kbit) => {
            Some(cast(head()))
        }
        (Phase::LayerBackward | Phase::LastLayerBackward, _) if four_bit => Some(unpacked()),
        (
            Phase::Sum
            | Phase::Rollout
            | Phase::WeightSync
            | Phase::Logprob
            | Phase::Forward
            | Phase::LossBackward
            | Phase::LayerBackward
            | Phase::LastLayerBackward
            | Phase::EmbeddingBackward
            | Phase::OptimizerStep,
            Mode::Full | Mode::Amp | Mode::LoraHalf | Mode::LoraSingle | Mode::Kbit,
        ) => None,
    }
}

/// The frozen companions and the critic.
pub(in super::super) fn companions(run: &Run<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let config = run.config;
    let share = |formula| sharding::share(run, Kind::Weights, formula);
    let frozen = |model: &Model, symbol| {
        share(in_format(
            model,
            symbol,
            config.dtype,
            Loader::Trainer,
            HALF,
        ))
    };
    if run.residents.reference {
        // Adapters share the frozen base: their reference is a second adapter.
        let formula = if run.lora() {
            product([
                adapter::params(run),
                num(Symbol::AdapterBytes, run.per_param.weight),
            ])
        } else {
            frozen(&config.model, Symbol::Params)
        };
        // A second adapter goes and comes with the first; a model of its own stays.
        let at = if run.lora() && run.returns() {
            run.resident(Offload::Params, &formula)
        } else {
            run.always(&formula)
        };
        lines.push(run.line(Item::ReferenceModel, Basis::Exact, at));
    }
    if let Some(model) = &run.residents.critic {
        lines.push(critic(run, model));
    }
    if let Some(reward) = &run.residents.reward {
        let weights = frozen(reward, Symbol::RewardParams);
        lines.push(run.line(Item::RewardModel, Basis::Exact, run.always(&weights)));
    }
    lines
}

/// What of the critic the card and the host hold, divided as the policy's: weights, gradients, states with master copy. Under
/// adapters its own are counted as the policy's.
fn critic_parts(run: &Run<'_>, model: &Model) -> (Formula, Formula, Option<Formula>) {
    let bytes = &run.per_param;
    let [first, second, third] = bytes.states;
    let trained = || {
        if run.lora() {
            adapter::params(run)
        } else {
            count(Symbol::CriticParams, model.params())
        }
    };
    let weight = product([trained(), num(Symbol::BytesPerParam, bytes.weight)]);
    let weights = if run.lora() {
        let dtype = base_dtype(run);
        let base = in_format(model, Symbol::CriticParams, dtype, Loader::Trainer, HALF);
        sum([base, weight])
    } else {
        weight
    };
    let states: Vec<Formula> = [
        (Symbol::MasterBytes, bytes.master),
        (Symbol::FirstMomentBytes, first),
        (Symbol::SecondMomentBytes, second),
        (Symbol::ThirdStateBytes, third),
    ]
    .into_iter()
    .filter(|(_, bytes)| *bytes > 0.0)
    .map(|(symbol, bytes)| num(symbol, bytes))
    .collect();
    let gradients = product([trained(), num(Symbol::GradientBytes, bytes.gradient)]);
    let states = (!states.is_empty()).then(|| product([trained(), sum(states)]));
    (
        sharding::share(run, Kind::Weights, weights),
        sharding::share(run, Kind::Gradients, gradients),
        states.map(|states| sharding::share(run, Kind::States, states)),
    )
}

/// PPO's critic trains as the policy does; what is offloaded of the policy is offloaded of it.
fn critic(run: &Run<'_>, model: &Model) -> Line {
    let (weights, gradients, states) = critic_parts(run, model);
    let moments = run.moments();
    let at = moments.into_iter().filter_map(|phase| {
        let engine = ENGINE.contains(&phase);
        let away = |what| run.swaps(what) && (engine || !run.returns());
        let terms = [
            (!away(Offload::Params)).then(|| weights.clone()),
            (!engine).then(|| gradients.clone()),
            states.clone().filter(|_| !away(Offload::Optimizer)),
        ];
        let terms: Vec<Formula> = terms.into_iter().flatten().collect();
        (!terms.is_empty()).then(|| (phase, sum(terms)))
    });
    run.line(Item::Critic, Basis::Exact, at.collect())
}

/// The critic's parts that stand in host memory.
pub(in super::super) fn critic_host(run: &Run<'_>, what: Offload) -> Option<Formula> {
    let model = run.residents.critic.as_ref().filter(|_| run.swaps(what))?;
    let (weights, _, states) = critic_parts(run, model);
    match what {
        Offload::Params => Some(weights),
        Offload::Optimizer => states,
        Offload::None => None,
    }
}
