//! Mistakes in CSV, and their places.

use super::dialect::{Dialect, NONE};
use super::lines::line_breaks;
use super::quotes::EarlyQuote;
use super::types::Mistyped;
use crate::conflict::Conflict;
use crate::error::Error;
use crate::text;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// The number of bytes of a line that are read on each side of a mistake, to show it.
const SHOWN: u64 = 1 << 10;

/// The maximum length, in bytes, of records that are divided by other delimiters, for advice.
const DIVIDED: u64 = 64 << 10;

/// A mistake in the record that begins at an offset.
pub(super) struct RecordMistake {
    pub(super) record: u64,
    pub(super) kind: MistakeKind,
}

pub(super) enum MistakeKind {
    /// The record does not have as many fields as the first one.
    Width {
        fields: usize,
        expected: usize,
        has_header: bool,
        /// Whether it is the first record of data.
        is_first: bool,
    },
    /// Too many cells would be added to make all records as long as this one.
    Padding {
        width: usize,
        padding: u64,
    },
    /// A field of the header has the name of another one.
    Duplicate {
        index: usize,
        name: String,
        help: String,
    },
    /// The record is not UTF-8. `has_utf8` is whether earlier ones are, and not only ASCII.
    Encoding {
        has_utf8: bool,
    },
    /// A quote is never closed.
    OpenQuote(Place),
    /// Text follows a closing quote.
    EarlyQuote(EarlyQuote),
    /// A cell does not have the type that was requested for its column.
    Mistyped {
        index: usize,
        cell: String,
        mistyped: Mistyped,
    },
    Read(io::Error),
}

impl RecordMistake {
    /// The failure, with the place in `text`.
    pub(super) fn failure(self, name: &str, text: &mut (impl BufRead + Seek), dialect: &Dialect) -> Error {
        let failure = match self.kind {
            MistakeKind::Read(error) => Err(error),
            MistakeKind::Encoding { has_utf8 } => encoding(name, text, self.record, has_utf8),
            MistakeKind::OpenQuote(place) => open_quote(name, text, place),
            MistakeKind::EarlyQuote(quote) => early_quote(name, text, self.record, dialect, quote),
            MistakeKind::Width { fields, expected, has_header, is_first } => {
                let width = Width { fields, expected, has_header, is_first };
                width.failure(name, text, self.record, dialect)
            }
            MistakeKind::Padding { width, padding } => at_field(name, text, self.record, dialect, 0, |_| {
                let record = format!("record has {}", counted(width));
                let help = "check the record, or write all records in full";
                (format!("{record}: padding the others would add {padding} cells"), help.to_owned())
            }),
            MistakeKind::Mistyped { index, cell, mistyped: Mistyped { expected, help } } => {
                at_field(name, text, self.record, dialect, index, |_| {
                    (format!("expected {expected}, found {cell:?}"), help.to_owned())
                })
            }
            MistakeKind::Duplicate { index, name: field, help } => {
                at_field(name, text, self.record, dialect, index, |_| {
                    (format!("duplicate field {field:?} in the header"), help)
                })
            }
        };
        let error = failure.unwrap_or_else(|error| Error::io(name, error));
        Conflict::or(error, name, text)
    }
}

fn counted(fields: usize) -> String {
    format!("{fields} field{}", if fields == 1 { "" } else { "s" })
}

/// The failure at a field of the record, or at its end. `describe` returns the message and advice.
fn at_field(
    name: &str,
    text: &mut (impl BufRead + Seek),
    record: u64,
    dialect: &Dialect,
    field: usize,
    describe: impl FnOnce(&Scanned) -> (String, String),
) -> io::Result<Error> {
    let scanned = Scanned::record(text, record, dialect, field)?;
    if let Some(quote) = scanned.open_quote() {
        // It causes the other mistake, since it swallows the rest of the file.
        return open_quote(name, text, quote);
    }
    let (message, help) = describe(&scanned);
    at(name, text, scanned.field.unwrap_or(scanned.end), &message, &help)
}

fn open_quote(name: &str, text: &mut (impl BufRead + Seek), place: Place) -> io::Result<Error> {
    let message = "the quote that opens this field is never closed";
    at(name, text, place, message, CLOSE)
}

const CLOSE: &str = "close the quote; write a quote within a quoted field twice";

/// The failure for text that follows a closing quote, at the opening quote.
fn early_quote(
    name: &str,
    text: &mut (impl BufRead + Seek),
    record: u64,
    dialect: &Dialect,
    quote: EarlyQuote,
) -> io::Result<Error> {
    let scanned = Scanned::until(text, record, dialect, 0, quote.closing + 1)?;
    let Place { line, column, .. } = scanned.end;
    let mut found = Vec::new();
    text.seek(SeekFrom::Start(quote.closing + 1))?;
    text.take(4).read_to_end(&mut found)?;
    let found = String::from_utf8_lossy(&found).chars().next().unwrap_or_default();
    let opening = scanned.quote.map_or(scanned.end, |quote| quote.opening);
    let column = column.saturating_sub(1);
    let closing = if line == opening.line { format!("column {column}") } else { format!("{line}:{column}") };
    let message = format!("the quote that opens this field is closed at {closing}, but {found:?} follows");
    let help = match found {
        ' ' if dialect.delimiter == NONE => "separate fields with commas, semicolons, tabs or pipes",
        ' ' => "remove the space after the quote; write a quote within a quoted field twice",
        _ => CLOSE,
    };
    at(name, text, opening, &message, help)
}

/// The failure at a place, with the part of the line around it.
fn at(
    name: &str,
    text: &mut (impl BufRead + Seek),
    place: Place,
    message: &str,
    help: &str,
) -> io::Result<Error> {
    let start = place.line_start.max(place.offset.saturating_sub(SHOWN));
    let mut shown = Vec::new();
    text.seek(SeekFrom::Start(start))?;
    text.take(2 * SHOWN).read_to_end(&mut shown)?;
    let (before, after) =
        shown.split_at(usize::try_from(place.offset - start).unwrap_or_default().min(shown.len()));
    let end = memchr::memchr2(b'\n', b'\r', after).unwrap_or(after.len());
    let before = String::from_utf8_lossy(before);
    let line = format!("{before}{}", String::from_utf8_lossy(after.get(..end).unwrap_or_default()));
    let column = before.chars().count() as u64 + 1;
    Ok(Error::with_excerpt(name, (place.line, place.column), message, help, Some((&line, column))))
}

/// A record that does not have as many fields as the first one.
struct Width {
    fields: usize,
    expected: usize,
    has_header: bool,
    is_first: bool,
}

impl Width {
    fn failure(
        &self,
        name: &str,
        text: &mut (impl BufRead + Seek),
        record: u64,
        dialect: &Dialect,
    ) -> io::Result<Error> {
        let other = other_delimiter(text, record, dialect)?;
        let first = if self.has_header { "the header" } else { "the first record" };
        let message = format!("record has {}, but {first} has {}", counted(self.fields), self.expected);
        at_field(name, text, record, dialect, self.expected, |scanned| {
            let help = match other {
                Some(other) => format!(
                    "use --csv-delimiter {other}, which splits this record into as many fields as {first}"
                ),
                None => self.help(scanned, dialect),
            };
            (message, help)
        })
    }

    fn help(&self, scanned: &Scanned, dialect: &Dialect) -> String {
        let (name, first) = (dialect.name(), if self.has_header { "header" } else { "data" });
        let fix = if let Some((from, to)) = scanned.long_quote() {
            format!("check the quotes of the field in lines {from} to {to}")
        } else if self.fields == 1 && self.is_first {
            // The first record may be a title.
            format!("use --skip-lines for a title above the {first}, write {}", counted(self.expected))
        } else if self.fields < self.expected {
            format!("write {}", counted(self.expected))
        } else if let Some(quote) = scanned.spaced_quote {
            format!("remove the space before the quote in column {}", quote.column)
        } else if scanned.filled <= self.expected {
            let is_single = self.fields == self.expected + 1;
            format!("remove the {name}{} at the end of the record", if is_single { "" } else { "s" })
        } else if self.expected == 1 {
            // It may be a title.
            format!(
                "use --skip-lines for lines above the {first}, or --comment '#' for comments; quote fields that contain a {name}"
            )
        } else if self.has_header && self.is_first && self.fields == self.expected + 1 {
            // As R writes it.
            format!("name all columns in the header, including row names; quote fields that contain a {name}")
        } else {
            format!("quote fields that contain a {name}")
        };
        let pad = match (self.fields < self.expected, self.has_header) {
            (true, _) => "empty fields",
            (false, true) => "fields to the header",
            (false, false) => "columns",
        };
        format!(
            "{fix}, or use --ragged pad to add {pad}; if fields are not separated by {name}s, use --csv-delimiter"
        )
    }
}

/// Another delimiter that divides this record into as many fields as the first one.
fn other_delimiter(
    text: &mut (impl BufRead + Seek),
    record: u64,
    dialect: &Dialect,
) -> io::Result<Option<&'static str>> {
    for other in dialect.others() {
        let mut fields = |start: u64| {
            let scanned = Scanned::until(text, start, &other, 0, start + DIVIDED)?;
            io::Result::Ok((scanned.end.offset < start + DIVIDED).then_some(scanned.fields))
        };
        let of_record = fields(record)?.filter(|fields| *fields > 1);
        if of_record.is_some() && of_record == fields(dialect.start.byte())? {
            return Ok(Some(other.name()));
        }
    }
    Ok(None)
}

/// The failure for a record that is not UTF-8.
fn encoding(name: &str, text: &mut (impl BufRead + Seek), record: u64, has_utf8: bool) -> io::Result<Error> {
    let ((mut number, _), mut line) = (line_at(text, record)?, Vec::new());
    while text.read_until(b'\n', &mut line)? > 0 && std::str::from_utf8(&line).is_ok() {
        number += line_breaks(&line);
        line.clear();
    }
    // The line may be several, each ended by a carriage return.
    let valid = line.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
    let (before, rest) = line.split_at(valid);
    number += line_breaks(before);
    let start = memchr::memrchr(b'\r', before).map_or(0, |end| end + 1);
    let end = memchr::memchr2(b'\n', b'\r', rest).map_or(line.len(), |end| valid + end);
    let line = line.get(start..end).unwrap_or_default();
    Ok(text::not_utf8(name, number, line, has_utf8, text::NAME_LATIN1))
}

/// The number of the line at an offset, where the text is read next, and the offset after a line
/// break that the `csv` crate has read only in part.
fn line_at(text: &mut (impl BufRead + Seek), offset: u64) -> io::Result<(u64, u64)> {
    text.rewind()?;
    let mut before = text.take(offset);
    let (mut line, mut last) = (1, 0);
    loop {
        let bytes = before.fill_buf()?;
        let Some(end) = bytes.last().copied() else { break };
        for index in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            let previous = index.checked_sub(1).and_then(|index| bytes.get(index)).copied().unwrap_or(last);
            line += u64::from(bytes.get(index) != Some(&b'\n') || previous != b'\r');
        }
        last = end;
        let length = bytes.len();
        before.consume(length);
    }
    text.seek(SeekFrom::Start(offset))?;
    if last == b'\r' && text.fill_buf()?.first() == Some(&b'\n') {
        text.consume(1);
        return Ok((line, offset + 1));
    }
    Ok((line, offset))
}

/// Where the record ends in a quoted field that is never closed, if it does.
pub(super) fn find_open_quote(
    text: &mut (impl BufRead + Seek),
    record: u64,
    dialect: &Dialect,
) -> io::Result<Option<Place>> {
    Ok(Scanned::record(text, record, dialect, 0)?.open_quote())
}

/// A place in the file.
#[derive(Clone, Copy)]
pub(super) struct Place {
    line: u64,
    column: u64,
    offset: u64,
    /// The offset of the first byte of the line.
    line_start: u64,
}

/// What a record looks like in the text.
struct Scanned {
    /// Where the requested field begins, if the record has it.
    field: Option<Place>,
    /// Where the record, or the part of it that is scanned, ends.
    end: Place,
    /// The number of fields, with and without the empty ones at the end.
    fields: usize,
    filled: usize,
    quote: Option<Quote>,
    /// A quote that does not open its field, since a space is in front of it.
    spaced_quote: Option<Place>,
}

/// The last quoted field.
struct Quote {
    opening: Place,
    /// The line of the closing quote, if there is one.
    closing: Option<u64>,
}

/// What the bytes before belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RecordState {
    /// Line breaks before the record.
    Before,
    /// A comment before the record.
    Comment,
    FieldStart,
    /// Spaces at the beginning of a field.
    Space,
    Field,
    Quoted,
    /// A quote within a quoted field, which closes it unless another one follows.
    Quote,
}

impl Scanned {
    fn open_quote(&self) -> Option<Place> {
        self.quote.as_ref().filter(|quote| quote.closing.is_none()).map(|quote| quote.opening)
    }

    /// The lines of a quoted field that takes several. A missing quote is closed by the next one.
    fn long_quote(&self) -> Option<(u64, u64)> {
        let quote = self.quote.as_ref()?;
        let (opening, closing) = (quote.opening.line, quote.closing?);
        (closing > opening).then_some((opening, closing))
    }

    /// Scans the record at `start`, with the rules of the `csv` crate.
    fn record(
        text: &mut (impl BufRead + Seek),
        start: u64,
        dialect: &Dialect,
        field: usize,
    ) -> io::Result<Self> {
        Scanned::until(text, start, dialect, field, u64::MAX)
    }

    /// Scans the record at `start` as far as `end`.
    fn until(
        text: &mut (impl BufRead + Seek),
        start: u64,
        dialect: &Dialect,
        field: usize,
        end: u64,
    ) -> io::Result<Self> {
        let (line, start) = line_at(text, start)?;
        let mut last = 0;
        let mut place = Place { line, column: 1, offset: start, line_start: start };
        let mut scanned =
            Scanned { field: None, end: place, fields: 1, filled: 0, quote: None, spaced_quote: None };
        let mut state = RecordState::Before;
        for byte in text.take(end.saturating_sub(start)).bytes() {
            let byte = byte?;
            let is_break = matches!(byte, b'\r' | b'\n');
            if state == RecordState::Before && Some(byte) == dialect.comment {
                state = RecordState::Comment;
            } else if state == RecordState::Before && !is_break {
                state = RecordState::FieldStart;
                scanned.field = (field == 0).then_some(place);
            }
            state = match (state, byte) {
                (RecordState::Before, _) => RecordState::Before,
                (RecordState::Comment, _) if is_break => RecordState::Before,
                (RecordState::Comment, _) => RecordState::Comment,
                (RecordState::FieldStart, b'"') => {
                    scanned.quote = Some(Quote { opening: place, closing: None });
                    RecordState::Quoted
                }
                (RecordState::Quoted, b'"') => RecordState::Quote,
                (RecordState::Quote, b'"') | (RecordState::Quoted, _) => RecordState::Quoted,
                (_, b'\r' | b'\n') => break,
                (_, byte) if byte == dialect.delimiter && byte != NONE => {
                    scanned.fields += 1;
                    RecordState::FieldStart
                }
                (RecordState::Space, b'"') => {
                    scanned.spaced_quote = scanned.spaced_quote.or(Some(place));
                    RecordState::Field
                }
                (RecordState::FieldStart | RecordState::Space, b' ') => RecordState::Space,
                _ => RecordState::Field,
            };
            if !matches!(state, RecordState::Before | RecordState::Comment | RecordState::FieldStart) {
                scanned.filled = scanned.fields;
            }
            if let (RecordState::Quote | RecordState::Quoted, Some(quote)) = (state, &mut scanned.quote) {
                quote.closing = (state == RecordState::Quote).then_some(place.line);
            }
            place.offset += 1;
            if byte == b'\n' && last == b'\r' {
                place.line_start = place.offset;
            } else if matches!(byte, b'\n' | b'\r') {
                place = Place { line: place.line + 1, column: 1, line_start: place.offset, ..place };
            } else if byte >> 6 != 0b10 {
                // All bytes of a character but the first begin with the bits 10.
                place.column += 1;
            }
            last = byte;
            if state == RecordState::FieldStart && scanned.fields == field + 1 && scanned.field.is_none() {
                scanned.field = Some(place);
            }
        }
        scanned.end = place;
        Ok(scanned)
    }
}
