//! Values of options.

use clap::ValueEnum;
use toon::{Delimiter, SpecVersion};

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
