//! The planner: what each way of training needs in cards, whole nodes, card-hours and money, for a model of a size.
use super::config::{Config, EngineMode, Method, Model, Offload, Sharding, Task, Tune};
use super::formula::build::{count, num, product, quot, sum};
use super::formula::{Formula, Symbol};
use super::item::{Item, Owner, Role, Verdict};
use super::optimizer::Optimizer;
use super::precision::Dtype;
use super::presets;
use super::step_time::{RECORDED_SAMPLING, RECORDED_SWITCH, RECORDED_SYNC, RECORDED_UPDATE};
use super::units::{Bytes, grouped, whole};
use super::words::Word;
use super::{Ledger, estimate, verdict};
use crate::words;

words! {
    /// A way of training, in the planner's order.
    Paradigm {
        /// SFT of adapters on a 16-bit base.
        Lora = "lora",
        /// SFT of adapters on a 4-bit base.
        Qlora = "qlora",
        /// SFT of all parameters.
        Full = "full",
        /// DPO of all parameters, with its reference.
        Dpo = "dpo",
        /// GRPO of all parameters, with its reference.
        Grpo = "grpo",
        /// PPO of all parameters, with critic, reference and reward model.
        Ppo = "ppo",
    }

    /// The model that is planned for.
    Size {
        /// The lesson's 7e9 parameters.
        Seven = "7b",
        /// The lesson's 13e9.
        Thirteen = "13b",
        /// The lesson's 70e9.
        Seventy = "70b",
        /// The configuration's own model.
        Own = "own",
    }
}

/// The lesson's card: 80 GB, decimal as it is sold and as the lesson divides by it.
pub const LESSON_CARD: Bytes = Bytes(80_000_000_000);
/// The lesson's activation share up to its short length, and at its long one (lessons.json, activation_share).
pub const SHARE_SHORT: f64 = 0.2;
/// As [`SHARE_SHORT`].
pub const SHARE_LONG: f64 = 0.5;
/// The short length, in tokens.
pub const SHORT: u64 = 2048;
/// The long length, in tokens.
pub const LONG: u64 = 8192;
/// The rollout engine of GRPO and PPO keeps a copy of the weights and its cache that the sum of the trainer's lines does
/// not have: the lesson budgets 30 % more.
pub const ENGINE_BUDGET: f64 = 1.3;
/// Parameters for which the lesson works card-hours out.
pub const LESSON_PARAMS: f64 = 7e9;
/// How many rounds of tuning the lesson budgets: at least, at most.
pub const ROUNDS: [u64; 2] = [5, 10];
/// Hours that a bill by the day counts.
pub const DAY: f64 = 24.0;
/// Calls that a price is stated for.
pub const CALLS: f64 = 1000.0;
/// QLoRA's time against LoRA's: every forward pass expands the 4-bit base again. Published runs lie between 1.3 and 1.7.
const QLORA_TIME: f64 = 1.5;
/// GRPO's step against PPO's, whose critic adds one more forward and backward pass to the second lesson's recorded step.
const GRPO_TIME: [f64; 2] = [RECORDED_STEP, RECORDED_STEP + RECORDED_UPDATE];
const RECORDED_STEP: f64 = RECORDED_SAMPLING + RECORDED_UPDATE + RECORDED_SYNC + RECORDED_SWITCH;
/// The most cards that a search for the fewest tries.
const CARD_LIMIT: u64 = 1024;

impl Size {
    /// The model: the lesson's sizes have the shapes of Llama 2.
    pub fn model(self, config: &Config) -> Model {
        let preset = match self {
            Size::Seven => presets::model("llama-2-7b"),
            Size::Thirteen => presets::model("llama-2-13b"),
            Size::Seventy => presets::model("llama-2-70b"),
            Size::Own => None,
        };
        preset.map_or_else(|| config.model.clone(), Model::preset)
    }
}

impl Paradigm {
    /// The way a configuration trains; None where it serves.
    pub fn of_config(config: &Config) -> Option<Paradigm> {
        Some(match (config.task, config.tune) {
            (Task::Serve, _) => return None,
            (Task::Sft, Tune::Full) => Paradigm::Full,
            (Task::Sft, Tune::Lora) => Paradigm::Lora,
            (Task::Sft, Tune::Qlora) => Paradigm::Qlora,
            (Task::Dpo, _) => Paradigm::Dpo,
            (Task::Grpo, _) => Paradigm::Grpo,
            (Task::Ppo, _) => Paradigm::Ppo,
        })
    }

    /// The configuration of this way with everything else as in `base`: trained alone, the engine on cards of its own.
    /// Weights in a format that cannot be stepped are taken in 16 bits.
    pub fn config(self, base: &Config, size: Size) -> Config {
        let (task, tune) = match self {
            Paradigm::Lora => (Task::Sft, Tune::Lora),
            Paradigm::Qlora => (Task::Sft, Tune::Qlora),
            Paradigm::Full => (Task::Sft, Tune::Full),
            Paradigm::Dpo => (Task::Dpo, Tune::Full),
            Paradigm::Grpo => (Task::Grpo, Tune::Full),
            Paradigm::Ppo => (Task::Ppo, Tune::Full),
        };
        let dtype = if base.dtype.only_frozen() {
            Dtype::Bf16
        } else {
            base.dtype
        };
        Config {
            model: size.model(base),
            task,
            tune,
            dtype,
            engine: EngineMode::None,
            ..base.unpinned()
        }
    }

    /// True where a rollout engine stands beside the trainer.
    pub fn samples(self) -> bool {
        match self {
            Paradigm::Grpo | Paradigm::Ppo => true,
            Paradigm::Lora | Paradigm::Qlora | Paradigm::Full | Paradigm::Dpo => false,
        }
    }

    /// The paradigm whose card-hours the lesson has, those hours at [`LESSON_PARAMS`], and this one's time against it.
    fn lesson_hours(self) -> (f64, Option<[f64; 2]>) {
        match self {
            Paradigm::Lora => (1.5, None),
            Paradigm::Qlora => (1.5, Some([QLORA_TIME, 1.0])),
            Paradigm::Full => (24.0, None),
            Paradigm::Dpo => (16.0, None),
            Paradigm::Grpo => (384.0, Some(GRPO_TIME)),
            Paradigm::Ppo => (384.0, None),
        }
    }
}

/// Where a number of card-hours comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoursFrom {
    /// The link's.
    Given,
    /// The lesson's, as it prints them.
    Lesson,
    /// The lesson's in proportion to the parameters, or to another paradigm's time.
    Scaled,
}

/// A sum of money, in millionths of the configured currency's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money(pub u64);

impl Money {
    /// A formula's value, rounded half up to a millionth.
    pub fn of(formula: &Formula) -> Money {
        Money(whole(formula.value() * 1e6 + 0.5))
    }

    /// Digits in groups: to the hundredth from 1 up, to the ten-thousandth below; no zeros at the end.
    pub fn digits(self) -> String {
        let step = if self.0 >= 1_000_000 { 10_000 } else { 100 };
        let rounded = self.0.saturating_add(step / 2) / step * step;
        grouped(rounded as f64 / 1e6)
    }
}

/// A row of the planner.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The way of training.
    pub paradigm: Paradigm,
    /// The model it is for.
    pub size: Size,
    /// Its configuration.
    pub config: Config,
    /// Bytes that do not depend on batch and length: weights, gradients, states, companions, all cards together.
    pub fixed: Formula,
    /// These with their activations.
    pub need: Formula,
    /// Cards in theory: static bytes over the card.
    pub theory: Formula,
    /// Cards with activations.
    pub practice: Formula,
    /// These in whole nodes; one card alone needs no node.
    pub nodes: Formula,
    /// Cards in whole nodes with the budget for the rollout engine's copy; None where nothing samples.
    pub with_engine: Option<Formula>,
    /// Card-hours of one round.
    pub hours: Formula,
    /// Where these come from.
    pub hours_from: HoursFrom,
    /// Money for one round: card-hours used × price.
    pub cost: Formula,
    /// What peak cards × 24 hours would have said.
    pub by_peak: Formula,
}

impl Plan {
    /// The plan of a paradigm for a model on the configuration's card.
    pub fn of(base: &Config, paradigm: Paradigm, size: Size) -> Plan {
        let card = base.capacity();
        let config = paradigm.config(base, size);
        let fixed = fixed(&config);
        let need = product([
            num(Symbol::StaticBytes, fixed.value()),
            sum([num(Symbol::StaticOnce, 1.0), activation_share(base)]),
        ]);
        let theory = cards(num(Symbol::StaticBytes, fixed.value()), card);
        let needed = || num(Symbol::NeedBytes, need.value());
        let practice = cards(needed(), card);
        let nodes = in_nodes(&practice, base.node);
        let with_engine = paradigm.samples().then(|| {
            let more = product([needed(), num(Symbol::EngineBudget, ENGINE_BUDGET)]);
            in_nodes(&cards(more, card), base.node)
        });
        let (hours, hours_from) = hours(base, paradigm, size, config.model.nominal());
        let price = || num(Symbol::CardHourPrice, base.price.as_f64());
        let cost = product([hours.clone(), price()]);
        let by_peak = product([
            num(Symbol::PeakCards, nodes.value()),
            num(Symbol::HoursOfDay, DAY),
            price(),
        ]);
        Plan {
            paradigm,
            size,
            config,
            fixed,
            need,
            theory,
            practice,
            nodes,
            with_engine,
            hours,
            hours_from,
            cost,
            by_peak,
        }
    }

    /// Money for one round.
    pub fn money(&self) -> Money {
        Money::of(&self.cost)
    }

    /// Money for as many rounds as tuning takes: at least, at most.
    pub fn tuning(&self) -> [Formula; 2] {
        ROUNDS.map(|rounds| product([self.cost.clone(), count(Symbol::Rounds, rounds)]))
    }

    /// Cards that are rented: whole nodes, or the one that is enough.
    pub fn rented(&self) -> u64 {
        whole(self.nodes.value()).max(1)
    }

    /// Bytes of one card under each sharding over `n` cards, by the measured method. Empty where that is not built in.
    pub fn shards(&self, n: u64) -> Vec<Shard> {
        Sharding::ALL
            .iter()
            .filter_map(|sharding| Shard::of(&self.config, *sharding, n))
            .collect()
    }

    /// The fewest cards on which ZeRO-3 leaves every card a tenth free, by the measured method; None where no number up
    /// to 1024 does, or the method is not built in.
    pub fn fewest(&self) -> Option<u64> {
        let fits = |n: u64| {
            Shard::of(&self.config, Sharding::Zero3, n)
                .is_some_and(|shard| shard.verdict == Verdict::Fits)
        };
        if fits(1) {
            return Some(1);
        }
        if !fits(CARD_LIMIT) {
            return None;
        }
        // More cards never need more on each: what is divided falls, the buckets stay.
        let (mut bad, mut good) = (1, CARD_LIMIT);
        while good - bad > 1 {
            let middle = bad + (good - bad) / 2;
            if fits(middle) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        Some(good)
    }
}

/// One card of several, under a sharding.
#[derive(Clone, Debug, PartialEq)]
pub struct Shard {
    /// How training state is divided.
    pub sharding: Sharding,
    /// Over how many cards.
    pub n: u64,
    /// Bytes of the training card at its worst moment.
    pub used: Bytes,
    /// What the card says of it.
    pub verdict: Verdict,
    /// The configuration.
    pub config: Config,
}

impl Shard {
    /// One card of `n` under `sharding`; None where the measured method is not built in, for the lesson's rule divides
    /// nothing.
    pub fn of(config: &Config, sharding: Sharding, n: u64) -> Option<Shard> {
        let config = Config {
            method: Method::Measured,
            shard: sharding,
            n,
            ..config.clone()
        };
        (config.method() == Method::Measured).then(|| {
            let ledger = estimate(&config);
            let used = train_card(&ledger);
            Shard {
                sharding,
                n,
                used,
                verdict: verdict(used, ledger.capacity),
                config,
            }
        })
    }
}

fn train_card(ledger: &Ledger) -> Bytes {
    let card = ledger.cards.iter().find(|card| card.role == Role::Train);
    card.map_or(Bytes::ZERO, |card| card.used)
}

/// The lesson's static bytes: the trainer's lines without activations and logits.
pub fn fixed(config: &Config) -> Formula {
    let lesson = Config {
        method: Method::Lesson,
        ..config.clone()
    };
    let ledger = estimate(&lesson);
    let lines = ledger.lines.iter().filter(|line| {
        line.owner == Owner::Trainer && !matches!(line.item, Item::Activations | Item::Logits)
    });
    sum(lines.filter_map(|line| line.largest().cloned()))
}

/// Activations as a share of the static bytes: as set, or the lesson's 0.2 up to 2k tokens and 0.5 at 8k. Activations are
/// linear in length, so between the two, and beyond, the share follows the line through them.
pub fn activation_share(config: &Config) -> Formula {
    match config.actshare {
        Some(set) => num(Symbol::ActivationShare, set.as_f64()),
        None if config.seq <= SHORT => num(Symbol::ActivationShare, SHARE_SHORT),
        None => sum([
            num(Symbol::ActivationShare, SHARE_SHORT),
            product([
                num(Symbol::ShareRise, SHARE_LONG - SHARE_SHORT),
                quot(
                    count(Symbol::TokensBeyond, config.seq.saturating_sub(SHORT)),
                    count(Symbol::TokensOfRise, LONG - SHORT),
                ),
            ]),
        ]),
    }
}

fn cards(bytes: Formula, card: Bytes) -> Formula {
    let card = num(Symbol::CardBytes, card.as_f64());
    Formula::Ceil(Box::new(quot(bytes, card)))
}

fn in_nodes(cards: &Formula, node: u64) -> Formula {
    if cards.value() <= 1.0 {
        return cards.clone();
    }
    let node = || count(Symbol::NodeCards, node);
    product([Formula::Ceil(Box::new(quot(cards.clone(), node()))), node()])
}

fn hours(base: &Config, paradigm: Paradigm, size: Size, params: f64) -> (Formula, HoursFrom) {
    let own = size == Size::Own && Paradigm::of_config(base) == Some(paradigm);
    if let Some(given) = base.hours.filter(|_| own) {
        return (num(Symbol::CardHours, given.as_f64()), HoursFrom::Given);
    }
    let (hours, relative) = paradigm.lesson_hours();
    let hours = num(Symbol::LessonHours, hours);
    let relative = relative.map(|[this, that]| {
        quot(
            num(Symbol::RelativeTime, this),
            num(Symbol::RelativeTime, that),
        )
    });
    let scale = (params != LESSON_PARAMS).then(|| {
        quot(
            num(Symbol::Params, params),
            num(Symbol::LessonParams, LESSON_PARAMS),
        )
    });
    match (relative, scale) {
        (None, None) => (hours, HoursFrom::Lesson),
        (relative, scale) => (
            product([hours].into_iter().chain(relative).chain(scale)),
            HoursFrom::Scaled,
        ),
    }
}

/// What the lesson's Java class says of a static size: it multiplies by two bytes once more.
pub fn doubled(fixed: &Formula) -> Formula {
    product([num(Symbol::BytesPerParam, 2.0), fixed.clone()])
}

/// Money for a thousand calls: the cards that answer together × price ÷ calls in an hour, of which they answer in a share
/// of the paid time. None where no rate was measured.
pub fn thousand_calls(config: &Config) -> Option<Formula> {
    let qps = config.qps.filter(|qps| qps.0 > 0)?;
    let cards = config.tp.saturating_mul(config.pp);
    let cards = (cards > 1).then(|| count(Symbol::ServingCards, cards));
    let busy = (config.busy.as_f64() != 1.0).then(|| num(Symbol::BusyShare, config.busy.as_f64()));
    let paid = product(
        cards
            .into_iter()
            .chain([num(Symbol::CardHourPrice, config.price.as_f64())])
            .chain([num(Symbol::Calls, CALLS)]),
    );
    let answered = product(
        [
            num(Symbol::CallsPerSecond, qps.as_f64()),
            num(Symbol::SecondsOfHour, 3600.0),
        ]
        .into_iter()
        .chain(busy),
    );
    Some(quot(paid, answered))
}

/// What serving cards cost in a day, and how much of it is paid for nothing: (whole, idle).
pub fn a_day(config: &Config) -> [Formula; 2] {
    let cards = config.tp.saturating_mul(config.pp);
    let paid = |hours: Formula| {
        product([
            count(Symbol::ServingCards, cards),
            hours,
            num(Symbol::CardHourPrice, config.price.as_f64()),
        ])
    };
    let day = || num(Symbol::HoursOfDay, DAY);
    let idle = num(Symbol::BusyShare, 1.0 - config.busy.as_f64());
    [paid(day()), paid(product([day(), idle]))]
}

/// The rows of a size.
pub fn plans(base: &Config, size: Size) -> Vec<Plan> {
    Paradigm::ALL
        .iter()
        .map(|paradigm| Plan::of(base, *paradigm, size))
        .collect()
}

/// Activations and logits of one card at the moment they are most, by the measured method; None where that is not built
/// in, or the model's shape is unknown.
pub fn measured_activations(config: &Config) -> Option<Bytes> {
    let config = Config {
        method: Method::Measured,
        ..config.clone()
    };
    if config.method() != Method::Measured {
        return None;
    }
    let ledger = estimate(&config);
    let [activations, logits] = [Item::Activations, Item::Logits].map(|item| ledger.line(item));
    let activations = activations?;
    let phases = activations.at.iter().map(|(phase, formula)| {
        let logits = logits.map_or(Bytes::ZERO, |line| line.bytes_at(*phase));
        formula.bytes().plus(logits)
    });
    phases.max()
}

words! {
    /// A choice that saves memory and is paid for elsewhere.
    Tradeoff {
        /// Gradient checkpointing: activations to a fifth or a tenth for about 30 % more compute.
        Checkpointing = "checkpointing",
        /// ZeRO-3 or FSDP: communication × 1.5.
        Sharding = "sharding",
        /// Offload to the host: throughput to a third or a tenth.
        Offload = "offload",
        /// Served 4-bit weights: structured output suffers first.
        FourBit = "four_bit",
        /// 8-bit optimizer states: quality at small learning rates.
        EightBitStates = "eight_bit_states",
    }
}

impl Tradeoff {
    /// True where a configuration has made this choice.
    pub fn chosen(self, config: &Config) -> bool {
        let trains = config.task != Task::Serve;
        match self {
            Tradeoff::Checkpointing => trains && config.ckpt,
            Tradeoff::Sharding => {
                trains && matches!(config.shard, Sharding::Zero3 | Sharding::Fsdp2)
            }
            Tradeoff::Offload => trains && config.offload != Offload::None,
            Tradeoff::FourBit => !trains && config.dtype.lesson_bytes() < 1.0,
            Tradeoff::EightBitStates => {
                trains
                    && matches!(
                        config.opt,
                        Optimizer::AdamW8bit
                            | Optimizer::Paged8bit
                            | Optimizer::AdEmaMix8bit
                            | Optimizer::Lion8bit
                    )
            }
        }
    }
}
