//! The measured method: which line weighs what at each moment of a step. The peak is the worst moment, never the sum.
use super::config::{
    AdapterDtype, Attention, Config, EngineMode, Offload, Shape, Sharding, Task, Tune,
};
use super::formula::build::{count, num, product, shared};
use super::formula::{Formula, Symbol};
use super::item::{Basis, Item, Owner, Phase, Role};
use super::model::Mixer;
use super::optimizer::{PerParameter, Recipe};
use super::paradigm::Residents;
use super::precision::Dtype;
use super::{
    Ledger, Line, activations, adapter, card, gradients, host, kv_cache, logits, optimizer_states,
    roles, runtime, serving, sharding, weights,
};

/// Moments of a step that trains all parameters.
const FULL: &[Phase] = &[
    Phase::Logprob,
    Phase::Forward,
    Phase::LossBackward,
    Phase::LayerBackward,
    Phase::LastLayerBackward,
    Phase::EmbeddingBackward,
    Phase::OptimizerStep,
];
/// Moments of a step that trains adapters: the embedding is frozen.
const ADAPTERS: &[Phase] = &[
    Phase::Logprob,
    Phase::Forward,
    Phase::LossBackward,
    Phase::LayerBackward,
    Phase::LastLayerBackward,
    Phase::OptimizerStep,
];
/// Moments in which the engine has the card.
pub(super) const ENGINE: &[Phase] = &[Phase::Rollout, Phase::WeightSync];

/// How weights and what is trained stand in memory, as far as it decides what the backward pass keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// All parameters, 16-bit weights in the forward pass.
    Full,
    /// All parameters, fp32 weights cast by autocast.
    Amp,
    /// Adapters in 16 bits.
    LoraHalf,
    /// Adapters in fp32, which is PEFT's default.
    LoraSingle,
    /// Adapters on a base prepared by prepare_model_for_kbit_training: norms and residual stream in fp32.
    Kbit,
}

/// A configuration with what follows from it, once for all rooms.
pub(super) struct Run<'a> {
    pub(super) config: &'a Config,
    pub(super) residents: &'a Residents,
    pub(super) shape: Option<&'a Shape>,
    pub(super) mode: Mode,
    pub(super) per_param: PerParameter,
}

impl<'a> Run<'a> {
    pub(super) fn of(config: &'a Config, residents: &'a Residents) -> Run<'a> {
        let shape = config.model.shape.as_deref();
        Run {
            config,
            residents,
            shape,
            mode: mode(config),
            per_param: per_param(config),
        }
    }

    /// True where only adapters train.
    pub(super) fn lora(&self) -> bool {
        self.config.tune != Tune::Full
    }

    /// True where the engine shares the training card.
    pub(super) fn colocated(&self) -> bool {
        self.residents.trains && self.residents.engine == EngineMode::Colocate
    }

    /// True where parameters or states are moved away while the engine works (verl's and AgileRL's offload); ZeRO keeps them away for good.
    pub(super) fn swaps(&self, at_least: Offload) -> bool {
        let moved = match self.config.offload {
            Offload::None => false,
            Offload::Optimizer => at_least == Offload::Optimizer,
            Offload::Params => true,
        };
        moved && self.residents.trains
    }

    /// True where what is offloaded returns to the card to train.
    pub(super) fn returns(&self) -> bool {
        let zero = match self.config.shard {
            Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => true,
            Sharding::None | Sharding::Fsdp2 => false,
        };
        self.colocated() && !zero
    }

    /// The moments of training.
    pub(super) fn train(&self) -> &'static [Phase] {
        let all = if self.lora() { ADAPTERS } else { FULL };
        match self.config.task {
            Task::Grpo | Task::Ppo | Task::Dpo => all,
            Task::Sft | Task::Serve => all.get(1..).unwrap_or(all),
        }
    }

    /// Every moment of the training card.
    pub(super) fn moments(&self) -> Vec<Phase> {
        let engine = if self.colocated() { ENGINE } else { &[] };
        engine.iter().chain(self.train()).copied().collect()
    }

    /// The same arithmetic at every moment of the training card.
    pub(super) fn always(&self, formula: &Formula) -> Vec<(Phase, Formula)> {
        at(&self.moments(), formula)
    }

    /// What is on the card to train, and while the engine works unless it is moved away then.
    pub(super) fn resident(&self, what: Offload, formula: &Formula) -> Vec<(Phase, Formula)> {
        match (self.swaps(what), self.returns()) {
            (false, _) => self.always(formula),
            (true, true) => at(self.train(), formula),
            (true, false) => Vec::new(),
        }
    }

    /// Tokens of a micro batch as factors: sequences × length, twice for DPO's pairs.
    pub(super) fn tokens(&self) -> Vec<Formula> {
        self.positions(count(Symbol::SequenceLength, self.config.seq))
    }

    /// Positions of a micro batch of which each sequence has `each`.
    pub(super) fn positions(&self, each: Formula) -> Vec<Formula> {
        let mut out = Vec::with_capacity(3);
        if self.config.task == Task::Dpo {
            out.push(num(Symbol::PairOfSequences, 2.0));
        }
        out.push(count(Symbol::MicroBatch, self.config.mb));
        out.push(each);
        out
    }

    /// `formula` for each token of the micro batch.
    pub(super) fn per_token(&self, formula: Formula) -> Formula {
        product(self.tokens().into_iter().chain([formula]))
    }

    /// Calibrated where the architecture's activations were measured, else the nearest family's are assumed.
    pub(super) fn fitted(&self) -> Basis {
        let known = self.shape.is_some_and(|shape| {
            !shape.spec.assumed
                && shape
                    .spec
                    .layers
                    .iter()
                    .all(|group| matches!(group.mixer, Mixer::Attention(_)))
        });
        if known {
            Basis::Calibrated
        } else {
            Basis::Assumption
        }
    }

    /// True where attention keeps its scores.
    pub(super) fn eager(&self) -> bool {
        self.config.attn == Attention::Eager
    }

    /// A line on the training card.
    pub(super) fn line(&self, item: Item, basis: Basis, at: Vec<(Phase, Formula)>) -> Line {
        Line {
            item,
            owner: Owner::Trainer,
            role: Role::Train,
            at,
            basis,
        }
    }
}

/// The same arithmetic at each of some moments.
pub(super) fn at(phases: &[Phase], formula: &Formula) -> Vec<(Phase, Formula)> {
    let formula = shared(formula.clone());
    phases
        .iter()
        .map(|phase| (*phase, formula.clone()))
        .collect()
}

fn mode(config: &Config) -> Mode {
    let single = config.recipe == Recipe::Amp || config.dtype == Dtype::Fp32;
    match (config.tune, config.kbit, config.adtype) {
        // FSDP2's mixed precision gathers 16-bit weights; nothing is cast in the forward pass.
        (Tune::Full, _, _) if single && config.shard != Sharding::Fsdp2 => Mode::Amp,
        (Tune::Full, _, _) => Mode::Full,
        (Tune::Lora | Tune::Qlora, true, _) => Mode::Kbit,
        (Tune::Lora | Tune::Qlora, false, AdapterDtype::Fp32) => Mode::LoraSingle,
        (Tune::Lora | Tune::Qlora, false, AdapterDtype::Bf16) => Mode::LoraHalf,
    }
}

/// Bytes per trainable parameter: the recipe's, or for adapters their own format's (fp32: 4 + 4 + 8, 16 bits: 2 + 2 + 4).
fn per_param(config: &Config) -> PerParameter {
    let dtype = match config.dtype {
        Dtype::Fp32 => Dtype::Fp32,
        Dtype::Bf16
        | Dtype::Fp16
        | Dtype::Fp8
        | Dtype::Int8
        | Dtype::Int4
        | Dtype::Nf4
        | Dtype::Awq4
        | Dtype::Gptq4
        | Dtype::Mxfp4 => Dtype::Bf16,
    };
    let of = |recipe, dtype| PerParameter::measured(recipe, config.opt, dtype);
    match (config.tune, config.kbit, config.adtype) {
        (Tune::Full, _, _) => of(config.recipe, dtype),
        (Tune::Lora | Tune::Qlora, true, _)
        | (Tune::Lora | Tune::Qlora, false, AdapterDtype::Fp32) => of(Recipe::Amp, Dtype::Bf16),
        (Tune::Lora | Tune::Qlora, false, AdapterDtype::Bf16) => of(Recipe::Bf16, Dtype::Bf16),
    }
}

/// The measured ledger.
pub(super) fn estimate(config: &Config, residents: Residents) -> Ledger {
    let run = Run::of(config, &residents);
    let mut lines = Vec::with_capacity(16);
    let mut missing = Vec::new();
    if residents.trains {
        lines.push(weights::measured::policy(&run));
        lines.extend(adapter::measured(&run));
        lines.push(gradients::measured(&run));
        lines.extend(optimizer_states::measured(&run));
        match run.shape {
            Some(shape) => {
                lines.push(activations::measured::line(&run, shape));
                lines.push(logits::measured(&run, shape));
            }
            None => missing.extend([Item::Activations, Item::Logits]),
        }
        lines.extend(sharding::buckets(&run));
        lines.extend(weights::measured::companions(&run));
    }
    if let Some(role) = serving::role(&residents) {
        lines.push(serving::weights(&run, role));
        match run.shape {
            Some(shape) => lines.push(kv_cache::measured(&run, shape, role)),
            None => missing.push(Item::KvCache),
        }
        lines.push(serving::runtime(&run, role));
    }
    let roles = roles(&residents);
    for role in roles {
        lines.extend(runtime::workspace(&run, *role));
        lines.extend(runtime::measured_context(&run, *role));
    }
    super::fix::apply(&run, &mut lines);
    // A line that is empty at every moment is no line.
    lines.retain(|line| line.at.iter().any(|(_, formula)| formula.value() > 0.0));
    let host = host::lines(&run);
    let cards = roles.iter().map(|role| card(&lines, *role)).collect();
    Ledger {
        lines,
        host,
        missing,
        capacity: config.capacity(),
        cards,
        residents,
    }
}
