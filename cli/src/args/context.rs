//! Options of `toon context`.

use super::pack::Pack;
use super::rendering::Rendering;
use super::values::Tokenizer;
use super::verbose::Verbose;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Assemble the context of a prompt
///
/// A context consists of blocks, such as code, turns of a conversation, results of tools, and data. It
/// is rendered as text within a budget of tokens, or stored in a binary container (.bcp).
#[derive(Args, Debug)]
pub(crate) struct Context {
    #[command(subcommand)]
    pub(crate) command: ContextCommand,
}

impl Context {
    /// Whether `--verbose` was given.
    pub(super) fn is_verbose(&self) -> bool {
        match &self.command {
            ContextCommand::Pack(args) => args.rendering.verbose,
            ContextCommand::Render(args) => args.rendering.verbose,
            ContextCommand::Inspect(args) => args.verbose.verbose,
            ContextCommand::Validate(args) => args.verbose.verbose,
            ContextCommand::Stats(args) => args.verbose.verbose,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum ContextCommand {
    Pack(Pack),
    Render(Render),
    Inspect(Inspect),
    Validate(Validate),
    Stats(ContextStats),
}

/// Print a container as text
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  toon context render session.bcp --budget 8000
  toon context render session.bcp --style markdown --include code,diff")]
pub(crate) struct Render {
    #[command(flatten)]
    pub(crate) reading: ReadingContainer,
    #[command(flatten)]
    pub(crate) rendering: Rendering,
    /// How much of each block is shown
    #[arg(long, default_value = "adaptive")]
    pub(crate) verbosity: Verbosity,
    /// Show only blocks of these types, separated by commas
    #[arg(long, value_name = "TYPE", value_delimiter = ',')]
    pub(crate) include: Vec<String>,
    /// Write to a file, which is replaced only on success
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// List the blocks of a container
#[derive(Args, Debug)]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub(crate) reading: ReadingContainer,
    /// Show the beginning of each block's text
    #[arg(long)]
    pub(crate) show_body: bool,
    /// Show each block in hexadecimal, decompressed and with references resolved
    #[arg(long)]
    pub(crate) show_hex: bool,
    /// Show only the block with this index
    #[arg(long, value_name = "INDEX")]
    pub(crate) block: Option<usize>,
    #[command(flatten)]
    pub(crate) verbose: Verbose,
}

/// Check containers
///
/// The exit code is 1 if one of them is invalid.
#[derive(Args, Debug)]
pub(crate) struct Validate {
    /// Containers; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The folder with the content of referenced blocks
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub(crate) store: Option<PathBuf>,
    /// Accept containers that do not follow the format exactly, and say what is wrong with them
    #[arg(long)]
    pub(crate) tolerant: bool,
    #[command(flatten)]
    pub(crate) verbose: Verbose,
}

/// Count the blocks, bytes and tokens of a container
///
/// Blocks are counted by type, with their uncompressed bytes and the tokens of their elements in XML.
/// The whole text is counted in each style.
#[derive(Args, Debug)]
pub(crate) struct ContextStats {
    #[command(flatten)]
    pub(crate) reading: ReadingContainer,
    /// The tokenizer to count tokens with; with none, they are estimated
    #[arg(long, default_value = "o200k")]
    pub(crate) tokenizer: Tokenizer,
    #[command(flatten)]
    pub(crate) verbose: Verbose,
}

/// A container to read.
#[derive(Args, Debug)]
pub(crate) struct ReadingContainer {
    /// The container; - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The folder with the content of referenced blocks
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub(crate) store: Option<PathBuf>,
    /// Read containers that do not follow the format exactly
    #[arg(long)]
    pub(crate) tolerant: bool,
}

/// How much of each block is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Verbosity {
    /// As much as fits the budget
    Adaptive,
    /// Everything, regardless of the budget
    Full,
    /// The summaries of blocks that have one, regardless of the budget
    Summary,
}
