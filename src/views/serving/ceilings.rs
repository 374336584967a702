//! How far it goes: the most sequences at a context, the longest context at a concurrency, the util a demand takes.
use super::{say, take, util, with_own};
use crate::html::{Html, Tag, h};
use crate::i18n::{ServingText, fill};
use crate::ledger::engine_plan::{self, KEEP_A_TENTH, WHOLE};
use crate::ledger::units::{Bytes, grouped_u64};
use crate::views::Scene;
use crate::views::parts::{apply, note, row, section, size, table};

/// Contexts that are always shown, in tokens.
const CONTEXTS: &[u64] = &[4096, 8192, 32_768, 131_072];
/// Concurrencies that are always shown.
const CONCURRENCIES: &[u64] = &[1, 4, 16, 64];

/// The two tables and the util.
pub(super) fn draw(scene: &Scene<'_>) -> Tag {
    let text = |text| say(scene, text, &[]);
    let (config, ledger) = (scene.config(), scene.ledger());
    let out = section("serving-ceilings", &text(ServingText::Ceilings))
        .kid(h("p").kid(text(ServingText::CeilingsLead)));
    let Some(whole) = engine_plan::room(ledger, WHOLE) else {
        return out.kid(note("bad", text(ServingText::CardFull)));
    };
    // Where less than a tenth is left without any cache there is no room to keep it.
    let kept = engine_plan::room(ledger, KEEP_A_TENTH).unwrap_or(Bytes::ZERO);
    let most = |room, len| engine_plan::most_sequences(config, room, len).unwrap_or(0);
    let longest = |room, conc| engine_plan::longest(config, room, conc).unwrap_or(0);
    let by_length = with_own(config.len, CONTEXTS).into_iter().map(|len| {
        let one = engine_plan::cache_formula(config, 1, len).map(|f| size(scene, f.bytes()));
        row(
            grouped_u64(len),
            [
                one.into(),
                button("conc", most(whole, len)),
                button("conc", most(kept, len)),
            ],
        )
        .maybe("aria-current", (len == config.len).then_some("true"))
    });
    let by_concurrency = with_own(config.conc, CONCURRENCIES)
        .into_iter()
        .map(|conc| {
            row(
                grouped_u64(conc),
                [
                    button("len", longest(whole, conc)),
                    button("len", longest(kept, conc)),
                ],
            )
            .maybe("aria-current", (conc == config.conc).then_some("true"))
        });
    out.kid(table(
        &text(ServingText::MostKept),
        [
            ServingText::Context,
            ServingText::PerRequest,
            ServingText::MostWhole,
            ServingText::MostKept,
        ]
        .map(text),
        by_length.collect(),
    ))
    .kid(table(
        &text(ServingText::LongestKept),
        [
            ServingText::Concurrency,
            ServingText::LongestWhole,
            ServingText::LongestKept,
        ]
        .map(text),
        by_concurrency.collect(),
    ))
    .kid(wanted(scene))
}

/// A number to take; nothing to press where nothing fits.
fn button(key: &str, value: u64) -> Html {
    match value {
        0 => "0".into(),
        value => take(key, value).into(),
    }
}

fn wanted(scene: &Scene<'_>) -> Option<Tag> {
    let config = scene.config();
    let plan = engine_plan::plan(config, scene.ledger())?;
    let settable = plan.wanted_util <= engine_plan::UTIL_LIMIT;
    let text = match settable {
        true => ServingText::UtilWanted,
        false => ServingText::UtilBeyond,
    };
    let shown = util(plan.wanted_util);
    let sentence = fill(
        text.of(scene.locale),
        &[&grouped_u64(config.conc), &grouped_u64(config.len), &shown],
    );
    let button = settable.then(|| {
        apply(
            &["util=", &shown].concat(),
            say(scene, ServingText::SetUtil, &[&shown]),
        )
    });
    Some(
        note(if settable { "" } else { "bad" }, sentence)
            .kid(" ")
            .kid(button),
    )
}
