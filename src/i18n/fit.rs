//! Texts of the advice that solves: names of moves, what they act on, what they cost.
use super::{Locale, Voice, fill};
use crate::ledger::config::Task;
use crate::ledger::fit::{Fit, LengthName, Move, MoveState, Outlook, Room, Trouble};
use crate::ledger::item::Verdict;

texts! {
    /// A text of the advice that solves.
    FitText {
    Heading: "让它放得下", "Make it fit";
    Lead: "在下面这张表里找代价最小的一组改动：先用便宜的，便宜的不够才动贵的；不需要的一步也不留。", "The least painful set of changes from the list below: cheap ones first, a dearer one only where the cheap ones are not enough, and no step that is not needed.";
    Steps: "一组够用的改动", "A set of changes that is enough";
    Step: "动作", "step";
    Change: "改什么", "change";
    Alone: "单独做", "alone";
    SoFar: "做到这一步", "up to here";
    Price: "代价", "price";
    ApplyAll: "全部应用", "Apply all";
    ApplyOne: "应用", "Apply";
    Before: "现在", "now";
    After: "改完", "after";
    AllMoves: "能动的地方，按“效果 ÷ 代价”排", "What can be changed, by effect over cost";
    State: "状态", "state";
    Effect: "作用", "acts on";
    Never: "num_generations 不在表里：它是 GRPO 的组内基线，不要低于 4，更不要先动它。换小模型排在最后：那等于换了问题。", "num_generations is not in the list: it is GRPO's baseline, never below 4 and never first. A smaller model stands last: it changes the question.";
    RoomHeading: "有余量先加什么", "Use the room";
    RoomNone: "现在没有余量可用：先让它放得下。", "There is no room now: make it fit first.";
    RoomRollout: "采样是墙钟时间的大头，所以先加 rollout 并发，再加 micro batch。每一行单独算，都保住 10% 的余量。", "Sampling takes most of the wall-clock time: raise the rollout concurrency first, the micro batch after it. Each row is computed alone and keeps the 10 % reserve.";
    RoomTraining: "没有采样：先加 micro batch（累积步数相应减少），还有余量就关掉检查点，省掉重算。", "Nothing is sampled: raise the micro batch first (with less accumulation); with more room turn checkpointing off and save the recomputation.";
    RoomServing: "先加并发：吞吐随它涨；再考虑更长的上下文。", "Raise concurrency first: throughput grows with it; then longer contexts.";
    Raise: "加什么", "raise";
    Leaves: "之后还剩", "then left";
    Planner: "去看要几张卡", "See how many cards it takes";
    Locked: "锁住的项目不动。", "Locked settings are left as they are.";
    AllTogether: "全部改动", "all changes";
    }
}

impl Move {
    /// What is done.
    pub const fn title(self, task: Task, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Move::MicroBatch => (
                "micro batch 降低 + 梯度累积",
                "smaller micro batch + gradient accumulation",
            ),
            Move::Attention => ("eager 注意力换成 flash", "flash attention instead of eager"),
            Move::LossHead => ("换融合 loss 头（Liger）", "fused loss head (Liger)"),
            Move::Util => (
                "util 改回够用的值",
                "gpu_memory_utilization to what is needed",
            ),
            Move::EngineLimits => (
                "收紧 max_num_seqs、预填充批次",
                "tighter max_num_seqs and prefill steps",
            ),
            Move::Checkpointing => ("打开梯度检查点", "gradient checkpointing on"),
            Move::Sleep => (
                "训练时让引擎睡眠（level 1）",
                "let the engine sleep while training (level 1)",
            ),
            Move::Sharding => ("把训练状态分到各卡", "divide training state over the cards"),
            Move::Concurrency => match task {
                Task::Serve => ("降并发", "lower concurrency"),
                Task::Sft | Task::Dpo | Task::Grpo | Task::Ppo => {
                    ("降 rollout 并发", "lower rollout concurrency")
                }
            },
            Move::Optimizer => ("优化器状态用 8-bit", "8-bit optimizer states"),
            Move::KvFormat => ("KV cache 用 fp8", "KV cache in fp8"),
            Move::Length => match LengthName::of(task) {
                LengthName::Completion => {
                    ("降 max_completion_length", "lower max_completion_length")
                }
                LengthName::Sample => ("降 max_length", "lower max_length"),
                LengthName::Model => ("降 max_model_len", "lower max_model_len"),
            },
            Move::Offload => ("卸载到主机内存", "offload to host memory"),
            Move::Reference => ("关掉参考模型（KL = 0）", "reference model off (KL = 0)"),
            Move::Lora => ("换成 LoRA / QLoRA", "switch to LoRA or QLoRA"),
            Move::Weights => ("权重量化", "quantised weights"),
            Move::SmallerModel => ("换小一号的模型", "a smaller model"),
        };
        locale.pick(zh, en)
    }

    /// What it acts on.
    pub const fn effect(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Move::MicroBatch => (
                "激活和 logits 等比例下降",
                "activations and logits fall in proportion",
            ),
            Move::Attention => ("不再保存注意力分数矩阵", "no score matrix is kept"),
            Move::LossHead => (
                "不再整块保存 token × 词表",
                "tokens × vocabulary is never held",
            ),
            Move::Util => (
                "引擎只占它用得上的份额",
                "the engine takes the share that it uses",
            ),
            Move::EngineLimits => (
                "引擎 profiling 时的激活峰值",
                "the activation peak of the engine's profiling run",
            ),
            Move::Checkpointing => ("激活小一个数量级", "activations fall an order of magnitude"),
            Move::Sleep => (
                "训练时卡上没有引擎的权重和 KV",
                "no engine weights or cache on the card while training",
            ),
            Move::Sharding => (
                "优化器、梯度、权重按卡数分摊",
                "states, gradients and weights are divided by the cards",
            ),
            Move::Concurrency => ("KV cache 线性下降", "the KV cache falls linearly"),
            Move::Optimizer => ("一阶矩、二阶矩各剩 1 字节", "one byte for each moment"),
            Move::KvFormat => ("KV cache 减半", "half the KV cache"),
            Move::Length => (
                "KV cache 线性下降，训练序列一起变短",
                "the KV cache falls linearly, training sequences with it",
            ),
            Move::Offload => (
                "优化器状态（再不够加上参数）离开显存",
                "optimizer states, then parameters, leave the card",
            ),
            Move::Reference => ("省下一整份权重", "one full copy of the weights goes"),
            Move::Lora => (
                "梯度和优化器状态接近零；QLoRA 再把底座压到 4-bit",
                "gradients and states fall to nearly zero; QLoRA has a 4-bit base too",
            ),
            Move::Weights => ("权重减半或四分之一", "half or a quarter of the weights"),
            Move::SmallerModel => ("每一行都变小", "every line falls"),
        };
        locale.pick(zh, en)
    }

    /// What it costs.
    pub const fn price(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Move::MicroBatch => (
                "慢一点，数学上等价",
                "a little slower, mathematically equivalent",
            ),
            Move::Attention => (
                "没有，还更快；要模型和卡支持",
                "none, and faster, where model and card support it",
            ),
            Move::LossHead => (
                "几乎没有；要框架支持这个模型",
                "next to none, where the framework supports the model",
            ),
            Move::Util => (
                "没有；请求再多时池子不再有富余",
                "none; the pool has nothing to spare for more requests",
            ),
            Move::EngineLimits => (
                "限到并发数不花什么；预填充批次小了，长提示慢一点",
                "none down to the concurrency; smaller prefill steps slow long prompts",
            ),
            Move::Checkpointing => ("前向多算约 30%", "about 30 % more forward compute"),
            Move::Sleep => (
                "每步多几秒睡眠和唤醒，权重占主机内存",
                "a few seconds a step to sleep and wake; weights in host memory",
            ),
            Move::Sharding => ("多一些卡间通信", "more communication between the cards"),
            Move::Concurrency => ("采样变慢", "slower sampling"),
            Move::Optimizer => (
                "更新略有量化误差，一般看不出来",
                "slightly quantised updates, usually not seen in the loss",
            ),
            Move::KvFormat => (
                "采样精度略降；RL 里采样与训练的差距变大",
                "slightly coarser sampling; in RL the gap to the trainer widens",
            ),
            Move::Length => (
                "可能影响效果，先看截断率",
                "may hurt results: look at the truncation rate first",
            ),
            Move::Offload => (
                "每步经 PCIe 来回搬，慢不少；数学上等价",
                "everything crosses PCIe each step: much slower, mathematically equivalent",
            ),
            Move::Reference => (
                "没有 KL 约束，策略可能跑偏",
                "no KL constraint: the policy may drift",
            ),
            Move::Lora => ("表达能力受限", "less capacity"),
            Move::Weights => (
                "质量有损失，上线前要评测",
                "quality suffers: evaluate before going live",
            ),
            Move::SmallerModel => (
                "问题本身就变了，放到最后",
                "that changes the question: last resort",
            ),
        };
        locale.pick(zh, en)
    }
}

impl MoveState {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            MoveState::Used => ("用上了", "used"),
            MoveState::Spare => ("不需要", "not needed"),
            MoveState::Made => ("已经做了", "already made"),
            MoveState::NotHere => ("这里用不上", "nothing to act on"),
        };
        locale.pick(zh, en)
    }
}

impl Room {
    /// What is raised.
    pub const fn label(self, task: Task, locale: Locale) -> &'static str {
        let (zh, en) = match (self, task) {
            (Room::Concurrency, Task::Serve) => ("并发", "concurrency"),
            (Room::Concurrency, Task::Sft | Task::Dpo | Task::Grpo | Task::Ppo) => {
                ("rollout 并发", "rollout concurrency")
            }
            (Room::MicroBatch, _) => ("micro batch", "micro batch"),
            (Room::Checkpointing, _) => ("关掉梯度检查点", "gradient checkpointing off"),
            (Room::Length, _) => ("上下文长度", "context length"),
        };
        locale.pick(zh, en)
    }
}

impl Outlook {
    /// `31.2 GiB`, and how far it is over or what is left.
    pub fn sentence(&self, voice: Voice) -> String {
        let word = if self.left.negative {
            voice.pick("超出 {0}", "over by {0}")
        } else {
            voice.pick("剩 {0}", "{0} left")
        };
        let left = fill(word, &[&voice.size(self.left.size)]);
        fill(
            voice.pick("{0}（{1}）", "{0} ({1})"),
            &[&voice.size(self.used), &left],
        )
    }
}

impl Fit {
    /// What is the matter, and what the answer comes to.
    pub fn sentence(&self, voice: Voice) -> String {
        let matter = match (self.trouble, self.before.verdict) {
            (Trouble::None, _) => {
                return fill(
                    voice.pick(
                        "已经放得下，还剩 {0}：不用改。",
                        "It fits already, with {0} left: nothing to change.",
                    ),
                    &[&voice.size(self.before.left.size)],
                );
            }
            (Trouble::Memory, Verdict::Over) => fill(
                voice.pick("放不下：超出 {0}。", "It does not fit: over by {0}."),
                &[&voice.size(self.before.left.size)],
            ),
            (Trouble::Memory, Verdict::Fits | Verdict::Tight) => fill(
                voice.pick(
                    "偏紧：只剩 {0}，不到 10%。",
                    "It is tight: only {0} left, less than 10 %.",
                ),
                &[&voice.size(self.before.left.size)],
            ),
            (Trouble::PoolShort, _) => voice
                .pick(
                    "总量放得下，但 util 留给 KV 的池子比需求小：会抢占，采样变慢。",
                    "The total fits, but util leaves a pool smaller than the demand: requests are preempted and sampling slows.",
                )
                .to_string(),
            (Trouble::PoolWide, _) => voice
                .pick(
                    "总量放得下，但 util 一启动就占走训练要用的显存。",
                    "The total fits, but util takes at start what training needs.",
                )
                .to_string(),
        };
        let answer = match (&self.after, self.steps.len()) {
            (None, _) => fill(
                voice.pick(
                    "表里的动作全用上也放不下，最少也要 {0}：要更大的卡，或更多的卡。",
                    " All of the list together does not make it fit; the least is {0}: it takes a larger card, or more of them.",
                ),
                &[&voice.size(self.after_is.used)],
            ),
            (Some(_), 1) => fill(
                voice.pick("改一处就够，改完是 {0}。", " One change is enough; after it {0}."),
                &[&self.after_is.sentence(voice)],
            ),
            (Some(_), many) => fill(
                voice.pick("改 {0} 处就够，改完是 {1}。", " {0} changes are enough; after them {1}."),
                &[&many.to_string(), &self.after_is.sentence(voice)],
            ),
        };
        matter + &answer
    }
}
