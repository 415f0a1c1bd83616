//! Reads a document in parts: the line of the root, with some of the lines below it at a time.

use super::lines::detect_unit;
use super::source::{BYTE_ORDER_MARK, LeftOut, Source};
use crate::input::read_some;
use crate::{DecodeOptions, Error, ErrorKind, Result};
use alloc::vec::Vec;
use core::ops::Range;
use memchr::{memchr, memchr_iter, memrchr};
use std::io::BufRead;

/// A document of which only the text that has not been [dropped](PartialDocument::drop_part) is in
/// memory.
pub(super) struct PartialDocument<R> {
    reader: R,
    /// The reader is exhausted.
    ended: bool,
    bytes: Vec<u8>,
    /// The end of the root's line, including its line end.
    root: usize,
    left_out: LeftOut,
    strict: bool,
    /// The current line while the document is read [line by line](PartialDocument::next_line),
    /// including its line end, and the number of lines with content before it.
    line: Range<usize>,
    line_count: usize,
}

/// The root's line, and whole elements below it.
pub(super) struct DocumentPart<'d> {
    pub(super) text: &'d str,
    pub(super) left_out: LeftOut,
    /// The error after the part, if any.
    pub(super) fault: Option<Error>,
}

impl<'d> DocumentPart<'d> {
    pub(super) fn source(&self) -> Source<'d> {
        Source::part(self.text, self.left_out)
    }

    /// Whether the depth of any of its lines depends on a unit of indentation that only a later
    /// line reveals: it has spaces after a tab, which do not reveal the unit.
    pub(super) fn depends_on_unit(&self) -> bool {
        self.text.lines().any(|line| {
            let content = line.trim_start_matches([' ', '\t']);
            let is_mixed = line.strip_suffix(content).is_some_and(|indentation| indentation.contains(' '));
            line.starts_with('\t') && is_mixed && !content.is_empty()
        })
    }
}

impl<R: BufRead> PartialDocument<R> {
    pub(super) fn new(reader: R, strict: bool) -> Self {
        PartialDocument {
            reader,
            ended: false,
            bytes: Vec::new(),
            root: 0,
            left_out: LeftOut::default(),
            strict,
            line: 0..0,
            line_count: 0,
        }
    }

    /// Reads the root's line, and drops those before it.
    pub(super) fn read_root(&mut self) -> Result<()> {
        let mark = BYTE_ORDER_MARK.as_bytes();
        while self.bytes.len() < 2 * mark.len() && self.read_on()? {}
        // A second one would be text.
        if self.bytes.strip_prefix(mark).is_some_and(|rest| !rest.starts_with(mark)) {
            self.bytes.drain(..mark.len());
        }
        let root = self.content_line(0)?;
        if root.is_empty() {
            // A document without content starts at its first byte.
            self.bytes.clear();
            return Ok(());
        }
        self.left_out.before = lines(slice(&self.bytes, 0..root.start));
        self.bytes.drain(..root.start);
        self.root = root.len();
        Ok(())
    }

    /// Reads the next line that has content, drops those before it, and returns its depth. `None`
    /// at the end of the document.
    pub(super) fn next_line(&mut self, options: &DecodeOptions) -> Result<Option<usize>> {
        /// How much is kept before it is dropped at once.
        const CHUNK: usize = 64 * 1024;
        // Half of the text, so that each byte is moved only a few times if the reader holds all of it.
        if self.line.start >= CHUNK.max(self.bytes.len() / 2) {
            self.bytes.drain(..self.line.start);
            self.line = 0..self.line.len();
        }
        let line = self.content_line(self.line.end)?;
        let passed = lines(slice(&self.bytes, self.line.start..line.start));
        self.left_out.before += passed;
        self.line = line;
        let end = self.line.end - usize::from(slice(&self.bytes, self.line.clone()).ends_with(b"\n"));
        let Some(indentation) = self.indentation(self.line.start..end) else { return Ok(None) };
        self.line_count += 1;
        let unit = self.left_out.unit.unwrap_or(options.indent).max(1);
        Ok(Some(indentation.depth(unit, options.strict)))
    }

    /// Whether the current line is the first one that has content.
    pub(super) fn is_first_line(&self) -> bool {
        self.line_count == 1
    }

    /// The current line.
    pub(super) fn line(&self) -> Result<Source<'_>> {
        let left_out = LeftOut { goes_on: true, is_part: true, ..self.left_out };
        let bytes = slice(&self.bytes, self.line.clone());
        match core::str::from_utf8(bytes) {
            Ok(text) => Ok(Source::part(text, left_out)),
            Err(error) => {
                let text = valid(bytes, error.valid_up_to());
                Err(Source::part(text, left_out).fail(ErrorKind::InvalidUtf8, text.len()))
            }
        }
    }

    /// Makes the current line the root's line.
    pub(super) fn take_root(&mut self) {
        self.bytes.drain(..self.line.start);
        self.root = self.line.len();
        self.line = 0..self.root;
    }

    /// Continues to read line by line from `offset`, in a part of the document.
    pub(super) fn continue_at(&mut self, offset: usize) {
        let start = slice(&self.bytes, 0..offset).iter().rposition(|&byte| byte == b'\n');
        let start = start.map_or(0, |end| end + 1);
        self.left_out.before += self.left_out.after + lines(slice(&self.bytes, 0..start));
        self.left_out.after = 0;
        self.bytes.drain(..start);
        self.root = 0;
        self.line = 0..0;
    }

    /// The root's line, and everything up to the end of the next line that has content.
    pub(super) fn beginning(&mut self) -> Result<DocumentPart<'_>> {
        let end = self.content_line(self.root)?.end;
        Ok(self.up_to(end, false))
    }

    /// The root's line, and whole elements below it.
    pub(super) fn part(&mut self, options: &DecodeOptions) -> Result<DocumentPart<'_>> {
        self.content_line(self.root)?;
        let end = loop {
            if let Some(end) = self.last_whole(self.bytes.len(), options) {
                break end;
            }
            // Doubles the amount each time, so that scanning a long element takes linear time.
            let wanted = self.bytes.len() * 2;
            while self.bytes.len() < wanted && self.read_on()? {}
            if self.ended {
                return Ok(self.up_to_valid(self.bytes.len(), false, options));
            }
        };
        Ok(self.up_to_valid(end, true, options))
    }

    /// Drops everything between the root's line and the end of a part of this `length`.
    pub(super) fn drop_part(&mut self, length: usize) {
        self.left_out.after += lines(slice(&self.bytes, self.root..length));
        self.bytes.drain(self.root..length.max(self.root));
    }

    /// Detects the document's unit of indentation. Reads up to the first indented line, which is
    /// usually the first one below the root's.
    pub(super) fn read_unit(&mut self) -> Result<()> {
        if self.left_out.unit.is_some() {
            return Ok(());
        }
        loop {
            let text = core::str::from_utf8(&self.bytes);
            let text = text.unwrap_or_else(|error| valid(&self.bytes, error.valid_up_to()));
            self.left_out.unit = detect_unit(&Source::new(text));
            if self.left_out.unit.is_some() || self.ended {
                return Ok(());
            }
            let wanted = self.bytes.len() * 2;
            while self.bytes.len() < wanted && self.read_on()? {}
        }
    }

    /// Finds the first line from `start` on that has content. Returns an empty range at the end if
    /// there is none.
    fn content_line(&mut self, mut start: usize) -> Result<Range<usize>> {
        let mut searched = start;
        loop {
            match memchr(b'\n', slice(&self.bytes, searched..self.bytes.len())) {
                Some(length) => {
                    let end = searched + length + 1;
                    if self.has_content(start..end - 1) {
                        return Ok(start..end);
                    }
                    (start, searched) = (end, end);
                }
                None if self.ended => {
                    let end = self.bytes.len();
                    return Ok(if self.has_content(start..end) { start..end } else { end..end });
                }
                None => {
                    searched = self.bytes.len();
                    self.read_on()?;
                }
            }
        }
    }

    /// Reads more bytes. Returns `false` at the end.
    fn read_on(&mut self) -> Result<bool> {
        self.ended = self.ended || !read_some(&mut self.reader, &mut self.bytes)?;
        Ok(!self.ended)
    }

    /// The end of the last element that is known to be complete, because another line at its depth
    /// follows before `end`.
    fn last_whole(&self, end: usize, options: &DecodeOptions) -> Option<usize> {
        let unit = self.left_out.unit.unwrap_or(options.indent).max(1);
        let depth = |line| self.indentation(line).map(|indentation| indentation.depth(unit, options.strict));
        let mut end = memrchr(b'\n', slice(&self.bytes, 0..end))? + 1;
        let first = self.first_below()?;
        let (first, first_depth) = (first.start, depth(first)?);
        // Goes backwards from the line before `end`.
        let mut follows = false;
        while end > self.root {
            let start = memrchr(b'\n', slice(&self.bytes, 0..end - 1)).map_or(0, |end| end + 1);
            match depth(start..end - 1) {
                Some(_) if follows => return Some(end),
                Some(depth) if depth <= first_depth => {
                    if start == first {
                        return None;
                    }
                    follows = true;
                }
                // Blank lines and comments belong to the line below: before it, a blank line can be
                // an error.
                None | Some(_) => {}
            }
            end = start;
        }
        None
    }

    /// The first line below the root's that has content, if it is complete.
    fn first_below(&self) -> Option<Range<usize>> {
        let mut start = self.root;
        loop {
            let end = start + memchr(b'\n', slice(&self.bytes, start..self.bytes.len()))?;
            if self.has_content(start..end) {
                return Some(start..end);
            }
            start = end + 1;
        }
    }

    fn has_content(&self, line: Range<usize>) -> bool {
        self.indentation(line).is_some()
    }

    /// The indentation of a line, unless that is blank or a comment.
    fn indentation(&self, line: Range<usize>) -> Option<Indentation> {
        let line = slice(&self.bytes, line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let content = line.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(line.len());
        let tabs = memchr_iter(b'\t', slice(line, 0..content)).count();
        // §12, §14.4: in strict mode, a tab in the indentation is an error, even on a blank line.
        match line.get(content) {
            None if tabs == 0 || !self.strict => None,
            Some(b'#') if tabs == 0 => None,
            _ => Some(Indentation { spaces: content - tabs, tabs }),
        }
    }

    /// The part that ends at `end`, or only its whole elements before invalid UTF-8.
    fn up_to_valid(&self, end: usize, goes_on: bool, options: &DecodeOptions) -> DocumentPart<'_> {
        let part = self.up_to(end, goes_on);
        if part.fault.is_none() {
            return part;
        }
        let end = self.last_whole(part.text.len(), options).unwrap_or(self.root.min(part.text.len()));
        DocumentPart { fault: part.fault, ..self.up_to(end, true) }
    }

    fn up_to(&self, end: usize, goes_on: bool) -> DocumentPart<'_> {
        let is_part = !self.ended || end < self.bytes.len() || self.left_out.after > 0;
        let left_out = LeftOut { goes_on, is_part, ..self.left_out };
        let bytes = slice(&self.bytes, 0..end);
        match core::str::from_utf8(bytes) {
            Ok(text) => DocumentPart { text, left_out, fault: None },
            Err(error) => {
                let text = valid(bytes, error.valid_up_to());
                let fault = Source::part(text, left_out).fail(ErrorKind::InvalidUtf8, text.len());
                let fault = if error.error_len().is_none() { fault.set_eof() } else { fault };
                DocumentPart { text, left_out, fault: Some(fault) }
            }
        }
    }
}

struct Indentation {
    spaces: usize,
    tabs: usize,
}

impl Indentation {
    /// The depth of the line. An indentation that is invalid in strict mode counts as the deepest,
    /// so that a search for the next line, within an element or after it, finds the error.
    fn depth(&self, unit: usize, strict: bool) -> usize {
        if strict && (self.tabs > 0 || self.spaces % unit > 0) {
            return usize::MAX;
        }
        // §14.4: a tab counts as one level.
        self.tabs + self.spaces / unit
    }
}

fn lines(bytes: &[u8]) -> usize {
    memchr_iter(b'\n', bytes).count()
}

fn slice(bytes: &[u8], range: Range<usize>) -> &[u8] {
    bytes.get(range).unwrap_or_default()
}

/// The start of `bytes`, which is known to be valid UTF-8.
fn valid(bytes: &[u8], length: usize) -> &str {
    core::str::from_utf8(slice(bytes, 0..length)).unwrap_or_default()
}
