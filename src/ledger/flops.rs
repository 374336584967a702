//! Floating-point operations: of a matrix product, of one layer line by line, of a token forward, in training, recomputed.
//!
//! Counting (lesson 5's whiteboard): a matrix product of M×K by K×N takes 2·M·N·K; a token therefore takes 2 operations
//! for every parameter it meets, twice that again in the backward pass, and one more forward where activations are
//! recomputed. Attention comes on top: every query meets every earlier key and value.
use super::config::{Config, Method, Shape, Tune};
use super::formula::build::{count, num, product, sum};
use super::formula::{Formula, Symbol};
use super::model::{Attention, Compressed, Ffn, Latent, LayerGroup, Mixer, ModelSpec};
use crate::words;

/// A multiplication and an addition.
const MULTIPLY_ADD: f64 = 2.0;

words! {
    /// What is done with a token.
    Pass {
        /// Forward: prefill, decode, log-probabilities.
        Forward = "forward",
        /// Forward and backward: 2 + 4.
        Train = "train",
        /// With all activations recomputed: 2 + 4 + 2.
        Recompute = "recompute",
    }

    /// A matrix product of one layer.
    Product {
        /// Queries, keys and values.
        Qkv = "qkv",
        /// Scores: queries by keys.
        Scores = "scores",
        /// Weighted values: scores by values.
        Values = "values",
        /// The output projection.
        Output = "output",
        /// The feed-forward.
        Ffn = "ffn",
    }
}

impl Pass {
    /// Operations per parameter and token: 2, 6, 8. With selective recomputation 7.2 are met in practice.
    pub const fn per_param(self) -> f64 {
        match self {
            Pass::Forward => 2.0,
            Pass::Train => 6.0,
            Pass::Recompute => 8.0,
        }
    }

    /// Times the forward pass.
    const fn passes(self) -> f64 {
        self.per_param() / MULTIPLY_ADD
    }

    /// What one training step of this configuration is.
    pub const fn of_training(config: &Config) -> Pass {
        if config.ckpt {
            Pass::Recompute
        } else {
            Pass::Train
        }
    }
}

/// Operations per parameter and token with recomputation, from selective to full (lesson 5).
pub const RECOMPUTE_RANGE: [f64; 2] = [7.2, 8.0];

/// Operations of a product of an M×K by a K×N matrix: 2·M·N·K.
pub fn matmul(m: u64, n: u64, k: u64) -> Formula {
    product([
        num(Symbol::MultiplyAdd, MULTIPLY_ADD),
        count(Symbol::MatrixRows, m),
        count(Symbol::MatrixColumns, n),
        count(Symbol::MatrixInner, k),
    ])
}

/// The parameters a token meets: the lesson's nominal size of a dense model, the experts it is routed to of another. The
/// measured method leaves out embeddings that are only looked up.
pub fn met_params(config: &Config) -> Formula {
    let model = &config.model;
    let Some(shape) = model.shape.as_deref() else {
        return num(Symbol::Params, model.nominal());
    };
    match config.method() {
        Method::Lesson if shape.params.inactive == 0 => num(Symbol::Params, model.nominal()),
        Method::Lesson => count(Symbol::ActiveParams, shape.params.active()),
        Method::Measured => count(
            Symbol::ActiveParams,
            shape.params.active().saturating_sub(looked_up(shape)),
        ),
    }
}

/// Parameters of which a token only looks up a row: the embedding where the head is another matrix, per-layer embeddings.
pub(super) fn looked_up(shape: &Shape) -> u64 {
    let own = if shape.params.lm_head > 0 {
        shape.params.embedding
    } else {
        0
    };
    own.saturating_add(shape.params.per_layer_embedding)
}

/// Operations of one token that attends to nothing: 2N, 6N or 8N.
pub fn per_token(config: &Config, pass: Pass) -> Formula {
    product([
        num(Symbol::FlopsPerParam, pass.per_param()),
        met_params(config),
    ])
}

/// Which tokens a query attends to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reach {
    /// A causal pass over `new` tokens behind `before` cached ones: on average half of the new ones and all before.
    Causal {
        /// Tokens computed.
        new: u64,
        /// Tokens already cached.
        before: u64,
    },
    /// One token behind so many.
    One(u64),
}

impl Reach {
    /// Tokens a query attends to on average, at most `window` each.
    fn mean(self, window: Option<u64>) -> f64 {
        let limit = window.map_or(f64::MAX, |w| w as f64);
        match self {
            Reach::One(tokens) => (tokens as f64).min(limit),
            Reach::Causal { new: 0, before } => (before as f64).min(limit),
            Reach::Causal { new, before } => {
                let (new, before) = (new as f64, before as f64);
                if before >= limit {
                    return limit;
                }
                // Until the window is full the reach grows by one a token, then it stays.
                let growing = (limit - before).min(new);
                let grown = growing * (before + growing / 2.0);
                (grown + (new - growing) * limit) / new
            }
        }
    }
}

/// Operations of one token's attention over all layers: 2 × (keys + values over all query heads) × tokens attended to.
/// Recurrent layers have none that grows; None where no layer attends or the shape is unknown.
pub fn attention_per_token(config: &Config, reach: Reach, pass: Pass) -> Option<Formula> {
    let shape = config.model.shape.as_deref()?;
    let terms: Vec<Formula> = shape
        .spec
        .layers
        .iter()
        .filter_map(|group| attention_of(group, reach, pass))
        .collect();
    (!terms.is_empty()).then(|| sum(terms))
}

fn attention_of(group: &LayerGroup, reach: Reach, pass: Pass) -> Option<Formula> {
    let (width, tokens) = match &group.mixer {
        Mixer::Attention(attention) => (attention_width(attention), reach.mean(attention.window)),
        Mixer::Latent(latent) => (latent_width(latent, reach), reach.mean(None)),
        Mixer::Compressed(compressed) => (
            compressed
                .heads
                .saturating_mul(compressed.head_dim.saturating_mul(2)),
            compressed_reach(compressed, reach),
        ),
        Mixer::DeltaNet { .. }
        | Mixer::Kda { .. }
        | Mixer::Mamba2 { .. }
        | Mixer::Mamba1 { .. }
        | Mixer::Lightning { .. }
        | Mixer::ShortConv { .. }
        | Mixer::None => return None,
    };
    let mut factors = vec![num(Symbol::MultiplyAdd, MULTIPLY_ADD)];
    if pass != Pass::Forward {
        factors.push(num(Symbol::AttentionPasses, pass.passes()));
    }
    factors.extend([
        count(Symbol::Layers, group.layers),
        count(Symbol::AttentionWidth, width),
        num(Symbol::AttendedTokens, tokens),
    ]);
    Some(product(factors))
}

const fn attention_width(attention: &Attention) -> u64 {
    attention
        .heads
        .saturating_mul(attention.k_dim.saturating_add(attention.v_dim))
}

/// Over a prompt a latent is unfolded into heads; one token reads the cached latent itself.
const fn latent_width(latent: &Latent, reach: Reach) -> u64 {
    let one = match reach {
        Reach::Causal { .. } => latent
            .qk_nope_head_dim
            .saturating_add(latent.qk_rope_head_dim)
            .saturating_add(latent.v_head_dim),
        Reach::One(_) => latent
            .kv_lora_rank
            .saturating_mul(2)
            .saturating_add(latent.qk_rope_head_dim),
    };
    latent.heads.saturating_mul(one)
}

/// The window as it is, what lies before it in compressed entries.
fn compressed_reach(compressed: &Compressed, reach: Reach) -> f64 {
    let near = reach.mean(Some(compressed.window));
    match compressed.ratio {
        Some(ratio) => near + (reach.mean(None) - near).max(0.0) / ratio.max(1) as f64,
        None => near,
    }
}

/// Operations of a prompt: 2N a token, and its attention. `cached` tokens of it are there already.
pub fn prefill(config: &Config, new: u64, cached: u64) -> Formula {
    let reach = Reach::Causal {
        new,
        before: cached,
    };
    let tokens = count(Symbol::PromptTokens, new);
    let mut terms = vec![product([per_token(config, Pass::Forward), tokens.clone()])];
    if let Some(attention) = attention_per_token(config, reach, Pass::Forward) {
        terms.push(times(attention, tokens));
    }
    sum(terms)
}

/// Operations of training on `tokens`: 6ND or 8ND. The lesson stops there; the measured method adds the attention at the
/// training length.
pub fn training(config: &Config, tokens: u64, pass: Pass) -> Formula {
    let all = count(Symbol::TrainingTokens, tokens);
    let plain = product([per_token(config, pass), all.clone()]);
    let reach = Reach::Causal {
        new: config.seq,
        before: 0,
    };
    let attention = match config.method() {
        Method::Lesson => None,
        Method::Measured => attention_per_token(config, reach, pass),
    };
    match attention {
        Some(attention) => sum([plain, times(attention, all)]),
        None => plain,
    }
}

/// Whether 6N is too much said of a run: adapters need no gradients of the frozen weights, about 4N of the 6N.
pub const fn trains_adapters(config: &Config) -> bool {
    match config.tune {
        Tune::Full => false,
        Tune::Lora | Tune::Qlora => true,
    }
}

/// A sum's terms, each times the same; so that it stays flat where it is printed.
fn times(formula: Formula, factor: Formula) -> Formula {
    let terms = formula.terms().iter();
    sum(terms.map(|term| product([term.clone(), factor.clone()])))
}

/// One token through one layer of the whiteboard: width `hidden`, four-fold two-matrix feed-forward, causal over
/// `length` tokens. 6H² + HS + HS + 2H² + 16H².
pub fn whiteboard_layer(hidden: u64, length: u64) -> Vec<(Product, Formula)> {
    let dense = Dense {
        hidden,
        query: hidden,
        key: hidden,
        value: hidden,
        scores: hidden,
        values: hidden,
        reach: Reach::Causal {
            new: length,
            before: 0,
        }
        .mean(None),
        ffn: hidden.saturating_mul(4),
        matrices: 2,
        experts: 1,
    };
    dense.lines()
}

/// One token through the commonest attention layer of the configured model, behind `length` tokens in a causal pass. None
/// where no layer is plain attention with a feed-forward.
pub fn own_layer(spec: &ModelSpec, length: u64) -> Option<Vec<(Product, Formula)>> {
    let mut best: Option<(&LayerGroup, &Attention)> = None;
    for group in &spec.layers {
        if let Mixer::Attention(attention) = &group.mixer
            && best.is_none_or(|(b, _)| group.layers > b.layers)
        {
            best = Some((group, attention));
        }
    }
    let (group, attention) = best?;
    let (ffn, experts) = match &group.ffn {
        Ffn::None => return None,
        Ffn::Dense { width } => (*width, 1),
        Ffn::Moe(moe) => (moe.width, moe.top_k),
    };
    let reach = Reach::Causal {
        new: length,
        before: 0,
    };
    let dense = Dense {
        hidden: spec.hidden_size,
        query: attention.heads.saturating_mul(attention.k_dim),
        key: attention.kv_heads.saturating_mul(attention.k_dim),
        value: attention.kv_heads.saturating_mul(attention.v_dim),
        scores: attention.heads.saturating_mul(attention.k_dim),
        values: attention.heads.saturating_mul(attention.v_dim),
        reach: reach.mean(attention.window),
        ffn,
        matrices: if spec.has_gated_ffn() { 3 } else { 2 },
        experts,
    };
    Some(dense.lines())
}

/// A layer's sizes.
struct Dense {
    hidden: u64,
    query: u64,
    key: u64,
    value: u64,
    scores: u64,
    values: u64,
    reach: f64,
    ffn: u64,
    matrices: u64,
    experts: u64,
}

impl Dense {
    fn lines(&self) -> Vec<(Product, Formula)> {
        let two = || num(Symbol::MultiplyAdd, MULTIPLY_ADD);
        let hidden = || count(Symbol::HiddenSize, self.hidden);
        let attended = || num(Symbol::AttendedTokens, self.reach);
        let mut widths = vec![count(Symbol::QueryWidth, self.query)];
        widths.extend([
            count(Symbol::KeyWidth, self.key),
            count(Symbol::KeyWidth, self.value),
        ]);
        let mut ffn = vec![
            two(),
            count(Symbol::FfnMatrices, self.matrices),
            hidden(),
            count(Symbol::FfnWidth, self.ffn),
        ];
        if self.experts > 1 {
            ffn.insert(1, count(Symbol::ExpertsPerToken, self.experts));
        }
        vec![
            (Product::Qkv, product([two(), hidden(), sum(widths)])),
            (
                Product::Scores,
                product([two(), count(Symbol::QueryWidth, self.scores), attended()]),
            ),
            (
                Product::Values,
                product([two(), count(Symbol::QueryWidth, self.values), attended()]),
            ),
            (
                Product::Output,
                product([two(), count(Symbol::QueryWidth, self.query), hidden()]),
            ),
            (Product::Ffn, product(ffn)),
        ]
    }
}
