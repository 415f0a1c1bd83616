//! The database.

use rusqlite::{Connection, Params, Result, Row};
use std::sync::{Mutex, PoisonError};

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
