//! OOM triage: a log pasted, a symptom chosen, or the hunt followed; the finding, first cuts, and measured against
//! predicted. Every judgement is `ledger::triage`'s.
mod finding;
mod guide;

use super::{Outcome, Scene, parts};
use crate::html::{Html, Tag, h};
use crate::i18n::{Locale, TriageText as T, fill};
use crate::ledger::triage::symptoms::Symptom;
use crate::ledger::triage::{Log, Step, read};
use crate::ledger::words::Word;
use crate::url;

/// What is looked at.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    /// The text as it was pasted.
    text: String,
    /// What was read in it; None where nothing was pasted.
    log: Option<Log>,
    /// A symptom that was chosen instead.
    symptom: Option<Symptom>,
}

/// A text as it is offered to try: written for this page.
const SAMPLES: &[(&str, T, &str)] = &[
    (
        "training",
        T::ExampleTraining,
        "Traceback (most recent call last):\n  File \"train.py\", line 88, in <module>\n    trainer.train()\n  File \"/site-packages/transformers/trainer.py\", line 3749, in training_step\n    loss = self.compute_loss(model, inputs)\n  File \"/site-packages/transformers/loss/loss_utils.py\", line 35, in fixed_cross_entropy\n    loss = nn.functional.cross_entropy(source, target)\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 9.27 GiB. GPU 0 has a total capacity of 31.36 GiB of which 2.10 GiB is free. Including non-PyTorch memory, this process has 29.20 GiB memory in use. Of the allocated memory 27.90 GiB is allocated by PyTorch, and 730.12 MiB is reserved by PyTorch but unallocated.\n",
    ),
    (
        "engine",
        T::ExampleEngine,
        "ERROR 11-02 08:00:01 [core.py:500] ValueError: To serve at least one request with the model's max seq len (40960), (4.38 GiB KV cache is needed, which is larger than the available KV cache memory (1.60 GiB). Based on the available memory, the estimated maximum model length is 14976. Try increasing `gpu_memory_utilization` or decreasing `max_model_len` when initializing the engine.\n",
    ),
    (
        "start",
        T::ExampleStart,
        "INFO 07-19 09:14:31 [gpu_model_runner.py:1800] Model loading took 1.1201 GiB and 0.812 seconds\nINFO 07-19 09:14:50 [gpu_worker.py:232] Available KV cache memory: 14.85 GiB\nINFO 07-19 09:14:50 [kv_cache_utils.py:716] GPU KV cache size: 139,024 tokens\nINFO 07-19 09:15:07 [gpu_model_runner.py:2500] Graph capturing finished in 17 secs, took 0.53 GiB\n",
    ),
];

/// What a reader's act leads to: `log` and a text, `sample` and its name, `clear`, `symptom` and its slug.
pub(super) fn act(desk: &mut Desk, name: &str, value: &str) -> Outcome {
    match name {
        "log" if value == desk.text => return Outcome::Nothing,
        "log" => take(desk, value),
        "sample" => match SAMPLES.iter().find(|(slug, _, _)| *slug == value) {
            Some((_, _, text)) => take(desk, text),
            None => return Outcome::Nothing,
        },
        "clear" => *desk = Desk::default(),
        "symptom" => {
            let chosen = Symptom::of(value);
            desk.symptom = chosen.filter(|symptom| desk.symptom != Some(*symptom));
        }
        _unknown => return Outcome::Nothing,
    }
    Outcome::Redraw
}

fn take(desk: &mut Desk, text: &str) {
    desk.text = text.to_string();
    desk.log = (!text.trim().is_empty()).then(|| read(text));
    desk.symptom = None;
}

/// The view.
pub(super) fn draw(scene: &Scene<'_>, desk: &Desk) -> Html {
    let t = |text: T| text.of(scene.locale);
    h("article")
        .class("lesson triage")
        .kid(h("h2").kid(t(T::Heading)))
        .kid(h("p").class("lead").kid(t(T::Lead)))
        .kid(paste(scene, desk))
        .kid(finding::fixed(scene))
        .kid(desk.log.as_ref().map(|log| finding::section(scene, log)))
        .kid(guide::symptoms(scene, desk.symptom))
        .kid(guide::hunt(scene, desk.log.as_ref()))
        .kid(guide::side(scene))
        .kid(guide::order(scene))
        .kid(guide::sentence(scene))
        .into()
}

fn paste(scene: &Scene<'_>, desk: &Desk) -> Tag {
    let t = |text: T| text.of(scene.locale);
    let area = h("textarea")
        .attr("id", "triage-log")
        .attr("rows", "10")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("data-act", "log")
        .attr("data-on", "change")
        .attr("aria-describedby", "triage-hint")
        .kid(&desk.text);
    let samples = SAMPLES
        .iter()
        .map(|(slug, label, _)| parts::button("sample", slug, t(*label)));
    parts::section("triage-paste", t(T::PasteLabel)).kid(
        h("form")
            .attr("data-act", "log")
            .kid(h("label").attr("for", "triage-log").kid(t(T::PasteLabel)))
            .kid(area)
            .kid(
                h("p")
                    .class("legend")
                    .attr("id", "triage-hint")
                    .kid(t(T::PasteHint)),
            )
            .kid(
                h("p")
                    .class("acts")
                    .kid(
                        h("button")
                            .class("primary")
                            .attr("type", "submit")
                            .kid(t(T::ReadIt)),
                    )
                    .kid(parts::button("clear", "", t(T::Clear))),
            )
            .kid(
                h("p")
                    .class("acts")
                    .kid(h("span").kid(t(T::Examples)))
                    .kids(samples),
            ),
    )
}

/// Steps as a list: what, what it costs, what it frees, and a button where a key says it.
fn steps(scene: &Scene<'_>, steps: &[Step]) -> Tag {
    h("ol")
        .class("first-steps")
        .kids(steps.iter().map(|step| self::step(scene, step)))
}

fn step(scene: &Scene<'_>, step: &Step) -> Tag {
    let locale = scene.locale;
    let config = &scene.report.link.config;
    let title = step.code.title(locale);
    let diff = step
        .after
        .as_ref()
        .map(|after| url::diff_query(config, after));
    let effect = step.effect(scene.voice());
    let what = h("span")
        .class("what")
        .kid(h("b").kid(title))
        .kid(diff.as_ref().map(|diff| h("code").kid(diff)))
        .kid(h("small").kid(price(locale, step)));
    let button = diff.as_ref().map(|diff| {
        let name = [locale.text(crate::i18n::Text::Apply), locale.colon(), title].concat();
        parts::apply(diff, locale.text(crate::i18n::Text::Apply)).attr("aria-label", name)
    });
    h("li").kid(what).kid(
        h("span")
            .class("act")
            .kid(h("span").class("saving").kid(effect))
            .kid(button),
    )
}

fn price(locale: Locale, step: &Step) -> String {
    fill(
        locale.pick("代价：{0}", "price: {0}"),
        &[step.code.price(locale)],
    )
}
