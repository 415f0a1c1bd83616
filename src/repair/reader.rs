//! Reads a text as it is meant: a tree of lines, in which a deeper line belongs to the one above,
//! whatever its indentation.

use super::fix::{Fix, FixKind, Warning, WarningKind};
use super::header::{self, Field, Flaw, Header};
use super::lines::{self, Line};
use super::token;
use super::value::{Builder, Value};
use crate::error::shorten;
use crate::{Error, ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub(super) struct Reader<'t> {
    text: &'t str,
    lines: Vec<Line<'t>>,
    /// How much the first indented line is indented.
    unit: usize,
    /// The next one.
    next: usize,
    pub(super) fixes: Vec<Fix>,
    pub(super) warnings: Vec<Warning>,
    is_reindented: bool,
    /// Levels that may still be opened, of so many.
    room: usize,
    max_depth: usize,
    /// How many bytes may still be looked at in search of where something ends.
    search: usize,
}

/// What holds a scope's lines.
#[derive(Clone, Copy)]
struct Parent {
    /// Its lines are indented more than this; all lines if there is none.
    indent: Option<usize>,
    /// The fields of a list item stand where the content of its line does.
    content: usize,
}

impl Parent {
    const ROOT: Self = Parent { indent: None, content: 0 };

    fn of(line: &Line<'_>) -> Self {
        Parent { indent: Some(line.indent), content: line.indent }
    }

    fn holds(self, line: &Line<'_>) -> bool {
        self.indent.is_none_or(|indent| line.indent > indent)
    }
}

/// The indentation of a level in valid text.
const UNIT: usize = 2;

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, max_depth: usize) -> Self {
        let (lines, comments) = lines::split(text);
        let base = lines.first().map_or(0, |line| line.indent);
        let unit = lines.iter().find_map(|line| line.indent.checked_sub(base).filter(|&indent| indent > 0));
        let mut reader = Reader {
            text,
            lines,
            unit: unit.unwrap_or(UNIT),
            next: 0,
            fixes: Vec::new(),
            warnings: Vec::new(),
            is_reindented: false,
            room: max_depth,
            max_depth,
            search: text.len().saturating_mul(4),
        };
        for comment in comments {
            reader.fixes.push(Fix::new(
                FixKind::Comment,
                (comment.number, 1 + comment.indent),
                "removed a comment".into(),
            ));
        }
        reader
    }

    // ---- lines ----

    fn peek(&self) -> Option<Line<'t>> {
        self.lines.get(self.next).copied()
    }

    /// The next line, if it is one of `parent`'s.
    fn peek_in(&self, parent: Parent) -> Option<Line<'t>> {
        self.peek().filter(|line| parent.holds(line))
    }

    /// Notes the first line that is not where it should be.
    fn note_indent(&mut self, line: &Line<'t>, expected: usize) {
        if !self.is_reindented && (line.indent != expected || line.has_tab) {
            self.is_reindented = true;
            self.fix(FixKind::Indentation, line, line.at, "changed the indentation, from here on".into());
        }
    }

    // ---- notes ----

    /// The line and column of an offset in `line`.
    fn place(&self, line: &Line<'_>, at: usize) -> (usize, usize) {
        let begin = self.text[..line.at].rfind('\n').map_or(0, |end| end + 1);
        (line.number, 1 + self.text.get(begin..at).unwrap_or_default().chars().count())
    }

    fn fix(&mut self, kind: FixKind, line: &Line<'_>, at: usize, message: String) {
        let place = self.place(line, at);
        self.fixes.push(Fix::new(kind, place, message));
    }

    /// The same for rows of the table whose header is on `line`: once for those in a row.
    fn fix_row(&mut self, kind: FixKind, header: usize, row: &Line<'_>, at: usize, message: &str) {
        let is_noted = |fix: &Fix| fix.line() > header && fix.kind() == kind && fix.message() == message;
        if !self.fixes.last().is_some_and(is_noted) {
            self.fix(kind, row, at, message.into());
        }
    }

    fn warn(&mut self, kind: WarningKind, line: &Line<'_>, at: usize, message: &str) {
        let place = self.place(line, at);
        self.warnings.push(Warning::new(kind, place, message.into()));
    }

    fn error(&self, kind: ErrorKind, line: &Line<'_>, at: usize) -> Error {
        let (line, column) = self.place(line, at);
        Error::new(kind).set_place(line, column)
    }

    fn enter(&mut self, line: &Line<'_>) -> Result<()> {
        match self.room.checked_sub(1) {
            Some(room) => self.room = room,
            None => return Err(self.error(ErrorKind::DepthLimit { limit: self.max_depth }, line, line.at)),
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.room += 1;
    }

    // ---- the document ----

    pub(super) fn read(&mut self) -> Result<Value<'t>> {
        self.drop_document_markers();
        let Some(first) = self.peek() else { return Ok(Value::Object(Vec::new())) };
        self.enter(&first)?;
        let value = if first.text == "[]" {
            self.next += 1;
            Value::Array(Vec::new())
        } else {
            self.read_children(Parent::ROOT, 0)?
        };
        match self.peek() {
            Some(line) => Err(self.error(ErrorKind::TrailingContent, &line, line.at)),
            None => Ok(value),
        }
    }

    fn drop_document_markers(&mut self) {
        let is_marker = |line: &Line<'_>| matches!(line.text, "---" | "...");
        if self.lines.first().is_some_and(is_marker) {
            let line = self.lines.remove(0);
            self.fix(FixKind::DocumentMarker, &line, line.at, "removed a document marker".into());
        }
        if self.lines.last().is_some_and(is_marker) {
            if let Some(line) = self.lines.pop() {
                self.fix(FixKind::DocumentMarker, &line, line.at, "removed a document marker".into());
            }
        }
    }

    /// The value whose lines are those of `parent`, to be indented by `margin`. There is one.
    fn read_children(&mut self, parent: Parent, margin: usize) -> Result<Value<'t>> {
        let Some(first) = self.peek_in(parent) else { return Ok(Value::Object(Vec::new())) };
        if first.is_item() && self.is_list(parent) {
            if token::find_unquoted(first.text, &[':']).is_some() {
                self.warn(
                    WarningKind::List,
                    &first,
                    first.at,
                    "this is a key that begins with a hyphen, not a list item",
                );
            }
            self.fix(FixKind::List, &first, first.at, "added the header of a list".into());
            return self.read_items(parent, margin).map(Value::Array);
        }
        if first.text.starts_with('|') && parent.indent.is_some() {
            if let Some(table) = self.read_markdown_table(parent)? {
                return Ok(table);
            }
        }
        if let Some(header) = header::parse(first.text).filter(|header| header.key.is_empty()) {
            if parent.indent.is_some() {
                self.fix(FixKind::Header, &first, first.at, "moved a header to the line of its key".into());
            }
            if parent.indent.is_none() {
                self.note_indent(&first, margin);
            }
            self.next += 1;
            return self.read_array(
                &header,
                &first,
                Parent { content: margin, ..parent_of_root(parent, &first) },
            );
        }
        let is_only_line = self.next + 1 == self.lines.len() && parent.indent.is_none();
        if is_only_line
            && token::find_unquoted(first.text, &[':']).is_none()
            && header::parse(first.text).is_none()
        {
            self.next += 1;
            return self.read_scalar(&first, first.text, None);
        }
        self.read_fields(parent, margin, None)
    }

    /// Whether all lines at the first one's place are list items: the strict reader takes `- a: 1`
    /// as a field.
    fn is_list(&self, parent: Parent) -> bool {
        let mut lines = self.lines[self.next..].iter().take_while(|line| parent.holds(line));
        let Some(first) = lines.next() else { return false };
        lines.filter(|line| line.indent <= first.indent).all(Line::is_item)
    }

    // ---- objects ----

    /// The fields of an object, behind `first`, if one stands elsewhere.
    fn read_fields(
        &mut self,
        parent: Parent,
        margin: usize,
        first: Option<(Cow<'t, str>, Value<'t>)>,
    ) -> Result<Value<'t>> {
        let mut object = Object::default();
        if let Some((key, value)) = first {
            object.insert(key, value);
        }
        let mut scope = None;
        while let Some(line) = self.peek_in(parent) {
            // A line far off the others has another meaning, and nobody knows which.
            let indent = *scope.get_or_insert(line.indent);
            if line.indent > indent + 1 {
                let expected = margin / UNIT;
                let kind = ErrorKind::OverIndented { expected, found: expected + 1 };
                return Err(self.error(kind, &line, line.at));
            }
            self.note_indent(&line, margin);
            self.next += 1;
            let (key, value) = self.read_field(&line, line.at, line.text, parent, margin, &mut object)?;
            let Some(value) = value else { continue };
            if !object.insert(key.clone(), value) {
                let message = format!("kept the last of several values of {:?}", shorten(&key));
                self.fix(FixKind::DuplicateKey, &line, line.at, message);
            }
        }
        Ok(Value::Object(object.entries))
    }

    /// The field in `text`, at `at` in `line`, and its value, unless that has become a part of the
    /// one before.
    fn read_field(
        &mut self,
        line: &Line<'t>,
        at: usize,
        text: &'t str,
        parent: Parent,
        margin: usize,
        object: &mut Object<'t>,
    ) -> Result<(Cow<'t, str>, Option<Value<'t>>)> {
        // In an item, the other fields may stand where its first one does, or one level deeper than
        // its hyphen.
        let beside = match at - line.at {
            0 => 0,
            _ if self.unit == 1 => 1,
            content => content.max(self.unit),
        };
        let own = Parent { indent: Some(line.indent + beside), content: margin };
        if let Some(header) = header::parse(text).filter(|header| !header.key.is_empty()) {
            let key = self.read_key(header.key, line, at)?;
            let own = Parent { indent: own.indent, content: margin };
            let value = self.read_array(&header, line, own)?;
            return Ok((key.clone(), self.joined(&header, key, value, line, object)));
        }
        let Some(colon) = token::find_unquoted(text, &[':']) else {
            return Err(self.error(ErrorKind::MissingColon, line, at));
        };
        let key = token::trim(&text[..colon]);
        if line.is_item() && at == line.at {
            self.warn(
                WarningKind::List,
                line,
                at,
                "this is a key that begins with a hyphen, not a list item",
            );
        }
        let key = self.read_key(key, line, at)?;
        let value = token::trim(&text[colon + 1..]);
        let value = if value.is_empty() {
            self.read_nested(line, own, parent, margin)?
        } else {
            self.read_scalar(line, value, Some(own))?
        };
        Ok((key, Some(value)))
    }

    fn read_key(&mut self, key: &'t str, line: &Line<'t>, at: usize) -> Result<Cow<'t, str>> {
        if !key.starts_with('"') {
            return Ok(Cow::Borrowed(key));
        }
        if token::closing_quote(key) != Some(key.len() - 1) {
            return Err(self.error(ErrorKind::TextAfterQuote, line, at));
        }
        let (text, is_invalid) = token::unescape(&key[1..key.len() - 1]);
        if is_invalid {
            self.fix(FixKind::Escape, line, at, "replaced an invalid escape sequence".into());
        }
        Ok(text)
    }

    /// The value of a key with nothing behind it on its line.
    fn read_nested(
        &mut self,
        line: &Line<'t>,
        own: Parent,
        parent: Parent,
        margin: usize,
    ) -> Result<Value<'t>> {
        self.enter(line)?;
        let value = if self.peek_in(own).is_some() {
            self.read_children(own, margin + UNIT)?
        } else {
            // YAML lists often stand where their key does.
            let is_beside =
                self.peek_in(parent).is_some_and(|next| next.is_item() && Some(next.indent) == own.indent);
            if is_beside && own.indent == Some(line.indent) {
                let list = Parent { indent: line.indent.checked_sub(1), content: margin };
                if let Some(first) = self.peek() {
                    self.fix(FixKind::List, &first, first.at, "added the header of a list".into());
                }
                let value = self.read_items_at(list, margin, line.indent).map(Value::Array)?;
                self.leave();
                return Ok(value);
            }
            Value::Object(Vec::new())
        };
        self.leave();
        Ok(value)
    }

    /// The rows of a table whose header is repeated belong to the first.
    fn joined(
        &mut self,
        header: &Header<'t>,
        key: Cow<'t, str>,
        value: Value<'t>,
        line: &Line<'t>,
        object: &mut Object<'t>,
    ) -> Option<Value<'t>> {
        let is_table = header.fields.is_some() && !header.is_keyed;
        match (value, object.last_mut(&key)) {
            (Value::Array(rows), Some(Value::Array(before)))
                if is_table && object_keys_match(before, &rows) =>
            {
                before.extend(rows);
                self.fix(FixKind::RepeatedHeader, line, line.at, "removed a header that was repeated".into());
                None
            }
            (value, _) => Some(value),
        }
    }

    // ---- arrays ----

    /// The array or keyed object of a header on `line`; `own` holds its lines.
    fn read_array(&mut self, header: &Header<'t>, line: &Line<'t>, own: Parent) -> Result<Value<'t>> {
        self.enter(line)?;
        let margin = own.content;
        match header.flaw {
            None => {}
            Some(Flaw::OldSyntax) => {
                self.fix(
                    FixKind::Header,
                    line,
                    line.at,
                    "removed the syntax of an older version from a header".into(),
                );
            }
            Some(Flaw::NoBracket) => {}
            Some(Flaw::NoColon) => {
                self.fix(FixKind::Header, line, line.at, "added the colon behind a header".into());
            }
            Some(Flaw::Delimiter) => {
                self.fix(FixKind::Delimiter, line, line.at, "changed the delimiter of a field list".into());
            }
        }
        let value = if header.fields.is_some() {
            if !header.rest.is_empty() {
                return Err(self.error(ErrorKind::ContentAfterFields, line, line.at));
            }
            self.read_table(header, line, own)?
        } else if header.is_keyed {
            return Err(self.error(ErrorKind::MissingFieldList, line, line.at));
        } else if !header.rest.is_empty() {
            self.read_inline(header, line, own)?
        } else {
            self.read_list(header, own, margin)?
        };
        let found = match &value {
            Value::Array(elements) => elements.len(),
            Value::Object(entries) => entries.len(),
            _ => 0,
        };
        if header.declared != Some(found as u64) {
            let message = match header.declared {
                Some(declared) => format!("changed the count {declared} to {found}"),
                None => format!("wrote the count {found}"),
            };
            self.fix(FixKind::Count, line, line.at, message);
        }
        self.leave();
        Ok(value)
    }

    fn read_inline(&mut self, header: &Header<'t>, line: &Line<'t>, own: Parent) -> Result<Value<'t>> {
        let mut cells: Vec<&'t str> = token::cells(header.rest, header.delimiter).collect();
        let declared = header.declared.unwrap_or(cells.len() as u64);
        let found = cells.len();
        if found > 1 && cells.last() == Some(&"") && declared != found as u64 {
            cells.pop();
            self.fix(FixKind::Delimiter, line, line.end(), "removed a delimiter at the end".into());
        }
        let elements = cells.into_iter().map(|cell| self.read_cell(line, cell)).collect::<Result<_>>()?;
        if let Some(next) =
            self.peek_in(own).filter(|next| own.indent.is_some_and(|indent| next.indent > indent + 1))
        {
            return Err(self.error(ErrorKind::OverIndented { expected: 0, found: 1 }, &next, next.at));
        }
        Ok(Value::Array(elements))
    }

    /// The items of a list with a header.
    fn read_list(&mut self, header: &Header<'t>, own: Parent, margin: usize) -> Result<Value<'t>> {
        match self.peek_in(own) {
            Some(first) if first.is_item() => self.read_items(own, margin + UNIT).map(Value::Array),
            Some(_) if header.declared != Some(0) => {
                self.read_bare_items(own, margin + UNIT).map(Value::Array)
            }
            Some(first) => Err(self.error(ErrorKind::NotAListItem, &first, first.at)),
            None => {
                let beside = self.peek().filter(|next| next.is_item() && header.declared != Some(0));
                match beside {
                    Some(next) if Some(next.indent) == own.indent => {
                        self.note_indent(&next, margin + UNIT);
                        let list = Parent { indent: next.indent.checked_sub(1), ..own };
                        self.read_items_at(list, margin + UNIT, next.indent).map(Value::Array)
                    }
                    _ => Ok(Value::Array(Vec::new())),
                }
            }
        }
    }

    /// Elements without hyphens, each a line.
    fn read_bare_items(&mut self, own: Parent, margin: usize) -> Result<Vec<Value<'t>>> {
        let mut elements = Vec::new();
        while let Some(line) = self.peek_in(own) {
            let is_scalar = !line.is_item() && token::find_unquoted(line.text, &[':', ',']).is_none();
            if !is_scalar {
                return Err(self.error(ErrorKind::NotAListItem, &line, line.at));
            }
            if elements.is_empty() {
                self.fix(FixKind::List, &line, line.at, "added hyphens in front of elements".into());
            }
            self.note_indent(&line, margin);
            self.next += 1;
            elements.push(self.read_scalar(&line, line.text, None)?);
        }
        Ok(elements)
    }

    fn read_items(&mut self, own: Parent, margin: usize) -> Result<Vec<Value<'t>>> {
        let indent = self.peek().map_or(0, |first| first.indent);
        self.read_items_at(own, margin, indent)
    }

    /// Items whose hyphens stand at `indent`, or near it.
    fn read_items_at(&mut self, own: Parent, margin: usize, indent: usize) -> Result<Vec<Value<'t>>> {
        let mut elements = Vec::new();
        while let Some(line) = self.peek_in(own) {
            if !line.is_item() {
                if line.indent <= indent
                    && own.indent.is_none_or(|parent| parent < indent)
                    && !elements.is_empty()
                {
                    // What stands beside the key of a list that does so, too.
                    break;
                }
                return Err(self.error(ErrorKind::NotAListItem, &line, line.at));
            }
            if line.is_behind_blank && !elements.is_empty() {
                self.fix(FixKind::BlankLine, &line, line.at, "removed a blank line between items".into());
            }
            self.note_indent(&line, margin);
            self.next += 1;
            self.enter(&line)?;
            elements.push(self.read_item(&line, margin)?);
            self.leave();
        }
        Ok(elements)
    }

    fn read_item(&mut self, line: &Line<'t>, margin: usize) -> Result<Value<'t>> {
        let content = line.text[1..].trim_start_matches(' ');
        let at = line.end() - content.len();
        let own = Parent { indent: Some(line.indent), content: margin + UNIT };
        if content.is_empty() {
            let Some(first) = self.peek_in(own) else { return Ok(Value::Object(Vec::new())) };
            self.fix(FixKind::Header, &first, first.at, "moved a field to the line of its hyphen".into());
            return self.read_children(own, margin + UNIT);
        }
        if content == "[]" {
            return Ok(Value::Array(Vec::new()));
        }
        let header = header::parse(content);
        if let Some(header) =
            header.filter(|header| header.key.is_empty() && header.flaw != Some(Flaw::NoColon))
        {
            if header.fields.is_some() {
                return Err(self.error(ErrorKind::KeylessHeader, line, at));
            }
            return self.read_array(&header, line, Parent { content: margin, ..own });
        }
        let is_field = token::find_unquoted(content, &[':']).is_some() || header::parse(content).is_some();
        if !is_field {
            return self.read_scalar(line, content, Some(own));
        }
        self.enter(line)?;
        let mut object = Object::default();
        let first = self.read_field(line, at, content, own, margin + UNIT, &mut object)?;
        let first = match first {
            (key, Some(value)) => Some((key, value)),
            (_, None) => None,
        };
        let value = self.read_fields(own, margin + UNIT, first);
        self.leave();
        value
    }

    // ---- tables ----

    fn read_table(&mut self, header: &Header<'t>, line: &Line<'t>, own: Parent) -> Result<Value<'t>> {
        let width = header.width().unwrap_or(0);
        let margin = own.content + UNIT;
        let is_beside = self.peek_in(own).is_none() && header.declared != Some(0);
        let mut rows = Vec::new();
        let mut entries = Object::default();
        while let Some(row) = self.peek() {
            let is_inside = own.holds(&row);
            if !is_inside && !(is_beside && self.is_row_beside(header, line, &row)) {
                break;
            }
            let count = rows.len() + entries.entries.len();
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
                self.fix_row(
                    FixKind::RepeatedHeader,
                    line.number,
                    &row,
                    row.at,
                    "removed a header that was repeated",
                );
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
                let Some(value) =
                    self.read_row(header, (line, width), &row, token::trim(&row.text[colon + 1..]))?
                else {
                    continue;
                };
                if !entries.insert(key.clone(), value) {
                    let message = format!("kept the last of several values of {:?}", shorten(&key));
                    self.fix(FixKind::DuplicateKey, &row, row.at, message);
                }
            } else if let Some(value) = self.read_row(header, (line, width), &row, row.text)? {
                rows.push(value);
            }
        }
        Ok(if header.is_keyed { Value::Object(entries.entries) } else { Value::Array(rows) })
    }

    /// Whether a line that is not indented below a header is a row of it all the same.
    fn is_row_beside(&self, header: &Header<'t>, line: &Line<'t>, row: &Line<'t>) -> bool {
        // In an item, rows may stand where its fields do, or its hyphen does.
        if row.indent < line.indent || row.is_item() {
            return false;
        }
        let colon = token::find_unquoted(row.text, &[':']);
        if header.is_keyed {
            let Some(colon) = colon else { return false };
            return token::cells(&row.text[colon + 1..], header.delimiter).count()
                == header.width().unwrap_or(0)
                && header::parse(row.text).is_none();
        }
        match (colon, token::find_unquoted(row.text, &[header.delimiter, '|'])) {
            (Some(colon), Some(delimiter)) => delimiter < colon,
            (Some(_), None) => false,
            (None, _) => true,
        }
    }

    /// The cells of a row as an object. Nothing if the row was removed.
    fn read_row(
        &mut self,
        header: &Header<'t>,
        (head, width): (&Line<'t>, usize),
        row: &Line<'t>,
        text: &'t str,
    ) -> Result<Option<Value<'t>>> {
        let mut cells: Vec<&'t str> = token::cells(text, header.delimiter).collect();
        if cells.len() != width || !header.is_keyed && self.is_no_row(header, text) {
            if let Some(split) = self.other_cells(header, (head, width), row, text) {
                cells = split;
            } else if self.is_last(row) && cells.len() < width {
                self.fix(FixKind::CutOff, row, row.at, "removed the last row, which is incomplete".into());
                return Ok(None);
            } else if cells.len() != width {
                let kind = ErrorKind::WidthMismatch { expected: width as u64, found: cells.len() as u64 };
                return Err(self.error(kind, row, row.at));
            } else {
                return Err(self.error(ErrorKind::NotARow, row, row.at));
            }
        }
        let values = cells.into_iter().map(|cell| self.read_cell(row, cell)).collect::<Result<Vec<_>>>()?;
        let mut values = values.into_iter();
        Ok(Some(self.assemble(header.fields.as_deref().unwrap_or_default(), &mut values, row)?))
    }

    /// §9.3: a line with a colon in front of its first delimiter is a field.
    fn is_no_row(&self, header: &Header<'_>, text: &str) -> bool {
        let first = token::find_unquoted(text, &[':', header.delimiter]);
        first.is_some_and(|at| text[at..].starts_with(':'))
    }

    /// Whether nothing follows the row.
    fn is_last(&self, row: &Line<'t>) -> bool {
        self.next == self.lines.len() && self.lines.last().is_some_and(|last| last.at == row.at)
    }

    /// The cells of a row that does not have as many as it should have by the header's delimiter.
    fn other_cells(
        &mut self,
        header: &Header<'t>,
        (head, width): (&Line<'t>, usize),
        row: &Line<'t>,
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
                    "removed the bars of a Markdown table",
                );
                return Some(cells);
            }
        }
        let mut cells: Vec<&'t str> = token::cells(text, header.delimiter).collect();
        if cells.len() == width + 1 && cells.last() == Some(&"") {
            cells.pop();
            self.fix_row(FixKind::Delimiter, head.number, row, row.end(), "removed a delimiter at the end");
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

    /// An object of a header's fields and a row's values, of which there are enough.
    fn assemble(
        &mut self,
        fields: &[Field<'t>],
        values: &mut impl Iterator<Item = Value<'t>>,
        row: &Line<'t>,
    ) -> Result<Value<'t>> {
        let mut object = Object::default();
        for field in fields {
            let key = self.read_key(field.name, row, row.at)?;
            let value = if field.group.is_empty() {
                values.next().unwrap_or(Value::Word("null"))
            } else {
                self.assemble(&field.group, values, row)?
            };
            if !object.insert(key, value) {
                return Err(self.error(
                    ErrorKind::DuplicateField { name: field.name.to_string() },
                    row,
                    row.at,
                ));
            }
        }
        Ok(Value::Object(object.entries))
    }

    /// `| id | name |`, a separator and rows.
    fn read_markdown_table(&mut self, parent: Parent) -> Result<Option<Value<'t>>> {
        let rest = &self.lines[self.next..];
        let (Some(head), Some(separator)) = (rest.first().copied(), rest.get(1)) else { return Ok(None) };
        if !parent.holds(separator) || !is_separator(separator.text) {
            return Ok(None);
        }
        let inside = |line: &Line<'t>| {
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
                let kind =
                    ErrorKind::WidthMismatch { expected: names.len() as u64, found: cells.len() as u64 };
                return Err(self.error(kind, &row, row.at));
            }
            self.next += 1;
            let mut object = Object::default();
            for (name, cell) in names.iter().zip(cells) {
                let value = self.read_cell(&row, cell)?;
                if !object.insert(Cow::Borrowed(name), value) {
                    return Err(self.error(
                        ErrorKind::DuplicateField { name: name.to_string() },
                        &head,
                        head.at,
                    ));
                }
            }
            rows.push(Value::Object(object.entries));
        }
        self.fix(FixKind::MarkdownTable, &head, head.at, "wrote a Markdown table as rows".into());
        Ok(Some(Value::Array(rows)))
    }

    // ---- scalars ----

    /// A cell, or an element of an inline array.
    fn read_cell(&mut self, line: &Line<'t>, cell: &'t str) -> Result<Value<'t>> {
        if !cell.starts_with('"') {
            self.look_at(line, cell);
            return Ok(token::bare(cell));
        }
        let at = self.offset(cell);
        match token::closing_quote(cell) {
            Some(close) if close + 1 == cell.len() => Ok(Value::String(self.unescape(line, &cell[1..close]))),
            // Another quote in it, or text behind it.
            Some(_) => Ok(Value::String(self.with_inner_quotes(line, cell))),
            None => {
                self.fix(FixKind::Quote, line, at, "closed a quoted string at the end of its line".into());
                Ok(Value::String(self.unescape(line, &cell[1..])))
            }
        }
    }

    /// The value behind a key's colon or an item's hyphen; of lines below it, `own` has some.
    fn read_scalar(&mut self, line: &Line<'t>, token: &'t str, own: Option<Parent>) -> Result<Value<'t>> {
        let is_last_token = token.len() <= line.text.len() && line.text.ends_with(token);
        if token == "[]" {
            return Ok(Value::Array(Vec::new()));
        }
        if token.starts_with('"') {
            if let Some(value) = self.read_quoted(line, token)? {
                return Ok(value);
            }
        }
        if let Some(value) = self.read_block_text(token, own) {
            self.fix(
                FixKind::BlockText,
                line,
                self.offset(token),
                "wrote a block of text as a string".into(),
            );
            return Ok(value);
        }
        if is_last_token && token.starts_with(['{', '[']) && own.is_some() {
            if let Some(value) = self.read_json(line, token)? {
                return Ok(value);
            }
        }
        self.look_at(line, token);
        Ok(token::bare(token))
    }

    /// A token that begins with a quote.
    fn read_quoted(&mut self, line: &Line<'t>, token: &'t str) -> Result<Option<Value<'t>>> {
        let at = self.offset(token);
        let Some(close) = token::closing_quote(token) else {
            return self.read_open_quote(line, token).map(Some);
        };
        if close + 1 == token.len() {
            return Ok(Some(Value::String(self.unescape(line, &token[1..close]))));
        }
        let behind = &token[close + 1..];
        if matches!(behind, "," | ";") {
            self.fix(
                FixKind::Delimiter,
                line,
                at + close + 1,
                "removed a delimiter behind a quoted value".into(),
            );
            return Ok(Some(Value::String(self.unescape(line, &token[1..close]))));
        }
        Ok(Some(Value::String(self.with_inner_quotes(line, token))))
    }

    /// A string whose closing quote is not on its line.
    fn read_open_quote(&mut self, line: &Line<'t>, token: &'t str) -> Result<Value<'t>> {
        let at = self.offset(token);
        let inside = at + 1;
        // The next line with a quote.
        let following = &self.lines[self.next..];
        let mut lines = 0;
        let mut close = None;
        for candidate in following {
            let Some(left) = self.search.checked_sub(candidate.text.len()) else { break };
            self.search = left;
            lines += 1;
            if let Some(quote) = closing_quote_of(candidate.text) {
                close = Some((candidate.at + quote, &candidate.text[quote + 1..]));
                break;
            }
        }
        let taken = &following[..lines];
        match close {
            Some((end, "" | ",")) => {
                if taken.iter().any(|line| looks_like_field(line.text)) {
                    // Both readings are possible.
                    return Err(self.error(ErrorKind::UnterminatedString, line, at));
                }
                let whole = &self.text[inside..end];
                let mut string = String::with_capacity(whole.len());
                for (index, part) in whole.split('\n').enumerate() {
                    if index > 0 {
                        string.push('\n');
                    }
                    let part = part.strip_suffix('\r').unwrap_or(part);
                    string.push_str(if index > 0 { part.trim_start_matches(' ') } else { part });
                }
                self.next += lines;
                self.fix(
                    FixKind::Quote,
                    line,
                    at,
                    "wrote the line breaks in a quoted string as `\\n`".into(),
                );
                let (text, is_invalid) = token::unescape(&string);
                if is_invalid {
                    self.fix(FixKind::Escape, line, at, "replaced an invalid escape sequence".into());
                }
                Ok(Value::String(Cow::Owned(text.into_owned())))
            }
            _ => {
                self.fix(FixKind::Quote, line, at, "closed a quoted string at the end of its line".into());
                Ok(Value::String(self.unescape(line, &token[1..])))
            }
        }
    }

    /// `"say "hi" now"` without the outer quotes, `"a" b` as it stands.
    fn with_inner_quotes(&mut self, line: &Line<'t>, token: &'t str) -> Cow<'t, str> {
        let at = self.offset(token);
        let inner = token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let is_closed = inner.is_some_and(|inner| !ends_in_escape(inner));
        match inner {
            Some(inner) if is_closed => {
                self.fix(FixKind::Quote, line, at, "escaped the quotes in a quoted string".into());
                self.unescape(line, inner)
            }
            _ => {
                self.fix(
                    FixKind::Quote,
                    line,
                    at,
                    "quoted a string that has text behind its closing quote".into(),
                );
                Cow::Borrowed(token)
            }
        }
    }

    fn unescape(&mut self, line: &Line<'t>, raw: &'t str) -> Cow<'t, str> {
        let (text, is_invalid) = token::unescape(raw);
        if is_invalid {
            let at = self.offset(raw);
            self.fix(FixKind::Escape, line, at, "replaced an invalid escape sequence".into());
        }
        text
    }

    /// The lines below `|` or `>`.
    fn read_block_text(&mut self, token: &str, own: Option<Parent>) -> Option<Value<'t>> {
        let style = token.as_bytes().first().filter(|style| matches!(style, b'|' | b'>'))?;
        let chomp = match &token[1..] {
            "" => None,
            "-" => Some('-'),
            "+" => Some('+'),
            _ => return None,
        };
        let first = self.peek_in(own?)?;
        let begin = self.text[..first.at].rfind('\n').map_or(0, |end| end + 1);
        let mut last = first;
        while let Some(line) = self.peek_in(own?) {
            last = line;
            self.next += 1;
        }
        let mut string = String::new();
        let whole = &self.text[begin..last.end()];
        let mut is_behind_text = false;
        for part in whole.split('\n') {
            let part = part.strip_suffix('\r').unwrap_or(part);
            let indentation = part.len() - part.trim_start_matches([' ', '\t']).len();
            let part = &part[indentation.min(first.at - begin)..];
            if *style == b'>' {
                if part.is_empty() {
                    string.push('\n');
                    is_behind_text = false;
                    continue;
                }
                if is_behind_text {
                    string.push(' ');
                }
                string.push_str(part);
                is_behind_text = true;
            } else {
                string.push_str(part);
                string.push('\n');
            }
        }
        let text = string.trim_end_matches('\n').len();
        string.truncate(text);
        if chomp != Some('-') {
            string.push('\n');
        }
        Some(Value::String(Cow::Owned(string)))
    }

    /// JSON that begins with `token` and goes on on the lines below. Nothing if it is none.
    fn read_json(&mut self, line: &Line<'t>, token: &'t str) -> Result<Option<Value<'t>>> {
        let at = self.offset(token);
        // What fits on a line is a string to the strict reader.
        if is_balanced(token) || self.peek().is_none() {
            return Ok(None);
        }
        let rest = &self.text[at..];
        let Some(len) = json_len(rest, &mut self.search) else { return Ok(None) };
        let behind = rest[len..].split('\n').next().unwrap_or_default().trim();
        if !matches!(behind, "" | ",") {
            return Ok(None);
        }
        let Some(value) = json(&rest[..len], self.room) else { return Ok(None) };
        while self.peek().is_some_and(|next| next.at < at + len) {
            self.next += 1;
        }
        self.fix(FixKind::Json, line, at, "wrote JSON as TOON".into());
        Ok(Some(value))
    }

    /// Warns of a string that is probably meant to be something else.
    fn look_at(&mut self, line: &Line<'t>, token: &'t str) {
        let at = self.offset(token);
        let is_between = |open, close| token.len() > 1 && token.starts_with(open) && token.ends_with(close);
        if is_between('[', ']') || is_between('{', '}') {
            self.warn(WarningKind::Json, line, at, "this is a string that looks like JSON");
        } else if is_between('“', '”') || is_between('‘', '’') || is_between('„', '“') {
            self.warn(WarningKind::CurlyQuotes, line, at, "the quotes are a part of this string");
        } else if matches!(
            token,
            "None" | "Null" | "NULL" | "nil" | "undefined" | "True" | "False" | "TRUE" | "FALSE" | "NaN"
        ) {
            self.warn(WarningKind::Literal, line, at, "this is a string, not null, true, false or a number");
        } else if token.contains(" // ") || token.contains(" # ") {
            self.warn(WarningKind::Comment, line, at, "what looks like a comment is a part of this string");
        }
    }

    /// Where a part of the text begins in it.
    fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len())
    }
}

/// A header without a key at the root stands in front of its rows like any other line.
fn parent_of_root(parent: Parent, line: &Line<'_>) -> Parent {
    if parent.indent.is_none() { Parent::of(line) } else { Parent { indent: Some(line.indent), ..parent } }
}

/// The JSON in `text`.
pub(super) fn json<'t>(text: &str, max_depth: usize) -> Option<Value<'t>> {
    let mut builder = Builder::new(max_depth);
    crate::json::Reader::new(text).read(&mut builder).ok()?;
    builder.finish()
}

/// The length of the JSON object or array that `text` begins with, if its brackets are closed.
fn json_len(text: &str, search: &mut usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while at < bytes.len() {
        *search = search.checked_sub(1)?;
        match bytes[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'"' => {
                let close = token::closing_quote(&text[at..])?;
                *search = search.checked_sub(close)?;
                at += close;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether as many brackets are closed as opened.
fn is_balanced(token: &str) -> bool {
    json_len(token, &mut usize::MAX.clone()).is_some()
}

/// The first quote in `text` that no backslash stands in front of.
fn closing_quote_of(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

fn ends_in_escape(text: &str) -> bool {
    text.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}

/// `key: …`, with a key that needs no quotes.
fn looks_like_field(line: &str) -> bool {
    let line = line.strip_prefix("- ").unwrap_or(line);
    line.split_once(':').is_some_and(|(key, rest)| {
        let key = key.split('[').next().unwrap_or_default();
        crate::text::key::is_bare(key) && (rest.is_empty() || rest.starts_with(' '))
    })
}

/// The line below the header of a Markdown table.
fn is_separator(line: &str) -> bool {
    line.len() > 2 && line.starts_with('|') && line.contains('-') && line.chars().all(|c| "|-: ".contains(c))
}

/// Whether the rows before and those that come have the same keys.
fn object_keys_match(before: &[Value<'_>], rows: &[Value<'_>]) -> bool {
    match (before.last(), rows.first()) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            a.len() == b.len() && a.iter().zip(b).all(|((a, _), (b, _))| a == b)
        }
        _ => true,
    }
}

/// The entries of an object, in which each key stands once.
#[derive(Default)]
struct Object<'t> {
    entries: Vec<(Cow<'t, str>, Value<'t>)>,
    /// Where the keys are, once there are many.
    index: BTreeMap<Cow<'t, str>, usize>,
}

/// So many keys are compared one by one.
const FEW: usize = 8;

impl<'t> Object<'t> {
    fn find(&self, key: &str) -> Option<usize> {
        if self.entries.len() <= FEW {
            self.entries.iter().position(|(own, _)| own == key)
        } else {
            self.index.get(key).copied()
        }
    }

    /// Returns false if the key has been there: its value is replaced.
    fn insert(&mut self, key: Cow<'t, str>, value: Value<'t>) -> bool {
        if let Some(at) = self.find(&key) {
            self.entries[at].1 = value;
            return false;
        }
        self.entries.push((key, value));
        if self.entries.len() > FEW {
            let from = if self.index.is_empty() { 0 } else { self.entries.len() - 1 };
            for (at, (key, _)) in self.entries.iter().enumerate().skip(from) {
                self.index.insert(key.clone(), at);
            }
        }
        true
    }

    /// The value of `key`, if that is the last one.
    fn last_mut(&mut self, key: &str) -> Option<&mut Value<'t>> {
        self.entries.last_mut().filter(|(own, _)| own == key).map(|(_, value)| value)
    }
}
