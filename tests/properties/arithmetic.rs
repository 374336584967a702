//! The arithmetic as printed, evaluated by a reader who knows only + × ÷ min max ⌈⌉ and brackets.

/// The value of a printed arithmetic; None where it cannot be read to its end.
pub fn evaluate(text: &str) -> Option<f64> {
    let mut reader = Reader { rest: text };
    let value = reader.sum()?;
    reader.rest.is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn eat(&mut self, sign: &str) -> bool {
        let found = self.rest.strip_prefix(sign);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        while self.eat(" + ") {
            value += self.product()?;
        }
        Some(value)
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.atom()?;
        loop {
            if self.eat(" × ") {
                value *= self.atom()?;
            } else if self.eat(" ÷ ") {
                value /= self.atom()?;
            } else {
                return Some(value);
            }
        }
    }

    fn atom(&mut self) -> Option<f64> {
        if self.eat("(") {
            let value = self.sum()?;
            return self.eat(")").then_some(value);
        }
        if self.eat("⌈") {
            let value = self.sum()?.ceil();
            return self.eat("⌉").then_some(value);
        }
        for (open, choose) in [
            ("min(", f64::min as fn(f64, f64) -> f64),
            ("max(", f64::max),
        ] {
            if self.eat(open) {
                let mut value = self.sum()?;
                while self.eat(", ") {
                    value = choose(value, self.sum()?);
                }
                return self.eat(")").then_some(value);
            }
        }
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_digit() || c == '.'))
            .unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().ok()
    }
}

#[test]
fn the_reader_reads() {
    assert_eq!(evaluate("2 × 3 + 4"), Some(10.0));
    assert_eq!(evaluate("2 × (3 + 4)"), Some(14.0));
    assert_eq!(evaluate("6 × (64 ÷ 16) × 0.5"), Some(12.0));
    assert_eq!(
        evaluate("⌈7 ÷ 2⌉ + max(1, 2 × 3, 4) + min(1, 2)"),
        Some(11.0)
    );
    for wrong in [
        "", "2 ×", "(2", "2)", "NaN", "-1", "2 - 1", "inf", "max()", "1 2",
    ] {
        assert_eq!(evaluate(wrong), None, "{wrong}");
    }
}

/// Brackets, nesting and every sign, by the core's own formulas.
#[test]
fn formulas_print_what_they_compute() {
    use vram_ledger::ledger::formula::build::{case, num, product, quot, sum};
    use vram_ledger::ledger::formula::{Formula, Symbol};
    let n = |value: f64| num(Symbol::Params, value);
    let max = Formula::Max(vec![n(2.0), product([n(3.0), n(4.0)])]);
    let min = Formula::Min(vec![n(2.0), sum([n(3.0), n(4.0)])]);
    let ceil = |f: Formula| Formula::Ceil(Box::new(f));
    for (formula, value) in [
        (quot(n(1.0), quot(n(2.0), n(4.0))), 2.0),
        (quot(quot(n(8.0), n(2.0)), n(2.0)), 2.0),
        (quot(n(24.0), product([n(2.0), n(3.0)])), 4.0),
        (quot(n(24.0), sum([n(2.0), n(4.0)])), 4.0),
        (quot(sum([n(2.0), n(4.0)]), n(3.0)), 2.0),
        (product([n(2.0), quot(n(3.0), n(4.0)), n(2.0)]), 3.0),
        (
            product([sum([n(1.0), n(2.0)]), sum([n(3.0), n(4.0)])]),
            21.0,
        ),
        (
            sum([product([n(2.0), n(3.0)]), quot(n(8.0), n(2.0)), n(1.0)]),
            11.0,
        ),
        (product([max.clone(), min.clone()]), 24.0),
        (quot(max, min), 6.0),
        (ceil(quot(n(7.0), n(2.0))), 4.0),
        (product([ceil(sum([n(0.5), n(1.0)])), n(3.0)]), 6.0),
        (
            product([case(Symbol::Checkpointed, sum([n(1.0), n(2.0)])), n(2.0)]),
            6.0,
        ),
        (
            quot(
                n(12.0),
                case(Symbol::Checkpointed, product([n(2.0), n(3.0)])),
            ),
            2.0,
        ),
        (product([n(0.55), n(0.004), n(1e15)]), 2.2e12),
    ] {
        let printed = formula.to_string();
        assert_eq!(evaluate(&printed), Some(formula.value()), "{printed}");
        assert!(
            (formula.value() - value).abs() <= value * 1e-12,
            "{printed}"
        );
    }
    assert_eq!(quot(n(1.0), n(0.0)).value(), 0.0);
}
