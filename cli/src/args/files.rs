//! Options of what works on files.

use super::values::{self, Report, Tokenizer};
use clap::Args;
use std::path::PathBuf;
use toon::Delimiter;

/// Find all mistakes in TOON
///
/// Of a file, all wrong counts, widths of rows, repeated keys and escape sequences are found; any other mistake ends it,
/// since it is not known then what the lines behind it mean. In folders, files whose names end in .toon are checked.
///
/// TOON that has no mistake, but begins like a normal form (encode --normal) and cannot be expanded, is a warning.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  toon check prompts/
  toon check --format github $(git ls-files '*.toon')
  some-model | toon check -")]
pub(crate) struct Check {
    /// Files and folders; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Report,
    /// Take a normal form that cannot be expanded for a mistake
    #[arg(long)]
    pub(crate) normal: bool,
    /// Spaces for a level
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub(crate) indent: u8,
    /// Take the first indentation of each file for a level, rather than --indent
    #[arg(long)]
    pub(crate) detect_indent: bool,
}

/// Rewrite TOON canonically
///
/// Any indentation is read, if it is regular. Comments have no place in the result: files that have some are refused, unless
/// they may be dropped.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  toon fmt data.toon               print it
  toon fmt --write data/           rewrite all files in a folder
  toon fmt --check data/ || exit   in CI")]
pub(crate) struct Fmt {
    /// Files and folders; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Only say which files would change: the exit code is 1 if there are any
    #[arg(long, conflicts_with = "write")]
    pub(crate) check: bool,
    /// Rewrite the files, rather than print what they would be
    #[arg(short, long)]
    pub(crate) write: bool,
    /// Drop comments
    #[arg(long)]
    pub(crate) strip_comments: bool,
    /// What separates cells and values: `,` or a tab or `|`, or comma, tab, pipe
    #[arg(long, value_name = "DELIMITER", default_value = ",", value_parser = values::delimiter)]
    pub(crate) delimiter: Delimiter,
    /// Spaces for a level of the result
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub(crate) indent: u8,
}

/// Measure what TOON saves
///
/// Each file – JSON, NDJSON, CSV, TOML, YAML or TOON – is written as indented and compact JSON, YAML, CSV where it is flat,
/// TOON with each delimiter, and the normal form at both levels, where that is smaller than TOON. Bytes and tokens are
/// counted, and savings are those against compact JSON.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  toon stats data/*.json
  toon stats --tokenizer cl100k --json result.json
  curl -s https://api.example/issues | toon stats -")]
pub(crate) struct Stats {
    /// Files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// How to count tokens
    #[arg(long, default_value = "o200k")]
    pub(crate) tokenizer: Tokenizer,
    /// Print an object a file, a line each
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw a bar chart
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}
