//! The normal form: an ordinary TOON document that states repeated parts of a value only once,
//! without losing anything.
//!
//! ```
//! use toon_normal::{Form, Level, Options};
//!
//! let json = r#"{"users":[
//!   {"login":"ada","url":"https://x.example/u/ada","active":true},
//!   {"login":"bob","url":"https://x.example/u/bob","active":true},
//!   {"login":"cy","url":"https://x.example/u/cy","active":true}
//! ]}"#;
//! let out = Options::new().from_json(json)?;
//! assert_eq!(out.form, Form::Normal);
//! assert_eq!(
//!     out.text,
//!     r#"_form: 1 object
//! users.each:
//!   url: "https://x.example/u/{login}"
//!   active: true
//! users[3]{login}:
//!   ada
//!   bob
//!   cy"#
//! );
//! assert_eq!(toon_normal::to_json(&out.text)?, json.replace("\n", "").replace("  ", ""));
//!
//! // Any `Serialize` type can be written, and any `Deserialize` type can be read back.
//! let text = toon_normal::to_string(&[(1, "a"), (2, "b")])?;
//! assert_eq!(toon_normal::from_str::<Vec<(u8, String)>>(&text)?, [(1, "a".into()), (2, "b".into())]);
//!
//! // Options: here the dense form, TOON or JSON, whichever takes the fewest tokens.
//! let tokens = |text: &str| text.len().div_ceil(3); // better: ask a tokenizer
//! let out = Options::new().level(Level::Dense).json(true).measure(tokens).from_json(json)?;
//! assert_eq!(out.form, Form::Normal);
//! # Ok::<(), toon::Error>(())
//! ```
#![doc = include_str!("form.md")]
#![forbid(unsafe_code)]

mod aliases;
mod cells;
mod column;
mod cost;
mod decode;
mod document;
mod encode;
mod entities;
mod expansion;
mod explain;
mod fault;
mod fields;
mod keys;
mod legend;
mod limit;
mod list_cells;
mod options;
mod ser;
mod settings;
mod tables;
mod times;
mod tree;
mod urls;

use serde::Serialize;
use serde::de::DeserializeOwned;
use toon::Result;

pub use explain::Explained;
pub use options::Options;
pub use settings::{Applied, Form, Forms, KeyOrder, Level, Report, Step, Text};

/// Writes `value` in the normal form, or as canonical TOON if that takes no more bytes.
///
/// # Errors
/// Like [`to_string`](toon::to_string).
///
/// ```
/// let text = toon_normal::to_string(&["a", "b"])?;
/// assert_eq!(text, "[2]: a,b");
/// # Ok::<(), toon::Error>(())
/// ```
pub fn to_string<T: ?Sized + Serialize>(value: &T) -> Result<String> {
    Options::new().to_string(value).map(|text| text.text)
}

/// Reads a value from a normal form, or from plain TOON.
///
/// # Errors
/// Like [`from_str`](toon::from_str). Also fails if the form is malformed, of a newer version, or
/// expands to more than the [limits](self#limits) allow, and if the text is JSON rather than TOON.
///
/// ```
/// let tags: Vec<String> = toon_normal::from_str("_form: 1 list\nlist[2]: a,b")?;
/// assert_eq!(tags, ["a", "b"]);
/// # Ok::<(), toon::Error>(())
/// ```
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T> {
    Options::new().from_str(text)
}

/// Converts a normal form, or plain TOON, to compact JSON text.
///
/// # Errors
/// Like [`from_str`], except for mismatched types.
///
/// ```
/// assert_eq!(toon_normal::to_json("_form: 1 list\nlist[2]: a,b")?, r#"["a","b"]"#);
/// # Ok::<(), toon::Error>(())
/// ```
pub fn to_json(text: &str) -> Result<String> {
    Options::new().to_json(text)
}

/// Whether `text` begins with the mark of the normal form, in any version: its first root key is
/// `_form`, with a value such as `1 list`. This is useful for readers that may get either plain
/// TOON or the normal form.
///
/// ```
/// use toon_normal::is_marked;
///
/// assert!(is_marked("_form: 1 list\nlist[2]: a,b"));
/// assert!(is_marked("_form: 7 object time\na: 1"));
/// assert!(!is_marked("_form: letter\nto: Ada"));
/// assert!(!is_marked("a: 1\n_form: 1 list"));
/// ```
pub fn is_marked(text: &str) -> bool {
    decode::mark(text).is_some()
}

/// The example in the README, as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
