//! The number grammar of §4, and the value of number tokens.

#![allow(clippy::inline_always)] // a scan is cheap as long as it stays in registers

use super::digits::{beyond_nine, digits_end, values};

/// The value of a token that matches the number grammar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NumberValue {
    /// An integer from 0 to `u64::MAX`, in any spelling: `3`, `3.0`, `30e-1`, `-0`.
    Unsigned(u64),
    /// An integer from `i64::MIN` to −1, in any spelling.
    Negative(i64),
    /// Any other number within the range of `f64`.
    Float(f64),
    /// A number beyond the range of `f64`.
    Huge,
}

/// The parts of a number token: its value is ±`mantissa` × 10^`exponent` if `exact`.
#[derive(Clone, Copy)]
pub(crate) struct Scan {
    negative: bool,
    mantissa: u64,
    exponent: i64,
    /// `mantissa` contains all digits; otherwise it contains only the first ones.
    exact: bool,
}

/// The number of digits that always fit into a `u64`.
const SAFE_DIGITS: usize = 19;

/// §4: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?` and nothing else is a number.
#[inline]
pub(crate) fn scan(token: &[u8]) -> Option<Scan> {
    let (negative, bytes) = match token {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, token),
    };
    let first = *bytes.first()?;
    if !first.is_ascii_digit() {
        return None;
    }
    let (mantissa, rest) = digits(bytes, 0);
    let whole = bytes.len() - rest.len();
    if first == b'0' && whole > 1 {
        return None;
    }
    if rest.is_empty() {
        return Some(Scan { negative, mantissa, exponent: 0, exact: whole <= SAFE_DIGITS });
    }
    // A leading zero is not a significant digit.
    scan_rest(negative, mantissa, if first == b'0' { 0 } else { whole }, rest)
}

/// The fraction and the exponent.
#[inline]
fn scan_rest(negative: bool, mut mantissa: u64, whole: usize, mut rest: &[u8]) -> Option<Scan> {
    let mut places = 0;
    if let [b'.', fraction @ ..] = rest {
        (mantissa, rest) = digits(fraction, mantissa);
        places = fraction.len() - rest.len();
        if places == 0 {
            return None;
        }
    }
    let mut exponent = 0_i64;
    if let [b'e' | b'E', power @ ..] = rest {
        let (down, power) = match power {
            [b'-', power @ ..] => (true, power),
            [b'+', power @ ..] => (false, power),
            _ => (false, power),
        };
        if power.is_empty() {
            return None;
        }
        for &byte in power {
            if !byte.is_ascii_digit() {
                return None;
            }
            exponent = exponent.saturating_mul(10).saturating_add(i64::from(byte - b'0'));
        }
        if down {
            exponent = -exponent;
        }
    } else if !rest.is_empty() {
        return None;
    }
    let exponent = exponent.saturating_sub(i64::try_from(places).unwrap_or(i64::MAX));
    Some(Scan { negative, mantissa, exponent, exact: whole + places <= SAFE_DIGITS })
}

/// Appends the leading digits of `bytes` to `mantissa`, which wraps around if there are too many.
#[inline]
fn digits(bytes: &[u8], mut mantissa: u64) -> (u64, &[u8]) {
    let mut rest = bytes;
    while let Some((chunk, tail)) = rest.split_first_chunk() {
        let word = u64::from_le_bytes(*chunk);
        if !are_digits(word) {
            break;
        }
        mantissa = mantissa.wrapping_mul(100_000_000).wrapping_add(eight_digits(word));
        rest = tail;
    }
    while let [byte, tail @ ..] = rest {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
        rest = tail;
    }
    (mantissa, rest)
}

/// Whether all eight bytes are ASCII digits.
#[inline]
fn are_digits(word: u64) -> bool {
    const HIGH_HALVES: u64 = 0xf0f0_f0f0_f0f0_f0f0;
    const SIXES: u64 = 0x0606_0606_0606_0606;
    const THREES: u64 = 0x3030_3030_3030_3030;
    (word & HIGH_HALVES) == THREES && (word.wrapping_add(SIXES) & HIGH_HALVES) == THREES
}

/// The value of eight ASCII digits, the first one in the lowest byte: joins pairs, then fours, then
/// all.
#[inline]
fn eight_digits(word: u64) -> u64 {
    let digits = word & 0x0f0f_0f0f_0f0f_0f0f;
    let pairs = (digits.wrapping_mul(2561) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(6_553_601) >> 16) & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(42_949_672_960_001) >> 32
}

/// Whether a token that begins with a digit or a minus sign may be a number, by the byte after its
/// first digits. This quickly rejects dates and the like.
#[inline]
pub(crate) fn may_be_number(token: &[u8]) -> bool {
    let first = usize::from(token.first() == Some(&b'-'));
    matches!(token.get(digits_end(token, first)), None | Some(b'.' | b'e' | b'E'))
}

/// The sign and magnitude of a token that consists of up to 19 digits, as most integers do.
#[inline]
pub(crate) fn plain_integer(token: &[u8]) -> Option<(bool, u64)> {
    let (negative, bytes) = match token {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, token),
    };
    let (value, rest) = digits(bytes, 0);
    let zeros = bytes.first() == Some(&b'0') && bytes.len() > 1;
    if bytes.is_empty() || bytes.len() > SAFE_DIGITS || zeros || !rest.is_empty() {
        None
    } else {
        Some((negative, value))
    }
}

/// The number whose first digit is the lowest byte of `word`, if it has `len` digits, up to eight,
/// and no leading zero.
#[inline(always)]
pub(crate) fn integer_of_word(word: u64, len: usize) -> Option<u64> {
    let has_leading_zero = word & 0xff == u64::from(b'0') && len > 1;
    if has_leading_zero || !(1..=8).contains(&len) {
        return None;
    }
    // Shifts in leading zeros, which removes the bytes after the digits.
    let digits = values(word) << (64 - 8 * len);
    if beyond_nine(digits) == 0 { Some(eight_digits(digits)) } else { None }
}

/// The number whose first digit is the lowest byte of `word`, if it consists of `len` digits and
/// points, up to eight: at most one point, between digits, and no leading zero.
#[inline(always)]
#[allow(clippy::cast_precision_loss, reason = "below 10^8")]
pub(crate) fn decimal_of_word(word: u64, len: usize) -> Option<f64> {
    if !(1..=8).contains(&len) {
        return None;
    }
    let start = 64 - 8 * len;
    let digits = values(word) << start;
    let begins_with_zero = word & 0xff == u64::from(b'0');
    // Only the lowest of these is reliable.
    let others = beyond_nine(digits);
    if others == 0 {
        return if begins_with_zero && len > 1 { None } else { Some(eight_digits(digits) as f64) };
    }
    let point = others.trailing_zeros() as usize & !7;
    let whole = (point - start) / 8;
    let places = 7 - point / 8;
    let is_point = digits >> point & 0xff == u64::from(b'.' ^ b'0');
    if !is_point || whole == 0 || places == 0 || begins_with_zero && whole > 1 {
        return None;
    }
    let after = point + 8;
    let digits = (digits & ((1 << point) - 1)) << 8 | digits >> after << after;
    if beyond_nine(digits) != 0 {
        return None;
    }
    // Both are exact, so the operation rounds only once.
    Some(eight_digits(digits) as f64 / POWERS.get(places)?)
}

/// The value of `token`; `None` if it is not a number.
#[inline]
pub fn parse(token: &[u8]) -> Option<NumberValue> {
    scan(token).map(|scan| scan.value(token))
}

impl Scan {
    /// The value of the scanned token.
    #[inline]
    pub(crate) fn value(self, token: &[u8]) -> NumberValue {
        if self.exact && self.exponent == 0 {
            if !self.negative {
                return NumberValue::Unsigned(self.mantissa);
            }
            match 0_i64.checked_sub_unsigned(self.mantissa) {
                Some(0) => return NumberValue::Unsigned(0),
                Some(value) => return NumberValue::Negative(value),
                None => {}
            }
        }
        self.value_in_full(token)
    }

    #[inline(never)]
    fn value_in_full(self, token: &[u8]) -> NumberValue {
        // Quickly rejects the common case: a fraction whose last digit is not 0.
        if !(self.exact && self.exponent < 0 && self.mantissa % 10 != 0) {
            if let Some(number) = exact_integer(token).and_then(|(negative, value)| integer(negative, value))
            {
                return number;
            }
        }
        self.float_or_huge(token)
    }

    fn float_or_huge(self, token: &[u8]) -> NumberValue {
        match self.float(token) {
            value if value.is_finite() => NumberValue::Float(value),
            _ => NumberValue::Huge,
        }
    }

    /// The nearest `f64`, identical to the result of `str::parse`, except that −0 becomes 0 (§2);
    /// infinite if out of range.
    #[inline]
    pub(crate) fn float(self, token: &[u8]) -> f64 {
        // Clinger's fast path: both factors are exact, so the operation rounds only once.
        const EXACT: u64 = 1 << 53;
        if self.exact && self.mantissa <= EXACT && (-22..=22).contains(&self.exponent) {
            #[allow(clippy::cast_precision_loss)] // at most 2^53
            let mantissa = self.mantissa as f64;
            let index = usize::try_from(self.exponent.unsigned_abs()).unwrap_or_default();
            let power = POWERS.get(index).copied().unwrap_or(f64::NAN);
            let value = if self.exponent < 0 { mantissa / power } else { mantissa * power };
            return if self.negative && value != 0.0 { -value } else { value };
        }
        if self.exact && self.mantissa != 0 {
            if let Some(value) = decimal_to_f64(self.mantissa, self.exponent) {
                return if self.negative { -value } else { value };
            }
        }
        // The grammar is a subset of `str::parse`'s. Adding 0 turns −0 into 0.
        text(token).parse::<f64>().map_or(f64::INFINITY, |value| value + 0.0)
    }
}

/// The `f32` nearest to a number token, rounded once; infinite if out of range.
pub(crate) fn float32(token: &[u8]) -> f32 {
    text(token).parse::<f32>().map_or(f32::INFINITY, |value| value + 0.0)
}

/// The token as text, which is ASCII.
fn text(token: &[u8]) -> &str {
    core::str::from_utf8(token).unwrap_or_default()
}

const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// The largest absolute exponent of ten that [`decimal_to_f64`] supports: up to here the result is
/// never ambiguous.
const MAX_EXPONENT: usize = 27;

/// The 128 leading bits of 5^q for each q from −`MAX_EXPONENT` to `MAX_EXPONENT`, rounded up where
/// there are more.
const FIVES: [u128; 2 * MAX_EXPONENT + 1] = fives();

const fn fives() -> [u128; 2 * MAX_EXPONENT + 1] {
    let mut table = [0; 2 * MAX_EXPONENT + 1];
    let mut power = 1_u128;
    let mut q = 0;
    while q <= MAX_EXPONENT {
        if q > 0 {
            // The leading bits of 1 / 5^q, by long division.
            let (mut quotient, mut rest) = (0_u128, 1_u128);
            while quotient >> 127 == 0 {
                rest *= 2;
                quotient *= 2;
                if rest >= power {
                    rest -= power;
                    quotient += 1;
                }
            }
            table[MAX_EXPONENT - q] = quotient + 1;
        }
        table[MAX_EXPONENT + q] = power << power.leading_zeros();
        power *= 5;
        q += 1;
    }
    table
}

/// The `f64` nearest to `mantissa` × 10^`exponent`, by the method of Eisel and Lemire as
/// `str::parse` has it (D. Lemire, “Number parsing at a gigabyte per second”, 2021), for exponents
/// that leave no special cases. The mantissa is not 0.
#[inline(never)]
#[allow(clippy::cast_possible_truncation)] // halves of 128 bits
fn decimal_to_f64(mantissa: u64, exponent: i64) -> Option<f64> {
    /// The bits of the product that make the result: those of an `f64`, one for rounding, and one
    /// in case the highest bit is 0.
    const KEPT: u32 = 55;
    let power = usize::try_from(exponent.unsigned_abs()).ok().filter(|&distance| distance <= MAX_EXPONENT)?;
    let power = *FIVES.get(if exponent < 0 { MAX_EXPONENT - power } else { MAX_EXPONENT + power })?;
    let shift = mantissa.leading_zeros();
    let factor = u128::from(mantissa << shift);
    let mut product = factor * (power >> 64);
    // All ones below the kept bits: the omitted rest of the power may carry into them.
    if (product >> 64) as u64 & (u64::MAX >> KEPT) == u64::MAX >> KEPT {
        product += (factor * (power & u128::from(u64::MAX))) >> 64;
    }
    let (high, low) = ((product >> 64) as u64, product as u64);
    let top = (high >> 63) as u32;
    let below = top + 64 - KEPT;
    let mut bits = high >> below;
    // Exactly halfway between two values, which is only possible if 5^q, or the mantissa divided by
    // it, is short: round to even.
    if low <= 1 && (-4..=23).contains(&exponent) && bits & 3 == 1 && bits << below == high {
        bits -= 1;
    }
    bits = (bits + (bits & 1)) >> 1;
    // 10^q = 2^q · 5^q, and 5^q has this many bits before its point.
    let scale = exponent + ((exponent * 152_170) >> 16) + 63 + i64::from(top) - i64::from(shift);
    // Rounding may have produced 2^53, which the addition carries into the exponent.
    let biased = u64::try_from(scale + 1023 - 1).ok()?;
    Some(f64::from_bits((biased << 52) + bits))
}

#[inline]
fn integer(negative: bool, magnitude: u128) -> Option<NumberValue> {
    if negative && magnitude != 0 {
        let value = i128::try_from(magnitude).ok()?.checked_neg()?;
        return i64::try_from(value).ok().map(NumberValue::Negative);
    }
    u64::try_from(magnitude).ok().map(NumberValue::Unsigned)
}

/// The sign and magnitude of a number token whose value is an integer that fits, in any spelling.
pub(crate) fn exact_integer(token: &[u8]) -> Option<(bool, u128)> {
    let token = text(token);
    let (negative, unsigned) = match token.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, token),
    };
    let (digits, power) = match unsigned.find(['e', 'E']) {
        Some(at) => (unsigned.get(..at)?, exponent(unsigned.get(at + 1..)?)),
        None => (unsigned, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = || whole.bytes().chain(fraction.bytes());
    // The value consists of the digits without trailing zeros, times a power of ten.
    let zeros = all().rev().take_while(|&digit| digit == b'0').count();
    let kept = whole.len() + fraction.len() - zeros;
    if kept == 0 {
        return Some((negative, 0));
    }
    let power =
        power.saturating_sub(i64::try_from(fraction.len()).ok()?).saturating_add(i64::try_from(zeros).ok()?);
    let power = u32::try_from(power).ok()?;
    let mut value = 0_u128;
    for digit in all().take(kept) {
        value = value.checked_mul(10)?.checked_add(u128::from(digit - b'0'))?;
    }
    value.checked_mul(10_u128.checked_pow(power)?).map(|value| (negative, value))
}

/// ±`magnitude`, if it fits into an `i128`.
pub(crate) fn signed(negative: bool, magnitude: u128) -> Option<i128> {
    match i128::try_from(magnitude) {
        Ok(value) if negative => Some(-value),
        Ok(value) => Some(value),
        Err(_) if negative && magnitude == i128::MIN.unsigned_abs() => Some(i128::MIN),
        Err(_) => None,
    }
}

fn exponent(text: &str) -> i64 {
    let (down, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    let power = digits.iter().fold(0_i64, |power, digit| {
        power.saturating_mul(10).saturating_add(i64::from(digit.wrapping_sub(b'0')))
    });
    if down { -power } else { power }
}

#[cfg(test)]
mod tests {
    use super::{NumberValue, decimal_of_word, exact_integer, integer_of_word, parse, plain_integer, scan};

    #[test]
    fn the_grammar() {
        for token in ["0", "-0", "1", "-12", "0.5", "1.50", "1e3", "1E+03", "0e1", "-1.5e-10", "10", "1e400"]
        {
            assert!(scan(token.as_bytes()).is_some(), "{token}");
        }
        for token in [
            "", "-", "05", "-05", "00", ".5", "1.", "+5", "1e", "1e+", "1_000", "0x10", "NaN", "Infinity",
            "1.e5", "1 ", " 1", "--1", "1-", "1.5.5", "1e5.0", "٣",
        ] {
            assert!(scan(token.as_bytes()).is_none(), "{token}");
        }
    }

    /// Any bytes after the digits, or in their place.
    #[test]
    fn words_of_digits() {
        for number in
            (0..100).chain([999, 1_000, 99_999, 123_456, 1_234_567, 9_999_999, 12_345_678, 99_999_999])
        {
            let digits = number.to_string();
            for after in [b'\0', b'\n', b',', b'0', b'9', b':', b'/', 0x7f, 0x80, 0xff] {
                let mut bytes = [after; 8];
                bytes[..digits.len()].copy_from_slice(digits.as_bytes());
                assert_eq!(
                    integer_of_word(u64::from_le_bytes(bytes), digits.len()),
                    Some(number),
                    "{number} {after}"
                );
            }
        }
        for len in 0..=9 {
            for at in 0..len.min(8) {
                for byte in 0..=u8::MAX {
                    let mut bytes = *b"12345678";
                    bytes[at] = byte;
                    let word = integer_of_word(u64::from_le_bytes(bytes), len);
                    let token = bytes.get(..len).and_then(plain_integer);
                    assert_eq!(
                        word,
                        token.map(|(_, value)| value).filter(|_| byte != b'-'),
                        "{byte} at {at} of {len}"
                    );
                }
            }
        }
        assert_eq!(integer_of_word(u64::from_le_bytes(*b"12345678"), 0), None);
        assert_eq!(integer_of_word(u64::from_le_bytes(*b"12345678"), usize::MAX), None);
    }

    /// All combinations of up to eight of these bytes, adjacent or at some distance.
    #[test]
    fn words_with_a_point() {
        const BYTES: [u8; 8] = *b"019./e-\xff";
        for index in 0..8_usize.pow(5) {
            let five = [0, 3, 6, 9, 12].map(|shift| BYTES[index >> shift & 7]);
            for at in 0..4 {
                for filler in *b"5.,\x8a" {
                    let mut bytes = [filler; 8];
                    bytes[at..at + 5].copy_from_slice(&five);
                    for len in at..=9 {
                        let token = bytes.get(..len).unwrap_or_default();
                        let is_plain = token.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.'));
                        let value = scan(token).filter(|_| is_plain).map(|scan| scan.float(token).to_bits());
                        let word = decimal_of_word(u64::from_le_bytes(bytes), len).map(f64::to_bits);
                        assert_eq!(word, value, "{bytes:?} {len}");
                    }
                }
            }
        }
        assert_eq!(decimal_of_word(u64::from_le_bytes(*b"12345678"), usize::MAX), None);
    }

    #[test]
    fn integers_however_spelled() {
        for (token, value) in [
            ("0", 0),
            ("-0", 0),
            ("-0.0e5", 0),
            ("0e999999999999999999999", 0),
            ("1e3", 1000),
            ("1.0", 1),
            ("123.4500e2", 12345),
            ("1500e-2", 15),
            ("18446744073709551615", u64::MAX),
            ("18446744073709551615.000", u64::MAX),
            ("1844674407370955161.5e1", u64::MAX),
            ("1000000000000000000000000000000e-30", 1),
            ("0.000000000000000000000000000001e30", 1),
        ] {
            assert_eq!(parse(token.as_bytes()), Some(NumberValue::Unsigned(value)), "{token}");
        }
        assert_eq!(parse(b"-9223372036854775808"), Some(NumberValue::Negative(i64::MIN)));
        assert_eq!(parse(b"-1e1"), Some(NumberValue::Negative(-10)));
    }

    #[test]
    fn other_numbers_are_floats() {
        for token in [
            "1.5",
            "-2.25",
            "18446744073709551616",
            "-9223372036854775809",
            "1e300",
            "5e-324",
            "1e-400",
            "0.1",
            "123456789012345678901234567890",
            "3.141592653589793238462643383279",
            "1.7976931348623157e308",
            "9007199254740993.5",
            "1e23",
            "8.5e-7",
        ] {
            let expected: f64 = token.parse().unwrap();
            match parse(token.as_bytes()) {
                Some(NumberValue::Float(value)) => assert_eq!(value.to_bits(), expected.to_bits(), "{token}"),
                other => panic!("{token}: {other:?}"),
            }
        }
        assert_eq!(parse(b"1e400"), Some(NumberValue::Huge));
        assert_eq!(parse(b"-1e999999999999999999999999"), Some(NumberValue::Huge));
    }

    /// Exact for random mantissas of every length, and for those next to a tie.
    #[test]
    fn floats_as_the_standard_library_reads_them() {
        let mut state = 88_172_645_463_325_252_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for round in 0..400 {
            for exponent in -30..=30 {
                let bits = random();
                let mantissa = match round % 4 {
                    0 => bits % 10_000_000_000_000_000_000,
                    1 => bits >> (bits % 64),
                    // Halfway between two neighbours, and next to it.
                    2 => (bits >> 10 | 1 << 53 | 1) + bits % 3 - 1,
                    _ => (bits >> 9 | 1 << 54 | 2) & !1,
                };
                let token = format!("{mantissa}e{exponent}");
                let expected: f64 = token.parse().unwrap();
                let value = scan(token.as_bytes()).unwrap().float(token.as_bytes());
                assert_eq!(value.to_bits(), expected.to_bits(), "{token}");
            }
        }
    }

    #[test]
    fn wide_integers_are_exact() {
        let max = u128::MAX.to_string();
        assert_eq!(exact_integer(max.as_bytes()), Some((false, u128::MAX)));
        assert_eq!(exact_integer(b"340282366920938463463374607431768211456"), None);
        assert_eq!(exact_integer(b"-1.5e1"), Some((true, 15)));
        assert_eq!(exact_integer(b"1.5"), None);
        assert_eq!(exact_integer(b"1e9999999999999999999999"), None);
    }
}
