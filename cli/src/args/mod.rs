//! What may be said on the command line.

mod convert;
mod files;
mod values;

pub(crate) use convert::{Convert, Decode, Encode};
pub(crate) use files::{Check, Fmt, Stats};
pub(crate) use values::{From, Report, To, Tokenizer};

use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::{Parser, Subcommand};
use clap_complete::Shell;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  cargo metadata --format-version 1 | toon         JSON in, TOON out
  cargo metadata --format-version 1 | toon | toon  and back again
  toon data.json -o data.toon --stats              with what it saves
  toon encode log.ndjson                           a line of JSON is a row

Exit codes: 0 all is well, 1 bad input, 2 bad usage";

/// JSON to TOON and back
///
/// Without a command, converts FILE: to TOON if its name ends in .json, .ndjson, .jsonl, .csv, .toml, .yaml or .yml, and
/// to JSON if it ends in .toon. Standard input and other files are looked at: what begins like JSON becomes TOON, all else
/// is taken for TOON. (@toon-format/cli always encodes there; -e does.)
///
/// A file that is called as a command is reached by ./NAME.
#[derive(Debug, Parser)]
#[command(
    name = "toon",
    version,
    disable_version_flag = true,
    styles = STYLES,
    args_conflicts_with_subcommands = true,
    after_help = EXAMPLES
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) convert: Convert,
    /// Print version
    #[arg(short = 'v', short_alias = 'V', long, action = clap::ArgAction::Version)]
    version: Option<bool>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Encode(Encode),
    Decode(Decode),
    Check(Check),
    Fmt(Fmt),
    Stats(Stats),
    /// Print completions for a shell
    #[command(
        after_help = "Example:\n  toon completions bash > ~/.local/share/bash-completion/completions/toon"
    )]
    Completions {
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example:\n  toon man > ~/.local/share/man/man1/toon.1")]
    Man,
}
