//! What the reader of a link, a field or a file has to say: what, the limit, what to do.
use super::{Locale, fill};
use crate::ledger::words::Word;
use crate::url::{Issue, IssueCode, Key};

impl Issue {
    /// The sentence.
    pub fn sentence(&self, locale: Locale) -> String {
        let key = match Key::of(&self.key) {
            Some(key) => fill(
                locale.pick("{0}（{1}）", "{0} ({1})"),
                &[&self.key, key.label(locale)],
            ),
            None => self.key.clone(),
        };
        let (given, used) = (self.given.as_str(), self.used.as_str());
        let kept = || {
            if used.is_empty() {
                String::new()
            } else {
                fill(locale.pick("，用 {0}", "; {0} is used"), &[used])
            }
        };
        let say = |zh: &'static str, en: &'static str, more: &[&str]| {
            let mut values = vec![key.as_str(), given];
            values.extend(more);
            fill(locale.pick(zh, en), &values)
        };
        match &self.code {
            IssueCode::UnknownKey if self.key.is_empty() => say(
                "链接里有一段没有名字：{1}，已忽略。",
                "A part of the link has no name: {1}; it was ignored.",
                &[],
            ),
            IssueCode::UnknownKey => say(
                "没有叫 {0} 的键，已忽略。",
                "There is no key {0}; it was ignored.",
                &[],
            ),
            IssueCode::Duplicate => say(
                "{0} 给了两次：以第一个 {2} 为准，“{1}”已忽略。",
                "{0} is given twice: the first, {2}, holds; “{1}” was ignored.",
                &[used],
            ),
            IssueCode::Repeated => say(
                "{0} 重复写了两次，值相同。",
                "{0} is given twice with the same value.",
                &[],
            ),
            IssueCode::NotAWord(words) => say(
                "{0} 没有“{1}”这个取值，可选：{2}{3}。",
                "{0} does not take “{1}”; it takes {2}{3}.",
                &[&words.join(" "), &kept()],
            ),
            IssueCode::UnknownId => say(
                "{0}：没有叫“{1}”的预设{2}。从列表里选，或导入 config.json。",
                "{0}: there is no preset “{1}”{2}. Choose one from the list, or import a config.json.",
                &[&kept()],
            ),
            IssueCode::NotANumber => say(
                "{0} 要一个数字，“{1}”读不懂{2}。",
                "{0} takes a number; “{1}” is not one{2}.",
                &[&kept()],
            ),
            IssueCode::NotWhole => say(
                "{0} 要一个整数，“{1}”不是{2}。",
                "{0} takes a whole number; “{1}” is not one{2}.",
                &[&kept()],
            ),
            IssueCode::OutOfRange { min, max } => say(
                "{0} 的范围是 {2} 到 {3}，给的是“{1}”，按 {4} 计算。",
                "{0} goes from {2} to {3}; “{1}” was given and {4} is used.",
                &[min, max, used],
            ),
            IssueCode::ReadLeniently => say(
                "{0}：“{1}”按 {2} 读。",
                "{0}: “{1}” was read as {2}.",
                &[used],
            ),
            IssueCode::Rounded => say(
                "{0}：“{1}”取到 {2}。",
                "{0}: “{1}” was rounded to {2}.",
                &[used],
            ),
            IssueCode::TooLong { limit } => say(
                "{0} 太长：最多 {2} 个字符。",
                "{0} is too long: at most {2} characters.",
                &[&limit.to_string()],
            ),
            IssueCode::TooMany { limit } => say(
                "{0} 最多 {2} 个值，其余没有读。",
                "{0} takes at most {2} values; the rest was left out.",
                &[&limit.to_string()],
            ),
            IssueCode::NotADrill => say(
                "{0} 有看不懂的部分：“{1}”里读得懂的留下，其余忽略{2}。",
                "{0} has parts that mean nothing: what can be read of “{1}” is kept{2}.",
                &[&kept()],
            ),
            IssueCode::NotAFix => say(
                "{0}：“{1}”里有读不懂的部分{2}。写法：engine_weights:1142,context:510（行名:MiB；随批大小或长度变化的行不能用实测值固定）。",
                "{0}: a part of “{1}” cannot be read{2}. Write engine_weights:1142,context:510 (line:MiB; lines that grow with batch or length cannot be fixed).",
                &[&kept()],
            ),
            IssueCode::NotAxes => say(
                "{0}：“{1}”读不懂。写几个整数，用空格隔开；链接里写成 1-4-16x1024-4096。",
                "{0}: “{1}” cannot be read. Write whole numbers with spaces between; in a link 1-4-16x1024-4096.",
                &[],
            ),
            IssueCode::InPin { entry } => say(
                "{0}：基线里的“{2}”没有读，其余照用。",
                "{0}: “{2}” in the baseline was not read; the rest holds.",
                &[entry],
            ),
            IssueCode::NotUsedByMethod => say(
                "{0} 在当前口径下不参与计算，先留着。",
                "{0} is not used by this method; it is kept.",
                &[],
            ),
            IssueCode::NotUsedHere => say(
                "{0} 在当前方法下用不上，先留着。",
                "{0} is not used by this task; it is kept.",
                &[],
            ),
            IssueCode::NotUsedYet => say(
                "{0} 能读，但这一版还没有用到它。",
                "{0} is read, but nothing here uses it yet.",
                &[],
            ),
            IssueCode::OtherVersion => say(
                "链接的版本是“{1}”，这里按 v1 读。",
                "The link says version “{1}”; it is read as v1.",
                &[],
            ),
            IssueCode::Field(problem) => say(
                "{0}：“{1}”。{2}",
                "{0}: “{1}”. {2}",
                &[&problem.sentence(locale)],
            ),
            IssueCode::Model(issue) => issue.sentence(locale),
            IssueCode::CustomWithoutShape => say(
                "model=custom 还要给 m.* 字段，或用 params 给出参数量；先用 {2}。",
                "model=custom also needs m.* fields, or params with its size; {2} is used.",
                &[used],
            ),
            IssueCode::ModelIsPreset => say(
                "{0} 只在 model=custom 时有用；现在的模型是 {2}，已忽略。",
                "{0} only goes with model=custom; the model is {2}, so it was ignored.",
                &[used],
            ),
            IssueCode::ParamsGiven => say(
                "{0}：参数量由 m.* 的结构算出，“{1}”已忽略。",
                "{0}: the size follows from the m.* fields; “{1}” was ignored.",
                &[],
            ),
            IssueCode::QueryTooLong => say(
                "链接太长：最多读 100,000 个字节、1,000 个键，其余没有读。",
                "The link is too long: at most 100,000 bytes and 1,000 keys are read; the rest was left out.",
                &[],
            ),
            IssueCode::More { count } => say(
                "还有 {2} 条没有列出。",
                "{2} more are not listed.",
                &[&count.to_string()],
            ),
        }
    }
}
