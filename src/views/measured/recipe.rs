//! The controls that only the measured method has, and what frameworks do by default.
use super::block;
use crate::html::{Html, Tag, h};
use crate::i18n::{MeasuredText, Text, fill};
use crate::ledger::config::{
    AdapterDtype, Attention, EngineMode, LossHead, Offload, Sharding, Targets, Task, Tune,
};
use crate::ledger::estimate;
use crate::ledger::item::Role;
use crate::ledger::paradigm::Residents;
use crate::ledger::stacks::{STACKS, Stack};
use crate::ledger::words::Word;
use crate::url::{self, Key, Level};
use crate::views::{Scene, parts};

/// The controls: what a task does not use is not shown.
pub fn controls(scene: &Scene<'_>) -> Html {
    let config = scene.config();
    let locale = scene.locale;
    let residents = Residents::of(config);
    let group = |text: MeasuredText, fields: Vec<Tag>| {
        (!fields.is_empty()).then(|| {
            h("fieldset")
                .kid(h("legend").kid(text.of(locale)))
                .kids(fields)
        })
    };
    let mut training = vec![framework(scene)];
    let mut cards = Vec::new();
    if residents.trains {
        training.push(parts::choice(
            scene,
            Key::Head,
            LossHead::ALL.iter().map(|w| (w.slug(), w.label(locale))),
        ));
        training.push(parts::choice(
            scene,
            Key::Attn,
            Attention::ALL.iter().map(|w| (w.slug(), w.label())),
        ));
        training.push(parts::field(scene, Key::Accum));
        if config.task == Task::Grpo || config.task == Task::Ppo || config.task == Task::Dpo {
            training.push(parts::field(scene, Key::Comp));
        }
        if config.task == Task::Grpo {
            training.push(parts::field(scene, Key::Gens));
        }
        if config.tune != Tune::Full {
            training.push(parts::choice(
                scene,
                Key::Targets,
                Targets::ALL.iter().map(|w| (w.slug(), w.label(locale))),
            ));
            training.push(parts::choice(
                scene,
                Key::Adtype,
                AdapterDtype::ALL
                    .iter()
                    .map(|w| (w.slug(), w.label(locale))),
            ));
            training.push(parts::switch(scene, Key::Kbit, config.kbit));
        }
        training.push(parts::switch(scene, Key::Pad, config.pad));
        training.push(parts::switch(scene, Key::Foreach, config.foreach));
        cards.push(parts::field(scene, Key::N));
        cards.push(parts::choice(
            scene,
            Key::Shard,
            Sharding::ALL.iter().map(|w| (w.slug(), w.label(locale))),
        ));
        cards.push(parts::choice(
            scene,
            Key::Offload,
            Offload::ALL.iter().map(|w| (w.slug(), w.label(locale))),
        ));
    }
    let mut engine = Vec::new();
    if residents.engine != EngineMode::None {
        engine.push(parts::field(scene, Key::Util));
        if residents.trains && residents.engine == EngineMode::Colocate {
            engine.push(parts::choice(
                scene,
                Key::Sleep,
                [("0", "0"), ("1", "1"), ("2", "2")],
            ));
        }
        for key in [Key::Seqs, Key::Batched, Key::Tp, Key::Pp] {
            engine.push(parts::field(scene, key));
        }
        if residents.engine == EngineMode::Server || residents.engine == EngineMode::Alone {
            engine.push(parts::field(scene, Key::En));
        }
        engine.push(parts::switch(scene, Key::Eager, config.eager));
        engine.push(parts::field(scene, Key::Adapters));
        engine.push(parts::field(scene, Key::Prefix));
    }
    h("div")
        .class("measured-controls")
        .kid(group(MeasuredText::GroupMeasured, training))
        .kid(group(MeasuredText::GroupCards, cards))
        .kid(group(MeasuredText::GroupEngineMore, engine))
        .into()
}

/// The choice of a framework's defaults: what is chosen is what the configuration already is.
fn framework(scene: &Scene<'_>) -> Tag {
    let now = current(scene);
    let own = h("option")
        .attr("value", "")
        .flag("selected", now.is_none())
        .kid("—");
    let options = STACKS.iter().map(|stack| {
        h("option")
            .attr("value", stack.query)
            .flag("selected", now == Some(stack))
            .kid(stack.name)
    });
    h("div")
        .class("field")
        .kid(
            h("label")
                .attr("for", "w-stack")
                .kid(MeasuredText::Stack.of(scene.locale)),
        )
        .kid(
            h("select")
                .attr("id", "w-stack")
                .attr("data-act", "stack")
                .kid(own)
                .kids(options),
        )
}

/// The stack whose defaults the configuration is.
fn current(scene: &Scene<'_>) -> Option<&'static Stack> {
    STACKS.iter().find(|stack| {
        let (after, _) = url::apply(&scene.report.link, stack.query);
        after.config == *scene.config()
    })
}

/// What each framework's defaults make of the present configuration.
pub(super) fn stacks(scene: &Scene<'_>) -> Html {
    let locale = scene.locale;
    if !Residents::of(scene.config()).trains {
        return Html::default();
    }
    let now = match current(scene) {
        Some(stack) => stack.name.to_string(),
        None => fill(
            MeasuredText::RegimeOwn.of(locale),
            &[scene.config().recipe.label(locale)],
        ),
    };
    let rows = STACKS
        .iter()
        .map(|stack| {
            let (after, issues) = url::apply(&scene.report.link, stack.query);
            let fits_task = !issues.iter().any(|issue| issue.level == Level::Error);
            let ledger = estimate(&after.config);
            let total = ledger
                .cards
                .iter()
                .find(|card| card.role == Role::Train)
                .map(|card| card.used)
                .filter(|_| fits_task);
            let total = total.map_or_else(
                || MeasuredText::NotThisTask.of(locale).to_string(),
                |bytes| scene.voice().size(bytes),
            );
            let here = after.config == *scene.config();
            h("tr")
                .attr("data-stack", stack.id)
                .kid(h("th").attr("scope", "row").kid(stack.name))
                .kid(
                    h("td")
                        .attr("data-verdict", ledger.verdict().slug())
                        .kid(total),
                )
                .kid(h("td").class("source").kid(stack.source))
                .kid(
                    h("td").kid(match here {
                        true => Html::from("✓"),
                        false => parts::apply(stack.query, locale.text(Text::Apply))
                            .attr(
                                "aria-label",
                                [locale.text(Text::Apply), locale.colon(), stack.name].concat(),
                            )
                            .into(),
                    }),
                )
        })
        .collect();
    block("measured-stacks", MeasuredText::RegimeHeading.of(locale))
        .kid(h("p").kid(fill(MeasuredText::RegimeNow.of(locale), &[&now])))
        .kid(
            h("p")
                .class("lead")
                .kid(MeasuredText::RegimeLead.of(locale)),
        )
        .kid(parts::table(
            MeasuredText::RegimeHeading.of(locale),
            [
                MeasuredText::Stack.of(locale),
                MeasuredText::PeakOf.of(locale),
                MeasuredText::Source.of(locale),
                "",
            ],
            rows,
        ))
        .into()
}
