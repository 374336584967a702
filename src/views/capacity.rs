//! The planner: cards, whole nodes and money of each way of training; one card of several; a thousand calls; the gate.
mod lesson;

use super::plan::{arithmetic, cost, number, share};
use super::{Outcome, Scene, State, gate, parts, plan};
use crate::html::{Html, Tag, h};
use crate::i18n::{CapacityText as T, GateText, Locale, fill};
use crate::ledger::capacity::{
    Plan, ROUNDS, SHARE_LONG, SHARE_SHORT, Shard, Size, Tradeoff, a_day, activation_share,
    measured_activations, plans, thousand_calls,
};
use crate::ledger::config::{Method, Sharding};
use crate::ledger::item::Verdict;
use crate::ledger::units::{grouped_u64, whole};
use crate::ledger::words::Word;
use crate::text::model_name;
use crate::url::Key;

/// The act of choosing a size.
const SIZE: &str = "plan-size";

/// The view.
pub fn draw(scene: &Scene<'_>, state: &State) -> Html {
    let locale = scene.locale;
    let size = state.plan_size.unwrap_or(Size::Own);
    let plans = plans(scene.config(), size);
    h("div")
        .class("lesson money")
        .kid(h("h2").kid(T::Heading.of(locale)))
        .kid(h("p").class("lead").kid(T::Lead.of(locale)))
        .kid(contents(locale))
        .kid(planner(scene, size, &plans))
        .kid(sharding(scene, &plans))
        .kid(calls(scene))
        .kid(gate::section(scene))
        .kid(lesson::draw(scene))
        .into()
}

/// Links to the sections.
fn contents(locale: Locale) -> Tag {
    let links = [
        ("cp-planner", T::Planner),
        ("cp-cards", T::Sharding),
        ("cp-calls", T::Calls),
    ]
    .map(|(id, text)| (id, text.of(locale)))
    .into_iter()
    .chain([("cp-gate", GateText::Heading.of(locale))])
    .chain(lesson::CONTENTS.map(|(id, text)| (id, text.of(locale))));
    h("nav")
        .class("index")
        .attr("aria-label", T::Contents.of(locale))
        .kids(links.map(|(id, text)| h("a").attr("href", ["#", id].concat()).kid(text)))
}

/// A choice of the model that is planned for.
pub fn act(state: &mut State, name: &str, value: &str) -> Outcome {
    match (name, Size::of(value)) {
        (SIZE, Some(size)) => {
            state.plan_size = Some(size);
            Outcome::Redraw
        }
        (_, _) => Outcome::Nothing,
    }
}

fn planner(scene: &Scene<'_>, size: Size, plans: &[Plan]) -> Tag {
    let locale = scene.locale;
    let sizes = Size::ALL
        .iter()
        .map(|size| (size.slug(), size.label(locale)));
    let rows = plans.iter().map(|plan| plan_row(scene, plan));
    let heads = [
        T::Way,
        T::Static,
        T::Need,
        T::Theory,
        T::Practice,
        T::Nodes,
        T::WithEngine,
        T::Hours,
        T::Cost,
    ]
    .map(|head| head.of(locale).to_string());
    let rounds = ROUNDS.map(|rounds| rounds.to_string());
    let tail = [
        fill(T::Rounds.of(locale), &rounds.each_ref().map(String::as_str)),
        T::ByPeak.of(locale).to_string(),
    ];
    parts::section("cp-planner", T::Planner.of(locale))
        .kid(fields(scene))
        .kid(plan::radios(
            SIZE,
            T::SizeLegend.of(locale),
            Some(size.slug()),
            sizes,
        ))
        .kid(parts::table(
            &caption(scene, plans),
            heads.into_iter().chain(tail),
            rows.collect(),
        ))
        .kid(chosen(scene))
        .kid(notes(scene))
        .kid(details(scene, plans))
}

fn fields(scene: &Scene<'_>) -> Tag {
    use crate::ledger::config::Currency;
    let currencies = Currency::ALL
        .iter()
        .map(|currency| (currency.slug(), currency.label(scene.locale)));
    let field = |key| parts::field(scene, key);
    h("div")
        .class("plan-fields")
        .attr("role", "group")
        .attr("aria-label", T::Inputs.of(scene.locale))
        .kids([
            field(Key::Price),
            parts::choice(scene, Key::Cur, currencies),
        ])
        .kids([Key::Node, Key::Actshare, Key::Hours].map(field))
}

fn caption(scene: &Scene<'_>, plans: &[Plan]) -> String {
    let config = scene.config();
    let name = plans
        .first()
        .map_or_else(String::new, |plan| model_name(&plan.config, scene.locale));
    let values = [
        &name,
        &scene.voice().size(config.capacity()),
        &grouped_u64(config.seq),
    ];
    fill(T::PlanCaption.of(scene.locale), &values.map(String::as_str))
}

fn plan_row(scene: &Scene<'_>, plan: &Plan) -> Tag {
    let voice = scene.voice();
    let cards = |formula: &crate::ledger::formula::Formula| grouped_u64(whole(formula.value()));
    let rounds = plan.tuning().map(|formula| cost(scene, &formula));
    let mut cells = vec![
        voice.size(plan.fixed.bytes()),
        voice.size(plan.need.bytes()),
        cards(&plan.theory),
        cards(&plan.practice),
        cards(&plan.nodes),
        plan.with_engine.as_ref().map_or_else(|| "–".into(), cards),
        [plan.hours_from.mark(), &number(plan.hours.value())].concat(),
        cost(scene, &plan.cost),
    ];
    cells.push(rounds.join(" – "));
    cells.push(cost(scene, &plan.by_peak));
    let diff = crate::url::format_config(&plan.config);
    parts::row(
        parts::open(&diff, plan.paradigm.label(scene.locale)),
        cells.into_iter().map(|cell| h("span").kid(cell)),
    )
    .attr("data-paradigm", plan.paradigm.slug())
}

fn notes(scene: &Scene<'_>) -> Tag {
    let (locale, config) = (scene.locale, scene.config());
    let now = share(activation_share(config).value());
    let ratio = match config.actshare {
        Some(_) => fill(T::ShareSet.of(locale), &[&now]),
        None => fill(
            T::ShareNote.of(locale),
            &[&now, &share(SHARE_SHORT), &share(SHARE_LONG)],
        ),
    };
    let node = fill(T::NodeNote.of(locale), &[&config.node.to_string()]);
    let rest = [T::EngineNote, T::HoursNote, T::BillNote].map(|text| text.of(locale).to_string());
    h("ul").class("points").kids(
        [ratio, node]
            .into_iter()
            .chain(rest)
            .map(|t| h("li").kid(t)),
    )
}

/// What the link's own choices cost elsewhere.
fn chosen(scene: &Scene<'_>) -> Option<Tag> {
    let locale = scene.locale;
    let made: Vec<Tag> = Tradeoff::ALL
        .iter()
        .filter(|tradeoff| tradeoff.chosen(scene.config()))
        .map(|tradeoff| {
            let [name, saves, pays] = tradeoff.texts().map(|text| text.of(locale));
            let said = [
                name,
                locale.colon(),
                saves,
                locale.pick("；代价：", "; price: "),
                pays,
            ];
            h("li").kid(said.concat())
        })
        .collect();
    (!made.is_empty()).then(|| {
        h("div")
            .class("note")
            .kid(h("b").kid(T::Chosen.of(locale)))
            .kid(h("ul").class("points").kids(made))
    })
}

fn details(scene: &Scene<'_>, plans: &[Plan]) -> Tag {
    let locale = scene.locale;
    let list = plans.iter().map(|plan| {
        let line = |head: T, formula| {
            h("li")
                .kid(head.of(locale))
                .kid(locale.colon())
                .kid(arithmetic(scene, formula))
        };
        let mut lines = vec![
            line(T::Static, &plan.fixed),
            line(T::Need, &plan.need),
            line(T::Theory, &plan.theory),
            line(T::Practice, &plan.practice),
            line(T::Nodes, &plan.nodes),
        ];
        lines.extend(plan.with_engine.iter().map(|f| line(T::WithEngine, f)));
        lines.extend([line(T::Cost, &plan.cost), line(T::ByPeak, &plan.by_peak)]);
        h("li")
            .kid(h("b").kid(plan.paradigm.label(locale)))
            .kid(h("ul").class("sums").kids(lines))
    });
    h("details")
        .kid(h("summary").kid(T::Arithmetic.of(locale)))
        .kid(h("ul").class("sums").kids(list))
}

/// One card of several, for each way of training and sharding.
fn sharding(scene: &Scene<'_>, plans: &[Plan]) -> Tag {
    let (locale, config) = (scene.locale, scene.config());
    let section = parts::section("cp-cards", T::Sharding.of(locale));
    let n = |plan: &Plan| {
        if config.n > 1 {
            config.n
        } else {
            plan.rented()
        }
    };
    let rows: Vec<Tag> = plans
        .iter()
        .filter_map(|plan| shard_row(scene, plan, n(plan)))
        .collect();
    if rows.is_empty() {
        return section.kid(parts::note("", T::ShardingMissing.of(locale)));
    }
    let heads = [T::Way.of(locale), T::ShardingCards.of(locale)]
        .into_iter()
        .chain(Sharding::ALL.iter().map(|sharding| sharding.label(locale)))
        .chain([T::MeasuredActivations.of(locale), T::Fewest.of(locale)]);
    let caption = if config.n > 1 {
        fill(T::ShardingCaption.of(locale), &[&config.n.to_string()])
    } else {
        T::ShardingPlanned.of(locale).into()
    };
    section
        // Under the measured method the settings have it.
        .kid((config.method() == Method::Lesson).then(|| parts::field(scene, Key::N)))
        .kid(parts::table(&caption, heads, rows))
        .kid(h("p").class("legend").kid(T::ShardingNote.of(locale)))
}

fn shard_row(scene: &Scene<'_>, plan: &Plan, n: u64) -> Option<Tag> {
    let shards = plan.shards(n);
    if shards.is_empty() {
        return None;
    }
    let cells = shards.iter().map(|shard| shard_cell(scene, shard));
    let activations = measured_activations(&plan.config)
        .map_or_else(|| "–".into(), |bytes| scene.voice().size(bytes));
    let fewest = plan
        .fewest()
        .map_or_else(|| T::NoFewest.of(scene.locale).to_string(), grouped_u64);
    let cell = |text: String| h("td").kid(text);
    Some(
        h("tr")
            .kid(
                h("th")
                    .attr("scope", "row")
                    .kid(plan.paradigm.label(scene.locale)),
            )
            .kid(cell(grouped_u64(n)))
            .kids(cells)
            .kids([cell(activations), cell(fewest)]),
    )
}

fn shard_cell(scene: &Scene<'_>, shard: &Shard) -> Tag {
    let mark = match shard.verdict {
        Verdict::Fits => "",
        Verdict::Tight => "~ ",
        Verdict::Over => "× ",
    };
    let size = [mark, &scene.voice().size(shard.used)].concat();
    let query = crate::url::format_config(&shard.config);
    h("td")
        .attr("data-verdict", shard.verdict.slug())
        .kid(parts::open(&query, size))
}

/// A thousand calls, and a day.
fn calls(scene: &Scene<'_>) -> Tag {
    let (locale, config) = (scene.locale, scene.config());
    let section = parts::section("cp-calls", T::Calls.of(locale))
        .kid(h("p").kid(T::CallsLead.of(locale)))
        .kid(
            h("div")
                .class("plan-fields")
                .kids([Key::Qps, Key::Busy].map(|key| parts::field(scene, key))),
        );
    let day = a_day(config).map(|formula| cost(scene, &formula));
    let day = fill(T::DayIs.of(locale), &day.each_ref().map(String::as_str));
    match thousand_calls(config) {
        Some(formula) => section
            .kid(
                h("p")
                    .class("now")
                    .kid(fill(T::CallsAre.of(locale), &[&cost(scene, &formula)]))
                    .kid(arithmetic(scene, &formula)),
            )
            .kid(h("p").kid(day)),
        None => section.kid(
            h("p")
                .kid(T::CallsUnknown.of(locale))
                .kid(" ")
                .kid(parts::apply("qps=2", T::CallsTry.of(locale))),
        ),
    }
}

/// A text with nothing to fill in.
fn text(locale: Locale, text: T) -> &'static str {
    text.of(locale)
}
