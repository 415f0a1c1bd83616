//! Other ways of writing the rows of a table: with list marks, in brackets, as JSON objects, or with
//! the names of their fields.

use super::{LenientReader, Parent};
use crate::fix::{FixKind, kept_last};
use crate::header::Header;
use crate::lines::SourceLine;
use crate::token::{self, Quotes};
use crate::value::{MeantValue, Object};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use toon::{__internal, ErrorKind, Result};

/// How all rows of a table are written.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct RowStyle {
    /// The mark in front of each row.
    mark: Mark,
    form: Form,
    /// Some cells are in quotes of another kind.
    pub(super) has_other_quotes: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    None,
    Hyphen,
    /// `1. `, `2. `, …
    Number,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Form {
    #[default]
    Cells,
    /// `[1, "Ann"]` or `(1, 'Ann'),`.
    Brackets,
    /// `{"id": 1, "name": "Ann"}`.
    Objects,
    /// `id: 1, name: Ann`.
    Pairs,
}

impl<'t> LenientReader<'t> {
    /// Finds out how the rows that `are_rows` are written. All of them must be written alike.
    pub(super) fn row_style(
        &mut self,
        header: &Header<'t>,
        width: usize,
        is_row: impl Fn(&SourceLine<'t>) -> bool,
    ) -> RowStyle {
        let mut style = RowStyle::default();
        if self.is_valid || header.is_keyed {
            return style;
        }
        let rows = || self.lines[self.next..].iter().take_while(|line| is_row(line)).map(|line| line.text);
        let Some(first) = rows().next() else { return style };
        let numbers = rows().filter(|row| list_number(row).is_some()).count();
        let mut text: fn(&'t str) -> &'t str = |row| row;
        if first.starts_with("- ") && rows().all(|row| row.starts_with("- ")) {
            style.mark = Mark::Hyphen;
            text = |row| row[1..].trim_start_matches(' ');
        } else if numbers > 0 && rows().nth(1).is_some() {
            let is_numbered =
                rows().enumerate().all(|(index, row)| list_number(row) == Some(index as u64 + 1));
            if is_numbered {
                style.mark = Mark::Number;
                text = without_number;
            } else if let Some(row) = self.peek() {
                self.doubt(&row, row.at, "some of the rows begin with what looks like the number of a list");
            }
        }
        let rows =
            || self.lines[self.next..].iter().take_while(|line| is_row(line)).map(|line| text(line.text));
        // A single cell may be text in brackets.
        if width > 1 && rows().all(|row| between_brackets(row).is_some()) {
            style.form = Form::Brackets;
        } else if rows().all(is_object) {
            style.form = Form::Objects;
        } else if rows().all(|row| pairs(header, width, row).is_some()) {
            style.form = Form::Pairs;
        } else {
            let delimiters = delimiters(header);
            style.has_other_quotes = rows().any(|row| {
                row.contains(['\'', '“', '‘', '„', '«', '”'])
                    && token::cells(row, header.delimiter).count() != width
                    && token::cells_with_plain_quotes(row, &delimiters, Quotes::Any).len() == width
            });
        }
        let is_other = |row: &&str| {
            width > 1 && between_brackets(row).is_some()
                || is_object(row)
                || pairs(header, width, row).is_some()
        };
        let count = rows().count();
        if style.form == Form::Cells && count > 1 && rows().take(count - 1).all(|row| is_other(&row)) {
            // Only the last row is not written like the others.
            let last = self.lines.get(self.next + count - 1).copied();
            if last.is_some_and(|last| self.is_unfinished(&last)) {
                self.note_cut("rows", count - 1, header.declared);
            }
        }
        style
    }

    /// The text of a row without what the style puts in front of it.
    pub(super) fn without_mark(&mut self, style: RowStyle, head: usize, row: &SourceLine<'t>) -> &'t str {
        let text = match style.mark {
            Mark::None => return row.text,
            Mark::Hyphen => row.text[1..].trim_start_matches(' '),
            Mark::Number => without_number(row.text),
        };
        self.fix_row(FixKind::Row, head, row, row.at, "removed the list marks in front of the rows");
        text
    }

    /// Reads a row that is not written as cells. Returns `None` if it is, or cannot be read.
    pub(super) fn read_other_row(
        &mut self,
        header: &Header<'t>,
        style: RowStyle,
        (head, width): (usize, usize),
        row: &SourceLine<'t>,
        text: &'t str,
    ) -> Result<Option<MeantValue<'t>>> {
        let fields = header.fields.as_deref().unwrap_or_default();
        match style.form {
            Form::Cells => Ok(None),
            Form::Brackets => {
                let Some(inside) = between_brackets(text) else { return Ok(None) };
                let values = self.bracketed(header, row, text, inside);
                if values.len() != width {
                    let kind = __internal::width_mismatch(width as u64, values.len() as u64);
                    return Err(self.error(kind, row, row.at));
                }
                self.fix_row(FixKind::Row, head, row, row.at, "removed the brackets around the rows");
                self.assemble(fields, &mut values.into_iter(), row).map(Some)
            }
            Form::Objects => {
                let object = text.strip_suffix([',', ';']).unwrap_or(text);
                let Some((MeantValue::Object(entries), duplicates)) = MeantValue::of_json(object, self.room)
                else {
                    return Err(self.error(ErrorKind::NotARow, row, row.at));
                };
                for key in duplicates {
                    self.fix(FixKind::DuplicateKey, row, row.at, kept_last(&key));
                }
                self.row_of_object(header, head, row, entries).map(Some)
            }
            Form::Pairs => {
                let Some(entries) = pairs(header, width, text) else { return Ok(None) };
                let mut object = Object::default();
                for (name, cell) in entries {
                    let value = self.read_cell(row, cell);
                    object.insert(Cow::Borrowed(name), value);
                }
                self.row_of_object(header, head, row, object.entries).map(Some)
            }
        }
    }

    fn bracketed(
        &mut self,
        header: &Header<'t>,
        row: &SourceLine<'t>,
        text: &'t str,
        inside: &'t str,
    ) -> Vec<MeantValue<'t>> {
        let whole = text.strip_suffix([',', ';']).unwrap_or(text);
        if let Some((MeantValue::Array(values), _)) = MeantValue::of_json(whole, self.room) {
            return values;
        }
        let cells = token::cells_with_plain_quotes(inside, &[header.delimiter, ','], Quotes::Any);
        cells.into_iter().map(|cell| self.read_quoted_anyhow(row, cell)).collect()
    }

    /// Reads a cell that may be in quotes of any kind.
    pub(super) fn read_quoted_anyhow(&mut self, row: &SourceLine<'t>, cell: &'t str) -> MeantValue<'t> {
        match token::between_other_quotes(cell) {
            Some(text) if cell.starts_with('\'') && text.contains('\\') => {
                let (text, escapes) = token::unescape(text);
                self.note_escapes(row, self.offset(cell), escapes);
                MeantValue::String(text)
            }
            Some(text) => MeantValue::String(Cow::Borrowed(text)),
            None if cell.len() > 1 && cell.starts_with('\'') && cell.ends_with('\'') => {
                // `'O\'Neil'` and `'O''Neil'`.
                let text = cell[1..cell.len() - 1].replace("\\'", "'").replace("''", "'");
                MeantValue::String(Cow::Owned(text))
            }
            None => self.read_cell(row, cell),
        }
    }

    /// A row with the values of an object, if that has no other keys.
    pub(super) fn row_of_object(
        &mut self,
        header: &Header<'t>,
        head: usize,
        row: &SourceLine<'t>,
        entries: Vec<(Cow<'t, str>, MeantValue<'t>)>,
    ) -> Result<MeantValue<'t>> {
        let fields = header.fields.as_deref().unwrap_or_default();
        if !may_lack(fields.len(), entries.len()) {
            return Err(self.error(ErrorKind::NotARow, row, row.at));
        }
        let mut entries: BTreeMap<_, _> = entries.into_iter().collect();
        let mut object = Object::default();
        let mut lacks_some = false;
        for field in fields {
            let key = self.read_key(field.name, row, row.at)?;
            let value = entries.remove(&key);
            lacks_some |= value.is_none();
            object.insert(key, value.unwrap_or_default());
        }
        if !entries.is_empty() {
            // Its other fields would be lost.
            return Err(self.error(ErrorKind::NotARow, row, row.at));
        }
        self.fix_row(FixKind::Row, head, row, row.at, "wrote the fields of the rows as cells");
        if lacks_some {
            self.fix(FixKind::MissingCell, row, row.at, "wrote null for missing cells".into());
        }
        Ok(MeantValue::Object(object.entries))
    }

    /// Whether the lines of `own` are list items with fields, below the header of a table.
    pub(super) fn has_items_with_fields(&self, header: &Header<'t>, own: Parent) -> bool {
        let mut lines = self.lines[self.next..].iter().take_while(|line| own.holds(line));
        let Some(first) = lines.next().filter(|first| first.is_item() && !self.is_valid) else {
            return false;
        };
        let is_field = |line: &SourceLine<'_>| {
            let item = line.item();
            token::find_unquoted(item, &[':', header.delimiter]).is_some_and(|at| item[at..].starts_with(':'))
                && pairs(header, header.width().unwrap_or(0), item).is_none()
        };
        is_field(first)
            && lines.filter(|line| line.indent <= first.indent).all(|line| line.is_item() && is_field(line))
    }
}

/// Whether a row with `found` cells can be one of `width` cells, of which the last are missing. Otherwise, a
/// short row could take any amount of memory.
pub(super) fn may_lack(width: usize, found: usize) -> bool {
    const MAX_MISSING: usize = 8;
    width.saturating_sub(found) <= found.max(MAX_MISSING)
}

/// The characters that may separate the cells of a row that is not valid.
pub(super) fn delimiters(header: &Header<'_>) -> Vec<char> {
    if header.delimiter == ',' { alloc::vec![',', '，'] } else { alloc::vec![header.delimiter] }
}

/// The number of an item in a list: `3. x` or `3) x`.
fn list_number(row: &str) -> Option<u64> {
    let digits = row.len() - row.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = row[digits..].strip_prefix(['.', ')'])?;
    let is_item = rest.starts_with(' ') && !rest.trim_start().is_empty();
    row[..digits].parse().ok().filter(|_| is_item)
}

fn without_number(row: &str) -> &str {
    let rest = row.trim_start_matches(|c: char| c.is_ascii_digit());
    rest[1..].trim_start_matches(' ')
}

/// The text between the brackets around a row.
fn between_brackets(row: &str) -> Option<&str> {
    let row = row.strip_suffix([',', ';']).unwrap_or(row);
    [('[', ']'), ('(', ')')].into_iter().find_map(|(open, close)| {
        let inside = row.strip_prefix(open)?.strip_suffix(close)?;
        // `[a],[b]` is a row of two cells.
        token::find_unquoted(inside, &[open, close]).is_none().then_some(inside)
    })
}

fn is_object(row: &str) -> bool {
    let row = row.strip_suffix([',', ';']).unwrap_or(row);
    row.starts_with('{') && row.ends_with('}')
}

/// The fields of a row that names all of them, in order: `id: 1, name: Ann`.
pub(super) fn pairs<'t>(header: &Header<'t>, width: usize, row: &'t str) -> Option<Vec<(&'t str, &'t str)>> {
    let fields = header.fields.as_deref()?;
    if fields.iter().any(|field| !field.group.is_empty()) || width < 2 {
        return None;
    }
    let mut entries = Vec::new();
    let mut fields = fields.iter();
    for cell in token::cells(row, header.delimiter) {
        let (name, value) = cell.split_once([':', '='])?;
        let name = name.trim_end_matches(' ');
        fields.next().filter(|field| field.name == name)?;
        entries.push((name, token::trim(value)));
    }
    if entries.len() < width {
        return None;
    }
    Some(entries)
}
