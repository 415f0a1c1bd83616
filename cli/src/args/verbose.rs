//! The option for more messages, of commands that have nothing else to add.

use clap::Args;

/// Whether more is reported.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Verbose {
    /// Print the versions of the program and the specification after an error
    #[arg(short, long)]
    pub(crate) verbose: bool,
}
