//! Frames of a traceback as Python, IPython and rich print them, and the place in a run that they mean.
use super::clean::unprefixed;
use super::rules::{self, Rule};
use super::scan::head;
use super::{Log, Moment, Side, Source};
use crate::ledger::item::{Item, Phase};
use std::collections::VecDeque;

/// A frame: its file, its function, and the line of code under it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame<'a> {
    pub(super) path: &'a str,
    pub(super) function: &'a str,
    pub(super) code: &'a str,
}

/// Something about the place that decides what helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// Attention keeps its score matrix.
    EagerAttention,
    /// CUDA graphs are being captured.
    Graphs,
    /// The sampler's warm-up, or logits of the engine.
    Sampler,
    /// The optimizer's foreach implementation.
    Foreach,
    /// A copy of the weights that nothing trains, made for the moment.
    Copy,
    /// The cache's pool as a whole: mapped at the start, or again at waking up.
    Pool,
}

/// Where a run died.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) side: Side,
    pub(super) item: Option<Item>,
    pub(super) moment: Option<Moment>,
    pub(super) hint: Option<Hint>,
    /// True where the frames leave the line open and the size may say more.
    pub(super) soft: bool,
    /// Bytes of an element there, where the frames tell: 4 in a loss that upcasts, 2 in the head's product.
    pub(super) element: Option<u64>,
}

impl Default for Place {
    fn default() -> Place {
        Place {
            side: Side::Unknown,
            item: None,
            moment: None,
            hint: None,
            soft: true,
            element: None,
        }
    }
}

/// Frames that are kept of one traceback: the last ones are the lowest.
const MOST_FRAMES: usize = 200;

/// Signs in a line that say: the frames above are those of a death by memory.
const DEATHS: &[&str] = &[
    "out of memory",
    "OutOfMemoryError",
    "No available memory for the cache blocks",
    "on startup is less than desired",
    "larger than the maximum number of tokens",
    "KV cache is needed, which is larger",
    "CUBLAS_STATUS_ALLOC_FAILED",
    "CUBLAS_STATUS_NOT_INITIALIZED",
    "cudaErrorMemoryAllocation",
    "CUDA_ERROR_OUT_OF_MEMORY",
    "Tried to allocate",
    "Not enough memory. Please try",
    "Loaded weights leave no GPU memory",
    "graph failed",
    "can't allocate memory",
    "No executable batch size found",
];

/// Reads all tracebacks; returns the place of the last one that ends in a death by memory and is known.
pub(super) fn read(lines: &str, log: &mut Log) -> Option<Place> {
    let mut frames: VecDeque<Frame<'_>> = VecDeque::new();
    let mut place = None;
    let mut wants_code = 0;
    for line in lines.lines() {
        let line = unprefixed(line);
        if line.is_empty() {
            wants_code = 0;
            continue;
        }
        if line.starts_with("Traceback (most recent call last)") {
            frames.clear();
            continue;
        }
        if let Some(frame) = frame(line) {
            if frames.len() == MOST_FRAMES {
                frames.pop_front();
            }
            frames.push_back(frame);
            wants_code = CODE_LINES;
            log.stranger = true;
            continue;
        }
        // The line of code stands right under its frame, or is marked among its neighbours.
        if wants_code > 0
            && let Some(frame) = frames.back_mut()
            && !is_marker(line)
        {
            let marked = line.starts_with("--") || line.contains('❱');
            if marked || wants_code == CODE_LINES {
                frame.code = head(line.trim(), 300);
            }
            wants_code = if marked || line.is_empty() {
                0
            } else {
                wants_code - 1
            };
            // A line of code may name the very error.
            if marked || wants_code + 1 == CODE_LINES {
                continue;
            }
        }
        if !frames.is_empty() && DEATHS.iter().any(|sign| line.contains(sign)) {
            sources(&frames, log);
            place = classify(frames.make_contiguous()).or(place);
            frames.clear();
            wants_code = 0;
        }
    }
    place
}

/// Lines under a frame among which its code may stand (IPython and rich print five).
const CODE_LINES: u8 = 8;

/// A line that ends a traceback is no code: an exception's name with a colon.
fn is_marker(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    let dotted = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
    line.contains(':') && dotted && (name.ends_with("Error") || name.ends_with("Exception"))
}

/// `File "a.py", line 3, in f` · `File a.py:3, in f(x)` · `a.py in f(x)` · `a.py:3 in f`.
fn frame(line: &str) -> Option<Frame<'_>> {
    // No frame's line is longer.
    let line = head(line, 1000);
    let at = line.find(".py")?;
    let path = line.get(..at + 3)?;
    let path = path.trim_start_matches("File ").trim_start_matches('"');
    let path = path.rsplit([' ', '"']).next().unwrap_or(path);
    let rest = head(line.get(at + 3..)?, 300).trim_start_matches('"');
    let rest = match rest.strip_prefix(", line ").or(rest.strip_prefix(':')) {
        Some(number) => {
            let digits = number.trim_start_matches(|c: char| c.is_ascii_digit());
            if digits.len() == number.len() {
                return None;
            }
            digits
        }
        None => rest,
    };
    let rest = rest.strip_prefix(',').unwrap_or(rest);
    let name = rest.trim_start().strip_prefix("in ")?;
    let name = name
        .split(|c: char| c == '(' || c.is_whitespace())
        .next()
        .unwrap_or_default();
    (!name.is_empty()).then(|| Frame {
        path: super::scan::tail(path, 240),
        function: head(name, 120),
        code: "",
    })
}

/// Libraries by the folder of their files.
fn sources(frames: &VecDeque<Frame<'_>>, log: &mut Log) {
    const FOLDERS: &[(&str, Source)] = &[
        ("transformers/", Source::Transformers),
        ("trl/", Source::Trl),
        ("verl/", Source::Verl),
        ("peft/", Source::Peft),
        ("accelerate/", Source::Accelerate),
        ("deepspeed/", Source::DeepSpeed),
        ("bitsandbytes/", Source::BitsAndBytes),
        ("fsdp/", Source::Fsdp),
        ("vllm/", Source::Vllm),
        ("sglang/", Source::Sglang),
        ("torch/", Source::PyTorch),
    ];
    for (folder, source) in FOLDERS {
        if frames.iter().any(|frame| in_folder(frame.path, folder)) {
            log.by(*source);
        }
    }
}

/// True where a path goes through a folder of exactly this name.
pub(super) fn in_folder(path: &str, folder: &str) -> bool {
    path.match_indices(folder).any(|(at, _)| {
        let before = path.get(..at).unwrap_or_default();
        before.is_empty() || before.ends_with(['/', '\\'])
    })
}

fn any(frames: &[Frame<'_>], test: impl Fn(&Frame<'_>) -> bool) -> bool {
    frames.iter().any(test)
}

/// The place that frames mean; None where none of them is known.
pub(super) fn classify(frames: &[Frame<'_>]) -> Option<Place> {
    let engine = any(frames, |frame| {
        rules::ENGINES
            .iter()
            .any(|folder| in_folder(frame.path, folder))
    });
    if engine {
        return Some(engine_place(frames));
    }
    let found = lowest(frames, rules::TRAINING);
    let trainer = any(frames, |frame| {
        rules::TRAINERS
            .iter()
            .any(|folder| in_folder(frame.path, folder))
    });
    let Some(rule) = found else {
        return trainer.then(|| Place {
            side: Side::Training,
            moment: training_moment(frames, None),
            ..Place::default()
        });
    };
    let moment = training_moment(frames, Some(rule.item));
    // transformers' own generate without any trainer around it is inference.
    let inference = moment == Some(Moment::At(Phase::Rollout)) && !trainer;
    Some(Place {
        side: if inference {
            Side::Engine
        } else {
            Side::Training
        },
        item: Some(rule.item),
        moment,
        hint: rule.hint,
        soft: rule.soft,
        element: rule.element,
    })
}

/// The rule of the lowest frame that has one.
fn lowest(frames: &[Frame<'_>], rules: &'static [Rule]) -> Option<&'static Rule> {
    frames
        .iter()
        .rev()
        .find_map(|frame| rules.iter().find(|rule| rule.holds(frame)))
}

fn engine_place(frames: &[Frame<'_>]) -> Place {
    let named = |names: &[&str]| {
        any(frames, |frame| {
            names.iter().any(|name| frame.function.contains(name))
        })
    };
    let capture = named(&["capture", "cuda_graph"]);
    let warm = named(&["_dummy_sampler_run"]);
    let rule = lowest(frames, rules::ENGINE);
    let start = capture
        || warm
        || named(&[
            "load_model",
            "profile_run",
            "_dummy_run",
            "determine_available_memory",
            "determine_num_available_blocks",
            "initialize_kv_cache",
            "_initialize_kv_caches",
            "init_device",
            "init_memory_pool",
        ]);
    let sync = named(&[
        "update_weight",
        "sync_weight",
        "load_weights",
        "reload_weights",
    ]);
    let moment = match (sync && !named(&["load_model"]), start) {
        (true, _) => Moment::At(Phase::WeightSync),
        (false, true) => Moment::StartUp,
        (false, false) => Moment::At(Phase::Rollout),
    };
    let hint = match (capture, warm) {
        (true, _) => Some(Hint::Graphs),
        (false, true) => Some(Hint::Sampler),
        (false, false) => rule.and_then(|rule| rule.hint),
    };
    Place {
        side: Side::Engine,
        item: Some(rule.map_or(Item::EngineRuntime, |rule| rule.item)),
        moment: Some(moment),
        hint,
        soft: false,
        element: rule.and_then(|rule| rule.element),
    }
}

fn training_moment(frames: &[Frame<'_>], item: Option<Item>) -> Option<Moment> {
    let has = |signs: &[&str]| {
        any(frames, |frame| {
            signs.iter().any(|sign| {
                frame.function.contains(sign)
                    || frame.code.contains(sign)
                    || frame.path.contains(sign)
            })
        })
    };
    let optimizer = has(&[
        "torch/optim/",
        "bitsandbytes/optim",
        "optimizer.step(",
        "_init_group",
        "initialize_optimizer_states",
    ]);
    if optimizer || item == Some(Item::OptimizerStates) {
        return Some(Moment::At(Phase::OptimizerStep));
    }
    if has(&[
        "_engine_run_backward",
        "loss.backward",
        "accelerator.backward",
        "autograd/graph.py",
    ]) {
        return Some(Moment::At(match item {
            Some(Item::Logits) => Phase::LossBackward,
            Some(_) | None => Phase::LayerBackward,
        }));
    }
    let scoring = has(&[
        "_get_per_token_logps",
        "compute_ref_log_prob",
        "compute_log_prob",
        "ref_model",
    ]);
    if scoring
        && has(&[
            "_generate_and_score_completions",
            "ref_model",
            "compute_ref_log_prob",
            "compute_log_prob",
        ])
    {
        return Some(Moment::At(Phase::Logprob));
    }
    if has(&[
        "_generate_single_turn",
        "unwrap_model_for_generation",
        "generation/utils.py",
        "vllm_generation.py",
        ".generate(",
    ]) {
        return Some(Moment::At(Phase::Rollout));
    }
    if has(&[
        "compute_loss",
        "training_step",
        "forward_backward",
        "train_batch",
    ]) || any(frames, |f| f.function == "forward")
    {
        return Some(Moment::At(Phase::Forward));
    }
    match item {
        // Sharded weights are gathered at every moment of a step.
        Some(Item::PolicyWeights) if has(&["fsdp/", "fully_shard", "_all_gather"]) => None,
        Some(Item::PolicyWeights | Item::ReferenceModel | Item::Adapter) => Some(Moment::StartUp),
        Some(Item::Logits | Item::Activations) => Some(Moment::At(Phase::Forward)),
        Some(Item::KvCache) => Some(Moment::At(Phase::Rollout)),
        Some(
            Item::Gradients
            | Item::OptimizerStates
            | Item::MasterWeights
            | Item::Critic
            | Item::RewardModel
            | Item::EngineWeights
            | Item::EngineRuntime
            | Item::Workspace
            | Item::Buckets
            | Item::Context
            | Item::HostWeights
            | Item::HostOptimizerStates,
        )
        | None => None,
    }
}
