CUDA_VISIBLE_DEVICES=0,1 python -m vllm.entrypoints.openai.api_server \
  --model Qwen/Qwen2.5-32B-Instruct-GPTQ-Int4 --quantization gptq_marlin \
  --tensor-parallel-size 2 --gpu-memory-utilization 0.95 --max-model-len 8192 \
  --max-num-batched-tokens 8192 --swap-space 8 --trust-remote-code --served-model-name chat
