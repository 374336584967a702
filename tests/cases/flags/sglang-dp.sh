# two copies of four cards
python3 -m sglang.launch_server \
  --model Qwen/Qwen3-30B-A3B --tp 4 --dp 2 \
  --mem-fraction-static 0.85 --max-running-requests 256 --context-length 32768 \
  --quantization fp8 --disable-cuda-graph --host 0.0.0.0 --port 30000
