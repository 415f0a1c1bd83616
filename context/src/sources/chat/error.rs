//! Mistakes in chats.

use serde_json::value::RawValue;
use std::fmt;

/// Why a text is not a chat.
///
/// ```
/// use toon_context::Conversation;
///
/// let json = r#"[{"role": "user", "content": "Hello"}, {"role": "bot", "content": "Hi"}]"#;
/// let error = Conversation::from_chat(json).unwrap_err();
/// assert_eq!(error.index(), Some(1));
/// assert!(error.to_string().starts_with("messages[1]: unknown role \"bot\""));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ChatError {
    /// With the place.
    message: String,
    index: Option<usize>,
    line: Option<usize>,
}

/// Where a message is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// In a field of a request.
    Element { field: &'static str, index: usize },
    /// In JSON lines, counted from 1, in a field of the line if that is not empty.
    Line { number: usize, field: &'static str },
}

impl ChatError {
    /// The index of the message, counted from 0. `None` if the mistake is in none of them, or the messages
    /// are JSON lines.
    pub fn index(&self) -> Option<usize> {
        self.index
    }

    /// The line of the message, counted from 1, if the messages are JSON lines.
    ///
    /// ```
    /// use toon_context::Conversation;
    ///
    /// let lines = "{\"role\": \"user\", \"content\": \"Hello\"}\n{\"role\": \"bot\"}\n";
    /// assert_eq!(Conversation::from_chat(lines).unwrap_err().line(), Some(2));
    /// ```
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// A mistake outside of the fields of a request.
    pub(super) fn of_request(message: impl fmt::Display) -> Self {
        ChatError { message: message.to_string(), index: None, line: None }
    }

    /// A mistake in the field `field` of a request.
    pub(super) fn of_field(field: &str, mistake: &Mistake) -> Self {
        ChatError::of_request(format!("{field}{mistake}"))
    }

    /// A line that is not JSON.
    pub(super) fn of_line(number: usize, error: &serde_json::Error) -> Self {
        let Mistake { reason, .. } = Mistake::of_json(error);
        let message = format!("line {number}, column {}: {reason}", error.column());
        ChatError { message, index: None, line: Some(number) }
    }

    /// A mistake in a message.
    pub(super) fn at(place: Place, mistake: &Mistake) -> Self {
        match place {
            Place::Element { field, index } => {
                ChatError { message: format!("{field}[{index}]{mistake}"), index: Some(index), line: None }
            }
            Place::Line { number, field } => {
                let path = format!("{field}{mistake}");
                let path = path.strip_prefix('.').unwrap_or(&path);
                let separator = if path.starts_with(':') { "" } else { ", " };
                ChatError {
                    message: format!("line {number}{separator}{path}"),
                    index: None,
                    line: Some(number),
                }
            }
        }
    }
}

/// A mistake in one message.
#[derive(Debug)]
pub(super) struct Mistake {
    /// The path to it in the message, such as `.content[1]`.
    path: String,
    reason: String,
}

pub(super) type Result<T> = std::result::Result<T, Mistake>;

impl Mistake {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Mistake { path: String::new(), reason: reason.into() }
    }

    /// Leaves out the place, which is not that in the whole text.
    fn of_json(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        Mistake::new(text.rsplit_once(" at line ").map_or(text.as_str(), |(mistake, _)| mistake))
    }

    /// Another value than `expected`.
    pub(super) fn other_than(expected: &str, found: &RawValue) -> Self {
        let found = match found.get().as_bytes() {
            [b'"', ..] => "a string",
            [b'[', ..] => "an array",
            [b'{', ..] => "an object",
            [b't' | b'f', ..] => "a boolean",
            [b'n', ..] => "null",
            _ => "a number",
        };
        Mistake::new(format!("expected {expected}, found {found}"))
    }

    /// The mistake is in this field.
    pub(super) fn in_field(self, name: &str) -> Self {
        Mistake { path: format!(".{name}{}", self.path), ..self }
    }

    /// The mistake is in the element with this index.
    pub(super) fn in_element(self, index: usize) -> Self {
        Mistake { path: format!("[{index}]{}", self.path), ..self }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.reason)
    }
}

impl From<serde_json::Error> for Mistake {
    fn from(error: serde_json::Error) -> Self {
        Mistake::of_json(&error)
    }
}
