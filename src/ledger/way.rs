//! Which way: retrieval, rules, adapters, all parameters, DPO, GRPO or PPO, by the third lesson's criteria; and the
//! configuration that carries it out for this model and card.
use super::capacity::Shard;
use super::config::{Config, EngineMode, Method, Sharding, Task, Tune};
use super::estimate;
use super::item::Verdict;
use super::precision::Dtype;
use super::words::Word;
use crate::words;

words! {
    /// A question of the guide. Its slug names its group of answers.
    Question {
        /// What is to become better.
        Goal = "goal",
        /// How much there is to learn.
        Data = "data",
        /// How far adapters went.
        Adapters = "adapters",
        /// How an answer is judged.
        Reward = "reward",
        /// Whether there are pairs of a better and a worse answer.
        Pairs = "pairs",
        /// Whether DPO was tried.
        Dpo = "dpo",
        /// Who keeps the reward model.
        Keeper = "keeper",
        /// How many rounds are paid for.
        Rounds = "rounds",
    }

    /// What is to become better.
    Goal {
        /// Facts that change, or need a source, or must be deletable.
        Facts = "facts",
        /// Something that rules, templates or constrained decoding can state.
        Rules = "rules",
        /// Form, tone, a task of a field.
        Style = "style",
        /// New knowledge of a field.
        Knowledge = "knowledge",
        /// A new vocabulary or language.
        Vocabulary = "vocabulary",
        /// Which of two answers people like better.
        Preference = "preference",
        /// How often the outcome is right: reasoning, code, tools.
        Outcome = "outcome",
    }

    /// How much there is to learn.
    Data {
        /// Some thousand documents.
        Little = "little",
        /// A corpus of hundreds of millions of tokens.
        Corpus = "corpus",
    }

    /// How far adapters went.
    Adapters {
        /// Not tried yet.
        Untried = "untried",
        /// They fell short, with more rank and on all linear layers too.
        Short = "short",
    }

    /// How an answer is judged.
    Reward {
        /// By a program: tests, answers to compare, rules.
        Verifiable = "verifiable",
        /// By people or a model.
        Judged = "judged",
        /// Not yet at all.
        Nothing = "nothing",
    }

    /// Whether there are pairs.
    Pairs {
        /// Yes.
        Have = "have",
        /// No.
        Lack = "lack",
    }

    /// Whether DPO was tried.
    Dpo {
        /// Not yet.
        Untried = "untried",
        /// It is at its ceiling.
        Short = "short",
    }

    /// Who keeps the reward model.
    Keeper {
        /// Nobody.
        Nobody = "nobody",
        /// A team, release after release.
        Team = "team",
    }

    /// How many rounds are paid for.
    Rounds {
        /// One or two.
        One = "one",
        /// Five to ten.
        Many = "many",
    }

    /// A way.
    Route {
        /// Weights stay as they are; facts come from retrieval.
        Retrieval = "retrieval",
        /// Weights stay as they are; rules do it.
        Rules = "rules",
        /// SFT of adapters.
        Adapters = "adapters",
        /// SFT of all parameters.
        Full = "full",
        /// DPO.
        Dpo = "dpo",
        /// GRPO: reinforcement learning by a verifiable reward, without critic and reward model.
        Grpo = "grpo",
        /// PPO.
        Ppo = "ppo",
    }

    /// Why.
    Reason {
        /// Training teaches how to answer, not today's facts.
        FactsChange = "facts_change",
        /// What can be stated need not be learnt.
        RulesState = "rules_state",
        /// Adapters are enough for form and tasks.
        AdaptersFirst = "adapters_first",
        /// Adapters lack the capacity.
        AdaptersShort = "adapters_short",
        /// Some thousand documents are found better than learnt.
        LittleIsFound = "little_is_found",
        /// Much new knowledge goes into all weights.
        CorpusIsLearnt = "corpus_is_learnt",
        /// Embedding and head must train.
        EmbeddingTrains = "embedding_trains",
        /// Without pairs there is nothing to prefer: SFT first, and collect them.
        NoPairs = "no_pairs",
        /// Pairs are DPO's data; it costs a tenth and gets about 80 %.
        PairsAreEnough = "pairs_are_enough",
        /// A reward model that nobody keeps will be exploited.
        NobodyKeeps = "nobody_keeps",
        /// A team keeps the reward model and DPO is at its ceiling.
        TeamKeeps = "team_keeps",
        /// Reinforcement learning takes five to ten rounds.
        TooFewRounds = "too_few_rounds",
        /// A program judges: no reward model, and the group's mean replaces the critic.
        ProgramJudges = "program_judges",
        /// Keep what the program judged right, and train on it.
        KeepTheRight = "keep_the_right",
        /// What is not judged cannot be improved on purpose: make the test first.
        JudgeFirst = "judge_first",
    }
}

/// The answers so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// [`Question::Goal`].
    pub goal: Option<Goal>,
    /// [`Question::Data`].
    pub data: Option<Data>,
    /// [`Question::Adapters`].
    pub adapters: Option<Adapters>,
    /// [`Question::Reward`].
    pub reward: Option<Reward>,
    /// [`Question::Pairs`].
    pub pairs: Option<Pairs>,
    /// [`Question::Dpo`].
    pub dpo: Option<Dpo>,
    /// [`Question::Keeper`].
    pub keeper: Option<Keeper>,
    /// [`Question::Rounds`].
    pub rounds: Option<Rounds>,
}

impl Question {
    /// The slugs of its answers.
    pub fn options(self) -> &'static [&'static str] {
        match self {
            Question::Goal => Goal::SLUGS,
            Question::Data => Data::SLUGS,
            Question::Adapters => Adapters::SLUGS,
            Question::Reward => Reward::SLUGS,
            Question::Pairs => Pairs::SLUGS,
            Question::Dpo => Dpo::SLUGS,
            Question::Keeper => Keeper::SLUGS,
            Question::Rounds => Rounds::SLUGS,
        }
    }
}

impl Answers {
    /// The slug of an answer; None where there is none yet.
    pub fn get(&self, question: Question) -> Option<&'static str> {
        match question {
            Question::Goal => self.goal.map(Word::slug),
            Question::Data => self.data.map(Word::slug),
            Question::Adapters => self.adapters.map(Word::slug),
            Question::Reward => self.reward.map(Word::slug),
            Question::Pairs => self.pairs.map(Word::slug),
            Question::Dpo => self.dpo.map(Word::slug),
            Question::Keeper => self.keeper.map(Word::slug),
            Question::Rounds => self.rounds.map(Word::slug),
        }
    }

    /// Answers a question; an unknown slug takes the answer back.
    pub fn set(&mut self, question: Question, slug: &str) {
        match question {
            Question::Goal => self.goal = Goal::of(slug),
            Question::Data => self.data = Data::of(slug),
            Question::Adapters => self.adapters = Adapters::of(slug),
            Question::Reward => self.reward = Reward::of(slug),
            Question::Pairs => self.pairs = Pairs::of(slug),
            Question::Dpo => self.dpo = Dpo::of(slug),
            Question::Keeper => self.keeper = Keeper::of(slug),
            Question::Rounds => self.rounds = Rounds::of(slug),
        }
    }
}

/// Where the answers lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The questions that matter, in order; where there is no route yet the last one is still open.
    pub asked: Vec<Question>,
    /// The way; None while a question is open.
    pub route: Option<Route>,
    /// Why, in the order in which it came out.
    pub reasons: Vec<Reason>,
}

/// Follows the answers. What does not matter is not asked, whatever was answered before.
pub fn follow(answers: &Answers) -> Path {
    let mut path = Path {
        asked: Vec::new(),
        route: None,
        reasons: Vec::new(),
    };
    path.route = by_goal(answers, &mut path);
    path
}

impl Path {
    fn ask<T>(&mut self, question: Question, answer: Option<T>) -> Option<T> {
        self.asked.push(question);
        answer
    }

    fn because(&mut self, reason: Reason, route: Route) -> Option<Route> {
        self.reasons.push(reason);
        Some(route)
    }
}

fn by_goal(answers: &Answers, path: &mut Path) -> Option<Route> {
    match path.ask(Question::Goal, answers.goal)? {
        Goal::Facts => path.because(Reason::FactsChange, Route::Retrieval),
        Goal::Rules => path.because(Reason::RulesState, Route::Rules),
        Goal::Vocabulary => path.because(Reason::EmbeddingTrains, Route::Full),
        Goal::Style => match path.ask(Question::Adapters, answers.adapters)? {
            Adapters::Untried => path.because(Reason::AdaptersFirst, Route::Adapters),
            Adapters::Short => path.because(Reason::AdaptersShort, Route::Full),
        },
        Goal::Knowledge => match path.ask(Question::Data, answers.data)? {
            Data::Little => path.because(Reason::LittleIsFound, Route::Retrieval),
            Data::Corpus => path.because(Reason::CorpusIsLearnt, Route::Full),
        },
        Goal::Preference => by_pairs(answers, path),
        Goal::Outcome => match path.ask(Question::Reward, answers.reward)? {
            Reward::Nothing => path.because(Reason::JudgeFirst, Route::Adapters),
            Reward::Judged => by_pairs(answers, path),
            Reward::Verifiable => match path.ask(Question::Rounds, answers.rounds)? {
                Rounds::Many => path.because(Reason::ProgramJudges, Route::Grpo),
                Rounds::One => {
                    path.reasons.push(Reason::TooFewRounds);
                    path.because(Reason::KeepTheRight, Route::Adapters)
                }
            },
        },
    }
}

/// Where people judge: DPO until it is at its ceiling, PPO only with somebody who keeps the reward model and the rounds
/// paid for.
fn by_pairs(answers: &Answers, path: &mut Path) -> Option<Route> {
    match path.ask(Question::Pairs, answers.pairs)? {
        Pairs::Lack => return path.because(Reason::NoPairs, Route::Adapters),
        Pairs::Have => path.reasons.push(Reason::PairsAreEnough),
    }
    match path.ask(Question::Dpo, answers.dpo)? {
        Dpo::Untried => return Some(Route::Dpo),
        Dpo::Short => {}
    }
    match path.ask(Question::Keeper, answers.keeper)? {
        Keeper::Nobody => return path.because(Reason::NobodyKeeps, Route::Dpo),
        Keeper::Team => {}
    }
    match path.ask(Question::Rounds, answers.rounds)? {
        Rounds::One => path.because(Reason::TooFewRounds, Route::Dpo),
        Rounds::Many => path.because(Reason::TeamKeeps, Route::Ppo),
    }
}

/// How a way stands on the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// On one card, at least a tenth of it free.
    OneCard,
    /// Under ZeRO-3 over so many cards, by the measured method; the engine, if there is one, on cards of its own.
    Cards {
        /// Training cards.
        train: u64,
        /// Engine cards.
        engine: u64,
    },
    /// On no number of such cards up to 1024.
    TooLarge,
}

impl Fit {
    /// All cards together; none where no number is enough.
    pub fn cards(self) -> u64 {
        match self {
            Fit::OneCard => 1,
            Fit::Cards { train, engine } => train + engine,
            Fit::TooLarge => 0,
        }
    }
}

/// A way made ready: the configuration that carries it out.
#[derive(Clone, Debug, PartialEq)]
pub struct Ready {
    /// The way.
    pub route: Route,
    /// What trains; None where nothing does.
    pub tune: Option<Tune>,
    /// How it stands on the card.
    pub fit: Fit,
    /// The configuration, for a calculator link.
    pub config: Config,
}

impl Route {
    /// The ways of training that are tried in turn; the first that fits on one card is taken. Adapters come first where
    /// they are enough, all parameters first where the lesson's cost of a way is theirs.
    fn tunes(self) -> &'static [Tune] {
        match self {
            Route::Retrieval | Route::Rules => &[],
            Route::Full => &[Tune::Full],
            Route::Adapters => &[Tune::Lora, Tune::Qlora],
            Route::Dpo | Route::Grpo | Route::Ppo => &[Tune::Full, Tune::Lora, Tune::Qlora],
        }
    }

    fn task(self) -> Task {
        match self {
            Route::Retrieval | Route::Rules => Task::Serve,
            Route::Adapters | Route::Full => Task::Sft,
            Route::Dpo => Task::Dpo,
            Route::Grpo => Task::Grpo,
            Route::Ppo => Task::Ppo,
        }
    }
}

/// Makes a way ready for the configuration's model and card.
pub fn ready(base: &Config, route: Route) -> Ready {
    let with = |tune: Option<Tune>| {
        let mut config = base.unpinned();
        config.task = route.task();
        config.engine = EngineMode::Auto;
        if let Some(tune) = tune {
            config.tune = tune;
            if config.dtype.only_frozen() {
                config.dtype = Dtype::Bf16;
            }
        }
        config
    };
    let done = |tune, fit, config| Ready {
        route,
        tune,
        fit,
        config,
    };
    let fits = |config: &Config| {
        let ledger = estimate(config);
        ledger.missing.is_empty() && ledger.verdict() == Verdict::Fits
    };
    let Some(first) = route.tunes().first() else {
        let config = with(None);
        let fit = if fits(&config) {
            Fit::OneCard
        } else {
            Fit::TooLarge
        };
        return done(None, fit, config);
    };
    for tune in route.tunes() {
        let config = with(Some(*tune));
        if fits(&config) {
            return done(Some(*tune), Fit::OneCard, config);
        }
    }
    // Over several cards the way that takes the fewest; of equal ones the first.
    let several = route.tunes().iter().filter_map(|tune| {
        let (fit, config) = over_cards(&with(Some(*tune)))?;
        Some((*tune, fit, config))
    });
    if let Some((tune, fit, config)) = several.min_by_key(|(_, fit, _)| fit.cards()) {
        return done(Some(tune), fit, config);
    }
    done(Some(*first), Fit::TooLarge, with(Some(*first)))
}

/// The fewest cards by doubling under ZeRO-3, with an engine on cards of its own.
fn over_cards(config: &Config) -> Option<(Fit, Config)> {
    const TRAIN: u32 = 10;
    const ENGINE: u32 = 4;
    let shape = config.model.shape.as_ref()?;
    let samples = config.task.has_rollout();
    let engine = if samples {
        EngineMode::Server
    } else {
        EngineMode::Auto
    };
    let alone = Config {
        engine: EngineMode::None,
        ..config.clone()
    };
    // One card trains by itself where the engine moves off it; without an engine one card was tried before.
    let least = if samples { 0 } else { 1 };
    let (train, shard) = (least..=TRAIN)
        .map(|times| 1_u64 << times)
        .map(|n| {
            let shard = if n == 1 {
                Sharding::None
            } else {
                Sharding::Zero3
            };
            (n, shard)
        })
        .find(|(n, shard)| {
            Shard::of(&alone, *shard, *n).is_some_and(|shard| shard.verdict == Verdict::Fits)
        })?;
    let heads = shape.spec.num_attention_heads;
    let doublings = if samples { 0..=ENGINE } else { 0..=0 };
    doublings
        .map(|times| 1_u64 << times)
        .filter(|tp| heads.is_multiple_of(*tp))
        .find_map(|tp| {
            let config = Config {
                method: Method::Measured,
                shard,
                n: train,
                engine,
                tp,
                en: tp,
                ..config.clone()
            };
            let fit = Fit::Cards {
                train,
                engine: if samples { tp } else { 0 },
            };
            (estimate(&config).verdict() == Verdict::Fits).then_some((fit, config))
        })
}
