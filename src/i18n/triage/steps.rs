//! What a first step is called, what it costs and what it does.
use super::TriageText;
use crate::i18n::{Locale, Voice, fill};
use crate::ledger::triage::{Step, StepCode};

impl StepCode {
    /// What is done.
    pub const fn title(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            StepCode::MicroBatch => (
                "micro batch 降到 1 + 梯度累积",
                "micro batch to 1 + gradient accumulation",
            ),
            StepCode::Checkpointing => ("打开梯度检查点", "gradient checkpointing on"),
            StepCode::FlashAttention => (
                "attn_implementation 换成 sdpa 或 flash_attention_2",
                "attn_implementation to sdpa or flash_attention_2",
            ),
            StepCode::FusedHead => (
                "换融合的 loss 头（Liger / TRL fused）",
                "a fused loss head (Liger, TRL fused)",
            ),
            StepCode::ShorterSequence => ("训练长度减半", "halve the training length"),
            StepCode::Sleep => (
                "训练时让引擎睡眠（vllm_enable_sleep_mode）",
                "put the engine to sleep while training (vllm_enable_sleep_mode)",
            ),
            StepCode::LowerUtil => (
                "gpu_memory_utilization 调低",
                "lower gpu_memory_utilization",
            ),
            StepCode::RaiseUtil => (
                "gpu_memory_utilization 调高",
                "raise gpu_memory_utilization",
            ),
            StepCode::Length => ("max_model_len 调低", "lower max_model_len"),
            StepCode::Concurrency => ("并发减半", "halve the concurrency"),
            StepCode::CacheFp8 => ("KV cache 用 fp8", "the KV cache in fp8"),
            StepCode::FewerSequences => ("max_num_seqs 减半", "halve max_num_seqs"),
            StepCode::SmallerChunk => (
                "max_num_batched_tokens 减半",
                "halve max_num_batched_tokens",
            ),
            StepCode::NoGraphs => (
                "enforce_eager（不录 CUDA graph）",
                "enforce_eager (no CUDA graphs)",
            ),
            StepCode::QuantisedWeights => ("权重用 fp8", "weights in fp8"),
            StepCode::Reference => ("关掉参考模型（KL = 0）", "reference model off (KL = 0)"),
            StepCode::Shard => ("ZeRO / FSDP 分片", "shard with ZeRO or FSDP"),
            StepCode::Lora => ("换成 LoRA", "switch to LoRA"),
            StepCode::Qlora => ("换成 QLoRA（4 bit 底座）", "switch to QLoRA (a 4-bit base)"),
            StepCode::NoMaster => ("去掉 fp32 主权重", "drop the fp32 master"),
            StepCode::EightBit => ("8 bit 优化器状态", "optimizer states of 8 bits"),
            StepCode::NoForeach => (
                "优化器用 fused 或 foreach=False",
                "fused or foreach=False for the optimizer",
            ),
            StepCode::SmallerModel => ("换小一号的模型", "a smaller model"),
            StepCode::Expandable => (
                "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True，或重启进程",
                "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, or restart the process",
            ),
            StepCode::FreeTheCard => (
                "用 nvidia-smi 找出占卡的进程，停掉或换卡",
                "find the process with nvidia-smi; stop it or take another card",
            ),
            StepCode::Uncap => (
                "放宽 set_per_process_memory_fraction",
                "raise set_per_process_memory_fraction",
            ),
            StepCode::Devices => (
                "对一遍 CUDA_VISIBLE_DEVICES 和 nvidia-smi 的编号（CUDA_DEVICE_ORDER=PCI_BUS_ID）",
                "hold CUDA_VISIBLE_DEVICES against nvidia-smi's numbers (CUDA_DEVICE_ORDER=PCI_BUS_ID)",
            ),
            StepCode::HostMemory => (
                "减少 offload、DataLoader worker 或换更大内存的机器",
                "less offloading, fewer data workers, or a machine with more memory",
            ),
        };
        locale.pick(zh, en)
    }

    /// What it costs.
    pub const fn price(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            StepCode::MicroBatch => (
                "慢一点，数学上等价",
                "a little slower, mathematically equivalent",
            ),
            StepCode::Checkpointing => ("前向多算约 30%", "about 30 % more forward compute"),
            StepCode::FlashAttention | StepCode::FusedHead => ("几乎没有", "next to none"),
            StepCode::ShorterSequence => ("样本会被截断", "samples are truncated"),
            StepCode::Sleep => ("每步多几秒切换", "some seconds of switching each step"),
            StepCode::LowerUtil => ("KV 池变小，采样变慢", "a smaller cache, slower sampling"),
            StepCode::RaiseUtil => (
                "留给别的余量变小",
                "less room for everything else on the card",
            ),
            StepCode::Length => (
                "可能影响效果，先看截断率",
                "may hurt results: look at the truncation rate first",
            ),
            StepCode::Concurrency | StepCode::FewerSequences => ("采样变慢", "slower sampling"),
            StepCode::CacheFp8 => ("精度略降，先评测", "slightly less exact: evaluate first"),
            StepCode::SmallerChunk => ("prefill 变慢", "slower prefill"),
            StepCode::NoGraphs => (
                "吞吐掉到几分之一，放到最后",
                "several times the throughput: last resort",
            ),
            StepCode::QuantisedWeights => {
                ("精度略降，先评测", "slightly less exact: evaluate first")
            }
            StepCode::Reference => (
                "没有 KL 约束，策略可能跑偏",
                "no KL constraint: the policy may drift",
            ),
            StepCode::Shard => ("多卡，多通信", "more cards, more communication"),
            StepCode::Lora | StepCode::Qlora => ("表达能力受限", "less capacity"),
            StepCode::NoMaster => (
                "bf16 累加，小更新会丢",
                "bf16 accumulation loses small updates",
            ),
            StepCode::EightBit => (
                "状态有量化误差，看 loss",
                "quantised states: watch the loss",
            ),
            StepCode::NoForeach => ("没有", "none"),
            StepCode::SmallerModel => (
                "问题本身就变了，放到最后",
                "that changes the question: last resort",
            ),
            StepCode::Expandable
            | StepCode::FreeTheCard
            | StepCode::Uncap
            | StepCode::Devices
            | StepCode::HostMemory => ("不改算法", "the algorithm stays"),
        };
        locale.pick(zh, en)
    }
}

impl Step {
    /// What it frees or takes, or that it is done by hand; empty where the method in use counts nothing.
    pub fn effect(&self, voice: Voice) -> String {
        let locale = voice.locale;
        if self.after.is_none() {
            return TriageText::StepByHand.of(locale).to_string();
        }
        let saves = &self.saves;
        let line = self
            .line
            .filter(|line| line != saves && !line.negative && line.size.0 > 0);
        let mut parts = Vec::with_capacity(2);
        if let Some(line) = line {
            let text = TriageText::StepLine.of(locale);
            parts.push(fill(text, &[&voice.size(line.size)]));
        }
        if saves.size.0 > 0 {
            let text = if saves.negative {
                TriageText::StepAdds
            } else {
                TriageText::StepSaves
            };
            parts.push(fill(text.of(locale), &[&voice.size(saves.size)]));
        }
        parts.join(locale.pick("，", ", "))
    }
}
