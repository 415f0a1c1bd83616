//! Options for writing TOON, shared by `encode` and `toon FILE`.

use super::values::delimiter;
use clap::Args;
use toon::Delimiter;

/// What is written, and how.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags")]
pub(crate) struct Writing {
    /// Write only these fields, such as `id,user.login`
    ///
    /// They are written in the given order. Each is a path relative to each element of an array.
    #[arg(long, value_name = "PATHS", value_delimiter = ',')]
    pub(crate) fields: Vec<String>,
    /// The delimiter between cells and values
    #[arg(long, value_name = "DELIMITER", default_value = "comma", value_parser = delimiter())]
    pub(crate) delimiter: Delimiter,
    /// Write TOON or JSON, whichever takes fewer tokens
    ///
    /// JSON is compact. Tokens are those of `o200k_base`, and the choice is reported on stderr.
    #[arg(long)]
    pub(crate) smallest: bool,
    /// Fold chains of single-key objects: `a.b.c: 1`
    ///
    /// This is an extension, which `toon decode --expand-paths` reverses.
    #[arg(long)]
    pub(crate) fold: bool,
    /// Write the text for a prompt: in a Markdown fence, below a line that explains the format
    ///
    /// The text is held in memory, since its fence must be longer than any fence in it.
    #[arg(long)]
    pub(crate) fence: bool,
    /// Report the token savings on stderr
    #[arg(long)]
    pub(crate) stats: bool,
}

impl Writing {
    /// An option that was given and has no meaning when decoding.
    pub(crate) fn only_encodes(&self) -> Option<&'static str> {
        let given = [
            ("--fields", !self.fields.is_empty()),
            ("--smallest", self.smallest),
            ("--fold", self.fold),
            ("--fence", self.fence),
        ];
        given.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
    }
}
