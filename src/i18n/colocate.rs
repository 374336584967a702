//! The words of the colocate view: the util line, sleep, server or colocate, the time of a step.
use super::Locale;
use crate::ledger::levers::Lever;
use crate::ledger::tenancy::CureCode;

texts! {
    /// A text of the colocate view.
    ColocateText {
        Heading: "一张卡，两个租客", "One card, two tenants";
        Lead: "训练和推理引擎轮流用同一张卡。引擎的份额（gpu_memory_utilization）划到哪，决定训练会不会 OOM、采样会不会被抢占。", "Training and the inference engine take turns on one card. Where the engine's share (gpu_memory_utilization) ends decides whether training runs out of memory and whether sampling is preempted.";
        NotShared: "现在的配置里引擎不在训练卡上。下面按同卡来算；点一下就换成同卡。", "In the present configuration the engine is not on the training card. What follows is computed as if it were; one press makes it so.";
        Share: "换成同卡（colocate）", "Switch to colocate";
        // The line.
        Line: "util 这条线划在哪", "Where the util line goes";
        Slider: "拖动引擎的份额", "Move the engine's share";
        SliderSays: "{0} × {1} = {2}", "{0} × {1} = {2}";
        EngineWeights: "引擎权重", "engine weights";
        EngineOther: "引擎其余（激活、图）", "engine's other memory (activations, graphs)";
        Pool: "KV 池：{0} 条序列要用的", "KV pool: what {0} sequences ask for";
        PoolSpare: "KV 池：富余", "KV pool: spare";
        Free: "空着", "free";
        Kept: "预留", "kept";
        Training: "训练侧", "training side";
        Overlap: "重叠（超出）", "overlap (too much)";
        BarSays: "引擎占 {0}，预留 {1}，训练侧 {2}，整卡 {3}", "engine {0}, kept {1}, training side {2}, of the card's {3}";
        StartAt: "起步值 {0}", "start value {0}";
        UpperAt: "上限 {0}", "upper bound {0}";
        PracticalAt: "实际先用 {0}", "begin with {0}";
        InUse: "现在", "now";
        Method: "口径", "method";
        MethodsCaption: "两种口径下的线", "The line by both methods";
        Weighed: "按哪一刻", "weighed at";
        TrainingTight: "训练侧太挤：训练侧 {0} + 预留 {1} + 引擎 {2} 比整卡多出 {3}。引擎一启动就占走它的份额，训练会 OOM。", "Training is too tight: training side {0} + kept {1} + engine {2} exceed the card by {3}. The engine takes its share at start, so training runs out of memory.";
        PeakTight: "引擎睡着，训练自己的最坏时刻还是超出整卡 {0}：这与 util 无关，要先减训练侧。", "Even with the engine asleep training's own worst moment exceeds the card by {0}: util does not help, cut the training side first.";
        PoolSmall: "池子太小：要同时跑 {0} 条，只装得下 {1} 条。不会 OOM，但会抢占重算，采样用时约为 {2} 倍（假设）。", "The pool is too small: {0} sequences are to run, {1} fit. It does not run out of memory, but sequences are preempted and recomputed: sampling takes about {2} times as long (assumed).";
        PoolNone: "引擎启动不了：份额 {0} 里放下引擎自己的 {1} 之后，一条序列也装不下。", "The engine does not start: of its share of {0} its own {1} leave no room for a single sequence.";
        BothWell: "两边都够：训练侧有余地，池子装得下 {0} 条（要跑 {1} 条）。", "Both have enough: training has room, and the pool holds {0} sequences ({1} are to run).";
        NoLine: "训练侧加预留已经占满整卡：没有 util 可用。先减训练侧，或者把引擎搬到另一张卡。", "Training side and reserve fill the card: no util is possible. Cut the training side first, or give the engine a card of its own.";
        Cures: "怎么治：一次只动一个", "What to do, one thing at a time";
        CureWell: "两边都好", "both well";
        CureStill: "还不够", "not enough yet";
        CureSays: "上限变成 {0}，池子装 {1} 条", "upper bound {0}, pool holds {1}";
        Apply: "应用", "Apply";
        MoreRoom: "还有余地：抬到起步值 {0}，池子装 {1} 条。", "There is room: at the start value {0} the pool holds {1}.";
        Unbounded: "不限", "any number of";
        // What util means.
        Meaning: "util 是什么意思", "What util means";
        Meaning1: "是整卡总显存的份额，不是剩余显存的份额：util {0} 在 {1} 的卡上就是 {2}。", "A share of the card's total memory, not of what is left: util {0} on a card of {1} is {2}.";
        Meaning2: "启动时一次占走（权重 + KV 池），不是按需长大：训练侧看到的就是少了这么多。", "Taken up front at start (weights + KV pool), not on demand: that much is gone for the training side.";
        Meaning3: "slime / SGLang 的 mem-fraction-static 只含权重和 KV 池，激活和 CUDA graphs 在它之外：同样的数字，引擎实际占得更多。", "slime's and SGLang's mem-fraction-static counts weights and KV pool only; activations and CUDA graphs come on top: at the same number the engine takes more.";
        // The recipe.
        Recipe: "四步划出这条线", "Four steps to the line";
        Step1: "整卡：驱动报告的总显存 {0}。", "The card: {0} in all, as the driver reports it.";
        Step2: "减去训练侧最坏的时刻：{0}（{1}）。", "Less the training side at its worst moment: {0} ({1}).";
        Step3: "再减去 max(context, 1.5 GiB) = {0}，剩下 {1}。", "Less max(context, 1.5 GiB) = {0}: {1} are left.";
        Step4: "{0} ÷ {1}，向下取两位小数：上限 {2}。再退 0.05、向下取到 0.05 的格子：起步 {3}。实际先从 {4} 开始，跑稳了再抬。", "{0} ÷ {1}, down to two decimals: upper bound {2}. Less 0.05, down to a step of 0.05: start at {3}. In practice begin at {4} and raise it once it runs.";
        Example: "课上的例子", "The lesson's example";
        ExampleCaption: "同一个算法，三组输入", "One rule, three inputs";
        ExampleLesson: "课上：整卡 {0}，训练侧 {1}，预留 {2}", "lesson: card {0}, training side {1}, kept {2}";
        ExampleDefault: "本页默认，有参考模型", "this page's default, with the reference model";
        ExampleNoRef: "本页默认，关掉参考模型", "this page's default, without the reference model";
        ForEngine: "留给引擎", "left for the engine";
        Upper: "上限", "upper bound";
        Start: "起步", "start";
        // Sleep.
        Sleep: "睡眠：采样完把卡让出来", "Sleep: the engine leaves the card after sampling";
        SleepLead: "一步的顺序：唤醒权重 → 同步新权重 → 唤醒 KV 池 → 采样 → 睡 → 训练。下面总按实测口径算（课程口径只有一个时刻）。", "A step in order: wake the weights → copy the new ones → wake the KV pool → sample → sleep → train. The figures are always the measured method's (the lesson has one moment only).";
        Level0: "不睡：权重和 KV 池一直在卡上。", "Awake: weights and KV pool stay on the card throughout.";
        Level1: "还掉 KV 池，权重搬到主机内存；醒来再搬回。", "The KV pool is given back and the weights move to host memory; they come back at wake-up.";
        Level2: "KV 池和权重都丢掉，主机内存也不占；醒来时由训练侧重新送一份。", "KV pool and weights are both dropped and host memory is spared; at wake-up the trainer sends the weights again.";
        SleepCaption: "引擎在卡上占多少", "What the engine holds on the card";
        Level: "级别", "level";
        LevelN: "level {0}", "level {0}";
        WhenSampling: "采样时", "sampling";
        WhenSyncing: "同步权重时", "weight sync";
        WhenTraining: "训练时", "training";
        OnHost: "主机内存", "host memory";
        CardWorst: "整卡最坏时刻", "card's worst moment";
        UseLevel: "用 level {0}", "Use level {0}";
        PhaseCaption: "level {0} 逐时刻：谁在卡上", "Level {0}, moment by moment: who is on the card";
        WeightsTwice: "同步的那一刻权重有两份：训练侧和引擎侧加起来 {0}。所以先醒权重、同步完再醒 KV 池：此刻引擎占 {1}，比采样时少 {2}。", "At the copy the weights exist twice, the trainer's and the engine's: {0} together. That is why the weights wake first and the KV pool only after the copy: the engine holds {1} then, {2} less than while sampling.";
        Residue: "睡着了也不是零：CUDA context 之外，图和通信缓冲还留着 {0}。", "Asleep is not nothing: beside the CUDA context, graphs and buffers keep {0}.";
        LessonSleep: "课程口径不看 sleep：切到实测口径，util 线会按“采样时还留在卡上的训练侧”来划。", "The lesson's method does not know sleep: by the measured one the line is drawn from what of training stays on the card while sampling.";
        ToMeasured: "切到实测口径", "Switch to the measured method";
        NoMeasured: "这个版本不含实测口径。", "This build has no measured method.";
        KnobsCaption: "各框架怎么叫，默认是多少", "What frameworks call them, and their defaults";
        Framework: "框架", "framework";
        KnobShare: "份额", "share";
        KnobSleep: "睡眠", "sleep";
        KnobMode: "同卡", "colocate";
        SleepTrl: "默认关；1.0 起 level 2，0.24 是 level 1", "off by default; level 2 since 1.0, level 1 in 0.24";
        SleepVerl: "默认开；level 2，LoRA 当适配器时 level 1", "on by default; level 2, level 1 with LoRA as an adapter";
        SleepSlime: "--colocate 会打开；相当于 level 2，训练侧也会让出卡", "switched on by --colocate; like level 2, and training leaves the card too";
        SleepOpenrlhf: "默认关；level 1", "off by default; level 1";
        SleepAxolotl: "同 TRL，写在 trl: 下面", "as TRL's, under trl:";
        SleepVllm: "默认关；级别在 sleep() 调用里", "off by default; the level is sleep()'s argument";
        ShareSglang: "默认按卡算；不含激活和图", "computed from the card; activations and graphs excluded";
        ShareAxolotl: "默认 0.9，用于 vllm-serve（server）", "default 0.9, for vllm-serve (server)";
        ShareDefault: "默认 {0}", "default {0}";
        ModeTrl: "1.0 起默认 colocate", "colocate by default since 1.0";
        ModeVerl: "总是同卡（hybrid engine）", "always (hybrid engine)";
        ModeOff: "默认关", "off by default";
        ModeAxolotl: "同 TRL 1.9", "as TRL 1.9";
        // Server or colocate.
        Modes: "server 还是 colocate", "Server or colocate";
        Modes1: "server：引擎另用卡，采样和训练重叠，权重走 HTTP / NCCL。", "server: the engine has cards of its own, sampling and training overlap, weights travel over HTTP or NCCL.";
        Modes2: "colocate：一张卡轮流用，没有重叠，还要切换。只有一张卡就只能 colocate。", "colocate: one card, they take turns: no overlap, and switching on top. With one card it is the only way.";
        ModesCaption: "现在这份配置，两种摆法", "The present configuration, placed both ways";
        Cards: "卡数", "cards";
        PerCard: "每张卡最坏时刻", "each card at its worst moment";
        StepTakes: "一步用时（假设）", "a step (assumed)";
        TimesAsLong: "用时倍数", "times as long";
        RecordedRatio: "实录那一步：同卡 {0}，分开是 max(采样, 训练) + 同步 = {1}，{2} 倍。", "The recorded step: {0} on one card; apart, max(sampling, training) + sync = {1}: {2} times as long.";
        ServerCard: "{0} × {1} 张", "{0} × {1}";
        UseServer: "换成 server", "Switch to server";
        // Step time.
        Step: "一步的时间花在哪", "Where a step's time goes";
        StepLead: "唯一的锚点是课上实录的一步：0.6B，{0} 个 prompt × {1} 个回答，平均 {2} token。其余按比例推，依据是“{3}”：只说方向和比例，不说秒数。", "The one anchor is the lesson's recorded step: 0.6B, {0} prompts × {1} completions, {2} tokens on average. All else is scaled from it; its basis is “{3}”: only directions and proportions are claimed, not seconds.";
        Recorded: "实录", "recorded";
        Present: "现在的配置", "present";
        StepCaption: "四段用时", "The four parts";
        Part: "部分", "part";
        Sampling: "采样", "sampling";
        Update: "前向 + 反向", "forward + backward";
        Sync: "权重同步", "weight sync";
        Switch: "睡眠 / 唤醒", "sleep / wake";
        Total: "合计", "total";
        Arithmetic: "现在的算式（秒）", "present arithmetic (seconds)";
        Overlapped: "重叠：只算长的那段", "overlapped: the longer part counts";
        LoadRecorded: "装入实录的配置", "Load the recorded configuration";
        // Levers.
        Levers: "四根杠杆，按价值排", "Four levers, by value";
        LeversCaption: "每根单独动，各自重算", "Each pulled alone, computed again";
        StepWith: "一步", "step";
        Saves: "省 {0}%", "{0} % less";
        Costs: "多 {0}%", "{0} % more";
        Same: "不变", "unchanged";
        MadeUtil: "已到头：池子装得下的都在跑", "already there: all that fits is running";
        MadeLength: "已经很短", "already short";
        MadeGraphs: "已开。关掉的话：{0}", "on. Off: {0}";
        EachNow: "每个回答 {0} → {1} s", "per completion {0} → {1} s";
        CutShare: "截断 {0}%", "{0} % cut";
        FixedDiluted: "固定的 {0}（同步 + 切换）不随批次变大。", "The fixed {0} (sync and switching) does not grow with the batch.";
        // Truncation.
        Truncation: "缩短之前，先看截断率", "Before cutting the length, look at the truncation rate";
        TruncationLead: "被截断的回答没有结尾，奖励多半是 0：省下的时间是拿样本换的。按“长度在 0 到两倍平均之间均匀分布”估（假设），真实的截断率看训练日志里的 clipped ratio。", "A completion that is cut has no end, and its reward is mostly 0: the time is paid for with samples. Estimated with lengths spread evenly from 0 to twice the mean (assumed); the real rate stands in the training log as the clipped ratio.";
        TruncationCaption: "上限从长到短", "The cap, from long to short";
        Cap: "max_completion_length", "max_completion_length";
        CutPercent: "截断率", "truncated";
        MeanTokens: "平均 token", "mean tokens";
        // The closing points.
        Checklist: "带走这七条", "Seven points to take away";
        Check1: "只有一张卡就 colocate；用时大约是分开跑的 {0} 倍。", "With one card, colocate; it takes about {0} times as long as apart.";
        Check2: "util 是整卡的份额，启动时一次占走。", "util is a share of the whole card, taken at start.";
        Check3: "(整卡 − 训练侧最坏时刻 − max(context, 1.5 GiB)) ÷ 整卡 = 上限；退 0.05 起步。", "(card − training side at its worst − max(context, 1.5 GiB)) ÷ card = the upper bound; start 0.05 below.";
        Check4: "实际先从 {0} 开始，跑通了再抬。", "In practice begin at {0} and raise it once it runs.";
        Check5: "开 sleep：level 1 权重去主机内存，level 2 全丢、醒来重送。", "Let it sleep: level 1 moves the weights to host memory, level 2 drops them and they are sent again.";
        Check6: "OOM 先分清采样还是训练，一次只动一个；num_generations 不先动，不低于 {0}。", "On an OOM tell sampling from training first, then change one thing at a time; num_generations not first, and not below {0}.";
        Check7: "要快：先抬 util，再（看过截断率）缩长度，CUDA graphs 保持打开，大批次摊薄固定的 {0}。", "For speed: raise util, then (having looked at the truncation rate) cut the length, keep CUDA graphs on, and dilute the fixed {0} with a larger batch.";
    }
}

impl CureCode {
    /// What is done.
    pub const fn title(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            CureCode::MicroBatch => (
                "micro batch 降到 1 + 梯度累积",
                "micro batch to 1 + accumulation",
            ),
            CureCode::LowerUtil => ("util 降到起步值", "util down to the start value"),
            CureCode::Checkpointing => ("打开梯度检查点", "gradient checkpointing on"),
            CureCode::Sleep => (
                "训练时让引擎睡（level 1）",
                "engine asleep while training (level 1)",
            ),
            CureCode::ShorterLength => ("缩短 max_model_len", "a shorter max_model_len"),
            CureCode::FewerSequences => ("降到装得下的并发", "as many sequences as fit"),
            CureCode::RaiseUtil => ("util 抬到够用", "util up to what is asked"),
        };
        locale.pick(zh, en)
    }
}

impl Lever {
    /// What is done.
    pub const fn title(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Lever::Util => (
                "显存允许就抬 util，并发跟着抬",
                "raise util if memory allows, and concurrency with it",
            ),
            Lever::Length => (
                "降 max_completion_length（先看截断率）",
                "lower max_completion_length (truncation rate first)",
            ),
            Lever::Graphs => ("CUDA graphs 保持打开", "keep CUDA graphs on"),
            Lever::Batch => ("每步的批次加倍", "twice the batch per step"),
        };
        locale.pick(zh, en)
    }
}
