//! The whiteboard's sums about inference, operations and time, computed by the core for the lesson's own links.
use super::say as serving;
use crate::html::{Html, Tag, all, h};
use crate::i18n::{ServingText, WhiteboardText, fill};
use crate::ledger::config::Config;
use crate::ledger::engine_plan::{self, WHOLE};
use crate::ledger::flops::{self, Pass, Product, RECOMPUTE_RANGE};
use crate::ledger::formula::Formula;
use crate::ledger::formula::build::sum;
use crate::ledger::item::Item;
use crate::ledger::speed::{self, HEALTHY_MFU, LESSON_TOKENS, PLAN_MARGIN};
use crate::ledger::units::{ByteUnit, Bytes, grouped_u64, plain, three_digits};
use crate::ledger::{Ledger, estimate};
use crate::text::arithmetic::digits;
use crate::url;
use crate::views::Scene;
use crate::views::figures::{self, arithmetic, seconds};
use crate::views::parts::{open, row, section, size, table};

/// The lesson's width and length.
const BOARD: u64 = 4096;
/// Prefill of the lesson's example, in tokens.
const PREFILL: u64 = 8192;
/// 7B on eight A100.
pub(super) const DAYS: &str =
    "model=llama-2-7b&task=sft&gpu=a100-80gb&n=8&tokens=50000000000&view=serving";
const TRAIN_7B: &str = "model=llama-2-7b&task=sft&mb=1&seq=4096&gpu=a100-80gb";
const TRAIN_7B_NO_MASTER: &str =
    "model=llama-2-7b&task=sft&recipe=nomaster&mb=1&seq=4096&gpu=a100-80gb";
const SERVE_7B: &str =
    "model=llama-2-7b&task=serve&conc=1&len=4096&gpu=a100-80gb&context=2&view=serving";
/// A model of the whiteboard's width at its length.
const LAYER: &str = "model=llama-2-7b&task=serve&len=4096&view=serving";
/// Cards of the decode table.
const CARDS: &[&str] = &["rtx-4090", "rtx-5090", "a100-80gb", "h100-80gb", "h200"];
/// One 80 GB card, 2 GiB kept, 7B: feed-forwards that make it 7.0e9 parameters with 8 and with 32 KV heads.
const CAPACITY: [(WhiteboardText, &str, u64); 3] = [
    (
        WhiteboardText::CaseGqa4k,
        "model=custom&m.ffn=13721&m.kv_heads=8&m.name=7B%20GQA-8&task=serve&len=4096&gpu=a100-80gb&mem=81920&context=2&view=serving",
        128,
    ),
    (
        WhiteboardText::CaseMha4k,
        "model=custom&m.ffn=11673&m.name=7B%20MHA&task=serve&len=4096&gpu=a100-80gb&mem=81920&context=2&view=serving",
        32,
    ),
    (
        WhiteboardText::CaseGqa32k,
        "model=custom&m.ffn=13721&m.kv_heads=8&m.name=7B%20GQA-8&task=serve&len=32768&gpu=a100-80gb&mem=81920&context=2&view=serving",
        16,
    ),
];

/// All sections.
pub(super) fn draw(scene: &Scene<'_>) -> Html {
    let pieces = [
        inference_bill(scene),
        seven_bill(scene),
        matmul(scene),
        layer(scene),
        two_n(scene),
        days(scene),
        decode(scene),
        capacity(scene),
        prefill_peak(scene),
    ];
    Html::from(h("h2").kid(say(scene, WhiteboardText::Heading, &[]))).then(all(pieces))
}

pub(super) fn say(scene: &Scene<'_>, text: WhiteboardText, values: &[&str]) -> String {
    fill(text.of(scene.locale), values)
}

/// The configuration of a lesson's link.
pub(super) fn linked(query: &str) -> Config {
    url::parse(query).0.config
}

fn paragraph(text: String) -> Tag {
    h("p").kid(text)
}

/// A link behind a section.
pub(super) fn try_it(scene: &Scene<'_>, query: &str) -> Tag {
    h("p").kid(open(query, say(scene, WhiteboardText::Open, &[])))
}

fn heads<const N: usize>(scene: &Scene<'_>, texts: [WhiteboardText; N]) -> [String; N] {
    texts.map(|text| say(scene, text, &[]))
}

fn inference_bill(scene: &Scene<'_>) -> Tag {
    let config = linked(SERVE_7B);
    let ledger = estimate(&config);
    let line = |item: Item| {
        ledger.line(item).map(|line| {
            let how = line.largest().map(|f| Html::from(arithmetic(scene, f)));
            row(
                item.label(scene.locale),
                [how.into(), Html::from(size(scene, line.bytes()))],
            )
        })
    };
    let tokens = config.len;
    let step = engine_plan::step_peak(&config, tokens).map(|formula| {
        row(
            say(scene, WhiteboardText::Temporaries, &[&grouped_u64(tokens)]),
            [
                Html::from(arithmetic(scene, &formula)),
                size(scene, formula.bytes()).into(),
            ],
        )
    });
    let rows = [
        line(Item::EngineWeights),
        line(Item::KvCache),
        step,
        line(Item::Context),
    ];
    section(
        "wb-inference-bill",
        &say(scene, WhiteboardText::InferenceBill, &[]),
    )
    .kid(paragraph(say(
        scene,
        WhiteboardText::InferenceBillRule,
        &[],
    )))
    .kid(table(
        &say(scene, WhiteboardText::InferenceBill, &[]),
        heads(
            scene,
            [
                WhiteboardText::Item,
                WhiteboardText::Arithmetic,
                WhiteboardText::Result,
            ],
        ),
        rows.into_iter().flatten().collect(),
    ))
    .kid(try_it(scene, SERVE_7B))
}

fn static_of(ledger: &Ledger) -> Bytes {
    [Item::PolicyWeights, Item::Gradients, Item::OptimizerStates]
        .into_iter()
        .fold(Bytes::ZERO, |sum, item| sum.plus(ledger.bytes_of(item)))
}

fn seven_bill(scene: &Scene<'_>) -> Tag {
    let (train, serve) = (estimate(&linked(TRAIN_7B)), estimate(&linked(SERVE_7B)));
    let lean = estimate(&linked(TRAIN_7B_NO_MASTER));
    let gb = |bytes: Bytes| bytes.shown(ByteUnit::GB);
    let rule = say(
        scene,
        WhiteboardText::SevenBillRule,
        &[
            &gb(static_of(&train)),
            &gb(static_of(&lean)),
            &gb(serve.bytes_of(Item::EngineWeights)),
        ],
    );
    let cell = |ledger: &Ledger, item| {
        ledger
            .line(item)
            .map_or_else(|| "—".to_string(), |line| size(scene, line.bytes()))
    };
    let items = [
        (Item::PolicyWeights, Item::EngineWeights),
        (Item::Gradients, Item::Gradients),
        (Item::OptimizerStates, Item::OptimizerStates),
        (Item::Activations, Item::Activations),
        (Item::Logits, Item::Logits),
        (Item::KvCache, Item::KvCache),
        (Item::Context, Item::Context),
    ];
    let mut rows: Vec<Tag> = items
        .into_iter()
        .map(|(left, right)| {
            row(
                left.label(scene.locale),
                [cell(&train, left), cell(&serve, right)],
            )
        })
        .collect();
    rows.push(row(
        say(scene, WhiteboardText::Total, &[]),
        [size(scene, train.used()), size(scene, serve.used())],
    ));
    section("wb-7b-bill", &say(scene, WhiteboardText::SevenBill, &[]))
        .kid(paragraph(rule))
        .kid(table(
            &say(scene, WhiteboardText::SevenBill, &[]),
            heads(
                scene,
                [
                    WhiteboardText::Item,
                    WhiteboardText::Training,
                    WhiteboardText::Inference,
                ],
            ),
            rows,
        ))
        .kid(
            h("p")
                .kid(open(TRAIN_7B, say(scene, WhiteboardText::Training, &[])))
                .kid(" · ")
                .kid(open(SERVE_7B, say(scene, WhiteboardText::Inference, &[]))),
        )
}

fn matmul(scene: &Scene<'_>) -> Tag {
    let formula = flops::matmul(1, BOARD, BOARD);
    let result = [&grouped_u64(formula.bytes().0), " FLOP"].concat();
    section("wb-matmul", &say(scene, WhiteboardText::Matmul, &[]))
        .kid(paragraph(say(scene, WhiteboardText::MatmulRule, &[])))
        .kid(
            h("p")
                .class("now")
                .kid(figures::worked(scene, &formula, &result)),
        )
}

fn layer(scene: &Scene<'_>) -> Tag {
    let board = flops::whiteboard_layer(BOARD, BOARD);
    let config = scene.config();
    let own = config
        .model
        .shape
        .as_deref()
        .and_then(|shape| flops::own_layer(&shape.spec, config.len));
    let cell = |formula: &Formula| {
        Html::from(digits(formula))
            .then(h("b").kid([" = ", &figures::flops(formula.value())].concat()))
    };
    let mut rows: Vec<Tag> = board
        .iter()
        .enumerate()
        .map(|(i, (product, formula))| {
            let mine = own
                .as_ref()
                .and_then(|lines| lines.get(i))
                .map(|(_, formula)| cell(formula));
            row(
                product.label(scene.locale),
                [Html::from(product.symbols()), cell(formula), mine.into()],
            )
        })
        .collect();
    let total = |lines: &[(Product, Formula)]| {
        let all = sum(lines.iter().map(|(_, formula)| formula.clone()));
        figures::flops(all.value())
    };
    rows.push(row(
        say(scene, WhiteboardText::LayerSum, &[]),
        [
            Product::symbols_of_sum(scene.locale).to_string(),
            total(&board),
            own.as_deref().map(total).unwrap_or_default(),
        ],
    ));
    section("wb-layer-flops", &say(scene, WhiteboardText::Layer, &[]))
        .kid(paragraph(say(scene, WhiteboardText::LayerRule, &[])))
        .kid(table(
            &say(scene, WhiteboardText::Layer, &[]),
            [
                say(scene, WhiteboardText::Step, &[]),
                say(scene, WhiteboardText::Symbols, &[]),
                say(scene, WhiteboardText::OnTheBoard, &[]),
                say(scene, WhiteboardText::OwnLayer, &[&grouped_u64(config.len)]),
            ],
            rows,
        ))
        .kid(try_it(scene, LAYER))
}

fn two_n(scene: &Scene<'_>) -> Tag {
    let config = linked(DAYS);
    let of = |pass| flops::per_token(&config, pass);
    let line = |label: String, formula: &Formula| {
        row(
            label,
            [
                Html::from(arithmetic(scene, formula)),
                figures::flops(formula.value()).into(),
            ],
        )
    };
    let [low, high] = RECOMPUTE_RANGE;
    let met = flops::met_params(&config).value();
    let range = [
        &figures::flops(low * met),
        scene.pick(" 到 ", " to "),
        &figures::flops(high * met),
    ]
    .concat();
    let backward = of(Pass::Train).value() - of(Pass::Forward).value();
    let rows = vec![
        line(Pass::Forward.label(scene.locale).into(), &of(Pass::Forward)),
        row(
            say(scene, WhiteboardText::Backward, &[]),
            [String::new(), figures::flops(backward)],
        ),
        line(Pass::Train.label(scene.locale).into(), &of(Pass::Train)),
        row(
            say(
                scene,
                WhiteboardText::Recomputed,
                &[&plain(low), &plain(high)],
            ),
            [String::new(), range],
        ),
    ];
    let prompt = flops::prefill(&config, PREFILL, 0);
    let first = prompt.terms().first().map_or(0.0, Formula::value);
    section("wb-2n-6n", &say(scene, WhiteboardText::TwoN, &[]))
        .kid(paragraph(say(scene, WhiteboardText::TwoNRule, &[])))
        .kid(table(
            &say(scene, WhiteboardText::TwoN, &[]),
            heads(
                scene,
                [
                    WhiteboardText::Pass,
                    WhiteboardText::Arithmetic,
                    WhiteboardText::PerToken,
                ],
            ),
            rows,
        ))
        .kid(paragraph(say(
            scene,
            WhiteboardText::PrefillOf,
            &[&figures::flops(first)],
        )))
}

fn days(scene: &Scene<'_>) -> Tag {
    let config = linked(DAYS);
    let tokens = config.tokens.unwrap_or(LESSON_TOKENS);
    let flops = flops::training(&config, tokens, Pass::Train);
    let time = speed::training(&config, tokens, Pass::Train);
    let value = time.as_ref().map_or(0.0, Formula::value);
    let days = time.clone().map(speed::days);
    let shown = days.as_ref().map_or(0.0, Formula::value);
    let [low, high] = PLAN_MARGIN.map(plain);
    let [fair, good] = HEALTHY_MFU.map(figures::percent);
    section("wb-24-days", &say(scene, WhiteboardText::Days, &[]))
        .kid(paragraph(say(
            scene,
            WhiteboardText::DaysRule,
            &[
                &figures::flops(flops.value()),
                &figures::flops(value),
                &three_digits(shown),
                &low,
                &high,
                &fair,
                &good,
            ],
        )))
        .kid(days.map(|days| {
            h("p").class("now").kid(figures::worked(
                scene,
                &days,
                &[&three_digits(shown), scene.pick(" 天", " days")].concat(),
            ))
        }))
        .kid(try_it(scene, DAYS))
}

fn decode(scene: &Scene<'_>) -> Tag {
    let config = linked(SERVE_7B);
    let weights = speed::weights_read(&config, 1);
    let rows = CARDS.iter().filter_map(|id| {
        let gpu = crate::ledger::presets::card(id)?;
        let on = Config {
            gpu,
            ..config.clone()
        };
        let time = speed::weights_time(&on)?.value();
        Some(row(
            gpu.name,
            [
                plain(gpu.bandwidth_gb_s()?),
                seconds(scene.locale, time),
                three_digits(1.0 / time),
            ],
        ))
    });
    section("wb-decode", &say(scene, WhiteboardText::Decode, &[]))
        .kid(paragraph(say(
            scene,
            WhiteboardText::DecodeRule,
            &[&weights.bytes().shown(ByteUnit::GB)],
        )))
        .kid(table(
            &say(scene, WhiteboardText::Decode, &[]),
            heads(
                scene,
                [
                    WhiteboardText::Card,
                    WhiteboardText::Bandwidth,
                    WhiteboardText::TokenTime,
                    WhiteboardText::TokensPerSecond,
                ],
            ),
            rows.collect(),
        ))
        .kid(try_it(scene, SERVE_7B))
}

fn capacity(scene: &Scene<'_>) -> Tag {
    let rows = CAPACITY.map(|(case, query, printed)| {
        let config = linked(query);
        let ledger = estimate(&config);
        let room = engine_plan::room(&ledger, WHOLE);
        let most = room.and_then(|room| engine_plan::most_sequences(&config, room, config.len));
        let one = engine_plan::cache_formula(&config, 1, config.len);
        row(
            say(scene, case, &[]),
            [
                room.map(|room| room.shown(ByteUnit::GiB))
                    .unwrap_or_default(),
                one.map(|one| one.bytes().shown(ByteUnit::GiB))
                    .unwrap_or_default(),
                grouped_u64(printed),
                most.map(grouped_u64).unwrap_or_default(),
            ]
            .map(Html::from)
            .into_iter()
            .chain([open(query, say(scene, WhiteboardText::Open, &[])).into()]),
        )
    });
    section("wb-capacity", &say(scene, WhiteboardText::Capacity, &[]))
        .kid(paragraph(capacity_rule(scene)))
        .kid(table(
            &say(scene, WhiteboardText::Capacity, &[]),
            [
                say(scene, WhiteboardText::CapacityCase, &[]),
                serving(scene, ServingText::Free, &[]),
                serving(scene, ServingText::PerRequest, &[]),
                say(scene, WhiteboardText::AsPrinted, &[]),
                say(scene, WhiteboardText::Ours, &[]),
                say(scene, WhiteboardText::Open, &[]),
            ],
            rows.to_vec(),
        ))
        .kid(paragraph(say(scene, WhiteboardText::Seesaw, &[])))
}

/// The subtraction and division in GiB, with the numbers of the first case.
fn capacity_rule(scene: &Scene<'_>) -> String {
    let [(_, query, _), ..] = CAPACITY;
    let config = linked(query);
    let ledger = estimate(&config);
    let room = engine_plan::room(&ledger, WHOLE);
    let most = room.and_then(|room| engine_plan::most_sequences(&config, room, config.len));
    let one = engine_plan::cache_formula(&config, 1, config.len);
    let gib = |bytes: Bytes| plain((bytes.in_unit(ByteUnit::GiB) * 100.0).round() / 100.0);
    say(
        scene,
        WhiteboardText::CapacityRule,
        &[
            &gib(ledger.capacity),
            &gib(ledger.bytes_of(Item::EngineWeights)),
            &gib(ledger.bytes_of(Item::Context)),
            &gib(room.unwrap_or(Bytes::ZERO)),
            &gib(one.map_or(Bytes::ZERO, |one| one.bytes())),
            &most.map(grouped_u64).unwrap_or_default(),
        ],
    )
}

fn prefill_peak(scene: &Scene<'_>) -> Tag {
    let config = scene.config();
    let peaks = [
        (WhiteboardText::WholePrompt, config.len),
        (WhiteboardText::Chunk, config.batched),
        (WhiteboardText::DecodeStep, config.conc),
    ];
    let rows = peaks.into_iter().filter_map(|(text, tokens)| {
        let formula = engine_plan::step_peak(config, tokens)?;
        Some(row(
            say(scene, text, &[&grouped_u64(tokens)]),
            [
                Html::from(arithmetic(scene, &formula)),
                size(scene, formula.bytes()).into(),
            ],
        ))
    });
    section(
        "wb-prefill-peak",
        &say(scene, WhiteboardText::PrefillPeak, &[]),
    )
    .kid(paragraph(say(scene, WhiteboardText::PrefillPeakRule, &[])))
    .kid(table(
        &say(scene, WhiteboardText::PrefillPeak, &[]),
        heads(
            scene,
            [
                WhiteboardText::Item,
                WhiteboardText::Arithmetic,
                WhiteboardText::Result,
            ],
        ),
        rows.collect(),
    ))
    .kid(try_it(
        scene,
        "task=serve&model=qwen3-8b&len=32768&batched=2048&method=measured&view=serving",
    ))
}
