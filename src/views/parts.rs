//! What several views use: controls that write a key, tables, links that set the calculator, texts to copy.
use super::Scene;
use crate::html::{Html, Tag, h};
use crate::i18n::Text;
use crate::ledger::item::Verdict;
use crate::ledger::units::Bytes;
use crate::ledger::words::Word;
use crate::url::{self, Key};

/// A section with a heading; `id` is what a table of contents and the seed index find it by.
pub fn section(id: &str, heading: &str) -> Tag {
    h("section").attr("id", id).kid(h("h3").kid(heading))
}

/// A box for a key that takes text or a number.
pub fn field(scene: &Scene<'_>, key: Key) -> Tag {
    let slug = key.slug();
    let (id, message) = (["w-", slug].concat(), ["we-", slug].concat());
    let draft = scene.drafts.iter().find(|draft| draft.key == key);
    let text = match draft {
        Some(draft) => draft.text.clone(),
        None => url::value_of(&scene.report.link, key),
    };
    let input = h("input")
        .attr("type", "text")
        .attr("inputmode", "decimal")
        .attr("id", &id)
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("data-key", slug)
        .attr("value", text)
        .attr("aria-describedby", &message)
        .maybe("aria-invalid", draft.map(|_| "true"))
        .flag("disabled", locked(scene, key));
    let unit = h("span")
        .class("unit")
        .attr("aria-hidden", "true")
        .kid(key.unit(scene.locale));
    h("div")
        .class("field")
        .kid(h("label").attr("for", &id).kid(key.label(scene.locale)))
        .kid(h("span").class("box").kid(input).kid(unit))
        .kid(
            h("p")
                .class("said")
                .attr("id", &message)
                .maybe("data-level", draft.map(|draft| draft.said.level.slug()))
                .kid(draft.map(|draft| draft.said.sentence(scene.locale))),
        )
}

/// A choice among a key's words: (written form, label).
pub fn choice<'t>(
    scene: &Scene<'_>,
    key: Key,
    options: impl IntoIterator<Item = (&'t str, &'t str)>,
) -> Tag {
    let slug = key.slug();
    let id = ["w-", slug].concat();
    let now = url::value_of(&scene.report.link, key);
    let control = h("select")
        .attr("id", &id)
        .attr("data-key", slug)
        .flag("disabled", locked(scene, key));
    select(&id, key.label(scene.locale), control, &now, options)
}

/// A field of a labelled `control`, a select with the id, and its options: (value, label).
pub fn select<'t>(
    id: &str,
    label: &str,
    control: Tag,
    now: &str,
    options: impl IntoIterator<Item = (&'t str, impl Into<Html>)>,
) -> Tag {
    let options = options.into_iter().map(|(value, label)| {
        h("option")
            .attr("value", value)
            .flag("selected", value == now)
            .kid(label)
    });
    h("div")
        .class("field")
        .kid(h("label").attr("for", id).kid(label))
        .kid(control.kids(options))
}

/// A switch; `on` says whether it is on now, which for `auto` keys is more than the key's own text.
pub fn switch(scene: &Scene<'_>, key: Key, on: bool) -> Tag {
    let slug = key.slug();
    let id = ["w-", slug].concat();
    let input = h("input")
        .attr("type", "checkbox")
        .attr("id", &id)
        .attr("data-key", slug)
        .flag("checked", on)
        .flag("disabled", locked(scene, key));
    h("div")
        .class("field")
        .kid(h("label").attr("for", &id).kid(key.label(scene.locale)))
        .kid(h("span").class("tick").kid(input))
}

/// True where a control is shown but cannot be changed.
pub fn locked(scene: &Scene<'_>, key: Key) -> bool {
    scene.report.link.display.lock.contains(&key)
}

/// A link that opens a query as a fresh state.
pub fn open(query: &str, text: impl Into<Html>) -> Tag {
    h("a")
        .class("try")
        .attr("href", ["?", query].concat())
        .attr("data-open", query)
        .kid(text)
}

/// A button that applies a query diff.
pub fn apply(diff: &str, text: impl Into<Html>) -> Tag {
    h("button")
        .attr("type", "button")
        .class("small")
        .attr("data-diff", diff)
        .kid(text)
}

/// A button that calls [`super::act`].
pub fn button(name: &str, value: &str, text: impl Into<Html>) -> Tag {
    h("button")
        .attr("type", "button")
        .class("small")
        .attr("data-act", name)
        .attr("data-value", value)
        .kid(text)
}

/// A table that scrolls by itself where it is too wide: its caption is its name, the first cell of a row heads it.
pub fn table(
    caption: &str,
    heads: impl IntoIterator<Item = impl Into<Html>>,
    rows: Vec<Tag>,
) -> Tag {
    // A column of buttons has no name: an empty cell heads it.
    let heads = heads.into_iter().map(|head| {
        let head: Html = head.into();
        if head.as_str().is_empty() {
            h("td")
        } else {
            h("th").attr("scope", "col").kid(head)
        }
    });
    h("div")
        .class("scroll")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", caption)
        .kid(
            h("table")
                .class("facts")
                .kid(h("caption").kid(caption))
                .kid(h("thead").kid(h("tr").kids(heads)))
                .kid(h("tbody").kids(rows)),
        )
}

/// A row of [`table`]: its head, then its cells.
pub fn row(head: impl Into<Html>, cells: impl IntoIterator<Item = impl Into<Html>>) -> Tag {
    let cells = cells.into_iter().map(|cell| h("td").kid(cell));
    h("tr")
        .kid(h("th").attr("scope", "row").kid(head))
        .kids(cells)
}

/// A paragraph that stands out: `grade` is "", "warn" or "bad".
pub fn note(grade: &str, text: impl Into<Html>) -> Tag {
    h("p").class(["note ", grade].concat().trim_end()).kid(text)
}

/// A size with its unit.
pub fn size(scene: &Scene<'_>, bytes: Bytes) -> String {
    scene.voice().size(bytes)
}

/// The grade of [`note`] that a verdict has.
pub const fn grade(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fits => "",
        Verdict::Tight => "warn",
        Verdict::Over => "bad",
    }
}

/// A text to copy, with its button; `id` is unique on the page.
pub fn copyable(scene: &Scene<'_>, id: &str, text: &str) -> Tag {
    let said = scene
        .copied
        .filter(|(copied, _)| *copied == id)
        .map(|(_, well)| match well {
            true => scene.locale.text(Text::Copied),
            false => scene.locale.text(Text::CopyFailed),
        });
    h("div")
        .class("copyable")
        .kid(
            h("pre")
                .attr("id", id)
                .attr("tabindex", "0")
                .kid(h("code").kid(text)),
        )
        .kid(
            h("button")
                .attr("type", "button")
                .class("small")
                .attr("data-copy", id)
                .kid(scene.locale.text(Text::Copy)),
        )
        .kid(h("span").attr("role", "status").kid(said))
}
