//! When a key of a link changes nothing: per key, by task, method and what else is set.
use super::fields::Key;
use super::issue::IssueCode;
use crate::ledger::config::{Config, EngineMode, Method, Task, Tune};
use crate::ledger::paradigm::Residents;

/// Why a key that was given has no effect on this configuration; None where it has one.
pub fn unused(config: &Config, key: Key) -> Option<IssueCode> {
    let residents = Residents::of(config);
    if config.method == Method::Measured
        && let Some(used) = used_by_measured(config, &residents, key)
    {
        return (!used).then_some(IssueCode::NotUsedHere);
    }
    let cache = residents.engine != EngineMode::None;
    let unless = |used: bool| (!used).then_some(IssueCode::NotUsedHere);
    match key {
        Key::Tune | Key::Mb | Key::Seq | Key::Ckpt => unless(residents.trains),
        Key::Recipe | Key::Opt => unless(residents.trains),
        Key::Rank => unless(residents.trains && config.tune != Tune::Full),
        Key::Ref => unless(config.task.has_reference()),
        Key::Critic | Key::Reward => unless(config.task == Task::Ppo),
        Key::Engine => unless(
            config.task != Task::Serve
                || config.engine == EngineMode::Alone
                || config.engine == EngineMode::Auto,
        ),
        Key::Conc | Key::Len | Key::Kvdtype | Key::Util => unless(cache),
        // The lesson's hand rules know neither of these; accumulation changes the time, not the memory it counts.
        Key::Targets
        | Key::Adtype
        | Key::Kbit
        | Key::Foreach
        | Key::Comp
        | Key::Attn
        | Key::Pad
        | Key::Head
        | Key::Fix
        | Key::Gens => Some(IssueCode::NotUsedByMethod),
        Key::Accum => (!residents.trains).then_some(IssueCode::NotUsedHere),
        // What a step works on: the step-time model's, by either method.
        Key::Prompts | Key::Mean => unless(config.task.has_rollout()),
        Key::Sleep
        | Key::Seqs
        | Key::Batched
        | Key::Eager
        | Key::Adapters
        | Key::Draft
        | Key::Prefix => Some(IssueCode::NotUsedYet),
        Key::N => unless(residents.trains),
        Key::En | Key::Tp | Key::Pp | Key::Shard | Key::Offload => Some(IssueCode::NotUsedYet),
        // The planner's, in every task: it plans training beside what is served.
        Key::Price | Key::Cur | Key::Node | Key::Hours | Key::Qps | Key::Busy | Key::Actshare => {
            None
        }
        Key::Seed | Key::Vs2 | Key::Vs3 => Some(IssueCode::NotUsedYet),
        // What a run takes in time, whatever it takes in memory.
        Key::Mfu | Key::Tokens => None,
        Key::Model
        | Key::Params
        | Key::Dtype
        | Key::Task
        | Key::Gpu
        | Key::Mem
        | Key::Context
        | Key::Method
        | Key::Vs
        | Key::Axes
        | Key::Hub => None,
        Key::View
        | Key::Lang
        | Key::Theme
        | Key::Unit
        | Key::Embed
        | Key::Ui
        | Key::Lock
        | Key::Drill => None,
    }
}

/// Whether the measured method's numbers depend on a key here; None for keys that it uses as the lesson does.
fn used_by_measured(config: &Config, residents: &Residents, key: Key) -> Option<bool> {
    let trains = residents.trains;
    let adapters = trains && config.tune != Tune::Full;
    let engine = residents.engine != EngineMode::None;
    let colocated = trains && residents.engine == EngineMode::Colocate;
    Some(match key {
        Key::Targets => adapters || config.adapters > 0,
        Key::Rank => adapters || config.adapters > 0,
        Key::Adtype | Key::Kbit => adapters,
        Key::Recipe => trains && config.tune == Tune::Full,
        Key::Foreach | Key::Accum | Key::Attn | Key::Pad | Key::Head => trains,
        Key::Comp => matches!(config.task, Task::Grpo | Task::Ppo | Task::Dpo),
        Key::Sleep => colocated,
        Key::Seqs
        | Key::Batched
        | Key::Eager
        | Key::Adapters
        | Key::Draft
        | Key::Prefix
        | Key::Tp
        | Key::Pp => engine,
        Key::En => residents.engine == EngineMode::Server || residents.engine == EngineMode::Alone,
        Key::N | Key::Shard | Key::Offload => trains,
        Key::Fix => true,
        Key::Model
        | Key::Params
        | Key::Dtype
        | Key::Task
        | Key::Tune
        | Key::Opt
        | Key::Mb
        | Key::Seq
        | Key::Ckpt
        | Key::Ref
        | Key::Critic
        | Key::Reward
        | Key::Gens
        | Key::Prompts
        | Key::Mean
        | Key::Engine
        | Key::Conc
        | Key::Len
        | Key::Kvdtype
        | Key::Util
        | Key::Gpu
        | Key::Mem
        | Key::Context
        | Key::Price
        | Key::Cur
        | Key::Node
        | Key::Hours
        | Key::Qps
        | Key::Busy
        | Key::Mfu
        | Key::Actshare
        | Key::Tokens
        | Key::Method
        | Key::Vs
        | Key::Vs2
        | Key::Vs3
        | Key::Seed
        | Key::Axes
        | Key::Hub
        | Key::View
        | Key::Lang
        | Key::Theme
        | Key::Unit
        | Key::Embed
        | Key::Ui
        | Key::Lock
        | Key::Drill => return None,
    })
}
