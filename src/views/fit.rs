//! Make it fit, or use the room: the core's solution as steps that can be applied alone or together.
use super::{Scene, parts};
use crate::html::{Html, Tag, all, h};
use crate::i18n::FitText;
use crate::ledger::config::{Config, Task};
use crate::ledger::fit::{self, Choice, Fit, Move, MoveState, Outlook, Raised, Trouble};
use crate::ledger::item::Verdict;
use crate::ledger::units::{Bytes, plain};
use crate::ledger::words::Word;
use crate::text;
use crate::url::{self, Key};

/// The view.
pub(super) fn draw(scene: &Scene<'_>) -> Html {
    let config = scene.config();
    let fit = fit::fit_with(config, |code| {
        !keys(code).iter().any(|key| parts::locked(scene, *key))
    });
    all([
        solution(scene, &fit),
        room(scene, &fit::room(config)),
        list(scene, &fit.moves),
    ])
}

fn said(scene: &Scene<'_>, text: FitText) -> &'static str {
    text.of(scene.locale)
}

fn solution(scene: &Scene<'_>, fit: &Fit) -> Tag {
    let grade = match (fit.trouble, fit.after.is_some()) {
        (Trouble::None, _) => "",
        (Trouble::Memory | Trouble::PoolShort | Trouble::PoolWide, true) => "warn",
        (Trouble::Memory | Trouble::PoolShort | Trouble::PoolWide, false) => "bad",
    };
    let locked = !scene.report.link.display.lock.is_empty();
    let planner = fit.after.is_none().then(|| {
        let query = url::format(&url::Link {
            display: crate::display::Display {
                view: crate::display::View::Capacity,
                ..scene.report.link.display.clone()
            },
            ..scene.report.link.clone()
        });
        parts::open(&query, said(scene, FitText::Planner))
    });
    let section = parts::section("fit-solution", said(scene, FitText::Heading))
        .kid(h("p").class("lead").kid(said(scene, FitText::Lead)))
        .kid(
            parts::note(grade, fit.sentence(scene.voice()))
                .attr("data-trouble", fit.trouble.slug()),
        )
        .kid(planner)
        .kid(locked.then(|| h("p").class("lead").kid(said(scene, FitText::Locked))));
    let Some(after) = fit.after.as_ref().filter(|_| !fit.steps.is_empty()) else {
        return section;
    };
    let diff = url::diff_query(scene.config(), after);
    section
        .kid(bars(scene, fit))
        .kid(steps(scene, fit))
        .kid(
            h("p").class("acts").kid(
                h("button")
                    .attr("type", "button")
                    .class("primary")
                    .attr("data-diff", &diff)
                    .kid(said(scene, FitText::ApplyAll)),
            ),
        )
        .kid(parts::copyable(scene, "fit-diff", &diff))
}

fn steps(scene: &Scene<'_>, fit: &Fit) -> Tag {
    let config = scene.config();
    let heads = [
        FitText::Step,
        FitText::Change,
        FitText::Alone,
        FitText::SoFar,
        FitText::Price,
        FitText::ApplyOne,
    ]
    .map(|text| said(scene, text));
    let rows = fit.steps.iter().enumerate().map(|(at, step)| {
        let title = step.code.title(config.task, scene.locale);
        parts::row(
            [&(at + 1).to_string(), ". ", title].concat(),
            [
                h("code").kid(text::changes(config, &step.alone)).into(),
                outlook(scene, &step.alone_is),
                outlook(scene, &step.so_far_is),
                Html::from(step.code.price(scene.locale)),
                apply(scene, &step.alone, title).into(),
            ],
        )
        .attr("data-step", step.code.slug())
    });
    parts::table(said(scene, FitText::Steps), heads, rows.collect())
}

fn outlook(scene: &Scene<'_>, outlook: &Outlook) -> Html {
    h("span")
        .attr("data-verdict", outlook.verdict.slug())
        .kid(outlook.sentence(scene.voice()))
        .kid(" ")
        .kid(outlook.verdict.label(scene.locale))
        .into()
}

/// The button of a change, named by what it does.
fn apply(scene: &Scene<'_>, after: &Config, title: &str) -> Tag {
    let name = [said(scene, FitText::ApplyOne), scene.locale.colon(), title].concat();
    parts::apply(
        &url::diff_query(scene.config(), after),
        said(scene, FitText::ApplyOne),
    )
    .attr("aria-label", name)
}

fn room(scene: &Scene<'_>, raised: &[Raised]) -> Tag {
    let config = scene.config();
    let section = parts::section("fit-room", said(scene, FitText::RoomHeading));
    if raised.is_empty() {
        return section.kid(h("p").class("lead").kid(said(scene, FitText::RoomNone)));
    }
    let why = match config.task {
        Task::Grpo | Task::Ppo => FitText::RoomRollout,
        Task::Sft | Task::Dpo => FitText::RoomTraining,
        Task::Serve => FitText::RoomServing,
    };
    let heads = [
        FitText::Raise,
        FitText::Change,
        FitText::Leaves,
        FitText::ApplyOne,
    ]
    .map(|text| said(scene, text));
    let rows = raised.iter().enumerate().map(|(at, raise)| {
        let title = raise.what.label(config.task, scene.locale);
        parts::row(
            [&(at + 1).to_string(), ". ", title].concat(),
            [
                h("code").kid(text::changes(config, &raise.after)).into(),
                Html::from(raise.after_is.left.shown(scene.voice().unit, false)),
                apply(scene, &raise.after, title).into(),
            ],
        )
        .attr("data-raise", raise.what.slug())
    });
    section
        .kid(h("p").class("lead").kid(said(scene, why)))
        .kid(parts::table(
            said(scene, FitText::RoomHeading),
            heads,
            rows.collect(),
        ))
}

fn list(scene: &Scene<'_>, moves: &[Choice]) -> Tag {
    let config = scene.config();
    let heads = [
        FitText::Step,
        FitText::Effect,
        FitText::Price,
        FitText::State,
        FitText::Alone,
    ]
    .map(|text| said(scene, text));
    let rows = moves.iter().enumerate().map(|(at, choice)| {
        let tick = match choice.state {
            MoveState::Used | MoveState::Made => "✓ ",
            MoveState::Spare | MoveState::NotHere => "",
        };
        let alone = choice.alone.as_ref().map(|(after, is)| {
            all([
                h("code").kid(text::changes(config, after)).into(),
                Html::from(" "),
                outlook(scene, is),
            ])
        });
        parts::row(
            [
                &(at + 1).to_string(),
                ". ",
                choice.code.title(config.task, scene.locale),
            ]
            .concat(),
            [
                Html::from(choice.code.effect(scene.locale)),
                Html::from(choice.code.price(scene.locale)),
                Html::from([tick, choice.state.label(scene.locale)].concat()),
                Html::from(alone),
            ],
        )
        .attr("data-move", choice.code.slug())
        .attr("data-state", choice.state.slug())
    });
    parts::section("fit-moves", said(scene, FitText::AllMoves))
        .kid(h("p").class("lead").kid(said(scene, FitText::Never)))
        .kid(parts::table(
            said(scene, FitText::AllMoves),
            heads,
            rows.collect(),
        ))
}

/// The card before and after, one bar each, on one scale.
fn bars(scene: &Scene<'_>, fit: &Fit) -> Tag {
    let capacity = scene.ledger().capacity;
    let end = capacity.max(fit.before.used).max(Bytes(1));
    let part = |bytes: Bytes| [&plain(bytes.as_f64() * 100.0 / end.as_f64()), "%"].concat();
    let bar = |label: FitText, is: &Outlook| {
        let text = [
            said(scene, label),
            scene.locale.colon(),
            &is.sentence(scene.voice()),
        ]
        .concat();
        let over = is.verdict == Verdict::Over;
        h("div")
            .class("fit-bar")
            .kid(h("p").class("fact").kid(text.as_str()))
            .kid(
                h("svg")
                    .attr("role", "img")
                    .attr("aria-label", &text)
                    .attr("width", "100%")
                    .attr("height", "14")
                    .kid(
                        h("rect")
                            .class("fit-card")
                            .attr("width", part(capacity))
                            .attr("height", "100%"),
                    )
                    .kid(
                        h("rect")
                            .class(if over { "fit-over" } else { "c-weights" })
                            .attr("width", part(is.used))
                            .attr("height", "100%"),
                    )
                    .kid(
                        h("rect")
                            .class("fit-limit")
                            .attr("x", part(capacity.minus(scene.ledger().reserve())))
                            .attr("width", "2")
                            .attr("height", "100%"),
                    ),
            )
    };
    h("div")
        .class("fit-bars")
        .kid(bar(FitText::Before, &fit.before))
        .kid(bar(FitText::After, &fit.after_is))
}

/// The keys that a move sets: where one of them is locked, so is the move.
const fn keys(code: Move) -> &'static [Key] {
    match code {
        Move::MicroBatch => &[Key::Mb, Key::Accum],
        Move::Attention => &[Key::Attn],
        Move::LossHead => &[Key::Head],
        Move::Util => &[Key::Util],
        Move::EngineLimits => &[Key::Seqs, Key::Batched],
        Move::Checkpointing => &[Key::Ckpt],
        Move::Sleep => &[Key::Sleep],
        Move::Sharding => &[Key::Shard],
        Move::Concurrency => &[Key::Conc],
        Move::Optimizer => &[Key::Opt],
        Move::KvFormat => &[Key::Kvdtype],
        Move::Length => &[Key::Seq, Key::Comp, Key::Len],
        Move::Offload => &[Key::Offload],
        Move::Reference => &[Key::Ref],
        Move::Lora => &[Key::Tune],
        Move::Weights => &[Key::Dtype],
        Move::SmallerModel => &[Key::Model],
    }
}
