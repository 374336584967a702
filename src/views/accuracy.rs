//! The accuracy page: the measured method's error against real runs, family by family, each case a link that opens it.
//! Printed when the page is built, from the run that tests/truth.rs holds to its bounds.
use super::parts;
use crate::html::{Html, Tag, all, h};
use crate::i18n::{AccuracyText, Locale, fill};
use crate::ledger::MODEL_REV;
use crate::ledger::units::{ByteUnit, Bytes, grouped, plain};

/// A family of cases with its errors as shares of one.
pub struct Family {
    /// Its name, English.
    pub name: &'static str,
    /// Mean of the absolute errors.
    pub mean: f64,
    /// Median of the absolute errors.
    pub median: f64,
    /// Largest absolute error.
    pub max: f64,
    /// What the tests hold it to: mean and largest.
    pub bound: Option<(f64, f64)>,
    /// Its cases; those that stand apart are not counted.
    pub cases: Vec<Case>,
}

/// A figure that was measured, and the ledger's.
pub struct Case {
    /// Its id.
    pub id: String,
    /// The link that opens it.
    pub query: String,
    /// As measured: bytes, or a count where a family counts.
    pub measured: f64,
    /// The ledger's.
    pub predicted: f64,
    /// Where it was published or measured.
    pub source: String,
    /// Why it is not counted.
    pub apart: Option<String>,
    /// What explains a large error.
    pub why: Option<String>,
}

impl Case {
    /// Its error as a share of one.
    pub fn error(&self) -> f64 {
        self.predicted / self.measured - 1.0
    }
}

/// A run that its source describes too little: the range that the unknowns allow.
pub struct Ranged {
    /// Its id.
    pub id: String,
    /// As measured, bytes.
    pub measured: f64,
    /// Least and most that the unknowns allow, bytes.
    pub range: (f64, f64),
    /// What is not stated.
    pub why: String,
}

/// All that the page prints.
pub struct Accuracy {
    /// Families in order.
    pub families: Vec<Family>,
    /// Underdetermined runs.
    pub ranged: Vec<Ranged>,
    /// Further runs that state neither batch, length nor recipe.
    pub rest: usize,
    /// The scatter of predicted against measured, as SVG that the build drew.
    pub scatter: Html,
}

/// The page.
pub fn page(accuracy: &Accuracy, locale: Locale) -> Html {
    let t = |text: AccuracyText| text.of(locale);
    let count: usize = accuracy.families.iter().map(counted).sum();
    let lead = fill(
        t(AccuracyText::Lead),
        &[
            &count.to_string(),
            &accuracy.families.len().to_string(),
            &MODEL_REV.to_string(),
        ],
    );
    let table = parts::table(
        t(AccuracyText::TableCaption),
        [
            AccuracyText::Family,
            AccuracyText::Count,
            AccuracyText::Mean,
            AccuracyText::Median,
            AccuracyText::Max,
            AccuracyText::Bound,
            AccuracyText::Worst,
        ]
        .map(t),
        accuracy
            .families
            .iter()
            .map(|f| family_row(f, locale))
            .collect(),
    );
    h("article")
        .class("lesson accuracy")
        .kid(h("h2").kid(t(AccuracyText::Heading)))
        .kid(h("p").class("lead").kid(lead))
        .kid(table)
        .kid(
            h("figure")
                .class("scatter")
                .kid(accuracy.scatter.clone())
                .kid(h("figcaption").kid(t(AccuracyText::ScatterCaption))),
        )
        .kid(
            parts::section("accuracy-cases", t(AccuracyText::Cases))
                .kid(h("p").kid(t(AccuracyText::CasesLead)))
                .kids(accuracy.families.iter().map(|f| cases(f, locale))),
        )
        .kid(h("p").kid(t(AccuracyText::Counting)))
        .kid(apart(accuracy, locale))
        .kid(ranged(accuracy, locale))
        .into()
}

fn counted(family: &Family) -> usize {
    family
        .cases
        .iter()
        .filter(|case| case.apart.is_none())
        .count()
}

/// A share of one as a percentage with two decimals.
fn percent(share: f64) -> String {
    let hundredths = (share * 10_000.0).round();
    [&plain(hundredths / 100.0), " %"].concat()
}

fn signed(share: f64) -> String {
    let size = percent(share.abs());
    let sign = match (share < 0.0, size.starts_with("0 ")) {
        (_, true) => "",
        (true, false) => "−",
        (false, false) => "+",
    };
    [sign, &size].concat()
}

fn family_row(family: &Family, locale: Locale) -> Tag {
    let size = |case: &&Case| case.error().abs();
    let worst = family
        .cases
        .iter()
        .filter(|case| case.apart.is_none())
        .max_by(|a, b| size(a).total_cmp(&size(b)));
    let bound = family.bound.map_or(String::new(), |(mean, max)| {
        [&percent(mean), " / ", &percent(max)].concat()
    });
    let cells: [Html; 6] = [
        counted(family).to_string().into(),
        percent(family.mean).into(),
        percent(family.median).into(),
        percent(family.max).into(),
        bound.into(),
        worst.map(open).into(),
    ];
    parts::row(name(family.name, locale), cells).attr("data-family", family.name)
}

fn open(case: &Case) -> Tag {
    parts::open(&case.query, &case.id)
}

/// A size in GiB where it is one; a count as it is.
fn figure(value: f64) -> String {
    if value >= 1e6 {
        Bytes::round(value).shown(ByteUnit::GiB)
    } else {
        grouped((value * 100.0).round() / 100.0)
    }
}

fn cases(family: &Family, locale: Locale) -> Tag {
    let t = |text: AccuracyText| text.of(locale);
    let rows = family
        .cases
        .iter()
        .filter(|case| case.apart.is_none())
        .map(|case| {
            let cells: [Html; 4] = [
                figure(case.measured).into(),
                figure(case.predicted).into(),
                signed(case.error()).into(),
                all([
                    Html::from(&case.source),
                    case.why
                        .as_ref()
                        .map(|why| h("small").attr("lang", "en").kid([" · ", why].concat()))
                        .into(),
                ]),
            ];
            parts::row(open(case), cells)
        })
        .collect();
    let heading = [
        name(family.name, locale),
        " · ",
        &counted(family).to_string(),
    ]
    .concat();
    h("details")
        .kid(h("summary").kid(&heading))
        .kid(parts::table(
            &heading,
            [
                AccuracyText::Case,
                AccuracyText::Measured,
                AccuracyText::Predicted,
                AccuracyText::Error,
                AccuracyText::Source,
            ]
            .map(t),
            rows,
        ))
}

fn apart(accuracy: &Accuracy, locale: Locale) -> Option<Tag> {
    let rows: Vec<Tag> = accuracy
        .families
        .iter()
        .flat_map(|family| &family.cases)
        .filter_map(|case| {
            let why = case.apart.as_ref()?;
            Some(
                h("li")
                    .kid(open(case))
                    .kid([" ", &signed(case.error()), locale.colon()].concat())
                    .kid(h("span").attr("lang", "en").kid(why)),
            )
        })
        .collect();
    (!rows.is_empty()).then(|| {
        parts::section("accuracy-apart", AccuracyText::Apart.of(locale))
            .kid(h("p").kid(AccuracyText::ApartLead.of(locale)))
            .kid(h("ul").class("points").kids(rows))
    })
}

fn ranged(accuracy: &Accuracy, locale: Locale) -> Tag {
    let rows = accuracy
        .ranged
        .iter()
        .map(|run| {
            let range = [figure(run.range.0), figure(run.range.1)].join(" – ");
            let cells: [Html; 3] = [
                figure(run.measured).into(),
                range.into(),
                h("span").attr("lang", "en").kid(&run.why).into(),
            ];
            parts::row(run.id.as_str(), cells)
        })
        .collect();
    let rest = fill(AccuracyText::Rest.of(locale), &[&accuracy.rest.to_string()]);
    parts::section("accuracy-open", AccuracyText::Open.of(locale))
        .kid(h("p").kid(AccuracyText::OpenLead.of(locale)))
        .kid(parts::table(
            AccuracyText::Open.of(locale),
            [
                AccuracyText::Case,
                AccuracyText::Measured,
                AccuracyText::Range,
                AccuracyText::Unknown,
            ]
            .map(|text| text.of(locale)),
            rows,
        ))
        .kid(h("p").kid(rest))
}

/// A family's name in a language; its own where no other is known.
pub fn name(family: &'static str, locale: Locale) -> &'static str {
    let Some(zh) = chinese(family) else {
        return family;
    };
    locale.pick(zh, family)
}

/// A family's Chinese name.
pub fn chinese(family: &str) -> Option<&'static str> {
    const NAMES: &[(&str, &str)] = &[
        ("weights, 16-bit", "权重，16 bit"),
        ("weights, quantised", "权重，量化"),
        ("weights, gpt-oss mxfp4", "权重，gpt-oss mxfp4"),
        ("published training runs", "公开的训练记录"),
        ("full, dense SwiGLU", "全参，稠密 SwiGLU"),
        ("full, GPT-2", "全参，GPT-2"),
        (
            "full, GPT-2, eager + checkpointing",
            "全参，GPT-2，eager + 检查点",
        ),
        ("full, Gemma 2", "全参，Gemma 2"),
        ("full, MoE", "全参，MoE"),
        (
            "full, MoE, eager + checkpointing",
            "全参，MoE，eager + 检查点",
        ),
        ("loss heads", "loss 头"),
        ("fp32 weights, autocast", "fp32 权重，autocast"),
        ("accumulation", "梯度累积"),
        ("optimizer states", "优化器状态"),
        ("optimizer step", "优化器更新"),
        ("LoRA", "LoRA"),
        ("QLoRA", "QLoRA"),
        ("QLoRA, kbit", "QLoRA，kbit 预处理"),
        ("FSDP2, 8 cards", "FSDP2，8 卡"),
        ("HF Trainer", "HF Trainer"),
        ("GRPO LoRA, training", "GRPO LoRA，训练"),
        ("GRPO LoRA, generation", "GRPO LoRA，采样"),
        ("HF generate, 16-bit weights", "HF generate，16 bit 权重"),
        ("HF generate, quantised weights", "HF generate，量化权重"),
        ("KV by concurrency", "KV，按并发数"),
        ("KV bytes per token", "KV，每 token 字节"),
        (
            "engine pool, by GiB of 10",
            "引擎的 KV 池，按 10 GiB 的份额",
        ),
    ];
    NAMES
        .iter()
        .find(|(en, _)| *en == family)
        .map(|(_, zh)| *zh)
}
