//! The time of one RL step: sampling, forward and backward, weight sync, sleep and wake.
//!
//! Its basis is [`super::item::Basis::Assumption`]: one recorded run is the anchor and is reproduced exactly; around it only
//! directions and proportions are claimed. Every part is the recorded seconds × what changed, so a lever's effect is
//! had by computing again. Left out, because the record says nothing of it: the card's speed, the frozen models' passes.
use super::colocate::engine_pool;
use super::config::{Config, EngineMode, Tune};
use super::estimate;
use super::formula::build::{count, num, product, quot, sum};
use super::formula::{Formula, Symbol};
use super::paradigm::Residents;
use super::units::Seconds;

/// Sequences at which a decode step takes twice what it takes with hardly any: up to there throughput grows almost with
/// the concurrency, far above it not at all. Assumed.
const KNEE: u64 = 128;
/// Times a decode step takes without CUDA graphs (lesson 2: several times). Assumed.
const WITHOUT_GRAPHS: f64 = 4.0;
/// Of the sequences that the pool cannot hold, the share of their tokens that is computed twice (a preempted sequence is
/// recomputed from its start). Assumed.
const REDONE: f64 = 0.5;
/// Sequences' worth of work that one forward and backward costs whatever its micro batch. Assumed.
const PASS_OVERHEAD: u64 = 1;

/// Seconds of the recorded run (lesson 2): 0.6B, 8 prompts × 8 completions, mean 152 tokens; 45.8 in all.
pub const RECORDED_SAMPLING: f64 = 28.4;
/// Forward and backward.
pub const RECORDED_UPDATE: f64 = 12.1;
/// Weight sync.
pub const RECORDED_SYNC: f64 = 2.2;
/// Sleep and wake.
pub const RECORDED_SWITCH: f64 = 3.1;

/// What one step works on, beside the configuration. Completions per prompt are the configuration's `gens`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workload {
    /// Prompts a step.
    pub prompts: u64,
    /// Mean tokens of a completion that nothing cuts short. Lengths are taken as spread evenly from 0 to twice this.
    pub mean: u64,
    /// max_completion_length: tokens at which a completion is cut.
    pub cap: u64,
}

impl Workload {
    /// The recorded run's. Its cap is not recorded; TRL's default of 512 cuts nothing there.
    pub const RECORDED: Workload = Workload {
        prompts: 8,
        mean: 152,
        cap: 512,
    };

    /// The step that a configuration's link describes: `prompts`, `mean`, and as its cap `comp`.
    pub fn of(config: &Config) -> Workload {
        Workload {
            prompts: config.prompts,
            mean: config.mean,
            cap: config.comp.unwrap_or(config.seq).min(config.seq),
        }
    }

    /// Tokens of the longest completion.
    pub fn longest(&self) -> u64 {
        self.cap.min(self.mean.saturating_mul(2))
    }

    /// Mean tokens of a completion as it is generated: the cap c takes c²/4m off the mean m.
    pub fn generated(&self) -> f64 {
        let (mean, longest) = (self.mean as f64, self.longest() as f64);
        if self.mean == 0 {
            0.0
        } else if self.longest() == self.mean.saturating_mul(2) {
            mean
        } else {
            longest - longest * longest / (4.0 * mean)
        }
    }

    /// Completions in a hundred that the cap cuts, rounded up: cut ones have no end, and with it often no reward.
    pub fn truncated_percent(&self) -> u64 {
        let full = u128::from(self.mean.saturating_mul(2));
        let cut = full.saturating_sub(u128::from(self.cap));
        match full {
            0 => 0,
            full => u64::try_from((cut * 100).div_ceil(full)).unwrap_or(100),
        }
    }

    /// Completions a step of the configuration.
    pub fn completions(&self, config: &Config) -> u64 {
        self.prompts.saturating_mul(config.gens).max(1)
    }
}

/// The configuration of the recorded run: the lesson's default with vLLM asleep while training.
pub fn recorded_config() -> Config {
    Config {
        sleep: 1,
        ..Config::default()
    }
}

/// The parts of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepTime {
    /// Sampling.
    pub sampling: Seconds,
    /// Forward, backward and optimizer step.
    pub update: Seconds,
    /// New weights to the engine.
    pub sync: Seconds,
    /// The engine put to sleep and woken.
    pub switch: Seconds,
    /// True where sampling and training run at the same time on cards of their own.
    pub overlapped: bool,
}

impl StepTime {
    /// The step from end to end. On one card the parts follow one another; on cards of their own the longer of sampling
    /// and training decides.
    pub fn total(&self) -> Seconds {
        let work = if self.overlapped {
            self.sampling.max(self.update)
        } else {
            self.sampling.plus(self.update)
        };
        work.plus(self.fixed())
    }

    /// What a step costs whatever its batch: sync, sleep and wake.
    pub fn fixed(&self) -> Seconds {
        self.sync.plus(self.switch)
    }

    /// The four parts in order.
    pub fn parts(&self) -> [Seconds; 4] {
        [self.sampling, self.update, self.sync, self.switch]
    }
}

/// The arithmetic of each part, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct StepFormulas {
    /// Sampling.
    pub sampling: Formula,
    /// Forward, backward and optimizer step.
    pub update: Formula,
    /// New weights to the engine.
    pub sync: Formula,
    /// The engine put to sleep and woken.
    pub switch: Formula,
}

/// The time of a step.
pub fn step_time(config: &Config, workload: &Workload) -> StepTime {
    let parts = step_formulas(config, workload);
    let of = |formula: &Formula| Seconds::round(formula.value());
    StepTime {
        sampling: of(&parts.sampling),
        update: of(&parts.update),
        sync: of(&parts.sync),
        switch: of(&parts.switch),
        overlapped: Residents::of(config).engine == EngineMode::Server,
    }
}

/// The time of a step as arithmetic.
pub fn step_formulas(config: &Config, workload: &Workload) -> StepFormulas {
    let held = engine_pool(config, &estimate(config)).and_then(|pool| pool.max_concurrency);
    formulas(config, workload, held)
}

/// The time of sampling if the pool held all that is asked: beside it stands what preemption costs.
pub fn sampling_unbounded(config: &Config, workload: &Workload) -> Seconds {
    Seconds::round(formulas(config, workload, None).sampling.value())
}

fn formulas(config: &Config, workload: &Workload, held: Option<u64>) -> StepFormulas {
    let recorded = recorded_config();
    let residents = Residents::of(config);
    let nothing = || num(Symbol::Recorded, 0.0);
    let part = |holds: bool, seconds: f64, factors: Vec<Formula>| {
        if holds {
            product([num(Symbol::Recorded, seconds)].into_iter().chain(factors))
        } else {
            nothing()
        }
    };
    let synced = match residents.engine {
        EngineMode::Colocate | EngineMode::Server => residents.trains,
        EngineMode::Auto | EngineMode::None | EngineMode::Alone => false,
    };
    let sleeps = residents.trains && residents.engine == EngineMode::Colocate && config.sleep > 0;
    let all = |c: &Config| count(Symbol::Params, c.model.params());
    let active = |c: &Config| count(Symbol::Params, c.model.active_params());
    let engine = Engine::of(config, workload, &residents, held);
    let was = Engine::of(
        &recorded,
        &Workload::RECORDED,
        &Residents::of(&recorded),
        None,
    );
    let mut sampling = vec![
        against(engine.steps(), &was.steps()),
        against(engine.step(), &was.step()),
        against(active(config), &active(&recorded)),
    ];
    sampling.extend(engine.slower());
    let update = vec![
        against(
            tokens(config, workload),
            &tokens(&recorded, &Workload::RECORDED),
        ),
        against(passes(config), &passes(&recorded)),
        against(overhead(config), &overhead(&recorded)),
        against(active(config), &active(&recorded)),
    ];
    let moved = || vec![against(all(config), &all(&recorded))];
    StepFormulas {
        sampling: part(
            residents.trains && config.task.has_rollout(),
            RECORDED_SAMPLING,
            sampling,
        ),
        update: part(residents.trains, RECORDED_UPDATE, update),
        sync: part(synced, RECORDED_SYNC, moved()),
        switch: part(sleeps, RECORDED_SWITCH, moved()),
    }
}

/// How sampling runs.
struct Engine {
    completions: u64,
    running: u64,
    asked: u64,
    mean: f64,
    tail: f64,
    graphs: bool,
    tp: u64,
}

impl Engine {
    fn of(
        config: &Config,
        workload: &Workload,
        residents: &Residents,
        held: Option<u64>,
    ) -> Engine {
        let own = residents.engine != EngineMode::None;
        let tp = if own { config.tp.max(1) } else { 1 };
        let completions = completions_per_engine(config, workload, residents);
        let asked = config.conc.clamp(1, completions.max(1));
        let mean = workload.generated();
        Engine {
            completions,
            // A pool that holds not even one sequence does not start; that is for whoever judges the pool to say.
            running: held.map_or(asked, |held| asked.min(held.max(1))),
            asked,
            mean,
            tail: workload.longest() as f64 - mean,
            // transformers' own generate has neither graphs nor continuous batching.
            graphs: own && !config.eager,
            tp,
        }
    }

    /// Decode steps: the waves' tokens, and the last wave waits for its longest completion.
    fn steps(&self) -> Formula {
        let waves = quot(
            count(Symbol::Completions, self.completions),
            count(Symbol::RunningSequences, self.running),
        );
        sum([
            product([waves, num(Symbol::MeanTokens, self.mean)]),
            num(Symbol::TailTokens, self.tail),
        ])
    }

    /// What one decode step costs, in sequences: reading the weights counts as [`KNEE`] of them.
    fn step(&self) -> Formula {
        sum([
            count(Symbol::DecodeKnee, KNEE),
            count(Symbol::RunningSequences, self.running),
        ])
    }

    /// What makes it slower: no CUDA graphs, preemption; and what makes it faster, tensor parallel.
    fn slower(&self) -> Vec<Formula> {
        let mut out = Vec::new();
        if !self.graphs {
            out.push(num(Symbol::TimesWithoutGraphs, WITHOUT_GRAPHS));
        }
        let preempted = self.asked.saturating_sub(self.running);
        if preempted > 0 {
            let share = quot(
                count(Symbol::PreemptedSequences, preempted),
                count(Symbol::Concurrency, self.asked),
            );
            out.push(sum([
                num(Symbol::Once, 1.0),
                product([num(Symbol::RedoneShare, REDONE), share]),
            ]));
        }
        if self.tp > 1 {
            out.push(quot(
                num(Symbol::Once, 1.0),
                count(Symbol::EngineCards, self.tp),
            ));
        }
        out
    }
}

/// Completions that one engine samples: a step's, divided over the engines that the cards make.
pub fn completions_per_engine(config: &Config, workload: &Workload, residents: &Residents) -> u64 {
    let cards = match residents.engine {
        EngineMode::Server => config.en,
        EngineMode::Auto | EngineMode::None | EngineMode::Colocate | EngineMode::Alone => config.n,
    };
    let group = match residents.engine {
        EngineMode::None => 1,
        EngineMode::Auto | EngineMode::Colocate | EngineMode::Server | EngineMode::Alone => {
            config.tp.saturating_mul(config.pp).max(1)
        }
    };
    workload
        .completions(config)
        .div_ceil((cards / group).max(1))
}

/// Completion tokens that one training card works through.
fn tokens(config: &Config, workload: &Workload) -> Formula {
    let all = product([
        count(Symbol::Completions, workload.completions(config)),
        num(Symbol::MeanTokens, workload.generated()),
    ]);
    if config.n > 1 {
        quot(all, count(Symbol::Cards, config.n))
    } else {
        all
    }
}

/// FLOPs per parameter and token: forward 2, backward 4 (2 where the base is frozen), 2 more where the forward is recomputed.
fn passes(config: &Config) -> Formula {
    let backward = match config.tune {
        Tune::Full => 4,
        Tune::Lora | Tune::Qlora => 2,
    };
    let recomputed = if config.ckpt { 2 } else { 0 };
    count(Symbol::FlopsPerParam, 2 + backward + recomputed)
}

/// A pass costs a little whatever its micro batch: (mb + overhead) ÷ mb.
fn overhead(config: &Config) -> Formula {
    let mb = config.mb.max(1);
    quot(
        sum([
            count(Symbol::MicroBatch, mb),
            count(Symbol::PassOverhead, PASS_OVERHEAD),
        ]),
        count(Symbol::MicroBatch, mb),
    )
}

/// `now` as a multiple of the recorded run's.
fn against(now: Formula, recorded: &Formula) -> Formula {
    quot(now, num(Symbol::Recorded, recorded.value()))
}
