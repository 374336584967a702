//! Server or colocate: both drawn, their time and their cards compared.
use super::{Desk, hundredths, points};
use crate::html::{Html, Tag, h};
use crate::i18n::ColocateText as T;
use crate::ledger::colocate::{Placing, placings};
use crate::ledger::config::EngineMode;
use crate::ledger::item::Role;
use crate::ledger::verdict;
use crate::ledger::words::Word;
use crate::views::{bar, parts};

/// The section.
pub(super) fn section(desk: &Desk<'_>) -> Tag {
    let placings = placings(&desk.shared);
    let [together, apart] = &placings;
    let (ratio, recorded, recorded_apart) = points::recorded_ratio();
    let recorded = desk.say(
        T::RecordedRatio,
        &[&recorded, &recorded_apart, &hundredths(ratio)],
    );
    parts::section("l1-modes", desk.t(T::Modes))
        .kid(
            h("ul")
                .class("points")
                .kids([T::Modes1, T::Modes2].map(|text| h("li").kid(desk.t(text)))),
        )
        .kids(placings.iter().map(|placing| drawn(desk, placing)))
        .kid(compared(desk, together, apart))
        .kid(parts::note("", recorded))
}

/// The cards of a placing, each role at its worst moment.
fn drawn(desk: &Desk<'_>, placing: &Placing) -> Html {
    let locale = desk.scene.locale;
    let mut out = Html::from(h("h4").kid(placing.config.engine.label(locale)));
    for card in &placing.ledger.cards {
        let count = match card.role {
            Role::Train => placing.config.n,
            Role::Engine => placing.config.en,
        };
        let who = desk.say(
            T::ServerCard,
            &[card.role.label(locale), &count.to_string()],
        );
        let capacity = placing.ledger.capacity;
        let caption = [
            &who,
            " · ",
            &desk.size(card.used),
            " / ",
            &desk.size(capacity),
            locale.pick("（", " ("),
            card.phase.label(locale),
            locale.pick("）", ")"),
        ]
        .concat();
        let segments = bar::segments(desk.scene, &placing.ledger, card.role, card.phase);
        let spoken = bar::spoken(desk.scene, &caption, &segments);
        out = out
            .then(
                h("p")
                    .class("role")
                    .attr("data-verdict", verdict(card.used, capacity).slug())
                    .kid(&caption),
            )
            .then(bar::card(&segments, capacity, &spoken));
    }
    out
}

fn compared(desk: &Desk<'_>, together: &Placing, apart: &Placing) -> Tag {
    let locale = desk.scene.locale;
    let rows = [together, apart].map(|placing| {
        let worst: Vec<String> = placing
            .ledger
            .cards
            .iter()
            .map(|c| desk.size(c.used))
            .collect();
        let total = placing.step.total();
        let times = match total.percent_of(apart.step.total()) {
            0 => "—".to_string(),
            percent => ["× ", &hundredths(percent)].concat(),
        };
        let act: Html = if placing.config.engine == desk.now.engine
            || (placing.config.engine == EngineMode::Colocate && desk.shared == *desk.now)
        {
            desk.t(T::InUse).into()
        } else {
            let text = match placing.config.engine {
                EngineMode::Server => T::UseServer,
                EngineMode::Auto | EngineMode::None | EngineMode::Colocate | EngineMode::Alone => {
                    T::Share
                }
            };
            desk.apply(&placing.config, desk.t(text)).into()
        };
        let cells: [Html; 5] = [
            placing.cards.to_string().into(),
            worst.join(locale.comma()).into(),
            total.shown().into(),
            times.into(),
            act,
        ];
        parts::row(placing.config.engine.label(locale), cells)
            .attr("data-mode", placing.config.engine.slug())
    });
    parts::table(
        desk.t(T::ModesCaption),
        [
            "",
            desk.t(T::Cards),
            desk.t(T::PerCard),
            desk.t(T::StepTakes),
            desk.t(T::TimesAsLong),
            desk.t(T::Apply),
        ],
        rows.into(),
    )
}
