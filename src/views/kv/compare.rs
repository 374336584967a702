//! Several models and cache formats on the same card, side by side, each with a table of its own.
use super::{KvState, grid, say};
use crate::html::{Html, Tag, h};
use crate::i18n::{KvText, Text};
use crate::ledger::config::{Axes, Config, Model};
use crate::ledger::engine_plan::{self, KEEP_A_TENTH};
use crate::ledger::item::Item;
use crate::ledger::kv_table::KvTable;
use crate::ledger::precision::KvDtype;
use crate::ledger::presets::{self, ModelPreset};
use crate::ledger::units::{Bytes, grouped_u64};
use crate::ledger::words::Word;
use crate::ledger::{estimate, kv_summary};
use crate::text;
use crate::url;
use crate::views::parts::{apply, button, row, size, table};
use crate::views::{Outcome, Scene};

/// Models the comparison starts with: one with all KV heads, one with grouped ones, one with a latent cache.
const START: [&str; 3] = ["llama-2-7b", "qwen3-8b", "deepseek-v2-lite"];
/// Most models beside the configuration's.
const LIMIT: usize = 6;
/// Formats of the comparison.
const FORMATS: [KvDtype; 3] = [KvDtype::Bf16, KvDtype::Fp8, KvDtype::Int4];

/// The chosen models.
fn chosen(state: &KvState) -> Vec<&'static ModelPreset> {
    match &state.models {
        Some(models) => models.clone(),
        None => START.into_iter().filter_map(presets::model).collect(),
    }
}

/// Adds a model by its id.
pub(super) fn add(state: &mut KvState, id: &str) -> Outcome {
    let mut models = chosen(state);
    match presets::model(id) {
        Some(preset) if !models.contains(&preset) && models.len() < LIMIT => {
            models.push(preset);
            state.models = Some(models);
            Outcome::Redraw
        }
        Some(_) | None => Outcome::Nothing,
    }
}

/// Removes a model by its id.
pub(super) fn remove(state: &mut KvState, id: &str) -> Outcome {
    let mut models = chosen(state);
    models.retain(|preset| preset.id != id);
    state.models = Some(models);
    Outcome::Redraw
}

/// The configurations to compare: the present one, pinned ones with another model, the chosen models.
fn configurations(
    scene: &Scene<'_>,
    state: &KvState,
) -> Vec<(Config, Option<&'static ModelPreset>)> {
    let own = scene.config();
    let mut out = vec![(own.unpinned(), None)];
    let pinned = own.vs.iter().flatten().map(|pin| (pin.model.clone(), None));
    let others = chosen(state)
        .into_iter()
        .map(|preset| (Model::preset(preset), Some(preset)));
    for (model, preset) in pinned.chain(others) {
        if out.iter().all(|(config, _)| config.model != model) {
            let config = Config {
                model,
                ..own.unpinned()
            };
            out.push((config, preset));
        }
    }
    out
}

/// The section.
pub(super) fn draw(scene: &Scene<'_>, state: &KvState) -> Tag {
    let config = scene.config();
    let all = configurations(scene, state);
    let rows = all
        .iter()
        .flat_map(|(config, _)| formats(config).map(move |format| (config, format)))
        .map(|(config, kvdtype)| {
            let config = Config {
                kvdtype,
                ..config.clone()
            };
            line(scene, &config)
        })
        .collect();
    let heads = [
        KvText::Model,
        KvText::Weights,
        KvText::PerToken,
        KvText::Setting,
        KvText::Most,
        KvText::Longest,
        KvText::Use,
    ]
    .map(|text| say(scene, text, &[]));
    h("section")
        .attr("id", "kv-compare")
        .kid(h("h3").kid(say(scene, KvText::SideBySide, &[])))
        .kid(h("p").kid(say(
            scene,
            KvText::SideLead,
            &[&grouped_u64(config.conc), &grouped_u64(config.len)],
        )))
        .kid(table(&say(scene, KvText::SideBySide, &[]), heads, rows))
        .kid(choose(scene, state))
        .kids(
            all.iter()
                .skip(1)
                .map(|(config, preset)| own_table(scene, config, *preset)),
        )
}

/// The configuration's own format first where it is none of the usual.
fn formats(config: &Config) -> impl Iterator<Item = KvDtype> + use<> {
    let own = Some(config.kvdtype).filter(|own| !FORMATS.contains(own));
    own.into_iter().chain(FORMATS)
}

fn line(scene: &Scene<'_>, config: &Config) -> Tag {
    let own = scene.config();
    let ledger = estimate(config);
    let setting = Axes {
        concurrency: vec![config.conc],
        length: vec![config.len],
    };
    let cell = KvTable::of(config, &ledger, &setting)
        .and_then(|table| table.rows.first()?.first().copied());
    let kept = engine_plan::room(&ledger, KEEP_A_TENTH).unwrap_or(Bytes::ZERO);
    let most = engine_plan::most_sequences(config, kept, config.len);
    let longest = engine_plan::longest(config, kept, config.conc);
    let weights = ledger
        .line(Item::EngineWeights)
        .map(|line| size(scene, line.bytes()));
    let name = [
        &text::model_name(config, scene.locale),
        " · ",
        config.kvdtype.slug(),
    ]
    .concat();
    let diff = url::diff_query(&own.unpinned(), config);
    let here = diff.is_empty();
    let shown = cell.map(|cell| {
        h("span")
            .kid(
                h("span")
                    .attr("aria-hidden", "true")
                    .kid(text::phrases::mark(cell.verdict)),
            )
            .kid(size(scene, cell.bytes))
            .kid(
                h("span")
                    .class("sr")
                    .kid([" ", cell.verdict.label(scene.locale)].concat()),
            )
    });
    let cells = [
        Html::from(weights),
        grouped_u64(kv_summary(config).per_token).into(),
        shown.into(),
        most.map(grouped_u64).into(),
        longest.map(grouped_u64).into(),
        match here {
            true => Html::default(),
            false => apply(&diff, say(scene, KvText::Use, &[])).into(),
        },
    ];
    let line = row(name, cells).maybe("aria-current", here.then_some("true"));
    line.maybe("data-verdict", cell.map(|cell| cell.verdict.slug()))
}

/// Which models stand there.
fn choose(scene: &Scene<'_>, state: &KvState) -> Tag {
    let chosen = chosen(state);
    let drops = chosen.iter().map(|preset| {
        button(
            "kv-drop",
            preset.id,
            say(scene, KvText::Drop, &[preset.name]),
        )
    });
    let options = presets::models()
        .iter()
        .filter(|preset| !chosen.contains(preset))
        .map(|preset| h("option").attr("value", preset.id).kid(preset.name));
    // The first option is what stands there before anything is chosen.
    let first = h("option")
        .attr("value", "")
        .flag("selected", true)
        .kid(say(scene, KvText::AddModel, &[]));
    h("div")
        .class("choose acts")
        .kid(
            h("select")
                .attr("id", "kv-add")
                .attr("data-act", "kv-add")
                .attr("data-on", "change")
                .attr("aria-label", say(scene, KvText::AddModel, &[]))
                .flag("disabled", chosen.len() >= LIMIT)
                .kid(first)
                .kids(options),
        )
        .kids(drops)
}

/// Another model's table over the same axes, opened when it is asked for.
fn own_table(scene: &Scene<'_>, config: &Config, preset: Option<&'static ModelPreset>) -> Html {
    let ledger = estimate(config);
    let axes =
        KvTable::of(scene.config(), scene.ledger(), &scene.config().axes).map(|table| Axes {
            concurrency: table.concurrency,
            length: table.length,
        });
    let Some(table) = axes.and_then(|axes| KvTable::of(config, &ledger, &axes)) else {
        return Html::default();
    };
    let name = match preset {
        Some(preset) => preset.name.to_string(),
        None => text::model_name(config, scene.locale),
    };
    let label = [scene.locale.text(Text::KvHeading), " · ", name.as_str()].concat();
    h("details")
        .kid(h("summary").kid(say(scene, KvText::OwnTable, &[&name])))
        .kid(grid(scene, config, &table, &label))
        .into()
}
