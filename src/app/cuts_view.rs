//! What the ledger has to say: warnings, what to do with room, and the seven cuts with their Apply buttons.
use super::store::Store;
use crate::app::node::{Node, frag, h};
use crate::i18n::{Locale, Text, Voice};
use crate::ledger::advice::{Cut, CutCode, CutState};
use crate::ledger::item::Verdict;
use crate::ledger::words::Word;
use crate::text::{Report, saving};
use crate::url::Key;

/// Warnings and the advice on room.
pub(super) fn speech(store: Store, locale: Locale) -> Node {
    Node::from(
        h("div")
            .attr("class", "speech")
            .kid(move || store.with_settled(|report| said(store, report, report.voice(locale)))),
    )
}

fn said(store: Store, report: &Report, voice: Voice) -> Node {
    let over = report.ledger.verdict() == Verdict::Over;
    let warnings = report
        .warnings
        .iter()
        .map(|warning| {
            let class = if over { "note bad" } else { "note warn" };
            Node::from(
                h("p")
                    .attr("class", class)
                    .attr("data-warning", warning.code())
                    .kid(warning.sentence(voice)),
            )
        })
        .collect::<Vec<_>>();
    let room = report.room.as_ref().map(|raise| {
        let after = raise.after.clone();
        let sentence = raise.sentence(&report.link.config, voice);
        Node::from(
            h("p")
                .attr("class", "note acting")
                .attr("data-advice", "raise_concurrency")
                .kid(h("span").kid(sentence))
                .kid(
                    h("button")
                        .attr("type", "button")
                        .attr("class", "small")
                        .attr("disabled", locked(report, Key::Conc))
                        .on_click(move |_| store.adopt(after.clone()))
                        .kid(voice.locale.text(Text::Apply)),
                ),
        )
    });
    Node::from(frag().kid(warnings).kid(room))
}

/// The seven cuts, in the lesson's order and with its numbers.
pub(super) fn list(store: Store, locale: Locale) -> Node {
    Node::from(
        h("section")
            .attr("id", "l0-cuts")
            .attr("class", "cuts")
            .attr("aria-label", locale.text(Text::TheCuts))
            .kid(h("h2").kid(locale.text(Text::TheCuts)))
            .kid(h("ol").kid(move || {
                store.with_settled(|report| {
                    report
                        .cuts
                        .iter()
                        .map(|cut| row(store, report, cut, report.voice(locale)))
                        .collect::<Vec<_>>()
                })
            })),
    )
}

fn row(store: Store, report: &Report, cut: &Cut, voice: Voice) -> Node {
    let locale = voice.locale;
    let target = cut.target(locale);
    let target =
        (!target.is_empty()).then(|| Node::from(h("span").attr("class", "target").kid(target)));
    let action = match (&cut.after, cut.state) {
        (Some(after), CutState::Open | CutState::Made | CutState::NotHere) => {
            let after = after.clone();
            let fits = cut.verdict_after.map_or("", |v| v.slug());
            Node::from(
                frag()
                    .kid(
                        h("b")
                            .attr("class", "saving")
                            .attr("data-after", fits)
                            .kid(saving(cut, voice)),
                    )
                    .kid(
                        h("button")
                            .attr("type", "button")
                            .attr("class", "small")
                            .attr("disabled", locked(report, key_of(cut.code)))
                            .attr("data-apply", cut.code.slug())
                            .on_click(move |_| store.adopt(after.clone()))
                            .attr(
                                "aria-label",
                                [
                                    locale.text(Text::Apply),
                                    locale.colon(),
                                    cut.code.title(locale),
                                ]
                                .concat(),
                            )
                            .kid(locale.text(Text::Apply)),
                    ),
            )
        }
        (None, state @ (CutState::Made | CutState::Open)) => Node::from(
            h("span")
                .attr("class", "made")
                .kid(h("span").attr("aria-hidden", "true").kid("✓ "))
                .kid(state.label(locale)),
        ),
        (None, CutState::NotHere) => Node::from(
            h("span")
                .attr("class", "made")
                .kid(CutState::NotHere.label(locale)),
        ),
    };
    Node::from(
        h("li")
            .attr("data-cut", cut.code.slug())
            .attr("data-state", cut.state.slug())
            .kid(
                h("span")
                    .attr("class", "no")
                    .attr("aria-hidden", "true")
                    .kid(cut.code.number().to_string()),
            )
            .kid(
                h("span")
                    .attr("class", "what")
                    .kid(h("b").kid(cut.code.title(locale)))
                    .kid(target)
                    .kid(
                        h("small")
                            .kid(cut.code.effect(locale))
                            .kid(locale.text(Text::PriceJoin))
                            .kid(cut.code.price(locale)),
                    ),
            )
            .kid(h("span").attr("class", "act").kid(action)),
    )
}

fn locked(report: &Report, key: Key) -> bool {
    report.link.display.lock.contains(&key)
}

/// The key whose control a cut would move: where that is locked, so is the cut.
const fn key_of(code: CutCode) -> Key {
    match code {
        CutCode::MicroBatch => Key::Mb,
        CutCode::Checkpointing => Key::Ckpt,
        CutCode::Concurrency => Key::Conc,
        CutCode::Length => Key::Len,
        CutCode::Reference => Key::Ref,
        CutCode::Lora => Key::Tune,
        CutCode::SmallerModel => Key::Model,
    }
}
