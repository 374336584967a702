//! Named stacks: what a framework does by default, as a query diff with its source.

/// A stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Its id.
    pub id: &'static str,
    /// Its name as shown.
    pub name: &'static str,
    /// What it sets, as a query that applies to any link.
    pub query: &'static str,
    /// Where that is written.
    pub source: &'static str,
}

/// The stacks, in the order they are shown.
pub const STACKS: &[Stack] = &[
    Stack {
        id: "hf-trainer",
        name: "HF Trainer as shipped",
        query: "method=measured&task=sft&tune=full&recipe=bf16&opt=adamw&head=hf&ckpt=0&foreach=0",
        source: "transformers 5.24: from_pretrained follows the checkpoint's dtype, optim adamw_torch_fused; 8 B per parameter",
    },
    Stack {
        id: "trl-1.16",
        name: "TRL 1.16",
        query: "method=measured&recipe=amp&opt=adamw&head=trl-fused&ckpt=1&ref=auto&sleep=2",
        source: "TRL 1.16: a model given by name loads in fp32 under bf16 autocast, fused_lm_head and gradient checkpointing on; vLLM colocate sleeps at level 2",
    },
    Stack {
        id: "trl-1.16-lora",
        name: "TRL 1.16 + PEFT",
        query: "method=measured&tune=lora&targets=all-linear&adtype=fp32&opt=adamw&head=trl-fused&ckpt=1&ref=auto&sleep=2",
        source: "PEFT 0.21 keeps adapters in fp32 (autocast_adapter_dtype); TRL 1.16 as above",
    },
    Stack {
        id: "trl-qlora",
        name: "TRL QLoRA",
        query: "method=measured&tune=qlora&targets=all-linear&adtype=bf16&opt=paged8bit&head=trl-fused&ckpt=1",
        source: "TRL recasts QLoRA adapters to bf16; NF4 with double quantisation, paged_adamw_8bit",
    },
    Stack {
        id: "deepspeed-zero3",
        name: "DeepSpeed ZeRO-3, bf16",
        query: "method=measured&tune=full&recipe=master&opt=adamw&shard=zero3&head=hf&ckpt=1",
        source: "DeepSpeed bf16 optimizer: fp32 master and moments, buckets of 5e8 elements",
    },
    Stack {
        id: "fsdp2",
        name: "PyTorch FSDP2, fp32 parameters",
        query: "method=measured&tune=full&recipe=amp&opt=adamw&shard=fsdp2&head=hf&ckpt=1",
        source: "torch.distributed fully_shard with MixedPrecisionPolicy(bf16): 16 B per parameter over the cards",
    },
    Stack {
        id: "megatron",
        name: "Megatron, fp32 gradients",
        query: "method=measured&tune=full&recipe=fp32grad&opt=adamw&head=trl-fused&ckpt=0",
        source: "Megatron-LM: 18 B per parameter with accumulate_allreduce_grads_in_fp32, fused cross entropy",
    },
    Stack {
        id: "agilerl",
        name: "AgileRL GRPO + LoRA",
        query: "method=measured&task=grpo&tune=lora&targets=all-linear&adtype=fp32&opt=adamw&head=rowtile&ckpt=1&ref=1&sleep=2&offload=params",
        source: "AgileRL 2.8 memory profiling rig (Apache-2.0): row-tiled log-probabilities, a second adapter as reference, vLLM asleep at level 2 while it trains, training copy moved away while it samples",
    },
];
