//! The normal form: what repeats in a value is stated once, in an ordinary TOON document that loses nothing.

mod aliases;
mod cells;
mod column;
mod cost;
mod de;
mod decode;
mod document;
mod encode;
mod entities;
mod fault;
mod fields;
mod keys;
mod legend;
mod limit;
mod list_cells;
mod options;
mod ser;
mod tables;
mod times;
mod tree;

use crate::Result;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use options::{Applied, Form, KeyOrder, Level, Options, Report, Step, Text};

/// How deep a value may nest.
const MAX_DEPTH: usize = 128;

/// `value` in the normal form, or as canonical TOON where that is smaller.
///
/// # Errors
/// As [`to_string`](crate::to_string).
///
/// ```
/// let text = toon::normal::to_string(&["a", "b"])?;
/// assert_eq!(text, "[2]: a,b");
/// # Ok::<(), toon::Error>(())
/// ```
pub fn to_string<T: ?Sized + Serialize>(value: &T) -> Result<String> {
    Options::new().to_text(value).map(|text| text.text)
}

/// Reads a value from a normal form, or from plain TOON.
///
/// # Errors
/// As [`from_str`](crate::from_str), if the form is broken, expands to more than 256 MiB or is of a newer version, and if
/// the text is JSON.
///
/// ```
/// let tags: Vec<String> = toon::normal::from_str("_form: 1 list\nlist[2]: a,b")?;
/// assert_eq!(tags, ["a", "b"]);
/// # Ok::<(), toon::Error>(())
/// ```
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T> {
    Options::new().from_str(text)
}

/// A normal form or plain TOON as compact JSON text.
///
/// # Errors
/// As [`from_str`], but for those of types.
///
/// ```
/// assert_eq!(toon::normal::to_json("_form: 1 list\nlist[2]: a,b")?, r#"["a","b"]"#);
/// # Ok::<(), toon::Error>(())
/// ```
pub fn to_json(text: &str) -> Result<String> {
    Options::new().to_json(text)
}

/// Whether `text` carries the mark of the normal form, of whatever version: whether its first root key is `_form`, with a
/// value such as `1 list`. A reader that does not expect the form can tell by this what it has in hand.
///
/// ```
/// use toon::normal::is_marked;
///
/// assert!(is_marked("_form: 1 list\nlist[2]: a,b"));
/// assert!(is_marked("_form: 7 object time\na: 1"));
/// assert!(!is_marked("_form: letter\nto: Ada"));
/// assert!(!is_marked("a: 1\n_form: 1 list"));
/// ```
pub fn is_marked(text: &str) -> bool {
    decode::mark(text).is_some()
}
