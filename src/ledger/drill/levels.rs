//! The levels: where each starts, what may be turned, and what is to be reached.
use super::{Knob, Level};
use crate::ledger::config::{AutoSwitch, Config, Method, Model, Tune};
use crate::ledger::presets;
use crate::ledger::units::Seconds;
use crate::ledger::words::Word;

/// What is to be reached, all of it in one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Longest step; None where the time of a completion counts.
    pub step: Option<Seconds>,
    /// Longest time of a completion: the step divided by its completions.
    pub each: Option<Seconds>,
    /// Fewest completions a step: a smaller batch is no answer.
    pub completions: u64,
    /// The reference model stays (KL).
    pub reference: bool,
    /// Runs that a good solution takes; each further one costs a little of the score.
    pub par: u64,
}

/// The most completions in a hundred that may be cut off: above it the reward learns to be short (lesson 2 asks for the
/// truncation rate before the length is cut; this bound is the exercise's).
pub const TRUNCATED_PERCENT: u64 = 5;
/// The smallest group whose mean is a baseline (lesson 2: num_generations not below 4).
pub const SMALLEST_GROUP: u64 = 4;

impl Level {
    /// Tokens of a prompt at most; max_model_len holds them and the completion.
    pub const fn prompt(self) -> u64 {
        match self {
            Level::Recorded
            | Level::TrainingSide
            | Level::EngineSide
            | Level::Fixed
            | Level::LastCuts => 512,
            Level::Turns => 1024,
        }
    }

    /// What is to be reached.
    pub fn goal(self) -> Goal {
        let goal = |step_ms: u64, par: u64| Goal {
            step: Some(Seconds { ms: step_ms }),
            each: None,
            completions: 64,
            reference: true,
            par,
        };
        match self {
            Level::Recorded => goal(34_000, 4),
            Level::TrainingSide => goal(42_000, 4),
            Level::EngineSide => goal(36_000, 4),
            Level::Fixed => Goal {
                step: None,
                each: Some(Seconds { ms: 360 }),
                completions: 64,
                reference: true,
                par: 6,
            },
            Level::LastCuts => goal(100_000, 6),
            Level::Turns => goal(235_000, 6),
        }
    }

    /// What may be turned: more from level to level, in the order of the settings.
    pub fn knobs(self) -> &'static [Knob] {
        let last = match self {
            Level::Recorded | Level::TrainingSide | Level::EngineSide => Knob::Gens,
            Level::Fixed => Knob::Eager,
            Level::LastCuts | Level::Turns => Knob::Lora,
        };
        let known = Knob::ALL.iter().take_while(|knob| **knob <= last).count();
        Knob::ALL.get(..known).unwrap_or(Knob::ALL)
    }

    /// Where it starts. All levels are colocated GRPO on the default card with 8 prompts × 8 completions: the recorded run
    /// of lesson 2 (152 tokens in the mean; in the last level 1200), put out of shape in one way or another.
    pub fn start(self) -> Config {
        // The recorded run: 45.8 s. Its cap of 512 cuts nothing; max_model_len stands as a library would leave it.
        let recorded = Config {
            comp: Some(512),
            len: 4096,
            util: Some(30),
            sleep: 1,
            ..Config::default()
        };
        match self {
            Level::Recorded => recorded,
            // Training dies: logits of 8 × 2560 tokens and all activations beside half a card of engine.
            Level::TrainingSide => Config {
                mb: 8,
                ckpt: false,
                comp: Some(2048),
                seq: 2560,
                util: Some(55),
                conc: 32,
                ..recorded
            },
            // The engine dies: a context that its pool cannot hold once.
            Level::EngineSide => Config {
                len: 32_768,
                util: Some(10),
                ..recorded
            },
            // Everything fits and is slow: no CUDA graphs, a small batch.
            Level::Fixed => Config {
                eager: true,
                ..recorded
            },
            // A model that does not fit trained in full: 16 bytes × 1.7e9 are nearly all of the card.
            Level::LastCuts => Config {
                model: presets::model("qwen3-1.7b").map_or(recorded.model.clone(), Model::preset),
                ..recorded
            },
            // By the measured method: two tenants that are each too large for half a card, but need not stand on it at once.
            Level::Turns => Config {
                method: Method::Measured,
                sleep: 0,
                mean: 1200,
                comp: Some(3072),
                seq: 4096,
                util: Some(50),
                ..recorded
            },
        }
    }
}

impl Knob {
    /// The least and the largest value; 0 and 1 are off and on, util is in hundredths.
    pub const fn range(self) -> (u64, u64) {
        match self {
            Knob::Util => (5, 98),
            Knob::Conc => (1, 512),
            Knob::Len => (64, 131_072),
            Knob::Comp => (16, 32_768),
            Knob::Mb => (1, 64),
            Knob::Gens => (1, 64),
            Knob::Prompts => (1, 256),
            Knob::Ckpt | Knob::Eager | Knob::Ref | Knob::Lora => (0, 1),
            Knob::Sleep => (0, 2),
        }
    }

    /// The names that frameworks give it; the first is shown.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Knob::Util => &["gpu_memory_utilization", "vllm_gpu_memory_utilization"],
            Knob::Conc => &["max_num_seqs", "concurrency"],
            Knob::Len => &["max_model_len"],
            Knob::Comp => &["max_completion_length"],
            Knob::Mb => &["per_device_train_batch_size", "micro_batch"],
            Knob::Ckpt => &["gradient_checkpointing"],
            Knob::Gens => &["num_generations"],
            Knob::Prompts => &["prompts_per_step"],
            Knob::Eager => &["enforce_eager"],
            Knob::Sleep => &["sleep_level", "vllm_enable_sleep_mode"],
            Knob::Ref => &["reference_model"],
            Knob::Lora => &["use_peft"],
        }
    }

    /// True for switches.
    pub const fn switch(self) -> bool {
        match self {
            Knob::Ckpt | Knob::Eager | Knob::Ref | Knob::Lora => true,
            Knob::Util
            | Knob::Conc
            | Knob::Len
            | Knob::Comp
            | Knob::Mb
            | Knob::Gens
            | Knob::Prompts
            | Knob::Sleep => false,
        }
    }

    /// Its value in a configuration.
    pub fn get(self, config: &Config) -> u64 {
        match self {
            Knob::Util => config.util.unwrap_or(0),
            Knob::Conc => config.conc,
            Knob::Len => config.len,
            Knob::Comp => config.comp.unwrap_or(config.seq),
            Knob::Mb => config.mb,
            Knob::Ckpt => u64::from(config.ckpt),
            Knob::Gens => config.gens,
            Knob::Prompts => config.prompts,
            Knob::Eager => u64::from(config.eager),
            Knob::Sleep => config.sleep,
            Knob::Ref => u64::from(config.reference != AutoSwitch::Off),
            Knob::Lora => u64::from(config.tune != Tune::Full),
        }
    }

    /// Sets it, and what hangs on it: the training length with the completion, the accumulation with the batch.
    pub(super) fn set(self, level: Level, config: &mut Config, value: u64) {
        match self {
            Knob::Util => config.util = Some(value),
            Knob::Conc => config.conc = value,
            Knob::Len => config.len = value,
            Knob::Comp => {
                config.comp = Some(value);
                config.seq = level.prompt().saturating_add(value);
            }
            Knob::Mb => config.mb = value,
            Knob::Ckpt => config.ckpt = value > 0,
            Knob::Gens => config.gens = value,
            Knob::Prompts => config.prompts = value,
            Knob::Eager => config.eager = value > 0,
            Knob::Sleep => config.sleep = value,
            Knob::Ref => {
                config.reference = if value > 0 {
                    AutoSwitch::Auto
                } else {
                    AutoSwitch::Off
                }
            }
            Knob::Lora => config.tune = if value > 0 { Tune::Lora } else { Tune::Full },
        }
        settle(config);
    }
}

/// As many accumulation steps as the batch needs.
pub(super) fn settle(config: &mut Config) {
    let completions = config.prompts.saturating_mul(config.gens);
    config.accum = completions.div_ceil(config.mb.max(1)).max(1);
}
