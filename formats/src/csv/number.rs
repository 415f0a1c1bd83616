//! How numbers are spelled in cells.

/// A 64-bit float keeps any number of so many digits.
const FLOAT_DIGITS: usize = 15;

/// No 64-bit float has more significant digits.
const MAX_FLOAT_DIGITS: usize = 767;

/// How a number is spelled.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Spelling {
    /// The number of digits after the decimal point.
    pub(super) places: Option<usize>,
    /// Whether these end in 0.
    pub(super) has_final_zeros: bool,
    /// Whether there is an exponent without a sign, and no decimal point.
    pub(super) has_bare_exponent: bool,
    pub(super) is_negative: bool,
}

/// Why a cell is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotNumber {
    /// It is a number but for zeros or a plus sign at its beginning, which a code may need.
    Code,
    /// It is a number if its comma is a decimal point.
    DecimalComma,
    /// TOON or a 64-bit float would change its value.
    Digits,
    Text,
}

/// The parts of a number.
struct Parts<'c> {
    sign: Option<u8>,
    whole: &'c [u8],
    fraction: Option<&'c [u8]>,
    /// `e5`, `E-05`.
    exponent: &'c [u8],
}

impl<'c> Parts<'c> {
    /// `None` if the cell is not spelled like a number. `.5` and `5.` are.
    fn of(cell: &'c [u8], point: u8) -> Option<Self> {
        let (sign, unsigned) = match cell {
            [sign @ (b'-' | b'+'), rest @ ..] => (Some(*sign), rest),
            _ => (None, cell),
        };
        let (whole, rest) = digits(unsigned);
        let (fraction, exponent) = match rest {
            [first, rest @ ..] if *first == point => {
                let (fraction, rest) = digits(rest);
                (Some(fraction), rest)
            }
            _ => (None, rest),
        };
        if whole.is_empty() && fraction.is_none_or(<[u8]>::is_empty) {
            return None;
        }
        if let [first, power @ ..] = exponent {
            let power = power.strip_prefix(b"-").or(power.strip_prefix(b"+")).unwrap_or(power);
            let is_power = !power.is_empty() && power.iter().all(u8::is_ascii_digit);
            if !matches!(first, b'e' | b'E') || !is_power {
                return None;
            }
        }
        Some(Parts { sign, whole, fraction, exponent })
    }

    /// Whether a number of JSON would not begin like this.
    fn begins_like_a_code(&self) -> bool {
        self.sign == Some(b'+') || self.whole.len() > 1 && self.whole.starts_with(b"0")
    }

    /// Appends the number as JSON.
    fn push(&self, json: &mut Vec<u8>) {
        if self.sign == Some(b'-') {
            json.push(b'-');
        }
        let zeros = self.whole.iter().take_while(|digit| **digit == b'0').count();
        let whole = self.whole.get(zeros..).unwrap_or_default();
        json.extend_from_slice(if whole.is_empty() { b"0" } else { whole });
        if let Some(fraction) = self.fraction.filter(|fraction| !fraction.is_empty()) {
            json.push(b'.');
            json.extend_from_slice(fraction);
        }
        json.extend_from_slice(self.exponent);
    }

    /// Whether TOON and a 64-bit float keep the value.
    fn is_kept(&self) -> bool {
        let fraction = self.fraction.unwrap_or_default();
        if self.exponent.is_empty() {
            if fraction.is_empty() {
                return self.is_i128();
            }
            if self.whole.len() + fraction.len() <= FLOAT_DIGITS {
                return true;
            }
        }
        self.is_float()
    }

    fn is_i128(&self) -> bool {
        const ALWAYS: usize = 38;
        self.whole.len() <= ALWAYS || self.text().parse::<i128>().is_ok()
    }

    fn text(&self) -> String {
        let mut json = Vec::new();
        self.push(&mut json);
        String::from_utf8(json).unwrap_or_default()
    }

    /// Whether a 64-bit float keeps all digits.
    fn is_float(&self) -> bool {
        let digits = || self.whole.iter().chain(self.fraction.unwrap_or_default());
        let is_zero_digit = |digit: &&u8| **digit == b'0';
        let length = digits().count();
        let leading = digits().take_while(is_zero_digit).count();
        let trailing = digits().rev().take_while(is_zero_digit).count();
        let significant = length.saturating_sub(leading + trailing);
        let Ok(value) = self.text().parse::<f64>() else { return false };
        if significant == 0 {
            return true;
        }
        // A subnormal float has fewer digits. Most programs write floats with the fewest digits that
        // read as the same float, and some with more than anyone needs.
        value.is_normal()
            && (significant <= FLOAT_DIGITS
                || significant <= shortest_digits(value)
                || significant <= MAX_FLOAT_DIGITS
                    && expansion(value, significant).eq(digits().skip(leading).take(significant).copied()))
    }
}

impl Spelling {
    /// How a cell spells a number, whose decimal point is `point`.
    pub(super) fn of(cell: &[u8], point: u8) -> Result<Self, NotNumber> {
        let Some(number) = Parts::of(cell, point) else {
            let is_decimal = point != b',' && cell.contains(&b',') && Spelling::of(cell, b',').is_ok();
            return Err(if is_decimal { NotNumber::DecimalComma } else { NotNumber::Text });
        };
        if number.begins_like_a_code() {
            return Err(NotNumber::Code);
        }
        if !number.is_kept() {
            return Err(NotNumber::Digits);
        }
        Ok(Spelling {
            places: number.fraction.map(<[u8]>::len),
            has_final_zeros: number.fraction.is_some_and(|fraction| fraction.ends_with(b"0")),
            has_bare_exponent: matches!(number.exponent, [_, b'0'..=b'9', ..]) && number.fraction.is_none(),
            is_negative: number.sign == Some(b'-'),
        })
    }
}

/// Whether the cell is a number whose value is kept, however it begins.
pub(super) fn is_any_number(cell: &[u8], point: u8) -> Result<(), NotNumber> {
    match Parts::of(cell, point) {
        Some(number) if number.is_kept() => Ok(()),
        Some(_) => Err(NotNumber::Digits),
        None => Err(Spelling::of(cell, point).err().unwrap_or(NotNumber::Text)),
    }
}

/// Appends a number as JSON, and `null` for any other cell: an empty one, or a word such as `NA`.
pub(super) fn push_number(json: &mut Vec<u8>, cell: &[u8], point: u8) {
    if let [b'1'..=b'9', rest @ ..] = cell
        && rest.iter().all(u8::is_ascii_digit)
    {
        json.extend_from_slice(cell);
    } else if let Some(number) = Parts::of(cell, point) {
        number.push(json);
    } else {
        json.extend_from_slice(b"null");
    }
}

/// The digits at the beginning of `text`, and the rest.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

/// The number of digits of the shortest decimal that reads as this float.
fn shortest_digits(value: f64) -> usize {
    let text = format!("{value:e}");
    text.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count()
}

/// The first digits of the exact value of a float, of which the last is rounded.
fn expansion(value: f64, digits: usize) -> impl Iterator<Item = u8> {
    let text = format!("{value:.*e}", digits.saturating_sub(1)).into_bytes();
    text.into_iter().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::{NotNumber, Spelling, push_number};

    #[test]
    fn zeros_at_the_end() {
        let is_final = |cell: &str| Spelling::of(cell.as_bytes(), b'.').unwrap().has_final_zeros;
        assert!(is_final("1.10") && is_final("1.0") && is_final("1.50e+3"));
        assert!(!is_final("10") && !is_final("1.01") && !is_final("1e10"));
    }

    #[test]
    fn json() {
        for (cell, json) in [
            ("12", "12"),
            ("-0", "-0"),
            (".5", "0.5"),
            ("-.25", "-0.25"),
            ("5.", "5"),
            ("-5.e3", "-5e3"),
            ("1.50E+03", "1.50E+03"),
            ("007", "7"),
            ("+0.10", "0.10"),
            ("000", "0"),
        ] {
            let mut written = Vec::new();
            push_number(&mut written, cell.as_bytes(), b'.');
            assert_eq!(String::from_utf8(written).unwrap(), json, "{cell}");
            assert!(serde_json::from_str::<serde_json::Number>(json).is_ok());
        }
        let mut written = Vec::new();
        push_number(&mut written, b"-1,5", b',');
        assert_eq!(written, b"-1.5");
    }

    #[test]
    fn reasons() {
        for (cell, reason) in [
            ("007", NotNumber::Code),
            ("+49", NotNumber::Code),
            ("1,5", NotNumber::DecimalComma),
            ("1,234,567", NotNumber::Text),
            ("1e400", NotNumber::Digits),
            ("1e-400", NotNumber::Digits),
            ("0.12345678901234567890", NotNumber::Digits),
            ("170141183460469231731687303715884105728", NotNumber::Digits),
            (" 1", NotNumber::Text),
            (".", NotNumber::Text),
            ("-", NotNumber::Text),
            ("1e", NotNumber::Text),
            ("0x10", NotNumber::Text),
        ] {
            assert_eq!(Spelling::of(cell.as_bytes(), b'.'), Err(reason), "{cell}");
        }
        assert!(Spelling::of(b"1,5", b',').is_ok());
        assert_eq!(Spelling::of(b"1.234,5", b','), Err(NotNumber::Text));
        assert_eq!(Spelling::of(b"1.5", b','), Err(NotNumber::Text));
    }

    /// As numpy writes them.
    #[test]
    fn exact_digits_of_floats() {
        for cell in
            ["8.379031744168380369e-02", "5.100000000000000000e+00", "0.1000000000000000055511151231257827"]
        {
            assert!(Spelling::of(cell.as_bytes(), b'.').is_ok(), "{cell}");
        }
        assert!(Spelling::of(b"0.1000000000000000055511151231257828", b'.').is_err());
        let long = format!("0.1{}", "0".repeat(100_000));
        assert!(Spelling::of(long.as_bytes(), b'.').is_ok());
        assert!(Spelling::of(format!("{long}1").as_bytes(), b'.').is_err());
    }
}
