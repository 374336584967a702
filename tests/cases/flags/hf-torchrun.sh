torchrun --nnodes 2 --nproc_per_node 8 run_clm.py \
  --model_name_or_path google/gemma-2-9b --dataset_name wikitext --block_size 2048 \
  --per_device_train_batch_size 4 --gradient_accumulation_steps=2 --gradient_checkpointing \
  --bf16 --fsdp "full_shard auto_wrap" --optim adamw_bnb_8bit --torch_compile --custom_thing 7
