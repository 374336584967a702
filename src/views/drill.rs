//! The tuning exercise as a small terminal: a log, a prompt, and buttons that type for whoever has no keyboard.
//!
//! Its state is the link's (`drill`); what stands here besides is what was said and typed, and is made anew from the link
//! where that has changed from outside.
use super::{Outcome, Scene, State, parts};
use crate::display::{Display, View};
use crate::html::{Html, Tag, all, h};
use crate::i18n::drill::{DrillText, Said, Tone, command, goals, lines, typed};
use crate::i18n::{Locale, fill};
use crate::ledger::drill::{Command, Drill, Knob, Level, Progress, Reply, Verb, complete};
use crate::ledger::step_time::{Workload, step_time};
use crate::ledger::words::Word;
use crate::url;

/// Entries that the terminal keeps; older ones scroll away for good.
const KEPT: usize = 60;
/// Lines that the history keeps.
const HISTORY: usize = 100;

/// What the terminal remembers beside the link.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The progress it shows, as the link's text; None before anything was typed.
    shows: Option<String>,
    /// The link's text when that was last changed from here: a link that still says this has not followed yet.
    from: String,
    entries: Vec<Entry>,
    /// What stands in the prompt.
    input: String,
    history: Vec<String>,
    /// Which line of the history stands in the prompt.
    recalled: Option<usize>,
    /// The line whose choices were listed: Tab leaves it the next time.
    listed: Option<String>,
}

/// A line that was typed, and the answer in both languages.
#[derive(Clone, Debug)]
struct Entry {
    input: Option<String>,
    zh: Vec<Said>,
    en: Vec<Said>,
}

impl Entry {
    fn of(input: Option<String>, replies: &[Reply], drill: &Drill) -> Entry {
        Entry {
            input,
            zh: lines(replies, drill, Locale::Zh),
            en: lines(replies, drill, Locale::En),
        }
    }
}

impl Session {
    /// The session of a link: the one that is there, or one made anew from what the link keeps.
    fn of(scene: &Scene<'_>, state: &State) -> (Session, Drill) {
        let text = scene.report.link.display.drill.clone();
        let (link, _) = Progress::read(&text);
        let there = &state.drill;
        match &there.shows {
            Some(shows) if *shows == text || there.from == text => {
                let (progress, _) = Progress::read(shows);
                let (drill, _) = Drill::replay(if *shows == text { &link } else { &progress });
                (there.clone(), drill)
            }
            Some(_) | None => Session::anew(&link, text),
        }
    }

    fn anew(link: &Progress, text: String) -> (Session, Drill) {
        let (drill, said) = Drill::replay(link);
        let begun = [Reply::Begun(drill.level()), Reply::Goals];
        let mut first = Entry::of(None, &begun, &drill);
        let welcome = |locale| (Tone::Dim, DrillText::Welcome.of(locale).to_string());
        first.zh.push(welcome(Locale::Zh));
        first.en.push(welcome(Locale::En));
        let mut session = Session {
            shows: Some(text.clone()),
            from: text,
            entries: vec![first],
            ..Session::default()
        };
        for (op, replies) in &said {
            let line = typed(*op);
            session.history.push(line.clone());
            session.add(Entry::of(Some(line), replies, &drill));
        }
        (session, drill)
    }

    fn add(&mut self, entry: Entry) {
        self.entries.push(entry);
        let over = self.entries.len().saturating_sub(KEPT);
        self.entries.drain(..over);
    }

    /// Puts a line of the history into the prompt: one back, or one forth.
    fn recall(&mut self, back: bool) {
        let all = self.history.len();
        let at = match (self.recalled, back) {
            (None, true) => all.checked_sub(1),
            (None, false) => None,
            (Some(at), true) => Some(at.saturating_sub(1)),
            (Some(at), false) => Some(at + 1).filter(|at| *at < all),
        };
        self.recalled = at;
        self.input = at
            .and_then(|at| self.history.get(at))
            .cloned()
            .unwrap_or_default();
    }

    /// Completes what stands in the prompt; choices are listed as an answer.
    fn tab(&mut self, level: Level) {
        let Some(completed) = complete(&self.input, level) else {
            return;
        };
        if !completed.options.is_empty() && completed.line == self.input {
            let said = vec![(Tone::Dim, completed.options.join("  "))];
            self.listed = Some(self.input.clone());
            self.add(Entry {
                input: None,
                zh: said.clone(),
                en: said,
            });
        }
        self.input = completed.line;
    }
}

/// What is done in the terminal. `line` is the prompt's text as it is typed, or a key before it; `enter` a whole line;
/// `do` a line that a button types.
pub(super) fn act(scene: &Scene<'_>, state: &mut State, name: &str, value: &str) -> Outcome {
    let (mut session, mut drill) = Session::of(scene, state);
    let outcome = match name {
        "line" => {
            match value.split_once('\n') {
                Some((key, text)) => {
                    session.input = text.to_string();
                    match key {
                        "Tab" => session.tab(drill.level()),
                        "ArrowUp" => session.recall(true),
                        "ArrowDown" => session.recall(false),
                        _ => {}
                    }
                }
                None => {
                    session.input = value.to_string();
                    session.recalled = None;
                }
            }
            Outcome::Redraw
        }
        "enter" | "do" => enter(scene, &mut session, &mut drill, value),
        _ => return Outcome::Nothing,
    };
    state.drill = session;
    outcome
}

fn enter(scene: &Scene<'_>, session: &mut Session, drill: &mut Drill, line: &str) -> Outcome {
    let line: String = line.trim().chars().take(200).collect();
    session.input.clear();
    session.recalled = None;
    session.listed = None;
    if line.is_empty() {
        return Outcome::Redraw;
    }
    if session.history.last() != Some(&line) {
        session.history.push(line.clone());
        let over = session.history.len().saturating_sub(HISTORY);
        session.history.drain(..over);
    }
    let command: Command = command(&line);
    let replies = drill.act(&command);
    session.add(Entry::of(Some(line), &replies, drill));
    let text = drill.progress().text();
    let link = scene.report.link.display.drill.clone();
    session.from = link.clone();
    session.shows = Some(text.clone());
    if text == link {
        Outcome::Redraw
    } else {
        Outcome::Slide(["drill=", &text].concat())
    }
}

/// The view.
pub(super) fn draw(scene: &Scene<'_>, state: &State) -> Html {
    let (session, drill) = Session::of(scene, state);
    parts::section("l1-drill", DrillText::Heading.of(scene.locale))
        .kid(h("p").class("lead").kid(DrillText::Lead.of(scene.locale)))
        .kid(h("p").class("lead").kid(setup(scene)))
        .kid(levels(scene, &drill))
        .kid(goal(scene, &drill))
        .kid(screen(scene, &session))
        .kid(prompt(scene, &session, &drill))
        .kid(verbs(scene))
        .kid(settings(scene, &drill))
        .kid(ends(scene, &drill))
        .into()
}

fn said(scene: &Scene<'_>, text: DrillText) -> &'static str {
    text.of(scene.locale)
}

/// Where the exercise comes from: the recorded step, with its numbers computed.
fn setup(scene: &Scene<'_>) -> String {
    let config = Level::Recorded.config();
    let step = step_time(&config, &Workload::of(&config)).total();
    let text = fill(
        said(scene, DrillText::Setup),
        &[
            config.model.name(),
            &config.prompts.to_string(),
            &config.gens.to_string(),
            &config.mean.to_string(),
            &step.shown(),
        ],
    );
    let join = scene.pick("", " ");
    [&text, join, said(scene, DrillText::Basis)].concat()
}

fn levels(scene: &Scene<'_>, drill: &Drill) -> Tag {
    let buttons = Level::ALL.iter().map(|level| {
        let here = *level == drill.level();
        let score = match drill.best(*level) {
            0 => String::new(),
            best => [" · ", &best.to_string()].concat(),
        };
        let text = [level.slug(), ". ", level.title(scene.locale), &score].concat();
        let line = [Verb::Level.slug(), " ", level.slug()].concat();
        parts::button("do", &line, text).attr("aria-pressed", if here { "true" } else { "false" })
    });
    h("div")
        .class("acts")
        .attr("role", "group")
        .attr("aria-label", said(scene, DrillText::Levels))
        .kids(buttons)
}

fn goal(scene: &Scene<'_>, drill: &Drill) -> Tag {
    let level = drill.level();
    let rows = goals(level, scene.locale)
        .into_iter()
        .map(|(_, line)| h("li").kid(line.trim_start_matches("· ")));
    h("details")
        .class("drill-goal")
        .flag("open", true)
        .kid(h("summary").kid(said(scene, DrillText::Goal)))
        .kid(h("p").kid(level.story(scene.locale)))
        .kid(h("ul").class("points").kids(rows))
}

fn screen(scene: &Scene<'_>, session: &Session) -> Tag {
    let line = |tone: Tone, text: &str| h("p").attr("data-tone", tone.slug()).kid(text);
    let entries = session.entries.iter().map(|entry| {
        let answer = match scene.locale {
            Locale::Zh => &entry.zh,
            Locale::En => &entry.en,
        };
        let typed = entry
            .input
            .as_ref()
            .map(|input| h("p").class("typed").kid(["$ ", input].concat()));
        all([
            Html::from(typed),
            all(answer.iter().map(|(tone, text)| line(*tone, text))),
        ])
    });
    // The box turns its content upside down, so that it stays scrolled to its end; inside everything is in order.
    h("div")
        .class("drill-screen")
        .attr("tabindex", "0")
        .attr("role", "log")
        .attr("aria-label", said(scene, DrillText::Log))
        .kid(h("div").kids(entries))
}

fn prompt(scene: &Scene<'_>, session: &Session, drill: &Drill) -> Tag {
    // Tab is taken only where it has something to do: elsewhere it moves on, so that nobody is caught here.
    let listed = session.listed.as_deref() == Some(session.input.as_str());
    let tab = !session.input.trim().is_empty()
        && !listed
        && complete(&session.input, drill.level()).is_some();
    let keys = if tab {
        "Tab ArrowUp ArrowDown"
    } else {
        "ArrowUp ArrowDown"
    };
    let input = h("input")
        .attr("type", "text")
        .attr("id", "drill-line")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("spellcheck", "false")
        .attr("enterkeyhint", "go")
        .attr("data-act", "line")
        .attr("data-keys", keys)
        .attr("data-force", "")
        .attr("value", &session.input)
        .attr("aria-describedby", "drill-keys");
    h("form")
        .class("drill-prompt")
        .attr("data-act", "enter")
        .attr("data-clear", "")
        .kid(
            h("label")
                .attr("for", "drill-line")
                .kid(h("span").attr("aria-hidden", "true").kid("$"))
                .kid(h("span").class("sr").kid(said(scene, DrillText::Prompt))),
        )
        .kid(input)
        .kid(
            h("button")
                .attr("type", "submit")
                .class("small")
                .kid(said(scene, DrillText::Enter)),
        )
        .kid(
            h("p")
                .class("lead")
                .attr("id", "drill-keys")
                .kid(said(scene, DrillText::PromptHelp)),
        )
}

/// Every command that needs no value, as a button that types it.
fn verbs(scene: &Scene<'_>) -> Tag {
    let all = [
        Verb::Run,
        Verb::Goals,
        Verb::Hint,
        Verb::Undo,
        Verb::Show,
        Verb::Reset,
        Verb::Help,
    ];
    let buttons = all.map(|verb| {
        let word = match (scene.locale, verb.chinese().first()) {
            (Locale::Zh, Some(word)) => [verb.slug(), " ", word].concat(),
            (Locale::Zh, None) | (Locale::En, _) => verb.slug().to_string(),
        };
        parts::button("do", verb.slug(), word).attr("title", verb.does(scene.locale))
    });
    h("div").class("acts drill-verbs").kids(buttons)
}

fn settings(scene: &Scene<'_>, drill: &Drill) -> Tag {
    let rows = drill.level().knobs().iter().map(|knob| {
        let value = knob.shown(knob.get(drill.config()));
        let name = knob.names().first().copied().unwrap_or("");
        parts::row(
            all([
                h("code").kid(knob.slug()),
                h("small").kid([" ", name].concat()),
                h("small").class("why").kid(knob.meaning(scene.locale)),
            ]),
            [Html::from(h("b").kid(value)), turns(scene, drill, *knob)],
        )
        .attr("data-knob", knob.slug())
    });
    let heads = [
        said(scene, DrillText::Settings),
        said(scene, DrillText::Now),
        said(scene, DrillText::Turn),
    ];
    h("div").class("drill-settings").kid(parts::table(
        said(scene, DrillText::Settings),
        heads,
        rows.collect(),
    ))
}

/// The buttons of a setting.
fn turns(scene: &Scene<'_>, drill: &Drill, knob: Knob) -> Html {
    let button = |up: bool| {
        let near = drill.near(knob, up);
        let to = near.map(|value| knob.shown(value)).unwrap_or_default();
        let (sign, word) = match (knob.switch(), up) {
            (true, true) => (said(scene, DrillText::On), DrillText::On),
            (true, false) => (said(scene, DrillText::Off), DrillText::Off),
            (false, true) => ("+", DrillText::Higher),
            (false, false) => ("−", DrillText::Lower),
        };
        let name = [said(scene, word), " ", knob.slug(), " ", &to].concat();
        let line = [Verb::Set.slug(), " ", knob.slug(), " ", &to].concat();
        parts::button("do", &line, sign)
            .attr("aria-label", name.trim_end())
            .flag("disabled", near.is_none())
    };
    all([button(false), button(true)])
}

/// The score so far, and the way into the calculator.
fn ends(scene: &Scene<'_>, drill: &Drill) -> Tag {
    let tally = drill.tally();
    let tries = fill(
        said(scene, DrillText::Tries),
        &[
            &tally.runs.to_string(),
            &tally.deaths.to_string(),
            &tally.hints.to_string(),
        ],
    );
    let best = match drill.best(drill.level()) {
        0 => said(scene, DrillText::NotYet).to_string(),
        best => best.to_string(),
    };
    let score = [
        said(scene, DrillText::Score),
        scene.locale.colon(),
        &best,
        " · ",
        &tries,
        " · ",
        said(scene, DrillText::Kept),
    ]
    .concat();
    let query = url::format(&url::Link {
        config: drill.config().clone(),
        display: Display {
            view: View::Colocate,
            drill: drill.progress().text(),
            ..scene.report.link.display.clone()
        },
    });
    h("p")
        .class("lead")
        .kid(score)
        .kid(" ")
        .kid(parts::open(&query, said(scene, DrillText::OpenHere)))
}
