from vllm import AsyncEngineArgs, AsyncLLMEngine

MODEL = "meta-llama/Llama-3.3-70B-Instruct"

engine_args = AsyncEngineArgs(
    model=MODEL,
    tensor_parallel_size=4,
    pipeline_parallel_size=2,
    dtype="bfloat16",
    max_model_len=16_384,
    max_num_seqs=128,
    gpu_memory_utilization=0.92,
    enforce_eager=True,
    speculative_config={"model": "meta-llama/Llama-3.2-1B", "num_speculative_tokens": 4},
)
engine = AsyncLLMEngine.from_engine_args(engine_args)
