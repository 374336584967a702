//! Without a log: symptoms, the hunt in four steps, the lesson's two sides and its order, and the one sentence.
use super::super::{Scene, parts};
use super::steps;
use crate::html::{Html, Tag, h};
use crate::i18n::{TriageText as T, fill};
use crate::ledger::triage::symptoms::{HuntStep, Symptom};
use crate::ledger::triage::{Log, Side, Triage, What, diagnose, drivers_of, for_side, in_order};
use crate::ledger::units::Bytes;
use crate::ledger::words::Word;
use crate::text::not_here;
use crate::url::Key;

/// The whiteboard's five and the capacity lesson's nine, each to be chosen.
pub(super) fn symptoms(scene: &Scene<'_>, chosen: Option<Symptom>) -> Tag {
    let t = |text: T| text.of(scene.locale);
    let table = |title: T, whiteboard: bool| {
        let rows = Symptom::ALL
            .iter()
            .filter(|symptom| symptom.on_the_whiteboard() == whiteboard)
            .map(|symptom| row(scene, *symptom, chosen));
        let heads = [T::SymptomSeen, T::SymptomSuspect, T::SymptomFirst].map(t);
        let heads = heads.into_iter().chain([t(T::Choose)]);
        h("div")
            .class("wide")
            .kid(parts::table(t(title), heads, rows.collect()))
    };
    parts::section("wb-symptoms", t(T::OrSymptom))
        .kid(table(T::SymptomsTitle, true))
        .kid(table(T::PitfallsTitle, false))
        .kid(chosen.map(|symptom| answer(scene, symptom)))
}

fn row(scene: &Scene<'_>, symptom: Symptom, chosen: Option<Symptom>) -> Tag {
    let locale = scene.locale;
    let on = chosen == Some(symptom);
    let label = if on { T::Putaway } else { T::Choose };
    let button = parts::button("symptom", symptom.slug(), label.of(locale))
        .attr("aria-pressed", if on { "true" } else { "false" })
        .attr(
            "aria-label",
            [label.of(locale), locale.colon(), symptom.seen(locale)].concat(),
        );
    parts::row(
        symptom.seen(locale),
        [
            Html::from(symptom.suspect(locale)),
            symptom.first(locale).into(),
            button.into(),
        ],
    )
}

fn answer(scene: &Scene<'_>, symptom: Symptom) -> Tag {
    let locale = scene.locale;
    let (side, item, _) = symptom.points_at();
    let found = symptom.steps(scene.config());
    let title = fill(T::Chosen.of(locale), &[symptom.seen(locale)]);
    let line = item.map(|item| {
        let now = match scene.ledger().line(item) {
            Some(line) => fill(T::LineNow.of(locale), &[&parts::size(scene, line.bytes())]),
            None => not_here(scene.report, item, locale),
        };
        let about = [
            side.label(locale),
            locale.comma(),
            item.label(locale),
            locale.pick("；", "; "),
            &now,
        ];
        h("p").kid(about.concat())
    });
    let body = if found.is_empty() {
        Html::from(
            h("p")
                .kid(T::SymptomNotMemory.of(locale))
                .kid(" ")
                .kid(symptom.first(locale)),
        )
    } else {
        steps(scene, &found).into()
    };
    h("div")
        .attr("id", "triage-symptom")
        .kid(h("h4").kid(title))
        .kid(h("p").attr("role", "status").kid(symptom.suspect(locale)))
        .kid(line)
        .kid(body)
}

/// The four steps; a log answers what it can.
pub(super) fn hunt(scene: &Scene<'_>, log: Option<&Log>) -> Tag {
    let locale = scene.locale;
    let found = log.map(|log| (log, diagnose(log, scene.config())));
    let items = HuntStep::ALL.iter().map(|step| {
        let own = found
            .as_ref()
            .and_then(|(log, found)| from_log(scene, *step, log, found));
        let own = own.map(|text| {
            h("p")
                .class("now")
                .kid(h("b").kid(T::HuntFromLog.of(locale)))
                .kid(text)
        });
        h("li")
            .kid(h("b").kid(step.title(locale)))
            .kid(h("p").kid(step.how(locale)))
            .kid((*step == HuntStep::WhichPhase).then(|| peak(scene)))
            .kid(own)
    });
    parts::section("wb-hunt", T::OrHunt.of(locale))
        .kid(h("ol").class("hunt").kids(items))
        .kid(
            log.is_none()
                .then(|| h("p").class("legend").kid(T::HuntNoLog.of(locale))),
        )
}

fn peak(scene: &Scene<'_>) -> Tag {
    let worst = scene.ledger().worst();
    let values = [
        worst.phase.label(scene.locale),
        &parts::size(scene, worst.used),
    ];
    h("p").kid(fill(T::HuntPhaseLedger.of(scene.locale), &values))
}

fn from_log(scene: &Scene<'_>, step: HuntStep, log: &Log, found: &Triage) -> Option<String> {
    let locale = scene.locale;
    let readings = &log.readings;
    let size = |bytes: Bytes| parts::size(scene, bytes);
    match step {
        HuntStep::AllocatedOrReserved => {
            if let (Some(allocated), Some(idle)) =
                (readings.size(What::Allocated), readings.size(What::Idle))
            {
                let text = fill(
                    T::HuntAllocated.of(locale),
                    &[&size(allocated), &size(idle)],
                );
                // A tenth of what is allocated is what rounding of blocks leaves behind.
                let held = idle.0.saturating_mul(10) > allocated.0;
                let verdict = if held { T::HuntHeld } else { T::HuntTrulyFull };
                return Some([&text, " ", verdict.of(locale)].concat());
            }
            let used = readings.size(What::DriverUsed)?;
            Some(fill(T::HuntDriverOnly.of(locale), &[&size(used)]))
        }
        HuntStep::WhichPhase => {
            let moment = found.moment?;
            Some(fill(T::HuntPhaseLog.of(locale), &[moment.label(locale)]))
        }
        HuntStep::OneVariable => {
            let step = found.steps.first()?;
            Some(fill(T::HuntLinear.of(locale), &[step.code.title(locale)]))
        }
        HuntStep::Fragmentation => {
            let (idle, asked) = (readings.size(What::Idle)?, found.asked?);
            let yes = if idle >= asked { T::HuntYes } else { T::HuntNo };
            Some(fill(
                T::HuntIdle.of(locale),
                &[&size(idle), &size(asked), yes.of(locale)],
            ))
        }
    }
}

/// Sampling or training: the lesson's two lists, and what they are for this configuration.
pub(super) fn side(scene: &Scene<'_>) -> Tag {
    let t = |text: T| text.of(scene.locale);
    let try_it = |query: &str| parts::open(query, t(T::SideTry));
    let rows = vec![
        parts::row(
            t(T::SideSampling),
            [
                Html::from(t(T::CureSampling)),
                try_it("conc=64&len=4096").into(),
            ],
        ),
        parts::row(
            t(T::SideTraining),
            [
                Html::from(t(T::CureTraining)),
                try_it("mb=8&seq=4096").into(),
            ],
        ),
    ];
    let heads = [t(T::SideSeen), t(T::SideCure), t(T::SideTry)];
    let list = |side: Side, title: T| {
        let found = for_side(side, scene.config());
        let body = steps(scene, &found);
        (!found.is_empty()).then(|| h("details").kid(h("summary").kid(t(title))).kid(body))
    };
    parts::section("l1-oom-side", t(T::SideTitle))
        .kid(h("p").kid(t(T::SideLead)))
        .kid(
            h("div")
                .class("wide")
                .kid(parts::table(t(T::SideTitle), heads, rows)),
        )
        .kid(list(Side::Engine, T::SideSampling))
        .kid(list(Side::Training, T::SideTraining))
}

/// The lesson's order, each with a button while there is something to do.
pub(super) fn order(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let items = in_order(scene.config())
        .into_iter()
        .map(|(code, step)| match step {
            Some(step) => super::step(scene, &step),
            None => h("li")
                .kid(h("span").class("what").kid(h("b").kid(code.title(locale))))
                .kid(h("span").class("act made").kid(T::OrderDone.of(locale))),
        });
    parts::section("l1-oom-order", T::OrderTitle.of(locale))
        .kid(h("p").kid(T::OrderLead.of(locale)))
        .kid(h("ol").class("first-steps").kids(items))
        .kid(parts::note("", T::OrderNever.of(locale)))
        .kid(parts::open("mb=8&seq=4096&conc=64", T::SideTry.of(locale)))
}

/// The whiteboard's sentence, and what it says of the present configuration.
pub(super) fn sentence(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let ledger = scene.ledger();
    let worst = ledger.worst();
    let now = ledger.on(worst.role).reduce(|a, b| {
        if b.bytes_at(worst.phase) > a.bytes_at(worst.phase) {
            b
        } else {
            a
        }
    });
    let now = now.map(|line| {
        let knobs: Vec<&str> = drivers_of(line.item)
            .iter()
            .filter_map(|driver| Key::of(driver.slug()))
            .map(|key| key.label(locale))
            .collect();
        let values = [
            worst.phase.label(locale),
            &parts::size(scene, worst.used),
            line.item.label(locale),
            &parts::size(scene, line.bytes_at(worst.phase)),
            &knobs.join(" × "),
        ];
        h("p")
            .class("now")
            .kid(fill(T::SentenceNow.of(locale), &values))
    });
    parts::section("wb-sentence", T::SentenceTitle.of(locale))
        .kid(h("p").class("motto").kid(T::Sentence.of(locale)))
        .kid(now)
}
