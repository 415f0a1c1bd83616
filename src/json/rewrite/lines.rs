//! JSON Lines that are changed while they are read.

use super::filled::{FilledList, FilledRows, Plan};
use super::lists::{Filling, FoundLists};
use super::survey::{Rewrite, Survey, list_finder};
use crate::event::Events;
use crate::json::lines::JsonLines;
use crate::json::read::JsonReader;
use crate::json::write::JsonText;
use crate::{EncodeOptions, Error, Result, Serializer};
use alloc::string::String;
use alloc::vec::Vec;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

impl Rewrite {
    /// Like [`survey`](Self::survey), for the array whose elements are the lines of `reader`. Reads
    /// them from the current position, and returns to it.
    ///
    /// Memory is needed for the columns and for one batch of lines, not for the array.
    ///
    /// # Errors
    /// Like [`lines_to_toon_writer`](super::super::lines_to_toon_writer).
    ///
    /// ```
    /// use std::io::Cursor;
    /// use toon::{EncodeOptions, json};
    ///
    /// let mut lines = Cursor::new("{\"id\": 1}\n{\"id\": 2, \"err\": \"timeout\"}\n");
    /// let (fill, options) = (json::Rewrite::new().fill(true), EncodeOptions::new());
    /// let survey = fill.survey_lines(&mut lines, &options)?;
    /// assert_eq!(survey.added_fields(), ["err"]);
    ///
    /// let mut out = Vec::new();
    /// json::lines_to_toon_writer(fill.lines(lines, &survey, &options)?, &mut out, &options)?;
    /// assert_eq!(out, b"[2]{id,err}:\n  1,null\n  2,timeout");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn survey_lines<R: BufRead + Seek>(&self, mut reader: R, options: &EncodeOptions) -> Result<Survey> {
        let start = reader.stream_position().map_err(Error::io)?;
        let filling = if self.fills() { Filling::Outermost } else { Filling::None };
        let mut lists = list_finder(filling, options);
        lists.begin_array()?;
        let mut lines = JsonLines::new(&mut reader);
        let mut toon = String::new();
        while let Some(batch) = lines.next()? {
            // As in `survey`: finds the mistakes.
            toon.clear();
            let mut serializer = Serializer::with_options(&mut toon, options);
            serializer.begin_array()?;
            for line in batch.lines() {
                line.read(&mut serializer)?;
                self.send(&mut JsonReader::without_mark(line.text()), options, &mut lists)?;
            }
        }
        lists.end_array()?;
        reader.seek(SeekFrom::Start(start)).map_err(Error::io)?;
        Ok(lists.finish().into())
    }

    /// Changes the lines of `reader` while they are read. `survey` is that of
    /// [`survey_lines`](Self::survey_lines), with the same options.
    ///
    /// # Errors
    /// Fails if the position of `reader` cannot be determined. Reading fails if the lines are not
    /// those that were surveyed.
    ///
    /// ```
    /// use std::io::{BufRead, Cursor};
    /// use toon::{EncodeOptions, json};
    ///
    /// let (drop, options) = (json::Rewrite::new().drop_nulls(true), EncodeOptions::new());
    /// let mut lines = Cursor::new("{\"a\": 1, \"b\": null}\n\n[null]");
    /// let survey = drop.survey_lines(&mut lines, &options)?;
    /// let lines = drop.lines(lines, &survey, &options)?.lines().collect::<Result<Vec<_>, _>>().unwrap();
    /// assert_eq!(lines, [r#"{"a":1}"#, "", "[null]"]);
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn lines<R: BufRead + Seek>(
        &self,
        mut reader: R,
        survey: &Survey,
        options: &EncodeOptions,
    ) -> Result<RewrittenLines<R>> {
        let start = reader.stream_position().map_err(Error::io)?;
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
///
/// ```
/// use std::io::{Cursor, Read, Seek};
/// use toon::{EncodeOptions, json};
///
/// let (rewrite, options) = (json::Rewrite::new(), EncodeOptions::new());
/// let mut lines = Cursor::new("[1, 2]\n{ }");
/// let survey = rewrite.survey_lines(&mut lines, &options)?;
/// let mut rewritten: json::RewrittenLines<_> = rewrite.lines(lines, &survey, &options)?;
/// for _ in 0..2 {
///     let mut text = String::new();
///     rewritten.read_to_string(&mut text).unwrap();
///     assert_eq!(text, "[1,2]\n{}\n");
///     rewritten.rewind().unwrap();
/// }
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Debug)]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub struct RewrittenLines<R> {
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
        let line = core::str::from_utf8(&self.line).map_err(invalid)?;
        let is_first = core::mem::replace(&mut self.is_first, false);
        let line = if is_first { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line };
        let is_blank = line.chars().all(|char| matches!(char, ' ' | '\t' | '\r' | '\n'));
        if !is_blank {
            let mut out = JsonText::default();
            core::mem::swap(&mut out.text, &mut self.text);
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
fn invalid(error: impl core::fmt::Display) -> io::Error {
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
