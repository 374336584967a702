//! The way to the pictures' module: loads it once through boot.js's `vramCharts` and calls it with flat data.

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlCanvasElement;

use crate::chart::KvPicture;
use crate::i18n::{KvText, Locale, fill};
use crate::ledger::kv_table::KvTable;
use crate::ledger::units::{ByteUnit, Bytes};
use crate::text::Report;

#[wasm_bindgen]
extern "C" {
    /// What `import()` of the second module gives.
    type Charts;

    #[wasm_bindgen(catch, js_name = vramCharts)]
    fn vram_charts() -> Result<js_sys::Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn draw_kv(
        this: &Charts,
        canvas: Option<&HtmlCanvasElement>,
        width: u32,
        height: u32,
        dpr: f64,
        concurrency: &[f64],
        length: &[f64],
        gib: &[f64],
        free_gib: f64,
        tight_gib: f64,
        current_row: i32,
        current_col: i32,
        colors: Vec<String>,
        labels: Vec<String>,
        font: String,
    ) -> Result<Option<String>, JsValue>;
}

/// What the picture is drawn onto.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onto {
    /// The canvas itself.
    Canvas,
    /// SVG text of the canvas's size, for a file.
    Text,
}

/// Draws the picture of the KV table at the canvas's present size, in the page's colours and font; the first call loads
/// the module. Gives the text where it is drawn [`Onto::Text`].
///
/// `labels`: what the lengths count, what the KV axis counts, the limit with its number, what the lines are told apart by.
///
/// # Errors
/// When the module cannot be loaded or the canvas cannot be drawn on; the table says the same without the picture.
pub async fn draw(
    canvas: &HtmlCanvasElement,
    onto: Onto,
    picture: &KvPicture,
    labels: Vec<String>,
) -> Result<Option<String>, JsValue> {
    let charts: Charts = JsFuture::from(vram_charts()?).await?.unchecked_into();
    let dpr = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio());
    // Read after the wait: the canvas may have changed its size meanwhile.
    let size = |css: i32| u32::try_from(css).unwrap_or(0);
    let target = match onto {
        Onto::Canvas => Some(canvas),
        Onto::Text => None,
    };
    charts.draw_kv(
        target,
        size(canvas.client_width()),
        size(canvas.client_height()),
        dpr,
        &picture.concurrency,
        &picture.length,
        &picture.gib,
        picture.free_gib,
        picture.tight_gib,
        cell(picture.current.map(|(row, _)| row)),
        cell(picture.current.map(|(_, column)| column)),
        colours(),
        labels,
        font(),
    )
}

/// A row or column across the modules: below zero means none.
fn cell(index: Option<usize>) -> i32 {
    index
        .and_then(|index| i32::try_from(index).ok())
        .unwrap_or(-1)
}

/// Calls back whenever the element comes into view or leaves it; a little before it is seen, so that the picture is
/// there in time.
pub fn on_sight(element: &web_sys::Element, mut tell: impl FnMut(bool) + 'static) {
    let notice = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
        let last = entries
            .pop()
            .unchecked_into::<web_sys::IntersectionObserverEntry>();
        tell(last.is_intersecting());
    });
    let near = web_sys::IntersectionObserverInit::new();
    near.set_root_margin("160px");
    if let Ok(observer) =
        web_sys::IntersectionObserver::new_with_options(notice.as_ref().unchecked_ref(), &near)
    {
        observer.observe(element);
        // The browser keeps the observer while it watches, and the closure must live as long.
        notice.forget();
    }
}

/// The table as flat numbers, and the picture's words.
pub fn picture_of(report: &Report, locale: Locale) -> Option<(KvPicture, Vec<String>)> {
    let config = &report.link.config;
    let table = KvTable::of(config, &report.ledger, &config.axes)?;
    let gib = |bytes: Bytes| bytes.in_unit(ByteUnit::GiB);
    let tight = table.room.minus(report.ledger.reserve());
    let at = |axis: &[u64], own: u64| axis.iter().position(|value| *value == own);
    let picture = KvPicture {
        concurrency: table.concurrency.iter().map(|c| *c as f64).collect(),
        length: table.length.iter().map(|l| *l as f64).collect(),
        gib: table
            .rows
            .iter()
            .flatten()
            .map(|cell| gib(cell.bytes))
            .collect(),
        free_gib: gib(table.room),
        tight_gib: gib(tight),
        current: at(&table.concurrency, config.conc).zip(at(&table.length, config.len)),
    };
    let limit = fill(
        KvText::PictureLimit.of(locale),
        &[&report.voice(locale).size(table.room)],
    );
    let words = [
        KvText::PictureLength.of(locale),
        KvText::PictureKv.of(locale),
        &limit,
        KvText::PictureConcurrency.of(locale),
    ];
    Some((picture, words.map(str::to_string).to_vec()))
}

/// The page's colours as they are now: paper, ink, dim, line, fit, tight, over, accent.
fn colours() -> Vec<String> {
    const NAMES: [&str; 8] = [
        "--paper", "--ink", "--dim", "--line", "--good", "--warn", "--bad", "--accent",
    ];
    let style = root_style();
    let read = |name: &str| {
        style
            .as_ref()
            .and_then(|style| style.get_property_value(name).ok())
            .unwrap_or_default()
    };
    NAMES
        .iter()
        .map(|name| read(name).trim().to_string())
        .collect()
}

/// The page's font.
fn font() -> String {
    root_style()
        .and_then(|style| style.get_property_value("font-family").ok())
        .unwrap_or_default()
}

/// What the page's body looks like; variables of the root hold in it too.
fn root_style() -> Option<web_sys::CssStyleDeclaration> {
    let window = web_sys::window()?;
    let body = window.document()?.body()?;
    window.get_computed_style(&body).ok().flatten()
}
