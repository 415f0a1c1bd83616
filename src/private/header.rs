//! `tabular(header)`: an empty table shows its columns.

use super::columns::{FieldKind, RowColumns, RowField};
use super::level::AtLevels;
use crate::ser::header;
use serde::ser::{Error, Serialize, SerializeStruct, Serializer};

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
            describe(self.columns, self.key, serializer)
        } else {
            self.table.serialize(serializer)
        }
    }
}

/// Serializes a sample row with these columns, except the one named `key`.
fn describe<S: Serializer>(columns: RowColumns, key: Option<&str>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut row = serializer.serialize_struct("row", columns.count())?;
    describe_fields(columns, key, &mut row)?;
    row.end()
}

fn describe_fields<R: SerializeStruct>(
    columns: RowColumns,
    key: Option<&str>,
    row: &mut R,
) -> Result<(), R::Error> {
    let Some(fields) = columns.0 else { return Err(Error::custom("some of the columns are unknown")) };
    for field in fields {
        match field.kind {
            FieldKind::Flat(columns) => describe_fields(columns, key, row)?,
            _ if Some(field.name) == key => {}
            _ => row.serialize_field(field.name, &AtLevels(field, field.levels))?,
        }
    }
    Ok(())
}

impl Serialize for RowField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind {
            FieldKind::Cell | FieldKind::NullableCell => serializer.serialize_unit(),
            FieldKind::Group(columns) | FieldKind::Flat(columns) => describe(columns, None, serializer),
        }
    }
}
