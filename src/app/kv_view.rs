//! The KV cache over concurrency × length: the table, its axes, and the picture beside it.
use super::picture;
use super::store::Store;
use crate::i18n::{Locale, Text, Voice, fill};
use crate::ledger::config::{Axes, Config};
use crate::ledger::item::Verdict;
use crate::ledger::kv_table::{KvCell, KvTable};
use crate::ledger::units::grouped_u64;
use crate::ledger::words::Word;
use crate::text::Report;
use crate::url::{self, Issue, Key, Link};
use leptos::prelude::*;

/// The small table that stands in the ledger view.
pub(super) fn card(store: Store, locale: Locale) -> impl IntoView {
    view! {
        <section class="kv" aria-label=locale.text(Text::KvHeading)>
            <h2>{locale.text(Text::KvHeading)}</h2>
            {table(store, locale)}
            <p class="legend">{move || store.report.with(|r| legend(r, store.voice(locale)))}</p>
        </section>
    }
}

/// The view of its own: with axes to edit, the picture, and what a token costs.
pub(super) fn view(store: Store, locale: Locale) -> impl IntoView {
    view! {
        <section class="kv wide" aria-label=locale.text(Text::KvHeading)>
            <h2>{locale.text(Text::KvHeading)}</h2>
            <p class="lead">{move || store.report.with(|r| per_token(r, store.voice(locale)))}</p>
            <div class="axes">
                {axis(store, locale, Text::AxisConcurrency, "axis-concurrency", |axes| axes.concurrency.clone(), |axes, values| axes.concurrency = values)}
                {axis(store, locale, Text::AxisLength, "axis-length", |axes| axes.length.clone(), |axes, values| axes.length = values)}
            </div>
            {table(store, locale)}
            <p class="legend">{move || store.report.with(|r| legend(r, store.voice(locale)))}</p>
            {picture::figure(store, locale)}
        </section>
    }
}

/// The axes as they are: the link's, or around the present setting.
fn axes_of(config: &Config) -> Axes {
    let around = Axes::around(config);
    let own = &config.axes;
    Axes {
        concurrency: if own.concurrency.is_empty() {
            around.concurrency
        } else {
            own.concurrency.clone()
        },
        length: if own.length.is_empty() {
            around.length
        } else {
            own.length.clone()
        },
    }
}

/// The table of the present link; None where the model's shape is unknown.
pub(super) fn table_of(report: &Report) -> Option<KvTable> {
    KvTable::of(
        &report.link.config,
        &report.ledger,
        &report.link.config.axes,
    )
}

fn table(store: Store, locale: Locale) -> impl IntoView {
    move || {
        store.report.with(|report| match table_of(report) {
            Some(table) => grid(store, &report.link.config, &table, store.voice(locale)).into_any(),
            None => view! { <p class="note">{locale.text(Text::KvNeedsShape)}</p> }.into_any(),
        })
    }
}

fn grid(store: Store, config: &Config, table: &KvTable, voice: Voice) -> impl IntoView + use<> {
    let locale = voice.locale;
    let head = table
        .length
        .iter()
        .map(|len| view! { <th scope="col">{grouped_u64(*len)}</th> })
        .collect_view();
    let rows = table
        .concurrency
        .iter()
        .zip(&table.rows)
        .map(|(conc, row)| {
            let cells = table
                .length
                .iter()
                .zip(row)
                .map(|(len, cell)| one(store, config, *conc, *len, *cell, voice))
                .collect_view();
            view! { <tr><th scope="row">{grouped_u64(*conc)}</th>{cells}</tr> }
        })
        .collect_view();
    let corner = fill(locale.text(Text::KvCorner), &[voice.unit.name()]);
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label=locale.text(Text::KvHeading)>
            <table class="grid"><thead><tr><th scope="col" class="corner">{corner}</th>{head}</tr></thead><tbody>{rows}</tbody></table>
        </div>
    }
}

fn one(
    store: Store,
    config: &Config,
    conc: u64,
    len: u64,
    cell: KvCell,
    voice: Voice,
) -> impl IntoView + use<> {
    let here = conc == config.conc && len == config.len;
    let mark = match cell.verdict {
        Verdict::Fits => "",
        Verdict::Tight => "~ ",
        Verdict::Over => "× ",
    };
    let label = fill(
        voice.locale.text(Text::KvCellLabel),
        &[
            &grouped_u64(conc),
            &grouped_u64(len),
            &voice.size(cell.bytes),
            cell.verdict.label(voice.locale),
        ],
    );
    let set = move |_| {
        if !store.locked(Key::Conc) && !store.locked(Key::Len) {
            store.decide(|link| {
                link.config.conc = conc;
                link.config.len = len;
            });
        }
    };
    view! {
        <td data-verdict=cell.verdict.slug() aria-current=here.then_some("true")>
            <button type="button" aria-label=label on:click=set><span aria-hidden="true">{mark}</span>{cell.bytes.digits(voice.unit)}</button>
        </td>
    }
}

fn legend(report: &Report, voice: Voice) -> String {
    let room = table_of(report)
        .map(|t| voice.size(t.room))
        .unwrap_or_default();
    fill(voice.locale.text(Text::KvLegend), &[&room])
}

/// What one token and one sequence cost.
fn per_token(report: &Report, voice: Voice) -> String {
    let config = &report.link.config;
    let kv = crate::ledger::kv_summary(config);
    let per_sequence = config
        .model
        .shape
        .as_ref()
        .map(|s| crate::ledger::bytes_per_sequence(s, config.kvdtype, config.len).bytes());
    fill(
        voice.locale.text(Text::KvPerToken),
        &[
            &grouped_u64(kv.per_token),
            &grouped_u64(config.len),
            &per_sequence.map(|b| voice.size(b)).unwrap_or_default(),
        ],
    )
}

fn axis(
    store: Store,
    locale: Locale,
    label: Text,
    id: &'static str,
    get: fn(&Axes) -> Vec<u64>,
    set: fn(&mut Axes, Vec<u64>),
) -> impl IntoView {
    let said = RwSignal::new(None::<Issue>);
    let shown = move || {
        store.link.with(|link| {
            get(&axes_of(&link.config))
                .iter()
                .map(u64::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        })
    };
    let changed = move |e: leptos::ev::Event| {
        let text = event_target_value(&e);
        // The reader's separators are whatever is no digit; the link's own is a dash.
        let values: Vec<String> = text
            .split([' ', ',', '，', '、', '-'])
            .filter(|part| !part.is_empty())
            .map(str::to_string)
            .collect();
        let mut probe = Link::default();
        let both = [values.join("-"), values.join("-")].join("x");
        let code = match url::fields::field(Key::Axes) {
            Some(field) if !values.is_empty() => (field.set)(&mut probe, &both),
            Some(_) | None => None,
        };
        if let Some(code) = code {
            said.set(Some(Issue::new(Key::Axes.slug(), code, &text, "")));
            return;
        }
        said.set(None);
        store.decide(|link| {
            let mut axes = axes_of(&link.config);
            set(&mut axes, get(&probe.config.axes));
            link.config.axes = if values.is_empty() {
                Axes::default()
            } else {
                axes
            };
        });
    };
    let invalid = move || said.with(|s| s.as_ref().map(|_| "true"));
    let message = [id, "-said"].concat();
    view! {
        <div class="field">
            <label for=id>{locale.text(label)}</label>
            <input type="text" id=id inputmode="numeric" autocomplete="off" prop:value=shown aria-invalid=invalid aria-describedby=message.clone() on:change=changed/>
            <p class="said" data-level=move || said.with(|s| s.as_ref().map(|_| "error")) id=message>{move || said.with(|s| s.as_ref().map(|i| i.sentence(locale)).unwrap_or_default())}</p>
        </div>
    }
}
