//! Options for what neither JSON nor TOON has.

use clap::{Args, ValueEnum};

/// What may be lost.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Lossy {
    /// What to do with infinity and NaN in TOML and YAML
    #[arg(long, value_name = "ACTION", default_value = "error")]
    pub(crate) non_finite: NonFinite,
    /// What to do with tags in YAML, such as `!Ref`
    #[arg(long, value_name = "ACTION", default_value = "error")]
    pub(crate) tags: Tags,
}

/// What happens to infinity and NaN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum NonFinite {
    /// Report the first one
    #[default]
    Error,
    /// Read them as null
    Null,
}

/// What happens to tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tags {
    /// Report the first one, except for YAML's own, such as `!!str`
    #[default]
    Error,
    /// Read the values as if they had none
    Drop,
}

impl Lossy {
    /// Loses what it must, to recognize any text.
    pub(crate) const ALL: Lossy = Lossy { non_finite: NonFinite::Null, tags: Tags::Drop };
}
