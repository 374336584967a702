//! A place of the page that another module draws in: loaded when it is first shown, told the link at every change, heard
//! when the reader does something there. What it draws is src/views.rs, how is src/workbench.rs.
use super::node::{Node, frag, h};
use super::store::{Store, effect, spawn};
use crate::i18n::{Locale, Text};
use crate::ledger::words::Word;
use crate::url;
use leptos::html::Div;
use leptos::prelude::*;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// What `import()` of the module gives.
    #[derive(Clone)]
    type Workbench;

    /// boot.js: loads one of the modules, once.
    #[wasm_bindgen(catch, js_name = vramWorkbench)]
    fn vram_workbench(module: &str) -> Result<js_sys::Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn show(
        this: &Workbench,
        place: &web_sys::Element,
        region: &str,
        query: &str,
        lang: &str,
    ) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn read_pasted(this: &Workbench, text: &str, lang: &str) -> Result<Vec<String>, JsValue>;
}

/// The modules, in the order of [`LOADED`].
const MODULES: [&str; 2] = ["measured", "workbench"];

thread_local! {
    /// The modules that are there: what is drawn at a slider's step must not wait.
    static LOADED: RefCell<[Option<Workbench>; 2]> = const { RefCell::new([None, None]) };
}

/// Which module draws a region: the same rule as views::Module's, which is not built into the page.
fn module_of(region: &str) -> usize {
    usize::from(!matches!(region, "verdict" | "recipe" | "ledger"))
}

async fn workbench(module: &str) -> Result<Workbench, JsValue> {
    Ok(JsFuture::from(vram_workbench(module)?)
        .await?
        .unchecked_into())
}

/// What a pasted text is: `["model", query, sentences…]`, `["saved", query]` or `["refused", sentence]`.
///
/// # Errors
/// When the module cannot be loaded.
pub(super) async fn read_pasted(text: &str, lang: &str) -> Result<Vec<String>, JsValue> {
    workbench("workbench").await?.read_pasted(text, lang)
}

/// Hears what readers do in these places: `decide`, `slide` or `open` with a query behind it.
pub(super) fn start(store: Store) {
    effect(move || {
        let heard = window_event_listener_untyped("vram-ledger:ask", move |event| {
            let detail = event
                .dyn_ref::<web_sys::CustomEvent>()
                .and_then(|event| event.detail().as_string())
                .unwrap_or_default();
            match detail.split_once(' ') {
                Some(("open", query)) => {
                    store.open_query(query, |display| {
                        display.view = url::parse(query).0.display.view
                    });
                }
                Some(("decide", diff)) => store.decide(|link| *link = url::apply(link, diff).0),
                Some((_, diff)) => store.slide(|link| *link = url::apply(link, diff).0),
                None => {}
            }
        });
        on_cleanup(move || heard.remove());
    });
}

/// A place for a region: a view's word, `verdict` or `recipe`. The page's sheet places it by its class, `bench`
/// with the region's.
pub(super) fn place(store: Store, locale: Locale, region: &'static str) -> Node {
    let node = NodeRef::<Div>::new();
    let state = RwSignal::new(Loading::Under);
    let module = module_of(region);
    let draw = move |workbench: &Workbench| {
        let query = store.link.with_untracked(url::format);
        match node.get_untracked() {
            Some(place) => workbench
                .show(&place, region, &query, locale.slug())
                .is_ok(),
            None => true,
        }
    };
    let load = move || {
        spawn(async move {
            let name = MODULES.get(module).copied().unwrap_or_default();
            let well = workbench(name).await.is_ok_and(|workbench| {
                let well = draw(&workbench);
                LOADED.with_borrow_mut(|loaded| {
                    if let Some(slot) = loaded.get_mut(module) {
                        *slot = Some(workbench);
                    }
                });
                well
            });
            // The place may be gone by now.
            let _ = state.try_set(if well { Loading::Done } else { Loading::Failed });
        });
    };
    effect(move || {
        store.with_link(|_| ());
        if node.get().is_none() {
            return;
        }
        match LOADED.with_borrow(|loaded| loaded.get(module).cloned().flatten()) {
            Some(workbench) => {
                let well = draw(&workbench);
                state.set(if well { Loading::Done } else { Loading::Failed });
            }
            None if state.get_untracked() != Loading::Failed => load(),
            None => {}
        }
    });
    Node::from(
        frag()
            .kid(move || {
                sentence(locale, state.get(), move || {
                    state.set(Loading::Under);
                    load();
                })
            })
            .kid(h("div").attr("class", "bench").reference(node)),
    )
}

/// How far a text or module is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Loading {
    /// On its way.
    Under,
    /// There.
    Done,
    /// Did not come.
    Failed,
}

/// What is to be said while something loads, or where it could not be loaded.
pub(super) fn sentence(
    locale: Locale,
    state: Loading,
    again: impl Fn() + Send + 'static,
) -> Option<Node> {
    match state {
        Loading::Done => None,
        Loading::Under => Some(Node::from(
            h("p")
                .attr("class", "lead")
                .attr("role", "status")
                .kid(locale.text(Text::TextLoading)),
        )),
        Loading::Failed => Some(Node::from(
            h("p")
                .attr("class", "note warn")
                .kid(locale.text(Text::TextFailed))
                .kid(" ")
                .kid(
                    h("button")
                        .attr("type", "button")
                        .attr("class", "small")
                        .on_click(move |_| again())
                        .kid(locale.text(Text::TryAgain)),
                ),
        )),
    }
}
