//! Values to sort by.

use super::number::Number;

/// A sort key. Keys are ordered by variant first, and then by content. Strings are ordered by code
/// points.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SortValue {
    /// Also for missing values.
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
}

impl SortValue {
    /// The value as the key of a map. `None` for floats.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            SortValue::Text(text) => Some(text.clone()),
            SortValue::Bool(is) => Some(is.to_string()),
            SortValue::Number(Number::Integer { is_negative, magnitude }) => {
                Some(format!("{}{magnitude}", if *is_negative { "-" } else { "" }))
            }
            SortValue::Number(Number::Float(_)) | SortValue::Null => None,
        }
    }
}
