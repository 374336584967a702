//! What a log says: the headline, the facts, the arithmetic of what was asked for, first steps, calibration.
use super::super::{Scene, parts};
use super::steps;
use crate::html::{Html, Tag, h};
use crate::i18n::{TriageText as T, fill};
use crate::ledger::formula::Formula;
use crate::ledger::triage::{Cause, Compared, Log, Match, Triage, diagnose};
use crate::ledger::units::{ByteUnit, Bytes};
use crate::text::{arithmetic, compared_name, facts};
use crate::url;

/// The lines that the link fixes to measured values, with the way back.
pub(super) fn fixed(scene: &Scene<'_>) -> Option<Tag> {
    let pairs = scene.config().fix.pairs();
    if pairs.is_empty() {
        return None;
    }
    let locale = scene.locale;
    let lines: Vec<String> = pairs
        .iter()
        .map(|(item, mib)| [item.label(locale), " ", &mib.to_string(), " MiB"].concat())
        .collect();
    let text = fill(T::Fixed.of(locale), &[&lines.join(locale.comma())]);
    Some(
        h("p")
            .class("note")
            .attr("id", "triage-fixed")
            .kid(text)
            .kid(" ")
            .kid(parts::apply("fix=", T::Unfix.of(locale))),
    )
}

/// The finding of a log.
pub(super) fn section(scene: &Scene<'_>, log: &Log) -> Tag {
    let locale = scene.locale;
    let found = diagnose(log, scene.config());
    let out = parts::section("triage-finding", T::Finding.of(locale));
    let out = match log.cut {
        true => out.kid(h("p").class("legend").kid(T::CutMiddle.of(locale))),
        false => out,
    };
    if !found.recognised {
        return out.kid(unrecognised(scene, log));
    }
    out.kid(headline(scene, &found))
        .kid(table(scene, log, &found))
        .kid(remarks(scene, &found))
        .kid(first(scene, &found))
        .kid(calibration(scene, &found))
        .kid(readings(scene, log))
}

fn unrecognised(scene: &Scene<'_>, log: &Log) -> Html {
    let t = |text: T| text.of(scene.locale);
    let wanted = [T::PasteTraceback, T::PasteEngine, T::PasteSmi];
    let said = h("p")
        .class("note warn")
        .attr("role", "status")
        .kid(t(T::NotRecognised));
    Html::from(said)
        .then(log.stranger.then(|| h("p").kid(t(T::Stranger))))
        .then(h("p").kid(t(T::PasteInstead)))
        .then(
            h("ul")
                .class("points")
                .kids(wanted.map(|text| h("li").kid(t(text)))),
        )
}

fn headline(scene: &Scene<'_>, found: &Triage) -> Option<Tag> {
    let cause = found.cause?;
    let grade = match cause {
        Cause::HostMemory
        | Cause::OutOfMemory
        | Cause::Fragmentation
        | Cause::OtherProcess
        | Cause::Capped
        | Cause::NotEnoughFree
        | Cause::NoCacheRoom
        | Cause::LengthOverCache => "bad",
        Cause::CacheFull | Cause::BatchShrunk | Cause::EngineDead => "warn",
        Cause::StartUp | Cause::MemoryUsage | Cause::DriverView | Cause::Summary => "",
    };
    Some(parts::note(grade, cause.sentence(scene.locale)).attr("role", "status"))
}

fn table(scene: &Scene<'_>, log: &Log, found: &Triage) -> Tag {
    let rows = facts(scene.report, log, found, scene.locale)
        .into_iter()
        .map(|(name, value)| h("div").kid(h("dt").kid(name)).kid(h("dd").kid(value)));
    h("dl").class("triage-facts").kids(rows)
}

/// A size as logs print it.
fn logged(bytes: Bytes) -> String {
    bytes.shown(if bytes.0 < 1 << 30 {
        ByteUnit::MiB
    } else {
        ByteUnit::GiB
    })
}

fn remarks(scene: &Scene<'_>, found: &Triage) -> Html {
    let locale = scene.locale;
    let config = scene.config();
    let mut out = Html::default();
    if let (Some(asked), true) = (found.asked, found.last_straw) {
        let text = fill(T::LastStraw.of(locale), &[&logged(asked)]);
        out = out.then(parts::note("", text));
        if let Some(line) = scene.ledger().largest_line() {
            let values = [line.item.label(locale), &parts::size(scene, line.bytes())];
            out = out.then(h("p").kid(fill(T::LargestNow.of(locale), &values)));
        }
    }
    if let (Some(asked), Some(matched)) = (found.asked, &found.matched) {
        out = out.then(arithmetic(scene, asked, matched));
    }
    if let Some(other) = &found.other_card {
        let values = [
            &parts::size(scene, other.capacity()),
            &parts::size(scene, scene.ledger().capacity),
        ];
        let text = fill(T::TakeCard.of(locale), &values.map(String::as_str));
        let button = parts::apply(&url::diff_query(config, other), T::TakeCardDo.of(locale));
        out = out.then(h("p").kid(text).kid(" ").kid(button));
    }
    out
}

fn arithmetic(scene: &Scene<'_>, asked: Bytes, matched: &Match) -> Html {
    let locale = scene.locale;
    let shown = |formula: &Formula| {
        h("p")
            .class("now")
            .kid(
                h("span")
                    .class("names")
                    .kid(arithmetic::names(formula, scene.locale)),
            )
            .kid(h("br"))
            .kid(
                h("code")
                    .class("digits")
                    .kid(formula.to_string())
                    .kid(" = ")
                    .kid(logged(formula.bytes())),
            )
    };
    let mut out = Html::from(
        h("p")
            .attr("id", "triage-match")
            .kid(matched.sentence(&logged(asked), locale)),
    );
    if let Some(solved) = &matched.solved {
        let quotient = h("p")
            .class("now")
            .kid(
                h("span")
                    .class("names")
                    .kid(arithmetic::names(&solved.quotient, scene.locale)),
            )
            .kid(h("br"))
            .kid(
                h("code")
                    .class("digits")
                    .kid(solved.quotient.to_string())
                    .kid(" ≈ ")
                    .kid(crate::ledger::units::plain(solved.quotient.value().floor())),
            );
        out = out.then(quotient);
    }
    out = out.then(shown(&matched.formula));
    if let Some(after) = matched.solved.as_ref().and_then(|s| s.after.as_ref()) {
        let diff = url::diff_query(scene.config(), after);
        let button = parts::apply(&diff, T::TakeTokens.of(locale));
        out = out.then(
            h("p")
                .kid(button)
                .kid(" ")
                .kid(h("code").kid(diff.as_str())),
        );
    }
    out
}

fn first(scene: &Scene<'_>, found: &Triage) -> Html {
    let t = |text: T| text.of(scene.locale);
    if found.steps.is_empty() {
        return h("p").kid(t(T::NoSteps)).into();
    }
    Html::from(h("h4").kid(t(T::FirstSteps)))
        .then(h("p").class("legend").kid(t(T::OneAtATime)))
        .then(steps(scene, &found.steps))
}

fn calibration(scene: &Scene<'_>, found: &Triage) -> Html {
    let t = |text: T| text.of(scene.locale);
    if found.compared.is_empty() {
        return Html::default();
    }
    let heads = [T::WhichLine, T::Measured, T::Predicted, T::Difference].map(t);
    let rows = found.compared.iter().map(|row| compared(scene, row));
    let driver = found
        .compared
        .iter()
        .any(|row| row.what == crate::ledger::triage::What::DriverUsed);
    Html::from(parts::table(
        t(T::Calibration),
        heads.into_iter().chain([t(T::UseMeasured)]),
        rows.collect(),
    ))
    .then(h("p").class("legend").kid(t(T::CalibrationNote)))
    .then(driver.then(|| h("p").class("legend").kid(t(T::DriverNote))))
}

fn compared(scene: &Scene<'_>, row: &Compared) -> Tag {
    let voice = scene.voice();
    let use_it = row.fixed.as_ref().map(|after| {
        let diff = url::diff_query(scene.config(), after);
        parts::apply(&diff, T::UseMeasured.of(scene.locale))
    });
    parts::row(
        compared_name(row, scene.locale),
        [
            Html::from(voice.size(row.measured)),
            voice.size(row.predicted).into(),
            row.difference().shown(voice.unit, true).into(),
            use_it.into(),
        ],
    )
}

fn readings(scene: &Scene<'_>, log: &Log) -> Option<Tag> {
    let all = log.readings.all();
    let rows: Vec<Tag> = all
        .iter()
        .map(|reading| parts::row(reading.what.label(scene.locale), [reading.shown()]))
        .collect();
    let title = T::ReadOut.of(scene.locale);
    (!rows.is_empty()).then(|| {
        h("details").kid(h("summary").kid(title)).kid(
            h("table")
                .class("facts narrow")
                .kid(h("caption").kid(title))
                .kid(h("tbody").kids(rows)),
        )
    })
}
