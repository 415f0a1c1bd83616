//! Displays values as TOON, for `format!` and `tracing`.

use crate::EncodeOptions;
use core::fmt;
use serde::ser::Serialize;

/// Wraps `value` so that it is displayed as TOON, in `format!` and `write!`, and as a field of
/// `tracing`, where it is only serialized if a subscriber records it.
///
/// A value that cannot be written is displayed as `<not TOON: …>` with the error, because `format!`
/// panics if a [`Display`](fmt::Display) fails, and a log has no use for an error. Where this must
/// not go unnoticed, as in a prompt, use [`to_string`](crate::to_string), which returns the error.
///
/// ```
/// let tags = ["new", "gift"];
/// assert_eq!(format!("Tags:\n{}", toon::display(&tags)), "Tags:\n[2]: new,gift");
///
/// let nested = [[[1]]];
/// let shallow = toon::EncodeOptions::new().max_depth(2);
/// let shown = toon::display(&nested).options(shallow).to_string();
/// assert_eq!(shown, "<not TOON: nested deeper than 2 levels>");
/// ```
pub fn display<T: ?Sized + Serialize>(value: &T) -> Display<'_, T> {
    Display { value, options: EncodeOptions::new() }
}

/// Displays a value as TOON; see [`display`].
///
/// The whole text is built in memory first, since the form of an array may change until it ends.
/// Width and other formatting flags have no effect.
#[derive(Debug)]
#[must_use = "it does nothing unless it is shown"]
pub struct Display<'a, T: ?Sized> {
    value: &'a T,
    options: EncodeOptions,
}

impl<T: ?Sized> Display<'_, T> {
    /// Sets the options to encode the value with.
    ///
    /// ```
    /// use toon::{Delimiter, EncodeOptions};
    ///
    /// let pipes = EncodeOptions::new().delimiter(Delimiter::Pipe);
    /// assert_eq!(toon::display(&[1, 2]).options(pipes).to_string(), "[2|]: 1|2");
    /// ```
    pub fn options(self, options: EncodeOptions) -> Self {
        Display { options, ..self }
    }
}

impl<T: ?Sized + Serialize> fmt::Display for Display<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.options.to_string(self.value) {
            Ok(text) => f.write_str(&text),
            Err(error) => write!(f, "<not TOON: {error}>"),
        }
    }
}
