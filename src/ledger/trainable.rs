//! How many parameters are trained, and what each costs.
use super::config::{Config, Method, Task, Tune};
use super::formula::build::{count, num, product, quot};
use super::formula::{Formula, Symbol};
use super::optimizer::PerParameter;
use super::precision::Dtype;

/// The lesson's share of parameters trained by LoRA at rank 16 (lesson 1; it is what q,v adapters train on Qwen3-0.6B, 0.385 %).
pub const LORA_SHARE: f64 = 0.004;
/// The rank that share is stated for.
pub const LORA_SHARE_RANK: u64 = 16;

/// Trainable parameters by the lesson's rule, out of `params`: all of them, or 0.004 × rank / 16 of them.
pub(super) fn trainable(config: &Config, params: Formula) -> Formula {
    match config.tune {
        Tune::Full => params,
        Tune::Lora | Tune::Qlora if config.rank == LORA_SHARE_RANK => {
            product([params, num(Symbol::LoraShare, LORA_SHARE)])
        }
        Tune::Lora | Tune::Qlora => product([
            params,
            num(Symbol::LoraShare, LORA_SHARE),
            quot(
                count(Symbol::Rank, config.rank),
                count(Symbol::RankOfShare, LORA_SHARE_RANK),
            ),
        ]),
    }
}

/// The policy's trainable parameters by the lesson's rule.
pub(super) fn policy_trainable(config: &Config) -> Formula {
    trainable(config, num(Symbol::Params, config.model.nominal()))
}

/// The policy's trainable parameters as a count, by the configured method; none when serving.
pub fn trainable_params(config: &Config) -> u64 {
    match (config.task, config.method(), config.tune) {
        (Task::Serve, _, _) => 0,
        (_, Method::Measured, Tune::Full) => config.model.params(),
        (_, Method::Measured, Tune::Lora | Tune::Qlora) => super::adapter::trainable(config),
        (_, Method::Lesson, _) => policy_trainable(config).bytes().0,
    }
}

/// Bytes per trainable parameter. Adapters are trained in 16 bits whatever the frozen base is kept in.
pub(super) fn recipe_bytes(config: &Config) -> PerParameter {
    let dtype = match config.tune {
        Tune::Full => config.dtype,
        Tune::Lora | Tune::Qlora => Dtype::Bf16,
    };
    PerParameter::lesson(config.recipe, config.opt, dtype)
}
