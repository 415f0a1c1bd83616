//! A line of cells found in one go: where it ends and where its cells do, as far as they are plain. What is not plain
//! is left to [`Lines`](super::lines::Lines) and [`Cells`](super::row::Cells), which know the rest of the rules.

use super::source::Source;
use super::token::Token;
use crate::text::find::find1_far;
use crate::text::marks::Marks;

/// The first cells of a row, found in one go.
pub(super) struct Ready<'de> {
    cells: [Token<'de>; Ready::MOST],
    count: usize,
    marks: Marks<'de>,
    delimiter: u8,
    /// How often it is still tried, if it never works.
    credit: u8,
}

/// A line whose cells were split.
pub(super) struct Plain {
    /// Where the line ends, and where the next one begins.
    pub(super) end: usize,
    pub(super) next: usize,
    /// Where the first cell begins that was not split, if there is one.
    pub(super) rest: Option<usize>,
}

impl<'de> Ready<'de> {
    const MOST: usize = 16;
    const CREDIT: u8 = 4;

    #[inline]
    pub(super) fn new(source: &Source<'de>, delimiter: u8) -> Self {
        let marks = Marks::new(source.text.as_bytes(), [delimiter, b'"', b'\\', b'\n']);
        Ready { cells: [Token::bare(0, &[]); Self::MOST], count: 0, marks, delimiter, credit: Self::CREDIT }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// The cell with this number.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> Option<&Token<'de>> {
        if index < self.count { self.cells.get(index) } else { None }
    }

    /// Splits the line whose cells begin at `start`, up to so many of them. Nothing, and no cells, if the line
    /// ends in spaces, or if the text ends behind its last cell.
    #[inline(never)]
    pub(super) fn split(&mut self, start: usize, most: usize) -> Option<Plain> {
        self.count = 0;
        self.credit = self.credit.checked_sub(1)?;
        let mut marks = self.marks;
        marks.seek(start);
        let text = marks.text();
        let delimiter = self.delimiter;
        let (mut cell, mut count) = (start, 0);
        while let Some(place) = self.cells.get_mut(count).filter(|_| count < most) {
            let (mut mark, mut byte) = marks.next()?;
            if byte == b'"' {
                let begin = cell + spaces(text, cell, mark);
                if mark != begin {
                    break;
                }
                (mark, byte) = marks.next()?;
                while byte == delimiter {
                    (mark, byte) = marks.next()?;
                }
                *place = Token::quoted(begin, text.get(begin + 1..mark)?, false);
                let behind = marks.next()?;
                // An escape, a line end in it, or something behind it.
                if byte != b'"' || behind.0 != mark + 1 && !ends_line(text, mark + 1, behind) {
                    break;
                }
                (mark, byte) = behind;
            } else {
                let content = text.get(cell..mark)?;
                if content.first() == Some(&b' ') || matches!(content.last(), Some(b' ' | b'\r')) {
                    *place = trimmed(cell, content, byte)?;
                } else {
                    *place = Token::bare(cell, content);
                }
            }
            if byte != delimiter && byte != b'\n' {
                break;
            }
            count += 1;
            cell = mark + 1;
            if byte == b'\n' {
                let end = if text.get(mark - 1) == Some(&b'\r') { mark - 1 } else { mark };
                (self.count, self.marks, self.credit) = (count, marks.behind(cell), Self::CREDIT);
                return Some(Plain { end, next: cell, rest: None });
            }
        }
        // Marks beyond this line may be gone from `marks`: those that it began with still have them.
        let rest = text.get(cell..)?;
        let length = find1_far(rest, b'\n');
        let line = rest.get(..length)?;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if matches!(line, [] | [.., b' ']) {
            return None;
        }
        self.count = count;
        if count >= most.min(Self::MOST) / 2 {
            self.credit = Self::CREDIT;
        }
        Some(Plain { end: cell + line.len(), next: cell + length + 1, rest: Some(cell) })
    }
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
