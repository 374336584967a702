//! The KV cache over concurrency × length: the small table on the ledger page. The planner is src/views/kv.rs.
use super::store::Store;
use crate::app::node::{Node, h};
use crate::i18n::{Locale, Text, Voice, fill};
use crate::ledger::config::Config;
use crate::ledger::kv_table::{KvCell, KvTable};
use crate::ledger::units::grouped_u64;
use crate::ledger::words::Word;
use crate::text::{Report, phrases};
use crate::url::Key;

/// The small table that stands in the ledger view.
pub(super) fn card(store: Store, locale: Locale) -> Node {
    Node::from(
        h("section")
            .attr("class", "kv")
            .attr("aria-label", locale.text(Text::KvHeading))
            .kid(h("h2").kid(locale.text(Text::KvHeading)))
            .kid(table(store, locale))
            .kid(
                h("p")
                    .attr("class", "legend")
                    .kid(move || store.with_settled(|r| legend(r, r.voice(locale)))),
            ),
    )
}

/// The table of the present link; None where the model's shape is unknown.
fn table_of(report: &Report) -> Option<KvTable> {
    KvTable::of(
        &report.link.config,
        &report.ledger,
        &report.link.config.axes,
    )
}

fn table(store: Store, locale: Locale) -> Node {
    Node::from_all(move || {
        store.with_settled(|report| match table_of(report) {
            Some(table) => grid(store, &report.link.config, &table, report.voice(locale)),
            None => Node::from(
                h("p")
                    .attr("class", "note")
                    .kid(locale.text(Text::KvNeedsShape)),
            ),
        })
    })
}

fn grid(store: Store, config: &Config, table: &KvTable, voice: Voice) -> Node {
    let locale = voice.locale;
    let head = table
        .length
        .iter()
        .map(|len| Node::from(h("th").attr("scope", "col").kid(grouped_u64(*len))))
        .collect::<Vec<_>>();
    let rows = table
        .concurrency
        .iter()
        .zip(&table.rows)
        .map(|(conc, row)| {
            let cells = table
                .length
                .iter()
                .zip(row)
                .map(|(len, cell)| one(store, config, *conc, *len, *cell, voice))
                .collect::<Vec<_>>();
            Node::from(
                h("tr")
                    .kid(h("th").attr("scope", "row").kid(grouped_u64(*conc)))
                    .kid(cells),
            )
        })
        .collect::<Vec<_>>();
    let corner = fill(locale.text(Text::KvCorner), &[voice.unit.name()]);
    Node::from(
        h("div")
            .attr("class", "scroll")
            .attr("tabindex", "0")
            .attr("role", "group")
            .attr("aria-label", locale.text(Text::KvHeading))
            .kid(
                h("table")
                    .attr("class", "grid")
                    .kid(
                        h("thead").kid(
                            h("tr")
                                .kid(
                                    h("th")
                                        .attr("scope", "col")
                                        .attr("class", "corner")
                                        .kid(corner),
                                )
                                .kid(head),
                        ),
                    )
                    .kid(h("tbody").kid(rows)),
            ),
    )
}

fn one(store: Store, config: &Config, conc: u64, len: u64, cell: KvCell, voice: Voice) -> Node {
    let here = conc == config.conc && len == config.len;
    let label = phrases::kv_cell([conc, len], cell, voice);
    let set = move |_| {
        if !store.locked(Key::Conc) && !store.locked(Key::Len) {
            store.decide(|link| {
                link.config.conc = conc;
                link.config.len = len;
            });
        }
    };
    Node::from(
        h("td")
            .attr("data-verdict", cell.verdict.slug())
            .attr("aria-current", here.then_some("true"))
            .kid(
                h("button")
                    .attr("type", "button")
                    .attr("aria-label", label)
                    .on_click(set)
                    .kid(
                        h("span")
                            .attr("aria-hidden", "true")
                            .kid(phrases::mark(cell.verdict)),
                    )
                    .kid(cell.bytes.digits(voice.unit)),
            ),
    )
}

fn legend(report: &Report, voice: Voice) -> String {
    let room = table_of(report)
        .map(|t| voice.size(t.room))
        .unwrap_or_default();
    fill(voice.locale.text(Text::KvLegend), &[&room])
}
