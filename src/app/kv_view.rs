//! The KV cache over concurrency × length: the table, its axes, and the picture beside it.
use super::picture;
use super::store::Store;
use crate::app::node::{Node, h};
use crate::i18n::{Locale, Text, Voice, fill};
use crate::ledger::config::{Axes, Config};
use crate::ledger::item::Verdict;
use crate::ledger::kv_table::{KvCell, KvTable};
use crate::ledger::units::grouped_u64;
use crate::ledger::words::Word;
use crate::text::Report;
use crate::url::{self, Issue, Key, Link};
use leptos::prelude::*;

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

/// The view of its own: with axes to edit, the picture, and what a token costs.
pub(super) fn view(store: Store, locale: Locale) -> Node {
    Node::from(
        h("section")
            .attr("class", "kv wide")
            .attr("aria-label", locale.text(Text::KvHeading))
            .kid(h("h2").kid(locale.text(Text::KvHeading)))
            .kid(
                h("p")
                    .attr("class", "lead")
                    .kid(move || store.with_settled(|r| per_token(r, r.voice(locale)))),
            )
            .kid(
                h("div")
                    .attr("class", "axes")
                    .kid(axis(
                        store,
                        locale,
                        Text::AxisConcurrency,
                        "axis-concurrency",
                        |axes| axes.concurrency.clone(),
                        |axes, values| axes.concurrency = values,
                    ))
                    .kid(axis(
                        store,
                        locale,
                        Text::AxisLength,
                        "axis-length",
                        |axes| axes.length.clone(),
                        |axes, values| axes.length = values,
                    )),
            )
            .kid(table(store, locale))
            .kid(
                h("p")
                    .attr("class", "legend")
                    .kid(move || store.with_settled(|r| legend(r, r.voice(locale)))),
            )
            .kid(picture::figure(store, locale)),
    )
}

/// The axes as they are: the link's, or around the present setting.
fn axes_of(config: &Config) -> Axes {
    let around = Axes::around(config);
    let own = &config.axes;
    Axes {
        concurrency: if own.concurrency.is_empty() {
            around.concurrency
        } else {
            own.concurrency.clone()
        },
        length: if own.length.is_empty() {
            around.length
        } else {
            own.length.clone()
        },
    }
}

/// The table of the present link; None where the model's shape is unknown.
pub(super) fn table_of(report: &Report) -> Option<KvTable> {
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
    let mark = match cell.verdict {
        Verdict::Fits => "",
        Verdict::Tight => "~ ",
        Verdict::Over => "× ",
    };
    let label = fill(
        voice.locale.text(Text::KvCellLabel),
        &[
            &grouped_u64(conc),
            &grouped_u64(len),
            &voice.size(cell.bytes),
            cell.verdict.label(voice.locale),
        ],
    );
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
                    .kid(h("span").attr("aria-hidden", "true").kid(mark))
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

/// What one token and one sequence cost.
fn per_token(report: &Report, voice: Voice) -> String {
    let config = &report.link.config;
    let kv = crate::ledger::kv_summary(config);
    let per_sequence = config
        .model
        .shape
        .as_ref()
        .map(|s| crate::ledger::bytes_per_sequence(s, config.kvdtype, config.len).bytes());
    fill(
        voice.locale.text(Text::KvPerToken),
        &[
            &grouped_u64(kv.per_token),
            &grouped_u64(config.len),
            &per_sequence.map(|b| voice.size(b)).unwrap_or_default(),
        ],
    )
}

fn axis(
    store: Store,
    locale: Locale,
    label: Text,
    id: &'static str,
    get: fn(&Axes) -> Vec<u64>,
    set: fn(&mut Axes, Vec<u64>),
) -> Node {
    let said = RwSignal::new(String::new());
    let shown = move || {
        store.with_link(|link| {
            get(&axes_of(&link.config))
                .iter()
                .map(u64::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        })
    };
    let changed = move |e: leptos::ev::Event| {
        let text = event_target_value(&e);
        // The reader's separators are whatever is no digit; the link's own is a dash.
        let values: Vec<String> = text
            .split([' ', ',', '，', '、', '-'])
            .filter(|part| !part.is_empty())
            .map(str::to_string)
            .collect();
        let mut probe = Link::default();
        let both = [values.join("-"), values.join("-")].join("x");
        let code = match url::fields::field(Key::Axes) {
            Some(field) if !values.is_empty() => (field.set)(&mut probe, &both),
            Some(_) | None => None,
        };
        if let Some(code) = code {
            said.set(Issue::new(Key::Axes.slug(), code, &text, "").sentence(locale));
            return;
        }
        said.set(String::new());
        store.decide(|link| {
            let mut axes = axes_of(&link.config);
            set(&mut axes, get(&probe.config.axes));
            link.config.axes = if values.is_empty() {
                Axes::default()
            } else {
                axes
            };
        });
    };
    let invalid = move || said.with(|s| (!s.is_empty()).then_some("true"));
    let message = [id, "-said"].concat();
    Node::from(
        h("div")
            .attr("class", "field")
            .kid(h("label").attr("for", id).kid(locale.text(label)))
            .kid(
                h("input")
                    .attr("type", "text")
                    .attr("id", id)
                    .attr("inputmode", "numeric")
                    .attr("autocomplete", "off")
                    .prop("value", shown)
                    .attr("aria-invalid", invalid)
                    .attr("aria-describedby", message.clone())
                    .on("change", changed),
            )
            .kid(
                h("p")
                    .attr("class", "said")
                    .attr("data-level", move || {
                        said.with(|s| (!s.is_empty()).then_some("error"))
                    })
                    .attr("id", message)
                    .kid(move || said.get()),
            ),
    )
}
