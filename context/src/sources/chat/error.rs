//! Mistakes in chats.

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
#[error("{place}{mistake}")]
pub struct ChatError {
    place: Place,
    mistake: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Request,
    System,
    Message(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Request => Ok(()),
            Place::System => f.write_str("system: "),
            Place::Message(index) => write!(f, "messages[{index}]: "),
        }
    }
}

impl ChatError {
    /// The index of the message, counted from 0. `None` if the mistake is in none of them.
    pub fn index(&self) -> Option<usize> {
        match self.place {
            Place::Message(index) => Some(index),
            Place::Request | Place::System => None,
        }
    }

    pub(super) fn of_request(error: &serde_json::Error) -> Self {
        ChatError { place: Place::Request, mistake: error.to_string() }
    }

    pub(super) fn of_system(mistake: Mistake) -> Self {
        ChatError { place: Place::System, mistake: mistake.0 }
    }

    pub(super) fn of_message(index: usize, mistake: Mistake) -> Self {
        ChatError { place: Place::Message(index), mistake: mistake.0 }
    }
}

/// A mistake in one message.
#[derive(Debug)]
pub(super) struct Mistake(pub(super) String);

pub(super) type Result<T> = std::result::Result<T, Mistake>;

impl From<serde_json::Error> for Mistake {
    /// Leaves out the place, which is not that in the whole text.
    fn from(error: serde_json::Error) -> Self {
        let text = error.to_string();
        Mistake(text.rsplit_once(" at line ").map_or(text.as_str(), |(mistake, _)| mistake).to_owned())
    }
}
