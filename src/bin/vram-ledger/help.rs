//! What `--help` prints: of the whole command line, and of each command.

/// The help of a command by its name, or of all.
pub fn of(command: Option<&str>) -> &'static str {
    match command {
        Some("gate") => GATE,
        Some("cuts") => CUTS,
        Some("table") => TABLE,
        Some("solve") => SOLVE,
        Some("flags") => FLAGS,
        Some(_) | None => ALL,
    }
}

const ALL: &str = "\
vram-ledger: where the GPU memory of an LLM run goes, line by line, with the arithmetic

  vram-ledger estimate [QUERY|URL]   the ledger
  vram-ledger gate     [QUERY|URL]   the declared load against 90 % of the card, and the ways out
  vram-ledger table    [QUERY|URL]   KV cache over concurrency × length
  vram-ledger solve    [QUERY|URL] --for mb|seq|conc|len|util|n   the largest (n: smallest) that fits
  vram-ledger solve    [QUERY|URL] --for fit   the least painful changes that make it fit; what to raise where there is room
  vram-ledger cuts     [QUERY|URL]   the seven cuts, what each frees and costs, and (+) what else can be changed
  vram-ledger triage   [FILE|-] [QUERY|URL]   a traceback or log: side, line, first cuts, measured against predicted
  vram-ledger flags    [QUERY|URL] --to trl|verl|openrlhf|axolotl|llamafactory|vllm|sglang   as a framework's flags
  vram-ledger flags    --from FILE|- [--as FRAMEWORK]   a command, Python call, YAML or JSON as a query

  --link FILE           the link, or several, one a line, from a file instead of QUERY; # begins a comment
  --config FILE         a model's config.json instead of the query's model
  --format FORMAT       text (default), json, md, csv
  --lang zh|en          language of sentences (default en)
  --limit SHARE         gate: share of the card that may be used (default 0.9)
  --concurrency 1,4,16  table: rows
  --length 1024,4096    table: columns
  --peak N --p99 N      table: axes around 1.5 × the peak concurrency and the context at P99

QUERY is what stands after ? in a link of the page: task=serve&model=qwen3-8b&gpu=rtx-4090&conc=8&len=8192
Sizes are GiB (2^30 bytes); unit=gb in the query shows GB (10^9 bytes).
vram-ledger gate --help says more of the gate; so do table, solve, cuts and flags of themselves.
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

const GATE: &str = "\
vram-ledger gate [QUERY|URL] [options]: may it go live?

The declared load is conc × len where something is served, mb × seq where something trains, both for GRPO and PPO. It is
refused where the fullest card needs more than the limit; where rows cannot be counted (only the model's size is known);
where a util of the link leaves the pool too small or the trainer too little; where full training is asked of a format
that cannot be stepped; and where the link has an error: a typo never passes. The page's capacity view rules alike.
Plan the context by its P99 and the concurrency by the peak × 1.5.

  --link FILE            the link, or several, one a line; # begins a comment; a file without a link is refused
  --limit SHARE          share of the card that may be used (default 0.9)
  --config FILE          a model's config.json instead of the query's model
  --format text|json|md  text: a line; md: the ruling with its ways out; json: {\"pass\",\"query\",\"declared\",
                         \"need_bytes\",\"limit_bytes\",\"capacity_bytes\",\"codes\",\"reasons\",\"ways_out\",\"issues\"}, an
                         object a line; a way out is {\"diff\",\"what\",\"code\",\"price\",\"need_bytes\",\"passes\"}
  --lang zh|en

  vram-ledger gate 'task=serve&model=llama-3.1-8b&gpu=a100-80gb&conc=16&len=8192'
  vram-ledger gate --link deploy/vram.link --format md >> \"$GITHUB_STEP_SUMMARY\"

Exit: 0 passes; 1 is refused, with reasons and ways out on standard error; 2 the link has an error, or cannot be read.
";

const CUTS: &str = "\
vram-ledger cuts [QUERY|URL] [options]: the lesson's seven cuts in its order of effect over cost

Each with what it frees by itself (found by estimating again), its price, and the change of the query that makes it. Cuts
that are made, or have nothing to act on here, keep their numbers.

  --link FILE                 the link from a file instead of QUERY
  --config FILE               a model's config.json instead of the query's model
  --format text|json|md|csv   json: [{\"code\",\"diff\",\"saves_bytes\",\"price\",\"applied\"}]; csv: code,saves_bytes,applied,diff
  --lang zh|en

  vram-ledger cuts 'model=qwen3-8b&gpu=rtx-4090' --format md --lang zh

Exit: 0 done; 2 what was asked cannot be read.
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
