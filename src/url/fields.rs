//! The one table of keys: name, range, how each is read and written. The README's table is made from it.
use super::issue::IssueCode;
use super::kinds::{companion, companion_text};
use super::lists::{axes_text, fix_text, lock_text, set_axes, set_fix, set_lock};
use super::number::{self, mib_between, scaled_between, whole_between};
use super::{Link, drill_key, model_keys, pins};
use crate::display::{Chrome, Lang, Theme, Unit, View};
use crate::ledger::config::{
    AdapterDtype, Attention, AutoSwitch, Axes, Companion, Config, Currency, EngineMode, LossHead,
    Method, Millionths, Offload, Sharding, Targets, Task, Tune,
};
use crate::ledger::fix::Fixes;
use crate::ledger::optimizer::{Optimizer, Recipe};
use crate::ledger::precision::{Dtype, KvDtype};
use crate::ledger::presets;
use crate::ledger::solve::{CONCURRENCY_LIMIT, LENGTH_LIMIT, MICRO_BATCH_LIMIT};
use crate::ledger::words::Word;
use crate::words;

words! {
    /// A key of a link, beside `v` and `m.*`. Published names never change meaning.
    Key {
        /// Model preset, or `custom`.
        Model = "model",
        /// Parameters of a custom model without a shape.
        Params = "params",
        /// Format of the weights.
        Dtype = "dtype",
        /// Task.
        Task = "task",
        /// Which parameters train.
        Tune = "tune",
        /// LoRA rank.
        Rank = "rank",
        /// LoRA targets.
        Targets = "targets",
        /// Adapter format.
        Adtype = "adtype",
        /// prepare_model_for_kbit_training.
        Kbit = "kbit",
        /// Bytes per trainable parameter.
        Recipe = "recipe",
        /// Optimizer.
        Opt = "opt",
        /// foreach implementation.
        Foreach = "foreach",
        /// Micro batch.
        Mb = "mb",
        /// Gradient accumulation.
        Accum = "accum",
        /// Training sequence length.
        Seq = "seq",
        /// Completion tokens.
        Comp = "comp",
        /// Gradient checkpointing.
        Ckpt = "ckpt",
        /// Attention implementation.
        Attn = "attn",
        /// Padding mask.
        Pad = "pad",
        /// Loss head.
        Head = "head",
        /// Reference model.
        Ref = "ref",
        /// PPO's critic.
        Critic = "critic",
        /// PPO's reward model.
        Reward = "reward",
        /// num_generations.
        Gens = "gens",
        /// Prompts a step.
        Prompts = "prompts",
        /// Mean completion tokens.
        Mean = "mean",
        /// Inference engine.
        Engine = "engine",
        /// Concurrent sequences.
        Conc = "conc",
        /// Tokens per sequence in the cache.
        Len = "len",
        /// Format of the cache.
        Kvdtype = "kvdtype",
        /// gpu_memory_utilization.
        Util = "util",
        /// Sleep level.
        Sleep = "sleep",
        /// max_num_seqs.
        Seqs = "seqs",
        /// max_num_batched_tokens.
        Batched = "batched",
        /// No CUDA graphs.
        Eager = "eager",
        /// Adapters served on one base.
        Adapters = "adapters",
        /// Draft model.
        Draft = "draft",
        /// Shared prefix share.
        Prefix = "prefix",
        /// Card.
        Gpu = "gpu",
        /// Its memory in MiB.
        Mem = "mem",
        /// Training cards.
        N = "n",
        /// Engine cards.
        En = "en",
        /// Tensor parallel.
        Tp = "tp",
        /// Pipeline parallel.
        Pp = "pp",
        /// Sharding.
        Shard = "shard",
        /// Offload.
        Offload = "offload",
        /// GiB kept for the context.
        Context = "context",
        /// Price per card-hour.
        Price = "price",
        /// Currency.
        Cur = "cur",
        /// Node size.
        Node = "node",
        /// Card-hours.
        Hours = "hours",
        /// Calls per second.
        Qps = "qps",
        /// Share of the paid time in which serving cards answer.
        Busy = "busy",
        /// Model FLOPs utilisation.
        Mfu = "mfu",
        /// Activation share.
        Actshare = "actshare",
        /// Training tokens.
        Tokens = "tokens",
        /// Method.
        Method = "method",
        /// Lines measured on one's own machine.
        Fix = "fix",
        /// Pinned configuration.
        Vs = "vs",
        /// Second pinned configuration.
        Vs2 = "vs2",
        /// Third pinned configuration.
        Vs3 = "vs3",
        /// Practice seed.
        Seed = "seed",
        /// KV table axes.
        Axes = "axes",
        /// Hub address.
        Hub = "hub",
        /// View.
        View = "view",
        /// Language.
        Lang = "lang",
        /// Theme.
        Theme = "theme",
        /// Unit.
        Unit = "unit",
        /// Embedded.
        Embed = "embed",
        /// How much of the page an embed shows.
        Ui = "ui",
        /// Locked controls.
        Lock = "lock",
        /// Progress of the tuning drill.
        Drill = "drill",
    }
}

/// What a key takes, for documentation and for building its control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Takes {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number in a range.
    Whole(u64, u64),
    /// A decimal in a range, in units of 1 / scale.
    Decimal {
        /// Least value × scale.
        min: u64,
        /// Largest value × scale.
        max: u64,
        /// Parts of a unit.
        scale: u64,
    },
    /// Something else, in words.
    Other(&'static str),
}

/// A row of the table.
pub struct Field {
    /// The key.
    pub key: Key,
    /// What it takes.
    pub takes: Takes,
    /// Reads a value, already trimmed and not empty; keeps the old one where it cannot, and says what was the matter.
    pub set: fn(&mut Link, &str) -> Option<IssueCode>,
    /// The present value in its written form; empty where it is taken from elsewhere.
    pub get: fn(&Link) -> String,
    /// Back to the default.
    pub reset: fn(&mut Link),
}

/// A row for a set of words.
macro_rules! word {
    ($key:ident, $part:ident . $field:ident, $type:ty) => {
        Field {
            key: Key::$key,
            takes: Takes::Words(<$type>::SLUGS),
            set: |link, text| match <$type>::of(&text.to_ascii_lowercase()) {
                Some(word) => {
                    link.$part.$field = word;
                    None
                }
                None => Some(IssueCode::NotAWord(<$type>::SLUGS)),
            },
            get: |link| link.$part.$field.slug().to_string(),
            reset: |link| link.$part.$field = Link::default().$part.$field,
        }
    };
}

/// A row for 0 and 1.
macro_rules! flag {
    ($key:ident, $part:ident . $field:ident) => {
        Field {
            key: Key::$key,
            takes: Takes::Words(FLAG),
            set: |link, text| match text {
                "1" | "１" => {
                    link.$part.$field = true;
                    None
                }
                "0" | "０" => {
                    link.$part.$field = false;
                    None
                }
                _ => Some(IssueCode::NotAWord(FLAG)),
            },
            get: |link| {
                if link.$part.$field {
                    "1".into()
                } else {
                    "0".into()
                }
            },
            reset: |link| link.$part.$field = Link::default().$part.$field,
        }
    };
}

/// A row for a whole number.
macro_rules! whole {
    ($key:ident, $field:ident, $min:expr, $max:expr) => {
        whole!(
            $key,
            $field,
            $min,
            $max,
            |n| n,
            |v: u64| Some(v),
            number::read
        )
    };
    (optional $key:ident, $field:ident, $min:expr, $max:expr, $read:path) => {
        whole!($key, $field, $min, $max, Some, |v: Option<u64>| v, $read)
    };
    ($key:ident, $field:ident, $min:expr, $max:expr, $wrap:expr, $unwrap:expr, $read:path) => {
        Field {
            key: Key::$key,
            takes: Takes::Whole($min, $max),
            set: |link, text| match whole_between($read(text), $min, $max) {
                Ok((value, said)) => {
                    link.config.$field = ($wrap)(value);
                    said
                }
                Err(code) => Some(code),
            },
            get: |link| ($unwrap)(link.config.$field).map_or_else(String::new, |v| v.to_string()),
            reset: |link| link.config.$field = Config::default().$field,
        }
    };
}

/// A row for a decimal with six places.
macro_rules! decimal {
    ($key:ident, $field:ident, $min:expr, $max:expr) => {
        decimal!($key, $field, $min, $max, |n| n, |v: Millionths| Some(v))
    };
    (optional $key:ident, $field:ident, $min:expr, $max:expr) => {
        decimal!($key, $field, $min, $max, Some, |v: Option<Millionths>| v)
    };
    ($key:ident, $field:ident, $min:expr, $max:expr, $wrap:expr, $unwrap:expr) => {
        Field {
            key: Key::$key,
            takes: Takes::Decimal {
                min: $min,
                max: $max,
                scale: 1_000_000,
            },
            set: |link, text| match scaled_between(number::read(text), $min, $max, 1e6) {
                Ok((value, said)) => {
                    link.config.$field = ($wrap)(Millionths(value));
                    said
                }
                Err(code) => Some(code),
            },
            get: |link| {
                ($unwrap)(link.config.$field)
                    .map_or_else(String::new, |v| number::written(v.0, 1_000_000))
            },
            reset: |link| link.config.$field = Config::default().$field,
        }
    };
}

/// A row written by hand.
macro_rules! other {
    ($key:ident, $takes:literal, $set:expr, $get:expr, $reset:expr) => {
        Field {
            key: Key::$key,
            takes: Takes::Other($takes),
            set: $set,
            get: $get,
            reset: $reset,
        }
    };
}

/// A row for a pinned configuration.
macro_rules! pin {
    ($key:ident, $index:literal) => {
        other!(
            $key,
            "differences from the defaults: mb:1;seq:2048",
            |link, text| pins::set(&mut link.config, $index, text),
            |link| pins::get(&link.config, $index),
            |link| pins::reset(&mut link.config, $index)
        )
    };
}

const FLAG: &[&str] = &["0", "1"];
const MILLION: u64 = 1_000_000;
/// Most memory of a card, in MiB.
const MEMORY_LIMIT: u64 = 16_777_216;
/// Most training tokens.
const TOKEN_LIMIT: u64 = 1_000_000_000_000_000;
/// Longest hub address, in characters.
const HUB_LIMIT: usize = 200;

/// Every key in the order it is written.
pub const FIELDS: &[Field] = &[
    // `model` and `params` are read by model_keys, together with m.*.
    other!(
        Model,
        "a preset id, or custom",
        |_, _| None,
        |link| link.config.model.id().to_string(),
        model_keys::reset
    ),
    other!(
        Params,
        "total parameters of a custom model without a shape: 7e9, 7B",
        |_, _| None,
        model_keys::params,
        |_| ()
    ),
    word!(Dtype, config.dtype, Dtype),
    word!(Task, config.task, Task),
    word!(Tune, config.tune, Tune),
    whole!(Rank, rank, 1, 65_536),
    word!(Targets, config.targets, Targets),
    word!(Adtype, config.adtype, AdapterDtype),
    flag!(Kbit, config.kbit),
    word!(Recipe, config.recipe, Recipe),
    word!(Opt, config.opt, Optimizer),
    flag!(Foreach, config.foreach),
    whole!(Mb, mb, 1, MICRO_BATCH_LIMIT),
    whole!(Accum, accum, 1, 1_000_000),
    whole!(Seq, seq, 1, LENGTH_LIMIT),
    whole!(optional Comp, comp, 1, LENGTH_LIMIT, number::read),
    flag!(Ckpt, config.ckpt),
    word!(Attn, config.attn, Attention),
    flag!(Pad, config.pad),
    word!(Head, config.head, LossHead),
    word!(Ref, config.reference, AutoSwitch),
    other!(
        Critic,
        "a preset id or none",
        |link, text| companion(&mut link.config.critic, text),
        |link| companion_text(link.config.critic),
        |link| {
            link.config.critic = Companion::SameAsModel;
        }
    ),
    other!(
        Reward,
        "a preset id or none",
        |link, text| companion(&mut link.config.reward, text),
        |link| companion_text(link.config.reward),
        |link| {
            link.config.reward = Companion::SameAsModel;
        }
    ),
    whole!(Gens, gens, 1, 65_536),
    whole!(Prompts, prompts, 1, 1_000_000),
    whole!(Mean, mean, 1, LENGTH_LIMIT),
    word!(Engine, config.engine, EngineMode),
    whole!(Conc, conc, 1, CONCURRENCY_LIMIT),
    whole!(Len, len, 1, LENGTH_LIMIT),
    word!(Kvdtype, config.kvdtype, KvDtype),
    Field {
        key: Key::Util,
        takes: Takes::Decimal {
            min: 5,
            max: 98,
            scale: 100,
        },
        set: |link, text| {
            if text.eq_ignore_ascii_case("auto") {
                link.config.util = None;
                return None;
            }
            match scaled_between(number::read(text), 5, 98, 100.0) {
                Ok((value, said)) => {
                    link.config.util = Some(value);
                    said
                }
                Err(code) => Some(code),
            }
        },
        get: |link| {
            link.config
                .util
                .map_or_else(|| "auto".into(), |v| number::written(v, 100))
        },
        reset: |link| link.config.util = None,
    },
    whole!(Sleep, sleep, 0, 2),
    whole!(Seqs, seqs, 1, 65_536),
    whole!(Batched, batched, 1, LENGTH_LIMIT),
    flag!(Eager, config.eager),
    whole!(Adapters, adapters, 0, 100_000),
    other!(
        Draft,
        "a preset id or none",
        |link, text| {
            let id = text.to_ascii_lowercase();
            match (id.as_str(), presets::model(&id)) {
                ("none", _) => link.config.draft = None,
                (_, Some(preset)) => link.config.draft = Some(preset),
                (_, None) => return Some(IssueCode::UnknownId),
            }
            None
        },
        |link| link
            .config
            .draft
            .map_or("none", |preset| preset.id)
            .to_string(),
        |link| link.config.draft = None
    ),
    decimal!(Prefix, prefix, 0, MILLION),
    other!(
        Gpu,
        "a card id",
        |link, text| match presets::card(&text.to_ascii_lowercase()) {
            Some(card) => {
                link.config.gpu = card;
                None
            }
            None => Some(IssueCode::UnknownId),
        },
        |link| link.config.gpu.id.to_string(),
        |link| link.config.gpu = Config::default().gpu
    ),
    Field {
        key: Key::Mem,
        takes: Takes::Whole(1, MEMORY_LIMIT),
        set: |link, text| match mib_between(number::read_mib(text), 1, MEMORY_LIMIT) {
            Ok((value, said)) => {
                link.config.mem = Some(value);
                said
            }
            Err(code) => Some(code),
        },
        get: |link| link.config.mem.map_or_else(String::new, |v| v.to_string()),
        reset: |link| link.config.mem = None,
    },
    whole!(N, n, 1, 65_536),
    whole!(En, en, 1, 65_536),
    whole!(Tp, tp, 1, 1024),
    whole!(Pp, pp, 1, 1024),
    word!(Shard, config.shard, Sharding),
    word!(Offload, config.offload, Offload),
    decimal!(Context, context, 0, 1024 * MILLION),
    decimal!(Price, price, 0, MILLION * MILLION),
    word!(Cur, config.cur, Currency),
    whole!(Node, node, 1, 1024),
    decimal!(optional Hours, hours, 0, 1000 * MILLION * MILLION),
    decimal!(optional Qps, qps, 0, 1000 * MILLION * MILLION),
    decimal!(Busy, busy, 10_000, MILLION),
    decimal!(Mfu, mfu, 10_000, MILLION),
    Field {
        key: Key::Actshare,
        takes: Takes::Decimal {
            min: 0,
            max: 10 * MILLION,
            scale: MILLION,
        },
        set: |link, text| {
            if text.eq_ignore_ascii_case("auto") {
                link.config.actshare = None;
                return None;
            }
            match scaled_between(number::read(text), 0, 10 * MILLION, 1e6) {
                Ok((value, said)) => {
                    link.config.actshare = Some(Millionths(value));
                    said
                }
                Err(code) => Some(code),
            }
        },
        get: |link| {
            link.config
                .actshare
                .map_or_else(|| "auto".into(), |v| number::written(v.0, MILLION))
        },
        reset: |link| link.config.actshare = None,
    },
    whole!(optional Tokens, tokens, 1, TOKEN_LIMIT, number::read),
    word!(Method, config.method, Method),
    other!(
        Fix,
        "measured lines in MiB: engine_weights:1142,context:510",
        set_fix,
        |link| fix_text(&link.config.fix),
        |link| link.config.fix = Fixes::default()
    ),
    pin!(Vs, 0),
    pin!(Vs2, 1),
    pin!(Vs3, 2),
    whole!(optional Seed, seed, 0, 4_294_967_295, number::read),
    other!(
        Axes,
        "concurrency x length: 1-4-16x1024-4096",
        set_axes,
        |link| axes_text(&link.config.axes),
        |link| {
            link.config.axes = Axes::default();
        }
    ),
    other!(
        Hub,
        "address that models are looked up at",
        |link, text| {
            if text.chars().count() > HUB_LIMIT {
                return Some(IssueCode::TooLong { limit: HUB_LIMIT });
            }
            link.config.hub = text.to_string();
            None
        },
        |link| link.config.hub.clone(),
        |link| link.config.hub.clear()
    ),
    word!(View, display.view, View),
    word!(Lang, display.lang, Lang),
    word!(Theme, display.theme, Theme),
    word!(Unit, display.unit, Unit),
    flag!(Embed, display.embed),
    word!(Ui, display.ui, Chrome),
    other!(
        Lock,
        "keys, separated by commas",
        set_lock,
        |link| lock_text(&link.display.lock),
        |link| link.display.lock.clear()
    ),
    other!(
        Drill,
        "the tuning drill's level and commands: 2.r.mb4.r",
        drill_key::set,
        |link| link.display.drill.clone(),
        |link| link.display.drill.clear()
    ),
];

/// The row of a key.
pub fn field(key: Key) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.key == key)
}

/// True for keys that change how a page is shown, never a number.
pub fn is_display(key: Key) -> bool {
    key >= Key::View
}
