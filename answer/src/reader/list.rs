//! Inline arrays and lists.

use super::rows::delimiters;
use super::{LenientReader, Parent, UNIT};
use crate::fix::{FixKind, WarningKind, kept_last};
use crate::header::{self, Flaw, Header};
use crate::lines::{SourceLine, hyphen};
use crate::token::{self, Quotes};
use crate::value::{MeantValue, Object};
use alloc::format;
use alloc::vec::Vec;
use toon::__internal::{delimiter, list};
use toon::{__internal, ErrorKind, Result};

/// How a list is written.
#[derive(Clone, Copy)]
pub(super) enum Items {
    /// Below a header. As for the strict reader, `- - a` is a string in it.
    WithHeader,
    /// Without a header, as in YAML.
    Yaml,
}

impl<'t> LenientReader<'t> {
    /// Reads the array or keyed object whose header is on `line`, and whose lines belong to `own`.
    pub(super) fn read_array(
        &mut self,
        header: &Header<'t>,
        line: &SourceLine<'t>,
        own: Parent,
    ) -> Result<MeantValue<'t>> {
        self.enter(line)?;
        let margin = own.content;
        if let Some((kind, message)) = header.flaw.and_then(Flaw::fix) {
            self.fix(kind, line, line.at, message.into());
        }
        let late = self.late_fields(header, own);
        if late.is_some() {
            self.fix(FixKind::Header, line, line.at, "moved a field list in front of the colon".into());
        }
        let late = late.or_else(|| self.fields_below(header, own));
        let header = late.as_ref().unwrap_or(header);
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
            MeantValue::Array(elements) => elements.len(),
            MeantValue::Object(entries) => entries.len(),
            _ => 0,
        };
        let is_short = header.declared.is_some_and(|declared| declared > found as u64);
        if is_short && self.peek().is_none() {
            let is_last_cut = !self.end.is_line_ended && found > 0;
            let is_header_cut = header.flaw == Some(Flaw::NoColon) && self.is_unfinished(line);
            if self.end.may_lack_elements() || is_header_cut {
                // The line of an inline array is incomplete as a whole.
                let declared = header.declared.filter(|_| header.rest.is_empty());
                let what = if header.fields.is_some() { "rows" } else { "items" };
                self.note_cut(what, found - usize::from(is_last_cut), declared);
            }
        }
        if header.flaw == Some(Flaw::Count)
            && !header.rest.is_empty()
            && header.declared.is_some_and(|declared| declared != found as u64)
        {
            // The brackets may be a part of the key.
            let inside = header.text.split(['[', ']']).nth(1).unwrap_or_default();
            return Err(self.error(__internal::invalid_bracket(inside), line, line.at));
        }
        if is_short && self.has_comments_after(line) {
            // They may be rows that begin with `#`.
            return Err(self.error(
                __internal::count_mismatch(header.declared.unwrap_or(0), found as u64),
                line,
                line.at,
            ));
        }
        if header.declared != Some(found as u64) {
            let message = match header.declared {
                Some(declared) => format!("changed the count {declared} to {found}"),
                None => format!("added the missing count {found}"),
            };
            self.fix(FixKind::Count, line, line.at, message);
        }
        self.leave();
        Ok(value)
    }

    /// The header with the field list that follows its colon: `users[2]: {id,name}`.
    fn late_fields(&self, header: &Header<'t>, own: Parent) -> Option<Header<'t>> {
        let inside = header.rest.strip_prefix('{')?.strip_suffix('}')?;
        if self.is_valid || header.fields.is_some() || self.peek_in(own).is_none() {
            return None;
        }
        let fields = header::parse_fields(inside, header.delimiter, 0)?;
        Some(Header { fields: Some(fields), rest: "", ..*header })
    }

    /// The header with the field list that is on the line below it.
    fn fields_below(&mut self, header: &Header<'t>, own: Parent) -> Option<Header<'t>> {
        let line = self.peek_in(own).filter(|_| !self.is_valid && header.rest.is_empty())?;
        let list = line.text.strip_suffix(':').unwrap_or(line.text);
        let inside = list.strip_prefix('{')?.strip_suffix('}')?;
        let is_row = |next: &SourceLine<'t>| own.holds(next) && !next.text.starts_with('{');
        let is_above_rows = self.lines.get(self.next + 1).is_some_and(is_row);
        if header.fields.is_some() || !is_above_rows || inside.contains([':', '"', '{']) {
            return None;
        }
        let fields = header::parse_fields(inside, header.delimiter, 0)?;
        self.next += 1;
        self.fix(FixKind::Header, &line, line.at, "moved a field list onto the line of its header".into());
        Some(Header { fields: Some(fields), ..*header })
    }

    pub(super) fn read_inline(
        &mut self,
        header: &Header<'t>,
        line: &SourceLine<'t>,
        own: Parent,
    ) -> Result<MeantValue<'t>> {
        if let Some(elements) = self.read_json_elements(header, line) {
            return Ok(MeantValue::Array(elements));
        }
        let mut cells: Vec<&'t str> = token::cells(header.rest, header.delimiter).collect();
        let mut has_other_quotes = false;
        if let Some(other) = self.other_elements(header, line, cells.len()) {
            cells = other;
            has_other_quotes = true;
        }
        if header.rest.starts_with('[') && header.rest.ends_with(']') {
            let message = "the brackets are part of the first and the last value";
            self.warn(WarningKind::Json, line, self.offset(header.rest), message);
        }
        let is_open = |cell: &&str| cell.starts_with('"') && token::closing_quote(cell).is_none();
        if cells.last().is_some_and(is_open) && header.declared != Some(cells.len() as u64) {
            // The quote may be meant to be closed in front of any delimiter.
            return Err(self.error(ErrorKind::UnterminatedString, line, line.at));
        }
        let declared = header.declared.unwrap_or(cells.len() as u64);
        let found = cells.len();
        if found > 1 && cells.last() == Some(&"") {
            if declared == found as u64 {
                let message = "an empty string follows the delimiter at the end";
                self.warn(WarningKind::Delimiter, line, line.end() - 1, message);
            } else {
                cells.pop();
                self.fix(FixKind::Delimiter, line, line.end(), "removed a trailing delimiter".into());
            }
        }
        let words = header.rest.split_whitespace().count() as u64;
        if found == 1 && declared > 1 && words == declared && !header.rest.starts_with('"') {
            // The spaces may be meant to separate the values.
            return Err(self.error(__internal::count_mismatch(declared, 1), line, line.at));
        }
        let before = self.warnings.len();
        let elements: Vec<_> = cells
            .into_iter()
            .map(|cell| {
                if has_other_quotes {
                    self.read_quoted_anyhow(line, cell)
                } else {
                    self.read_cell(line, cell)
                }
            })
            .collect();
        // `EMPTY,NULL,OTHER` are words, but `1,None` is not.
        let is_word =
            |element: &MeantValue<'_>| matches!(element, MeantValue::Text(_) | MeantValue::String(_));
        if elements.len() > 1 && elements.iter().all(is_word) {
            let is_literal = |element: &MeantValue<'_>| {
                element.scalar().is_some_and(|text| matches!(text, "None" | "True" | "False"))
            };
            if !elements.iter().all(is_literal) {
                let warnings = self.warnings.split_off(before);
                self.warnings.extend(warnings.into_iter().filter(|one| one.kind() != WarningKind::Literal));
            }
        }
        if let Some(next) =
            self.peek_in(own).filter(|next| own.indent.is_some_and(|indent| next.indent > indent + 1))
        {
            return Err(self.error(__internal::over_indented(0), &next, next.at));
        }
        Ok(MeantValue::Array(elements))
    }

    /// Splits the elements of an inline array with other delimiters or quotes, if there are as many
    /// as declared only then.
    fn other_elements(
        &mut self,
        header: &Header<'t>,
        line: &SourceLine<'t>,
        found: usize,
    ) -> Option<Vec<&'t str>> {
        let declared = header.declared.filter(|&declared| !self.is_valid && declared != found as u64)?;
        let at = self.offset(header.rest);
        let cells = token::cells_with_plain_quotes(header.rest, &delimiters(header), Quotes::Any);
        let is_open = |cell: &&str| cell.starts_with('"') && !(cell.len() > 1 && cell.ends_with('"'));
        if cells.len() as u64 == declared
            && !cells.iter().any(is_open)
            && header.rest.contains(['"', '\'', '“', '‘', '„', '«', '，'])
        {
            self.fix(FixKind::Quote, line, at, "replaced the quotes or delimiters of an array".into());
            return Some(cells);
        }
        let delimiter = delimiter::splitting(header.rest, declared).filter(|_| found == 1)?;
        self.fix(FixKind::Delimiter, line, at, "changed the delimiter of an array".into());
        Some(token::cells(header.rest, delimiter).collect())
    }

    /// Reads `[]`, or a JSON array whose strings are no valid cells, as the elements of an inline
    /// array.
    fn read_json_elements(
        &mut self,
        header: &Header<'t>,
        line: &SourceLine<'t>,
    ) -> Option<Vec<MeantValue<'t>>> {
        let is_json = header.rest == "[]" && header.declared == Some(0)
            || header.rest.starts_with('[') && header.rest.contains('"');
        let (value, duplicates) = MeantValue::of_json(header.rest, self.room).filter(|_| is_json)?;
        let MeantValue::Array(elements) = value else { return None };
        let at = self.offset(header.rest);
        self.fix(FixKind::Json, line, at, "wrote JSON as TOON".into());
        for key in duplicates {
            self.fix(FixKind::DuplicateKey, line, at, kept_last(&key));
        }
        Some(elements)
    }

    /// Reads the items after the header of a list.
    pub(super) fn read_list(
        &mut self,
        header: &Header<'t>,
        own: Parent,
        margin: usize,
    ) -> Result<MeantValue<'t>> {
        if let Some(first) = self.peek_in(own) {
            if self.adopt_bullets(|line| own.holds(line)) {
                return self
                    .read_items(Items::WithHeader, own, margin + UNIT, first.indent)
                    .map(MeantValue::Array);
            }
            if let Some(elements) = self.read_values_below(header, &first, own) {
                return Ok(MeantValue::Array(elements));
            }
            if let Some(rows) = self.read_named_rows(header, own)? {
                return Ok(rows);
            }
        }
        match self.peek_in(own) {
            Some(first) if first.is_item() => {
                self.read_items(Items::WithHeader, own, margin + UNIT, first.indent).map(MeantValue::Array)
            }
            Some(_) if header.declared != Some(0) => {
                self.read_bare_items(own, margin + UNIT).map(MeantValue::Array)
            }
            Some(first) => Err(self.error(ErrorKind::NotAListItem, &first, first.at)),
            None => {
                let beside = self.peek().filter(|next| next.is_item() && header.declared != Some(0));
                match beside {
                    Some(next) if Some(next.indent) == own.indent => {
                        self.note_indent(&next, margin + UNIT);
                        let list = Parent { indent: next.indent.checked_sub(1), ..own };
                        self.read_items(Items::WithHeader, list, margin + UNIT, next.indent)
                            .map(MeantValue::Array)
                    }
                    _ => Ok(MeantValue::Array(Vec::new())),
                }
            }
        }
    }

    /// Reads a Markdown table, or CSV with as many rows as the header declares.
    fn read_named_rows(&mut self, header: &Header<'t>, own: Parent) -> Result<Option<MeantValue<'t>>> {
        let Some(declared) = header.declared.filter(|_| !self.is_valid) else { return Ok(None) };
        if let Some(rows) = self.read_markdown_table(own)? {
            return Ok(Some(rows));
        }
        let lines = self.lines[self.next..].iter().take_while(|line| own.holds(line)).count();
        if declared.checked_add(1) == Some(lines as u64) { self.read_csv(own) } else { Ok(None) }
    }

    /// Reads the elements of an inline array from the line below the header, if there are as many
    /// as the header declares.
    fn read_values_below(
        &mut self,
        header: &Header<'t>,
        line: &SourceLine<'t>,
        own: Parent,
    ) -> Option<Vec<MeantValue<'t>>> {
        let is_only = self.lines.get(self.next + 1).is_none_or(|next| !own.holds(next));
        let cells: Vec<_> = token::cells(line.text, header.delimiter).collect();
        let fits = cells.len() > 1 && header.declared == Some(cells.len() as u64);
        if self.is_valid
            || line.is_item()
            || !is_only
            || !fits
            || token::find_unquoted(line.text, &[':']).is_some()
        {
            return None;
        }
        self.next += 1;
        self.fix(FixKind::List, line, line.at, "moved values onto the line of their header".into());
        Some(cells.into_iter().map(|cell| self.read_cell(line, cell)).collect())
    }

    /// Reads elements without hyphens, one per line.
    pub(super) fn read_bare_items(&mut self, own: Parent, margin: usize) -> Result<Vec<MeantValue<'t>>> {
        let mut elements = Vec::new();
        while let Some(line) = self.peek_in(own) {
            let is_scalar = !line.is_item()
                && !is_bullet(line.text)
                && token::find_unquoted(line.text, &[':', ',']).is_none();
            if !is_scalar {
                return Err(self.error(ErrorKind::NotAListItem, &line, line.at));
            }
            if elements.is_empty() {
                self.fix(FixKind::List, &line, line.at, "added the missing hyphens before list items".into());
            }
            self.note_indent(&line, margin);
            self.next += 1;
            elements.push(self.read_scalar(&line, line.text, None)?);
        }
        Ok(elements)
    }

    /// Reads items whose hyphens are indented by about `indent`.
    pub(super) fn read_items(
        &mut self,
        items: Items,
        own: Parent,
        margin: usize,
        indent: usize,
    ) -> Result<Vec<MeantValue<'t>>> {
        let mut elements = Vec::new();
        while let Some(line) = self.peek_in(own) {
            if !line.is_item() {
                if line.indent <= indent
                    && own.indent.is_none_or(|parent| parent < indent)
                    && !elements.is_empty()
                {
                    // The list was not indented below its key, so this is the next field.
                    break;
                }
                return Err(self.error(ErrorKind::NotAListItem, &line, line.at));
            }
            if line.indent > indent + 1 {
                // It may belong to the item above or be the next one.
                let expected = margin / UNIT;
                let kind = __internal::over_indented(expected);
                return Err(self.error(kind, &line, line.at));
            }
            if line.is_after_blank && !elements.is_empty() {
                self.fix(FixKind::BlankLine, &line, line.at, "removed a blank line between items".into());
            }
            self.note_indent(&line, margin);
            self.next += 1;
            self.enter(&line)?;
            let element = self.read_item(items, &line, margin)?;
            let is_word = matches!(element, MeantValue::Text(_));
            if is_word && matches!(elements.last(), Some(MeantValue::Object(_))) && self.is_unfinished(&line)
            {
                // It may become the key of another object.
                self.note_cut("items", elements.len(), None);
            }
            elements.push(element);
            self.leave();
        }
        Ok(elements)
    }

    fn read_item(&mut self, items: Items, line: &SourceLine<'t>, margin: usize) -> Result<MeantValue<'t>> {
        let content = line.item();
        let at = line.end() - content.len();
        let own = Parent { indent: Some(line.indent), content: margin + UNIT };
        if content.is_empty() {
            let Some(first) = self.peek_in(own) else { return Ok(MeantValue::Object(Vec::new())) };
            self.fix(FixKind::Header, &first, first.at, "moved a field onto the line of its hyphen".into());
            return self.read_children(own, margin + UNIT);
        }
        if content == "[]" {
            return Ok(MeantValue::Array(Vec::new()));
        }
        if content.starts_with('{') && !self.is_valid {
            let json = content.strip_suffix(',').unwrap_or(content);
            if let Some((value, duplicates)) = MeantValue::of_json(json, self.room) {
                self.fix(FixKind::Json, line, at, "wrote JSON as TOON".into());
                for key in duplicates {
                    self.fix(FixKind::DuplicateKey, line, at, kept_last(&key));
                }
                return Ok(value);
            }
        }
        if let Items::Yaml = items {
            let indent = line.indent + (at - line.at);
            let inner = SourceLine { at, indent, text: content, mark: hyphen(content), ..*line };
            if inner.is_item() {
                // `- - a`: the list in the item begins on its line.
                self.next -= 1;
                self.lines[self.next] = inner;
                return self.read_items(items, own, margin + UNIT, inner.indent).map(MeantValue::Array);
            }
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
        // `- a[0]` and `- [x] done` are strings.
        let is_header = header::parse(content).is_some_and(|header| header.flaw != Some(Flaw::NoColon));
        let is_field = token::find_unquoted(content, &[':']).is_some() || is_header;
        if !is_field {
            return self.read_scalar(line, content, Some(own));
        }
        self.enter(line)?;
        let mut object = Object::default();
        let (key, value) = self.read_field(line, at, content, own, margin + UNIT, &mut object)?;
        let value = self.read_fields(own, margin + UNIT, value.map(|value| (key, value)));
        self.leave();
        value
    }
}

/// Whether a line looks like an item, but with another mark than TOON's.
pub(super) fn is_bullet(line: &str) -> bool {
    line.starts_with(['-', '–']) || list::bullet(line).is_some()
}
