//! Texts of the tuning exercise: its levels, commands, answers and hints. Tracebacks are as programs print them, in English.
mod traceback;

use super::{Locale, fill};
use crate::ledger::drill::{
    Advice, Clue, Command, Drill, Goal, Knob, Level, Miss, Outcome, Ran, Refusal, Reply,
    SMALLEST_GROUP, TRUNCATED_PERCENT, Verb, read,
};
use crate::ledger::units::{Bytes, Seconds};
use crate::ledger::words::Word;

texts! {
    /// A text of the tuning exercise.
    DrillText {
    Heading: "调参演练", "Tuning drill";
    Lead: "一张卡，训练和 vLLM 合住。把一步的时间压到目标以内，别爆显存。像终端一样打字，或者点下面的按钮。", "One card, training and vLLM together on it. Press the time of a step below the target without running out of memory. Type as in a terminal, or use the buttons.";
    Setup: "起点是课里记录的那一步：{0}，{1} 个提示 × {2} 条回答，平均 {3} token，一步 {4}。", "It starts from the step that the lesson recorded: {0}, {1} prompts × {2} completions, {3} tokens in the mean, {4} a step.";
    Basis: "时间由一次实测推算，只取方向和比例，不是你的卡上的秒数。", "Times are worked out from one recorded run: directions and proportions, not the seconds of your card.";
    Levels: "关卡", "Levels";
    Goal: "目标", "Goal";
    Log: "终端输出", "terminal output";
    Prompt: "命令", "command";
    Enter: "执行", "Enter";
    PromptHelp: "Tab 补全，↑↓ 翻历史；补完之后 Tab 照常移走焦点。", "Tab completes, ↑↓ go through the history; with nothing left to complete Tab moves on as usual.";
    Settings: "设置", "Settings";
    Now: "现在", "now";
    Turn: "调", "turn";
    Lower: "调低", "lower";
    Higher: "调高", "raise";
    On: "打开", "on";
    Off: "关闭", "off";
    Score: "得分", "score";
    NotYet: "未过", "not yet";
    Tries: "运行 {0} 次，其中爆显存 {1} 次；提示扣 {2} 分", "{0} runs, {1} of them out of memory; {2} points for hints";
    OpenHere: "在计算器里打开这组设置", "Open this set-up in the calculator";
    Welcome: "输入 help 看命令，goals 看目标。", "Type help for the commands, goals for the target.";
    Kept: "进度存在链接里。", "Progress is kept in the link.";
    }
}

/// How a line of the terminal is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// Aside.
    Dim,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
}

impl Tone {
    /// Its name in the page.
    pub const fn slug(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Dim => "dim",
            Tone::Good => "good",
            Tone::Bad => "bad",
        }
    }
}

/// A line of the terminal.
pub type Said = (Tone, String);

/// Reads a line in either language.
pub fn command(line: &str) -> Command {
    read(line, |word| {
        Verb::ALL
            .iter()
            .copied()
            .find(|verb| verb.chinese().contains(&word))
    })
}

impl Verb {
    /// Chinese words for it.
    pub const fn chinese(self) -> &'static [&'static str] {
        match self {
            Verb::Show => &["查看", "看", "显示"],
            Verb::Set => &["设置", "设", "改"],
            Verb::Run => &["运行", "跑"],
            Verb::Goals => &["目标"],
            Verb::Hint => &["提示"],
            Verb::Undo => &["撤销"],
            Verb::Reset => &["重来", "重置"],
            Verb::Level => &["关卡", "关"],
            Verb::Help => &["帮助"],
        }
    }

    /// What it does.
    pub const fn does(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Verb::Show => ("看当前设置（* 是改过的）", "the settings (* where changed)"),
            Verb::Set => (
                "改一项，例如 set mb 4、set util 0.5",
                "change one: set mb 4, set util 0.5",
            ),
            Verb::Run => (
                "跑一步，看时间或看它怎么死",
                "run a step: its time, or how it dies",
            ),
            Verb::Goals => ("这一关要达到什么", "what is to be reached"),
            Verb::Hint => (
                "下一条提示；连着要会越来越具体，也越扣分",
                "the next hint; in a row they get more exact, and dearer",
            ),
            Verb::Undo => ("撤销上一次设置", "take the last setting back"),
            Verb::Reset => ("这一关重来", "begin the level anew"),
            Verb::Level => (
                "level 2 去第 2 关；不带数字列出全部",
                "level 2 goes there; alone it lists them",
            ),
            Verb::Help => ("这张表", "this list"),
        };
        locale.pick(zh, en)
    }
}

impl Level {
    /// Its name.
    pub const fn title(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Level::Recorded => ("让采样快起来", "Make sampling faster"),
            Level::TrainingSide => ("训练侧爆了", "The training side dies"),
            Level::EngineSide => ("引擎起不来", "The engine does not start"),
            Level::Fixed => ("摊薄固定开销", "Dilute the fixed costs"),
            Level::LastCuts => ("1.7B 放不下", "1.7B does not fit"),
            Level::Turns => ("轮流用卡", "Taking turns"),
        };
        locale.pick(zh, en)
    }

    /// Where one stands.
    pub const fn story(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Level::Recorded => (
                "课里的那次实测：跑得通，但大半时间花在采样上。",
                "The lesson's recorded run: it works, and most of a step is sampling.",
            ),
            Level::TrainingSide => (
                "同事把 micro batch、长度和 util 一起调大，还关了检查点。先跑一次，看是哪一侧死的。",
                "A colleague raised micro batch, length and util and turned checkpointing off. Run it and see which side dies.",
            ),
            Level::EngineSide => (
                "max_model_len 照抄了模型的上限，util 又给得很小。",
                "max_model_len was copied from the model's limit, and util is small.",
            ),
            Level::Fixed => (
                "不爆，但慢得离谱。这一关看的是每条回答花多少秒：批可以变大。",
                "Nothing dies, and it is absurdly slow. What counts is the time of a completion: the batch may grow.",
            ),
            Level::LastCuts => (
                "换成 Qwen3-1.7B。全参的 16 字节/参数几乎占满整张卡；KL 要保留。",
                "Qwen3-1.7B. Its 16 bytes a parameter are nearly all of the card; the KL term has to stay.",
            ),
            Level::Turns => (
                "回答变长了。按实测口径算；训练和采样各自都要大半张卡，但不必同时占。",
                "Longer answers, by the measured method. Training and sampling each want most of the card, but not at the same time.",
            ),
        };
        locale.pick(zh, en)
    }
}

impl Knob {
    /// What it is, in a few words.
    pub const fn meaning(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Knob::Util => ("vLLM 一启动就占的份额", "the share vLLM takes at start"),
            Knob::Conc => ("同时采样几条", "sequences sampled at once"),
            Knob::Len => ("每条最多占多少 KV", "the most cache a sequence takes"),
            Knob::Comp => (
                "回答的上限，超过就截断",
                "the cap at which an answer is cut",
            ),
            Knob::Mb => ("一次前向反向几条", "sequences of one forward and backward"),
            Knob::Ckpt => ("重算换激活", "recompute instead of keeping activations"),
            Knob::Gens => (
                "每个提示几条回答，GRPO 的基线",
                "answers a prompt: GRPO's baseline",
            ),
            Knob::Prompts => ("一步几个提示", "prompts a step"),
            Knob::Eager => ("不用 CUDA graph", "no CUDA graphs"),
            Knob::Sleep => ("训练时引擎睡眠", "the engine asleep while training"),
            Knob::Ref => ("参考模型（KL）", "the reference model (KL)"),
            Knob::Lora => ("只训练 LoRA", "train LoRA only"),
        };
        locale.pick(zh, en)
    }
}

/// The goal of a level in lines.
pub fn goals(level: Level, locale: Locale) -> Vec<Said> {
    let Goal {
        step,
        each,
        completions,
        reference,
        par,
    } = level.goal();
    let mut out = Vec::new();
    let mut line = |zh: &str, en: &str, values: &[&str]| {
        let template = match locale {
            Locale::Zh => zh,
            Locale::En => en,
        };
        out.push((Tone::Plain, fill(template, values)));
    };
    if let Some(step) = step {
        line("· 一步 ≤ {0}", "· a step ≤ {0}", &[&step.shown()]);
    }
    if let Some(each) = each {
        line(
            "· 每条回答 ≤ {0}（一步的时间 ÷ 条数）",
            "· a completion ≤ {0} (the step ÷ its completions)",
            &[&seconds(each)],
        );
    }
    line(
        "· 一步至少 {0} 条回答，num_generations ≥ {1}",
        "· at least {0} completions a step, num_generations ≥ {1}",
        &[&completions.to_string(), &SMALLEST_GROUP.to_string()],
    );
    line(
        "· 被截断的回答 ≤ {0}%",
        "· completions cut off ≤ {0} %",
        &[&TRUNCATED_PERCENT.to_string()],
    );
    if reference {
        line(
            "· KL 还在（参考模型不关）",
            "· the KL term stays (reference model on)",
            &[],
        );
    }
    line(
        "· 熟手大约跑 {0} 次",
        "· a good hand takes about {0} runs",
        &[&par.to_string()],
    );
    out
}

/// Seconds to the hundredth: under ten a tenth says too little.
fn seconds(time: Seconds) -> String {
    let text = crate::ledger::units::plain(((time.ms + 5) / 10) as f64 / 100.0);
    [&text, " s"].concat()
}

/// What the terminal says to a command.
pub fn lines(replies: &[Reply], drill: &Drill, locale: Locale) -> Vec<Said> {
    replies
        .iter()
        .flat_map(|reply| reply_lines(reply, drill, locale))
        .collect()
}

fn reply_lines(reply: &Reply, drill: &Drill, locale: Locale) -> Vec<Said> {
    let one = |tone: Tone, zh: &str, en: &str, values: &[&str]| {
        let template = match locale {
            Locale::Zh => zh,
            Locale::En => en,
        };
        vec![(tone, fill(template, values))]
    };
    match reply {
        Reply::Settings(rows) => rows
            .iter()
            .map(|(knob, value, start)| {
                let changed = if value == start { "  " } else { "* " };
                let name = knob.names().first().copied().unwrap_or("");
                let mut text = [changed, knob.slug()].concat();
                pad(&mut text, 10);
                text.push_str(&knob.shown(*value));
                pad(&mut text, 18);
                text.push_str(name);
                pad(&mut text, 47);
                text.push_str(knob.meaning(locale));
                (Tone::Plain, text)
            })
            .collect(),
        Reply::Changed { knob, from, to } => one(
            Tone::Plain,
            "{0}：{1} → {2}",
            "{0}: {1} → {2}",
            &[knob.slug(), &knob.shown(*from), &knob.shown(*to)],
        ),
        Reply::GroupTooSmall => one(
            Tone::Bad,
            "num_generations 低于 {0}：组内平均不再是基线，优势全是噪声。显存和时间要从别处省。",
            "num_generations below {0}: the group's mean is no baseline any more and advantages are noise. Save memory and time elsewhere.",
            &[&SMALLEST_GROUP.to_string()],
        ),
        Reply::ManyAtOnce(many) => one(
            Tone::Dim,
            "上次运行之后改了 {0} 处。一次只动一处，才知道是谁起的作用。",
            "{0} things were changed since the last run. One at a time, or you cannot tell which did it.",
            &[&many.to_string()],
        ),
        Reply::Refused(refusal) => vec![(Tone::Bad, refusal_line(refusal, locale))],
        Reply::Ran(outcome) => outcome_lines(outcome, locale),
        Reply::Won { score, best } => {
            let mut out = one(
                Tone::Good,
                "达标！得分 {0}。",
                "Reached. Score: {0}.",
                &[&score.to_string()],
            );
            if *best > *score {
                out.extend(one(
                    Tone::Dim,
                    "这一关你的最好成绩是 {0}。",
                    "Your best here is {0}.",
                    &[&best.to_string()],
                ));
            }
            match drill.level().next() {
                Some(next) => out.extend(one(
                    Tone::Dim,
                    "输入 level {0} 去下一关：{1}。",
                    "Type level {0} for the next: {1}.",
                    &[next.slug(), next.title(locale)],
                )),
                None => out.extend(one(
                    Tone::Dim,
                    "这是最后一关。",
                    "That was the last level.",
                    &[],
                )),
            }
            out
        }
        Reply::Goals => goals(drill.level(), locale),
        Reply::Hint(clue) => hint_lines(clue, locale),
        Reply::Undone { knob, to } => one(
            Tone::Plain,
            "撤销：{0} 回到 {1}",
            "undone: {0} is {1} again",
            &[knob.slug(), &knob.shown(*to)],
        ),
        Reply::Begun(level) => {
            let mut out = one(
                Tone::Good,
                "第 {0} 关：{1}",
                "Level {0}: {1}",
                &[level.slug(), level.title(locale)],
            );
            out.push((Tone::Plain, level.story(locale).to_string()));
            out
        }
        Reply::Levels => Level::ALL
            .iter()
            .map(|level| {
                let best = drill.best(*level);
                let score = match best {
                    0 => DrillText::NotYet.of(locale).to_string(),
                    best => best.to_string(),
                };
                let here = if *level == drill.level() { "> " } else { "  " };
                let text = [here, level.slug(), "  ", level.title(locale), "  ", &score].concat();
                (Tone::Plain, text)
            })
            .collect(),
        Reply::Help => Verb::ALL
            .iter()
            .map(|verb| {
                let mut text = String::from(verb.slug());
                if locale == Locale::Zh
                    && let Some(word) = verb.chinese().first()
                {
                    text.push('/');
                    text.push_str(word);
                }
                pad(&mut text, 14);
                text.push_str(verb.does(locale));
                (Tone::Plain, text)
            })
            .collect(),
    }
}

/// Blanks up to a column; CJK takes two.
fn pad(text: &mut String, column: usize) {
    let wide = |c: char| if u32::from(c) >= 0x2E80 { 2 } else { 1 };
    let now: usize = text.chars().map(wide).sum();
    for _ in now..column {
        text.push(' ');
    }
    if now >= column {
        text.push(' ');
    }
}

fn refusal_line(refusal: &Refusal, locale: Locale) -> String {
    let say = |zh: &str, en: &str, values: &[&str]| {
        let template = match locale {
            Locale::Zh => zh,
            Locale::En => en,
        };
        fill(template, values)
    };
    match refusal {
        Refusal::Verb(word) => say(
            "没有 {0} 这个命令，输入 help 看有哪些。",
            "{0}: no such command; help lists them.",
            &[word],
        ),
        Refusal::Knob(word) => say(
            "没有 {0} 这一项，输入 show 看有哪些。",
            "{0}: no such setting; show lists them.",
            &[word],
        ),
        Refusal::SetNeeds => say(
            "用法：set 项 值，例如 set mb 4。",
            "usage: set KEY VALUE, set mb 4 for instance.",
            &[],
        ),
        Refusal::Value(knob, word) => say(
            "{0} 不能是 {1}。",
            "{0} cannot be {1}.",
            &[knob.slug(), word],
        ),
        Refusal::OutOfRange { knob, min, max } => say(
            "{0} 取 {1} 到 {2}。",
            "{0} takes {1} to {2}.",
            &[knob.slug(), &knob.shown(*min), &knob.shown(*max)],
        ),
        Refusal::NotHere(knob) => say(
            "这一关不能动 {0}。",
            "{0} is fixed in this level.",
            &[knob.slug()],
        ),
        Refusal::Unchanged(knob) => {
            say("{0} 已经是这个值。", "{0} is that already.", &[knob.slug()])
        }
        Refusal::Length { prompt, comp } => say(
            "max_model_len 要装得下提示 {0} + 回答 {1} = {2} token。",
            "max_model_len must hold prompt {0} + completion {1} = {2} tokens.",
            &[
                &prompt.to_string(),
                &comp.to_string(),
                &prompt.saturating_add(*comp).to_string(),
            ],
        ),
        Refusal::NothingToUndo => say("没有可撤销的设置。", "nothing to undo.", &[]),
        Refusal::NoLevel(word) => say(
            "没有第 {0} 关：1 到 {1}。",
            "no level {0}: 1 to {1}.",
            &[word, &Level::ALL.len().to_string()],
        ),
    }
}

fn outcome_lines(outcome: &Outcome, locale: Locale) -> Vec<Said> {
    match outcome {
        Outcome::Step(ran) => ran_lines(ran, locale),
        Outcome::NoPool { .. }
        | Outcome::NotFree { .. }
        | Outcome::TooLong { .. }
        | Outcome::Training { .. } => traceback::lines(outcome)
            .into_iter()
            .map(|line| (Tone::Bad, line))
            .collect(),
    }
}

fn ran_lines(ran: &Ran, locale: Locale) -> Vec<Said> {
    let mut out = Vec::new();
    let mut line = |tone: Tone, zh: &str, en: &str, values: &[&str]| {
        let template = match locale {
            Locale::Zh => zh,
            Locale::En => en,
        };
        out.push((tone, fill(template, values)));
    };
    if let Some((asked, held)) = ran.preempted {
        line(
            Tone::Bad,
            "WARNING KV 池只装得下 {1} 条，要跑 {0} 条：多出来的被抢占、重算",
            "WARNING the KV pool holds {1} of {0} sequences: the others are preempted and computed again",
            &[&asked.to_string(), &held.to_string()],
        );
    }
    let total = ran.step.total();
    let part = |time: Seconds| {
        [
            &time.shown(),
            " (",
            &time.percent_of(total).to_string(),
            "%)",
        ]
        .concat()
    };
    line(
        Tone::Plain,
        "采样 {0}  前向+反向 {1}  同步 {2}  睡眠/唤醒 {3}",
        "sampling {0}  forward+backward {1}  sync {2}  sleep/wake {3}",
        &[
            &part(ran.step.sampling),
            &part(ran.step.update),
            &part(ran.step.sync),
            &part(ran.step.switch),
        ],
    );
    line(
        Tone::Plain,
        "一步 {0}，{1} 条回答，每条 {2}，截断 {3}%",
        "step {0}, {1} completions, {2} each, {3} % cut off",
        &[
            &total.shown(),
            &ran.completions.to_string(),
            &seconds(ran.each),
            &ran.truncated.to_string(),
        ],
    );
    for miss in &ran.misses {
        match miss {
            Miss::Step { takes, most } => line(
                Tone::Dim,
                "离目标还差 {0}（≤ {1}）",
                "{0} above the target (≤ {1})",
                &[&takes.minus(*most).shown(), &most.shown()],
            ),
            Miss::Each { takes, most } => line(
                Tone::Dim,
                "每条还差 {0}（≤ {1}）",
                "{0} a completion above the target (≤ {1})",
                &[&seconds(takes.minus(*most)), &seconds(*most)],
            ),
            Miss::Completions { are, least } => line(
                Tone::Bad,
                "一步只有 {0} 条回答，至少要 {1} 条：把活变少不算变快",
                "only {0} completions a step, at least {1}: less work is not faster",
                &[&are.to_string(), &least.to_string()],
            ),
            Miss::Truncated { percent } => line(
                Tone::Bad,
                "{0}% 的回答被截断：没有结尾也就没有奖励，不算数",
                "{0} % of the completions are cut off: no end, no reward; it does not count",
                &[&percent.to_string()],
            ),
            Miss::Group { gens } => line(
                Tone::Bad,
                "num_generations = {0}：没有像样的基线，不算数",
                "num_generations = {0}: no baseline to speak of; it does not count",
                &[&gens.to_string()],
            ),
            Miss::Reference => line(
                Tone::Bad,
                "参考模型关了，KL 没了：这一关要保留",
                "the reference model is off and with it the KL term: it has to stay here",
                &[],
            ),
        }
    }
    out
}

fn hint_lines(clue: &Clue, locale: Locale) -> Vec<Said> {
    let (zh, en) = match clue.advice {
        Advice::RunFirst => (
            "先 run 一次：没有结果就没有诊断。",
            "run first: there is nothing to diagnose yet.",
        ),
        Advice::TrainingSide => (
            "看调用栈：是 transformers 的帧，训练侧死了。按顺序想：micro batch、检查点、util（让一点给训练）、长度。",
            "Read the traceback: transformers frames, so the training side died. In this order: micro batch, checkpointing, util (leave training more), length.",
        ),
        Advice::EngineSide => (
            "看调用栈：是 vllm 的帧，引擎侧死了。先看 max_model_len 是不是远超需要，再看并发和 util。",
            "Read the traceback: vllm frames, so the engine died. Is max_model_len far above what is needed? Then concurrency, then util.",
        ),
        Advice::Preempted => (
            "没死，但池子装不下这么多条，在抢占重算：让每条更短，或者把 util 抬高，最后才降并发。",
            "It lives, but the pool does not hold that many and preempts: make each shorter or raise util; lower concurrency last.",
        ),
        Advice::Truncated => (
            "截断率太高：max_completion_length 砍过头了。",
            "Too many are cut off: max_completion_length went too far down.",
        ),
        Advice::Group => (
            "num_generations 先放回去，别从基线里省。",
            "Put num_generations back: do not save on the baseline.",
        ),
        Advice::Batch => (
            "批变小了，时间当然短。把条数补回来。",
            "The batch shrank, so of course it is shorter. Bring the completions back.",
        ),
        Advice::Reference => (
            "参考模型要留着；从别处省。",
            "The reference model has to stay; save elsewhere.",
        ),
        Advice::Sampling => (
            "采样占大头：显存够就抬 util 和并发，CUDA graph 要开着；长度先看截断率再砍。",
            "Sampling takes the most: raise util and concurrency while memory lasts, keep CUDA graphs on; before cutting the length look at the truncation rate.",
        ),
        Advice::Update => (
            "前向反向占大头：micro batch 大一点，显存宽裕就关检查点。",
            "Forward and backward take the most: a larger micro batch; with memory to spare checkpointing off.",
        ),
        Advice::Fixed => (
            "同步和切换是固定开销：每步多放几条，把它摊薄。",
            "Sync and switching are fixed: put more completions in a step to dilute them.",
        ),
        Advice::Reached => ("已经达标了。", "The goal is reached."),
    };
    let mut out = vec![(Tone::Dim, locale.pick(zh, en).to_string())];
    if let Some(knob) = clue.knob {
        let text = match clue.value {
            Some(value) => fill(
                locale.pick("试试：set {0} {1}", "Try: set {0} {1}"),
                &[knob.slug(), &knob.shown(value)],
            ),
            None => fill(
                locale.pick("动 {0}：{1}。", "Turn {0}: {1}."),
                &[knob.slug(), knob.meaning(locale)],
            ),
        };
        out.push((Tone::Dim, text));
    }
    out
}

/// A size in GiB as programs print it, with two decimals.
fn gib(bytes: Bytes) -> String {
    let hundredths = (u128::from(bytes.0) * 100 + (1 << 29)) >> 30;
    let (whole, part) = (hundredths / 100, hundredths % 100);
    let zero = if part < 10 { "0" } else { "" };
    [&whole.to_string(), ".", zero, &part.to_string()].concat()
}

/// An operation as the line that does it.
pub fn typed(op: crate::ledger::drill::Op) -> String {
    use crate::ledger::drill::Op;
    match op {
        Op::Set(knob, value) => {
            [Verb::Set.slug(), " ", knob.slug(), " ", &knob.shown(value)].concat()
        }
        Op::Run => Verb::Run.slug().to_string(),
        Op::Hint => Verb::Hint.slug().to_string(),
        Op::Undo => Verb::Undo.slug().to_string(),
    }
}
