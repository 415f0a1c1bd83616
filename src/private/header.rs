//! `tabular(header)`: an empty table shows its columns.

use super::columns::RowColumns;
use super::sample;
use crate::ser::header;
use serde::ser::{Serialize, Serializer};

/// Serializes a table, or its columns if the serializer asks for them.
pub struct TableOrColumns<T> {
    /// The table.
    pub table: T,
    /// The columns of its rows.
    pub columns: RowColumns,
    /// The name of the column that is the key of the rows.
    pub key: Option<&'static str>,
}

impl<T: Serialize> Serialize for TableOrColumns<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if header::is_asked_for::<S::Ok>() {
            sample::serialize(self.columns, self.key, serializer)
        } else {
            self.table.serialize(serializer)
        }
    }
}
