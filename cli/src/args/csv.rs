//! Options for reading CSV.

use super::values::{parser, values_of};
use crate::report;
use clap::{Args, ValueEnum};
use std::str::FromStr;
use toon_formats::csv;

/// How CSV is read.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct CsvReading {
    /// What separates the fields of the input
    #[arg(long, value_name = "DELIMITER", default_value = "auto", value_parser = parser::<CsvDelimiter>())]
    pub(crate) csv_delimiter: csv::Delimiter,
    /// Leave out lines that begin with this character
    #[arg(long, value_name = "CHAR", value_parser = comment)]
    pub(crate) comment: Option<u8>,
    /// Leave out the first N lines, which are above the header
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) skip_lines: u64,
    /// How cells become numbers and booleans, in all columns or in that of one field
    ///
    /// Can be repeated: with `--types strings --types price=numbers`, only prices are numbers.
    ///
    /// With `auto`, the default, a column is numbers if every cell is one (but not codes such as 12E3 or
    /// versions such as 1.9, 1.10) or a word such as NA, and booleans if all cells are true or false.
    /// Empty cells of these columns are null.
    ///
    /// With `strings`, all cells are strings.
    ///
    /// With `numbers`, all cells must be numbers, however they are written; words such as NA are null.
    ///
    /// With `booleans`, all cells must be true or false.
    ///
    /// With `exact`, each cell is a number or a boolean by itself, if TOON spells it exactly like that.
    #[arg(long, value_name = "[FIELD=]RULE")]
    pub(crate) types: Vec<TypeRule>,
    /// What separates the digits of whole numbers from those of fractions
    #[arg(long, value_name = "CHARACTER", default_value = "point", value_parser = parser::<Decimal>())]
    pub(crate) decimal: csv::Decimal,
    /// Keep words for absent numbers as text: NA, N/A, #N/A, NaN, nan, null, NULL, `.` and `-`
    ///
    /// By default, a column is numbers if one and the same of them is its only other text, and that is
    /// null.
    #[arg(long)]
    pub(crate) keep_na: bool,
    /// Read this text, such as NA, as null
    ///
    /// Use '' for empty cells. Can be repeated.
    #[arg(long = "null", value_name = "TEXT", allow_negative_numbers = true)]
    pub(crate) nulls: Vec<String>,
    /// Name the fields c1, c2, …, and read the first record as data
    #[arg(long)]
    pub(crate) no_header: bool,
    /// What to do about records that are shorter or longer than the header
    #[arg(long, value_name = "ACTION", default_value = "error", value_parser = parser::<Ragged>())]
    pub(crate) ragged: csv::Ragged,
    /// Rename duplicate fields in the header: `name`, `name_2`, …
    #[arg(long)]
    pub(crate) number_duplicates: bool,
}

impl CsvReading {
    /// The options of the reader.
    pub(crate) fn options(&self) -> csv::Options {
        csv::Options {
            delimiter: self.csv_delimiter,
            comment: self.comment,
            skip_lines: self.skip_lines,
            types: self
                .types
                .iter()
                .rfind(|rule| rule.field.is_none())
                .map_or_else(Default::default, |rule| rule.types),
            column_types: self
                .types
                .iter()
                .filter_map(|rule| Some((rule.field.clone()?, rule.types)))
                .collect(),
            decimal: self.decimal,
            keep_na: self.keep_na,
            nulls: self.nulls.clone(),
            no_header: self.no_header,
            ragged: self.ragged,
            number_duplicates: self.number_duplicates,
        }
    }

    /// Says which options have no effect, for input that is not CSV.
    pub(crate) fn ignore(&self, name: &str) {
        report::ignored(&self.given(), &format!("{name} is not read as CSV"));
    }

    /// The options that were given.
    fn given(&self) -> Vec<&'static str> {
        let given = [
            (self.csv_delimiter != csv::Delimiter::Auto, "--csv-delimiter"),
            (self.comment.is_some(), "--comment"),
            (self.skip_lines > 0, "--skip-lines"),
            (!self.types.is_empty(), "--types"),
            (self.decimal != csv::Decimal::Point, "--decimal"),
            (self.keep_na, "--keep-na"),
            (!self.nulls.is_empty(), "--null"),
            (self.no_header, "--no-header"),
            (self.ragged != csv::Ragged::Error, "--ragged"),
            (self.number_duplicates, "--number-duplicates"),
        ];
        given.into_iter().filter_map(|(is_given, option)| is_given.then_some(option)).collect()
    }
}

/// What separates the fields of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CsvDelimiter {
    #[value(alias = ",")]
    Comma,
    #[value(alias = ";")]
    Semicolon,
    #[value(alias = "\t", alias = "\\t")]
    Tab,
    #[value(alias = "|")]
    Pipe,
    /// The delimiter that splits the header and the first lines most evenly; none for a single column
    #[default]
    Auto,
}

/// How cells become numbers and booleans: in the column of a field, or in all others.
#[derive(Clone, Debug)]
pub(crate) struct TypeRule {
    field: Option<String>,
    types: csv::Types,
}

impl FromStr for TypeRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (field, name) = match text.rsplit_once('=') {
            Some((field, name)) => (Some(field.to_owned()), name),
            None => (None, text),
        };
        let types = match name {
            "auto" => csv::Types::Auto,
            "strings" | "string" => csv::Types::Strings,
            "numbers" | "number" => csv::Types::Numbers,
            "booleans" | "boolean" => csv::Types::Booleans,
            "exact" => csv::Types::Exact,
            _ => {
                return Err("expected auto, strings, numbers, booleans or exact, or FIELD= and one of them"
                    .to_owned());
            }
        };
        Ok(TypeRule { field, types })
    }
}

/// What separates the digits of whole numbers from those of fractions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Decimal {
    /// 1.5
    #[default]
    #[value(alias = ".")]
    Point,
    /// 1,5
    #[value(alias = ",")]
    Comma,
}

/// Reads the character that begins a comment.
fn comment(text: &str) -> Result<u8, &'static str> {
    match text.as_bytes() {
        [byte] if byte.is_ascii_graphic() && *byte != b'"' => Ok(*byte),
        _ => Err("expected a single ASCII character other than a quote"),
    }
}

/// What to do about records whose length differs from that of the header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Ragged {
    /// Add empty cells to short records, and fields to the header for long ones
    Pad,
    #[default]
    Error,
}

values_of! {
    CsvDelimiter => csv::Delimiter { Comma Semicolon Tab Pipe Auto }
    Decimal => csv::Decimal { Point Comma }
    Ragged => csv::Ragged { Pad Error }
}
