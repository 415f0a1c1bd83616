//! From text to values.
//!
//! From the bottom up: `source` (the text, and places in it), `token`, `lexer`, `key` and `lines`
//! (the cursor); `header` with `fields`, and `cells` with `split` and `row`, each of them a piece
//! of grammar; `reader` (the state of one document), `entry` (what a line is) and `scope` (which
//! lines a header has). None of these knows serde.
//!
//! On them stands what serde asks for: `value`, with `token_de` and `key_de` and what they share in
//! `context`. It reads strict documents straight from their lines. Where a later line can change an
//! earlier one, in non-strict mode and with path expansion, a document is read as `events` into a
//! `tree`, and values from that (`tree_de`). `check` finds all mistakes by the same events.
//! `deserializer` chooses; `rows` with `part` reads a root array piece by piece.

// Measured: tokens and lines that are handed on through memory, half written when they are read,
// cost more than all the work on them.
#![allow(clippy::inline_always)]

pub(crate) mod access;
mod adapters;
mod cells;
mod check;
mod context;
pub(crate) mod depth;
mod deserializer;
mod entry;
mod events;
mod fields;
mod header;
mod key;
mod key_check;
pub(crate) mod key_de;
mod lexer;
mod lines;
#[cfg(feature = "std")]
mod part;
mod reader;
mod row;
#[cfg(feature = "std")]
mod rows;
mod scope;
mod source;
mod split;
mod token;
pub(crate) mod token_de;
mod tree;
mod tree_de;
mod value;

use crate::{DecodeOptions, Error, ErrorKind, Result};
pub(crate) use check::check;
pub use deserializer::Deserializer;
#[cfg(feature = "std")]
pub use rows::Rows;
use serde::de::Deserialize;
use source::Source;

/// Reads a value from TOON text.
///
/// # Errors
/// If the text is no TOON (strict mode, §14), if it nests deeper than 128 levels, or if its value is
/// none of `T`.
///
/// ```
/// #[derive(Debug, PartialEq, serde::Deserialize)]
/// struct User<'a> {
///     id: u32,
///     name: &'a str,
/// }
///
/// let users: Vec<User<'_>> = toon::from_str("[2]{id,name}:\n  1,Ada\n  2,Bob")?;
/// assert_eq!(users, [User { id: 1, name: "Ada" }, User { id: 2, name: "Bob" }]);
/// # Ok::<(), toon::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T> {
    DecodeOptions::new().from_str(text)
}

/// Reads a value from the UTF-8 bytes of TOON text.
///
/// # Errors
/// As [`from_str`], and if the bytes are no UTF-8 (§4).
///
/// ```
/// let tags: Vec<String> = toon::from_slice(b"[2]: a,b")?;
/// assert_eq!(tags, ["a", "b"]);
/// # Ok::<(), toon::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T> {
    DecodeOptions::new().from_slice(bytes)
}

/// Reads a value from a reader, which is read to its end first.
///
/// # Errors
/// As [`from_slice`], and if the reader fails.
///
/// ```
/// let tags: Vec<String> = toon::from_reader("[2]: a,b".as_bytes())?;
/// assert_eq!(tags, ["a", "b"]);
/// # Ok::<(), toon::Error>(())
/// ```
#[cfg(feature = "std")]
pub fn from_reader<R: std::io::Read, T: serde::de::DeserializeOwned>(reader: R) -> Result<T> {
    DecodeOptions::new().from_reader(reader)
}

/// An error behind the last character of `text`.
pub(crate) fn fail_at_end(kind: ErrorKind, text: &str) -> Error {
    Source::new(text).fail(kind, text.len())
}
