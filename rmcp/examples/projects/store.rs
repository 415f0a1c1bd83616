//! The database.

use rusqlite::{Connection, Error, Params, Result, Row};
use serde::Serialize;
use std::sync::{Mutex, PoisonError};

/// The parameter of a condition such as
/// `?1 IS NULL OR status IN (SELECT value FROM json_each(?1))`: a JSON array of `values`, or `NULL`
/// if there are none, so that an empty list restricts nothing.
pub(crate) fn any_of<T: Serialize>(values: &[T]) -> Result<Option<String>> {
    if values.is_empty() {
        return Ok(None);
    }
    serde_json::to_string(values).map(Some).map_err(|error| Error::ToSqlConversionFailure(error.into()))
}

/// A database in memory, with data to begin with.
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

impl Store {
    /// A new one.
    pub(crate) fn open() -> Result<Self> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(include_str!("schema.sql"))?;
        connection.execute_batch(include_str!("data.sql"))?;
        Ok(Store { connection: Mutex::new(connection) })
    }

    /// What `read` makes of the rows that `query` finds.
    pub(crate) fn find<T>(
        &self,
        query: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> Result<T>,
    ) -> Result<Vec<T>> {
        // No query leaves the connection in a state that another could not use.
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let mut statement = connection.prepare_cached(query)?;
        statement.query_map(params, read)?.collect()
    }
}
