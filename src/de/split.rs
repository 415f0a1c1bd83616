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
}

/// A line whose cells were split.
pub(super) struct Plain {
    /// Where the line ends.
    pub(super) end: usize,
    /// Where the first cell begins that was not split, if there is one.
    pub(super) rest: Option<usize>,
}

impl<'de> Ready<'de> {
    const MOST: usize = 16;

    #[inline]
    pub(super) fn new(source: &Source<'de>, delimiter: u8) -> Self {
        let marks = Marks::new(source.text.as_bytes(), [delimiter, b'"', b'\\', b'\n']);
        Ready { cells: [Token::bare(0, &[]); Self::MOST], count: 0, marks, delimiter }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// The cell with this number.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> Option<&Token<'de>> {
        if index < self.count { self.cells.get(index) } else { None }
    }

    /// Splits the line of `text` whose cells begin at `start`, up to so many of them; nothing if its end is not
    /// plain, or if there is none.
    #[inline(never)]
    pub(super) fn split(&mut self, text: &'de [u8], start: usize, most: usize) -> Option<Plain> {
        let mut marks = self.marks;
        marks.seek(start);
        let (mut cell, mut count) = (start, 0);
        self.count = 0;
        for place in self.cells.iter_mut().take(most) {
            let (mut mark, mut byte) = marks.next()?;
            if byte == b'"' {
                if mark != cell {
                    break;
                }
                (mark, byte) = marks.next()?;
                while byte == self.delimiter {
                    (mark, byte) = marks.next()?;
                }
                *place = Token::quoted(cell, text.get(cell + 1..mark)?, false);
                let behind = marks.next()?;
                // An escape, a line end in it, or something behind it.
                if byte != b'"' || behind.0 != mark + 1 {
                    break;
                }
                (mark, byte) = behind;
            } else {
                let content = text.get(cell..mark)?;
                if matches!((content, content), ([b' ', ..], _) | (_, [.., b' ' | b'\r'])) {
                    break;
                }
                *place = Token::bare(cell, content);
            }
            if byte != self.delimiter && byte != b'\n' {
                break;
            }
            count += 1;
            if byte == b'\n' {
                self.count = count;
                self.marks = marks;
                return Some(Plain { end: mark, rest: None });
            }
            cell = mark + 1;
        }
        self.marks = marks;
        self.count = count;
        let rest = text.get(cell..)?;
        let length = find1_far(rest, b'\n');
        match rest.get(..length)?.last() {
            None | Some(b' ' | b'\r') => None,
            Some(_) => Some(Plain { end: cell + length, rest: Some(cell) }),
        }
    }
}
