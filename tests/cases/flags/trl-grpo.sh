accelerate launch --config_file configs/deepspeed_zero2.yaml --num_processes 8 train_grpo.py \
  --model_name_or_path Qwen/Qwen2.5-3B-Instruct \
  --dtype bfloat16 \
  --per_device_train_batch_size 4 --gradient_accumulation_steps 8 \
  --num_generations 16 --max_completion_length 2048 \
  --use_vllm true --vllm_mode server --beta 0.02 \
  --learning_rate 1e-6 --logging_steps 1 --output_dir out --bf16
