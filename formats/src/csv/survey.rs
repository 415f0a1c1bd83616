//! The first pass over a file: names the fields, decides the types of the columns, and finds all
//! mistakes.

use super::dialect::{Dialect, NONE};
use super::mistake::{self, MistakeKind, RecordMistake};
use super::names;
use super::options::{Options, Ragged};
use super::quotes::Quotes;
use super::types::{ColumnSurvey, Numbers, shown};
use csv::{ByteRecord, Position, Reader};
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// The number of empty cells that `--ragged pad` may add, beyond as many as the file has cells: one
/// long record must not make all the others as long.
const MAX_PADDING: u64 = 10_000_000;

/// What the first pass finds.
pub(super) struct Survey {
    pub(super) names: Vec<String>,
    pub(super) columns: Vec<ColumnSurvey>,
    numbers: Numbers,
    /// Where the data begin.
    pub(super) start: Position,
    /// The number of records, and of their cells.
    pub(super) records: u64,
    cells: u64,
    /// The offset of the longest record.
    longest: u64,
    /// Whether there are characters beyond ASCII.
    has_utf8: bool,
}

impl Survey {
    /// Reads the first `limit` records of data.
    pub(super) fn of<R: BufRead + Seek>(
        reader: &mut Reader<Quotes<R>>,
        dialect: &Dialect,
        options: &Options,
        limit: u64,
    ) -> Result<Self, RecordMistake> {
        let mut survey = Survey {
            names: Vec::new(),
            columns: Vec::new(),
            numbers: Numbers::of(options),
            start: dialect.start.clone(),
            records: 0,
            cells: 0,
            longest: 0,
            has_utf8: false,
        };
        let mut record = ByteRecord::new();
        let at = |offset, kind| RecordMistake { record: offset, kind };
        let read = |error: io::Error| at(0, MistakeKind::Read(error));
        reader.get_mut().set_checked(true);
        rewind(reader, &dialect.start).map_err(read)?;
        // The offset of the last record.
        let mut last = None;
        while survey.records < limit
            && reader.read_byte_record(&mut record).map_err(|error| read(error.into()))?
        {
            let offset = record.position().map_or(0, Position::byte);
            let is_first = last.replace(offset).is_none();
            if let Some(quote) = reader.get_ref().mistake(reader.position().byte()) {
                return Err(at(offset, MistakeKind::EarlyQuote(quote)));
            }
            survey.check_utf8(&record, dialect).map_err(|kind| at(offset, kind))?;
            if is_first {
                survey.name_fields(&record, options).map_err(|kind| at(offset, kind))?;
            }
            if is_first && !options.no_header {
                survey.start = reader.position().clone();
            } else {
                survey.add(&record, offset, options).map_err(|kind| at(offset, kind))?;
            }
        }
        if let Some(last) = last {
            // A quote that is never closed would hide the rest of the file.
            let quote = mistake::find_open_quote(reader.get_mut().text(), last, dialect).map_err(read)?;
            quote.map_or(Ok(()), |place| Err(at(last, MistakeKind::OpenQuote(place))))?;
        }
        survey.check_padding()?;
        reader.get_mut().set_checked(false);
        Ok(survey)
    }

    fn check_utf8(&mut self, record: &ByteRecord, dialect: &Dialect) -> Result<(), MistakeKind> {
        if dialect.delimiter == NONE && record.len() > 1 {
            return Err(MistakeKind::Encoding { has_utf8: self.has_utf8 });
        }
        if !record.as_slice().is_ascii() {
            if record.iter().any(|cell| std::str::from_utf8(cell).is_err()) {
                return Err(MistakeKind::Encoding { has_utf8: self.has_utf8 });
            }
            self.has_utf8 = true;
        }
        Ok(())
    }

    /// Names the fields, with the first record if it is the header.
    fn name_fields(&mut self, first: &ByteRecord, options: &Options) -> Result<(), MistakeKind> {
        if options.no_header {
            self.names = names::numbered(first.len());
            self.add_columns(first.len(), options);
            return Ok(());
        }
        self.names = first.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        if options.number_duplicates {
            names::number_duplicates(&mut self.names);
        }
        self.add_columns(first.len(), options);
        let Some(index) = names::duplicate(&self.names) else { return Ok(()) };
        let name = self.names.get(index).cloned().unwrap_or_default();
        let help = if is_number(&name) {
            "use --no-header if this record is data, or --number-duplicates to rename fields".to_owned()
        } else {
            let fix = if name.is_empty() { "name it" } else { "rename it" };
            names::number_duplicates(&mut self.names);
            let unique = self.names.get(index).map_or("", String::as_str);
            format!("{fix}, or use --number-duplicates to read it as {unique:?}")
        };
        Err(MistakeKind::Duplicate { index, name, help })
    }

    /// Adds columns, so that there are `count`.
    fn add_columns(&mut self, count: usize, options: &Options) {
        names::pad(&mut self.names, count);
        for index in self.columns.len()..count {
            let name = self.names.get(index);
            let rule = options.column_types.iter().rfind(|(column, _)| Some(column) == name);
            self.columns.push(ColumnSurvey::new(rule.map_or(options.types, |(_, types)| *types)));
        }
    }

    /// Adds a record of data.
    fn add(&mut self, record: &ByteRecord, offset: u64, options: &Options) -> Result<(), MistakeKind> {
        let (fields, expected) = (record.len(), self.columns.len());
        if fields != expected && options.ragged == Ragged::Error {
            let (has_header, is_first) = (!options.no_header, self.records == 0);
            return Err(MistakeKind::Width { fields, expected, has_header, is_first });
        }
        if fields > expected {
            self.longest = offset;
            self.add_columns(fields, options);
        }
        self.records += 1;
        self.cells += fields as u64;
        for (index, (column, cell)) in self.columns.iter_mut().zip(record).enumerate() {
            if options.nulls.is_empty() || !is_null(cell, &options.nulls) {
                column.add(cell, self.records, self.numbers).map_err(|mistyped| MistakeKind::Mistyped {
                    index,
                    cell: shown(cell),
                    mistyped,
                })?;
            }
        }
        Ok(())
    }

    /// Checks how many cells are added to the records.
    fn check_padding(&self) -> Result<(), RecordMistake> {
        let width = self.columns.len();
        let padding = self.records.saturating_mul(width as u64).saturating_sub(self.cells);
        if padding > MAX_PADDING + self.cells {
            return Err(RecordMistake {
                record: self.longest,
                kind: MistakeKind::Padding { width, padding },
            });
        }
        Ok(())
    }
}

/// Whether a name is a number, which is more likely to be data.
pub(super) fn is_number(name: &str) -> bool {
    name.trim().parse::<f64>().is_ok_and(f64::is_finite)
}

pub(super) fn is_null(cell: &[u8], nulls: &[String]) -> bool {
    nulls.iter().any(|null| null.as_bytes() == cell)
}

pub(super) fn rewind<R: Read + Seek>(reader: &mut Reader<R>, to: &Position) -> io::Result<()> {
    Ok(reader.seek_raw(SeekFrom::Start(to.byte()), to.clone())?)
}
