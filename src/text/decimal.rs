//! Canonical text of numbers (§2): the fewest digits, in decimal for 1e-6 ≤ |n| < 1e21, with an
//! exponent otherwise.

use super::digits::digits_end;
use alloc::string::String;

/// Appends `value`, or `null` if it is not finite (§3).
pub(crate) fn push_f64(out: &mut String, value: f64) {
    // Whole numbers up to this limit are exact, and are written as integers. −0 becomes 0.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    #[allow(clippy::cast_possible_truncation)]
    let whole = value as i64;
    #[allow(clippy::cast_precision_loss, clippy::float_cmp, reason = "exactly equal is what is asked")]
    if whole as f64 == value && value.abs() < EXACT {
        out.push_str(itoa::Buffer::new().format(whole));
    } else if let Some(hundredths) = hundredths(value) {
        push_hundredths(out, value < 0.0, hundredths);
    } else if (1e-5..EXACT).contains(&value.abs()) {
        // Neither whole nor large or small enough for an exponent: already canonical.
        out.push_str(zmij::Buffer::new().format_finite(value));
    } else if value.is_finite() {
        push_shortest(out, zmij::Buffer::new().format_finite(value));
    } else {
        out.push_str("null");
    }
}

/// The magnitude of `value` in hundredths, if it is a decimal with two places, as most fractions
/// are (amounts of money).
///
/// These digits are the fewest: an exact division rounds as the text does, and no two numbers of up
/// to fifteen digits round to the same `f64`.
#[inline]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::float_cmp
)]
fn hundredths(value: f64) -> Option<u64> {
    const FIFTEEN_DIGITS: f64 = 1e13;
    let value = value.abs();
    let scaled = value * 100.0;
    let rounded = (scaled + 0.5) as i64;
    // Most other values are excluded without a division.
    let is_near = (scaled - rounded as f64).abs() <= scaled * f64::EPSILON;
    (is_near && value < FIFTEEN_DIGITS && rounded as f64 / 100.0 == value).then_some(rounded as u64)
}

/// Appends a number of hundredths, which is not whole.
fn push_hundredths(out: &mut String, is_negative: bool, hundredths: u64) {
    let (whole, part) = (hundredths / 100, (hundredths % 100) as u8);
    if is_negative {
        out.push('-');
    }
    out.push_str(itoa::Buffer::new().format(whole));
    out.push('.');
    out.push(char::from(b'0' + part / 10));
    if part % 10 != 0 {
        out.push(char::from(b'0' + part % 10));
    }
}

/// Like [`push_f64`], with the fewest digits that read back as the same `f32`.
pub(crate) fn push_f32(out: &mut String, value: f32) {
    if value == 0.0 {
        out.push('0');
    } else if value.is_finite() {
        push_shortest(out, zmij::Buffer::new().format_finite(value));
    } else {
        out.push_str("null");
    }
}

/// Appends the output of `zmij`, which is canonical unless it ends in `.0` or has an exponent.
fn push_shortest(out: &mut String, text: &str) {
    if let Some(whole) = text.strip_suffix(".0") {
        out.push_str(whole);
    } else if text.as_bytes().contains(&b'e') {
        push_converted(out, text);
    } else {
        out.push_str(text);
    }
}

/// Appends the canonical form of `number`, which matches JSON's number grammar, with its exact
/// value. An integer without an exponent keeps all of its digits, even beyond 1e21.
pub(crate) fn push_canonical(out: &mut String, number: &str) {
    if is_canonical(number) {
        out.push_str(number);
    } else {
        push_converted(out, number);
    }
}

/// Whether `number` is known to be canonical: an integer without an exponent, or a fraction without
/// trailing zeros.
#[inline]
fn is_canonical(number: &str) -> bool {
    let unsigned = number.strip_prefix('-').unwrap_or(number).as_bytes();
    let point = digits_end(unsigned, 0);
    let [b'.', fraction @ ..] = &unsigned[point..] else { return point == unsigned.len() && number != "-0" };
    let is_small = unsigned[0] == b'0' && fraction.starts_with(b"000000");
    let is_short = point <= 21 && fraction.last() != Some(&b'0');
    is_short && !is_small && digits_end(fraction, 0) == fraction.len()
}

fn push_converted(out: &mut String, number: &str) {
    let (sign, unsigned) = match number.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", number),
    };
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], &unsigned[at + 1..]),
        None => (unsigned, "0"),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));

    let fraction = fraction.trim_end_matches('0');
    let leading = whole.trim_start_matches('0');
    if leading.is_empty() && fraction.is_empty() {
        out.push('0');
        return;
    }
    out.push_str(sign);
    // `digits` are those of the number without the point, outer zeros and exponent, in two pieces;
    // `point` is the position of the decimal point, counted from the first digit.
    let head = if fraction.is_empty() { leading.trim_end_matches('0') } else { leading };
    let tail = if leading.is_empty() { fraction.trim_start_matches('0') } else { fraction };
    let digits = Digits { head, tail };
    let skipped = if leading.is_empty() { fraction.len() - tail.len() } else { 0 };
    let integer_spelling = unsigned.len() == whole.len();

    let point = to_i64(leading.len()) - to_i64(skipped);
    let Some(exponent) = parse_exponent(exponent) else {
        // With such an exponent, no number is near the decimal range, and arithmetic on it would
        // overflow.
        digits.push_decimal(out, point);
        push_exponent_text(out, exponent);
        return;
    };
    // Lengths and the exponent are far below 2^62, so this cannot overflow.
    let point = point + exponent;
    if integer_spelling || (-5..=21).contains(&point) {
        digits.push_decimal(out, point);
    } else {
        digits.push_scientific(out);
        let exponent = point - 1;
        out.push_str(if exponent < 0 { "e-" } else { "e+" });
        out.push_str(itoa::Buffer::new().format(exponent.unsigned_abs()));
    }
}

#[allow(clippy::cast_possible_wrap)]
fn to_i64(length: usize) -> i64 {
    length as i64
}

/// The exponent, or `None` if it is beyond ±10^18.
fn parse_exponent(text: &str) -> Option<i64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text).trim_start_matches('0');
    if unsigned.len() > 18 {
        return None;
    }
    let mut value = 0;
    for digit in unsigned.bytes() {
        value = value * 10 + i64::from(digit - b'0');
    }
    Some(if text.starts_with('-') { -value } else { value })
}

/// Appends `exponent` in canonical form: `e+…` or `e-…`.
fn push_exponent_text(out: &mut String, exponent: &str) {
    out.push_str(if exponent.starts_with('-') { "e-" } else { "e+" });
    out.push_str(exponent.trim_start_matches(['+', '-']).trim_start_matches('0'));
}

/// Significant digits in two pieces, without leading or trailing zeros.
struct Digits<'a> {
    head: &'a str,
    tail: &'a str,
}

impl Digits<'_> {
    fn len(&self) -> usize {
        self.head.len() + self.tail.len()
    }

    /// The digits `from..to`, as far as they exist.
    fn push(&self, out: &mut String, from: usize, to: usize) {
        let split = self.head.len();
        let (from, to) = (from.min(self.len()), to.min(self.len()));
        out.push_str(&self.head[from.min(split)..to.min(split)]);
        out.push_str(&self.tail[from.max(split) - split..to.max(split) - split]);
    }

    /// Appends the digits with a decimal point after the first `point` ones, padded with zeros.
    fn push_decimal(&self, out: &mut String, point: i64) {
        let zeros = |out: &mut String, count: usize| out.extend(core::iter::repeat_n('0', count));
        let Ok(before) = usize::try_from(point) else {
            out.push_str("0.");
            zeros(out, usize::try_from(-point).unwrap_or_default());
            return self.push(out, 0, self.len());
        };
        if before == 0 {
            out.push('0');
        }
        self.push(out, 0, before);
        zeros(out, before.saturating_sub(self.len()));
        if before < self.len() {
            out.push('.');
            self.push(out, before, self.len());
        }
    }

    /// Appends `d.ddd`, the mantissa of the form with an exponent.
    fn push_scientific(&self, out: &mut String) {
        self.push(out, 0, 1);
        if self.len() > 1 {
            out.push('.');
            self.push(out, 1, self.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn f64(value: f64) -> String {
        let mut out = String::new();
        push_f64(&mut out, value);
        out
    }

    fn canonical(number: &str) -> String {
        let mut out = String::new();
        push_canonical(&mut out, number);
        out
    }

    #[test]
    fn floats() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e-6, "0.000001"),
            (1.5e-6, "0.0000015"),
            (9.99e-7, "9.99e-7"),
            (1e-7, "1e-7"),
            (1e15, "1000000000000000"),
            (1e16, "10000000000000000"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (9_007_199_254_740_992.0, "9007199254740992"),
            (9_007_199_254_740_994.0, "9007199254740994"),
            (1e20, "100000000000000000000"),
            (999_999_999_999_999_900_000.0, "999999999999999900000"),
            (1e21, "1e+21"),
            (-1.25e30, "-1.25e+30"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
            (5e-324, "5e-324"),
            (f64::NAN, "null"),
            (f64::NEG_INFINITY, "null"),
            (1e18, "1000000000000000000"),
            (9_223_372_036_854_775_807.0, "9223372036854776000"),
        ] {
            assert_eq!(f64(value), text);
        }
    }

    #[test]
    fn single_precision() {
        for (value, text) in [
            (0.1_f32, "0.1"),
            (-0.0, "0"),
            (16_777_216.0, "16777216"),
            (f32::MAX, "3.4028235e+38"),
            (1e-7, "1e-7"),
            (f32::INFINITY, "null"),
        ] {
            let mut out = String::new();
            push_f32(&mut out, value);
            assert_eq!(out, text);
        }
    }

    #[test]
    fn texts() {
        for (number, text) in [
            ("0", "0"),
            ("-0", "0"),
            ("-0.0e5", "0"),
            ("0e99999999999999999999", "0"),
            ("1.50", "1.5"),
            ("1.0", "1"),
            ("10", "10"),
            ("100.0", "100"),
            ("10.01", "10.01"),
            ("-1E+03", "-1000"),
            ("1e-3", "0.001"),
            ("12.5e1", "125"),
            ("12.5e-3", "0.0125"),
            ("0.00001e-1", "0.000001"),
            ("0.0000001", "1e-7"),
            ("0.00000012", "1.2e-7"),
            ("1e21", "1e+21"),
            ("1e20", "100000000000000000000"),
            ("12e20", "1.2e+21"),
            ("1200e18", "1.2e+21"),
            ("0.1000000000000000055", "0.1000000000000000055"),
            ("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"),
            ("-1000000000000000000000000000000", "-1000000000000000000000000000000"),
            ("1000000000000000000000000.5", "1.0000000000000000000000005e+24"),
            ("1e400", "1e+400"),
            ("1.5e-400", "1.5e-400"),
            ("1.50e+0099999999999999999999", "1.5e+99999999999999999999"),
            ("1e-99999999999999999999", "1e-99999999999999999999"),
            ("150E99999999999999999999", "150e+99999999999999999999"),
            ("0.5", "0.5"),
            ("0.05", "0.05"),
            ("-0.5", "-0.5"),
            ("-0.0", "0"),
            ("0.000001", "0.000001"),
            ("-0.0000010", "-0.000001"),
            ("123456789012345678901.5", "123456789012345678901.5"),
            ("1234567890123456789012.5", "1.2345678901234567890125e+21"),
        ] {
            assert_eq!(canonical(number), text, "{number}");
        }
    }

    #[test]
    fn canonical_texts_are_known_without_conversion() {
        for number in
            ["0", "7", "-10", "1.5", "-0.5", "0.000001", "0.0000001", "-0", "1.50", "1e5", "1.5e5", "10.01"]
        {
            let mut converted = String::new();
            push_converted(&mut converted, number);
            assert_eq!(is_canonical(number), converted == number, "{number}");
        }
    }

    #[test]
    fn texts_of_floats_agree_with_floats() {
        for value in [1.5, 1e-6, 1.25e-5, 1e20, 1e21, 1e300, 4e-320, 0.1, 12345.678, 1e16, 3e17] {
            assert_eq!(canonical(zmij::Buffer::new().format_finite(value)), f64(value));
        }
    }

    /// Numbers with up to two decimals, and their neighbours, which need all digits.
    #[test]
    fn hundredths_have_the_fewest_digits() {
        let mut magnitudes: Vec<u64> = (1..20_000).collect();
        let mut state = 1_u64;
        for digits in 5..=17 {
            for _ in 0..2_000 {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                magnitudes.push((state >> 3) % 10_u64.pow(digits));
            }
        }
        for magnitude in magnitudes {
            #[allow(clippy::cast_precision_loss, reason = "any float will do")]
            let value = magnitude as f64 / 100.0;
            for value in [value, value.next_up(), value.next_down(), -value] {
                let mut shortest = String::new();
                push_shortest(&mut shortest, zmij::Buffer::new().format_finite(value));
                assert_eq!(f64(value), shortest, "{value:?}");
            }
        }
    }
}
