//! Reads CSV: records as lines of JSON.

use super::dialect::Dialect;
use super::options::{Delimiter, Options, Ragged, Types};
use super::quotes::Quotes;
use super::survey::{Survey, is_null, is_number, rewind};
use super::types::ColumnType;
use crate::error::Error;
use crate::format::Format;
use crate::input::Input;
use csv::{ByteRecord, Position, Reader};
use serde_json::value::RawValue;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use toon::EncodeOptions;

/// The number of times that the text is read: to survey the columns, and twice to write a table,
/// which begins with the number of its rows.
const PASSES: u64 = 3;

/// The size of the text that is converted at once, in bytes.
const BATCH: usize = 64 << 10;

/// Converts the first `limit` records of data to lines of JSON, after a first pass which finds all
/// mistakes in them.
///
/// # Errors
/// Fails if the input cannot be read, and at the first mistake in a record.
pub fn to_lines(
    mut input: Input,
    format: Format,
    options: &Options,
    limit: usize,
    note: &mut dyn FnMut(&str),
) -> Result<impl BufRead + Seek + use<>, Error> {
    let name = input.name.clone();
    let delimiter = match options.delimiter {
        Delimiter::Auto if format == Format::Tsv => Delimiter::Tab,
        delimiter => delimiter,
    };
    let is_whole = input.all()?.is_some();
    let dialect = Dialect::detect(input.head()?, is_whole, delimiter, !options.no_header);
    if dialect.may_have_title {
        note(&format!(
            "{name} is read as one column, since its header has no delimiter; if that line is a title, remove it"
        ));
    }
    let mut reader = dialect.reader(Quotes::new(input.passes(PASSES)?, dialect.delimiter));
    let surveyed = Survey::of(&mut reader, &dialect, options, limit as u64);
    let survey = surveyed.map_err(|mistake| mistake.failure(&name, reader.get_mut(), &dialect))?;
    if !options.no_header && !survey.names.is_empty() && survey.names.iter().all(|name| is_number(name)) {
        note(&format!("the header of {name} consists of numbers; use --no-header if it is data"));
    }
    let mut lines = JsonLines::new(reader, survey, options);
    lines.rewind().map_err(|error| Error::io(&name, error))?;
    Ok(lines)
}

/// The records as lines of JSON, which are converted as they are read.
struct JsonLines<R> {
    reader: Reader<R>,
    /// Where the data begin.
    start: Position,
    columns: Vec<ColumnWriter>,
    nulls: Vec<String>,
    /// Whether records may have fewer fields than there are columns.
    is_padded: bool,
    /// The number of records, and of those that have not been converted yet.
    records: u64,
    left: u64,
    record: ByteRecord,
    /// The current lines, of which the first `taken` bytes have been read.
    lines: Vec<u8>,
    taken: usize,
    /// The number of bytes of the lines before.
    before: u64,
}

struct ColumnWriter {
    /// The text before a cell: `{"name":` in the first column, `,"name":` in the others.
    key: Vec<u8>,
    column_type: ColumnType,
}

impl<R: Read + Seek> JsonLines<R> {
    fn new(reader: Reader<R>, survey: Survey, options: &Options) -> Self {
        let columns = survey.names.iter().zip(survey.columns).enumerate().map(|(index, (name, column))| {
            let mut key = if index == 0 { b"{".to_vec() } else { b",".to_vec() };
            push_string(&mut key, name.as_bytes());
            key.push(b':');
            let column_type = match options.types {
                Types::Auto => column.column_type(),
                Types::Strings => ColumnType::Strings,
                Types::Exact => ColumnType::Exact,
            };
            ColumnWriter { key, column_type }
        });
        JsonLines {
            reader,
            start: survey.start,
            columns: columns.collect(),
            nulls: options.nulls.clone(),
            is_padded: options.ragged == Ragged::Pad,
            records: survey.records,
            left: survey.records,
            record: ByteRecord::new(),
            lines: Vec::new(),
            taken: 0,
            before: 0,
        }
    }

    /// Converts the next records.
    fn fill(&mut self) -> io::Result<()> {
        self.before += self.lines.len() as u64;
        self.lines.clear();
        self.taken = 0;
        while self.lines.len() < BATCH && self.left > 0 {
            self.left -= 1;
            if !self.reader.read_byte_record(&mut self.record)?
                || self.record.len() > self.columns.len()
                || self.record.len() < self.columns.len() && !self.is_padded
            {
                return Err(io::Error::other("the file changed while it was being read"));
            }
            for (index, column) in self.columns.iter().enumerate() {
                self.lines.extend_from_slice(&column.key);
                let cell = self.record.get(index).unwrap_or_default();
                push_cell(&mut self.lines, cell, column.column_type, &self.nulls);
            }
            self.lines.extend_from_slice(b"}\n");
        }
        Ok(())
    }
}

/// Appends a cell as JSON.
fn push_cell(lines: &mut Vec<u8>, cell: &[u8], column_type: ColumnType, nulls: &[String]) {
    if !nulls.is_empty() && is_null(cell, nulls) {
        lines.extend_from_slice(b"null");
        return;
    }
    match column_type {
        ColumnType::Numbers | ColumnType::Booleans if cell.is_empty() => lines.extend_from_slice(b"null"),
        ColumnType::Numbers | ColumnType::Booleans => lines.extend_from_slice(cell),
        ColumnType::Exact if is_literal(cell) => lines.extend_from_slice(cell),
        ColumnType::Strings | ColumnType::Exact => push_string(lines, cell),
    }
}

/// Appends a string as JSON.
fn push_string(lines: &mut Vec<u8>, text: &[u8]) {
    let is_plain = |byte: &u8| *byte >= 0x20 && *byte != b'"' && *byte != b'\\';
    lines.push(b'"');
    if text.iter().all(is_plain) {
        lines.extend_from_slice(text);
    } else {
        for byte in text {
            match byte {
                b'"' | b'\\' => lines.extend_from_slice(&[b'\\', *byte]),
                b'\n' => lines.extend_from_slice(b"\\n"),
                0..0x20 => lines.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
                _ => lines.push(*byte),
            }
        }
    }
    lines.push(b'"');
}

/// Whether the cell is a number, `true` or `false`, spelled as in TOON, so that nothing is lost.
/// `null` is a string.
fn is_literal(cell: &[u8]) -> bool {
    match cell {
        b"true" | b"false" => true,
        // A quick check that handles most cells.
        [b'1'..=b'9', rest @ ..] if rest.len() < 15 && rest.iter().all(u8::is_ascii_digit) => true,
        [b'-' | b'0'..=b'9', ..] => {
            let Ok(text) = std::str::from_utf8(cell) else { return false };
            serde_json::from_str::<&RawValue>(text).is_ok()
                && toon::json::to_toon(text, &EncodeOptions::new()).is_ok_and(|canonical| canonical == text)
        }
        _ => false,
    }
}

impl<R: Read + Seek> Read for JsonLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: Read + Seek> BufRead for JsonLines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.lines.len() {
            self.fill()?;
        }
        Ok(self.lines.get(self.taken..).unwrap_or_default())
    }

    fn consume(&mut self, length: usize) {
        self.taken += length;
    }
}

/// Only the beginning and the current position can be sought.
impl<R: Read + Seek> Seek for JsonLines<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            SeekFrom::Start(0) => {
                rewind(&mut self.reader, &self.start)?;
                self.lines.clear();
                (self.taken, self.before) = (0, 0);
                self.left = self.records;
                Ok(0)
            }
            SeekFrom::Current(0) => Ok(self.before + self.taken as u64),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}
