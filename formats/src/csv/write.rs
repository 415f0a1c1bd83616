//! Writes CSV: the elements of an array as records.

use super::columns::{Columns, Misfit};
use super::record::Record;
use csv::{Writer, WriterBuilder};
use std::io::{self, Write};

/// Writes records.
pub struct Records<W: Write> {
    writer: Writer<W>,
    /// By default, those of the first record.
    columns: Option<Columns>,
    cells: Vec<String>,
    count: u64,
}

/// Why records cannot be written.
#[derive(Debug)]
pub enum Refused {
    /// A record does not fit the columns.
    Misfit(Misfit),
    /// The writer has failed.
    Write(io::Error),
}

impl From<Misfit> for Refused {
    fn from(misfit: Misfit) -> Self {
        Refused::Misfit(misfit)
    }
}

impl<W: Write> Records<W> {
    /// Writes to `out`. The first record defines the columns.
    pub fn new(out: W) -> Self {
        let writer = WriterBuilder::new().flexible(false).from_writer(out);
        Records { writer, columns: None, cells: Vec::new(), count: 0 }
    }

    /// Writes to `out` with these columns.
    ///
    /// # Errors
    /// Fails if a record does not fit the columns, or if the writer fails.
    pub fn with_columns(out: W, columns: Columns) -> Result<Self, Refused> {
        let mut records = Records::new(out);
        records.header(columns)?;
        Ok(records)
    }

    fn header(&mut self, mut columns: Columns) -> Result<(), Refused> {
        self.cells = columns.names()?;
        self.columns = Some(columns);
        if self.cells.is_empty() { Ok(()) } else { self.record() }
    }

    /// Writes a record. A field that is `null` or missing is an empty cell.
    ///
    /// # Errors
    /// Fails if a record does not fit the columns, or if the writer fails.
    pub fn write(&mut self, record: &Record) -> Result<(), Refused> {
        if self.columns.is_none() {
            let mut columns = Columns::default();
            columns.add(record)?;
            self.header(columns)?;
        }
        self.cells.iter_mut().for_each(String::clear);
        if let Some(columns) = &self.columns {
            columns.fill(record, self.count, &mut self.cells)?;
        }
        self.count += 1;
        self.record()
    }

    fn record(&mut self) -> Result<(), Refused> {
        self.writer.write_record(&self.cells).map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) => Refused::Write(error),
            other => Refused::Write(io::Error::other(format!("{other:?}"))),
        })
    }

    /// Flushes the last record, and returns the output.
    ///
    /// # Errors
    /// Fails if a record does not fit the columns, or if the writer fails.
    pub fn finish(self) -> Result<W, Refused> {
        self.writer.into_inner().map_err(|error| Refused::Write(error.into_error()))
    }
}
