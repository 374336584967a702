//! The whiteboard lesson's words about inference, operations and time, and the Qwen3-8B lesson's about serving.
use crate::i18n::Locale;
use crate::ledger::flops::Product;

texts! {
    /// A text of the lessons beside the serving and KV views.
    WhiteboardText {
        Heading: "白板课：推理、FLOP 和时间", "The whiteboard: inference, operations, time";
        Item: "项目", "item";
        Arithmetic: "算式", "arithmetic";
        Result: "结果", "result";
        Open: "装进计算器", "open it";
        AsPrinted: "课程印的", "as printed";
        Ours: "本页", "here";
        Why: "差在哪里", "why they differ";
        // The inference bill.
        InferenceBill: "推理的账：权重 + KV + 临时激活", "The inference bill: weights + KV cache + temporaries";
        InferenceBillRule: "推理没有梯度和优化器：16 bit 权重 2 字节/参数，加上随并发和长度增长的 KV，加上一步的临时激活。每张卡再留 2 GB 给 CUDA context 和碎片。", "Inference has neither gradients nor optimizer: 2 bytes per parameter in 16 bits, a KV cache that grows with concurrency and length, and the temporaries of one step. Keep 2 GB of each card for the CUDA context and fragmentation.";
        Temporaries: "一步的临时激活（{0} token）", "temporaries of one step ({0} tokens)";
        Kept: "每卡留出", "kept per card";
        // The 7B bill.
        SevenBill: "7B 的账：训练和推理并排", "The 7B bill: training and inference side by side";
        SevenBillRule: "同一个 7B、bf16：训练 16 字节/参数 = {0}（不留 fp32 主权重是 12 字节 = {1}），再加激活；推理 2 字节/参数 = {2}，再加 KV。", "The same 7B in bf16: training at 16 bytes per parameter = {0} (12 bytes = {1} without the fp32 master copy) plus activations; inference at 2 bytes per parameter = {2} plus the cache.";
        Training: "训练（全参，4K，批 1）", "training (all parameters, 4K, batch 1)";
        Inference: "推理（4K，并发 1）", "inference (4K, one request)";
        Total: "合计", "total";
        // Operations.
        Matmul: "矩阵乘：2MNK", "A matrix product: 2MNK";
        MatmulRule: "M×K 乘 K×N：结果有 M × N 个元素，每个是 K 次乘加，一次乘加算 2 FLOP。一个 token 过一个 4096 × 4096 的投影，M = 1：", "M×K times K×N: M × N results of K multiply-adds each, 2 operations apiece. One token through a 4096 × 4096 projection, M = 1:";
        Layer: "一层的 FLOP，一项一项算", "The operations of one layer, term by term";
        LayerRule: "一个 token 过一层，H = 4096，S = 4096，因果注意力平均只看前一半，所以 QKᵀ 和 × V 各是 HS。两矩阵 FFN（4H）是 16H²；SwiGLU 三个矩阵按自己的宽度算 2 × 3 × H × I，I = 4H 时是 24H²。", "One token through one layer, H = 4096, S = 4096; causal attention sees half on average, so QKᵀ and × V are HS each. A two-matrix feed-forward (4H) is 16H²; a three-matrix SwiGLU counts its own 2 × 3 × H × I, 24H² where I = 4H.";
        Step: "步骤", "step";
        Symbols: "白板", "whiteboard";
        OnTheBoard: "H = S = 4096", "H = S = 4096";
        OwnLayer: "当前模型的一层（长度 {0}）", "one layer of the present model (length {0})";
        LayerSum: "一层合计", "one layer";
        TwoN: "2N、6N、8N", "2N, 6N, 8N";
        TwoNRule: "每个参数一次乘加：前向每 token 2N；反向对输入和权重各算一遍，4N；训练合计 6N。重算激活再多一次前向：选择性重算约 7.2N，全部重算 8N。", "One multiply-add a parameter: 2N a token forward; backward once for inputs and once for weights, 4N; training 6N. Recomputing activations is one more forward: about 7.2N where selective, 8N in full.";
        Pass: "做法", "pass";
        PerToken: "每 token FLOP（7B）", "operations per token (7B)";
        Backward: "反向 4N", "backward 4N";
        Recomputed: "重算 {0}N 到 {1}N", "recomputing {0}N to {1}N";
        PrefillOf: "7B 的 8192 token prefill：2N × 8192 = {0} FLOP，还不算注意力。", "Prefill of 8,192 tokens on a 7B: 2N × 8192 = {0} operations, attention not yet counted.";
        Days: "24 天是怎么来的", "Where the 24 days come from";
        DaysRule: "7B、500 亿 token、6ND = {0} FLOP；8 张 A100（每张 312 TFLOPS）、MFU 0.4：{1} 秒，{2} 天。MFU {5} 到 {6} 算健康；排期再留 {3} 到 {4} 倍。", "7B on 50 billion tokens, 6ND = {0} operations; 8 A100 (312 TFLOPS each) at an MFU of 0.4: {1} seconds, {2} days. An MFU of {5} to {6} is healthy; plan {3} to {4} times that.";
        Decode: "Decode：权重 ÷ 带宽", "Decode: weights over bandwidth";
        DecodeRule: "单条请求每出一个 token 都要把权重读一遍：每 token 时间 ≥ 权重字节 ÷ 显存带宽。7B bf16 是 {0}。", "A single stream reads all weights for every token: time per token ≥ weight bytes over memory bandwidth. A 7B in bf16 is {0}.";
        Card: "卡", "card";
        Bandwidth: "带宽 GB/s", "bandwidth, GB/s";
        TokenTime: "每 token", "per token";
        TokensPerSecond: "token/s，最多", "tokens/s, at most";
        // The card's capacity.
        Capacity: "一张 80 GB 卡能同时服务多少条", "How many requests one 80 GB card serves at once";
        CapacityRule: "7B bf16，留 2，其余全给 KV。课程用 80 − 14 − 2 = 64（GB），再除以 GiB 的 KV，单位混了。按 GiB 算：{0} − {1} − {2} = {3} GiB，GQA-8、4K 每条 {4} GiB，是 {5} 条。另外两行取整后一样。", "7B in bf16, 2 kept, all the rest for the cache. The lesson takes 80 − 14 − 2 = 64 (GB) and divides by a cache in GiB, mixing the units. In GiB: {0} − {1} − {2} = {3}, at {4} GiB a request (GQA-8, 4K) {5} of them. The other two rows round to the same.";
        CapacityCase: "情形", "case";
        CaseGqa4k: "GQA-8，4K", "GQA-8, 4K";
        CaseMha4k: "MHA，4K", "MHA, 4K";
        CaseGqa32k: "GQA-8，32K", "GQA-8, 32K";
        Seesaw: "跷跷板：卡给 KV 的地方是定的，长度翻倍，并发就减半；KV 头减到四分之一，并发就翻四倍。", "The see-saw: the room for the cache is fixed. Double the length and the concurrency halves; a quarter of the KV heads makes four times the concurrency.";
        // Prefill peak.
        PrefillPeak: "Prefill 的峰值和 decode 分开看", "Prefill's peak apart from decode";
        PrefillPeakRule: "Prefill 一步要算整段 prompt（或一块），中间激活和 token 数成正比；decode 一步每条只有一个 token。能压住峰值的是分块 prefill（max_num_batched_tokens），不是并发。当前模型，测定口径：", "A prefill step computes a whole prompt (or a chunk), and its activations go with the tokens; a decode step has one token a request. What holds the peak down is chunked prefill (max_num_batched_tokens), not concurrency. The present model, by the measured method:";
        WholePrompt: "整段 prompt：{0} token", "the whole prompt: {0} tokens";
        Chunk: "一块：max_num_batched_tokens = {0}", "a chunk: max_num_batched_tokens = {0}";
        DecodeStep: "decode：{0} 条各一个 token", "decode: {0} requests, one token each";
        // MHA, GQA, MQA.
        Gqa: "MHA、GQA、MQA", "MHA, GQA, MQA";
        GqaRule: "KV 头数决定 KV 大小：MHA 每个注意力头一份；GQA 几个头共用一份（32 头用 8 份，四分之一）；MQA 全部共用一份。70B、GQA-8：一万 token {0}。", "KV heads decide the cache: MHA keeps one for each head; GQA shares one among several (8 for 32 heads, a quarter); MQA shares one among all. A 70B with GQA-8: {0} for ten thousand tokens.";
        GqaModel: "模型", "model";
        BytesPerToken: "每 token 字节", "bytes per token";
        Printed70: "课程给 70B 印的是十进制 GB：{0}。", "The lesson prints decimal GB for the 70B: {0}.";
        // Tricks.
        Tricks: "KV 的几招，各乘多少", "KV tricks, and what each multiplies";
        Trick: "做法", "trick";
        Multiplies: "KV 乘以", "multiplies the cache by";
        Price: "代价", "price";
        TrickWindow: "滑动窗口（窗口 {0}，长度 {1}）", "sliding window (window {0}, length {1})";
        TrickWindowPrice: "窗口外的内容看不到；模型要这样训过", "what lies outside is not seen; the model has to be trained so";
        TrickEvict: "淘汰（保留 {0}% 的 token）", "eviction ({0} % of the tokens kept)";
        TrickEvictPrice: "被丢的 token 找不回来，长文检索会掉分", "dropped tokens do not come back; retrieval over long texts suffers";
        TrickOffload: "卸载到主机内存", "offload to host memory";
        TrickOffloadBy: "卡上少多少看搬走多少，总量不变", "by what is moved; the total stays";
        TrickOffloadPrice: "取回要走 PCIe，几十 GB/s，比显存慢几十倍", "comes back over PCIe at tens of GB/s, some tens of times slower than the card's memory";
        TrickPaging: "分页（PagedAttention）", "paging (PagedAttention)";
        TrickPagingBy: "按块取整：{0} token 的序列占 {1}，不再按最大长度预留", "rounded up to blocks: a sequence of {0} tokens takes {1}, no longer the maximum length";
        TrickPagingPrice: "几乎没有，引擎默认就是", "next to none; engines do it by default";
        TrickFp8: "8 bit KV", "8-bit cache";
        TrickInt4: "4 bit KV", "4-bit cache";
        TrickInt4Price: "误差更大，另有缩放系数；课程写“减半”，从 16 bit 算是四分之一", "a larger error, and scales on top; the lesson says “halves”, from 16 bits it is a quarter";
        TrickFp8Price: "误差小，要硬件和引擎支持", "a small error; needs hardware and engine support";
        TrickGqa: "GQA（32 头用 8 个 KV 头）", "GQA (8 KV heads for 32 heads)";
        TrickGqaPrice: "模型要这样训过", "the model has to be trained so";
        TrickPrefix: "共享前缀（{0}% 相同，{1} 条）", "shared prefix ({0} % in common, {1} requests)";
        TrickPrefixPrice: "只对相同开头有效", "helps only where requests begin alike";
        // Qwen3-8B.
        QwenActivations: "Qwen3-8B：推理时的激活", "Qwen3-8B: activations at inference";
        QwenActivationsRule: "Prefill 的两块大中间量，4K、批 1，一次只存一层：注意力分数矩阵 B × 头 × S²，FFN 中间量 B × S × I。课程的经验值是权重的 10% 到 15%：{0} 到 {1}。flash attention 不存分数矩阵；vLLM 分块 prefill 一步（{2} token）的峰值是 {3}。", "The two large temporaries of prefill at 4K, batch 1, one layer at a time: the score matrix B × heads × S² and the feed-forward's B × S × I. The lesson's rule of thumb is 10 to 15 % of the weights: {0} to {1}. Flash attention keeps no score matrix; one chunked prefill step of vLLM ({2} tokens) peaks at {3}.";
        ScoreMatrix: "分数矩阵（eager）", "score matrix (eager)";
        FfnIntermediate: "FFN 中间量", "feed-forward's intermediate";
        QwenTable: "Qwen3-8B：五种推理情形", "Qwen3-8B: five ways of serving it";
        QwenTableRule: "课程把 GB 的权重、GiB 的 KV 和手估的开销加在一起。这里三项分开写，合计按 GiB。", "The lesson adds weights in GB, a cache in GiB and an overhead picked by hand. Here the three stand apart, and the total is in GiB.";
        Scenario: "情形", "case";
        WeightsGb: "权重 GB", "weights, GB";
        KvGib: "KV GiB", "KV, GiB";
        Overhead: "课程估的开销", "the lesson's overhead";
        PrintedTotal: "课程合计 GB", "printed total, GB";
        OursGib: "权重 + KV，GiB", "weights + KV, GiB";
        Batch: "批", "batch";
    }
}

impl Product {
    /// Its operations per token on the whiteboard, H the width and S the length.
    pub const fn symbols(self) -> &'static str {
        match self {
            Product::Qkv => "6H²",
            Product::Scores | Product::Values => "HS",
            Product::Output => "2H²",
            Product::Ffn => "16H²",
        }
    }

    /// What the sum of all is there.
    pub const fn symbols_of_sum(locale: Locale) -> &'static str {
        locale.pick(
            "24H² + 2HS（SwiGLU 4H：32H² + 2HS）",
            "24H² + 2HS (SwiGLU 4H: 32H² + 2HS)",
        )
    }
}
