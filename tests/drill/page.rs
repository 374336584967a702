//! The view: the seed index's row stands in it, and it can be played by acts alone.
use vram_ledger::display::View;
use vram_ledger::i18n::Locale;
use vram_ledger::ledger::words::Word;
use vram_ledger::text::Report;
use vram_ledger::url;
use vram_ledger::views::{Outcome, Scene, State, act, draw};

/// A page that is shown and acted upon; the link follows what the view asks for.
struct Page {
    report: Report,
    state: State,
    locale: Locale,
}

impl Page {
    fn open(query: &str, locale: Locale) -> Page {
        let (link, issues) = url::parse(query);
        Page {
            report: Report::of(link, issues),
            state: State::default(),
            locale,
        }
    }

    fn html(&self) -> String {
        let scene = Scene::of(&self.report, self.locale);
        draw(View::Drill, &scene, &self.state).into_string()
    }

    fn act(&mut self, name: &str, value: &str) -> Outcome {
        let scene = Scene::of(&self.report, self.locale);
        let outcome = act(View::Drill, &scene, &mut self.state, name, value);
        if let Outcome::Slide(diff) = &outcome {
            let (link, issues) = url::apply(&self.report.link, diff);
            assert!(issues.is_empty(), "{issues:?}");
            self.report = Report::of(link, issues);
        }
        outcome
    }

    fn input(&self) -> String {
        let html = self.html();
        let at = html.find("id=\"drill-line\"").unwrap();
        let value = html[at..].split_once("value=\"").unwrap().1;
        value.split_once('"').unwrap().0.to_string()
    }
}

#[test]
fn the_lesson_s_row_stands_in_the_view() {
    for locale in Locale::ALL {
        let html = Page::open("", *locale).html();
        assert!(html.contains("id=\"l1-drill\""));
        // The set-up as the lesson has it, and a way to open it.
        for part in ["8", "152", "45.8 s", "data-open=\""] {
            assert!(html.contains(part), "{part}");
        }
        for verb in ["run", "goals", "hint", "undo", "reset", "show", "help"] {
            assert!(
                html.contains(&format!("data-act=\"do\" data-value=\"{verb}\"")),
                "{verb}"
            );
        }
    }
    let english = Page::open("", Locale::En).html();
    assert!(
        !english
            .chars()
            .any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
    );
}

#[test]
fn it_is_played_by_typing() {
    let mut page = Page::open("mb=8&lang=en", Locale::En);
    assert_eq!(page.act("enter", "run"), Outcome::Slide("drill=1.r".into()));
    assert!(page.html().contains("step 45.8 s"));
    page.act("enter", "set len 1024");
    page.act("enter", "set conc 64");
    page.act("enter", "run");
    assert!(page.html().contains("Reached. Score: 100."));
    // The calculator's own numbers are as they were.
    assert_eq!(page.report.link.config.mb, 8);
    assert_eq!(
        url::format(&page.report.link),
        "mb=8&lang=en&drill=1.r.len1024.conc64.r"
    );
    // What changes nothing writes no link.
    assert_eq!(page.act("enter", "show"), Outcome::Redraw);
    assert_eq!(page.act("enter", "fly"), Outcome::Redraw);
    assert_eq!(page.act("enter", "  "), Outcome::Redraw);
    assert!(page.html().contains("fly: no such command"));
    // A link that is opened elsewhere shows the same terminal, in either language.
    let again = Page::open(&url::format(&page.report.link), Locale::En).html();
    assert!(again.contains("$ set len 1024") && again.contains("Reached. Score: 100."));
    page.locale = Locale::Zh;
    assert!(page.html().contains("达标！得分 100。"));
}

#[test]
fn it_is_played_by_buttons() {
    let mut page = Page::open("", Locale::En);
    for _ in 0..2 {
        let html = page.html();
        let pressed = html
            .split("data-value=\"")
            .filter_map(|part| part.split_once('"'))
            .find(|(line, rest)| line.starts_with("set conc") && rest.contains("raise"))
            .unwrap()
            .0
            .to_string();
        assert!(matches!(page.act("do", &pressed), Outcome::Slide(_)));
    }
    assert!(page.report.link.display.drill.ends_with("conc32.conc64"));
    page.act("do", "undo");
    assert!(page.report.link.display.drill.ends_with("conc32"));
    page.act("do", "level 2");
    assert_eq!(page.report.link.display.drill, "2");
    page.act("do", "run");
    let html = page.html();
    assert!(html.contains("torch.OutOfMemoryError") && html.contains("data-tone=\"bad\""));
}

/// Tab completes and lists; with nothing left to do it is not taken, so that the focus moves on.
#[test]
fn keys_complete_and_recall() {
    let mut page = Page::open("", Locale::En);
    assert!(!page.html().contains("data-keys=\"Tab"));
    page.act("line", "set gp");
    assert!(page.html().contains("data-keys=\"Tab ArrowUp ArrowDown\""));
    page.act("line", "Tab\nset gp");
    assert_eq!(page.input(), "set gpu_memory_utilization ");
    assert!(!page.html().contains("data-keys=\"Tab"));
    page.act("line", "h");
    page.act("line", "Tab\nh");
    assert!(page.html().contains("hint  help"));
    assert!(
        !page.html().contains("data-keys=\"Tab"),
        "nobody is caught in the prompt"
    );
    page.act("enter", "goals");
    page.act("enter", "show");
    assert_eq!(page.input(), "");
    for (key, now) in [
        ("ArrowUp", "show"),
        ("ArrowUp", "goals"),
        ("ArrowUp", "goals"),
        ("ArrowDown", "show"),
        ("ArrowDown", ""),
        ("ArrowDown", ""),
    ] {
        let before = page.input();
        page.act("line", &format!("{key}\n{before}"));
        assert_eq!(page.input(), now, "{key}");
    }
    assert_eq!(page.act("nonsense", ""), Outcome::Nothing);
}

/// A link that changes from outside (Back, another level's link) is shown as it is, not what was typed before.
#[test]
fn the_link_is_what_counts() {
    let mut page = Page::open("", Locale::En);
    page.act("enter", "run");
    page.act("enter", "set mb 4");
    let (link, issues) = url::parse("drill=3.r");
    page.report = Report::of(link, issues);
    let html = page.html();
    assert!(html.contains("Level 3") && !html.contains("$ set mb 4"));
    page.act("enter", "set len 1024");
    assert_eq!(page.report.link.display.drill, "3.r.len1024");
}
