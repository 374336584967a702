//! Commands, calls and files of real shape, each with what it means; and that nothing of a text is dropped in silence.
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use vram_ledger::flags::{self, Reading};
use vram_ledger::ledger::words::Word;
use vram_ledger::url::{self, Level};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/flags")
}

/// The files with their texts, in order.
pub(crate) fn files() -> BTreeMap<String, String> {
    std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap() != "expected.json")
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_string();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect()
}

/// Everything a reading says of the flags by their names.
fn told(reading: &Reading) -> Vec<&str> {
    let mut all: Vec<&str> = reading
        .facts
        .iter()
        .map(|fact| fact.flag.as_str())
        .collect();
    all.extend(reading.said.iter().map(|remark| remark.flag.as_str()));
    all.extend(reading.idle.iter().map(String::as_str));
    all.extend(reading.also.iter().map(String::as_str));
    all.extend(reading.unknown.iter().map(|(flag, _)| flag.as_str()));
    all
}

#[test]
fn files_mean_what_was_worked_out_for_them() {
    let path = folder().join("expected.json");
    let got: BTreeMap<String, Value> = files()
        .into_iter()
        .map(|(name, text)| {
            let read = flags::read(&text, None);
            let unknown: Vec<&str> = read.unknown.iter().map(|(flag, _)| flag.as_str()).collect();
            let open: Vec<&str> = read.open.iter().map(|key| key.slug()).collect();
            let row = json!({
                "framework": read.framework.map(Word::slug),
                "query": read.query(),
                "open": open,
                "unknown": unknown,
            });
            (name, row)
        })
        .collect();
    assert!(got.len() >= 20, "{}", got.len());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, serde_json::to_string_pretty(&got).unwrap() + "\n").unwrap();
    }
    let wanted: BTreeMap<String, Value> =
        serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    for (name, row) in &got {
        assert_eq!(Some(row), wanted.get(name), "{name}");
    }
    assert_eq!(got.len(), wanted.len());
}

#[test]
fn their_queries_are_read_without_an_error() {
    for (name, text) in files() {
        let (_, issues) = url::parse(&flags::read(&text, None).query());
        let errors: Vec<_> = issues
            .iter()
            .filter(|issue| issue.level == Level::Error)
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
    }
}

#[test]
fn every_flag_of_a_command_is_told_of() {
    for (name, text) in files()
        .into_iter()
        .filter(|(name, _)| name.ends_with(".sh"))
    {
        let read = flags::read(&text, None);
        let told = told(&read);
        for word in text
            .split_whitespace()
            .filter(|word| word.starts_with("--") && word.len() > 2)
        {
            let flag = word.split('=').next().unwrap();
            let there = told.iter().any(|t| t.starts_with(flag));
            // verl's and OpenRLHF's names may be shortened in what is told.
            let part = flag.trim_start_matches('-');
            assert!(
                there || told.iter().any(|t| t.contains(part)),
                "{name}: {flag}"
            );
        }
    }
}

#[test]
fn every_name_of_a_file_is_told_of() {
    for (name, text) in files()
        .into_iter()
        .filter(|(name, _)| name.ends_with(".yaml"))
    {
        let read = flags::read(&text, None);
        let told = told(&read).join(" ");
        for line in text.lines().filter(|line| !line.trim().starts_with('#')) {
            if let Some((key, value)) = line.trim().trim_start_matches("- ").split_once(':')
                && !value.trim().is_empty()
            {
                assert!(told.contains(key), "{name}: {key}");
            }
        }
    }
}

/// The reader overrules what a text looks like.
#[test]
fn the_reader_may_say_what_it_is() {
    let text = "model_name_or_path: Qwen/Qwen3-8B\nper_device_train_batch_size: 3\n";
    let alone = flags::read(text, None);
    assert_eq!(alone.framework, Some(flags::Framework::Hf));
    let said = flags::read(text, Some(flags::Framework::Llamafactory));
    assert_eq!(said.framework, Some(flags::Framework::Llamafactory));
    assert!(said.query().contains("tune=lora"), "{}", said.query());
    assert!(said.query().contains("mb=3"));
}

/// Values that cannot be taken are said, and the rest is read.
#[test]
fn what_cannot_be_taken_is_said() {
    let read = flags::read(
        "vllm serve acme/own-model --gpu-memory-utilization 1.5 --max-num-seqs $SEQS --max-model-len -1 --made-up 3",
        None,
    );
    let said: Vec<String> = read
        .said
        .iter()
        .map(|remark| remark.sentence(vram_ledger::i18n::Locale::En))
        .collect();
    let says = |part: &str| said.iter().any(|s| s.contains(part));
    assert!(says("acme/own-model"), "{said:?}");
    assert!(
        says("--gpu-memory-utilization is out of range: 0.98"),
        "{said:?}"
    );
    assert!(says("--max-num-seqs, \"$SEQS\""), "{said:?}");
    assert_eq!(read.unknown, [("--made-up".to_string(), "3".to_string())]);
}

/// A service's file and a notebook's cell carry a command.
#[test]
fn commands_in_other_files() {
    let compose = "services:\n  llm:\n    image: vllm/vllm-openai:latest\n    ports:\n      - 8000:8000\n    command: >\n      --model Qwen/Qwen3-8B\n      --max-num-seqs 32\n    restart: always\n";
    let pod = "containers:\n- name: llm\n  image: vllm/vllm-openai\n  args: [\"--model\", \"Qwen/Qwen3-8B\", \"--max-num-seqs\", \"32\"]\n";
    let cell = "!pip install vllm\n!vllm serve Qwen/Qwen3-8B --max-num-seqs 32";
    for text in [compose, pod, cell] {
        let read = flags::read(text, None);
        assert_eq!(read.framework, Some(flags::Framework::Vllm), "{text}");
        let query = read.query();
        assert!(
            query.contains("model=qwen3-8b") && query.contains("conc=32"),
            "{query}"
        );
    }
}

/// The server's line beside the trainer's.
#[test]
fn a_server_beside_its_trainer() {
    let text = "CUDA_VISIBLE_DEVICES=4,5 trl vllm-serve --model Qwen/Qwen3-4B --tensor-parallel-size 2 --gpu-memory-utilization 0.85 --max-model-len 4096 &\naccelerate launch --num_processes 4 grpo.py --model_name_or_path Qwen/Qwen3-4B --num_generations 8 --max_completion_length 1024 --use_vllm --vllm_mode server";
    let query = flags::read(text, None).query();
    for part in [
        "task=grpo",
        "engine=server",
        "util=0.85",
        "tp=2",
        "en=2",
        "n=4",
        "gens=8",
    ] {
        assert!(query.contains(part), "{part}: {query}");
    }
}

/// A variable that the text sets is looked up; Python's names too.
#[test]
fn variables_of_the_text_are_known() {
    let read = flags::read(
        "SEQS=64\nexport LEN=8192\nvllm serve Qwen/Qwen3-8B --max-num-seqs $SEQS --max-model-len ${LEN} --tensor-parallel-size ${TP:-4}",
        None,
    );
    let query = read.query();
    assert!(
        query.contains("conc=64") && query.contains("len=8192") && query.contains("tp=4"),
        "{query}"
    );
    let read = flags::read(
        "L = 4096\nargs = SFTConfig(max_length=L, per_device_train_batch_size=undefined)",
        None,
    );
    assert!(read.query().contains("seq=4096"));
    assert!(!read.said.is_empty());
}
