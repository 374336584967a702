//! Texts of the triage.
mod labels;
mod steps;
mod symptoms;

texts! {
    /// A text of the triage.
    TriageText {
    Heading: "OOM 分诊", "OOM triage";
    Lead: "把报错、nvidia-smi、memory_summary 或引擎启动日志整段贴进来：看是哪一侧、哪一行、哪个乘数，先动什么。文字只在这个页面里处理，不发送。",
        "Paste the traceback, nvidia-smi, memory_summary or an engine's start-up log as it is: which side, which line, which multiplier, what to do first. The text is handled in this page and sent nowhere.";
    PasteLabel: "日志或报错", "Log or traceback";
    PasteHint: "离开输入框或按“分诊”后开始读。", "It is read when you leave the box or press “Read it”.";
    ReadIt: "分诊", "Read it";
    Clear: "清空", "Clear";
    Examples: "没有日志？试一份样例：", "No log at hand? Try a sample:";
    ExampleTraining: "训练侧：cross_entropy", "training: cross_entropy";
    ExampleEngine: "引擎侧：KV 放不下一条", "engine: one sequence too long";
    ExampleStart: "vLLM 启动日志", "vLLM start-up log";
    NotRecognised: "没有认出和显存有关的内容。", "Nothing about memory was recognised.";
    PasteInstead: "请贴这几样之一：", "Paste one of these instead:";
    PasteTraceback: "从 Traceback (most recent call last) 到 “CUDA out of memory. Tried to allocate …” 那一行的整段报错",
        "the whole traceback, from “Traceback (most recent call last)” to the line “CUDA out of memory. Tried to allocate …”";
    PasteEngine: "引擎启动日志里 “model weights take …”“Available KV cache memory …”“KV cache size …” 这几行",
        "the engine's start-up lines: “model weights take …”, “Available KV cache memory …”, “KV cache size …”";
    PasteSmi: "nvidia-smi 的输出，或 torch.cuda.memory_summary() 的表",
        "the output of nvidia-smi, or the table of torch.cuda.memory_summary()";
    Stranger: "看到了调用栈，但最后一行不是显存错误：把异常那一行也贴进来。",
        "There are frames of a traceback but no memory error at their end: paste the line of the exception too.";
    CutMiddle: "文本太长，只读了开头和结尾各 4 MiB。", "The text is too long: only 4 MiB of its beginning and of its end were read.";
    OrSymptom: "或者：选一个症状", "Or choose a symptom";
    OrHunt: "或者：四步排查", "Or follow the hunt in four steps";
    Finding: "结论", "Finding";
    WhoseMemory: "哪一侧", "side";
    WhatHappened: "发生了什么", "what happened";
    WhichLine: "账本的哪一行", "line of the ledger";
    WhichMoment: "哪个阶段", "moment";
    AskedFor: "这次要", "asked for";
    CardByLog: "日志里的卡", "card by the log";
    GrowsWith: "随什么增长", "grows with";
    Frameworks: "日志来自", "written by";
    NotInLedger: "现在的配置里没有这一行：日志不是这个配置的，或者设置还没对上。",
        "The present configuration has no such line: the log is of another run, or the settings do not match yet.";
    OnlyMeasured: "课程口径不单列这一行；实测口径是 {0}", "the lesson's method has no such line; by the measured method it is {0}";
    LineNow: "账本里这一行现在是 {0}", "the ledger's line is {0} now";
    LastStraw: "{0} 是分配器最小的几档之一，说明不了哪一行大：卡在这之前就满了，看账本里最大的一行。",
        "{0} is one of the allocator's least steps and says nothing of which line is large: the card was full before. Look at the ledger's largest line.";
    LargestNow: "现在最大的一行：{0}，{1}。", "The largest line now: {0}, {1}.";
    MatchConfigured: "{0} 正好是现在配置的：", "{0} is exactly, by the present configuration:";
    MatchSolved: "{0} 反推出约 {1} 个 token（现在的配置是 {2}）：", "{0} comes to about {1} tokens (the configuration has {2}):";
    MatchSolvedSame: "{0} 反推出约 {1} 个 token，和现在的配置一致：", "{0} comes to about {1} tokens, as configured:";
    TakeTokens: "把配置改成日志里的长度", "Set the configuration to the log's length";
    TakeCard: "日志里的卡是 {0}，配置里是 {1}：", "The log's card has {0}, the configuration's {1}:";
    TakeCardDo: "改成日志里的显存", "Set the memory to the log's";
    FirstSteps: "先做什么", "What to do first";
    OneAtATime: "一次只改一个，改完再跑一次看峰值。num_generations 不要先动（不低于 4）。",
        "Change one thing at a time and look at the peak again. num_generations is never first (not below 4).";
    NoSteps: "这里没有要改的：日志没有报错。", "Nothing to change here: the log reports no failure.";
    StepSaves: "峰值省 {0}", "the peak loses {0}";
    StepLine: "这一行省 {0}", "the line loses {0}";
    StepAdds: "峰值多用 {0}", "the peak gains {0}";
    StepByHand: "手动", "by hand";
    Measured: "实测", "measured";
    Predicted: "预测", "predicted";
    Difference: "实测 − 预测", "measured − predicted";
    Calibration: "校准：实测与预测", "Calibration: measured against predicted";
    CalibrationNote: "预测用实测口径。“以实测为准”把这个数写进链接（键 fix），之后这一行就用你机器上的数；清掉 fix 就回到公式。",
        "Predicted by the measured method. “Use the measured value” writes the number into the link (key fix): the line then is what your machine showed; without fix it is the formula again.";
    UseMeasured: "以实测为准", "Use the measured value";
    Fixed: "链接里固定着实测值：{0}", "Fixed to measured values by the link: {0}";
    Unfix: "回到公式", "Back to the formula";
    ReadOut: "读到的数", "What was read";
    TotalLine: "合计", "total";
    DriverNote: "驱动显示的比账本多是正常的：分配器留着不还的块、CUDA context、别的进程都算在里面。",
        "The driver shows more than the ledger by nature: blocks that the allocator keeps, the CUDA context and other processes are in it.";
    SideTitle: "先分清是哪一侧", "First: which side";
    SideLead: "看调用栈最下面的帧：有 vLLM / SGLang 的是采样侧，有 transformers 的是训练侧。两侧的药相反，认错了越调越糟。",
        "Look at the lowest frames of the traceback: vLLM or SGLang is the sampling side, transformers the training side. Their cures are opposite; the wrong one makes it worse.";
    SideSampling: "采样侧（vLLM 的帧）", "sampling (vLLM frames)";
    SideTraining: "训练侧（transformers 的帧）", "training (transformers frames)";
    SideSeen: "看到什么", "what you see";
    SideCure: "按这个顺序", "in this order";
    CureSampling: "max_model_len 调低 → 并发调低 → gpu_memory_utilization 调高", "lower max_model_len → lower concurrency → raise gpu_memory_utilization";
    CureTraining: "micro batch 调低 → gpu_memory_utilization 调低 → 打开梯度检查点", "lower the micro batch → lower gpu_memory_utilization → gradient checkpointing on";
    SideTry: "在计算器里看", "see it in the calculator";
    OrderTitle: "一次只动一个，按顺序", "One thing at a time, in order";
    OrderLead: "每改一个就重跑一次；两个一起改，就不知道是谁起的作用。", "Run again after each change: with two at once nobody knows which one did it.";
    OrderNever: "num_generations 最后才考虑，而且不低于 4：它是 GRPO 的组内基线，减少它就改了算法。",
        "num_generations comes last and not below 4: it is GRPO's baseline within the group, and fewer changes the algorithm.";
    OrderDone: "已经是了", "already so";
    SymptomsTitle: "五个症状", "Five symptoms";
    PitfallsTitle: "九个坑", "Nine pitfalls";
    SymptomSeen: "症状", "symptom";
    SymptomSuspect: "先怀疑", "suspect";
    SymptomFirst: "先做", "first";
    Choose: "选这个", "Choose";
    Chosen: "症状：{0}", "Symptom: {0}";
    HuntTitle: "四步排查", "The hunt in four steps";
    HuntFromLog: "你的日志：", "Your log:";
    HuntNoLog: "贴了日志，这里会自动填上。", "With a log pasted this is filled in by itself.";
    Sentence: "显存问题 = 峰值所在的阶段 × 一个线性的旋钮。", "A memory problem = the phase of the peak × one linear knob.";
    HuntAllocated: "已分配 {0}，保留但没用 {1}。", "{0} allocated, {1} reserved but unused.";
    HuntTrulyFull: "是真的不够：减需求。", "It is truly too much: lower the need.";
    HuntHeld: "是分配器占着：先看碎片（第 4 步）。", "The allocator holds it: look at fragmentation first (step 4).";
    HuntDriverOnly: "只有驱动的数 {0}：它分不出两者，打一份 memory_summary。", "Only the driver's number {0}, which cannot tell the two apart: print a memory_summary.";
    HuntPhaseLog: "死在“{0}”。", "It died at “{0}”.";
    HuntPhaseLedger: "账本说峰值在“{0}”，{1}。", "The ledger has the peak at “{0}”, {1}.";
    HuntIdle: "保留但没用的 {0}，这次要 {1}：{2}", "{0} reserved but unused, {1} asked for: {2}";
    HuntYes: "是碎片。", "it is fragmentation.";
    HuntNo: "不是碎片。", "it is not.";
    HuntLinear: "先动：{0}", "first: {0}";
    SymptomNotMemory: "这一条说的是速度、质量或钱，不是 OOM：", "This one is about speed, quality or money, not memory:";
    Putaway: "收起", "Put away";
    SentenceTitle: "一句话", "In a sentence";
    SentenceNow: "现在：峰值在“{0}”，{1}；最大的一行是{2}（{3}），它的旋钮是 {4}。",
        "Now: the peak is at “{0}”, {1}; the largest line is {2} ({3}), and its knob is {4}.";
    }
}
