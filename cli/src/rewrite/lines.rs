//! JSON Lines that are changed while they are read.

use super::filled::{FilledList, FilledRows, Plan};
use super::lists::{Filling, FoundLists};
use super::survey::{Rewrite, Survey, list_finder};
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use toon::__internal::Events;
use toon::__internal::JsonLines;
use toon::__internal::JsonReader;
use toon::__internal::JsonText;
use toon::{EncodeOptions, Result};

impl Rewrite {
    /// Like [`survey`](Self::survey), for the array whose elements are the lines of `reader`. Reads
    /// them from the current position, and returns to it.
    ///
    /// Memory is needed for the columns and for one batch of lines, not for the array.
    ///
    /// # Errors
    /// Like [`lines_to_toon_writer`](super::super::lines_to_toon_writer).
    pub(crate) fn survey_lines<R: BufRead + Seek>(
        &self,
        mut reader: R,
        options: &EncodeOptions,
    ) -> Result<Survey> {
        let start = reader.stream_position().map_err(toon::__internal::io_error)?;
        let filling = if self.fills() { Filling::Outermost } else { Filling::None };
        let mut lists = list_finder(filling, options);
        lists.begin_array()?;
        let mut lines = JsonLines::new(&mut reader);
        let mut toon = String::new();
        while let Some(batch) = lines.next_batch()? {
            // As in `survey`: finds the mistakes.
            toon.clear();
            let mut serializer = options.serializer(&mut toon);
            serializer.begin_array()?;
            for line in batch.lines() {
                line.read(&mut serializer)?;
                self.send(&mut JsonReader::without_mark(line.text()), options, &mut lists)?;
            }
        }
        lists.end_array()?;
        reader.seek(SeekFrom::Start(start)).map_err(toon::__internal::io_error)?;
        Ok(lists.finish().into())
    }

    /// Changes the lines of `reader` while they are read. `survey` is that of
    /// [`survey_lines`](Self::survey_lines), with the same options.
    ///
    /// # Errors
    /// Fails if the position of `reader` cannot be determined. Reading fails if the lines are not
    /// those that were surveyed.
    pub(crate) fn lines<R: BufRead + Seek>(
        &self,
        mut reader: R,
        survey: &Survey,
        options: &EncodeOptions,
    ) -> Result<RewrittenLines<R>> {
        let start = reader.stream_position().map_err(toon::__internal::io_error)?;
        let plan = survey.plans.first();
        // Unless the lines themselves are filled, lists in them may be.
        let fills_inside = plan.is_none() && survey.added() > 0;
        Ok(RewrittenLines {
            rewrite: self.clone(),
            options: options.clone(),
            list: plan.map(begun),
            fills_inside,
            reader,
            start,
            position: 0,
            line: Vec::new(),
            text: String::new(),
            given: 0,
            is_first: true,
        })
    }
}

fn begun(plan: &Plan) -> FilledList {
    let mut list = FilledList::new();
    list.begin(plan);
    list
}

/// Lines of JSON that are changed while they are read, one line for each line of the input. Blank
/// lines stay blank.
///
/// It can be read again from the beginning, but not from any other position. Created by
/// [`Rewrite::lines`].
#[derive(Debug)]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub(crate) struct RewrittenLines<R> {
    rewrite: Rewrite,
    options: EncodeOptions,
    /// The list that the lines make up, if it is filled.
    list: Option<FilledList>,
    /// Whether lists in the lines are filled.
    fills_inside: bool,
    reader: R,
    /// Where the lines begin.
    start: u64,
    /// The number of bytes that have been consumed.
    position: u64,
    line: Vec<u8>,
    /// The changed line, and how much of it has been consumed.
    text: String,
    given: usize,
    is_first: bool,
}

impl<R: BufRead> RewrittenLines<R> {
    /// Reads and changes the next line. At the end, the text is empty.
    fn next(&mut self) -> io::Result<()> {
        self.text.clear();
        self.given = 0;
        self.line.clear();
        if self.reader.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(());
        }
        let line = std::str::from_utf8(&self.line).map_err(invalid)?;
        let is_first = std::mem::replace(&mut self.is_first, false);
        let line = if is_first { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line };
        let is_blank = line.chars().all(|char| matches!(char, ' ' | '\t' | '\r' | '\n'));
        if !is_blank {
            let mut out = JsonText::default();
            std::mem::swap(&mut out.text, &mut self.text);
            let (options, list, fills_inside) = (&self.options, &mut self.list, self.fills_inside);
            rewrite(&self.rewrite, line, options, list, fills_inside, &mut out).map_err(invalid)?;
            self.text = out.text;
        }
        self.text.push('\n');
        Ok(())
    }
}

/// Writes the changed `line`.
fn rewrite(
    rewrite: &Rewrite,
    line: &str,
    options: &EncodeOptions,
    list: &mut Option<FilledList>,
    fills_inside: bool,
    out: &mut JsonText,
) -> Result<()> {
    let mut reader = JsonReader::without_mark(line);
    if let Some(open) = list.take() {
        let mut filled = FilledRows::in_list(open, out);
        let result = rewrite.send(&mut reader, options, &mut filled);
        *list = Some(filled.into_list());
        return result;
    }
    let found = if fills_inside { lists_inside(rewrite, line, options)? } else { FoundLists::default() };
    let mut filled = FilledRows::new(&found.plans, ARRAYS_AROUND, out);
    rewrite.send(&mut reader, options, &mut filled)
}

/// The array whose elements are the lines.
const ARRAYS_AROUND: u64 = 1;

/// The lists in a line that are filled.
fn lists_inside(rewrite: &Rewrite, line: &str, options: &EncodeOptions) -> Result<FoundLists> {
    let mut lists = list_finder(Filling::All, options);
    lists.begin_array()?;
    rewrite.send(&mut JsonReader::without_mark(line), options, &mut lists)?;
    // The array around the line is not ended, so that it is not filled itself.
    Ok(lists.finish())
}

/// The lines are not those that were surveyed.
#[cold]
fn invalid(error: impl std::fmt::Display) -> io::Error {
    let message = format!("the input changed before it was read again: {error}");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl<R: BufRead> BufRead for RewrittenLines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.given >= self.text.len() {
            self.next()?;
        }
        Ok(self.text.as_bytes().get(self.given..).unwrap_or_default())
    }

    fn consume(&mut self, length: usize) {
        self.given += length;
        self.position += length as u64;
    }
}

impl<R: BufRead> Read for RewrittenLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead + Seek> Seek for RewrittenLines<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            SeekFrom::Current(0) => {}
            SeekFrom::Start(position) if position == self.position => {}
            SeekFrom::Start(0) => {
                self.reader.seek(SeekFrom::Start(self.start))?;
                self.position = 0;
                self.text.clear();
                self.given = 0;
                self.is_first = true;
            }
            _ => {
                return Err(io::Error::new(
                    io::ErrorKind::Unsupported,
                    "lines can only be read from the beginning",
                ));
            }
        }
        Ok(self.position)
    }
}
