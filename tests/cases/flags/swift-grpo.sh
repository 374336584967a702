CUDA_VISIBLE_DEVICES=0,1,2,3 NPROC_PER_NODE=4 \
swift rlhf --rlhf_type grpo --model Qwen/Qwen2.5-7B-Instruct --train_type lora \
  --use_vllm true --vllm_mode colocate --vllm_gpu_memory_utilization 0.5 --vllm_tensor_parallel_size 2 \
  --sleep_level 1 --max_length 1024 --max_completion_length 1024 \
  --per_device_train_batch_size 2 --num_generations 8 --beta 0.04 --torch_dtype bfloat16 \
  --offload_optimizer true --offload_model true --dataset AI-MO/NuminaMath-TIR --learning_rate 1e-6
