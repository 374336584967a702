//! The arithmetic of a size that was asked for: which product of the configuration's numbers it is, or which length it means.
use super::frames::{Hint, Place};
use super::{Moment, Reading, Readings, Side, What};
use crate::ledger::config::{Config, Shape, Task};
use crate::ledger::formula::build::{count, num, product, quot};
use crate::ledger::formula::{Formula, Symbol};
use crate::ledger::item::{Item, Phase};
use crate::ledger::model::Ffn;
use crate::ledger::solve::LENGTH_LIMIT;
use crate::ledger::units::{Bytes, whole};

/// PyTorch rounds a large allocation up to a multiple of 2 MiB (CUDACachingAllocator: kRoundLarge).
const ROUND_LARGE: Bytes = Bytes::mib(2);

/// The arithmetic that a size is.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The line it belongs to.
    pub item: Item,
    /// The arithmetic, by the configuration or with what was solved for.
    pub formula: Formula,
    /// What was solved for, where the configuration's own numbers do not give the size.
    pub solved: Option<Solved>,
}

/// A number that the log means and the configuration does not have.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// size ÷ what is known.
    pub quotient: Formula,
    /// Tokens (for a score matrix: of one sequence), the roundest that the size allows.
    pub tokens: u64,
    /// The configuration's own.
    pub configured: u64,
    /// The configuration with the log's number.
    pub after: Option<Config>,
}

/// A range of bytes that a printed size may have been before it was rounded up.
#[derive(Clone, Copy)]
struct Range {
    low: f64,
    high: f64,
}

impl Range {
    fn of(reading: &Reading, size: Bytes) -> Range {
        let half = reading.half.as_f64();
        Range {
            low: size.as_f64() - half - ROUND_LARGE.as_f64(),
            high: size.as_f64() + half,
        }
    }

    fn holds(self, bytes: f64) -> bool {
        bytes > self.low && bytes <= self.high
    }
}

/// The arithmetic of the failed allocation; makes the place more exact where its frames left the line open.
pub(super) fn find(readings: &Readings, place: &mut Place, config: &Config) -> Option<Match> {
    let reading = readings.get(What::Asked)?;
    let size = readings.size(What::Asked)?;
    let shape = config.model.shape.as_deref()?;
    let range = Range::of(reading, size);
    let open = place.soft || place.item.is_none();
    let known = |item: Item| open || place.item == Some(item);
    let sided = |item: Item| match place.side {
        Side::Unknown => true,
        Side::Training => !is_engine(item),
        Side::Engine => is_engine(item),
    };
    let found = candidates(config, shape, readings, place)
        .into_iter()
        .find(|(item, formula)| known(*item) && sided(*item) && range.holds(formula.value()));
    if let Some((item, formula)) = found {
        if open {
            settle(place, item);
        }
        return Some(Match {
            item,
            formula,
            solved: None,
        });
    }
    match (place.item, place.hint) {
        (Some(Item::Activations), Some(Hint::EagerAttention)) => scores(size, range, config, shape),
        (Some(Item::Logits), _) => logits(size, range, place.element, config, shape),
        (Some(_) | None, _) => None,
    }
}

/// The line that the size decided.
fn settle(place: &mut Place, item: Item) {
    place.item = Some(item);
    if place.side == Side::Unknown {
        place.side = if is_engine(item) {
            Side::Engine
        } else {
            Side::Training
        };
    }
    let backward = matches!(
        place.moment,
        Some(Moment::At(Phase::LossBackward | Phase::LayerBackward))
    );
    match item {
        Item::Logits if backward => place.moment = Some(Moment::At(Phase::LossBackward)),
        Item::Gradients if backward => place.moment = Some(Moment::At(Phase::EmbeddingBackward)),
        Item::PolicyWeights
        | Item::Gradients
        | Item::OptimizerStates
        | Item::MasterWeights
        | Item::Adapter
        | Item::Activations
        | Item::Logits
        | Item::ReferenceModel
        | Item::Critic
        | Item::RewardModel
        | Item::EngineWeights
        | Item::KvCache
        | Item::EngineRuntime
        | Item::Workspace
        | Item::Buckets
        | Item::Context
        | Item::HostWeights
        | Item::HostOptimizerStates => {}
    }
}

fn is_engine(item: Item) -> bool {
    matches!(
        item,
        Item::EngineWeights | Item::KvCache | Item::EngineRuntime
    )
}

/// Every product that one allocation of such a run may be, the likeliest first.
fn candidates(
    config: &Config,
    shape: &Shape,
    readings: &Readings,
    place: &Place,
) -> Vec<(Item, Formula)> {
    let spec = &shape.spec;
    let mut out = Vec::with_capacity(48);
    let vocab = || count(Symbol::VocabSize, spec.vocab_size);
    let hidden = || count(Symbol::HiddenSize, spec.hidden_size);
    let elements: &[f64] = match place.element {
        Some(2) => &[2.0, 4.0],
        Some(_) | None => &[4.0, 2.0],
    };
    // Logits: all positions, one fewer (labels shifted by one), the completion's, one sequence's.
    for tokens in positions(config) {
        for bytes in elements {
            let factors = tokens.iter().cloned();
            let logit = num(Symbol::LogitBytes, *bytes);
            out.push((Item::Logits, product(factors.chain([vocab(), logit]))));
        }
    }
    let seq = || count(Symbol::SequenceLength, config.seq);
    for bytes in [2.0, 4.0] {
        let scores = [
            count(Symbol::Heads, spec.num_attention_heads),
            seq(),
            seq(),
            num(Symbol::ScoreBytes, bytes),
        ];
        let all = rows(config).into_iter().chain(scores);
        out.push((Item::Activations, product(all)));
    }
    let width = spec
        .layers
        .iter()
        .map(|group| match &group.ffn {
            Ffn::None => 0,
            Ffn::Dense { width } => *width,
            Ffn::Moe(moe) => moe.width,
        })
        .max()
        .unwrap_or(0);
    let ffn = || count(Symbol::FfnWidth, width);
    for bytes in [2.0, 4.0] {
        let element = || num(Symbol::ActivationBytes, bytes);
        for wide in [ffn(), hidden()] {
            let all = rows(config).into_iter().chain([seq(), wide, element()]);
            out.push((Item::Activations, product(all)));
        }
        let weight = || num(Symbol::BytesPerParam, bytes);
        let embedding = product([vocab(), hidden(), weight()]);
        let layer = product([ffn(), hidden(), weight()]);
        for item in [
            Item::Gradients,
            Item::OptimizerStates,
            Item::PolicyWeights,
            Item::ReferenceModel,
        ] {
            out.push((item, embedding.clone()));
            out.push((item, layer.clone()));
        }
        let all = product([count(Symbol::Params, config.model.params()), weight()]);
        for item in [Item::OptimizerStates, Item::Gradients, Item::PolicyWeights] {
            out.push((item, quot(all.clone(), count(Symbol::Cards, config.n))));
            out.push((item, all.clone()));
        }
    }
    engine(config, shape, readings, &mut out);
    out
}

/// What an engine asks for at once.
fn engine(config: &Config, shape: &Shape, readings: &Readings, out: &mut Vec<(Item, Formula)>) {
    let spec = &shape.spec;
    let vocab = || count(Symbol::VocabSize, spec.vocab_size);
    let per_card = |formula: Formula| match config.tp {
        0 | 1 => formula,
        tp => quot(formula, count(Symbol::EngineCards, tp)),
    };
    let requests = readings.count(What::WarmUp).unwrap_or(config.seqs);
    for bytes in [4.0, 8.0, 2.0] {
        let element = || num(Symbol::LogitBytes, bytes);
        out.push((
            Item::EngineRuntime,
            product([count(Symbol::EngineSequences, requests), vocab(), element()]),
        ));
    }
    let tokens = || count(Symbol::BatchedTokens, config.batched);
    let two = || num(Symbol::ActivationBytes, 2.0);
    let ffn = || count(Symbol::FfnWidth, spec.intermediate_size);
    let hidden = || count(Symbol::HiddenSize, spec.hidden_size);
    let gate_and_up = || num(Symbol::GateAndUp, 2.0);
    for formula in [
        product([tokens(), gate_and_up(), ffn(), two()]),
        product([tokens(), ffn(), two()]),
        product([tokens(), hidden(), two()]),
    ] {
        out.push((Item::EngineRuntime, per_card(formula.clone())));
        out.push((Item::EngineRuntime, formula));
    }
    let weight = || num(Symbol::BytesPerParam, 2.0);
    for formula in [
        product([vocab(), hidden(), weight()]),
        product([gate_and_up(), ffn(), hidden(), weight()]),
        product([ffn(), hidden(), weight()]),
    ] {
        out.push((Item::EngineWeights, per_card(formula)));
    }
    if let Some(pool) = readings.size(What::Pool) {
        let layers = count(Symbol::Layers, spec.num_hidden_layers.max(1));
        let pool = || count(Symbol::LoggedBytes, pool.0);
        out.push((Item::KvCache, quot(pool(), layers)));
        out.push((Item::KvCache, pool()));
    }
}

/// Sequences of a micro batch: twice for DPO's pairs.
fn rows(config: &Config) -> Vec<Formula> {
    let mut out = Vec::with_capacity(2);
    if config.task == Task::Dpo {
        out.push(num(Symbol::PairOfSequences, 2.0));
    }
    out.push(count(Symbol::MicroBatch, config.mb));
    out
}

/// Positions that may have a row of logits.
fn positions(config: &Config) -> Vec<Vec<Formula>> {
    let seq = config.seq;
    let mut each = vec![
        count(Symbol::SequenceLength, seq),
        count(Symbol::SequenceLength, seq.saturating_sub(1)),
    ];
    if let Some(comp) = config.comp {
        each.push(count(Symbol::CompletionTokens, comp));
        each.push(count(Symbol::CompletionTokens, comp.saturating_add(1)));
    }
    let mut out = Vec::with_capacity(6);
    for one in &each {
        out.push(rows(config).into_iter().chain([one.clone()]).collect());
    }
    if config.mb > 1 {
        out.extend(each.into_iter().map(|one| vec![one]));
    }
    out
}

/// tokens = size ÷ (vocabulary × bytes).
fn logits(
    size: Bytes,
    range: Range,
    element: Option<u64>,
    config: &Config,
    shape: &Shape,
) -> Option<Match> {
    // A loss that does not say otherwise upcasts to fp32.
    let bytes = element.unwrap_or(4);
    let vocab = || count(Symbol::VocabSize, shape.spec.vocab_size);
    let logit = || num(Symbol::LogitBytes, bytes as f64);
    let each = product([vocab(), logit()]);
    let tokens = roundest(range, each.value())?;
    let pair = if config.task == Task::Dpo { 2 } else { 1 };
    let configured = config.mb.saturating_mul(config.seq).saturating_mul(pair);
    let after = (tokens != configured)
        .then(|| with_tokens(config, tokens, pair))
        .flatten();
    Some(Match {
        item: Item::Logits,
        formula: product([count(Symbol::LoggedTokens, tokens), vocab(), logit()]),
        solved: Some(Solved {
            quotient: quot(count(Symbol::LoggedBytes, size.0), each),
            tokens,
            configured,
            after,
        }),
    })
}

/// The configuration whose micro batch has so many tokens: the same micro batch where it divides them, else one sequence.
fn with_tokens(config: &Config, tokens: u64, pair: u64) -> Option<Config> {
    let mb = if tokens.is_multiple_of(config.mb.saturating_mul(pair).max(1)) {
        config.mb.max(1)
    } else {
        1
    };
    let seq = tokens / mb.saturating_mul(pair).max(1);
    (1..=LENGTH_LIMIT).contains(&seq).then(|| Config {
        mb,
        seq,
        ..config.clone()
    })
}

/// length = √(size ÷ (sequences × heads × bytes)), for 16-bit scores and then for their fp32 softmax.
fn scores(size: Bytes, range: Range, config: &Config, shape: &Shape) -> Option<Match> {
    let heads = count(Symbol::Heads, shape.spec.num_attention_heads);
    let per_pair = |bytes: f64| {
        product(
            rows(config)
                .into_iter()
                .chain([heads.clone(), num(Symbol::ScoreBytes, bytes)]),
        )
    };
    let root = |bytes: f64| {
        let each = per_pair(bytes).value();
        if each <= 0.0 {
            return None;
        }
        let (low, high) = (
            (range.low.max(0.0) / each).sqrt(),
            (range.high / each).sqrt(),
        );
        let tokens = whole((high).floor());
        let round = round_in(low, high).unwrap_or(tokens);
        (1..=LENGTH_LIMIT)
            .contains(&round)
            .then_some((bytes, round))
    };
    // The rounder of the two readings.
    let (half, single) = (root(2.0), root(4.0));
    let roundness = |found: &Option<(f64, u64)>| found.map_or(0, |(_, n)| n.trailing_zeros());
    let (bytes, tokens) = if roundness(&half) > roundness(&single) {
        half
    } else {
        single.or(half)
    }?;
    let seq = || count(Symbol::LoggedTokens, tokens);
    let formula = product(rows(config).into_iter().chain([
        heads.clone(),
        seq(),
        seq(),
        num(Symbol::ScoreBytes, bytes),
    ]));
    Some(Match {
        item: Item::Activations,
        formula,
        solved: Some(Solved {
            quotient: quot(count(Symbol::LoggedBytes, size.0), per_pair(bytes)),
            tokens,
            configured: config.seq,
            after: (tokens != config.seq).then(|| Config {
                seq: tokens,
                ..config.clone()
            }),
        }),
    })
}

/// The roundest count of things of `each` bytes that a size allows.
fn roundest(range: Range, each: f64) -> Option<u64> {
    if each <= 0.0 {
        return None;
    }
    let (low, high) = (range.low.max(0.0) / each, range.high / each);
    let nearest = whole(high.floor());
    let found = round_in(low, high).unwrap_or(nearest);
    (1..=LENGTH_LIMIT.saturating_mul(16))
        .contains(&found)
        .then_some(found)
}

/// The roundest whole number above `low` and up to `high`.
fn round_in(low: f64, high: f64) -> Option<u64> {
    const STEPS: [u64; 19] = [
        16_384, 8192, 4096, 2048, 1024, 1000, 512, 500, 256, 128, 100, 64, 50, 32, 16, 10, 8, 4, 1,
    ];
    STEPS.iter().find_map(|step| {
        let step_f = *step as f64;
        let multiple = (high / step_f).floor() * step_f;
        (multiple > low && multiple > 0.0).then(|| whole(multiple))
    })
}
