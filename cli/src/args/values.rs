//! Values of options.

use clap::ValueEnum;
use clap::builder::{EnumValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use std::fmt::{self, Display, Formatter};
use toon::{Delimiter, SpecVersion};
use toon_answer::Choice;

/// Input formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum From {
    Json,
    /// One JSON value per line
    #[value(alias = "jsonl")]
    Ndjson,
    /// The first record names the fields
    Csv,
    /// CSV with tabs
    Tsv,
    Toml,
    #[value(alias = "yml")]
    Yaml,
    /// Decoded first
    Toon,
}

/// A value as the command line names and describes it.
pub(super) trait NamedValue: ValueEnum + Clone + Send + Sync + 'static {
    /// What it stands for.
    type Value: Clone + Send + Sync + 'static;

    fn value(self) -> Self::Value;
}

/// Parses a value by its name.
pub(super) fn parser<V: NamedValue>() -> impl TypedValueParser<Value = V::Value> {
    EnumValueParser::<V>::new().map(V::value)
}

/// Says what each value of the command line stands for: the one of the same name.
macro_rules! values_of {
    ($($name:ident => $target:path { $($value:ident)* })*) => {$(
        impl $crate::args::values::NamedValue for $name {
            type Value = $target;

            fn value(self) -> $target {
                type Target = $target;
                match self {
                    $($name::$value => Target::$value,)*
                }
            }
        }
    )*};
}

pub(super) use values_of;

values_of! {
    From => toon_formats::Format { Json Ndjson Csv Tsv Toml Yaml Toon }
    Lists => toon_formats::csv::Lists { Error Json }
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// On a single line
    Json,
    /// Indented
    JsonPretty,
    /// One line per element of the root array
    #[value(alias = "jsonl")]
    Ndjson,
    /// One record per element of the root array, or per entry of a keyed table; a field of a nested
    /// object becomes a column such as `user.login`; null, "" and an absent field become the same
    /// empty cell, and a list is an error (but see `toon decode --lists`)
    Csv,
    #[value(alias = "yml")]
    Yaml,
}

impl Display for To {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_possible_value().as_ref().map_or("", PossibleValue::get_name))
    }
}

impl To {
    /// The extension of a file in this format.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            To::Json | To::JsonPretty => "json",
            To::Ndjson => "ndjson",
            To::Csv => "csv",
            To::Yaml => "yaml",
        }
    }
}

/// What happens to lists in CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Lists {
    /// Report the first one
    Error,
    /// Write a list of scalars as JSON: `["a","b"]`; other cells of its column stay as they are, and
    /// other lists are still errors
    Json,
}

/// How far the normal form is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Keep all values in place, for readers of whom nothing is known
    Plain,
    /// Keep values where a reader looks for them, and abbreviate only URLs
    Legible,
    /// Use whatever takes the fewest tokens
    Dense,
}

impl Level {
    pub(crate) fn of_form(self) -> toon_normal::Level {
        match self {
            Level::Plain => toon_normal::Level::Plain,
            Level::Legible => toon_normal::Level::Legible,
            Level::Dense => toon_normal::Level::Dense,
        }
    }
}

/// The order of keys in the normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeyOrder {
    /// Keep the order of every object
    Exact,
    /// Use the key order of the table's header for its rows (smaller)
    Header,
}

impl KeyOrder {
    pub(crate) fn of_form(self) -> toon_normal::KeyOrder {
        match self {
            KeyOrder::Exact => toon_normal::KeyOrder::Exact,
            KeyOrder::Header => toon_normal::KeyOrder::Header,
        }
    }
}

/// Formats for reporting mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Report {
    /// With the source line and a caret
    Human,
    /// One JSON object per line
    Json,
    /// Annotations for GitHub Actions
    Github,
}

/// How tokens are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tokenizer {
    /// `o200k_base`
    #[default]
    #[value(alias = "o200k_base")]
    O200k,
    /// `cl100k_base`
    #[value(alias = "cl100k_base")]
    Cl100k,
    /// No tokenizer
    None,
}

impl Tokenizer {
    /// The name that its authors use.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            // Without its tables, tokens are estimated.
            Tokenizer::O200k | Tokenizer::Cl100k if !cfg!(feature = "tokens") => Some("estimated"),
            Tokenizer::O200k => Some("o200k_base"),
            Tokenizer::Cl100k => Some("cl100k_base"),
            Tokenizer::None => None,
        }
    }
}

/// Reads a delimiter by its name, or as it is.
pub(crate) fn delimiter() -> impl TypedValueParser<Value = Delimiter> {
    let names = [
        PossibleValue::new("comma").alias(","),
        PossibleValue::new("tab").aliases(["\t", "\\t"]),
        PossibleValue::new("pipe").alias("|"),
    ];
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// Reads a version of the specification.
pub(crate) fn spec() -> impl TypedValueParser<Value = SpecVersion> {
    PossibleValuesParser::new(["3", "4"]).try_map(|name| name.parse())
}

/// Reads which documents of an answer are meant.
pub(crate) fn block(text: &str) -> Result<Choice, &'static str> {
    match text {
        "last" => Ok(Choice::Last),
        "all" => Ok(Choice::All),
        _ => match text.parse() {
            Ok(number) if number > 0 => Ok(Choice::Nth(number)),
            _ => Err("expected a number from 1, `last` or `all`"),
        },
    }
}
