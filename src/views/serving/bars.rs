//! One bar a card: the trainer's and the engine's, each at its worst moment.
use super::say;
use crate::html::{Html, Tag, all, h};
use crate::i18n::ServingText;
use crate::ledger::item::Item;
use crate::ledger::units::{Bytes, plain};
use crate::ledger::words::Word;
use crate::ledger::{Card, verdict};
use crate::views::Scene;
use crate::views::parts::size;

/// The bars.
pub(super) fn draw(scene: &Scene<'_>) -> Html {
    let cards = scene.ledger().cards.iter();
    all(cards.map(|card| one(scene, *card)))
}

fn one(scene: &Scene<'_>, card: Card) -> Html {
    let ledger = scene.ledger();
    let end = ledger.capacity.max(card.used).max(Bytes(1));
    let share = |bytes: Bytes| [&plain(bytes.as_f64() * 100.0 / end.as_f64()), "%"].concat();
    let mut at = Bytes::ZERO;
    let mut segments = Vec::new();
    for line in ledger.on(card.role) {
        let bytes = line.bytes_at(card.phase);
        let title = [line.item.label(scene.locale), " ", &size(scene, bytes)].concat();
        segments.push(
            rectangle(colour(line.item), &share(at), &share(bytes)).kid(h("title").kid(title)),
        );
        at = at.plus(bytes);
    }
    let limit =
        (card.used > ledger.capacity).then(|| rectangle("limit", &share(ledger.capacity), "2"));
    let caption = say(
        scene,
        ServingText::CardOf,
        &[
            card.role.label(scene.locale),
            &size(scene, card.used),
            &size(scene, ledger.capacity),
        ],
    );
    let role = h("p")
        .class("role")
        .attr("data-verdict", verdict(card.used, ledger.capacity).slug())
        .kid(caption.as_str());
    let bar = h("svg")
        .class("bar")
        .attr("role", "img")
        .attr("aria-label", &caption)
        .attr("width", "100%")
        .attr("height", "40")
        .kids(segments)
        .kid(limit);
    Html::from(role).then(bar)
}

fn rectangle(class: &str, x: &str, width: &str) -> Tag {
    h("rect")
        .class(class)
        .attr("x", x)
        .attr("y", "0")
        .attr("width", width)
        .attr("height", "100%")
}

/// The colour of an item, the same everywhere on the page.
const fn colour(item: Item) -> &'static str {
    match item {
        Item::PolicyWeights => "c-weights",
        Item::Gradients => "c-gradients",
        Item::OptimizerStates | Item::MasterWeights => "c-optimizer",
        Item::Adapter => "c-adapter",
        Item::Activations => "c-activations",
        Item::Logits => "c-logits",
        Item::ReferenceModel => "c-reference",
        Item::Critic => "c-critic",
        Item::RewardModel => "c-reward",
        Item::EngineWeights | Item::EngineRuntime => "c-engine",
        Item::KvCache => "c-kv",
        Item::Workspace
        | Item::Buckets
        | Item::Context
        | Item::HostWeights
        | Item::HostOptimizerStates => "c-context",
    }
}
