//! How contexts are rendered.

use super::amount;
use super::values::Tokenizer;
use crate::failure::Failure;
use clap::{Args, ValueEnum};

/// Options for rendering.
#[derive(Args, Debug)]
pub(crate) struct Rendering {
    /// The maximum number of tokens in the text, such as 8000, 8k or 1.5M
    #[arg(short, long, value_name = "TOKENS", value_parser = amount::tokens)]
    pub(crate) budget: Option<usize>,
    /// Tokens of the budget to reserve for other parts of the prompt
    #[arg(long, value_name = "TOKENS", requires = "budget", value_parser = amount::tokens)]
    pub(crate) reserve: Option<usize>,
    /// What the text looks like [default: xml]
    #[arg(short, long, alias = "mode")]
    pub(crate) style: Option<Style>,
    /// The tokenizer to count tokens with; with none, they are estimated [default: o200k]
    #[arg(long)]
    pub(crate) tokenizer: Option<Tokenizer>,
    /// Name each block that is left out
    ///
    /// After an error, also prints the versions of the program and the specification.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

impl Rendering {
    /// Checks that the reserve leaves something of the budget.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        match (self.budget, self.reserve) {
            (Some(budget), Some(reserve)) if reserve >= budget => Err(Failure::Usage(format!(
                "a reserve of {reserve} tokens leaves nothing of a budget of {budget}"
            ))),
            _ => Ok(()),
        }
    }
}

/// What a rendered context looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// An element for each block
    #[default]
    Xml,
    /// Headings and fenced code
    Markdown,
    /// A line before each block
    Minimal,
    /// One TOON document
    Toon,
}
