//! The controls: model, training, engine, card. Each writes one key; what a task does not use is not shown.
use super::field::{self, Slider};
use super::live_view;
use super::store::{Panel, Store, index_of, watch, word_at};
use crate::app::node::{Node, frag, h};
use crate::i18n::{Locale, Text, fill};
use crate::ledger::config::{EngineMode, Method, ModelSource, Task, Tune};
use crate::ledger::optimizer::{Optimizer, Recipe};
use crate::ledger::paradigm::Residents;
use crate::ledger::precision::{Dtype, KvDtype};
use crate::ledger::presets;
use crate::ledger::units::{ByteUnit, Bytes, grouped_u64};
use crate::ledger::words::Word;
use crate::url::Key;
use leptos::prelude::*;

/// Options of a choice under their group's label.
type Groups = Vec<(&'static str, Vec<(&'static str, &'static str)>)>;

/// The panel of all controls; folded on a phone until it is asked for.
pub(super) fn panel(store: Store, locale: Locale) -> Node {
    let folded = RwSignal::new(true);
    let residents = watch(move || store.with_link(|link| flags(&Residents::of(&link.config))));
    let task = watch(move || store.with_link(|link| index_of(link.config.task)));
    let task = move || word_at(task.get(), Task::Serve);
    let tune = watch(move || store.with_link(|link| index_of(link.config.tune)));
    let tune = move || word_at(tune.get(), Tune::Full);
    let trains = move || residents.get() & TRAINS != 0;
    let measured =
        watch(move || u64::from(store.with_link(|link| link.config.method == Method::Measured)));
    let measured = move || measured.get() != 0;
    Node::from(
        h("form")
            .attr("class", "controls")
            .toggle("folded", move || folded.get())
            .attr("aria-label", locale.text(Text::Settings))
            .on("submit", |e| e.prevent_default())
            .kid(
                h("button")
                    .attr("type", "button")
                    .attr("class", "fold")
                    .attr(
                        "aria-expanded",
                        move || if folded.get() { "false" } else { "true" },
                    )
                    .on_click(move |_| folded.update(|f| *f = !*f))
                    .kid(h("span").kid(locale.text(Text::Settings)))
                    .kid(h("small").kid(move || {
                        store.with_report(|report| crate::text::setting(report, locale))
                    })),
            )
            .kid(
                h("div")
                    .attr("class", "groups")
                    .kid(model_group(store, locale))
                    .kid(
                        h("fieldset")
                            .kid(h("legend").kid(locale.text(Text::GroupTraining)))
                            .kid(field::choice(
                                store,
                                locale,
                                Key::Task,
                                plain(Task::ALL.iter().map(|t| (t.slug(), t.label(locale)))),
                            ))
                            .kid(move || {
                                trains().then(|| {
                                    Node::from(
                                        frag()
                                            .kid(field::choice(
                                                store,
                                                locale,
                                                Key::Tune,
                                                plain(
                                                    Tune::ALL
                                                        .iter()
                                                        .map(|t| (t.slug(), t.label(locale))),
                                                ),
                                            ))
                                            .kid(move || {
                                                (tune() != Tune::Full).then(|| {
                                                    field::number(
                                                        store,
                                                        locale,
                                                        Key::Rank,
                                                        Slider::Powers { first: 0, last: 8 },
                                                    )
                                                })
                                            })
                                            .kid(field::choice(
                                                store,
                                                locale,
                                                Key::Opt,
                                                plain(
                                                    Optimizer::ALL
                                                        .iter()
                                                        .map(|o| (o.slug(), o.label())),
                                                ),
                                            ))
                                            .kid(field::choice(
                                                store,
                                                locale,
                                                Key::Recipe,
                                                plain(
                                                    Recipe::ALL
                                                        .iter()
                                                        .map(|r| (r.slug(), r.label(locale))),
                                                ),
                                            ))
                                            .kid(field::number(
                                                store,
                                                locale,
                                                Key::Mb,
                                                Slider::Powers { first: 0, last: 7 },
                                            ))
                                            .kid(field::number(
                                                store,
                                                locale,
                                                Key::Seq,
                                                Slider::Powers { first: 7, last: 17 },
                                            ))
                                            .kid(field::switch(
                                                store,
                                                locale,
                                                Key::Ckpt,
                                                move || store.with_link(|link| link.config.ckpt),
                                            ))
                                            .kid(move || {
                                                task().has_reference().then(|| {
                                                    field::switch(
                                                        store,
                                                        locale,
                                                        Key::Ref,
                                                        move || residents.get() & REFERENCE != 0,
                                                    )
                                                })
                                            })
                                            .kid(move || {
                                                (task() == Task::Ppo).then(|| {
                                                    Node::from(
                                                        frag()
                                                            .kid(field::choice(
                                                                store,
                                                                locale,
                                                                Key::Critic,
                                                                companions(locale),
                                                            ))
                                                            .kid(field::choice(
                                                                store,
                                                                locale,
                                                                Key::Reward,
                                                                companions(locale),
                                                            )),
                                                    )
                                                })
                                            }),
                                    )
                                })
                            }),
                    )
                    .kid(
                        h("fieldset")
                            .kid(h("legend").kid(locale.text(Text::GroupEngine)))
                            .kid(move || {
                                trains().then(|| {
                                    field::choice(
                                        store,
                                        locale,
                                        Key::Engine,
                                        engines(task(), locale),
                                    )
                                })
                            })
                            .kid(move || {
                                (residents.get() & ENGINE != 0).then(|| {
                                    Node::from(
                                        frag()
                                            .kid(field::number(
                                                store,
                                                locale,
                                                Key::Conc,
                                                Slider::Powers { first: 0, last: 10 },
                                            ))
                                            .kid(field::number(
                                                store,
                                                locale,
                                                Key::Len,
                                                Slider::Powers { first: 7, last: 17 },
                                            ))
                                            .kid(field::choice(
                                                store,
                                                locale,
                                                Key::Kvdtype,
                                                plain(
                                                    KvDtype::ALL
                                                        .iter()
                                                        .map(|d| (d.slug(), d.label())),
                                                ),
                                            )),
                                    )
                                })
                            }),
                    )
                    .kid(
                        h("fieldset")
                            .kid(h("legend").kid(locale.text(Text::GroupCard)))
                            .kid(field::choice(store, locale, Key::Gpu, cards()))
                            .kid(field::number(store, locale, Key::Mem, Slider::None))
                            .kid(field::number(store, locale, Key::Context, Slider::None))
                            .kid(field::fact(move || card_fact(store, locale))),
                    )
                    .kid(move || measured().then(|| live_view::place(store, locale, "recipe"))),
            ),
    )
}

/// What decides which controls are shown, as bits.
const TRAINS: u64 = 1;
const REFERENCE: u64 = 2;
const ENGINE: u64 = 4;

fn flags(residents: &Residents) -> u64 {
    let flag = |on: bool, bit: u64| if on { bit } else { 0 };
    flag(residents.trains, TRAINS)
        | flag(residents.reference, REFERENCE)
        | flag(residents.engine != EngineMode::None, ENGINE)
}

fn model_group(store: Store, locale: Locale) -> Node {
    Node::from(
        h("fieldset")
            .kid(h("legend").kid(locale.text(Text::GroupModel)))
            .kid(field::choice(store, locale, Key::Model, models(locale)))
            .kid(field::choice(
                store,
                locale,
                Key::Dtype,
                plain(Dtype::ALL.iter().map(|d| (d.slug(), d.label()))),
            ))
            .kid(field::fact(move || model_fact(store, locale)))
            .kid(field::link_button(locale, Text::ImportConfig, move || {
                store.open.set(Some(Panel::Import))
            })),
    )
}

fn plain(words: impl Iterator<Item = (&'static str, &'static str)>) -> Groups {
    vec![("", words.collect())]
}

fn models(locale: Locale) -> Groups {
    let mut groups: Groups = Vec::new();
    for preset in presets::models() {
        match groups.last_mut() {
            Some((family, options)) if *family == preset.family => {
                options.push((preset.id, preset.name))
            }
            Some(_) | None => groups.push((preset.family, vec![(preset.id, preset.name)])),
        }
    }
    groups.push((
        "config.json",
        vec![("custom", locale.text(Text::CustomModel))],
    ));
    groups
}

fn companions(locale: Locale) -> Groups {
    let mut groups = models(locale);
    groups.pop();
    groups.insert(
        0,
        (
            "",
            vec![
                ("", locale.text(Text::SameAsModel)),
                ("none", locale.text(Text::NoModel)),
            ],
        ),
    );
    groups
}

fn cards() -> Groups {
    let mut groups: Groups = Vec::new();
    for card in presets::cards() {
        match groups.iter_mut().find(|(vendor, _)| *vendor == card.vendor) {
            Some((_, options)) => options.push((card.id, card.name)),
            None => groups.push((card.vendor, vec![(card.id, card.name)])),
        }
    }
    groups
}

fn engines(task: Task, locale: Locale) -> Groups {
    let modes: &[EngineMode] = if task.has_rollout() {
        &[
            EngineMode::Auto,
            EngineMode::Colocate,
            EngineMode::Server,
            EngineMode::None,
        ]
    } else {
        &[
            EngineMode::Auto,
            EngineMode::None,
            EngineMode::Colocate,
            EngineMode::Server,
        ]
    };
    plain(modes.iter().map(|mode| (mode.slug(), mode.label(locale))))
}

/// The exact size, and for a custom model its name.
fn model_fact(store: Store, locale: Locale) -> String {
    store.with_link(|link| {
        let model = &link.config.model;
        let exact = grouped_u64(model.params());
        match &model.source {
            ModelSource::Preset(_) => fill(
                locale.text(Text::ModelFact),
                &[&exact, &billions(model.nominal())],
            ),
            ModelSource::Custom { .. } | ModelSource::Sized { .. } => {
                let name = crate::text::model_name(&link.config, locale);
                fill(locale.text(Text::CustomFact), &[&name, &exact])
            }
        }
    })
}

/// A nominal size as people say it: 0.6B, 1.04T is 1040B.
fn billions(params: f64) -> String {
    [&crate::ledger::units::plain(params / 1e9), "B"].concat()
}

fn card_fact(store: Store, locale: Locale) -> String {
    store.with_link(|link| {
        let memory: Bytes = link.config.capacity();
        fill(
            locale.text(Text::CardFact),
            &[&memory.shown(ByteUnit::GiB), &memory.shown(ByteUnit::GB)],
        )
    })
}
