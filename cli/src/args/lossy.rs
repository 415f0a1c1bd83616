//! Options for what neither JSON nor TOON has.

use super::values::{parser, values_of};
use clap::{Args, ValueEnum};

/// What may be lost.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Lossy {
    /// What to do with infinity and NaN in JSON, TOML and YAML
    #[arg(long, value_name = "ACTION", default_value = "error", value_parser = parser::<NonFinite>())]
    pub(crate) non_finite: toon_formats::NonFinite,
    /// What to do with tags in YAML, such as `!Ref`
    #[arg(long, value_name = "ACTION", default_value = "error", value_parser = parser::<Tags>())]
    pub(crate) tags: toon_formats::Tags,
}

/// What happens to infinity and NaN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum NonFinite {
    /// Report the first one
    #[default]
    Error,
    /// Read them as null
    Null,
    /// Read them as the strings NaN, Infinity and -Infinity
    String,
}

/// What happens to tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Tags {
    /// Report the first one, except for YAML's own, such as `!!str`
    #[default]
    Error,
    /// Read the values as if they had none
    Drop,
}

impl Lossy {
    /// The options of the readers.
    pub(crate) fn options(self) -> toon_formats::Lossy {
        toon_formats::Lossy { non_finite: self.non_finite, tags: self.tags }
    }
}

values_of! {
    NonFinite => toon_formats::NonFinite { Error Null String }
    Tags => toon_formats::Tags { Error Drop }
}
