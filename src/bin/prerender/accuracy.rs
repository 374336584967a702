//! The accuracy page's data: the cases of tests/truth run here and now, and their scatter as SVG.
use super::truth::{self, grpo, peaks, runs, training};
use plotters::prelude::*;
use vram_ledger::html::Html;
use vram_ledger::scatter::{self, Inks, Scatter};
use vram_ledger::views::accuracy::{Accuracy, Case, Family, Ranged, chinese};

/// Runs every case.
pub(super) fn run() -> Result<Accuracy, String> {
    let cases = truth::every();
    let bounds = [peaks::BOUNDS, runs::BOUNDS, grpo::BOUNDS, training::BOUNDS];
    let families = truth::families(&cases);
    if let Some(family) = families.iter().find(|f| chinese(f.name).is_none()) {
        return Err(format!("the family {} has no Chinese name", family.name));
    }
    let (_, open, rest) = training::cases();
    Ok(Accuracy {
        scatter: picture(&cases)?,
        families: families
            .iter()
            .map(|family| Family {
                name: family.name,
                mean: family.mean,
                median: family.median,
                max: family.max,
                bound: bounds
                    .iter()
                    .copied()
                    .flatten()
                    .find(|bound| bound.family == family.name)
                    .map(|bound| (bound.mean, bound.max)),
                cases: family
                    .cases
                    .iter()
                    .chain(&family.apart)
                    .map(|c| case(c))
                    .collect(),
            })
            .collect(),
        ranged: open
            .iter()
            .map(|training::Open(id, measured, low, high, why)| Ranged {
                id: id.to_string(),
                measured: *measured,
                range: (*low, *high),
                why: why.to_string(),
            })
            .collect(),
        rest,
    })
}

fn case(case: &truth::Case) -> Case {
    Case {
        id: case.id.clone(),
        query: case.query.clone(),
        measured: case.measured,
        predicted: case.predicted,
        source: case.source.clone(),
        apart: case.apart.clone(),
        why: training::outlier(&case.id).map(str::to_string),
    }
}

/// Colours that stand for classes of the sheet, so that the picture follows the theme.
const CLASSES: [(RGBColor, &str); 5] = [
    (RGBColor(1, 1, 1), "plot-ink"),
    (RGBColor(2, 2, 2), "plot-grid"),
    (RGBColor(3, 3, 3), "plot-train"),
    (RGBColor(4, 4, 4), "plot-engine"),
    (RGBColor(5, 5, 5), "plot-run"),
];

/// Predicted against measured: training peaks, engines, published runs.
fn picture(cases: &[truth::Case]) -> Result<Html, String> {
    let gib = f64::from(1u32 << 30);
    let kind = |of: &dyn Fn(&truth::Case) -> bool| -> Vec<(f64, f64)> {
        cases
            .iter()
            .filter(|case| case.apart.is_none() && case.measured >= gib / 16.0 && of(case))
            .map(|case| (case.measured / gib, case.predicted / gib))
            .collect()
    };
    let among = |bounds: &'static [truth::Bound]| {
        move |case: &truth::Case| bounds.iter().any(|bound| bound.family == case.family)
    };
    let train = |case: &truth::Case| among(peaks::BOUNDS)(case) || among(grpo::BOUNDS)(case);
    let scatter = Scatter {
        kinds: vec![
            kind(&train),
            kind(&among(runs::BOUNDS)),
            kind(&among(training::BOUNDS)),
        ],
    };
    let [ink, grid, kinds @ ..] = CLASSES.map(|(color, _)| color);
    let inks = Inks {
        ink,
        grid,
        kinds: kinds.to_vec(),
    };
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (640, 480)).into_drawing_area();
        scatter::draw(&root, &scatter, &inks).map_err(|error| error.to_string())?;
    }
    for (RGBColor(r, g, b), class) in CLASSES {
        let color = format!("#{r:02X}{g:02X}{b:02X}");
        for paint in ["fill", "stroke"] {
            svg = svg.replace(
                &format!("{paint}=\"{color}\""),
                &format!("class=\"{class}-{paint}\""),
            );
        }
    }
    Ok(Html::drawn(svg))
}
