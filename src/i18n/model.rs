//! What is to be said of a model's fields and files.
use super::{Locale, fill};
use crate::config_json::{ConfigError, FileKind, JsonKind};
use crate::ledger::model::{FieldProblem, ModelIssue};

impl FieldProblem {
    /// The sentence: the field, the limit, what holds instead.
    pub fn sentence(&self, locale: Locale) -> String {
        match self {
            FieldProblem::UnknownField { name } => fill(
                locale.pick(
                    "没有叫 {0} 的字段，已忽略。",
                    "There is no field {0}; it was ignored.",
                ),
                &[name],
            ),
            FieldProblem::NotANumber { field } => fill(
                locale.pick(
                    "{0} 要一个整数，读不懂，用这一类模型的默认值。",
                    "{0} takes a whole number; the class's default is used.",
                ),
                &[field],
            ),
            FieldProblem::NotAFlag { field } => fill(
                locale.pick(
                    "{0} 只能是 true 或 false，用默认值。",
                    "{0} takes true or false; the class's default is used.",
                ),
                &[field],
            ),
            FieldProblem::NotADtype { field } => fill(
                locale.pick(
                    "{0} 只能是 float32 或 bfloat16，用默认值。",
                    "{0} takes float32 or bfloat16; the class's default is used.",
                ),
                &[field],
            ),
            FieldProblem::NotAList { field } => fill(
                locale.pick(
                    "{0} 不是能读的列表，用默认值。",
                    "{0} is not a list of its kind; the class's default is used.",
                ),
                &[field],
            ),
            FieldProblem::OutOfRange {
                field,
                min,
                max,
                used,
            } => fill(
                locale.pick(
                    "{0} 的范围是 {1} 到 {2}，按 {3} 计算。",
                    "{0} goes from {1} to {2}; {3} is used.",
                ),
                &[field, &min.to_string(), &max.to_string(), &used.to_string()],
            ),
            FieldProblem::TooLong { field, max } => fill(
                locale.pick(
                    "{0} 最多 {1} 项，多出的部分已截掉。",
                    "{0} has at most {1} entries; the rest was cut off.",
                ),
                &[field, &max.to_string()],
            ),
        }
    }
}

impl ModelIssue {
    /// The sentence.
    pub fn sentence(&self, locale: Locale) -> String {
        match self {
            ModelIssue::UnknownType { model_type } => fill(
                locale.pick(
                    "不认识 model_type“{0}”：按最接近的 Llama 一类结构计算，数字是估计。",
                    "model_type “{0}” is not known here: the nearest family (Llama's) is used, so the numbers are an assumption.",
                ),
                &[model_type],
            ),
            ModelIssue::Missing { field, used } => fill(
                locale.pick("缺少 {0}，用 {1}；请补上真实的值。", "{0} is missing and {1} is used: give the real value."),
                &[field, &used.to_string()],
            ),
            ModelIssue::HeadsDoNotDivideHidden { hidden, heads, used } => fill(
                locale.pick(
                    "hidden {0} 不能被 heads {1} 整除：head_dim 取 {2}，请检查或写明 head_dim。",
                    "hidden {0} is no multiple of heads {1}: head_dim {2} is used. Check it, or give head_dim.",
                ),
                &[&hidden.to_string(), &heads.to_string(), &used.to_string()],
            ),
            ModelIssue::MoreKvHeadsThanHeads { heads, kv_heads } => fill(
                locale.pick(
                    "kv_heads {1} 多于 heads {0}：照算，但这样的模型不存在，请检查。",
                    "kv_heads {1} is more than heads {0}: it is computed as given, but no model is like that; check it.",
                ),
                &[&heads.to_string(), &kv_heads.to_string()],
            ),
            ModelIssue::KvHeadsDoNotDivideHeads { heads, kv_heads } => fill(
                locale.pick(
                    "heads {0} 不是 kv_heads {1} 的整数倍：照算，请检查。",
                    "heads {0} is no multiple of kv_heads {1}: it is computed as given; check it.",
                ),
                &[&heads.to_string(), &kv_heads.to_string()],
            ),
            ModelIssue::FewerExpertsThanTopK { experts, top_k } => fill(
                locale.pick(
                    "每个 token 要 {1} 个专家，却只有 {0} 个：全部算作激活。",
                    "Each token goes to {1} experts but there are {0}: all are taken as active.",
                ),
                &[&experts.to_string(), &top_k.to_string()],
            ),
            ModelIssue::ShortList { field, length, layers } => fill(
                locale.pick(
                    "{0} 只有 {1} 项，模型有 {2} 层：其余按这一类的惯例补齐。",
                    "{0} has {1} entries for {2} layers: the class's own schedule fills up.",
                ),
                &[field, &length.to_string(), &layers.to_string()],
            ),
            ModelIssue::UnknownLayerKind { letter } => fill(
                locale.pick("这一类模型没有“{0}”层：按全注意力计算。", "This class has no layer kind “{0}”: full attention is used."),
                &[&letter.to_string()],
            ),
            ModelIssue::Field(problem) => problem.sentence(locale),
        }
    }
}

impl ConfigError {
    /// The sentence: what the file is, and what to give instead.
    pub fn sentence(&self, locale: Locale) -> String {
        let what = match self {
            ConfigError::TooLarge { limit } => fill(
                locale.pick(
                    "文件超过 {0} MiB：config.json 只有几 KB，请确认不是权重或分词器文件。",
                    "The file is over {0} MiB: a config.json is a few KB. Is it a weight or tokenizer file?",
                ),
                &[&(limit >> 20).to_string()],
            ),
            ConfigError::Blank => locale.pick("内容是空的。", "There is nothing in it.").to_string(),
            ConfigError::NotJson { line, column } => fill(
                locale.pick(
                    "不是 JSON：第 {0} 行第 {1} 列读不下去（或嵌套超过 128 层）。",
                    "Not JSON: it cannot be read past line {0}, column {1} (or it is nested deeper than 128 levels).",
                ),
                &[&line.to_string(), &column.to_string()],
            ),
            ConfigError::NotAnObject { kind } => fill(
                locale.pick("这是{0}，不是 config.json 的对象。", "This is {0}, not the object of a config.json."),
                &[kind.label(locale)],
            ),
            ConfigError::NotAModel { kind } => fill(
                locale.pick("这是{0}，里面没有模型结构。", "This is {0}: it does not describe a model."),
                &[kind.label(locale)],
            ),
        };
        what + locale.pick(
            "请粘贴模型仓库里的 config.json 全文。",
            " Paste the whole config.json of the model's repository.",
        )
    }
}

impl JsonKind {
    const fn label(self, locale: Locale) -> &'static str {
        match self {
            JsonKind::Null => "null",
            JsonKind::Boolean => "true / false",
            JsonKind::Number => locale.pick("一个数字", "a number"),
            JsonKind::Text => locale.pick("一段文字", "a text"),
            JsonKind::List => locale.pick("一个列表", "a list"),
            JsonKind::Object => locale.pick("一个对象", "an object"),
        }
    }
}

impl FileKind {
    const fn label(self, locale: Locale) -> &'static str {
        match self {
            FileKind::EmptyObject => locale.pick("空对象 {}", "an empty object {}"),
            FileKind::Tokenizer => locale.pick("分词器的配置", "a tokenizer's configuration"),
            FileKind::Generation => "generation_config.json",
            FileKind::Adapter => "adapter_config.json",
            FileKind::WeightIndex => "model.safetensors.index.json",
            FileKind::Diffusion => {
                locale.pick("扩散模型的配置", "a diffusion pipeline's configuration")
            }
            FileKind::Other => locale.pick("别的 JSON", "another JSON"),
        }
    }
}
