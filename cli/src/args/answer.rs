//! Options for what a model wrote.

use clap::Args;
use std::path::PathBuf;

/// Where the document is.
#[derive(Args, Debug)]
pub(crate) struct Answer {
    /// Read the document in a model's answer: in a Markdown fence, or between paragraphs of text
    #[arg(long)]
    pub(crate) from_answer: bool,
}

/// What else is reported.
#[derive(Args, Debug)]
pub(crate) struct Lint {
    /// Warn about valid TOON that is probably a mistake
    ///
    /// Reports strings that look like JSON (`tags: ["a"]`), that are in single or typographic quotes
    /// or end in a quote, that end in a comma or semicolon, that other languages read as null, true,
    /// false or a number (`None`, `True`, `NaN`), or that contain what looks like a comment; keys and
    /// values that begin with a hyphen; and keys of an object that differ only in case.
    #[arg(long)]
    pub(crate) lint: bool,
    /// Exit with code 1 if there are warnings
    #[arg(long)]
    pub(crate) deny_warnings: bool,
}

/// Correct TOON that a model wrote
///
/// Reads what is almost TOON as it was probably meant: with wrong counts and indentation, unclosed
/// quotes, YAML lists, Markdown tables, JSON and the like, also within an answer. Prints it as
/// canonical TOON, and lists on stderr what was changed. The exit code is 1 if the meaning of a line
/// is ambiguous.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  some-model | toon repair - -o data.toon
  toon repair answer.md | toon decode")]
pub(crate) struct Repair {
    /// The file to correct, or - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) input: PathBuf,
    /// Write to a file, which is replaced only on success
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
