//! The lesson's seven cuts in its order of effect over cost, each saving found by estimating again; and what to do with room left.
use super::config::{AutoSwitch, Config, Model, ModelSource, Tune};
use super::item::{Item, Verdict};
use super::units::SignedBytes;
use super::{Ledger, estimate};
use crate::words;

words! {
    /// A cut. The order is the lesson's and its number is its place, 1 to 7.
    CutCode {
        /// Micro batch to 1, with accumulation to keep the batch.
        MicroBatch = "micro_batch",
        /// Gradient checkpointing on.
        Checkpointing = "checkpointing",
        /// Half the concurrency.
        Concurrency = "concurrency",
        /// Half the completion length.
        Length = "completion_length",
        /// Reference model off.
        Reference = "reference_off",
        /// LoRA instead of full training.
        Lora = "lora",
        /// The next smaller model of the family.
        SmallerModel = "smaller_model",
    }

    /// How a cut stands to the present configuration.
    CutState {
        /// It can be made.
        Open = "open",
        /// It is already made.
        Made = "made",
        /// It has nothing to act on here.
        NotHere = "not_here",
    }
}

/// A cut, and what making it alone would do.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// Which of the seven.
    pub code: CutCode,
    /// Whether it can be made.
    pub state: CutState,
    /// The configuration after it; None unless it is open.
    pub after: Option<Config>,
    /// Bytes it frees on the fullest card (negative if it adds); nothing unless it is open.
    pub saves: SignedBytes,
    /// The verdict after it; None unless it is open.
    pub verdict_after: Option<Verdict>,
}

/// The seven cuts for a configuration, in order.
pub fn cuts(config: &Config, ledger: &Ledger) -> Vec<Cut> {
    use crate::ledger::words::Word;
    CutCode::ALL
        .iter()
        .map(|code| cut(*code, config, ledger))
        .collect()
}

/// One cut for a configuration.
pub fn cut(code: CutCode, config: &Config, ledger: &Ledger) -> Cut {
    let (state, after) = made(code, config, ledger);
    match after.filter(|_| state == CutState::Open) {
        Some(after) => {
            let then = estimate(&after);
            let saves = ledger.used().signed_minus(then.used());
            Cut {
                code,
                state,
                saves,
                verdict_after: Some(then.verdict()),
                after: Some(after),
            }
        }
        None => Cut {
            code,
            state,
            after: None,
            saves: ledger.used().signed_minus(ledger.used()),
            verdict_after: None,
        },
    }
}

/// The configuration after a cut, and whether there is anything to cut.
fn made(code: CutCode, config: &Config, ledger: &Ledger) -> (CutState, Option<Config>) {
    let open = |after: Config| (CutState::Open, Some(after));
    let trains = ledger.residents.trains;
    let has_cache = ledger.line(Item::KvCache).is_some();
    match code {
        CutCode::MicroBatch if !trains => (CutState::NotHere, None),
        CutCode::MicroBatch if config.mb <= 1 => (CutState::Made, None),
        CutCode::MicroBatch => open(Config {
            mb: 1,
            accum: config.accum.saturating_mul(config.mb),
            ..config.clone()
        }),
        CutCode::Checkpointing if !trains => (CutState::NotHere, None),
        CutCode::Checkpointing if config.ckpt => (CutState::Made, None),
        CutCode::Checkpointing => open(Config {
            ckpt: true,
            ..config.clone()
        }),
        CutCode::Concurrency if !has_cache => (CutState::NotHere, None),
        CutCode::Concurrency if config.conc <= 1 => (CutState::Made, None),
        CutCode::Concurrency => open(Config {
            conc: config.conc / 2,
            ..config.clone()
        }),
        CutCode::Length if !has_cache => (CutState::NotHere, None),
        CutCode::Length if config.len <= 1 => (CutState::Made, None),
        CutCode::Length => open(Config {
            len: config.len / 2,
            ..config.clone()
        }),
        CutCode::Reference if !trains || !config.task.has_reference() => (CutState::NotHere, None),
        CutCode::Reference if !ledger.residents.reference => (CutState::Made, None),
        CutCode::Reference => open(Config {
            reference: AutoSwitch::Off,
            ..config.clone()
        }),
        CutCode::Lora if !trains => (CutState::NotHere, None),
        CutCode::Lora if config.tune != Tune::Full => (CutState::Made, None),
        CutCode::Lora => open(Config {
            tune: Tune::Lora,
            ..config.clone()
        }),
        CutCode::SmallerModel => match smaller(&config.model) {
            Some(model) => open(Config {
                model,
                ..config.clone()
            }),
            None => (CutState::NotHere, None),
        },
    }
}

fn smaller(model: &Model) -> Option<Model> {
    match &model.source {
        ModelSource::Preset(preset) => preset.smaller().map(Model::preset),
        ModelSource::Custom { .. } | ModelSource::Sized { .. } => None,
    }
}

/// What to do with room: raise rollout concurrency first, for sampling takes most of a step's time; not the micro batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Raise {
    /// The configuration with the largest doubling of concurrency that still fits with its reserve.
    pub after: Config,
    /// What the card then has left.
    pub left: SignedBytes,
}

/// The lesson's advice where the verdict is `fits` and the task samples: double the concurrency as long as it fits.
pub fn use_the_room(config: &Config, ledger: &Ledger) -> Option<Raise> {
    if ledger.verdict() != Verdict::Fits
        || !config.task.has_rollout()
        || ledger.line(Item::KvCache).is_none()
    {
        return None;
    }
    let mut best: Option<Raise> = None;
    let mut conc = config.conc;
    // Twelve doublings are 4096 times: past any real engine, and a bound where a sequence costs nothing.
    for _ in 0..12 {
        conc = conc.saturating_mul(2);
        if conc > super::solve::CONCURRENCY_LIMIT {
            break;
        }
        let after = Config {
            conc,
            ..config.clone()
        };
        let then = estimate(&after);
        if then.verdict() != Verdict::Fits {
            break;
        }
        best = Some(Raise {
            left: then.left(),
            after,
        });
    }
    best
}
