//! The type of a column, decided from all of its cells.

use super::number::{NotNumber, Spelling, is_any_number};
use super::options::{Options, Types};
use std::fmt::{self, Display, Formatter};

/// The words that programs write for an absent number.
const NA: [&str; 9] = ["NA", "N/A", "#N/A", "NaN", "nan", "null", "NULL", ".", "-"];

/// With so many digits after the point, a number is not a version.
const FRACTION_DIGITS: usize = 4;

/// The number of characters of a cell that are shown.
const SHOWN: usize = 40;

/// The beginning of a cell.
pub(super) fn shown(cell: &[u8]) -> String {
    let text = String::from_utf8_lossy(cell);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.into_owned(),
    }
}

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnType {
    /// Numbers, empty cells, and a word for absent numbers.
    Numbers,
    /// `true` and `false`, in whatever letters, and empty cells.
    Booleans,
    Strings,
    /// Each cell has its own type.
    Exact,
}

/// How numbers are written in the whole file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    /// The decimal point.
    pub(super) point: u8,
    /// Whether words for absent numbers are text.
    pub(super) keep_na: bool,
}

impl Numbers {
    pub(super) fn of(options: &Options) -> Self {
        Numbers { point: options.decimal.point(), keep_na: options.keep_na }
    }
}

/// What the cells of a column have been so far.
#[derive(Clone, Debug)]
pub(super) struct ColumnSurvey {
    types: Types,
    seen: Seen,
    /// The words for absent values: only one, unless the type was requested.
    na: Vec<&'static str>,
    fractions: Fractions,
    /// Whether a cell is spelled like `1e5`.
    has_bare_exponent: bool,
    has_negative: bool,
    /// The first cell that makes the column text.
    text: Option<Box<TextCell>>,
}

/// The digits after the decimal points of a column.
#[derive(Clone, Debug, Default)]
struct Fractions {
    /// Their number in the last cell that has a point, and the most.
    places: Option<usize>,
    most: usize,
    /// Whether cells differ in it.
    differ: bool,
    /// Whether those of a cell end in zeros.
    end_in_zeros: bool,
}

impl Fractions {
    fn add(&mut self, places: usize, ends_in_zeros: bool) {
        self.differ |= self.places.is_some_and(|others| others != places);
        self.end_in_zeros |= ends_in_zeros;
        self.most = self.most.max(places);
        self.places = Some(places);
    }

    fn may_be_versions(&self) -> bool {
        self.differ && self.end_in_zeros && self.most < FRACTION_DIGITS
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Nothing,
    Numbers,
    Booleans(Letters),
    /// Anything else, or a mixture.
    Others,
}

/// How `true` and `false` are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letters {
    Lower,
    Upper,
    Title,
}

/// What a cell is.
enum Cell {
    Number(Spelling),
    Boolean(Letters),
    /// A word for an absent number.
    Na(&'static str),
    Other(NotNumber),
}

impl Cell {
    fn of(cell: &[u8], numbers: Numbers) -> Self {
        match Spelling::of(cell, numbers.point) {
            Ok(number) => Cell::Number(number),
            Err(reason) => match (na(cell).filter(|_| !numbers.keep_na), letters(cell)) {
                (Some(word), _) => Cell::Na(word),
                (_, Some(letters)) => Cell::Boolean(letters),
                _ => Cell::Other(reason),
            },
        }
    }
}

fn na(cell: &[u8]) -> Option<&'static str> {
    NA.into_iter().find(|word| word.as_bytes() == cell)
}

fn letters(cell: &[u8]) -> Option<Letters> {
    match cell {
        b"true" | b"false" => Some(Letters::Lower),
        b"TRUE" | b"FALSE" => Some(Letters::Upper),
        b"True" | b"False" => Some(Letters::Title),
        _ => None,
    }
}

/// A cell that makes a column text.
#[derive(Clone, Debug)]
struct TextCell {
    /// The number of its record of data, from 1.
    row: u64,
    /// The beginning of its text.
    text: String,
    reason: CellReason,
}

#[derive(Clone, Copy, Debug)]
enum CellReason {
    Not(NotNumber),
    /// The cells before are of another type.
    OtherType,
    /// The cells before have another word for absent numbers.
    OtherWord(&'static str),
}

/// Why a cell does not have the type that was requested for its column.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mistyped {
    pub(super) expected: &'static str,
    pub(super) help: &'static str,
}

impl ColumnSurvey {
    pub(super) fn new(types: Types) -> Self {
        ColumnSurvey {
            types,
            seen: Seen::Nothing,
            na: Vec::new(),
            fractions: Fractions::default(),
            has_bare_exponent: false,
            has_negative: false,
            text: None,
        }
    }

    /// Adds a cell of a row, which is counted from 1.
    pub(super) fn add(&mut self, cell: &[u8], row: u64, numbers: Numbers) -> Result<(), Mistyped> {
        if cell.is_empty() {
            return Ok(());
        }
        match self.types {
            Types::Auto if self.seen != Seen::Others => self.decide(cell, row, numbers),
            Types::Numbers => return self.require_number(cell, numbers),
            Types::Booleans => return self.require_boolean(cell, numbers),
            Types::Auto | Types::Strings | Types::Exact => {}
        }
        Ok(())
    }

    fn decide(&mut self, cell: &[u8], row: u64, numbers: Numbers) {
        let reason = match (Cell::of(cell, numbers), self.seen) {
            (Cell::Number(number), Seen::Nothing | Seen::Numbers) => {
                self.seen = Seen::Numbers;
                return self.add_number(&number);
            }
            (Cell::Boolean(letters), Seen::Nothing) if self.na.is_empty() => {
                self.seen = Seen::Booleans(letters);
                return;
            }
            (Cell::Boolean(letters), Seen::Booleans(others)) if letters == others => return,
            (Cell::Na(word), Seen::Nothing | Seen::Numbers) => match self.na.first() {
                Some(other) if *other != word => CellReason::OtherWord(other),
                Some(_) => return,
                None => return self.na.push(word),
            },
            (Cell::Other(reason), _) => CellReason::Not(reason),
            _ => CellReason::OtherType,
        };
        self.seen = Seen::Others;
        let text = shown(cell);
        self.text = Some(Box::new(TextCell { row, text, reason }));
    }

    fn add_number(&mut self, number: &Spelling) {
        self.has_bare_exponent |= number.has_bare_exponent;
        self.has_negative |= number.is_negative;
        if let Some(places) = number.places {
            self.fractions.add(places, number.has_final_zeros);
        }
    }

    fn require_number(&mut self, cell: &[u8], numbers: Numbers) -> Result<(), Mistyped> {
        let Err(reason) = is_any_number(cell, numbers.point) else { return Ok(()) };
        self.require(cell, numbers, || Mistyped {
            expected: "a number",
            help: match reason {
                NotNumber::DecimalComma => "use --decimal comma if that is the decimal point",
                NotNumber::Digits => {
                    "a 64-bit float cannot keep its value; use the rule `strings` for this column"
                }
                NotNumber::Code | NotNumber::Text => {
                    "correct the cell, or name its text with --null to read it as null"
                }
            },
        })
    }

    fn require_boolean(&mut self, cell: &[u8], numbers: Numbers) -> Result<(), Mistyped> {
        if letters(cell).is_some() {
            return Ok(());
        }
        self.require(cell, numbers, || Mistyped {
            expected: "true or false",
            help: "correct the cell, or name its text with --null to read it as null",
        })
    }

    /// Accepts a word for an absent value.
    fn require(
        &mut self,
        cell: &[u8],
        numbers: Numbers,
        mistyped: impl FnOnce() -> Mistyped,
    ) -> Result<(), Mistyped> {
        let word = na(cell).filter(|_| !numbers.keep_na).ok_or_else(mistyped)?;
        if !self.na.contains(&word) {
            self.na.push(word);
        }
        Ok(())
    }

    pub(super) fn column_type(&self) -> ColumnType {
        match self.types {
            Types::Auto => match self.seen {
                Seen::Numbers if self.number_reason().is_none() => ColumnType::Numbers,
                Seen::Booleans(_) => ColumnType::Booleans,
                _ => ColumnType::Strings,
            },
            Types::Numbers => ColumnType::Numbers,
            Types::Booleans => ColumnType::Booleans,
            Types::Strings => ColumnType::Strings,
            Types::Exact => ColumnType::Exact,
        }
    }

    /// Why a column of numbers is text nevertheless.
    fn number_reason(&self) -> Option<&'static str> {
        if self.fractions.may_be_versions() && !self.has_negative {
            // Prices are numbers although 2.50 becomes 2.5, but the versions 1.9 and 1.10 are not.
            Some("its zeros may matter, as in the versions 1.9 and 1.10")
        } else if self.has_bare_exponent && self.fractions.places.is_none() {
            // 1e5 is more likely a code than a number if no other cell has a decimal point.
            Some("it may have codes, such as 12E3")
        } else {
            None
        }
    }

    /// The words that are read as null.
    pub(super) fn null_words(&self) -> &[&'static str] {
        let has_nulls = matches!(self.column_type(), ColumnType::Numbers | ColumnType::Booleans);
        if has_nulls { &self.na } else { &[] }
    }

    /// Whether the type was requested.
    pub(super) fn is_requested(&self) -> bool {
        self.types != Types::Auto
    }

    /// A cell that would be a number with a decimal comma, if that is what makes the column text.
    pub(super) fn decimal_comma(&self) -> Option<&str> {
        let TextCell { text, reason, .. } = self.text.as_deref()?;
        matches!(reason, CellReason::Not(NotNumber::DecimalComma)).then_some(text)
    }

    /// The type, and why it is not another one.
    pub(super) fn decision(&self, name: &str) -> Decision<'_> {
        Decision { column: self, name: name.to_owned() }
    }
}

/// Says the type of a column, and why it is text.
pub(super) struct Decision<'c> {
    column: &'c ColumnSurvey,
    name: String,
}

impl Display for Decision<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Decision { column, name } = self;
        match column.column_type() {
            ColumnType::Numbers => f.write_str("numbers")?,
            ColumnType::Booleans => f.write_str("booleans")?,
            ColumnType::Exact => f.write_str("each cell by itself")?,
            ColumnType::Strings => f.write_str("text")?,
        }
        for (index, word) in column.null_words().iter().enumerate() {
            write!(f, "{}{word:?}", if index == 0 { ", with " } else { ", " })?;
        }
        if !column.null_words().is_empty() {
            f.write_str(" as null")?;
        }
        if column.types != Types::Auto || column.column_type() != ColumnType::Strings {
            return Ok(());
        }
        let numbers = format!("use --types {name:?}=numbers if they are numbers");
        let Some(TextCell { row, text, reason }) = column.text.as_deref() else {
            return match (column.number_reason(), column.na.first()) {
                (Some(reason), _) => write!(f, ", since {reason}; {numbers}"),
                (None, Some(word)) => write!(f, ", since {word:?} is its only value"),
                (None, None) => f.write_str(", since all cells are empty"),
            };
        };
        write!(f, ", since {text:?} in row {row} ")?;
        match reason {
            CellReason::Not(NotNumber::Text) => f.write_str("is not a number"),
            CellReason::Not(NotNumber::Code) => write!(f, "may be a code; {numbers}"),
            CellReason::Not(NotNumber::DecimalComma) => {
                f.write_str("has a comma; use --decimal comma if that is the decimal point")
            }
            CellReason::Not(NotNumber::Digits) => f.write_str("is a number that a 64-bit float cannot keep"),
            CellReason::OtherType => f.write_str("is of another type than the cells before"),
            CellReason::OtherWord(other) => write!(f, "and {other:?} are different words for null"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ColumnSurvey, ColumnType, Numbers};
    use crate::csv::options::Types;

    const POINT: Numbers = Numbers { point: b'.', keep_na: false };

    fn survey(types: Types, cells: &[&str], numbers: Numbers) -> ColumnSurvey {
        let mut survey = ColumnSurvey::new(types);
        for (cell, row) in cells.iter().zip(1..) {
            survey.add(cell.as_bytes(), row, numbers).unwrap();
        }
        survey
    }

    #[track_caller]
    fn check(expected: ColumnType, columns: &[&[&str]]) {
        for cells in columns {
            let found = survey(Types::Auto, cells, POINT).column_type();
            assert_eq!(found, expected, "{cells:?}");
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
                &[".5", "-.25", "1."],
                &["1.0", "2.5", "3"],
                &["-0.0", "1.5"],
                &["-0", "1"],
                &["5.100000000000000000e+00", "1.500000000000000000e-01"],
                &["1.5e10", "1e5"],
                &["0.1", "0.30000000000000004", "0"],
                // Not versions.
                &["7.671", "7.20", "7.2639999999999985"],
                &["-1.9", "1.10"],
                // Halfway between two decimals of 16 digits.
                &["0.7634353637695312", "0.7634353637695313"],
                &["170141183460469231731687303715884105727", "-170141183460469231731687303715884105728"],
                &["123456789012.345"],
            ],
        );
    }

    #[test]
    fn absent_numbers() {
        for word in super::NA {
            check(ColumnType::Numbers, &[&["1", word, "2.5", "", word], &[word, "3"]]);
            check(
                ColumnType::Strings,
                &[&[word], &[word, ""], &[word, "DE", "1"], &[word, "true"], &["true", word]],
            );
        }
        check(ColumnType::Strings, &[&["1", "NA", "NaN"], &["1", "na"], &["1", "n/a"], &["DE", "NA"]]);
        let kept = survey(Types::Auto, &["1", "NA"], Numbers { keep_na: true, ..POINT });
        assert_eq!(kept.column_type(), ColumnType::Strings);
    }

    #[test]
    fn booleans() {
        check(
            ColumnType::Booleans,
            &[&["true", "", "false"], &["true"], &["TRUE", "FALSE", ""], &["True", "False"]],
        );
        check(ColumnType::Strings, &[&["true", "False"], &["TRUE", "true"], &["TRUE", "T"], &["T", "F"]]);
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
                // Versions.
                &["1.9", "1.10"],
                &["1.25", "2.00", "3.5"],
                &["3.0", "3.11"],
                &["1.9", "1.10", "1.8"],
                // Codes.
                &["007", "8"],
                &["+1"],
                &["1e5", "2E10"],
                &["1e5", "100"],
                // Not numbers.
                &["1,5"],
                &["0x10"],
                &[" 1"],
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
    fn decimal_commas() {
        let comma = Numbers { point: b',', keep_na: false };
        assert_eq!(survey(Types::Auto, &["1,5", "2", "NA"], comma).column_type(), ColumnType::Numbers);
        // It may separate thousands.
        assert_eq!(survey(Types::Auto, &["1.234"], comma).column_type(), ColumnType::Strings);
    }

    #[test]
    fn requested_types() {
        let numbers = survey(Types::Numbers, &["007", "1e5", "1.9", "1.10", "+3", "NA", "-"], POINT);
        assert_eq!((numbers.column_type(), numbers.null_words()), (ColumnType::Numbers, &["NA", "-"][..]));
        for cell in ["x", "1,5", "true", "0.12345678901234567890"] {
            let refused = ColumnSurvey::new(Types::Numbers).add(cell.as_bytes(), 1, POINT);
            assert_eq!(refused.unwrap_err().expected, "a number", "{cell}");
        }
        let booleans = survey(Types::Booleans, &["true", "FALSE", "NA"], POINT);
        assert_eq!(booleans.column_type(), ColumnType::Booleans);
        assert!(ColumnSurvey::new(Types::Booleans).add(b"1", 1, POINT).is_err());
        assert_eq!(survey(Types::Strings, &["1"], POINT).column_type(), ColumnType::Strings);
        assert_eq!(survey(Types::Exact, &["1"], POINT).column_type(), ColumnType::Exact);
    }

    #[track_caller]
    fn says(cells: &[&str], expected: &str) {
        assert_eq!(survey(Types::Auto, cells, POINT).decision("v").to_string(), expected);
    }

    #[test]
    fn decisions() {
        says(&["1", "2.5"], "numbers");
        says(&["1", "NA"], "numbers, with \"NA\" as null");
        says(&["TRUE"], "booleans");
        says(&["1", "x"], "text, since \"x\" in row 2 is not a number");
        says(
            &["007"],
            "text, since \"007\" in row 1 may be a code; use --types \"v\"=numbers if they are numbers",
        );
        says(
            &["1.9", "1.10"],
            "text, since its zeros may matter, as in the versions 1.9 and 1.10; use --types \"v\"=numbers if they are numbers",
        );
        says(&["1", "true"], "text, since \"true\" in row 2 is of another type than the cells before");
        says(&["1", "NA", "NaN"], "text, since \"NaN\" in row 3 and \"NA\" are different words for null");
        says(&["NA"], "text, since \"NA\" is its only value");
        says(&[""], "text, since all cells are empty");
    }
}
