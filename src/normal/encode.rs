//! The steps from a value to its smallest form.

use super::options::{Form, Options, Report, Text};
use super::tree::Tree;
use crate::{Result, Serializer};

/// The smallest text of `value`.
pub(super) fn text(value: &Tree, options: &Options<'_>) -> Result<Text> {
    let mut text = String::new();
    value.send(&mut Serializer::with_options(&mut text, &options.encode))?;
    Ok(Text { text, form: Form::Toon, report: Report::default() })
}
