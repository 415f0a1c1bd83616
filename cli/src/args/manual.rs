//! Options of `man`.

use clap::Args;
use std::path::PathBuf;

/// Print a manual page
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  toon man encode | man -l -
  toon man --dir ~/.local/share/man/man1")]
pub(crate) struct Manual {
    /// The command, such as encode or context-pack; by default, toon itself
    pub(crate) command: Option<String>,
    /// Write all pages, or only that of the command, to this folder: toon.1, toon-encode.1, …
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}
