//! Options of the commands that work on files.

use super::answer::{Answer, Lint};
use super::read::Reading;
use super::search::Search;
use super::select::Selecting;
use super::values::{Report, Tokenizer, delimiter};
use super::verbose::Verbose;
use clap::Args;
use std::path::PathBuf;
use toon::Delimiter;

/// Find all mistakes in TOON
///
/// All wrong counts, row widths, duplicate keys and escape sequences of a file are found. Any other
/// mistake ends the check of the file, since the following lines would be ambiguous. In folders,
/// files whose names end in .toon are checked, except hidden ones and those that Git ignores.
///
/// Valid TOON that looks like a normal form (encode --normal) but cannot be expanded causes a
/// warning.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  toon check prompts/
  toon check --format github $(git ls-files '*.toon')
  some-model | toon check --from-answer --lint -")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) search: Search,
    /// How mistakes are reported
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Report,
    /// Show at most N mistakes of each file, and as many warnings; 0 for all
    ///
    /// All are counted, by their kind. The formats json and github always have all of them.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) max_errors: usize,
    #[command(flatten)]
    pub(crate) answer: Answer,
    #[command(flatten)]
    pub(crate) lint: Lint,
    /// Treat a normal form that cannot be expanded as a mistake
    #[arg(long)]
    pub(crate) normal: bool,
    /// Spaces per indentation level
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub(crate) indent: u8,
    /// Detect the indentation of each file from its first indented line, instead of using --indent
    #[arg(long)]
    pub(crate) detect_indent: bool,
    #[command(flatten)]
    pub(crate) verbose: Verbose,
}

/// Rewrite TOON in canonical form
///
/// Any consistent indentation is accepted. The canonical form has no comments, so files with
/// comments are rejected unless --strip-comments is given. In folders, files whose names end in .toon
/// are rewritten, except hidden ones and those that Git ignores. Several files require --write or
/// --check.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  toon fmt data.toon               print it
  toon fmt --write data/           rewrite all files in a folder
  toon fmt --check data/ || exit   in CI")]
pub(crate) struct Fmt {
    #[command(flatten)]
    pub(crate) search: Search,
    #[command(flatten)]
    pub(crate) answer: Answer,
    /// Only list the files that would change; the exit code is 1 if there are any
    #[arg(long, conflicts_with = "write")]
    pub(crate) check: bool,
    /// Rewrite the files instead of printing the result
    #[arg(short, long, conflicts_with = "from_answer")]
    pub(crate) write: bool,
    /// Remove comments
    #[arg(long)]
    pub(crate) strip_comments: bool,
    /// The delimiter between cells and values
    #[arg(long, value_name = "DELIMITER", default_value = "comma", value_parser = delimiter())]
    pub(crate) delimiter: Delimiter,
    /// Spaces per indentation level in the result
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub(crate) indent: u8,
    #[command(flatten)]
    pub(crate) verbose: Verbose,
}

/// Measure what TOON saves
///
/// Each file – JSON, NDJSON, CSV, TOML, YAML or TOON – is written as indented and compact JSON,
/// YAML, CSV (if it is flat), TOON with each delimiter, and the normal form, legible and dense (if
/// smaller than TOON). Bytes and tokens are counted, without a final line break.
///
/// Savings are relative to the input as it was given, which is one of the rows; they are negative
/// if a form takes more. Several files also get a total, for the forms that all of them have.
///
/// With --at or --head, the input is the selected part as JSON or NDJSON.
///
/// NDJSON and CSV can be of any length, but the normal form is left out if they have more than
/// 8 MiB as compact JSON, since it would hold them in memory.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  toon stats data/*.json
  toon stats --tokenizer cl100k --json result.json
  toon stats --svg chart.svg --from ndjson *.log
  curl -s https://api.example/issues | toon stats -")]
pub(crate) struct Stats {
    /// Files; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) selecting: Selecting,
    /// The tokenizer to count tokens with; with none, only bytes are counted
    #[arg(long, default_value = "o200k")]
    pub(crate) tokenizer: Tokenizer,
    /// Print one JSON object per line for each file; for several files, a last one has `files`
    /// instead of `file`, and their total
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw a bar chart
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) verbose: Verbose,
}
