//! The one cursor: lines prepared as §12 says, lazily and in order.

use super::source::Source;
use crate::text::find::find1;
use crate::{ErrorKind, Result};

/// A line that is neither blank nor a comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Where the content begins, behind the indentation.
    pub(super) start: usize,
    /// Where it ends, before trailing spaces and CR.
    pub(super) end: usize,
    /// Where the next line of the text begins.
    next: usize,
    pub(super) depth: usize,
    /// Where the first of the blank lines directly in front of it begins, else `NO_BLANK`.
    blank: usize,
}

const NO_BLANK: usize = usize::MAX;

impl Line {
    /// The first of the blank lines directly in front of it.
    #[inline(always)]
    pub(super) fn blank(&self) -> Option<usize> {
        if self.blank == NO_BLANK { None } else { Some(self.blank) }
    }

    /// §10: the first field on a hyphen line, which begins at `start`, stands one level deeper than the hyphen.
    #[inline]
    pub(super) fn field(self, start: usize) -> Self {
        Line { start, depth: self.depth + 1, blank: NO_BLANK, ..self }
    }
}

/// Where lines come from.
pub(super) struct Lines {
    /// Where the next unprepared line begins; past the end when there is none.
    next: usize,
    /// The line prepared last.
    line: Line,
    /// It has not been taken.
    peeked: bool,
    unit: usize,
    strict: bool,
    /// Rows repeat their indentation, so its depth is divided out once.
    spaces: usize,
    depth: usize,
}

impl Lines {
    pub(super) fn new(source: &Source<'_>, unit: usize, strict: bool) -> Self {
        let next = source.start();
        let line = Line { start: next, end: next, next, depth: 0, blank: NO_BLANK };
        Lines { next, line, peeked: false, unit, strict, spaces: 0, depth: 0 }
    }

    /// Whether there is a next line; [`line`](Self::line) then gives it, and it stays the next one until taken.
    #[inline(always)]
    pub(super) fn peek(&mut self, source: &Source<'_>) -> Result<bool> {
        if self.peeked { Ok(true) } else { self.prepare(source) }
    }

    /// The line that was peeked.
    #[inline(always)]
    pub(super) fn line(&self) -> &Line {
        &self.line
    }

    #[inline(always)]
    pub(super) fn take(&mut self) {
        self.peeked = false;
    }

    /// Makes `line`, which was peeked before, the next one again; nothing makes it the end.
    pub(super) fn seek(&mut self, line: Option<Line>, source: &Source<'_>) {
        self.peeked = line.is_some();
        match line {
            Some(line) => {
                self.next = line.next;
                self.line = line;
            }
            None => self.next = source.text.len() + 1,
        }
    }

    /// Whether every line has been taken.
    pub(super) fn is_at_end(&self, source: &Source<'_>) -> bool {
        let rest = source.text.get(self.next..).unwrap_or_default();
        !self.peeked && rest.trim_ascii_start().is_empty()
    }

    /// The bytes that have not been taken.
    pub(super) fn remaining(&self, source: &Source<'_>) -> usize {
        let next = if self.peeked { self.line.start } else { self.next };
        source.text.len().saturating_sub(next)
    }

    fn prepare(&mut self, source: &Source<'_>) -> Result<bool> {
        let mut blank = NO_BLANK;
        let text = source.text.as_bytes();
        while let Some(rest) = text.get(self.next..) {
            let begin = self.next;
            let length = find1(rest, b'\n');
            self.next = begin + length + 1;
            let mut line = rest.get(..length).unwrap_or_default();
            // §12: one CR at the end of a line is part of the line end; any other is content.
            if let [content @ .., b'\r'] = line {
                line = content;
            }
            while let [content @ .., b' '] = line {
                line = content;
            }
            let mut content = line;
            while let [b' ', tail @ ..] = content {
                content = tail;
            }
            let end = begin + line.len();
            let spaces = line.len() - content.len();
            let (start, depth) = match content.first() {
                None => {
                    blank = blank.min(begin);
                    continue;
                }
                // §5.1: only spaces may stand in front of a comment.
                Some(b'#') => continue,
                Some(b'\t') => {
                    let Some((indentation, depth)) = self.tabs(source, line, begin)? else {
                        blank = blank.min(begin);
                        continue;
                    };
                    (begin + indentation, depth)
                }
                Some(_) if spaces == self.spaces => (begin + spaces, self.depth),
                Some(_) => (begin + spaces, self.divide(source, spaces, begin)?),
            };
            self.line = Line { start, end, next: self.next, depth, blank };
            self.peeked = true;
            return Ok(true);
        }
        Ok(false)
    }

    fn divide(&mut self, source: &Source<'_>, spaces: usize, begin: usize) -> Result<usize> {
        // The usual unit without a division.
        let (depth, rest) = match self.unit {
            2 => (spaces >> 1, spaces & 1),
            unit => (spaces / unit, spaces % unit),
        };
        if self.strict && rest != 0 {
            return Err(source.fail(ErrorKind::UnevenIndentation { spaces, unit: self.unit }, begin + spaces));
        }
        self.spaces = spaces;
        self.depth = depth;
        Ok(self.depth)
    }

    /// An indentation with tabs: where the content begins and its depth, or nothing if the line is blank.
    #[cold]
    fn tabs(&self, source: &Source<'_>, line: &[u8], begin: usize) -> Result<Option<(usize, usize)>> {
        let indentation = line.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
        let tabs = line.iter().take(indentation).filter(|&&byte| byte == b'\t').count();
        if self.strict {
            let spaces = line.iter().take_while(|&&byte| byte == b' ').count();
            return Err(source.fail(ErrorKind::TabIndentation, begin + spaces));
        }
        // §14.4: a tab counts as one level, and a line of only spaces and tabs is blank.
        let depth = tabs + (indentation - tabs) / self.unit;
        Ok((indentation < line.len()).then_some((indentation, depth)))
    }
}

/// The spaces in front of the first indented line that is no comment: the document's unit.
pub(super) fn detect_unit(source: &Source<'_>) -> Option<usize> {
    let rest = source.text.get(source.start()..).unwrap_or_default();
    rest.split('\n').find_map(|line| {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let content = line.trim_start_matches(' ');
        let spaces = line.len() - content.len();
        let counts = spaces > 0 && !content.is_empty() && !content.starts_with('#');
        counts.then_some(spaces)
    })
}
