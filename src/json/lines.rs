//! Converts JSON Lines to one TOON array.
//!
//! The header contains the count, and its form depends on all elements. But the text of an element
//! depends only on the first element, which defines the columns of a table. So each batch of lines
//! is written as an array of its own that starts with that same first element and thus has the form
//! of the whole array. Only the text after the first element is kept.

use super::read::JsonReader;
use super::transcode::place;
use crate::event::Events as _;
use crate::input::read_some;
use crate::{EncodeOptions, Error, ErrorKind, Result, Serializer};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::str;
use memchr::{memchr_iter, memrchr};
use std::io::{self, BufRead, Seek, SeekFrom, Write};

/// The maximum size of a batch in bytes. Only a longer line exceeds it.
const BATCH: usize = 256 << 10;

/// Reads JSON Lines (NDJSON), and writes them as one TOON array, without a trailing newline.
///
/// The header contains the number of elements, and is a table header only if all elements fit. So
/// the lines are read twice, starting at the current position of `reader`. Only a few hundred
/// kilobytes of input and output, or the longest line, are held in memory. Blank lines are ignored.
/// If a line is invalid, or no line has a selected field, nothing is written.
///
/// # Errors
/// Like [`to_toon`](super::to_toon), with the line and column in the input. Also fails if a line
/// does not contain exactly one value, if the reader or the writer fails, or if the input changes
/// before it is read a second time.
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
    let mut array = Array { options, out: String::new(), names: None };
    let (form, count) = array.look(JsonLines::new(&mut reader))?;
    reader.seek(SeekFrom::Start(start)).map_err(Error::io)?;
    array.write(&form, count, JsonLines::new(&mut reader), &mut writer)
}

/// The form of the whole array.
struct ArrayForm {
    /// A first element, as JSON, that gives a batch this form.
    first: String,
    /// Whether it is the array's own first element.
    is_own: bool,
    /// The text of an array that contains only this element, without `[` and the count: the rest of
    /// the header, and the element.
    alone: String,
}

impl ArrayForm {
    /// The text of a batch after its first element. `None` if the batch has a different form.
    fn behind_first<'o>(&self, batch: &'o str) -> Option<&'o str> {
        let behind_count = batch.strip_prefix('[')?.trim_start_matches(|char: char| char.is_ascii_digit());
        behind_count.strip_prefix(&*self.alone)
    }

    /// The text that precedes the batches in the whole array.
    fn head(&self) -> &str {
        let header = self.alone.split('\n').next().unwrap_or_default();
        if self.is_own { &self.alone } else { header }
    }
}

/// Writes the array, one batch at a time.
struct Array<'o> {
    options: &'o EncodeOptions,
    /// The text of the current batch.
    out: String,
    /// Whether any batch has selected fields, or the error of the first one.
    names: Option<Result<()>>,
}

impl Array<'_> {
    /// Determines the form that fits all elements, and counts them.
    fn look<R: BufRead>(&mut self, mut lines: JsonLines<'_, R>) -> Result<(ArrayForm, u64)> {
        let Some((text, number)) = lines.first()? else { return Ok((self.form(EMPTY, false)?, 0)) };
        let mut form = self.form(JsonLine { text: &text, number }, true)?;
        let mut count = 0;
        while let Some(batch) = lines.next_batch()? {
            count += self.batch(&form, &batch)?;
            if form.behind_first(&self.out).is_none() {
                form = self.form(EMPTY, false)?;
            }
        }
        self.names.take().unwrap_or(Ok(()))?;
        Ok((form, count))
    }

    fn write<R: BufRead, W: Write>(
        &mut self,
        form: &ArrayForm,
        count: u64,
        mut lines: JsonLines<'_, R>,
        writer: &mut W,
    ) -> Result<()> {
        if count == 0 {
            return writer.write_all(b"[]").map_err(Error::io);
        }
        write!(writer, "[{count}{}", form.head()).map_err(Error::io)?;
        let mut found = 0;
        while let Some(batch) = lines.next_batch()? {
            found += self.batch(form, &batch)?;
            let text = form.behind_first(&self.out).ok_or_else(other_lines)?;
            writer.write_all(text.as_bytes()).map_err(Error::io)?;
        }
        if found == count { Ok(()) } else { Err(other_lines()) }
    }

    fn form(&mut self, first: JsonLine<'_>, is_own: bool) -> Result<ArrayForm> {
        let _ = self.array(|events| first.read(events))?;
        let alone = self.out.strip_prefix("[1").unwrap_or_default().to_owned();
        Ok(ArrayForm { first: first.text.to_owned(), is_own, alone })
    }

    /// Writes a batch after the form's first element, and returns the batch's number of elements.
    /// If it is the batch's own first element, it is written only once.
    fn batch(&mut self, form: &ArrayForm, batch: &Batch<'_>) -> Result<u64> {
        let mut count = 0;
        let names = self.array(|events| {
            JsonLine { text: &form.first, number: 0 }.read(events)?;
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
        if names.is_ok() || self.names.is_none() {
            self.names = Some(names);
        }
        Ok(count)
    }

    /// Writes an array with `elements`, and returns whether they have selected fields.
    fn array(&mut self, elements: impl FnOnce(&mut Serializer<'_>) -> Result<()>) -> Result<Result<()>> {
        self.out.clear();
        let mut events = Serializer::with_options(&mut self.out, self.options);
        events.begin_array()?;
        elements(&mut events)?;
        events.end_array()?;
        Ok(events.check_names())
    }
}

/// A line that contains a value.
#[derive(Clone, Copy)]
pub struct JsonLine<'l> {
    text: &'l str,
    /// From 1.
    number: usize,
}

/// As the first element, it forces the array into list form.
const EMPTY: JsonLine<'static> = JsonLine { text: "[]", number: 0 };

impl<'l> JsonLine<'l> {
    /// The text of the value, with blanks around it.
    pub fn text(self) -> &'l str {
        self.text
    }

    /// Reads the value of the line.
    ///
    /// # Errors
    /// Like [`to_toon`](crate::json::to_toon), with the number of the line.
    pub fn read(self, events: &mut Serializer<'_>) -> Result<()> {
        let mut reader = JsonReader::without_mark(self.text);
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
pub struct Batch<'l> {
    text: &'l str,
    /// The number of lines before the batch.
    before: usize,
    /// No value precedes the batch.
    is_first: bool,
}

impl<'l> Batch<'l> {
    /// The lines that contain a value.
    pub fn lines(&self) -> impl Iterator<Item = JsonLine<'l>> {
        let lines = self.text.split('\n').zip(self.before + 1..);
        let blank = |char| matches!(char, ' ' | '\t' | '\r');
        lines
            .map(|(text, number)| JsonLine { text, number })
            .filter(move |line| !line.text.chars().all(blank))
    }
}

/// Splits a reader into batches of lines.
pub struct JsonLines<'r, R> {
    reader: &'r mut R,
    ended: bool,
    bytes: Vec<u8>,
    /// The end of the current batch in `bytes`.
    given: usize,
    /// The number of lines before `bytes`.
    before: usize,
    /// No batch with a value has been returned yet.
    is_first: bool,
}

impl<'r, R: BufRead> JsonLines<'r, R> {
    /// From the current position of `reader`.
    pub fn new(reader: &'r mut R) -> Self {
        JsonLines { reader, ended: false, bytes: Vec::new(), given: 0, before: 0, is_first: true }
    }

    /// The first line that contains a value, with its number. Does not consume it.
    fn first(&mut self) -> Result<Option<(String, usize)>> {
        loop {
            let end = self.fill()?;
            if end == 0 {
                return Ok(None);
            }
            if let Some(JsonLine { text, number }) = self.batch(end)?.lines().next() {
                return Ok(Some((text.to_owned(), number)));
            }
            self.given = end;
        }
    }

    /// The next batch.
    ///
    /// # Errors
    /// Fails if the reader does, and if its bytes are not UTF-8.
    pub fn next_batch(&mut self) -> Result<Option<Batch<'_>>> {
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

    /// Drops the current batch, and returns the end of the next one.
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

/// The input has changed between the two passes.
#[cold]
fn other_lines() -> Error {
    let message = "the input changed before it was read a second time";
    Error::io(io::Error::new(io::ErrorKind::InvalidData, message))
}
