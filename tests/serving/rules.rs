//! What holds whatever the configuration.
use crate::case::report;
use vram_ledger::ledger::config::Config;
use vram_ledger::ledger::engine_plan::{
    self, KEEP_A_TENTH, WHOLE, frontier, longest, most_sequences, room,
};
use vram_ledger::ledger::gate::Gate;
use vram_ledger::ledger::item::Verdict;
use vram_ledger::ledger::presets::{cards, models};
use vram_ledger::ledger::solve::{Unknown, solve};
use vram_ledger::ledger::{estimate, units::Bytes};

const LENGTHS: [u64; 9] = [1, 15, 16, 17, 1000, 4096, 32_768, 131_072, 1_000_000];

/// Every model on a spread of cards, by both methods.
fn configurations() -> Vec<Config> {
    let mut out = Vec::new();
    for (i, model) in models().iter().enumerate() {
        for method in ["lesson", "measured"] {
            let card = &cards()[(i * 7) % cards().len()];
            let dtype = ["bf16", "fp8", "int4"][i % 3];
            let link = format!(
                "task=serve&model={}&gpu={}&method={method}&dtype={dtype}",
                model.id, card.id
            );
            out.push(report(&link).link.config);
        }
    }
    out
}

#[test]
fn a_longer_context_never_raises_the_largest_concurrency() {
    for config in configurations() {
        let Some(room) = room(&estimate(&config), WHOLE) else {
            continue;
        };
        let most: Vec<u64> = LENGTHS
            .iter()
            .map(|len| most_sequences(&config, room, *len).unwrap())
            .collect();
        assert!(
            most.is_sorted_by(|a, b| a >= b),
            "{}: {most:?}",
            config.model.name()
        );
        let longest: Vec<u64> = [1, 2, 3, 16, 100]
            .iter()
            .map(|conc| longest(&config, room, *conc).unwrap())
            .collect();
        assert!(
            longest.is_sorted_by(|a, b| a >= b),
            "{}",
            config.model.name()
        );
    }
}

/// The most is the most: it fits, one more does not, and the ledger agrees.
#[test]
fn the_most_is_what_the_ledger_says() {
    for config in configurations() {
        let ledger = estimate(&config);
        for (share, ends) in [(WHOLE, false), (KEEP_A_TENTH, true)] {
            let Some(room) = room(&ledger, share) else {
                continue;
            };
            let most = most_sequences(&config, room, config.len).unwrap();
            let passes = |conc: u64| {
                let config = Config {
                    conc,
                    ..config.clone()
                };
                Gate::of(&estimate(&config), share).passes()
            };
            assert!(most == 0 || passes(most), "{}", config.model.name());
            assert!(
                most >= 1_000_000 || !passes(most + 1),
                "{}",
                config.model.name()
            );
            if ends {
                let solved = solve(&config, Unknown::Concurrency).map_or(0, |s| s.value);
                assert_eq!(solved, most, "{}", config.model.name());
            }
        }
    }
}

#[test]
fn a_larger_card_never_fails_where_a_smaller_passes() {
    let sizes = [8_192, 16_384, 24_564, 32_607, 49_140, 81_920, 147_456];
    for config in configurations() {
        let mut passed = false;
        let mut most = 0;
        for mib in sizes {
            let config = Config {
                mem: Some(mib),
                ..config.clone()
            };
            let ledger = estimate(&config);
            let passes = Gate::of(&ledger, KEEP_A_TENTH).passes();
            assert!(passes || !passed, "{} at {mib}", config.model.name());
            passed = passes;
            let now = room(&ledger, KEEP_A_TENTH)
                .and_then(|room| most_sequences(&config, room, config.len))
                .unwrap_or(0);
            assert!(now >= most, "{} at {mib}", config.model.name());
            most = now;
            assert_eq!(
                passes,
                ledger.verdict() == Verdict::Fits || ledger.used().0 * 10 == ledger.capacity.0 * 9
            );
        }
    }
}

#[test]
fn the_frontier_falls() {
    for config in configurations() {
        let room = room(&estimate(&config), WHOLE).unwrap_or(Bytes::ZERO);
        let points = frontier(&config, room, 128);
        assert!(
            points.is_sorted_by(|a, b| a.0 < b.0 && a.1 >= b.1),
            "{points:?}"
        );
        for (conc, len) in points {
            let bytes = engine_plan::cache_formula(&config, conc, len)
                .unwrap()
                .bytes();
            assert!(bytes <= room);
        }
    }
}
