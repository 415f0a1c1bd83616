//! From text to values.
//!
//! From the bottom up: `source` (the text, and positions in it), `token`, `lexer`, `key` and
//! `lines` (the cursor); `header` with `fields`, and `cells` with `split` and `row`, one piece of
//! the grammar each; `reader` (the state of one document), `entry` (what a line is) and `scope`
//! (the lines below a header). None of these knows serde.
//!
//! The serde layer builds on them: `value`, with `token_de` (and `coerce`) and `key_de`, and their
//! shared state in `context`. It reads strict documents straight from their lines. Where a later
//! line can change the meaning of an earlier one, in non-strict mode and with path expansion, a
//! document is read as `events` into a `tree`, and values are read from that (`tree_de`). `check`
//! finds all mistakes with the same events. `in_parts` holds entries of objects whose types are only
//! known later. `deserializer` chooses between these; `rows` with `part` reads a root array piece by
//! piece, and `partial` a document that is still arriving.

// `inline(always)` is for functions that are called for each line, cell or token. With plain
// `inline`, lists and objects take 5 to 9 % more instructions (`lines`, `entry`, `value::object`),
// arrays of numbers 5 to 14 % (`cells`, `token_de`), and tables 1 to 3 % (`split`, `value::row`,
// `key_check`).
#![allow(clippy::inline_always)]

pub(crate) mod access;
mod adapters;
#[cfg(feature = "std")]
mod at;
mod cells;
mod check;
mod coerce;
pub(crate) mod context;
pub(crate) mod depth;
mod deserializer;
mod entry;
mod events;
pub(crate) mod exact;
mod fields;
mod header;
pub(crate) mod in_parts;
pub(crate) mod keep;
pub(crate) mod kept;
mod key;
mod key_check;
pub(crate) mod key_de;
pub(crate) mod key_text;
mod lexer;
mod lines;
mod mistakes;
pub(crate) mod nullable;
#[cfg(feature = "std")]
mod part;
mod partial;
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

use crate::{DecodeOptions, Error, Result};
pub use deserializer::Deserializer;
pub use partial::{Partial, Progress};
#[cfg(feature = "std")]
pub use rows::Rows;
use serde::de::Deserialize;
use source::text_of;
#[cfg(feature = "derive")]
pub(crate) use value::ROW;

/// Reads a value from TOON text.
///
/// # Errors
/// Fails if the text is not valid TOON (strict mode, §14), is nested deeper than 128 levels, or does
/// not match `T`.
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
/// Like [`from_str`]. Also fails if the bytes are not valid UTF-8 (§4).
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
/// Like [`from_slice`]. Also fails if the reader fails.
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

impl DecodeOptions {
    /// Reads a value from TOON text.
    ///
    /// # Errors
    /// Fails if an option is out of range, if the text is not valid TOON (§14) or is nested too
    /// deeply, or if its value does not match `T`.
    ///
    /// ```
    /// let flags: Vec<bool> = toon::DecodeOptions::new().from_str("[2]: true,false")?;
    /// assert_eq!(flags, [true, false]);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn from_str<'de, T: Deserialize<'de>>(&self, text: &'de str) -> Result<T> {
        let mut deserializer = self.deserializer(text);
        let value = T::deserialize(&mut deserializer).map_err(|error| deserializer.place(error))?;
        deserializer.end()?;
        Ok(value)
    }

    /// Reads a value from the UTF-8 bytes of TOON text.
    ///
    /// # Errors
    /// Like [`from_str`](Self::from_str). Also fails at the first byte that is not valid UTF-8
    /// (§4).
    ///
    /// ```
    /// let error = toon::DecodeOptions::new().from_slice::<Vec<String>>(b"[1]: \xff").unwrap_err();
    /// assert_eq!((error.line(), error.column()), (1, 6));
    /// ```
    pub fn from_slice<'de, T: Deserialize<'de>>(&self, bytes: &'de [u8]) -> Result<T> {
        self.from_str(text_of(bytes)?)
    }

    /// Reads a value from a reader, which is read to its end first.
    ///
    /// # Errors
    /// Like [`from_slice`](Self::from_slice). Also fails if the reader fails.
    ///
    /// ```
    /// let word: String = toon::DecodeOptions::new().from_reader("hello".as_bytes())?;
    /// assert_eq!(word, "hello");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn from_reader<R: std::io::Read, T: serde::de::DeserializeOwned>(&self, mut reader: R) -> Result<T> {
        let mut bytes = alloc::vec::Vec::new();
        reader.read_to_end(&mut bytes).map_err(Error::io)?;
        self.from_slice(&bytes)
    }

    /// Returns an iterator over the elements of an array, which reads them from `reader` on demand;
    /// see [`Rows`]. If the options are invalid, its first element is an error.
    ///
    /// ```
    /// let options = toon::DecodeOptions::new().strict(false);
    /// let mut words = options.rows::<_, String>("[9]:\n  - hello\n  - \"world\"".as_bytes());
    /// assert_eq!(words.next().unwrap()?, "hello");
    /// assert_eq!(words.next().unwrap()?, "world");
    /// assert!(words.next().is_none());
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn rows<R, T>(&self, reader: R) -> Rows<R, T>
    where
        R: std::io::BufRead,
        T: serde::de::DeserializeOwned,
    {
        Rows::with_options(reader, self)
    }

    /// Returns an iterator over the elements of the array at `path`, which reads them from `reader`
    /// on demand; see [`Rows::at`]. If the options are invalid, its first element is an error.
    ///
    /// ```
    /// let options = toon::DecodeOptions::new().infer_types(false);
    /// let text = "page:\n  total: 2\n  ids[2]:\n    - 1\n    - 2";
    /// let ids = options.rows_at::<_, String>(text.as_bytes(), "page.ids");
    /// assert_eq!(ids.collect::<toon::Result<Vec<_>>>()?, ["1", "2"]);
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn rows_at<R, T>(&self, reader: R, path: &str) -> Rows<R, T>
    where
        R: std::io::BufRead,
        T: serde::de::DeserializeOwned,
    {
        Rows::at_path(reader, path, self)
    }

    /// Returns all mistakes in `text`, from top to bottom. The list is empty if the text is valid
    /// TOON (§14).
    ///
    /// After a line that cannot be understood, checking continues with the next line that is not
    /// deeper. Mistakes that are only a consequence of another are not reported: the next lines of a
    /// block that is indented wrongly, or a count that is wrong because of such a line. Nor are those
    /// that follow if the cause affects the whole text, which is JSON, in a Markdown fence or indented
    /// by another unit. A value that is nested deeper than [`max_depth`](Self::max_depth) ends the
    /// check. If [`strict`](Self::strict) is off or [`expand_paths`](Self::expand_paths) is on, only
    /// the first mistake is reported.
    ///
    /// ```
    /// let text = "a[3]: 1,2\nb[2]{x,y}:\n  1\n\t3,4\nc: \"d\na: 2";
    /// let mistakes = toon::DecodeOptions::new().check(text);
    /// let places: Vec<_> = mistakes.iter().map(|mistake| (mistake.line(), mistake.column())).collect();
    /// assert_eq!(places, [(1, 2), (3, 3), (4, 1), (5, 4), (6, 1)]);
    /// assert_eq!(mistakes[0].to_string(), "header declares 3 elements, found 2 at line 1 column 2, in a");
    /// assert!(toon::DecodeOptions::new().check("a[2]: 1,2").is_empty());
    /// ```
    pub fn check(&self, text: &str) -> alloc::vec::Vec<Error> {
        check::check(text, self)
    }

    /// Creates a [`Deserializer`] for `text` with these options.
    ///
    /// ```
    /// use serde::Deserialize;
    ///
    /// let mut deserializer = toon::DecodeOptions::new().deserializer("7");
    /// assert_eq!(u8::deserialize(&mut deserializer)?, 7);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn deserializer<'de>(&self, text: &'de str) -> Deserializer<'de> {
        Deserializer::with_options(text, self)
    }
}
