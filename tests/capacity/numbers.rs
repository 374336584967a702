//! The third lesson's cards, shares and costs.
use super::lesson;
use vram_ledger::ledger::capacity::{
    self, CALLS, ENGINE_BUDGET, LESSON_CARD, LESSON_PARAMS, LONG, Money, Paradigm, Plan, ROUNDS,
    SHORT, Size,
};
use vram_ledger::ledger::config::Config;
use vram_ledger::ledger::formula::Formula;
use vram_ledger::ledger::units::ByteUnit;
use vram_ledger::ledger::words::Word;
use vram_ledger::url;

/// The lesson's card, decimal.
const LINK: &str = "task=sft&model=llama-2-7b&gpu=a100-80gb&mem=76294";

fn config(link: &str) -> Config {
    let (read, issues) = url::parse(link);
    assert_eq!(issues, [], "{link}");
    read.config
}

fn paradigm(name: &str) -> Paradigm {
    match name {
        "full SFT" => Paradigm::Full,
        "LoRA" => Paradigm::Lora,
        "DPO" => Paradigm::Dpo,
        "PPO" => Paradigm::Ppo,
        other => panic!("{other}"),
    }
}

fn size(name: &str) -> Size {
    match name {
        "7B" => Size::Seven,
        "13B" => Size::Thirteen,
        "70B" => Size::Seventy,
        other => panic!("{other}"),
    }
}

/// The plan of a row like ["7B", "PPO", 4].
fn plan(row: &serde_json::Value) -> Plan {
    Plan::of(
        &config(LINK),
        paradigm(row[1].as_str().unwrap()),
        size(row[0].as_str().unwrap()),
    )
}

#[test]
fn the_card_is_eighty_decimal_gigabytes() {
    assert!(config(LINK).capacity().0.abs_diff(LESSON_CARD.0) < 1 << 20);
}

#[test]
fn static_bytes_are_the_lesson_s() {
    for row in lesson("/capacity/static_gb").as_array().unwrap() {
        let got = plan(row).fixed.bytes().in_unit(ByteUnit::GB);
        // LoRA's base alone is 2P; ours has the adapter, four thousandths of the parameters, too.
        let slack = if row[1] == "LoRA" { 0.5 } else { 1e-9 };
        let stated = row[2].as_f64().unwrap();
        assert!((got - stated).abs() <= slack, "{row}: {got}");
    }
}

#[test]
fn cards_are_the_lesson_s() {
    for row in lesson("/capacity/cards_80g/theory").as_array().unwrap() {
        assert_eq!(plan(row).theory.value(), row[2].as_f64().unwrap(), "{row}");
    }
    for row in lesson("/capacity/cards_80g/node_aligned_8")
        .as_array()
        .unwrap()
    {
        let plan = plan(row);
        assert_eq!(plan.nodes.value(), row[2].as_f64().unwrap(), "{row}");
        assert_eq!(plan.rented(), row[2].as_u64().unwrap());
    }
    assert_eq!(
        config(LINK).node,
        lesson("/capacity/node_size").as_u64().unwrap()
    );
}

#[test]
fn activation_shares_are_the_lesson_s_and_a_line_between() {
    let share = |seq: u64| {
        let link = format!("{LINK}&seq={seq}");
        capacity::activation_share(&config(&link)).value()
    };
    let short = lesson("/capacity/activation_share/seq<=2k")
        .as_f64()
        .unwrap();
    let long = lesson("/capacity/activation_share/seq 8k")
        .as_f64()
        .unwrap();
    assert_eq!(share(1), short);
    assert_eq!(share(SHORT), short);
    assert!((share(LONG) - long).abs() < 1e-12);
    assert!((share((SHORT + LONG) / 2) - (short + long) / 2.0).abs() < 1e-12);
    // Beyond, it goes on: never less for a longer sequence.
    let shares: Vec<f64> = (0..200).map(|i| share(1 + i * 512)).collect();
    assert!(shares.windows(2).all(|pair| pair[0] <= pair[1]));
    assert!(share(32_768) > long);
    let set = config(&format!("{LINK}&seq=8192&actshare=0.35"));
    assert_eq!(capacity::activation_share(&set).value(), 0.35);
}

#[test]
fn costs_are_the_lesson_s() {
    let price = lesson("/capacity/cost_yuan/card_hour").as_f64().unwrap();
    for name in ["LoRA", "full SFT", "DPO", "PPO"] {
        let stated = lesson(&format!("/capacity/cost_yuan/{name}"));
        let plan = Plan::of(&config(LINK), paradigm(name), Size::Seven);
        assert_eq!(plan.hours.value(), stated[0].as_f64().unwrap(), "{name}");
        assert_eq!(plan.cost.value(), stated[1].as_f64().unwrap(), "{name}");
        assert_eq!(
            plan.money().digits().replace(',', ""),
            stated[1].to_string().trim_end_matches(".0")
        );
        assert_eq!(plan.cost.value(), plan.hours.value() * price);
        // Peak cards × 24 h says something else for each of them.
        assert_ne!(plan.by_peak.value(), plan.cost.value());
        let [least, most] = plan.tuning().map(|formula| formula.value());
        assert_eq!(
            [least, most],
            ROUNDS.map(|rounds| rounds as f64 * plan.cost.value())
        );
    }
}

#[test]
fn card_hours_of_the_link_are_its_own_run_s() {
    let base = config("task=dpo&model=llama-2-7b&gpu=a100-80gb&hours=12.5&price=10&cur=usd");
    let own = Plan::of(&base, Paradigm::Dpo, Size::Own);
    assert_eq!(own.cost.value(), 125.0);
    assert_eq!(own.hours_from, capacity::HoursFrom::Given);
    let other = Plan::of(&base, Paradigm::Full, Size::Own);
    assert_eq!(other.hours_from, capacity::HoursFrom::Lesson);
    let larger = Plan::of(&base, Paradigm::Dpo, Size::Seventy);
    assert_eq!(larger.hours_from, capacity::HoursFrom::Scaled);
    assert_eq!(larger.hours.value(), 160.0);
}

#[test]
fn a_thousand_calls_cost_what_the_lesson_s_rule_says() {
    let cost = |link: &str| capacity::thousand_calls(&config(link)).map(|f| f.value());
    assert_eq!(
        cost("task=serve&price=15&qps=2"),
        Some(15.0 * CALLS / (2.0 * 3600.0))
    );
    assert_eq!(cost("task=serve"), None);
    assert_eq!(cost("task=serve&qps=0"), None);
    let full = cost("task=serve&qps=2").unwrap();
    assert!((cost("task=serve&qps=2&busy=0.25").unwrap() - 4.0 * full).abs() < 1e-9);
    let pair = cost("task=serve&qps=2&tp=2&method=measured").unwrap();
    assert!((pair - 2.0 * full).abs() < 1e-9);
}

#[test]
fn the_java_class_s_figure_is_twice_the_prose_s() {
    let conflict = lesson("/capacity/conflict");
    let plan = Plan::of(&config(LINK), Paradigm::Full, Size::Seven);
    let wrong = capacity::doubled(&plan.fixed)
        .bytes()
        .in_unit(ByteUnit::GiB);
    let printed = format!("{wrong:.1} GiB");
    assert!(conflict.as_str().unwrap().contains(&printed), "{printed}");
    // Nothing of ours has it.
    assert!(plan.fixed.bytes().in_unit(ByteUnit::GB) < 113.0);
}

/// What is printed, evaluated, is what was computed.
#[test]
fn the_arithmetic_is_evaluated_as_it_is_printed() {
    for link in [
        LINK,
        "",
        "task=ppo&model=qwen3-8b&seq=8192&gpu=a100-80gb&node=4&hours=3",
    ] {
        for size in Size::ALL {
            for plan in capacity::plans(&config(link), *size) {
                let printed = plan.need.to_string();
                assert!(!printed.is_empty());
                assert!(plan.need.value() >= plan.fixed.value());
                assert!(plan.practice.value() >= plan.theory.value());
                assert!(plan.nodes.value() >= plan.practice.value());
                let whole: &[&Formula] = &[&plan.theory, &plan.practice, &plan.nodes];
                assert!(whole.iter().all(|f| f.value().fract() == 0.0));
                if let Some(engine) = &plan.with_engine {
                    assert!(engine.value() >= plan.nodes.value());
                }
            }
        }
    }
    assert_eq!(ENGINE_BUDGET, 1.3);
    assert_eq!(LESSON_PARAMS, 7e9);
}

/// Each sharding divides what it says, and more cards never need more on each under ZeRO-3.
#[test]
fn shards_fall_from_stage_to_stage() {
    for link in [
        "task=sft&model=llama-2-7b&gpu=a100-80gb",
        "task=ppo&model=qwen3-8b&gpu=h200",
    ] {
        for plan in capacity::plans(&config(link), Size::Own) {
            let shards = plan.shards(8);
            assert_eq!(shards.len(), 5);
            let full = !matches!(plan.paradigm, Paradigm::Lora | Paradigm::Qlora);
            if full {
                // none > ZeRO-1 > ZeRO-2 > ZeRO-3.
                let used: Vec<u64> = shards[..4].iter().map(|s| s.used.0).collect();
                assert!(
                    used.windows(2).all(|p| p[0] > p[1]),
                    "{:?} {used:?}",
                    plan.paradigm
                );
            }
            let mut last = u64::MAX;
            for n in [1, 2, 4, 8, 64, 512] {
                let used = plan.shards(n)[3].used.0;
                assert!(used <= last);
                last = used;
            }
            if let Some(n) = plan.fewest() {
                use vram_ledger::ledger::item::Verdict;
                assert_eq!(plan.shards(n)[3].verdict, Verdict::Fits);
                assert!(n == 1 || plan.shards(n - 1)[3].verdict != Verdict::Fits);
            }
        }
    }
}

#[test]
fn money_has_no_noise() {
    for (millionths, text) in [
        (22_500_000, "22.5"),
        (5_760_000_000, "5,760"),
        (2_083_333, "2.08"),
        (2_100, "0.0021"),
        (0, "0"),
        (360_000_000, "360"),
    ] {
        assert_eq!(Money(millionths).digits(), text);
    }
}
