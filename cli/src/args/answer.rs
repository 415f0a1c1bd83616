//! Options for what a model wrote.

use super::values::block;
use super::verbose::Verbose;
use clap::{Args, Command, ValueHint};
use std::path::PathBuf;
use toon_answer::Choice;

/// Where the document is.
#[derive(Args, Debug)]
pub(crate) struct Answer {
    /// Read the document in a model's answer: in a Markdown fence, or between paragraphs of text
    #[arg(long)]
    pub(crate) from_answer: bool,
}

/// What is known about an answer, and which of its documents is read.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Choosing {
    /// Read the document with this number, the last one, or all of them as a list
    ///
    /// Without this option, an answer with several documents is an error that lists them. The first
    /// document has the number 1.
    #[arg(long, value_name = "N|last|all", value_parser = block, value_hint = ValueHint::Other)]
    pub(crate) block: Option<Choice>,
    /// State that the model stopped on its own, as `finish_reason` reports
    ///
    /// Answers end without a line break, so a last line that is too short may have been cut off. With this
    /// option, missing rows and an open fence are ordinary mistakes.
    #[arg(long)]
    pub(crate) complete: bool,
    /// Read what is complete of an answer that was cut off; the exit code is 3
    ///
    /// Its last line is dropped if it is unfinished, and the counts of its lists are corrected.
    #[arg(long)]
    pub(crate) allow_cut_off: bool,
}

impl Choosing {
    /// How the library reads such an answer.
    pub(crate) fn options(self) -> toon_answer::Options {
        let options = toon_answer::Options::new().complete(self.complete).allow_cut_off(self.allow_cut_off);
        match self.block {
            Some(choice) => options.block(choice),
            None => options,
        }
    }

    /// Makes these options of a command depend on `--from-answer`.
    pub(super) fn require_answer(command: Command) -> Command {
        command.mut_args(|option| match option.get_id().as_str() {
            "block" | "complete" | "allow_cut_off" => option.requires("from_answer"),
            _ => option,
        })
    }
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
/// Reads text that is almost TOON as it was probably meant: with wrong counts or indentation, unclosed
/// quotes, YAML lists, Markdown tables, JSON and the like, on its own or within an answer. Prints
/// canonical TOON, and lists the changes on stderr.
///
/// Refuses an answer without a document or with several, one that was cut off, and a line whose
/// meaning is ambiguous; the exit code is then 1. It is 3 if something was dropped because
/// --allow-cut-off was given.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  some-model | toon repair - -o data.toon
  toon repair answer.md | toon decode
  toon repair --allow-cut-off answer.md      read what is complete
  toon repair --json answer.md | jq .value")]
pub(crate) struct Repair {
    /// The file to correct, or - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) input: PathBuf,
    /// Write to a file, which is replaced only on success
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) choosing: Choosing,
    /// Print one JSON object with the value, the changes and the warnings, or with the error
    ///
    /// Nothing is printed on stderr, unless the file cannot be read or --verbose is given.
    #[arg(long, conflicts_with = "output")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) verbose: Verbose,
}
