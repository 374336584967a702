//! The whiteboard about the cache: what KV heads decide, and what each trick multiplies.
use crate::html::{Html, Tag, h};
use crate::i18n::{WhiteboardText, fill};
use crate::ledger::config::{Config, Millionths};
use crate::ledger::engine_plan::cache_formula;
use crate::ledger::kv_summary;
use crate::ledger::precision::KvDtype;
use crate::ledger::units::{ByteUnit, grouped_u64, plain};
use crate::url;
use crate::views::Scene;
use crate::views::parts::{open, row, section, size, table};

/// The lesson's four models.
const MODELS: [(&str, &str); 4] = [
    (
        "7B MHA",
        "model=custom&m.layers=32&m.hidden=4096&m.name=7B%20MHA&view=kv",
    ),
    (
        "7B GQA-8",
        "model=custom&m.layers=32&m.hidden=4096&m.kv_heads=8&m.name=7B%20GQA-8&view=kv",
    ),
    (
        "70B MHA",
        "model=custom&m.layers=80&m.hidden=8192&m.heads=64&m.name=70B%20MHA&view=kv",
    ),
    (
        "70B GQA-8",
        "model=custom&m.layers=80&m.hidden=8192&m.heads=64&m.kv_heads=8&m.name=70B%20GQA-8&view=kv",
    ),
];
/// Its lengths, in tokens.
const LENGTHS: [u64; 3] = [4096, 32_768, 131_072];
/// The length whose cache it names for the last of them, in tokens.
const TEN_THOUSAND: u64 = 10_000;
/// What it prints for the 70B, in GB.
const PRINTED: &str = "MHA 10.5 / 86 / 344, GQA-8 1.3 / 10.7 / 43";

/// Both sections.
pub(super) fn draw(scene: &Scene<'_>) -> Html {
    Html::from(heads(scene)).then(tricks(scene))
}

fn say(scene: &Scene<'_>, text: WhiteboardText, values: &[&str]) -> String {
    fill(text.of(scene.locale), values)
}

fn linked(query: &str) -> Config {
    url::parse(query).0.config
}

fn heads(scene: &Scene<'_>) -> Tag {
    let one = |config: &Config, len| cache_formula(config, 1, len).map(|f| f.bytes());
    let rows = MODELS.map(|(name, query)| {
        let config = linked(query);
        let sizes = LENGTHS.map(|len| {
            one(&config, len)
                .map(|bytes| size(scene, bytes))
                .unwrap_or_default()
        });
        let cells = std::iter::once(grouped_u64(kv_summary(&config).per_token)).chain(sizes);
        row(open(query, name), cells)
    });
    let names = [
        say(scene, WhiteboardText::GqaModel, &[]),
        say(scene, WhiteboardText::BytesPerToken, &[]),
    ];
    let lengths = LENGTHS.map(grouped_u64);
    let last = MODELS.last().map(|(_, query)| linked(query));
    let ten = last
        .and_then(|config| one(&config, TEN_THOUSAND))
        .map(|bytes| bytes.shown(ByteUnit::GB))
        .unwrap_or_default();
    let heading = say(scene, WhiteboardText::Gqa, &[]);
    section("wb-gqa", &heading)
        .kid(h("p").kid(say(scene, WhiteboardText::GqaRule, &[&ten])))
        .kid(table(
            &heading,
            names.into_iter().chain(lengths),
            rows.to_vec(),
        ))
        .kid(h("p").kid(say(scene, WhiteboardText::Printed70, &[PRINTED])))
}

/// The example that the tricks are worked on.
const EXAMPLE: &str = "model=custom&m.layers=32&m.hidden=4096&m.name=7B%20MHA&task=serve&conc=16&len=32768&method=measured";
const EXAMPLE_GQA: &str = "model=custom&m.layers=32&m.hidden=4096&m.kv_heads=8&m.name=7B%20GQA-8&task=serve&conc=16&len=32768&view=kv";
const EXAMPLE_FP8: &str = "model=custom&m.layers=32&m.hidden=4096&m.name=7B%20MHA&task=serve&conc=16&len=32768&kvdtype=fp8&view=kv";
const EXAMPLE_INT4: &str = "model=custom&m.layers=32&m.hidden=4096&m.name=7B%20MHA&task=serve&conc=16&len=32768&kvdtype=int4&view=kv";
const EXAMPLE_PREFIX: &str = "model=custom&m.layers=32&m.hidden=4096&m.name=7B%20MHA&task=serve&conc=16&len=32768&prefix=0.5&method=measured&view=kv";
const EXAMPLE_WINDOW: &str = "model=mistral-7b-v0.1&task=serve&conc=16&len=32768&view=kv";
/// The window and share of tokens of the example.
const WINDOW: u64 = 4096;
const KEPT_PERCENT: u64 = 20;
/// A sequence that is no whole number of blocks, in tokens.
const RAGGED: u64 = 1000;

fn tricks(scene: &Scene<'_>) -> Tag {
    let base = linked(EXAMPLE);
    let bytes = |config: &Config| {
        cache_formula(config, config.conc, config.len).map_or(0.0, |formula| formula.value())
    };
    let all = bytes(&base);
    // A factor of the example: what is left over all.
    let times = |config: &Config| {
        let factor = if all > 0.0 { bytes(config) / all } else { 0.0 };
        ["× ", &plain((factor * 1000.0).round() / 1000.0)].concat()
    };
    let with = |kvdtype| Config {
        kvdtype,
        ..base.clone()
    };
    let shorter = |len| Config {
        len,
        ..base.clone()
    };
    let kept = base.len.saturating_mul(KEPT_PERCENT) / 100;
    let text = |text| say(scene, text, &[]);
    let link = |query: &str| Html::from(open(query, text(WhiteboardText::Open)));
    let gqa = Config {
        model: linked(EXAMPLE_GQA).model,
        ..base.clone()
    };
    let prefix = Config {
        prefix: Millionths(500_000),
        ..base.clone()
    };
    let block = cache_formula(&shorter(RAGGED), 1, RAGGED)
        .map(|formula| size(scene, formula.bytes()))
        .unwrap_or_default();
    let line = |name: String, by: String, price: String, query: Option<&str>| {
        row(
            name,
            [by.into(), price.into(), query.map(link).unwrap_or_default()],
        )
    };
    use WhiteboardText as T;
    let rows = vec![
        line(
            text(T::TrickGqa),
            times(&gqa),
            text(T::TrickGqaPrice),
            Some(EXAMPLE_GQA),
        ),
        line(
            text(T::TrickFp8),
            times(&with(KvDtype::Fp8)),
            text(T::TrickFp8Price),
            Some(EXAMPLE_FP8),
        ),
        line(
            text(T::TrickInt4),
            times(&with(KvDtype::Int4)),
            text(T::TrickInt4Price),
            Some(EXAMPLE_INT4),
        ),
        line(
            say(
                scene,
                T::TrickWindow,
                &[&grouped_u64(WINDOW), &grouped_u64(base.len)],
            ),
            times(&shorter(WINDOW)),
            text(T::TrickWindowPrice),
            Some(EXAMPLE_WINDOW),
        ),
        line(
            say(scene, T::TrickEvict, &[&KEPT_PERCENT.to_string()]),
            times(&shorter(kept)),
            text(T::TrickEvictPrice),
            None,
        ),
        line(
            say(scene, T::TrickPrefix, &["50", &base.conc.to_string()]),
            times(&prefix),
            text(T::TrickPrefixPrice),
            Some(EXAMPLE_PREFIX),
        ),
        line(
            text(T::TrickOffload),
            text(T::TrickOffloadBy),
            text(T::TrickOffloadPrice),
            None,
        ),
        line(
            text(T::TrickPaging),
            say(scene, T::TrickPagingBy, &[&grouped_u64(RAGGED), &block]),
            text(T::TrickPagingPrice),
            None,
        ),
    ];
    let heading = text(T::Tricks);
    section("wb-kv-tricks", &heading).kid(table(
        &heading,
        [T::Trick, T::Multiplies, T::Price, T::Open].map(text),
        rows,
    ))
}
