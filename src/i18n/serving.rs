//! Texts of the serving view: what the engine holds, what it can carry, how fast it is.
use super::{Locale, Voice, fill};
use crate::ledger::engine_plan::{ParallelProblem, Service};
use crate::ledger::flops::{Pass, Product};
use crate::ledger::speed::Limit;
use crate::ledger::units::grouped_u64;

texts! {
    /// A text of the serving view.
    ServingText {
        Heading: "推理部署：装得下多少并发、跑多快", "Serving: how much concurrency fits, and how fast it is";
        NoEngine: "当前配置没有推理引擎。换成推理部署，就用同一个模型和同一张卡算。", "The present setting has no inference engine. Switch to serving to plan for the same model and card.";
        ServeIt: "换成推理部署", "Switch to serving";
        NeedsShape: "只知道参数量：KV cache 要有模型结构才能算，请导入 config.json。", "Only the size is known: a KV cache needs the model's shape. Import a config.json.";
        // What is held.
        Held: "引擎的账：权重、KV、运行时", "The engine's ledger: weights, KV cache, runtime";
        HeldLead: "池是供给：util × 整卡显存，减去权重和启动探测看到的占用。需求是并发 × 长度。两个数分开看：池不够是抢占，起不来才是启动失败。", "The pool is the supply: util × the whole card, less the weights and what the profiling run sees. Concurrency × length is the demand. They are two numbers: a short pool preempts; only a missing share keeps the engine from starting.";
        CardOf: "{0}：用了 {1}，共 {2}", "{0}: {1} of {2} used";
        Line: "项目", "line";
        Size: "大小", "size";
        How: "算式", "arithmetic";
        PrefillPart: "其中 prefill 峰值（一步 {0} token）", "of it the prefill peak (a step of {0} tokens)";
        Share: "引擎份额 = util × 整卡", "the engine's share = util × the whole card";
        Pool: "KV 池（供给）= 份额 − 权重 − 运行时", "KV pool (supply) = share − weights − runtime";
        Demand: "KV 需求 = 并发 × 长度", "KV demand = concurrency × length";
        Free: "这张卡给得出的", "what the card can give";
        PoolHolds: "池里装得下的序列", "sequences the pool holds";
        LessonRuntime: "课程口径不单列引擎运行时，放在预留的 context 里。切到测定口径会单列 CUDA graphs、采样器和 prefill 峰值。", "The lesson's method has no line for the engine's runtime; it is in the kept context. The measured method lists CUDA graphs, the sampler and the prefill peak.";
        Measure: "用测定口径看", "See it by the measured method";
        Serves: "跑得起来：池 {0}，需求 {1}，还多 {2}。", "It serves: pool {0}, demand {1}, {2} to spare.";
        Preempts: "会抢占，不会 OOM：池 {0}，需求 {1}，差 {2}。同时跑得下 {3} 条，其余排队；长出来的序列会把别的挤出去重算，吞吐断崖式下降。", "It preempts, it does not run out of memory: pool {0}, demand {1}, {2} short. {3} sequences run at once and the rest wait; growing ones push others out to be computed again, and throughput falls off a cliff.";
        ShareTaken: "启动失败：util × 整卡要 {0}，这张卡只给得出 {1}。引擎启动时先查空闲显存，不够就退出。", "It does not start: util × the whole card asks for {0}, the card can give {1}. The engine checks free memory at start-up and exits.";
        NoPool: "启动失败：份额 {0} 连权重和运行时都不够，差 {1}，没有 KV 块可分。", "It does not start: a share of {0} does not even hold weights and runtime, {1} short; there are no cache blocks.";
        LengthOverPool: "启动失败：一条 {0} token 的序列要 {1}，池只有 {2}。max_model_len 最多 {3}。", "It does not start: one sequence of {0} tokens needs {1}, the pool has {2}. max_model_len can be {3} at most.";
        Queue: "并发 {0} 超过 max_num_seqs = {1}：引擎一步最多跑 {1} 条，其余排队。", "Concurrency {0} is over max_num_seqs = {1}: the engine runs {1} at most in a step, the rest wait.";
        SetConc: "并发改成 {0}", "Set concurrency to {0}";
        SetLen: "长度改成 {0}", "Set the length to {0}";
        SetUtil: "util 改成 {0}", "Set util to {0}";
        AutoUtil: "util 交给自动", "Leave util to auto";
        Fp8Kv: "KV 改成 fp8", "Keep the cache in fp8";
        // Ceilings.
        Ceilings: "最多并发、最长上下文、要多大的 util", "Most concurrency, longest context, the util it takes";
        CeilingsLead: "“整卡”是除其余各项外全部给 KV；“留 10%”是上线的口径。点数字装进计算器。", "“Whole card” gives the cache all that the other lines leave; “10 % kept” is how one goes live. Press a number to take it.";
        Context: "上下文", "context";
        PerRequest: "每条请求的 KV", "KV per request";
        MostWhole: "最多并发，整卡", "most sequences, whole card";
        MostKept: "最多并发，留 10%", "most sequences, 10 % kept";
        Concurrency: "并发", "concurrency";
        LongestWhole: "最长上下文，整卡", "longest context, whole card";
        LongestKept: "最长上下文，留 10%", "longest context, 10 % kept";
        CardFull: "其余各项已经超过这张卡，KV 一点也放不下。", "The other lines are over the card already; there is no room for a cache.";
        UtilWanted: "同时服务 {0} 条 × {1} token，util 至少 {2}（权重 + 运行时 + 需求 ÷ 整卡，向上取百分位）。", "To serve {0} sequences of {1} tokens at once util must be {2} at least (weights + runtime + demand over the whole card, rounded up to hundredths).";
        UtilBeyond: "同时服务 {0} 条 × {1} token 要 util {2}：超过 0.98，一张卡办不到。", "To serve {0} sequences of {1} tokens at once would take util {2}: beyond 0.98, one card cannot.";
        // Knobs.
        KvFormats: "KV 精度", "KV format";
        KvFormatsLead: "KV 精度和权重精度是两件事。8 bit 是 16 bit 的一半，4 bit 是四分之一，不是“减半”。", "The cache's format is not the weights'. 8 bits are half of 16, 4 bits a quarter, not “half”.";
        Format: "精度", "format";
        PerToken: "每 token 字节", "bytes per token";
        Against16: "相对 16 bit", "against 16 bits";
        Parallel: "张量并行", "Tensor parallel";
        ParallelLead: "测定口径。权重按 tp 分；KV 按 KV 头分，最少一头；MLA 的压缩缓存每张卡各存一份。一组卡合起来的最多并发：", "By the measured method. Weights are divided by tp; the cache by KV heads, one at least; a latent cache is kept on every card. Most sequences of one group of cards:";
        Cards: "卡数 tp", "cards, tp";
        WeightsPerCard: "每卡权重", "weights per card";
        KvPerCard: "每卡每 token KV 字节", "KV bytes per token and card";
        Group: "一组最多并发，留 10%", "most per group, 10 % kept";
        Legal: "合法性", "allowed?";
        Fine: "可以", "yes";
        Use: "采用", "use";
        Prefix: "共享前缀", "Shared prefix";
        PrefixLead: "测定口径。system prompt 一类的公共前缀只存一次，其余每条各存一份。", "By the measured method. What all requests have in common (a system prompt) is kept once, the rest for each.";
        PrefixShare: "前缀占比", "share in common";
        DemandColumn: "KV 需求", "KV demand";
        Draft: "草稿模型（投机解码）", "Draft model (speculative decoding)";
        DraftLead: "测定口径。草稿模型自己的权重和 KV 都要占地方。", "By the measured method. A draft model takes room for its own weights and its own cache.";
        DraftModel: "草稿模型", "draft model";
        DraftWeights: "草稿权重", "its weights";
        NoDraft: "无", "none";
        Adapters: "一个底座，很多 LoRA", "One base, many LoRA adapters";
        AdaptersLead: "不合并：N 份适配器挂在一份底座旁，每个 token 慢 {0}% 到 {1}%。合并：没有延迟，但每个都是一份完整权重，要各占一个实例。", "Not merged: N adapters stand beside one base and every token takes {0} to {1} % longer. Merged: no latency, but each is a full copy of the weights with an instance of its own.";
        AdapterCount: "适配器数", "adapters";
        OnOneBase: "不合并：底座 + 适配器", "not merged: base + adapters";
        OfItAdapters: "其中适配器", "of it adapters";
        EachMerged: "各自合并", "each merged";
        Latency: "延迟", "latency";
        LatencyMore: "+{0}% 到 +{1}%", "+{0} to +{1} %";
        // Speed.
        Speed: "速度：下限和卡在哪里", "Speed: the floor, and what bounds it";
        SpeedLead: "{0}：稠密 {3} {1} TFLOPS，带宽 {2} GB/s。时间取“算的时间”和“读的时间”里大的那个，是这张卡的下限；真实系统更慢。", "{0}: {1} TFLOPS dense in {3}, {2} GB/s. A time is the larger of computing and reading: a floor of the card; real systems are slower.";
        NoSpeed: "{0} 的算力和带宽没有可查的来源，不估速度。", "No source gives the rate and bandwidth of {0}; no speed is estimated.";
        Prefill: "Prefill：一条 prompt", "Prefill: one prompt";
        PromptColumn: "prompt token", "prompt tokens";
        FlopsColumn: "FLOP", "FLOPs";
        AttentionShare: "其中注意力", "of it attention";
        AtPeak: "满算力", "at the peak";
        AtMfu: "按 MFU {0}", "at MFU {0}";
        LimitColumn: "卡在", "bound by";
        Decode: "Decode：每秒 token，长度 {0}", "Decode: tokens per second at length {0}";
        DecodeLead: "每走一步：权重读一遍（MoE 只读被激活的专家，批大了会唤醒更多），每条序列的 KV 各读一遍。", "Each step reads the weights once (of experts only those awake; a larger batch wakes more) and every sequence's cache once.";
        StepTime: "一步", "one step";
        All: "合计 token/s", "tokens/s, all";
        Each: "单条 token/s", "tokens/s, each";
        DoesFit: "显存", "memory";
        Turning: "并发到 {0} 左右，瓶颈从带宽变成算力。", "From a concurrency of about {0} computing is the bound, no longer the bandwidth.";
        NoTurning: "在这个长度下加并发一直卡在带宽：每条序列的 KV 都要读。", "At this length more concurrency stays bound by the bandwidth: every sequence's cache has to be read.";
        Training: "训练要几天", "Days of training";
        TrainingLead: "{0} 张卡、MFU {1}，{2} token。开重算多一次前向（8N）；再留 {3} 到 {4} 倍给重启、评测和失败的尝试。", "{0} cards at an MFU of {1}, {2} tokens. Recomputation is one more forward pass (8N); keep {3} to {4} times that for restarts, evaluation and failed runs.";
        PassColumn: "做法", "pass";
        Days: "时间", "time";
        AdaptersTrain: "LoRA 不算底座权重的梯度：约 4N，不是 6N；这里的时间是上限。", "LoRA needs no gradients of the base weights: about 4N, not 6N; the time here is an upper bound.";
    }
}

impl Limit {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            Limit::Compute => locale.pick("算力", "compute"),
            Limit::Memory => locale.pick("带宽", "memory bandwidth"),
        }
    }
}

impl Pass {
    /// Its name with its operations per parameter and token.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            Pass::Forward => locale.pick("前向 2N", "forward 2N"),
            Pass::Train => locale.pick("前向 + 反向 6N", "forward + backward 6N"),
            Pass::Recompute => locale.pick("再加全部重算 8N", "and all recomputed 8N"),
        }
    }
}

impl Product {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            Product::Qkv => locale.pick("Q、K、V 投影", "Q, K, V projections"),
            Product::Scores => locale.pick(
                "QKᵀ 分数（因果，平均看一半）",
                "QKᵀ scores (causal: half on average)",
            ),
            Product::Values => locale.pick("分数 × V", "scores × V"),
            Product::Output => locale.pick("输出投影", "output projection"),
            Product::Ffn => locale.pick("FFN", "feed-forward"),
        }
    }
}

impl Service {
    /// What it means, with its figures. `pool` and `demand` are the plan's, `share` its util × total, `len` the length.
    pub fn sentence(
        self,
        voice: Voice,
        plan: &crate::ledger::engine_plan::Plan,
        len: u64,
    ) -> String {
        let size = |bytes| voice.size(bytes);
        let (text, values) = match self {
            Service::Serves { spare } => (
                ServingText::Serves,
                vec![size(plan.pool.pool), size(plan.pool.demand), size(spare)],
            ),
            Service::Preempts { short, at_once } => (
                ServingText::Preempts,
                vec![
                    size(plan.pool.pool),
                    size(plan.pool.demand),
                    size(short),
                    grouped_u64(at_once),
                ],
            ),
            Service::ShareTaken { asked, free } => {
                (ServingText::ShareTaken, vec![size(asked), size(free)])
            }
            Service::NoPool { short } => (ServingText::NoPool, vec![size(plan.share), size(short)]),
            Service::LengthOverPool { pool, one, longest } => (
                ServingText::LengthOverPool,
                vec![
                    grouped_u64(len),
                    size(one),
                    size(pool),
                    grouped_u64(longest),
                ],
            ),
        };
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        fill(text.of(voice.locale), &values)
    }
}

impl ParallelProblem {
    /// What is the matter, in a sentence.
    pub fn sentence(self, locale: Locale) -> String {
        let (text, a, b) = match self {
            ParallelProblem::Heads { heads, tp } => (
                locale.pick(
                    "不行：{0} 个注意力头不能被 tp = {1} 整除",
                    "no: {0} attention heads are not divisible by tp = {1}",
                ),
                heads,
                tp,
            ),
            ParallelProblem::KvHeads { kv_heads, tp } => (
                locale.pick(
                    "不行：{0} 个 KV 头不能被 tp = {1} 整除",
                    "no: {0} KV heads are not divisible by tp = {1}",
                ),
                kv_heads,
                tp,
            ),
            ParallelProblem::Replicated { kv_heads, tp } => (
                locale.pick(
                    "可以，但只有 {0} 个 KV 头，tp = {1} 时要在多张卡上重复存，KV 不再变小",
                    "yes, but {0} KV heads over tp = {1} are kept several times; the cache stops shrinking",
                ),
                kv_heads,
                tp,
            ),
            ParallelProblem::Cards { needs, cards } => (
                locale.pick(
                    "不行：tp × pp = {0}，引擎只有 {1} 张卡",
                    "no: tp × pp = {0}, the engine has {1} cards",
                ),
                needs,
                cards,
            ),
            ParallelProblem::Stages { pp, layers } => (
                locale.pick(
                    "不行：pp = {0} 多于 {1} 层",
                    "no: pp = {0} is more than {1} layers",
                ),
                pp,
                layers,
            ),
        };
        fill(text, &[&grouped_u64(a), &grouped_u64(b)])
    }
}
