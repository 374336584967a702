//! What was understood of a framework's flags, as JSON.
use super::json::Json;
use crate::flags::{Fact, Origin, Reading, Remark};
use crate::i18n::Locale;
use crate::ledger::words::Word;

/// `flags --from FILE --format json`: the framework, the query, what was understood and what was not.
pub fn flags_json(reading: &Reading, locale: Locale) -> String {
    let fact = |fact: &Fact| {
        Json::Object(vec![
            ("flag", Json::text(&fact.flag)),
            ("key", Json::text(fact.key.slug())),
            ("value", Json::text(&fact.value)),
            ("from", Json::text(Origin::slug(fact.origin))),
        ])
    };
    let remark = |remark: &Remark| {
        Json::Object(vec![
            (
                "key",
                remark.key.map_or(Json::Null, |key| Json::text(key.slug())),
            ),
            ("what", Json::text(remark.sentence(locale))),
        ])
    };
    let unknown = |(flag, value): &(String, String)| {
        Json::Object(vec![
            ("flag", Json::text(flag)),
            ("value", Json::text(value)),
        ])
    };
    Json::Object(vec![
        (
            "framework",
            reading
                .framework
                .map_or(Json::Null, |framework| Json::text(framework.slug())),
        ),
        ("query", Json::text(reading.query())),
        (
            "understood",
            Json::List(reading.facts.iter().map(fact).collect()),
        ),
        (
            "said",
            Json::List(reading.said.iter().map(remark).collect()),
        ),
        (
            "unknown",
            Json::List(reading.unknown.iter().map(unknown).collect()),
        ),
        (
            "also",
            Json::List(reading.also.iter().map(Json::text).collect()),
        ),
        (
            "no_effect",
            Json::List(reading.idle.iter().map(Json::text).collect()),
        ),
    ])
    .done()
}
