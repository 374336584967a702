//! What the two modules of live views share: it puts the regions of [`crate::views`] on the page, draws their text into the
//! places that the page gives it, changes only what differs, and brings back what the reader does. It loads when such a view is opened.
//!
//! It never touches the address: what changes the link goes to the page as an event `vram-ledger:ask` whose detail is
//! `decide …`, `slide …` or `open …` with a query behind it.
mod events;
mod lookup;
mod patch;
mod pictures;

use crate::html::Html;
use crate::i18n::Locale;
use crate::ledger::words::Word;
use crate::text::Report;
use crate::url;
use crate::views::{Draft, Outcome, Region, Scene, State};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::Element;

/// The attribute by which a place says what is drawn in it.
const REGION: &str = "data-region";

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::default());
}

/// What a module can draw, and what it does when a reader acts there.
#[derive(Clone, Copy)]
pub struct Hands {
    /// Draws a region.
    pub draw: fn(Region, &Scene<'_>, &State) -> Html,
    /// Follows an act.
    pub act: fn(Region, &Scene<'_>, &mut State, &str, &str) -> Outcome,
}

/// What is on the page.
#[derive(Default)]
struct Desk {
    hands: Option<Hands>,
    places: Vec<Element>,
    query: String,
    /// What follows from the query: several places show one link.
    report: Option<Rc<Report>>,
    locale: Option<Locale>,
    state: State,
}

impl Desk {
    fn report(&mut self) -> Rc<Report> {
        let query = &self.query;
        let report = self.report.get_or_insert_with(|| {
            let (link, issues) = url::parse(query);
            Rc::new(Report::of(link, issues))
        });
        report.clone()
    }

    fn locale(&self) -> Locale {
        self.locale.unwrap_or(Locale::En)
    }
}

/// Draws a region into a place, and again whenever something in it changes. `query` is the page's link, display keys
/// included; what is drawn elsewhere follows it too.
pub fn show(hands: Hands, place: &Element, region: &str, query: &str, locale: Locale) {
    if place.get_attribute(REGION).as_deref() != Some(region) {
        let _ = place.set_attribute(REGION, region);
        events::listen(place);
    }
    DESK.with_borrow_mut(|desk| {
        desk.hands = Some(hands);
        desk.places
            .retain(|known| known.is_connected() && known != place);
        desk.places.push(place.clone());
        if desk.query != query {
            desk.state.moved_on();
            desk.query = query.to_string();
            desk.report = None;
        }
        desk.locale = Some(locale);
    });
    draw(place);
}

/// Draws one place.
fn draw(place: &Element) {
    let Some(region) = region_of(place) else {
        return;
    };
    let html = DESK.with_borrow_mut(|desk| {
        let report = desk.report();
        let scene = scene(&report, desk.locale(), &desk.state);
        desk.hands.map_or_else(Html::default, |hands| {
            (hands.draw)(region, &scene, &desk.state)
        })
    });
    patch::apply(place, html.as_str());
    mark_locked(place);
    pictures::draw(place);
}

/// Draws all places again.
fn redraw() {
    let places = DESK.with_borrow(|desk| desk.places.clone());
    for place in places.iter().filter(|place| place.is_connected()) {
        draw(place);
    }
}

fn scene<'a>(report: &'a Report, locale: Locale, state: &'a State) -> Scene<'a> {
    Scene {
        report,
        locale,
        drafts: &state.drafts,
        copied: state.copied.as_ref().map(|(id, well)| (id.as_str(), *well)),
    }
}

/// What is shown, and the language.
fn present() -> (Rc<Report>, Locale) {
    DESK.with_borrow_mut(|desk| (desk.report(), desk.locale()))
}

fn region_of(place: &Element) -> Option<Region> {
    Region::of_slug(&place.get_attribute(REGION)?)
}

/// Calls a view's act and follows its outcome.
fn act(place: &Element, name: &str, value: &str) {
    if let Some(region) = region_of(place) {
        act_in(region, name, value);
    }
}

/// Calls a region's act and follows its outcome.
fn act_in(region: Region, name: &str, value: &str) {
    let outcome = DESK.with_borrow_mut(|desk| {
        let (report, locale) = (desk.report(), desk.locale());
        let scene = Scene::of(&report, locale);
        desk.hands.map_or(Outcome::Nothing, |hands| {
            (hands.act)(region, &scene, &mut desk.state, name, value)
        })
    });
    follow(outcome);
}

fn follow(outcome: Outcome) {
    match outcome {
        Outcome::Nothing => {}
        Outcome::Redraw => redraw(),
        Outcome::Decide(diff) => {
            redraw();
            ask("decide ", &diff);
        }
        Outcome::Slide(diff) => ask("slide ", &diff),
        Outcome::Open(query) => ask("open ", &query),
        Outcome::Fetch(place) => {
            redraw();
            lookup::fetch(place);
        }
        Outcome::Abort => {
            lookup::abort();
            redraw();
        }
    }
}

/// A text typed into the field of a key: what can be taken is a step of the link, what cannot stays with its reason.
fn typed(slug: &str, text: &str, left: bool) {
    let Some((key, field)) =
        url::Key::of(slug).and_then(|key| Some((key, url::fields::field(key)?)))
    else {
        return;
    };
    let mut link = present().0.link.clone();
    let trimmed = text.trim();
    let said = if trimmed.is_empty() {
        link = url::apply(&link, &[slug, "="].concat()).0;
        None
    } else {
        (field.set)(&mut link, trimmed)
    };
    let written = url::value_of(&link, key);
    let said = said
        .map(|code| url::Issue::new(slug, code, trimmed, &written))
        .filter(|issue| issue.level == url::Level::Error);
    let kept = DESK.with_borrow_mut(|desk| {
        desk.state.drafts.retain(|draft| draft.key != key);
        let kept = said.is_some();
        if let Some(said) = said {
            desk.state.drafts.push(Draft {
                key,
                text: text.to_string(),
                said,
            });
        }
        desk.state.typing = (!left).then_some(key);
        kept
    });
    let before = url::value_of(&present().0.link, key);
    if before != written {
        let diff = url::pair(slug, &written);
        ask(if left { "decide " } else { "slide " }, &diff);
    } else if kept || left {
        redraw();
    }
}

/// Asks the page for a change of its link; what is locked stays as it is.
fn ask(what: &str, query: &str) {
    let link = &present().0.link;
    let mut kept: Vec<String> = query
        .split('&')
        .filter(|part| !part.is_empty() && !is_locked(link, part))
        .map(str::to_string)
        .collect();
    if what == "open " {
        let locked = link.display.lock.iter();
        kept.extend(locked.map(|key| url::pair(key.slug(), &url::value_of(link, *key))));
    }
    let query = &kept.join("&");
    if query.is_empty() && what != "open " {
        return;
    }
    let init = web_sys::CustomEventInit::new();
    init.set_detail(&JsValue::from_str(&[what, query].concat()));
    let event = web_sys::CustomEvent::new_with_event_init_dict("vram-ledger:ask", &init);
    if let (Some(window), Ok(event)) = (web_sys::window(), event) {
        let _ = window.dispatch_event(&event);
    }
}

/// True where a pair of a query would change a key that is shown but may not be changed.
fn is_locked(link: &url::Link, pair: &str) -> bool {
    let name = pair.split('=').next().unwrap_or("");
    let key = match name {
        name if name.starts_with(url::MODEL_PREFIX) => Some(url::Key::Model),
        "params" => Some(url::Key::Model),
        name => url::Key::of(name),
    };
    key.is_some_and(|key| link.display.lock.contains(&key))
}

/// Marks the buttons of a place that would change what is locked.
fn mark_locked(place: &Element) {
    let link = &present().0.link;
    if link.display.lock.is_empty() {
        return;
    }
    let Ok(found) = place.query_selector_all("button[data-diff]") else {
        return;
    };
    for part in (0..found.length()).filter_map(|index| found.item(index)) {
        let button = part.dyn_into::<Element>();
        if let Ok(button) = button {
            let diff = button.get_attribute("data-diff").unwrap_or_default();
            if diff.split('&').any(|pair| is_locked(link, pair)) {
                let _ = button.set_attribute("disabled", "");
            }
        }
    }
}

/// Remembers how a copy went, and says it.
fn copied(id: &str, well: bool) {
    DESK.with_borrow_mut(|desk| desk.state.copied = Some((id.to_string(), well)));
    redraw();
}
