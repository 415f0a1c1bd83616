//! `toon-mcp prompt`.

use crate::commands::settings::{Separator, Shape};
use clap::Args;
use std::error::Error;
use std::io::Write;
use toon_convert::{Explanation, Form};
use toon_normal::Level;

#[derive(Args, Debug)]
pub(crate) struct Prompt {
    /// Print the short explanation that the proxy adds to instructions, without rules and examples.
    #[arg(long)]
    short: bool,
    /// The form of results: see `toon-mcp proxy --form`.
    #[arg(long, value_enum, default_value = "toon")]
    form: Shape,
    /// Delimiter between cells.
    #[arg(long, value_enum, default_value = "comma")]
    delimiter: Separator,
    /// Spaces per level, 1 to 16.
    #[arg(long, value_name = "SPACES", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    indent: u8,
}

impl Prompt {
    pub(crate) fn run(&self) -> Result<(), Box<dyn Error>> {
        let explanation = if self.short { Explanation::Short } else { Explanation::Full };
        let level = Form::from(self.form).level(Level::Legible);
        let text = explanation.for_level(level, self.delimiter.into(), self.indent.into());
        Ok(writeln!(std::io::stdout(), "{}", text.trim_end())?)
    }
}
