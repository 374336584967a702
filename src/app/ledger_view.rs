//! The rows of the ledger: name, arithmetic, share, value; opened, what each factor is, what sets it, and how far the row can be trusted.
use super::store::{Store, index_of};
use super::{cuts_view, kv_view};
use crate::app::node::{Node, frag, h, svg};
use crate::i18n::{Locale, Text, Voice, fill};
use crate::ledger::formula::{Formula, Symbol};
use crate::ledger::item::Item;
use crate::ledger::units::{Bytes, grouped};
use crate::ledger::words::Word;
use crate::ledger::{Ledger, Line};
use crate::text::{arithmetic, phrases};
use crate::url::Key;
use crate::views::bar::{colour, percent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The ledger view: rows, then warnings and advice, the cuts and the KV table.
pub(super) fn view(store: Store, locale: Locale) -> Node {
    Node::from(
        frag()
            .kid(rows(store, locale))
            .kid(cuts_view::speech(store, locale))
            .kid(
                h("div")
                    .attr("class", "two")
                    .kid(cuts_view::list(store, locale))
                    .kid(kv_view::card(store, locale)),
            ),
    )
}

/// The rows with their sum, and the button that pins them.
fn rows(store: Store, locale: Locale) -> Node {
    let opened = RwSignal::new(0u64);
    let pinned = move || store.with_baseline(|b| b.is_some());
    let pin = move |_| {
        store.decide(|link| {
            let now = std::sync::Arc::new(link.config.unpinned());
            if let Some(slot) = link.config.vs.first_mut() {
                *slot = if slot.is_some() { None } else { Some(now) };
            }
        });
    };
    Node::from(
        h("section")
            .attr("class", "ledger-box")
            .attr("id", "l0-default-items")
            .attr("aria-label", locale.text(Text::TheLedger))
            .kid(
                h("div")
                    .attr("class", "bar-line")
                    .kid(h("h2").kid(locale.text(Text::TheLedger)))
                    .kid(
                        h("button")
                            .attr("type", "button")
                            .attr("class", "small")
                            .attr("data-tool", "pin")
                            .attr(
                                "aria-pressed",
                                move || if pinned() { "true" } else { "false" },
                            )
                            .on_click(pin)
                            .kid(move || {
                                locale.text(if pinned() { Text::Unpin } else { Text::Pin })
                            }),
                    ),
            )
            .kid(
                h("ol")
                    .attr("class", "ledger")
                    .toggle("compared", pinned)
                    .kid(move || {
                        store.with_report(|report| {
                            store.with_baseline(|baseline| {
                                all_rows(&report.ledger, baseline, opened, store.voice(locale))
                            })
                        })
                    }),
            )
            .kid(move || {
                store.with_report(|report| {
                    store.with_baseline(|baseline| {
                        sum_row(&report.ledger, baseline, store.voice(locale))
                    })
                })
            }),
    )
}

fn all_rows(
    ledger: &Ledger,
    baseline: Option<&Ledger>,
    opened: RwSignal<u64>,
    voice: Voice,
) -> Node {
    let largest = ledger.largest_line().map_or(Bytes::ZERO, Line::bytes);
    let mut rows: Vec<_> = ledger
        .lines
        .iter()
        .map(|line| row(line, largest, ledger, baseline, opened, voice))
        .collect();
    // A row that only the baseline has is shown as gone, so that the differences add up.
    for gone in baseline
        .iter()
        .flat_map(|b| &b.lines)
        .filter(|line| !ledger.lines.iter().any(|l| same_row(l, line)))
    {
        rows.push(gone_row(gone, voice));
    }
    for item in &ledger.missing {
        rows.push(missing_row(*item, voice.locale));
    }
    Node::from_all(rows)
}

/// The square in an item's colour.
fn chip(item: Item) -> Node {
    let square = svg("rect")
        .attr("class", colour(item))
        .attr("width", "11")
        .attr("height", "11")
        .attr("rx", "2");
    Node::from(
        svg("svg")
            .attr("class", "chip")
            .attr("width", "11")
            .attr("height", "11")
            .attr("aria-hidden", "true")
            .kid(square),
    )
}

fn same_row(a: &Line, b: &Line) -> bool {
    a.item == b.item && (a.item != Item::Context || a.role == b.role)
}

fn row(
    line: &Line,
    largest: Bytes,
    ledger: &Ledger,
    baseline: Option<&Ledger>,
    opened: RwSignal<u64>,
    voice: Voice,
) -> Node {
    let locale = voice.locale;
    let bytes = line.bytes();
    // What opens under a row is built only while it is open: nine rows of it would double the work of a slider's step.
    let bit = 1u64 << index_of(line.item).min(63);
    let toggled = move |e: web_sys::Event| {
        let details = e
            .target()
            .and_then(|t| t.dyn_into::<web_sys::Element>().ok());
        let open = details.is_some_and(|d| d.has_attribute("open"));
        let bits = opened.get_untracked();
        opened.set(if open { bits | bit } else { bits & !bit });
    };
    let more = (opened.get() & bit != 0).then(|| more(line, bytes, voice));
    let is_largest = bytes == largest && bytes > Bytes::ZERO;
    let owner = phrases::owner(ledger, line, is_largest, locale);
    let names = line
        .largest()
        .map(|formula| arithmetic::names(formula, locale))
        .unwrap_or_default();
    let numbers = line.largest().map(arithmetic::worked).unwrap_or_default();
    let change = baseline.map(|b| {
        let before = b
            .lines
            .iter()
            .find(|l| same_row(l, line))
            .map_or(Bytes::ZERO, Line::bytes);
        Node::from(
            h("span")
                .attr("class", "change")
                .kid(phrases::change(bytes.signed_minus(before), voice)),
        )
    });
    Node::from(
        h("li")
            .attr("data-item", line.item.slug())
            .attr("data-largest", is_largest.then_some(""))
            .kid(
                h("details")
                    .on("toggle", toggled)
                    .kid(
                        h("summary")
                            .kid(
                                h("span").attr("class", "name").kid(chip(line.item)).kid(
                                    h("span")
                                        .kid(h("b").kid(line.item.label(locale)))
                                        .kid(h("small").kid(owner)),
                                ),
                            )
                            .kid(
                                h("span")
                                    .attr("class", "arith")
                                    .kid(h("span").attr("class", "names").kid(names))
                                    .kid(h("span").attr("class", "digits").kid(numbers)),
                            )
                            .kid(
                                svg("svg")
                                    .attr("class", "share")
                                    .attr("aria-hidden", "true")
                                    .attr("height", "6")
                                    .kid(
                                        svg("rect")
                                            .attr("class", colour(line.item))
                                            .attr("width", percent(bytes, largest))
                                            .attr("height", "6")
                                            .attr("rx", "3"),
                                    ),
                            )
                            .kid(change)
                            .kid(
                                h("span")
                                    .attr("class", "value")
                                    .attr("data-value", "")
                                    .kid(voice.size(bytes)),
                            ),
                    )
                    .kid(more),
            ),
    )
}

/// What opens under a row.
fn more(line: &Line, bytes: Bytes, voice: Voice) -> Node {
    let locale = voice.locale;
    let factors = line.largest().map(|formula| factor_rows(formula, locale));
    let why = line
        .largest()
        .and_then(arithmetic::reason)
        .map(|symbol| Node::from(h("p").attr("class", "why").kid(symbol.label(locale))));
    let exact = phrases::exact(bytes);
    let basis = fill(
        "{0}{1}{2}",
        &[
            line.basis.label(locale),
            locale.colon(),
            line.basis.meaning(locale),
        ],
    );
    Node::from(
        h("div")
            .attr("class", "more")
            .kid(h("p").kid(line.item.meaning(locale)))
            .kid(why)
            .kid(
                h("table")
                    .attr("class", "factors")
                    .kid(h("tbody").kid(factors)),
            )
            .kid(h("p").attr("class", "exact").kid(exact))
            .kid(
                h("p")
                    .attr("class", "basis")
                    .kid(locale.text(Text::BasisLabel))
                    .kid(basis),
            ),
    )
}

fn factor_rows(formula: &Formula, locale: Locale) -> Vec<Node> {
    let row = |(symbol, value): (Symbol, f64)| {
        let setter = symbol.key().map(|key| setter(key, locale));
        Node::from(
            h("tr")
                .kid(h("td").attr("class", "num").kid(grouped(value)))
                .kid(
                    h("th")
                        .attr("scope", "row")
                        .kid(symbol.label(locale))
                        .kid(h("code").kid(symbol.slug())),
                )
                .kid(h("td").kid(setter)),
        )
    };
    arithmetic::factors(formula).into_iter().map(row).collect()
}

/// A link to the control that sets a factor.
fn setter(key: Key, locale: Locale) -> Node {
    let id = ["c-", key.slug()].concat();
    let go = move |e: leptos::ev::MouseEvent| {
        e.prevent_default();
        if let Some(control) = document().get_element_by_id(&id) {
            control.scroll_into_view();
            super::theme::focus(&control);
        }
    };
    Node::from(
        h("a")
            .attr("href", ["#c-", key.slug()].concat())
            .on_click(go)
            .kid(fill(locale.text(Text::SetBy), &[key.label(locale)])),
    )
}

fn gone_row(line: &Line, voice: Voice) -> Node {
    let change = phrases::change(Bytes::ZERO.signed_minus(line.bytes()), voice);
    Node::from(
        h("li")
            .attr("class", "gone")
            .attr("data-gone", line.item.slug())
            .kid(
                h("span").attr("class", "name").kid(chip(line.item)).kid(
                    h("span")
                        .kid(h("b").kid(line.item.label(voice.locale)))
                        .kid(h("small").kid(voice.locale.text(Text::OnlyInBaseline))),
                ),
            )
            .kid(h("span").attr("class", "change").kid(change))
            .kid(
                h("span")
                    .attr("class", "value")
                    .kid(voice.size(Bytes::ZERO)),
            ),
    )
}

fn missing_row(item: Item, locale: Locale) -> Node {
    Node::from(
        h("li")
            .attr("class", "gone")
            .attr("data-missing", item.slug())
            .kid(
                h("span").attr("class", "name").kid(chip(item)).kid(
                    h("span")
                        .kid(h("b").kid(item.label(locale)))
                        .kid(h("small").kid(locale.text(Text::NeedsShape))),
                ),
            )
            .kid(h("span").attr("class", "value").kid("?")),
    )
}

fn sum_row(ledger: &Ledger, baseline: Option<&Ledger>, voice: Voice) -> Node {
    let locale = voice.locale;
    let change = baseline.map(|b| {
        let text = phrases::change(ledger.used().signed_minus(b.used()), voice);
        Node::from(h("span").attr("class", "change").kid(text))
    });
    let rest = phrases::rest(ledger.capacity, ledger.used(), voice);
    let total = if ledger.cards.len() > 1 {
        locale.text(Text::FullestCard)
    } else {
        locale.text(Text::Total)
    };
    Node::from(
        h("p")
            .attr("class", "sum-row")
            .kid(h("b").kid(total))
            .kid(h("span").attr("class", "arith").kid(rest))
            .kid(change)
            .kid(h("b").attr("class", "value").kid(voice.size(ledger.used()))),
    )
}
