//! Make it fit, or use the room: the core's solution as steps that can be applied alone or together.
use super::{Scene, bar, parts};
use crate::html::{Html, Tag, all, h};
use crate::i18n::{FitText, Text};
use crate::ledger::config::{Config, Task};
use crate::ledger::fit::{self, Choice, Fit, Move, MoveState, Outlook, Raised, Trouble};
use crate::ledger::words::Word;
use crate::ledger::{Ledger, estimate};
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
        .class("cuts")
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
        .kid(bars(scene, fit, after))
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

/// The steps, each with what it comes to alone and with those before it.
fn steps(scene: &Scene<'_>, fit: &Fit) -> Tag {
    let config = scene.config();
    let rows = fit.steps.iter().enumerate().map(|(at, step)| {
        let title = step.code.title(config.task, scene.locale);
        let is = |text: FitText, is: &Outlook| {
            h("small")
                .kid([said(scene, text), scene.locale.colon()].concat())
                .kid(outlook(scene, is))
        };
        item(at, title, &text::changes(config, &step.alone))
            .part(h("small").kid(step.code.price(scene.locale)))
            .part(is(FitText::Alone, &step.alone_is))
            .part(is(FitText::SoFar, &step.so_far_is))
            .done(apply(scene, &step.alone, title))
            .attr("data-step", step.code.slug())
    });
    h("ol")
        .attr("aria-label", said(scene, FitText::Steps))
        .kids(rows)
}

/// A row of a list: its number, its name, what it sets, more lines, and what can be done.
struct Item {
    number: String,
    what: Tag,
}

fn item(at: usize, title: &str, change: &str) -> Item {
    let change = (!change.is_empty()).then(|| h("code").class("target").kid(change));
    Item {
        number: (at + 1).to_string(),
        what: h("span").class("what").kid(h("b").kid(title)).kid(change),
    }
}

impl Item {
    fn part(mut self, part: impl Into<Html>) -> Item {
        self.what = self.what.kid(part);
        self
    }

    fn done(self, act: impl Into<Html>) -> Tag {
        h("li")
            .kid(
                h("span")
                    .class("no")
                    .attr("aria-hidden", "true")
                    .kid(self.number),
            )
            .kid(self.what)
            .kid(h("span").class("act").kid(act))
    }
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
    let rows = moves.iter().enumerate().map(|(at, choice)| {
        let tick = match choice.state {
            MoveState::Used | MoveState::Made => "✓ ",
            MoveState::Spare | MoveState::NotHere => "",
        };
        let change = choice
            .alone
            .as_ref()
            .map(|(to, _)| text::changes(config, to));
        let alone = choice.alone.as_ref().map(|(_, is)| {
            h("small")
                .kid([said(scene, FitText::Alone), scene.locale.colon()].concat())
                .kid(outlook(scene, is))
        });
        let join = scene.locale.text(Text::PriceJoin);
        let why = [
            choice.code.effect(scene.locale),
            join,
            choice.code.price(scene.locale),
        ];
        let title = choice.code.title(config.task, scene.locale);
        item(at, title, &change.unwrap_or_default())
            .part(h("small").kid(why.concat()))
            .part(alone)
            .done(
                h("span")
                    .class("made")
                    .kid([tick, choice.state.label(scene.locale)].concat()),
            )
            .attr("data-move", choice.code.slug())
            .attr("data-state", choice.state.slug())
    });
    parts::section("fit-moves", said(scene, FitText::AllMoves))
        .class("cuts")
        .kid(h("p").class("lead").kid(said(scene, FitText::Never)))
        .kid(h("ol").kids(rows))
}

/// The fullest card before and after, row by row.
fn bars(scene: &Scene<'_>, fit: &Fit, after: &Config) -> Tag {
    let then = estimate(after);
    let shown = |label: FitText, ledger: &Ledger, is: &Outlook| {
        let name = [
            said(scene, label),
            scene.locale.colon(),
            &is.sentence(scene.voice()),
        ]
        .concat();
        let worst = ledger.worst();
        let segments = bar::segments(scene, ledger, worst.role, worst.phase);
        let spoken = bar::spoken(scene, &name, &segments);
        h("div")
            .class("fit-bar")
            .kid(h("p").class("fact").kid(name))
            .kid(bar::card(&segments, ledger.capacity, &spoken))
    };
    h("div")
        .class("fit-bars")
        .kid(shown(FitText::Before, scene.ledger(), &fit.before))
        .kid(shown(FitText::After, &then, &fit.after_is))
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
