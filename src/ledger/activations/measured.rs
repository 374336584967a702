//! Measured activations, per token and layer: what each operation keeps for its backward pass.
//!
//! Every constant is a sum of tensors that PyTorch's autograd holds; the sums equal the peaks of
//! tests/cases/training_peaks.json (PyTorch 2.15 with its real allocator, transformers 5.24, PEFT 0.21). Bytes, 16-bit
//! activations; h hidden, q and k width of the query and key heads, f feed-forward.
use super::super::Line;
use super::super::config::{Shape, Targets};
use super::super::formula::build::{count, num, product, shared, sum};
use super::super::formula::{Formula, Symbol};
use super::super::item::{Item, Phase};
use super::super::model::{Attention, Facets, Ffn, LayerGroup, Mixer, ModelSpec};
use super::super::phases::{Mode, Run};

/// Bytes per element and token.
struct Kept {
    /// Hidden-wide: norms and the inputs of the linear layers.
    hidden: f64,
    /// Of those, what belongs to the feed-forward half.
    ffn_hidden: f64,
    /// Query-wide and key-wide: rotated heads, values, attention output.
    query: f64,
    key: f64,
    /// Feed-forward-wide: gate, up, activation, product.
    ffn: f64,
    /// q/k-norm.
    norm_query: f64,
    norm_key: f64,
    /// Rank-wide: the adapters' middle.
    rank: f64,
    /// Residual stream at a layer boundary.
    boundary: f64,
    /// Final norm.
    last_norm: f64,
    /// What the backward pass of a feed-forward adds for a moment, feed-forward-wide and hidden-wide.
    moment_ffn: f64,
    moment_hidden: f64,
}

impl Kept {
    /// Full: RMSNorm keeps its fp32 input 4h, the normed 2h and the output 2h (twice: 16h); q, k, v and the attention's
    /// output 2 B each; gate, up, act, product 2f each. q/k-norm: fp32 input 4 and normed 2.
    /// Adapters: a frozen norm keeps 4h, each adapted input 2h (fp32 adapters 4h, cast by PEFT), a frozen down_proj nothing.
    /// Amp: fp32 residual stream and norms. Kbit: norms and their outputs in fp32, cast for each adapted linear layer
    /// (fitted on two models, 23 peaks).
    fn of(run: &Run<'_>, facets: Facets) -> Kept {
        let all = run.config.targets == Targets::AllLinear;
        let adapters = match run.config.targets {
            Targets::AllLinear => 14.0,
            Targets::Attn => 8.0,
            Targets::Qv => 4.0,
        };
        let full = Kept {
            hidden: 16.0,
            ffn_hidden: 8.0,
            query: 4.0,
            key: 4.0,
            ffn: 8.0,
            norm_query: 6.0,
            norm_key: 6.0,
            rank: 0.0,
            boundary: 2.0,
            last_norm: 8.0,
            moment_ffn: 4.0,
            moment_hidden: 2.0,
        };
        let mut kept = match run.mode {
            Mode::Full => full,
            Mode::Amp => Kept {
                hidden: 26.0,
                ffn_hidden: 13.0,
                boundary: 4.0,
                last_norm: 10.0,
                moment_ffn: 8.0,
                moment_hidden: 4.0,
                ..full
            },
            Mode::LoraHalf | Mode::LoraSingle if !all => Kept {
                hidden: if run.mode == Mode::LoraHalf {
                    10.0
                } else {
                    12.0
                },
                ffn_hidden: 4.0,
                ffn: 6.0,
                norm_query: 4.0,
                norm_key: 4.0,
                rank: adapters,
                last_norm: 4.0,
                moment_ffn: 6.0,
                ..full
            },
            Mode::LoraHalf => Kept {
                hidden: 12.0,
                ffn_hidden: 6.0,
                norm_query: 4.0,
                norm_key: 4.0,
                rank: adapters,
                last_norm: 4.0,
                ..full
            },
            Mode::LoraSingle => Kept {
                hidden: 18.0,
                ffn_hidden: 9.0,
                query: 6.0,
                norm_query: 4.0,
                norm_key: 4.0,
                rank: adapters,
                last_norm: 4.0,
                moment_ffn: 8.0,
                moment_hidden: 4.0,
                ..full
            },
            Mode::Kbit => Kept {
                hidden: 37.0,
                ffn_hidden: 18.0,
                query: 6.0,
                norm_query: 2.0,
                norm_key: 3.0,
                rank: adapters,
                boundary: 4.0,
                last_norm: 4.0,
                moment_ffn: 8.0,
                moment_hidden: 5.0,
                ..full
            },
        };
        let trained = matches!(run.mode, Mode::Full | Mode::Amp);
        // A norm more or less: 8h where it is trained (and 2h for what follows it), 4h where it is frozen.
        match (facets.norms, trained) {
            (4, true) => {
                kept.hidden += 20.0;
                kept.ffn_hidden += 8.0;
            }
            (4, false) => {
                kept.hidden += 12.0;
                kept.ffn_hidden += 6.0;
            }
            (1, true) => kept.hidden -= 8.0,
            (1, false) => kept.hidden -= 4.0,
            _ => {}
        }
        if facets.layer_norm {
            // LayerNorm runs in 16 bits: input 2h, output 2h.
            let less = if trained { 4.0 } else { 2.0 };
            let norms = facets.norms as f64;
            kept.hidden = (kept.hidden - less * norms).max(2.0);
            kept.ffn_hidden = (kept.ffn_hidden - less).max(2.0);
            kept.last_norm = if trained { 6.0 } else { 2.0 };
        }
        if facets.plain {
            // up and its activation.
            kept.ffn = 4.0;
        }
        if facets.dropout {
            // GPT-2: a GELU of single operations (10f) and a mask after attention and feed-forward (h each).
            kept.ffn = 10.0;
            kept.hidden += 2.0;
        }
        kept
    }
}

/// One kind of layer: bytes kept per token.
struct Layer {
    layers: u64,
    attention: Vec<Formula>,
    ffn: Vec<Formula>,
    /// What its feed-forward's backward pass adds for a moment.
    moment: Vec<Formula>,
    /// What its attention's backward pass adds for a moment, where scores are kept.
    scores: Option<Formula>,
}

impl Layer {
    fn all(&self) -> Formula {
        sum(self.attention.iter().chain(&self.ffn).cloned())
    }

    /// The layer while its backward pass runs, per token: its feed-forward's moment, or its attention's, when the feed-forward's part is gone.
    fn in_hand(&self, run: &Run<'_>, h: u64) -> Formula {
        let whole = || self.attention.iter().chain(&self.ffn).cloned();
        let mut arms = vec![sum(whole().chain(self.moment.iter().cloned()))];
        if !run.config.ckpt {
            // The final norm's backward pass, while every layer's activations are still there: fp32 input, normed and
            // gradients come to 24h (20h where the norm is frozen).
            let norm = if run.lora() { 20.0 } else { 24.0 };
            arms.push(sum(whole().chain([wide(
                Symbol::TransientBytes,
                norm,
                Symbol::HiddenSize,
                h,
            )])));
        }
        if let Some(scores) = &self.scores {
            arms.push(sum(self.attention.iter().cloned().chain([scores.clone()])));
        }
        match (arms.len(), arms.pop()) {
            (1, Some(only)) => only,
            (_, last) => {
                arms.extend(last);
                Formula::Max(arms)
            }
        }
    }
}

fn wide(symbol: Symbol, bytes: f64, of: Symbol, width: u64) -> Formula {
    product([num(symbol, bytes), count(of, width)])
}

/// Adds `bytes` × `width` unless it is nothing.
fn push(out: &mut Vec<Formula>, bytes: f64, of: Symbol, width: u64) {
    if bytes > 0.0 && width > 0 {
        out.push(wide(Symbol::SavedBytes, bytes, of, width));
    }
}

/// The training card's line.
pub(in super::super) fn line(run: &Run<'_>, shape: &Shape) -> Line {
    let spec = &shape.spec;
    let h = spec.hidden_size;
    let facets = spec.facets();
    let kept = Kept::of(run, facets);
    let layers: Vec<Layer> = spec
        .layers
        .iter()
        .map(|group| layer(run, spec, facets, &kept, group))
        .collect();
    let boundary = || wide(Symbol::BoundaryBytes, kept.boundary, Symbol::HiddenSize, h);
    // The worst layer in hand.
    let worst = layers.iter().map(|layer| (layer, layer.in_hand(run, h)));
    let worst = worst.reduce(|a, b| if b.1.value() > a.1.value() { b } else { a });
    let mut stored: Vec<Formula> = Vec::new();
    let mut beside: Vec<Formula> = Vec::new();
    if run.config.ckpt {
        stored.push(product([
            count(Symbol::Layers, spec.num_hidden_layers),
            boundary(),
        ]));
        beside.clone_from(&stored);
    } else {
        for layer in &layers {
            let in_hand = worst.as_ref().is_some_and(|w| std::ptr::eq(w.0, layer));
            let several = |n: u64, symbol| product([count(symbol, n), layer.all()]);
            stored.push(several(layer.layers, Symbol::Layers));
            let others = layer.layers.saturating_sub(u64::from(in_hand));
            if others > 0 {
                beside.push(several(others, Symbol::OtherLayers));
            }
        }
    }
    // Without checkpointing the first layer's norm keeps nothing under adapters, for nothing before it trains: as much
    // as the final norm keeps.
    let last_norm = if run.lora() && !run.config.ckpt {
        0.0
    } else {
        super::super::logits::last_norm(run, kept.last_norm)
    };
    if last_norm > 0.0 {
        stored.push(wide(
            Symbol::FinalNormBytes,
            last_norm,
            Symbol::HiddenSize,
            h,
        ));
    }
    if facets.per_layer_input > 0 {
        // Assumed: the layers' own inputs stay for all layers: embedding 2, projection 2, its norm's fp32 input 4, sum and
        // scaled sum 4.
        let own = || {
            product([
                count(Symbol::Layers, spec.num_hidden_layers),
                num(Symbol::SavedBytes, 12.0),
                count(Symbol::PerLayerInput, facets.per_layer_input),
            ])
        };
        stored.push(own());
        beside.push(own());
    }
    let mask = mask(run);
    let with_mask = |formula: Formula| match &mask {
        Some(mask) => sum([run.per_token(formula), mask.clone()]),
        None => run.per_token(formula),
    };
    let kept_all = shared(with_mask(sum(stored)));
    let in_hand = shared(worst.map_or_else(boundary, |(_, formula)| formula));
    let first = with_mask(sum(beside.into_iter().chain([in_hand.clone()])));
    let last = with_mask(sum([boundary(), in_hand]));
    let mut at = Vec::with_capacity(6);
    for phase in run.train() {
        let formula = match phase {
            // No gradient: one layer's widest moment, gate, up and product beside four hidden-wide tensors.
            Phase::Logprob => run.per_token(sum([
                wide(
                    Symbol::TransientBytes,
                    6.0,
                    Symbol::FfnWidth,
                    spec.intermediate_size,
                ),
                wide(Symbol::TransientBytes, 8.0, Symbol::HiddenSize, h),
            ])),
            Phase::Forward | Phase::LossBackward => kept_all.clone(),
            Phase::LayerBackward => first.clone(),
            Phase::LastLayerBackward => last.clone(),
            Phase::EmbeddingBackward => run.per_token(boundary()),
            Phase::OptimizerStep | Phase::Sum | Phase::Rollout | Phase::WeightSync => continue,
        };
        at.push((*phase, formula));
    }
    run.line(Item::Activations, run.fitted(), at)
}

/// The attention mask, once: 2 B for each pair of positions under eager attention (recomputed layers share it; without
/// checkpointing the scores' own bytes hold it), 1 B where padding makes one for SDPA.
fn mask(run: &Run<'_>) -> Option<Formula> {
    let bytes = match (run.eager(), run.config.pad) {
        (true, _) if run.config.ckpt => 2.0,
        (false, true) => 1.0,
        (true, _) | (false, false) => return None,
    };
    let length = || count(Symbol::SequenceLength, run.config.seq);
    Some(product(
        run.tokens()
            .into_iter()
            .chain([length(), num(Symbol::MaskBytes, bytes)]),
    ))
}

fn layer(
    run: &Run<'_>,
    spec: &ModelSpec,
    facets: Facets,
    kept: &Kept,
    group: &LayerGroup,
) -> Layer {
    let h = spec.hidden_size;
    let mut attention = Vec::with_capacity(8);
    push(
        &mut attention,
        kept.hidden - kept.ffn_hidden,
        Symbol::HiddenSize,
        h,
    );
    let mut scores = None;
    match &group.mixer {
        Mixer::Attention(a) => scores = softmax(run, facets, kept, a, &mut attention),
        // Assumed: queries and expanded keys and values as in softmax attention, and a norm over each rank.
        Mixer::Latent(a) => {
            let head = a.qk_nope_head_dim.saturating_add(a.qk_rope_head_dim);
            push(
                &mut attention,
                kept.query,
                Symbol::QueryWidth,
                a.heads.saturating_mul(head),
            );
            push(
                &mut attention,
                kept.key,
                Symbol::KeyWidth,
                a.heads
                    .saturating_mul(head.saturating_add(a.v_head_dim) / 2),
            );
            push(
                &mut attention,
                8.0,
                Symbol::LatentRank,
                a.kv_lora_rank.saturating_add(a.q_lora_rank.unwrap_or(0)),
            );
        }
        // Assumed: what the mixer projects to, before and after its convolution or gate.
        other => push(
            &mut attention,
            4.0,
            Symbol::MixerWidth,
            mixer_width(other, h),
        ),
    }
    let mut ffn = Vec::with_capacity(4);
    let mut moment = Vec::with_capacity(2);
    let moment_of = |width: u64, symbol| {
        (width > 0).then(|| wide(Symbol::TransientBytes, kept.moment_ffn, symbol, width))
    };
    push(&mut ffn, kept.ffn_hidden, Symbol::HiddenSize, h);
    let mut moment_hidden = kept.moment_hidden;
    match &group.ffn {
        Ffn::None => {}
        Ffn::Dense { width } => {
            push(&mut ffn, kept.ffn, Symbol::FfnWidth, *width);
            moment.extend(moment_of(*width, Symbol::FfnWidth));
        }
        Ffn::Moe(moe) => {
            // Each token's K copies: gate, up, act, product of the expert's width, input and output; router scores.
            let input = moe.latent.unwrap_or(h);
            let each = |parts: Vec<Formula>| {
                product([count(Symbol::ExpertsPerToken, moe.top_k), sum(parts)])
            };
            ffn.push(each(vec![
                wide(
                    Symbol::SavedBytes,
                    kept.ffn.max(8.0),
                    Symbol::ExpertWidth,
                    moe.width,
                ),
                wide(Symbol::SavedBytes, 4.0, Symbol::HiddenSize, input),
            ]));
            push(&mut ffn, 8.0, Symbol::Experts, moe.experts);
            let beside = moe.shared_width.saturating_add(moe.dense_width);
            push(&mut ffn, kept.ffn, Symbol::FfnWidth, beside);
            moment.push(each(vec![
                wide(
                    Symbol::TransientBytes,
                    kept.moment_ffn,
                    Symbol::ExpertWidth,
                    moe.width,
                ),
                wide(Symbol::TransientBytes, 4.0, Symbol::HiddenSize, input),
            ]));
            moment.extend(moment_of(beside, Symbol::FfnWidth));
        }
    }
    if !run.config.ckpt {
        moment_hidden += 2.0;
    }
    moment.push(wide(
        Symbol::TransientBytes,
        moment_hidden,
        Symbol::HiddenSize,
        h,
    ));
    push(&mut attention, kept.rank, Symbol::Rank, rank_width(run));
    Layer {
        layers: group.layers,
        attention,
        ffn,
        moment,
        scores,
    }
}

fn rank_width(run: &Run<'_>) -> u64 {
    if run.lora() { run.config.rank } else { 0 }
}

/// Softmax attention; returns what its backward pass adds for a moment where scores are kept.
fn softmax(
    run: &Run<'_>,
    facets: Facets,
    kept: &Kept,
    a: &Attention,
    out: &mut Vec<Formula>,
) -> Option<Formula> {
    let q = a.heads.saturating_mul(a.k_dim);
    let k = a.kv_heads.saturating_mul(a.k_dim);
    push(out, kept.query, Symbol::QueryWidth, q);
    push(
        out,
        kept.key,
        Symbol::KeyWidth,
        a.kv_heads.saturating_mul(a.k_dim.saturating_add(a.v_dim)) / 2,
    );
    let mut statistics = facets.norms;
    if facets.qk_norm {
        push(out, kept.norm_query, Symbol::QueryWidth, q);
        push(out, kept.norm_key, Symbol::KeyWidth, k);
        statistics = statistics
            .saturating_add(a.heads)
            .saturating_add(a.kv_heads);
    }
    let eager = run.eager();
    if !eager {
        // The log-sum-exp of each head.
        statistics = statistics.saturating_add(a.heads);
    }
    push(out, 4.0, Symbol::Statistics, statistics);
    let repeats = eager || run.config.pad;
    if repeats && !facets.dropout {
        // A mask rules out grouped heads: keys and values are repeated, 2 B each.
        push(out, 4.0, Symbol::RepeatedWidth, q.saturating_sub(k));
    }
    let per_score = |bytes: f64| {
        product([
            num(Symbol::ScoreBytes, bytes),
            count(Symbol::Heads, a.heads),
            count(Symbol::SequenceLength, run.config.seq),
        ])
    };
    if !eager {
        if run.config.pad {
            out.push(wide(
                Symbol::MaskBytes,
                2.0,
                Symbol::SequenceLength,
                run.config.seq,
            ));
        }
        return None;
    }
    // Softmax in fp32 (4) and its 16-bit cast (2); Gemma 2's tanh over the scores 2 more; GPT-2 softmax 2, dropout 2 + mask 1.
    let soft = facets.norms == 4 && facets.soft_cap && !facets.qk_norm;
    let (saved, backward) = match (facets.dropout, soft) {
        (true, _) => (5.0, 3.0),
        (false, true) => (8.0, 10.0),
        (false, false) => (6.0, 10.0),
    };
    out.push(per_score(saved));
    // Backward: the 16-bit gradient (2), its fp32 cast (4) and the softmax's own (4); GPT-2: 2 and the mask's 1.
    Some(per_score(backward))
}

/// What a recurrent mixer projects to, in elements per token.
fn mixer_width(mixer: &Mixer, h: u64) -> u64 {
    match mixer {
        Mixer::Attention(_) | Mixer::Latent(_) | Mixer::None => 0,
        Mixer::Compressed(a) => a
            .heads
            .saturating_mul(a.head_dim)
            .saturating_mul(2)
            .saturating_add(a.q_lora_rank),
        Mixer::DeltaNet {
            key_heads,
            value_heads,
            key_dim,
            value_dim,
            ..
        } => key_heads
            .saturating_mul(*key_dim)
            .saturating_add(value_heads.saturating_mul(*value_dim))
            .saturating_mul(2),
        Mixer::Kda {
            heads, head_dim, ..
        }
        | Mixer::Lightning { heads, head_dim } => heads.saturating_mul(*head_dim).saturating_mul(4),
        Mixer::Mamba2 {
            heads,
            inner,
            groups,
            state,
            ..
        } => inner
            .saturating_add(groups.saturating_mul(*state))
            .saturating_mul(2)
            .saturating_add(*heads),
        Mixer::Mamba1 { inner, .. } => inner.saturating_mul(4),
        Mixer::ShortConv { .. } => h.saturating_mul(3),
    }
}
