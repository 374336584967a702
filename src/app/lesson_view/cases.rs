//! Experiments, the usable memory of a card, Qwen3-8B's tables, the whiteboard.
use super::super::store::{Panel, Store};
use super::open_link;
use crate::display::View;
use crate::i18n::{LessonText, Locale, Text, Voice, fill};
use crate::ledger::config::{Config, Task, Tune};
use crate::ledger::units::{ByteUnit, Bytes, grouped_u64};
use crate::ledger::words::Word;
use crate::ledger::{Ledger, bytes_per_sequence, kv_summary};
use crate::lesson::{self, Experiment};
use crate::url;
use leptos::prelude::*;

/// The six experiments.
pub(super) fn experiments(store: Store, locale: Locale) -> impl IntoView {
    view! {
        <section id="l0-experiments">
            <h3>{LessonText::Experiments.of(locale)}</h3>
            <p>{LessonText::ExperimentsLead.of(locale)}</p>
            <ol class="experiments">{Experiment::ALL.iter().map(|e| experiment(store, locale, *e)).collect_view()}</ol>
        </section>
    }
}

fn experiment(store: Store, locale: Locale, experiment: Experiment) -> impl IntoView {
    let t = move |text: LessonText| text.of(locale);
    let voice = Voice {
        locale,
        unit: ByteUnit::GiB,
    };
    let (before, after) = experiment.ledgers();
    let many = experiment.steps().len() > 1;
    let compared = experiment != Experiment::Default;
    let row = move |name: String, ledger: &Ledger| {
        view! {
            <tr><th scope="row">{name}</th><td>{voice.size(ledger.bytes_of(experiment.watch()))}</td><td>{voice.size(ledger.used())}</td>
                <td data-verdict=ledger.verdict().slug()>{ledger.verdict().label(locale)}</td></tr>
        }
    };
    let steps = after
        .iter()
        .enumerate()
        .map(|(i, ledger)| {
            let name = if many {
                fill(t(LessonText::Step), &[&(i + 1).to_string()])
            } else {
                t(LessonText::After).to_string()
            };
            row(name, ledger)
        })
        .collect_view();
    let buttons = experiment
        .steps()
        .iter()
        .enumerate()
        .map(|(i, step)| {
            let label = if many { [t(LessonText::LoadIt), locale.colon(), &fill(t(LessonText::Step), &[&(i + 1).to_string()])].concat() } else { t(LessonText::LoadIt).into() };
            let load = move |_| {
                let mut query = url::format(&experiment.link(step));
                if query.is_empty() {
                    query.push_str("v=1");
                }
                store.open_query(&query, |display| display.view = View::Ledger);
            };
            view! { <button type="button" class="small" data-step=i.to_string() on:click=load>{label}</button> }
        })
        .collect_view();
    view! {
        <li id=experiment.slug()>
            <h4>{experiment.title(locale)}</h4>
            <p><b>{t(LessonText::Do)}{locale.colon()}</b>{experiment.instruction(locale)}</p>
            <p><b>{t(LessonText::See)}{locale.colon()}</b>{experiment.look(locale)}</p>
            <table class="facts">
                <thead><tr><td></td><th scope="col">{experiment.watch().label(locale)}</th><th scope="col">{t(LessonText::CardTotal)}</th><th scope="col">{t(LessonText::Verdict)}</th></tr></thead>
                <tbody>{compared.then(|| row(t(LessonText::Before).into(), &before))}{steps}</tbody>
            </table>
            <p class="acts">{buttons}</p>
        </li>
    }
}

/// What a card that drives a display has left.
pub(super) fn usable(store: Store, locale: Locale) -> impl IntoView {
    let config = Config::default();
    let text = fill(
        LessonText::UsableText.of(locale),
        &[
            &config.gpu.mem_mib.to_string(),
            &config.capacity().shown(ByteUnit::GiB),
        ],
    );
    view! {
        <section id="l0-usable">
            <h3>{LessonText::Usable.of(locale)}</h3>
            <p>{text}</p>
            <p>{LessonText::UsableTry.of(locale)}{locale.colon()}{open_link(store, locale, "mem=30GiB")}</p>
        </section>
    }
}

/// The tables of the lesson that works through a real config.json.
pub(super) fn qwen3_8b(store: Store, locale: Locale) -> impl IntoView {
    let t = move |text: LessonText| text.of(locale);
    let config = url::parse("model=qwen3-8b").0.config;
    let kv = kv_summary(&config);
    let lengths = [4096u64, 8192, 32_768, 131_072].map(|len| {
        let size = config.model.shape.as_ref().map(|shape| bytes_per_sequence(shape, config.kvdtype, len).bytes());
        view! { <tr><td>{grouped_u64(len)}</td><td>{size.map(|s| s.shown(ByteUnit::GiB))}</td></tr> }
    });
    let bill = lesson::training_bill(&config);
    let parts = bill.iter().map(|(symbol, bytes)| view! { <tr><th scope="row">{part_name(*symbol, locale)}</th><td>{bytes.shown(ByteUnit::GB)}</td></tr> }).collect_view();
    let total = |with| lesson::bill_total(&bill, with).shown(ByteUnit::GB);
    let qlora = lesson::ledger_of(QLORA);
    let base = qlora
        .bytes_of(crate::ledger::item::Item::PolicyWeights)
        .shown(ByteUnit::GB);
    view! {
        <section id="q8-config">
            <h3>{t(LessonText::Q8)}</h3>
            <p>{t(LessonText::Q8Lead)}</p>
            <p><button type="button" class="small" on:click=move |_| store.open.set(Some(Panel::Import))>{locale.text(Text::ImportConfig)}</button></p>
        </section>
        <section id="q8-kv">
            <h4>"KV cache"</h4>
            <p>{fill(t(LessonText::Q8Kv), &[&grouped_u64(kv.per_token)])}</p>
            <table class="facts narrow"><thead><tr><th scope="col">{t(LessonText::Length)}</th><th scope="col">{t(LessonText::Q8OneSequence)}</th></tr></thead><tbody>{lengths}</tbody></table>
        </section>
        <section id="q8-training-table">
            <h4>{t(LessonText::Q8Training)}</h4>
            <table class="facts narrow">
                <thead><tr><th scope="col">{t(LessonText::Part)}</th><th scope="col">{locale.text(Text::Size)}</th></tr></thead>
                <tbody>{parts}
                    <tr><th scope="row">{t(LessonText::WithoutMaster)}</th><td>{total(false)}</td></tr>
                    <tr><th scope="row">{t(LessonText::WithMaster)}</th><td>{total(true)}</td></tr>
                </tbody>
            </table>
            {open_link(store, locale, "model=qwen3-8b&task=sft&gpu=a100-80gb")}
        </section>
        <section id="q8-lora-table">
            <h4>{t(LessonText::Q8Lora)}</h4>
            {lines_table(&lesson::ledger_of(LORA), locale)}
            <p>{t(LessonText::Q8LoraNote)}</p>
            {open_link(store, locale, LORA)}
        </section>
        <section id="q8-qlora-table">
            <h4>{t(LessonText::Q8Qlora)}</h4>
            {lines_table(&qlora, locale)}
            <p>{fill(t(LessonText::Q8QloraNote), &[&base])}</p>
            {open_link(store, locale, QLORA)}
        </section>
    }
}

const LORA: &str = "model=qwen3-8b&task=sft&tune=lora&mb=1&seq=4096&gpu=rtx-4090";
const QLORA: &str = "model=qwen3-8b&task=sft&tune=qlora&mb=1&seq=4096&gpu=rtx-4070";

/// The parts of the bill are named after what is kept, not after its bytes.
fn part_name(symbol: crate::ledger::formula::Symbol, locale: Locale) -> &'static str {
    use crate::ledger::formula::Symbol;
    use crate::ledger::item::Item;
    match symbol {
        Symbol::BytesPerParam => Item::PolicyWeights.label(locale),
        Symbol::GradientBytes => Item::Gradients.label(locale),
        other => other.label(locale),
    }
}

/// A ledger's lines in GB, as that lesson prints them.
fn lines_table(ledger: &Ledger, locale: Locale) -> impl IntoView + use<> {
    let rows = ledger
        .lines
        .iter()
        .map(|line| view! { <tr><th scope="row">{line.item.label(locale)}</th><td>{line.bytes().shown(ByteUnit::GB)}</td></tr> })
        .collect_view();
    let total = [
        &ledger.used().shown(ByteUnit::GB),
        " / ",
        &ledger.capacity.shown(ByteUnit::GB),
    ]
    .concat();
    view! {
        <table class="facts narrow">
            <thead><tr><th scope="col">{locale.text(Text::Line)}</th><th scope="col">{locale.text(Text::Size)}</th></tr></thead>
            <tbody>{rows}<tr><th scope="row">{locale.text(Text::Total)}</th><td data-verdict=ledger.verdict().slug()>{total}</td></tr></tbody>
        </table>
    }
}

/// Serving against training, and the two sentences.
pub(super) fn whiteboard(store: Store, locale: Locale) -> impl IntoView {
    let t = move |text: LessonText| text.of(locale);
    let config = url::parse("model=llama-2-7b").0.config;
    let seven = |per: f64| Bytes::round(config.model.nominal() * per).shown(ByteUnit::GB);
    let (serve, train) = (
        lesson::bytes_per_param(Task::Sft, Tune::Lora).floor(),
        lesson::bytes_per_param(Task::Sft, Tune::Full),
    );
    let bill = lesson::training_bill(&config);
    let total = |with| lesson::bill_total(&bill, with).shown(ByteUnit::GB);
    view! {
        <section id="cp-eightfold">
            <h3>{t(LessonText::Eightfold)}</h3>
            <p>{fill(t(LessonText::EightfoldText), &[&seven(serve), &seven(train)])}</p>
            {open_link(store, locale, "model=llama-2-7b&task=sft&gpu=rtx-4090")}
        </section>
        <section id="wb-train-bill">
            <h3>{t(LessonText::TrainBill)}</h3>
            <p>{fill(t(LessonText::TrainBillText), &[&total(true), &total(false)])}</p>
            {open_link(store, locale, "model=llama-2-7b&task=sft&recipe=nomaster&gpu=a100-80gb")}
        </section>
        <section id="wb-mottos">
            <h3>{t(LessonText::Whiteboard)}</h3>
            <p class="motto">{t(LessonText::Motto1)}</p>
            <p class="motto">{t(LessonText::Motto2)}</p>
        </section>
    }
}
