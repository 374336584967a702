//! A model from its config.json: pasted, chosen or dropped; what could not be read is said, and nothing typed is lost.
use super::dialog::dialog;
use super::live_view;
use super::store::{Panel, Store, effect, spawn};
use crate::app::node::{Node, h};
use crate::config_json;
use crate::i18n::{Locale, Text};
use crate::ledger::words::Word;
use crate::url::{self, Link};
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// Qwen3-8B's own config.json, shortened to what describes the model (lesson 4).
const SAMPLE: &str = r#"{
  "architectures": ["Qwen3ForCausalLM"],
  "model_type": "qwen3",
  "hidden_size": 4096,
  "intermediate_size": 12288,
  "num_hidden_layers": 36,
  "num_attention_heads": 32,
  "num_key_value_heads": 8,
  "head_dim": 128,
  "vocab_size": 151936,
  "tie_word_embeddings": false,
  "torch_dtype": "bfloat16"
}"#;

/// What came of a text.
#[derive(Clone)]
enum Outcome {
    /// A model, flags or a saved configuration: its query, and what is to be said of it.
    Usable {
        /// The query.
        query: String,
        /// True where it is a whole configuration, not a model or flags alone.
        whole: bool,
        /// Sentences.
        said: Vec<String>,
    },
    /// Neither; why.
    Refused(String),
}

impl Outcome {
    /// What the core's module answered.
    fn of(answer: Vec<String>, locale: Locale) -> Outcome {
        let mut parts = answer.into_iter();
        match (parts.next().as_deref(), parts.next()) {
            // Flags change what they name and leave the rest, as a model does.
            (Some("model" | "flags"), Some(query)) => Outcome::Usable {
                query,
                whole: false,
                said: parts.collect(),
            },
            (Some("saved"), Some(query)) => Outcome::Usable {
                query,
                whole: true,
                said: vec![locale.text(Text::ImportSaved).into()],
            },
            (_, why) => Outcome::Refused(why.unwrap_or_default()),
        }
    }
}

/// The panel.
pub(super) fn panel(store: Store, locale: Locale) -> Node {
    let text = RwSignal::new(String::new());
    drop_anywhere(store, text);
    dialog(
        store,
        locale,
        Panel::Import,
        Text::ImportHeading,
        move || content(store, locale, text),
    )
}

fn content(store: Store, locale: Locale, text: RwSignal<String>) -> Node {
    let outcome = RwSignal::new(None::<Outcome>);
    // Each text is numbered, so that an answer that comes late is not taken for a newer one's.
    let turn = Rc::new(Cell::new(0u64));
    effect(move || {
        let text = text.get();
        let mine = turn.get() + 1;
        turn.set(mine);
        if text.trim().is_empty() {
            outcome.set(None);
            return;
        }
        let turn = turn.clone();
        spawn(async move {
            let answer = live_view::read_pasted(&text, locale.slug()).await;
            if turn.get() == mine {
                drop(outcome.try_set(Some(match answer {
                    Ok(answer) => Outcome::of(answer, locale),
                    Err(_) => Outcome::Refused(locale.text(Text::TextFailed).into()),
                })));
            }
        });
    });
    let refused =
        move || outcome.with(|o| matches!(o, Some(Outcome::Refused(_))).then_some("true"));
    let usable = move || outcome.with(|o| matches!(o, Some(Outcome::Usable { .. })));
    let choose = move |e: leptos::ev::Event| {
        let input = e
            .target()
            .and_then(|t| t.dyn_into::<web_sys::HtmlInputElement>().ok());
        if let Some(file) = input
            .and_then(|input| input.files())
            .and_then(|files| files.get(0))
        {
            read_file(file, text, locale);
        }
    };
    let take = move |_| {
        let Some(Outcome::Usable { query, whole, .. }) = outcome.get_untracked() else {
            return;
        };
        let base = if whole {
            Link::default()
        } else {
            store.link.get_untracked()
        };
        let link = url::apply(&base, &query).0;
        store.decide(|present| *present = link);
        store.issues.set(Vec::new());
        store.open.set(None);
    };
    Node::from(
        h("div")
            .attr("class", "import")
            .kid(h("p").kid(locale.text(Text::ImportLead)))
            .kid(
                h("label")
                    .attr("for", "import-text")
                    .kid(locale.text(Text::ImportText)),
            )
            .kid(
                h("textarea")
                    .attr("id", "import-text")
                    .attr("rows", "10")
                    .attr("spellcheck", "false")
                    .attr("autocomplete", "off")
                    .prop("value", move || text.get())
                    .attr("aria-invalid", refused)
                    .attr("aria-describedby", "import-said")
                    .on("input", move |e| text.set(event_target_value(&e))),
            )
            .kid(
                h("div")
                    .attr("class", "row")
                    .kid(
                        h("label")
                            .attr("class", "file")
                            .kid(locale.text(Text::ImportFile))
                            .kid(
                                h("input")
                                    .attr("type", "file")
                                    .attr("accept", ".json,application/json,text/plain")
                                    .on("change", choose),
                            ),
                    )
                    .kid(
                        h("button")
                            .attr("type", "button")
                            .attr("class", "link")
                            .on_click(move |_| text.set(SAMPLE.into()))
                            .kid(locale.text(Text::ImportSample)),
                    ),
            )
            .kid(
                h("div")
                    .attr("id", "import-said")
                    .attr("role", "status")
                    .kid(move || outcome.with(|o| o.as_ref().map(said))),
            )
            .kid(
                h("button")
                    .attr("type", "button")
                    .attr("class", "primary")
                    .attr("disabled", move || !usable())
                    .on_click(take)
                    .kid(locale.text(Text::ImportUse)),
            )
            .kid(live_view::place(store, locale, "hub")),
    )
}

fn said(outcome: &Outcome) -> Node {
    let (level, lines) = match outcome {
        Outcome::Usable { said, .. } => ("note", said.clone()),
        Outcome::Refused(why) => ("error", vec![why.clone()]),
    };
    let line = |line: String| {
        h("p")
            .attr("class", "said")
            .attr("data-level", level)
            .kid(line)
    };
    Node::from_all(lines.into_iter().map(line).collect::<Vec<_>>())
}

/// Reads a file into the box; one over the limit is not read at all.
fn read_file(file: web_sys::File, text: RwSignal<String>, locale: Locale) {
    if file.size() > config_json::LIMIT as f64 {
        // The reader says why: it refuses a text of that length with its sentence.
        text.set(" ".repeat(config_json::LIMIT + 1) + "{");
        return;
    }
    spawn(async move {
        match JsFuture::from(file.text())
            .await
            .ok()
            .and_then(|value| value.as_string())
        {
            Some(read) => text.set(read),
            None => text.set(locale.text(Text::ImportUnreadable).into()),
        }
    });
}

/// A file dropped anywhere on the page opens the panel with it.
fn drop_anywhere(store: Store, text: RwSignal<String>) {
    effect(move || {
        let over = window_event_listener(leptos::ev::dragover, |e| e.prevent_default());
        let dropped = window_event_listener(leptos::ev::drop, move |e| {
            e.prevent_default();
            if let Some(file) = e
                .data_transfer()
                .and_then(|data| data.files())
                .and_then(|files| files.get(0))
            {
                read_file(file, text, store.locale.get_untracked());
                store.open.set(Some(Panel::Import));
            }
        });
        on_cleanup(move || {
            over.remove();
            dropped.remove();
        });
    });
}
