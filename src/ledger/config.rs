//! Everything a link says about a run, one field a key, with the contract's defaults.
use super::fix::Fixes;
use super::model::{KvLayout, ModelFields, ModelSpec, Params};
use super::optimizer::{Optimizer, Recipe};
use super::precision::{Dtype, KvDtype};
use super::presets::{self, CardPreset, ModelPreset};
use super::units::Bytes;
use crate::words;
use std::sync::Arc;

words! {
    /// What is done with the model.
    Task {
        /// Inference only.
        Serve = "serve",
        /// Supervised fine-tuning.
        Sft = "sft",
        /// Direct preference optimization.
        Dpo = "dpo",
        /// Group relative policy optimization.
        Grpo = "grpo",
        /// Proximal policy optimization.
        Ppo = "ppo",
    }

    /// Which parameters are trained.
    Tune {
        /// All of them.
        Full = "full",
        /// Low-rank adapters on a 16-bit base.
        Lora = "lora",
        /// Low-rank adapters on a 4-bit base.
        Qlora = "qlora",
    }

    /// Linear layers that carry an adapter.
    Targets {
        /// Every linear layer but the head.
        AllLinear = "all-linear",
        /// q, k, v and o projections.
        Attn = "attn",
        /// q and v projections.
        Qv = "qv",
    }

    /// Format of the adapter's weights.
    AdapterDtype {
        /// PEFT's default.
        Fp32 = "fp32",
        /// 16-bit.
        Bf16 = "bf16",
    }

    /// Attention implementation.
    Attention {
        /// Flash attention or SDPA: no score matrix is kept.
        Flash = "flash",
        /// Eager: the score matrix is kept.
        Eager = "eager",
    }

    /// Loss head of the measured model.
    LossHead {
        /// transformers' causal LM loss, upcast to fp32.
        Hf = "hf",
        /// The same, where the caller keeps the logits.
        Keep = "keep",
        /// log_softmax over everything.
        Naive = "naive",
        /// TRL's loop over rows.
        RowLoop = "rowloop",
        /// TRL's Triton kernel.
        Triton = "triton",
        /// TRL's fused head.
        TrlFused = "trl-fused",
        /// Liger's fused linear cross entropy.
        Liger = "liger",
        /// Tiles of rows.
        RowTile = "rowtile",
    }

    /// A switch with a default that depends on the task.
    AutoSwitch {
        /// As the task has it.
        Auto = "auto",
        /// Off.
        Off = "0",
        /// On.
        On = "1",
    }

    /// Where the inference engine runs.
    EngineMode {
        /// As the task has it: grpo and ppo colocate, serve alone, sft and dpo none.
        Auto = "auto",
        /// No engine.
        None = "none",
        /// On the training card.
        Colocate = "colocate",
        /// On cards of its own beside the trainer.
        Server = "server",
        /// Alone: serving.
        Alone = "alone",
    }

    /// How training state is divided over cards.
    Sharding {
        /// Not at all.
        None = "none",
        /// ZeRO stage 1: optimizer states.
        Zero1 = "zero1",
        /// ZeRO stage 2: and gradients.
        Zero2 = "zero2",
        /// ZeRO stage 3: and weights.
        Zero3 = "zero3",
        /// PyTorch FSDP2.
        Fsdp2 = "fsdp2",
    }

    /// What is moved to host memory.
    Offload {
        /// Nothing.
        None = "none",
        /// Optimizer states.
        Optimizer = "optimizer",
        /// Parameters and optimizer states.
        Params = "params",
    }

    /// How the ledger is computed.
    Method {
        /// The course's hand rules: nominal sizes, the sum of all lines.
        Lesson = "lesson",
        /// Exact counts and formulas calibrated on real runs.
        Measured = "measured",
    }

    /// Currency of the price.
    Currency {
        /// Yuan.
        Cny = "cny",
        /// US dollar.
        Usd = "usd",
        /// Euro.
        Eur = "eur",
    }
}

/// A decimal with six places, kept as a whole number so that what a link says is what it says again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millionths(pub u64);

impl Millionths {
    /// A whole number.
    pub const fn whole(value: u64) -> Self {
        Millionths(value * 1_000_000)
    }

    /// The value as a float.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }
}

/// The model a link names, with its architecture worked out once. Two are equal when they are named alike.
#[derive(Clone, Debug)]
pub struct Model {
    /// How it was named.
    pub source: ModelSource,
    /// Its architecture and what follows from it; None where only a size is known.
    pub shape: Option<Arc<Shape>>,
}

/// How a link names a model.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelSource {
    /// By a preset's id.
    Preset(&'static ModelPreset),
    /// By config.json's fields, with a name its owner gave it.
    Custom {
        /// The fields.
        fields: ModelFields,
        /// Free text, at most [`MODEL_NAME_LIMIT`] characters; empty where none was given.
        name: String,
    },
    /// By its number of parameters alone: lines that need a shape are missing.
    Sized {
        /// Parameters.
        params: u64,
        /// As above.
        name: String,
    },
}

/// Longest name of a custom model, in characters.
pub const MODEL_NAME_LIMIT: usize = 60;

/// A name as it is kept: without white space at its ends, at most [`MODEL_NAME_LIMIT`] characters.
pub fn model_name(given: &str) -> String {
    let kept: String = given.trim().chars().take(MODEL_NAME_LIMIT).collect();
    kept.trim_end().to_string()
}

/// An architecture and the counts that follow from it.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The architecture.
    pub spec: ModelSpec,
    /// Parameters by part.
    pub params: Params,
    /// What a cached token costs.
    pub kv: KvLayout,
}

impl Shape {
    fn new(spec: ModelSpec) -> Arc<Shape> {
        Arc::new(Shape {
            params: spec.params(),
            kv: spec.kv(),
            spec,
        })
    }
}

impl PartialEq for Model {
    /// The shape follows from the name.
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl Model {
    /// A preset's model.
    pub fn preset(preset: &'static ModelPreset) -> Model {
        Model {
            source: ModelSource::Preset(preset),
            shape: Some(Shape::new(preset.spec())),
        }
    }

    /// A model described by config.json's fields.
    pub fn custom(fields: ModelFields, name: String) -> Model {
        let (spec, _) = fields.spec();
        Model::custom_with(fields, spec, name)
    }

    /// The same where the fields' architecture is already worked out.
    pub(crate) fn custom_with(fields: ModelFields, spec: ModelSpec, name: String) -> Model {
        Model {
            source: ModelSource::Custom { fields, name },
            shape: Some(Shape::new(spec)),
        }
    }

    /// A model of which only the size is known.
    pub fn sized(params: u64, name: String) -> Model {
        Model {
            source: ModelSource::Sized { params, name },
            shape: None,
        }
    }

    /// Its name as shown.
    pub fn name(&self) -> &str {
        match &self.source {
            ModelSource::Preset(preset) => preset.name,
            ModelSource::Custom { name, .. } | ModelSource::Sized { name, .. } => name,
        }
    }

    /// The preset's id, or `custom`.
    pub fn id(&self) -> &'static str {
        match &self.source {
            ModelSource::Preset(preset) => preset.id,
            ModelSource::Custom { .. } | ModelSource::Sized { .. } => "custom",
        }
    }

    /// The exact count of parameters: text part, tied weights once, no buffers, no MTP.
    pub fn params(&self) -> u64 {
        match (&self.source, &self.shape) {
            (ModelSource::Sized { params, .. }, _) => *params,
            (ModelSource::Preset(_) | ModelSource::Custom { .. }, Some(shape)) => {
                shape.params.total()
            }
            (ModelSource::Preset(_) | ModelSource::Custom { .. }, None) => 0,
        }
    }

    /// Parameters a token passes through.
    pub fn active_params(&self) -> u64 {
        self.shape
            .as_ref()
            .map_or(self.params(), |shape| shape.params.active())
    }

    /// The size the lesson computes with: a preset's nominal one, a custom model's exact one.
    pub fn nominal(&self) -> f64 {
        match &self.source {
            ModelSource::Preset(preset) => preset.nominal,
            ModelSource::Custom { .. } | ModelSource::Sized { .. } => self.params() as f64,
        }
    }
}

/// A second model beside the policy (critic, reward model).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Companion {
    /// The same model as the policy.
    SameAsModel,
    /// A preset.
    Preset(&'static ModelPreset),
    /// None.
    None,
}

/// Axes of the KV table; empty ones are chosen by the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axes {
    /// Concurrent sequences, one a row.
    pub concurrency: Vec<u64>,
    /// Tokens per sequence, one a column.
    pub length: Vec<u64>,
}

/// Most rows or columns of a KV table.
pub const AXIS_LIMIT: usize = 12;

/// A run: everything that decides the ledger. Field comments name the key; CONTRACT's table gives the values.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// `model`, `m.*`, `params`.
    pub model: Model,
    /// `dtype`.
    pub dtype: Dtype,
    /// `task`.
    pub task: Task,
    /// `tune`.
    pub tune: Tune,
    /// `rank`.
    pub rank: u64,
    /// `targets`.
    pub targets: Targets,
    /// `adtype`.
    pub adtype: AdapterDtype,
    /// `kbit`.
    pub kbit: bool,
    /// `recipe`.
    pub recipe: Recipe,
    /// `opt`.
    pub opt: Optimizer,
    /// `foreach`.
    pub foreach: bool,
    /// `mb`: sequences per card.
    pub mb: u64,
    /// `accum`: gradient accumulation steps.
    pub accum: u64,
    /// `seq`: tokens of a training sequence.
    pub seq: u64,
    /// `comp`: completion tokens of it; None is all.
    pub comp: Option<u64>,
    /// `ckpt`.
    pub ckpt: bool,
    /// `attn`.
    pub attn: Attention,
    /// `pad`.
    pub pad: bool,
    /// `head`.
    pub head: LossHead,
    /// `ref`.
    pub reference: AutoSwitch,
    /// `critic`.
    pub critic: Companion,
    /// `reward`.
    pub reward: Companion,
    /// `gens`.
    pub gens: u64,
    /// `prompts` a step; with `gens` and `mean` they say what a step takes, not what it weighs.
    pub prompts: u64,
    /// `mean`: mean completion tokens where nothing cuts them.
    pub mean: u64,
    /// `engine`.
    pub engine: EngineMode,
    /// `conc`: concurrent sequences.
    pub conc: u64,
    /// `len`: tokens per sequence in the cache.
    pub len: u64,
    /// `kvdtype`.
    pub kvdtype: KvDtype,
    /// `util` in hundredths; None is auto.
    pub util: Option<u64>,
    /// `sleep`.
    pub sleep: u64,
    /// `seqs`.
    pub seqs: u64,
    /// `batched`.
    pub batched: u64,
    /// `eager`.
    pub eager: bool,
    /// `adapters`.
    pub adapters: u64,
    /// `draft`.
    pub draft: Option<&'static ModelPreset>,
    /// `prefix`: share of the cache that requests have in common.
    pub prefix: Millionths,
    /// `gpu`.
    pub gpu: &'static CardPreset,
    /// `mem` in MiB; None is the card's.
    pub mem: Option<u64>,
    /// `n`.
    pub n: u64,
    /// `en`.
    pub en: u64,
    /// `tp`.
    pub tp: u64,
    /// `pp`.
    pub pp: u64,
    /// `shard`.
    pub shard: Sharding,
    /// `offload`.
    pub offload: Offload,
    /// `context` in GiB per card.
    pub context: Millionths,
    /// `price` per card-hour.
    pub price: Millionths,
    /// `cur`.
    pub cur: Currency,
    /// `node`: cards.
    pub node: u64,
    /// `hours`: card-hours.
    pub hours: Option<Millionths>,
    /// `qps`: calls per second.
    pub qps: Option<Millionths>,
    /// `busy`: share of the paid time in which serving cards answer.
    pub busy: Millionths,
    /// `mfu`.
    pub mfu: Millionths,
    /// `actshare`.
    pub actshare: Option<Millionths>,
    /// `tokens`: tokens trained on.
    pub tokens: Option<u64>,
    /// `method`.
    pub method: Method,
    /// `fix`: lines measured on one's own machine.
    pub fix: Fixes,
    /// `vs`, `vs2`, `vs3`: pinned configurations, which pin none themselves.
    pub vs: [Option<Arc<Config>>; 3],
    /// `seed`.
    pub seed: Option<u64>,
    /// `axes`.
    pub axes: Axes,
    /// `hub`: address models are looked up at; empty is the default one.
    pub hub: String,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            model: Model::preset(presets::default_model()),
            dtype: Dtype::Bf16,
            task: Task::Grpo,
            tune: Tune::Full,
            rank: 16,
            targets: Targets::AllLinear,
            adtype: AdapterDtype::Fp32,
            kbit: false,
            recipe: Recipe::Master,
            opt: Optimizer::AdamW,
            foreach: false,
            mb: 2,
            accum: 1,
            seq: 1024,
            comp: None,
            ckpt: true,
            attn: Attention::Flash,
            pad: false,
            head: LossHead::Hf,
            reference: AutoSwitch::Auto,
            critic: Companion::SameAsModel,
            reward: Companion::SameAsModel,
            gens: 8,
            prompts: 8,
            mean: 152,
            engine: EngineMode::Auto,
            conc: 16,
            len: 1024,
            kvdtype: KvDtype::Bf16,
            util: None,
            sleep: 0,
            seqs: 256,
            batched: 8192,
            eager: false,
            adapters: 0,
            draft: None,
            prefix: Millionths(0),
            gpu: presets::default_card(),
            mem: None,
            n: 1,
            en: 1,
            tp: 1,
            pp: 1,
            shard: Sharding::None,
            offload: Offload::None,
            context: Millionths::whole(1),
            price: Millionths::whole(15),
            cur: Currency::Cny,
            node: 8,
            hours: None,
            qps: None,
            busy: Millionths::whole(1),
            mfu: Millionths(400_000),
            actshare: None,
            tokens: None,
            method: Method::Lesson,
            fix: Fixes::default(),
            vs: [None, None, None],
            seed: None,
            axes: Axes::default(),
            hub: String::new(),
        }
    }
}

impl Config {
    /// The memory of one card.
    pub fn capacity(&self) -> Bytes {
        Bytes::mib(self.mem.unwrap_or(self.gpu.mem_mib))
    }

    /// The method that is computed with: where the measured one is not built in, a link that asks for it is computed by
    /// the lesson's, and the reader of links says so.
    pub const fn method(&self) -> Method {
        if cfg!(feature = "measured") {
            self.method
        } else {
            Method::Lesson
        }
    }

    /// The configuration with no pinned ones beside it: what a pin keeps and a comparison compares.
    pub fn unpinned(&self) -> Config {
        Config {
            vs: [None, None, None],
            ..self.clone()
        }
    }
}
