//! From text to values: a [`serde::Deserializer`] that builds no tree.
//!
//! Read in this order: `source` (the text and places in it), `lines` (the cursor), `scan`, `key`, `token`
//! (tokens), `header` and `fields`, `entry` (what a line is), `value` (what serde may ask), then one access type
//! per scope: `object` with `seen`, `list`, `table` with `row` and `derived`, `keyed`. `siblings` is what non-strict mode needs beyond
//! that; `tree`, `expand` and `reshape` are path expansion; `rows` with `part` reads a root array piece by piece; `check` finds all
//! mistakes of a text.

// Measured: tokens and lines that are handed on through memory, half written when they are read, cost more than all
// the work on them.
#![allow(clippy::inline_always)]

mod check;
mod derived;
mod entry;
mod expand;
mod fields;
mod header;
pub(crate) mod key;
mod keyed;
mod lines;
mod list;
mod object;
mod object_de;
#[cfg(feature = "std")]
mod part;
mod reshape;
mod row;
#[cfg(feature = "std")]
mod rows;
mod scan;
mod scope;
mod seen;
mod siblings;
mod source;
mod split;
mod state;
mod table;
pub(crate) mod token;
mod tree;
pub(crate) mod value;
pub(crate) mod variant;

use crate::{DecodeOptions, Error, ErrorKind, Result};
pub(crate) use check::check;
#[cfg(feature = "std")]
pub use rows::Rows;
use serde::de::{Deserialize, Visitor};
use source::Source;
use state::State;
use value::ValueDe;

/// Reads a value from TOON text.
///
/// # Errors
/// If the text is no TOON (strict mode, §14), if it nests deeper than 128 levels, or if its value is none of `T`.
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

/// TOON text as a [`serde::Deserializer`]: `&mut Deserializer` implements it.
///
/// ```
/// use serde::Deserialize;
///
/// let mut deserializer = toon::Deserializer::from_str("[3]: 1,2,3");
/// let numbers = Vec::<u8>::deserialize(&mut deserializer)?;
/// deserializer.end()?;
/// assert_eq!(numbers, [1, 2, 3]);
/// # Ok::<(), toon::Error>(())
/// ```
pub struct Deserializer<'de> {
    state: State<'de>,
    /// The options cannot be used.
    refused: Option<Error>,
    read: bool,
    /// Where the root value stands, once it was asked for.
    at: usize,
}

impl<'de> Deserializer<'de> {
    /// Reads `text` with the default options.
    ///
    /// ```
    /// use serde::Deserialize;
    ///
    /// let mut deserializer = toon::Deserializer::from_str("true");
    /// assert!(bool::deserialize(&mut deserializer)?);
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[allow(clippy::should_implement_trait)] // as in other formats; the trait has no lifetime
    pub fn from_str(text: &'de str) -> Self {
        Self::with_options(text, &DecodeOptions::new())
    }

    pub(crate) fn with_options(text: &'de str, options: &DecodeOptions) -> Self {
        Self::of(Source::new(text), options)
    }

    fn of(source: Source<'de>, options: &DecodeOptions) -> Self {
        let spaces = options.indent;
        let refused = match spaces {
            1..=16 => None,
            _ => Some(Error::new(ErrorKind::InvalidIndent { spaces })),
        };
        // The unit is never 0, even where it is about to be refused.
        let options = DecodeOptions { indent: spaces.max(1), ..options.clone() };
        Deserializer { state: State::new(source, &options), refused, read: false, at: 0 }
    }

    /// From here on `deserialize_any` hands on numbers as newtypes of their tokens.
    #[cfg(feature = "json")]
    pub(crate) fn with_number_text(mut self) -> Self {
        self.state.number_text = true;
        self
    }

    /// Checks that the value read is the whole document (§5).
    ///
    /// # Errors
    /// If a line follows that is neither blank nor a comment.
    ///
    /// ```
    /// use serde::Deserialize;
    ///
    /// let mut deserializer = toon::Deserializer::from_str("[1]: 1\nmore: 2");
    /// Vec::<u8>::deserialize(&mut deserializer)?;
    /// assert!(deserializer.end().is_err());
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn end(&mut self) -> Result<()> {
        self.state.end_document()
    }

    /// Gives an error that arose above the root value, as in untagged enums and `try_from`, the root's place.
    pub(crate) fn place(&self, error: Error) -> Error {
        self.state.source.place(error, self.at)
    }

    /// Finds the root value and lets `read` have it.
    #[inline]
    fn root<R>(&mut self, read: impl FnOnce(ValueDe<'_, 'de>) -> Result<R>) -> Result<R> {
        if let Some(error) = self.refused.take() {
            return Err(error);
        }
        if self.read {
            return Err(Error::new(ErrorKind::AlreadyRead));
        }
        self.read = true;
        let node = self.state.root()?;
        let at = node.at();
        self.at = at;
        let mut result = read(ValueDe { state: &mut self.state, node: &node });
        if result.is_err() {
            result = result.map_err(|error| self.state.source.place(error, at));
        }
        result
    }
}

macro_rules! forward {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value> {
            self.root(|value| value.$method($($argument,)* visitor))
        }
    )*};
}

impl<'de> serde::Deserializer<'de> for &mut Deserializer<'de> {
    type Error = Error;

    forward! {
        deserialize_any() deserialize_bool()
        deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
        deserialize_f32() deserialize_f64() deserialize_char() deserialize_str() deserialize_string()
        deserialize_bytes() deserialize_byte_buf() deserialize_option() deserialize_unit()
        deserialize_unit_struct(name: &'static str) deserialize_newtype_struct(name: &'static str)
        deserialize_seq() deserialize_tuple(len: usize) deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_map() deserialize_struct(name: &'static str, fields: &'static [&'static str])
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
        deserialize_identifier() deserialize_ignored_any()
    }
}

/// An error behind the last character of `text`.
pub(crate) fn fail_at_end(kind: ErrorKind, text: &str) -> Error {
    Source::new(text).fail(kind, text.len())
}
