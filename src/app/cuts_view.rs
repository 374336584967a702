//! What the ledger has to say: warnings, what to do with room, and the seven cuts with their Apply buttons.
use super::store::Store;
use crate::i18n::{Locale, Text, Voice};
use crate::ledger::advice::{Cut, CutState};
use crate::ledger::item::Verdict;
use crate::ledger::words::Word;
use crate::text::{Report, saving};
use leptos::prelude::*;

/// Warnings and the advice on room.
pub(super) fn speech(store: Store, locale: Locale) -> impl IntoView {
    view! {
        <div class="speech">
            {move || store.report.with(|report| said(store, report, store.voice(locale)))}
        </div>
    }
}

fn said(store: Store, report: &Report, voice: Voice) -> impl IntoView + use<> {
    let over = report.ledger.verdict() == Verdict::Over;
    let warnings = report
        .warnings
        .iter()
        .map(|warning| {
            let class = if over { "note bad" } else { "note warn" };
            view! { <p class=class data-warning=warning.code()>{warning.sentence(voice)}</p> }
        })
        .collect_view();
    let room = report.room.as_ref().map(|raise| {
        let after = raise.after.clone();
        let sentence = raise.sentence(&report.link.config, voice);
        view! {
            <p class="note" data-advice="raise_concurrency">{sentence}" "
                <button type="button" class="small" on:click=move |_| store.adopt(after.clone())>{voice.locale.text(Text::Apply)}</button>
            </p>
        }
    });
    view! { {warnings}{room} }
}

/// The seven cuts, in the lesson's order and with its numbers.
pub(super) fn list(store: Store, locale: Locale) -> impl IntoView {
    view! {
        <section id="l0-cuts" class="cuts" aria-label=locale.text(Text::TheCuts)>
            <h2>{locale.text(Text::TheCuts)}</h2>
            <ol>
                {move || store.report.with(|report| report.cuts.iter().map(|cut| row(store, cut, store.voice(locale))).collect_view())}
            </ol>
        </section>
    }
}

fn row(store: Store, cut: &Cut, voice: Voice) -> impl IntoView + use<> {
    let locale = voice.locale;
    let target = cut.target(locale);
    let target = (!target.is_empty()).then(|| view! { <span class="target">{target}</span> });
    let action = match (&cut.after, cut.state) {
        (Some(after), CutState::Open | CutState::Made | CutState::NotHere) => {
            let after = after.clone();
            let fits = cut.verdict_after.map_or("", |v| v.slug());
            view! {
                <b class="saving" data-after=fits>{saving(cut, voice)}</b>
                <button type="button" class="small" data-apply=cut.code.slug() on:click=move |_| store.adopt(after.clone())
                    aria-label=[locale.text(Text::Apply), locale.colon(), cut.code.title(locale)].concat()>{locale.text(Text::Apply)}</button>
            }
            .into_any()
        }
        (None, state @ (CutState::Made | CutState::Open)) => view! { <span class="made"><span aria-hidden="true">"✓ "</span>{state.label(locale)}</span> }.into_any(),
        (None, CutState::NotHere) => view! { <span class="made">{CutState::NotHere.label(locale)}</span> }.into_any(),
    };
    view! {
        <li data-cut=cut.code.slug() data-state=cut.state.slug()>
            <span class="no" aria-hidden="true">{cut.code.number().to_string()}</span>
            <span class="what"><b>{cut.code.title(locale)}</b>{target}<small>{cut.code.effect(locale)}{locale.text(Text::PriceJoin)}{cut.code.price(locale)}</small></span>
            <span class="act">{action}</span>
        </li>
    }
}
