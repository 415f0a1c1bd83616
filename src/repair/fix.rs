//! What a repair has changed, and what looks wrong though it is valid.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display};

/// A text that the strict reader accepts, and how it came about.
///
/// ```
/// let repaired = toon::repair("users[3]{id,name}:\n1,Ann\n2,Bob")?;
/// assert_eq!(repaired.text, "users[2]{id,name}:\n  1,Ann\n  2,Bob");
/// let kinds: Vec<_> = repaired.fixes.iter().map(toon::Fix::kind).collect();
/// assert_eq!(kinds, [toon::FixKind::Indentation, toon::FixKind::Count]);
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired<'t> {
    /// The text as given if it is valid, else its values in canonical TOON.
    pub text: Cow<'t, str>,
    /// What was changed, in the order of the text; empty if it is valid.
    pub fixes: Vec<Fix>,
    /// Valid values that are probably not what was meant.
    pub warnings: Vec<Warning>,
}

/// Something that a repair has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    kind: FixKind,
    line: usize,
    column: usize,
    message: String,
}

/// A valid value that is probably not what was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    kind: WarningKind,
    line: usize,
    column: usize,
    message: String,
}

macro_rules! notes {
    ($($note:ident($kind:ident)),*) => {$(
        impl $note {
            pub(super) fn new(kind: $kind, (line, column): (usize, usize), message: String) -> Self {
                Self { kind, line, column, message }
            }

            /// What it is about.
            pub fn kind(&self) -> $kind {
                self.kind
            }

            /// The line of the original text, counted from 1.
            pub fn line(&self) -> usize {
                self.line
            }

            /// The column, counted from 1 in characters.
            pub fn column(&self) -> usize {
                self.column
            }

            /// A sentence that says it, without the place.
            pub fn message(&self) -> &str {
                &self.message
            }
        }

        impl Display for $note {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} at line {} column {}", self.message, self.line, self.column)
            }
        }
    )*};
}

notes!(Fix(FixKind), Warning(WarningKind));

/// What is said of a duplicate key.
pub(super) fn kept_last(key: &str) -> String {
    alloc::format!("kept the last of several values of {:?}", crate::error::shorten(key))
}

/// What a [`Fix`] has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FixKind {
    /// A Markdown fence around the text was removed.
    Fence,
    /// JSON was read as JSON: the whole text, or a value that takes several lines.
    Json,
    /// A count in a header was wrong or missing.
    Count,
    /// A header was malformed: without its colon, or in the syntax of an older version.
    Header,
    /// A header that was repeated between its rows was removed.
    RepeatedHeader,
    /// Lines were not indented as their place requires.
    Indentation,
    /// Blank lines between rows or items were removed.
    BlankLine,
    /// A delimiter at the end of a row, or behind a quoted value, was removed; or rows had another
    /// than the header.
    Delimiter,
    /// A quoted string was not closed, had text behind its closing quote, or a line break in it.
    Quote,
    /// An escape sequence was invalid.
    Escape,
    /// A list had no header, or an element no hyphen.
    List,
    /// A block of text (YAML's `|` and `>`) became a string.
    BlockText,
    /// A `---` line was removed.
    DocumentMarker,
    /// A Markdown table, or a row of one, became rows.
    MarkdownTable,
    /// Of several values of a key the last one was kept.
    DuplicateKey,
    /// The last row was incomplete, and was removed.
    CutOff,
    /// A comment was removed, because the text had to be written anew.
    Comment,
}

/// What a [`Warning`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// A string that looks like a JSON array or object.
    Json,
    /// A string in typographic quotes.
    CurlyQuotes,
    /// A string that is another language's word for null, true or false.
    Literal,
    /// A string that ends in what looks like a comment.
    Comment,
    /// A key that begins with a hyphen, as in a YAML list.
    List,
}
