//! A value to sort by.

use super::number::Number;

/// In the order of its variants, and of what is in them: text by its code points.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SortKey {
    /// Also a value that is not there.
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
}

impl SortKey {
    /// What it is as the key of a map. Floats are none.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            SortKey::Text(text) => Some(text.clone()),
            SortKey::Bool(is) => Some(is.to_string()),
            SortKey::Number(Number::Integer { is_negative, magnitude }) => {
                Some(format!("{}{magnitude}", if *is_negative { "-" } else { "" }))
            }
            SortKey::Number(Number::Float(_)) | SortKey::Null => None,
        }
    }
}
