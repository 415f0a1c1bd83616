//! Values for `format!` and `tracing`.

use crate::EncodeOptions;
use core::fmt;
use serde::ser::Serialize;

/// Shows `value` as TOON where a [`Display`](fmt::Display) is asked for: in `format!` and `write!`,
/// and as a field of `tracing`, which does not serialize it if nobody listens.
///
/// `format!` panics if a `Display` fails, and a log has no use for an error. So a value that cannot
/// be written shows as `<not TOON: …>` with the error. Where that must not go unnoticed, as in a
/// prompt, use [`to_string`](crate::to_string), which fails as described there.
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

/// A value that is shown as TOON: see [`display`].
///
/// A document is in memory as a whole before any of it is shown, since what has been written of an
/// array may still change its form. Width and other flags have no effect.
#[derive(Debug)]
#[must_use = "it does nothing unless it is shown"]
pub struct Display<'a, T: ?Sized> {
    value: &'a T,
    options: EncodeOptions,
}

impl<T: ?Sized> Display<'_, T> {
    /// The same value with other options.
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
