//! Options for where the result of a conversion goes.

use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Where the result goes; to standard output by default.
#[derive(Args, Debug)]
pub(crate) struct Destination {
    /// Write to a file, which is replaced only on success
    #[arg(short, long, value_name = "FILE", conflicts_with = "output_dir")]
    pub(crate) output: Option<PathBuf>,
    /// Convert each FILE to a file in this folder
    ///
    /// The folder is created if necessary. Only the extension changes: a.json and a.json.gz become
    /// DIR/a.toon. If a file cannot be converted, the others still are.
    #[arg(short = 'O', long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output_dir: Option<PathBuf>,
}
