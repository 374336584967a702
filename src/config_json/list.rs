//! Per-layer lists of a config.json: class names, numbers and pattern strings turned into one letter per layer.

use super::reader::{Read, whole};
use crate::ledger::model::{Def, Field, FieldProblem, Kind, ListBuilder};
use serde_json::Value;

/// Reads a list under one of its spellings, which say what its entries mean.
pub(super) fn read(def: &'static Def, spelling: &str, value: &Value) -> Read {
    let bad = FieldProblem::NotAList { field: def.written };
    let mut list = ListBuilder::new(def);
    match value {
        Value::Array(entries) => {
            for entry in entries {
                let entry = if def.kind == Kind::Letters {
                    letter(def.field, spelling, entry)
                } else {
                    whole(entry).filter(|n| !n.negative).map(|n| n.size)
                };
                list.push(entry.ok_or_else(|| bad.clone())?, 1);
            }
        }
        // Nemotron-H: one letter per layer.
        Value::String(pattern) if spelling == "hybrid_override_pattern" => {
            for kind in pattern.chars() {
                let letter = match kind {
                    'M' => 'l',
                    '*' => 'f',
                    'E' => 'e',
                    '-' => 'd',
                    _ => return Err(bad),
                };
                list.push(u64::from(letter), 1);
            }
        }
        _ => return Err(bad),
    }
    Ok(list.finish(def.kind))
}

/// The numbers, from 1, of the layers that attend; the others are recurrent.
pub(super) fn from_numbers(def: &'static Def, value: &Value, layers: u64) -> Read {
    let bad = FieldProblem::NotAList { field: def.written };
    let numbers = value.as_array().ok_or_else(|| bad.clone())?;
    // More numbers than a model has layers name no schedule.
    if numbers.len() as u64 > layers {
        return Err(bad);
    }
    let mut full = Vec::with_capacity(numbers.len());
    for number in numbers {
        full.push(whole(number).ok_or_else(|| bad.clone())?.size);
    }
    let mut list = ListBuilder::new(def);
    for layer in 1..=layers {
        let attends = full.contains(&layer);
        list.push(u64::from(if attends { 'f' } else { 'l' }), 1);
    }
    Ok(list.finish(def.kind))
}

fn letter(field: Field, spelling: &str, entry: &Value) -> Option<u64> {
    let letter = match entry {
        Value::String(name) => named(field, name)?,
        Value::Number(_) | Value::Bool(_) => numbered(spelling, entry)?,
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    Some(u64::from(letter))
}

fn named(field: Field, name: &str) -> Option<char> {
    if field == Field::Indexers {
        return match name {
            "full" => Some('f'),
            "shared" => Some('s'),
            _ => None,
        };
    }
    if field == Field::FfnTypes {
        return match name {
            "dense" | "mlp" => Some('d'),
            "sparse" | "moe" | "hash_moe" => Some('e'),
            _ => None,
        };
    }
    match name {
        "full_attention" | "attention" | "global_attention" | "global" | "indexed_attention" => {
            Some('f')
        }
        "sliding_attention" | "local_attention" | "local" => Some('s'),
        "chunked_attention" => Some('c'),
        "linear_attention" | "mamba" | "mamba2" | "kda" | "recurrent" | "lightning_attention" => {
            Some('l')
        }
        "moe" => Some('e'),
        "mlp" => Some('d'),
        "heavily_compressed_attention" => Some('h'),
        "compressed_sparse_attention" => Some('p'),
        "conv" => Some('k'),
        "minimax_m3_sparse" => Some('x'),
        _ => None,
    }
}

fn numbered(spelling: &str, entry: &Value) -> Option<char> {
    let number = match entry {
        Value::Bool(yes) => u64::from(*yes),
        other => whole(other).filter(|n| !n.negative)?.size,
    };
    match (spelling, number) {
        ("compress_ratios", 0) => Some('s'),
        ("compress_ratios", 4) => Some('p'),
        ("compress_ratios", 128) => Some('h'),
        ("hybrid_layer_pattern", 0) => Some('f'),
        ("hybrid_layer_pattern", 1) => Some('s'),
        ("attn_type_list", 0) => Some('l'),
        ("attn_type_list", 1) => Some('f'),
        ("no_rope_layers", 0) => Some('f'),
        ("no_rope_layers", 1) => Some('c'),
        ("sparse_attention_freq", 0) => Some('f'),
        ("sparse_attention_freq", 1) => Some('x'),
        ("moe_layer_freq" | "mlp_layer_types", 0) => Some('d'),
        ("moe_layer_freq" | "mlp_layer_types", 1) => Some('e'),
        _ => None,
    }
}
