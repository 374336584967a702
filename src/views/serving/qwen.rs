//! The Qwen3-8B lesson about serving: its temporaries, and its five totals with their parts apart.
use super::whiteboard::{linked, say, try_it};
use crate::html::h;
use crate::html::{Html, Tag};
use crate::i18n::WhiteboardText;
use crate::ledger::engine_plan;
use crate::ledger::estimate;
use crate::ledger::item::Item;
use crate::ledger::units::{ByteUnit, Bytes, grouped_u64};
use crate::views::Scene;
use crate::views::figures::arithmetic;
use crate::views::parts::{open, row, section, size, table};

const SERVE_8B: &str = "model=qwen3-8b&task=serve&conc=1&len=4096&view=serving";

/// The lesson's share of the weights for temporaries, in percent.
const SHARE: [u64; 2] = [10, 15];

/// A row of its table: the link, and the overhead and total as printed, in GB.
struct Case {
    query: &'static str,
    overhead: u64,
    printed: u64,
}

const CASES: [Case; 5] = [
    Case {
        query: SERVE_8B,
        overhead: 1,
        printed: 18,
    },
    Case {
        query: "model=qwen3-8b&task=serve&conc=2&len=4096&view=serving",
        overhead: 2,
        printed: 19,
    },
    Case {
        query: "model=qwen3-8b&task=serve&conc=1&len=32768&view=serving",
        overhead: 2,
        printed: 23,
    },
    Case {
        query: "model=qwen3-8b&task=serve&conc=1&len=131072&view=serving",
        overhead: 2,
        printed: 36,
    },
    Case {
        query: "model=qwen3-8b&dtype=int4&task=serve&conc=1&len=4096&view=serving",
        overhead: 1,
        printed: 7,
    },
];

/// Both sections.
pub(super) fn draw(scene: &Scene<'_>) -> Html {
    Html::from(activations(scene)).then(scenarios(scene))
}

fn activations(scene: &Scene<'_>) -> Tag {
    let config = linked(SERVE_8B);
    let weights = estimate(&config).bytes_of(Item::EngineWeights);
    let part = |percent: u64| {
        let bytes = u128::from(weights.0) * u128::from(percent) / 100;
        Bytes(u64::try_from(bytes).unwrap_or(u64::MAX))
    };
    let [low, high] = SHARE.map(|percent| size(scene, part(percent)));
    let step = engine_plan::step_peak(&config, config.batched)
        .map(|formula| size(scene, formula.bytes()))
        .unwrap_or_default();
    let rows = [
        (
            WhiteboardText::ScoreMatrix,
            engine_plan::score_matrix(&config, config.conc, config.len),
        ),
        (
            WhiteboardText::FfnIntermediate,
            engine_plan::ffn_intermediate(&config, config.conc, config.len),
        ),
    ];
    let rows = rows.into_iter().filter_map(|(text, formula)| {
        let formula = formula?;
        Some(row(
            say(scene, text, &[]),
            [
                Html::from(arithmetic(scene, &formula)),
                size(scene, formula.bytes()).into(),
            ],
        ))
    });
    let heading = say(scene, WhiteboardText::QwenActivations, &[]);
    section("q8-activations-inference", &heading)
        .kid(h("p").kid(say(
            scene,
            WhiteboardText::QwenActivationsRule,
            &[&low, &high, &grouped_u64(config.batched), &step],
        )))
        .kid(table(
            &heading,
            [
                WhiteboardText::Item,
                WhiteboardText::Arithmetic,
                WhiteboardText::Result,
            ]
            .map(|text| say(scene, text, &[])),
            rows.collect(),
        ))
        .kid(try_it(scene, SERVE_8B))
}

fn scenarios(scene: &Scene<'_>) -> Tag {
    let rows = CASES.map(|case| {
        let config = linked(case.query);
        let ledger = estimate(&config);
        let (weights, kv) = (
            ledger.bytes_of(Item::EngineWeights),
            ledger.bytes_of(Item::KvCache),
        );
        let name = [
            &grouped_u64(config.len),
            " token, ",
            WhiteboardText::Batch.of(scene.locale),
            " ",
            &config.conc.to_string(),
            ", ",
            crate::ledger::words::Word::slug(config.dtype),
        ]
        .concat();
        row(
            open(case.query, name),
            [
                weights.digits(ByteUnit::GB),
                kv.digits(ByteUnit::GiB),
                case.overhead.to_string(),
                case.printed.to_string(),
                weights.plus(kv).digits(ByteUnit::GiB),
            ],
        )
    });
    let heading = say(scene, WhiteboardText::QwenTable, &[]);
    section("q8-inference-table", &heading)
        .kid(h("p").kid(say(scene, WhiteboardText::QwenTableRule, &[])))
        .kid(table(
            &heading,
            [
                WhiteboardText::Scenario,
                WhiteboardText::WeightsGb,
                WhiteboardText::KvGib,
                WhiteboardText::Overhead,
                WhiteboardText::PrintedTotal,
                WhiteboardText::OursGib,
            ]
            .map(|text| say(scene, text, &[])),
            rows.to_vec(),
        ))
}
