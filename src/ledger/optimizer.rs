//! Recipes and optimizers: bytes per trainable parameter beside the weights.
use super::precision::Dtype;
use crate::words;

words! {
    /// What is kept per trainable parameter: weights + gradients + states, as with AdamW.
    Recipe {
        /// 2 + 2 + 12: 16-bit weights, fp32 master and moments (DeepSpeed bf16, Megatron; the lesson).
        Master = "master",
        /// 2 + 2 + 8: fp32 moments, no master.
        NoMaster = "nomaster",
        /// 2 + 2 + 4: everything 16-bit (HF Trainer with a bf16 model).
        Bf16 = "bf16",
        /// 4 + 4 + 8: fp32 weights under autocast.
        Amp = "amp",
        /// 2 + 4 + 12: fp32 gradients and master.
        Fp32Grad = "fp32grad",
    }

    /// Optimizer.
    Optimizer {
        /// AdamW: two moments.
        AdamW = "adamw",
        /// AMSGrad: two moments and their running maximum.
        AmsGrad = "amsgrad",
        /// AdamW with 8-bit moments.
        AdamW8bit = "adamw8bit",
        /// AdamW with 8-bit moments, paged to host memory.
        Paged8bit = "paged8bit",
        /// AdEMAMix with 8-bit states.
        AdEmaMix8bit = "ademamix8bit",
        /// Adafactor: factored second moment.
        Adafactor = "adafactor",
        /// SGD without momentum.
        Sgd = "sgd",
        /// SGD with momentum.
        SgdM = "sgdm",
        /// Lion: one moment.
        Lion = "lion",
        /// Lion with an 8-bit moment.
        Lion8bit = "lion8bit",
        /// Muon: one moment on matrices.
        Muon = "muon",
    }
}

/// Bytes per trainable parameter by part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerParameter {
    /// The weight itself.
    pub weight: f64,
    /// Its gradient.
    pub gradient: f64,
    /// fp32 master copy, or 0.
    pub master: f64,
    /// Optimizer states; entries of 0 are not kept.
    pub states: [f64; 3],
}

/// bitsandbytes keeps one fp32 maximum per block of 256 states (its functional.py; 2.03125 B per parameter measured for
/// AdamW's two).
pub(super) const EIGHT_BIT: f64 = 1.0 + BLOCK_SCALE;
pub(super) const BLOCK_SCALE: f64 = 4.0 / 256.0;

impl PerParameter {
    /// Bytes as PyTorch, DeepSpeed and bitsandbytes allocate them (tests/cases/training_peaks.json, optimizers).
    pub(super) fn measured(recipe: Recipe, optimizer: Optimizer, dtype: Dtype) -> PerParameter {
        let mut bytes = PerParameter::lesson(recipe, optimizer, dtype);
        match optimizer {
            Optimizer::AdamW8bit => bytes.states = [EIGHT_BIT, EIGHT_BIT, 0.0],
            Optimizer::AdEmaMix8bit => bytes.states = [EIGHT_BIT, EIGHT_BIT, EIGHT_BIT],
            Optimizer::Lion8bit => bytes.states = [EIGHT_BIT, 0.0, 0.0],
            // Paged states live in managed memory; their blocks' maxima stay on the card.
            Optimizer::Paged8bit => bytes.states = [BLOCK_SCALE, BLOCK_SCALE, 0.0],
            Optimizer::AdamW
            | Optimizer::AmsGrad
            | Optimizer::Adafactor
            | Optimizer::Sgd
            | Optimizer::SgdM
            | Optimizer::Lion
            | Optimizer::Muon => {}
        }
        bytes
    }

    /// The lesson's hand rule for a recipe, an optimizer and the format the model is loaded in.
    ///
    /// Sources: the lessons' 16P (2+2+12), 18P, 8P (SGD with momentum, no master) and 10P (8-bit Adam with master); the
    /// sizes of states per optimizer are those of PyTorch's and bitsandbytes' state dicts.
    pub fn lesson(recipe: Recipe, optimizer: Optimizer, dtype: Dtype) -> PerParameter {
        let (weight, gradient, master, moment) = match recipe {
            Recipe::Master => (2.0, 2.0, 4.0, 4.0),
            Recipe::NoMaster => (2.0, 2.0, 0.0, 4.0),
            Recipe::Bf16 => (2.0, 2.0, 0.0, 2.0),
            Recipe::Amp => (4.0, 4.0, 0.0, 4.0),
            Recipe::Fp32Grad => (2.0, 4.0, 4.0, 4.0),
        };
        let states = match optimizer {
            Optimizer::AdamW => [moment, moment, 0.0],
            Optimizer::AmsGrad => [moment, moment, moment],
            Optimizer::AdamW8bit => [1.0, 1.0, 0.0],
            Optimizer::AdEmaMix8bit => [1.0, 1.0, 1.0],
            Optimizer::Lion8bit => [1.0, 0.0, 0.0],
            Optimizer::SgdM | Optimizer::Lion | Optimizer::Muon => [moment, 0.0, 0.0],
            // Adafactor keeps a row and a column per matrix: under 0.006 B per parameter, which the hand rule leaves out.
            Optimizer::Sgd | Optimizer::Adafactor | Optimizer::Paged8bit => [0.0, 0.0, 0.0],
        };
        match dtype {
            // fp32 weights are their own master copy.
            Dtype::Fp32 => PerParameter {
                weight: 4.0,
                gradient: 4.0,
                master: 0.0,
                states,
            },
            Dtype::Bf16 | Dtype::Fp16 => PerParameter {
                weight,
                gradient,
                master,
                states,
            },
            Dtype::Fp8
            | Dtype::Int8
            | Dtype::Int4
            | Dtype::Nf4
            | Dtype::Awq4
            | Dtype::Gptq4
            | Dtype::Mxfp4 => PerParameter {
                weight: dtype.lesson_bytes(),
                gradient,
                master,
                states,
            },
        }
    }
}
