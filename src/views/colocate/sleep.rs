//! The engine asleep while training: what stays, what moves, what frameworks call it.
use super::Desk;
use crate::html::{Html, Tag, h};
use crate::i18n::ColocateText as T;
use crate::ledger::config::{Config, EngineMode, Method};
use crate::ledger::item::{Owner, Phase};
use crate::ledger::sleep::{SleepLevel, levels, moments};
use crate::ledger::units::Bytes;
use crate::ledger::words::Word;
use crate::views::parts;

/// The section.
pub(super) fn section(desk: &Desk<'_>) -> Tag {
    let section =
        parts::section("l1-sleep", desk.t(T::Sleep)).kid(h("p").kid(desk.t(T::SleepLead)));
    let section = section.kid(
        h("ul").class("points").kids(
            [T::Level0, T::Level1, T::Level2]
                .into_iter()
                .zip(["0", "1", "2"])
                .map(|(text, level)| {
                    h("li")
                        .kid(h("b").kid(desk.say(T::LevelN, &[level])))
                        .kid(desk.scene.locale.colon())
                        .kid(desk.t(text))
                }),
        ),
    );
    let section = match levels(&desk.shared) {
        Some(levels) => section
            .kid(holds(desk, &levels))
            .kid(by_moment(desk, &levels))
            .kid(sync(desk, &levels)),
        None => section.kid(parts::note("warn", desk.t(T::NoMeasured))),
    };
    section.kid(knobs(desk))
}

/// What the engine holds on the card under each level.
fn holds(desk: &Desk<'_>, levels: &[SleepLevel; 3]) -> Tag {
    let locale = desk.scene.locale;
    let rows = levels.iter().map(|level| {
        let name = level.level.to_string();
        let worst = [
            &desk.size(level.worst.used),
            locale.pick("（", " ("),
            level.worst.phase.label(locale),
            locale.pick("）", ")"),
        ]
        .concat();
        let after = Config {
            sleep: level.level,
            method: Method::Measured,
            ..desk.shared.clone()
        };
        let in_use = desk.now.sleep == level.level && desk.now.method() == Method::Measured;
        let act = if in_use {
            Html::from(desk.t(T::InUse))
        } else {
            desk.apply(&after, desk.say(T::UseLevel, &[&name])).into()
        };
        let cells: [Html; 6] = [
            desk.size(level.sampling).into(),
            desk.size(level.syncing).into(),
            desk.size(level.training).into(),
            desk.size(level.host).into(),
            worst.into(),
            act,
        ];
        parts::row(desk.say(T::LevelN, &[&name]), cells).attr("data-level", name)
    });
    parts::table(
        desk.t(T::SleepCaption),
        [
            T::Level,
            T::WhenSampling,
            T::WhenSyncing,
            T::WhenTraining,
            T::OnHost,
            T::CardWorst,
            T::Apply,
        ]
        .map(|head| desk.t(head)),
        rows.collect(),
    )
}

/// Every engine row at every moment under the level in use, and the trainer's sum beside.
fn by_moment(desk: &Desk<'_>, levels: &[SleepLevel; 3]) -> Option<Tag> {
    let locale = desk.scene.locale;
    let level = levels.iter().find(|l| l.level == desk.shared.sleep)?;
    let phases = moments(&level.ledger);
    let cell = |bytes: Bytes| match bytes {
        Bytes::ZERO => "—".to_string(),
        some => desk.size(some),
    };
    let mut rows: Vec<Tag> = level
        .ledger
        .lines
        .iter()
        .filter(|line| line.owner == Owner::Engine)
        .map(|line| {
            let cells = phases.iter().map(|phase| cell(line.bytes_at(*phase)));
            parts::row(line.item.label(locale), cells)
        })
        .collect();
    let trainer = phases
        .iter()
        .map(|phase| cell(level.ledger.trainer_at(*phase)));
    rows.push(parts::row(desk.t(T::Training), trainer));
    let host = |phase: &Phase| {
        let at = level.ledger.host.iter().map(|line| line.bytes_at(*phase));
        cell(at.fold(Bytes::ZERO, Bytes::plus))
    };
    rows.push(parts::row(desk.t(T::OnHost), phases.iter().map(host)));
    let heads = std::iter::once("").chain(phases.iter().map(|phase| phase.label(locale)));
    Some(parts::table(
        &desk.say(T::PhaseCaption, &[&level.level.to_string()]),
        heads.collect::<Vec<_>>(),
        rows,
    ))
}

/// The moment when the weights exist twice, what stays asleep, and which method the line is drawn by.
fn sync(desk: &Desk<'_>, levels: &[SleepLevel; 3]) -> Html {
    let [awake, asleep, _] = levels;
    let twice = desk.say(
        T::WeightsTwice,
        &[
            &desk.size(asleep.weights_twice),
            &desk.size(asleep.syncing),
            &desk.size(awake.sampling.minus(asleep.syncing)),
        ],
    );
    let residue = desk.say(T::Residue, &[&desk.size(asleep.training)]);
    let measured = Config {
        method: Method::Measured,
        engine: match desk.now.engine {
            EngineMode::Auto => EngineMode::Auto,
            EngineMode::None | EngineMode::Colocate | EngineMode::Server | EngineMode::Alone => {
                EngineMode::Colocate
            }
        },
        ..desk.shared.clone()
    };
    let lesson = (desk.now.method() == Method::Lesson).then(|| {
        parts::note("", desk.t(T::LessonSleep))
            .kid(" ")
            .kid(desk.apply(&measured, desk.t(T::ToMeasured)))
    });
    Html::from(parts::note("", twice).attr("data-moment", Phase::WeightSync.slug()))
        .then(h("p").kid(residue))
        .then(lesson)
}

/// A framework's names for the three knobs, with their defaults.
struct Knobs {
    name: &'static str,
    share: &'static str,
    share_default: ShareDefault,
    sleep: &'static str,
    sleep_default: T,
    mode: &'static str,
    mode_default: Option<T>,
}

enum ShareDefault {
    Of(&'static str),
    Said(T),
}

/// Names and defaults as the frameworks' own sources have them: TRL 1.16.0, verl 0.9.1, slime (August 2026), OpenRLHF
/// 0.11.2, Axolotl 0.19.0, vLLM 0.33; read on 2026-11-29.
const KNOBS: [Knobs; 6] = [
    Knobs {
        name: "TRL",
        share: "vllm_gpu_memory_utilization",
        share_default: ShareDefault::Of("0.3"),
        sleep: "vllm_enable_sleep_mode",
        sleep_default: T::SleepTrl,
        mode: "vllm_mode",
        mode_default: Some(T::ModeTrl),
    },
    Knobs {
        name: "verl",
        share: "actor_rollout_ref.rollout.gpu_memory_utilization",
        share_default: ShareDefault::Of("0.5"),
        sleep: "actor_rollout_ref.rollout.free_cache_engine",
        sleep_default: T::SleepVerl,
        mode: "actor_rollout_ref.rollout.name",
        mode_default: Some(T::ModeVerl),
    },
    Knobs {
        name: "slime",
        share: "--sglang-mem-fraction-static",
        share_default: ShareDefault::Said(T::ShareSglang),
        sleep: "--offload-rollout",
        sleep_default: T::SleepSlime,
        mode: "--colocate",
        mode_default: Some(T::ModeOff),
    },
    Knobs {
        name: "Axolotl",
        share: "vllm.gpu_memory_utilization",
        share_default: ShareDefault::Said(T::ShareAxolotl),
        sleep: "trl.vllm_enable_sleep_mode",
        sleep_default: T::SleepAxolotl,
        mode: "trl.vllm_mode",
        mode_default: Some(T::ModeAxolotl),
    },
    Knobs {
        name: "OpenRLHF",
        share: "--vllm.gpu_memory_utilization",
        share_default: ShareDefault::Of("0.95"),
        sleep: "--vllm.enable_sleep",
        sleep_default: T::SleepOpenrlhf,
        mode: "--train.colocate_all",
        mode_default: Some(T::ModeOff),
    },
    Knobs {
        name: "vLLM",
        share: "--gpu-memory-utilization",
        share_default: ShareDefault::Of("0.92"),
        sleep: "--enable-sleep-mode",
        sleep_default: T::SleepVllm,
        mode: "",
        mode_default: None,
    },
];

fn knobs(desk: &Desk<'_>) -> Tag {
    let knob = |name: &str, default: &str| -> Html {
        if name.is_empty() {
            return Html::from("—");
        }
        Html::from(h("code").kid(name))
            .then(h("br"))
            .then(h("small").kid(default))
    };
    let rows = KNOBS.iter().map(|row| {
        let share = match row.share_default {
            ShareDefault::Of(value) => desk.say(T::ShareDefault, &[value]),
            ShareDefault::Said(text) => desk.t(text).to_string(),
        };
        let mode = row.mode_default.map_or("", |text| desk.t(text));
        parts::row(
            row.name,
            [
                knob(row.share, &share),
                knob(row.sleep, desk.t(row.sleep_default)),
                knob(row.mode, mode),
            ],
        )
    });
    parts::table(
        desk.t(T::KnobsCaption),
        [T::Framework, T::KnobShare, T::KnobSleep, T::KnobMode].map(|head| desk.t(head)),
        rows.collect(),
    )
    .attr("id", "knobs")
}
