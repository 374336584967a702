//! Names of keys and of the words they take, as controls show them.
use super::Locale;
use crate::display::{Theme, Unit, View};
use crate::ledger::advice::CutState;
use crate::ledger::config::{AutoSwitch, EngineMode, Method, Task, Tune};
use crate::ledger::optimizer::{Optimizer, Recipe};
use crate::ledger::precision::{Dtype, KvDtype};
use crate::url::Key;

impl Key {
    /// The label of its control.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Key::Model => ("模型", "model"),
            Key::Params => ("参数量", "parameters"),
            Key::Dtype => ("权重精度", "weights"),
            Key::Task => ("方法", "task"),
            Key::Tune => ("可训练", "trained"),
            Key::Rank => ("LoRA rank", "LoRA rank"),
            Key::Targets => ("LoRA 目标层", "LoRA targets"),
            Key::Adtype => ("适配器精度", "adapter format"),
            Key::Kbit => ("kbit 预处理", "kbit preparation"),
            Key::Recipe => ("配方", "recipe"),
            Key::Opt => ("优化器", "optimizer"),
            Key::Foreach => ("foreach 实现", "foreach"),
            Key::Mb => ("micro batch", "micro batch"),
            Key::Accum => ("梯度累积", "accumulation"),
            Key::Seq => ("训练序列长度", "training length"),
            Key::Comp => ("其中 completion", "of it completion"),
            Key::Ckpt => ("梯度检查点", "gradient checkpointing"),
            Key::Attn => ("注意力实现", "attention"),
            Key::Pad => ("padding", "padding"),
            Key::Head => ("loss 头", "loss head"),
            Key::Ref => ("参考模型（KL）", "reference model (KL)"),
            Key::Critic => ("critic", "critic"),
            Key::Reward => ("奖励模型", "reward model"),
            Key::Gens => ("num_generations", "num_generations"),
            Key::Prompts => ("每步 prompt 数", "prompts a step"),
            Key::Mean => ("平均回答长度", "mean completion"),
            Key::Engine => ("推理引擎", "engine"),
            Key::Conc => ("并发序列", "concurrency"),
            Key::Len => ("缓存长度", "cached length"),
            Key::Kvdtype => ("KV 精度", "KV format"),
            Key::Util => ("gpu_memory_utilization", "gpu_memory_utilization"),
            Key::Sleep => ("sleep 级别", "sleep level"),
            Key::Seqs => ("max_num_seqs", "max_num_seqs"),
            Key::Batched => ("max_num_batched_tokens", "max_num_batched_tokens"),
            Key::Eager => ("enforce_eager", "enforce_eager"),
            Key::Adapters => ("适配器数", "adapters"),
            Key::Draft => ("草稿模型", "draft model"),
            Key::Prefix => ("共享前缀", "shared prefix"),
            Key::Gpu => ("型号", "card"),
            Key::Mem => ("显存", "memory"),
            Key::N => ("训练卡数", "training cards"),
            Key::En => ("引擎卡数", "engine cards"),
            Key::Tp => ("张量并行", "tensor parallel"),
            Key::Pp => ("流水并行", "pipeline parallel"),
            Key::Shard => ("分片", "sharding"),
            Key::Offload => ("卸载", "offload"),
            Key::Context => ("预留 context", "kept for context"),
            Key::Price => ("卡时单价", "price per card-hour"),
            Key::Cur => ("货币", "currency"),
            Key::Node => ("每节点卡数", "cards per node"),
            Key::Hours => ("卡时", "card-hours"),
            Key::Qps => ("每秒请求", "calls per second"),
            Key::Busy => ("忙时占比", "busy share"),
            Key::Mfu => ("MFU", "MFU"),
            Key::Actshare => ("激活占比", "activation share"),
            Key::Tokens => ("训练 token 数", "training tokens"),
            Key::Method => ("口径", "method"),
            Key::Fix => ("实测的行", "measured lines"),
            Key::Vs | Key::Vs2 | Key::Vs3 => ("对比基线", "baseline"),
            Key::Seed => ("练习种子", "practice seed"),
            Key::Axes => ("表格坐标", "table axes"),
            Key::Hub => ("hub 地址", "hub address"),
            Key::View => ("视图", "view"),
            Key::Lang => ("语言", "language"),
            Key::Theme => ("主题", "theme"),
            Key::Unit => ("单位", "unit"),
            Key::Embed => ("嵌入", "embedded"),
            Key::Ui => ("界面", "interface"),
            Key::Lock => ("锁定", "locked"),
            Key::Drill => ("演练进度", "drill"),
        };
        locale.pick(zh, en)
    }

    /// The unit written after its number box.
    pub const fn unit(self, locale: Locale) -> &'static str {
        match self {
            Key::Seq | Key::Len | Key::Mean => "token",
            Key::Mem => "MiB",
            Key::Context => "GiB",
            Key::Mb | Key::Conc => locale.pick("条", "seq."),
            _ => "",
        }
    }
}

impl Task {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            Task::Serve => locale.pick("推理部署", "serving"),
            Task::Sft => "SFT",
            Task::Dpo => "DPO",
            Task::Grpo => "GRPO",
            Task::Ppo => "PPO",
        }
    }
}

impl Tune {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        match self {
            Tune::Full => locale.pick("全参", "all parameters"),
            Tune::Lora => "LoRA",
            Tune::Qlora => "QLoRA",
        }
    }
}

impl Recipe {
    /// Its name with its bytes: weights + gradients + states under AdamW.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Recipe::Master => ("fp32 主权重 2+2+12", "fp32 master 2+2+12"),
            Recipe::NoMaster => ("无主权重 2+2+8", "no master 2+2+8"),
            Recipe::Bf16 => ("纯 bf16 2+2+4", "pure bf16 2+2+4"),
            Recipe::Amp => ("fp32 + autocast 4+4+8", "fp32 + autocast 4+4+8"),
            Recipe::Fp32Grad => ("fp32 梯度 2+4+12", "fp32 gradients 2+4+12"),
        };
        locale.pick(zh, en)
    }
}

impl Optimizer {
    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            Optimizer::AdamW => "AdamW",
            Optimizer::AmsGrad => "AMSGrad",
            Optimizer::AdamW8bit => "AdamW 8-bit",
            Optimizer::Paged8bit => "AdamW 8-bit paged",
            Optimizer::AdEmaMix8bit => "AdEMAMix 8-bit",
            Optimizer::Adafactor => "Adafactor",
            Optimizer::Sgd => "SGD",
            Optimizer::SgdM => "SGD momentum",
            Optimizer::Lion => "Lion",
            Optimizer::Lion8bit => "Lion 8-bit",
            Optimizer::Muon => "Muon",
        }
    }
}

impl Dtype {
    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            Dtype::Fp32 => "fp32",
            Dtype::Bf16 => "bf16",
            Dtype::Fp16 => "fp16",
            Dtype::Fp8 => "fp8",
            Dtype::Int8 => "int8",
            Dtype::Int4 => "int4",
            Dtype::Nf4 => "NF4",
            Dtype::Awq4 => "AWQ int4",
            Dtype::Gptq4 => "GPTQ int4",
            Dtype::Mxfp4 => "MXFP4",
        }
    }
}

impl KvDtype {
    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            KvDtype::Fp32 => "fp32",
            KvDtype::Bf16 => "bf16",
            KvDtype::Fp16 => "fp16",
            KvDtype::Fp8 => "fp8",
            KvDtype::Int8 => "int8",
            KvDtype::Int4 => "int4",
        }
    }
}

impl EngineMode {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            EngineMode::Auto => ("自动", "automatic"),
            EngineMode::None => ("无", "none"),
            EngineMode::Colocate => ("同卡 colocate", "colocate"),
            EngineMode::Server => ("另用卡 server", "server, own cards"),
            EngineMode::Alone => ("单独部署", "alone"),
        };
        locale.pick(zh, en)
    }
}

impl AutoSwitch {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            AutoSwitch::Auto => ("自动", "automatic"),
            AutoSwitch::Off => ("关", "off"),
            AutoSwitch::On => ("开", "on"),
        };
        locale.pick(zh, en)
    }
}

impl Method {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Method::Lesson => ("课程口算", "lesson"),
            Method::Measured => ("实测模型", "measured"),
        };
        locale.pick(zh, en)
    }
}

impl View {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            View::Ledger => ("账本", "Ledger"),
            View::Kv => ("KV cache", "KV cache"),
            View::Serving => ("推理", "Serving"),
            View::Colocate => ("同卡", "Colocate"),
            View::Capacity => ("容量", "Capacity"),
            View::Way => ("选路", "Which way"),
            View::Fit => ("放得下", "Make it fit"),
            View::Triage => ("OOM 排查", "OOM triage"),
            View::Flags => ("参数", "Flags"),
            View::Lesson => ("课程", "Lesson"),
            View::Drill => ("调参练习", "Drill"),
            View::Quiz => ("测验", "Quiz"),
            View::Accuracy => ("误差", "Accuracy"),
        };
        locale.pick(zh, en)
    }
}

impl Theme {
    /// Its name.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            Theme::Auto => ("跟随系统", "system"),
            Theme::Light => ("浅色", "light"),
            Theme::Dark => ("深色", "dark"),
        };
        locale.pick(zh, en)
    }
}

impl Unit {
    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            Unit::GiB => "GiB",
            Unit::GB => "GB",
        }
    }
}

impl CutState {
    /// Its name, where it is not open.
    pub const fn label(self, locale: Locale) -> &'static str {
        let (zh, en) = match self {
            CutState::Open => ("可做", "open"),
            CutState::Made => ("已做", "done"),
            CutState::NotHere => ("此处不适用", "not here"),
        };
        locale.pick(zh, en)
    }
}
