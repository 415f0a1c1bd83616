//! The option for the encoding of the input.

use super::values::{parser, values_of};
use clap::{Args, ValueEnum};

/// How the input is encoded.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Encoded {
    /// The encoding of the input; UTF-8 and UTF-16 are detected
    #[arg(long, value_name = "ENCODING", default_value = "auto", value_parser = parser::<TextEncoding>())]
    pub(crate) encoding: toon_formats::TextEncoding,
}

/// Encodings of the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum TextEncoding {
    /// UTF-16 if the input looks like it, otherwise UTF-8
    #[default]
    Auto,
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    #[value(name = "utf-16le", alias = "utf-16", alias = "utf16le")]
    Utf16Le,
    #[value(name = "utf-16be", alias = "utf16be")]
    Utf16Be,
    /// Windows-1252, which includes Latin-1
    #[value(name = "latin-1", alias = "latin1", alias = "iso-8859-1", alias = "windows-1252")]
    Latin1,
}

values_of! {
    TextEncoding => toon_formats::TextEncoding { Auto Utf8 Utf16Le Utf16Be Latin1 }
}
