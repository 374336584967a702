//! The serving view: what the engine holds, what it can carry, how fast it is, and the lessons' sums about it.
mod bars;
mod ceilings;
mod knobs;
mod qwen;
mod speed;
mod whiteboard;

use super::figures::arithmetic;
use super::parts::{apply, field, note, row, section, size, table};
use super::{Html, Scene};
use crate::html::{Tag, h};
use crate::i18n::{ServingText, fill};
use crate::ledger::config::{Config, Method};
use crate::ledger::engine_plan::{self, Plan, Service};
use crate::ledger::item::Item;
use crate::ledger::units::{grouped_u64, plain};
use crate::url::Key;

/// The view.
pub fn draw(scene: &Scene<'_>) -> Html {
    let heading = h("h2").kid(say(scene, ServingText::Heading, &[]));
    let mut body = vec![Html::from(heading)];
    if scene.ledger().line(Item::EngineWeights).is_none() {
        body.push(
            note("", say(scene, ServingText::NoEngine, &[]))
                .kid(" ")
                .kid(apply("task=serve", say(scene, ServingText::ServeIt, &[])))
                .into(),
        );
    } else {
        body.push(held(scene).into());
        match scene.config().model.shape.is_some() {
            true => body.extend([ceilings::draw(scene).into(), knobs::draw(scene)]),
            false => body.push(note("warn", say(scene, ServingText::NeedsShape, &[])).into()),
        }
    }
    body.push(speed::draw(scene).into());
    body.push(whiteboard::draw(scene));
    body.push(qwen::draw(scene));
    h("div").class("lesson plan").kids(body).into()
}

/// A text with its values.
fn say(scene: &Scene<'_>, text: ServingText, values: &[&str]) -> String {
    fill(text.of(scene.locale), values)
}

/// What the engine holds: a bar a card, the budget, and what it leads to.
fn held(scene: &Scene<'_>) -> Tag {
    let (config, ledger) = (scene.config(), scene.ledger());
    let plan = engine_plan::plan(config, ledger);
    let heads =
        [ServingText::Line, ServingText::Size, ServingText::How].map(|text| say(scene, text, &[]));
    let mut rows = Vec::new();
    for item in [Item::EngineWeights, Item::EngineRuntime, Item::KvCache] {
        let Some(line) = ledger.line(item) else {
            continue;
        };
        let label = if item == Item::KvCache {
            say(scene, ServingText::Demand, &[])
        } else {
            item.label(scene.locale).to_string()
        };
        let how = line
            .largest()
            .map(|formula| Html::from(arithmetic(scene, formula)));
        rows.push(row(
            label,
            [Html::from(size(scene, line.bytes())), how.into()],
        ));
        if item == Item::EngineRuntime
            && let Some(peak) = engine_plan::step_peak(config, config.batched)
        {
            let label = say(
                scene,
                ServingText::PrefillPart,
                &[&grouped_u64(config.batched)],
            );
            let how = Html::from(arithmetic(scene, &peak));
            rows.push(row(label, [Html::from(size(scene, peak.bytes())), how]));
        }
    }
    if let Some(plan) = &plan {
        rows.extend(budget(scene, plan));
    }
    section("serving-held", &say(scene, ServingText::Held, &[]))
        .kid(h("p").kid(say(scene, ServingText::HeldLead, &[])))
        .kid(bars::draw(scene))
        .kid(plan.as_ref().map(|plan| verdict(scene, plan)))
        .kid(table(&say(scene, ServingText::Held, &[]), heads, rows))
        .kid(match config.method() {
            Method::Lesson => Some(
                h("p")
                    .kid(say(scene, ServingText::LessonRuntime, &[]))
                    .kid(" ")
                    .kid(apply(
                        "method=measured",
                        say(scene, ServingText::Measure, &[]),
                    )),
            ),
            Method::Measured => None,
        })
        .kid(settings(
            scene,
            &[Key::Util, Key::Conc, Key::Len, Key::Batched, Key::Seqs],
        ))
}

/// Boxes for keys in columns.
fn settings(scene: &Scene<'_>, keys: &[Key]) -> Tag {
    h("div")
        .class("settings")
        .kids(keys.iter().map(|key| field(scene, *key)))
}

fn budget(scene: &Scene<'_>, plan: &Plan) -> Vec<Tag> {
    let ledger = scene.ledger();
    let of = |bytes| size(scene, bytes);
    let share = [&util(plan.pool.util), " × ", &of(ledger.capacity)].concat();
    let pool = [&of(plan.share), " − ", &of(plan.holds)].concat();
    let text = |text| say(scene, text, &[]);
    vec![
        row(text(ServingText::Share), [of(plan.share), share]),
        row(text(ServingText::Free), [of(plan.free), String::new()]),
        row(text(ServingText::Pool), [of(plan.pool.pool), pool]),
        row(
            text(ServingText::PoolHolds),
            [
                plan.pool
                    .max_concurrency
                    .map(grouped_u64)
                    .unwrap_or_default(),
                [&grouped_u64(plan.pool.kv_tokens), " token"].concat(),
            ],
        ),
    ]
}

/// util as it is written.
fn util(hundredths: u64) -> String {
    plain(hundredths as f64 / 100.0)
}

/// What the budget leads to, and the ways out.
fn verdict(scene: &Scene<'_>, plan: &Plan) -> Html {
    let config = scene.config();
    let grade = match plan.service {
        Service::Serves { .. } => "",
        Service::Preempts { .. } => "warn",
        Service::ShareTaken { .. } | Service::NoPool { .. } | Service::LengthOverPool { .. } => {
            "bad"
        }
    };
    let sentence = plan.service.sentence(scene.voice(), plan, config.len);
    let said = note(grade, sentence)
        .attr("data-service", slug(plan.service))
        .kid(h("span").class("acts").kids(ways_out(scene, plan)));
    let queue = (config.conc > config.seqs).then(|| {
        note(
            "warn",
            say(
                scene,
                ServingText::Queue,
                &[&grouped_u64(config.conc), &grouped_u64(config.seqs)],
            ),
        )
    });
    Html::from(said).then(queue)
}

/// A name of the verdict for tests and styles.
const fn slug(service: Service) -> &'static str {
    match service {
        Service::Serves { .. } => "serves",
        Service::Preempts { .. } => "preempts",
        Service::ShareTaken { .. } => "share-taken",
        Service::NoPool { .. } => "no-pool",
        Service::LengthOverPool { .. } => "length-over-pool",
    }
}

fn ways_out(scene: &Scene<'_>, plan: &Plan) -> Vec<Tag> {
    let config = scene.config();
    let conc = |value: u64| {
        let value_text = value.to_string();
        (value > 0).then(|| {
            apply(
                &["conc=", &value_text].concat(),
                say(scene, ServingText::SetConc, &[&grouped_u64(value)]),
            )
        })
    };
    let len = |value: u64| {
        (value > 0).then(|| {
            apply(
                &["len=", &value.to_string()].concat(),
                say(scene, ServingText::SetLen, &[&grouped_u64(value)]),
            )
        })
    };
    let auto = config
        .util
        .is_some()
        .then(|| apply("util=auto", say(scene, ServingText::AutoUtil, &[])));
    let fp8 = (config.kvdtype.bytes() > 1.0)
        .then(|| apply("kvdtype=fp8", say(scene, ServingText::Fp8Kv, &[])));
    let ways: Vec<Option<Tag>> = match plan.service {
        Service::Serves { .. } => vec![],
        Service::Preempts { at_once, .. } => vec![conc(at_once), fp8, auto],
        Service::ShareTaken { .. } | Service::NoPool { .. } => vec![auto],
        Service::LengthOverPool { longest, .. } => vec![len(longest), fp8, auto],
    };
    ways.into_iter().flatten().collect()
}

/// A button that takes a number, shown as that number.
fn take(key: &str, value: u64) -> Tag {
    apply(&[key, "=", &value.to_string()].concat(), grouped_u64(value))
}

/// Some values and the configuration's own, in order.
fn with_own(own: u64, others: &[u64]) -> Vec<u64> {
    crate::ledger::config::Axes::tidy(others.iter().copied().chain([own]).collect())
}

/// A configuration with something changed, as a diff from the present one.
fn diff_to(scene: &Scene<'_>, after: &Config) -> String {
    crate::url::diff_query(scene.config(), after)
}
