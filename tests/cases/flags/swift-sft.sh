swift sft --model Qwen/Qwen3-8B --train_type lora --quant_bits 4 --quant_method bnb --lora_rank 16 --lora_alpha 32 \
  --target_modules all-linear --max_length 4096 --per_device_train_batch_size 1 --gradient_accumulation_steps 16 \
  --attn_impl flash_attn --packing true --dataset acme/x --num_train_epochs 1 --torch_dtype bfloat16
