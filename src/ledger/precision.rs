//! Number formats and what a weight, a gradient or a cached element costs in each.
use crate::words;

words! {
    /// Format of the weights.
    Dtype {
        /// 32-bit float.
        Fp32 = "fp32",
        /// 16-bit brain float.
        Bf16 = "bf16",
        /// 16-bit float.
        Fp16 = "fp16",
        /// 8-bit float.
        Fp8 = "fp8",
        /// 8-bit integer.
        Int8 = "int8",
        /// 4-bit integer, served.
        Int4 = "int4",
        /// bitsandbytes NF4 (QLoRA's base).
        Nf4 = "nf4",
        /// AWQ, 4 bits.
        Awq4 = "awq4",
        /// GPTQ, 4 bits.
        Gptq4 = "gptq4",
        /// Microscaling fp4.
        Mxfp4 = "mxfp4",
    }

    /// Format of the KV cache; independent of the weights' format.
    KvDtype {
        /// 32-bit float.
        Fp32 = "fp32",
        /// 16-bit brain float.
        Bf16 = "bf16",
        /// 16-bit float.
        Fp16 = "fp16",
        /// 8-bit float.
        Fp8 = "fp8",
        /// 8-bit integer.
        Int8 = "int8",
        /// 4-bit integer.
        Int4 = "int4",
    }
}

impl Dtype {
    /// The lesson's bytes per weight: served 4-bit formats 0.5, a QLoRA base (nf4) 0.55 with its metadata (lesson 1's table).
    pub const fn lesson_bytes(self) -> f64 {
        match self {
            Dtype::Fp32 => 4.0,
            Dtype::Bf16 | Dtype::Fp16 => 2.0,
            Dtype::Fp8 | Dtype::Int8 => 1.0,
            Dtype::Int4 | Dtype::Awq4 | Dtype::Gptq4 | Dtype::Mxfp4 => 0.5,
            Dtype::Nf4 => 0.55,
        }
    }

    /// True for formats that optimizers cannot step: weights in them can only be a frozen base.
    pub const fn only_frozen(self) -> bool {
        match self {
            Dtype::Fp32 | Dtype::Bf16 | Dtype::Fp16 | Dtype::Fp8 => false,
            Dtype::Int8 | Dtype::Int4 | Dtype::Nf4 | Dtype::Awq4 | Dtype::Gptq4 | Dtype::Mxfp4 => {
                true
            }
        }
    }
}

impl KvDtype {
    /// Bytes of one cached element, without scales.
    pub const fn bytes(self) -> f64 {
        match self {
            KvDtype::Fp32 => 4.0,
            KvDtype::Bf16 | KvDtype::Fp16 => 2.0,
            KvDtype::Fp8 | KvDtype::Int8 => 1.0,
            KvDtype::Int4 => 0.5,
        }
    }
}
