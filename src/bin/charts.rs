//! The second module: the pictures, loaded when one first comes into view, so that the page does not wait for plotters.

// Nothing to run at the start: without a main, std's start-up code stays out.
#![cfg_attr(target_arch = "wasm32", no_main)]

use plotters::backend::DrawingBackend;
use plotters::prelude::{IntoDrawingArea, SVGBackend};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind,
};
use plotters_canvas::CanvasBackend;
use vram_ledger::chart::{self, KvPicture, Labels, Palette};
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

#[cfg(not(target_arch = "wasm32"))]
fn main() {}

/// Draws the picture of the KV table in the given size: on a canvas (its size in CSS pixels), or where there is none as
/// SVG text, which it gives. src/charts_loader.rs calls it.
///
/// `gib` goes row by row; `current_row` below zero means that the configuration has no cell; `colors` are `#rrggbb`
/// words in the order of [`Palette`], `labels` words in the order of [`Labels`], `font` is a CSS family list.
///
/// # Errors
/// When the canvas has no 2D context, or the picture cannot be drawn.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)] // one flat call across the modules
pub fn draw_kv(
    canvas: Option<HtmlCanvasElement>,
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
) -> Result<Option<String>, JsValue> {
    let picture = KvPicture {
        concurrency: concurrency.to_vec(),
        length: length.to_vec(),
        gib: gib.to_vec(),
        free_gib,
        tight_gib,
        current: usize::try_from(current_row)
            .ok()
            .zip(usize::try_from(current_col).ok()),
    };
    let (palette, labels) = (
        Palette::from_words(&colors),
        Labels::from_words(&labels, font),
    );
    let Some(canvas) = canvas else {
        let mut text = String::new();
        let root = SVGBackend::with_string(&mut text, (width, height)).into_drawing_area();
        let drawn = chart::draw_kv(&root, &picture, &palette, &labels);
        drop(root);
        return drawn
            .map(|()| Some(text))
            .map_err(|error| error.to_string().into());
    };
    let root = Crisp::new(canvas, (width, height), dpr)
        .ok_or("no 2d context")?
        .into_drawing_area();
    chart::draw_kv(&root, &picture, &palette, &labels)
        .map(|()| None)
        .map_err(|error| error.to_string().into())
}

/// plotters' canvas backend in CSS pixels: sharp on any screen, and without its own way of measuring text, which puts
/// an element with a style attribute into the document for every label (a layout each, and blocked by the CSP).
struct Crisp {
    canvas: CanvasBackend,
    context: CanvasRenderingContext2d,
    size: (u32, u32),
}

impl Crisp {
    fn new(canvas: HtmlCanvasElement, size: (u32, u32), dpr: f64) -> Option<Self> {
        let scale = if dpr.is_finite() {
            dpr.clamp(1.0, 8.0)
        } else {
            1.0
        };
        let device = |css: u32| (f64::from(css) * scale).round() as u32;
        // Setting a size, even the same one, makes the canvas anew.
        if canvas.width() != device(size.0) {
            canvas.set_width(device(size.0));
        }
        if canvas.height() != device(size.1) {
            canvas.set_height(device(size.1));
        }
        let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        context
            .set_transform(scale, 0.0, 0.0, scale, 0.0, 0.0)
            .ok()?;
        context.set_line_join("round");
        Some(Self {
            canvas: CanvasBackend::with_canvas_object(canvas)?,
            context,
            size,
        })
    }
}

type Drawn = Result<(), DrawingErrorKind<<CanvasBackend as DrawingBackend>::ErrorType>>;

impl DrawingBackend for Crisp {
    type ErrorType = <CanvasBackend as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.canvas.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.canvas.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.canvas.draw_rect(from, to, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let path: Vec<_> = path.into_iter().collect();
        match path.as_slice() {
            // draw_line moves level and upright lines onto the pixels.
            &[from, to] => self.canvas.draw_line(from, to, style),
            _ => self.canvas.draw_path(path, style),
        }
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.canvas.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.canvas.fill_polygon(path, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        self.canvas.draw_text(text, style, at)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Self::ErrorType>> {
        self.context
            .set_font(&format!("{}px {}", style.size(), style.family().as_str()));
        let width = self
            .context
            .measure_text(text)
            .map_or(0.0, |measured| measured.width());
        Ok((width.ceil() as u32, style.size().ceil() as u32))
    }
}
