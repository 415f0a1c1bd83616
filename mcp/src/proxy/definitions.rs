//! The sizes of the tools' definitions, which a host shows its model in each conversation.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use toon_convert::__internal::grouped;
use toon_convert::{Measure, Size, tokens};

/// The maximum number of tools and bytes to remember.
const MAX_TOOLS: usize = 4096;
const MAX_BYTES: usize = 16 << 20;
/// The maximum number of rows in the table, and of characters in a name.
const MAX_ROWS: usize = 20;
const MAX_NAME: usize = 64;

/// A page of the list of tools, by its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListPage {
    First,
    Next,
    /// Requested by the proxy for itself. The client does not see it.
    Own,
}

/// The definitions in the last list of tools.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    last: Mutex<LastList>,
}

/// Texts by name, since they are measured only at the end: when tools are listed, the tokenizer has
/// often not been loaded yet.
#[derive(Debug, Default)]
struct LastList {
    listed: BTreeMap<String, Box<str>>,
    hidden: BTreeMap<String, Box<str>>,
    bytes: usize,
}

impl Definitions {
    fn last(&self) -> MutexGuard<'_, LastList> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A page of the list has been received. The first one replaces the previous list.
    pub(super) fn begin(&self, page: ListPage) {
        if page == ListPage::First {
            *self.last() = LastList::default();
        }
    }

    /// Adds the definition of a tool as the client gets it, or as it would get it if it were listed.
    pub(super) fn add(&self, tool: &str, definition: &str, is_listed: bool) {
        let mut last = self.last();
        last.bytes += definition.len();
        if last.bytes <= MAX_BYTES && last.listed.len() + last.hidden.len() < MAX_TOOLS {
            let tools = if is_listed { &mut last.listed } else { &mut last.hidden };
            tools.insert(tool.to_owned(), definition.into());
        }
    }

    /// A table for humans, the largest definitions first. `None` if no tools have been listed.
    pub(crate) fn table(&self, measure: Measure) -> Option<String> {
        let last = self.last();
        if last.listed.is_empty() && last.hidden.is_empty() {
            return None;
        }
        let size = |definition: &str| Size {
            bytes: definition.len() as u64,
            tokens: match measure {
                Measure::Bytes => 0,
                Measure::Tokens if tokens::are_loaded() => tokens::count(definition) as u64,
                Measure::Tokens => tokens::approximate(definition) as u64,
            },
        };
        let sum = |tools: &BTreeMap<String, Box<str>>| tools.values().map(|text| size(text)).sum::<Size>();
        let mut rows: Vec<(String, Size)> =
            last.listed.iter().map(|(tool, text)| (name(tool), size(text))).collect();
        rows.sort_by_key(|(_, size)| std::cmp::Reverse((size.tokens, size.bytes)));
        let others = rows.split_off(rows.len().min(MAX_ROWS));
        if !others.is_empty() {
            rows.push((format!("{} others", others.len()), others.iter().map(|(_, size)| *size).sum()));
        }
        rows.push(("total".to_owned(), sum(&last.listed)));
        if !last.hidden.is_empty() {
            rows.push((format!("not listed: {}", last.hidden.len()), sum(&last.hidden)));
        }
        Some(Table { rows, has_tokens: measure == Measure::Tokens }.to_string())
    }
}

/// Names are untrusted: a line break could forge a log line.
fn name(tool: &str) -> String {
    tool.chars().take(MAX_NAME).map(|it| if it.is_control() { ' ' } else { it }).collect()
}

struct Table {
    rows: Vec<(String, Size)>,
    has_tokens: bool,
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        f.write_str("definitions of tools, as listed:\n")?;
        write!(f, "{:<width$}", "tool")?;
        if self.has_tokens {
            write!(f, " {:>9}", "tokens")?;
        }
        write!(f, " {:>11}", "bytes")?;
        for (name, size) in &self.rows {
            write!(f, "\n{name:<width$}")?;
            if self.has_tokens {
                write!(f, " {:>9}", grouped(size.tokens))?;
            }
            write!(f, " {:>11}", grouped(size.bytes))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_come_first() {
        let definitions = Definitions::default();
        assert_eq!(definitions.table(Measure::Bytes), None);
        definitions.add("old", "x", true);
        definitions.begin(ListPage::First);
        definitions.add("a", "xx", true);
        definitions.add("line\nbreak", &"x".repeat(1234), true);
        definitions.begin(ListPage::Next);
        definitions.add("a", "xxx", true);
        definitions.add("b", "xxxx", false);
        definitions.add("c", "xxxx", false);
        let table = definitions.table(Measure::Bytes).unwrap();
        let lines = [
            "definitions of tools, as listed:",
            "tool                bytes",
            "line break          1,234",
            "a                       3",
            "total               1,237",
            "not listed: 2           8",
        ];
        assert_eq!(table.lines().collect::<Vec<_>>(), lines);
    }

    #[test]
    fn a_long_list_is_cut() {
        let definitions = Definitions::default();
        for n in 0..50 {
            definitions.add(&format!("tool{n}"), &"x".repeat(1 + n), true);
        }
        let table = definitions.table(Measure::Bytes).unwrap();
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(rows.len(), MAX_ROWS + 2);
        assert!(rows[0].starts_with("tool49 ") && rows[19].starts_with("tool30 "), "{table}");
        assert!(rows[20].starts_with("30 others ") && rows[20].ends_with(" 465"), "{table}");
        assert!(rows[21].starts_with("total ") && rows[21].ends_with(" 1,275"), "{table}");
    }
}
