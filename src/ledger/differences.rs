//! Where the lesson's hand rules and the measured method part, row by row, and why. Sentences are i18n's.
use super::config::{Config, LossHead, Method, Tune};
use super::item::Item;
use super::units::Bytes;
use super::words::Word;
use super::{Ledger, estimate};
use crate::words;

words! {
    /// Why the two methods give a row different bytes.
    Why {
        /// The lesson counts the name's size, the measured method every parameter.
        NominalSize = "nominal_size",
        /// The lesson takes 12 bytes of states whatever the recipe.
        RecipeBytes = "recipe_bytes",
        /// Gradients are not all there at once, and are gone before the next step.
        GradientsComeAndGo = "gradients_come_and_go",
        /// The lesson's 0.4 % is LoRA on q and v; all linear layers are several times that.
        AdapterShare = "adapter_share",
        /// The lesson takes 0.55 bytes of every parameter; embeddings, head and norms stay in 16 bits.
        QuantisedByPart = "quantised_by_part",
        /// The lesson keeps layer boundaries and a fifth; really there are the final norm and one layer's working set.
        WorkingSet = "working_set",
        /// Without checkpointing the lesson's factor is not this architecture's sum.
        AllSaved = "all_saved",
        /// HF upcasts the logits: 12 bytes a logit at the worst moment, where the lesson counts 4.
        LogitsUpcast = "logits_upcast",
        /// This loss head never holds all logits at once.
        LogitsFused = "logits_fused",
        /// Adapters switched off are the reference: no second model.
        ReferenceIsBase = "reference_is_base",
        /// Asleep, the engine gives its weights back too, not only the cache.
        SleepFreesWeights = "sleep_frees_weights",
        /// The cache is handed out in blocks, and a window bounds it.
        CacheBlocks = "cache_blocks",
        /// The lesson has no such row.
        NotInLesson = "not_in_lesson",
        /// The row is spread over the cards.
        Sharded = "sharded",
        /// The lesson's own row has no counterpart here: it is counted in other rows.
        CountedElsewhere = "counted_elsewhere",
    }
}

/// A row by both methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The row.
    pub item: Item,
    /// By the lesson.
    pub lesson: Bytes,
    /// By the measured method: its own maximum over the moments.
    pub measured: Bytes,
    /// Why they part.
    pub why: Why,
}

/// Both ledgers of a configuration, and the rows in which they part.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// By the lesson.
    pub lesson: Ledger,
    /// By the measured method.
    pub measured: Ledger,
    /// Rows with different bytes, in the ledger's order.
    pub differences: Vec<Difference>,
}

/// Compares the two methods on a configuration.
pub fn compare(config: &Config) -> Comparison {
    let by = |method| {
        estimate(&Config {
            method,
            ..config.clone()
        })
    };
    let (lesson, measured) = (by(Method::Lesson), by(Method::Measured));
    let differences = Item::ALL
        .iter()
        .filter_map(|item| {
            let (a, b) = (lesson.line(*item), measured.line(*item));
            let (before, after) = (lesson.bytes_of(*item), measured.bytes_of(*item));
            let why = match (a.is_some(), b.is_some()) {
                (false, false) => return None,
                (false, true) => Why::NotInLesson,
                (true, false) => gone(*item),
                (true, true) => why(config, *item),
            };
            (before != after).then_some(Difference {
                item: *item,
                lesson: before,
                measured: after,
                why,
            })
        })
        .collect();
    Comparison {
        lesson,
        measured,
        differences,
    }
}

/// Why a row of the lesson has no counterpart.
const fn gone(item: Item) -> Why {
    match item {
        Item::ReferenceModel => Why::ReferenceIsBase,
        Item::PolicyWeights
        | Item::Gradients
        | Item::OptimizerStates
        | Item::MasterWeights
        | Item::Adapter
        | Item::Activations
        | Item::Logits
        | Item::Critic
        | Item::RewardModel
        | Item::EngineWeights
        | Item::KvCache
        | Item::EngineRuntime
        | Item::Workspace
        | Item::Buckets
        | Item::Context
        | Item::HostWeights
        | Item::HostOptimizerStates => Why::CountedElsewhere,
    }
}

fn why(config: &Config, item: Item) -> Why {
    let adapters = config.tune != Tune::Full;
    let sharded = config.n > 1;
    match item {
        Item::PolicyWeights if config.tune == Tune::Qlora || config.dtype.only_frozen() => {
            Why::QuantisedByPart
        }
        Item::PolicyWeights if sharded => Why::Sharded,
        Item::Gradients | Item::OptimizerStates if adapters => Why::AdapterShare,
        Item::Gradients => Why::GradientsComeAndGo,
        Item::OptimizerStates | Item::MasterWeights => Why::RecipeBytes,
        Item::Activations if config.ckpt => Why::WorkingSet,
        Item::Activations => Why::AllSaved,
        Item::Logits => match config.head {
            LossHead::Hf | LossHead::Keep | LossHead::Naive => Why::LogitsUpcast,
            LossHead::RowLoop
            | LossHead::Triton
            | LossHead::TrlFused
            | LossHead::Liger
            | LossHead::RowTile => Why::LogitsFused,
        },
        Item::ReferenceModel if adapters => Why::ReferenceIsBase,
        Item::EngineWeights if config.dtype.only_frozen() => Why::QuantisedByPart,
        Item::KvCache => Why::CacheBlocks,
        Item::Critic => Why::RecipeBytes,
        Item::PolicyWeights
        | Item::ReferenceModel
        | Item::RewardModel
        | Item::EngineWeights
        | Item::Adapter
        | Item::EngineRuntime
        | Item::Workspace
        | Item::Buckets
        | Item::Context
        | Item::HostWeights
        | Item::HostOptimizerStates => Why::NominalSize,
    }
}
