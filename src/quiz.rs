//! The lesson's three questions: options, which of them are right, and the link that shows the answer. Numbers are the ledger's.
use crate::ledger::config::Config;
use crate::ledger::formula::Formula;
use crate::ledger::item::Item;
use crate::ledger::units::Bytes;
use crate::lesson::ledger_of;
use crate::words;

words! {
    /// A question. The slug is its id on the page.
    Question {
        /// Weights + gradients + optimizer states of Qwen3-0.6B.
        StaticBytes = "l0-quiz-1",
        /// First steps when a 0.6B model runs out of memory.
        FirstSteps = "l0-quiz-2",
        /// The cache when the length goes from 2048 to 8192.
        Length = "l0-quiz-3",
    }

    /// An option of a question.
    Choice {
        /// The weights alone.
        WeightsOnly = "weights",
        /// Weights and gradients.
        WithGradients = "gradients",
        /// Weights, gradients and states: right.
        WithStates = "states",
        /// With activations and everything else of the default.
        Everything = "everything",
        /// Micro batch down with accumulation: right.
        MicroBatch = "micro-batch",
        /// Checkpointing: right.
        Checkpointing = "checkpointing",
        /// A shorter sequence: right.
        ShorterSequence = "shorter",
        /// A smaller model.
        SmallerModel = "smaller-model",
        /// Fewer generations.
        FewerGenerations = "fewer-generations",
        /// Unchanged.
        Same = "same",
        /// Twice.
        Double = "double",
        /// Four times: right.
        Fourfold = "fourfold",
        /// Sixteen times.
        Sixteenfold = "sixteenfold",
    }
}

impl Question {
    /// Its options in the order they are shown.
    pub const fn choices(self) -> &'static [Choice] {
        match self {
            Question::StaticBytes => &[
                Choice::WeightsOnly,
                Choice::WithGradients,
                Choice::WithStates,
                Choice::Everything,
            ],
            Question::FirstSteps => &[
                Choice::MicroBatch,
                Choice::SmallerModel,
                Choice::Checkpointing,
                Choice::FewerGenerations,
                Choice::ShorterSequence,
            ],
            Question::Length => &[
                Choice::Same,
                Choice::Double,
                Choice::Fourfold,
                Choice::Sixteenfold,
            ],
        }
    }

    /// True where several options may be right.
    pub const fn multiple(self) -> bool {
        match self {
            Question::FirstSteps => true,
            Question::StaticBytes | Question::Length => false,
        }
    }

    /// The query that shows the answer in the calculator.
    pub const fn query(self) -> &'static str {
        match self {
            Question::StaticBytes => "",
            Question::FirstSteps => "seq=8192&mb=8&ckpt=0",
            Question::Length => "len=8192&vs=len:2048",
        }
    }

    /// The arithmetic of the answer, from the ledger of its query.
    pub fn arithmetic(self) -> Vec<(Item, Formula)> {
        let items: &[Item] = match self {
            Question::StaticBytes => &[Item::PolicyWeights, Item::Gradients, Item::OptimizerStates],
            Question::FirstSteps => &[Item::Activations, Item::Logits],
            Question::Length => &[Item::KvCache],
        };
        let ledger = ledger_of(self.query());
        items
            .iter()
            .filter_map(|item| Some((*item, ledger.line(*item)?.largest()?.clone())))
            .collect()
    }
}

impl Choice {
    /// True where choosing it is right.
    pub const fn right(self) -> bool {
        match self {
            Choice::WithStates
            | Choice::MicroBatch
            | Choice::Checkpointing
            | Choice::ShorterSequence
            | Choice::Fourfold => true,
            Choice::WeightsOnly
            | Choice::WithGradients
            | Choice::Everything
            | Choice::SmallerModel
            | Choice::FewerGenerations
            | Choice::Same
            | Choice::Double
            | Choice::Sixteenfold => false,
        }
    }

    /// The size it names, where it names one.
    pub fn bytes(self) -> Option<Bytes> {
        let of = |items: &[Item]| {
            let ledger = crate::ledger::estimate(&Config::default());
            items
                .iter()
                .fold(Bytes::ZERO, |sum, item| sum.plus(ledger.bytes_of(*item)))
        };
        let kv = |query: &str| ledger_of(query).bytes_of(Item::KvCache);
        match self {
            Choice::WeightsOnly => Some(of(&[Item::PolicyWeights])),
            Choice::WithGradients => Some(of(&[Item::PolicyWeights, Item::Gradients])),
            Choice::WithStates => Some(of(&[
                Item::PolicyWeights,
                Item::Gradients,
                Item::OptimizerStates,
            ])),
            Choice::Everything => Some(crate::ledger::estimate(&Config::default()).used()),
            Choice::Same => Some(kv("len=2048")),
            Choice::Double => Some(kv("len=4096")),
            Choice::Fourfold => Some(kv("len=8192")),
            Choice::Sixteenfold => Some(kv("len=32768")),
            Choice::MicroBatch
            | Choice::Checkpointing
            | Choice::ShorterSequence
            | Choice::SmallerModel
            | Choice::FewerGenerations => None,
        }
    }
}
