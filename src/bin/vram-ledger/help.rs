//! What `--help` prints: of the whole command line, and of each command.

/// The help of a command by its name, or of all.
pub fn of(command: Option<&str>) -> &'static str {
    match command {
        Some("table") => TABLE,
        Some("solve") => SOLVE,
        Some("flags") => FLAGS,
        Some(_) | None => ALL,
    }
}

const ALL: &str = "\
vram-ledger: where the GPU memory of an LLM run goes, line by line, with the arithmetic

  vram-ledger estimate [QUERY|URL]   the ledger
  vram-ledger gate     [QUERY|URL]   exit 0 if it fits, 1 if not, 2 if the link has an error
  vram-ledger table    [QUERY|URL]   KV cache over concurrency × length
  vram-ledger solve    [QUERY|URL] --for mb|seq|conc|len|util|n   the largest (n: smallest) that fits
  vram-ledger solve    [QUERY|URL] --for fit   the least painful changes that make it fit; what to raise where there is room
  vram-ledger cuts     [QUERY|URL]   the seven cuts, what each frees and costs, and (+) what else can be changed
  vram-ledger triage   [FILE|-] [QUERY|URL]   a traceback or log: side, line, first cuts, measured against predicted
  vram-ledger flags    [QUERY|URL] --to trl|verl|openrlhf|axolotl|llamafactory|vllm|sglang   as a framework's flags
  vram-ledger flags    --from FILE|- [--as FRAMEWORK]   a command, Python call, YAML or JSON as a query

  --config FILE         a model's config.json instead of the query's model
  --format FORMAT       text (default), json, md, csv
  --lang zh|en          language of sentences (default en)
  --limit SHARE         gate: share of the card that may be used (default 0.9)
  --concurrency 1,4,16  table: rows
  --length 1024,4096    table: columns
  --peak N --p99 N      table: axes around 1.5 × the peak concurrency and the context at P99

QUERY is what stands after ? in a link of the page: task=serve&model=qwen3-8b&gpu=rtx-4090&conc=8&len=8192
Sizes are GiB (2^30 bytes); unit=gb in the query shows GB (10^9 bytes).
vram-ledger table --help, solve --help and flags --help say more of those.
Exit: 0 done; 1 the gate refuses or nothing fits; 2 what was asked cannot be read.
";

const TABLE: &str = "\
vram-ledger table [QUERY|URL] [options]: the KV cache over concurrency × length

Each cell is the cache's size; × the card does not hold it beside the other lines, ~ less than 10 % would be free.
Without options the axes are the link's, or halves and doubles of its own concurrency and length.

  --concurrency 1,4,16,64     rows, at most 12
  --length 1024,4096,32768    columns, at most 12
  --peak N                    plan for a peak of N concurrent requests: rows around 1.5 × N
  --p99 N                     plan for a context of N tokens at P99: columns around N
  --config FILE               a model's config.json instead of the query's model
  --format text|json|md|csv   json: {\"concurrency\",\"length\",\"bytes\",\"verdict\"}, rows by concurrency, sizes in bytes
  --lang zh|en

  vram-ledger table 'task=serve&model=qwen3-8b&gpu=rtx-4090&kvdtype=fp8' --concurrency 1,4,16 --length 4096,32768
  vram-ledger table 'task=serve&model=qwen3-8b&gpu=h100-80gb' --peak 40 --p99 8192 --format md

Exit: 0 done; 2 what was asked cannot be read, or only the model's size is known.
";

const SOLVE: &str = "\
vram-ledger solve [QUERY|URL] --for KEY: the best value with which the run fits, 10 % of the card kept

  --for mb      the largest micro batch
  --for seq     the longest training sequence
  --for conc    the most concurrent sequences
  --for len     the longest context of each
  --for util    gpu_memory_utilization: the most that training leaves, or when serving the least that holds the demand
  --for n       the fewest training cards (sharded, method=measured)
  --for fit     the least painful set of changes with which it fits, or what to raise where there is room
  --config FILE               a model's config.json instead of the query's model
  --format text|json|md|csv   json: {\"key\",\"value\",\"diff\",\"left_bytes\"}; diff is a query to add to the link
  --lang zh|en

  vram-ledger solve 'task=serve&model=qwen3-8b&gpu=rtx-4090&len=8192' --for conc
  vram-ledger solve 'task=sft&model=qwen3-8b&method=measured&shard=zero3' --for n --format json

Exit: 0 done; 1 even the least value does not fit, or nothing here depends on it; 2 what was asked cannot be read.
";

const FLAGS: &str = "\
vram-ledger flags: a configuration as a framework's flags, and a framework's flags as a query

  vram-ledger flags [QUERY|URL] --to FRAMEWORK   trl verl openrlhf axolotl llamafactory vllm sglang
  vram-ledger flags --from FILE|-                a launch command, Python calls, YAML or a DeepSpeed JSON

  --as FRAMEWORK            read it as this one: also hf msswift slime deepspeed accelerate
  --format text|json        json: {\"framework\",\"query\",\"understood\",\"said\",\"unknown\",\"also\",\"no_effect\"}
  --lang zh|en

The answer goes to standard output; what the framework cannot express, defaults, traps and flags that were not
understood go to standard error.

  vram-ledger flags 'task=serve&model=qwen3-8b&conc=32&len=8192' --to vllm
  vram-ledger flags --from train.sh | xargs vram-ledger estimate

Exit: 0 done; 1 the framework has no such task; 2 what was asked cannot be read, or nothing of it was understood.
";
