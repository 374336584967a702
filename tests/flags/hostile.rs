//! Texts that mean harm: bounded in time, and no panic.
use super::files::files;
use proptest::prelude::*;
use std::time::{Duration, Instant};
use vram_ledger::flags::{self, Framework};
use vram_ledger::i18n::{FlagText, Locale};
use vram_ledger::ledger::words::Word;
use vram_ledger::url;

/// Reads a text in every way, and what came of it.
fn read_all(text: &str) {
    for framework in std::iter::once(None).chain(Framework::ALL.iter().copied().map(Some)) {
        let read = flags::read(text, framework);
        let (link, _) = url::parse(&read.query());
        let _ = url::format(&link);
        for locale in [Locale::Zh, Locale::En] {
            for remark in &read.said {
                assert!(
                    !remark.sentence(locale).contains('{')
                        || remark.flag.contains('{')
                        || remark.value.contains('{')
                );
            }
        }
    }
}

#[test]
fn five_megabytes_of_anything() {
    let line = "python -m verl.trainer.main_ppo a.b=[1,{2:'x'}] --flag 'value' \\\n";
    for (piece, begin) in [
        (line, ""),
        ("[", "{"),
        ("f(", "args = TrainingArguments("),
        ("{\"a\":", ""),
        ("a: ", ""),
        ("- - - ", "base_model: x\n"),
        ("  a:\n", "base_model: x\n"),
        ("\"", "vllm serve "),
        ("'", "LLM(model="),
        ("\\", "vllm serve "),
        ("$A", "A=bbbbbbbbbbbb\nvllm serve --x "),
        ("x=x\n", "GRPOConfig("),
        ("a=b,", "GRPOConfig("),
        ("显存", "vllm serve "),
        ("--a ", "vllm serve "),
        ("\n", ""),
        ("\0", ""),
        ("#", ""),
        ("|", "a: "),
    ] {
        let mut text = begin.to_string();
        while text.len() < 5 << 20 {
            text.push_str(piece);
        }
        let start = Instant::now();
        let read = flags::read(&text, Some(Framework::Trl));
        let _ = flags::read(&text, None);
        let took = start.elapsed();
        // Generous: a build without optimisation on a busy machine.
        assert!(took < Duration::from_secs(20), "{piece:?} took {took:?}");
        assert!(
            read.said
                .iter()
                .any(|remark| remark.what == FlagText::TooLong),
            "{piece:?}"
        );
        assert!(read.unknown.len() <= 3_000);
    }
}

#[test]
fn pieces_of_real_texts() {
    for (_, text) in files() {
        for cut in (0..text.len()).step_by(97) {
            let (head, tail) = text.split_at(text.floor_char_boundary(cut));
            flags::read(head, None);
            flags::read(tail, None);
        }
        read_all(&text);
        read_all(&text.replace('"', "").replace(',', " "));
        read_all(&text.replace(['\n', '\\'], " "));
        read_all(&text.replace('=', " = "));
        read_all(
            &text
                .replace("true", "999999999999999999999")
                .replace('1', "-"),
        );
    }
}

#[test]
fn odd_texts() {
    for text in [
        "",
        " ",
        "\u{feff}",
        "{",
        "}",
        "[",
        "(",
        "\"",
        "'",
        "\\",
        "$",
        "${",
        "--",
        "-",
        "=",
        "a=",
        "=a",
        ":",
        "a:",
        "---",
        "LLM(",
        "LLM(model=",
        "LLM(**",
        "LLM(**x",
        "LLM(*",
        "GRPOConfig(a=b=c)",
        "GRPOConfig(lambda x: (x, y))",
        "x = x\ny = LLM(model=x)",
        "a=b\nb=a\nLLM(model=a)",
        "LLM(model=[])",
        "LLM(model={})",
        "LLM(model=())",
        "vllm serve --tensor-parallel-size 99999999999999999999 --data-parallel-size 99999999999999",
        "actor_rollout_ref.rollout.n=0 data.train_batch_size=0 trainer.n_gpus_per_node=0 actor_rollout_ref.actor.ppo_mini_batch_size=5 actor_rollout_ref.actor.ppo_micro_batch_size=0",
        "rlhf_type: grpo\nper_device_train_batch_size: 0\nnum_generations: 0\ngeneration_batch_size: 0\nuse_vllm: true",
        "GRPOConfig(per_device_train_batch_size=0, num_generations=0, generation_batch_size=3, use_vllm=True)",
        "--hf-checkpoint x --rollout-num-gpus-per-engine 0 --rollout-batch-size 0 --colocate --rollout-max-response-len 5",
        "{\"zero_optimization\": {\"stage\": 9}, \"train_batch_size\": 8, \"train_micro_batch_size_per_gpu\": 0, \"gradient_accumulation_steps\": 0}",
        "zero_optimization: 3",
        "deepspeed: {}",
        "base_model: x\nadapter: qlora\nlora_target_modules:\n  -\n  - \n",
    ] {
        read_all(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in "\\PC{0,300}") {
        read_all(&text);
    }

    #[test]
    fn words_of_the_trade(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
        read_all(&pieces.concat());
    }
}

const PIECES: &[&str] = &[
    "GRPOConfig(",
    "SFTTrainer(",
    "LoraConfig(",
    "BitsAndBytesConfig(",
    "from_pretrained(",
    "LLM(",
    ")",
    "(",
    "[",
    "]",
    "{",
    "}",
    "=",
    ",",
    ": ",
    "\n",
    "  ",
    "- ",
    "'",
    "\"",
    "\\\n",
    "#",
    "--",
    "-",
    " ",
    "model",
    "per_device_train_batch_size",
    "num_generations",
    "use_vllm",
    "True",
    "None",
    "vllm serve ",
    "base_model",
    "zero_optimization",
    "stage",
    "actor_rollout_ref.",
    "rollout.n",
    "8",
    "0",
    "1e-6",
    "99999999999",
    "16K",
    "$X",
    "${",
    "X=",
    "*",
    "**",
    ".",
    "auto",
    "[q_proj,v_proj]",
    "显存",
];
