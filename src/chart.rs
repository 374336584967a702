//! The picture beside the KV table: KV memory against length, one line per concurrency, drawn by plotters on any
//! backend (a canvas in src/bin/charts.rs, a recorder in tests/chart.rs).
//!
//! Both axes are logarithmic: every doubling is the same step, so a line that is not bounded by a window is straight
//! and where it crosses the card's limit can be read off. Lines are labelled at their ends: a legend would send the
//! eye back and forth.

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged};
use plotters::coord::{CoordTranslate, Shift};
use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters_backend::BackendCoord;

/// At most so many lines: more cannot be told apart.
const LINES: usize = 5;

/// What the picture shows: the same numbers as the table beside it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KvPicture {
    /// The rows: concurrent sequences.
    pub concurrency: Vec<f64>,
    /// The columns: tokens per sequence.
    pub length: Vec<f64>,
    /// The cells in GiB, row by row.
    pub gib: Vec<f64>,
    /// What the other lines leave for KV on the card, in GiB; not above zero when they already fill it.
    pub free_gib: f64,
    /// From here on less than the reserve stays free, in GiB.
    pub tight_gib: f64,
    /// The configuration's own row and column.
    pub current: Option<(usize, usize)>,
}

/// The colours, from the page's tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Behind everything.
    pub paper: RGBColor,
    /// Text that counts.
    pub ink: RGBColor,
    /// Other text and lines.
    pub dim: RGBColor,
    /// The grid.
    pub line: RGBColor,
    /// A cell that fits.
    pub fit: RGBColor,
    /// A cell that leaves less than the reserve.
    pub tight: RGBColor,
    /// A cell that is over the card.
    pub over: RGBColor,
    /// The configuration's own line and point.
    pub accent: RGBColor,
}

impl Palette {
    /// Reads `#rrggbb` words in the order of the fields; what is missing or not a colour is a middle grey.
    #[must_use]
    pub fn from_words(words: &[String]) -> Self {
        let color = |at: usize| {
            words
                .get(at)
                .and_then(|word| hex(word))
                .unwrap_or(RGBColor(128, 128, 128))
        };
        Self {
            paper: color(0),
            ink: color(1),
            dim: color(2),
            line: color(3),
            fit: color(4),
            tight: color(5),
            over: color(6),
            accent: color(7),
        }
    }
}

fn hex(word: &str) -> Option<RGBColor> {
    let digits = word
        .trim()
        .strip_prefix('#')
        .filter(|digits| digits.len() == 6)?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = value.to_be_bytes();
    Some(RGBColor(red, green, blue))
}

/// The words on the picture, in the page's language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labels {
    /// What the x axis counts.
    pub length: String,
    /// What the y axis counts, with its unit.
    pub kv: String,
    /// The limit, with its number.
    pub limit: String,
    /// What the lines are told apart by.
    pub concurrency: String,
    /// A CSS font family list.
    pub font: String,
}

impl Labels {
    /// Takes the words in the order of the fields; what is missing is empty.
    #[must_use]
    pub fn from_words(words: &[String], font: String) -> Self {
        let word = |at: usize| words.get(at).cloned().unwrap_or_default();
        Self {
            length: word(0),
            kv: word(1),
            limit: word(2),
            concurrency: word(3),
            font,
        }
    }
}

/// Draws the picture over the whole area. Cells that are not above zero have no place on it.
///
/// # Errors
/// When the backend cannot draw.
pub fn draw_kv<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    picture: &KvPicture,
    palette: &Palette,
    labels: &Labels,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    root.fill(&palette.paper)?;
    let (width, height) = root.dim_in_pixel();
    let (Some(x), Some(y)) = (length_axis(picture), gib_axis(picture)) else {
        return root.present();
    };
    // No room for a plot beside its own labels.
    if width < 160 || height < 120 {
        return root.present();
    }
    let plot = root.margin(TOP, BOTTOM, LEFT, RIGHT);
    let (across, down) = plot.get_pixel_range();
    let pixels = (across.start..across.end - 1, down.end - 1..down.start);
    let (left, right, bottom, top) = (pixels.0.start, pixels.0.end, pixels.1.start, pixels.1.end);
    let spec = Cartesian2d::<Axis, Axis>::new(x.clone(), y.clone(), pixels);
    let at = |x: f64, y: f64| spec.translate(&(x, y));
    let pen = Pen {
        root,
        font: &labels.font,
    };

    // Tinted grounds first, then the grid, then the data.
    let limit = log2(picture.free_gib).map_or(y.low, |limit| limit.max(y.low).min(y.high));
    let tight = log2(picture.tight_gib).map_or(y.low, |tight| tight.max(y.low).min(limit));
    for (from, to, color) in [(limit, y.high, palette.over), (tight, limit, palette.tight)] {
        root.draw(&Rectangle::new(
            [at(x.low, to), at(x.high, from)],
            color.mix(0.12).filled(),
        ))?;
    }
    for tick in gib_ticks(&y, height) {
        let (_, level) = at(x.low, tick);
        pen.line((left, level), (right, level), palette.line.into())?;
        pen.text(
            &short(tick.exp2()),
            (left - 6, level),
            (&palette.dim, HPos::Right, VPos::Center),
        )?;
    }
    pen.line((left, bottom), (right, bottom), palette.dim.into())?;
    for tick in length_ticks(picture, width) {
        let (place, _) = at(tick, y.low);
        pen.line((place, bottom), (place, bottom + 4), palette.dim.into())?;
        pen.text(
            &grouped(tick.exp2()),
            (place, bottom + 7),
            (&palette.dim, HPos::Center, VPos::Top),
        )?;
    }
    let limit_in_sight = y.low < limit && limit < y.high;
    let (_, limit_level) = at(x.low, limit);
    if limit_in_sight {
        pen.line(
            (left, limit_level),
            (right, limit_level),
            palette.over.into(),
        )?;
    }

    let mut ends: Vec<(BackendCoord, f64, bool)> = Vec::new();
    for row in rows(picture) {
        let own = picture.current.is_some_and(|(current, _)| current == row);
        let points = points(picture, row);
        let style = if own {
            palette.accent.stroke_width(2)
        } else {
            palette.dim.mix(0.55).stroke_width(1)
        };
        let mut end = None;
        for pair in points.windows(2) {
            if let Some((from, to)) = clip(pair, &y) {
                pen.line(at(from.0, from.1), at(to.0, to.1), style)?;
                end = Some(to);
            }
        }
        for &(length, gib) in points
            .iter()
            .filter(|(_, gib)| y.low <= *gib && *gib <= y.high)
        {
            let color = if gib > limit {
                palette.over
            } else if gib > tight {
                palette.tight
            } else {
                palette.fit
            };
            pen.dot(at(length, gib), if own { 3 } else { 2 }, color.filled())?;
        }
        let end = end.or_else(|| points.last().copied());
        if let (Some((length, gib)), Some(&count)) = (end, picture.concurrency.get(row)) {
            let end = at(length, gib);
            // From top to bottom.
            let place = ends
                .iter()
                .take_while(|((_, other), ..)| *other < end.1)
                .count();
            ends.insert(place, (end, count, own));
        }
    }

    if let Some((length, gib)) =
        current_point(picture).filter(|(_, gib)| y.low <= *gib && *gib <= y.high)
    {
        let here = at(length, gib);
        pen.dot(here, 7, palette.paper.filled())?;
        pen.dot(here, 6, palette.accent.stroke_width(2))?;
        pen.dot(here, 3, palette.accent.filled())?;
    }

    // Words last, so that no line runs through them. A line that leaves at the top is labelled where it leaves.
    let mut next = i32::MIN;
    for ((place, level), count, own) in ends {
        let color = if own { &palette.accent } else { &palette.dim };
        if place < right {
            pen.text(
                &grouped(count),
                (place, level - 3),
                (color, HPos::Center, VPos::Bottom),
            )?;
        } else {
            let level = level.max(next);
            pen.text(
                &grouped(count),
                (place + 8, level),
                (color, HPos::Left, VPos::Center),
            )?;
            next = level + 13;
        }
    }
    let corner = (pixel(width) - 4, pixel(height) - 4);
    pen.text(&labels.kv, (4, 4), (&palette.dim, HPos::Left, VPos::Top))?;
    pen.text(
        &labels.concurrency,
        (corner.0, 4),
        (&palette.dim, HPos::Right, VPos::Top),
    )?;
    pen.text(
        &labels.length,
        corner,
        (&palette.dim, HPos::Right, VPos::Bottom),
    )?;
    if limit_in_sight {
        // Below the line where the top is too near.
        let (level, v) = if limit_level - top < 18 {
            (limit_level + 4, VPos::Top)
        } else {
            (limit_level - 4, VPos::Bottom)
        };
        pen.text(
            &labels.limit,
            (left + 8, level),
            (&palette.over, HPos::Left, v),
        )?;
    }
    root.present()
}

/// Room for the words around the plot.
const TOP: i32 = 30;
const BOTTOM: i32 = 40;
const LEFT: i32 = 44;
const RIGHT: i32 = 46;

/// Draws in pixels. plotters' own mesh would bring Unicode's tables and a sort for its labels.
struct Pen<'a, DB: DrawingBackend> {
    root: &'a DrawingArea<DB, Shift>,
    font: &'a str,
}

type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

impl<DB: DrawingBackend> Pen<'_, DB> {
    fn line(&self, from: BackendCoord, to: BackendCoord, style: ShapeStyle) -> Drawn<DB> {
        self.root.draw(&PathElement::new([from, to], style))
    }

    fn dot(&self, at: BackendCoord, radius: u32, style: ShapeStyle) -> Drawn<DB> {
        self.root.draw(&Circle::new(at, radius, style))
    }

    fn text(
        &self,
        text: &str,
        at: BackendCoord,
        (color, h, v): (&RGBColor, HPos, VPos),
    ) -> Drawn<DB> {
        let font = FontDesc::new(FontFamily::Name(self.font), 11.0, FontStyle::Normal);
        self.root.draw_text(
            text,
            &TextStyle::from(font).color(color).pos(Pos::new(h, v)),
            at,
        )
    }
}

/// An axis of powers of two: its values are the exponents.
#[derive(Clone)]
struct Axis {
    low: f64,
    high: f64,
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let share = (value - self.low) / (self.high - self.low);
        from + (share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        Vec::new()
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.low..self.high
    }
}

fn length_axis(picture: &KvPicture) -> Option<Axis> {
    let (low, high) = span(&picture.length)?;
    // One column is a point in the middle.
    let room = if high - low < 0.5 { 1.0 } else { 0.0 };
    Some(Axis {
        low: low - room,
        high: high + room,
    })
}

/// Reaches over the cells and the limit, but no further than what can be compared with the limit at a glance.
fn gib_axis(picture: &KvPicture) -> Option<Axis> {
    let (mut low, mut high) = span(&picture.gib)?;
    if let Some(limit) = log2(picture.free_gib) {
        low = low.min(limit - 2.0).max(limit - 9.0);
        high = high.max(limit + 0.7).min(limit + 4.0);
    }
    let low = low - 0.3;
    Some(Axis {
        low,
        high: high.max(low + 1.0) + 0.3,
    })
}

fn span(values: &[f64]) -> Option<(f64, f64)> {
    values
        .iter()
        .filter_map(|&value| log2(value))
        .fold(None, |span, value| {
            let (low, high) = span.unwrap_or((value, value));
            Some((value.min(low), value.max(high)))
        })
}

fn log2(value: f64) -> Option<f64> {
    (value.is_finite() && value > 0.0).then(|| value.log2())
}

/// The table's own lengths, as many as have room.
fn length_ticks(picture: &KvPicture, width: u32) -> Vec<f64> {
    let all: Vec<f64> = picture
        .length
        .iter()
        .filter_map(|&length| log2(length))
        .collect();
    let room = (width.saturating_sub(90) / 58).max(2) as usize;
    let step = all.len().div_ceil(room).max(1);
    all.into_iter().step_by(step).collect()
}

/// Whole powers of two, as many as have room.
fn gib_ticks(axis: &Axis, height: u32) -> Vec<f64> {
    let room = f64::from((height.saturating_sub(60) / 26).max(2));
    let mut step = 1.0;
    while (axis.high - axis.low) / step > room {
        step += 1.0;
    }
    let mut at = (axis.low / step).ceil() * step;
    let mut ticks = Vec::new();
    while at <= axis.high {
        ticks.push(at);
        at += step;
    }
    ticks
}

/// The rows that become lines: all, or an even choice that has the current one in it.
fn rows(picture: &KvPicture) -> Vec<usize> {
    let count = picture.concurrency.len();
    if count <= LINES {
        return (0..count).collect();
    }
    let mut chosen: Vec<usize> = (0..LINES)
        .map(|line| line * (count - 1) / (LINES - 1))
        .collect();
    let current = picture
        .current
        .map(|(row, _)| row)
        .filter(|&row| row < count);
    if let Some(current) = current
        && let Some(nearest) = chosen.iter_mut().min_by_key(|row| row.abs_diff(current))
    {
        *nearest = current;
    }
    chosen
}

/// A row's cells on the axes.
fn points(picture: &KvPicture, row: usize) -> Vec<(f64, f64)> {
    let cells = picture
        .gib
        .iter()
        .skip(row.saturating_mul(picture.length.len()));
    picture
        .length
        .iter()
        .zip(cells)
        .filter_map(|(&length, &gib)| Some((log2(length)?, log2(gib)?)))
        .collect()
}

fn current_point(picture: &KvPicture) -> Option<(f64, f64)> {
    let (row, column) = picture.current?;
    let columns = picture.length.len();
    let gib = *picture
        .gib
        .get(row.checked_mul(columns)?.checked_add(column)?)?;
    Some((log2(*picture.length.get(column)?)?, log2(gib)?))
}

/// The part of a piece of line that lies within the axis.
fn clip(pair: &[(f64, f64)], axis: &Axis) -> Option<((f64, f64), (f64, f64))> {
    let &[(x0, y0), (x1, y1)] = pair else {
        return None;
    };
    let at = |y: f64| {
        if y1 == y0 {
            x0
        } else {
            x0 + (x1 - x0) * (y - y0) / (y1 - y0)
        }
    };
    if y0.max(y1) < axis.low || y0.min(y1) > axis.high {
        return None;
    }
    let cut = |x: f64, y: f64| {
        if y < axis.low {
            (at(axis.low), axis.low)
        } else if y > axis.high {
            (at(axis.high), axis.high)
        } else {
            (x, y)
        }
    };
    Some((cut(x0, y0), cut(x1, y1)))
}

/// A count with its thousands apart: 131072 → 131,072. Digits by integers: formatting floats costs this module 3 kB.
fn grouped(value: f64) -> String {
    let mut left = (value + 0.5) as u64;
    let mut groups = Vec::new();
    while left >= 1000 {
        groups.push(left % 1000);
        left /= 1000;
    }
    let mut text = left.to_string();
    for group in groups.iter().rev() {
        text.push(',');
        text += &padded(*group);
    }
    text
}

/// A power of two in few digits: 0.25, 4, 1,024.
fn short(value: f64) -> String {
    if value >= 0.9995 {
        return grouped(value);
    }
    let digits = padded((value * 1000.0 + 0.5) as u64);
    format!("0.{}", digits.trim_end_matches('0'))
}

/// Three digits.
fn padded(value: u64) -> String {
    let digits = (1000 + value % 1000).to_string();
    digits.get(1..).unwrap_or_default().into()
}

fn pixel(size: u32) -> i32 {
    i32::try_from(size).unwrap_or(i32::MAX)
}
