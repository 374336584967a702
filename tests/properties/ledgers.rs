//! The ledger: its numbers agree with each other, whatever is asked.
use super::arithmetic::evaluate;
use super::cases;
use super::dice::config;
use proptest::prelude::*;
use vram_ledger::ledger::advice::{CutState, cuts, use_the_room};
use vram_ledger::ledger::colocate::{engine_pool, util_line};
use vram_ledger::ledger::config::{Axes, Config};
use vram_ledger::ledger::item::{Item, Phase, Verdict};
use vram_ledger::ledger::kv_table::KvTable;
use vram_ledger::ledger::solve::{Unknown, solve};
use vram_ledger::ledger::units::Bytes;
use vram_ledger::ledger::words::Word;
use vram_ledger::ledger::{Ledger, estimate, verdict, warnings};

/// Bytes in use on the card of the cache.
fn cache_card(ledger: &Ledger) -> Option<Bytes> {
    let role = ledger.line(Item::KvCache)?.role;
    ledger
        .cards
        .iter()
        .find(|card| card.role == role)
        .map(|card| card.used)
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn the_printed_arithmetic_gives_the_bytes(config in config()) {
        let ledger = estimate(&config);
        prop_assert!(!ledger.lines.is_empty() || !ledger.missing.is_empty());
        for line in &ledger.lines {
            for (_, formula) in &line.at {
                let printed = formula.to_string();
                let value = evaluate(&printed);
                prop_assert!(value.is_some_and(|v| v.is_finite() && v >= 0.0), "{:?} {}", line.item, printed);
                prop_assert_eq!(Bytes::round(value.unwrap()), formula.bytes(), "{:?} {}", line.item, printed);
            }
            let most = line.at.iter().map(|(_, f)| f.bytes()).max().unwrap();
            prop_assert_eq!(line.bytes(), most);
            let names = format!("{:#}", line.largest().unwrap());
            prop_assert!(!names.chars().any(|c| c.is_ascii_digit()) || names.contains("_16"), "{}", names);
        }
    }

    #[test]
    fn totals_are_the_sums_of_their_lines(config in config()) {
        let ledger = estimate(&config);
        for card in &ledger.cards {
            let sum = |phase: Phase| ledger.on(card.role).fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes_at(phase)));
            prop_assert_eq!(card.used, sum(card.phase));
            for phase in Phase::ALL {
                prop_assert!(sum(*phase) <= card.used);
            }
            let maxima = ledger.on(card.role).fold(Bytes::ZERO, |sum, line| sum.plus(line.bytes()));
            prop_assert!(card.used <= maxima);
            prop_assert!(card.used <= ledger.used());
        }
        // Every line is on a card that is counted, and no item stands twice on one.
        for (i, line) in ledger.lines.iter().enumerate() {
            prop_assert!(ledger.cards.iter().any(|card| card.role == line.role));
            let twice = ledger.lines[..i].iter().any(|other| (other.item, other.role) == (line.item, line.role));
            prop_assert!(!twice, "{:?}", line.item);
            prop_assert!(!ledger.missing.contains(&line.item));
        }
    }

    #[test]
    fn the_verdict_is_what_is_left(config in config()) {
        let ledger = estimate(&config);
        let (left, capacity) = (ledger.left(), ledger.capacity.0);
        let expected = if left.negative {
            Verdict::Over
        } else if u128::from(left.size.0) * 10 >= u128::from(capacity) {
            Verdict::Fits
        } else {
            Verdict::Tight
        };
        prop_assert_eq!(ledger.verdict(), expected);
        prop_assert_eq!(i128::from(capacity) - i128::from(ledger.used().0), left.as_i128());
        let codes: Vec<&str> = warnings::warnings(&config, &ledger).iter().map(|w| w.code()).collect();
        prop_assert_eq!(codes.contains(&"over_capacity"), expected == Verdict::Over);
        prop_assert_eq!(codes.contains(&"tight"), expected == Verdict::Tight);
        prop_assert_eq!(codes.contains(&"shape_unknown"), !ledger.missing.is_empty());
    }

    #[test]
    fn a_larger_card_never_turns_fits_into_over(config in config(), more in 0u64..1 << 24) {
        let mem = config.mem.unwrap_or(config.gpu.mem_mib);
        let larger = Config { mem: Some((mem + more).min(1 << 24)), ..config.clone() };
        let (small, large) = (estimate(&config), estimate(&larger));
        prop_assert_eq!(small.used(), large.used());
        // Fits < tight < over.
        prop_assert!(large.verdict() <= small.verdict() || larger.capacity() < config.capacity());
    }

    #[test]
    fn memory_never_falls_as_work_grows(config in config(), factor in 1u64..1000) {
        let before = estimate(&config).used();
        let more = |n: u64, limit: u64| n.saturating_mul(factor).min(limit).max(n);
        for grown in [
            Config { mb: more(config.mb, 65_536), ..config.clone() },
            Config { seq: more(config.seq, 10_000_000), ..config.clone() },
            Config { conc: more(config.conc, 1_000_000), ..config.clone() },
            Config { len: more(config.len, 10_000_000), ..config.clone() },
            Config { rank: more(config.rank, 65_536), ..config.clone() },
            Config { ckpt: false, ..config.clone() },
        ] {
            prop_assert!(estimate(&grown).used() >= before);
        }
    }

    #[test]
    fn a_cut_saves_the_difference_of_two_estimates(config in config()) {
        let ledger = estimate(&config);
        let cuts = cuts(&config, &ledger);
        prop_assert_eq!(cuts.len(), 7);
        for cut in cuts {
            prop_assert_eq!(cut.state == CutState::Open, cut.after.is_some());
            let Some(after) = cut.after else {
                prop_assert_eq!(cut.saves.size, Bytes::ZERO);
                prop_assert_eq!(cut.verdict_after, None);
                continue;
            };
            prop_assert!(after != config);
            let then = estimate(&after);
            let difference = i128::from(ledger.used().0) - i128::from(then.used().0);
            prop_assert_eq!(cut.saves.as_i128(), difference);
            prop_assert_eq!(cut.verdict_after, Some(then.verdict()));
        }
    }

    #[test]
    fn a_cell_of_the_kv_table_is_the_estimate_at_that_cell(config in config(), axes in any::<bool>()) {
        let ledger = estimate(&config);
        let axes = if axes { config.axes.clone() } else { Axes::default() };
        let Some(table) = KvTable::of(&config, &ledger, &axes) else {
            prop_assert!(config.model.shape.is_none());
            return Ok(());
        };
        prop_assert_eq!(table.rows.len(), table.concurrency.len());
        for (conc, row) in table.concurrency.iter().zip(&table.rows) {
            prop_assert_eq!(row.len(), table.length.len());
            for (len, cell) in table.length.iter().zip(row) {
                let there = estimate(&Config { conc: *conc, len: *len, ..config.clone() });
                let Some(used) = cache_card(&there) else { continue };
                prop_assert_eq!(cell.bytes, there.bytes_of(Item::KvCache));
                prop_assert_eq!(cell.verdict, verdict(used, there.capacity));
            }
        }
        if axes == Axes::default() {
            prop_assert!(table.concurrency.contains(&config.conc) && table.length.contains(&config.len));
        }
    }

    #[test]
    fn room_is_used_up_by_concurrency_alone(config in config()) {
        let ledger = estimate(&config);
        if let Some(raise) = use_the_room(&config, &ledger) {
            let then = estimate(&raise.after);
            prop_assert_eq!(then.verdict(), Verdict::Fits);
            prop_assert_eq!(then.left(), raise.left);
            prop_assert!(raise.after.conc > config.conc);
            prop_assert_eq!(Config { conc: config.conc, ..raise.after }, config);
        }
    }

    #[test]
    fn the_util_line_leaves_room_for_training(config in config()) {
        let ledger = estimate(&config);
        if let Some(line) = util_line(&config, &ledger) {
            let engine = u128::from(ledger.capacity.0) * u128::from(line.upper) / 100;
            if line.upper > 0 {
                prop_assert!(engine + u128::from(line.train_side.0) + (3 << 29) <= u128::from(ledger.capacity.0));
            }
            prop_assert!(line.start <= line.upper.saturating_sub(5) && line.start % 5 == 0);
            prop_assert!(line.upper <= 100);
        }
        if let Some(pool) = engine_pool(&config, &ledger) {
            prop_assert!((5..=98).contains(&pool.util));
            prop_assert!(pool.pool <= ledger.capacity);
            prop_assert_eq!(pool.demand, ledger.bytes_of(Item::KvCache));
            if config.util.is_none() && pool.util < 98 {
                prop_assert!(pool.pool >= pool.demand, "auto holds the demand");
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn a_solution_fits_and_the_next_does_not(config in config(), which in 0usize..6) {
        let unknown = Unknown::ALL[which];
        let Some(found) = solve(&config, unknown) else { return Ok(()) };
        let then = estimate(&found.after);
        prop_assert_eq!(found.left, then.left());
        let next = |value: u64| match unknown {
            Unknown::MicroBatch => Some(Config { mb: value, ..config.clone() }),
            Unknown::Sequence => Some(Config { seq: value, ..config.clone() }),
            Unknown::Concurrency => Some(Config { conc: value, ..config.clone() }),
            Unknown::Length => Some(Config { len: value, ..config.clone() }),
            Unknown::Util | Unknown::Cards => None,
        };
        if let Some(at) = next(found.value) {
            prop_assert_eq!(&found.after, &at);
            prop_assert_eq!(then.verdict(), Verdict::Fits);
            let limit = [65_536, 10_000_000, 1_000_000, 10_000_000][which];
            if found.value < limit {
                prop_assert!(estimate(&next(found.value + 1).unwrap()).verdict() != Verdict::Fits);
            }
        }
    }
}
