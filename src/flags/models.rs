//! Names of models on a hub and presets: which of ours a name means, and what a preset is called there.
use crate::ledger::precision::Dtype;
use crate::ledger::presets::{self, ModelPreset};

/// A model's name, understood.
pub(super) struct Named {
    /// The preset.
    pub(super) preset: &'static ModelPreset,
    /// True where a version was left out of the name to find it.
    pub(super) near: bool,
}

/// Words of a name that change no shape.
const VARIANTS: &[&str] = &[
    "instruct",
    "it",
    "chat",
    "base",
    "hf",
    "pt",
    "sft",
    "thinking",
    "awq",
    "gptq",
    "fp8",
    "int4",
    "int8",
    "w4a16",
    "w8a8",
    "fp8-dynamic",
    "dynamic",
    "bnb",
    "4bit",
    "8bit",
    "bf16",
    "unsloth",
    "gguf",
    "marlin",
    "nf4",
    "meta",
];

/// The preset of a hub's name or a path: `Qwen/Qwen3-8B`, `meta-llama/Meta-Llama-3-8B-Instruct`, `/models/gemma-2-2b-it/`.
pub(super) fn preset(name: &str) -> Option<Named> {
    let last = name
        .trim()
        .trim_end_matches('/')
        .rsplit(['/', '\\'])
        .next()?;
    let last = last.to_ascii_lowercase().replace('_', ".");
    let direct = |name: &str| presets::model(name);
    if let Some(preset) = direct(&last) {
        return Some(Named {
            preset,
            near: false,
        });
    }
    let kept = |drop: &dyn Fn(&str) -> bool| {
        let words: Vec<&str> = last.split('-').filter(|word| !drop(word)).collect();
        words.join("-")
    };
    let variant = |word: &str| VARIANTS.contains(&word);
    let dated = |word: &str| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
    let version = |word: &str| {
        word.strip_prefix('v').is_some_and(|rest| {
            !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        })
    };
    for (name, near) in [
        (kept(&variant), false),
        (kept(&|word| variant(word) || dated(word)), false),
        (
            kept(&|word| variant(word) || dated(word) || version(word)),
            true,
        ),
    ] {
        if let Some(preset) = direct(&name) {
            return Some(Named { preset, near });
        }
    }
    None
}

/// The format that a name says its weights are in.
pub(super) fn format(name: &str) -> Option<Dtype> {
    let lower = name.to_ascii_lowercase();
    let says = |word: &str| lower.split(['-', '_', '/', '.']).any(|part| part == word);
    if says("awq") {
        Some(Dtype::Awq4)
    } else if says("gptq") {
        Some(Dtype::Gptq4)
    } else if says("fp8") {
        Some(Dtype::Fp8)
    } else {
        None
    }
}

/// What a preset is called on the hub, and whether that name is one in common use: what was not seen is said to be
/// checked. Where the organisation is not in the list, the id alone.
pub(super) fn hub_name(preset: &ModelPreset) -> (String, bool) {
    let whole = match preset.id {
        "llama-2-7b" => "meta-llama/Llama-2-7b-hf",
        "llama-2-13b" => "meta-llama/Llama-2-13b-hf",
        "llama-2-70b" => "meta-llama/Llama-2-70b-hf",
        "llama-3-8b" => "meta-llama/Meta-Llama-3-8B",
        "llama-3-70b" => "meta-llama/Meta-Llama-3-70B",
        "llama-3.3-70b" => "meta-llama/Llama-3.3-70B-Instruct",
        "gemma-2-2b" => "google/gemma-2-2b",
        "gemma-2-9b" => "google/gemma-2-9b",
        "gemma-2-27b" => "google/gemma-2-27b",
        "mistral-7b-v0.1" => "mistralai/Mistral-7B-v0.1",
        "mistral-7b-v0.3" => "mistralai/Mistral-7B-v0.3",
        "mixtral-8x7b" => "mistralai/Mixtral-8x7B-v0.1",
        "gpt-oss-20b" => "openai/gpt-oss-20b",
        "gpt-oss-120b" => "openai/gpt-oss-120b",
        "phi-2" => "microsoft/phi-2",
        _ => "",
    };
    if !whole.is_empty() {
        return (whole.into(), true);
    }
    const ORGANISATIONS: &[(&str, &str)] = &[
        ("qwen", "Qwen"),
        ("llama-", "meta-llama"),
        ("deepseek-", "deepseek-ai"),
        ("smollm", "HuggingFaceTB"),
    ];
    // Some sizes are published with a suffix alone (-Instruct), and the newest names were not seen.
    const UNSEEN: [&str; 6] = ["-vl-", "-coder-", "-next-", "qwen3.5", "qwen3.6", "-v4-"];
    let seen = !UNSEEN.iter().any(|part| preset.id.contains(part));
    match ORGANISATIONS
        .iter()
        .find(|(start, _)| preset.id.starts_with(start))
    {
        Some((_, organisation)) => ([organisation, "/", preset.name].concat(), seen),
        None => (preset.id.into(), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_hubs() {
        for (name, id) in [
            ("Qwen/Qwen3-0.6B", Some("qwen3-0.6b")),
            ("meta-llama/Llama-3.1-8B-Instruct", Some("llama-3.1-8b")),
            ("meta-llama/Meta-Llama-3-8B-Instruct", Some("llama-3-8b")),
            ("google/gemma-2-2b-it", Some("gemma-2-2b")),
            ("Qwen/Qwen2.5-14B-Instruct-AWQ", Some("qwen2.5-14b")),
            ("/data/models/Qwen3-4B-Instruct-2507/", Some("qwen3-4b")),
            ("mistralai/Mixtral-8x7B-Instruct-v0.1", Some("mixtral-8x7b")),
            ("acme/private-7b", None),
            ("", None),
            ("/", None),
        ] {
            assert_eq!(preset(name).map(|named| named.preset.id), id, "{name}");
        }
    }

    #[test]
    fn every_preset_is_found_by_the_name_it_is_written_with() {
        for preset in presets::models() {
            let (name, _) = hub_name(preset);
            let found = super::preset(&name).map(|named| named.preset.id);
            assert_eq!(found, Some(preset.id), "{name}");
        }
    }
}
