//! Options for reading the input of `encode` and `stats`.

use super::csv::CsvReading;
use super::encoding::Encoded;
use super::lossy::Lossy;
use super::values::{From, parser};
use clap::Args;
use toon_formats::Format;

/// How the input is read.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Reading {
    /// The input format; detected by default
    ///
    /// The extension of the file decides. Any other input is JSON, NDJSON or TOON. JSON values one after
    /// another are a list.
    #[arg(long, value_name = "FORMAT", value_parser = parser::<From>())]
    pub(crate) from: Option<Format>,
    /// Accept comments and trailing commas in JSON
    ///
    /// They are always accepted in files whose names end in .jsonc.
    #[arg(long)]
    pub(crate) jsonc: bool,
    /// Join JSON arrays that follow one another to one list
    ///
    /// These are the pages of an API, as `gh api --paginate` prints them.
    #[arg(long)]
    pub(crate) join_pages: bool,
    #[command(flatten)]
    pub(crate) encoded: Encoded,
    #[command(flatten)]
    pub(crate) csv: CsvReading,
    #[command(flatten)]
    pub(crate) lossy: Lossy,
}
