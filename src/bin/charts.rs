//! The second module: pictures, loaded when one first comes into view.
use wasm_bindgen::prelude::*;
/// Stub.
#[wasm_bindgen]
pub fn draw_kv(canvas: &web_sys::HtmlCanvasElement) {
    canvas.set_width(1);
}
fn main() {}
