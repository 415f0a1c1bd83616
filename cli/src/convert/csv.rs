//! Decoding to CSV.

use crate::failure::Failure;
use crate::pointer;
use crate::shell::quoted;
use std::io::{self, Write};
use toon_formats::csv::{Columns, Lists, Misfit, Record, Records, Refused, is_flat};
use toon_formats::json::walk::{elements, entries};

/// How CSV is written.
#[derive(Clone, Copy)]
pub(crate) struct CsvWriting<'a> {
    /// The name of the column for the keys of a keyed table.
    pub(crate) key_column: &'a str,
    pub(crate) lists: Lists,
}

impl Default for CsvWriting<'_> {
    fn default() -> Self {
        CsvWriting { key_column: "key", lists: Lists::Error }
    }
}

/// What is written as CSV.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    pub(super) name: &'a str,
    pub(super) writing: CsvWriting<'a>,
    /// The pointer to the value within the input.
    pub(super) at: &'a [String],
    /// The value as valid JSON, if it is in memory. Otherwise, it is a list.
    pub(super) json: Option<&'a str>,
}

impl<'a> Table<'a> {
    /// The records for a list of objects, or an object of objects. `None` for anything else.
    pub(super) fn records(&self) -> Option<Box<dyn Iterator<Item = Result<Record, Failure>> + 'a>> {
        let (json, name, key) = (self.json?, self.name, self.writing.key_column);
        match json.as_bytes().first() {
            Some(b'[') => Some(Box::new(
                elements(json).enumerate().map(move |(index, json)| element(name, index, json)),
            )),
            Some(b'{') if json != "{}" && entries(json).all(|(_, json)| json.starts_with('{')) => {
                Some(Box::new(entries(json).map(move |(entry, json)| keyed(name, key, &entry, json))))
            }
            _ => None,
        }
    }

    /// The columns of all records.
    pub(super) fn columns(
        &self,
        records: impl Iterator<Item = Result<Record, Failure>>,
    ) -> Result<Columns, Failure> {
        let mut columns = Columns::new(self.writing.lists);
        for record in records {
            columns.add(&record?).map_err(|misfit| self.refuse(misfit.into()))?;
        }
        Ok(columns)
    }

    /// Writes records, and returns `out`. By default, the first record defines the columns.
    pub(super) fn write<W: Write>(
        &self,
        columns: Option<Columns>,
        records: impl Iterator<Item = Result<Record, Failure>>,
        out: W,
    ) -> Result<W, Failure> {
        let refuse = |refused| self.refuse(refused);
        let mut writer = match columns {
            Some(columns) => Records::with_columns(out, columns).map_err(refuse)?,
            None => Records::new(out),
        };
        for record in records {
            writer.write(&record?).map_err(refuse)?;
        }
        writer.finish().map_err(refuse)
    }

    fn refuse(&self, refused: Refused) -> Failure {
        let misfit = match refused {
            Refused::Misfit(misfit) => misfit,
            Refused::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => return Failure::BrokenPipe,
            Refused::Write(error) => return Failure::Input(format!("cannot write: {error}")),
        };
        let mut help = "use --to json instead".to_owned();
        let message = match misfit {
            Misfit::List { element, path, list } => {
                let (kind, other) = self.advice(element, &path, &list);
                if let Some(other) = other {
                    help = format!("use {other}, or --to json instead");
                }
                let field = path.join(".");
                format!("field {field:?} of row {} is {kind}, which CSV cannot represent", element + 1)
            }
            Misfit::Empty { element, field } => {
                format!(
                    "field {field:?} of row {} is an empty object, which CSV cannot represent",
                    element + 1
                )
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
        Failure::Input(format!("{}: {message}; {help}", self.name))
    }

    /// What a list is that has no cell, and how it can be written as CSV.
    fn advice(&self, element: u64, path: &[String], list: &str) -> (&'static str, Option<String>) {
        if is_flat(list) {
            return (
                "a list",
                Some("`toon decode --to csv --lists json` to write it as JSON in a cell".to_owned()),
            );
        }
        let lists = [Lists::Error, Lists::Json].into_iter().find(|lists| fits(list, *lists));
        let other = lists.zip(self.pointer(element, path)).map(|(lists, at)| {
            let lists = if lists == Lists::Json { " --lists json" } else { "" };
            format!("`toon decode --to csv --at {}{lists}` for this list alone", quoted(&at))
        });
        ("a list with lists or objects in it", other)
    }

    /// The pointer to a field of an element.
    fn pointer(&self, element: u64, path: &[String]) -> Option<String> {
        let index = usize::try_from(element).ok()?;
        let element = match self.json.filter(|json| json.starts_with('{')) {
            Some(json) => entries(json).nth(index)?.0.into_owned(),
            None => element.to_string(),
        };
        Some(pointer::write(&[self.at, &[element], path].concat()))
    }
}

/// Whether a list can be written as CSV.
fn fits(list: &str, lists: Lists) -> bool {
    let mut columns = Columns::new(lists);
    let mut is_added =
        |json| serde_json::from_str(json).is_ok_and(|record: Record| columns.add(&record).is_ok());
    elements(list).all(&mut is_added) && Records::with_columns(io::sink(), columns).is_ok()
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
