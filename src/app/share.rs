//! What can be taken away: link, frame for a lesson page, Markdown, text, CSV, JSON.
use super::core_module;
use super::dialog::dialog;
use super::store::{Panel, Store, effect, spawn};
use crate::app::node::{Node, h};
use crate::display::{Display, Lang, Theme};
use crate::i18n::{Locale, Text, fill};
use crate::ledger::words::Word;
use crate::url::{self, LINK_LIMIT, Link};
use leptos::html::Textarea;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// The button in the page's head.
pub(super) fn button(store: Store, locale: Locale) -> Node {
    Node::from(
        h("button")
            .attr("type", "button")
            .attr("class", "quiet")
            .attr("data-tool", "share")
            .on_click(move |_| store.open.set(Some(Panel::Share)))
            .kid(locale.text(Text::Share)),
    )
}

/// The panel.
pub(super) fn panel(store: Store, locale: Locale) -> Node {
    dialog(store, locale, Panel::Share, Text::ShareHeading, move || {
        content(store, locale)
    })
}

fn content(store: Store, locale: Locale) -> Node {
    let named = RwSignal::new(false);
    let link = move || shared(store, named.get().then_some(locale));
    let address = move || address(&link());
    let too_long = move || {
        let length = address().chars().count();
        (length > LINK_LIMIT).then(|| {
            h("p")
                .attr("class", "note warn")
                .kid(fill(locale.text(Text::LinkTooLong), &[&length.to_string()]))
                .kid(" ")
                .kid(
                    h("button")
                        .attr("type", "button")
                        .attr("class", "small")
                        .on_click(move |_| save_json(&link()))
                        .kid(locale.text(Text::SaveJson)),
                )
        })
    };
    // Markdown, plain text, CSV, JSON: the core's own module writes them.
    let texts = RwSignal::new(Vec::<String>::new());
    let failed = RwSignal::new(false);
    effect(move || {
        let (query, address) = (url::format(&link()), address());
        spawn(async move {
            match core_module::share_texts(&query, &address, locale.slug()).await {
                Ok(written) => drop(texts.try_set(written)),
                Err(_) => drop(failed.try_set(true)),
            }
        });
    });
    let text =
        move |index: usize| move || texts.with(|t| t.get(index).cloned().unwrap_or_default());
    Node::from(
        h("div")
            .attr("class", "share")
            .kid(copied(locale, Text::ShareLink, "share-link", address))
            .kid(
                h("label")
                    .attr("class", "inline")
                    .kid(
                        h("input")
                            .attr("type", "checkbox")
                            .prop("checked", move || named.get())
                            .on("change", move |e| named.set(event_target_checked(&e))),
                    )
                    .kid(locale.text(Text::FixLanguage)),
            )
            .kid(too_long)
            .kid(copied(locale, Text::ShareEmbed, "share-embed", move || {
                snippet(&link(), locale)
            }))
            .kid(move || {
                failed.get().then(|| {
                    h("p")
                        .attr("class", "note warn")
                        .kid(locale.text(Text::TextFailed))
                })
            })
            .kid(copied(
                locale,
                Text::ShareMarkdown,
                "share-markdown",
                text(0),
            ))
            .kid(copied(locale, Text::ShareText, "share-text", text(1)))
            .kid(copied(locale, Text::ShareCsv, "share-csv", text(2)))
            .kid(copied(locale, Text::ShareJson, "share-json", text(3))),
    )
}

/// The link as it is shared: without what only concerns this frame, with the language where it is to be named.
fn shared(store: Store, named: Option<Locale>) -> Link {
    let mut link = store.link.get();
    let view = link.display.view;
    let unit = link.display.unit;
    link.display = Display {
        view,
        unit,
        ..Display::default()
    };
    if let Some(locale) = named {
        link.display.lang = lang_of(locale);
    }
    link
}

fn lang_of(locale: Locale) -> Lang {
    match locale {
        Locale::Zh => Lang::Zh,
        Locale::En => Lang::En,
    }
}

/// The address of this page with a link's query.
fn address(link: &Link) -> String {
    [&page_address(), "?", &url::format_copied(link)].concat()
}

/// The address of this page without query and fragment.
pub(super) fn page_address() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split(['?', '#'])
        .next()
        .unwrap_or_default()
        .to_string()
}

/// The frame for a lesson page, with the few lines that keep its height.
fn snippet(link: &Link, locale: Locale) -> String {
    let mut link = link.clone();
    link.display.embed = true;
    link.display.lang = lang_of(locale);
    link.display.theme = Theme::Auto;
    let src = address(&link).split('&').collect::<Vec<_>>().join("&amp;");
    fill(
        SNIPPET,
        &[
            &src,
            locale.text(Text::EmbedTitle),
            link.display.view.slug(),
        ],
    )
}

/// `{0}` the address, `{1}` the title, `{2}` the view, which names the frame.
const SNIPPET: &str = r#"<iframe src="{0}" name="vram-{2}" title="{1}"
  width="100%" height="720" loading="lazy" allow="clipboard-write" class="vram-ledger"></iframe>
<script>
addEventListener("message", e => {
  const d = e.data;
  if (!d || d.type !== "vram-ledger:height" || d.v !== 1) return;
  for (const f of document.querySelectorAll("iframe.vram-ledger"))
    if (f.contentWindow === e.source) f.height = d.height;
});
</script>"#;

/// A text with its copy button. "Copied" or "Failed" is said aloud; the text stays selectable.
fn copied(
    locale: Locale,
    label: Text,
    id: &'static str,
    text: impl Fn() -> String + Copy + Send + Sync + 'static,
) -> Node {
    let said = RwSignal::new(String::new());
    let node = NodeRef::<Textarea>::new();
    let copy = move |_| {
        let text = untrack(text);
        spawn(async move {
            let done = JsFuture::from(window().navigator().clipboard().write_text(&text))
                .await
                .is_ok();
            if !done && let Some(area) = node.get_untracked() {
                area.select();
            }
            drop(
                said.try_set(
                    locale
                        .text(if done { Text::Copied } else { Text::CopyFailed })
                        .into(),
                ),
            );
        });
    };
    Node::from(
        h("div")
            .attr("class", "copied")
            .kid(h("label").attr("for", id).kid(locale.text(label)))
            .kid(
                h("textarea")
                    .attr("id", id)
                    .reference(node)
                    .attr("readonly", "")
                    .attr("rows", "2")
                    .attr("spellcheck", "false")
                    .prop("value", text)
                    .kid(untrack(text)),
            )
            .kid(
                h("button")
                    .attr("type", "button")
                    .attr("class", "small")
                    .on_click(copy)
                    .kid(locale.text(Text::Copy)),
            )
            .kid(
                h("span")
                    .attr("class", "said")
                    .attr("role", "status")
                    .kid(move || said.get()),
            ),
    )
}

/// Offers the configuration as a file, for links that are too long to travel.
fn save_json(link: &Link) {
    let json = crate::saved::write(link);
    let href = [
        "data:application/json;charset=utf-8,",
        &String::from(js_sys::encode_uri_component(&json)),
    ]
    .concat();
    save(&href, "vram-ledger.json");
}

/// Saves what stands at an address under a name.
pub(super) fn save(href: &str, name: &str) {
    use wasm_bindgen::JsCast;
    let Ok(element) = document().create_element("a") else {
        return;
    };
    if let Some(anchor) = element.dyn_ref::<web_sys::HtmlAnchorElement>() {
        anchor.set_href(href);
        anchor.set_download(name);
        anchor.click();
    }
}
