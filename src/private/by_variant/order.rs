//! The order of a list across its tables, as text.
//!
//! A letter stands for a row of a table: `a` for the next row of the first table in the text, `b`
//! for that of the second, and so on. A number after a letter says how many rows of that table
//! follow each other: `aaba9` is two rows of the first table, one of the second, and nine of the
//! first. After `z` come `Aa` to `Az`, `Ba` to `Bz`, and so on, so that each table ends with its only
//! lower case letter. The text begins with the first table, `a`, and so it is never mistaken for a
//! number or `null`, and needs no quotes.

use crate::error::shorten;
use alloc::format;
use alloc::string::String;
use core::fmt::Write;

/// The key of the order, before the tables.
pub(super) const KEY: &str = "_order";

const LETTERS: usize = 26;
const CAPITALS: &[u8; LETTERS] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SMALL: &[u8; LETTERS] = b"abcdefghijklmnopqrstuvwxyz";

/// How often a letter is repeated at most: tokenizers combine letters, but not letters and digits.
const MAX_REPEATED: usize = 4;

/// Rows of one table that follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// The position of the table in the text.
    pub(super) table: usize,
    pub(super) count: usize,
}

/// The text of an order, to which rows are added one by one.
#[derive(Default)]
pub(super) struct OrderText {
    text: String,
    last: Option<Run>,
    /// Whether a row follows one of a later table.
    is_mixed: bool,
}

impl OrderText {
    /// Adds a row of this table.
    pub(super) fn push(&mut self, table: usize) {
        match &mut self.last {
            Some(run) if run.table == table => run.count += 1,
            last => {
                let previous = last.replace(Run { table, count: 1 });
                self.is_mixed |= previous.is_some_and(|previous| previous.table > table);
                self.write(previous);
            }
        }
    }

    /// The order, unless the rows already come table by table.
    pub(super) fn finish(mut self) -> Option<String> {
        let last = self.last.take();
        self.write(last);
        Some(self.text).filter(|_| self.is_mixed)
    }

    fn write(&mut self, run: Option<Run>) {
        let Some(Run { table, count }) = run else { return };
        let is_counted = count > MAX_REPEATED;
        for _ in 0..if is_counted { 1 } else { count } {
            push_name(&mut self.text, table);
        }
        if is_counted {
            // Writing to a string does not fail.
            let _ = write!(self.text, "{count}");
        }
    }
}

fn push_name(text: &mut String, table: usize) {
    let at = text.len();
    let mut rest = table / LETTERS;
    while let Some(number) = rest.checked_sub(1) {
        text.insert(at, CAPITALS[number % LETTERS].into());
        rest = number / LETTERS;
    }
    text.push(SMALL[table % LETTERS].into());
}

/// The runs of an order.
pub(super) struct Runs<'a>(&'a str);

impl<'a> Runs<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Runs(text)
    }

    fn run(&mut self) -> Option<Run> {
        let (mut table, mut at) = (0_usize, 0);
        let mut bytes = self.0.bytes();
        loop {
            at += 1;
            match bytes.next()? {
                byte @ b'A'..=b'Z' => {
                    table = table.checked_mul(LETTERS)?.checked_add(usize::from(byte - b'A') + 1)?;
                }
                byte @ b'a'..=b'z' => {
                    table = table.checked_mul(LETTERS)?.checked_add(usize::from(byte - b'a'))?;
                    break;
                }
                _ => return None,
            }
        }
        let rest = self.0.get(at..)?;
        let after = rest.trim_start_matches(|character: char| character.is_ascii_digit());
        let digits = rest.get(..rest.len() - after.len())?;
        let count = if digits.is_empty() { 1 } else { digits.parse().ok()? };
        self.0 = after;
        Some(Run { table, count }).filter(|run| run.count > 0)
    }
}

impl Iterator for Runs<'_> {
    type Item = Result<Run, String>;

    fn next(&mut self) -> Option<Result<Run, String>> {
        if self.0.is_empty() {
            return None;
        }
        let text = self.0;
        let run = self.run().ok_or_else(|| {
            self.0 = "";
            format!(
                "invalid order at `{}`, expected a letter for each row, `a` for one of the first table, or a letter and a number of rows, as in `aba9`",
                shorten(text)
            )
        });
        Some(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn text_of(tables: &[usize]) -> Option<String> {
        let mut order = OrderText::default();
        for table in tables {
            order.push(*table);
        }
        order.finish()
    }

    #[test]
    fn runs_are_counted() {
        assert_eq!(text_of(&[]), None);
        assert_eq!(text_of(&[0, 0, 1, 2, 2]), None);
        assert_eq!(text_of(&[0, 0, 1, 0]).unwrap(), "aaba");
        let many = [[0; 12].as_slice(), &[1], &[0; 3]].concat();
        assert_eq!(text_of(&many).unwrap(), "a12baaa");
        assert_eq!(text_of(&[0, 1, 1, 1, 1, 0, 0, 0, 0, 0]).unwrap(), "abbbba5");
    }

    /// The names of tables are read as they are written, also after `z`.
    #[test]
    fn names_of_tables() {
        let count = 26 * (1 + 26 + 26 * 26) + 2;
        let mut tables: Vec<usize> = (0..count).collect();
        tables.push(0);
        let text = text_of(&tables).unwrap();
        assert!(text.starts_with("abc") && text.contains("yzAaAb") && text.contains("AzBa"));
        assert!(text.contains("ZzAAa") && text.ends_with("ZZzAAAaAAAba"));
        let read: Vec<usize> = Runs::of(&text).map(|run| run.unwrap().table).collect();
        assert_eq!(read, tables);
    }

    #[test]
    fn invalid_orders() {
        for text in
            ["1", "a-", "aA", "a0", "ä", "a99999999999999999999999", "ZZZZZZZZZZZZZZZZZZZZZZa", "a b", "A2"]
        {
            assert!(Runs::of(text).any(|run| run.is_err()), "{text}");
            assert!(Runs::of(text).count() < 5);
        }
        let runs: Vec<_> = Runs::of("a3b").collect();
        assert_eq!(runs, [Ok(Run { table: 0, count: 3 }), Ok(Run { table: 1, count: 1 })]);
    }
}
