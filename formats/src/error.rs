//! Why an input cannot be read.

use std::io::{self, BufRead, Read as _};

/// Why an input cannot be read, or a value cannot be written in another format.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read.
    #[error("cannot read {name}: {error}")]
    #[non_exhaustive]
    Io {
        /// The name of the input.
        name: String,
        /// The reason.
        error: io::Error,
    },
    /// The text is malformed, or has something that TOON does not have.
    #[error("{}:{}:{}: {}", .0.name, .0.place.0, .0.place.1, .0.message)]
    Mistake(Box<Mistake>),
    /// A mistake that `toon` has found.
    #[error("{name}: {error}")]
    #[non_exhaustive]
    Toon {
        /// The name of the input.
        name: String,
        /// The mistake.
        error: toon::Error,
        /// The text for [`toon::Error::render`], in which other lines than that of the mistake may be empty.
        source_text: String,
        /// More specific advice than that of the error.
        help: Option<&'static str>,
    },
    /// A value cannot be written.
    #[error("{name}: {message}")]
    #[non_exhaustive]
    Unwritable {
        /// The name of the input.
        name: String,
        /// The reason.
        message: String,
    },
}

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The name of the input.
    pub name: String,
    /// The line and column, counted from 1.
    pub place: (u64, u64),
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub help: String,
    /// The line, or a part of it, and the column of the place in it.
    pub excerpt: Option<(String, u64)>,
}

impl Error {
    pub(crate) fn io(name: &str, error: io::Error) -> Self {
        Error::Io { name: name.to_owned(), error }
    }

    pub(crate) fn at(name: &str, place: (u64, u64), message: &str, help: &str) -> Self {
        Error::in_line(name, place, message, help, None)
    }

    /// With the source line.
    pub(crate) fn in_line(
        name: &str,
        place: (u64, u64),
        message: &str,
        help: &str,
        line: Option<&str>,
    ) -> Self {
        Error::with_excerpt(name, place, message, help, line.map(|line| (line, place.1)))
    }

    /// With a part of the source line, and the column of the place in it.
    pub(crate) fn with_excerpt(
        name: &str,
        place: (u64, u64),
        message: &str,
        help: &str,
        excerpt: Option<(&str, u64)>,
    ) -> Self {
        Error::Mistake(Box::new(Mistake {
            name: name.to_owned(),
            place,
            message: message.to_owned(),
            help: help.to_owned(),
            excerpt: excerpt.map(|(line, column)| (line.to_owned(), column)),
        }))
    }
}

/// The line and column after `text`.
pub(crate) fn place(text: &str) -> (u64, u64) {
    let line = text.matches('\n').count() + 1;
    let column = text.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line as u64, column as u64)
}

/// The text before and behind the place of an error, unless that is its end.
pub(crate) fn split<'t>(text: &'t str, error: &toon::Error) -> Option<(&'t str, &'t str)> {
    let lines = text.split_inclusive('\n').take(error.line().checked_sub(1)?);
    let start = lines.map(str::len).sum::<usize>();
    let (column, _) = text.get(start..)?.char_indices().nth(error.column().checked_sub(1)?)?;
    text.split_at_checked(start + column)
}

/// Text for [`toon::Error::render`], which contains only this line of `reader`. The lines before it are
/// left empty, since there may be many.
pub fn line_of(reader: &mut impl BufRead, line: usize) -> String {
    /// The maximum length, in bytes, of a line that is shown.
    const MAX_SHOWN: u64 = 1 << 20;
    let mut skipped = 1;
    while skipped < line {
        match reader.skip_until(b'\n') {
            Ok(0) | Err(_) => return String::new(),
            Ok(_) => skipped += 1,
        }
    }
    let mut shown = Vec::new();
    if line == 0 || reader.take(MAX_SHOWN).read_until(b'\n', &mut shown).is_err() {
        return String::new();
    }
    "\n".repeat(line - 1) + &String::from_utf8_lossy(&shown)
}
