//! Lists that the database holds as JSON text, and that are one cell of a table in TOON.

use crate::project::Link;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use serde::Serializer;
use serde::de::DeserializeOwned;

/// A value that a column holds as JSON text.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        serde_json::from_str(value.as_str()?).map(Json).map_err(FromSqlError::other)
    }
}

/// For `#[toon(with = "tags")]`, a list being what would keep its rows from being a table. Tags
/// have no spaces.
pub(crate) mod tags {
    use super::Serializer;

    pub(crate) fn serialize<S: Serializer>(tags: &[String], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&tags.join(" "))
    }
}

/// The same for citations.
pub(crate) mod citations {
    use super::Serializer;

    pub(crate) fn serialize<S: Serializer>(citations: &[String], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&citations.join("; "))
    }
}

/// The same for links.
pub(crate) mod links {
    use super::{Link, Serializer};

    pub(crate) fn serialize<S: Serializer>(links: &[Link], serializer: S) -> Result<S::Ok, S::Error> {
        let links: Vec<String> = links.iter().map(|Link { title, url }| format!("{title} <{url}>")).collect();
        serializer.serialize_str(&links.join("; "))
    }
}
