//! Where a step's time goes: the recorded step and the present one as shares, the levers, the price of cutting length.
use super::bar::{self, Piece};
use super::{Desk, hundredths};
use crate::html::{Html, Tag, h};
use crate::i18n::ColocateText as T;
use crate::ledger::formula::Formula;
use crate::ledger::item::Basis;
use crate::ledger::levers::{Lever, Pull, caps, levers};
use crate::ledger::step_time::{StepTime, Workload, recorded_config, step_formulas, step_time};
use crate::ledger::units::{Seconds, grouped_u64, whole};
use crate::ledger::words::Word;
use crate::text::arithmetic::names;
use crate::url::{self, Key};
use crate::views::parts;

/// The four parts, in order: name, colour, texture.
const PARTS: [(T, &str, Option<&str>); 4] = [
    (T::Sampling, "c-kv", Some("g-stripes")),
    (T::Update, "c-weights", None),
    (T::Sync, "c-logits", Some("g-dots")),
    (T::Switch, "c-context", None),
];

/// Step time, levers, truncation.
pub(super) fn sections(desk: &Desk<'_>) -> Html {
    let workload = Workload::of(&desk.shared);
    let now = step_time(&desk.shared, &workload);
    Html::from(shares(desk, &workload, now))
        .then(pulls(desk, &workload, now))
        .then(truncation(desk))
}

fn shares(desk: &Desk<'_>, workload: &Workload, now: StepTime) -> Tag {
    let recorded = step_time(&recorded_config(), &Workload::RECORDED);
    let end = recorded.total().max(now.total()).as_f64();
    let lead = desk.say(
        T::StepLead,
        &[
            &Workload::RECORDED.prompts.to_string(),
            &recorded_config().gens.to_string(),
            &Workload::RECORDED.mean.to_string(),
            Basis::Assumption.label(desk.scene.locale),
        ],
    );
    let load = ["view=colocate&", &url::format_config(&recorded_config())].concat();
    parts::section("l1-step", desk.t(T::Step))
        .kid(
            h("p")
                .kid(lead)
                .attr("data-basis", Basis::Assumption.slug()),
        )
        .kid(chart(desk, "cl-recorded", T::Recorded, recorded, end))
        .kid(chart(desk, "cl-present", T::Present, now, end))
        .kid(table(desk, workload, recorded, now))
        .kid(
            h("div").class("axes").kids(
                [Key::Prompts, Key::Gens, Key::Mean].map(|key| parts::field(desk.scene, key)),
            ),
        )
        .kid(h("p").kid(parts::open(&load, desk.t(T::LoadRecorded))))
}

/// A step as one bar of its parts' shares; what overlaps is drawn after what it overlaps.
fn chart(desk: &Desk<'_>, id: &str, name: T, step: StepTime, end: f64) -> Tag {
    let mut at = 0.0;
    let all = step.parts().into_iter().fold(Seconds::ZERO, Seconds::plus);
    let mut pieces = Vec::new();
    for ((part, class, grain), seconds) in PARTS.into_iter().zip(step.parts()) {
        let share = seconds.percent_of(all).to_string();
        pieces.push(Piece {
            class,
            grain,
            from: at,
            length: seconds.as_f64(),
            title: [desk.t(part), " ", &seconds.shown(), " · ", &share, "%"].concat(),
        });
        at += seconds.as_f64();
    }
    let titles: Vec<&str> = pieces.iter().map(|piece| piece.title.as_str()).collect();
    let total = [
        desk.t(name),
        desk.scene.locale.colon(),
        &step.total().shown(),
    ]
    .concat();
    let spoken = [&total, " · ", &titles.join(desk.scene.locale.comma())].concat();
    h("figure")
        .class("split")
        .attr("data-step", id)
        .kid(h("figcaption").kid(total))
        .kid(bar::bar(&spoken, end.max(at), &pieces, &[]))
        .kid(bar::legend(&pieces))
}

fn table(desk: &Desk<'_>, workload: &Workload, recorded: StepTime, now: StepTime) -> Tag {
    let formulas = step_formulas(&desk.shared, workload);
    let arithmetic = [
        formulas.sampling,
        formulas.update,
        formulas.sync,
        formulas.switch,
    ];
    let both = |seconds: Seconds, step: StepTime| {
        let all = step.parts().into_iter().fold(Seconds::ZERO, Seconds::plus);
        [
            &seconds.shown(),
            " · ",
            &seconds.percent_of(all).to_string(),
            "%",
        ]
        .concat()
    };
    let parts_of = PARTS
        .into_iter()
        .zip(recorded.parts())
        .zip(now.parts())
        .zip(&arithmetic);
    let mut rows: Vec<Tag> = parts_of
        .map(|((((part, ..), was), is), formula)| {
            let cells: [Html; 3] = [
                both(was, recorded).into(),
                both(is, now).into(),
                printed(desk, formula),
            ];
            parts::row(desk.t(part), cells)
        })
        .collect();
    let overlapped = now.overlapped.then(|| desk.t(T::Overlapped));
    let cells: [Html; 3] = [
        recorded.total().shown().into(),
        now.total().shown().into(),
        overlapped.into(),
    ];
    rows.push(parts::row(desk.t(T::Total), cells));
    parts::table(
        desk.t(T::StepCaption),
        [T::Part, T::Recorded, T::Present, T::Arithmetic].map(|head| desk.t(head)),
        rows,
    )
}

/// An arithmetic with its names behind it.
fn printed(desk: &Desk<'_>, formula: &Formula) -> Html {
    h("details")
        .kid(h("summary").class("digits").kid(formula.to_string()))
        .kid(h("small").kid(names(formula, desk.scene.locale)))
        .into()
}

fn pulls(desk: &Desk<'_>, workload: &Workload, now: StepTime) -> Tag {
    let completions = workload.completions(&desk.shared);
    let items = levers(&desk.shared);
    let items = items
        .iter()
        .map(|pull| pull_item(desk, pull, now, completions));
    let diluted = desk.say(T::FixedDiluted, &[&now.fixed().shown()]);
    parts::section("l1-levers", desk.t(T::Levers))
        .kid(h("p").kid(desk.t(T::LeversCaption)))
        .kid(h("ol").class("cure").kids(items))
        .kid(h("p").kid(diluted))
}

fn pull_item(desk: &Desk<'_>, pull: &Pull, now: StepTime, completions: u64) -> Tag {
    let each = |step: StepTime, of: u64| Seconds::round(step.total().as_f64() / of.max(1) as f64);
    let (before, after) = (each(now, completions), each(pull.step, pull.completions));
    // A larger batch takes longer in all and less for each: what is compared is a completion.
    let change = match after.percent_of(before) {
        100 => desk.t(T::Same).to_string(),
        less @ 0..100 => desk.say(T::Saves, &[&(100 - less).to_string()]),
        more => desk.say(T::Costs, &[&(more - 100).to_string()]),
    };
    let two = |seconds: Seconds| hundredths(seconds.ms.saturating_add(5) / 10);
    let mut says = vec![
        [desk.t(T::Sampling), " ", &pull.step.sampling.shown()].concat(),
        [desk.t(T::StepWith), " ", &pull.step.total().shown()].concat(),
        desk.say(T::EachNow, &[&two(before), &two(after)]),
        change,
    ];
    if pull.lever == Lever::Length && pull.after.is_some() {
        says.push(desk.say(T::CutShare, &[&pull.truncated_percent.to_string()]));
    }
    let title = h("span").kid(h("b").kid(pull.lever.title(desk.scene.locale)));
    let (title, said, act) = match &pull.after {
        Some(after) => {
            let setting = url::diff_query(&desk.shared, after).replace('&', " ");
            let title = title.kid(" ").kid(h("code").kid(setting));
            let act = desk.apply(after, desk.t(T::Apply));
            (title, says.join(" · "), Some(act))
        }
        None => {
            let said = match pull.lever {
                Lever::Util | Lever::Batch => desk.t(T::MadeUtil).to_string(),
                Lever::Length => desk.t(T::MadeLength).to_string(),
                Lever::Graphs => desk.say(T::MadeGraphs, &[&says.join(" · ")]),
            };
            (title, said, None)
        }
    };
    h("li")
        .attr("data-lever", pull.lever.slug())
        .kid(title)
        .kid(h("small").kid(said))
        .kid(act)
}

fn truncation(desk: &Desk<'_>) -> Tag {
    let rows = caps(&desk.shared).into_iter().map(|capped| {
        let percent = [&capped.workload.truncated_percent().to_string(), "%"].concat();
        let cells: [Html; 4] = [
            percent.into(),
            grouped_u64(whole(capped.workload.generated() + 0.5)).into(),
            capped.step.total().shown().into(),
            desk.apply(&capped.after, desk.t(T::Apply)).into(),
        ];
        parts::row(capped.cap.to_string(), cells)
    });
    parts::section("l1-truncation", desk.t(T::Truncation))
        .kid(h("p").kid(desk.t(T::TruncationLead)))
        .kid(parts::table(
            desk.t(T::TruncationCaption),
            [T::Cap, T::CutPercent, T::MeanTokens, T::StepTakes, T::Apply].map(|head| desk.t(head)),
            rows.collect(),
        ))
}
