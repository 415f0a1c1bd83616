//! Finds all mistakes in a text, not only the first one.

use super::events::EventReader;
use crate::{DecodeOptions, Error};
use alloc::vec::Vec;
use serde::de::IgnoredAny;

/// All mistakes in `text`, from top to bottom.
pub(crate) fn check(text: &str, options: &DecodeOptions) -> Vec<Error> {
    let mut deserializer = options.deserializer(text);
    match deserializer.strict_reader() {
        Some(reader) => {
            let mistakes = EventReader::collecting(reader).into_mistakes();
            Error::explain_all(mistakes, text, reader.lines.unit())
        }
        None => options.from_str::<IgnoredAny>(text).err().into_iter().collect(),
    }
}
