//! Values to TOON text.
//!
//! [`serializer`] turns serde's calls into events; [`writer`] turns events into text.

#[cfg(feature = "json")]
mod events;
mod filter;
mod fold;
pub(crate) mod header;
mod hint;
pub(crate) mod key;
mod keys;
mod layout;
pub(crate) mod level;
mod scope;
mod select;
mod serializer;
mod spare;
pub(crate) mod special;
mod stream;
mod survey;
mod table;
mod tape;
mod writer;

use crate::{EncodeOptions, Result};
use alloc::string::String;
use alloc::vec::Vec;
#[cfg(feature = "derive")]
pub(crate) use fold::MAX_SEGMENTS_OF_FIELD;
#[cfg(any(feature = "derive", feature = "normal"))]
pub(crate) use hint::Hint;
#[cfg(feature = "derive")]
pub(crate) use hint::Looks;
use serde::ser::Serialize;
pub use serializer::Serializer;

/// `value` as TOON text, without a trailing newline.
///
/// # Errors
/// If the value nests deeper than 128 levels, has a map key that is no text, the same key twice in one object, or if
/// its `Serialize` says so.
///
/// ```
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct User {
///     id: u32,
///     name: &'static str,
/// }
///
/// let users = [User { id: 1, name: "Ada" }, User { id: 2, name: "Bob" }];
/// assert_eq!(toon::to_string(&users)?, "[2]{id,name}:\n  1,Ada\n  2,Bob");
/// # Ok::<(), toon::Error>(())
/// ```
pub fn to_string<T: ?Sized + Serialize>(value: &T) -> Result<String> {
    EncodeOptions::new().to_string(value)
}

/// `value` as the UTF-8 bytes of TOON text, without a trailing newline.
///
/// # Errors
/// As [`to_string`].
///
/// ```
/// assert_eq!(toon::to_vec(&["a", "b"])?, b"[2]: a,b");
/// # Ok::<(), toon::Error>(())
/// ```
pub fn to_vec<T: ?Sized + Serialize>(value: &T) -> Result<Vec<u8>> {
    EncodeOptions::new().to_vec(value)
}

/// Writes `value` as TOON text, without a trailing newline.
///
/// The text is complete before its first byte is written, so a value that cannot be encoded writes nothing. Only the
/// rows of a table that its type declares ([`#[toon(tabular)]`](mod@crate::attributes) on a field) are handed on as they come, with
/// what is in front of them: such a table needs no more memory than a few of its rows.
///
/// # Errors
/// As [`to_string`], and if the writer fails.
///
/// ```
/// let mut bytes = Vec::new();
/// toon::to_writer(&mut bytes, &["a", "b"])?;
/// assert_eq!(bytes, b"[2]: a,b");
/// # Ok::<(), toon::Error>(())
/// ```
#[cfg(feature = "std")]
pub fn to_writer<W: std::io::Write, T: ?Sized + Serialize>(writer: W, value: &T) -> Result<()> {
    EncodeOptions::new().to_writer(writer, value)
}
