//! Mistakes in the text of other formats.

use crate::conflict::Conflict;
use crate::error::Error;
use std::borrow::Cow;

/// How to go on with a number that is not finite.
pub(super) const NON_FINITE_HELP: &str = "read it as null with `toon encode --non-finite null`, or quote it";

/// Refuses a number that is not finite, or too large to be.
pub(super) fn non_finite(number: &str) -> String {
    if number.contains(|char: char| char.is_ascii_digit()) {
        format!("the number {number} does not fit into 64 bits")
    } else {
        format!("{number} cannot be represented in JSON or TOON")
    }
}

/// A mistake, and how to fix it.
pub(super) struct Fault {
    /// The line and column, counted from 1.
    pub(super) place: (u64, u64),
    pub(super) message: Cow<'static, str>,
    pub(super) help: Cow<'static, str>,
}

impl Fault {
    pub(super) fn new(
        place: (u64, u64),
        message: impl Into<Cow<'static, str>>,
        help: impl Into<Cow<'static, str>>,
    ) -> Self {
        Fault { place, message: message.into(), help: help.into() }
    }

    /// The failure to read the file `name`, which contains `text`. A conflict in it is the cause.
    pub(super) fn failure(&self, name: &str, text: &str) -> Error {
        if let Some(conflict) = Conflict::error(name, text.as_bytes(), self.place.0) {
            return conflict;
        }
        let text = text.strip_prefix(super::BYTE_ORDER_MARK).unwrap_or(text);
        let index = self.place.0.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        // YAML counts the lines that CR ends, too.
        let has_other_lines = text.split("\r\n").any(|part| part.contains('\r'));
        let line = index.and_then(|index| text.split('\n').nth(index)).filter(|_| !has_other_lines);
        Error::in_line(name, self.place, &self.message, &self.help, line)
    }
}
