//! Options for reading the input of `encode`.

use super::values::From;
use clap::Args;

/// How the input is read.
#[derive(Args, Debug)]
pub(crate) struct Reading {
    /// The input format, by default detected from the file name, otherwise JSON
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<From>,
}
