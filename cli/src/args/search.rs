//! Options of the commands that search folders.

use clap::Args;
use std::path::PathBuf;

/// Which files are meant.
#[derive(Args, Debug)]
pub(crate) struct Search {
    /// Files and folders; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// In folders, also search for hidden files
    #[arg(long)]
    pub(crate) hidden: bool,
    /// In folders, also search for files that .gitignore, .ignore and the like exclude
    #[arg(long)]
    pub(crate) no_ignore: bool,
}
