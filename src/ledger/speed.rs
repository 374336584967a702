//! Time: of a prompt, of a decoding step, of a training run, each as the larger of what computing and what reading takes.
//!
//! Every figure is a floor of the chosen card: operations over its dense peak (times an MFU where one is given), bytes
//! over its bandwidth. Which of the two is the larger is named. Cards whose figures no source gives have none.
use super::config::{Config, Method, Shape};
use super::flops::{self, Pass, Reach};
use super::formula::build::{count, num, product, quot, sum};
use super::formula::{Formula, Symbol};
use super::kv_cache;
use super::precision::Dtype;
use super::weights;
use crate::words;

const TERA: f64 = 1e12;
const GIGA: f64 = 1e9;
const SECONDS_PER_DAY: f64 = 86_400.0;
/// What healthy training reaches of a card's peak (lesson 5: 40 to 50 %).
pub const HEALTHY_MFU: [f64; 2] = [0.4, 0.5];
/// The lesson's training run, in tokens: 7B on 50 billion.
pub const LESSON_TOKENS: u64 = 50_000_000_000;
/// Plans are multiplied by this: restarts, evaluation, failed runs (lesson 5).
pub const PLAN_MARGIN: [f64; 2] = [2.0, 3.0];

words! {
    /// What bounds a time.
    Limit {
        /// Operations over the card's peak.
        Compute = "compute",
        /// Bytes over the card's bandwidth.
        Memory = "memory",
    }
}

/// A time in seconds, both ways.
#[derive(Clone, Debug, PartialEq)]
pub struct Time {
    /// Operations over the peak; None where the card's is not known.
    pub compute: Option<Formula>,
    /// Bytes over the bandwidth; None where the card's is not known.
    pub memory: Option<Formula>,
}

impl Time {
    /// The larger of the two, in seconds, and which it is.
    pub fn bound(&self) -> Option<(f64, Limit)> {
        let compute = self.compute.as_ref().map(Formula::value);
        let memory = self.memory.as_ref().map(Formula::value);
        match (compute, memory) {
            (Some(c), Some(m)) if m >= c => Some((m, Limit::Memory)),
            (Some(c), _) => Some((c, Limit::Compute)),
            (None, Some(m)) => Some((m, Limit::Memory)),
            (None, None) => None,
        }
    }

    /// The arithmetic of [`Self::bound`].
    pub fn formula(&self) -> Option<&Formula> {
        match self.bound()?.1 {
            Limit::Compute => self.compute.as_ref(),
            Limit::Memory => self.memory.as_ref(),
        }
    }
}

/// Cards that share one engine step: tensor parallel. The lesson knows one card; pipeline stages follow one another.
const fn together(config: &Config) -> u64 {
    match config.method() {
        Method::Lesson => 1,
        Method::Measured => config.tp,
    }
}

/// The rate an engine computes at, in TFLOPS, and whether it is the fp8 one: where the weights are fp8 and the card has such
/// a rate, else the 16-bit one. Other formats are unpacked to 16 bits before they multiply. None where no source gives it.
pub fn rate(config: &Config) -> Option<(f64, bool)> {
    let fp8 = match config.dtype {
        Dtype::Fp8 => config.gpu.fp8_tflops(),
        Dtype::Fp32
        | Dtype::Bf16
        | Dtype::Fp16
        | Dtype::Int8
        | Dtype::Int4
        | Dtype::Nf4
        | Dtype::Awq4
        | Dtype::Gptq4
        | Dtype::Mxfp4 => None,
    };
    match fp8 {
        Some(rate) => Some((rate, true)),
        None => config.gpu.bf16_tflops().map(|rate| (rate, false)),
    }
}

/// The same in operations per second.
fn peak(config: &Config) -> Option<f64> {
    rate(config).map(|(tera, _)| tera * TERA)
}

fn bandwidth(config: &Config) -> Option<f64> {
    config.gpu.bandwidth_gb_s().map(|giga| giga * GIGA)
}

/// Operations over the peak of the cards that share a step.
fn computing(config: &Config, flops: Formula) -> Option<Formula> {
    let mut rate = vec![num(Symbol::PeakFlops, peak(config)?)];
    if together(config) > 1 {
        rate.push(count(Symbol::EngineCards, together(config)));
    }
    Some(quot(flops, product(rate)))
}

/// Bytes of one card over its bandwidth.
fn reading(config: &Config, bytes: Formula) -> Option<Formula> {
    Some(quot(bytes, num(Symbol::Bandwidth, bandwidth(config)?)))
}

/// Bytes of weights that one card reads for a step over `conc` sequences: all of a dense model, of the experts as many as
/// that many tokens are expected to wake.
pub fn weights_read(config: &Config, conc: u64) -> Formula {
    let all = match config.method() {
        Method::Lesson => weights::lesson_served(config),
        Method::Measured => weights::measured::served(&config.model, Symbol::Params, config.dtype),
    };
    let part = config.model.shape.as_deref().and_then(|shape| {
        let total = shape.params.total();
        let read = read_params(config, shape, conc);
        (read < total as f64)
            .then(|| quot(num(Symbol::ReadParams, read), count(Symbol::Params, total)))
    });
    let read = match part {
        Some(part) => product([all, part]),
        None => all,
    };
    if together(config) > 1 {
        quot(read, count(Symbol::EngineCards, together(config)))
    } else {
        read
    }
}

/// Parameters read for one step: active + inactive × (1 − missʼ), missʼ the chance that none of the other tokens wakes an
/// expert, each token missing it with probability 1 − k/E on its own.
fn read_params(config: &Config, shape: &Shape, conc: u64) -> f64 {
    let params = &shape.params;
    let (experts, each) = (shape.spec.num_experts, shape.spec.num_experts_per_tok);
    let miss = if experts == 0 {
        0.0
    } else {
        1.0 - (each as f64 / experts as f64).min(1.0)
    };
    let others = i32::try_from(conc.saturating_sub(1)).unwrap_or(i32::MAX);
    let woken = params.inactive as f64 * (1.0 - miss.powi(others));
    let read = params.active() as f64 + woken;
    match config.method() {
        Method::Lesson => read.round(),
        Method::Measured => (read - flops::looked_up(shape) as f64).round(),
    }
}

/// One decoding step: every sequence gets one token. The weights are read once for all, each sequence's cache once.
pub fn decode_step(config: &Config, conc: u64, len: u64) -> Time {
    let mut terms = vec![flops::per_token(config, Pass::Forward)];
    terms.extend(flops::attention_per_token(
        config,
        Reach::One(len),
        Pass::Forward,
    ));
    let flops = product([count(Symbol::Concurrency, conc), sum(terms)]);
    let mut bytes = vec![weights_read(config, conc)];
    if let Some(shape) = config.model.shape.as_deref() {
        let one = kv_cache::read_by_one(shape, config.kvdtype, len, together(config));
        bytes.push(product([one, count(Symbol::Concurrency, conc)]));
    }
    Time {
        compute: computing(config, flops),
        memory: reading(config, sum(bytes)),
    }
}

/// Seconds in which a single stream reads its weights: the floor of every token. None where the bandwidth is not known.
pub fn weights_time(config: &Config) -> Option<Formula> {
    reading(config, weights_read(config, 1))
}

/// Tokens per second over all sequences, and for one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Tokens per second of all sequences together.
    pub all: f64,
    /// Tokens per second of one sequence.
    pub each: f64,
    /// What bounds it.
    pub limit: Limit,
}

/// The most tokens per second at a concurrency and a length; None where the card's figures are not known.
pub fn decode_rate(config: &Config, conc: u64, len: u64) -> Option<Rate> {
    let (seconds, limit) = decode_step(config, conc, len).bound()?;
    (seconds > 0.0).then(|| Rate {
        all: conc as f64 / seconds,
        each: 1.0 / seconds,
        limit,
    })
}

/// The smallest concurrency (a power of two) at which computing takes longer than reading; None where it never does up to
/// `most`.
pub fn turning_point(config: &Config, len: u64, most: u64) -> Option<u64> {
    (0..63)
        .map(|power| 1u64 << power)
        .take_while(|conc| *conc <= most)
        .find(|conc| {
            decode_step(config, *conc, len)
                .bound()
                .is_some_and(|(_, limit)| limit == Limit::Compute)
        })
}

/// Operations of a prompt of `len` tokens, of which the shared prefix is cached already: first 2N a token, then attention.
pub fn prefill_flops(config: &Config, len: u64) -> Formula {
    let [new, cached] = split(config, len);
    flops::prefill(config, new, cached)
}

/// Tokens of a prompt that are computed, and those of the shared prefix. The lesson knows no prefix.
fn split(config: &Config, len: u64) -> [u64; 2] {
    let cached = match config.method() {
        Method::Lesson => 0,
        Method::Measured => super::units::whole(len as f64 * config.prefix.as_f64()),
    };
    [len.saturating_sub(cached), cached]
}

/// The time of such a prompt: at the card's peak, or at `mfu` of it.
pub fn prefill(config: &Config, len: u64, mfu: Option<f64>) -> Time {
    let [new, _] = split(config, len);
    let compute = computing(config, prefill_flops(config, len)).map(|time| match mfu {
        Some(share) => quot(time, num(Symbol::Mfu, share)),
        None => time,
    });
    Time {
        compute,
        memory: reading(config, weights_read(config, new)),
    }
}

/// Seconds of training on `tokens` with the configuration's cards and MFU; None where the card's peak is not known.
pub fn training(config: &Config, tokens: u64, pass: Pass) -> Option<Formula> {
    let peak = config.gpu.bf16_tflops()? * TERA;
    Some(quot(
        flops::training(config, tokens, pass),
        product([
            count(Symbol::Cards, config.n),
            num(Symbol::PeakFlops, peak),
            num(Symbol::Mfu, config.mfu.as_f64()),
        ]),
    ))
}

/// Seconds as days.
pub fn days(seconds: Formula) -> Formula {
    quot(seconds, num(Symbol::SecondsPerDay, SECONDS_PER_DAY))
}
