//! The first lesson: its default, its experiments, its questions, its cuts; and the second lesson's util line.
use super::case::{at, count, report, stated, text};
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::advice::{CutCode, CutState};
use vram_ledger::ledger::colocate::line_at;
use vram_ledger::ledger::item::{Item, Verdict};
use vram_ledger::ledger::kv_table::KvTable;
use vram_ledger::ledger::model::LoraTargets;
use vram_ledger::ledger::units::{ByteUnit, Bytes};
use vram_ledger::ledger::words::Word;
use vram_ledger::ledger::{Ledger, estimate, trainable_params, verdict};
use vram_ledger::lesson::Experiment;
use vram_ledger::quiz::Question;
use vram_ledger::text::Report;

fn gib(gib: f64) -> Bytes {
    Bytes::round(gib * ByteUnit::GiB.bytes() as f64)
}

#[test]
fn the_default_is_the_lesson_s_run() {
    let of = |name: &str| count(&format!("/lesson_ledger/default_config/{name}"));
    let Report { link, ledger, .. } = report("");
    let config = &link.config;
    let spec = &config.model.shape.as_ref().unwrap().spec;
    assert_eq!(
        config.model.name(),
        text("/lesson_ledger/default_config/model")
    );
    assert_eq!(
        config.model.nominal(),
        stated("/lesson_ledger/default_config/params_nominal").value
    );
    assert_eq!(spec.num_hidden_layers, of("layers"));
    assert_eq!(spec.hidden_size, of("hidden"));
    assert_eq!(spec.num_key_value_heads, of("kv_heads"));
    assert_eq!(spec.head_dim, of("head_dim"));
    assert_eq!(spec.vocab_size, of("vocab"));
    assert_eq!(config.mb, of("micro_batch"));
    assert_eq!(config.seq, of("train_seq"));
    assert_eq!(config.len, of("rollout_len"));
    assert_eq!(config.conc, of("rollout_concurrency"));
    assert_eq!(
        at("/lesson_ledger/default_config/gradient_checkpointing"),
        config.ckpt
    );
    assert_eq!(
        at("/lesson_ledger/default_config/reference_model"),
        ledger.residents.reference
    );
    assert_eq!(
        config.capacity(),
        Bytes::mib(stated("/lesson_ledger/default_config/gpu#1").value as u64)
    );
}

/// The eight items as they are printed, in the lesson's order, then the context; nothing else.
#[test]
fn the_default_prints_the_lesson_s_digits() {
    let ledger = report("").ledger;
    let items = at("/lesson_ledger/default_items_gib").as_array().unwrap();
    let printed: Vec<String> = items.iter().map(|row| row["value"].to_string()).collect();
    let shown: Vec<String> = ledger
        .lines
        .iter()
        .map(|line| line.bytes().digits(ByteUnit::GiB))
        .collect();
    assert_eq!(shown[..8], printed[..]);
    assert_eq!(shown.len(), 9);
    assert_eq!(ledger.lines[8].item, Item::Context);
    assert_eq!(
        ledger.left().shown(ByteUnit::GiB, false),
        format!("{} GiB", at("/lesson_ledger/default_left_gib/value"))
    );
    assert_eq!(ledger.verdict(), Verdict::Fits);
}

#[test]
fn the_default_s_advice_is_concurrency_first() {
    let report = report("");
    let room = report.room.as_ref().unwrap();
    assert!(room.after.conc > report.link.config.conc);
    assert_eq!(room.after.mb, report.link.config.mb);
    let sentence = room.sentence(&report.link.config, report.voice(Locale::En));
    // The lesson's words stand in the sentence, in its order.
    assert!(text("/lesson_ledger/default_advice").starts_with("room left: raise"));
    for words in [
        "Room left: raise",
        "rollout concurrency first",
        "wall-clock",
        "not the micro batch",
    ] {
        assert!(sentence.contains(words), "{sentence}");
    }
}

#[test]
fn the_kv_table_says_which_cells_fit() {
    let Report { link, ledger, .. } = report("");
    for row in at("/lesson_ledger/kv_table_gib").as_array().unwrap() {
        let axes = vram_ledger::ledger::config::Axes {
            concurrency: vec![row[0].as_u64().unwrap()],
            length: vec![row[1].as_u64().unwrap()],
        };
        let table = KvTable::of(&link.config, &ledger, &axes).unwrap();
        let cell = table.rows[0][0];
        assert_eq!(cell.bytes, gib(row[2].as_f64().unwrap()), "{row}");
        assert_eq!(cell.verdict.slug(), row[3].as_str().unwrap(), "{row}");
    }
}

#[test]
fn lora_trains_four_thousandths() {
    assert_eq!(
        report("tune=lora").link.config.rank,
        count("/lesson_ledger/lora/rank")
    );
    let report = report("tune=lora");
    let share = trainable_params(&report.link.config) as f64 / report.link.config.model.nominal();
    assert_eq!(share, stated("/lesson_ledger/lora/trainable_share").value);
    // The base weights stay.
    let full = super::case::report("").ledger;
    assert_eq!(
        report.ledger.bytes_of(Item::PolicyWeights),
        full.bytes_of(Item::PolicyWeights)
    );
    // The lesson's share is what q,v adapters have; all linear layers are more.
    let model = &report.link.config.model;
    let of = |targets| {
        let adapters = model.shape.as_ref().unwrap().spec.lora_params(16, targets);
        adapters as f64 / model.params() as f64 * 100.0
    };
    for (targets, at) in [
        (LoraTargets::Qv, "/lesson_ledger/conflicts/2#0"),
        (LoraTargets::AllLinear, "/lesson_ledger/conflicts/2#1"),
    ] {
        let stated = stated(at);
        let got = of(targets);
        assert!(
            (got - stated.value).abs() <= stated.half_digit,
            "{at} {got}"
        );
    }
}

/// The page's experiments are the lesson's, and show what it says they show.
#[test]
fn experiments_show_what_the_lesson_says() {
    let stated_ids = at("/lesson_ledger/experiments").as_array().unwrap();
    assert_eq!(Experiment::ALL.len(), stated_ids.len());
    for (i, experiment) in Experiment::ALL.iter().enumerate() {
        assert_eq!(experiment.slug(), format!("l0-exp-{}", stated_ids[i]["id"]));
        for step in experiment.steps() {
            report(step);
        }
    }
    let last = |experiment: Experiment| experiment.ledgers().1.pop().unwrap();
    let largest = |ledger: &Ledger| ledger.largest_line().unwrap().item;

    assert_eq!(largest(&last(Experiment::Default)), Item::OptimizerStates);

    let larger = last(Experiment::Larger);
    assert_eq!(larger.verdict(), Verdict::Over);
    assert_eq!(largest(&larger), Item::OptimizerStates);
    // That line alone is what breaks it: without it the rest fits.
    let rest = larger.used().minus(larger.bytes_of(Item::OptimizerStates));
    assert!(rest < larger.capacity);

    let lora = last(Experiment::LargerLora);
    assert_eq!(lora.verdict(), Verdict::Fits);
    for item in [Item::Gradients, Item::OptimizerStates] {
        let share = lora.bytes_of(item).as_f64() / larger.bytes_of(item).as_f64();
        assert!(
            (share - stated("/lesson_ledger/lora/trainable_share").value).abs() < 1e-9,
            "{share}"
        );
    }

    let rollout = last(Experiment::Rollout);
    assert_eq!(rollout.verdict(), Verdict::Over);
    let warned = report(Experiment::Rollout.steps()[1]).warnings;
    assert!(warned.iter().any(|warning| warning.code() == "kv_large"));

    let long = last(Experiment::LongTraining);
    assert_eq!(largest(&long), Item::Logits);
    let warned = report(Experiment::LongTraining.steps()[0]).warnings;
    assert!(
        warned
            .iter()
            .any(|warning| warning.code() == "logits_largest")
    );

    let (before, after) = Experiment::NoReference.ledgers();
    let saved = before.used().minus(after[0].used());
    assert_eq!(
        format!("saves {}", saved.shown(ByteUnit::GiB)),
        text("/lesson_ledger/experiments/5/see")
    );
}

#[test]
fn questions_have_the_lesson_s_answers() {
    assert_eq!(
        Question::ALL.len(),
        at("/lesson_ledger/quiz").as_array().unwrap().len()
    );
    for (i, question) in Question::ALL.iter().enumerate() {
        assert_eq!(
            text(&format!("/lesson_ledger/quiz/{i}/kind")) == "multiple",
            question.multiple()
        );
        assert!(question.choices().iter().any(|choice| choice.right()));
        assert!(!question.choices().iter().all(|choice| choice.right()));
        report(question.query());
    }
    let right = |question: Question| {
        let mut right = question.choices().iter().filter(|choice| choice.right());
        let only = right.next().unwrap().bytes().unwrap();
        assert!(right.next().is_none());
        only
    };
    let answer = stated("/lesson_ledger/quiz/0/answer_gib");
    let bytes = right(Question::StaticBytes);
    assert!((bytes.in_unit(ByteUnit::GiB) - answer.value).abs() <= answer.half_digit);
    let times = stated("/lesson_ledger/quiz/2/answer#0").value;
    let (short, long) = (report("len=2048").ledger, report("len=8192").ledger);
    let growth = long.bytes_of(Item::KvCache).as_f64() / short.bytes_of(Item::KvCache).as_f64();
    assert_eq!(growth, times);
    assert_eq!(right(Question::Length), long.bytes_of(Item::KvCache));
}

/// The cache is linear in each factor: "quadratic" is two of them doubled.
#[test]
fn the_cache_is_linear_in_length_and_in_concurrency() {
    let kv = |link: &str| report(link).ledger.bytes_of(Item::KvCache).0;
    assert_eq!(kv("len=2048"), 2 * kv(""));
    assert_eq!(kv("conc=32"), 2 * kv(""));
    assert_eq!(kv("conc=32&len=2048"), 4 * kv(""));
    // 8 bits halve it and 4 bits quarter it.
    assert_eq!(kv("kvdtype=fp8") * 2, kv(""));
    assert_eq!(kv("kvdtype=int4") * 4, kv(""));
}

/// Where every cut is open: a larger sibling exists, nothing is checkpointed yet.
const ALL_OPEN: &str = "model=qwen3-1.7b&ckpt=0&mb=4";

#[test]
fn the_cuts_stand_in_the_lesson_s_order() {
    let rows = at("/lesson_ledger/cut_order").as_array().unwrap();
    assert_eq!(CutCode::ALL.len(), rows.len());
    // A word of the lesson's row, a word of its price, and the lines that the cut may change.
    let smaller = [
        Item::PolicyWeights,
        Item::Gradients,
        Item::OptimizerStates,
        Item::Activations,
        Item::ReferenceModel,
        Item::EngineWeights,
    ];
    let expected: [(&str, &str, &[Item]); 7] = [
        (
            "micro batch",
            "mathematically equivalent",
            &[Item::Activations, Item::Logits],
        ),
        (
            "checkpointing",
            "more forward compute",
            &[Item::Activations],
        ),
        ("concurrency", "slower sampling", &[Item::KvCache]),
        (
            "max_completion_length",
            "may hurt results",
            &[Item::KvCache],
        ),
        ("reference model", "may drift", &[Item::ReferenceModel]),
        (
            "LoRA",
            "less capacity",
            &[Item::Gradients, Item::OptimizerStates],
        ),
        ("smaller model", "changes the question", &smaller),
    ];
    let report = report(ALL_OPEN);
    for (i, (word, price, items)) in expected.iter().enumerate() {
        let cut = &report.cuts[i];
        assert_eq!((cut.code, cut.state), (CutCode::ALL[i], CutState::Open));
        assert!(rows[i][0].as_str().unwrap().contains(word), "{word}");
        assert!(cut.code.title(Locale::En).contains(word), "{word}");
        assert!(rows[i][2].as_str().unwrap().contains(price), "{price}");
        assert!(cut.code.price(Locale::En).contains(price), "{price}");
        let after = estimate(cut.after.as_ref().unwrap());
        let changed: Vec<Item> = report
            .ledger
            .lines
            .iter()
            .filter(|line| after.bytes_of(line.item) != line.bytes())
            .map(|line| line.item)
            .collect();
        assert_eq!(changed, *items, "{word}");
        assert!(
            !cut.saves.negative && cut.saves.size > Bytes::ZERO,
            "{word}"
        );
    }
}

#[test]
fn cuts_save_what_the_lesson_says() {
    let before = report(ALL_OPEN);
    let part = |code: CutCode, item: Item| {
        let cut = before.cuts.iter().find(|cut| cut.code == code).unwrap();
        let after = estimate(cut.after.as_ref().unwrap()).bytes_of(item);
        after.as_f64() / before.ledger.bytes_of(item).as_f64()
    };
    // In proportion: a quarter of the micro batch is a quarter of the line.
    assert_eq!(part(CutCode::MicroBatch, Item::Logits), 0.25);
    assert!((part(CutCode::MicroBatch, Item::Activations) - 0.25).abs() < 1e-9);
    // An order of magnitude.
    assert!(part(CutCode::Checkpointing, Item::Activations) < 0.1);
    assert_eq!(part(CutCode::Concurrency, Item::KvCache), 0.5);
    assert_eq!(part(CutCode::Length, Item::KvCache), 0.5);
    assert!(part(CutCode::Lora, Item::OptimizerStates) < 0.005);
    assert_eq!(part(CutCode::Reference, Item::ReferenceModel), 0.0);
    // The batch stays the batch.
    let micro = before.cuts[0].after.as_ref().unwrap();
    assert_eq!((micro.mb, micro.accum), (1, 4));
}

/// 10 % free is the least that fits; the lesson's own example of too little.
#[test]
fn the_reserve_is_a_tenth() {
    let stated = |index: usize| stated(&format!("/lesson_ledger/reserve#{index}")).value;
    let (share, plan, card) = (stated(0), stated(2), stated(3));
    assert_eq!((share, plan < card), (10.0, true));
    assert_eq!(verdict(gib(plan), gib(card)), Verdict::Tight);
    for (used, expected) in [
        (900, Verdict::Fits),
        (901, Verdict::Tight),
        (1000, Verdict::Tight),
        (1001, Verdict::Over),
    ] {
        assert_eq!(verdict(Bytes(used), Bytes(1000)), expected, "{used}");
    }
}

#[test]
fn the_util_line_is_the_second_lesson_s() {
    let of = |name: &str| stated(&format!("/colocate/util_line/{name}")).value;
    let line = line_at(
        gib(of("total_gib")),
        gib(of("train_side_gib")),
        of("context_gib"),
    );
    assert_eq!(line.upper as f64 / 100.0, of("upper"));
    assert_eq!(line.start as f64 / 100.0, of("start"));
    let left = of("total_gib") - of("train_side_gib") - of("context_gib");
    assert_eq!(left.floor(), of("for_vllm_gib"));
    // A smaller context changes nothing: 1.5 GiB is the least that is kept.
    assert_eq!(
        line_at(gib(of("total_gib")), gib(of("train_side_gib")), 0.5),
        line
    );
    assert!(line_at(gib(of("total_gib")), gib(of("train_side_gib")), 4.0).upper < line.upper);
}

#[test]
fn the_default_s_util_line() {
    let line = |link: &str| report(link).util.unwrap();
    assert_eq!((line("").upper, line("").start), (59, 50));
    assert_eq!((line("ref=0").upper, line("ref=0").start), (63, 55));
    assert!(report("task=sft").util.is_none());
    assert!(report("engine=server").util.is_none());
}
