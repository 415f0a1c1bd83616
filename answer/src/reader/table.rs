//! Tabular arrays, keyed tables and Markdown tables.

use super::list::Items;
use super::object::OTHER_CASE;
use super::rows::{RowStyle, delimiters, may_lack, pairs};
use super::scalar::{is_marked_up, is_numbered};
use super::{LenientReader, Parent, UNIT};
use crate::fix::{FixKind, WarningKind};
use crate::header::{self, Header, HeaderField};
use crate::lines::SourceLine;
use crate::looks;
use crate::token::{self, Quotes};
use crate::value::{MeantValue, Object};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use toon::__internal::{delimiter, markdown};
use toon::{__internal, ErrorKind, Result};

impl<'t> LenientReader<'t> {
    pub(super) fn read_table(
        &mut self,
        header: &Header<'t>,
        line: &SourceLine<'t>,
        own: Parent,
    ) -> Result<MeantValue<'t>> {
        self.compare_names(header, line);
        if !header.is_keyed && self.has_items_with_fields(header, own) {
            return self.read_items_as_rows(header, line, own);
        }
        let width = header.width().unwrap_or(0);
        let margin = own.content + UNIT;
        let is_beside = self.peek_in(own).is_none() && header.declared != Some(0);
        let is_row = |row: &SourceLine<'t>| {
            (own.holds(row) || is_beside && is_row_beside(header, line, row))
                && row.text != line.text
                && row.text != header.text
                && !is_separator(row.text)
        };
        let table = Table { header, line, width, style: self.row_style(header, width, is_row) };
        let mut rows = Vec::new();
        let mut entries = Object::default();
        let mut first = None;
        // The first row that lacks cells.
        let mut short = None;
        let mut last = None;
        while let Some(row) = self.peek() {
            let is_inside = own.holds(&row);
            if !(is_inside || is_beside && is_row_beside(header, line, &row)) {
                break;
            }
            let count = rows.len() + entries.entries.len();
            let is_incomplete = header.declared != Some(count as u64);
            // After the last row, prose may follow.
            if !is_inside && row.is_after_blank && !is_incomplete {
                break;
            }
            if row.is_after_blank && count > 0 {
                self.fix_row(
                    FixKind::BlankLine,
                    line.number,
                    &row,
                    row.at,
                    "removed a blank line between rows",
                );
            }
            if !is_separator(row.text) {
                self.note_indent(&row, margin);
            }
            if !is_inside
                && looks::is_sentence(row.text)
                && first.is_some_and(|first: SourceLine<'_>| !looks::is_sentence(first.text))
            {
                // A closing sentence may be taken for the last row.
                return Err(self.error(ErrorKind::TrailingContent, &row, row.at));
            }
            self.next += 1;
            if row.text == line.text || row.text == header.text {
                self.fix_row(FixKind::RepeatedHeader, line.number, &row, row.at, "removed a repeated header");
                continue;
            }
            if is_separator(row.text) && self.is_valid {
                self.warn(WarningKind::Markdown, &row, row.at, "this line of a Markdown table is a row");
            }
            if is_separator(row.text) && !self.is_valid {
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
                    if self.is_unfinished(&row) {
                        self.note_cut("rows", count, header.declared);
                    }
                    return Err(self.error(ErrorKind::NotAnEntryRow, &row, row.at));
                };
                let key = token::trim(&row.text[..colon]);
                self.look_at_key(&row, row.at, key);
                let key = self.read_key(key, &row, row.at)?;
                let cells = token::trim(&row.text[colon + 1..]);
                let value =
                    self.read_row(&table, &row, cells, &RowsBefore { count, first: None }, &mut short)?;
                if entries.contains(&key) {
                    // Neither of the two may be lost.
                    return Err(self.error(__internal::duplicate_key(&key), &row, row.at));
                }
                entries.insert(key, value);
            } else {
                let text = self.without_mark(table.style, line.number, &row);
                let other = self.read_other_row(header, table.style, (line.number, width), &row, text)?;
                let value = if let Some(value) = other {
                    value
                } else {
                    let before = RowsBefore { count, first: rows.first() };
                    self.read_row(&table, &row, text, &before, &mut short)?
                };
                first.get_or_insert(row);
                rows.push(value);
            }
            last = Some(row);
        }
        let ends = TableEnds { first, last, short };
        self.check_rows(&table, &mut rows, entries.entries.len(), &ends)?;
        Ok(if header.is_keyed { MeantValue::Object(entries.entries) } else { MeantValue::Array(rows) })
    }

    /// Checks the rows of a table against its count, and removes a row of names.
    fn check_rows(
        &mut self,
        table: &Table<'_, 't>,
        rows: &mut Vec<MeantValue<'t>>,
        entries: usize,
        ends: &TableEnds<'t>,
    ) -> Result<()> {
        let header = table.header;
        // A row of names, as in CSV, unless it is counted.
        if let Some(row) = ends.first {
            if header.declared != Some(rows.len() as u64) && rows.first().is_some_and(are_names) {
                rows.remove(0);
                let message = "removed a row that repeats the field names";
                self.fix(FixKind::RepeatedHeader, &row, row.at, message.into());
            }
        }
        let count = (rows.len() + entries) as u64;
        if let Some((row, found)) = ends.short.filter(|_| header.declared != Some(count)) {
            // The row may be anything, if its count does not fit either.
            return Err(self.error(__internal::width_mismatch(table.width as u64, found), &row, row.at));
        }
        if let Some(row) = ends
            .last
            .filter(|row| header.declared.is_some_and(|declared| declared < count) && is_sum(row.text))
        {
            let error =
                self.error(__internal::count_mismatch(header.declared.unwrap_or(count), count), &row, row.at);
            let advice = "remove the row if it is the sum of the others, or count it in the header";
            return Err(__internal::with_hint(error, advice.into()));
        }
        Ok(())
    }

    /// Reads list items with fields below the header of a table.
    fn read_items_as_rows(
        &mut self,
        header: &Header<'t>,
        line: &SourceLine<'t>,
        own: Parent,
    ) -> Result<MeantValue<'t>> {
        let Some(first) = self.peek() else { return Ok(MeantValue::Array(Vec::new())) };
        let from = self.next;
        let items = self.read_items(Items::WithHeader, own, own.content + UNIT, first.indent)?;
        let is_start = |line: &SourceLine<'t>| line.is_item() && line.indent <= first.indent;
        let starts: Vec<_> = self.lines[from..self.next].iter().copied().filter(is_start).collect();
        let is_cut = self.lines[from..self.next].last().is_some_and(|last| self.is_unfinished(last));
        let width = header.width().unwrap_or(0);
        let count = items.len();
        let mut rows = Vec::with_capacity(count);
        for (item, start) in items.into_iter().zip(starts) {
            let entries = if let MeantValue::Object(entries) = item { entries } else { Vec::new() };
            if is_cut && rows.len() + 1 == count && entries.len() < width {
                self.note_cut("rows", rows.len(), header.declared);
            }
            rows.push(self.row_of_object(header, line.number, &start, entries)?);
        }
        Ok(MeantValue::Array(rows))
    }

    /// Reads the cells of a row as an object. The first row without enough of them is `short`; what
    /// is missing is null.
    fn read_row(
        &mut self,
        table: &Table<'_, 't>,
        row: &SourceLine<'t>,
        text: &'t str,
        before: &RowsBefore<'_, 't>,
        short: &mut Option<(SourceLine<'t>, u64)>,
    ) -> Result<MeantValue<'t>> {
        let RowsBefore { count, first } = *before;
        let begins_with_number = first.and_then(MeantValue::first_cell).is_some_and(is_number);
        let Table { header, width, .. } = *table;
        let fields = header.fields.as_deref().unwrap_or_default();
        // The last cells may be empty.
        let text = if header.delimiter == '\t' { self.with_trailing_tabs(text) } else { text };
        if table.style.has_other_quotes {
            let cells = token::cells_with_plain_quotes(text, &delimiters(header), Quotes::Any);
            if cells.len() == width {
                let message = "replaced typographic or single quotes around cells";
                self.fix_row(FixKind::Quote, table.line.number, row, row.at, message);
                let values: Vec<_> =
                    cells.into_iter().map(|cell| self.read_quoted_anyhow(row, cell)).collect();
                return self.assemble(fields, &mut values.into_iter(), row);
            }
        }
        let mut cells: Vec<&'t str> = token::cells(text, header.delimiter).collect();
        if let Some(values) = self.read_multi_line_cells(header, width, row, &cells) {
            return self.assemble(fields, &mut values.into_iter(), row);
        }
        // JSON rows that are not all alike, or cut off, are not cells.
        if !self.is_valid && width > 1 && text.starts_with(['{', '[']) && text.contains('"') {
            let last = self.lines.last().copied();
            if last.is_some_and(|last| last.text.starts_with(['{', '[']) && self.is_unfinished(&last)) {
                self.note_cut("rows", 0, None);
            }
            return Err(self.error(ErrorKind::NotARow, row, row.at));
        }
        let mut is_field = !header.is_keyed && is_no_row(header, text);
        if is_field && cells.len() == width && has_colon_in_cell(text) {
            is_field = false;
            let message = "quoted a cell that contains a colon";
            self.fix_row(FixKind::Quote, table.line.number, row, row.at, message);
        }
        if cells.len() != width || is_field {
            if let Some(values) = self.other_cells(table, row, text) {
                return self.assemble(fields, &mut values.into_iter(), row);
            }
            let is_unfinished = self.is_unfinished(row);
            if cells.len() < width && (!is_field || is_unfinished) {
                if is_unfinished {
                    self.note_cut("rows", count, header.declared);
                }
                let hides = text.split(header.delimiter).count() >= width;
                // A word below rows that begin with numbers is not one of them.
                let is_word = cells.len() == 1 && begins_with_number && !is_number(text);
                // `1 Ann` may be all the cells of a row of two.
                let is_spaced =
                    cells.len() == 1 && !text.starts_with('"') && text.split_whitespace().count() == width;
                if hides
                    || is_word
                    || is_spaced
                    || !may_be_row(text, cells.len())
                    || !may_lack(width, cells.len())
                {
                    let kind = __internal::width_mismatch(width as u64, cells.len() as u64);
                    return Err(self.error(kind, row, row.at));
                }
                short.get_or_insert((*row, cells.len() as u64));
                let message = "wrote null for missing cells";
                self.fix(FixKind::MissingCell, row, row.end(), message.into());
                let values: Vec<_> = cells.drain(..).map(|cell| self.read_cell(row, cell)).collect();
                return self.assemble(fields, &mut values.into_iter(), row);
            }
            if cells.len() != width {
                let kind = __internal::width_mismatch(width as u64, cells.len() as u64);
                return Err(self.error(kind, row, row.at));
            }
            return Err(self.error(ErrorKind::NotARow, row, row.at));
        }
        if !header.is_keyed && pairs(header, width, text).is_some() {
            let message = "the names of the fields are part of the cells";
            self.warn(WarningKind::Fields, row, row.at, message);
        }
        self.look_at_row(row, &cells);
        let values = cells.into_iter().map(|cell| self.read_cell(row, cell)).collect::<Vec<_>>();
        self.assemble(fields, &mut values.into_iter(), row)
    }

    /// Warns about a row that is valid, but probably written in another way than it seems.
    fn look_at_row(&mut self, row: &SourceLine<'t>, cells: &[&'t str]) {
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return };
        let is_between = |open, close| first.starts_with(open) && last.ends_with(close);
        if cells.len() > 1 && (is_between('|', '|') || is_between('<', '>') && !first.contains('>')) {
            let message = "the characters around this row are part of the first and the last cell";
            self.warn(WarningKind::Delimiter, row, row.at, message);
        } else if cells.len() > 1 && (is_between('(', ')') || is_between('[', ']') || is_between('{', '}')) {
            self.warn(WarningKind::Json, row, row.at, "the brackets are part of the first and the last cell");
        } else if is_numbered(first) {
            self.warn(WarningKind::List, row, row.at, "the number of the list is part of the first cell");
        }
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

    /// Splits a row that has the wrong number of cells in another way.
    fn other_cells(
        &mut self,
        table: &Table<'_, 't>,
        row: &SourceLine<'t>,
        text: &'t str,
    ) -> Option<Vec<MeantValue<'t>>> {
        let Table { header, width, line, .. } = *table;
        let (kind, message, cells) = split_anyhow(header, width, text)?;
        self.look_at_row(row, &cells);
        self.fix_row(kind, line.number, row, row.at, message);
        Some(cells.into_iter().map(|cell| self.read_plain_cell(row, cell)).collect())
    }

    /// Reads a cell of which a quote is text unless it encloses the whole cell.
    fn read_plain_cell(&mut self, row: &SourceLine<'t>, cell: &'t str) -> MeantValue<'t> {
        if cell.starts_with('"') && !(cell.len() > 1 && cell.ends_with('"')) {
            return MeantValue::Text(cell);
        }
        self.read_cell(row, cell)
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
                return Err(self.error(__internal::duplicate_field(field.name), row, row.at));
            }
        }
        Ok(MeantValue::Object(object.entries))
    }

    /// Warns about field names that differ only in case, or have a type.
    fn compare_names(&mut self, header: &Header<'t>, line: &SourceLine<'t>) {
        let fields = header.fields.as_deref().unwrap_or_default();
        let mut names = Object::default();
        for name in fields.iter().map(|field| field.name) {
            if names.has_in_other_case(name) {
                self.warn(WarningKind::Case, line, self.offset(name), OTHER_CASE);
            }
            if is_marked_up(name) {
                self.warn(
                    WarningKind::Markdown,
                    line,
                    self.offset(name),
                    "the Markdown is part of this field name",
                );
            }
            if !name.starts_with('"') && name.split_once(':').is_some_and(|(_, kind)| is_type(kind)) {
                self.warn(WarningKind::Type, line, self.offset(name), "the type is part of this field name");
            }
            if !name.starts_with('"') && fields.len() == 1 && name.contains(' ') {
                let message = "the spaces are part of this field name";
                self.warn(WarningKind::Delimiter, line, self.offset(name), message);
            }
            if !name.starts_with('"') && name.contains(';') {
                let message = "the semicolon is part of this field name";
                self.warn(WarningKind::Delimiter, line, self.offset(name), message);
            }
            names.insert(Cow::Borrowed(name), MeantValue::Word("null"));
        }
    }
}

/// A table while its rows are read.
struct Table<'h, 't> {
    header: &'h Header<'t>,
    line: &'h SourceLine<'t>,
    width: usize,
    style: RowStyle,
}

/// What was read before a row.
struct RowsBefore<'r, 't> {
    count: usize,
    first: Option<&'r MeantValue<'t>>,
}

/// Rows that a table is checked by.
struct TableEnds<'t> {
    first: Option<SourceLine<'t>>,
    last: Option<SourceLine<'t>>,
    /// The first row that lacks cells, and how many it has.
    short: Option<(SourceLine<'t>, u64)>,
}

/// The cells of a row of `width` cells, if it is split in another way than §5.2 says.
fn split_anyhow<'t>(
    header: &Header<'t>,
    width: usize,
    text: &'t str,
) -> Option<(FixKind, &'static str, Vec<&'t str>)> {
    if let Some(inner) = text.strip_prefix('|') {
        let cells: Vec<&'t str> = token::cells(inner.strip_suffix('|').unwrap_or(inner), '|').collect();
        if cells.len() == width {
            return Some((FixKind::MarkdownTable, "removed the pipes of a Markdown table", cells));
        }
    }
    let mut cells: Vec<&'t str> = token::cells(text, header.delimiter).collect();
    if cells.len() == width + 1 && cells.last() == Some(&"") {
        cells.pop();
        return Some((FixKind::Delimiter, "removed a trailing delimiter", cells));
    }
    let delimiters = delimiters(header);
    if text.contains('"') {
        let cells = token::cells_with_plain_quotes(text, &delimiters, Quotes::Straight);
        let is_open = |cell: &&str| cell.starts_with('"') && cell.matches('"').count() % 2 == 1;
        if cells.len() == width && !cells.iter().any(is_open) {
            return Some((FixKind::Quote, "quoted a cell that contains a quote", cells));
        }
    }
    if text.contains('，') {
        let cells = token::cells_with_plain_quotes(text, &delimiters, Quotes::Straight);
        if cells.len() == width {
            return Some((FixKind::Delimiter, "changed the delimiter of a row", cells));
        }
    }
    if cells.len() == 1 {
        let delimiter = delimiter::splitting(text, width as u64)?;
        let cells = token::cells(text, delimiter).collect();
        return Some((FixKind::Delimiter, "changed the delimiter of a row", cells));
    }
    None
}

/// Whether a line with too few cells can be a row, rather than a sentence or a row with another
/// delimiter.
fn may_be_row(text: &str, cells: usize) -> bool {
    let has_other = cells == 1 && text.contains([';', '|', '\t', '，']);
    let is_open = text.matches('"').count() % 2 == 1;
    !(has_other
        || is_open
        || cells == 1 && text.split_whitespace().nth(2).is_some()
        || text.starts_with("..."))
}

fn is_number(token: &str) -> bool {
    matches!(token::bare(token), MeantValue::Number(_))
}

/// Whether a row beyond the announced ones is the sum of the others.
fn is_sum(row: &str) -> bool {
    let first = row.split([',', '|', '\t', ';', ':', '(']).find(|cell| !cell.is_empty()).unwrap_or_default();
    let first = first.trim_matches(|c: char| c.is_ascii_punctuation() || c == ' ').to_lowercase();
    let word = first.rsplit(' ').next().unwrap_or_default();
    let word = if word.ends_with("summe") { "summe" } else { word };
    matches!(
        word,
        "total" | "totals" | "sum" | "subtotal" | "average" | "avg" | "mean" | "overall" | "summe" | "gesamt"
    )
}

/// Whether a word names a type, as in `{id:int}`.
fn is_type(word: &str) -> bool {
    let word = word.trim().to_ascii_lowercase();
    let names = [
        "int", "integer", "number", "float", "double", "string", "str", "bool", "boolean", "date",
        "datetime", "text", "any", "null", "array", "list", "object",
    ];
    names.iter().any(|name| word.strip_suffix('?').unwrap_or(&word) == *name)
}

/// Whether the row has nothing but the names of its fields.
fn are_names(row: &MeantValue<'_>) -> bool {
    matches!(row, MeantValue::Object(entries) if entries.iter().all(|(key, value)| {
        matches!(value, MeantValue::Text(text) if *text == key.as_ref())
    }))
}

/// Whether `line` is the separator below the header of a Markdown table.
pub(super) fn is_separator(line: &str) -> bool {
    // A line of hyphens alone may be a cell.
    markdown::is_separator(line) && (line.starts_with('|') || line.contains('|') && line.contains("--"))
}

/// Whether a line that is not indented below its header is still one of its rows.
fn is_row_beside(header: &Header<'_>, line: &SourceLine<'_>, row: &SourceLine<'_>) -> bool {
    // In a list item, rows may be aligned with its fields or with its hyphen.
    if row.indent < line.indent || row.is_item() {
        return false;
    }
    let colon = token::find_unquoted(row.text, &[':']);
    if row.text.starts_with('{') && !header.is_keyed {
        return true;
    }
    if header.is_keyed {
        let Some(colon) = colon else { return false };
        // With a single cell, it looks like a field.
        return header.width() > Some(1)
            && token::cells(&row.text[colon + 1..], header.delimiter).count() == header.width().unwrap_or(0)
            && header::parse(row.text).is_none();
    }
    match (colon, token::find_unquoted(row.text, &[header.delimiter, '|'])) {
        (Some(colon), Some(delimiter)) => {
            let width = || token::cells(row.text, header.delimiter).count();
            delimiter < colon || has_colon_in_cell(row.text) && header.width() == Some(width())
        }
        (Some(_), None) => false,
        (None, _) => true,
    }
}

/// §9.3: a line with a colon before its first delimiter is a field.
fn is_no_row(header: &Header<'_>, text: &str) -> bool {
    let first = token::find_unquoted(text, &[':', header.delimiter]);
    first.is_some_and(|at| text[at..].starts_with(':'))
}

/// Whether the first colon is part of a time or an address: `10:30`, `https://example.com`.
fn has_colon_in_cell(text: &str) -> bool {
    let Some(colon) = token::find_unquoted(text, &[':']) else { return false };
    let is_digit = |c: char| c.is_ascii_digit();
    let after = &text[colon + 1..];
    after.starts_with("//") || text[..colon].ends_with(is_digit) && after.starts_with(is_digit)
}
