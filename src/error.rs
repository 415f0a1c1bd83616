//! What went wrong, where, and how to fix it.

mod cause;
mod expected;
mod kind;
mod render;
mod suggest;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use serde::de::Unexpected;

use crate::recognize::json;
pub(crate) use crate::text::message::shorten;
pub(crate) use cause::string_lines_below;
pub(crate) use expected::quote_value;
pub use kind::{Category, ErrorKind};

/// `Result` with this crate's [`Error`].
pub type Result<T> = core::result::Result<T, Error>;

/// Why a value could not be written, or a text could not be read.
///
/// ```
/// #[derive(Debug, serde::Deserialize)]
/// struct User {
///     name: String,
/// }
///
/// let error = toon::from_str::<Vec<User>>("[2]{name}:\n  Ada\n  42").unwrap_err();
/// assert_eq!((error.line(), error.column()), (3, 3));
/// assert_eq!(error.path(), Some("[1].name"));
/// assert_eq!(
///     error.to_string(),
///     "invalid type: integer `42`, expected a string at line 3 column 3, in [1].name",
/// );
/// ```
pub struct Error {
    // One pointer wide, since almost every function returns it in a `Result`.
    inner: Box<ErrorInner>,
}

/// The number of mistakes whose cause is looked for in the whole text.
const MAX_EXPLAINED: usize = 16;

struct ErrorInner {
    kind: ErrorKind,
    /// Counted from 1; 0 if the error has no place.
    line: usize,
    column: usize,
    /// The same place as a byte offset.
    offset: usize,
    /// Segments are prepended while the error propagates.
    path: String,
    /// Advice that is more specific than that for `kind`.
    hint: Option<String>,
    /// The text ended prematurely.
    eof: bool,
}

/// A segment of the path from the root to a value.
pub enum Segment<'a> {
    /// The key of an entry.
    Key(&'a str),
    /// The position of an element.
    Index(u64),
}

impl Segment<'_> {
    /// The segment as it appears in a path.
    pub fn text(&self) -> String {
        match *self {
            Segment::Index(index) => alloc::format!("[{index}]"),
            Segment::Key(key) if is_plain(key) => shorten(key),
            Segment::Key(key) => alloc::format!("[{:?}]", shorten(key)),
        }
    }

    /// Makes `path` begin with the segment.
    pub(crate) fn prepend_to(&self, path: &mut String) {
        let joint = if path.is_empty() || path.starts_with('[') { "" } else { "." };
        path.insert_str(0, joint);
        path.insert_str(0, &self.text());
    }
}

impl Error {
    #[cold]
    pub(crate) fn new(kind: ErrorKind) -> Self {
        let (path, hint) = (String::new(), None);
        Error { inner: Box::new(ErrorInner { kind, line: 0, column: 0, offset: 0, path, hint, eof: false }) }
    }

    #[cold]
    #[cfg(feature = "std")]
    pub(crate) fn io(error: std::io::Error) -> Self {
        Error::new(ErrorKind::Io(error))
    }

    /// The error for a `name` that no value of `option` has, for other packages of the same version.
    #[cold]
    #[doc(hidden)]
    pub fn unknown_choice(option: &'static str, name: &str, expected: &'static [&'static str]) -> Self {
        Error::new(ErrorKind::UnknownChoice { option, name: shorten(name), expected })
    }

    /// Whether its line and column are known. A known place is never replaced by that of an
    /// enclosing value, which is less precise.
    pub(crate) fn is_placed(&self) -> bool {
        self.inner.line != 0
    }

    #[cold]
    pub(crate) fn set_place(mut self, line: usize, column: usize) -> Self {
        self.inner.line = line;
        self.inner.column = column;
        self
    }

    /// Sets the place in bytes, for [`explain`](Self::explain).
    #[cold]
    pub(crate) fn set_offset(mut self, offset: usize) -> Self {
        self.inner.offset = offset;
        self
    }

    /// The place in bytes.
    pub(crate) fn offset(&self) -> usize {
        self.inner.offset
    }

    #[cold]
    pub(crate) fn set_eof(mut self) -> Self {
        self.inner.eof = true;
        self
    }

    #[cold]
    pub(crate) fn set_hint(mut self, hint: String) -> Self {
        self.inner.hint = Some(hint);
        self
    }

    #[cold]
    pub(crate) fn set_kind(mut self, kind: ErrorKind) -> Self {
        self.inner.kind = kind;
        self
    }

    #[cold]
    pub(crate) fn set_path(mut self, path: String) -> Self {
        self.inner.path = path;
        self
    }

    /// Finds the likely cause in `text`, where a level of indentation is `unit` spaces, for the
    /// [suggestion](Self::suggestion). Takes linear time.
    #[cold]
    pub(crate) fn explain(mut self, text: &str, unit: usize) -> Self {
        let ErrorInner { kind, offset, hint, .. } = &mut *self.inner;
        if matches!(kind, ErrorKind::InvalidIndent { .. } | ErrorKind::AlreadyRead) {
            // The text is not to blame.
        } else if json::begins(text) {
            *hint = Some(cause::json_advice());
        } else if hint.is_none() {
            *hint = cause::advice(kind, text, *offset, unit);
        }
        self
    }

    /// Explains the mistakes in `text`: only the first ones, the last one and those whose cause is
    /// local, so that this takes linear time, too.
    pub(crate) fn explain_all(mistakes: Vec<Self>, text: &str, unit: usize) -> Vec<Self> {
        if json::begins(text) {
            // They have the same cause.
            let explain = |mistake: Self| mistake.set_hint(cause::json_advice());
            return mistakes.into_iter().map(explain).collect();
        }
        let last = mistakes.len().saturating_sub(1);
        let explain = |(index, mistake): (usize, Self)| {
            let is_explained = index < MAX_EXPLAINED || index == last || cause::is_local(mistake.kind());
            if is_explained { mistake.explain(text, unit) } else { mistake }
        };
        mistakes.into_iter().enumerate().map(explain).collect()
    }

    /// Whether `self` is due to something that affects all lines of `text`, so that further mistakes
    /// are, too: another format, or another unit of indentation.
    pub(crate) fn is_of_whole_text(&self, text: &str, unit: usize) -> bool {
        json::begins(text) || cause::is_of_whole_text(&self.inner.kind, text, self.inner.offset, unit)
    }

    /// Prepends `segment` to the path, while the error propagates.
    #[cold]
    pub(crate) fn within(mut self, segment: &Segment<'_>) -> Self {
        segment.prepend_to(&mut self.inner.path);
        self
    }

    /// What went wrong, with the numbers and names that belong to it.
    ///
    /// ```
    /// use toon::ErrorKind;
    ///
    /// let error = toon::from_str::<Vec<u8>>("[1]: \"a").unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::UnterminatedString));
    /// ```
    pub fn kind(&self) -> &ErrorKind {
        &self.inner.kind
    }

    /// The category of the error.
    ///
    /// ```
    /// let error = toon::from_str::<bool>("maybe").unwrap_err();
    /// assert_eq!(error.classify(), toon::Category::Data);
    /// ```
    pub fn classify(&self) -> Category {
        if self.inner.eof { Category::Eof } else { suggest::category(&self.inner.kind) }
    }

    /// The line, counted from 1; 0 if the error has no place in a text.
    ///
    /// ```
    /// let error = toon::from_str::<Vec<bool>>("[2]:\n  - true\n  - 1").unwrap_err();
    /// assert_eq!(error.line(), 3);
    /// ```
    pub fn line(&self) -> usize {
        self.inner.line
    }

    /// The column in characters, counted from 1; 0 if the error has no place in a text. A tab is
    /// one character.
    ///
    /// ```
    /// let error = toon::from_str::<Vec<bool>>("[2]: true,1").unwrap_err();
    /// assert_eq!(error.column(), 11);
    /// ```
    pub fn column(&self) -> usize {
        self.inner.column
    }

    /// The path from the root to the value, such as `users[3].email`, or `users["a.b"][0]` if a key
    /// is not a plain word.
    ///
    /// ```
    /// use std::collections::HashMap;
    ///
    /// let error = toon::from_str::<HashMap<String, Vec<u8>>>("a[2]: 1,-2").unwrap_err();
    /// assert_eq!(error.path(), Some("a[1]"));
    /// ```
    pub fn path(&self) -> Option<&str> {
        Some(self.inner.path.as_str()).filter(|path| !path.is_empty())
    }

    /// How to fix the text, in words that a person or a language model can act on.
    ///
    /// It addresses the likely cause, judging by the text around the mistake: text in another
    /// format, rows that are not indented, a quote that hides a delimiter.
    ///
    /// ```
    /// let suggestion = |text| {
    ///     let error = toon::from_str::<Vec<u8>>(text).unwrap_err();
    ///     error.suggestion().unwrap_or_default().into_owned()
    /// };
    /// assert_eq!(suggestion("[3]: 1,2"), "write [2] in the header, or add the missing element");
    /// assert_eq!(suggestion("[2]{id}:\n1\n2"), "indent the rows below the header by 2 spaces");
    /// ```
    pub fn suggestion(&self) -> Option<Cow<'_, str>> {
        match &self.inner.hint {
            Some(hint) => Some(Cow::Borrowed(hint)),
            None => suggest::suggestion(&self.inner.kind),
        }
    }
}

/// Whether `key` needs no quotes in a path: it consists of letters, digits, `_` and `-`.
fn is_plain(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.kind.fmt(f)?;
        if self.is_placed() {
            write!(f, " at line {} column {}", self.inner.line, self.inner.column)?;
        }
        match self.path() {
            Some(path) => write!(f, ", in {path}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Error {
    // Implemented by hand to be readable, since this is what `unwrap` prints.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({:?}", self.inner.kind.to_string())?;
        if self.is_placed() {
            write!(f, ", line: {}, column: {}", self.inner.line, self.inner.column)?;
        }
        if let Some(path) = self.path() {
            write!(f, ", path: {path:?}")?;
        }
        if let Some(suggestion) = self.suggestion() {
            write!(f, ", suggestion: {suggestion:?}")?;
        }
        f.write_str(")")
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.inner.kind {
            #[cfg(feature = "std")]
            ErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl serde::ser::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Error::new(ErrorKind::Custom(message.to_string()))
    }
}

impl serde::de::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Error::new(ErrorKind::Custom(message.to_string()))
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        let expected = expected.to_string();
        let hint = expected::advice(unexpected, &expected);
        let mut error = Error::new(ErrorKind::InvalidType { unexpected: describe(unexpected), expected });
        error.inner.hint = hint;
        error
    }

    #[cold]
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        let unexpected = describe(unexpected);
        Error::new(ErrorKind::InvalidValue { unexpected, expected: expected.to_string() })
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn serde::de::Expected) -> Self {
        Error::new(ErrorKind::InvalidLength { length, expected: expected.to_string() })
    }

    #[cold]
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Error::new(ErrorKind::UnknownVariant { variant: shorten(variant), expected })
    }

    #[cold]
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Error::new(ErrorKind::UnknownField { field: shorten(field), expected })
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        Error::new(ErrorKind::MissingField { field })
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        Error::new(ErrorKind::DuplicateKey { key: field.to_string() })
    }
}

/// serde's description with TOON's terms `null`, object and array. Long strings are shortened.
fn describe(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Unit => "null".to_string(),
        Unexpected::Str(text) => alloc::format!("string {:?}", shorten(text)),
        Unexpected::Map => "object".to_string(),
        Unexpected::Seq => "array".to_string(),
        other => other.to_string(),
    }
}

#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        use std::io::ErrorKind as Io;
        let kind = match error.classify() {
            Category::Eof => Io::UnexpectedEof,
            Category::Io => return error.into_io(),
            _ => Io::InvalidData,
        };
        std::io::Error::new(kind, error)
    }
}

#[cfg(feature = "std")]
impl Error {
    /// Returns the I/O error itself, since wrapping it again would hide its kind.
    fn into_io(self) -> std::io::Error {
        match self.inner.kind {
            ErrorKind::Io(error) => error,
            kind => std::io::Error::other(Error::new(kind)),
        }
    }
}
