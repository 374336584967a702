//! The rules of each line, with the present configuration's own arithmetic under each.
use super::open_link;
use crate::app::node::{Node, frag, h};
use crate::i18n::{LessonText, Locale, Voice};
use crate::ledger::config::{Axes, Config};
use crate::ledger::item::{Item, Verdict};
use crate::ledger::kv_table::KvTable;
use crate::ledger::precision::Dtype;
use crate::ledger::units::{ByteUnit, Bytes, grouped_u64, plain};
use crate::ledger::words::Word;
use crate::lesson::{self, RESIDENT_ITEMS};
use crate::text::arithmetic;

/// Every rule in the ledger's order.
pub(super) fn all(locale: Locale) -> Node {
    Node::from(
        frag()
            .kid(residents(locale))
            .kid(weights(locale))
            .kid(rule(
                locale,
                "l0-gradients",
                LessonText::Gradients,
                LessonText::GradientsRule,
                Item::Gradients,
                "tune=lora",
            ))
            .kid(rule(
                locale,
                "l0-optimizer",
                LessonText::OptimizerHeading,
                LessonText::OptimizerRule,
                Item::OptimizerStates,
                "",
            ))
            .kid(rule(
                locale,
                "l0-lora",
                LessonText::Lora,
                LessonText::LoraRule,
                Item::OptimizerStates,
                "tune=lora&vs=v:1",
            ))
            .kid(rule(
                locale,
                "l0-activations",
                LessonText::Activations,
                LessonText::ActivationsRule,
                Item::Activations,
                "ckpt=0&vs=v:1",
            ))
            .kid(rule(
                locale,
                "l0-logits",
                LessonText::Logits,
                LessonText::LogitsRule,
                Item::Logits,
                "model=qwen3-8b&vs=v:1",
            ))
            .kid(kv(locale)),
    )
}

fn residents(locale: Locale) -> Node {
    let t = move |text: LessonText| text.of(locale);
    let head = RESIDENT_ITEMS
        .iter()
        .map(|item| Node::from(h("th").attr("scope", "col").kid(item.label(locale))))
        .collect::<Vec<_>>();
    Node::from(
        h("section")
            .attr("id", "l0-residents")
            .kid(h("h3").kid(t(LessonText::Residents)))
            .kid(h("p").kid(t(LessonText::ResidentsLead)))
            .kid(
                h("div")
                    .attr("class", "scroll")
                    .attr("tabindex", "0")
                    .attr("role", "group")
                    .attr("aria-label", t(LessonText::Residents))
                    .kid(
                        h("table")
                            .attr("class", "facts")
                            .kid(
                                h("thead").kid(
                                    h("tr")
                                        .kid(
                                            h("th").attr("scope", "col").kid(t(LessonText::Method)),
                                        )
                                        .kid(head)
                                        .kid(
                                            h("th")
                                                .attr("scope", "col")
                                                .kid(t(LessonText::ResidentsCopies)),
                                        ),
                                ),
                            )
                            .kid(h("tbody").kid(residents_rows(Voice {
                                locale,
                                unit: ByteUnit::GiB,
                            }))),
                    ),
            ),
    )
}

fn residents_rows(voice: Voice) -> Node {
    let row = |row: lesson::ResidentsRow| {
        let cells = RESIDENT_ITEMS
            .iter()
            .map(|item| {
                let found = row
                    .items
                    .iter()
                    .find(|(i, _)| i == item)
                    .map(|(_, bytes)| voice.size(*bytes));
                Node::from(h("td").kid(found.unwrap_or_else(|| "–".into())))
            })
            .collect::<Vec<_>>();
        Node::from(
            h("tr")
                .attr("data-task", row.task.slug())
                .kid(
                    h("th")
                        .attr("scope", "row")
                        .kid(row.task.label(voice.locale)),
                )
                .kid(cells)
                .kid(h("td").kid(row.copies.to_string())),
        )
    };
    let rows = lesson::residents(&Config::default()).into_iter().map(row);
    Node::from_all(rows.collect::<Vec<_>>())
}

fn weights(locale: Locale) -> Node {
    let t = move |text: LessonText| text.of(locale);
    let config = Config::default();
    let voice = Voice {
        locale,
        unit: ByteUnit::GiB,
    };
    let row = |dtype: &Dtype| {
        let size = voice.size(Bytes::round(config.model.nominal() * dtype.lesson_bytes()));
        h("tr")
            .kid(h("th").attr("scope", "row").kid(dtype.label()))
            .kid(h("td").kid(plain(dtype.lesson_bytes())))
            .kid(h("td").kid(size))
    };
    let rows = Dtype::ALL.iter().map(row).collect::<Vec<_>>();
    Node::from(
        h("section")
            .attr("id", "l0-weights")
            .kid(h("h3").kid(t(LessonText::Weights)))
            .kid(
                h("table")
                    .attr("class", "facts narrow")
                    .kid(
                        h("thead").kid(
                            h("tr")
                                .kid(h("th").attr("scope", "col").kid(t(LessonText::Format)))
                                .kid(h("th").attr("scope", "col").kid(t(LessonText::BytesPer)))
                                .kid(
                                    h("th")
                                        .attr("scope", "col")
                                        .kid(config.model.name().to_string()),
                                ),
                        ),
                    )
                    .kid(h("tbody").kid(rows)),
            )
            .kid(h("p").kid(t(LessonText::WeightsNote))),
    )
}

/// A rule with the arithmetic of its line in the present configuration.
fn rule(
    locale: Locale,
    id: &'static str,
    heading: LessonText,
    text: LessonText,
    item: Item,
    query: &'static str,
) -> Node {
    // The default's arithmetic; the page writes the present configuration's over it.
    let ledger = crate::ledger::estimate(&Config::default());
    let arithmetic = ledger
        .line(item)
        .and_then(|line| line.largest())
        .map(|formula| {
            h("p")
                .attr("class", "now")
                .attr("data-now", item.slug())
                .kid(
                    h("span").attr("class", "names").kid(
                        [
                            locale.text(crate::i18n::Text::Now),
                            &arithmetic::names(formula, locale),
                        ]
                        .concat(),
                    ),
                )
                .kid(h("br"))
                .kid(
                    h("span")
                        .attr("class", "digits")
                        .kid(arithmetic::worked(formula)),
                )
        });
    Node::from(
        h("section")
            .attr("id", id)
            .kid(h("h3").kid(heading.of(locale)))
            .kid(h("p").kid(text.of(locale)))
            .kid(arithmetic)
            .kid(open_link(locale, query)),
    )
}

/// The lesson's three points of the KV table, always of the default model and card.
fn kv(locale: Locale) -> Node {
    let t = move |text: LessonText| text.of(locale);
    let rows = {
        let voice = Voice {
            locale,
            unit: ByteUnit::GiB,
        };
        let config = Config::default();
        let ledger = crate::ledger::estimate(&config);
        let axes = Axes {
            concurrency: vec![16, 64],
            length: vec![1024, 4096],
        };
        let table = KvTable::of(&config, &ledger, &axes);
        let cell = |conc: u64, len: u64| {
            let table = table.as_ref()?;
            let row = table.concurrency.iter().position(|c| *c == conc)?;
            let column = table.length.iter().position(|l| *l == len)?;
            table.rows.get(row)?.get(column).copied()
        };
        [(16, 1024), (16, 4096), (64, 4096)].map(|(conc, len)| {
            cell(conc, len).map(|cell| {
                let mark = if cell.verdict == Verdict::Over {
                    "× "
                } else {
                    ""
                };
                Node::from(
                    h("tr")
                        .attr("data-verdict", cell.verdict.slug())
                        .kid(h("td").kid(conc.to_string()))
                        .kid(h("td").kid(grouped_u64(len)))
                        .kid(h("td").kid(voice.size(cell.bytes)))
                        .kid(h("td").kid(mark).kid(cell.verdict.label(locale))),
                )
            })
        })
    };
    Node::from(
        h("section")
            .attr("id", "l0-kv")
            .kid(h("h3").kid(t(LessonText::Kv)))
            .kid(h("p").kid(t(LessonText::KvRule)))
            .kid(
                h("table")
                    .attr("class", "facts narrow")
                    .kid(
                        h("thead").kid(
                            h("tr")
                                .kid(h("th").attr("scope", "col").kid(t(LessonText::Concurrency)))
                                .kid(h("th").attr("scope", "col").kid(t(LessonText::Length)))
                                .kid(h("th").attr("scope", "col").kid("KV cache"))
                                .kid(h("th").attr("scope", "col").kid(t(LessonText::Verdict))),
                        ),
                    )
                    .kid(h("tbody").kid(rows)),
            )
            .kid(open_link(locale, "conc=64&len=4096&vs=v:1")),
    )
}
