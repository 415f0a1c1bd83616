//! The type of a column, decided from all of its cells.

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnType {
    /// JSON numbers, and empty cells.
    Numbers,
    /// `true`, `false`, and empty cells.
    Booleans,
    Strings,
    /// Each cell has its own type.
    Exact,
}

/// What the cells of a column have been so far.
#[derive(Clone, Debug, Default)]
pub(super) struct ColumnSurvey {
    seen: Seen,
    /// The number of digits after the decimal point of the first cell that has one.
    places: Option<usize>,
    /// Whether another cell has more or fewer.
    has_other_places: bool,
    /// Whether a cell has zeros at its end.
    has_final_zeros: bool,
    /// Whether a cell is spelled like `1e5`.
    has_bare_exponent: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seen {
    #[default]
    Nothing,
    Numbers,
    Booleans,
    /// Anything else, or a mixture.
    Others,
}

impl ColumnSurvey {
    pub(super) fn add(&mut self, cell: &[u8]) {
        if self.seen == Seen::Others || cell.is_empty() {
            return;
        }
        let found = if matches!(cell, b"true" | b"false") {
            Seen::Booleans
        } else if let Some(number) = Spelling::of(cell) {
            self.has_bare_exponent |= number.has_bare_exponent;
            if let Some(places) = number.places {
                self.has_other_places |= self.places.is_some_and(|others| others != places);
                self.has_final_zeros |= number.has_final_zeros;
                self.places = Some(places);
            }
            Seen::Numbers
        } else {
            Seen::Others
        };
        self.seen = if self.seen == Seen::Nothing || self.seen == found { found } else { Seen::Others };
    }

    pub(super) fn column_type(&self) -> ColumnType {
        // Prices are numbers although 2.50 becomes 2.5, but the versions 1.9 and 1.10 are not.
        let has_versions = self.has_other_places && self.has_final_zeros;
        // 1e5 is more likely a code than a number if no other cell has a decimal point.
        let has_codes = self.has_bare_exponent && self.places.is_none();
        match self.seen {
            Seen::Numbers if !has_versions && !has_codes => ColumnType::Numbers,
            Seen::Booleans => ColumnType::Booleans,
            _ => ColumnType::Strings,
        }
    }
}

/// A 64-bit float keeps any number of so many digits.
const FLOAT_DIGITS: usize = 15;

/// How a number is spelled.
#[derive(Debug, Default, PartialEq, Eq)]
struct Spelling {
    /// The number of digits after the decimal point.
    places: Option<usize>,
    /// Whether these end in 0.
    has_final_zeros: bool,
    /// Whether there is an exponent without a sign, and no decimal point.
    has_bare_exponent: bool,
}

impl Spelling {
    /// `None` if the cell is not a JSON number, or if TOON or a 64-bit float cannot keep its value.
    fn of(cell: &[u8]) -> Option<Self> {
        let unsigned = cell.strip_prefix(b"-").unwrap_or(cell);
        let (whole, rest) = digits(unsigned);
        if whole.is_empty() || whole.len() > 1 && whole.starts_with(b"0") {
            return None;
        }
        let mut number = Spelling::default();
        let (fraction, rest) = rest.strip_prefix(b".").map_or((None, rest), |rest| {
            let (fraction, rest) = digits(rest);
            (Some(fraction), rest)
        });
        if let Some(fraction) = fraction {
            number.places = Some(fraction.len());
            number.has_final_zeros = fraction.ends_with(b"0");
        }
        let exponent = match rest {
            [] => None,
            [b'e' | b'E', exponent @ ..] => Some(exponent),
            _ => return None,
        };
        if let Some(exponent) = exponent {
            let unsigned = exponent.strip_prefix(b"-").or(exponent.strip_prefix(b"+"));
            let (power, rest) = digits(unsigned.unwrap_or(exponent));
            if power.is_empty() || !rest.is_empty() {
                return None;
            }
            number.has_bare_exponent = unsigned.is_none() && fraction.is_none();
        }
        let fraction_digits = fraction.unwrap_or_default();
        let is_zero = whole.iter().chain(fraction_digits).all(|digit| *digit == b'0');
        let is_kept = if fraction == Some(b"") {
            false
        } else if fraction.is_none() && exponent.is_none() {
            is_i128(cell, whole)
        } else if exponent.is_none() && whole.len() + fraction_digits.len() <= FLOAT_DIGITS {
            true
        } else {
            is_float(cell, whole, fraction_digits, is_zero)
        };
        is_kept.then_some(number)
    }
}

/// The digits at the beginning of `text`, and the rest.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

fn is_i128(cell: &[u8], digits: &[u8]) -> bool {
    const ALWAYS: usize = 38;
    digits.len() <= ALWAYS || std::str::from_utf8(cell).is_ok_and(|text| text.parse::<i128>().is_ok())
}

/// Whether a 64-bit float keeps all digits.
fn is_float(cell: &[u8], whole: &[u8], fraction: &[u8], is_zero: bool) -> bool {
    let digits = whole.iter().chain(fraction);
    let is_zero_digit = |digit: &&u8| **digit == b'0';
    let leading = digits.clone().take_while(is_zero_digit).count();
    let trailing = digits.rev().take_while(is_zero_digit).count();
    let significant = (whole.len() + fraction.len()).saturating_sub(leading + trailing);
    let value = std::str::from_utf8(cell).ok().and_then(|text| text.parse::<f64>().ok());
    value.is_some_and(|value| {
        // A subnormal float has fewer digits.
        let is_in_range = value.is_normal() || is_zero;
        // Most programs write floats with the fewest digits that read as the same float.
        is_in_range && (significant <= FLOAT_DIGITS || significant <= shortest_digits(value))
    })
}

/// The number of digits of the shortest decimal that reads as this float.
fn shortest_digits(value: f64) -> usize {
    let text = format!("{value:e}");
    text.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::{ColumnSurvey, ColumnType, Spelling};

    #[track_caller]
    fn check(expected: ColumnType, columns: &[&[&str]]) {
        for cells in columns {
            let mut survey = ColumnSurvey::default();
            for cell in *cells {
                survey.add(cell.as_bytes());
            }
            assert_eq!(survey.column_type(), expected, "{cells:?}");
        }
    }

    #[test]
    fn numbers() {
        check(
            ColumnType::Numbers,
            &[
                &["1", "", "-20", "0"],
                // Prices.
                &["2.45", "2.50", "3.00", "12"],
                // As statistics programs write them.
                &["0.5", "1e-07", "1e+05", "3"],
                &["1.0", "2.5", "3"],
                &["-0.0", "1.5"],
                &["-0", "1"],
                &["5.100000000000000000e+00", "1.500000000000000000e-01"],
                &["1.5e10", "1e5"],
                &["0.1", "0.30000000000000004", "0"],
                // Halfway between two decimals of 16 digits.
                &["0.7634353637695312", "0.7634353637695313"],
                &["170141183460469231731687303715884105727", "-170141183460469231731687303715884105728"],
                &["123456789012.345"],
            ],
        );
    }

    #[test]
    fn booleans() {
        check(ColumnType::Booleans, &[&["true", "", "false"], &["true"]]);
    }

    #[test]
    fn strings() {
        check(
            ColumnType::Strings,
            &[
                &[],
                &["", ""],
                &["1", "x"],
                &["1", "true"],
                &["True", "False"],
                // Versions.
                &["1.9", "1.10"],
                &["1.25", "2.00", "3.5"],
                &["3.0", "3.11"],
                // Codes.
                &["007", "8"],
                &["1e5", "2E10"],
                &["1e5", "100"],
                // Not numbers in JSON.
                &["+1"],
                &[".5"],
                &["5."],
                &["1,5"],
                &["0x10"],
                &[" 1"],
                &["NaN"],
                &["-"],
                &["1e"],
                &["1e+"],
                &["1.5e1.5"],
                // TOON or a float would change the value.
                &["0.12345678901234567890"],
                &["3.1415926535897932384"],
                &["1e400"],
                &["1e-400"],
                &["1.0e-320"],
                &["170141183460469231731687303715884105728"],
            ],
        );
    }

    #[test]
    fn zeros_at_the_end() {
        let is_final = |cell: &str| Spelling::of(cell.as_bytes()).unwrap().has_final_zeros;
        assert!(is_final("1.10") && is_final("1.0") && is_final("1.50e+3"));
        assert!(!is_final("10") && !is_final("1.01") && !is_final("1e10"));
    }
}
