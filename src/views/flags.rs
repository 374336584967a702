//! The view of flags: the configuration in a framework's words, and a pasted text read as a change of configuration.
use super::{Outcome, Scene, parts};
use crate::flags::{self, Framework, Origin, Reading, Remark};
use crate::html::{Html, Tag, h};
use crate::i18n::{FlagText, Locale, fill};
use crate::ledger::config::Method;
use crate::ledger::words::Word;
use crate::url;

/// What the view remembers: the framework that is written, the text that was pasted, and what it is to be read as.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    /// The framework that is written; None is the task's own.
    pub to: Option<Framework>,
    /// The text.
    pub text: String,
    /// The framework that the reader says it is.
    pub read_as: Option<Framework>,
}

/// Texts to try, each with its name; they are read like anything that is pasted.
const EXAMPLES: &[(&str, &str)] = &[
    (
        "vllm serve",
        "vllm serve Qwen/Qwen3-8B --tensor-parallel-size 2 --gpu-memory-utilization 0.9 \\\n  --max-model-len 16K --max-num-seqs 48 --kv-cache-dtype fp8",
    ),
    (
        "TRL GRPO",
        "args = GRPOConfig(\n    per_device_train_batch_size=8,\n    gradient_accumulation_steps=4,\n    num_generations=8,\n    max_completion_length=1024,\n    use_vllm=True,\n    vllm_gpu_memory_utilization=0.35,\n    vllm_max_model_length=1536,\n    vllm_enable_sleep_mode=True,\n)\ntrainer = GRPOTrainer(model=\"Qwen/Qwen3-0.6B\", args=args, reward_funcs=[score])",
    ),
    (
        "LLaMA-Factory",
        "model_name_or_path: meta-llama/Llama-3.1-8B-Instruct\nstage: sft\nfinetuning_type: lora\nlora_rank: 16\nlora_target: all\ntemplate: llama3\ncutoff_len: 4096\nper_device_train_batch_size: 1\ngradient_accumulation_steps: 8\nbf16: true",
    ),
];

/// The framework that is written unless another is chosen: one that knows the task.
fn usual(scene: &Scene<'_>) -> Framework {
    use crate::ledger::config::Task;
    match scene.config().task {
        Task::Serve => Framework::Vllm,
        Task::Sft | Task::Dpo | Task::Grpo => Framework::Trl,
        Task::Ppo => Framework::Verl,
    }
}

/// The view.
pub fn draw(scene: &Scene<'_>, typed: &Typed) -> Html {
    Html::from(written(scene, typed)).then(read(scene, typed))
}

/// What an act leads to.
pub fn act(typed: &mut Typed, name: &str, value: &str) -> Outcome {
    match name {
        "flags-to" => typed.to = Framework::of(value),
        "flags-as" => typed.read_as = Framework::of(value),
        "flags-text" if typed.text == value => return Outcome::Nothing,
        "flags-text" => typed.text = value.to_string(),
        "flags-example" => {
            let example = EXAMPLES.iter().find(|(name, _)| *name == value);
            typed.text = example.map_or_else(String::new, |(_, text)| (*text).to_string());
            typed.read_as = None;
        }
        "flags-clear" => {
            *typed = Typed {
                to: typed.to,
                ..Typed::default()
            }
        }
        _ => return Outcome::Nothing,
    }
    Outcome::Redraw
}

fn text(scene: &Scene<'_>, text: FlagText) -> &'static str {
    text.of(scene.locale)
}

/// A choice of a framework that calls `act`.
fn choice(id: &str, name: &str, label: &str, now: &str, options: Vec<(&str, String)>) -> Tag {
    let control = h("select").attr("id", id).attr("data-act", name);
    parts::select(id, label, control, now, options)
}

fn remarks(scene: &Scene<'_>, said: &[Remark]) -> Tag {
    h("ul").class("points").kids(said.iter().map(|remark| {
        let key = remark.key.map(|key| h("code").kid(key.slug()));
        let colon = remark.key.map(|_| scene.locale.colon());
        h("li")
            .kid(key)
            .kid(colon)
            .kid(remark.sentence(scene.locale))
    }))
}

fn written(scene: &Scene<'_>, typed: &Typed) -> Tag {
    let framework = typed.to.unwrap_or_else(|| usual(scene));
    let out = flags::write(scene.config(), scene.ledger(), framework);
    let options = Framework::WRITTEN
        .iter()
        .map(|framework| (framework.slug(), framework.name().to_string()))
        .collect();
    let mut section = parts::section("flags-out", text(scene, FlagText::OutHeading))
        .kid(h("p").kid(text(scene, FlagText::OutLead)))
        .kid(choice(
            "flags-to",
            "flags-to",
            text(scene, FlagText::FrameworkLabel),
            framework.slug(),
            options,
        ))
        .kid(
            h("p")
                .kid(text(scene, FlagText::VersionLabel))
                .kid(scene.locale.colon())
                .kid(h("code").kid(framework.version())),
        );
    if out.text.is_empty() {
        return section.kids(
            out.said
                .iter()
                .map(|remark| parts::note("warn", remark.sentence(scene.locale))),
        );
    }
    section = section.kid(parts::copyable(
        scene,
        "flags-text-out",
        out.text.trim_end(),
    ));
    section = if out.cannot.is_empty() {
        section.kid(parts::note("", text(scene, FlagText::CannotNothing)))
    } else {
        let link = &scene.report.link;
        let items = out.cannot.iter().map(|key| {
            h("li")
                .kid(h("code").kid([key.slug(), "=", &url::value_of(link, *key)].concat()))
                .kid(scene.pick("，", ", "))
                .kid(key.label(scene.locale))
        });
        section
            .kid(h("h4").kid(text(scene, FlagText::CannotHeading)))
            .kid(h("p").kid(text(scene, FlagText::CannotLead)))
            .kid(
                h("ul")
                    .class("points")
                    .attr("id", "flags-cannot")
                    .kids(items),
            )
    };
    if out.said.is_empty() {
        return section;
    }
    section
        .kid(h("h4").kid(text(scene, FlagText::NotesHeading)))
        .kid(remarks(scene, &out.said))
}

fn read(scene: &Scene<'_>, typed: &Typed) -> Tag {
    let mut options = vec![("auto", text(scene, FlagText::ReadAuto).to_string())];
    options.extend(
        Framework::ALL
            .iter()
            .map(|framework| (framework.slug(), framework.name().to_string())),
    );
    let now = typed.read_as.map_or("auto", Word::slug);
    let examples = EXAMPLES.iter().map(|(name, _)| {
        parts::button(
            "flags-example",
            name,
            fill(text(scene, FlagText::Example), &[name]),
        )
    });
    let section = parts::section("flags-in", text(scene, FlagText::InHeading))
        .class("import")
        .kid(h("p").kid(text(scene, FlagText::InLead)))
        .kid(
            h("label")
                .attr("for", "flags-text")
                .kid(text(scene, FlagText::InText)),
        )
        .kid(
            h("textarea")
                .attr("id", "flags-text")
                .attr("rows", "8")
                .attr("spellcheck", "false")
                .attr("autocomplete", "off")
                .attr("data-act", "flags-text")
                .attr("aria-describedby", "flags-said")
                .kid(&typed.text),
        )
        .kid(h("p").class("row").kids(examples).kid(parts::button(
            "flags-clear",
            "",
            text(scene, FlagText::Clear),
        )))
        .kid(choice(
            "flags-as",
            "flags-as",
            text(scene, FlagText::ReadAs),
            now,
            options,
        ));
    let said = h("div").attr("id", "flags-said").attr("role", "status");
    if typed.text.trim().is_empty() {
        return section.kid(said);
    }
    let reading = flags::read(&typed.text, typed.read_as);
    let Some(framework) = reading.framework else {
        let what = if typed.text.contains("\"model_type\"") {
            FlagText::RatherModel
        } else {
            FlagText::NotRecognised
        };
        return section.kid(said.kid(parts::note("warn", text(scene, what))));
    };
    let known = fill(
        text(scene, FlagText::Recognised),
        &[framework.name(), framework.version()],
    );
    let said = said.kid(h("p").kid(known));
    if !reading.understood() {
        return section
            .kid(said.kid(parts::note("warn", text(scene, FlagText::NothingStated))))
            .kids(rest(scene, &reading));
    }
    section
        .kid(said)
        .kids(apply(scene, &reading))
        .kid(understood(scene, &reading))
        .kids(rest(scene, &reading))
}

/// Buttons that put the reading into effect.
fn apply(scene: &Scene<'_>, reading: &Reading) -> Vec<Tag> {
    let query = reading.query();
    let measured = ["method=measured&", &query].concat();
    let mut row = h("p").class("row").kid(
        h("button")
            .attr("type", "button")
            .class("primary")
            .attr("data-diff", &query)
            .kid(text(scene, FlagText::Apply)),
    );
    let lesson = scene.config().method == Method::Lesson;
    if lesson {
        row = row.kid(parts::apply(
            &measured,
            text(scene, FlagText::ApplyMeasured),
        ));
    }
    let row = row.kid(parts::open(&query, text(scene, FlagText::OpenAlone)));
    let mut out = vec![row];
    if lesson {
        out.push(
            h("p")
                .class("small")
                .kid(text(scene, FlagText::MeasuredWhy)),
        );
    }
    out
}

/// The origin's name.
const fn origin(origin: Origin, locale: Locale) -> &'static str {
    match origin {
        Origin::Stated => FlagText::OriginStated.of(locale),
        Origin::Framework => FlagText::OriginFramework.of(locale),
        Origin::Assumed => FlagText::OriginAssumed.of(locale),
        Origin::Calculator => FlagText::OriginCalculator.of(locale),
    }
}

fn understood(scene: &Scene<'_>, reading: &Reading) -> Tag {
    let cell = |text: &str| Html::from(h("code").kid(text));
    let mut rows: Vec<Tag> = [Origin::Stated, Origin::Framework, Origin::Assumed]
        .into_iter()
        .flat_map(|wanted| {
            reading
                .facts
                .iter()
                .filter(move |fact| fact.origin == wanted)
        })
        .map(|fact| {
            let name = fact.key.label(scene.locale);
            parts::row(
                h("code").kid(&fact.flag),
                [
                    cell(&[fact.key.slug(), "=", &fact.value].concat())
                        .then(" ")
                        .then(name),
                    Html::from(origin(fact.origin, scene.locale)),
                ],
            )
        })
        .collect();
    rows.extend(reading.open.iter().map(|key| {
        let value = url::value_of(&scene.report.link, *key);
        parts::row(
            "–",
            [
                cell(&[key.slug(), "=", &value].concat())
                    .then(" ")
                    .then(key.label(scene.locale)),
                Html::from(origin(Origin::Calculator, scene.locale)),
            ],
        )
    }));
    let heads = [
        FlagText::FlagColumn,
        FlagText::KeyColumn,
        FlagText::OriginColumn,
    ]
    .map(|head| text(scene, head));
    parts::table(text(scene, FlagText::UnderstoodCaption), heads, rows)
}

/// What was not understood, what is to be noted, what changes nothing.
fn rest(scene: &Scene<'_>, reading: &Reading) -> Vec<Tag> {
    let mut out = Vec::new();
    if !reading.unknown.is_empty() {
        out.push(h("h4").kid(text(scene, FlagText::UnknownHeading)));
        let items = reading.unknown.iter().map(|(flag, value)| {
            let shown = if value.is_empty() {
                flag.clone()
            } else {
                [flag, " = ", value].concat()
            };
            h("li").kid(h("code").kid(shown))
        });
        out.push(
            h("ul")
                .class("points")
                .attr("id", "flags-unknown")
                .kids(items),
        );
    }
    // What stays as it is stands in the table already.
    let said: Vec<Remark> = reading
        .said
        .iter()
        .filter(|remark| remark.what != FlagText::NotStated)
        .cloned()
        .collect();
    if !said.is_empty() {
        out.push(h("h4").kid(text(scene, FlagText::SaidHeading)));
        out.push(remarks(scene, &said));
    }
    for (heading, list) in [
        (FlagText::AlsoHeading, &reading.also),
        (FlagText::IdleHeading, &reading.idle),
    ] {
        if !list.is_empty() {
            out.push(h("h4").kid(text(scene, heading)));
            out.push(h("p").kid(h("code").kid(list.join(", "))));
        }
    }
    out
}

/// The sentences of a reading for those who show no table: what was read, what was not.
pub fn sentences(reading: &Reading, locale: Locale) -> Vec<String> {
    let count = reading.facts.len().to_string();
    let mut out = vec![match reading.framework {
        Some(framework) => fill(FlagText::PastedRead.of(locale), &[framework.name(), &count]),
        None => FlagText::NotRecognised.of(locale).to_string(),
    }];
    for wanted in [Origin::Stated, Origin::Framework, Origin::Assumed] {
        let list: Vec<String> = reading
            .facts
            .iter()
            .filter(|fact| fact.origin == wanted)
            .map(|fact| [fact.key.slug(), "=", &fact.value].concat())
            .collect();
        if !list.is_empty() {
            let label = origin(wanted, locale);
            out.push([label, locale.colon(), &list.join(" ")].concat());
        }
    }
    out.extend(reading.said.iter().map(|remark| remark.sentence(locale)));
    if !reading.unknown.is_empty() {
        let list: Vec<&str> = reading
            .unknown
            .iter()
            .map(|(flag, _)| flag.as_str())
            .collect();
        out.push(fill(
            FlagText::PastedUnknown.of(locale),
            &[&list.join(locale.comma())],
        ));
    }
    for (heading, list) in [
        (FlagText::AlsoHeading, &reading.also),
        (FlagText::IdleHeading, &reading.idle),
    ] {
        if !list.is_empty() {
            let label = heading.of(locale);
            out.push([label, locale.colon(), &list.join(locale.comma())].concat());
        }
    }
    out
}
