//! Makes an element's inside equal to a text by changing only what differs, so that focus, selection, what was opened
//! and what is being typed stay.
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement, Node};

/// Makes the inside of `place` equal to `html`.
pub(super) fn apply(place: &Element, html: &str) {
    let Some(document) = place.owner_document() else {
        return;
    };
    let Some(wanted) = document
        .create_element("template")
        .ok()
        .and_then(|template| template.dyn_into::<web_sys::HtmlTemplateElement>().ok())
    else {
        return;
    };
    wanted.set_inner_html(html);
    let focus = Focus::of(place);
    children(place, &wanted.content());
    focus.give_back(place);
}

/// What a reader can stand on.
const STOPS: &str = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/// Where the focus stood, so that a press of a button that goes away does not send the reader to the page's top.
struct Focus {
    at: Option<(Element, usize)>,
}

impl Focus {
    fn of(place: &Element) -> Focus {
        let active = place.owner_document().and_then(|d| d.active_element());
        let at = active.and_then(|active| {
            let index = stops(place).iter().position(|stop| *stop == active)?;
            Some((active, index))
        });
        Focus { at }
    }

    /// Gives it back to what now stands in its place, where what had it is gone or can no longer take it.
    fn give_back(self, place: &Element) {
        let Some((active, index)) = self.at else {
            return;
        };
        let stays = active.is_connected() && !active.has_attribute("disabled");
        if stays {
            return;
        }
        let stops = stops(place);
        let next = stops
            .iter()
            .skip(index)
            .chain(stops.iter().take(index).rev())
            .find(|stop| !stop.has_attribute("disabled"));
        if let Some(next) = next.and_then(|stop| stop.dyn_ref::<web_sys::HtmlElement>()) {
            let _ = next.focus();
        }
    }
}

fn stops(place: &Element) -> Vec<Element> {
    let Ok(found) = place.query_selector_all(STOPS) else {
        return Vec::new();
    };
    (0..found.length())
        .filter_map(|index| found.item(index)?.dyn_into::<Element>().ok())
        .collect()
}

/// Makes the children of `old` like those of `new`, in their order. A child with a name of its own (an id, a row's item)
/// is found wherever it stands; the others are taken one by one.
fn children(old: &Node, new: &Node) {
    let (mut have, mut want) = (old.first_child(), new.first_child());
    while let Some(wanted) = want {
        want = wanted.next_sibling();
        let known = match name(&wanted) {
            Some(_) => following(have.as_ref(), |node| alike(node, &wanted)),
            None => have
                .clone()
                .filter(|node| name(node).is_none() && alike(node, &wanted)),
        };
        match (known, have.clone()) {
            (Some(known), Some(first)) => {
                if known == first {
                    have = first.next_sibling();
                } else {
                    let _ = old.insert_before(&known, Some(&first));
                }
                if !same(&known, &wanted) {
                    one(&known, &wanted);
                }
            }
            // One without a name that is of no use any more gives its place up.
            (None, Some(first)) if name(&first).is_none() && name(&wanted).is_none() => {
                have = first.next_sibling();
                let _ = old.replace_child(&wanted, &first);
            }
            (None | Some(_), first) => {
                let _ = old.insert_before(&wanted, first.as_ref());
            }
        }
    }
    while let Some(surplus) = have {
        have = surplus.next_sibling();
        let _ = old.remove_child(&surplus);
    }
}

/// True where nothing is to be done: the browser compares a whole part far faster than it can be walked from here. A part
/// with controls is walked, for what a control holds is not in its text.
fn same(a: &Node, b: &Node) -> bool {
    const CONTROLS: &str = "input, select, textarea, canvas";
    let holds = |element: &Element| {
        element.matches(CONTROLS).unwrap_or(true)
            || element.query_selector(CONTROLS).ok().flatten().is_some()
    };
    a.is_equal_node(Some(b)) && !a.dyn_ref::<Element>().is_some_and(holds)
}

/// The first node from `start` on for which `fits` holds.
fn following(start: Option<&Node>, fits: impl Fn(&Node) -> bool) -> Option<Node> {
    let mut node = start.cloned();
    while let Some(candidate) = node {
        if fits(&candidate) {
            return Some(candidate);
        }
        node = candidate.next_sibling();
    }
    None
}

/// What a child is found by among its siblings.
fn name(node: &Node) -> Option<String> {
    let element = node.dyn_ref::<Element>()?;
    let id = element.id();
    if id.is_empty() {
        element.get_attribute("data-item")
    } else {
        Some(id)
    }
}

/// True where one can be made into the other: the same kind of node, the same tag, the same name.
fn alike(a: &Node, b: &Node) -> bool {
    if a.node_type() != b.node_type() || a.node_name() != b.node_name() {
        return false;
    }
    name(a) == name(b)
}

fn one(old: &Node, new: &Node) {
    match (old.dyn_ref::<Element>(), new.dyn_ref::<Element>()) {
        (Some(old), Some(new)) => {
            // Read before the children move over: a text area's value is its text, a choice's its option.
            let value = value(new);
            attributes(old, new);
            // A canvas is drawn on from outside.
            if old.tag_name() != "CANVAS" {
                children(old, new);
            }
            if let Some(value) = value {
                set(old, &value, new.has_attribute("data-force"));
            }
        }
        (Some(_), None) | (None, Some(_) | None) => {
            if old.node_value() != new.node_value() {
                old.set_node_value(new.node_value().as_deref());
            }
        }
    }
}

fn attributes(old: &Element, new: &Element) {
    let forced = new.has_attribute("data-force");
    // What the reader has opened or closed is the reader's.
    let kept = |name: &str| {
        (name == "open" && !forced)
            || (old.tag_name() == "CANVAS" && (name == "width" || name == "height"))
    };
    for name in old
        .get_attribute_names()
        .iter()
        .filter_map(|n| n.as_string())
    {
        if !new.has_attribute(&name) && !kept(&name) {
            let _ = old.remove_attribute(&name);
        }
    }
    for name in new
        .get_attribute_names()
        .iter()
        .filter_map(|n| n.as_string())
    {
        let wanted = new.get_attribute(&name);
        if wanted != old.get_attribute(&name) && !kept(&name) {
            let _ = old.set_attribute(&name, wanted.as_deref().unwrap_or(""));
        }
    }
}

/// What a control holds, which its attributes only start.
enum Value {
    Text(String),
    Ticked(bool),
}

fn value(control: &Element) -> Option<Value> {
    if let Some(input) = control.dyn_ref::<HtmlInputElement>() {
        return Some(match input.type_().as_str() {
            "checkbox" | "radio" => Value::Ticked(input.checked()),
            _ => Value::Text(input.value()),
        });
    }
    if let Some(area) = control.dyn_ref::<HtmlTextAreaElement>() {
        return Some(Value::Text(area.value()));
    }
    let select = control.dyn_ref::<HtmlSelectElement>();
    select.map(|select| Value::Text(select.value()))
}

/// Sets it where it differs; what is being typed stays, unless it is forced.
fn set(control: &Element, wanted: &Value, forced: bool) {
    let focused = control
        .owner_document()
        .and_then(|document| document.active_element())
        .is_some_and(|active| active == *control);
    if let Some(input) = control.dyn_ref::<HtmlInputElement>() {
        match wanted {
            Value::Ticked(on) => input.set_checked(*on),
            Value::Text(text) => {
                let typed = focused && !forced && input.type_() != "range";
                if !typed && input.value() != *text {
                    input.set_value(text);
                }
            }
        }
    } else if let (Some(area), Value::Text(text)) =
        (control.dyn_ref::<HtmlTextAreaElement>(), wanted)
    {
        if (!focused || forced) && area.value() != *text {
            area.set_value(text);
        }
    } else if let (Some(select), Value::Text(text)) =
        (control.dyn_ref::<HtmlSelectElement>(), wanted)
        && select.value() != *text
    {
        select.set_value(text);
    }
}
