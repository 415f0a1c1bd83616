//! A line of cells found in one go: where it ends and where its cells do, as far as they are
//! simple. What is not is left to [`Lines`](super::lines::Lines) and
//! [`CellCursor`](super::cells::CellCursor), which know the rest of the rules.

use super::source::Source;
use super::token::Token;
use crate::text::find::find1_far;
use crate::text::marks::Marks;

/// Some cells of a row, found in one go: its first ones, and, where it has many, those behind them
/// in turn.
pub(super) struct SplitCells<'de> {
    cells: [Token<'de>; SplitCells::MAX_CELLS],
    count: usize,
    /// How many of the row's cells are in front of them.
    pub(super) before: usize,
    marks: Marks<'de>,
    /// How often it is still tried, if it never works.
    credit: u8,
}

/// A line whose cells were split.
pub(super) struct SplitLine {
    /// Where the line ends, and where the next one begins.
    pub(super) end: usize,
    pub(super) next: usize,
    /// Where the first cell begins that was not split, if there is one.
    pub(super) rest: Option<usize>,
}

/// What stands behind the cells that were found.
pub(super) enum SplitStop {
    /// The line ended, with its line break at this place.
    End(usize),
    /// Here a cell begins that is too many or not simple.
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

    /// One of the cells.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> Option<&Token<'de>> {
        if index < self.count { self.cells.get(index) } else { None }
    }

    /// So many of the cells.
    #[inline(always)]
    pub(super) fn slice(&self, from: usize, count: usize) -> Option<&[Token<'de>]> {
        self.cells.get(..self.count)?.get(from..)?.get(..count)
    }

    /// Whether more can be found behind all of these, for which there was no place.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.count == Self::MAX_CELLS
    }

    /// Splits the line whose cells begin at `start`, up to so many of them. Nothing, and no cells,
    /// if the line ends in spaces, or if the text ends behind its last cell.
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

    /// Finds up to so many of the cells behind these, from `start` on.
    #[inline(never)]
    pub(super) fn go_on(&mut self, start: usize, most: usize) -> Option<SplitStop> {
        (self.count, self.before) = (0, self.before + self.count);
        let (count, stop) = self.find(start, most)?;
        self.count = count;
        Some(stop)
    }

    /// Finds the cells from `start` on: how many, and what stands behind them. Where that is a
    /// cell, marks beyond the line may be gone by then, and those of before are kept.
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
            // The cells that most are: the others are looked at below.
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
                let behind = marks.next()?;
                // A line end in it, or something behind it.
                if byte != b'"' || behind.0 != mark + 1 && !ends_line(text, mark + 1, behind) {
                    return Some((found, SplitStop::Cell(cell)));
                }
                (mark, byte) = behind;
            } else {
                let content = text.get(cell..mark)?;
                *place = if is_trimmed(content) {
                    Token::bare(cell, content)
                } else {
                    trimmed(cell, content, byte)?
                };
            }
            if byte == b'\n' {
                self.marks = marks.behind(mark + 1);
                return Some((found + 1, SplitStop::End(mark)));
            }
            if byte != delimiter {
                return Some((found, SplitStop::Cell(cell)));
            }
            cell = mark + 1;
        }
    }
}

/// Whether no space, nor any control, is at either end.
#[inline(always)]
fn is_trimmed(content: &[u8]) -> bool {
    !matches!(content, [..=b' ', ..] | [.., ..=b' '])
}

/// The spaces in front of a cell.
#[inline]
fn spaces(text: &[u8], cell: usize, mark: usize) -> usize {
    let content = text.get(cell..mark).unwrap_or_default();
    content.iter().take_while(|&&byte| byte == b' ').count()
}

/// Whether nothing but a CR stands between `at` and the mark, a line end (§12).
#[inline]
fn ends_line(text: &[u8], at: usize, mark: (usize, u8)) -> bool {
    mark.1 == b'\n' && text.get(at..mark.0) == Some(b"\r")
}

/// The cell at `cell` that is `content`, in front of `mark`. Nothing if the line ends in spaces.
#[inline(never)]
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
