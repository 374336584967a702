//! The planner's words: its table, and what the third lesson says of cards, money and going live.
use super::Locale;
use crate::ledger::capacity::{HoursFrom, Paradigm, Size, Tradeoff};
use crate::ledger::config::Currency;

texts! {
    /// A text of the capacity view.
    CapacityText {
    Heading: "容量规划：几张卡、几个节点、多少钱", "Capacity: cards, nodes, money";
    Contents: "本页内容", "On this page";
    Lead: "先算静态显存，再按序列长度加激活，除以单卡显存得到卡数，凑成整节点；钱按用掉的卡时算。", "Static bytes first, activations by sequence length on top, divided by the card, rounded to whole nodes; money by the card-hours that are used.";
    // The planner.
    Planner: "规划表", "The planner";
    Inputs: "价格与节点", "Prices and nodes";
    SizeLegend: "为哪个模型规划", "Plan for which model";
    PlanCaption: "{0}，每卡 {1}，训练长度 {2}", "{0}, {1} a card, training length {2}";
    Way: "范式", "way of training";
    Static: "静态显存", "static bytes";
    Need: "加激活", "with activations";
    Theory: "理论卡数", "cards in theory";
    Practice: "含激活卡数", "cards with activations";
    Nodes: "整节点卡数", "in whole nodes";
    WithEngine: "再加引擎副本", "with the engine's copy";
    Hours: "卡时", "card-hours";
    Cost: "一轮费用", "one round";
    Rounds: "{0} 到 {1} 轮", "{0} to {1} rounds";
    ByPeak: "按“峰值卡数 × 24 h”会说成", "peak cards × 24 h would have said";
    ShareNote: "激活占比 {0}：课程给出 2k 以内 {1}、8k 时 {2}；激活对长度是线性的，所以两点之间和 8k 以上都沿这条直线（假设）。可以在上面直接填占比，或看下表的实测模型。", "Activation share {0}: the lesson has {1} up to 2k tokens and {2} at 8k; activations are linear in length, so between the two and beyond 8k the share follows the line through them (an assumption). Set the share above, or read the measured model below.";
    ShareSet: "激活占比 {0}：链接里设定的。", "Activation share {0}: set in the link.";
    NodeNote: "多于一张卡才凑整节点（{0} 张一个）；一张够用就不必租整机。", "Whole nodes of {0} count only beyond one card: where one is enough, no node is rented.";
    EngineNote: "PPO 和 GRPO 的 rollout 引擎还有一份权重和 KV cache，不在训练侧的和里：预算再加 30%。", "The rollout engine of PPO and GRPO holds one more copy of the weights and its KV cache, outside the trainer's sum: 30 % more in the budget.";
    HoursNote: "卡时：课程只给了 7B 的 LoRA、全参、DPO、PPO；别的大小按参数量等比，QLoRA 按 LoRA 的 1.5 倍，GRPO 按 PPO 去掉 critic 那一遍（标 ≈）。自己这一轮的卡时填在“卡时”里，只用于链接里的方法和模型。", "Card-hours: the lesson has them for LoRA, full SFT, DPO and PPO at 7B; other sizes are in proportion to the parameters, QLoRA takes 1.5 times LoRA's, GRPO PPO's without the critic's passes (marked ≈). Put your own run's under card-hours: they hold for the link's method and model.";
    BillNote: "钱按用掉的卡时算。“峰值卡数 × 24 h”两头都会错：短任务多报（训练几小时就还卡），跑过一天的少报。", "The bill is the card-hours used. Peak cards × 24 h errs both ways: it overstates a run of a few hours and understates one that takes longer than a day.";
    Arithmetic: "逐行算式", "Row by row, the arithmetic";
    ShowIt: "在账本里看", "see it in the ledger";
    // Several cards.
    Sharding: "多卡：每张卡放多少", "Several cards: what each holds";
    ShardingCaption: "实测模型下训练卡最坏时刻的显存，{0} 张卡（引擎另用卡）", "Training card at its worst moment by the measured method, over {0} cards (the engine on cards of its own)";
    ShardingPlanned: "实测模型下训练卡最坏时刻的显存，卡数取规划表的整节点（引擎另用卡）", "Training card at its worst moment by the measured method, over the planner's whole nodes (the engine on cards of its own)";
    Chosen: "当前配置已选的取舍", "What the present setting trades";
    ShardingCards: "卡数", "cards";
    Fewest: "ZeRO-3 最少卡数（每卡留 10%）", "fewest cards under ZeRO-3 (10 % free)";
    NoFewest: "1024 张也不行", "not with 1,024";
    MeasuredActivations: "实测激活 + logits", "measured activations + logits";
    ShardingNote: "课程口径什么都不除，所以这里用实测模型：ZeRO-1 分优化器状态，ZeRO-2 再分梯度，ZeRO-3 / FSDP2 再分权重；激活和 logits 谁都不分。× 放不下，~ 不到 10% 余量。ZeRO-3 的代价是通信 × 1.5，没有高速互联时吞吐可能减半。", "The lesson's rule divides nothing, so this is the measured method: ZeRO-1 divides optimizer states, ZeRO-2 gradients too, ZeRO-3 and FSDP2 weights too; nobody divides activations and logits. × does not fit, ~ leaves less than 10 %. ZeRO-3 pays with communication × 1.5: without a fast link throughput may halve.";
    ShardingMissing: "这个版本没有实测模型：多卡分摊看命令行。", "The measured method is not built in here: ask the command line for several cards.";
    // Calls.
    Calls: "一千次调用多少钱", "A thousand calls";
    CallsAre: "一千次调用 {0}", "A thousand calls: {0}";
    CallsLead: "每秒请求是压测量出来的输入，不是算出来的；忙时占比是真正在回答的那部分时间。", "Calls per second are measured under load, not computed; the busy share is the part of the paid time that answers.";
    CallsUnknown: "先压测，把每秒请求填进来。", "Measure the rate first and put it in.";
    CallsTry: "按每秒 2 次试算", "try 2 a second";
    DayIs: "这样一天付 {0}，其中空转 {1}。", "A day of it costs {0}, of which {1} is idle.";
    // Static table.
    StaticTable: "静态显存：参数量 × 每参数字节", "Static memory: parameters × bytes per parameter";
    StaticCaption: "GB（10^9 字节）；括号里是 80 GB 卡：理论卡数 → 含激活的整节点卡数", "GB (10^9 bytes); in brackets cards of 80 GB: in theory → in whole nodes with activations";
    StaticNote: "LoRA 2P、QLoRA 约 0.55P（再加千分之几的适配器），全参 16P，DPO 18P（加参考），PPO 36P（再加 critic 16P 和奖励 2P）。", "LoRA 2P and QLoRA about 0.55P (and a few thousandths for the adapter), full 16P, DPO 18P (with the reference), PPO 36P (with a critic of 16P and a reward model of 2P).";
    StaticTry: "用 80 GB 的卡、7B 打开规划表", "open the planner at 7B on 80 GB cards";
    // Practice.
    Practise: "实践卡数：课程原文与本页", "Cards in practice: as printed, and here";
    Case: "场景", "case";
    AsPrinted: "课程原文", "as printed";
    Ours: "本页按规则", "by the rule here";
    PractiseNote: "原文的 4 张（7B 全参的理论数、7B DPO 的实践数）和它自己的规则对不上：按规则理论 2 张，凑整节点 8 张；“4”是没有凑整节点、多留一倍的经验数。LoRA：7B 在一张 24G 上只够短序列，48G 才宽裕；13B 要 40 到 48G。", "The printed 4 (7B full in theory, 7B DPO in practice) does not follow from the lesson's own rule, which gives 2 in theory and 8 in whole nodes: it is a rule of thumb with twice the room and no whole node. LoRA: 7B on one 24G card takes short sequences only, 48G is comfortable; 13B wants 40 to 48G.";
    Printed7bFull: "batch 1 理论 4 张，实践 8 张", "4 in theory with batch 1, 8 in practice";
    Printed70bFull: "16 到 32 张，ZeRO-3", "16-32 with ZeRO-3";
    Printed7bLora: "24G 一张（短序列），48G 宽裕", "1×24G short sequences, 48G comfortable";
    Printed13bLora: "40 到 48G", "40-48G";
    PrintedFp16: "24G 一张", "1×24G";
    PrintedInt4: "16G 一张", "1×16G";
    InferFp16: "推理 7B fp16", "serving 7B, fp16";
    InferInt4: "推理 7B int4", "serving 7B, int4";
    OursCards: "{0} → {1}", "{0} → {1}";
    OursGb: "{0}", "{0}";
    // Inference.
    Inference: "推理：权重 + KV cache", "Serving: weights and KV cache";
    InferenceWeights: "7B 权重：fp16 {0}，int8 {1}，int4 {2}。", "7B's weights: {0} in fp16, {1} in int8, {2} in int4.";
    InferenceKv: "7B（MHA，32 层 × 4096）每个 token 的 KV {0} 字节，即 512 KiB；一条 8K 请求 {1}，并发 32 就是 {2}：比权重大得多。", "The KV of 7B (MHA, 32 layers × 4096) is {0} bytes a token, 512 KiB; one request of 8K takes {1}, 32 of them {2}: far more than the weights.";
    InferenceTry: "并发 32 × 8K 放进 80G 卡", "32 × 8K on an 80G card";
    // Java.
    JavaBug: "课程 Java 类里的翻倍", "The doubling in the lesson's Java class";
    JavaBugText: "课程的 Java 类在每参数字节之外又乘了一次 BYTES_PER_PARAM = 2，训练显存全部翻倍：7B 全参会算成 {0}。正文是对的：{1}。本页只点名，不照抄。", "The lesson's Java class multiplies by BYTES_PER_PARAM = 2 once more, after the bytes per parameter, and doubles every training figure: 7B in full comes to {0}. Its prose is right: {1}. Named here, not copied.";
    JavaBugTry: "看 7B 全参的算式", "see the arithmetic of 7B in full";
    // Routes.
    Routes: "六条路线：7B 的实践卡数与费用", "Six routes: cards and cost at 7B";
    Route: "路线", "route";
    RouteFor: "适合", "good for";
    RouteCards: "实践卡数（原文）", "cards in practice (as printed)";
    RouteCost: "一轮费用", "one round";
    RouteNone: "不训练：检索 / 规则", "no training: retrieval, rules";
    RouteNoneFor: "事实常变、要出处，或一条规则就能写清", "facts that change or need a source, or what a rule can state";
    RouteNoneCards: "0", "0";
    RouteLoraFor: "格式、口吻、领域任务；默认起点", "form, tone, tasks of a field; the default start";
    RouteQloraFor: "同上，卡不够大", "the same where the card is too small";
    RouteQloraCards: "24G 一张（原文未列）", "1×24G (not printed)";
    RouteFullFor: "新知识、新词表、LoRA 到顶", "new knowledge, new vocabulary, LoRA at its ceiling";
    RouteDpoFor: "有成对偏好；约十分之一的费用拿到 PPO 八成的效果", "pairs of preferences; about 80 % of PPO's effect for a tenth of the cost";
    RoutePpoFor: "奖励可验证，或有人长期维护奖励模型", "a reward that can be verified, or somebody who keeps the reward model";
    CardsN: "{0} 张", "{0}";
    Open: "打开", "open";
    // When.
    WhenFull: "什么时候才需要全参", "When full training is needed";
    WhenFullText: "三种情况：要把大量新知识写进权重（继续预训练），要扩词表或换语言（embedding 和输出头要训），或者 LoRA 把 rank 加大、目标层加全之后仍然明显不够。先用 LoRA 做基线，有差距再升级。", "Three cases: much new knowledge is to go into the weights (continued pre-training), the vocabulary or the language changes (embedding and head must train), or LoRA still falls short after more rank and all linear layers. Let LoRA be the baseline, and go further only from a gap you measured.";
    WhenFullTry: "7B 全参的账", "7B in full";
    WhenPpo: "什么时候才值得上 PPO", "When PPO is worth it";
    WhenPpoText: "先问两件事：奖励能不能验证（单测、答案比对、规则），不能的话谁来长期维护奖励模型，防止被策略钻空子。再算钱：DPO 约十分之一的费用能拿到八成效果；而且 RL 不会一轮就好，调参要乘 5 到 10 轮。", "Ask two things first: can the reward be verified (unit tests, answers to compare, rules), and if not, who keeps the reward model, release after release, so that the policy does not exploit it. Then count: DPO gets about 80 % of the effect for about a tenth of the cost, and RL is never right at the first round: tuning multiplies by 5 to 10.";
    WhenPpoMoney: "7B 一轮 PPO {0}，调 {1} 到 {2} 轮就是 {3} 至 {4}；DPO 一轮 {5}。按课程自己的卡时，DPO 其实只有 PPO 的 {6} 分之一。", "One round of PPO at 7B costs {0}, tuning of {1} to {2} rounds {3} to {4}; a round of DPO {5}. By the lesson's own card-hours DPO is in fact a {6}th of PPO.";
    WhenPpoTry: "PPO 的账与钱", "PPO's cards and money";
    WhenNeither: "什么时候两样都不该做", "When weights should not be touched";
    WhenNeitherText: "事实每周在变、答案要有出处、或要删得掉：用检索。输出能用规则、模板、受约束解码写死：用规则。训练教的是怎么答，不是今天的事实。", "Facts that change every week, answers that need a source, things that must be deletable: retrieval. Output that rules, templates or constrained decoding can fix: rules. Training teaches how to answer, not today's facts.";
    WhenNeitherTry: "用选路问一遍", "ask the guide";
    // Adapters, trade-offs, idle.
    Adapters: "LoRA 上线：合并，还是路由 N 个适配器", "LoRA in service: merge, or route N adapters";
    AdaptersText: "合并进底座：没有额外延迟，但每个任务一整份权重，合并后必须重新回归（精度、量化都会变）。不合并：一份底座挂 N 个适配器，每个几十 MB，延迟加 5% 到 15%。租户多、更新勤选路由，只有一个任务选合并。", "Merged into the base: no extra latency, but a whole copy of the weights per task, and the merged model must be tested again (rounding and quantisation change). Not merged: N adapters of tens of MB each on one base, 5 to 15 % more latency. Many tenants or frequent updates: route. One task: merge.";
    AdaptersTry: "一份底座挂 8 个适配器", "8 adapters on one base";
    AdaptersSize: "7B、rank 16、全部线性层：8 个适配器给引擎多加 {0}（每个 {1}）。", "7B at rank 16 on all linear layers: 8 adapters add {0} to the engine ({1} each).";
    Tradeoffs: "省显存的代价", "What saving memory costs";
    Saving: "做法", "what is done";
    Saves: "省什么", "what it saves";
    Pays: "代价", "what it costs";
    TradeCkpt: "梯度检查点", "gradient checkpointing";
    TradeCkptSaves: "激活变成 1/5 到 1/10", "activations to a fifth or a tenth";
    TradeCkptPays: "计算多约 30%", "about 30 % more compute";
    TradeZero: "ZeRO-3 / FSDP", "ZeRO-3 / FSDP";
    TradeZeroSaves: "权重、梯度、状态除以卡数", "weights, gradients and states divided by the cards";
    TradeZeroPays: "通信 × 1.5", "communication × 1.5";
    TradeOffload: "卸载到主机或 NVMe", "offload to host memory or NVMe";
    TradeOffloadSaves: "显存少约 70%", "about 70 % of the card's memory";
    TradeOffloadPays: "吞吐变成 1/3 到 1/10", "throughput to a third or a tenth";
    TradeStates: "8-bit 优化器状态", "8-bit optimizer states";
    TradeStatesSaves: "状态从每参数 8 字节到 2 字节", "states from 8 bytes a parameter to 2";
    TradeStatesPays: "小学习率、长训练时质量可能掉，要对照一次", "quality may suffer at small learning rates or over long runs: compare once";
    TradeInt4: "int4 权重", "int4 weights";
    TradeInt4Saves: "权重变成四分之一", "weights to a quarter";
    TradeInt4Pays: "结构化输出、代码、数学先退化", "structured output, code and arithmetic suffer first";
    Idle: "空转的实例要释放", "Release idle instances";
    IdleText: "训练按用掉的卡时付钱，服务按占住的时间付钱：夜里没有流量，实例照样计费。给伸缩设下限和上限，评测和调试用的实例设自动到期。", "Training pays for card-hours used, serving for the time it holds the cards: without traffic at night the meter runs on. Give scaling a floor and a ceiling, and let instances for tests and debugging expire by themselves.";
    IdleCount: "例：一张卡每天付 {0}；忙时占比 30% 时空转占 {1}。", "One card costs {0} a day; at a busy share of 30 %, {1} of it is idle.";
    IdleTry: "按忙时占比 30% 算一千次调用", "a thousand calls at a busy share of 30 %";
    // Parameters.
    Params: "九个参数，填错会怎样", "Nine parameters, and what goes wrong";
    Param: "参数", "parameter";
    ParamValue: "取值", "value";
    ParamWrong: "填错会怎样", "what goes wrong";
    See: "看一看", "see";
    P1: "每参数字节", "bytes per parameter";
    P1Value: "推理 2（fp16）；全参训练 16", "2 to serve (fp16), 16 to train in full";
    P1Wrong: "拿推理的 2 去买训练的卡，少算到八分之一", "cards for training bought by serving's 2: an eighth of what is needed";
    P2: "优化器倍数", "optimizer multiple";
    P2Value: "AdamW 16P，SGD 动量 8P，8-bit Adam 10P", "AdamW 16P, SGD with momentum 8P, 8-bit Adam 10P";
    P2Wrong: "照抄 10P 却用 fp32 AdamW，第一步就 OOM", "10P planned, fp32 AdamW run: out of memory at the first step";
    P3: "激活占比", "activation share";
    P3Value: "2k 以内 0.2，8k 时 0.5", "0.2 up to 2k, 0.5 at 8k";
    P3Wrong: "长度翻四倍还用 0.2，长样本一来就 OOM", "0.2 kept at four times the length: the first long sample is out of memory";
    P4: "节点规模", "node size";
    P4Value: "8", "8";
    P4Wrong: "按 3 张申请，调度按整机给，预算少报近三倍", "3 cards asked for, a whole machine charged: the budget is nearly three times short";
    P5: "量化系数", "quantisation factor";
    P5Value: "fp16 1，int8 0.5，int4 0.25", "fp16 1, int8 0.5, int4 0.25";
    P5Wrong: "把系数也乘到 KV cache 上：权重量化不动 KV", "applied to the KV cache too: quantised weights leave the cache as it is";
    P6: "上下文长度", "context length";
    P6Value: "取 P99，不取均值", "the P99, not the mean";
    P6Wrong: "均值 2k、P99 8k：按均值规划，高峰时池子只有四分之一", "mean 2k, P99 8k: planned by the mean, the pool is a quarter of what the peak asks for";
    P7: "并发", "concurrency";
    P7Value: "峰值 × 1.5", "the peak × 1.5";
    P7Wrong: "按日均并发买卡，高峰排队、抢占、重算", "bought for the daily mean: at the peak requests wait, are preempted and computed again";
    P8: "卡时单价", "price per card-hour";
    P8Value: "合同价（例 15 元）", "from the contract (here 15 yuan)";
    P8Wrong: "用官网按量价，预算和账单对不上", "list price by the hour: budget and bill part";
    P9: "预留", "reserve";
    P9Value: "每卡 10%", "10 % of each card";
    P9Wrong: "用到 98%，碎片和 CUDA context 一来就 OOM", "used to 98 %: fragmentation and the CUDA context do the rest";
    // Pitfalls.
    Pitfalls: "九个坑", "Nine pitfalls";
    F1: "把推理显存当训练显存", "Serving memory taken for training memory";
    F1Text: "“7B 才 14 GB，24G 卡能训”：那是推理的 2P，全参要 16P 再加激活。", "“7B is only 14 GB, a 24G card will train it”: that is serving's 2P; full training takes 16P and activations.";
    F2: "长度从 2k 改到 8k，卡数没动", "Length from 2k to 8k, cards as before";
    F2Text: "激活随长度线性增长，占比从 0.2 到 0.5。", "Activations grow with the length: the share goes from 0.2 to 0.5.";
    F3: "忘了 PPO 里还有一份引擎", "PPO's hidden copy forgotten";
    F3Text: "36P 是训练侧的四个模型；rollout 引擎另有一份权重和 KV cache。预算加 30%。", "36P are the trainer's four models; the rollout engine holds another copy of the weights and a KV cache. Budget 30 % more.";
    F4: "KV cache 按平均上下文算", "KV cache by the mean context";
    F4Text: "显存看的是同时在场的最长那些请求：用 P99。", "Memory sees the longest requests that are there together: use the P99.";
    F5: "int4 上线后 JSON 坏了", "int4 in service, and the JSON breaks";
    F5Text: "通用分数几乎不掉，结构化输出、函数调用先坏。单独回归，或用 int8 / AWQ。", "General scores hardly move; structured output and function calls break first. Test them apart, or take int8 or AWQ.";
    F6: "开了 ZeRO-3，吞吐掉一半", "ZeRO-3 on, throughput halved";
    F6Text: "它用通信换显存（× 1.5）。能用 ZeRO-2 放下就别用 3，跨机没有高速互联更是如此。", "It trades communication (× 1.5) for memory. Where ZeRO-2 fits, stay there, above all between machines without a fast link.";
    F7: "8-bit Adam 当成免费的", "8-bit Adam taken for free";
    F7Text: "状态从 8P 降到 2P，但小学习率、长训练时质量可能掉；embedding 一般保留 32 位。要对照一次。", "States fall from 8P to 2P, but at small learning rates or over long runs quality may suffer; embeddings usually keep 32-bit states. Compare once.";
    F8: "按峰值卡数 × 24 小时报账", "The bill as peak cards × 24 hours";
    F8Text: "7B 全参一轮用 {0} 卡时，{1}；按峰值 × 24 h 会报 {2}。PPO 跑两天，按一天报又少一半。", "A full round at 7B uses {0} card-hours, {1}; peak × 24 h would say {2}. PPO runs two days: by the day it is half.";
    F9: "LoRA 合并后没有回归", "A merged LoRA that was not tested again";
    F9Text: "合并会改舍入，量化底座上合并更明显：合并后的权重是一个新模型，要整套重测。", "Merging changes the rounding, the more so on a quantised base: merged weights are a new model and need the whole test suite.";
    // Questions.
    Questions: "四个问答", "Four questions and answers";
    Q1: "7B 推理 14 GB，为什么训练要 112 GB？", "7B serves in 14 GB. Why does training take 112?";
    A1: "推理只有权重 2P。全参 AdamW 还有梯度 2P、fp32 主权重 4P、一阶矩 4P、二阶矩 4P，共 16P = {0}；激活另算。", "Serving has the weights alone, 2P. Full training under AdamW adds gradients 2P, an fp32 master 4P and two moments of 4P: 16P = {0}, and activations on top.";
    Q2: "7B、并发 32、上下文 8K，一张 80G 卡能上线吗？", "7B, concurrency 32, context 8K, one 80G card: may it go live?";
    A2: "不能：需要 {0}，上限 {1}。出路：并发降到 {2}、KV 量化、权重量化、加卡。", "No: it needs {0} and the limit is {1}. Ways out: concurrency down to {2}, a quantised cache, quantised weights, more cards.";
    Q3: "DPO 还是 PPO？", "DPO or PPO?";
    A3: "先 DPO：一轮 {0}，PPO 要 {1}，少养两个模型和一个引擎。奖励可验证，或确实有人维护奖励模型，且 DPO 到顶了，再上 PPO / GRPO。", "DPO first: {0} against {1}, two models and an engine fewer. PPO or GRPO when the reward can be verified, or somebody does keep the reward model, and DPO is at its ceiling.";
    Q4: "预算怎么报？", "How is the budget stated?";
    A4: "卡数按峰值申请，钱按卡时算：一轮 × 单价 × 轮数（5 到 10），PPO 再加 30%；服务按每千次调用：单价 × 1000 ÷（每秒请求 × 3600），每秒 2 次时 {0}。", "Cards are asked for by the peak, money by card-hours: a round × price × rounds (5 to 10), 30 % more for PPO; serving by a thousand calls: price × 1000 ÷ (calls per second × 3600), {0} at 2 a second.";
    Show: "在计算器里看", "see it in the calculator";
    }
}

impl Paradigm {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            Paradigm::Lora => "LoRA",
            Paradigm::Qlora => "QLoRA",
            Paradigm::Full => locale.pick("全参 SFT", "full SFT"),
            Paradigm::Dpo => "DPO",
            Paradigm::Grpo => "GRPO",
            Paradigm::Ppo => "PPO",
        }
    }
}

impl Size {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            Size::Seven => "7B",
            Size::Thirteen => "13B",
            Size::Seventy => "70B",
            Size::Own => locale.pick("当前模型", "the present model"),
        }
    }
}

impl HoursFrom {
    /// The mark before a number of hours.
    pub const fn mark(self) -> &'static str {
        match self {
            HoursFrom::Given | HoursFrom::Lesson => "",
            HoursFrom::Scaled => "≈ ",
        }
    }
}

impl Currency {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Currency::Cny => ("元", "yuan"),
            Currency::Usd => ("美元", "US dollars"),
            Currency::Eur => ("欧元", "euros"),
        };
        locale.pick(zh, en)
    }
}

impl Tradeoff {
    /// What is done, what it saves, what it costs.
    pub const fn texts(self) -> [CapacityText; 3] {
        match self {
            Tradeoff::Checkpointing => [
                CapacityText::TradeCkpt,
                CapacityText::TradeCkptSaves,
                CapacityText::TradeCkptPays,
            ],
            Tradeoff::Sharding => [
                CapacityText::TradeZero,
                CapacityText::TradeZeroSaves,
                CapacityText::TradeZeroPays,
            ],
            Tradeoff::Offload => [
                CapacityText::TradeOffload,
                CapacityText::TradeOffloadSaves,
                CapacityText::TradeOffloadPays,
            ],
            Tradeoff::FourBit => [
                CapacityText::TradeInt4,
                CapacityText::TradeInt4Saves,
                CapacityText::TradeInt4Pays,
            ],
            Tradeoff::EightBitStates => [
                CapacityText::TradeStates,
                CapacityText::TradeStatesSaves,
                CapacityText::TradeStatesPays,
            ],
        }
    }
}
