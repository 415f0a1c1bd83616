//! Values in other formats: Markdown tables and lists, CSV, lines of JSON, and values that are not
//! on the line of their key.

use super::table::is_separator;
use super::{LenientReader, Parent};
use crate::fix::{FixKind, kept_last};
use crate::header;
use crate::lines::SourceLine;
use crate::token::{self, Quotes};
use crate::value::{MeantValue, Object};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use toon::__internal::{self, csv};
use toon::{ErrorKind, Result};

impl<'t> LenientReader<'t> {
    /// Reads the lines of `parent` if they are in another format.
    pub(super) fn read_foreign(&mut self, parent: Parent) -> Result<Option<MeantValue<'t>>> {
        let Some(first) = self.peek_in(parent).filter(|_| !self.is_valid) else { return Ok(None) };
        if first.text.contains('|') {
            if let Some(table) = self.read_markdown_table(parent)? {
                return Ok(Some(table));
            }
        }
        if first.text.starts_with('{') {
            if let Some(values) = self.read_json_lines(parent) {
                return Ok(Some(values));
            }
        }
        if header::parse(first.text).is_some() {
            return Ok(None);
        }
        if let Some(rows) = self.read_csv(parent)? {
            return Ok(Some(rows));
        }
        Ok(if parent.indent.is_some() { self.read_bare_values(parent)? } else { None })
    }

    /// The lines of `parent` that are indented as the first one, if no line is indented more.
    fn flat_lines(&self, parent: Parent) -> Option<&[SourceLine<'t>]> {
        let lines = self.lines.get(self.next..)?;
        let first = lines.first()?;
        let len = lines.iter().take_while(|line| parent.holds(line)).count();
        let lines = lines.get(..len)?;
        lines.iter().all(|line| line.indent == first.indent).then_some(lines)
    }

    // ---- Markdown ----

    /// Whether the next two lines begin a Markdown table.
    pub(super) fn is_markdown_table(&self) -> bool {
        let Some([head, separator, ..]) = self.lines.get(self.next..) else { return false };
        let width = |line: &SourceLine<'t>| markdown_cells(line.text).len();
        head.text.contains('|')
            && is_separator(separator.text)
            && head.indent == separator.indent
            && width(head) == width(separator)
    }

    /// Reads a Markdown table: `| id | name |`, a separator and rows.
    pub(super) fn read_markdown_table(&mut self, parent: Parent) -> Result<Option<MeantValue<'t>>> {
        let Some(head) = self.peek_in(parent).filter(|_| self.is_markdown_table()) else { return Ok(None) };
        let names = markdown_cells(head.text);
        self.next += 2;
        let mut rows = Vec::new();
        let is_row = |row: &SourceLine<'t>| row.text.contains('|') && !row.is_after_blank;
        while let Some(row) = self.peek_in(parent).filter(is_row) {
            if is_separator(row.text) || self.is_markdown_table() {
                return Err(self.error(ErrorKind::NotARow, &row, row.at));
            }
            let cells = markdown_cells(row.text);
            self.next += 1;
            if cells.len() < names.len() && self.is_unfinished(&row) {
                self.note_cut("rows", rows.len(), None);
            }
            if cells.len() != names.len() {
                let kind = __internal::width_mismatch(names.len() as u64, cells.len() as u64);
                return Err(self.error(kind, &row, row.at));
            }
            rows.push(self.read_named_cells(&head, &names, &row, cells)?);
        }
        self.fix(FixKind::MarkdownTable, &head, head.at, "converted a Markdown table to rows".into());
        Ok(Some(MeantValue::Array(rows)))
    }

    fn read_named_cells(
        &mut self,
        head: &SourceLine<'t>,
        names: &[&'t str],
        row: &SourceLine<'t>,
        cells: Vec<&'t str>,
    ) -> Result<MeantValue<'t>> {
        let mut object = Object::default();
        for (name, cell) in names.iter().zip(cells) {
            let value = if cell.contains("\\|") {
                MeantValue::String(Cow::Owned(cell.replace("\\|", "|")))
            } else {
                self.read_cell(row, cell)
            };
            let name = self.read_key(name, head, head.at)?;
            if object.contains(&name) {
                return Err(self.error(__internal::duplicate_field(&name), head, head.at));
            }
            object.insert(name, value);
        }
        Ok(MeantValue::Object(object.entries))
    }

    /// Gives the lines of a list with other marks than hyphens, as in Markdown, the marks of items.
    /// They are those that `are_own`. Returns whether there is such a list.
    pub(super) fn adopt_bullets(&mut self, are_own: impl Fn(&SourceLine<'t>) -> bool) -> bool {
        let Some(first) = self.peek().filter(|first| !self.is_valid && !first.is_item() && are_own(first))
        else {
            return false;
        };
        let Some(mut bullet) = Bullet::of(first.text) else { return false };
        let mut marked = Vec::new();
        let (mut has_fields, mut has_inner) = (false, false);
        for (index, line) in self.lines.iter().enumerate().skip(self.next) {
            if !are_own(line) {
                break;
            }
            if line.indent > first.indent {
                has_inner = true;
                continue;
            }
            let Some(next) = Bullet::of(line.text).filter(|next| next.follows(bullet, marked.is_empty()))
            else {
                // With a parent of its own, every line must be an item.
                return false;
            };
            bullet = next;
            has_fields |= token::find_unquoted(&line.text[next.len..], &[':']).is_some();
            marked.push((index, next.len));
        }
        if has_fields && !has_inner {
            // `* name: Ann` may be a field, or an object with one field.
            return false;
        }
        for (index, len) in marked {
            self.lines[index].mark = len;
        }
        self.fix(FixKind::List, &first, first.at, "replaced the marks of a list with hyphens".into());
        true
    }

    // ---- JSON, CSV ----

    /// Reads objects in JSON, one on each line.
    fn read_json_lines(&mut self, parent: Parent) -> Option<MeantValue<'t>> {
        let lines = self.flat_lines(parent)?;
        let is_root = parent.indent.is_none();
        let (first, count) = (*lines.first()?, lines.len());
        if is_root && count == 1 {
            return None;
        }
        let mut values = Vec::with_capacity(count);
        let mut duplicates = Vec::new();
        for line in lines {
            let text = line.text.strip_suffix(',').unwrap_or(line.text);
            let Some((value, keys)) = MeantValue::of_json(text, self.room.saturating_sub(1)) else {
                let line = *line;
                if !values.is_empty() && self.is_unfinished(&line) {
                    self.note_cut("", 0, None);
                }
                return None;
            };
            values.push(value);
            duplicates.extend(keys.into_iter().map(|key| (*line, key)));
        }
        for (line, key) in duplicates {
            self.fix(FixKind::DuplicateKey, &line, line.at, kept_last(&key));
        }
        self.next += count;
        self.fix(FixKind::Json, &first, first.at, "wrote JSON as TOON".into());
        if count == 1 {
            return values.pop();
        }
        Some(MeantValue::Array(values))
    }

    /// Reads CSV: a line with names, and lines with as many cells.
    pub(super) fn read_csv(&mut self, parent: Parent) -> Result<Option<MeantValue<'t>>> {
        let Some(lines) = self.flat_lines(parent).filter(|lines| lines.len() > 1) else { return Ok(None) };
        let Some(delimiter) = csv_delimiter(lines) else {
            let count = lines.len();
            let last = lines[count - 1];
            if count > 2 && csv_delimiter(&lines[..count - 1]).is_some() && self.is_unfinished(&last) {
                // The last row lacks cells.
                self.note_cut("rows", count - 2, None);
            }
            return Ok(None);
        };
        let (head, count) = (lines[0], lines.len());
        let split =
            |line: &SourceLine<'t>| token::cells_with_plain_quotes(line.text, &[delimiter], Quotes::Straight);
        let names = split(&head);
        let mut rows = Vec::with_capacity(count - 1);
        for index in self.next + 1..self.next + count {
            let row = self.lines[index];
            let cells = split(&row);
            rows.push(self.read_named_cells(&head, &names, &row, cells)?);
        }
        self.next += count;
        self.fix(FixKind::Csv, &head, head.at, "converted CSV to rows".into());
        Ok(Some(MeantValue::Array(rows)))
    }

    /// Reads values below a key that has none on its line: a single one, or one on each line.
    fn read_bare_values(&mut self, parent: Parent) -> Result<Option<MeantValue<'t>>> {
        let Some(lines) = self.flat_lines(parent) else { return Ok(None) };
        let has_comma = |line: &SourceLine<'_>| line.text.ends_with(',');
        let has_commas = lines.len() > 1 && lines[..lines.len() - 1].iter().all(has_comma);
        let value = |line: &SourceLine<'t>| match line.text.strip_suffix(',') {
            Some(text) if has_commas => text,
            _ => line.text,
        };
        let is_value = |line: &SourceLine<'t>| {
            let text = value(line);
            !line.is_item()
                && Bullet::of(text).is_none()
                && (text.starts_with('"') || !text.starts_with(['{', '[', '}', ']', '|']))
                && token::find_unquoted(text, &[':', '：', ',', '，', ';', '|', '\t', '=']).is_none()
        };
        let is_short = |line: &SourceLine<'t>| {
            let text = value(line);
            text.starts_with('"')
                || text.split_whitespace().nth(3).is_none() && !text.ends_with(['.', '!', '?'])
        };
        let count = lines.len();
        if !lines.iter().all(is_value) || count > 1 && !lines.iter().all(is_short) {
            return Ok(None);
        }
        let texts: Vec<_> = lines.iter().map(|line| (*line, value(line))).collect();
        let first = lines[0];
        self.next += count;
        if let [(line, text)] = texts.as_slice() {
            if self.is_unfinished(line) && !line.text.starts_with('"') {
                // It may become a key.
                self.note_cut("", 0, None);
            }
            self.fix(FixKind::Header, line, line.at, "moved a value onto the line of its key".into());
            return self.read_scalar(line, text, None).map(Some);
        }
        self.fix(FixKind::List, &first, first.at, "added the missing header and hyphens of a list".into());
        let mut elements = Vec::with_capacity(count);
        for (line, text) in texts {
            elements.push(self.read_cell(&line, text));
        }
        Ok(Some(MeantValue::Array(elements)))
    }
}

/// The cells of a row of a Markdown table, where `\|` is text.
fn markdown_cells(row: &str) -> Vec<&str> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = row.strip_suffix('|').filter(|row| !row.ends_with('\\')).unwrap_or(row);
    let mut cells = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(next) = row[at..].find('|') {
        at += next;
        if !row[..at].ends_with('\\') {
            cells.push(row[from..at].trim());
            from = at + 1;
        }
        at += 1;
    }
    cells.push(row[from..].trim());
    cells
}

/// The mark of an item in a list that has no hyphens.
#[derive(Clone, Copy)]
struct Bullet {
    mark: char,
    number: u64,
    len: usize,
}

impl Bullet {
    fn of(line: &str) -> Option<Self> {
        let first = line.chars().next()?;
        if matches!(first, '*' | '•' | '+' | '–' | '·') {
            let rest = &line[first.len_utf8()..];
            let is_item = rest.starts_with(' ') && !rest.trim_start().is_empty();
            return is_item.then_some(Bullet { mark: first, number: 0, len: first.len_utf8() });
        }
        if first == '-' {
            // Before a space, it is the mark of TOON.
            let is_item = line[1..].starts_with(|c: char| c.is_alphabetic() || c == '"');
            return is_item.then_some(Bullet { mark: '-', number: 0, len: 1 });
        }
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let rest = line[digits..].strip_prefix(['.', ')'])?;
        let number = line[..digits].parse().ok()?;
        let is_item = rest.starts_with(' ') && !rest.trim_start().is_empty();
        is_item.then_some(Bullet { mark: '1', number, len: digits + 1 })
    }

    /// Whether this is the mark of the item after that with the mark `before`.
    fn follows(self, before: Bullet, is_first: bool) -> bool {
        self.mark == before.mark && (is_first || self.mark != '1' || self.number == before.number + 1)
    }
}

/// The delimiter of CSV whose first line has names.
fn csv_delimiter(lines: &[SourceLine<'_>]) -> Option<char> {
    let texts = || lines.iter().map(|line| line.text);
    let delimiter = csv::delimiter(texts())?;
    let width = csv::header(texts(), delimiter)?.len();
    let count = |line: &str| token::cells_with_plain_quotes(line, &[delimiter], Quotes::Straight).len();
    texts().all(|line| count(line) == width).then_some(delimiter)
}
