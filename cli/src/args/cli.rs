//! The program and its commands.

use super::answer::Repair;
#[cfg(feature = "context")]
use super::context::Context;
use super::convert::{Convert, Decode, Encode};
use super::files::{Check, Fmt, Stats};
use super::manual::Manual;
use super::query::Querying;
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
  toon users.json                         print it as TOON
  toon users.toon                         print it as JSON
  toon users.json -o users.toon --stats   write a file, and report the savings
  curl -s https://api.example/users | toon --fields id,name --smallest";

const EXIT_CODES: &str = "\
Exit codes: 0 success, 1 invalid input or an unusable file, 2 invalid usage,
3 an answer that was cut off and read anyway (--allow-cut-off)";

/// Convert JSON to TOON and back
///
/// Without a command, converts FILE: to TOON if its name ends in .json, .jsonc, .ndjson, .jsonl,
/// .csv, .tsv, .toml, .yaml or .yml, and to JSON if it ends in .toon. The format of standard input
/// and of other files is detected by content: JSON and NDJSON are converted to TOON, and anything
/// else is read as TOON. (@toon-format/cli always encodes these.) With -e or --from, everything is
/// converted to TOON, and with -d or --to, everything is read as TOON.
///
/// Files may be compressed with gzip or Zstandard.
///
/// If a file has the name of a command, write ./NAME.
#[derive(Debug, Parser)]
#[command(
    name = "toon",
    version,
    styles = STYLES,
    args_conflicts_with_subcommands = true,
    after_help = EXAMPLES,
    after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}")
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) convert: Convert,
}

impl Cli {
    /// Whether `--verbose` was given.
    pub(crate) fn is_verbose(&self) -> bool {
        match &self.command {
            None => self.convert.verbose,
            Some(Command::Encode(args)) => args.verbose,
            Some(Command::Decode(args)) => args.verbose.verbose,
            Some(Command::Check(args)) => args.verbose.verbose,
            Some(Command::Fmt(args)) => args.verbose.verbose,
            Some(Command::Repair(args)) => args.verbose.verbose,
            Some(Command::Stats(args)) => args.verbose.verbose,
            Some(Command::Query(args)) => args.verbose.verbose,
            #[cfg(feature = "context")]
            Some(Command::Context(args)) => args.is_verbose(),
            Some(Command::Completions { .. } | Command::Man(_)) => false,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Encode(Encode),
    Decode(Decode),
    Check(Check),
    Fmt(Fmt),
    Repair(Repair),
    Stats(Stats),
    Query(Querying),
    #[cfg(feature = "context")]
    Context(Context),
    /// Print a completion script for a shell
    #[command(after_help = "\
Examples:
  toon completions bash > ~/.local/share/bash-completion/completions/toon
  toon completions fish > ~/.config/fish/completions/toon.fish
  toon completions zsh > ~/.zfunc/_toon    a folder that is in $fpath before compinit runs")]
    Completions {
        /// The shell
        shell: Shell,
    },
    Man(Manual),
}
