//! Lines that were measured: the key `fix`.
use super::{case, report, triage};
use vram_ledger::ledger::fix::FIXABLE;
use vram_ledger::ledger::formula::Symbol;
use vram_ledger::ledger::item::{Basis, Item};
use vram_ledger::ledger::units::Bytes;
use vram_ledger::ledger::words::Word;
use vram_ledger::url::{self, IssueCode, Level};

#[test]
fn a_fixed_line_is_the_measured_number() {
    let query =
        "task=serve&model=llama-3.1-8b&gpu=rtx-4090&util=0.9&len=8192&conc=4&method=measured";
    let (before, _, found) = triage(&case("vllm-v0-start"), query);
    let row = found
        .compared
        .iter()
        .find(|row| row.item == Some(Item::EngineRuntime))
        .unwrap();
    let after = row.fixed.as_ref().unwrap();
    let diff = url::diff_query(&before.link.config, after);
    assert!(diff.starts_with("fix=engine_runtime:"), "{diff}");
    let fixed = report(&url::format_config(after));
    let line = fixed.ledger.line(Item::EngineRuntime).unwrap();
    let mib = (row.measured.0 + (1 << 19)) >> 20;
    assert_eq!(line.bytes(), Bytes::mib(mib));
    assert_eq!(line.basis, Basis::Exact);
    let arithmetic = line.largest().unwrap().to_string();
    assert_eq!(arithmetic, format!("{mib} × 1048576"));
    assert!(format!("{:#}", line.largest().unwrap()).contains(Symbol::MeasuredMib.slug()));
    // The other lines are as they were.
    for line in &before.ledger.lines {
        if line.item != Item::EngineRuntime {
            assert_eq!(
                fixed.ledger.bytes_of(line.item),
                line.bytes(),
                "{:?}",
                line.item
            );
        }
    }
    // Compared again, the prediction is still the formula's.
    let (_, _, again) = triage(&case("vllm-v0-start"), &url::format_config(after));
    let same = again
        .compared
        .iter()
        .find(|row| row.item == Some(Item::EngineRuntime))
        .unwrap();
    assert_eq!(same.predicted, row.predicted);
    assert_eq!(same.fixed, None, "it is fixed already");
}

#[test]
fn the_lesson_s_numbers_do_not_move() {
    let plain = report("");
    let fixed = report("fix=context:9000,engine_weights:1");
    assert_eq!(plain.ledger, fixed.ledger);
    assert!(
        fixed
            .issues
            .iter()
            .any(|issue| issue.code == IssueCode::NotUsedByMethod)
    );
}

#[test]
fn any_fixable_line_can_be_read_and_written() {
    for item in FIXABLE {
        let query = format!("method=measured&fix={}:17", item.slug());
        let (link, issues) = url::parse(&query);
        assert!(issues.is_empty(), "{issues:?}");
        assert_eq!(url::format(&link), query);
    }
    // Lines that grow with batch or length cannot.
    for item in Item::ALL.iter().filter(|item| !FIXABLE.contains(item)) {
        let (link, issues) = url::parse(&format!("method=measured&fix={}:17", item.slug()));
        assert_eq!(link.config.fix.pairs(), []);
        assert_eq!(issues[0].code, IssueCode::NotAFix);
        assert_eq!(issues[0].level, Level::Error);
    }
}

#[test]
fn a_list_is_read_as_far_as_it_can_be() {
    let (link, issues) = url::parse(
        "method=measured&fix=context:1GiB, engine_weights:1142,nope:3,context:5,buckets:x",
    );
    assert_eq!(
        link.config.fix.pairs(),
        [(Item::EngineWeights, 1142), (Item::Context, 1024)]
    );
    assert_eq!(issues[0].code, IssueCode::NotAFix);
    assert!(url::format(&link).contains("fix=engine_weights:1142,context:1024"));
    // In a pin, too.
    let (link, issues) = url::parse("method=measured&vs=fix:context~3A9");
    assert!(issues.is_empty(), "{issues:?}");
    let pin = link.config.vs[0].as_ref().unwrap();
    assert_eq!(pin.fix.pairs(), [(Item::Context, 9)]);
}

/// Asleep an engine holds no more than its fixed number, and its own residue.
#[test]
fn a_sleeping_engine_is_not_awake() {
    let awake = report("method=measured&sleep=1&fix=engine_runtime:4000");
    let line = awake.ledger.line(Item::EngineRuntime).unwrap();
    use vram_ledger::ledger::item::Phase;
    assert_eq!(line.bytes_at(Phase::Rollout), Bytes::mib(4000));
    assert_eq!(line.bytes_at(Phase::Forward), Bytes::mib(700));
    let small = report("method=measured&sleep=1&fix=engine_runtime:100");
    let line = small.ledger.line(Item::EngineRuntime).unwrap();
    assert_eq!(line.bytes_at(Phase::Forward), Bytes::mib(100));
}
