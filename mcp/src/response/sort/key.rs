//! A value to sort by.

use super::number::Number;

/// In the order of its variants, and of what is in them: text by its code points.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    /// Also a value that is not there.
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
}

impl Key {
    /// What it is as the key of a map. Floats are none.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            Key::Text(text) => Some(text.clone()),
            Key::Bool(is) => Some(is.to_string()),
            Key::Number(Number::Integer { is_negative, magnitude }) => {
                Some(format!("{}{magnitude}", if *is_negative { "-" } else { "" }))
            }
            Key::Number(Number::Float(_)) | Key::Null => None,
        }
    }
}
