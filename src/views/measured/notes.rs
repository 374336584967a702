//! Under the rows: warnings and advice, the seven cuts, where the lesson differs, how to measure.
use super::block;
use super::rows::difference;
use crate::html::{Html, Tag, all, h};
use crate::i18n::{LessonText, MeasuredText, Text, fill};
use crate::ledger::advice::{Cut, CutState};
use crate::ledger::config::{Config, Model};
use crate::ledger::differences::compare;
use crate::ledger::item::{Item, Owner, Verdict};
use crate::ledger::presets;
use crate::ledger::units::{Bytes, plain};
use crate::ledger::words::Word;
use crate::ledger::{estimate, saved_in_hidden};
use crate::text::{model_name, saving};
use crate::url;
use crate::views::{Scene, parts};

/// Warnings, and what to do with room.
pub(super) fn speech(scene: &Scene<'_>) -> Html {
    let report = scene.report;
    let grade = match report.ledger.verdict() {
        Verdict::Over => "bad",
        Verdict::Tight | Verdict::Fits => "warn",
    };
    let warnings = report.warnings.iter().map(|warning| {
        parts::note(grade, warning.sentence(scene.voice())).attr("data-warning", warning.code())
    });
    let room = report.room.as_ref().map(|raise| {
        h("p")
            .class("note acting")
            .attr("data-advice", "raise_concurrency")
            .kid(h("span").kid(raise.sentence(scene.config(), scene.voice())))
            .kid(parts::apply(
                &url::diff_query(scene.config(), &raise.after),
                scene.locale.text(Text::Apply),
            ))
    });
    let config = scene.config();
    let assumed = config.model.shape.as_ref().is_some_and(|s| s.spec.assumed);
    let family = assumed.then(|| {
        let name = model_name(config, scene.locale);
        parts::note(
            "warn",
            fill(MeasuredText::Unsure.of(scene.locale), &[&name]),
        )
    });
    h("div")
        .class("speech")
        .kids(warnings)
        .kid(family)
        .kid(room)
        .into()
}

/// The seven cuts, in the lesson's order and with its numbers.
pub(super) fn cuts(scene: &Scene<'_>) -> Html {
    h("section")
        .class("cuts block")
        .attr("aria-label", scene.locale.text(Text::TheCuts))
        .kid(h("h2").kid(scene.locale.text(Text::TheCuts)))
        .kid(h("ol").kids(scene.report.cuts.iter().map(|cut| one_cut(scene, cut))))
        .into()
}

fn one_cut(scene: &Scene<'_>, cut: &Cut) -> Tag {
    let locale = scene.locale;
    let target = cut.target(locale);
    let action: Html = match (&cut.after, cut.state) {
        (Some(after), CutState::Open | CutState::Made | CutState::NotHere) => all([
            h("b")
                .class("saving")
                .attr("data-after", cut.verdict_after.map_or("", |v| v.slug()))
                .kid(saving(cut, scene.voice())),
            parts::apply(
                &url::diff_query(scene.config(), after),
                locale.text(Text::Apply),
            )
            .attr("data-apply", cut.code.slug())
            .attr(
                "aria-label",
                [
                    locale.text(Text::Apply),
                    locale.colon(),
                    cut.code.title(locale),
                ]
                .concat(),
            ),
        ]),
        (None, state @ (CutState::Made | CutState::Open)) => h("span")
            .class("made")
            .kid(h("span").attr("aria-hidden", "true").kid("✓ "))
            .kid(state.label(locale))
            .into(),
        (None, CutState::NotHere) => h("span")
            .class("made")
            .kid(CutState::NotHere.label(locale))
            .into(),
    };
    h("li")
        .attr("data-cut", cut.code.slug())
        .attr("data-state", cut.state.slug())
        .kid(
            h("span")
                .class("no")
                .attr("aria-hidden", "true")
                .kid(cut.code.number().to_string()),
        )
        .kid(
            h("span")
                .class("what")
                .kid(h("b").kid(cut.code.title(locale)))
                .kid((!target.is_empty()).then(|| h("span").class("target").kid(target)))
                .kid(
                    h("small")
                        .kid(cut.code.effect(locale))
                        .kid(locale.text(Text::PriceJoin))
                        .kid(cut.code.price(locale)),
                ),
        )
        .kid(h("span").class("act").kid(action))
}

/// Where the lesson's rules and this method part, row by row.
pub(super) fn differences(scene: &Scene<'_>) -> Html {
    let compared = compare(scene.config());
    let voice = scene.voice();
    let maxima = compared
        .measured
        .on(compared.measured.worst().role)
        .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes()));
    let total = fill(
        MeasuredText::SumAgainstPeak.of(scene.locale),
        &[
            &voice.size(compared.lesson.used()),
            &voice.size(compared.measured.used()),
            &voice.size(maxima),
        ],
    );
    let rows = compared.differences.iter().map(|d| {
        h("li")
            .attr("data-differs", d.why.slug())
            .kid(h("b").kid(d.item.label(scene.locale)))
            .kid(scene.locale.colon())
            .kid(difference(scene, d))
    });
    block("measured-why", MeasuredText::WhyDiffer.of(scene.locale))
        .kid(
            h("p")
                .class("lead")
                .kid(MeasuredText::WhyLead.of(scene.locale)),
        )
        .kid(h("ul").class("points").kids(rows))
        .kid(h("p").kid(total))
        .into()
}

/// What the lessons say of measuring: the four cells, 34·B·S·H, peak minus static, packing, the warm-up record.
pub(super) fn lessons(scene: &Scene<'_>) -> Html {
    let t = |text: MeasuredText| text.of(scene.locale);
    let open = |query: &str| parts::open(query, LessonText::TryIt.of(scene.locale));
    let cells = h("section")
        .attr("id", "cp-four-cells")
        .kid(h("h3").kid(t(MeasuredText::CellsHeading)))
        .kid(h("p").kid(t(MeasuredText::CellsLead)))
        .kid(
            h("ul")
                .class("points")
                .kid(
                    h("li")
                        .kid(t(MeasuredText::CellsAdam))
                        .kid(" ")
                        .kid(open("method=measured&recipe=master&opt=adamw")),
                )
                .kid(
                    h("li")
                        .kid(t(MeasuredText::CellsSgd))
                        .kid(" ")
                        .kid(open("method=measured&recipe=nomaster&opt=sgdm")),
                )
                .kid(
                    h("li")
                        .kid(t(MeasuredText::CellsEight))
                        .kid(" ")
                        .kid(open("method=measured&recipe=master&opt=adamw8bit")),
                ),
        );
    let folk = h("section")
        .attr("id", "wb-34")
        .kid(h("h3").kid(t(MeasuredText::Folk34)))
        .kid(h("p").kid(t(MeasuredText::Folk34Text)))
        .kid(
            h("ul").class("points").kids(
                ["qwen3-0.6b", "qwen3-8b", "llama-3.1-8b"]
                    .iter()
                    .filter_map(|id| presets::model(id))
                    .filter_map(|preset| {
                        let per_h = saved_in_hidden(&Model::preset(preset))?;
                        Some(h("li").kid(fill(
                            t(MeasuredText::Folk34Row),
                            &[preset.name, &plain((per_h * 10.0).round() / 10.0)],
                        )))
                    }),
            ),
        )
        .kid(h("p").kid(t(MeasuredText::Folk34Board)).kid(" ").kid(open(
            "method=measured&task=sft&model=llama-2-7b&mb=4&seq=4096&ckpt=0&gpu=h200",
        )));
    let measure = h("section")
        .attr("id", "q8-measure")
        .kid(h("h3").kid(t(MeasuredText::MeasureHeading)))
        .kid(h("p").kid(t(MeasuredText::MeasureHow)))
        .kid(measure_now(scene));
    let packing = h("section")
        .attr("id", "wb-packing")
        .kid(h("h3").kid("packing"))
        .kid(h("p").kid(t(MeasuredText::Packing)))
        .kid(h("p").kid(t(MeasuredText::StaticNote)));
    h("details")
        .class("block learn")
        .kid(h("summary").kid(t(MeasuredText::LearnMore)))
        .kid(cells)
        .kid(folk)
        .kid(measure)
        .kid(packing)
        .kid(warm_up(scene))
        .into()
}

/// The sentence of peak, static part and their difference for the present configuration, where it trains.
fn measure_now(scene: &Scene<'_>) -> Option<Tag> {
    let ledger = scene.ledger();
    if !ledger.residents.trains {
        return None;
    }
    let (peak, fixed) = (ledger.train_side(), ledger.train_floor());
    let voice = scene.voice();
    Some(h("p").kid(fill(
        MeasuredText::MeasureNow.of(scene.locale),
        &[
            &voice.size(peak),
            &voice.size(fixed),
            &voice.size(peak.minus(fixed)),
        ],
    )))
}

/// What a load test should find: prefill peak, steady decode, growth per sequence, by the present configuration.
fn warm_up(scene: &Scene<'_>) -> Tag {
    let t = |text: MeasuredText| text.of(scene.locale);
    let config = scene.config();
    let ledger = scene.ledger();
    let voice = scene.voice();
    let engine = |ledger: &crate::ledger::Ledger| {
        ledger
            .lines
            .iter()
            .filter(|line| line.owner == Owner::Engine)
            .fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes()))
    };
    let runtime = ledger.bytes_of(Item::EngineRuntime);
    let more = estimate(&Config {
        conc: config.conc.saturating_add(1),
        ..config.clone()
    });
    let growth = more
        .bytes_of(Item::KvCache)
        .minus(ledger.bytes_of(Item::KvCache));
    let rows = [
        (MeasuredText::WarmupPrefill, engine(ledger)),
        (MeasuredText::WarmupDecode, engine(ledger).minus(runtime)),
        (MeasuredText::WarmupGrowth, growth),
    ];
    h("section")
        .attr("id", "wb-warmup")
        .kid(h("h3").kid(t(MeasuredText::WarmupHeading)))
        .kid(h("p").kid(t(MeasuredText::WarmupLead)))
        .kid(h("ul").class("points").kids(rows.map(|(text, bytes)| {
            h("li")
                .kid(t(text))
                .kid(scene.locale.colon())
                .kid(h("b").kid(voice.size(bytes)))
        })))
}
