//! Options of `toon context pack`.

use super::amount;
use super::rendering::Rendering;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Pack folders, files, changes and a chat for a prompt
///
/// Prints the context as text, with no final line feed except on a terminal, so that it has exactly
/// the tokens that were counted. Notes on standard error say what was left out, and why. With
/// --output NAME.bcp or --container, a binary container is written instead.
///
/// PATH is a folder, a file, or a pattern such as 'src/**/*.rs'. Files are ordered by what is worth
/// showing for the question: --query, or else --request, or the last turn of the user in --chat.
/// Without a budget, all of them are shown. What Git ignores, hidden files and symbolic links are left
/// out, and so are folders that tools fill, lock files, generated files, and files that look as if
/// they contained passwords or keys.
///
/// On standard input, - expects a unified diff, a list of files, one on each line or separated by NUL,
/// or a manifest.
///
/// A manifest is a JSON or TOML file with a list `blocks`, and nothing else. Each block has a `type`
/// (`code`, `conversation`, `tool_result`, `document`, `structured_data`, `diff`, or `file_tree`),
/// `content` or `content_file` (relative to the manifest), and optionally `summary` and `priority`
/// (critical, high, normal, low, or background). Code has a `path` and `lang`; a conversation has a
/// `role`; a tool result has a `name` and `status`; a document has a `title` and `format`; structured
/// data has a `format`; a file tree has a `path` instead of content.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  toon context pack . --budget 20k --query 'Where are timeouts set?'
  toon context pack src README.md --diff main --request 'Review my changes.'
  git diff | toon context pack - --style markdown
  git ls-files -z '*.py' | toon context pack - --budget 8k
  toon context pack --chat chat.json --budget 8k --output-format messages
  toon context pack session.toml -o session.bcp --compress-payload")]
pub(crate) struct Pack {
    /// Folders, files and patterns, or a manifest; - for standard input
    #[arg(value_name = "PATH", required_unless_present_any = ["dir", "diff", "chat"])]
    pub(crate) paths: Vec<PathBuf>,
    /// The same as PATH
    #[arg(long, value_name = "DIR", hide = true)]
    pub(crate) dir: Option<PathBuf>,
    /// The changes of the working tree since REF, as Git knows them [default: HEAD]
    ///
    /// Git runs the filters that the repository configures, such as that of Git LFS.
    #[arg(long, value_name = "REF", num_args = 0..=1, default_missing_value = "HEAD")]
    pub(crate) diff: Option<String>,
    /// A chat: the messages of a request to a model in JSON, or a transcript in JSON lines; - for
    /// standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) chat: Option<PathBuf>,
    /// What you ask of the model, which comes last and is always shown
    #[arg(long, value_name = "TEXT")]
    pub(crate) request: Option<String>,
    #[command(flatten)]
    pub(crate) rendering: Rendering,
    /// Explain the place of each file, and how much of it is shown
    #[arg(long)]
    pub(crate) explain: bool,
    /// What is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) output_format: OutputFormat,
    /// Write to a file, which is replaced only on success
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) files: ChooseFiles,
    #[command(flatten)]
    pub(crate) storing: Storing,
}

/// Which files are packed.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
#[command(next_help_heading = "Files")]
pub(crate) struct ChooseFiles {
    /// The question by which files are ranked
    #[arg(long, value_name = "TEXT")]
    pub(crate) query: Option<String>,
    /// Pack files that match this pattern although they are ignored, hidden or generated, or the file
    /// of this very path although it looks secret
    #[arg(long, value_name = "PATTERN")]
    pub(crate) include: Vec<String>,
    /// Leave out files and changes of files that match this pattern, as in .gitignore
    #[arg(long, value_name = "PATTERN")]
    pub(crate) exclude: Vec<String>,
    /// The maximum size of a file, such as 500K [default: 1M]
    #[arg(long, value_name = "SIZE", value_parser = amount::bytes)]
    pub(crate) max_file_size: Option<u64>,
    /// Include files that .gitignore, .ignore and the like exclude
    #[arg(long)]
    pub(crate) no_ignore: bool,
    /// Include hidden files, except the folder .git
    #[arg(long)]
    pub(crate) hidden: bool,
    /// Show no more of a file than its headings or keys, and its definitions if the program knows the language
    #[arg(long)]
    pub(crate) outline: bool,
    /// Show each line of code with its number
    #[arg(long)]
    pub(crate) line_numbers: bool,
}

/// What `pack` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// The context as text
    Text,
    /// The chat in the form in which it came, without the earlier turns that do not fit
    Messages,
}

/// Options of containers.
#[derive(Args, Debug)]
#[command(next_help_heading = "Container options")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub(crate) struct Storing {
    /// Write a binary container
    #[arg(long, conflicts_with_all = ["budget", "reserve", "style", "tokenizer"])]
    pub(crate) container: bool,
    /// Compress each block that gets smaller
    #[arg(long)]
    pub(crate) compress_blocks: bool,
    /// Compress all blocks together, if that is smaller
    #[arg(long)]
    pub(crate) compress_payload: bool,
    /// Replace repeated blocks with references into --store
    #[arg(long, requires = "store")]
    pub(crate) dedup: bool,
    /// The folder for the content of referenced blocks; reading the container requires it, too
    #[arg(long, requires = "dedup", value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub(crate) store: Option<PathBuf>,
}
