//! Units as types, and the one way a number is printed: native and wasm give the same characters, without std's float formatting.
use std::fmt;

/// A whole number of bytes. Made by rounding a formula half up, once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

/// Units a size is shown in. Binary and decimal ones differ in the type, so a column cannot mix them unseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ByteUnit {
    /// Byte.
    B,
    /// 2^10 bytes.
    KiB,
    /// 2^20 bytes.
    MiB,
    /// 2^30 bytes.
    GiB,
    /// 10^6 bytes.
    MB,
    /// 10^9 bytes.
    GB,
}

impl ByteUnit {
    /// Bytes in one of this unit.
    pub const fn bytes(self) -> u64 {
        match self {
            ByteUnit::B => 1,
            ByteUnit::KiB => 1 << 10,
            ByteUnit::MiB => 1 << 20,
            ByteUnit::GiB => 1 << 30,
            ByteUnit::MB => 1_000_000,
            ByteUnit::GB => 1_000_000_000,
        }
    }

    /// The unit's name as it is written after a number.
    pub const fn name(self) -> &'static str {
        match self {
            ByteUnit::B => "B",
            ByteUnit::KiB => "KiB",
            ByteUnit::MiB => "MiB",
            ByteUnit::GiB => "GiB",
            ByteUnit::MB => "MB",
            ByteUnit::GB => "GB",
        }
    }
}

impl Bytes {
    /// No bytes.
    pub const ZERO: Bytes = Bytes(0);

    /// A formula's value as bytes: rounded half up; NaN and negatives are 0, too large is the largest u64.
    pub fn round(value: f64) -> Bytes {
        Bytes(whole((value + 0.5).floor()))
    }

    /// Whole mebibytes, as a driver reports a card.
    pub const fn mib(mib: u64) -> Bytes {
        Bytes(mib.saturating_mul(1 << 20))
    }

    /// The size in `unit`, as a plain number for drawing and comparing.
    pub fn in_unit(self, unit: ByteUnit) -> f64 {
        self.as_f64() / Bytes(unit.bytes()).as_f64()
    }

    /// The count of bytes as a float; exact up to 2^53 (9 PB).
    pub fn as_f64(self) -> f64 {
        self.0 as f64
    }

    /// The sum, or the largest u64.
    pub fn plus(self, other: Bytes) -> Bytes {
        Bytes(self.0.saturating_add(other.0))
    }

    /// The difference, or nothing where `other` is more.
    pub fn minus(self, other: Bytes) -> Bytes {
        Bytes(self.0.saturating_sub(other.0))
    }

    /// The signed difference `self − other`.
    pub fn signed_minus(self, other: Bytes) -> SignedBytes {
        SignedBytes {
            negative: other.0 > self.0,
            size: Bytes(self.0.abs_diff(other.0)),
        }
    }

    /// The size as it is shown: under 10 two decimals, under 100 one, else none, half away from zero. No unit name.
    pub fn digits(self, unit: ByteUnit) -> String {
        let (n, per) = (u128::from(self.0), u128::from(unit.bytes()));
        if unit == ByteUnit::B {
            return self.0.to_string();
        }
        let rounded = |scale: u128| (n * scale * 2 + per) / (per * 2);
        let (hundredths, tenths) = (rounded(100), rounded(10));
        if hundredths < 1000 {
            fixed(hundredths, 2)
        } else if tenths < 1000 {
            fixed(tenths, 1)
        } else {
            fixed(rounded(1), 0)
        }
    }

    /// [`Self::digits`] with the unit's name: `1.75 GiB`.
    pub fn shown(self, unit: ByteUnit) -> String {
        let mut text = self.digits(unit);
        text.push(' ');
        text.push_str(unit.name());
        text
    }
}

/// A difference of two sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedBytes {
    /// True when the value is below zero.
    pub negative: bool,
    /// Its size.
    pub size: Bytes,
}

impl SignedBytes {
    /// The value as an integer for JSON.
    pub fn as_i128(self) -> i128 {
        let size = i128::from(self.size.0);
        if self.negative { -size } else { size }
    }

    /// The value as shown, with a true minus sign where it is negative and `+` where `plus` asks for one.
    pub fn shown(self, unit: ByteUnit, plus: bool) -> String {
        let sign = if self.negative {
            "−"
        } else if plus && self.size.0 > 0 {
            "+"
        } else {
            ""
        };
        let mut text = String::from(sign);
        text.push_str(&self.size.shown(unit));
        text
    }
}

/// A span of time in whole milliseconds. Made by rounding a formula in seconds half up, once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seconds {
    /// Milliseconds.
    pub ms: u64,
}

impl Seconds {
    /// No time.
    pub const ZERO: Seconds = Seconds { ms: 0 };

    /// A formula's value in seconds: rounded half up; NaN and negatives are 0, too large is the largest u64.
    pub fn round(seconds: f64) -> Seconds {
        Seconds {
            ms: whole((seconds * 1000.0 + 0.5).floor()),
        }
    }

    /// Seconds as a plain number for drawing and comparing.
    pub fn as_f64(self) -> f64 {
        self.ms as f64 / 1000.0
    }

    /// The sum, or the largest there is.
    pub fn plus(self, other: Seconds) -> Seconds {
        Seconds {
            ms: self.ms.saturating_add(other.ms),
        }
    }

    /// The difference, or nothing where `other` is more.
    pub fn minus(self, other: Seconds) -> Seconds {
        Seconds {
            ms: self.ms.saturating_sub(other.ms),
        }
    }

    /// Whole percent of `all`, half up; 0 of nothing.
    pub fn percent_of(self, all: Seconds) -> u64 {
        let (part, all) = (u128::from(self.ms), u128::from(all.ms));
        match all {
            0 => 0,
            all => u64::try_from((part * 200 + all) / (all * 2)).unwrap_or(u64::MAX),
        }
    }

    /// Seconds as they are shown: one decimal, half up, from 1000 none. No unit name.
    pub fn digits(self) -> String {
        let tenths = self.ms / 100 + u64::from(self.ms % 100 >= 50);
        if tenths < 10_000 {
            fixed(u128::from(tenths), 1)
        } else {
            grouped_u64(self.ms / 1000 + u64::from(self.ms % 1000 >= 500))
        }
    }

    /// [`Self::digits`] with the unit: `28.4 s`.
    pub fn shown(self) -> String {
        let mut text = self.digits();
        text.push_str(" s");
        text
    }
}

/// A float that is known to be a count, as u64: NaN and negatives are 0, too large is the largest u64.
pub fn whole(value: f64) -> u64 {
    // `as` from float to integer saturates and maps NaN to 0, which is the rule wanted here.
    value as u64
}

/// A plain number as sizes are shown: under 10 two decimals, under 100 one, else none, half away from zero. Negative ones
/// and NaN are 0.
pub fn three_digits(value: f64) -> String {
    let scaled = |scale: f64| u128::from(whole((value * scale + 0.5).floor()));
    if scaled(100.0) < 1000 {
        fixed(scaled(100.0), 2)
    } else if scaled(10.0) < 1000 {
        fixed(scaled(10.0), 1)
    } else {
        fixed(scaled(1.0), 0)
    }
}

/// A large number as mantissa and power of ten: (2.1, 21) of 2.1e21, the mantissa under 10 with two decimals at most; (0, 0)
/// of nothing.
pub fn scientific(value: f64) -> (f64, u32) {
    let (mut mantissa, mut power) = (value, 0);
    while mantissa >= 10.0 && power < 400 {
        mantissa /= 10.0;
        power += 1;
    }
    let hundredths = (mantissa * 100.0 + 0.5).floor() / 100.0;
    if hundredths >= 10.0 {
        (1.0, power + 1)
    } else {
        (hundredths, power)
    }
}

fn fixed(scaled: u128, decimals: usize) -> String {
    let mut text = scaled.to_string();
    if decimals > 0 {
        while text.len() <= decimals {
            text.insert(0, '0');
        }
        text.insert(text.len() - decimals, '.');
    }
    text
}

/// A plain number as it stands in an arithmetic: an integer without separators, or up to six decimals without trailing zeros.
pub fn plain(value: f64) -> String {
    plain_parts(value).concat()
}

/// [`plain`], with the integer part's digits in groups of three: `151,936`.
pub fn grouped(value: f64) -> String {
    let [sign, integer, fraction] = plain_parts(value);
    let mut text = sign;
    group_into(&mut text, &integer);
    text.push_str(&fraction);
    text
}

/// An integer with its digits in groups of three.
pub fn grouped_u64(value: u64) -> String {
    let mut text = String::new();
    group_into(&mut text, &value.to_string());
    text
}

fn group_into(text: &mut String, digits: &str) {
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
}

fn plain_parts(value: f64) -> [String; 3] {
    let sign = if value < 0.0 { "-" } else { "" };
    let size = value.abs();
    // Beyond 2^53 a float has no decimals.
    if size >= 9_007_199_254_740_992.0 {
        return [sign.into(), whole(size).to_string(), String::new()];
    }
    let integer = size.floor();
    let millionths = whole(((size - integer) * 1e6 + 0.5).floor());
    let (integer, millionths) = if millionths >= 1_000_000 {
        (whole(integer) + 1, 0)
    } else {
        (whole(integer), millionths)
    };
    let mut fraction = String::new();
    if millionths > 0 {
        fraction = fixed(u128::from(millionths), 6);
        // "0.200000" → ".2"
        fraction = fraction
            .trim_end_matches('0')
            .trim_start_matches('0')
            .into();
    }
    [sign.into(), integer.to_string(), fraction]
}

/// A decimal read without std's float parsing: digits with at most one point, sign and exponent allowed. What overflows is infinite. None for anything else, NaN among it.
pub fn read_decimal(text: &str) -> Option<f64> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match rest.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, read_exponent(exponent)?),
        None => (rest, 0),
    };
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if integer.is_empty() && fraction.is_empty() {
        return None;
    }
    const ENOUGH: u64 = 10u64.pow(18);
    let mut digits: u64 = 0;
    let mut scale: i32 = exponent;
    for (place, c) in integer
        .bytes()
        .map(|c| (0, c))
        .chain(fraction.bytes().map(|c| (1, c)))
    {
        if !c.is_ascii_digit() {
            return None;
        }
        // 18 digits say more than a float can hold; further ones only move the point.
        if digits < ENOUGH {
            digits = digits * 10 + u64::from(c - b'0');
            scale = scale.saturating_sub(place);
        } else {
            scale = scale.saturating_add(1 - place);
        }
    }
    let mut value = digits as f64;
    let (step, times) = if scale < 0 {
        (false, scale.unsigned_abs())
    } else {
        (true, scale.unsigned_abs())
    };
    // Powers of ten up to 22 are exact floats, so a common decimal is rounded once, as a correct parser would.
    let mut left = times.min(700);
    while left > 0 {
        let now = left.min(22);
        let power = POWERS_OF_TEN.get(now as usize).copied().unwrap_or(1.0);
        value = if step { value * power } else { value / power };
        left -= now;
    }
    Some(if negative { -value } else { value })
}

const POWERS_OF_TEN: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

fn read_exponent(text: &str) -> Option<i32> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let size = digits
        .bytes()
        .fold(0i32, |n, c| {
            n.saturating_mul(10).saturating_add(i32::from(c - b'0'))
        })
        .min(9_999);
    Some(if negative { -size } else { size })
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown(ByteUnit::GiB))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_shown_half_away_from_zero() {
        let gib = |x: f64| Bytes::round(x * 1073741824.0).digits(ByteUnit::GiB);
        assert_eq!(gib(1.125), "1.13");
        assert_eq!(gib(1.75), "1.75");
        assert_eq!(gib(16.61), "16.6");
        assert_eq!(gib(9.996), "10.0");
        assert_eq!(gib(99.96), "100");
        assert_eq!(gib(111.9), "112");
        assert_eq!(gib(0.0), "0.00");
        assert_eq!(Bytes(7_200_000_000).digits(ByteUnit::GB), "7.20");
        assert_eq!(Bytes(u64::MAX).digits(ByteUnit::GiB), "17179869184");
    }

    #[test]
    fn plain_numbers_have_no_noise() {
        for (value, text) in [
            (1.2, "1.2"),
            (0.55, "0.55"),
            (0.004, "0.004"),
            (596_049_920.0, "596049920"),
            (0.0, "0"),
            (1e18, "1000000000000000000"),
            (2.0 - 1e-9, "2"),
        ] {
            assert_eq!(plain(value), text);
        }
        assert_eq!(grouped(1_244_659_712.5), "1,244,659,712.5");
        assert_eq!(grouped(999.0), "999");
    }

    #[test]
    fn decimals_are_read_as_std_reads_them() {
        for text in [
            "0",
            "1e999",
            "-1e999",
            "1.5",
            "0.004",
            "7e9",
            "1e-3",
            "0.1",
            "123456.789",
            ".5",
            "5.",
            "1e22",
            "-2.5",
        ] {
            assert_eq!(read_decimal(text), text.parse::<f64>().ok(), "{text}");
        }
        for text in ["", ".", "nan", "inf", "1.2.3", "e5", "1e", "0x10", "--1"] {
            assert_eq!(read_decimal(text), None, "{text}");
        }
    }
}
