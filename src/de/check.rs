//! All mistakes of a text, rather than the first one.

use super::events::EventReader;
use crate::{DecodeOptions, Error};
use alloc::vec::Vec;
use serde::de::IgnoredAny;

/// What is wrong with `text`, from top to bottom.
pub(crate) fn check(text: &str, options: &DecodeOptions) -> Vec<Error> {
    let mut deserializer = options.deserializer(text);
    match deserializer.strict_reader() {
        Some(reader) => EventReader::collecting(reader).into_mistakes(),
        None => options.from_str::<IgnoredAny>(text).err().into_iter().collect(),
    }
}
