//! Options of the commands that search folders.

use clap::Args;
use std::path::PathBuf;

/// Which files are meant.
#[derive(Args, Debug)]
pub(crate) struct Search {
    /// Files and folders; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Include hidden files in folders
    #[arg(long)]
    pub(crate) hidden: bool,
    /// Include files in folders that .gitignore, .ignore and the like exclude
    #[arg(long)]
    pub(crate) no_ignore: bool,
}
