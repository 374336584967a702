//! Shares per card: what ZeRO and FSDP2 divide, and the buckets and gathered layers they need beside.
use super::Line;
use super::config::Sharding;
use super::formula::build::{count, num, product, quot, sum};
use super::formula::{Formula, Symbol};
use super::gradients::{layer, root};
use super::item::{Basis, Item, Phase};
use super::phases::{Run, at};

/// What is divided.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Weights.
    Weights,
    /// Gradients.
    Gradients,
    /// Optimizer states and master copy.
    States,
}

/// The card's share of `formula`: 1 / n where this kind is divided.
pub(super) fn share(run: &Run<'_>, kind: Kind, formula: Formula) -> Formula {
    let divided = match (run.config.shard, kind) {
        (Sharding::None, _) => false,
        (Sharding::Zero1, kind) => kind == Kind::States,
        (Sharding::Zero2, kind) => kind != Kind::Weights,
        (Sharding::Zero3 | Sharding::Fsdp2, _) => true,
    };
    if divided && run.config.n > 1 {
        quot(formula, count(Symbol::Cards, run.config.n))
    } else {
        formula
    }
}

/// DeepSpeed's defaults: 5e8 elements in a reduce and an all-gather bucket (`reduce_bucket_size`, `allgather_bucket_size`),
/// the first doubled because communication overlaps; ZeRO-3 prefetches 5e7 and keeps at most 1e9 gathered parameters.
const BUCKET: u64 = 500_000_000;
const PREFETCH: u64 = 50_000_000;
const LIVE: u64 = 1_000_000_000;

/// Communication buffers and gathered weights.
///
/// FSDP2 (measured): a layer gathered in 16 bits at the loss, two in the backward pass, the root (embedding, head) all
/// the while, and its whole gradient before it is reduced.
pub(super) fn buckets(run: &Run<'_>) -> Option<Line> {
    let total = if run.lora() {
        super::adapter::count_of(run)
    } else {
        run.config.model.params()
    };
    let of = |elements: u64, copies: f64| {
        product([
            count(Symbol::BucketElements, elements),
            num(Symbol::BucketBytes, 2.0 * copies),
        ])
    };
    let at = match run.config.shard {
        Sharding::None => return None,
        // One card gathers nothing; DeepSpeed's buckets are there all the same.
        Sharding::Fsdp2 if run.config.n < 2 => return None,
        Sharding::Zero1 | Sharding::Zero2 => {
            let size = total.min(BUCKET);
            at(run.train(), &sum([of(size, 2.0), of(size, 1.0)]))
        }
        Sharding::Zero3 => {
            let model = run.config.model.params();
            let size = total.min(BUCKET);
            let live = model.min(LIVE.saturating_add(PREFETCH));
            at(run.train(), &sum([of(size, 2.0), of(live, 1.0)]))
        }
        Sharding::Fsdp2 => {
            let shape = run.shape?;
            let gradient = if run.lora() {
                0.0
            } else {
                run.per_param.gradient
            };
            let layers = |bytes: f64| {
                product([
                    num(Symbol::BucketBytes, bytes),
                    count(Symbol::LayerParams, layer(shape)),
                ])
            };
            let root_of = |bytes: f64| {
                product([
                    num(Symbol::BucketBytes, bytes),
                    count(Symbol::RootParams, root(shape)),
                ])
            };
            let gathered = sum([root_of(2.0), layers(2.0)]);
            let reduced = sum([
                root_of(2.0),
                // Two layers gathered; where the base trains, one's gradients in 16 bits and to be reduced.
                layers(if run.lora() { 4.0 } else { 6.0 + gradient }),
            ]);
            let end = root_of(2.0 + gradient);
            run.train()
                .iter()
                .filter_map(|phase| match phase {
                    Phase::Logprob | Phase::Forward | Phase::LossBackward => {
                        Some((*phase, gathered.clone()))
                    }
                    Phase::LayerBackward | Phase::LastLayerBackward => {
                        Some((*phase, reduced.clone()))
                    }
                    Phase::EmbeddingBackward => Some((*phase, end.clone())),
                    Phase::Sum | Phase::Rollout | Phase::WeightSync | Phase::OptimizerStep => None,
                })
                .collect()
        }
    };
    Some(run.line(Item::Buckets, Basis::Calibrated, at))
}
