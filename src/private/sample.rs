//! A sample row: a struct with the columns of a row, all of which are `null`.

use super::columns::{FieldKind, RowColumns, RowField};
use super::hint::{self, WithHint};
use super::level::AtLevels;
use super::named::STRUCT;
use serde::ser::{Error, Serialize, SerializeStruct, Serializer};

/// Serializes a row with these columns, except the one named `key`.
pub(super) fn serialize<S: Serializer>(
    columns: RowColumns,
    key: Option<&str>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut row = serializer.serialize_struct(STRUCT, columns.count())?;
    serialize_fields(columns, key, &mut row)?;
    row.end()
}

fn serialize_fields<R: SerializeStruct>(
    columns: RowColumns,
    key: Option<&str>,
    row: &mut R,
) -> Result<(), R::Error> {
    let Some(fields) = columns.0 else { return Err(Error::custom("some of the columns are unknown")) };
    for field in fields {
        match field.kind {
            FieldKind::Flat(columns) => serialize_fields(columns, key, row)?,
            FieldKind::Child(child) if child.key.is_some() => {}
            _ if Some(field.name) == key => {}
            _ => row.serialize_field(field.name, &AtLevels(&Sample(field), field.levels))?,
        }
    }
    Ok(())
}

/// A field of the row. Its column can be omitted if that of other rows can.
struct Sample<'a>(&'a RowField);

impl Serialize for Sample<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.can_be_omitted {
            WithHint(self.0.kind, hint::DEFAULT).serialize(serializer)
        } else {
            self.0.kind.serialize(serializer)
        }
    }
}

impl Serialize for FieldKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            FieldKind::Cell | FieldKind::NullableCell | FieldKind::Child(_) => serializer.serialize_unit(),
            FieldKind::Group(columns) | FieldKind::Flat(columns) => serialize(columns, None, serializer),
        }
    }
}
