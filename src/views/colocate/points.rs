//! What the second lesson says in words, with the numbers of the present configuration.
use super::line::line_of;
use super::{Desk, hundredths};
use crate::html::{Tag, h};
use crate::i18n::ColocateText as T;
use crate::ledger::colocate::{EXAMPLE_GIB, line_at, line_moment, placings, reserve};
use crate::ledger::config::Config;
use crate::ledger::step_time::{Workload, recorded_config, step_time};
use crate::ledger::tenancy::{LEAST_GENERATIONS, PRACTICAL, Tenancy};
use crate::ledger::units::{ByteUnit, Bytes};
use crate::views::parts;

/// What util is, and what it is not.
pub(super) fn meaning(desk: &Desk<'_>, card: &Tenancy) -> Tag {
    let share = desk.say(
        T::Meaning1,
        &[
            &hundredths(card.util),
            &desk.size(card.total),
            &desk.size(card.share),
        ],
    );
    let items = [
        share,
        desk.t(T::Meaning2).to_string(),
        desk.t(T::Meaning3).to_string(),
    ];
    parts::section("l1-util-meaning", desk.t(T::Meaning)).kid(
        h("ul")
            .class("points")
            .kids(items.map(|text| h("li").kid(text))),
    )
}

/// The four steps with the present configuration's numbers.
pub(super) fn recipe(desk: &Desk<'_>, card: &Tenancy) -> Tag {
    let moment = line_moment(&desk.shared, &desk.ledger).label(desk.scene.locale);
    let left = card.total.minus(card.line.train_side).minus(card.reserve);
    let total = desk.size(card.total);
    let steps = [
        desk.say(T::Step1, &[&total]),
        desk.say(T::Step2, &[&desk.size(card.line.train_side), moment]),
        desk.say(T::Step3, &[&desk.size(card.reserve), &desk.size(left)]),
        desk.say(
            T::Step4,
            &[
                &desk.size(left),
                &total,
                &hundredths(card.line.upper),
                &hundredths(card.line.start),
                &hundredths(PRACTICAL),
            ],
        ),
    ];
    parts::section("l1-recipe", desk.t(T::Recipe)).kid(
        h("ol")
            .class("steps")
            .kids(steps.map(|text| h("li").kid(text))),
    )
}

/// The lesson's inputs and this page's default through the same rule.
pub(super) fn example(desk: &Desk<'_>) -> Tag {
    let [total, train, context] = EXAMPLE_GIB;
    let gib = |value: f64| Bytes::round(value * ByteUnit::GiB.bytes() as f64);
    let lesson = line_at(gib(total), gib(train), context);
    let kept = reserve(context);
    let head = desk.say(
        T::ExampleLesson,
        &[
            &desk.size(gib(total)),
            &desk.size(gib(train)),
            &desk.size(kept),
        ],
    );
    let cells = |left: Bytes, upper: u64, start: u64| {
        [desk.size(left), hundredths(upper), hundredths(start)]
    };
    let left = gib(total).minus(gib(train)).minus(kept);
    let mut rows = vec![parts::row(head, cells(left, lesson.upper, lesson.start))];
    for (query, text) in [
        ("view=colocate", T::ExampleDefault),
        ("view=colocate&ref=0", T::ExampleNoRef),
    ] {
        let (link, _) = crate::url::parse(query);
        if let Some((line, capacity)) = line_of(&link.config) {
            let kept = reserve(link.config.context.as_f64());
            let left = capacity.minus(line.train_side).minus(kept);
            rows.push(parts::row(
                parts::open(query, desk.t(text)),
                cells(left, line.upper, line.start),
            ));
        }
    }
    parts::section("l1-example", desk.t(T::Example)).kid(parts::table(
        desk.t(T::ExampleCaption),
        ["", desk.t(T::ForEngine), desk.t(T::Upper), desk.t(T::Start)],
        rows,
    ))
}

/// The recorded run on one card and apart: (times as long in hundredths, its two steps).
pub(super) fn recorded_ratio() -> (u64, String, String) {
    let [together, apart] = placings(&recorded_config()).map(|placing| {
        let config: Config = placing.config;
        step_time(&config, &Workload::RECORDED).total()
    });
    (together.percent_of(apart), together.shown(), apart.shown())
}

/// The seven closing points.
pub(super) fn checklist(desk: &Desk<'_>) -> Tag {
    let (times, _, _) = recorded_ratio();
    // 1.50 is written 1.5.
    let times = hundredths(times).trim_end_matches('0').to_string();
    let fixed = step_time(&recorded_config(), &Workload::RECORDED).fixed();
    let practical = hundredths(PRACTICAL);
    let practical = practical.trim_end_matches('0');
    let items = [
        desk.say(T::Check1, &[&times]),
        desk.t(T::Check2).to_string(),
        desk.t(T::Check3).to_string(),
        desk.say(T::Check4, &[practical]),
        desk.t(T::Check5).to_string(),
        desk.say(T::Check6, &[&LEAST_GENERATIONS.to_string()]),
        desk.say(T::Check7, &[&fixed.shown()]),
    ];
    parts::section("l1-checklist", desk.t(T::Checklist)).kid(
        h("ol")
            .class("steps")
            .kids(items.map(|text| h("li").kid(text))),
    )
}
