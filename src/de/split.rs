//! Splits a line into cells in a single pass, as long as the cells are simple. The rest is left to
//! [`Lines`](super::lines::Lines) and [`CellCursor`](super::cells::CellCursor), which implement all
//! of the rules.

use super::source::Source;
use super::token::Token;
use crate::text::find::find1_far;
use crate::text::marks::Marks;

/// Cells of a row that were found in a single pass: first the leading ones and then, in a long row,
/// further ones in batches.
#[derive(Clone)]
pub(super) struct SplitCells<'de> {
    cells: [Token<'de>; SplitCells::MAX_CELLS],
    count: usize,
    /// The number of cells of the row before these.
    pub(super) before: usize,
    marks: Marks<'de>,
    /// The number of failed attempts that are still allowed.
    credit: u8,
}

/// A line whose cells were split.
pub(super) struct SplitLine {
    /// The end of the line, and the start of the next one.
    pub(super) end: usize,
    pub(super) next: usize,
    /// The start of the first cell that was not split, if any.
    pub(super) rest: Option<usize>,
}

/// What follows the cells that were found.
pub(super) enum SplitStop {
    /// The line ends with the line break at this offset.
    End(usize),
    /// The next cell starts at this offset; there is no room for it, or it is not simple.
    Cell(usize),
}

impl<'de> SplitCells<'de> {
    const MAX_CELLS: usize = 16;
    const MAX_FAILED_SPLITS: u8 = 4;

    #[inline]
    pub(super) fn new(source: &Source<'de>, delimiter: u8) -> Self {
        let marks = Marks::new(source.text.as_bytes(), delimiter);
        let cells = [Token::bare(0, &[]); Self::MAX_CELLS];
        SplitCells { cells, count: 0, before: 0, marks, credit: Self::MAX_FAILED_SPLITS }
    }

    pub(super) fn clear(&mut self) {
        (self.count, self.before) = (0, 0);
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&Token<'de>> {
        if index < self.count { self.cells.get(index) } else { None }
    }

    /// `count` of the cells, beginning at index `from`.
    #[inline]
    pub(super) fn slice(&self, from: usize, count: usize) -> Option<&[Token<'de>]> {
        self.cells.get(..self.count)?.get(from..)?.get(..count)
    }

    /// Whether there is no room left, so that the row may have more cells.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.count == Self::MAX_CELLS
    }

    /// Splits the line whose cells start at `start` into at most `most` cells. Returns `None`
    /// without any cells if the line ends in spaces or at the end of the text.
    #[inline(never)]
    pub(super) fn split(&mut self, start: usize, most: usize) -> Option<SplitLine> {
        self.clear();
        self.credit = self.credit.checked_sub(1)?;
        let (count, stop) = self.find(start, most)?;
        let text = self.marks.text();
        let (end, next, rest) = match stop {
            SplitStop::End(mark) if text.get(mark - 1) == Some(&b'\r') => (mark - 1, mark + 1, None),
            SplitStop::End(mark) => (mark, mark + 1, None),
            SplitStop::Cell(cell) => {
                let rest = text.get(cell..)?;
                let length = find1_far(rest, b'\n');
                let line = rest.get(..length)?;
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                if matches!(line, [] | [.., b' ']) {
                    return None;
                }
                (cell + line.len(), cell + length + 1, Some(cell))
            }
        };
        self.count = count;
        if rest.is_none() || count >= most.min(Self::MAX_CELLS) / 2 {
            self.credit = Self::MAX_FAILED_SPLITS;
        }
        Some(SplitLine { end, next, rest })
    }

    /// Finds at most `most` of the following cells, from `start` on.
    pub(super) fn go_on(&mut self, start: usize, most: usize) -> Option<SplitStop> {
        (self.count, self.before) = (0, self.before + self.count);
        let (count, stop) = self.find(start, most)?;
        self.count = count;
        Some(stop)
    }

    /// Finds the cells from `start` on, and returns their number and what follows them. The marks
    /// are updated only at the end of a line, since they may already have moved beyond it.
    #[inline(always)]
    fn find(&mut self, start: usize, most: usize) -> Option<(usize, SplitStop)> {
        let mut marks = self.marks;
        marks.seek(start);
        let text = marks.text();
        let delimiter = marks.delimiter();
        let mut cell = start;
        let mut places = self.cells.get_mut(..most.min(Self::MAX_CELLS))?.iter_mut();
        let most = places.len();
        loop {
            // Most cells are bare and trimmed; the others are handled below.
            marks.while_taken(|mark, byte| {
                let Some(content) = text.get(cell..mark) else { return false };
                if byte != delimiter || !is_trimmed(content) {
                    return false;
                }
                let Some(place) = places.next() else { return false };
                *place = Token::bare(cell, content);
                cell = mark + 1;
                true
            })?;
            let found = most - places.len();
            let Some(place) = places.next() else { return Some((found, SplitStop::Cell(cell))) };
            let (mut mark, mut byte) = marks.next()?;
            if byte == b'"' {
                if mark != cell && mark != cell + spaces(text, cell, mark) {
                    return Some((found, SplitStop::Cell(cell)));
                }
                let begin = mark;
                (mark, byte) = marks.next()?;
                let mut escaped = false;
                while byte == delimiter || byte == b'\\' {
                    let mut following = marks.next()?;
                    if byte == b'\\' {
                        escaped = true;
                        if following == (mark + 1, b'"') || following == (mark + 1, b'\\') {
                            following = marks.next()?;
                        }
                    }
                    (mark, byte) = following;
                }
                *place = Token::quoted(begin, text.get(begin + 1..mark)?, escaped);
                let after = marks.next()?;
                // It contains a line end, or something follows it.
                if byte != b'"' || after.0 != mark + 1 && !ends_line(text, mark + 1, after) {
                    return Some((found, SplitStop::Cell(cell)));
                }
                (mark, byte) = after;
            } else {
                let content = text.get(cell..mark)?;
                *place = if is_trimmed(content) {
                    Token::bare(cell, content)
                } else {
                    trimmed(cell, content, byte)?
                };
            }
            if byte == b'\n' {
                self.marks = marks.not_before(mark + 1);
                return Some((found + 1, SplitStop::End(mark)));
            }
            if byte != delimiter {
                return Some((found, SplitStop::Cell(cell)));
            }
            cell = mark + 1;
        }
    }
}

/// Whether there is no space or control character at either end.
#[inline]
fn is_trimmed(content: &[u8]) -> bool {
    !matches!(content, [..=b' ', ..] | [.., ..=b' '])
}

/// The number of spaces before a cell.
#[inline]
fn spaces(text: &[u8], cell: usize, mark: usize) -> usize {
    let content = text.get(cell..mark).unwrap_or_default();
    content.iter().take_while(|&&byte| byte == b' ').count()
}

/// Whether only a CR lies between `at` and the mark, which is a line end (§12).
#[inline]
fn ends_line(text: &[u8], at: usize, mark: (usize, u8)) -> bool {
    mark.1 == b'\n' && text.get(at..mark.0) == Some(b"\r")
}

/// The cell at `cell` with this `content`, before `mark`; `None` if the line ends in spaces.
fn trimmed(cell: usize, mut content: &[u8], mark: u8) -> Option<Token<'_>> {
    if mark == b'\n' {
        content = content.strip_suffix(b"\r").unwrap_or(content);
        if let [.., b' '] = content {
            return None;
        }
    }
    let mut begin = cell;
    while let [b' ', rest @ ..] = content {
        (begin, content) = (begin + 1, rest);
    }
    while let [rest @ .., b' '] = content {
        content = rest;
    }
    Some(Token::bare(begin, content))
}
