//! The rows of the ledger: name, arithmetic, share, value; opened, what each factor is, what sets it, and how far the row can be trusted.
use super::store::Store;
use super::verdict::{colour, share};
use super::{cuts_view, kv_view};
use crate::i18n::{Locale, Text, Voice, fill};
use crate::ledger::formula::{Formula, Piece};
use crate::ledger::item::Item;
use crate::ledger::units::{ByteUnit, Bytes, SignedBytes, grouped, grouped_u64};
use crate::ledger::words::Word;
use crate::ledger::{Ledger, Line};
use crate::url::Key;
use leptos::prelude::*;

/// The ledger view: rows, then warnings and advice, the cuts and the KV table.
pub(super) fn view(store: Store, locale: Locale) -> impl IntoView {
    view! {
        {rows(store, locale)}
        {cuts_view::speech(store, locale)}
        <div class="two">
            {cuts_view::list(store, locale)}
            {kv_view::card(store, locale)}
        </div>
    }
}

/// The rows with their sum, and the button that pins them.
fn rows(store: Store, locale: Locale) -> impl IntoView {
    let pinned = Memo::new(move |_| store.baseline.with(|b| b.is_some()));
    let pin = move |_| {
        store.decide(|link| {
            let now = std::sync::Arc::new(link.config.unpinned());
            if let Some(slot) = link.config.vs.first_mut() {
                *slot = if slot.is_some() { None } else { Some(now) };
            }
        });
    };
    view! {
        <section class="ledger-box" id="l0-default-items" aria-label=locale.text(Text::TheLedger)>
            <div class="bar-line">
                <h2>{locale.text(Text::TheLedger)}</h2>
                <button type="button" class="small" data-tool="pin" aria-pressed=move || if pinned.get() { "true" } else { "false" } on:click=pin>
                    {move || locale.text(if pinned.get() { Text::Unpin } else { Text::Pin })}
                </button>
            </div>
            <ol class="ledger" class:compared=pinned>
                {move || store.report.with(|report| store.baseline.with(|baseline| {
                    all_rows(&report.ledger, baseline.as_ref(), store.voice(locale))
                }))}
            </ol>
            {move || store.report.with(|report| store.baseline.with(|baseline| {
                sum_row(&report.ledger, baseline.as_ref(), store.voice(locale))
            }))}
        </section>
    }
}

fn all_rows(ledger: &Ledger, baseline: Option<&Ledger>, voice: Voice) -> impl IntoView + use<> {
    let largest = ledger.largest_line().map_or(Bytes::ZERO, Line::bytes);
    let mut rows: Vec<_> = ledger
        .lines
        .iter()
        .map(|line| row(line, largest, ledger, baseline, voice).into_any())
        .collect();
    // A row that only the baseline has is shown as gone, so that the differences add up.
    for gone in baseline
        .iter()
        .flat_map(|b| &b.lines)
        .filter(|line| !ledger.lines.iter().any(|l| same_row(l, line)))
    {
        rows.push(gone_row(gone, voice).into_any());
    }
    for item in &ledger.missing {
        rows.push(missing_row(*item, voice.locale).into_any());
    }
    rows
}

fn same_row(a: &Line, b: &Line) -> bool {
    a.item == b.item && (a.item != Item::Context || a.role == b.role)
}

fn row(
    line: &Line,
    largest: Bytes,
    ledger: &Ledger,
    baseline: Option<&Ledger>,
    voice: Voice,
) -> impl IntoView + use<> {
    let locale = voice.locale;
    let bytes = line.bytes();
    let is_largest = bytes == largest && bytes > Bytes::ZERO;
    let owner = match (ledger.cards.len() > 1, is_largest) {
        (_, true) => fill(
            "{0} · {1}",
            &[line.owner.label(locale), locale.text(Text::LargestLine)],
        ),
        (true, false) => fill(
            "{0} · {1}",
            &[line.owner.label(locale), line.role.label(locale)],
        ),
        (false, false) => line.owner.label(locale).to_string(),
    };
    let names = line
        .largest()
        .map(|formula| names_text(formula, locale))
        .unwrap_or_default();
    let numbers = line.largest().map(numbers_text).unwrap_or_default();
    let change = baseline.map(|b| {
        let before = b
            .lines
            .iter()
            .find(|l| same_row(l, line))
            .map_or(Bytes::ZERO, Line::bytes);
        view! { <span class="change">{change_text(bytes.signed_minus(before), voice)}</span> }
    });
    view! {
        <li data-item=line.item.slug() data-largest=is_largest.then_some("")>
            <details>
                <summary>
                    <span class="name"><svg class="chip" width="11" height="11" aria-hidden="true"><rect class=colour(line.item) width="11" height="11" rx="2"/></svg>
                        <span><b>{line.item.label(locale)}</b><small>{owner}</small></span></span>
                    <span class="arith"><span class="names">{names}</span><span class="digits">{numbers}</span></span>
                    <svg class="share" aria-hidden="true" height="6"><rect class=colour(line.item) width=share(bytes, largest) height="6" rx="3"/></svg>
                    {change}
                    <span class="value" data-value>{voice.size(bytes)}</span>
                </summary>
                {more(line, bytes, voice)}
            </details>
        </li>
    }
}

/// What opens under a row.
fn more(line: &Line, bytes: Bytes, voice: Voice) -> impl IntoView + use<> {
    let locale = voice.locale;
    let factors = line.largest().map(|formula| factor_rows(formula, locale));
    let why = line
        .largest()
        .and_then(reason)
        .map(|symbol| view! { <p class="why">{symbol.label(locale)}</p> });
    let exact = fill(
        "{0} B = {1} = {2}",
        &[
            &grouped_u64(bytes.0),
            &bytes.shown(ByteUnit::GiB),
            &bytes.shown(ByteUnit::GB),
        ],
    );
    let basis = fill(
        "{0}{1}{2}",
        &[
            line.basis.label(locale),
            locale.colon(),
            line.basis.meaning(locale),
        ],
    );
    view! {
        <div class="more">
            <p>{line.item.meaning(locale)}</p>
            {why}
            <table class="factors"><tbody>{factors}</tbody></table>
            <p class="exact">{exact}</p>
            <p class="basis">{locale.text(Text::BasisLabel)} {basis}</p>
        </div>
    }
}

fn factor_rows(formula: &Formula, locale: Locale) -> Vec<impl IntoView + use<>> {
    let mut seen = Vec::new();
    for piece in formula.pieces() {
        if let Piece::Number(symbol, value) = piece
            && !seen.contains(&(symbol, value))
        {
            seen.push((symbol, value));
        }
    }
    let row = |(symbol, value): &(crate::ledger::formula::Symbol, f64)| {
        let setter = symbol.key().map(|key| setter(key, locale));
        view! { <tr><td class="num">{grouped(*value)}</td><th scope="row">{symbol.label(locale)} <code>{symbol.slug()}</code></th><td>{setter}</td></tr> }
    };
    seen.iter().map(row).collect()
}

/// A link to the control that sets a factor.
fn setter(key: Key, locale: Locale) -> impl IntoView + use<> {
    let id = ["c-", key.slug()].concat();
    let go = move |e: leptos::ev::MouseEvent| {
        e.prevent_default();
        if let Some(control) = document().get_element_by_id(&id) {
            control.scroll_into_view();
            super::theme::focus(&control);
        }
    };
    view! { <a href=["#c-", key.slug()].concat() on:click=go>{fill(locale.text(Text::SetBy), &[key.label(locale)])}</a> }
}

/// Why the arm of the formula was taken, if there was one to take.
fn reason(formula: &Formula) -> Option<crate::ledger::formula::Symbol> {
    match formula {
        Formula::Case { why, taken: _ } => Some(*why),
        Formula::Shared(same) => reason(same),
        Formula::Const(..)
        | Formula::Sum(_)
        | Formula::Product(_)
        | Formula::Quot(..)
        | Formula::Min(_)
        | Formula::Max(_)
        | Formula::Ceil(_) => None,
    }
}

/// The formula in names, in the reader's language.
pub(super) fn names_text(formula: &Formula, locale: Locale) -> String {
    piece_text(formula, |piece| match piece {
        Piece::Number(symbol, _) => symbol.label(locale).to_string(),
        Piece::Mark(mark) => mark.to_string(),
        Piece::ArmStart(_) | Piece::ArmEnd => String::new(),
    })
}

/// The formula in numbers, with separators, and what it comes to.
pub(super) fn numbers_text(formula: &Formula) -> String {
    let numbers = piece_text(formula, |piece| match piece {
        Piece::Number(_, value) => grouped(value),
        Piece::Mark(mark) => mark.to_string(),
        Piece::ArmStart(_) | Piece::ArmEnd => String::new(),
    });
    [&numbers, " = ", &grouped_u64(formula.bytes().0), " B"].concat()
}

fn piece_text(formula: &Formula, text: impl Fn(Piece) -> String) -> String {
    formula.pieces().into_iter().map(text).collect()
}

fn change_text(change: SignedBytes, voice: Voice) -> String {
    if change.size == Bytes::ZERO {
        "=".into()
    } else {
        change.shown(voice.unit, true)
    }
}

fn gone_row(line: &Line, voice: Voice) -> impl IntoView + use<> {
    let change = change_text(Bytes::ZERO.signed_minus(line.bytes()), voice);
    view! {
        <li class="gone" data-gone=line.item.slug()>
            <span class="name"><svg class="chip" width="11" height="11" aria-hidden="true"><rect class=colour(line.item) width="11" height="11" rx="2"/></svg>
                <span><b>{line.item.label(voice.locale)}</b><small>{voice.locale.text(Text::OnlyInBaseline)}</small></span></span>
            <span class="change">{change}</span>
            <span class="value">{voice.size(Bytes::ZERO)}</span>
        </li>
    }
}

fn missing_row(item: Item, locale: Locale) -> impl IntoView + use<> {
    view! {
        <li class="gone" data-missing=item.slug()>
            <span class="name"><svg class="chip" width="11" height="11" aria-hidden="true"><rect class=colour(item) width="11" height="11" rx="2"/></svg>
                <span><b>{item.label(locale)}</b><small>{locale.text(Text::NeedsShape)}</small></span></span>
            <span class="value">"?"</span>
        </li>
    }
}

fn sum_row(ledger: &Ledger, baseline: Option<&Ledger>, voice: Voice) -> impl IntoView + use<> {
    let locale = voice.locale;
    let change = baseline.map(|b| {
        let text = change_text(ledger.used().signed_minus(b.used()), voice);
        view! { <span class="change">{text}</span> }
    });
    let left = ledger.left();
    let word = if left.negative {
        Text::OverBy
    } else {
        Text::Left
    };
    let rest = fill(
        "{0} − {1} = {2} {3}",
        &[
            &voice.size(ledger.capacity),
            &voice.size(ledger.used()),
            locale.text(word),
            &voice.size(left.size),
        ],
    );
    let total = if ledger.cards.len() > 1 {
        locale.text(Text::FullestCard)
    } else {
        locale.text(Text::Total)
    };
    view! {
        <p class="sum-row"><b>{total}</b><span class="arith">{rest}</span>{change}<b class="value">{voice.size(ledger.used())}</b></p>
    }
}
