//! `quantization_config` → the dtype word of the weights, where it can be told.

use super::Object;
use serde_json::Value;

/// How published weights are quantised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quantization {
    /// `quant_method` or `quant_algo` as given, at most 40 characters.
    pub method: String,
    /// The word of the `dtype` key: fp8 int8 int4 nf4 awq4 gptq4 mxfp4. None: this method has none (NVFP4, mixed).
    pub dtype: Option<&'static str>,
}

/// The quantisation a configuration names.
pub(super) fn read(object: &Object) -> Option<Quantization> {
    let config = object.get("quantization_config")?.as_object()?;
    let text = |key: &str| {
        config
            .get(key)
            .and_then(Value::as_str)
            .map(str::to_ascii_lowercase)
    };
    let method = text("quant_method").or_else(|| text("quant_algo"))?;
    let dtype = match method.as_str() {
        "fp8" | "fbgemm_fp8" | "finegrained_fp8" => Some("fp8"),
        "mxfp4" => Some("mxfp4"),
        "awq" => (bits(config) == Some(4)).then_some("awq4"),
        "gptq" => match bits(config) {
            Some(4) => Some("gptq4"),
            Some(8) => Some("int8"),
            _ => None,
        },
        "bitsandbytes" => bitsandbytes(config),
        "compressed-tensors" => compressed(config),
        "quanto" | "eetq" | "torchao" => match text("weights").as_deref() {
            Some("int8") => Some("int8"),
            Some("int4") => Some("int4"),
            Some("float8") => Some("fp8"),
            _ => None,
        },
        _ => match text("quant_algo").as_deref() {
            Some("fp8") => Some("fp8"),
            _ => None,
        },
    };
    Some(Quantization {
        method: method
            .chars()
            .filter(|c| !c.is_control())
            .take(40)
            .collect(),
        dtype,
    })
}

fn bits(config: &Object) -> Option<u64> {
    ["bits", "w_bit", "num_bits"]
        .into_iter()
        .find_map(|key| config.get(key)?.as_u64())
}

fn bitsandbytes(config: &Object) -> Option<&'static str> {
    let yes = |keys: [&str; 2]| {
        keys.into_iter()
            .any(|key| config.get(key) == Some(&Value::Bool(true)))
    };
    if yes(["load_in_4bit", "_load_in_4bit"]) {
        let kind = config.get("bnb_4bit_quant_type").and_then(Value::as_str);
        return Some(if kind == Some("nf4") { "nf4" } else { "int4" });
    }
    yes(["load_in_8bit", "_load_in_8bit"]).then_some("int8")
}

// One word only where all groups of layers have the same one.
fn compressed(config: &Object) -> Option<&'static str> {
    let groups = config.get("config_groups")?.as_object()?;
    let mut word = None;
    for group in groups.values() {
        let weights = group.get("weights")?;
        let format = group.get("format").or_else(|| config.get("format"));
        let format = format.and_then(Value::as_str).unwrap_or_default();
        let this = match (
            weights.get("num_bits")?.as_u64()?,
            weights.get("type")?.as_str()?,
        ) {
            (8, "float") => "fp8",
            (8, "int") => "int8",
            (4, "int") => "int4",
            (4, "float") if format.contains("mxfp4") => "mxfp4",
            _ => return None,
        };
        if word.is_some_and(|word| word != this) {
            return None;
        }
        word = Some(this);
    }
    word
}
