//! What can go wrong, where, and how to mend it.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;

/// `Result` with this crate's [`Error`].
pub type Result<T> = core::result::Result<T, Error>;

/// Why a value could not be written, or a text not be read.
pub struct Error {
    // One pointer wide: every call on the way up returns a `Result` of it.
    inner: Box<Inner>,
}

struct Inner {
    kind: ErrorKind,
}

/// What went wrong, with its figures.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    // -- writing --
    /// [`EncodeOptions::indent`](crate::EncodeOptions::indent) was not 1 to 16.
    #[error("indent must be 1 to 16 spaces, not {spaces}")]
    InvalidIndent {
        /// The spaces asked for.
        spaces: usize,
    },
    /// A map key is neither a string nor a scalar that has a text.
    #[error("map key must be a string, an integer, a finite float, a bool, a char or a unit variant")]
    InvalidKey,
    /// A `Serialize` implementation gave a map value without a key, or a key without a value.
    #[error("map entry without a {missing}")]
    IncompleteEntry {
        /// `"key"` or `"value"`.
        missing: &'static str,
    },
    /// A `Serialize` implementation wrote a second value after the root.
    #[error("the document is complete: a second root value has no place in it")]
    SecondRoot,
    /// A `Serialize` implementation went on after an error instead of passing it up.
    #[error("an earlier error was ignored, so the document cannot be completed")]
    AlreadyFailed,
    /// `serde_json`'s `RawValue` was written without this crate's feature `json`.
    #[error("raw JSON needs the feature `json`")]
    RawJson,

    // -- both ways --
    /// The same key twice in one object (§14.3).
    #[error("key {key:?} stands twice in one object")]
    DuplicateKey {
        /// The key, unescaped.
        key: String,
    },
    /// The value or text nests deeper than `max_depth`.
    #[error("nested deeper than {limit} levels")]
    DepthLimit {
        /// The greatest depth allowed.
        limit: usize,
    },
    /// A reader or writer failed.
    #[cfg(feature = "std")]
    #[error("{0}")]
    Io(std::io::Error),
    /// A type's own message.
    #[error("{0}")]
    Custom(String),
}

impl Error {
    #[cold]
    pub(crate) fn new(kind: ErrorKind) -> Self {
        Error { inner: Box::new(Inner { kind }) }
    }

    #[cold]
    #[cfg(feature = "std")]
    pub(crate) fn io(error: std::io::Error) -> Self {
        Error::new(ErrorKind::Io(error))
    }

    /// What went wrong, with its figures.
    pub fn kind(&self) -> &ErrorKind {
        &self.inner.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.kind.fmt(f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}

impl core::error::Error for Error {}

impl serde::ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Error::new(ErrorKind::Custom(message.to_string()))
    }
}
