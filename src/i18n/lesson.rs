//! The lesson's words: rules, tables, experiments, and where the page and the lessons differ.
use super::Locale;
use crate::lesson::Experiment;

texts! {
    /// A text of the lesson view.
    LessonText {
        Heading: "课程：把显存算清楚", "The lesson: knowing where the memory goes";
        OnThisPage: "本页内容", "On this page";
        Goals: "学完能做到", "What you can do afterwards";
        Goal1: "拿到模型、方法和卡，手算出显存，误差在 10% 以内。", "Given a model, a method and a card, work the memory out by hand to within 10 %.";
        Goal2: "说清 RL 为什么比 SFT 多两份模型，以及 GRPO 省掉了哪一份。", "Say why RL keeps two more copies of the model than SFT, and which one GRPO drops.";
        Goal3: "判断该用全参、LoRA 还是 QLoRA，以及 rollout 能给 KV cache 留多少。", "Decide between full training, LoRA and QLoRA, and how much the rollout may leave to the KV cache.";
        Residents: "卡上住着谁", "Who lives on the card";
        ResidentsLead: "同一个模型、全参训练。SFT 只有一份权重；GRPO 再加参考模型和推理引擎那份，一共三份；PPO 还要一个自己也在训练的 critic 和一个奖励模型。", "The same model, all parameters trained. SFT has one copy of the weights; GRPO adds the reference and the engine's copy, three in all; PPO also keeps a critic that is trained itself and a reward model.";
        ResidentsCopies: "权重份数", "copies of the weights";
        Method: "方法", "method";
        Weights: "权重：每个参数几个字节", "Weights: bytes per parameter";
        Format: "格式", "format";
        BytesPer: "字节/参数", "bytes per parameter";
        ThisModel: "当前模型", "present model";
        WeightsNote: "4 bit：推理按 0.5；QLoRA 的底座按 0.55，多出的是量化元数据。", "4 bits: 0.5 when served; 0.55 for a QLoRA base, whose metadata is counted.";
        Gradients: "梯度：只有可训练参数才有", "Gradients: only trainable parameters have them";
        GradientsRule: "全参训练时梯度和权重一样大；LoRA 只训练千分之几，梯度就只有千分之几。", "In full training the gradients are as large as the weights; LoRA trains a few thousandths, so they are a few thousandths.";
        OptimizerHeading: "优化器：权重的六倍", "Optimizer: six times the weights";
        OptimizerRule: "AdamW 为每个可训练参数存 fp32 主权重、一阶矩、二阶矩：4 + 4 + 4 = 12 字节。全参训练里它几乎总是最大的一行。", "AdamW keeps an fp32 master copy, a first and a second moment per trainable parameter: 4 + 4 + 4 = 12 bytes. In full training it is nearly always the largest line.";
        Lora: "LoRA：省的是梯度和优化器，不是底座", "LoRA: it drops gradients and states, not the base";
        LoraRule: "可训练参数降到约千分之四（rank 16），梯度和优化器状态跟着降到千分之四；底座权重还要整份留在卡上。", "About four thousandths of the parameters are trained (rank 16), and gradients and optimizer states fall with them; the base stays on the card in full.";
        Activations: "激活：micro batch × 长度", "Activations: micro batch × length";
        ActivationsRule: "与 micro batch 和长度成正比。打开梯度检查点只留层边界，小一个数量级，前向多算约 30%。", "In proportion to micro batch and length. Gradient checkpointing keeps only layer boundaries: an order of magnitude less for about 30 % more forward compute.";
        Logits: "logits：与模型大小无关", "Logits: independent of the model's size";
        LogitsRule: "micro batch × 长度 × 词表 × 2 字节，算 logprob 时再留一份。0.6B 和 8B 的模型在这一行上一样大。", "Micro batch × length × vocabulary × 2 bytes, and one more copy for the log-probability. A 0.6B and an 8B model are alike in this line.";
        Kv: "KV cache：每个 token 112 KiB", "KV cache: 112 KiB per token";
        KvRule: "2 × 层数 × KV 头数 × head_dim × 字节 × 长度 × 并发。head_dim 是单独的字段，不是 hidden ÷ heads。", "2 × layers × KV heads × head_dim × bytes × length × concurrency. head_dim is a field of its own, not hidden ÷ heads.";
        Concurrency: "并发", "concurrency";
        Length: "长度", "length";
        Verdict: "结论", "verdict";
        NowHere: "当前配置：", "Present setting: ";
        Experiments: "六个实验", "Six experiments";
        ExperimentsLead: "点一下就装进计算器：改动前的配置设为基线，每一行显示差值。", "One press loads it into the calculator: the setting before the change is pinned, and every line shows its difference.";
        Do: "做", "do";
        See: "看", "look at";
        Before: "之前", "before";
        Step: "第 {0} 步", "step {0}";
        After: "之后", "after";
        CardTotal: "合计", "total";
        LoadIt: "装进计算器", "Load into the calculator";
        Overheads: "为什么要留 10% 到 15%", "Why 10 to 15 % stays free";
        Overhead1: "CUDA context：几百 MB，进程一启动就在。", "The CUDA context: a few hundred MB from the moment the process starts.";
        Overhead2: "cuBLAS / cuDNN 的工作区。", "Workspaces of cuBLAS and cuDNN.";
        Overhead3: "分配器碎片：PyTorch 保留的比分配的多，所以 nvidia-smi 显示的比账本大。", "The allocator's fragmentation: PyTorch reserves more than it allocates, so nvidia-smi shows more than the ledger.";
        Overhead4: "vLLM 启动时预分配的块。", "The blocks that vLLM preallocates at start.";
        OverheadsEnd: "在 32 GiB 的卡上排满 31 GiB，多半会 OOM。", "A plan of 31 GiB on a 32 GiB card will most likely run out of memory.";
        Usable: "卡上真正能用多少", "What of a card is really usable";
        UsableText: "RTX 5090 由驱动报告 {0} MiB = {1}。如果它还接着显示器，桌面会再占 1 到 2 GiB，大约只剩 30 GiB 可用：把显示器接到核显上。", "The driver reports {0} MiB = {1} for an RTX 5090. If it also drives a display, the desktop takes another 1 to 2 GiB and about 30 GiB are usable: connect the display to the integrated graphics.";
        UsableTry: "按 30 GiB 再算一次", "Compute again with 30 GiB";
        Checklist: "带走这七条", "Seven points to take away";
        Check1: "全参训练的静态部分是 16 字节/参数：权重 2 + 梯度 2 + 优化器 12。", "The static part of full training is 16 bytes per parameter: weights 2 + gradients 2 + optimizer 12.";
        Check2: "优化器状态是权重的六倍，先看这一行。", "Optimizer states are six times the weights: look at that line first.";
        Check3: "RL 多两份模型：参考模型和推理引擎那份；GRPO 省掉的是 critic。", "RL keeps two more copies, the reference and the engine's; what GRPO drops is the critic.";
        Check4: "LoRA 降的是梯度和优化器，底座还在。", "LoRA lowers gradients and states; the base stays.";
        Check5: "激活和 logits 随 micro batch × 长度线性增长；logits 与模型大小无关。", "Activations and logits grow linearly with micro batch × length; logits do not depend on the model's size.";
        Check6: "KV cache 对长度、并发各自线性。", "The KV cache is linear in length and linear in concurrency.";
        Check7: "留 10% 到 15%；放不下就按七刀的顺序来，换小模型放最后。", "Keep 10 to 15 % free; where it does not fit, make the seven cuts in order, a smaller model last.";
        Q8: "用真实的 config.json：Qwen3-8B", "With a real config.json: Qwen3-8B";
        Q8Lead: "把模型仓库里的 config.json 整个贴进来，层数、KV 头数、head_dim、词表就都有了。", "Paste the whole config.json of the model's repository: layers, KV heads, head_dim and vocabulary come with it.";
        Q8Kv: "每个 token 2 × 36 层 × 8 个 KV 头 × 128 × 2 字节 = {0} 字节。", "Per token 2 × 36 layers × 8 KV heads × 128 × 2 bytes = {0} bytes.";
        Q8OneSequence: "一条序列", "one sequence";
        Q8Training: "全参训练的静态部分（名义 8e9 参数）", "Static part of full training (nominal 8e9 parameters)";
        Part: "部分", "part";
        WithoutMaster: "不含 fp32 主权重", "without the fp32 master";
        WithMaster: "含 fp32 主权重", "with the fp32 master";
        Q8Lora: "LoRA，4K，小批量", "LoRA at 4K, small batch";
        Q8LoraNote: "课程写 20 到 30 GB：24 GB 的卡刚好放得下，余量很小。", "The lesson prints 20 to 30 GB: it fits a 24 GB card, tightly.";
        Q8Qlora: "QLoRA，4K，小批量", "QLoRA at 4K, small batch";
        Q8QloraNote: "课程写 10 到 15 GB，其中 4 bit 底座约 5 GB：embedding、lm_head 和 norm 仍是 bf16，所以比 0.5 字节/参数大。按口算的 0.55 是 {0}。12 GB 的卡（RTX 3060、4070）可以一试。", "The lesson prints 10 to 15 GB, about 5 GB of it the 4-bit base: embeddings, lm_head and norms stay bf16, so it is more than 0.5 bytes per parameter. The hand rule's 0.55 gives {0}. Cards of 12 GB (RTX 3060, 4070) may do.";
        Whiteboard: "白板上的两句话", "Two sentences for the whiteboard";
        Eightfold: "别拿推理的数当训练的数", "Do not take the serving figure for the training figure";
        EightfoldText: "7B 推理只要 2 字节/参数：{0}；全参训练是 16 字节/参数：{1}，八倍。看到“14 GB”就买 24 GB 的卡去训练，是最常见的错。", "7B served needs 2 bytes per parameter: {0}; full training needs 16: {1}, eight times as much. Buying a 24 GB card for training because of the “14 GB” is the commonest mistake.";
        TrainBill: "训练账单：16 字节和 12 字节", "The training bill: 16 bytes and 12 bytes";
        TrainBillText: "有 fp32 主权重是 16 字节/参数，7B 共 {0}；没有是 12 字节/参数，7B 共 {1}。", "With an fp32 master 16 bytes per parameter, 7B {0}; without it 12 bytes, 7B {1}.";
        Motto1: "训练：16 字节/参数，加激活。", "Training: 16 bytes per parameter, plus activations.";
        Motto2: "推理：2 字节/参数，加 KV cache。", "Serving: 2 bytes per parameter, plus the KV cache.";
        Conflicts: "课程与本页不同的地方", "Where the lessons and this page differ";
        Conflict1: "1.7B 的优化器状态，课程写约 20 GiB；20.4 GB 是 19.0 GiB，本页按 GiB 显示。", "The lesson prints about 20 GiB for 1.7B's optimizer states; 20.4 GB is 19.0 GiB, as shown here.";
        Conflict2: "课程说 KV cache“平方增长”：那是长度和并发两个因子相乘，各自线性。", "The lesson speaks of quadratic growth of the KV cache: it is a product of two factors, length and concurrency, each linear.";
        Conflict3: "LoRA 的 0.4% 只算 q、v；Qwen3-0.6B 的全部线性层是 1.69%。口算沿用 0.4%。", "LoRA's 0.4 % is q and v only; all linear layers of Qwen3-0.6B are 1.69 %. The hand rule keeps 0.4 %.";
        Conflict4: "int4 在三课里分别是 0.5、0.55、0.625 字节：本页推理用 0.5，QLoRA 底座用 0.55。", "int4 is 0.5, 0.55 and 0.625 bytes in three lessons: here 0.5 when served and 0.55 for a QLoRA base.";
        Conflict5: "Qwen3-8B 一课的激活规则给出 11 到 23 GiB，正文却写 3 到 6 GB：两个都不当真值显示。", "The Qwen3-8B lesson's activation rule gives 11 to 23 GiB while its text says 3 to 6 GB: neither is shown as truth.";
        Conflict6: "“4 bit 的 KV 减半”：从 16 bit 算是四分之一（另加缩放系数），8 bit 才是减半。", "“4-bit KV halves the cache”: from 16 bits it is a quarter (plus scales); 8 bits halve it.";
        TryIt: "在计算器里看", "See it in the calculator";
    }
}

impl Experiment {
    /// Its title.
    pub const fn title(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Experiment::Default => ("默认配置：谁最大", "The default: which line is the largest"),
            Experiment::Larger => ("1.7B 全参", "1.7B, all parameters"),
            Experiment::LargerLora => ("1.7B 换成 LoRA", "1.7B with LoRA"),
            Experiment::Rollout => (
                "把 rollout 拉长，再加并发",
                "Longer rollouts, then more of them",
            ),
            Experiment::LongTraining => (
                "训练序列 8192，micro batch 8",
                "Training length 8192, micro batch 8",
            ),
            Experiment::NoReference => ("关掉参考模型", "Reference model off"),
        };
        locale.pick(zh, en)
    }

    /// What to change.
    pub const fn instruction(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Experiment::Default => (
                "打开默认配置：Qwen3-0.6B 全参 + colocate。",
                "Open the default: Qwen3-0.6B, all parameters, colocate.",
            ),
            Experiment::Larger => (
                "模型换成 Qwen3-1.7B，其余不动。",
                "Change the model to Qwen3-1.7B, nothing else.",
            ),
            Experiment::LargerLora => (
                "在 1.7B 上把“可训练”改成 LoRA。",
                "On 1.7B, set “trained” to LoRA.",
            ),
            Experiment::Rollout => (
                "缓存长度 1024 → 8192，然后并发 16 → 64。",
                "Cached length 1024 → 8192, then concurrency 16 → 64.",
            ),
            Experiment::LongTraining => (
                "0.6B，训练序列长度 8192，micro batch 8。",
                "0.6B, training length 8192, micro batch 8.",
            ),
            Experiment::NoReference => (
                "参考模型关掉（KL 系数 0）。",
                "Turn the reference model off (KL coefficient 0).",
            ),
        };
        locale.pick(zh, en)
    }

    /// What to look at.
    pub const fn look(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Experiment::Default => (
                "优化器状态是最大的一行。",
                "Optimizer states are the largest line.",
            ),
            Experiment::Larger => (
                "放不下；光优化器状态就有 19.0 GiB，是它撑爆的。",
                "It does not fit; optimizer states alone are 19.0 GiB: they are what breaks it.",
            ),
            Experiment::LargerLora => (
                "梯度和优化器一起塌下去，放得下了。",
                "Gradients and optimizer collapse together; it fits.",
            ),
            Experiment::Rollout => (
                "KV cache 从 1.75 到 14 再到 56 GiB，警告出现。",
                "The KV cache goes from 1.75 to 14 to 56 GiB, and the warnings speak.",
            ),
            Experiment::LongTraining => (
                "logits 涨到 37.1 GiB，成为最大的一行。",
                "Logits rise to 37.1 GiB and become the largest line.",
            ),
            Experiment::NoReference => (
                "省下 1.12 GiB，正好一份权重。",
                "1.12 GiB goes, exactly one copy of the weights.",
            ),
        };
        locale.pick(zh, en)
    }
}
