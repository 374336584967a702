//! Logits and log-probabilities: they grow with tokens × vocabulary, whatever the size of the model.
use super::Line;
use super::config::{Config, LossHead, Shape, Task};
use super::formula::build::{count, num, product, shared, sum};
use super::formula::{Formula, Symbol};
use super::item::{Basis, Item, Owner, Phase, Role};
use super::phases::Run;

/// Bytes of a 16-bit logit.
const ELEMENT: f64 = 2.0;
/// The lesson's two copies: the logits, and the log-probability's intermediate.
const COPIES: f64 = 2.0;

/// The lesson's line: micro batch × length × vocabulary × 2 B × 2 copies.
pub(super) fn lesson(config: &Config, shape: &Shape) -> Line {
    let formula = product([
        count(Symbol::MicroBatch, config.mb),
        count(Symbol::SequenceLength, config.seq),
        count(Symbol::VocabSize, shape.spec.vocab_size),
        num(Symbol::LogitBytes, ELEMENT),
        num(Symbol::LogitCopies, COPIES),
    ]);
    Line::always(
        Item::Logits,
        Owner::Trainer,
        Role::Train,
        Basis::Formula,
        formula,
    )
}

/// Rows of a tile by AgileRL 2.8's tiled log-probabilities (its public source; grpo_lora_gpu.json).
const TILE_ROWS: u64 = 441;
/// TRL 1.16's fused head works on 4096 positions × 32768 words at a time.
const FUSED_TOKENS: u64 = 4096;
const FUSED_WORDS: u64 = 32_768;

/// What the final norm keeps per hidden unit, with the head that follows: Liger's replaces the norm's output (6 of 8).
pub(super) fn last_norm(run: &Run<'_>, kept: f64) -> f64 {
    match run.config.head {
        LossHead::Liger => kept.min(6.0),
        LossHead::Hf
        | LossHead::Keep
        | LossHead::Naive
        | LossHead::RowLoop
        | LossHead::Triton
        | LossHead::TrlFused
        | LossHead::RowTile => kept,
    }
}

/// The measured line: bytes alive at the loss head's peak (tests/cases/training_peaks.json, loss_heads).
///
/// hf: fp32 upcast; 10 B per logit in the forward pass (16-bit 2, fp32 4, its log-softmax 4), 12 in the backward pass;
/// 14 with a soft cap's tanh or where the caller keeps the logits. naive: 12. rowloop (TRL 0.2x, one sequence at a
/// time): forward 6 and 4 for the sequence in hand, backward 4 and 8. triton: 4. Fused heads never hold T × V.
pub(super) fn measured(run: &Run<'_>, shape: &Shape) -> Line {
    let vocab = || count(Symbol::VocabSize, shape.spec.vocab_size);
    let hidden = || count(Symbol::HiddenSize, shape.spec.hidden_size);
    let alive = |bytes: f64| num(Symbol::LogitBytesLive, bytes);
    let rows = || positions(run);
    let logits = |bytes: f64| product(rows().into_iter().chain([vocab(), alive(bytes)]));
    let tokens = product(rows()).value();
    let trained = !run.lora();
    // The head's weights in the loss: its gradient in fp32 and a copy (6), or its 16-bit gradient (2); none when frozen.
    let head =
        |bytes: f64| trained.then(|| product([num(Symbol::HeadCopies, bytes), vocab(), hidden()]));
    let soft = shape.spec.facets().soft_cap;
    let extra = if soft { 2.0 } else { 0.0 };
    let (forward, backward, after) = match run.config.head {
        LossHead::Hf => (logits(10.0 + extra), logits(12.0 + extra), None),
        LossHead::Keep => (logits(12.0), logits(14.0), Some(logits(2.0))),
        LossHead::Naive => (logits(10.0), logits(12.0), None),
        LossHead::RowLoop => {
            let with_one = |all: f64, one: f64| {
                let one = product([completion(run), vocab(), alive(one)]);
                sum([logits(all), one])
            };
            (with_one(6.0, 4.0), with_one(4.0, 8.0), None)
        }
        LossHead::Triton => (logits(4.0), logits(4.0), None),
        LossHead::TrlFused => {
            let tile = product([
                num(Symbol::LogitBytesLive, 2.0),
                num(Symbol::ChunkTokens, tokens.min(FUSED_TOKENS as f64)),
                count(Symbol::ChunkVocab, FUSED_WORDS),
            ]);
            // Hidden states, their fp32 sum and gradient.
            let states = if trained { 6.0 } else { 10.0 };
            let states = product(
                rows()
                    .into_iter()
                    .chain([hidden(), num(Symbol::TransientBytes, states)]),
            );
            let all = sum(head(6.0).into_iter().chain([tile, states]));
            (all.clone(), all, None)
        }
        LossHead::Liger => {
            let chunk = liger_chunk(tokens, shape);
            let tile = product([alive(2.0), num(Symbol::ChunkTokens, chunk), vocab()]);
            let all = sum(head(2.0).into_iter().chain([tile]));
            (all.clone(), all, None)
        }
        LossHead::RowTile => {
            let rows = num(Symbol::TileRows, tokens.min(TILE_ROWS as f64));
            let all = product([rows, vocab(), alive(6.0)]);
            (all.clone(), all, None)
        }
    };
    let forward = shared(forward);
    let mut at = Vec::with_capacity(6);
    for phase in run.train() {
        match phase {
            Phase::Logprob | Phase::Forward => at.push((*phase, forward.clone())),
            Phase::LossBackward => at.push((*phase, backward.clone())),
            Phase::LayerBackward | Phase::LastLayerBackward | Phase::EmbeddingBackward => {
                at.extend(after.clone().map(|kept| (*phase, kept)));
            }
            Phase::OptimizerStep | Phase::Sum | Phase::Rollout | Phase::WeightSync => {}
        }
    }
    run.line(Item::Logits, Basis::Calibrated, at)
}

/// Tokens whose log-probability is taken, of one sequence: the completion's; all of them in supervised training.
fn completion(run: &Run<'_>) -> Formula {
    let all = run.config.seq;
    match (run.config.task, run.config.comp) {
        (Task::Grpo | Task::Ppo | Task::Dpo, Some(comp)) => {
            count(Symbol::CompletionTokens, comp.min(all))
        }
        (Task::Grpo | Task::Ppo | Task::Dpo, None) | (Task::Sft | Task::Serve, _) => {
            count(Symbol::SequenceLength, all)
        }
    }
}

fn positions(run: &Run<'_>) -> Vec<Formula> {
    run.positions(completion(run))
}

/// Liger's chunk: next_pow2(⌈T ÷ ⌈V ÷ h⌉⌉) tokens (liger_kernel/ops/fused_linear_cross_entropy.py).
fn liger_chunk(tokens: f64, shape: &Shape) -> f64 {
    let ratio = (shape.spec.vocab_size as f64 / shape.spec.hidden_size.max(1) as f64)
        .ceil()
        .max(1.0);
    let each = (tokens / ratio).ceil();
    let mut chunk = 1.0;
    while chunk < each {
        chunk *= 2.0;
    }
    chunk
}
