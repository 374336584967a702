//! What can be turned: the cache's format, tensor parallel, a shared prefix, a draft model, adapters on one base.
use super::{diff_to, say, settings, with_own};
use crate::html::{Html, Tag, h};
use crate::i18n::ServingText;
use crate::ledger::config::{Config, EngineMode, Millionths, ModelSource};
use crate::ledger::engine_plan::{self, KEEP_A_TENTH};
use crate::ledger::item::Item;
use crate::ledger::precision::KvDtype;
use crate::ledger::units::{grouped_u64, plain};
use crate::ledger::words::Word;
use crate::ledger::{estimate, kv_summary};
use crate::url::Key;
use crate::views::Scene;
use crate::views::figures::percent;
use crate::views::parts::{apply, choice, row, section, size, table};

/// All of them.
pub(super) fn draw(scene: &Scene<'_>) -> Html {
    let pieces = [
        formats(scene),
        parallel(scene),
        prefix(scene),
        draft(scene),
        adapters(scene),
    ];
    crate::html::all(pieces)
}

fn most(config: &Config) -> String {
    engine_plan::sequences_of(config, KEEP_A_TENTH).map_or_else(String::new, grouped_u64)
}

/// A button that takes a variant, or nothing where it is the present setting.
fn use_it(scene: &Scene<'_>, after: &Config) -> Html {
    let diff = diff_to(scene, after);
    match diff.is_empty() {
        true => Html::default(),
        false => apply(&diff, say(scene, ServingText::Use, &[])).into(),
    }
}

fn formats(scene: &Scene<'_>) -> Tag {
    let config = scene.config();
    let text = |text| say(scene, text, &[]);
    let sixteen = KvDtype::Bf16.bytes();
    let rows = [KvDtype::Bf16, KvDtype::Fp8, KvDtype::Int4].map(|kvdtype| {
        let after = Config {
            kvdtype,
            ..config.clone()
        };
        row(
            kvdtype.slug(),
            [
                Html::from(grouped_u64(kv_summary(&after).per_token)),
                ["× ", &plain(kvdtype.bytes() / sixteen)].concat().into(),
                most(&after).into(),
                use_it(scene, &after),
            ],
        )
        .maybe(
            "aria-current",
            (kvdtype == config.kvdtype).then_some("true"),
        )
    });
    section("serving-kv", &text(ServingText::KvFormats))
        .kid(h("p").kid(text(ServingText::KvFormatsLead)))
        .kid(table(
            &text(ServingText::KvFormats),
            [
                ServingText::Format,
                ServingText::PerToken,
                ServingText::Against16,
                ServingText::MostKept,
                ServingText::Use,
            ]
            .map(text),
            rows.to_vec(),
        ))
}

fn parallel(scene: &Scene<'_>) -> Tag {
    let config = scene.config();
    let text = |text| say(scene, text, &[]);
    let mode = scene.ledger().residents.engine;
    let colocated = mode == EngineMode::Colocate;
    let rows = with_own(config.tp, &[1, 2, 4, 8]).into_iter().map(|tp| {
        let base = engine_plan::measured(config);
        // As many cards as it takes; the present number is held against the present tp alone.
        let needs = tp.saturating_mul(config.pp);
        let after = match (tp == config.tp, colocated) {
            (true, _) => Config { tp, ..base },
            (false, true) => Config {
                tp,
                n: config.n.max(needs),
                ..base
            },
            (false, false) => Config {
                tp,
                en: config.en.max(needs),
                ..base
            },
        };
        let cards = engine_plan::engine_cards(&after, mode);
        let problems = engine_plan::parallel_problems(&after, cards);
        let refused = problems.iter().any(|problem| problem.refuses());
        let ledger = estimate(&after);
        let per_token = after.model.shape.as_deref().map(|shape| {
            let bytes = crate::ledger::read_by_one(shape, after.kvdtype, 1, tp).bytes();
            grouped_u64(bytes.0)
        });
        let said = problems.first().map_or_else(
            || text(ServingText::Fine),
            |problem| problem.sentence(scene.locale),
        );
        row(
            grouped_u64(tp),
            [
                Html::from(size(scene, ledger.bytes_of(Item::EngineWeights))),
                per_token.into(),
                if refused {
                    "—".into()
                } else {
                    most(&after).into()
                },
                Html::from(said),
                if refused {
                    Html::default()
                } else {
                    use_it(scene, &after)
                },
            ],
        )
        .maybe("data-refused", refused.then_some("true"))
        .maybe("aria-current", (tp == config.tp).then_some("true"))
    });
    section("serving-parallel", &text(ServingText::Parallel))
        .kid(h("p").kid(text(ServingText::ParallelLead)))
        .kid(table(
            &text(ServingText::Parallel),
            [
                ServingText::Cards,
                ServingText::WeightsPerCard,
                ServingText::KvPerCard,
                ServingText::Group,
                ServingText::Legal,
                ServingText::Use,
            ]
            .map(text),
            rows.collect(),
        ))
        .kid(settings(scene, &[Key::Tp, Key::Pp, Key::En]))
}

/// Shares that are always shown, in millionths.
const SHARES: &[u64] = &[0, 250_000, 500_000, 900_000];

fn prefix(scene: &Scene<'_>) -> Tag {
    let config = scene.config();
    let text = |text| say(scene, text, &[]);
    let rows = with_own(config.prefix.0, SHARES).into_iter().map(|share| {
        let after = Config {
            prefix: Millionths(share),
            ..engine_plan::measured(config)
        };
        let demand = engine_plan::cache_formula(&after, after.conc, after.len)
            .map(|formula| size(scene, formula.bytes()));
        row(
            percent(Millionths(share).as_f64()),
            [demand.into(), most(&after).into(), use_it(scene, &after)],
        )
        .maybe("aria-current", (share == config.prefix.0).then_some("true"))
    });
    section("serving-prefix", &text(ServingText::Prefix))
        .kid(h("p").kid(text(ServingText::PrefixLead)))
        .kid(table(
            &text(ServingText::Prefix),
            [
                ServingText::PrefixShare,
                ServingText::DemandColumn,
                ServingText::MostKept,
                ServingText::Use,
            ]
            .map(text),
            rows.collect(),
        ))
}

fn draft(scene: &Scene<'_>) -> Tag {
    let config = scene.config();
    let text = |text| say(scene, text, &[]);
    let smaller = match &config.model.source {
        ModelSource::Preset(preset) => preset.smaller(),
        ModelSource::Custom { .. } | ModelSource::Sized { .. } => None,
    };
    let mut drafts = vec![None];
    drafts.extend(smaller.map(Some));
    if config.draft.is_some() && !drafts.contains(&config.draft) {
        drafts.push(config.draft);
    }
    let rows = drafts.into_iter().map(|draft| {
        let after = Config {
            draft,
            ..engine_plan::measured(config)
        };
        let weights = engine_plan::draft_weights(&after).map(|f| size(scene, f.bytes()));
        let demand = engine_plan::cache_formula(&after, after.conc, after.len)
            .map(|formula| size(scene, formula.bytes()));
        row(
            draft.map_or_else(
                || text(ServingText::NoDraft),
                |preset| preset.name.to_string(),
            ),
            [
                weights.unwrap_or_default().into(),
                demand.into(),
                most(&after).into(),
                use_it(scene, &after),
            ],
        )
        .maybe("aria-current", (draft == config.draft).then_some("true"))
    });
    let none = [("none", ServingText::NoDraft.of(scene.locale))];
    let presets = crate::ledger::presets::models()
        .iter()
        .map(|preset| (preset.id, preset.name));
    section("serving-draft", &text(ServingText::Draft))
        .kid(h("p").kid(text(ServingText::DraftLead)))
        .kid(table(
            &text(ServingText::Draft),
            [
                ServingText::DraftModel,
                ServingText::DraftWeights,
                ServingText::DemandColumn,
                ServingText::MostKept,
                ServingText::Use,
            ]
            .map(text),
            rows.collect(),
        ))
        .kid(h("div").class("settings").kid(choice(
            scene,
            Key::Draft,
            none.into_iter().chain(presets),
        )))
}

fn adapters(scene: &Scene<'_>) -> Tag {
    let config = scene.config();
    let text = |text| say(scene, text, &[]);
    let [low, high] = engine_plan::UNMERGED_LATENCY.map(|percent| percent.to_string());
    let numbers: Vec<u64> = with_own(config.adapters, &[1, 8, 32, 128]);
    let rows = numbers.into_iter().filter(|n| *n > 0).map(|number| {
        let after = Config {
            adapters: number,
            ..engine_plan::measured(config)
        };
        let adapters = engine_plan::adapters(&after, number);
        row(
            grouped_u64(number),
            [
                Html::from(size(scene, adapters.beside.bytes())),
                size(scene, adapters.own.bytes()).into(),
                say(scene, ServingText::LatencyMore, &[&low, &high]).into(),
                size(scene, adapters.merged.bytes()).into(),
                use_it(scene, &after),
            ],
        )
        .maybe(
            "aria-current",
            (number == config.adapters).then_some("true"),
        )
    });
    section("serving-adapters", &text(ServingText::Adapters))
        .kid(h("p").kid(say(scene, ServingText::AdaptersLead, &[&low, &high])))
        .kid(table(
            &text(ServingText::Adapters),
            [
                ServingText::AdapterCount,
                ServingText::OnOneBase,
                ServingText::OfItAdapters,
                ServingText::Latency,
                ServingText::EachMerged,
                ServingText::Use,
            ]
            .map(text),
            rows.collect(),
        ))
        .kid(settings(scene, &[Key::Adapters, Key::Rank]))
}
