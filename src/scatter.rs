//! The scatter of predicted against measured, drawn by plotters on any backend: both axes logarithmic, the line on which
//! they agree, a colour for each kind of case.
use plotters::coord::Shift;
use plotters::prelude::*;

/// What the scatter shows.
pub struct Scatter {
    /// Kinds of cases: points as (measured, predicted), in GiB.
    pub kinds: Vec<Vec<(f64, f64)>>,
}

/// Colours: ink for axes and text, a line for the grid, one for each kind in turn.
pub struct Inks {
    /// Axes, text, the line of agreement.
    pub ink: RGBColor,
    /// The grid.
    pub grid: RGBColor,
    /// The kinds.
    pub kinds: Vec<RGBColor>,
}

/// Draws it.
///
/// # Errors
/// What the backend says.
pub fn draw<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    scatter: &Scatter,
    inks: &Inks,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let points = || scatter.kinds.iter().flatten();
    let low = points().fold(f64::INFINITY, |low, (x, y)| low.min(*x).min(*y));
    let high = points().fold(0.0f64, |high, (x, y)| high.max(*x).max(*y));
    if !(low > 0.0 && low < high && high.is_finite()) {
        return Ok(());
    }
    let range = low * 0.8..high * 1.25;
    let mut chart = ChartBuilder::on(root)
        .margin(6)
        .x_label_area_size(30)
        .y_label_area_size(48)
        .build_cartesian_2d(range.clone().log_scale(), range.log_scale())?;
    let font = ("sans-serif", 12).into_font().color(&inks.ink);
    chart
        .configure_mesh()
        .light_line_style(inks.grid.stroke_width(0))
        .bold_line_style(inks.grid)
        .axis_style(inks.ink)
        .label_style(font)
        .x_labels(6)
        .y_labels(6)
        .draw()?;
    chart.draw_series(std::iter::once(PathElement::new(
        vec![(low, low), (high, high)],
        inks.ink,
    )))?;
    for (points, color) in scatter.kinds.iter().zip(inks.kinds.iter().cycle()) {
        chart.draw_series(
            points
                .iter()
                .map(|point| Circle::new(*point, 2, color.filled())),
        )?;
    }
    root.present()
}
