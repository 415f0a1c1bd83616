//! Reads CSV: records as lines of JSON.

use crate::failure::Failure;
use csv::{ByteRecord, ReaderBuilder};
use serde_json::value::RawValue;
use std::io::{self, Read, Write};
use tempfile::SpooledTempFile;
use toon::EncodeOptions;

/// The maximum size of NDJSON that is kept in memory, in bytes.
const KEPT: usize = 8 << 20;

/// Converts records to NDJSON. The first record contains the names of the fields.
pub(crate) fn to_lines(name: &str, reader: impl Read) -> Result<SpooledTempFile, Failure> {
    let mut reader = ReaderBuilder::new().from_reader(Quotes::new(reader));
    let mut lines = io::BufWriter::new(SpooledTempFile::new(KEPT));
    let refuse = |error: csv::Error| refused(name, &error);
    let names = reader.byte_headers().map_err(refuse)?.clone();
    let names = names.iter().map(|field| quoted(name, 1, field)).collect::<Result<Vec<_>, _>>()?;
    if let Some(twice) = names
        .iter()
        .enumerate()
        .find_map(|(index, field)| names.get(..index)?.contains(field).then_some(field))
    {
        let message = format!("duplicate field {twice} in the first record");
        return Err(Failure::at(name, (1, 1), &message, "rename one of them"));
    }
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).map_err(refuse)? {
        let line = record.position().map_or(0, csv::Position::line);
        let mut separator = "{";
        for (field, cell) in names.iter().zip(&record) {
            let cell =
                if is_literal(cell) { utf8(name, line, cell)?.to_owned() } else { quoted(name, line, cell)? };
            let write = write!(lines, "{separator}{field}:{cell}");
            write.map_err(|error| Failure::file("write", "a temporary file", &error))?;
            separator = ",";
        }
        writeln!(lines, "}}").map_err(|error| Failure::file("write", "a temporary file", &error))?;
    }
    if reader.get_ref().is_open() {
        let (message, help) = ("unclosed quote", "close the quote, or write it twice");
        return Err(Failure::at(name, (reader.get_ref().line, 1), message, help));
    }
    let done = lines.into_inner().map_err(io::IntoInnerError::into_error);
    let rewound = done.and_then(|mut lines| io::Seek::rewind(&mut lines).map(|()| lines));
    rewound.map_err(|error| Failure::file("write", "a temporary file", &error))
}

fn refused(name: &str, error: &csv::Error) -> Failure {
    // A record begins at the start of a line.
    let place = (error.position().map_or(1, csv::Position::line), 1);
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            let fields = format!("record has {len} fields, but the first record has {expected_len}");
            Failure::at(name, place, &fields, "quote fields that contain a comma, and include empty fields")
        }
        _ => Failure::at(name, place, &error.to_string(), "write records of fields, separated by commas"),
    }
}

/// Tracks quotes, to detect a field whose quote is never closed: it would swallow the rest of the
/// file.
struct Quotes<R> {
    reader: R,
    is_odd: bool,
    /// The byte before the last quote, and the last byte read.
    before: u8,
    last: u8,
    /// The line of the last quote, and the current line.
    line: u64,
    lines: u64,
}

impl<R> Quotes<R> {
    fn new(reader: R) -> Self {
        Quotes { reader, is_odd: false, before: b'\n', last: b'\n', line: 1, lines: 1 }
    }

    /// Whether the last quote opens a field.
    fn is_open(&self) -> bool {
        self.is_odd && matches!(self.before, b',' | b'\n' | b'\r')
    }
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        let read = buffer.get(..length).unwrap_or_default();
        for quote in memchr::memchr2_iter(b'"', b'\n', read) {
            if read.get(quote) == Some(&b'\n') {
                self.lines += 1;
                continue;
            }
            self.line = self.lines;
            self.is_odd = !self.is_odd;
            self.before =
                quote.checked_sub(1).and_then(|before| read.get(before)).copied().unwrap_or(self.last);
        }
        self.last = read.last().copied().unwrap_or(self.last);
        Ok(length)
    }
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

fn utf8<'c>(name: &str, line: u64, cell: &'c [u8]) -> Result<&'c str, Failure> {
    std::str::from_utf8(cell)
        .map_err(|_| Failure::at(name, (line, 1), "invalid UTF-8", "encode the text as UTF-8"))
}

fn quoted(name: &str, line: u64, cell: &[u8]) -> Result<String, Failure> {
    let text = utf8(name, line, cell)?;
    serde_json::to_string(text).map_err(|error| Failure::Input(format!("{name}:{line}: {error}")))
}
