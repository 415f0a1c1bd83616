//! Mistakes in CSV, and their places.

use super::dialect::Dialect;
use crate::failure::Failure;
use crate::formats;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// The maximum length, in bytes, of a line that is shown.
const SHOWN: u64 = 1 << 20;

/// A mistake in the record that begins at an offset.
pub(super) struct Mistake {
    pub(super) record: u64,
    pub(super) kind: MistakeKind,
}

pub(super) enum MistakeKind {
    /// The record does not have as many fields as the first one.
    Width {
        fields: usize,
        expected: usize,
        first: &'static str,
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
    Read(io::Error),
}

impl Mistake {
    /// The failure, with the place in `text`.
    pub(super) fn failure(self, name: &str, text: &mut (impl BufRead + Seek), dialect: &Dialect) -> Failure {
        let failure = match self.kind {
            MistakeKind::Read(error) => Err(error),
            MistakeKind::Encoding { has_utf8 } => encoding(name, text, self.record, has_utf8),
            MistakeKind::OpenQuote(place) => open_quote(name, text, place),
            MistakeKind::Width { fields, expected, first } => {
                at_field(name, text, self.record, dialect, expected, |scanned| {
                    let fix = match scanned.long_quote() {
                        Some((from, to)) => format!("check the quotes of the field in lines {from} to {to}"),
                        None if fields < expected => format!("write {}", counted(expected)),
                        None => {
                            // It may be a title.
                            let title =
                                if expected == 1 { "remove the lines above the header, " } else { "" };
                            format!("{title}quote fields that contain {}", dialect.name())
                        }
                    };
                    let pad = if fields < expected { "empty fields" } else { "fields to the header" };
                    let help = format!("{fix}, or use --ragged pad to add {pad}");
                    (format!("record has {}, but {first} has {expected}", counted(fields)), help)
                })
            }
            MistakeKind::Padding { width, padding } => at_field(name, text, self.record, dialect, 0, |_| {
                let record = format!("record has {}", counted(width));
                let help = "check the record, or write all records in full";
                (format!("{record}: padding the others would add {padding} cells"), help.to_owned())
            }),
            MistakeKind::Duplicate { index, name: field, help } => {
                at_field(name, text, self.record, dialect, index, |_| {
                    (format!("duplicate field {field:?} in the header"), help)
                })
            }
        };
        failure.unwrap_or_else(|error| Failure::file("read", name, &error))
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
) -> io::Result<Failure> {
    let scanned = Scanned::record(text, record, dialect, field)?;
    if let Some(quote) = scanned.open_quote() {
        // It causes the other mistake, since it swallows the rest of the file.
        return open_quote(name, text, quote);
    }
    let (message, help) = describe(&scanned);
    at(name, text, scanned.field.unwrap_or(scanned.end), &message, &help)
}

fn open_quote(name: &str, text: &mut (impl BufRead + Seek), place: Place) -> io::Result<Failure> {
    let message = "the quote that opens this field is never closed";
    at(name, text, place, message, "close the quote; write a quote within a quoted field twice")
}

fn at(
    name: &str,
    text: &mut (impl BufRead + Seek),
    place: Place,
    message: &str,
    help: &str,
) -> io::Result<Failure> {
    text.seek(SeekFrom::Start(place.line_start))?;
    let mut line = Vec::new();
    text.take(SHOWN).read_until(b'\n', &mut line)?;
    line.truncate(memchr::memchr(b'\r', &line).unwrap_or(line.len()));
    let line = String::from_utf8_lossy(&line);
    Ok(Failure::in_line(name, (place.line, place.column), message, help, Some(&line)))
}

/// The failure for a record that is not UTF-8.
fn encoding(
    name: &str,
    text: &mut (impl BufRead + Seek),
    record: u64,
    has_utf8: bool,
) -> io::Result<Failure> {
    let ((mut number, _), mut line) = (line_at(text, record)?, Vec::new());
    while text.read_until(b'\n', &mut line)? > 0 && std::str::from_utf8(&line).is_ok() {
        number += 1;
        line.clear();
    }
    Ok(formats::not_utf8(name, number, &line, has_utf8, formats::NAME_LATIN1))
}

/// The number of the line at an offset, where the text is read next, and the offset behind a line
/// break that the `csv` crate has read only in part. It does not count lines that end in a carriage
/// return.
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
    /// The offset of the first byte of the line.
    line_start: u64,
}

/// What a record looks like in the text.
struct Scanned {
    /// Where the requested field begins, if the record has it.
    field: Option<Place>,
    /// Where the record ends.
    end: Place,
    quote: Option<Quote>,
}

/// The last quoted field.
struct Quote {
    opening: Place,
    /// The line of the closing quote, if there is one.
    closing: Option<u64>,
}

/// What the bytes before belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Line breaks before the record.
    Before,
    FieldStart,
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
        let (line, start) = line_at(text, start)?;
        let mut last = 0;
        let mut place = Place { line, column: 1, line_start: start };
        let mut scanned = Scanned { field: None, end: place, quote: None };
        let (mut state, mut index) = (State::Before, 0);
        for (offset, byte) in (start..).zip(text.bytes()) {
            let byte = byte?;
            if state == State::Before && !matches!(byte, b'\r' | b'\n') {
                state = State::FieldStart;
                scanned.field = (field == 0).then_some(place);
            }
            state = match (state, byte) {
                (State::Before, _) => State::Before,
                (State::FieldStart, b'"') => {
                    scanned.quote = Some(Quote { opening: place, closing: None });
                    State::Quoted
                }
                (State::Quoted, b'"') => State::Quote,
                (State::Quote, b'"') | (State::Quoted, _) => State::Quoted,
                (_, b'\r' | b'\n') => {
                    scanned.end = place;
                    return Ok(scanned);
                }
                (_, byte) if byte == dialect.delimiter => {
                    index += 1;
                    State::FieldStart
                }
                _ => State::Field,
            };
            if let (State::Quote | State::Quoted, Some(quote)) = (state, &mut scanned.quote) {
                quote.closing = (state == State::Quote).then_some(place.line);
            }
            if byte == b'\n' && last == b'\r' {
                place.line_start = offset + 1;
            } else if matches!(byte, b'\n' | b'\r') {
                place = Place { line: place.line + 1, column: 1, line_start: offset + 1 };
            } else if byte >> 6 != 0b10 {
                // All bytes of a character but the first begin with the bits 10.
                place.column += 1;
            }
            last = byte;
            if state == State::FieldStart && index == field && scanned.field.is_none() {
                scanned.field = Some(place);
            }
        }
        scanned.end = place;
        Ok(scanned)
    }
}
