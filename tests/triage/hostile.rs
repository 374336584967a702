//! Any text: bounded time, no panic, the same answer twice.
use super::{case, folder};
use proptest::prelude::*;
use std::time::Instant;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::triage::{diagnose, read};
use vram_ledger::text::{self, Report};
use vram_ledger::url;

/// Pieces of all messages, so that chance meets the readers.
fn piece() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "CUDA out of memory. ",
        "Tried to allocate ",
        "1.16 GiB",
        "-3.2GiB",
        "99999999999999999999999999999999.9 TiB",
        ". GPU 0 has a total capacity of ",
        " of which ",
        "this process has ",
        "Process 12 has ",
        "Of the allocated memory ",
        "(GPU 0; 1 GiB total capacity; ",
        " already allocated; ",
        "Traceback (most recent call last):\n",
        "  File \"/a/transformers/loss/loss_utils.py\", line 3, in f\n",
        "  File \"/a/vllm/v1/worker/gpu_worker.py\", line 3, in load_model\n",
        "    x = self.lm_head(h)\n",
        ".py",
        ".py:",
        ", in ",
        "model weights take ",
        "Free memory on device (",
        "Actual usage is 1 GiB for weight, and 2 GiB for é",
        "Maximum concurrency for ",
        "To serve at least one request with the model's max seq len (",
        "MA 1 GB Max_MA 2 GB CA 3 GB Max_CA 4 GB",
        "| Allocated memory |",
        "| 1MiB / 2MiB |",
        "C 12MiB |",
        "name, memory.total [MiB], memory.used [MiB]\n",
        "L4, 1 MiB, 2 MiB\n",
        "#tokens: 12, K size: ",
        "max_total_num_tokens=",
        "cuda graph end.",
        "\x1b[3",
        "\x1b[",
        "[rank0]: ",
        "(Worker pid=",
        "ERROR 07-01 [core.py:",
        "显存",
        "\u{0}",
        "\n",
        " ",
        "│ ❱ ",
        "¹²³",
    ];
    prop_oneof![
        6 => prop::sample::select(PIECES).prop_map(str::to_string),
        1 => "\\PC{0,12}",
        1 => "[0-9.,-]{0,40}",
        1 => any::<Vec<u8>>().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ]
}

#[track_caller]
fn survives(text: &str, query: &str) {
    let (link, _) = url::parse(query);
    let report = Report::of(link, Vec::new());
    let log = read(text);
    assert_eq!(log, read(text));
    let found = diagnose(&log, &report.link.config);
    for locale in [Locale::Zh, Locale::En] {
        let json = text::triage_json(&report, &log, &found, locale);
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["recognised"], found.recognised);
        assert!(!text::triage_text(&report, &log, &found, locale).is_empty());
    }
    if !found.recognised {
        assert!(found.steps.is_empty() && found.item.is_none());
    }
}

const QUERIES: &[&str] = &[
    "",
    "task=serve&method=measured",
    "task=dpo&mb=65536&seq=10000000&method=measured",
    "model=custom&params=7e9",
    "model=deepseek-v3&tp=8&method=measured",
    "task=ppo&comp=7",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_read(pieces in prop::collection::vec(piece(), 0..40), query in prop::sample::select(QUERIES)) {
        survives(&pieces.concat(), query);
    }

    #[test]
    fn any_damage_to_a_log_is_survived(
        which in any::<prop::sample::Index>(),
        cut in any::<prop::sample::Index>(),
        put in piece(),
        query in prop::sample::select(QUERIES),
    ) {
        let mut names: Vec<String> = std::fs::read_dir(folder()).unwrap()
            .filter_map(|entry| entry.unwrap().file_name().into_string().unwrap().strip_suffix(".txt").map(str::to_string))
            .collect();
        names.sort();
        let text = case(&names[which.index(names.len())]);
        let mut at = cut.index(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        survives(&text[..at], query);
        survives(&text[at..], query);
        survives(&[&text[..at], &put, &text[at..]].concat(), query);
    }
}

/// Five megabytes of what repeats worst, in bounded time: proportional to the length, without optimisation too.
#[test]
fn five_megabytes_are_read_in_time() {
    // The worst few in full; of the others a fifth, in a fifth of the time.
    let megabytes = |n: usize, piece: &str| piece.repeat((n << 20) / piece.len() + 1);
    let of = |piece: &str| megabytes(1, piece);
    let texts = [
        megabytes(5, "a"),
        of("File \""),
        of(".py"),
        megabytes(5, "  File \"/a/vllm/b.py\", line 3, in f\n    x\n"),
        megabytes(5, "Tried to allocate 1.00 GiB. "),
        of("Tried to allocate "),
        of("Process 1 has 1.00 GiB memory in use. "),
        of("NCCL "),
        of("[rank0]: "),
        of("\x1b["),
        of("\u{0}\u{ff}é"),
        of("9"),
        megabytes(5, "\n"),
        of(" "),
        megabytes(5, "| 1MiB / 2MiB |\n"),
        of("memory.total memory.used "),
        of(
            "Traceback (most recent call last):\n  File \"a/torch/optim/x.py\", line 1, in step\nCUDA out of memory.\n",
        ),
        of("#running-req: 1 "),
        of("Free memory on device ("),
        of("allocating 1 MiB on device "),
        String::from_utf8_lossy(
            &(0..5u32 << 20)
                .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
                .collect::<Vec<_>>(),
        )
        .into_owned(),
    ];
    for text in &texts {
        let start = Instant::now();
        survives_once(text);
        let took = start.elapsed();
        let shown: String = text.chars().take(30).collect();
        let most = 4.0 * text.len() as f64 / (1u64 << 20) as f64;
        assert!(took.as_secs_f64() < most, "{shown:?}: {took:?}");
    }
}

fn survives_once(text: &str) {
    let log = read(text);
    let (link, _) = url::parse("method=measured");
    let _ = diagnose(&log, &link.config);
}

/// A death at the end of a log that is too long to be read whole is found all the same.
#[test]
fn the_end_of_a_long_log_is_read() {
    let text = "step 1 loss 2.0\n".repeat(1 << 20) + &case("hf-sft-cross-entropy");
    let log = read(&text);
    assert!(log.cut);
    let (link, _) = url::parse("");
    let found = diagnose(&log, &link.config);
    assert_eq!(found.item, Some(vram_ledger::ledger::item::Item::Logits));
}
