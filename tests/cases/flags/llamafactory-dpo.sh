FORCE_TORCHRUN=1 NPROC_PER_NODE=4 llamafactory-cli train \
    --stage dpo --do_train --model_name_or_path Qwen/Qwen2.5-7B-Instruct \
    --finetuning_type lora --lora_rank 16 --lora_target q_proj,v_proj \
    --quantization_bit 4 --pref_beta 0.1 --pref_loss sigmoid \
    --template qwen --cutoff_len 2048 --per_device_train_batch_size 2 --gradient_accumulation_steps 4 \
    --pure_bf16 --disable_gradient_checkpointing --output_dir saves/dpo
