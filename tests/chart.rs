//! The KV picture, drawn on a backend that only takes notes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // a test says why it fails by stopping

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use plotters::prelude::*;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind,
};
use vram_ledger::chart::{KvPicture, Labels, Palette, draw_kv};

type Rgb = (u8, u8, u8);

#[derive(Debug, Default)]
struct Notes {
    texts: Vec<(String, BackendCoord)>,
    lines: Vec<(BackendCoord, BackendCoord, Rgb)>,
    dots: Vec<(BackendCoord, u32, Rgb)>,
    rects: Vec<(BackendCoord, BackendCoord, Rgb)>,
}

struct Recorder {
    size: (u32, u32),
    notes: Rc<RefCell<Notes>>,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Recorder {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, _at: BackendCoord, _color: BackendColor) -> Drawn {
        panic!("a picture of lines and words needs no pixels");
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        _fill: bool,
    ) -> Drawn {
        self.notes
            .borrow_mut()
            .rects
            .push((from, to, style.color().rgb));
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let path: Vec<_> = path.into_iter().collect();
        self.notes.borrow_mut().lines.extend(
            path.windows(2)
                .map(|pair| (pair[0], pair[1], style.color().rgb)),
        );
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        at: BackendCoord,
        radius: u32,
        style: &S,
        _fill: bool,
    ) -> Drawn {
        self.notes
            .borrow_mut()
            .dots
            .push((at, radius, style.color().rgb));
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        _style: &S,
        at: BackendCoord,
    ) -> Drawn {
        self.notes.borrow_mut().texts.push((text.into(), at));
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        _: &str,
        _: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        panic!("measuring text costs a layout for each word");
    }
}

/// The lesson's model on its card: 114,688 bytes a token.
fn lesson() -> KvPicture {
    let concurrency = vec![4.0, 16.0, 64.0, 256.0];
    let length: Vec<f64> = (10..18).map(|power| f64::from(power).exp2()).collect();
    let gib = concurrency
        .iter()
        .flat_map(|c| {
            length
                .iter()
                .map(move |l| c * l * 114_688.0 / 1_073_741_824.0)
        })
        .collect();
    KvPicture {
        concurrency,
        length,
        gib,
        free_gib: 18.4,
        tight_gib: 15.2,
        current: Some((1, 0)),
    }
}

fn words(colors: &[&str]) -> Vec<String> {
    colors.iter().map(|&color| color.into()).collect()
}

const PAPER: Rgb = (1, 1, 1);
const FIT: Rgb = (5, 5, 5);
const TIGHT: Rgb = (6, 6, 6);
const OVER: Rgb = (7, 7, 7);
const ACCENT: Rgb = (8, 8, 8);

fn draw(picture: &KvPicture, size: (u32, u32)) -> Notes {
    let colors = words(&[
        "#010101", "#020202", "#030303", "#040404", "#050505", "#060606", "#070707", "#080808",
    ]);
    let labels = Labels::from_words(
        &words(&["tokens", "KV, GiB", "18.4 GiB left", "concurrency"]),
        "sans-serif".into(),
    );
    let notes = Rc::new(RefCell::new(Notes::default()));
    let root = Recorder {
        size,
        notes: Rc::clone(&notes),
    }
    .into_drawing_area();
    draw_kv(&root, picture, &Palette::from_words(&colors), &labels).unwrap();
    drop(root);
    Rc::try_unwrap(notes).unwrap().into_inner()
}

#[test]
fn a_cell_has_the_tables_verdict_and_the_current_one_is_ringed() {
    let notes = draw(&lesson(), (600, 300));
    let count = |color| {
        notes
            .dots
            .iter()
            .filter(|(_, radius, rgb)| *radius <= 3 && *rgb == color)
            .count()
    };
    // 4 sequences: 0.4 … 14 GiB fit, 28 and 56 do not; 16: 1.75 … 14 fit; 64: 7 and 14 fit; 256: none. What is far above
    // the limit is out of sight.
    assert_eq!((count(FIT), count(TIGHT)), (6 + 4 + 2, 0));
    assert_eq!(count(OVER), 2 + 4 + 4 + 4);
    assert_eq!(
        notes
            .dots
            .iter()
            .filter(|(_, radius, rgb)| *radius == 6 && *rgb == ACCENT)
            .count(),
        1
    );
    let tight = draw(
        &KvPicture {
            tight_gib: 10.0,
            ..lesson()
        },
        (600, 300),
    );
    assert_eq!(
        tight
            .dots
            .iter()
            .filter(|(_, _, rgb)| *rgb == TIGHT)
            .count(),
        3
    );
}

#[test]
fn the_limit_is_a_level_line_between_what_fits_and_what_does_not() {
    let notes = draw(&lesson(), (600, 300));
    let limit: Vec<_> = notes.lines.iter().filter(|line| line.2 == OVER).collect();
    assert_eq!(limit.len(), 1);
    let level = limit[0].0.1;
    assert_eq!(level, limit[0].1.1);
    assert!(
        notes
            .dots
            .iter()
            .filter(|dot| dot.2 == FIT)
            .all(|dot| dot.0.1 >= level)
    );
    assert!(
        notes
            .dots
            .iter()
            .filter(|dot| dot.2 == OVER)
            .all(|dot| dot.0.1 <= level)
    );
}

#[test]
fn every_line_is_labelled_and_all_words_are_inside() {
    let (width, height) = (320, 200);
    let notes = draw(&lesson(), (width, height));
    for word in [
        "4",
        "16",
        "64",
        "256",
        "1,024",
        "tokens",
        "KV, GiB",
        "18.4 GiB left",
        "concurrency",
    ] {
        assert!(
            notes.texts.iter().any(|(text, _)| text == word),
            "{word} is missing in {:?}",
            notes.texts
        );
    }
    for (text, (x, y)) in &notes.texts {
        assert!(
            (0..=width as i32).contains(x) && (0..=height as i32).contains(y),
            "{text} is at {x}, {y}"
        );
    }
}

#[test]
fn many_rows_become_five_lines_with_the_current_one_among_them() {
    let concurrency: Vec<f64> = (0..12).map(|power| f64::from(power).exp2()).collect();
    let length = vec![1024.0, 2048.0];
    let gib = concurrency
        .iter()
        .flat_map(|c| {
            length
                .iter()
                .map(move |l| c * l * 114_688.0 / 1_073_741_824.0)
        })
        .collect();
    let notes = draw(
        &KvPicture {
            concurrency,
            length,
            gib,
            current: Some((4, 1)),
            ..lesson()
        },
        (600, 300),
    );
    let inside = |(x, y): BackendCoord| x > 44 && (16..260).contains(&y);
    let labels: Vec<_> = notes
        .texts
        .iter()
        .filter(|text| inside(text.1))
        .map(|text| text.0.as_str())
        .collect();
    assert_eq!(labels, ["2,048", "256", "16", "4", "1", "18.4 GiB left"]);
}

/// Whatever the numbers are, drawing neither panics nor writes outside.
#[test]
fn strange_numbers_are_drawn_or_left_out() {
    let strange = [
        f64::NAN,
        f64::INFINITY,
        -1.0,
        0.0,
        f64::MIN_POSITIVE,
        1e300,
        5e-324,
        1.0,
    ];
    for free_gib in strange {
        for value in strange {
            for size in [(0, 0), (1, 1), (159, 119), (160, 120), (4000, 10)] {
                let picture = KvPicture {
                    concurrency: vec![value, 1.0],
                    length: vec![1.0, value],
                    gib: vec![value, free_gib, 1.0],
                    free_gib,
                    tight_gib: value,
                    current: Some((1, usize::MAX)),
                };
                draw(&picture, size);
            }
        }
    }
    let empty = draw(&KvPicture::default(), (600, 300));
    assert_eq!(
        (empty.texts.len(), empty.lines.len(), empty.dots.len()),
        (0, 0, 0)
    );
    assert!(empty.rects.iter().all(|rect| rect.2 == PAPER));
}

#[test]
fn a_card_that_is_full_already_has_no_cell_that_fits() {
    let notes = draw(
        &KvPicture {
            free_gib: -2.0,
            tight_gib: -5.0,
            ..lesson()
        },
        (600, 300),
    );
    assert!(
        notes
            .dots
            .iter()
            .filter(|(_, radius, _)| *radius < 3)
            .all(|dot| dot.2 == OVER)
    );
    assert!(!notes.lines.iter().any(|line| line.2 == OVER));
}
