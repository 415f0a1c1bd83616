//! Serializing values to TOON text.
//!
//! [`serializer`] turns serde's calls into events; [`writer`] turns events into text.

mod display;
#[cfg(feature = "json")]
mod events;
mod filter;
mod fold;
pub(crate) mod header;
mod hint;
mod keys;
mod known;
mod layout;
pub(crate) mod level;
mod map_key;
pub(crate) mod refuse;
mod relay;
mod scope;
mod select;
mod serializer;
mod spare;
pub(crate) mod special;
mod spliced;
mod stream;
mod survey;
mod table;
#[cfg(feature = "std")]
mod table_writer;
mod tape;
mod writer;

use crate::{EncodeOptions, Result};
use alloc::string::String;
use alloc::vec::Vec;
pub use display::{Display, display};
#[cfg(feature = "derive")]
pub(crate) use fold::MAX_SEGMENTS_OF_FIELD;
#[cfg(feature = "derive")]
pub(crate) use hint::Hint;
#[cfg(feature = "derive")]
pub(crate) use hint::RowSurvey;
#[cfg(feature = "derive")]
pub(crate) use known::{DERIVED_ROW, DERIVED_ROW_WITH_DEFAULTS, DERIVED_STRUCT};
pub use relay::Relay;
use select::FieldFilter;
use serde::ser::Serialize;
pub use serializer::Serializer;
#[cfg(feature = "derive")]
pub(crate) use spliced::splices;
#[cfg(feature = "std")]
pub use table_writer::TableWriter;

/// Writes `value` as TOON text, without a trailing newline.
///
/// # Errors
/// Fails if the value is nested deeper than 128 levels, has a map key that cannot be written as a
/// string or a duplicate key, or if its `Serialize` implementation fails.
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
    let mut text = String::with_capacity(1024);
    write(value, &mut Serializer::new(&mut text))?;
    Ok(text)
}

/// Writes `value` as the UTF-8 bytes of TOON text, without a trailing newline.
///
/// # Errors
/// Like [`to_string`].
///
/// ```
/// assert_eq!(toon::to_vec(&["a", "b"])?, b"[2]: a,b");
/// # Ok::<(), toon::Error>(())
/// ```
pub fn to_vec<T: ?Sized + Serialize>(value: &T) -> Result<Vec<u8>> {
    to_string(value).map(String::into_bytes)
}

/// Writes `value` as TOON text, without a trailing newline.
///
/// The text is completed in memory before the first byte is written, so nothing is written for a
/// value that cannot be encoded. The exception is the rows of a table that its type declares
/// ([`#[toon(tabular)]`](mod@crate::attributes) on a field, or on the rows of a root list or map):
/// they are written, together with everything before them, as they are serialized, so such a table
/// needs only the memory of a few rows. At the root, rows with `skip_default`, a flattened field or
/// type parameters are completed in memory as well. [`TableWriter`] writes rows that are not in
/// memory.
///
/// # Errors
/// Like [`to_string`]. Also fails if the writer fails, and if a list at the root turns out to contain
/// other values than the rows with which it begins after some of them have been written; for such a
/// list, use [`to_string`].
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

impl EncodeOptions {
    /// Writes `value` as TOON text, without a trailing newline.
    ///
    /// # Errors
    /// Fails if an option is out of range, if the value is nested too deeply, has a map key that
    /// cannot be written as a string or a duplicate key, or if its `Serialize` implementation
    /// fails.
    ///
    /// ```
    /// let text = toon::EncodeOptions::new().to_string(&["a", "b"])?;
    /// assert_eq!(text, "[2]: a,b");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn to_string<T: ?Sized + Serialize>(&self, value: &T) -> Result<String> {
        let mut text = String::with_capacity(1024);
        let mut serializer = self.serializer(&mut text);
        write(value, &mut serializer)?;
        serializer.check_names()?;
        Ok(text)
    }

    /// Writes `value` as the UTF-8 bytes of TOON text.
    ///
    /// # Errors
    /// Like [`to_string`](Self::to_string).
    ///
    /// ```
    /// assert_eq!(toon::EncodeOptions::new().to_vec(&true)?, b"true");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn to_vec<T: ?Sized + Serialize>(&self, value: &T) -> Result<Vec<u8>> {
        self.to_string(value).map(String::into_bytes)
    }

    /// Writes `value` as TOON text, without a trailing newline.
    ///
    /// The text is completed in memory before the first byte is written, so nothing is written for
    /// a value that cannot be encoded. The exception is the rows of a table that its type declares
    /// ([`#[toon(tabular)]`](mod@crate::attributes) on a field, or on the rows of a root list or
    /// map): they are written, together with everything before them, as they are serialized, so
    /// such a table needs only the memory of a few rows. At the root, rows with `skip_default`, a
    /// flattened field or type parameters are completed in memory as well. With
    /// [`key_folding`](Self::key_folding) there is no exception, because keys are folded once the
    /// text is complete.
    ///
    /// # Errors
    /// Like [`to_string`](Self::to_string). Also fails if the writer fails, and if a list at the root
    /// turns out to contain other values than the rows with which it begins after some of them have
    /// been written; for such a list, use [`to_string`](Self::to_string).
    ///
    /// ```
    /// let mut bytes = Vec::new();
    /// toon::EncodeOptions::new().to_writer(&mut bytes, &[1, 2])?;
    /// assert_eq!(bytes, b"[2]: 1,2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn to_writer<W: std::io::Write, T: ?Sized + Serialize>(
        &self,
        mut writer: W,
        value: &T,
    ) -> Result<()> {
        let mut text = String::with_capacity(1024);
        let mut serializer = Serializer::streaming(&mut text, &mut writer, self);
        write(value, &mut serializer)?;
        serializer.check_names()?;
        writer.write_all(text.as_bytes()).map_err(crate::Error::io)
    }

    /// Returns the requested [`fields`](Self::fields) that `value` does not have, which are
    /// probably misspelled. The value is serialized, but nothing is written.
    ///
    /// The fields of empty arrays and of `null` are unknown, so they are never reported.
    ///
    /// # Errors
    /// Like [`to_string`](Self::to_string), except that duplicate keys are not detected.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use toon::EncodeOptions;
    ///
    /// let rows = [BTreeMap::from([("id", 1), ("stars", 5)])];
    /// let options = EncodeOptions::new().fields(["id", "start", "owner.name"]);
    /// assert_eq!(options.unknown_fields(&rows)?, ["start", "owner.name"]);
    /// assert_eq!(options.to_string(&rows)?, "[1]{id}:\n  1");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn unknown_fields<T: ?Sized + Serialize>(&self, value: &T) -> Result<Vec<String>> {
        let Some(fields) = &self.fields else { return Ok(Vec::new()) };
        let mut filter = FieldFilter::searching(fields);
        write(value, &mut Serializer::filtering(&mut String::new(), &mut filter, self))?;
        Ok(filter.unknown_fields())
    }

    /// Creates a [`Serializer`] that appends to `out` with these options.
    ///
    /// ```
    /// use serde::Serialize;
    ///
    /// let mut out = String::new();
    /// [1, 2].serialize(&mut toon::EncodeOptions::new().serializer(&mut out))?;
    /// assert_eq!(out, "[2]: 1,2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn serializer<'a>(&self, out: &'a mut String) -> Serializer<'a> {
        Serializer::with_options(out, self)
    }
}

/// Not inlined: on AMD Zen, a serializer that is accessed both by its stack address and through a
/// reference is 25 % slower (memory renaming).
#[inline(never)]
fn write<T: ?Sized + Serialize>(value: &T, serializer: &mut Serializer<'_>) -> Result<()> {
    value.serialize(serializer)
}
