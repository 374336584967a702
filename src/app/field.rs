//! Controls, each writing one key of the link: a number with its slider, a choice, a switch. Bad input keeps its text and says why.
use super::store::{Store, effect};
use crate::app::node::{IntoNode, Node, h};
use crate::i18n::{Locale, Text};
use crate::url::{self, Issue, IssueCode, Key, Level};
use leptos::html::Select;
use leptos::prelude::*;

/// What a slider steps through.
#[derive(Clone, Copy)]
pub(super) enum Slider {
    /// Powers of two from 2^first to 2^last.
    Powers {
        /// First exponent.
        first: u32,
        /// Last exponent.
        last: u32,
    },
    /// No slider.
    None,
}

/// Text that is being typed: as it stands, the written value it led to, and what is to be said of it.
#[derive(Clone, PartialEq)]
struct Draft {
    text: String,
    written: String,
    said: Option<Issue>,
}

/// A number box, with a slider where one helps.
pub(super) fn number(store: Store, locale: Locale, key: Key, slider: Slider) -> Node {
    text_field(store, locale, key, slider, move || default_text(store, key))
}

/// The value a key falls back to where the link leaves it open (the card's memory).
fn default_text(store: Store, key: Key) -> String {
    match store.value(key) {
        text if !text.is_empty() => text,
        _ if key == Key::Mem => store.with_link(|link| link.config.gpu.mem_mib.to_string()),
        text => text,
    }
}

/// A box for a key that takes text, showing `shown` while nothing is being typed.
pub(super) fn text_field(
    store: Store,
    locale: Locale,
    key: Key,
    slider: Slider,
    shown: impl Fn() -> String + Copy + Send + Sync + 'static,
) -> Node {
    let slug = crate::ledger::words::Word::slug(key);
    let id = ["c-", slug].concat();
    let message_id = ["e-", slug].concat();
    let draft = RwSignal::new(None::<Draft>);
    // A draft counts only while the value it led to is still the present one: Back or Apply put it aside by themselves.
    let alive = move || {
        draft
            .get()
            .filter(|draft| draft.written == store.value(key))
    };
    let value = move || alive().map_or_else(shown, |draft| draft.text);
    let said = move || alive().and_then(|draft| draft.said);
    let invalid = move || {
        said()
            .is_some_and(|issue| issue.level == Level::Error)
            .then_some("true")
    };
    let typed = move |text: String| {
        let mut link = store.link.get_untracked();
        let said = match (url::fields::field(key), text.trim()) {
            (Some(field), trimmed) if !trimmed.is_empty() => (field.set)(&mut link, trimmed),
            (Some(_) | None, _) => None,
        };
        let written = url::value_of(&link, key);
        let said = said.map(|code: IssueCode| Issue::new(slug, code, text.trim(), &written));
        draft.set(Some(Draft {
            text,
            written,
            said,
        }));
        store.slide(|present| *present = link);
    };
    let left = move || {
        // Typed text that was understood gives way to its written form; what was not understood stays as it is.
        let settled = draft.with_untracked(|d| {
            d.as_ref().is_none_or(|d| {
                d.said
                    .as_ref()
                    .is_none_or(|issue| issue.level == Level::Note)
            })
        });
        if settled {
            draft.set(None);
        }
    };
    let locked = move || store.locked(key);
    let ranged = match slider {
        Slider::None => false,
        Slider::Powers { .. } => true,
    };
    let range = match slider {
        Slider::None => None,
        Slider::Powers { first, last } => {
            let (name, slide_id) = (key.label(locale), ["s-", slug].concat());
            let index = move || {
                store
                    .value(key)
                    .parse::<u64>()
                    .map_or(first, |v| nearest_power(v).clamp(first, last))
                    .to_string()
            };
            let initial = untrack(index);
            let aria = move || [store.value(key), " ".into(), key.unit(locale).into()].concat();
            let slid = move |e: leptos::ev::Event| {
                if let Ok(power) = event_target_value(&e).parse::<u32>() {
                    draft.set(None);
                    store.slide(|link| {
                        if let Some(field) = url::fields::field(key) {
                            (field.set)(link, &(1u64 << power.min(40)).to_string());
                        }
                    });
                }
            };
            Some(Node::from(
                h("input")
                    .attr("type", "range")
                    .attr("id", slide_id)
                    .attr("min", first.to_string())
                    .attr("max", last.to_string())
                    .attr("step", "1")
                    .attr("value", initial)
                    .prop("value", index)
                    .attr("data-key", slug)
                    .attr("data-value", move || store.value(key))
                    .attr("aria-label", name)
                    .attr("aria-valuetext", aria)
                    .attr("disabled", locked)
                    .on("input", slid),
            ))
        }
    };
    Node::from(
        h("div")
            .attr("class", "field")
            .toggle("ranged", ranged)
            .kid(h("label").attr("for", id.clone()).kid(key.label(locale)))
            .kid(
                h("span")
                    .attr("class", "box")
                    .kid(
                        h("input")
                            .attr("type", "text")
                            .attr("inputmode", "decimal")
                            .attr("id", id)
                            .attr("autocomplete", "off")
                            .attr("spellcheck", "false")
                            .attr("data-key", slug)
                            .attr("value", untrack(value))
                            .prop("value", value)
                            .attr("disabled", locked)
                            .attr("aria-invalid", invalid)
                            .attr("aria-describedby", message_id.clone())
                            .on("input", move |e| typed(event_target_value(&e)))
                            .on("blur", move |_| left()),
                    )
                    .kid(
                        h("span")
                            .attr("class", "unit")
                            .attr("aria-hidden", "true")
                            .kid(key.unit(locale)),
                    ),
            )
            .kid(range)
            .kid(
                h("p")
                    .attr("class", "said")
                    .attr("id", message_id)
                    .attr("data-level", move || {
                        said().map(|i| crate::ledger::words::Word::slug(i.level))
                    })
                    .kid(move || {
                        said()
                            .map(|issue| issue.sentence(locale))
                            .unwrap_or_default()
                    }),
            ),
    )
}

/// The exponent of the power of two nearest to a value.
fn nearest_power(value: u64) -> u32 {
    let below = value.max(1).ilog2();
    // Nearer to the next power when past the geometric middle: v² > 2^(2·below+1).
    let past = u128::from(value) * u128::from(value) > 1u128 << (2 * below + 1);
    if past { below + 1 } else { below }
}

/// A choice among words or ids; `groups` are labelled, an empty label stands for none.
pub(super) fn choice(
    store: Store,
    locale: Locale,
    key: Key,
    groups: Vec<(&'static str, Vec<(&'static str, &'static str)>)>,
) -> Node {
    let slug = crate::ledger::words::Word::slug(key);
    let id = ["c-", slug].concat();
    let value = move || store.value(key);
    let node = NodeRef::<Select>::new();
    // A select takes its value only once its options are there, and again whenever the link changes.
    effect(move || {
        let value = value();
        store.alive.track();
        if let Some(select) = node.get() {
            // Setting it anew, even to what it is, lays it out again.
            if select.value() != value {
                select.set_value(&value);
            }
        }
    });
    // The prerendered page holds the chosen option alone; the others come when it has come to life.
    let options = move || {
        let now = untrack(value);
        let alive = store.alive.get();
        let option = |(value, label): &(&'static str, &'static str)| {
            let chosen = *value == now;
            (alive || chosen).then(|| {
                h("option")
                    .attr("value", *value)
                    .attr("selected", chosen)
                    .kid(*label)
                    .node()
            })
        };
        let mut out = Vec::new();
        for (label, options) in &groups {
            let options: Vec<Node> = options.iter().filter_map(option).collect();
            if label.is_empty() || !alive {
                out.extend(options);
            } else {
                out.push(h("optgroup").attr("label", *label).kid(options).node());
            }
        }
        out
    };
    let chosen = move |e: leptos::ev::Event| {
        let text = event_target_value(&e);
        store.decide(|link| *link = url::apply(link, &[slug, "=", &text].concat()).0);
    };
    Node::from(
        h("div")
            .attr("class", "field")
            .kid(h("label").attr("for", id.clone()).kid(key.label(locale)))
            .kid(
                h("select")
                    .attr("id", id)
                    .reference(node)
                    .attr("data-key", slug)
                    .attr("disabled", move || store.locked(key))
                    .on("change", chosen)
                    .kid(options),
            ),
    )
}

/// A switch. `on` says whether it is on now, which for `auto` keys is more than the key's own text.
pub(super) fn switch(
    store: Store,
    locale: Locale,
    key: Key,
    on: impl Fn() -> bool + Copy + Send + Sync + 'static,
) -> Node {
    let slug = crate::ledger::words::Word::slug(key);
    let id = ["c-", slug].concat();
    let flipped = move |e: leptos::ev::Event| {
        let text = if event_target_checked(&e) { "1" } else { "0" };
        store.decide(|link| *link = url::apply(link, &[slug, "=", text].concat()).0);
    };
    Node::from(
        h("div")
            .attr("class", "field")
            .kid(h("label").attr("for", id.clone()).kid(key.label(locale)))
            .kid(
                h("span").attr("class", "tick").kid(
                    h("input")
                        .attr("type", "checkbox")
                        .attr("id", id)
                        .attr("data-key", slug)
                        .attr("checked", untrack(on))
                        .prop("checked", on)
                        .attr("disabled", move || store.locked(key))
                        .on("change", flipped),
                ),
            ),
    )
}

/// A line of facts under a control.
pub(super) fn fact(text: impl Fn() -> String + Send + Sync + 'static) -> Node {
    Node::from(h("p").attr("class", "fact").kid(text))
}

/// A button that looks like text.
pub(super) fn link_button(locale: Locale, label: Text, act: impl Fn() + Send + 'static) -> Node {
    Node::from(
        h("button")
            .attr("type", "button")
            .attr("class", "link")
            .on_click(move |_| act())
            .kid(locale.text(label)),
    )
}
