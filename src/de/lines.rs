//! The one cursor: lines prepared as §12 says, lazily and in order.

use super::source::Source;
use crate::text::find::{LONG, find_key_and_line_end, find1, find1_far, find3, leading_spaces};
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

    /// The line between two places, which stands at `depth` behind one that is not blank.
    #[inline(always)]
    pub(super) fn after_content(start: usize, end: usize, depth: usize) -> Self {
        Line { start, end, next: end + 1, depth, blank: NO_BLANK }
    }

    /// §10: the first field on a hyphen line, which begins at `start`, stands one level deeper than
    /// the hyphen.
    #[inline]
    pub(super) fn field(self, start: usize) -> Self {
        Line { start, depth: self.depth + 1, blank: NO_BLANK, ..self }
    }
}

/// What comes next, as far as it is seen without [preparing](Lines::peek) a line.
pub(super) enum Next<'de> {
    /// A line with a field: where it begins, where its first colon or bracket stands, and what it
    /// has from there on. It has been taken.
    Field(usize, usize, &'de [u8]),
    /// A line that stands in front of the object's depth.
    Above,
    Unknown,
}

/// An indentation of a scope's lines.
pub(super) struct Indent {
    spaces: usize,
    /// Of a line's first eight bytes those that are part of it.
    mask: u64,
}

impl Indent {
    /// What stands behind it on the line that begins `rest`; nothing if that is indented less, or
    /// too near to the text's end to be looked at in words. It may be indented more.
    #[inline(always)]
    fn strip<'t>(&self, rest: &'t [u8]) -> Option<&'t [u8]> {
        let (word, behind) = rest.split_first_chunk()?;
        // Where the content begins is known before the spaces in front of it are looked at.
        let content = rest.get(self.spaces..)?;
        let is_indented = other_than_spaces(*word) & self.mask == 0
            && (self.spaces <= 8 || leading_spaces(behind) >= self.spaces - 8);
        if is_indented { Some(content) } else { None }
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

    /// Whether there is a next line; [`line`](Self::line) then gives it, and it stays the next one
    /// until taken.
    #[inline(always)]
    pub(super) fn peek(&mut self, source: &Source<'_>) -> Result<bool> {
        if !self.peeked {
            self.prepare(source)?;
        }
        Ok(self.peeked)
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

    /// Whether every line has been taken.
    pub(super) fn is_at_end(&self, source: &Source<'_>) -> bool {
        !self.peeked && source.ends_at(self.next)
    }

    /// The bytes that have not been taken.
    pub(super) fn remaining(&self, source: &Source<'_>) -> usize {
        let next = if self.peeked { self.line.start } else { self.next };
        source.text.len().saturating_sub(next)
    }

    /// Prepares the next line, if there is one.
    #[inline(always)]
    fn prepare(&mut self, source: &Source<'_>) -> Result<()> {
        match self.prepare_fast(source) {
            Some(line) => {
                self.next = line.next;
                self.line = line;
                self.peeked = true;
                Ok(())
            }
            None => self.prepare_any(source),
        }
    }

    /// The next line, if it is neither blank nor a comment and has the indentation of the last one
    /// or one of whole units of two spaces.
    #[inline(always)]
    fn prepare_fast(&self, source: &Source<'_>) -> Option<Line> {
        let rest = source.text.as_bytes().get(self.next..)?;
        let spaces = leading_spaces(rest);
        let content = rest.get(spaces..)?;
        // Lines are often as long as the one before.
        let long = self.line.end - self.line.start > LONG;
        let length = if long { find1_far(content, b'\n') } else { find1(content, b'\n') };
        let start = self.next + spaces;
        let mut end = start + length;
        let next = end + 1;
        let content = content.get(..length)?;
        if matches!(content.first()?, b'#' | b'\t') {
            return None;
        }
        if matches!(content.last()?, b'\r' | b' ') {
            end = start + trim_end(content).len();
            if end == start {
                return None;
            }
        }
        let depth = match spaces {
            _ if self.unit == 2 && spaces % 2 == 0 => spaces / 2,
            _ if spaces == self.spaces => self.depth,
            _ => return None,
        };
        Some(Line { start, end, next, depth, blank: NO_BLANK })
    }

    /// Takes the next line if it holds a field at `indent` as most are: with neither quotes nor
    /// spaces in front of its first colon or bracket, and without anything to trim. What is read
    /// once here would be read twice by [`peek`](Self::peek). With less of an indentation, a line
    /// is none of the object's.
    #[inline(always)]
    pub(super) fn take_field<'de>(&mut self, source: &Source<'de>, indent: &Indent) -> Next<'de> {
        if self.peeked {
            return Next::Unknown;
        }
        let Some(rest) = source.text.as_bytes().get(self.next..) else { return Next::Unknown };
        let Some(content) = indent.strip(rest) else {
            return if self.is_indented_less(rest, indent) { Next::Above } else { Next::Unknown };
        };
        // What else cannot begin a key ends it at once.
        if content.first() == Some(&b'#') {
            return Next::Unknown;
        }
        let Some((key, end)) = find_key_and_line_end(content) else { return Next::Unknown };
        let Some(value) = content.get(key..end) else { return Next::Unknown };
        if let [] | [.., b'\r' | b' '] = value {
            return Next::Unknown;
        }
        let start = self.next + indent.spaces;
        let stop = start + key;
        self.next = stop + value.len() + 1;
        Next::Field(start, stop, value)
    }

    /// The same of a key in quotes, without escapes: where the line begins, where that key ends,
    /// and what the line has from there on.
    #[inline]
    pub(super) fn take_quoted_field<'de>(
        &mut self,
        source: &Source<'de>,
        indent: &Indent,
    ) -> Option<(usize, usize, &'de [u8])> {
        let content = indent.strip(source.bytes_from(self.next))?;
        let ([b'"', token @ ..], false) = (content, self.peeked) else { return None };
        let close = 1 + find3(token, b'"', b'\\', b'\n');
        let [b'"', rest @ ..] = content.get(close..)? else { return None };
        let rest = rest.get(..find1(rest, b'\n'))?;
        let ([b':' | b'[', ..], [.., last]) = (rest, rest) else { return None };
        if matches!(last, b'\r' | b' ') {
            return None;
        }
        let start = self.next + indent.spaces;
        let stop = start + close + 1;
        self.next = stop + rest.len() + 1;
        Some((start, stop, rest))
    }

    /// Takes the next line if it holds a list item at `indent` as most are: with neither quotes nor
    /// spaces in front of its first colon or bracket, if it has one, and without anything to trim.
    /// Where its hyphen stands, where that, else the line's end, and where the line's end.
    #[inline(always)]
    pub(super) fn take_item(
        &mut self,
        source: &Source<'_>,
        indent: &Indent,
    ) -> Option<(usize, usize, usize)> {
        let content = indent.strip(source.text.as_bytes().get(self.next..)?)?;
        let [b'-', b' ', content @ ..] = content else { return None };
        if self.peeked {
            return None;
        }
        let (stop, end) = find_key_and_line_end(content)?;
        if let [] | [.., b'\r' | b' '] = content.get(..end)? {
            return None;
        }
        let marker = self.next + indent.spaces;
        let start = marker + "- ".len();
        self.next = start + end + 1;
        Some((marker, start + stop, start + end))
    }

    /// Whether it is known without [preparing](Self::peek) it that the next line stands in front of
    /// those at `indent`.
    #[inline(always)]
    pub(super) fn is_above(&self, source: &Source<'_>, indent: &Indent) -> bool {
        let Some(rest) = source.text.as_bytes().get(self.next..) else { return false };
        !self.peeked && self.is_indented_less(rest, indent)
    }

    /// Whether the line that begins `rest` is indented by whole units and less than by `indent`,
    /// and is neither blank nor a comment. Not known of eight spaces and more.
    #[inline(always)]
    fn is_indented_less(&self, rest: &[u8], indent: &Indent) -> bool {
        let Some((word, _)) = rest.split_first_chunk() else { return false };
        let others = other_than_spaces(*word);
        let spaces = (others.trailing_zeros() / 8) as usize;
        let is_whole = if self.unit == 2 { spaces & 1 == 0 } else { spaces % self.unit == 0 };
        others & indent.mask != 0 && is_whole && rest.get(spaces..).is_some_and(begins_content)
    }

    /// What stands in front of lines at `depth`.
    #[inline]
    pub(super) fn indent(&self, depth: usize) -> Indent {
        let spaces = depth.saturating_mul(self.unit);
        let mask = if spaces < 8 { (1 << (8 * spaces)) - 1 } else { u64::MAX };
        Indent { spaces, mask }
    }

    /// Where the next line's content begins, if it stands at `indent` and no more than that has to
    /// be known to read it: it has not been peeked, and is neither blank nor a comment.
    #[inline(always)]
    pub(super) fn fast_start(&self, source: &Source<'_>, indent: &Indent) -> Option<usize> {
        let content = indent.strip(source.text.as_bytes().get(self.next..)?)?;
        if !self.peeked && begins_content(content) { Some(self.next + indent.spaces) } else { None }
    }

    /// Takes the next line without having prepared it: behind it, a line begins at `next`.
    #[inline(always)]
    pub(super) fn take_fast(&mut self, next: usize) {
        self.next = next;
    }

    #[inline(never)]
    fn prepare_any(&mut self, source: &Source<'_>) -> Result<()> {
        let mut blank = NO_BLANK;
        let text = source.text.as_bytes();
        while let Some(rest) = text.get(self.next..) {
            let begin = self.next;
            let spaces = leading_spaces(rest);
            let content = rest.get(spaces..).unwrap_or_default();
            let content = content.get(..find1(content, b'\n')).unwrap_or_default();
            let start = begin + spaces;
            self.next = start + content.len() + 1;
            let content = trim_end(content);
            let mut line =
                Line { start, end: start + content.len(), next: self.next, depth: self.depth, blank };
            match content.first() {
                None => {
                    blank = blank.min(begin);
                    continue;
                }
                // §5.1: only spaces may stand in front of a comment.
                Some(b'#') => continue,
                Some(b'\t') => {
                    let Some((indentation, depth)) = self.tabs(source, begin, line.end)? else {
                        blank = blank.min(begin);
                        continue;
                    };
                    line.start = begin + indentation;
                    line.depth = depth;
                }
                Some(_) if spaces == self.spaces => {}
                Some(_) => line.depth = self.divide(source, spaces, begin)?,
            }
            self.line = line;
            self.peeked = true;
            break;
        }
        Ok(())
    }

    #[inline(always)]
    fn divide(&mut self, source: &Source<'_>, spaces: usize, begin: usize) -> Result<usize> {
        // The default unit without a division.
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

    /// An indentation with tabs: where the content begins and its depth, or nothing if the line is
    /// blank.
    #[cold]
    fn tabs(&self, source: &Source<'_>, begin: usize, end: usize) -> Result<Option<(usize, usize)>> {
        let line = source.bytes(begin, end);
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

/// The bits in which the beginning of a line differs from spaces.
#[inline(always)]
fn other_than_spaces(word: [u8; 8]) -> u64 {
    u64::from_le_bytes(word) ^ u64::from_le_bytes([b' '; 8])
}

/// Whether `content` begins with neither a comment nor a space or control.
#[inline(always)]
fn begins_content(content: &[u8]) -> bool {
    content.first().is_some_and(|&byte| byte > b' ' && byte != b'#')
}

/// The content of a line without its trailing spaces.
#[inline(always)]
fn trim_end(mut content: &[u8]) -> &[u8] {
    // §12: one CR at the end of a line is part of the line end; any other is content.
    if let [line @ .., b'\r'] = content {
        content = line;
    }
    while let [line @ .., b' '] = content {
        content = line;
    }
    content
}

/// The spaces in front of the first indented line that is no comment: the document's unit.
pub(super) fn detect_unit(source: &Source<'_>) -> Option<usize> {
    let rest = source.text.get(source.start()..).unwrap_or_default();
    rest.split('\n').find_map(|line| {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let content = line.trim_start_matches(' ');
        let spaces = line.len() - content.len();
        // Where tabs are allowed, a line of nothing else is blank, too.
        let is_blank = content.trim_start_matches([' ', '\t']).is_empty();
        let counts = spaces > 0 && !is_blank && !content.starts_with('#');
        counts.then_some(spaces)
    })
}
