//! Which models live on the card under each task, which of them train, and where the engine runs.
use super::config::{AutoSwitch, Companion, Config, EngineMode, Method, Model, Task, Tune};

/// What is resident, with every `auto` resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Residents {
    /// The policy is trained here (false when serving).
    pub trains: bool,
    /// A frozen reference model stays on the card.
    pub reference: bool,
    /// The critic's model, trained like the policy.
    pub critic: Option<Model>,
    /// The reward model.
    pub reward: Option<Model>,
    /// Where the engine runs; never `Auto`.
    pub engine: EngineMode,
}

impl Task {
    /// True where the task computes a KL term or preference against a frozen copy of the policy.
    pub const fn has_reference(self) -> bool {
        match self {
            Task::Grpo | Task::Dpo | Task::Ppo => true,
            Task::Serve | Task::Sft => false,
        }
    }

    /// True where the task samples from the policy while it trains.
    pub const fn has_rollout(self) -> bool {
        match self {
            Task::Grpo | Task::Ppo => true,
            Task::Serve | Task::Sft | Task::Dpo => false,
        }
    }
}

impl Residents {
    /// Who lives on the card under this configuration.
    pub fn of(config: &Config) -> Residents {
        let ppo = config.task == Task::Ppo;
        Residents {
            trains: config.task != Task::Serve,
            reference: reference(config),
            critic: companion(config, config.critic).filter(|_| ppo),
            reward: companion(config, config.reward).filter(|_| ppo),
            engine: engine(config),
        }
    }
}

fn reference(config: &Config) -> bool {
    let adapters_stand_in = config.method == Method::Measured && config.tune != Tune::Full;
    config.task.has_reference()
        && match config.reference {
            AutoSwitch::Auto => !adapters_stand_in,
            AutoSwitch::On => true,
            AutoSwitch::Off => false,
        }
}

fn companion(config: &Config, companion: Companion) -> Option<Model> {
    match companion {
        Companion::SameAsModel => Some(config.model.clone()),
        Companion::Preset(preset) => Some(Model::preset(preset)),
        Companion::None => None,
    }
}

fn engine(config: &Config) -> EngineMode {
    match (config.task, config.engine) {
        (
            Task::Serve,
            EngineMode::Auto
            | EngineMode::None
            | EngineMode::Colocate
            | EngineMode::Server
            | EngineMode::Alone,
        ) => EngineMode::Alone,
        (Task::Grpo | Task::Ppo, EngineMode::Auto | EngineMode::Alone) => EngineMode::Colocate,
        (Task::Sft | Task::Dpo, EngineMode::Auto | EngineMode::Alone) => EngineMode::None,
        (
            Task::Grpo | Task::Ppo | Task::Sft | Task::Dpo,
            mode @ (EngineMode::None | EngineMode::Colocate | EngineMode::Server),
        ) => mode,
    }
}
