//! What a repair changed, and what looks wrong although it is valid.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display};

/// Text that the strict reader accepts, and how it was obtained.
///
/// ```
/// let repaired = toon_answer::repair("users[3]{id,name}:\n1,Ann\n2,Bob\n")?;
/// assert_eq!(repaired.text, "users[2]{id,name}:\n  1,Ann\n  2,Bob");
/// let kinds: Vec<_> = repaired.fixes.iter().map(toon_answer::Fix::kind).collect();
/// assert_eq!(kinds, [toon_answer::FixKind::Count, toon_answer::FixKind::Indentation]);
/// # Ok::<(), toon_answer::RepairError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired<'t> {
    /// The original text if it is valid, otherwise its values in canonical TOON.
    pub text: Cow<'t, str>,
    /// What was changed, in text order. Empty if the text is valid.
    pub fixes: Vec<Fix>,
    /// Valid values that are probably not what was intended.
    pub warnings: Vec<Warning>,
}

/// A change made by a repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    kind: FixKind,
    line: usize,
    column: usize,
    message: String,
}

/// A valid value that is probably not what was intended.
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

            /// The same note at another position.
            pub(super) fn moved(self, place: impl FnOnce((usize, usize)) -> (usize, usize)) -> Self {
                let (line, column) = place((self.line, self.column));
                Self { line, column, ..self }
            }

            /// What kind of note this is.
            pub fn kind(&self) -> $kind {
                self.kind
            }

            /// The line in the original text, counted from 1.
            pub fn line(&self) -> usize {
                self.line
            }

            /// The column in characters, counted from 1.
            pub fn column(&self) -> usize {
                self.column
            }

            /// The message without its position.
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

impl Warning {
    /// What to write instead if the warning is justified, in words that a person or a language model
    /// can act on.
    ///
    /// ```
    /// let valid = toon_answer::repair("role: admin,\nactive: True")?;
    /// let suggestions: Vec<_> = valid.warnings.iter().map(toon_answer::Warning::suggestion).collect();
    /// assert_eq!(
    ///     suggestions,
    ///     ["remove the delimiter, or quote the string", "write null, true or false, or quote the string"],
    /// );
    /// # Ok::<(), toon_answer::RepairError>(())
    /// ```
    pub fn suggestion(&self) -> &'static str {
        match self.kind {
            WarningKind::Json => "write it as TOON, or quote the string",
            WarningKind::Quotes => "write the string in straight double quotes, or without quotes",
            WarningKind::Delimiter => "remove the delimiter, or quote the string",
            WarningKind::Literal => "write null, true or false, or quote the string",
            WarningKind::Comment => "write the comment on a line of its own, or quote the string",
            WarningKind::List => {
                "write a list below its length, as in `key[2]:`, with `- ` in front of each item"
            }
            WarningKind::Prose => "remove the paragraph, or put the document in a code block",
            WarningKind::Case => "use the same key everywhere, or rename one of the two",
            WarningKind::Indentation => "indent with two spaces per level",
            WarningKind::Escape => r"write each backslash of a path as \\",
            WarningKind::Markdown => "write the text without Markdown, or quote the string",
            WarningKind::Type => "write the names of the fields without types",
            WarningKind::Fields => {
                "write each field on a line of its own and cells without names, or quote the string"
            }
            WarningKind::StopToken => "remove the token, or quote the string",
            WarningKind::DuplicateKey => "remove or rename one of the two keys",
            WarningKind::Documents => "send only one document",
            WarningKind::Variant => "write the name of the variant exactly as requested",
            WarningKind::Empty => "write null",
            WarningKind::Wrapper => "remove the key, so that its value is the whole document",
        }
    }
}

/// The message about a duplicate key.
pub(super) fn kept_last(key: &str) -> String {
    alloc::format!("kept only the last of several values for {:?}", toon::__internal::shorten(key))
}

/// What a [`Fix`] changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FixKind {
    /// JSON was converted: the whole text, or a value that spans several lines.
    Json,
    /// A count in a header was wrong or missing.
    Count,
    /// A header was malformed: it lacked its colon or its bracket segment, contained spaces, or used
    /// the syntax of an older version.
    Header,
    /// A repeated header, or a row that repeats the field names, was removed.
    RepeatedHeader,
    /// Lines were not indented as their depth requires.
    Indentation,
    /// Blank lines between rows or items were removed.
    BlankLine,
    /// A delimiter at the end of a row or after a quoted value was removed, or rows used another
    /// delimiter than the header.
    Delimiter,
    /// A quoted string was not closed, had text after its closing quote, or contained quotes or a
    /// line break.
    Quote,
    /// An escape sequence was invalid.
    Escape,
    /// A list had no header, or its elements had no hyphens.
    List,
    /// Block text (YAML's `|` and `>`) became a string.
    BlockText,
    /// A `---` line was removed.
    DocumentMarker,
    /// A Markdown table or one of its rows became rows.
    MarkdownTable,
    /// Only the last of several values of a key was kept.
    DuplicateKey,
    /// The last line, at which the text was cut off, was dropped because the caller allowed it.
    CutOff,
    /// A comment was removed, because the text had to be rewritten.
    Comment,
    /// The last cells of a row were missing and became `null`.
    MissingCell,
    /// Rows were written in another way: in brackets, as JSON objects, with the names of their
    /// fields, or with list marks.
    Row,
    /// CSV became rows.
    Csv,
    /// A field was written with another sign than a colon.
    Colon,
    /// A Markdown fence or a tag around the document was removed.
    Fence,
    /// Text before or after the document was removed.
    Prose,
}

/// What a [`Warning`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// A string or key that looks like a JSON array or object.
    Json,
    /// A string in typographic or single quotes, or with a quote only at its end.
    Quotes,
    /// A string that ends with a comma or semicolon, or a name or row with other delimiters.
    Delimiter,
    /// A string that another language reads as null, true, false or NaN.
    Literal,
    /// A string that contains what looks like a comment.
    Comment,
    /// A key or value that begins with a hyphen, as in a YAML list.
    List,
    /// A paragraph of an answer that reads like a field.
    Prose,
    /// A key that differs from another one of its object only in upper and lower case.
    Case,
    /// A key that begins with a no-break or ideographic space, which is not indentation.
    Indentation,
    /// A Windows path, whose backslashes may be escapes.
    Escape,
    /// A string or key with the emphasis of Markdown.
    Markdown,
    /// The name of a field with a type, as in `{id:int}`.
    Type,
    /// A string that contains the name of a field: `Ann, age: 30`, or the cell `id=1`.
    Fields,
    /// A string that ends with a token by which a model stops, such as `</s>`.
    StopToken,
    /// A key that occurs twice in an object, with different values.
    DuplicateKey,
    /// One of several documents was read, and the others were not.
    Documents,
    /// A name that differs from that of a variant in upper and lower case, spaces, `-` or `_`, and
    /// was read as the variant. Only in [answers](crate::from_answer).
    Variant,
    /// An empty cell, or a key without a value, that was read as null. Only in
    /// [answers](crate::from_answer).
    Empty,
    /// The only key of a document, whose value was read instead of the document. Only in
    /// [answers](crate::from_answer).
    Wrapper,
}
