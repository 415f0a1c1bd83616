//! Options for reading CSV.

use super::values::{parser, values_of};
use crate::report;
use clap::{Args, ValueEnum};
use toon_formats::csv;

/// How CSV is read.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct CsvReading {
    /// What separates the fields of the input
    #[arg(long, value_name = "DELIMITER", default_value = "auto", value_parser = parser::<CsvDelimiter>())]
    pub(crate) csv_delimiter: csv::Delimiter,
    /// How cells become numbers and booleans
    #[arg(long, value_name = "RULE", default_value = "auto", value_parser = parser::<Types>())]
    pub(crate) types: csv::Types,
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
            types: self.types,
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
            (self.types != csv::Types::Auto, "--types"),
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

/// How cells become numbers and booleans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Types {
    /// By column: numbers if every cell is one (but not codes such as 12E3 or versions such as 1.9,
    /// 1.10); booleans if all cells are true or false.
    /// Empty cells of these columns are null
    #[default]
    Auto,
    /// All cells are strings
    Strings,
    /// Cell by cell: a number or a boolean if TOON spells it exactly like the cell
    Exact,
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
    Types => csv::Types { Auto Strings Exact }
    Ragged => csv::Ragged { Pad Error }
}
