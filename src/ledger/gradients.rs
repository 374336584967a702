//! Gradients: only trainable parameters have them.
use super::Line;
use super::adapter;
use super::config::{Config, LossHead, Shape, Sharding};
use super::formula::build::{count, num, product, sum};
use super::formula::{Formula, Symbol};
use super::item::{Basis, Item, Owner, Phase, Role};
use super::model::Ffn;
use super::paradigm::Residents;
use super::phases::{Mode, Run};
use super::sharding::{self, Kind};
use super::trainable::{policy_trainable, recipe_bytes};

/// The lesson's line: trainable parameters × bytes of a gradient.
pub(super) fn lesson(config: &Config, residents: &Residents) -> Option<Line> {
    residents.trains.then(|| {
        let formula = product([policy_trainable(config), gradient_terms(config)]);
        Line::always(
            Item::Gradients,
            Owner::Trainer,
            Role::Train,
            Basis::Formula,
            formula,
        )
    })
}

/// Bytes of one gradient.
pub(super) fn gradient_terms(config: &Config) -> Formula {
    num(Symbol::GradientBytes, recipe_bytes(config).gradient)
}

/// The measured line: gradients appear as the backward pass goes, and all are there at the step.
///
/// Full training frees them before the next step (zero_grad): at the first layer in hand the head's and one matrix's are
/// alive, at the last all layers' but its own, at the embedding all of them (a tied embedding is also the head: its two
/// halves stand beside their sum). With accumulation they stay.
pub(super) fn measured(run: &Run<'_>) -> Line {
    let bytes = || num(Symbol::GradientBytes, run.per_param.gradient);
    let of = |params: Formula| sharding::share(run, Kind::Gradients, product([params, bytes()]));
    let all = || match run.lora() {
        true => adapter::params(run),
        false => count(Symbol::Params, run.config.model.params()),
    };
    let stays = run.config.accum > 1;
    let mut at = Vec::with_capacity(6);
    for phase in run.train() {
        let params = match (phase, run.shape, run.lora()) {
            (Phase::OptimizerStep, _, _) => all(),
            (Phase::Forward | Phase::LossBackward | Phase::Logprob, _, _) if stays => all(),
            (Phase::LayerBackward | Phase::LastLayerBackward, Some(shape), false) => {
                let hand = count(Symbol::GradientsInHand, in_hand(run, shape));
                let before = match (stays, phase == &Phase::LayerBackward) {
                    (true, _) => all(),
                    (false, true) => head(shape),
                    (false, false) => count(Symbol::BodyParams, body(shape)),
                };
                sum([before, hand])
            }
            (Phase::EmbeddingBackward, Some(shape), false) => {
                let tied = shape.spec.tie_word_embeddings;
                let more = match (tied, stays || made_by_the_loss(run)) {
                    _ if run.config.shard == Sharding::Fsdp2 => None,
                    (true, false) => Some(2.0),
                    (true, true) => Some(1.0),
                    (false, _) => stays.then_some(1.0),
                };
                let there = match run.config.shard {
                    // The root's gradient is whole until it is reduced; it stands with the gathered weights.
                    Sharding::Fsdp2 => {
                        let params = shape.params.total().saturating_sub(root(shape));
                        count(Symbol::BodyParams, params)
                    }
                    Sharding::None | Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => all(),
                };
                sum([there]
                    .into_iter()
                    .chain(more.map(|n| product([num(Symbol::GradientsInHand, n), head(shape)]))))
            }
            (Phase::LastLayerBackward, _, true) | (Phase::LastLayerBackward, None, _) => all(),
            (Phase::LayerBackward, _, true) if stays => all(),
            (
                Phase::LayerBackward
                | Phase::EmbeddingBackward
                | Phase::Forward
                | Phase::LossBackward
                | Phase::Logprob
                | Phase::Sum
                | Phase::Rollout
                | Phase::WeightSync,
                _,
                _,
            ) => continue,
        };
        at.push((*phase, of(params)));
    }
    run.line(Item::Gradients, Basis::Calibrated, at)
}

/// True where the head's gradient does not meet the embedding's as a third copy: a fused loss made it in the forward
/// pass, or it comes through autocast's cast.
fn made_by_the_loss(run: &Run<'_>) -> bool {
    let fused = match run.config.head {
        LossHead::Liger | LossHead::TrlFused => true,
        LossHead::Hf
        | LossHead::Keep
        | LossHead::Naive
        | LossHead::RowLoop
        | LossHead::Triton
        | LossHead::RowTile => false,
    };
    fused || run.mode == Mode::Amp
}

/// The output head's weights: vocabulary × hidden.
pub(super) fn head(shape: &Shape) -> Formula {
    product([
        count(Symbol::VocabSize, shape.spec.vocab_size),
        count(Symbol::HiddenSize, shape.spec.hidden_size),
    ])
}

/// Parameters outside the layers.
pub(super) fn root(shape: &Shape) -> u64 {
    shape
        .params
        .embedding
        .saturating_add(shape.params.per_layer_embedding)
        .saturating_add(shape.params.lm_head)
}

/// Parameters of one layer, of layers alike (their mean where they are not).
pub(super) fn layer(shape: &Shape) -> u64 {
    let layers = shape.spec.num_hidden_layers.max(1);
    shape.params.total().saturating_sub(root(shape)) / layers
}

/// Parameters whose gradients are there when the last layer is in hand: the other layers', and the head's.
fn body(shape: &Shape) -> u64 {
    let tied = shape.spec.tie_word_embeddings;
    let head = if tied {
        shape.params.embedding
    } else {
        shape.params.lm_head
    };
    shape
        .params
        .total()
        .saturating_sub(root(shape))
        .saturating_sub(layer(shape))
        .saturating_add(head)
}

/// Weights whose gradients the layer in hand has just made at its worst moment: the down projection's; with kept scores,
/// whose moment comes later, the whole feed-forward's and the output projection's.
fn in_hand(run: &Run<'_>, shape: &Shape) -> u64 {
    let spec = &shape.spec;
    let h = spec.hidden_size;
    let of = |ffn: &Ffn| match ffn {
        Ffn::None => 0,
        Ffn::Dense { width } => h.saturating_mul(*width),
        Ffn::Moe(moe) => moe
            .latent
            .unwrap_or(h)
            .saturating_mul(moe.width)
            .saturating_mul(moe.experts),
    };
    let down = spec.layers.iter().map(|group| of(&group.ffn)).max();
    let down = down.unwrap_or(0);
    if !run.eager() {
        return down;
    }
    let matrices = if spec.facets().plain { 2 } else { 3 };
    let out = spec
        .num_attention_heads
        .saturating_mul(spec.head_dim)
        .saturating_mul(h);
    down.saturating_mul(matrices).saturating_add(out)
}
