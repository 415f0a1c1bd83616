//! JSON values, a line each, to one array.
//!
//! A header has the count, and its form depends on all elements; but no text of an element depends on another but the first:
//! rows are those of its table, and items stand for themselves. So batches of lines are written as arrays of their own,
//! each with the same first element, which makes it take the form of the whole, and all behind that element is kept.

use super::read::Events as _;
use super::{Reader, place};
use crate::input::read_some;
use crate::{EncodeOptions, Error, ErrorKind, Result, Serializer};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::str;
use memchr::{memchr_iter, memrchr};
use std::io::{self, BufRead, Seek, SeekFrom, Write};

/// Lines are written together up to so many bytes, or one that is longer.
const BATCH: usize = 256 << 10;

/// Reads JSON values, a line each (NDJSON, JSON Lines), and writes them as one TOON array, without a trailing newline.
///
/// The array's header has the number of its elements, and is that of a table only if all of them fit. So the lines are read
/// twice, from where `reader` stands; of them and of what is written, no more is held than some hundred kilobytes, or the
/// longest line. Blank lines count for nothing. A text that is refused writes nothing.
///
/// # Errors
/// As [`to_toon`](super::to_toon) of the array, with line and column in the lines; if a line has more than one value, or a
/// part of one; if the reader or the writer fails; and if the reader has other lines when it is read again.
///
/// ```
/// use std::io::Cursor;
/// use toon::{EncodeOptions, json};
///
/// let lines = "{\"id\": 1, \"name\": \"Ada\"}\n{\"id\": 2, \"name\": \"Bob\"}\n";
/// let mut out = Vec::new();
/// json::lines_to_toon_writer(Cursor::new(lines), &mut out, &EncodeOptions::new())?;
/// assert_eq!(out, b"[2]{id,name}:\n  1,Ada\n  2,Bob");
///
/// let refused = json::lines_to_toon_writer(Cursor::new("{}\n{\"a\": }"), &mut out, &EncodeOptions::new());
/// assert_eq!(refused.unwrap_err().to_string(), "invalid JSON: expected a value at line 2 column 7");
/// # Ok::<(), toon::Error>(())
/// ```
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub fn lines_to_toon_writer<R, W>(mut reader: R, mut writer: W, options: &EncodeOptions) -> Result<()>
where
    R: BufRead + Seek,
    W: Write,
{
    let start = reader.stream_position().map_err(Error::io)?;
    let mut array = Array { options, out: String::new() };
    let (form, count) = array.look(Lines::new(&mut reader))?;
    reader.seek(SeekFrom::Start(start)).map_err(Error::io)?;
    array.write(&form, count, Lines::new(&mut reader), &mut writer)
}

/// The form that the array takes.
struct Form {
    /// An element, as JSON, that makes a batch take it.
    first: String,
    /// Whether that is the array's own first element.
    is_own: bool,
    /// An array of this element alone, from behind the count: the rest of its header, and the element.
    alone: String,
}

impl Form {
    /// What a batch with this form has behind its first element; nothing if it has another form.
    fn behind_first<'o>(&self, batch: &'o str) -> Option<&'o str> {
        let behind_count = batch.strip_prefix('[')?.trim_start_matches(|char: char| char.is_ascii_digit());
        behind_count.strip_prefix(&*self.alone)
    }

    /// What the whole array has in front of the batches.
    fn head(&self) -> &str {
        let header = self.alone.split('\n').next().unwrap_or_default();
        if self.is_own { &self.alone } else { header }
    }
}

/// The array, a batch at a time.
struct Array<'o> {
    options: &'o EncodeOptions,
    /// The last batch.
    out: String,
}

impl Array<'_> {
    /// The form that all elements allow, and how many they are.
    fn look<R: BufRead>(&mut self, mut lines: Lines<'_, R>) -> Result<(Form, u64)> {
        let Some((text, number)) = lines.first()? else { return Ok((self.form(EMPTY, false)?, 0)) };
        let mut form = self.form(Line { text: &text, number }, true)?;
        let mut count = 0;
        while let Some(batch) = lines.next()? {
            count += self.batch(&form, &batch)?;
            if form.behind_first(&self.out).is_none() {
                form = self.form(EMPTY, false)?;
            }
        }
        Ok((form, count))
    }

    fn write<R: BufRead, W: Write>(
        &mut self,
        form: &Form,
        count: u64,
        mut lines: Lines<'_, R>,
        writer: &mut W,
    ) -> Result<()> {
        if count == 0 {
            return writer.write_all(b"[]").map_err(Error::io);
        }
        write!(writer, "[{count}{}", form.head()).map_err(Error::io)?;
        let mut found = 0;
        while let Some(batch) = lines.next()? {
            found += self.batch(form, &batch)?;
            let text = form.behind_first(&self.out).ok_or_else(other_lines)?;
            writer.write_all(text.as_bytes()).map_err(Error::io)?;
        }
        if found == count { Ok(()) } else { Err(other_lines()) }
    }

    fn form(&mut self, first: Line<'_>, is_own: bool) -> Result<Form> {
        self.array(|events| first.read(events))?;
        let alone = self.out.strip_prefix("[1").unwrap_or_default().to_owned();
        Ok(Form { first: first.text.to_owned(), is_own, alone })
    }

    /// Writes a batch behind the form's first element, and says how many elements it has. If that first element is the
    /// batch's own, it stands there but once.
    fn batch(&mut self, form: &Form, batch: &Batch<'_>) -> Result<u64> {
        let mut count = 0;
        self.array(|events| {
            Line { text: &form.first, number: 0 }.read(events)?;
            for line in batch.lines() {
                if count > 0 || !batch.is_first || !form.is_own {
                    line.read(events)?;
                } else if line.text != form.first {
                    return Err(other_lines());
                }
                count += 1;
            }
            Ok(())
        })?;
        Ok(count)
    }

    /// Writes an array with what `elements` are.
    fn array(&mut self, elements: impl FnOnce(&mut Serializer<'_>) -> Result<()>) -> Result<()> {
        self.out.clear();
        let mut events = Serializer::with_options(&mut self.out, self.options);
        events.begin_array()?;
        elements(&mut events)?;
        events.end_array()
    }
}

/// A line with a value.
#[derive(Clone, Copy)]
struct Line<'l> {
    text: &'l str,
    /// From 1.
    number: usize,
}

/// As the first element, it makes any array a list.
const EMPTY: Line<'static> = Line { text: "[]", number: 0 };

impl Line<'_> {
    fn read(self, events: &mut Serializer<'_>) -> Result<()> {
        let mut reader = Reader::without_mark(self.text);
        reader.read(events).map_err(|error| self.place(error, reader.position()))
    }

    #[cold]
    fn place(self, error: Error, at: usize) -> Error {
        let error = place(error, self.text, at);
        if error.is_placed() {
            let column = error.column();
            return error.set_place(self.number, column);
        }
        error
    }
}

/// Lines that are converted together.
struct Batch<'l> {
    text: &'l str,
    /// How many lines there are in front of them.
    before: usize,
    /// No value stands in front of them.
    is_first: bool,
}

impl<'l> Batch<'l> {
    /// Those with a value.
    fn lines(&self) -> impl Iterator<Item = Line<'l>> {
        let lines = self.text.split('\n').zip(self.before + 1..);
        let blank = |char| matches!(char, ' ' | '\t' | '\r');
        lines.map(|(text, number)| Line { text, number }).filter(move |line| !line.text.chars().all(blank))
    }
}

/// The lines of a reader.
struct Lines<'r, R> {
    reader: &'r mut R,
    ended: bool,
    bytes: Vec<u8>,
    /// Where the batch ends that was given last.
    given: usize,
    /// How many lines stand in front of `bytes`.
    before: usize,
    /// No value has been given.
    is_first: bool,
}

impl<'r, R: BufRead> Lines<'r, R> {
    fn new(reader: &'r mut R) -> Self {
        Lines { reader, ended: false, bytes: Vec::new(), given: 0, before: 0, is_first: true }
    }

    /// The first line with a value, which stays the next one, and its number.
    fn first(&mut self) -> Result<Option<(String, usize)>> {
        loop {
            let end = self.fill()?;
            if end == 0 {
                return Ok(None);
            }
            if let Some(Line { text, number }) = self.batch(end)?.lines().next() {
                return Ok(Some((text.to_owned(), number)));
            }
            self.given = end;
        }
    }

    /// The next batch.
    fn next(&mut self) -> Result<Option<Batch<'_>>> {
        let end = self.fill()?;
        if end == 0 {
            return Ok(None);
        }
        self.given = end;
        let is_first = self.is_first;
        if is_first {
            let has_value = self.batch(end)?.lines().next().is_some();
            self.is_first = !has_value;
        }
        Ok(Some(Batch { is_first, ..self.batch(end)? }))
    }

    /// Forgets the last batch, and says where the next one ends.
    fn fill(&mut self) -> Result<usize> {
        self.before += memchr_iter(b'\n', self.bytes.get(..self.given).unwrap_or_default()).count();
        self.bytes.drain(..self.given);
        self.given = 0;
        let mut searched = 0;
        loop {
            if self.ended {
                return Ok(self.bytes.len());
            }
            if self.bytes.len() >= BATCH {
                if let Some(end) = memrchr(b'\n', self.bytes.get(searched..).unwrap_or_default()) {
                    return Ok(searched + end + 1);
                }
                searched = self.bytes.len();
            }
            self.ended = !read_some(self.reader, &mut self.bytes)?;
        }
    }

    fn batch(&self, end: usize) -> Result<Batch<'_>> {
        let bytes = self.bytes.get(..end).unwrap_or_default();
        match str::from_utf8(bytes) {
            Ok(text) => {
                // RFC 8259 §8.1 lets a reader ignore a byte-order mark.
                let is_beginning = self.before == 0;
                let text = if is_beginning { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
                Ok(Batch { text, before: self.before, is_first: self.is_first })
            }
            Err(error) => {
                let valid =
                    str::from_utf8(bytes.get(..error.valid_up_to()).unwrap_or_default()).unwrap_or_default();
                let error = place(Error::new(ErrorKind::InvalidUtf8), valid, valid.len());
                let (line, column) = (error.line() + self.before, error.column());
                Err(error.set_place(line, column))
            }
        }
    }
}

/// The file that is read twice was written to meanwhile.
#[cold]
fn other_lines() -> Error {
    let message = "there are other lines when they are read a second time";
    Error::io(io::Error::new(io::ErrorKind::InvalidData, message))
}
