//! What the two processes of a query tell each other.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

/// A query.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Request {
    /// The document. `None` and `-` are standard input.
    pub file: Option<PathBuf>,
    /// The filter, in the language of jq. `None` asks only for an outline.
    pub filter: Option<String>,
    /// Whether the filter gets one element of the list, or one value, at a time.
    pub rows: bool,
    /// The most memory that the query may take, in bytes, where the system can limit it.
    pub max_memory: u64,
}

/// What a document is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Shape {
    /// What it is, such as `847 rows` or `1 object`.
    pub what: String,
    /// Its size, in bytes.
    pub bytes: u64,
    /// Its outline.
    pub outline: String,
}

/// Why a query has failed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Fault {
    /// What is wrong, on one line.
    pub message: String,
    /// Where in the filter, in characters, counted from 1.
    pub column: Option<usize>,
    /// The last step of the filter that had an answer, and what that was.
    pub before: Option<(String, String)>,
}

impl Fault {
    pub(super) fn new(message: &str) -> Self {
        let message: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        Fault { message, column: None, before: None }
    }

    /// Adds the place of a part of the filter.
    pub(super) fn at(mut self, filter: &str, part: &str) -> Self {
        let offset = (part.as_ptr() as usize).checked_sub(filter.as_ptr() as usize);
        let before = offset.and_then(|offset| filter.get(..offset));
        self.column = before.map(|before| before.chars().count() + 1);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(column) = self.column {
            write!(f, " at column {column} of the filter")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}

/// A line that the process of the query writes.
#[derive(Debug, Deserialize, Serialize)]
pub(super) enum Line {
    /// What a reader of the answer should know about the document.
    Note(String),
    /// An output of the filter, as JSON text.
    Output(String),
    /// The end, with a hint if all outputs are empty.
    Done {
        /// What the document is.
        shape: Shape,
        /// The last step that had an answer, and its keys.
        hint: Option<(String, String)>,
    },
    /// The query has failed.
    Failed(Fault),
}
