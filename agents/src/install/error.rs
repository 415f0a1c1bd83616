//! Why a file is left alone, and where in it.

use std::fmt;
use std::path::{Path, PathBuf};

/// A position in a text: line and column, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Place {
    fn of(text: &str, position: usize) -> Self {
        let before = text.get(..position).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        Place { line: before.matches('\n').count() + 1, column: line.chars().count() + 1 }
    }
}

/// Why a file is left alone.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {message}", file.display(), Shown(*place))]
pub struct InstallError {
    file: PathBuf,
    place: Option<Place>,
    message: String,
}

impl InstallError {
    pub(super) fn new(file: &Path, message: impl Into<String>) -> Self {
        InstallError { file: file.to_owned(), place: None, message: message.into() }
    }

    pub(super) fn at(file: &Path, invalid: Invalid) -> Self {
        InstallError { file: file.to_owned(), place: Some(invalid.place), message: invalid.message }
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The position in it, if it has contents that are not as expected.
    pub const fn place(&self) -> Option<Place> {
        self.place
    }
}

struct Shown(Option<Place>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(place) => write!(f, ":{}:{}", place.line, place.column),
            None => Ok(()),
        }
    }
}

/// An error at a position in a text.
#[derive(Debug)]
pub(super) struct Invalid {
    pub(super) place: Place,
    pub(super) message: String,
}

impl Invalid {
    pub(super) fn new(text: &str, position: usize, message: impl Into<String>) -> Self {
        Invalid { place: Place::of(text, position), message: message.into() }
    }
}
