//! TOON or compact JSON, whichever is smaller.

use super::transcode::from_toon;
use crate::{DecodeOptions, EncodeOptions, Error, ErrorKind, Result};
use alloc::string::{String, ToString};
use core::fmt;
use serde::Serialize;

/// Text in the smaller of two formats.
///
/// ```
/// use toon::json::Smallest;
///
/// let smallest = toon::json::smallest(&[[1, 2], [3, 4]], &toon::EncodeOptions::new())?;
/// assert_eq!(smallest, Smallest::Json("[[1,2],[3,4]]".to_string()));
/// assert_eq!(smallest.as_str(), "[[1,2],[3,4]]");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Smallest {
    /// TOON text that is smaller than the JSON text.
    Toon(String),
    /// Compact JSON text that is no larger than the TOON text.
    Json(String),
}

impl Smallest {
    /// Returns the text.
    ///
    /// ```
    /// let smallest = toon::json::smallest("text", &toon::EncodeOptions::new())?;
    /// assert_eq!(smallest.as_str(), "text");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn as_str(&self) -> &str {
        match self {
            Smallest::Toon(text) | Smallest::Json(text) => text,
        }
    }

    /// Returns the text without copying it.
    ///
    /// ```
    /// let smallest = toon::json::smallest(&[1, 2], &toon::EncodeOptions::new())?;
    /// assert_eq!(smallest.into_string(), "[1,2]");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn into_string(self) -> String {
        match self {
            Smallest::Toon(text) | Smallest::Json(text) => text,
        }
    }

    /// Whether the text is TOON.
    ///
    /// ```
    /// let options = toon::EncodeOptions::new();
    /// assert!(toon::json::smallest(&["a", "b", "c", "d", "e"], &options)?.is_toon());
    /// assert!(!toon::json::smallest(&[1, 2], &options)?.is_toon());
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn is_toon(&self) -> bool {
        matches!(self, Smallest::Toon(_))
    }
}

impl fmt::Display for Smallest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Writes `value` as TOON if that takes fewer bytes than compact JSON, and as compact JSON
/// otherwise. If the options select [`fields`](EncodeOptions::fields), both texts contain only
/// these.
///
/// # Errors
/// Like [`EncodeOptions::to_string`], even if the JSON would be smaller.
///
/// ```
/// use toon::json::{Smallest, smallest};
///
/// #[derive(serde::Serialize)]
/// struct User {
///     id: u32,
///     name: &'static str,
/// }
///
/// let users = [User { id: 1, name: "Ada" }, User { id: 2, name: "Bob" }];
/// let text = smallest(&users, &toon::EncodeOptions::new())?;
/// assert_eq!(text, Smallest::Toon("[2]{id,name}:\n  1,Ada\n  2,Bob".to_string()));
/// # Ok::<(), toon::Error>(())
/// ```
pub fn smallest<T: ?Sized + Serialize>(value: &T, options: &EncodeOptions) -> Result<Smallest> {
    smallest_by(value, options, str::len)
}

/// Like [`smallest`], but with your own measure, such as a number of tokens. In case of a tie, the
/// result is JSON.
///
/// # Errors
/// Like [`smallest`].
///
/// ```
/// use toon::json::{Smallest, smallest_by};
///
/// let lines = |text: &str| text.lines().count();
/// let text = smallest_by(&[[1], [2]], &toon::EncodeOptions::new(), lines)?;
/// assert_eq!(text, Smallest::Json("[[1],[2]]".to_string()));
/// # Ok::<(), toon::Error>(())
/// ```
pub fn smallest_by<T, F>(value: &T, options: &EncodeOptions, size: F) -> Result<Smallest>
where
    T: ?Sized + Serialize,
    F: Fn(&str) -> usize,
{
    let toon = options.to_string(value)?;
    let json = match options.fields {
        None => plain_json(value)?,
        Some(_) => picked_json(value, options)?,
    };
    Ok(if size(&toon) < size(&json) { Smallest::Toon(toon) } else { Smallest::Json(json) })
}

/// Uses `serde_json`, since its output, including the spelling of floats, is what would be sent
/// otherwise.
fn plain_json<T: ?Sized + Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::new(ErrorKind::Custom(error.to_string())))
}

/// JSON of the selected fields. `serde_json` cannot select fields, so this converts TOON that
/// contains only these.
fn picked_json<T: ?Sized + Serialize>(value: &T, options: &EncodeOptions) -> Result<String> {
    let EncodeOptions { ref fields, max_depth, .. } = *options;
    let text =
        EncodeOptions { fields: fields.clone(), max_depth, ..EncodeOptions::new() }.to_string(value)?;
    from_toon(&text, &DecodeOptions::new().max_depth(max_depth))
}
