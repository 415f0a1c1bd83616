//! Lists that the database holds as JSON text, and tags, which are one cell of a table in TOON.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use serde::de::DeserializeOwned;

/// A value that a column holds as JSON text.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        serde_json::from_str(value.as_str()?).map(Json).map_err(FromSqlError::other)
    }
}

/// For `#[toon(with = "tags")]`: a list would keep its rows from being a table.
pub(crate) mod tags {
    use serde::Serializer;

    /// The tags with a space between them.
    pub(crate) fn serialize<S: Serializer>(tags: &[String], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&tags.join(" "))
    }
}
