//! The page's view tree as data: one type for every element, so that hydrating, building and patching are compiled once.
//!
//! Leptos's own views are nested types, and each costs code of its own: with them the page's module was two and a half
//! times its budget. [`Node`] implements Leptos's `Render` and `RenderHtml`, so prerendering, hydration and signals are
//! Leptos's; texts, lists and closures are rendered by its own implementations.
use leptos::attr::Attribute;
use leptos::attr::any_attribute::AnyAttribute;
use leptos::prelude::*;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::view::{
    Mountable, Position, PositionState, Render, RenderHtml, add_attr::AddAnyAttr,
};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};

/// A text or the value of an attribute; None takes the attribute away.
pub(super) type Value = Option<Cow<'static, str>>;
type LiveValue = Box<dyn FnMut() -> Value + Send>;
type LiveNode = Box<dyn FnMut() -> Node + Send>;
type Handler = Box<dyn FnMut(web_sys::Event) + Send>;
type Reference = Box<dyn FnOnce(&web_sys::Element) + Send>;

/// A part of the page.
pub(super) enum Node {
    /// Text.
    Text(Cow<'static, str>),
    /// An element.
    Element(Box<Parts>),
    /// Several in a row.
    Many(Vec<Node>),
    /// One that follows signals.
    Live(LiveNode),
}

/// An element that is being described: a pointer, so that each step of a description moves one word.
pub(super) struct El(Box<Parts>);

/// What an element consists of.
pub(super) struct Parts {
    tag: &'static str,
    svg: bool,
    binds: Vec<Bind>,
    handlers: Vec<(&'static str, Handler)>,
    reference: Option<Reference>,
    kids: Vec<Node>,
}

/// What a value is bound to.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Target {
    Attribute,
    Class,
    Property,
}

struct Bind {
    target: Target,
    name: &'static str,
    source: Source,
}

enum Source {
    Fixed(Value),
    Live(LiveValue),
}

/// An HTML element.
#[inline(never)]
pub(super) fn h(tag: &'static str) -> El {
    El(Box::new(Parts {
        tag,
        svg: false,
        binds: Vec::new(),
        handlers: Vec::new(),
        reference: None,
        kids: Vec::new(),
    }))
}

/// An SVG element.
#[inline(never)]
pub(super) fn svg(tag: &'static str) -> El {
    let mut element = h(tag);
    element.0.svg = true;
    element
}

/// Parts in a row without an element around them.
pub(super) fn frag() -> Frag {
    Frag(Vec::new())
}

/// Parts in a row that are being described.
pub(super) struct Frag(Vec<Node>);

impl Frag {
    /// Adds a part.
    pub(super) fn kid(mut self, kid: impl IntoNode) -> Self {
        self.0.push(kid.node());
        self
    }
}

// The steps below that do the work are kept out of line: a page is thousands of them.
impl El {
    /// An attribute: a text, an option, a switch, or a closure of these.
    #[inline(always)]
    pub(super) fn attr(self, name: &'static str, value: impl IntoSource) -> Self {
        value.bind(self, Target::Attribute, name)
    }

    /// A class that is there while `on` gives true.
    pub(super) fn toggle(self, name: &'static str, on: impl IntoSource) -> Self {
        on.bind(self, Target::Class, name)
    }

    /// A property of the element, which is not in the prerendered text: `value`, `checked`.
    pub(super) fn prop(self, name: &'static str, value: impl IntoSource) -> Self {
        value.bind(self, Target::Property, name)
    }

    #[inline(never)]
    fn bind(mut self, target: Target, name: &'static str, source: Source) -> Self {
        self.0.binds.push(Bind {
            target,
            name,
            source,
        });
        self
    }

    #[inline(never)]
    fn bind_text(self, target: Target, name: &'static str, text: &'static str) -> Self {
        self.bind(target, name, Source::Fixed(Some(Cow::Borrowed(text))))
    }

    /// What an event does.
    pub(super) fn on(
        self,
        name: &'static str,
        act: impl FnMut(web_sys::Event) + Send + 'static,
    ) -> Self {
        self.handle(name, Box::new(act))
    }

    #[inline(never)]
    fn handle(mut self, name: &'static str, act: Handler) -> Self {
        self.0.handlers.push((name, act));
        self
    }

    /// What a click does.
    pub(super) fn on_click(
        self,
        mut act: impl FnMut(web_sys::MouseEvent) + Send + 'static,
    ) -> Self {
        self.on("click", move |e| act(e.unchecked_into()))
    }

    /// Gives the element to a node reference once it is there.
    pub(super) fn reference<E>(mut self, node: NodeRef<E>) -> Self
    where
        E: leptos::html::ElementType + 'static,
        E::Output: JsCast + Clone + 'static,
    {
        use leptos::tachys::html::node_ref::NodeRefContainer;
        self.0.reference = Some(Box::new(move |element| {
            NodeRefContainer::<E>::load(node, element)
        }));
        self
    }

    /// Adds a child.
    #[inline(always)]
    pub(super) fn kid(self, kid: impl IntoNode) -> Self {
        kid.join(self)
    }

    #[inline(never)]
    fn push(mut self, kid: Node) -> Self {
        self.0.kids.push(kid);
        self
    }

    #[inline(never)]
    fn push_text(self, text: &'static str) -> Self {
        self.push(Node::Text(Cow::Borrowed(text)))
    }

    #[inline(never)]
    fn push_element(self, element: El) -> Self {
        self.push(Node::Element(element.0))
    }
}

/// What can stand as a part of the page.
pub(super) trait IntoNode: Sized {
    /// As a part.
    fn node(self) -> Node;

    /// As the next child of an element.
    fn join(self, parent: El) -> El {
        parent.push(self.node())
    }
}

impl IntoNode for Node {
    fn node(self) -> Node {
        self
    }
}

impl IntoNode for El {
    fn node(self) -> Node {
        Node::Element(self.0)
    }

    fn join(self, parent: El) -> El {
        parent.push_element(self)
    }
}

impl IntoNode for Frag {
    fn node(self) -> Node {
        Node::Many(self.0)
    }
}

impl IntoNode for &'static str {
    fn node(self) -> Node {
        Node::Text(Cow::Borrowed(self))
    }

    fn join(self, parent: El) -> El {
        parent.push_text(self)
    }
}

impl IntoNode for String {
    fn node(self) -> Node {
        Node::Text(Cow::Owned(self))
    }
}

impl<T: IntoNode> IntoNode for Option<T> {
    fn node(self) -> Node {
        self.map_or_else(|| Node::Many(Vec::new()), IntoNode::node)
    }
}

impl<T: IntoNode> IntoNode for Vec<T> {
    fn node(self) -> Node {
        Node::Many(self.into_iter().map(IntoNode::node).collect())
    }
}

impl<T: IntoNode, const N: usize> IntoNode for [T; N] {
    fn node(self) -> Node {
        Node::Many(self.into_iter().map(IntoNode::node).collect())
    }
}

impl<F, T> IntoNode for F
where
    F: FnMut() -> T + Send + 'static,
    T: IntoNode,
{
    fn node(mut self) -> Node {
        Node::Live(Box::new(move || self().node()))
    }
}

impl Node {
    /// Several parts in a row.
    pub(super) fn from_all(parts: impl IntoNode) -> Node {
        parts.node()
    }
}

impl From<El> for Node {
    fn from(element: El) -> Node {
        element.node()
    }
}

impl From<Frag> for Node {
    fn from(parts: Frag) -> Node {
        parts.node()
    }
}

/// What can be the value of an attribute, class or property.
pub(super) trait IntoSource {
    /// Binds it to an element.
    fn bind(self, element: El, target: Target, name: &'static str) -> El;
}

/// A value that stands still.
pub(super) trait IntoValue {
    /// As a value.
    fn value(self) -> Value;
}

impl IntoValue for &'static str {
    fn value(self) -> Value {
        Some(Cow::Borrowed(self))
    }
}

impl IntoValue for String {
    fn value(self) -> Value {
        Some(Cow::Owned(self))
    }
}

impl IntoValue for bool {
    fn value(self) -> Value {
        self.then_some(Cow::Borrowed(""))
    }
}

impl<T: IntoValue> IntoValue for Option<T> {
    fn value(self) -> Value {
        self.and_then(IntoValue::value)
    }
}

impl IntoSource for &'static str {
    fn bind(self, element: El, target: Target, name: &'static str) -> El {
        element.bind_text(target, name, self)
    }
}

macro_rules! fixed_sources {
    ($($type:ty),*) => { $(impl IntoSource for $type {
        fn bind(self, element: El, target: Target, name: &'static str) -> El {
            element.bind(target, name, Source::Fixed(self.value()))
        }
    })* };
}
fixed_sources!(String, bool, Option<&'static str>, Option<String>);

impl<F, T> IntoSource for F
where
    F: FnMut() -> T + Send + 'static,
    T: IntoValue,
{
    fn bind(mut self, element: El, target: Target, name: &'static str) -> El {
        element.bind(target, name, Source::Live(Box::new(move || self().value())))
    }
}

/// A part that is in the document.
pub(super) enum NodeState {
    Text(<Cow<'static, str> as Render>::State),
    Element(Box<ElState>),
    Many(<Vec<Node> as Render>::State),
    Live(<LiveNode as Render>::State),
}

/// An element that is in the document, with what keeps it up to date.
pub(super) struct ElState {
    tag: &'static str,
    element: web_sys::Element,
    binds: Vec<Bound>,
    handlers: Vec<Listener>,
    kids: Vec<NodeState>,
}

/// A bound value: the last one written, or the effect that writes it.
enum Bound {
    Fixed(Value),
    Live { _effect: RenderEffect<Value> },
}

struct Listener {
    name: &'static str,
    act: Rc<RefCell<Handler>>,
    closure: Closure<dyn FnMut(web_sys::Event)>,
}

impl Parts {
    fn build_state(mut self) -> ElState {
        let document = document();
        let made = if self.svg {
            document.create_element_ns(Some("http://www.w3.org/2000/svg"), self.tag)
        } else {
            document.create_element(self.tag)
        };
        // A tag is a literal of ours: a refused name would be a typing error, and a span in its place shows it.
        let element = made
            .unwrap_or_else(|_| leptos::tachys::renderer::dom::Dom::create_element("span", None));
        let mut kids = Vec::with_capacity(self.kids.len());
        for kid in std::mem::take(&mut self.kids) {
            let mut kid = kid.build();
            kid.mount(&element, None);
            kids.push(kid);
        }
        self.hold(element, kids, false)
    }

    /// What is the same for an element that was made and one that was found: its values, its listeners, its reference.
    fn hold(self, element: web_sys::Element, kids: Vec<NodeState>, prerendered: bool) -> ElState {
        let binds = self
            .binds
            .into_iter()
            .map(|bind| bind.attach(&element, prerendered))
            .collect();
        let handlers = self
            .handlers
            .into_iter()
            .map(|(name, act)| listen(&element, name, act))
            .collect();
        if let Some(reference) = self.reference {
            reference(&element);
        }
        ElState {
            tag: self.tag,
            element,
            binds,
            handlers,
            kids,
        }
    }

    fn rebuild_state(self, state: &mut ElState) {
        let mut old = std::mem::take(&mut state.binds).into_iter();
        state.binds = self
            .binds
            .into_iter()
            .map(|bind| {
                let before = old.next();
                match (bind.source, before) {
                    (Source::Fixed(value), Some(Bound::Fixed(before))) if value == before => {
                        Bound::Fixed(value)
                    }
                    (source, _) => Bind { source, ..bind }.attach(&state.element, false),
                }
            })
            .collect();
        let mut listeners = std::mem::take(&mut state.handlers).into_iter();
        for (name, act) in self.handlers {
            match listeners.next() {
                Some(listener) if listener.name == name => {
                    drop(listener.act.replace(act));
                    state.handlers.push(listener);
                }
                before => {
                    if let Some(before) = before {
                        before.stop(&state.element);
                    }
                    state.handlers.push(listen(&state.element, name, act));
                }
            }
        }
        for rest in listeners {
            rest.stop(&state.element);
        }
        let mut kids = self.kids.into_iter();
        let mut kept = 0;
        for (old, new) in state.kids.iter_mut().zip(kids.by_ref()) {
            new.rebuild(old);
            kept += 1;
        }
        for mut gone in state.kids.drain(kept..) {
            gone.unmount();
        }
        for kid in kids {
            let mut kid = kid.build();
            kid.mount(&state.element, None);
            state.kids.push(kid);
        }
        if let Some(reference) = self.reference {
            reference(&state.element);
        }
    }

    fn write_html(self, out: &mut String, position: &mut Position) {
        out.push('<');
        out.push_str(self.tag);
        let mut class = String::new();
        for bind in self.binds {
            let value = match bind.source {
                Source::Fixed(value) => value,
                Source::Live(mut value) => value(),
            };
            match (bind.target, value) {
                (Target::Attribute, Some(value)) if bind.name == "class" => {
                    class.insert_str(0, &value)
                }
                (Target::Attribute, Some(value)) => write_attribute(out, bind.name, &value),
                (Target::Class, Some(_)) => {
                    class.push(' ');
                    class.push_str(bind.name);
                }
                (Target::Property, Some(_))
                | (Target::Attribute | Target::Class | Target::Property, None) => {}
            }
        }
        if !class.is_empty() {
            write_attribute(out, "class", class.trim());
        }
        out.push('>');
        if !matches!(self.tag, "input" | "br") {
            *position = Position::FirstChild;
            for kid in self.kids {
                kid.to_html_with_buf(out, position, true, false, Vec::new());
            }
            out.push_str("</");
            out.push_str(self.tag);
            out.push('>');
        }
        *position = Position::NextChild;
    }

    fn hydrate_state(mut self, cursor: &Cursor, position: &PositionState) -> ElState {
        match position.get() {
            Position::FirstChild => cursor.child(),
            Position::Current => {}
            _ => cursor.sibling(),
        }
        let element: web_sys::Element = cursor.current().unchecked_into();
        position.set(Position::FirstChild);
        let kids = std::mem::take(&mut self.kids)
            .into_iter()
            .map(|kid| kid.hydrate::<true>(cursor, position))
            .collect();
        cursor.set(element.clone().unchecked_into());
        position.set(Position::NextChild);
        self.hold(element, kids, true)
    }
}

fn write_attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    if !value.is_empty() {
        out.push_str("=\"");
        for c in value.chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '"' => out.push_str("&quot;"),
                '<' => out.push_str("&lt;"),
                c => out.push(c),
            }
        }
        out.push('"');
    }
}

impl Bind {
    /// Writes the value and keeps it written. What was prerendered is taken as it stands, but for properties.
    fn attach(self, element: &web_sys::Element, prerendered: bool) -> Bound {
        let Bind {
            target,
            name,
            source,
        } = self;
        let written = prerendered && target != Target::Property;
        match source {
            Source::Fixed(value) => {
                if !written && (value.is_some() || !prerendered) {
                    write(element, target, name, &value);
                }
                Bound::Fixed(value)
            }
            Source::Live(mut value) => {
                let element = element.clone();
                let effect = RenderEffect::new(move |before: Option<Value>| {
                    let now = value();
                    if before.as_ref().map_or(!written, |before| *before != now) {
                        write(&element, target, name, &now);
                    }
                    now
                });
                Bound::Live { _effect: effect }
            }
        }
    }
}

fn write(element: &web_sys::Element, target: Target, name: &str, value: &Value) {
    match (target, value) {
        (Target::Attribute, Some(value)) => {
            let _ = element.set_attribute(name, value);
        }
        (Target::Attribute, None) => {
            let _ = element.remove_attribute(name);
        }
        (Target::Class, Some(_)) => {
            let _ = element.class_list().add_1(name);
        }
        (Target::Class, None) => {
            let _ = element.class_list().remove_1(name);
        }
        (Target::Property, value) => {
            let value = match value {
                // A switch is told by its presence, a text by what it says.
                Some(text) if name == "checked" && text.is_empty() => JsValue::TRUE,
                None if name == "checked" => JsValue::FALSE,
                Some(text) => JsValue::from_str(text),
                None => JsValue::from_str(""),
            };
            let _ = js_sys::Reflect::set(element, &JsValue::from_str(name), &value);
        }
    }
}

fn listen(element: &web_sys::Element, name: &'static str, act: Handler) -> Listener {
    let act = Rc::new(RefCell::new(act));
    let called = act.clone();
    let closure = Closure::<dyn FnMut(web_sys::Event)>::new(move |event| {
        // An event inside its own handler has nothing to add.
        if let Ok(mut act) = called.try_borrow_mut() {
            act(event);
        }
    });
    let _ = element.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    Listener { name, act, closure }
}

impl Listener {
    fn stop(self, element: &web_sys::Element) {
        let _ = element
            .remove_event_listener_with_callback(self.name, self.closure.as_ref().unchecked_ref());
    }
}

impl Render for Node {
    type State = NodeState;

    fn build(self) -> NodeState {
        match self {
            Node::Text(text) => NodeState::Text(text.build()),
            Node::Element(element) => NodeState::Element(Box::new(element.build_state())),
            Node::Many(parts) => NodeState::Many(parts.build()),
            Node::Live(live) => NodeState::Live(live.build()),
        }
    }

    fn rebuild(self, state: &mut NodeState) {
        match (self, state) {
            (Node::Text(text), NodeState::Text(state)) => text.rebuild(state),
            (Node::Element(element), NodeState::Element(state)) if element.tag == state.tag => {
                element.rebuild_state(state)
            }
            (Node::Many(parts), NodeState::Many(state)) => parts.rebuild(state),
            (Node::Live(live), NodeState::Live(state)) => live.rebuild(state),
            (other @ (Node::Text(_) | Node::Element(_) | Node::Many(_) | Node::Live(_)), state) => {
                let mut new = other.build();
                state.insert_before_this(&mut new);
                state.unmount();
                *state = new;
            }
        }
    }
}

impl RenderHtml for Node {
    type AsyncOutput = Node;
    type Owned = Node;
    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Node {
        self
    }

    fn to_html_with_buf(
        self,
        buf: &mut String,
        position: &mut Position,
        escape: bool,
        mark_branches: bool,
        _: Vec<AnyAttribute>,
    ) {
        match self {
            Node::Text(text) => {
                text.to_html_with_buf(buf, position, escape, mark_branches, Vec::new())
            }
            Node::Element(element) => element.write_html(buf, position),
            Node::Many(parts) => {
                parts.to_html_with_buf(buf, position, escape, mark_branches, Vec::new())
            }
            Node::Live(live) => {
                live.to_html_with_buf(buf, position, escape, mark_branches, Vec::new())
            }
        }
    }

    fn hydrate<const FROM_SERVER: bool>(
        self,
        cursor: &Cursor,
        position: &PositionState,
    ) -> NodeState {
        match self {
            Node::Text(text) => NodeState::Text(text.hydrate::<FROM_SERVER>(cursor, position)),
            Node::Element(element) => {
                NodeState::Element(Box::new(element.hydrate_state(cursor, position)))
            }
            Node::Many(parts) => NodeState::Many(parts.hydrate::<FROM_SERVER>(cursor, position)),
            Node::Live(live) => NodeState::Live(live.hydrate::<FROM_SERVER>(cursor, position)),
        }
    }

    fn into_owned(self) -> Node {
        self
    }
}

impl AddAnyAttr for Node {
    type Output<SomeNewAttr: Attribute> = Node;

    /// The page spreads no attributes over its parts.
    fn add_any_attr<NewAttr: Attribute>(self, _: NewAttr) -> Node {
        self
    }
}

impl NodeState {
    fn mountable(&mut self) -> &mut dyn Mountable {
        match self {
            NodeState::Text(state) => state,
            NodeState::Element(state) => state.as_mut(),
            NodeState::Many(state) => state,
            NodeState::Live(state) => state,
        }
    }
}

impl Mountable for NodeState {
    fn unmount(&mut self) {
        self.mountable().unmount();
    }

    fn mount(&mut self, parent: &web_sys::Element, marker: Option<&web_sys::Node>) {
        self.mountable().mount(parent, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        match self {
            NodeState::Text(state) => state.insert_before_this(child),
            NodeState::Element(state) => state.insert_before_this(child),
            NodeState::Many(state) => state.insert_before_this(child),
            NodeState::Live(state) => state.insert_before_this(child),
        }
    }

    fn elements(&self) -> Vec<web_sys::Element> {
        match self {
            NodeState::Text(state) => state.elements(),
            NodeState::Element(state) => vec![state.element.clone()],
            NodeState::Many(state) => state.elements(),
            NodeState::Live(state) => state.elements(),
        }
    }
}

impl Mountable for ElState {
    fn unmount(&mut self) {
        self.element.remove();
    }

    fn mount(&mut self, parent: &web_sys::Element, marker: Option<&web_sys::Node>) {
        let _ = parent.insert_before(&self.element, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        match self.element.parent_element() {
            Some(parent) => {
                child.mount(&parent, Some(&self.element));
                true
            }
            None => false,
        }
    }

    fn elements(&self) -> Vec<web_sys::Element> {
        vec![self.element.clone()]
    }
}
