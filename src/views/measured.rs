//! The ledger page by the measured method: the answer with its bars, the moments of a step, the rows at a moment, where
//! the lesson differs, what frameworks do by default.
mod moments;
mod notes;
mod recipe;
mod rows;

pub use recipe::controls;

use super::bar::{self, Segment};
use super::{Outcome, Scene, State, parts};
use crate::html::{Html, all, h};
use crate::i18n::{MeasuredText, Text, fill};
use crate::ledger::band::band;
use crate::ledger::config::{Config, Method};
use crate::ledger::item::{Phase, Role};
use crate::ledger::words::Word;
use crate::ledger::{Card, Ledger, estimate};
use crate::url::{self, Key};

/// The moments in which the engine has a training card.
const SAMPLING: [Phase; 2] = [Phase::Rollout, Phase::WeightSync];

/// The answer: total, what is left, the fullest moment with its band, and the bars.
pub fn verdict(scene: &Scene<'_>) -> Html {
    let (config, ledger, voice) = (scene.config(), scene.ledger(), scene.voice());
    let left = ledger.left();
    let word = if left.negative {
        Text::OverBy
    } else {
        Text::Left
    };
    let sum = h("p")
        .class("sum")
        .kid(
            h("strong")
                .attr("data-total", "")
                .kid(voice.size(ledger.used())),
        )
        .kid(
            h("b")
                .class("word")
                .kid(ledger.verdict().label(scene.locale)),
        )
        .kid(
            h("span")
                .class("left")
                .kid(scene.locale.text(word))
                .kid(" ")
                .kid(h("b").attr("data-left", "").kid(voice.size(left.size)))
                .kid([" / ", &voice.size(ledger.capacity)].concat()),
        );
    let band = band(config, ledger);
    let moment = fill(
        MeasuredText::FullestAt.of(scene.locale),
        &[
            ledger.worst().phase.label(scene.locale),
            &band.low.digits(voice.unit),
            &voice.size(band.high),
        ],
    );
    let lesson = estimate(&Config {
        method: Method::Lesson,
        ..config.clone()
    });
    let other = fill(
        MeasuredText::LessonTotal.of(scene.locale),
        &[&voice.size(lesson.used())],
    );
    let inside = all([
        bar::patterns(),
        sum.into(),
        h("p")
            .class("moment")
            .attr("title", MeasuredText::BandNote.of(scene.locale))
            .kid(moment)
            .into(),
        h("div").class("cards").kids(bars(scene)).into(),
        h("p")
            .class("method")
            .kid(
                h("button")
                    .attr("type", "button")
                    .class("link")
                    .attr("data-diff", "method=lesson")
                    .kid(MeasuredText::ToLesson.of(scene.locale)),
            )
            .kid(" ")
            .kid(h("span").attr("data-other", "1").kid(other))
            .into(),
        h("p")
            .class("sr")
            .attr("role", "status")
            .attr("aria-live", "polite")
            .kid(spoken(scene))
            .into(),
    ]);
    h("section")
        .class("verdict")
        .attr("data-verdict", ledger.verdict().slug())
        .attr("aria-label", scene.locale.text(Text::Answer))
        .kid(inside)
        .into()
}

fn spoken(scene: &Scene<'_>) -> String {
    let ledger = scene.ledger();
    let word = if ledger.left().negative {
        Text::OverBy
    } else {
        Text::Left
    };
    [
        ledger.verdict().label(scene.locale),
        scene.locale.comma(),
        scene.locale.text(word),
        " ",
        &scene.voice().size(ledger.left().size),
    ]
    .concat()
}

/// A bar for each card: where the engine shares the training card two, one while it samples and one while it trains.
fn bars(scene: &Scene<'_>) -> Vec<Html> {
    let ledger = scene.ledger();
    let mut out = Vec::new();
    for card in &ledger.cards {
        let moments = ledger.moments(card.role);
        let shared = card.role == Role::Train && moments.iter().any(|m| SAMPLING.contains(m));
        if shared {
            for (text, samples) in [(MeasuredText::Rollout, true), (MeasuredText::Update, false)] {
                let worst = moments
                    .iter()
                    .filter(|m| SAMPLING.contains(m) == samples)
                    .max_by_key(|m| ledger.used_at(card.role, **m));
                if let Some(phase) = worst {
                    out.push(one(scene, text.of(scene.locale), card.role, *phase));
                }
            }
        } else {
            out.push(one(
                scene,
                card.role.label(scene.locale),
                card.role,
                card.phase,
            ));
        }
    }
    out
}

fn one(scene: &Scene<'_>, name: &str, role: Role, phase: Phase) -> Html {
    let (ledger, voice) = (scene.ledger(), scene.voice());
    let used = ledger.used_at(role, phase);
    let caption = fill(
        "{0} · {1} · {2} / {3}",
        &[
            name,
            phase.label(scene.locale),
            &voice.size(used),
            &voice.size(ledger.capacity),
        ],
    );
    let segments: Vec<Segment> = bar::segments(scene, ledger, role, phase);
    let spoken = bar::spoken(scene, &caption, &segments);
    all([
        h("p")
            .class("role")
            .attr(
                "data-verdict",
                crate::ledger::verdict(used, ledger.capacity).slug(),
            )
            .kid(caption),
        bar::card(&segments, ledger.capacity, &spoken),
    ])
}

/// The ledger view.
pub fn ledger(scene: &Scene<'_>, state: &State) -> Html {
    let shown = shown(scene.ledger(), state);
    all([
        moments::picture(scene, shown),
        rows::list(scene, shown),
        notes::speech(scene),
        rows::host(scene),
        notes::cuts(scene),
        notes::differences(scene),
        recipe::stacks(scene),
        notes::lessons(scene),
    ])
}

/// The card and moment whose rows are shown: the chosen one where it exists, else the fullest.
fn shown(ledger: &Ledger, state: &State) -> Card {
    let worst = ledger.worst();
    match state.moment {
        Some((role, phase)) if ledger.moments(role).contains(&phase) => Card {
            role,
            phase,
            used: ledger.used_at(role, phase),
        },
        Some(_) | None => worst,
    }
}

/// Acts of the ledger view.
pub fn act(scene: &Scene<'_>, state: &mut State, name: &str, value: &str) -> Outcome {
    match name {
        "moment" => {
            let chosen = value
                .split_once(' ')
                .and_then(|(role, phase)| Some((Role::of(role)?, Phase::of(phase)?)));
            state.moment = chosen.filter(|_| chosen != state.moment);
            Outcome::Redraw
        }
        "pin" => {
            let mut link = scene.report.link.clone();
            let now = std::sync::Arc::new(link.config.unpinned());
            if let Some(slot) = link.config.vs.first_mut() {
                *slot = if slot.is_some() { None } else { Some(now) };
            }
            Outcome::Decide(url::pair(Key::Vs.slug(), &url::value_of(&link, Key::Vs)))
        }
        _ => Outcome::Nothing,
    }
}

/// A heading with what belongs to it, as the ledger page has them.
fn block(id: &str, heading: &str) -> crate::html::Tag {
    parts::section(id, heading).class("block")
}
