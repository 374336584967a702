//! Which layer is of which kind: the letters of `layer_types`, or the class's own schedule where the config lists none.

use super::class_defaults::Rule;
use super::resolve::Resolved;
use super::{Field, ModelIssue};

/// The kind of one layer, before its sizes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    /// A letter of `layer_types` (see [`super::values::alphabet`]).
    pub(crate) letter: u8,
    /// Experts rather than a dense feed-forward.
    pub(crate) moe: bool,
    /// Reads an earlier layer's keys and values.
    pub(crate) shared_kv: bool,
    /// Has an indexer of its own.
    pub(crate) indexer: bool,
    pub(crate) ffn: u64,
    pub(crate) expert_ffn: u64,
    pub(crate) top_k: u64,
    pub(crate) shared: u64,
}

/// Walks the layers of a model once.
pub(crate) struct Schedule<'a> {
    from: &'a Resolved<'a>,
    layers: u64,
    letters: List,
    ffns: List,
    indexers: List,
    dense_only: List,
    full: List,
    ffn: List,
    expert_ffn: List,
    top_k: List,
    shared: List,
    first_dense: u64,
}

// A list, or one number for all layers.
struct List {
    entries: Option<Vec<u32>>,
    all: u64,
}

impl List {
    fn at(&self, layer: u64) -> u64 {
        match &self.entries {
            None => self.all,
            // A list that is too short goes on with its last entry.
            Some(entries) => index(entries, layer)
                .or(entries.last().copied())
                .map_or(0, u64::from),
        }
    }

    fn get(&self, layer: u64) -> Option<u8> {
        let letter = index(self.entries.as_deref()?, layer)?;
        u8::try_from(letter).ok()
    }

    // Of a list of layer numbers, which stands in order.
    fn names(&self, layer: u64) -> bool {
        u32::try_from(layer).is_ok_and(|layer| {
            self.entries
                .as_deref()
                .is_some_and(|e| e.binary_search(&layer).is_ok())
        })
    }
}

fn index(entries: &[u32], layer: u64) -> Option<u32> {
    entries.get(usize::try_from(layer).ok()?).copied()
}

impl<'a> Schedule<'a> {
    pub(crate) fn new(from: &'a Resolved<'a>, layers: u64, issues: &mut Vec<ModelIssue>) -> Self {
        let mut list = |field: Field, per_layer: bool| {
            let mut entries = from.list(field);
            if let Some(numbers) = entries.as_mut().filter(|_| !per_layer) {
                numbers.sort_unstable();
            }
            if let Some(length) = entries.as_ref().map(|e| e.len() as u64)
                && per_layer
                && length < layers
            {
                issues.push(ModelIssue::ShortList {
                    field: field.def().written,
                    length,
                    layers,
                });
            }
            List {
                entries,
                all: from.number(field),
            }
        };
        Self {
            letters: list(Field::LayerTypes, true),
            ffns: list(Field::FfnTypes, true),
            indexers: list(Field::Indexers, true),
            dense_only: list(Field::DenseOnly, false),
            full: list(Field::FullLayers, false),
            ffn: list(Field::Ffn, true),
            expert_ffn: list(Field::ExpertFfn, true),
            top_k: list(Field::TopK, true),
            shared: list(Field::SharedExperts, true),
            first_dense: if from.has(super::traits::FIRST_FIXED) {
                from.fields.row().default_of(Field::FirstDense).unwrap_or(0)
            } else {
                from.number(Field::FirstDense)
            },
            from,
            layers,
        }
    }

    /// The layer from which all are alike, if the schedule is so simple; most models' is.
    pub(crate) fn even_from(&self) -> Option<u64> {
        use super::traits::{BY_LETTER, INDEXER, LAST_FULL};
        let from = self.from;
        let one = |field: Field| from.number(field) <= 1;
        let even = match from.fields.row().rule {
            Rule::Full | Rule::Sliding | Rule::Windows | Rule::Recurrent => true,
            Rule::Every
            | Rule::EveryOther
            | Rule::FirstAndEvery
            | Rule::FromFourth
            | Rule::Period
            | Rule::Listed
            | Rule::Cycle
            | Rule::Compressed => false,
        };
        let plain = even
            && from.fields.has_no_list()
            && one(Field::SparseStep)
            && one(Field::ExpertPeriod)
            && from.number(Field::SharedKv) == 0
            && !from.has(BY_LETTER | LAST_FULL)
            && (!from.has(INDEXER) || one(Field::IndexEvery));
        let windows = if from.flag(Field::UseWindow) {
            from.number(Field::MaxWindowLayers)
        } else {
            0
        };
        plain.then(|| self.first_dense.max(windows))
    }

    pub(crate) fn kind(&self, layer: u64) -> Kind {
        use super::traits::{BY_LETTER, INDEX_ALL, LAST_FULL};
        let from = self.from;
        let mut letter = self
            .letters
            .get(layer)
            .unwrap_or_else(|| self.default_letter(layer));
        if from.has(LAST_FULL) && layer + 1 == self.layers {
            letter = b'f';
        }
        let moe = if from.has(BY_LETTER) {
            letter == b'e'
        } else {
            from.moe
                && self
                    .ffns
                    .get(layer)
                    .map_or_else(|| self.default_moe(layer), |l| l == b'e')
        };
        let indexer = from.has(INDEX_ALL)
            || self
                .indexers
                .get(layer)
                .map_or_else(|| self.default_indexer(layer, letter), |l| l == b'f');
        Kind {
            letter,
            moe,
            shared_kv: layer + from.number(Field::SharedKv) >= self.layers,
            indexer,
            ffn: self.ffn.at(layer),
            expert_ffn: self.expert_ffn.at(layer),
            top_k: self.top_k.at(layer),
            shared: self.shared.at(layer),
        }
    }

    fn default_letter(&self, layer: u64) -> u8 {
        let from = self.from;
        let row = from.fields.row();
        let period = from.number(Field::Interval);
        let each = |n: u64| n > 0 && (layer + 1).is_multiple_of(n);
        let full = match row.rule {
            Rule::Full => true,
            Rule::Sliding => from.option(Field::Window).is_none(),
            Rule::Windows => {
                !from.flag(Field::UseWindow) || layer < from.number(Field::MaxWindowLayers)
            }
            Rule::Every => each(period),
            Rule::EveryOther => !each(period),
            Rule::FirstAndEvery => layer == 0 || each(period),
            Rule::FromFourth => layer > 0 && layer.is_multiple_of(4),
            Rule::Period => {
                let period = from.number(Field::AttnPeriod).max(1);
                layer % period == from.number(Field::AttnOffset)
            }
            Rule::Listed => {
                self.full.entries.is_none() && row.other == b'k' || self.full.names(layer)
            }
            Rule::Recurrent => false,
            Rule::Cycle => {
                return match layer % 4 {
                    0 => b'l',
                    1 => b'e',
                    2 => b'f',
                    _ => b'd',
                };
            }
            Rule::Compressed => {
                return if layer < 2 || layer.is_multiple_of(2) {
                    b'h'
                } else {
                    b'p'
                };
            }
        };
        if full { b'f' } else { row.other }
    }

    fn default_moe(&self, layer: u64) -> bool {
        let from = self.from;
        let step = from.number(Field::SparseStep).max(1);
        let period = from.number(Field::ExpertPeriod).max(1);
        layer >= self.first_dense
            && (layer + 1).is_multiple_of(step)
            && layer % period == from.number(Field::ExpertOffset)
            && !self.dense_only.names(layer)
    }

    // GLM-5.2: an indexer at the first layers and then at each n-th, the others reuse what it chose.
    fn default_indexer(&self, layer: u64, letter: u8) -> bool {
        let every = self.from.number(Field::IndexEvery).max(1);
        let past = (layer + 1).saturating_sub(self.from.number(Field::IndexSkip));
        if self.from.has(super::traits::MLA) {
            past.is_multiple_of(every)
        } else {
            letter == b'x'
        }
    }
}
