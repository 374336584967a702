//! Arbitrary links, thrown from a row of numbers: zeros are the defaults, so that a failing case shrinks to what matters.
use proptest::prelude::*;
use std::sync::Arc;
use vram_ledger::display::Display;
use vram_ledger::ledger::config::{
    AXIS_LIMIT, Axes, Companion, Config, Millionths, Model, model_name,
};
use vram_ledger::ledger::drill::Progress;
use vram_ledger::ledger::fix::{FIX_LIMIT, FIXABLE, Fixes};
use vram_ledger::ledger::model::ModelFields;
use vram_ledger::ledger::presets::{self, ModelPreset};
use vram_ledger::ledger::solve::{CONCURRENCY_LIMIT, LENGTH_LIMIT, MICRO_BATCH_LIMIT};
use vram_ledger::ledger::words::Word;
use vram_ledger::url::{Key, Link};

struct Dice<'a> {
    rolls: std::slice::Iter<'a, u64>,
    texts: std::slice::Iter<'a, String>,
}

impl Dice<'_> {
    fn roll(&mut self) -> u64 {
        self.rolls.next().copied().unwrap_or(0)
    }

    /// Half of the time the default.
    fn or<T>(&mut self, default: T, other: impl FnOnce(&mut Self) -> T) -> T {
        if self.roll().is_multiple_of(2) {
            default
        } else {
            other(self)
        }
    }

    fn flag(&mut self, default: bool) -> bool {
        default ^ (self.roll() % 2 == 1)
    }

    fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[(self.roll() % all.len() as u64) as usize].clone()
    }

    fn word<W: Word>(&mut self, default: W) -> W {
        self.or(default, |dice| dice.of(W::ALL))
    }

    /// Of the whole range, small numbers and ends more often.
    fn number(&mut self, min: u64, max: u64) -> u64 {
        let roll = self.roll();
        let span = max - min;
        match self.roll() % 8 {
            0 => min,
            1 => max,
            2 | 3 => min + roll % 64.min(span.max(1)),
            4 | 5 => min + (roll % (1 << (roll >> 58).max(1))).min(span),
            _ => min + roll % span.max(1),
        }
    }

    fn count(&mut self, default: u64, min: u64, max: u64) -> u64 {
        self.or(default, |dice| dice.number(min, max))
    }

    fn maybe(&mut self, min: u64, max: u64) -> Option<u64> {
        self.or(None, |dice| Some(dice.number(min, max)))
    }

    fn millionths(&mut self, default: Millionths, max: u64) -> Millionths {
        self.or(default, |dice| Millionths(dice.number(0, max)))
    }

    fn text(&mut self) -> String {
        self.texts.next().cloned().unwrap_or_default()
    }

    fn preset(&mut self) -> &'static ModelPreset {
        let all: Vec<&'static ModelPreset> = presets::models().iter().collect();
        self.of(&all)
    }

    fn companion(&mut self) -> Companion {
        match self.roll() % 4 {
            0 | 1 => Companion::SameAsModel,
            2 => Companion::None,
            _ => Companion::Preset(self.preset()),
        }
    }

    fn model(&mut self) -> Model {
        match self.roll() % 6 {
            0 => Config::default().model,
            1 | 2 => Model::preset(self.preset()),
            3 => Model::sized(
                self.number(1, 1_000_000_000_000_000),
                model_name(&self.text()),
            ),
            _ => Model::custom(self.fields(), model_name(&self.text())),
        }
    }

    /// A class's fields with some of them changed, sensibly or not.
    fn fields(&mut self) -> ModelFields {
        let mut fields = match self.roll() % 4 {
            0 => ModelFields::new(&self.text()),
            1 => ModelFields::new(self.preset().model_type),
            _ => self.preset().fields(),
        };
        let pairs: Vec<_> = self.preset().pairs().collect();
        for _ in 0..self.roll() % 8 {
            let (name, borrowed) = match (self.roll() % 2, pairs.as_slice()) {
                (0, [_, ..]) => {
                    let (name, value) = self.of(&pairs);
                    (name, Some(value))
                }
                _ => (self.of(NAMES), None),
            };
            let value = match self.roll() % 5 {
                0 | 1 => self.number(0, 200).to_string(),
                2 => self.number(0, u64::MAX / 2).to_string(),
                3 => self.of(LISTS).to_string(),
                _ => borrowed.unwrap_or("none").to_string(),
            };
            // What a field does not take it leaves as it was.
            let _ = fields.set(name, &value);
        }
        fields
    }

    fn axis(&mut self, max: u64) -> Vec<u64> {
        let length = self.roll() % (AXIS_LIMIT as u64 + 1);
        Axes::tidy((0..length).map(|_| self.number(1, max)).collect())
    }

    fn config(&mut self) -> Config {
        let plain = Config::default();
        Config {
            model: self.model(),
            dtype: self.word(plain.dtype),
            task: self.word(plain.task),
            tune: self.word(plain.tune),
            rank: self.count(plain.rank, 1, 65_536),
            targets: self.word(plain.targets),
            adtype: self.word(plain.adtype),
            kbit: self.flag(plain.kbit),
            recipe: self.word(plain.recipe),
            opt: self.word(plain.opt),
            foreach: self.flag(plain.foreach),
            mb: self.count(plain.mb, 1, MICRO_BATCH_LIMIT),
            accum: self.count(plain.accum, 1, 1_000_000),
            seq: self.count(plain.seq, 1, LENGTH_LIMIT),
            comp: self.maybe(1, LENGTH_LIMIT),
            ckpt: self.flag(plain.ckpt),
            attn: self.word(plain.attn),
            pad: self.flag(plain.pad),
            head: self.word(plain.head),
            reference: self.word(plain.reference),
            critic: self.companion(),
            reward: self.companion(),
            gens: self.count(plain.gens, 1, 65_536),
            prompts: self.count(plain.prompts, 1, 1_000_000),
            mean: self.count(plain.mean, 1, LENGTH_LIMIT),
            engine: self.word(plain.engine),
            conc: self.count(plain.conc, 1, CONCURRENCY_LIMIT),
            len: self.count(plain.len, 1, LENGTH_LIMIT),
            kvdtype: self.word(plain.kvdtype),
            util: self.maybe(5, 98),
            sleep: self.count(plain.sleep, 0, 2),
            seqs: self.count(plain.seqs, 1, 65_536),
            batched: self.count(plain.batched, 1, LENGTH_LIMIT),
            eager: self.flag(plain.eager),
            adapters: self.count(plain.adapters, 0, 100_000),
            draft: self.or(None, |dice| Some(dice.preset())),
            prefix: self.millionths(plain.prefix, 1_000_000),
            gpu: self.or(plain.gpu, |dice| {
                let all: Vec<_> = presets::cards().iter().collect();
                dice.of(&all)
            }),
            mem: self.maybe(1, 16_777_216),
            n: self.count(plain.n, 1, 65_536),
            en: self.count(plain.en, 1, 65_536),
            tp: self.count(plain.tp, 1, 1024),
            pp: self.count(plain.pp, 1, 1024),
            shard: self.word(plain.shard),
            offload: self.word(plain.offload),
            context: self.millionths(plain.context, 1_024_000_000),
            price: self.millionths(plain.price, 1_000_000_000_000),
            cur: self.word(plain.cur),
            node: self.count(plain.node, 1, 1024),
            hours: self.maybe(0, 1_000_000_000_000_000).map(Millionths),
            qps: self.maybe(0, 1_000_000_000_000_000).map(Millionths),
            busy: self.or(plain.busy, |dice| {
                Millionths(dice.number(10_000, 1_000_000))
            }),
            mfu: self.or(plain.mfu, |dice| Millionths(dice.number(10_000, 1_000_000))),
            actshare: self.maybe(0, 10_000_000).map(Millionths),
            tokens: self.maybe(1, 1_000_000_000_000_000),
            method: self.word(plain.method),
            fix: (0..self.roll() % 4).fold(Fixes::default(), |fixes, _| {
                let (item, mib) = (self.of(FIXABLE), self.number(0, FIX_LIMIT));
                fixes.with_mib(item, mib).unwrap_or(fixes)
            }),
            vs: [None, None, None],
            seed: self.maybe(0, 4_294_967_295),
            axes: Axes {
                concurrency: self.axis(CONCURRENCY_LIMIT),
                length: self.axis(LENGTH_LIMIT),
            },
            hub: {
                let text: String = self.text().trim().chars().take(200).collect();
                text.trim().to_string()
            },
        }
    }

    /// A drill at any level, with any commands.
    fn drill(&mut self) -> String {
        const TOKENS: &[&str] = &[
            "r",
            "h",
            "z",
            "mb4",
            "util35",
            "conc64",
            "len1024",
            "ckpt0",
            "gens2",
            "b90-0-70",
            "t3-4-1",
            "t9-16-2-64",
            "ref0",
        ];
        let mut text = (1 + self.roll() % 6).to_string();
        for _ in 0..self.roll() % 12 {
            text.push('.');
            text.push_str(self.of(TOKENS));
        }
        Progress::read(&text).0.text()
    }

    fn display(&mut self) -> Display {
        let plain = Display::default();
        Display {
            view: self.word(plain.view),
            lang: self.word(plain.lang),
            theme: self.word(plain.theme),
            unit: self.word(plain.unit),
            embed: self.flag(plain.embed),
            ui: self.word(plain.ui),
            lock: {
                let mut keys: Vec<Key> = (0..self.roll() % 6).map(|_| self.of(Key::ALL)).collect();
                keys.sort_unstable();
                keys.dedup();
                keys
            },
            drill: self.or(plain.drill.clone(), |dice| dice.drill()),
        }
    }
}

/// Names of fields in several spellings.
const NAMES: &[&str] = &[
    "layers",
    "hidden",
    "ffn",
    "heads",
    "kv_heads",
    "head_dim",
    "vocab",
    "tied",
    "num_experts",
    "num_experts_per_tok",
    "moe_intermediate_size",
    "layer_types",
    "sliding_window",
    "kv_lora_rank",
    "q_lora_rank",
    "v_head_dim",
    "qk_rope_head_dim",
    "n_shared_experts",
    "mlp_only_layers",
    "full_attention_interval",
    "linear_conv_kernel_dim",
    "mamba_ssm_dtype",
    "attention_bias",
    "num_kv_shared_layers",
    "n_embd",
    "max_window_layers",
    "use_sliding_window",
    "mlp_layer_types",
];

const LISTS: &[&str] = &[
    "s5f1*4",
    "f",
    "sf",
    "d3e1*2.d2",
    "1-2-3",
    "8192x10-4096*3.0",
    "l3f1*2",
    "p1h1*3",
    "none",
    "1",
    "0",
    "float32",
    "k2x1c1",
    "0-5-9",
];

/// Any link, with its pins.
pub fn link() -> impl Strategy<Value = Link> {
    (rolls(150), texts(), pins(), rolls(20)).prop_map(|(rolls, texts, pins, display)| {
        let config = thrown(&rolls, &texts, |dice| dice.config());
        Link {
            config: Config { vs: pins, ..config },
            display: thrown(&display, &[], |dice| dice.display()),
        }
    })
}

/// Any configuration without pins.
pub fn config() -> impl Strategy<Value = Config> {
    (rolls(150), texts()).prop_map(|(rolls, texts)| thrown(&rolls, &texts, |dice| dice.config()))
}

fn pins() -> impl Strategy<Value = [Option<Arc<Config>>; 3]> {
    let pin = || proptest::option::weighted(0.2, config().prop_map(Arc::new));
    [pin(), pin(), pin()]
}

fn thrown<T>(rolls: &[u64], texts: &[String], throw: fn(&mut Dice<'_>) -> T) -> T {
    throw(&mut Dice {
        rolls: rolls.iter(),
        texts: texts.iter(),
    })
}

fn rolls(most: usize) -> impl Strategy<Value = Vec<u64>> {
    proptest::collection::vec(any::<u64>(), 0..most)
}

/// Free texts: any characters, and the signs that links escape.
fn texts() -> impl Strategy<Value = Vec<String>> {
    let text = prop_oneof!["\\PC{0,70}", "[~:;%&=+#?3ABE7e ab]{0,20}", "(?s:.){0,10}"];
    proptest::collection::vec(text, 0..3)
}

/// Queries: keys and values that are nearly right, and anything at all.
pub fn query() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        proptest::sample::select(Key::SLUGS).prop_map(str::to_string),
        proptest::sample::select(NAMES).prop_map(|name| format!("m.{name}")),
        Just("m.type".to_string()),
        Just("m.name".to_string()),
        "[a-zA-Z.%+]{0,5}",
    ];
    let words: Vec<&'static str> = "custom qwen3-8b QWEN3 llama gemma3_text serve grpo ppo lora 1 0 7e9 2k 2Ki 1.5 -1 nan 1e999 auto none \
        24GB ２４ 1,000 %31 + mb:1;seq:2 vs:x VS:mb~3A1 v:1 1-2x3 mb,seq s2f1*3"
        .split_whitespace()
        .collect();
    let value = prop_oneof![
        3 => proptest::sample::select(words).prop_map(str::to_string),
        1 => "[0-9.,_eEkKmMiGB-]{0,12}",
        1 => "\\PC{0,12}",
    ];
    let pairs = proptest::collection::vec((key, value), 0..12).prop_map(|pairs| {
        pairs
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect::<Vec<_>>()
            .join("&")
    });
    prop_oneof![
        4 => pairs,
        1 => "(?s:.){0,60}",
        1 => "[&=%+;:~?#mbvs.0-9]{0,80}",
        1 => proptest::collection::vec(any::<u8>(), 0..200)
            .prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ]
}
