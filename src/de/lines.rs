//! A cursor over the lines of a document, which prepares them lazily and in order (§12).

use super::source::Source;
use crate::text::find::{MIN_FAR_BYTES, find_key_and_line_end, find1, find1_far, find3, leading_spaces};
use crate::{ErrorKind, Result};

/// A line that is neither blank nor a comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// The start of the content, after the indentation.
    pub(super) start: usize,
    /// The end of the content, before trailing spaces and CR.
    pub(super) end: usize,
    /// The start of the next line of the text.
    next: usize,
    pub(super) depth: usize,
    /// The start of the first of the blank lines directly before it, or `NO_BLANK`.
    blank: usize,
}

const NO_BLANK: usize = usize::MAX;

impl Line {
    /// The start of the first of the blank lines directly before it.
    #[inline]
    pub(super) fn blank(&self) -> Option<usize> {
        if self.blank == NO_BLANK { None } else { Some(self.blank) }
    }

    /// A line at `depth` whose content is between `start` and `end`, with no blank line before it.
    #[inline]
    pub(super) fn after_content(start: usize, end: usize, depth: usize) -> Self {
        Line { start, end, next: end + 1, depth, blank: NO_BLANK }
    }

    /// §10: the first field on a hyphen line, which begins at `start`, is one level deeper than the
    /// hyphen.
    #[inline]
    pub(super) fn field(self, start: usize) -> Self {
        Line { start, depth: self.depth + 1, blank: NO_BLANK, ..self }
    }
}

/// What comes next, if that is known without [preparing](Lines::peek) a line.
pub(super) enum Next<'de> {
    /// A line with a field, which has been taken: its start, the offset of its first colon or
    /// bracket, and the rest of the line from there on.
    Field(usize, usize, &'de [u8]),
    /// A line that is indented less than the object.
    Above,
    Unknown,
}

/// The indentation of a scope's lines.
pub(super) struct Indent {
    spaces: usize,
    /// A mask for the first eight bytes of a line, which selects those that belong to the
    /// indentation.
    mask: u64,
}

impl Indent {
    /// The rest of the line that starts `rest`, after this indentation. `None` if the line is
    /// indented less, or is too close to the end of the text to be read in words. It may be
    /// indented more.
    #[inline(always)]
    fn strip<'t>(&self, rest: &'t [u8]) -> Option<&'t [u8]> {
        let (word, after) = rest.split_first_chunk()?;
        // Before the check of the spaces, on which the start of the content does not depend.
        let content = rest.get(self.spaces..)?;
        let is_indented = other_than_spaces(*word) & self.mask == 0
            && (self.spaces <= 8 || leading_spaces(after) >= self.spaces - 8);
        if is_indented { Some(content) } else { None }
    }
}

/// The lines of a document.
#[derive(Clone)]
pub(super) struct Lines {
    /// The start of the next unprepared line; past the end if there is none.
    next: usize,
    /// The line that was prepared last.
    line: Line,
    /// That line has not been taken.
    peeked: bool,
    unit: usize,
    strict: bool,
    /// The last indentation and its depth. Rows have the same one, which saves a division.
    spaces: usize,
    depth: usize,
    /// The start of the last line whose indentation is wrong.
    misindented: usize,
}

impl Lines {
    pub(super) fn new(source: &Source<'_>, unit: usize, strict: bool) -> Self {
        let next = source.start();
        let line = Line { start: next, end: next, next, depth: 0, blank: NO_BLANK };
        Lines { next, line, peeked: false, unit, strict, spaces: 0, depth: 0, misindented: usize::MAX }
    }

    /// The number of spaces per level.
    pub(super) fn unit(&self) -> usize {
        self.unit
    }

    /// Whether there is a next line. [`line`](Self::line) then returns it, and it stays the next
    /// one until taken.
    #[inline]
    pub(super) fn peek(&mut self, source: &Source<'_>) -> Result<bool> {
        if !self.peeked {
            self.prepare(source)?;
        }
        Ok(self.peeked)
    }

    /// The line that was peeked.
    #[inline]
    pub(super) fn line(&self) -> &Line {
        &self.line
    }

    /// Moves the line that was peeked to `floor` if its indentation is wrong, and the lines below are as
    /// deep as if it were there.
    #[cold]
    pub(super) fn move_to(&mut self, source: &Source<'_>, floor: usize, doubtful: &mut usize) -> bool {
        let Line { start, end, .. } = self.line;
        if start != self.misindented {
            return false;
        }
        *doubtful = start;
        // How much deeper the lines are that it opens.
        let levels = match source.bytes(start, end) {
            [b'-', b' ', .., b':'] => 2,
            [b'-', b' ', ..] | [.., b':'] => 1,
            _ => 0,
        };
        let below = leading_spaces(source.bytes_from(self.next)) / self.unit;
        if below >= floor + levels {
            self.line.depth = floor;
        }
        self.line.depth == floor
    }

    #[inline]
    pub(super) fn take(&mut self) {
        self.peeked = false;
    }

    /// Whether every line has been taken.
    pub(super) fn is_at_end(&self, source: &Source<'_>) -> bool {
        !self.peeked && source.ends_at(self.next)
    }

    /// Whether every line has been taken, and nothing follows the last one.
    pub(super) fn are_taken(&self, source: &Source<'_>) -> bool {
        !self.peeked && self.next >= source.text.len()
    }

    /// The number of bytes that have not been taken.
    pub(super) fn remaining(&self, source: &Source<'_>) -> usize {
        let next = if self.peeked { self.line.start } else { self.next };
        source.text.len().saturating_sub(next)
    }

    /// Prepares the next line, if there is one.
    #[inline]
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

    /// The next line, if it is neither blank nor a comment, and is indented like the last one or by
    /// whole units of two spaces.
    #[inline]
    fn prepare_fast(&self, source: &Source<'_>) -> Option<Line> {
        let rest = source.text.as_bytes().get(self.next..)?;
        let spaces = leading_spaces(rest);
        let content = rest.get(spaces..)?;
        // A line is often about as long as the previous one.
        let long = self.line.end - self.line.start > MIN_FAR_BYTES;
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

    /// Takes the next line if it contains a field at `indent` in the usual form: with neither
    /// quotes nor spaces before its first colon or bracket, and with nothing to trim. This reads
    /// the line once, where [`peek`](Self::peek) would need a second pass. A line that is indented
    /// less does not belong to the object.
    #[inline(always)]
    pub(super) fn take_field<'de>(&mut self, source: &Source<'de>, indent: &Indent) -> Next<'de> {
        if self.peeked {
            return Next::Unknown;
        }
        let Some(rest) = source.text.as_bytes().get(self.next..) else { return Next::Unknown };
        let Some(content) = indent.strip(rest) else {
            return if self.is_indented_less(rest, indent) { Next::Above } else { Next::Unknown };
        };
        // At any other character that cannot start a key, the search below ends immediately.
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

    /// Does the same for a quoted key without escapes: returns the start of the line, the end of
    /// the key, and the rest of the line from there on.
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

    /// Takes the next line if it contains a list item at `indent` in the usual form: with neither
    /// quotes nor spaces before its first colon or bracket, if any, and with nothing to trim.
    /// Returns the offsets of its hyphen, of that colon or bracket (or the end), and of the end of
    /// the line.
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

    /// Whether the next line is known to be indented less than `indent` without
    /// [preparing](Self::peek) it.
    #[inline]
    pub(super) fn is_above(&self, source: &Source<'_>, indent: &Indent) -> bool {
        let Some(rest) = source.text.as_bytes().get(self.next..) else { return false };
        !self.peeked && self.is_indented_less(rest, indent)
    }

    /// Whether the line that starts `rest` is indented by whole units, but less than `indent`, and
    /// is neither blank nor a comment. Always false for eight spaces or more.
    #[inline]
    fn is_indented_less(&self, rest: &[u8], indent: &Indent) -> bool {
        let Some((word, _)) = rest.split_first_chunk() else { return false };
        let others = other_than_spaces(*word);
        let spaces = (others.trailing_zeros() / 8) as usize;
        let is_whole = if self.unit == 2 { spaces & 1 == 0 } else { spaces % self.unit == 0 };
        others & indent.mask != 0 && is_whole && rest.get(spaces..).is_some_and(begins_content)
    }

    /// The indentation of lines at `depth`.
    #[inline]
    pub(super) fn indent(&self, depth: usize) -> Indent {
        let spaces = depth.saturating_mul(self.unit);
        let mask = if spaces < 8 { (1 << (8 * spaces)) - 1 } else { u64::MAX };
        Indent { spaces, mask }
    }

    /// The start of the next line's content, if it is at `indent` and can be read without preparing
    /// it: it has not been peeked, and is neither blank nor a comment.
    #[inline]
    pub(super) fn fast_start(&self, source: &Source<'_>, indent: &Indent) -> Option<usize> {
        let content = indent.strip(source.text.as_bytes().get(self.next..)?)?;
        if !self.peeked && begins_content(content) { Some(self.next + indent.spaces) } else { None }
    }

    /// Takes the next line without preparing it; the line after it begins at `next`.
    #[inline]
    pub(super) fn take_fast(&mut self, next: usize) {
        self.next = next;
    }

    /// A line with a wrong indentation can be read after the error, at the depth that non-strict mode
    /// gives it.
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
            let mut checked = Ok(());
            match content.first() {
                None => {
                    blank = blank.min(begin);
                    continue;
                }
                // §5.1: only spaces may precede a comment.
                Some(b'#') => continue,
                Some(b'\t') => {
                    if self.strict {
                        checked = Err(source.fail(ErrorKind::TabIndentation, start));
                    }
                    let Some((indentation, depth)) = self.tabs(source, begin, line.end) else {
                        checked?;
                        blank = blank.min(begin);
                        continue;
                    };
                    line.start = begin + indentation;
                    line.depth = depth;
                }
                Some(_) if spaces == self.spaces => {}
                Some(_) => {
                    // Avoids a division for the default unit.
                    let (depth, rest) = match self.unit {
                        2 => (spaces >> 1, spaces & 1),
                        unit => (spaces / unit, spaces % unit),
                    };
                    line.depth = depth;
                    if self.strict && rest != 0 {
                        let kind = ErrorKind::UnevenIndentation { spaces, unit: self.unit };
                        checked = Err(source.fail(kind, start));
                    } else {
                        (self.spaces, self.depth) = (spaces, depth);
                    }
                }
            }
            if checked.is_err() {
                self.misindented = line.start;
            }
            self.line = line;
            self.peeked = true;
            return checked;
        }
        Ok(())
    }

    /// Measures an indentation with tabs: returns its length and depth, or `None` if the line is
    /// blank.
    #[cold]
    fn tabs(&self, source: &Source<'_>, begin: usize, end: usize) -> Option<(usize, usize)> {
        let line = source.bytes(begin, end);
        let indentation = line.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
        let tabs = line.iter().take(indentation).filter(|&&byte| byte == b'\t').count();
        // §14.4: a tab counts as one level, and a line of only spaces and tabs is blank.
        let depth = tabs + (indentation - tabs) / self.unit;
        (indentation < line.len()).then_some((indentation, depth))
    }
}

/// The bits in which the first bytes of a line differ from spaces.
#[inline]
fn other_than_spaces(word: [u8; 8]) -> u64 {
    u64::from_le_bytes(word) ^ u64::from_le_bytes([b' '; 8])
}

/// Whether `content` starts with neither a comment nor a space or control character.
#[inline]
fn begins_content(content: &[u8]) -> bool {
    content.first().is_some_and(|&byte| byte > b' ' && byte != b'#')
}

/// The content of a line without its trailing spaces.
#[inline]
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

/// Detects the document's unit: the number of spaces before the first indented line that is not a
/// comment.
pub(super) fn detect_unit(source: &Source<'_>) -> Option<usize> {
    let rest = source.text.get(source.start()..).unwrap_or_default();
    rest.split('\n').find_map(|line| {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let content = line.trim_start_matches(' ');
        let spaces = line.len() - content.len();
        // Where tabs are allowed, a line of spaces and tabs is blank, too.
        let is_blank = content.trim_start_matches([' ', '\t']).is_empty();
        let counts = spaces > 0 && !is_blank && !content.starts_with('#');
        counts.then_some(spaces)
    })
}
