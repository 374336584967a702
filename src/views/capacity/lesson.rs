//! What the third lesson says of cards, money and going live, beside the planner: each with a link that shows it.
use super::super::plan::{arithmetic, cost, money, number};
use super::super::{Scene, parts};
use super::text;
use crate::html::{Html, Tag, all, h};
use crate::i18n::{CapacityText as T, fill};
use crate::ledger::capacity::{
    Money, Paradigm, Plan, ROUNDS, Size, Tradeoff, a_day, doubled, thousand_calls,
};
use crate::ledger::config::{Config, Millionths};
use crate::ledger::gate::{DEFAULT_LIMIT, Gate};
use crate::ledger::item::Item;
use crate::ledger::units::{ByteUnit, Bytes, grouped_u64, whole};
use crate::ledger::words::Word;
use crate::ledger::{estimate, kv_summary};
use crate::text::Gated;
use crate::url;

/// Its sections, for the table of contents.
pub const CONTENTS: [(&str, T); 14] = [
    ("cp-static-table", T::StaticTable),
    ("cp-practice", T::Practise),
    ("cp-inference", T::Inference),
    ("cp-java-bug", T::JavaBug),
    ("cp-params", T::Params),
    ("cp-pitfalls", T::Pitfalls),
    ("cp-routes", T::Routes),
    ("cp-when-full", T::WhenFull),
    ("cp-when-ppo", T::WhenPpo),
    ("cp-when-neither", T::WhenNeither),
    ("cp-adapters", T::Adapters),
    ("cp-tradeoffs", T::Tradeoffs),
    ("cp-idle", T::Idle),
    ("cp-questions", T::Questions),
];

/// The lesson's texts in its order.
pub fn draw(scene: &Scene<'_>) -> Html {
    all([
        static_table(scene),
        practice(scene),
        inference(scene),
        java(scene),
        params(scene),
        pitfalls(scene),
        routes(scene),
        simple(
            scene,
            "cp-when-full",
            T::WhenFull,
            T::WhenFullText,
            FULL,
            T::WhenFullTry,
        ),
        when_ppo(scene),
        simple(
            scene,
            "cp-when-neither",
            T::WhenNeither,
            T::WhenNeitherText,
            &guide(scene),
            T::WhenNeitherTry,
        ),
        adapters(scene),
        tradeoffs(scene),
        idle(scene),
        questions(scene),
    ])
}

/// 7B on one 80G card, in several ways.
const FULL: &str = "task=sft&model=llama-2-7b&gpu=a100-80gb";
const PPO: &str = "task=ppo&model=llama-2-7b&gpu=a100-80gb&view=capacity";
const CROWD: &str =
    "task=serve&model=llama-2-7b&gpu=a100-80gb&context=1.5&conc=32&len=8192&view=capacity";
/// The lesson's 80 GB are decimal: its rule divides by them.
const PLANNER: &str = "task=sft&model=llama-2-7b&gpu=a100-80gb&mem=76294&view=capacity";

/// The configuration of a query of this file.
fn config(query: &str) -> Config {
    url::parse(query).0.config
}

/// The lesson's plan: its 80 GB card, everything else as it is by default.
fn plan(scene: &Scene<'_>, paradigm: Paradigm, size: Size) -> Plan {
    let lesson = config(PLANNER);
    let base = Config {
        price: scene.config().price,
        ..lesson
    };
    Plan::of(&base, paradigm, size)
}

/// The guide with the present setting.
fn guide(scene: &Scene<'_>) -> String {
    let query = [url::format_config(scene.config()).as_str(), "&view=way"].concat();
    query.trim_start_matches('&').to_string()
}

fn gb(bytes: Bytes) -> String {
    bytes.shown(ByteUnit::GB)
}

fn link(scene: &Scene<'_>, query: &str, label: T) -> Tag {
    h("p").kid(parts::open(query, text(scene.locale, label)))
}

fn simple(scene: &Scene<'_>, id: &str, head: T, body: T, query: &str, label: T) -> Tag {
    parts::section(id, text(scene.locale, head))
        .kid(h("p").kid(text(scene.locale, body)))
        .kid(link(scene, query, label))
}

fn static_table(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let sizes = [Size::Seven, Size::Thirteen, Size::Seventy];
    let rows = Paradigm::ALL.iter().map(|paradigm| {
        let cells = sizes.map(|size| {
            let plan = plan(scene, *paradigm, size);
            let [theory, nodes] =
                [&plan.theory, &plan.nodes].map(|cards| grouped_u64(whole(cards.value())));
            let size = plan.fixed.bytes().digits(ByteUnit::GB);
            h("span").kid([&size, " (", &theory, " → ", &nodes, ")"].concat())
        });
        parts::row(paradigm.label(locale), cells)
    });
    let heads = [text(locale, T::Way)]
        .into_iter()
        .chain(sizes.map(|size| size.label(locale)));
    parts::section("cp-static-table", text(locale, T::StaticTable))
        .kid(parts::table(
            text(locale, T::StaticCaption),
            heads,
            rows.collect(),
        ))
        .kid(h("p").kid(text(locale, T::StaticNote)))
        .kid(link(scene, PLANNER, T::StaticTry))
}

/// A row of the practice table: what it is, what the lesson prints, ours, and the link.
struct Practised {
    name: String,
    printed: String,
    ours: String,
    query: String,
}

fn practice(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let train = |paradigm: Paradigm, size: Size, printed: T| {
        let plan = plan(scene, paradigm, size);
        let cards = [&plan.theory, &plan.nodes].map(|cards| grouped_u64(whole(cards.value())));
        Practised {
            name: [size.label(locale), " ", paradigm.label(locale)].concat(),
            printed: text(locale, printed).into(),
            ours: fill(
                text(locale, T::OursCards),
                &cards.each_ref().map(String::as_str),
            ),
            query: url::format_config(&plan.config),
        }
    };
    let said = |paradigm, size, count: u64| {
        let mut row = train(paradigm, size, T::Printed7bFull);
        row.printed = fill(text(locale, T::CardsN), &[&count.to_string()]);
        row
    };
    let lora = |size: Size, printed: T| {
        let plan = plan(scene, Paradigm::Lora, size);
        Practised {
            ours: gb(plan.need.bytes()),
            ..train(Paradigm::Lora, size, printed)
        }
    };
    let serve = |name: T, printed: T, query: &str| Practised {
        name: text(locale, name).into(),
        printed: text(locale, printed).into(),
        ours: gb(estimate(&config(query)).bytes_of(Item::EngineWeights)),
        query: query.into(),
    };
    let rows = [
        train(Paradigm::Full, Size::Seven, T::Printed7bFull),
        said(Paradigm::Full, Size::Thirteen, 8),
        train(Paradigm::Full, Size::Seventy, T::Printed70bFull),
        said(Paradigm::Dpo, Size::Seven, 4),
        said(Paradigm::Ppo, Size::Seven, 8),
        lora(Size::Seven, T::Printed7bLora),
        lora(Size::Thirteen, T::Printed13bLora),
        serve(
            T::InferFp16,
            T::PrintedFp16,
            "task=serve&model=llama-2-7b&dtype=fp16&gpu=rtx-4090&conc=4&len=2048",
        ),
        serve(
            T::InferInt4,
            T::PrintedInt4,
            "task=serve&model=llama-2-7b&dtype=int4&gpu=rtx-4060-ti-16gb&conc=4&len=2048",
        ),
    ]
    .map(|row| {
        parts::row(
            parts::open(&row.query, row.name),
            [row.printed, row.ours].map(|cell| h("span").class("wrap").kid(cell)),
        )
    });
    parts::section("cp-practice", text(locale, T::Practise))
        .class("same")
        .kid(parts::table(
            text(locale, T::Practise),
            [T::Case, T::AsPrinted, T::Ours].map(|head| text(locale, head)),
            rows.into(),
        ))
        .kid(h("p").kid(text(locale, T::PractiseNote)))
}

fn inference(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let weights = ["fp16", "int8", "int4"].map(|dtype| {
        let query = ["task=serve&model=llama-2-7b&dtype=", dtype].concat();
        gb(estimate(&config(&query)).bytes_of(Item::EngineWeights))
    });
    let cache = |query: &str| {
        let config = config(query);
        let bytes = estimate(&config).bytes_of(Item::KvCache);
        (kv_summary(&config).per_token, bytes.shown(ByteUnit::GiB))
    };
    let (per_token, one) = cache("task=serve&model=llama-2-7b&conc=1&len=8192");
    let (_, crowd) = cache(CROWD);
    parts::section("cp-inference", text(locale, T::Inference))
        .kid(h("p").kid(fill(
            text(locale, T::InferenceWeights),
            &weights.each_ref().map(String::as_str),
        )))
        .kid(h("p").kid(fill(
            text(locale, T::InferenceKv),
            &[&grouped_u64(per_token), &one, &crowd],
        )))
        .kid(link(scene, CROWD, T::InferenceTry))
}

fn java(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let plan = plan(scene, Paradigm::Full, Size::Seven);
    let wrong = doubled(&plan.fixed);
    let values = [
        wrong.bytes().shown(ByteUnit::GiB),
        plan.fixed.bytes().shown(ByteUnit::GiB),
    ];
    parts::section("cp-java-bug", text(locale, T::JavaBug))
        .kid(h("p").kid(fill(
            text(locale, T::JavaBugText),
            &values.each_ref().map(String::as_str),
        )))
        .kid(h("p").kid(arithmetic(scene, &plan.fixed)))
        .kid(link(scene, FULL, T::JavaBugTry))
}

/// The nine parameters: name, value, what goes wrong, and a link that shows it.
const PARAMS: [(&str, T, T, T, &str); 9] = [
    ("cp-param-1", T::P1, T::P1Value, T::P1Wrong, FULL),
    (
        "cp-param-2",
        T::P2,
        T::P2Value,
        T::P2Wrong,
        "task=sft&opt=adamw8bit&model=llama-2-7b&gpu=a100-80gb&vs=model:llama-2-7b;task:sft;gpu:a100-80gb",
    ),
    (
        "cp-param-3",
        T::P3,
        T::P3Value,
        T::P3Wrong,
        "task=sft&model=llama-2-7b&gpu=a100-80gb&seq=8192&view=capacity",
    ),
    (
        "cp-param-4",
        T::P4,
        T::P4Value,
        T::P4Wrong,
        "task=sft&model=llama-2-13b&gpu=a100-80gb&node=4&view=capacity",
    ),
    (
        "cp-param-5",
        T::P5,
        T::P5Value,
        T::P5Wrong,
        "task=serve&model=llama-2-7b&dtype=int4&gpu=rtx-4090&conc=8&len=4096",
    ),
    (
        "cp-param-6",
        T::P6,
        T::P6Value,
        T::P6Wrong,
        "task=serve&model=llama-2-7b&gpu=a100-80gb&conc=16&len=8192&view=capacity&vs=model:llama-2-7b;task:serve;gpu:a100-80gb;conc:16;len:2048",
    ),
    (
        "cp-param-7",
        T::P7,
        T::P7Value,
        T::P7Wrong,
        "task=serve&model=llama-2-7b&gpu=a100-80gb&conc=24&len=4096&view=capacity&vs=model:llama-2-7b;task:serve;gpu:a100-80gb;conc:16;len:4096",
    ),
    (
        "cp-param-8",
        T::P8,
        T::P8Value,
        T::P8Wrong,
        "task=sft&model=llama-2-7b&gpu=a100-80gb&price=12&view=capacity",
    ),
    (
        "cp-param-9",
        T::P9,
        T::P9Value,
        T::P9Wrong,
        "task=serve&model=llama-2-7b&gpu=a100-80gb&conc=122&len=1024&view=capacity",
    ),
];

fn params(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let rows = PARAMS.map(|(id, name, value, wrong, query)| {
        parts::row(
            text(locale, name),
            [
                Html::from(h("span").class("wrap").kid(text(locale, value))),
                h("span").class("wrap").kid(text(locale, wrong)).into(),
                parts::open(query, text(locale, T::See)).into(),
            ],
        )
        .attr("id", id)
    });
    parts::section("cp-params", text(locale, T::Params))
        .class("same")
        .kid(parts::table(
            text(locale, T::Params),
            [T::Param, T::ParamValue, T::ParamWrong, T::See].map(|head| text(locale, head)),
            rows.into(),
        ))
}

/// The nine pitfalls: heading, text, and a link that shows it.
const PITFALLS: [(&str, T, T, &str); 9] = [
    (
        "cp-pitfall-1",
        T::F1,
        T::F1Text,
        "task=sft&model=llama-2-7b&gpu=rtx-4090",
    ),
    (
        "cp-pitfall-2",
        T::F2,
        T::F2Text,
        "task=sft&model=llama-2-7b&gpu=a100-80gb&seq=8192&vs=model:llama-2-7b;task:sft;seq:2048;gpu:a100-80gb",
    ),
    (
        "cp-pitfall-3",
        T::F3,
        T::F3Text,
        "task=ppo&model=llama-2-7b&gpu=a100-80gb&vs=model:llama-2-7b;task:ppo;engine:none;gpu:a100-80gb",
    ),
    (
        "cp-pitfall-4",
        T::F4,
        T::F4Text,
        "task=serve&model=llama-2-7b&gpu=a100-80gb&conc=32&len=8192&vs=model:llama-2-7b;task:serve;conc:32;len:2048;gpu:a100-80gb",
    ),
    (
        "cp-pitfall-5",
        T::F5,
        T::F5Text,
        "task=serve&model=llama-2-7b&dtype=int4&gpu=rtx-4060-ti-16gb&conc=4&len=4096",
    ),
    (
        "cp-pitfall-6",
        T::F6,
        T::F6Text,
        "task=sft&model=llama-2-7b&gpu=a100-80gb&n=8&shard=zero3&method=measured",
    ),
    (
        "cp-pitfall-7",
        T::F7,
        T::F7Text,
        "task=sft&model=llama-2-7b&gpu=a100-80gb&opt=adamw8bit",
    ),
    ("cp-pitfall-8", T::F8, T::F8Text, PPO),
    (
        "cp-pitfall-9",
        T::F9,
        T::F9Text,
        "task=sft&tune=lora&model=llama-2-7b&gpu=rtx-4090",
    ),
];

fn pitfalls(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let full = plan(scene, Paradigm::Full, Size::Seven);
    let bill = [
        grouped_u64(whole(full.hours.value())),
        cost(scene, &full.cost),
        cost(scene, &full.by_peak),
    ];
    let items = PITFALLS.map(|(id, head, body, query)| {
        // Only the eighth has numbers of its own; the others have no place for them.
        let body = fill(text(locale, body), &bill.each_ref().map(String::as_str));
        h("li")
            .attr("id", id)
            .kid(h("b").kid(text(locale, head)))
            .kid(h("p").kid(body))
            .kid(parts::open(query, text(locale, T::Show)))
    });
    parts::section("cp-pitfalls", text(locale, T::Pitfalls)).kid(h("ol").class("cases").kids(items))
}

fn routes(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let row = |name: &str, for_what: T, cards: String, cost: String, query: &str| {
        parts::row(
            name,
            [
                Html::from(h("span").class("wrap").kid(text(locale, for_what))),
                h("span").class("wrap").kid(cards).into(),
                h("span").kid(cost).into(),
                parts::open(query, text(locale, T::Open)).into(),
            ],
        )
    };
    let trained = |paradigm: Paradigm, for_what: T, cards: String| {
        let plan = plan(scene, paradigm, Size::Seven);
        let cost = [plan.hours_from.mark(), &cost(scene, &plan.cost)].concat();
        let query = [&url::format_config(&plan.config), "&view=capacity"].concat();
        row(paradigm.label(locale), for_what, cards, cost, &query)
    };
    let printed = |label: T| text(locale, label).to_string();
    let count = |n: u64| fill(text(locale, T::CardsN), &[&n.to_string()]);
    let rows = vec![
        row(
            text(locale, T::RouteNone),
            T::RouteNoneFor,
            printed(T::RouteNoneCards),
            money(scene, Money(0)),
            &guide(scene),
        ),
        trained(Paradigm::Lora, T::RouteLoraFor, printed(T::Printed7bLora)),
        trained(
            Paradigm::Qlora,
            T::RouteQloraFor,
            printed(T::RouteQloraCards),
        ),
        trained(Paradigm::Full, T::RouteFullFor, printed(T::Printed7bFull)),
        trained(Paradigm::Dpo, T::RouteDpoFor, count(4)),
        trained(Paradigm::Ppo, T::RoutePpoFor, count(8)),
    ];
    parts::section("cp-routes", text(locale, T::Routes))
        .class("same")
        .kid(parts::table(
            text(locale, T::Routes),
            [T::Route, T::RouteFor, T::RouteCards, T::RouteCost, T::Open]
                .map(|head| text(locale, head)),
            rows,
        ))
}

fn when_ppo(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let ppo = plan(scene, Paradigm::Ppo, Size::Seven);
    let [least, most] = ppo.tuning().map(|formula| cost(scene, &formula));
    let [few, many] = ROUNDS.map(|rounds| rounds.to_string());
    let dpo = plan(scene, Paradigm::Dpo, Size::Seven);
    let values = [
        &cost(scene, &ppo.cost),
        &few,
        &many,
        &least,
        &most,
        &cost(scene, &dpo.cost),
        &number(ppo.cost.value() / dpo.cost.value().max(f64::MIN_POSITIVE)),
    ];
    parts::section("cp-when-ppo", text(locale, T::WhenPpo))
        .kid(h("p").kid(text(locale, T::WhenPpoText)))
        .kid(h("p").kid(fill(
            text(locale, T::WhenPpoMoney),
            &values.map(String::as_str),
        )))
        .kid(link(scene, PPO, T::WhenPpoTry))
}

fn adapters(scene: &Scene<'_>) -> Tag {
    const EIGHT: &str =
        "task=serve&model=llama-2-7b&gpu=a100-80gb&adapters=8&conc=8&len=4096&method=measured";
    let locale = scene.locale;
    let with = config(EIGHT);
    let none = Config {
        adapters: 0,
        ..with.clone()
    };
    let one = Config {
        adapters: 1,
        ..with.clone()
    };
    let [eight, one, none] =
        [&with, &one, &none].map(|config| estimate(config).bytes_of(Item::EngineWeights));
    let values = [eight.minus(none), one.minus(none)].map(|bytes| bytes.shown(ByteUnit::MiB));
    let size = (eight > none).then(|| {
        h("p").kid(fill(
            text(locale, T::AdaptersSize),
            &values.each_ref().map(String::as_str),
        ))
    });
    simple(
        scene,
        "cp-adapters",
        T::Adapters,
        T::AdaptersText,
        EIGHT,
        T::AdaptersTry,
    )
    .kid(size)
}

fn tradeoffs(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let shown = |tradeoff: Tradeoff| match tradeoff {
        Tradeoff::Checkpointing => {
            "task=sft&model=llama-2-7b&gpu=a100-80gb&vs=model:llama-2-7b;task:sft;ckpt:0;gpu:a100-80gb"
        }
        Tradeoff::Sharding => {
            "task=sft&model=llama-2-7b&gpu=a100-80gb&n=8&shard=zero3&method=measured"
        }
        Tradeoff::Offload => {
            "task=sft&model=llama-2-7b&gpu=a100-80gb&shard=zero3&offload=optimizer&method=measured"
        }
        Tradeoff::FourBit => {
            "task=serve&model=llama-2-7b&dtype=int4&gpu=rtx-4060-ti-16gb&conc=4&len=4096"
        }
        Tradeoff::EightBitStates => "task=sft&model=llama-2-7b&gpu=a100-80gb&opt=adamw8bit",
    };
    let rows = Tradeoff::ALL.iter().map(|tradeoff| {
        let [name, saves, pays] = tradeoff.texts();
        parts::row(
            parts::open(shown(*tradeoff), text(locale, name)),
            [saves, pays].map(|cell| h("span").class("wrap").kid(text(locale, cell))),
        )
    });
    parts::section("cp-tradeoffs", text(locale, T::Tradeoffs))
        .class("same")
        .kid(parts::table(
            text(locale, T::Tradeoffs),
            [T::Saving, T::Saves, T::Pays].map(|head| text(locale, head)),
            rows.collect(),
        ))
}

fn idle(scene: &Scene<'_>) -> Tag {
    let mostly_idle = Config {
        busy: Millionths(300_000),
        tp: 1,
        pp: 1,
        ..scene.config().clone()
    };
    let day = a_day(&mostly_idle).map(|formula| cost(scene, &formula));
    let count = fill(
        text(scene.locale, T::IdleCount),
        &day.each_ref().map(String::as_str),
    );
    simple(
        scene,
        "cp-idle",
        T::Idle,
        T::IdleText,
        "task=serve&model=llama-2-7b&gpu=a100-80gb&conc=8&len=4096&qps=2&busy=0.3&view=capacity",
        T::IdleTry,
    )
    .kid(h("p").kid(count))
}

fn questions(scene: &Scene<'_>) -> Tag {
    let locale = scene.locale;
    let full = plan(scene, Paradigm::Full, Size::Seven);
    let crowd = crate::text::Report::of(url::parse(CROWD).0, Vec::new());
    let gate = Gate::of(&crowd.ledger, DEFAULT_LIMIT);
    let ways = Gated::of(&crowd, DEFAULT_LIMIT).ways;
    let fewer = ways.first().map_or(0, |way| way.after.conc);
    let [dpo, ppo] =
        [Paradigm::Dpo, Paradigm::Ppo].map(|p| cost(scene, &plan(scene, p, Size::Seven).cost));
    let served = Config {
        qps: Some(Millionths::whole(2)),
        busy: Millionths::whole(1),
        tp: 1,
        pp: 1,
        ..scene.config().clone()
    };
    let calls = thousand_calls(&served).map_or_else(String::new, |f| cost(scene, &f));
    let size = |bytes: Bytes| bytes.shown(ByteUnit::GiB);
    let ask = guide(scene);
    let rows: [(&str, T, T, Vec<String>, &str); 4] = [
        ("cp-qa-1", T::Q1, T::A1, vec![gb(full.fixed.bytes())], FULL),
        (
            "cp-qa-2",
            T::Q2,
            T::A2,
            vec![size(gate.need), size(gate.limit), fewer.to_string()],
            CROWD,
        ),
        ("cp-qa-3", T::Q3, T::A3, vec![dpo, ppo], &ask),
        (
            "cp-qa-4",
            T::Q4,
            T::A4,
            vec![calls],
            "task=serve&model=llama-2-7b&gpu=a100-80gb&conc=8&len=4096&qps=2&view=capacity",
        ),
    ];
    let items = rows.map(|(id, question, answer, values, query)| {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        h("li")
            .attr("id", id)
            .kid(h("b").kid(text(locale, question)))
            .kid(h("p").kid(fill(text(locale, answer), &values)))
            .kid(parts::open(query, text(locale, T::Show)))
    });
    parts::section("cp-questions", text(locale, T::Questions))
        .kid(h("ol").class("cases").kids(items))
}
