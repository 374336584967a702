//! The rules of each line, with the present configuration's own arithmetic under each.
use super::super::ledger_view::{names_text, numbers_text};
use super::super::store::Store;
use super::open_link;
use crate::i18n::{LessonText, Locale, Voice};
use crate::ledger::config::Axes;
use crate::ledger::item::{Item, Verdict};
use crate::ledger::kv_table::KvTable;
use crate::ledger::precision::Dtype;
use crate::ledger::units::{Bytes, grouped_u64, plain};
use crate::ledger::words::Word;
use crate::lesson::{self, RESIDENT_ITEMS};
use crate::text::Report;
use leptos::prelude::*;

/// Every rule in the ledger's order.
pub(super) fn all(store: Store, locale: Locale) -> impl IntoView {
    view! {
        {residents(store, locale)}
        {weights(store, locale)}
        {rule(store, locale, "l0-gradients", LessonText::Gradients, LessonText::GradientsRule, Item::Gradients, "tune=lora")}
        {rule(store, locale, "l0-optimizer", LessonText::OptimizerHeading, LessonText::OptimizerRule, Item::OptimizerStates, "")}
        {rule(store, locale, "l0-lora", LessonText::Lora, LessonText::LoraRule, Item::OptimizerStates, "tune=lora&vs=v:1")}
        {rule(store, locale, "l0-activations", LessonText::Activations, LessonText::ActivationsRule, Item::Activations, "ckpt=0&vs=v:1")}
        {rule(store, locale, "l0-logits", LessonText::Logits, LessonText::LogitsRule, Item::Logits, "model=qwen3-8b&vs=v:1")}
        {kv(store, locale)}
    }
}

fn residents(store: Store, locale: Locale) -> impl IntoView {
    let t = move |text: LessonText| text.of(locale);
    let head = RESIDENT_ITEMS
        .iter()
        .map(|item| view! { <th scope="col">{item.label(locale)}</th> })
        .collect_view();
    view! {
        <section id="l0-residents">
            <h3>{t(LessonText::Residents)}</h3>
            <p>{t(LessonText::ResidentsLead)}</p>
            <div class="scroll" tabindex="0" role="group" aria-label=t(LessonText::Residents)>
                <table class="facts">
                    <thead><tr><th scope="col">{t(LessonText::Method)}</th>{head}<th scope="col">{t(LessonText::ResidentsCopies)}</th></tr></thead>
                    <tbody>{move || store.report.with(|report| residents_rows(report, store.voice(locale)))}</tbody>
                </table>
            </div>
        </section>
    }
}

fn residents_rows(report: &Report, voice: Voice) -> impl IntoView + use<> {
    let row = |row: lesson::ResidentsRow| {
        let cells = RESIDENT_ITEMS
            .iter()
            .map(|item| {
                let found = row
                    .items
                    .iter()
                    .find(|(i, _)| i == item)
                    .map(|(_, bytes)| voice.size(*bytes));
                view! { <td>{found.unwrap_or_else(|| "–".into())}</td> }
            })
            .collect_view();
        view! { <tr data-task=row.task.slug()><th scope="row">{row.task.label(voice.locale)}</th>{cells}<td>{row.copies.to_string()}</td></tr> }
    };
    lesson::residents(&report.link.config)
        .into_iter()
        .map(row)
        .collect_view()
}

fn weights(store: Store, locale: Locale) -> impl IntoView {
    let t = move |text: LessonText| text.of(locale);
    let rows = move || {
        store.report.with(|report| {
            let params = report.link.config.model.nominal();
            let voice = store.voice(locale);
            Dtype::ALL
                .iter()
                .map(|dtype| {
                    let size = voice.size(Bytes::round(params * dtype.lesson_bytes()));
                    view! { <tr><th scope="row">{dtype.label()}</th><td>{plain(dtype.lesson_bytes())}</td><td>{size}</td></tr> }
                })
                .collect_view()
        })
    };
    view! {
        <section id="l0-weights">
            <h3>{t(LessonText::Weights)}</h3>
            <table class="facts narrow">
                <thead><tr><th scope="col">{t(LessonText::Format)}</th><th scope="col">{t(LessonText::BytesPer)}</th><th scope="col">{t(LessonText::ThisModel)}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
            <p>{t(LessonText::WeightsNote)}</p>
        </section>
    }
}

/// A rule with the arithmetic of its line in the present configuration.
fn rule(
    store: Store,
    locale: Locale,
    id: &'static str,
    heading: LessonText,
    text: LessonText,
    item: Item,
    query: &'static str,
) -> impl IntoView {
    let arithmetic = move || {
        store.report.with(|report| {
            report.ledger.line(item).and_then(|line| line.largest()).map(|formula| {
                view! { <p class="now"><span class="names">{LessonText::NowHere.of(locale)}{names_text(formula, locale)}</span><br/><span class="digits">{numbers_text(formula)}</span></p> }
            })
        })
    };
    view! {
        <section id=id>
            <h3>{heading.of(locale)}</h3>
            <p>{text.of(locale)}</p>
            {arithmetic}
            {open_link(store, locale, query)}
        </section>
    }
}

/// The lesson's three points of the KV table, always of the default model and card.
fn kv(store: Store, locale: Locale) -> impl IntoView {
    let t = move |text: LessonText| text.of(locale);
    let rows = move || {
        let voice = store.voice(locale);
        let config = crate::ledger::config::Config::default();
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
                let mark = if cell.verdict == Verdict::Over { "× " } else { "" };
                view! {
                    <tr data-verdict=cell.verdict.slug()><td>{conc.to_string()}</td><td>{grouped_u64(len)}</td><td>{voice.size(cell.bytes)}</td><td>{mark}{cell.verdict.label(locale)}</td></tr>
                }
            })
        })
    };
    view! {
        <section id="l0-kv">
            <h3>{t(LessonText::Kv)}</h3>
            <p>{t(LessonText::KvRule)}</p>
            <table class="facts narrow">
                <thead><tr><th scope="col">{t(LessonText::Concurrency)}</th><th scope="col">{t(LessonText::Length)}</th><th scope="col">"KV cache"</th><th scope="col">{t(LessonText::Verdict)}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
            {open_link(store, locale, "conc=64&len=4096&vs=v:1")}
        </section>
    }
}
