//! What the terminal says: to settings, runs, hints and lines that it cannot take.
use super::{DrillText, Said, Tone, goals, seconds, traceback};
use crate::i18n::{Locale, fill};
use crate::ledger::drill::{
    Advice, Clue, Drill, Level, Miss, Outcome, Ran, Refusal, Reply, SMALLEST_GROUP, Verb,
};
use crate::ledger::units::Seconds;
use crate::ledger::words::Word;

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
