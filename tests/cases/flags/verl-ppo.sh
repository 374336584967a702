python3 -m verl.trainer.main_ppo \
  data.train_batch_size=128 data.max_prompt_length=512 data.max_response_length=512 \
  actor_rollout_ref.model.path=deepseek-ai/DeepSeek-V2-Lite \
  actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=4 \
  actor_rollout_ref.rollout.name=sglang actor_rollout_ref.rollout.free_cache_engine=False \
  critic.model.path=Qwen/Qwen3-1.7B critic.ppo_micro_batch_size_per_gpu=8 \
  algorithm.use_kl_in_reward=True \
  trainer.n_gpus_per_node=8
