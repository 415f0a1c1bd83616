//! A value to sort by.

use super::number::Number;

/// Ordered by variant, and then by content: text by code points.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SortKey {
    /// Also for missing values.
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
}

impl SortKey {
    /// Its text as the key of a map; `None` for floats.
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
