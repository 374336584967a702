//! Presets: models and cards by id, each with its source and the date it was checked.
//!
//! The rows stand in presets/models.json and presets/cards.json; src/presets_build.rs turns them into the tables here
//! and refuses a row without id, source or date. A published id never changes its meaning.

use super::model::{ModelFields, ModelSpec};

/// A published model. Two are equal when their ids are.
#[derive(Clone, Debug)]
pub struct ModelPreset {
    /// The id in a link: `qwen3-0.6b`.
    pub id: &'static str,
    /// Other ids that mean the same.
    pub aliases: &'static [&'static str],
    /// The name as published: `Qwen3-0.6B`.
    pub name: &'static str,
    /// The group it stands in; models of one family are each other's smaller and larger sizes.
    pub family: &'static str,
    /// Parameters as the name says (0.6e9), the lesson method's size. Where the name has no total (DeepSeek-V3, Gemma
    /// 3n, 8x7B) the published or exact total, rounded.
    pub nominal: f64,
    /// config.json's model_type of the text part.
    pub model_type: &'static str,
    /// What differs from that type's class defaults, in link syntax: `layers=28&hidden=1024`.
    pub fields: &'static str,
    /// When the numbers were read, as 2026-11-29.
    pub checked: &'static str,
}

/// A card. Two are equal when their ids are.
#[derive(Clone, Debug)]
pub struct CardPreset {
    /// The id in a link: `rtx-5090`.
    pub id: &'static str,
    /// Other ids that mean the same.
    pub aliases: &'static [&'static str],
    /// Its name.
    pub name: &'static str,
    /// Who makes it.
    pub vendor: &'static str,
    /// geforce, workstation or datacenter.
    pub family: &'static str,
    /// Memory in MiB as the driver's tool reports it.
    pub mem_mib: u64,
    /// When the numbers were read, as 2026-11-29.
    pub checked: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/presets.rs"));

/// All models, grouped by family, within a family from small to large.
pub fn models() -> &'static [ModelPreset] {
    MODELS
}

/// The model of an id or alias, in lower case.
pub fn model(id_or_alias: &str) -> Option<&'static ModelPreset> {
    MODELS
        .iter()
        .find(|preset| preset.id == id_or_alias || preset.aliases.contains(&id_or_alias))
}

/// All cards, by family and age.
pub fn cards() -> &'static [CardPreset] {
    CARDS
}

/// The card of an id or alias, in lower case.
pub fn card(id_or_alias: &str) -> Option<&'static CardPreset> {
    CARDS
        .iter()
        .find(|preset| preset.id == id_or_alias || preset.aliases.contains(&id_or_alias))
}

/// The model of a link that names none.
pub fn default_model() -> &'static ModelPreset {
    DEFAULT_MODEL
}

/// The card of a link that names none.
pub fn default_card() -> &'static CardPreset {
    DEFAULT_CARD
}

impl CardPreset {
    /// Memory bandwidth in decimal GB/s; None where no source gives it.
    pub fn bandwidth_gb_s(&self) -> Option<f64> {
        let [bandwidth, _, _] = self.speeds();
        bandwidth
    }

    /// Dense 16-bit rate in TFLOPS with fp32 accumulation; None where no source gives it.
    pub fn bf16_tflops(&self) -> Option<f64> {
        let [_, bf16, _] = self.speeds();
        bf16
    }

    /// Dense fp8 rate in TFLOPS; None where the card has none or no source gives it.
    pub fn fp8_tflops(&self) -> Option<f64> {
        let [_, _, fp8] = self.speeds();
        fp8
    }

    fn speeds(&self) -> [Option<f64>; 3] {
        let at = CARDS.iter().position(|preset| preset.id == self.id);
        at.and_then(|at| CARD_SPEEDS.get(at))
            .copied()
            .unwrap_or([None; 3])
    }

    /// Where the numbers were read.
    pub fn source(&self) -> &'static str {
        let at = CARDS.iter().position(|preset| preset.id == self.id);
        at.and_then(|at| CARD_SOURCES.get(at)).unwrap_or(&"")
    }
}

impl ModelPreset {
    /// Where the numbers were read.
    pub fn source(&self) -> &'static str {
        let at = MODELS.iter().position(|preset| preset.id == self.id);
        at.and_then(|at| MODEL_SOURCES.get(at)).unwrap_or(&"")
    }

    /// The fields one by one: `("layers", "28")`.
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.fields
            .split('&')
            .filter_map(|pair| pair.split_once('='))
    }

    /// The fields a custom model starts from.
    pub fn fields(&self) -> ModelFields {
        let mut fields = ModelFields::new(self.model_type);
        for (name, value) in self.pairs() {
            // A test holds every row to values that are taken as they are.
            let _ = fields.set(name, value);
        }
        fields
    }

    /// The architecture.
    pub fn spec(&self) -> ModelSpec {
        self.fields().spec().0
    }

    /// The next smaller model of the same family, by nominal size; of equal ones the last listed.
    pub fn smaller(&self) -> Option<&'static ModelPreset> {
        let mut best: Option<&'static ModelPreset> = None;
        for preset in MODELS {
            let closer = best.is_none_or(|best| preset.nominal >= best.nominal);
            if preset.family == self.family && preset.nominal < self.nominal && closer {
                best = Some(preset);
            }
        }
        best
    }
}

impl PartialEq for ModelPreset {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl PartialEq for CardPreset {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}
