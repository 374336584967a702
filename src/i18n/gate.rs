//! The gate's words: reasons, ways out and what each costs.
use super::{Locale, Voice, fill};
use crate::ledger::advice::CutCode;
use crate::ledger::gate::{Load, Refusal, Ruling, WayKind, WayOut};
use crate::ledger::units::plain;

texts! {
    /// A text of the gate.
    GateText {
    Pass: "通过", "pass";
    Refuse: "拒绝", "refused";
    RefuseLine: "拒绝：{0}", "refused: {0}";
    Heading: "上线门禁", "The gate";
    Lead: "声明的负载对照一张卡的 {0}%：放得下才放行，链接有错一律拒绝。命令行 vram-ledger gate 与本页是同一个判断。", "The declared load against {0} % of a card: it passes or it is refused, and a link with errors never passes. The command line's vram-ledger gate is the same ruling.";
    Declared: "声明的负载", "declared load";
    Need: "最满一张卡的需求", "need of the fullest card";
    Limit: "可用上限", "limit";
    Capacity: "单卡显存", "memory of the card";
    Ruling: "结论", "ruling";
    Reasons: "理由", "Reasons";
    Ways: "出路", "Ways out";
    WayHead: "做法", "way out";
    After: "之后的需求", "need after it";
    Alone: "单做这一项就通过", "passes alone";
    NotAlone: "还不够，要和别的一起做", "not enough alone";
    PriceHead: "代价", "price";
    DiffHead: "改动", "change";
    NoWay: "没有现成的出路：从容量规划里换卡、加卡。", "No ready way out: plan for other or more cards.";
    PassLine: "通过：{0}，需要 {1}，上限 {2}（单卡 {3}）。", "pass: {0} needs {1} of {2} (card {3}).";
    FailLine: "拒绝：{0}，需要 {1}，上限 {2}（单卡 {3}）。", "refused: {0} needs {1}; the limit is {2} (card {3}).";
    LoadServing: "并发 {0} × 上下文 {1}", "concurrency {0} × context {1}";
    LoadTraining: "micro batch {0} × 长度 {1}", "micro batch {0} × length {1}";
    LoadRollout: "训练 micro batch {0} × 长度 {1}、采样并发 {2} × 上下文 {3}", "training at micro batch {0} × length {1}, sampling at concurrency {2} × context {3}";
    TooMuch: "{0} 需要 {1}，超过单卡 {2} 的上限 {3}；最大的一行是{4}。", "{0} needs {1}, more than the limit of {3} on a card of {2}; the largest line is {4}.";
    Missing: "只知道参数量：{0}没有算进来，不能放行。给出 config.json 或 m.* 字段。", "Only the size is known: {0} are not counted, so nothing can pass. Give a config.json or m.* fields.";
    PoolShort: "gpu_memory_utilization = {0} 时 KV 池只有 {1}，声明的负载要 {2}：会抢占重算，甚至起不来。", "At gpu_memory_utilization = {0} the pool is {1} and the declared load asks for {2}: requests are preempted, or the engine does not start.";
    UtilTooHigh: "gpu_memory_utilization = {0} 超过训练侧留给引擎的上限 {1}。", "gpu_memory_utilization = {0} is more than the {1} that the training side leaves to the engine.";
    Untrainable: "这种量化格式的权重不能全参训练：跑不起来。", "Weights in this quantised format cannot be trained in full: the run would not start.";
    OtherMethod: "链接要求的口径这里没有，换命令行判断。", "The link asks for a method that is not built in here: ask the command line.";
    LinkErrors: "链接里有错误：写错的键永远不会放行。", "The link has errors: a typo never passes.";
    Util: "gpu_memory_utilization 改回自动", "gpu_memory_utilization back to automatic";
    Concurrency: "并发降到 {0}", "concurrency down to {0}";
    Length: "上下文缩到 {0}", "context down to {0}";
    Sequence: "训练长度缩到 {0}", "training length down to {0}";
    KvFormat: "KV cache 用 fp8", "KV cache in fp8";
    EightBit: "权重用 int8", "weights in int8";
    FourBit: "权重用 int4", "weights in int4";
    Qlora: "换成 QLoRA", "switch to QLoRA";
    ServeCards: "张量并行 {0} 张卡（按实测模型）", "tensor parallel over {0} cards (measured method)";
    TrainCards: "ZeRO-3 分到 {0} 张卡（按实测模型）", "ZeRO-3 over {0} cards (measured method)";
    LargerCard: "换成 {0}", "a larger card: {0}";
    NoPrice: "无", "none";
    PriceConcurrency: "多出的请求排队", "further requests wait in line";
    PriceLength: "更长的请求被拒或截断：先看 P99", "longer requests are refused or cut: look at the P99 first";
    PriceSequence: "长样本被截断", "long samples are cut";
    PriceKv: "长上下文的精度略降，要回归", "a little precision at long context: test again";
    PriceEight: "质量几乎不变，要回归", "quality nearly the same: test again";
    PriceFour: "JSON 等结构化输出、代码、数学先退化，要单独回归", "structured output (JSON), code and arithmetic suffer first: test them apart";
    PriceQlora: "反量化让每步慢约一半，表达能力受限", "dequantising makes a step about half as slow again; less capacity";
    PriceServeCards: "多付卡钱，卡间通信", "more cards to pay for, and traffic between them";
    PriceTrainCards: "通信 × 1.5，没有高速互联时吞吐可能减半", "communication × 1.5; without a fast link throughput may halve";
    PriceLarger: "卡时更贵", "a dearer card-hour";
    }
}

impl Load {
    /// What is declared: concurrency and context where something is served, batch and length where something trains.
    pub fn sentence(self, voice: Voice) -> String {
        let of = |text: GateText, values: &[u64]| {
            let values: Vec<String> = values.iter().map(u64::to_string).collect();
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            fill(text.of(voice.locale), &values)
        };
        match (self.training, self.serving) {
            (None, None) => String::new(),
            (None, Some(serving)) => of(GateText::LoadServing, &serving),
            (Some(training), None) => of(GateText::LoadTraining, &training),
            (Some([mb, seq]), Some([conc, len])) => {
                of(GateText::LoadRollout, &[mb, seq, conc, len])
            }
        }
    }
}

impl Ruling {
    /// The ruling in one line.
    pub fn sentence(&self, voice: Voice) -> String {
        let text = if self.passes() {
            GateText::PassLine
        } else {
            GateText::FailLine
        };
        fill(
            text.of(voice.locale),
            &[
                &self.load.sentence(voice),
                &voice.size(self.gate.need),
                &voice.size(self.gate.limit),
                &voice.size(self.capacity),
            ],
        )
    }

    /// The reasons, one a sentence; none where it passes.
    pub fn reasons(&self, voice: Voice) -> Vec<String> {
        self.refusals
            .iter()
            .map(|refusal| self.reason(refusal, voice))
            .collect()
    }

    fn reason(&self, refusal: &Refusal, voice: Voice) -> String {
        let locale = voice.locale;
        let hundredths = |value: u64| plain(value as f64 / 100.0);
        match refusal {
            Refusal::TooMuch { role: _, largest } => fill(
                GateText::TooMuch.of(locale),
                &[
                    &self.load.sentence(voice),
                    &voice.size(self.gate.need),
                    &voice.size(self.capacity),
                    &voice.size(self.gate.limit),
                    largest.map_or("", |item| item.label(locale)),
                ],
            ),
            Refusal::Missing(items) => {
                let names: Vec<&str> = items.iter().map(|item| item.label(locale)).collect();
                fill(GateText::Missing.of(locale), &[&names.join(locale.comma())])
            }
            Refusal::PoolShort { util, pool, demand } => fill(
                GateText::PoolShort.of(locale),
                &[&hundredths(*util), &voice.size(*pool), &voice.size(*demand)],
            ),
            Refusal::UtilTooHigh { util, upper } => fill(
                GateText::UtilTooHigh.of(locale),
                &[&hundredths(*util), &hundredths(*upper)],
            ),
            Refusal::Untrainable => GateText::Untrainable.of(locale).into(),
            Refusal::Parallel(problem) => problem.sentence(locale),
            Refusal::OtherMethod => GateText::OtherMethod.of(locale).into(),
            Refusal::LinkErrors => GateText::LinkErrors.of(locale).into(),
        }
    }
}

impl WayOut {
    /// Whether it does alone.
    pub const fn alone(&self, locale: Locale) -> &'static str {
        if self.passes {
            GateText::Alone.of(locale)
        } else {
            GateText::NotAlone.of(locale)
        }
    }

    /// What is done.
    pub fn title(&self, voice: Voice) -> String {
        let locale = voice.locale;
        let after = &self.after;
        let with = |text: GateText, value: u64| fill(text.of(locale), &[&value.to_string()]);
        match self.kind {
            WayKind::Util => GateText::Util.of(locale).into(),
            WayKind::Concurrency => with(GateText::Concurrency, after.conc),
            WayKind::Length => with(GateText::Length, after.len),
            WayKind::Sequence => with(GateText::Sequence, after.seq),
            WayKind::KvFormat => GateText::KvFormat.of(locale).into(),
            WayKind::EightBit => GateText::EightBit.of(locale).into(),
            WayKind::FourBit => GateText::FourBit.of(locale).into(),
            WayKind::Qlora => GateText::Qlora.of(locale).into(),
            WayKind::TrainCards => with(GateText::TrainCards, after.n),
            WayKind::EngineCards => with(GateText::ServeCards, after.tp),
            WayKind::LargerCard => fill(GateText::LargerCard.of(locale), &[after.gpu.name]),
            WayKind::SmallerModel => [
                CutCode::SmallerModel.title(locale),
                locale.colon(),
                after.model.name(),
            ]
            .concat(),
            WayKind::MicroBatch => CutCode::MicroBatch.title(locale).into(),
            WayKind::Checkpointing => CutCode::Checkpointing.title(locale).into(),
            WayKind::Reference => CutCode::Reference.title(locale).into(),
            WayKind::Lora => CutCode::Lora.title(locale).into(),
        }
    }

    /// What it costs.
    pub fn price(&self, voice: Voice) -> &'static str {
        let locale = voice.locale;
        let text = match self.kind {
            WayKind::Util => GateText::NoPrice,
            WayKind::Concurrency => GateText::PriceConcurrency,
            WayKind::Length => GateText::PriceLength,
            WayKind::Sequence => GateText::PriceSequence,
            WayKind::KvFormat => GateText::PriceKv,
            WayKind::EightBit => GateText::PriceEight,
            WayKind::FourBit => GateText::PriceFour,
            WayKind::Qlora => GateText::PriceQlora,
            WayKind::TrainCards => GateText::PriceTrainCards,
            WayKind::EngineCards => GateText::PriceServeCards,
            WayKind::LargerCard => GateText::PriceLarger,
            WayKind::SmallerModel => return CutCode::SmallerModel.price(locale),
            WayKind::MicroBatch => return CutCode::MicroBatch.price(locale),
            WayKind::Checkpointing => return CutCode::Checkpointing.price(locale),
            WayKind::Reference => return CutCode::Reference.price(locale),
            WayKind::Lora => return CutCode::Lora.price(locale),
        };
        text.of(locale)
    }
}
