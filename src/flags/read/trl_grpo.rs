//! TRL's GRPO: who samples, how long, how many at once.
use super::{Reader, engines, training};
use crate::i18n::FlagText;
use crate::url::Key;

/// Reads the sampling side; `mb` counts completions.
pub(super) fn read(r: &mut Reader, mb: u64) {
    let gens = r
        .count(&["num_generations"], Key::Gens, Some(8))
        .unwrap_or(8);
    r.say_of(
        Some(Key::Mb),
        FlagText::CountsCompletions,
        &mb.to_string(),
        &super::super::prompts(mb, gens),
    );
    lengths(r);
    let vllm = r.switch(&["use_vllm"]);
    let mode = r.word(&["vllm_mode"]);
    let old = r.word(&["vllm_device"]);
    let on = vllm.as_ref().is_some_and(|(on, _)| *on);
    let paged = r.note(
        &[
            "use_transformers_paged",
            "use_transformers_continuous_batching",
        ],
        Some(Key::Engine),
        FlagText::PagedInTrainer,
    );
    let engine = match (on, mode.as_ref(), old) {
        (false, _, _) => {
            let flag = vllm.map_or_else(|| "use_vllm".into(), |(_, flag)| flag);
            r.suppose(&flag, Key::Engine, "none");
            if !paged {
                r.say(Key::Engine, FlagText::GenerateInTrainer);
            }
            "none"
        }
        (true, Some((mode, flag)), _) if mode == "server" => {
            let flag = flag.clone();
            r.state(&flag, Key::Engine, "server");
            "server"
        }
        (true, _, Some((_, flag))) => {
            r.state(&flag, Key::Engine, "server");
            "server"
        }
        (true, mode, None) => {
            let stated = mode.is_some();
            let flag = mode.map_or_else(|| "use_vllm".into(), |(_, flag)| flag.clone());
            r.put_as(stated, &flag, Key::Engine, "colocate");
            if !stated {
                r.say(Key::Engine, FlagText::ModeColocate);
            }
            "colocate"
        }
    };
    let tp = r
        .count(&["vllm_tensor_parallel_size"], Key::Tp, Some(1))
        .unwrap_or(1);
    let steps = steps(r, mb);
    let util = r.decimal(&["vllm_gpu_memory_utilization"]);
    let sleep = r.switch(&["vllm_enable_sleep_mode"]);
    match engine {
        "colocate" => {
            let conc = mb.saturating_mul(steps.0).saturating_mul(tp);
            r.put_as(true, &steps.1, Key::Conc, conc.to_string());
            r.put_as(true, &steps.1, Key::Seqs, conc.to_string());
            match util {
                Some((util, flag)) => r.state(&flag, Key::Util, crate::ledger::units::plain(util)),
                None => {
                    r.suppose("vllm_gpu_memory_utilization", Key::Util, "0.3");
                    r.say(Key::Util, FlagText::UtilThirty);
                }
            }
            match sleep {
                Some((on, flag)) => {
                    r.state(&flag, Key::Sleep, if on { "2" } else { "0" });
                    if on {
                        r.say_of(Some(Key::Sleep), FlagText::SleepIsBool, &flag, "");
                    }
                }
                None => r.suppose("vllm_enable_sleep_mode", Key::Sleep, "0"),
            }
            r.suppose("max_num_batched_tokens", Key::Batched, "4096");
            r.suppose("enforce_eager", Key::Eager, "0");
        }
        "server" => {
            r.say(Key::Util, FlagText::ServerHasItsOwn);
            served(r);
        }
        _ => {}
    }
}

/// The server's own line, where it stands in the same text.
fn served(r: &mut Reader) {
    if let Some((util, flag)) = r.decimal(&["gpu_memory_utilization"]) {
        r.state(&flag, Key::Util, crate::ledger::units::plain(util));
    }
    if let Some((tp, flag)) = r.whole(&["tensor_parallel_size"]) {
        r.state(&flag, Key::Tp, tp.to_string());
        r.state(&flag, Key::En, tp.to_string());
    }
    if let Some((length, flag)) = r.whole(&["max_model_len"]) {
        r.state(&flag, Key::Len, length.to_string());
    }
    if let Some((eager, flag)) = r.switch(&["enforce_eager"]) {
        r.state(&flag, Key::Eager, if eager { "1" } else { "0" });
    }
}

/// Steps that are sampled at once, and the flag that says so.
fn steps(r: &mut Reader, mb: u64) -> (u64, String) {
    let accum = r.number(Key::Accum).unwrap_or(1);
    if let Some((steps, flag)) = r.whole(&["steps_per_generation"]) {
        return (steps, flag);
    }
    if let Some((batch, flag)) = r.whole(&["generation_batch_size"]) {
        let world = training::world(r).unwrap_or(1);
        let each = mb.saturating_mul(world).max(1);
        return ((batch / each).max(1), flag);
    }
    (accum, "gradient_accumulation_steps".into())
}

/// Prompt and completion: one length for training and the cache.
fn lengths(r: &mut Reader) {
    let completion = r.whole(&["max_completion_length", "response_length"]);
    let prompt = r.whole(&["max_prompt_length"]);
    let cap = r.whole(&["vllm_max_model_length", "vllm_max_model_len"]);
    let said = completion.is_some();
    let (tokens, flag) = completion.unwrap_or((512, "max_completion_length".into()));
    let total = match (&cap, &prompt) {
        (Some((cap, flag)), _) => {
            let prompt = cap.saturating_sub(tokens).to_string();
            r.say_of(Some(Key::Len), FlagText::PromptFromCap, flag, &prompt);
            r.state(flag, Key::Seq, cap.to_string());
            r.state(flag, Key::Len, cap.to_string());
            *cap
        }
        (None, Some((prompt, from))) => {
            let total = prompt.saturating_add(tokens);
            r.state(from, Key::Seq, total.to_string());
            r.state(from, Key::Len, total.to_string());
            total
        }
        (None, None) => {
            r.say_of(
                Some(Key::Len),
                FlagText::PromptUnknown,
                &flag,
                &tokens.to_string(),
            );
            let total = tokens.saturating_add(512);
            r.assume(&flag, Key::Seq, total.to_string());
            r.assume(&flag, Key::Len, total.to_string());
            total
        }
    };
    r.put_as(said, &flag, Key::Comp, tokens.min(total).to_string());
}

/// `trl vllm-serve`: the engine of the server mode.
pub(super) fn read_server(r: &mut Reader) {
    r.state("trl vllm-serve", Key::Task, "serve");
    r.model_of(&["model"]);
    engines::common(r, "0.9");
}
