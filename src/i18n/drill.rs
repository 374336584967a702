//! Texts of the tuning exercise: its levels, commands, answers and hints. Tracebacks are as programs print them, in English.
mod answers;
mod traceback;

pub use answers::lines;

use super::{Locale, fill};
use crate::ledger::drill::{
    Command, Goal, Knob, Level, SMALLEST_GROUP, TRUNCATED_PERCENT, Verb, read,
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
