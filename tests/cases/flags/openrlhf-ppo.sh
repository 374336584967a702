ray job submit --address="http://127.0.0.1:8265" --runtime-env-json='{"working_dir": "/openrlhf"}' -- \
  python3 -m openrlhf.cli.train_ppo_ray \
  --actor.model_name_or_path Qwen/Qwen3-4B --algo.advantage.estimator group_norm \
  --actor.num_nodes 1 --actor.num_gpus_per_node 8 --ref.num_nodes 1 --ref.num_gpus_per_node 8 \
  --vllm.num_engines 4 --vllm.tensor_parallel_size 2 --train.colocate_all \
  --vllm.gpu_memory_utilization 0.6 --vllm.enable_sleep --ds.enable_sleep \
  --train.micro_batch_size 4 --train.batch_size 128 --rollout.batch_size 128 --rollout.n_samples_per_prompt 8 \
  --data.max_len 8192 --ds.zero_stage 3 --actor.gradient_checkpointing_enable --ds.packing_samples \
  --algo.kl.init_coef 1e-3 --train.max_epochs 1
