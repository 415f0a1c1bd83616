//! Tabular arrays, keyed tables and Markdown tables.

use super::object::OTHER_CASE;
use super::{LenientReader, Parent, UNIT};
use crate::fix::{FixKind, WarningKind, kept_last};
use crate::header::{self, Header, HeaderField};
use crate::lines::SourceLine;
use crate::token;
use crate::value::{MeantValue, Object};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use toon::{__answer, ErrorKind, Result};

impl<'t> LenientReader<'t> {
    pub(super) fn read_table(
        &mut self,
        header: &Header<'t>,
        line: &SourceLine<'t>,
        own: Parent,
    ) -> Result<MeantValue<'t>> {
        self.compare_names(header, line);
        let width = header.width().unwrap_or(0);
        let margin = own.content + UNIT;
        let is_beside = self.peek_in(own).is_none() && header.declared != Some(0);
        let mut rows = Vec::new();
        let mut entries = Object::default();
        let mut first = None;
        while let Some(row) = self.peek() {
            let is_inside = own.holds(&row);
            if !(is_inside || is_beside && is_row_beside(header, line, &row)) {
                break;
            }
            let count = rows.len() + entries.entries.len();
            let is_incomplete = header.declared != Some(count as u64);
            // Behind the last row, prose may follow.
            if !is_inside && row.is_behind_blank && !is_incomplete {
                break;
            }
            if row.is_behind_blank && count > 0 {
                self.fix_row(
                    FixKind::BlankLine,
                    line.number,
                    &row,
                    row.at,
                    "removed a blank line between rows",
                );
            }
            self.note_indent(&row, margin);
            self.next += 1;
            if row.text == line.text || row.text == header.text {
                self.fix_row(FixKind::RepeatedHeader, line.number, &row, row.at, "removed a repeated header");
                continue;
            }
            if is_separator(row.text) {
                self.fix_row(
                    FixKind::MarkdownTable,
                    line.number,
                    &row,
                    row.at,
                    "removed a line of a Markdown table",
                );
                continue;
            }
            if header.is_keyed {
                let Some(colon) = token::find_unquoted(row.text, &[':']) else {
                    return Err(self.error(ErrorKind::NotAnEntryRow, &row, row.at));
                };
                let key = self.read_key(token::trim(&row.text[..colon]), &row, row.at)?;
                let cells = token::trim(&row.text[colon + 1..]);
                let Some(value) = self.read_row(header, (line, width), &row, cells, is_incomplete)? else {
                    continue;
                };
                if !entries.insert(key.clone(), value) {
                    self.fix(FixKind::DuplicateKey, &row, row.at, kept_last(&key));
                }
            } else if let Some(value) = self.read_row(header, (line, width), &row, row.text, is_incomplete)? {
                first.get_or_insert(row);
                rows.push(value);
            }
        }
        // A row of names, as in CSV, unless it is counted.
        if let Some(row) = first {
            if header.declared != Some(rows.len() as u64) && rows.first().is_some_and(are_names) {
                rows.remove(0);
                let message = "removed a row that repeats the field names";
                self.fix(FixKind::RepeatedHeader, &row, row.at, message.into());
            }
        }
        Ok(if header.is_keyed { MeantValue::Object(entries.entries) } else { MeantValue::Array(rows) })
    }

    /// Reads the cells of a row as an object. Returns `None` if the row was removed.
    pub(super) fn read_row(
        &mut self,
        header: &Header<'t>,
        (head, width): (&SourceLine<'t>, usize),
        row: &SourceLine<'t>,
        text: &'t str,
        may_be_cut_off: bool,
    ) -> Result<Option<MeantValue<'t>>> {
        // The last cells may be empty.
        let text = if header.delimiter == '\t' { self.with_trailing_tabs(text) } else { text };
        let mut cells: Vec<&'t str> = token::cells(text, header.delimiter).collect();
        if let Some(values) = self.read_multi_line_cells(header, width, row, &cells) {
            let fields = header.fields.as_deref().unwrap_or_default();
            return self.assemble(fields, &mut values.into_iter(), row).map(Some);
        }
        if cells.len() != width || !header.is_keyed && is_no_row(header, text) {
            if let Some(split) = self.other_cells(header, (head, width), row, text) {
                cells = split;
            } else if may_be_cut_off && self.is_last(row) && cells.len() < width && !is_no_row(header, text) {
                self.fix(FixKind::CutOff, row, row.at, "removed the last row, which is incomplete".into());
                return Ok(None);
            } else if cells.len() != width {
                let kind = __answer::width_mismatch(width as u64, cells.len() as u64);
                return Err(self.error(kind, row, row.at));
            } else {
                return Err(self.error(ErrorKind::NotARow, row, row.at));
            }
        }
        let values = cells.into_iter().map(|cell| self.read_cell(row, cell)).collect::<Vec<_>>();
        let mut values = values.into_iter();
        Ok(Some(self.assemble(header.fields.as_deref().unwrap_or_default(), &mut values, row)?))
    }

    /// The end of a line with the tabs that were removed from it.
    fn with_trailing_tabs(&self, end: &'t str) -> &'t str {
        let at = self.offset(end);
        let rest = &self.text[at + end.len()..];
        let tabs = rest.len() - rest.trim_start_matches('\t').len();
        &self.text[at..at + end.len() + tabs]
    }

    /// Reads the cells of a row whose last one on this line is a string with line breaks. Returns
    /// `None` if it is not, or if the lines below could be rows.
    fn read_multi_line_cells(
        &mut self,
        header: &Header<'t>,
        width: usize,
        row: &SourceLine<'t>,
        cells: &[&'t str],
    ) -> Option<Vec<MeantValue<'t>>> {
        let (last, before) = cells.split_last()?;
        if !last.starts_with('"') || token::closing_quote(last).is_some() || width < 2 {
            return None;
        }
        let at = self.offset(last);
        let is_row = |line: &str| token::cells(line, header.delimiter).count() == width;
        let close = self.closing_quote_below(at + 1, is_row)?;
        let after: Vec<&'t str> = match close.rest.trim_start_matches(' ') {
            "" => Vec::new(),
            rest => token::cells(rest.strip_prefix(header.delimiter)?, header.delimiter).collect(),
        };
        if close.has_own_lines || before.len() + 1 + after.len() != width {
            return None;
        }
        let mut values: Vec<_> = before.iter().map(|cell| self.read_cell(row, cell)).collect();
        values.push(self.read_multi_line_string(row, at, &close));
        values.extend(after.into_iter().map(|cell| self.read_cell(row, cell)));
        Some(values)
    }

    /// Whether nothing follows the row.
    pub(super) fn is_last(&self, row: &SourceLine<'t>) -> bool {
        self.next == self.lines.len() && self.lines.last().is_some_and(|last| last.at == row.at)
    }

    /// Splits a row that has the wrong number of cells in another way.
    pub(super) fn other_cells(
        &mut self,
        header: &Header<'t>,
        (head, width): (&SourceLine<'t>, usize),
        row: &SourceLine<'t>,
        text: &'t str,
    ) -> Option<Vec<&'t str>> {
        let inner = text.strip_prefix('|').map(|rest| rest.strip_suffix('|').unwrap_or(rest));
        if let Some(inner) = inner {
            let cells: Vec<&'t str> = token::cells(inner, '|').collect();
            if cells.len() == width {
                self.fix_row(
                    FixKind::MarkdownTable,
                    head.number,
                    row,
                    row.at,
                    "removed the pipes of a Markdown table",
                );
                return Some(cells);
            }
        }
        let mut cells: Vec<&'t str> = token::cells(text, header.delimiter).collect();
        if cells.len() == width + 1 && cells.last() == Some(&"") {
            cells.pop();
            self.fix_row(FixKind::Delimiter, head.number, row, row.end(), "removed a trailing delimiter");
            return Some(cells);
        }
        if cells.len() == 1 && width > 1 {
            for delimiter in [',', '|', '\t'] {
                let cells: Vec<&'t str> = token::cells(text, delimiter).collect();
                if cells.len() == width {
                    self.fix_row(
                        FixKind::Delimiter,
                        head.number,
                        row,
                        row.at,
                        "changed the delimiter of a row",
                    );
                    return Some(cells);
                }
            }
        }
        None
    }

    /// Builds an object from the fields of a header and the values of a row, of which there are
    /// enough.
    pub(super) fn assemble(
        &mut self,
        fields: &[HeaderField<'t>],
        values: &mut impl Iterator<Item = MeantValue<'t>>,
        row: &SourceLine<'t>,
    ) -> Result<MeantValue<'t>> {
        let mut object = Object::default();
        for field in fields {
            let key = self.read_key(field.name, row, row.at)?;
            let value = if field.group.is_empty() {
                values.next().unwrap_or(MeantValue::Word("null"))
            } else {
                self.assemble(&field.group, values, row)?
            };
            if !object.insert(key, value) {
                return Err(self.error(__answer::duplicate_field(field.name), row, row.at));
            }
        }
        Ok(MeantValue::Object(object.entries))
    }

    /// Warns about field names that differ only in case.
    fn compare_names(&mut self, header: &Header<'t>, line: &SourceLine<'t>) {
        let fields = header.fields.as_deref().unwrap_or_default();
        let mut names = Object::default();
        for name in fields.iter().map(|field| field.name) {
            if names.has_in_other_case(name) {
                self.warn(WarningKind::Case, line, self.offset(name), OTHER_CASE);
            }
            names.insert(Cow::Borrowed(name), MeantValue::Word("null"));
        }
    }

    /// Reads a Markdown table: `| id | name |`, a separator and rows.
    pub(super) fn read_markdown_table(&mut self, parent: Parent) -> Result<Option<MeantValue<'t>>> {
        let rest = &self.lines[self.next..];
        let (Some(head), Some(separator)) = (rest.first().copied(), rest.get(1)) else { return Ok(None) };
        if !parent.holds(separator) || !is_separator(separator.text) {
            return Ok(None);
        }
        let inside = |line: &SourceLine<'t>| {
            let text = line.text.strip_prefix('|')?;
            Some(text.strip_suffix('|').unwrap_or(text))
        };
        let Some(names) = inside(&head) else { return Ok(None) };
        let names: Vec<&'t str> = token::cells(names, '|').collect();
        self.next += 2;
        let mut rows = Vec::new();
        while let Some(row) = self.peek_in(parent) {
            let Some(cells) = inside(&row) else { break };
            let cells: Vec<&'t str> = token::cells(cells, '|').collect();
            if cells.len() != names.len() {
                let kind = __answer::width_mismatch(names.len() as u64, cells.len() as u64);
                return Err(self.error(kind, &row, row.at));
            }
            self.next += 1;
            let mut object = Object::default();
            for (name, cell) in names.iter().zip(cells) {
                let value = self.read_cell(&row, cell);
                if !object.insert(Cow::Borrowed(name), value) {
                    return Err(self.error(__answer::duplicate_field(name), &head, head.at));
                }
            }
            rows.push(MeantValue::Object(object.entries));
        }
        self.fix(FixKind::MarkdownTable, &head, head.at, "converted a Markdown table to rows".into());
        Ok(Some(MeantValue::Array(rows)))
    }
}

/// Whether the row has nothing but the names of its fields.
fn are_names(row: &MeantValue<'_>) -> bool {
    matches!(row, MeantValue::Object(entries) if entries.iter().all(|(key, value)| {
        matches!(value, MeantValue::Text(text) if *text == key.as_ref())
    }))
}

/// Whether `line` is the separator below the header of a Markdown table.
fn is_separator(line: &str) -> bool {
    line.len() > 2 && line.starts_with('|') && line.contains('-') && line.chars().all(|c| "|-: ".contains(c))
}

/// Whether a line that is not indented below its header is still one of its rows.
fn is_row_beside(header: &Header<'_>, line: &SourceLine<'_>, row: &SourceLine<'_>) -> bool {
    // In a list item, rows may be aligned with its fields or with its hyphen.
    if row.indent < line.indent || row.is_item() {
        return false;
    }
    let colon = token::find_unquoted(row.text, &[':']);
    if header.is_keyed {
        let Some(colon) = colon else { return false };
        return token::cells(&row.text[colon + 1..], header.delimiter).count() == header.width().unwrap_or(0)
            && header::parse(row.text).is_none();
    }
    match (colon, token::find_unquoted(row.text, &[header.delimiter, '|'])) {
        (Some(colon), Some(delimiter)) => delimiter < colon,
        (Some(_), None) => false,
        (None, _) => true,
    }
}

/// §9.3: a line with a colon before its first delimiter is a field.
fn is_no_row(header: &Header<'_>, text: &str) -> bool {
    let first = token::find_unquoted(text, &[':', header.delimiter]);
    first.is_some_and(|at| text[at..].starts_with(':'))
}
