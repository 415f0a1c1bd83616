//! Writes CSV: the elements of an array as records.

use csv::{Writer, WriterBuilder};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::fmt;
use std::io::{self, Write};

/// An element that is an object, with its values as JSON.
pub(crate) struct Record(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Record;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object, as a CSV record requires")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Record, A::Error> {
                let mut entries = Vec::with_capacity(map.size_hint().unwrap_or_default().min(64));
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Record(entries))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

/// Writes records. The first one defines the fields.
pub(crate) struct Records<W: Write> {
    writer: Writer<W>,
    fields: Vec<String>,
    count: u64,
}

/// Why an element cannot be written as a record.
#[derive(Debug)]
pub(crate) enum Refused {
    /// A field of this element is a list or an object.
    Compound {
        element: u64,
        field: String,
    },
    /// The first element does not have this field.
    Unknown {
        element: u64,
        field: String,
    },
    Write(io::Error),
}

impl<W: Write> Records<W> {
    pub(crate) fn new(out: W) -> Self {
        let writer = WriterBuilder::new().flexible(false).from_writer(out);
        Records { writer, fields: Vec::new(), count: 0 }
    }

    /// Writes a record. A field that is `null` or missing is an empty cell.
    pub(crate) fn write(&mut self, Record(entries): &Record) -> Result<(), Refused> {
        let element = self.count;
        if element == 0 {
            self.fields = entries.iter().map(|(field, _)| field.clone()).collect();
            self.record(self.fields.clone())?;
        }
        self.count += 1;
        let mut cells = vec![String::new(); self.fields.len()];
        for (index, (field, value)) in entries.iter().enumerate() {
            let is_here = self.fields.get(index).is_some_and(|name| name == field);
            let place = if is_here { Some(index) } else { self.fields.iter().position(|name| name == field) };
            let Some(cell) = place.and_then(|place| cells.get_mut(place)) else {
                return Err(Refused::Unknown { element, field: field.clone() });
            };
            *cell = match value.get().as_bytes().first() {
                Some(b'{' | b'[') => return Err(Refused::Compound { element, field: field.clone() }),
                Some(b'"') => serde_json::from_str(value.get()).unwrap_or_default(),
                _ if value.get() == "null" => String::new(),
                _ => value.get().to_owned(),
            };
        }
        self.record(cells)
    }

    fn record(&mut self, cells: Vec<String>) -> Result<(), Refused> {
        self.writer.write_record(cells).map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) => Refused::Write(error),
            other => Refused::Write(io::Error::other(format!("{other:?}"))),
        })
    }

    /// Flushes the last record, and returns the output.
    pub(crate) fn finish(self) -> Result<W, Refused> {
        self.writer.into_inner().map_err(|error| Refused::Write(error.into_error()))
    }
}
