//! Decoding to CSV.

use crate::failure::Failure;
use std::io::{self, Write};
use toon_formats::csv::{Columns, Misfit, Record, Records, Refused};
use toon_formats::json::walk::{elements, entries};

/// The records for valid JSON that is a list of objects, or an object of objects. `key` is the name
/// of the column for the keys of such an object. `None` for anything else.
pub(super) fn records<'j>(
    name: &'j str,
    key: &'j str,
    json: &'j str,
) -> Option<Box<dyn Iterator<Item = Result<Record, Failure>> + 'j>> {
    match json.as_bytes().first() {
        Some(b'[') => {
            Some(Box::new(elements(json).enumerate().map(move |(index, json)| element(name, index, json))))
        }
        Some(b'{') if json != "{}" && entries(json).all(|(_, json)| json.starts_with('{')) => {
            Some(Box::new(entries(json).map(move |(entry, json)| keyed(name, key, &entry, json))))
        }
        _ => None,
    }
}

fn element(name: &str, index: usize, json: &str) -> Result<Record, Failure> {
    serde_json::from_str(json).map_err(|_| {
        let message = format!("row {} is not an object, which a CSV record must be", index + 1);
        Failure::Input(format!("{name}: {message}"))
    })
}

fn keyed(name: &str, key: &str, entry: &str, json: &str) -> Result<Record, Failure> {
    let record = serde_json::from_str(json).ok().and_then(|record: Record| record.keyed(key, entry));
    record.ok_or_else(|| {
        let message = format!(
            "the object {entry:?} has a field {key:?}, which is also the name of the column for the keys; choose another name with --key-column"
        );
        Failure::Input(format!("{name}: {message}"))
    })
}

/// The columns of all records.
pub(super) fn columns(
    name: &str,
    records: impl Iterator<Item = Result<Record, Failure>>,
) -> Result<Columns, Failure> {
    let mut columns = Columns::default();
    for record in records {
        columns.add(&record?).map_err(|misfit| refuse(name, misfit.into()))?;
    }
    Ok(columns)
}

/// Writes records, and returns `out`. By default, the first record defines the columns.
pub(super) fn write<W: Write>(
    name: &str,
    columns: Option<Columns>,
    records: impl Iterator<Item = Result<Record, Failure>>,
    out: W,
) -> Result<W, Failure> {
    let refuse = |refused| refuse(name, refused);
    let mut writer = match columns {
        Some(columns) => Records::with_columns(out, columns).map_err(refuse)?,
        None => Records::new(out),
    };
    for record in records {
        writer.write(&record?).map_err(refuse)?;
    }
    writer.finish().map_err(refuse)
}

fn refuse(name: &str, refused: Refused) -> Failure {
    let misfit = match refused {
        Refused::Misfit(misfit) => misfit,
        Refused::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => return Failure::BrokenPipe,
        Refused::Write(error) => return Failure::Input(format!("cannot write: {error}")),
    };
    let message = match misfit {
        Misfit::List { element, field } => {
            format!("field {field:?} of row {} is a list, which CSV cannot represent", element + 1)
        }
        Misfit::Empty { element, field } => {
            format!("field {field:?} of row {} is an empty object, which CSV cannot represent", element + 1)
        }
        Misfit::Unknown { element, field } => {
            format!("row {} has a field {field:?} that is missing in the first row", element + 1)
        }
        Misfit::Clash(column) => format!(
            "two fields would share the column {column:?}: one has this name, and one is in a nested object"
        ),
        Misfit::Sparse { elements, columns } => format!(
            "almost all cells would be empty, since the {elements} rows have {columns} different fields"
        ),
        Misfit::NoFields => "all rows are empty objects, so there are no columns".to_owned(),
    };
    Failure::Input(format!("{name}: {message}; use --to json instead"))
}
