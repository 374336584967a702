//! The answer in one line and one bar: what is used, what is left, how each row fills the card.
use super::core_module;
use super::store::{Store, effect, spawn};
use crate::app::node::{Node, frag, h, svg};
use crate::display::Unit;
use crate::i18n::{Locale, Text, Voice, fill};
use crate::ledger::config::Method;
use crate::ledger::item::{Item, Verdict};
use crate::ledger::units::{Bytes, plain};
use crate::ledger::words::Word;
use crate::ledger::{Card, Ledger, verdict};
use crate::views::bar::{colour, grain, percent};
use leptos::html::Span;
use leptos::prelude::*;

/// The verdict, the card's bar, and the voice that speaks the verdict.
pub(super) fn bar(store: Store, locale: Locale) -> Node {
    let slug = move || store.with_report(|r| r.ledger.verdict().slug());
    let used = move || store.with_report(|r| r.ledger.used().shown(store.voice(locale).unit));
    let word = move || store.with_report(|r| r.ledger.verdict().label(locale));
    Node::from(
        frag()
            .kid(
                h("section")
                    .attr("class", "verdict")
                    .attr("data-verdict", slug)
                    .attr("aria-label", locale.text(Text::Answer))
                    .kid(
                        h("p")
                            .attr("class", "sum")
                            .kid(h("strong").attr("data-total", "").kid(used))
                            .kid(h("b").attr("class", "word").kid(word))
                            .kid(h("span").attr("class", "left").kid(move || {
                                store.with_report(|r| left(&r.ledger, store.voice(locale)))
                            })),
                    )
                    .kid(h("div").attr("class", "cards").kid(move || {
                        store.with_report(|r| {
                            let many = r.ledger.cards.len() > 1;
                            r.ledger
                                .cards
                                .iter()
                                .map(|card| one_card(&r.ledger, *card, many, store.voice(locale)))
                                .collect::<Vec<_>>()
                        })
                    }))
                    .kid(other_method(store, locale)),
            )
            .kid(speaker(store, locale)),
    )
}

/// The way to the measured method, with its total for the same run. The default link's total is printed when the page is
/// built; another's is asked of the core's own module once the link has come to rest.
fn other_method(store: Store, locale: Locale) -> Node {
    let node = NodeRef::<Span>::new();
    effect(move || {
        let query = store.with_settled(|report| {
            let query = crate::url::format_config(&report.link.config);
            match report.link.display.unit {
                Unit::GiB => query,
                Unit::GB => [&query, "&unit=gb"].concat(),
            }
        });
        let Some(place) = node.get() else { return };
        if query.is_empty() && !place.text_content().unwrap_or_default().is_empty() {
            return;
        }
        spawn(async move {
            if let Ok(total) = core_module::measured_total(&query, locale.slug()).await {
                place.set_text_content(Some(&total));
            }
        });
    });
    Node::from(
        h("p")
            .attr("class", "method")
            .kid(
                h("button")
                    .attr("type", "button")
                    .attr("class", "link")
                    .attr("data-tool", "measured")
                    .on_click(move |_| store.decide(|link| link.config.method = Method::Measured))
                    .kid(locale.text(Text::Measured)),
            )
            .kid(" ")
            .kid(h("span").attr("data-other", "1").reference(node)),
    )
}

fn left(ledger: &Ledger, voice: Voice) -> Node {
    let left = ledger.left();
    let word = if left.negative {
        Text::OverBy
    } else {
        Text::Left
    };
    let size = voice.size(left.size);
    let of = [" / ", &voice.size(ledger.capacity)].concat();
    Node::from(
        frag()
            .kid(voice.locale.text(word))
            .kid(" ")
            .kid(h("b").attr("data-left", "").kid(size))
            .kid(of),
    )
}

/// The scale of a bar: the card, or what is used where that is more.
struct Scale {
    end: Bytes,
}

impl Scale {
    fn of(ledger: &Ledger, card: Card) -> Scale {
        Scale {
            end: ledger.capacity.max(card.used).max(Bytes(1)),
        }
    }

    /// A size as a percentage of the bar, as an attribute.
    fn percent(&self, bytes: Bytes) -> String {
        percent(bytes, self.end)
    }
}

fn one_card(ledger: &Ledger, card: Card, many: bool, voice: Voice) -> Node {
    let scale = Scale::of(ledger, card);
    let mut at = Bytes::ZERO;
    let mut segments = Vec::new();
    for line in ledger.on(card.role) {
        let bytes = line.bytes_at(card.phase);
        let title = [line.item.label(voice.locale), " ", &voice.size(bytes)].concat();
        segments.push(segment(line.item, &scale, at, bytes, title));
        at = at.plus(bytes);
    }
    let reserve = ledger.reserve();
    let reserve_at = ledger.capacity.minus(reserve);
    let over = card.used > ledger.capacity;
    let caption = many.then(|| {
        let text = fill(
            "{0} · {1} / {2}",
            &[
                card.role.label(voice.locale),
                &voice.size(card.used),
                &voice.size(ledger.capacity),
            ],
        );
        Node::from(
            h("p")
                .attr("class", "role")
                .attr("data-verdict", verdict(card.used, ledger.capacity).slug())
                .kid(text),
        )
    });
    let over_mark = over.then(|| {
        let x = scale.percent(ledger.capacity);
        let width = scale.percent(card.used.minus(ledger.capacity));
        Node::from(
            frag()
                .kid(
                    svg("rect")
                        .attr("class", "excess")
                        .attr("x", x.clone())
                        .attr("y", "0")
                        .attr("width", width)
                        .attr("height", "100%"),
                )
                .kid(
                    svg("rect")
                        .attr("class", "limit")
                        .attr("x", x)
                        .attr("y", "0")
                        .attr("width", "2")
                        .attr("height", "100%"),
                ),
        )
    });
    Node::from(
        frag()
            .kid(caption)
            .kid(
                svg("svg")
                    .attr("class", "bar")
                    .attr("role", "img")
                    .attr("aria-label", spoken_bar(ledger, card, voice))
                    .attr("width", "100%")
                    .attr("height", "40")
                    .kid(
                        svg("defs")
                            .kid(
                                svg("pattern")
                                    .attr("id", "hatch")
                                    .attr("width", "6")
                                    .attr("height", "6")
                                    .attr("patternUnits", "userSpaceOnUse")
                                    .attr("patternTransform", "rotate(45)")
                                    .kid(
                                        svg("rect")
                                            .attr("class", "hatch")
                                            .attr("width", "1.2")
                                            .attr("height", "6"),
                                    ),
                            )
                            .kid(
                                svg("pattern")
                                    .attr("id", "stripes")
                                    .attr("width", "5")
                                    .attr("height", "5")
                                    .attr("patternUnits", "userSpaceOnUse")
                                    .attr("patternTransform", "rotate(45)")
                                    .kid(
                                        svg("rect")
                                            .attr("class", "grain")
                                            .attr("width", "1.1")
                                            .attr("height", "5"),
                                    ),
                            )
                            .kid(
                                svg("pattern")
                                    .attr("id", "dots")
                                    .attr("width", "5")
                                    .attr("height", "5")
                                    .attr("patternUnits", "userSpaceOnUse")
                                    .kid(
                                        svg("circle")
                                            .attr("class", "grain")
                                            .attr("cx", "1.5")
                                            .attr("cy", "1.5")
                                            .attr("r", "0.9"),
                                    ),
                            ),
                    )
                    .kid(
                        svg("rect")
                            .attr("class", "reserve")
                            .attr("x", scale.percent(reserve_at))
                            .attr("y", "0")
                            .attr("width", scale.percent(reserve))
                            .attr("height", "100%"),
                    )
                    .kid(segments)
                    .kid(over_mark),
            )
            .kid(ticks(ledger, &scale, voice)),
    )
}

fn segment(item: Item, scale: &Scale, at: Bytes, bytes: Bytes, title: String) -> Node {
    let (x, width) = (scale.percent(at), scale.percent(bytes));
    let grain = grain(item).map(|grain| {
        Node::from(
            svg("rect")
                .attr("class", grain)
                .attr("x", x.clone())
                .attr("y", "0")
                .attr("width", width.clone())
                .attr("height", "100%"),
        )
    });
    Node::from(
        svg("g")
            .attr("class", "seg")
            .kid(svg("title").kid(title))
            .kid(
                svg("rect")
                    .attr("class", colour(item))
                    .attr("x", x.clone())
                    .attr("y", "0")
                    .attr("width", width.clone())
                    .attr("height", "100%"),
            )
            .kid(grain)
            .kid(
                svg("rect")
                    .attr("class", "edge")
                    .attr("x", x)
                    .attr("y", "0")
                    .attr("width", "1")
                    .attr("height", "100%"),
            ),
    )
}

/// Round marks under the bar, the card's end among them.
fn ticks(ledger: &Ledger, scale: &Scale, voice: Voice) -> Node {
    let unit = voice.unit;
    let end = scale.end.in_unit(unit);
    let step = tick_step(end);
    let mut marks = Vec::new();
    let mut at = 0.0;
    while at < end && marks.len() < 12 {
        let bytes = Bytes::round(at * Bytes(unit.bytes()).as_f64());
        // A mark too near to the card's own would be printed over it.
        let distance = (bytes.as_f64() - ledger.capacity.as_f64()).abs() / scale.end.as_f64();
        if distance > 0.14 {
            marks.push(Node::from(
                svg("text")
                    .attr("x", scale.percent(bytes))
                    .attr("y", "12")
                    .attr("class", if at == 0.0 { "first" } else { "tick" })
                    .kid(plain(at)),
            ));
        }
        at += step;
    }
    let card = fill(
        voice.locale.text(Text::CardEnd),
        &[&voice.size(ledger.capacity)],
    );
    let anchor = if scale.end == ledger.capacity {
        "last"
    } else {
        "tick"
    };
    Node::from(
        svg("svg")
            .attr("class", "ticks")
            .attr("aria-hidden", "true")
            .attr("width", "100%")
            .attr("height", "16")
            .kid(marks)
            .kid(
                svg("text")
                    .attr("x", scale.percent(ledger.capacity))
                    .attr("y", "12")
                    .attr("class", anchor)
                    .kid(card),
            ),
    )
}

/// A step of 1, 2 or 5 times a power of ten (or of 8, 16, 32 for a usual card) that gives three to six marks.
fn tick_step(end: f64) -> f64 {
    let mut step = 1.0;
    for factor in [
        1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0,
    ] {
        step = factor;
        if end / factor <= 5.0 {
            return step;
        }
    }
    while end / step > 5.0 {
        step *= 2.0;
    }
    step
}

fn spoken_bar(ledger: &Ledger, card: Card, voice: Voice) -> String {
    let parts: Vec<String> = ledger
        .on(card.role)
        .map(|line| {
            [
                line.item.label(voice.locale),
                " ",
                &voice.size(line.bytes_at(card.phase)),
            ]
            .concat()
        })
        .collect();
    fill(
        voice.locale.text(Text::SpokenBar),
        &[
            card.role.label(voice.locale),
            &voice.size(card.used),
            &voice.size(ledger.capacity),
            &parts.join(voice.locale.comma()),
        ],
    )
}

/// The verdict as a sentence for those who hear the page; it waits for a pause so that a slider does not chatter.
fn speaker(store: Store, locale: Locale) -> Node {
    let spoken = RwSignal::new(String::new());
    effect(move || {
        let sentence = store.with_report(|r| verdict_sentence(&r.ledger, store.voice(locale)));
        let later = set_timeout_with_handle(
            move || {
                // The first verdict is on the page already; only a change is spoken.
                let before = LAST.replace(sentence.clone());
                if !before.is_empty() && before != sentence {
                    drop(spoken.try_set(sentence));
                }
            },
            std::time::Duration::from_millis(700),
        );
        if let Some(waiting) = WAITING.replace(later.ok()) {
            waiting.clear();
        }
    });
    Node::from(
        h("p")
            .attr("class", "sr")
            .attr("role", "status")
            .attr("aria-live", "polite")
            .kid(move || spoken.get()),
    )
}

thread_local! {
    /// The verdict that was spoken or shown last, and the one that waits for a pause.
    static LAST: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
    static WAITING: std::cell::Cell<Option<TimeoutHandle>> = const { std::cell::Cell::new(None) };
}

fn verdict_sentence(ledger: &Ledger, voice: Voice) -> String {
    let left = ledger.left();
    let word = match ledger.verdict() {
        Verdict::Fits | Verdict::Tight => Text::Left,
        Verdict::Over => Text::OverBy,
    };
    [
        ledger.verdict().label(voice.locale),
        voice.locale.comma(),
        voice.locale.text(word),
        " ",
        &voice.size(left.size),
    ]
    .concat()
}
