//! A model from its config.json: pasted, chosen or dropped; what could not be read is said, and nothing typed is lost.
use super::dialog::dialog;
use super::store::{Panel, Store};
use crate::config_json::{self, Imported};
use crate::i18n::{Locale, Text, fill};
use crate::ledger::config::{MODEL_NAME_LIMIT, Model};
use crate::ledger::precision::KvDtype;
use crate::ledger::units::grouped_u64;
use crate::url::Link;
use leptos::prelude::*;
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
    /// A model, with what is to be said of it.
    Model {
        model: Box<Model>,
        lines: Vec<String>,
    },
    /// A saved link of this page.
    Saved(Box<Link>),
    /// Neither; why.
    Refused(String),
}

/// The panel.
pub(super) fn panel(store: Store, locale: Locale) -> impl IntoView {
    let text = RwSignal::new(String::new());
    drop_anywhere(store, text);
    dialog(
        store,
        locale,
        Panel::Import,
        Text::ImportHeading,
        move || content(store, locale, text).into_any(),
    )
}

fn content(store: Store, locale: Locale, text: RwSignal<String>) -> impl IntoView {
    let outcome = Memo::new_with_compare(
        move |_| text.with(|text| (!text.trim().is_empty()).then(|| read(text, locale))),
        |_, _| true,
    );
    let refused =
        move || outcome.with(|o| matches!(o, Some(Outcome::Refused(_))).then_some("true"));
    let usable =
        move || outcome.with(|o| matches!(o, Some(Outcome::Model { .. } | Outcome::Saved(_))));
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
        match outcome.get_untracked() {
            Some(Outcome::Model { model, .. }) => store.decide(|link| link.config.model = *model),
            Some(Outcome::Saved(link)) => store.decide(|present| *present = *link),
            Some(Outcome::Refused(_)) | None => return,
        }
        store.issues.set(Vec::new());
        store.open.set(None);
    };
    view! {
        <div class="import">
            <p>{locale.text(Text::ImportLead)}</p>
            <label for="import-text">{locale.text(Text::ImportText)}</label>
            <textarea id="import-text" rows="10" spellcheck="false" autocomplete="off" prop:value=text aria-invalid=refused aria-describedby="import-said"
                on:input=move |e| text.set(event_target_value(&e))></textarea>
            <div class="row">
                <label class="file">{locale.text(Text::ImportFile)} <input type="file" accept=".json,application/json,text/plain" on:change=choose/></label>
                <button type="button" class="link" on:click=move |_| text.set(SAMPLE.into())>{locale.text(Text::ImportSample)}</button>
            </div>
            <div id="import-said" role="status">
                {move || outcome.with(|o| o.as_ref().map(|o| said(o, locale)))}
            </div>
            <button type="button" class="primary" disabled=move || !usable() on:click=take>{locale.text(Text::ImportUse)}</button>
        </div>
    }
}

fn said(outcome: &Outcome, locale: Locale) -> AnyView {
    match outcome {
        Outcome::Model { lines, .. } => lines
            .iter()
            .map(|line| view! { <p class="said" data-level="note">{line.clone()}</p> })
            .collect_view()
            .into_any(),
        Outcome::Saved(_) => {
            view! { <p class="said" data-level="note">{locale.text(Text::ImportSaved)}</p> }
                .into_any()
        }
        Outcome::Refused(why) => {
            view! { <p class="said" data-level="error">{why.clone()}</p> }.into_any()
        }
    }
}

fn read(text: &str, locale: Locale) -> Outcome {
    if let Some(query) = crate::saved::read(text) {
        return Outcome::Saved(Box::new(crate::url::parse(&query).0));
    }
    let Imported {
        fields,
        name,
        issues,
        quantization,
    } = match config_json::read(text) {
        Ok(imported) => imported,
        Err(error) => return Outcome::Refused(error.sentence(locale)),
    };
    let name: String = name
        .unwrap_or_default()
        .chars()
        .take(MODEL_NAME_LIMIT)
        .collect();
    let (_, more) = fields.spec();
    let kind = fields.model_type().to_string();
    let model = Model::custom(fields, name);
    let per_token = model
        .shape
        .as_ref()
        .map_or(0.0, |shape| shape.kv.bytes_per_token(KvDtype::Bf16.bytes()));
    let shown = if model.name().is_empty() {
        kind
    } else {
        model.name().to_string()
    };
    let facts = [
        shown.as_str(),
        &grouped_u64(model.params()),
        &grouped_u64(crate::ledger::units::whole(per_token)),
    ];
    let mut lines = vec![fill(locale.text(Text::ImportRead), &facts)];
    lines.extend(
        issues
            .iter()
            .chain(&more)
            .map(|issue| issue.sentence(locale)),
    );
    if let Some(quantization) = quantization {
        lines.push(fill(
            locale.text(Text::ImportQuantised),
            &[quantization.dtype.unwrap_or(&quantization.method)],
        ));
    }
    Outcome::Model {
        model: Box::new(model),
        lines,
    }
}

/// Reads a file into the box; one over the limit is not read at all.
fn read_file(file: web_sys::File, text: RwSignal<String>, locale: Locale) {
    if file.size() > config_json::LIMIT as f64 {
        // The reader says why: it refuses a text of that length with its sentence.
        text.set(" ".repeat(config_json::LIMIT + 1) + "{");
        return;
    }
    leptos::task::spawn_local(async move {
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
    Effect::new(move |_| {
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
