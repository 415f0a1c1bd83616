//! Which lines are rows of a table, as the strict grammar reads them.

use crate::header;
use crate::indentation::split_indentation;
use crate::token;

/// The table that the next lines can be rows of, if there is one.
#[derive(Default)]
pub(crate) struct TableAbove {
    /// Rows are indented more than this: than the header, and not less than the first row, since other
    /// fields of a list item are indented more than its hyphen, too.
    indent: usize,
    /// The number of cells in a row, or 0 without a table.
    width: usize,
    delimiter: char,
    is_keyed: bool,
    declared: u64,
    /// The number of rows so far.
    count: u64,
}

impl TableAbove {
    /// Goes on to `line`, and returns whether it is a row of as many cells as the header has fields.
    pub(crate) fn takes(&mut self, line: &str) -> bool {
        let (indentation, content) = split_line(line);
        if content.is_empty() {
            return false;
        }
        if self.holds(line) {
            if self.count == 0 {
                self.indent = indentation.len() - 1;
            }
            self.count += 1;
            return self.fits(content);
        }
        let header = header::parse(content.trim_start_matches("- "))
            .filter(|header| header.rest.is_empty() && header.declared != Some(0));
        *self = header.map_or_else(Self::default, |header| TableAbove {
            indent: indentation.len(),
            width: header.width().unwrap_or(0),
            delimiter: header.delimiter,
            is_keyed: header.is_keyed,
            declared: header.declared.unwrap_or(0),
            count: 0,
        });
        false
    }

    /// Whether `line` is indented as a row of the table.
    pub(crate) fn holds(&self, line: &str) -> bool {
        let (indentation, content) = split_line(line);
        self.width > 0 && indentation.len() > self.indent && !content.is_empty()
    }

    /// Whether the last row is one of those that the header announces.
    pub(crate) fn is_announced(&self) -> bool {
        self.count <= self.declared
    }

    fn fits(&self, row: &str) -> bool {
        let colon =
            token::find_unquoted(row, &[':', self.delimiter]).filter(|&at| row[at..].starts_with(':'));
        // §9.3: a line with a colon before its first delimiter is no row, but an entry row.
        let cells = colon.map_or(row, |colon| &row[colon + 1..]);
        colon.is_some() == self.is_keyed && token::cells(cells, self.delimiter).count() == self.width
    }
}

/// The indentation and the content of a line. A tab at its end can be a delimiter.
fn split_line(line: &str) -> (&str, &str) {
    let (indentation, content) = split_indentation(line);
    (indentation, content.trim_end_matches([' ', '\r', '\n']))
}
