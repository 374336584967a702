from datasets import load_dataset
from trl import SFTConfig, SFTTrainer

MAX_LEN = 4096
common = {"learning_rate": 2e-5, "num_train_epochs": 1, "gradient_accumulation_steps": 2}

config = SFTConfig(
    output_dir="sft",
    max_length=MAX_LEN,
    packing=True,
    per_device_train_batch_size=2,
    optim="adafactor",
    activation_offloading=True,
    model_init_kwargs={"dtype": "bfloat16", "attn_implementation": "kernels-community/flash-attn2"},
    **common,
)

trainer = SFTTrainer("HuggingFaceTB/SmolLM3-3B", args=config, train_dataset=load_dataset("acme/chat", split="train"))
trainer.train()
