//! Experiments, the usable memory of a card, Qwen3-8B's tables, the whiteboard.
use super::open_link;
use crate::app::node::{Node, frag, h};
use crate::i18n::{LessonText, Locale, Text, ToolText, Voice, fill};
use crate::ledger::config::{Config, Task, Tune};
use crate::ledger::units::{ByteUnit, Bytes, grouped_u64};
use crate::ledger::words::Word;
use crate::ledger::{Ledger, bytes_per_sequence, kv_summary};
use crate::lesson::{self, Experiment};
use crate::url;

/// The six experiments.
pub(super) fn experiments(locale: Locale) -> Node {
    Node::from(
        h("section")
            .attr("id", "l0-experiments")
            .kid(h("h3").kid(LessonText::Experiments.of(locale)))
            .kid(h("p").kid(LessonText::ExperimentsLead.of(locale)))
            .kid(
                h("ol").attr("class", "experiments").kid(
                    Experiment::ALL
                        .iter()
                        .map(|e| experiment(locale, *e))
                        .collect::<Vec<_>>(),
                ),
            ),
    )
}

fn experiment(locale: Locale, experiment: Experiment) -> Node {
    let t = move |text: LessonText| text.of(locale);
    let voice = Voice {
        locale,
        unit: ByteUnit::GiB,
    };
    let (before, after) = experiment.ledgers();
    let many = experiment.steps().len() > 1;
    let compared = experiment != Experiment::Default;
    let row = move |name: String, ledger: &Ledger| {
        Node::from(
            h("tr")
                .kid(h("th").attr("scope", "row").kid(name))
                .kid(h("td").kid(voice.size(ledger.bytes_of(experiment.watch()))))
                .kid(h("td").kid(voice.size(ledger.used())))
                .kid(
                    h("td")
                        .attr("data-verdict", ledger.verdict().slug())
                        .kid(ledger.verdict().label(locale)),
                ),
        )
    };
    let steps = after
        .iter()
        .enumerate()
        .map(|(i, ledger)| {
            let name = if many {
                fill(t(LessonText::Step), &[&(i + 1).to_string()])
            } else {
                t(LessonText::After).to_string()
            };
            row(name, ledger)
        })
        .collect::<Vec<_>>();
    let buttons = experiment
        .steps()
        .iter()
        .enumerate()
        .map(|(i, step)| {
            let label = if many {
                [
                    t(LessonText::LoadIt),
                    locale.colon(),
                    &fill(t(LessonText::Step), &[&(i + 1).to_string()]),
                ]
                .concat()
            } else {
                t(LessonText::LoadIt).into()
            };
            let mut query = url::format(&experiment.link(step));
            if query.is_empty() {
                query.push_str("v=1");
            }
            Node::from(
                h("button")
                    .attr("type", "button")
                    .attr("class", "small")
                    .attr("data-step", i.to_string())
                    .attr("data-open", query)
                    .kid(label),
            )
        })
        .collect::<Vec<_>>();
    Node::from(
        h("li")
            .attr("id", experiment.slug())
            .kid(h("h4").kid(experiment.title(locale)))
            .kid(
                h("p")
                    .kid(h("b").kid(t(LessonText::Do)).kid(locale.colon()))
                    .kid(experiment.instruction(locale)),
            )
            .kid(
                h("p")
                    .kid(h("b").kid(t(LessonText::See)).kid(locale.colon()))
                    .kid(experiment.look(locale)),
            )
            .kid(
                h("table")
                    .attr("class", "facts")
                    .kid(
                        h("thead").kid(
                            h("tr")
                                .kid(h("td"))
                                .kid(
                                    h("th")
                                        .attr("scope", "col")
                                        .kid(experiment.watch().label(locale)),
                                )
                                .kid(h("th").attr("scope", "col").kid(t(LessonText::CardTotal)))
                                .kid(h("th").attr("scope", "col").kid(t(LessonText::Verdict))),
                        ),
                    )
                    .kid(
                        h("tbody")
                            .kid(compared.then(|| row(t(LessonText::Before).into(), &before)))
                            .kid(steps),
                    ),
            )
            .kid(h("p").attr("class", "acts").kid(buttons)),
    )
}

/// What a card that drives a display has left.
pub(super) fn usable(locale: Locale) -> Node {
    let config = Config::default();
    let text = fill(
        LessonText::UsableText.of(locale),
        &[
            &config.gpu.mem_mib.to_string(),
            &config.capacity().shown(ByteUnit::GiB),
        ],
    );
    Node::from(
        h("section")
            .attr("id", "l0-usable")
            .kid(h("h3").kid(LessonText::Usable.of(locale)))
            .kid(h("p").kid(text))
            .kid(
                h("p")
                    .kid(LessonText::UsableTry.of(locale))
                    .kid(locale.colon())
                    .kid(open_link(locale, "mem=30GiB")),
            ),
    )
}

/// The tables of the lesson that works through a real config.json.
pub(super) fn qwen3_8b(locale: Locale) -> Node {
    let t = move |text: LessonText| text.of(locale);
    let config = url::parse("model=qwen3-8b").0.config;
    let kv = kv_summary(&config);
    let lengths = [4096u64, 8192, 32_768, 131_072].map(|len| {
        let size = config
            .model
            .shape
            .as_ref()
            .map(|shape| bytes_per_sequence(shape, config.kvdtype, len).bytes());
        Node::from(
            h("tr")
                .kid(h("td").kid(grouped_u64(len)))
                .kid(h("td").kid(size.map(|s| s.shown(ByteUnit::GiB)))),
        )
    });
    let bill = lesson::training_bill(&config);
    let parts = bill
        .iter()
        .map(|(symbol, bytes)| {
            Node::from(
                h("tr")
                    .kid(h("th").attr("scope", "row").kid(part_name(*symbol, locale)))
                    .kid(h("td").kid(bytes.shown(ByteUnit::GB))),
            )
        })
        .collect::<Vec<_>>();
    let total = |with| lesson::bill_total(&bill, with).shown(ByteUnit::GB);
    let qlora = lesson::ledger_of(QLORA);
    let base = qlora
        .bytes_of(crate::ledger::item::Item::PolicyWeights)
        .shown(ByteUnit::GB);
    Node::from(
        frag()
            .kid(
                h("section")
                    .attr("id", "q8-config")
                    .kid(h("h3").kid(t(LessonText::Q8)))
                    .kid(h("p").kid(t(LessonText::Q8Lead)))
                    .kid(
                        h("p").kid(
                            h("button")
                                .attr("type", "button")
                                .attr("class", "small")
                                .attr("data-panel", "import")
                                .kid(locale.text(Text::ImportConfig)),
                        ),
                    ),
            )
            .kid(
                h("section")
                    .attr("id", "q8-kv")
                    .kid(h("h4").kid("KV cache"))
                    .kid(h("p").kid(fill(t(LessonText::Q8Kv), &[&grouped_u64(kv.per_token)])))
                    .kid(
                        h("table")
                            .attr("class", "facts narrow")
                            .kid(
                                h("thead").kid(
                                    h("tr")
                                        .kid(
                                            h("th").attr("scope", "col").kid(t(LessonText::Length)),
                                        )
                                        .kid(
                                            h("th")
                                                .attr("scope", "col")
                                                .kid(t(LessonText::Q8OneSequence)),
                                        ),
                                ),
                            )
                            .kid(h("tbody").kid(lengths)),
                    ),
            )
            .kid(
                h("section")
                    .attr("id", "q8-training-table")
                    .kid(h("h4").kid(t(LessonText::Q8Training)))
                    .kid(
                        h("table")
                            .attr("class", "facts narrow")
                            .kid(
                                h("thead").kid(
                                    h("tr")
                                        .kid(h("th").attr("scope", "col").kid(t(LessonText::Part)))
                                        .kid(
                                            h("th")
                                                .attr("scope", "col")
                                                .kid(ToolText::Size.of(locale)),
                                        ),
                                ),
                            )
                            .kid(
                                h("tbody")
                                    .kid(parts)
                                    .kid(
                                        h("tr")
                                            .kid(
                                                h("th")
                                                    .attr("scope", "row")
                                                    .kid(t(LessonText::WithoutMaster)),
                                            )
                                            .kid(h("td").kid(total(false))),
                                    )
                                    .kid(
                                        h("tr")
                                            .kid(
                                                h("th")
                                                    .attr("scope", "row")
                                                    .kid(t(LessonText::WithMaster)),
                                            )
                                            .kid(h("td").kid(total(true))),
                                    ),
                            ),
                    )
                    .kid(open_link(locale, "model=qwen3-8b&task=sft&gpu=a100-80gb")),
            )
            .kid(
                h("section")
                    .attr("id", "q8-lora-table")
                    .kid(h("h4").kid(t(LessonText::Q8Lora)))
                    .kid(lines_table(&lesson::ledger_of(LORA), locale))
                    .kid(h("p").kid(t(LessonText::Q8LoraNote)))
                    .kid(open_link(locale, LORA)),
            )
            .kid(
                h("section")
                    .attr("id", "q8-qlora-table")
                    .kid(h("h4").kid(t(LessonText::Q8Qlora)))
                    .kid(lines_table(&qlora, locale))
                    .kid(h("p").kid(fill(t(LessonText::Q8QloraNote), &[&base])))
                    .kid(open_link(locale, QLORA)),
            ),
    )
}

const LORA: &str = "model=qwen3-8b&task=sft&tune=lora&mb=1&seq=4096&gpu=rtx-4090";
const QLORA: &str = "model=qwen3-8b&task=sft&tune=qlora&mb=1&seq=4096&gpu=rtx-4070";

/// The parts of the bill are named after what is kept, not after its bytes.
fn part_name(symbol: crate::ledger::formula::Symbol, locale: Locale) -> &'static str {
    use crate::ledger::formula::Symbol;
    use crate::ledger::item::Item;
    match symbol {
        Symbol::BytesPerParam => Item::PolicyWeights.label(locale),
        Symbol::GradientBytes => Item::Gradients.label(locale),
        other => other.label(locale),
    }
}

/// A ledger's lines in GB, as that lesson prints them.
fn lines_table(ledger: &Ledger, locale: Locale) -> Node {
    let rows = ledger
        .lines
        .iter()
        .map(|line| {
            Node::from(
                h("tr")
                    .kid(h("th").attr("scope", "row").kid(line.item.label(locale)))
                    .kid(h("td").kid(line.bytes().shown(ByteUnit::GB))),
            )
        })
        .collect::<Vec<_>>();
    let total = [
        &ledger.used().shown(ByteUnit::GB),
        " / ",
        &ledger.capacity.shown(ByteUnit::GB),
    ]
    .concat();
    Node::from(
        h("table")
            .attr("class", "facts narrow")
            .kid(
                h("thead").kid(
                    h("tr")
                        .kid(h("th").attr("scope", "col").kid(ToolText::Line.of(locale)))
                        .kid(h("th").attr("scope", "col").kid(ToolText::Size.of(locale))),
                ),
            )
            .kid(
                h("tbody").kid(rows).kid(
                    h("tr")
                        .kid(h("th").attr("scope", "row").kid(locale.text(Text::Total)))
                        .kid(
                            h("td")
                                .attr("data-verdict", ledger.verdict().slug())
                                .kid(total),
                        ),
                ),
            ),
    )
}

/// Serving against training, and the two sentences.
pub(super) fn whiteboard(locale: Locale) -> Node {
    let t = move |text: LessonText| text.of(locale);
    let config = url::parse("model=llama-2-7b").0.config;
    let seven = |per: f64| Bytes::round(config.model.nominal() * per).shown(ByteUnit::GB);
    let (serve, train) = (
        lesson::bytes_per_param(Task::Sft, Tune::Lora).floor(),
        lesson::bytes_per_param(Task::Sft, Tune::Full),
    );
    let bill = lesson::training_bill(&config);
    let total = |with| lesson::bill_total(&bill, with).shown(ByteUnit::GB);
    Node::from(
        frag()
            .kid(
                h("section")
                    .attr("id", "cp-eightfold")
                    .kid(h("h3").kid(t(LessonText::Eightfold)))
                    .kid(h("p").kid(fill(
                        t(LessonText::EightfoldText),
                        &[&seven(serve), &seven(train)],
                    )))
                    .kid(open_link(locale, "model=llama-2-7b&task=sft&gpu=rtx-4090")),
            )
            .kid(
                h("section")
                    .attr("id", "wb-train-bill")
                    .kid(h("h3").kid(t(LessonText::TrainBill)))
                    .kid(h("p").kid(fill(
                        t(LessonText::TrainBillText),
                        &[&total(true), &total(false)],
                    )))
                    .kid(open_link(
                        locale,
                        "model=llama-2-7b&task=sft&recipe=nomaster&gpu=a100-80gb",
                    )),
            )
            .kid(
                h("section")
                    .attr("id", "wb-mottos")
                    .kid(h("h3").kid(t(LessonText::Whiteboard)))
                    .kid(h("p").attr("class", "motto").kid(t(LessonText::Motto1)))
                    .kid(h("p").attr("class", "motto").kid(t(LessonText::Motto2))),
            ),
    )
}
