//! The guide's words: questions, answers, ways and reasons.
use super::{Locale, fill};
use crate::ledger::config::Tune;
use crate::ledger::way::{Fit, Question, Ready, Reason, Route};

texts! {
    /// A text of the guide.
    WayText {
    Heading: "选路：该不该训、怎么训", "Which way: whether to train, and how";
    Lead: "先问要不要动权重，再问动多少。回答下面几个问题，最后得到一个为当前模型和卡配好的计算器链接。", "First whether weights should change at all, then how many of them. Answer a few questions; the last step is a calculator set for the present model and card.";
    Now: "当前：{0}，{1}。要换就在设置里换。", "Now: {0} on {1}. Change them in the settings.";
    Answer: "建议", "The way";
    Why: "为什么", "Why";
    OpenQuestion: "还差一个回答。", "One more answer is needed.";
    Restart: "重新来", "Start again";
    OpenIt: "打开配好的计算器", "open the calculator, set for it";
    Plan: "看几张卡、多少钱", "see cards and money";
    QGoal: "想让模型哪里变好？", "What should become better?";
    QData: "要学的有多少？", "How much is there to learn?";
    QAdapters: "LoRA 试过了吗？", "Have you tried LoRA?";
    QReward: "回答好不好，怎么判？", "How is an answer judged?";
    QPairs: "有没有成对的偏好数据（好 / 差）？", "Are there pairs of a better and a worse answer?";
    QDpo: "DPO 做过了吗？", "Have you done DPO?";
    QKeeper: "谁来长期维护奖励模型？", "Who keeps the reward model?";
    QRounds: "预算够几轮？", "How many rounds are paid for?";
    Facts: "事实：常变、要出处、要能删", "facts: they change, need a source, must be deletable";
    Rules: "固定规则：模板、校验、受约束解码能写清", "fixed rules: templates, checks or constrained decoding can state it";
    Style: "格式、口吻、某个领域任务", "form, tone, a task of a field";
    Knowledge: "一个领域的新知识", "new knowledge of a field";
    Vocabulary: "新词表或新语言", "a new vocabulary or language";
    Preference: "偏好：两个回答里人更喜欢哪个", "preference: which of two answers people like better";
    Outcome: "成功率：推理、代码、工具调用做对的比例", "outcomes: how often reasoning, code or tool calls come out right";
    Little: "几千篇文档", "some thousand documents";
    Corpus: "上亿 token 的语料", "a corpus of hundreds of millions of tokens";
    TriedNot: "还没有", "not yet";
    TriedShort: "试过：加大 rank、加全目标层仍不够", "yes: short even with more rank on all linear layers";
    Verifiable: "程序能判：单测、答案比对、规则", "by a program: unit tests, answers to compare, rules";
    Judged: "只能人或模型来评", "by people or a model only";
    Nothing: "还没有评测", "not judged yet";
    PairsHave: "有", "yes";
    PairsLack: "没有", "no";
    DpoUntried: "还没有", "not yet";
    DpoShort: "做过，到顶了", "yes, it is at its ceiling";
    Nobody: "没有人", "nobody";
    Team: "有团队，每个版本都更新", "a team, release after release";
    One: "一两轮", "one or two";
    Many: "五到十轮", "five to ten";
    RouteRetrieval: "不训练：检索（RAG）", "no training: retrieval (RAG)";
    RouteRules: "不训练：规则、模板或受约束解码", "no training: rules, templates or constrained decoding";
    RouteAdapters: "SFT，只训适配器", "SFT of adapters";
    RouteFull: "SFT，全参", "SFT of all parameters";
    RouteDpo: "DPO", "DPO";
    RouteGrpo: "GRPO（PPO 一族，不养 critic 和奖励模型）", "GRPO (of PPO's kind, without critic and reward model)";
    RoutePpo: "PPO", "PPO";
    FactsChange: "训练教的是怎么答，不是今天的事实；要更新、要出处、要删除，都该放在权重外面。", "Training teaches how to answer, not today's facts: what is updated, sourced or deleted belongs outside the weights.";
    RulesState: "能写清的就不必学：规则不用训练，也不会退化。", "What can be stated need not be learnt: rules need no training and do not regress.";
    AdaptersFirst: "格式、口吻和单个任务，LoRA 通常就够，底座还能给多个适配器共用；先做成基线。", "For form, tone and a task LoRA is usually enough, and one base serves many adapters: make it the baseline.";
    AdaptersShort: "加大 rank、加全目标层仍不够：是容量问题，放开全部参数。", "More rank on all linear layers is still short: that is capacity, so let all parameters train.";
    LittleIsFound: "几千篇文档，查得到比学得会更可靠，也更便宜。", "Some thousand documents are found more reliably, and more cheaply, than they are learnt.";
    CorpusIsLearnt: "大量新知识要写进全部权重：全参继续预训练，再做 SFT。", "Much new knowledge goes into all weights: continue pre-training in full, then SFT.";
    EmbeddingTrains: "新词的 embedding 和输出头要从头学，只训低秩适配器够不着。", "Embedding and head of new words must be learnt from nothing, beyond the reach of low-rank adapters.";
    NoPairs: "没有偏好对就没有可比的：先用好样本做 SFT，同时收集成对数据。", "Without pairs there is nothing to compare: SFT on good samples first, and collect pairs meanwhile.";
    PairsAreEnough: "有偏好对，DPO 就够起步：约十分之一的费用，八成的效果，不养奖励模型和 critic。", "With pairs DPO is a start: about 80 % of the effect for a tenth of the cost, without reward model and critic.";
    NobodyKeeps: "没人维护的奖励模型迟早被策略钻空子：留在 DPO，换数据再做一轮。", "A reward model that nobody keeps is exploited sooner or later: stay with DPO and do a round on fresh pairs.";
    TeamKeeps: "DPO 到顶，有人维护奖励模型，轮数也付得起：这才值得上 PPO。", "DPO is at its ceiling, somebody keeps the reward model, and the rounds are paid for: this is when PPO is worth it.";
    TooFewRounds: "RL 要调五到十轮才稳，一两轮的预算多半打水漂。", "Reinforcement learning takes five to ten rounds to settle; a budget of one or two is mostly lost.";
    ProgramJudges: "程序能判对错，就不用养奖励模型；GRPO 用组内平均代替 critic，比 PPO 少一个在训的模型。", "A program judges, so no reward model is needed; GRPO's group mean replaces the critic, one trained model fewer than PPO.";
    KeepTheRight: "多次采样，留下程序判对的，用它们做 SFT（拒绝采样）。", "Sample several times, keep what the program judged right, and do SFT on it (rejection sampling).";
    JudgeFirst: "判不了好坏就谈不上有意提升：先建评测；已有的好样本可以先做 SFT。", "What is not judged cannot be improved on purpose: make the test first; the good samples you have will do for SFT.";
    FitOne: "一张 {0} 就放得下（留 10%）：{1}。", "It fits on one {0} with 10 % free: {1}.";
    FitServe: "照常部署底座，一张 {0} 放得下当前并发和长度。", "Serve the base as it is: one {0} holds the present concurrency and length.";
    FitCards: "一张放不下：{1}，按实测模型 ZeRO-3 分到 {2} 张 {0}。", "One card is not enough: {1} under ZeRO-3 over {2} cards of {0}, by the measured method.";
    FitServer: "一张放不下：{1}，按实测模型 ZeRO-3 分到 {2} 张 {0}，引擎另用 {3} 张（它还有一份权重和 KV cache，这就是 PPO / GRPO 的隐形副本）。", "One card is not enough: {1} under ZeRO-3 over {2} cards of {0} by the measured method, and {3} for the engine (it holds one more copy of the weights and the cache: the hidden copy of PPO and GRPO).";
    FitApart: "一张放不下，把引擎移开就行：{1}，按实测模型训练一张 {0}，引擎另用 {3} 张（它还有一份权重和 KV cache，这就是 PPO / GRPO 的隐形副本）。", "One card is not enough, but it is with the engine elsewhere: {1} on one {0} by the measured method, and {3} for the engine (it holds one more copy of the weights and the cache: the hidden copy of PPO and GRPO).";
    FitNone: "{1} 在这张卡（{0}）上放不下，加到 1024 张也不行，或者不知道模型结构：换卡或换小一号的模型。", "{1} does not fit on this card ({0}), not over 1,024 of them either, or the model's shape is unknown: take another card or a smaller model.";
    FitNoServe: "当前并发和长度一张 {0} 放不下：看容量视图里的门禁和出路。", "One {0} does not hold the present concurrency and length: see the gate and its ways out.";
    }
}

impl Question {
    /// The question.
    pub const fn label(self, locale: Locale) -> &'static str {
        let text = match self {
            Question::Goal => WayText::QGoal,
            Question::Data => WayText::QData,
            Question::Adapters => WayText::QAdapters,
            Question::Reward => WayText::QReward,
            Question::Pairs => WayText::QPairs,
            Question::Dpo => WayText::QDpo,
            Question::Keeper => WayText::QKeeper,
            Question::Rounds => WayText::QRounds,
        };
        text.of(locale)
    }

    /// Its answers, in the order of their slugs.
    pub const fn answers(self) -> &'static [WayText] {
        match self {
            Question::Goal => &[
                WayText::Facts,
                WayText::Rules,
                WayText::Style,
                WayText::Knowledge,
                WayText::Vocabulary,
                WayText::Preference,
                WayText::Outcome,
            ],
            Question::Data => &[WayText::Little, WayText::Corpus],
            Question::Adapters => &[WayText::TriedNot, WayText::TriedShort],
            Question::Reward => &[WayText::Verifiable, WayText::Judged, WayText::Nothing],
            Question::Pairs => &[WayText::PairsHave, WayText::PairsLack],
            Question::Dpo => &[WayText::DpoUntried, WayText::DpoShort],
            Question::Keeper => &[WayText::Nobody, WayText::Team],
            Question::Rounds => &[WayText::One, WayText::Many],
        }
    }
}

impl Route {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let text = match self {
            Route::Retrieval => WayText::RouteRetrieval,
            Route::Rules => WayText::RouteRules,
            Route::Adapters => WayText::RouteAdapters,
            Route::Full => WayText::RouteFull,
            Route::Dpo => WayText::RouteDpo,
            Route::Grpo => WayText::RouteGrpo,
            Route::Ppo => WayText::RoutePpo,
        };
        text.of(locale)
    }
}

impl Reason {
    /// The sentence.
    pub const fn sentence(self, locale: Locale) -> &'static str {
        let text = match self {
            Reason::FactsChange => WayText::FactsChange,
            Reason::RulesState => WayText::RulesState,
            Reason::AdaptersFirst => WayText::AdaptersFirst,
            Reason::AdaptersShort => WayText::AdaptersShort,
            Reason::LittleIsFound => WayText::LittleIsFound,
            Reason::CorpusIsLearnt => WayText::CorpusIsLearnt,
            Reason::EmbeddingTrains => WayText::EmbeddingTrains,
            Reason::NoPairs => WayText::NoPairs,
            Reason::PairsAreEnough => WayText::PairsAreEnough,
            Reason::NobodyKeeps => WayText::NobodyKeeps,
            Reason::TeamKeeps => WayText::TeamKeeps,
            Reason::TooFewRounds => WayText::TooFewRounds,
            Reason::ProgramJudges => WayText::ProgramJudges,
            Reason::KeepTheRight => WayText::KeepTheRight,
            Reason::JudgeFirst => WayText::JudgeFirst,
        };
        text.of(locale)
    }
}

impl Ready {
    /// The way in short: its name, and what trains.
    pub fn title(&self, locale: Locale) -> String {
        let route = self.route.label(locale);
        match (self.route, self.tune) {
            (Route::Full | Route::Retrieval | Route::Rules, _) | (_, None) => route.into(),
            (Route::Adapters | Route::Dpo | Route::Grpo | Route::Ppo, Some(tune)) => {
                [route, " · ", tune.label(locale)].concat()
            }
        }
    }

    /// How it stands on the card.
    pub fn standing(&self, locale: Locale) -> String {
        let card = self.config.gpu.name;
        let what = [
            self.config.task.label(locale),
            " ",
            self.tune.map_or("", |tune: Tune| tune.label(locale)),
        ]
        .concat();
        let what = what.trim_end();
        match (self.fit, self.tune) {
            (Fit::OneCard, None) => fill(WayText::FitServe.of(locale), &[card]),
            (Fit::OneCard, Some(_)) => fill(WayText::FitOne.of(locale), &[card, what]),
            (Fit::Cards { train, engine: 0 }, _) => fill(
                WayText::FitCards.of(locale),
                &[card, what, &train.to_string()],
            ),
            (Fit::Cards { train, engine }, _) => fill(
                if train == 1 {
                    WayText::FitApart
                } else {
                    WayText::FitServer
                }
                .of(locale),
                &[card, what, &train.to_string(), &engine.to_string()],
            ),
            (Fit::TooLarge, None) => fill(WayText::FitNoServe.of(locale), &[card]),
            (Fit::TooLarge, Some(_)) => fill(WayText::FitNone.of(locale), &[card, what]),
        }
    }
}
