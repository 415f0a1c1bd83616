//! Values of options.

use clap::ValueEnum;
use toon::{Delimiter, SpecVersion, normal};

/// What is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum From {
    Json,
    /// A JSON value a line
    #[value(alias = "jsonl")]
    Ndjson,
    /// The first record names the fields; numbers, true and false only where TOON would spell them so
    Csv,
    Toml,
    #[value(alias = "yml")]
    Yaml,
}

/// What TOON is decoded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// On one line
    Json,
    /// Indented
    JsonPretty,
    /// A line for each element of the root array
    #[value(alias = "jsonl")]
    Ndjson,
    /// A record for each element of the root array, which have to be flat
    Csv,
    #[value(alias = "yml")]
    Yaml,
}

/// How far the normal form goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Values stay where a reader looks for them, and only URLs are abbreviated
    Legible,
    /// Everything that takes fewer tokens
    Dense,
}

impl Level {
    pub(crate) fn of_form(self) -> normal::Level {
        match self {
            Level::Legible => normal::Level::Legible,
            Level::Dense => normal::Level::Dense,
        }
    }
}

/// Whether the normal form keeps the order of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeyOrder {
    /// Every object keeps its own
    Exact,
    /// The rows of a table take that of its header, which is smaller
    Header,
}

impl KeyOrder {
    pub(crate) fn of_form(self) -> normal::KeyOrder {
        match self {
            KeyOrder::Exact => normal::KeyOrder::Exact,
            KeyOrder::Header => normal::KeyOrder::Header,
        }
    }
}

/// How mistakes are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Report {
    /// With the line and a caret below it
    Human,
    /// An object a line
    Json,
    /// Annotations of GitHub's workflows
    Github,
}

/// How tokens are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tokenizer {
    /// `o200k_base`
    #[value(alias = "o200k_base")]
    O200k,
    /// `cl100k_base`
    #[value(alias = "cl100k_base")]
    Cl100k,
    /// Not at all: by bytes
    None,
}

pub(crate) fn delimiter(text: &str) -> Result<Delimiter, String> {
    match text {
        "," | "comma" => Ok(Delimiter::Comma),
        "\t" | "\\t" | "tab" => Ok(Delimiter::Tab),
        "|" | "pipe" => Ok(Delimiter::Pipe),
        _ => Err("it is `,`, `|` or a tab, or comma, pipe or tab".to_owned()),
    }
}

pub(crate) fn spec(text: &str) -> Result<SpecVersion, String> {
    match text {
        "3" => Ok(SpecVersion::V3),
        "4" => Ok(SpecVersion::V4),
        _ => Err("it is 3 or 4".to_owned()),
    }
}
