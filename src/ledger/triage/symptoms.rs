//! Without a log: what is seen from outside, and the four steps of the hunt.
use super::frames::Place;
use super::steps::{self, Step, StepCode};
use super::{Cause, Log, Moment, Side};
use crate::ledger::config::Config;
use crate::ledger::item::{Item, Phase};
use crate::words;

words! {
    /// What is seen. The first five are the whiteboard's, the nine after them the capacity lesson's pitfalls.
    Symptom {
        /// Out of memory in the forward pass, worse with length and batch.
        Forward = "forward",
        /// Out of memory in the backward pass or at the optimizer's step.
        Backward = "backward",
        /// Out of memory in inference as the context grows.
        ContextGrows = "context_grows",
        /// Use is low, and it dies all the same, again and again.
        LowUse = "low_use",
        /// Use differs after the cards were changed.
        CardsChanged = "cards_changed",
        /// Sized by what inference needs, and then trained.
        InferenceSize = "inference_size",
        /// It went well at 2k and dies at 8k.
        LongerSamples = "longer_samples",
        /// PPO needs more than its four models.
        HiddenCopy = "hidden_copy",
        /// Fine on average, dead at peak hours.
        MeanContext = "mean_context",
        /// int4 fits, and the structured output breaks.
        Int4Output = "int4_output",
        /// ZeRO-3 fits, and the run is half as fast.
        Zero3Slow = "zero3_slow",
        /// 8-bit Adam fits, and the loss is worse.
        EightBitLoss = "eight_bit_loss",
        /// The bill is peak cards × 24 hours.
        PeakBill = "peak_bill",
        /// The merged LoRA answers worse than the unmerged one.
        MergeRegression = "merge_regression",
    }

    /// A step of the hunt.
    HuntStep {
        /// Allocated, or only reserved?
        AllocatedOrReserved = "allocated_or_reserved",
        /// Which phase is the peak?
        WhichPhase = "which_phase",
        /// One variable at a time.
        OneVariable = "one_variable",
        /// Is it fragmentation?
        Fragmentation = "fragmentation",
    }
}

impl Symptom {
    /// True for the whiteboard's five.
    pub fn on_the_whiteboard(self) -> bool {
        self <= Symptom::CardsChanged
    }

    /// Whose memory, which line, and when.
    pub fn points_at(self) -> (Side, Option<Item>, Option<Moment>) {
        let training = |item, phase| (Side::Training, Some(item), Some(Moment::At(phase)));
        match self {
            Symptom::Forward | Symptom::LongerSamples => {
                training(Item::Activations, Phase::Forward)
            }
            Symptom::Backward | Symptom::InferenceSize => {
                training(Item::OptimizerStates, Phase::OptimizerStep)
            }
            Symptom::ContextGrows | Symptom::MeanContext => (
                Side::Engine,
                Some(Item::KvCache),
                Some(Moment::At(Phase::Rollout)),
            ),
            Symptom::HiddenCopy => training(Item::ReferenceModel, Phase::Logprob),
            Symptom::LowUse | Symptom::CardsChanged => (Side::Unknown, None, None),
            Symptom::Int4Output => (Side::Engine, Some(Item::EngineWeights), None),
            Symptom::Zero3Slow => (Side::Training, Some(Item::Buckets), None),
            Symptom::EightBitLoss => (Side::Training, Some(Item::OptimizerStates), None),
            Symptom::PeakBill => (Side::Unknown, None, None),
            Symptom::MergeRegression => (Side::Engine, Some(Item::Adapter), None),
        }
    }

    /// What to do first. Five of the pitfalls are about speed, quality or money: there the text is the answer.
    pub fn steps(self, config: &Config) -> Vec<Step> {
        let (side, item, moment) = self.points_at();
        let place = Place {
            side,
            item,
            moment,
            ..Place::default()
        };
        let log = Log::default();
        let of = |cause| steps::steps(Some(cause), &place, &log, config);
        let alone = |code| vec![steps::by_hand(code, config)];
        match self {
            Symptom::Forward
            | Symptom::Backward
            | Symptom::ContextGrows
            | Symptom::InferenceSize
            | Symptom::LongerSamples
            | Symptom::HiddenCopy
            | Symptom::MeanContext => of(Cause::OutOfMemory),
            Symptom::LowUse => alone(StepCode::Expandable),
            Symptom::CardsChanged => alone(StepCode::Devices),
            Symptom::Int4Output
            | Symptom::Zero3Slow
            | Symptom::EightBitLoss
            | Symptom::PeakBill
            | Symptom::MergeRegression => Vec::new(),
        }
    }
}
