//! One bar a card: the trainer's and the engine's, each at its worst moment.
use super::say;
use crate::html::{Html, all, h};
use crate::i18n::ServingText;
use crate::ledger::words::Word;
use crate::ledger::{Card, verdict};
use crate::views::parts::size;
use crate::views::{Scene, bar};

/// The bars.
pub(super) fn draw(scene: &Scene<'_>) -> Html {
    let cards = scene.ledger().cards.iter();
    all(cards.map(|card| one(scene, *card)))
}

fn one(scene: &Scene<'_>, card: Card) -> Html {
    let ledger = scene.ledger();
    let caption = say(
        scene,
        ServingText::CardOf,
        &[
            card.role.label(scene.locale),
            &size(scene, card.used),
            &size(scene, ledger.capacity),
        ],
    );
    let segments = bar::segments(scene, ledger, card.role, card.phase);
    let spoken = bar::spoken(scene, &caption, &segments);
    let role = h("p")
        .class("role")
        .attr("data-verdict", verdict(card.used, ledger.capacity).slug())
        .kid(caption);
    Html::from(role).then(bar::card(&segments, ledger.capacity, &spoken))
}
