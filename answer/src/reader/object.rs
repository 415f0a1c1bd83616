//! The document and its objects.

use super::list::{Items, is_bullet};
use super::scalar::{is_marked_up, is_numbered};
use super::{LenientReader, Parent, UNIT};
use crate::fix::{FixKind, WarningKind, kept_last};
use crate::header::{self, Header};
use crate::lines::{SourceLine, is_wide_space};
use crate::token;
use crate::value::{MeantValue, Object};
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use toon::__internal::prose::is_sentence;
use toon::__internal::{assignment, json, key, yaml};
use toon::{__internal, ErrorKind, Result};

/// The warning about keys such as `id` and `ID`.
pub(super) const OTHER_CASE: &str = "this key differs from another one only in upper and lower case";

impl<'t> LenientReader<'t> {
    pub(crate) fn read(&mut self) -> Result<MeantValue<'t>> {
        self.drop_document_markers();
        let Some(first) = self.peek() else { return Ok(MeantValue::Object(Vec::new())) };
        self.enter(&first)?;
        let value = if first.text == "[]" {
            self.next += 1;
            MeantValue::Array(Vec::new())
        } else {
            self.read_children(Parent::ROOT, 0)?
        };
        match self.peek() {
            Some(line) => Err(self.error(ErrorKind::TrailingContent, &line, line.at)),
            None => self.doubtful.take().map_or(Ok(value), Err),
        }
    }

    pub(super) fn drop_document_markers(&mut self) {
        if self.lines.len() > 1 && !self.is_valid {
            if let Some(line) =
                self.lines.first().copied().filter(|line| line.text.eq_ignore_ascii_case("toon"))
            {
                self.next = 1;
                self.fix(FixKind::DocumentMarker, &line, line.at, "removed the name of the format".into());
            }
        }
        let is_marker = |line: &SourceLine<'_>| yaml::is_document_marker(line.text);
        let has_begin = self.lines.first().is_some_and(is_marker);
        if has_begin {
            let line = self.lines.remove(0);
            self.fix(FixKind::DocumentMarker, &line, line.at, "removed a document marker".into());
        }
        // Without the marker of a beginning, three dots stand for rows that were left out.
        let is_end =
            |line: &SourceLine<'_>| is_marker(line) && (line.text == "---" || has_begin && line.indent == 0);
        if self.lines.last().is_some_and(is_end) {
            if let Some(line) = self.lines.pop() {
                self.fix(FixKind::DocumentMarker, &line, line.at, "removed a document marker".into());
            }
        }
    }

    /// Reads the value that consists of the lines of `parent`, and should be indented by `margin`.
    pub(super) fn read_children(&mut self, parent: Parent, margin: usize) -> Result<MeantValue<'t>> {
        let Some(first) = self.peek_in(parent) else { return Ok(MeantValue::Object(Vec::new())) };
        if let Some(value) = self.read_foreign(parent)? {
            return Ok(value);
        }
        if self.adopt_bullets(|line| parent.holds(line)) {
            return self.read_items(Items::Yaml, parent, margin, first.indent).map(MeantValue::Array);
        }
        if first.is_item() && !self.is_valid && self.is_list(parent) {
            self.fix(FixKind::List, &first, first.at, "added the missing header of a list".into());
            return self.read_items(Items::Yaml, parent, margin, first.indent).map(MeantValue::Array);
        }
        if let Some(header) = header::parse(first.text).filter(|header| header.key.is_empty()) {
            if parent.indent.is_some() {
                self.fix(FixKind::Header, &first, first.at, "moved a header onto the line of its key".into());
            } else {
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

    /// Whether all lines of `parent` at the depth of its first are list items. If not, `- a: 1` is
    /// a field, as for the strict reader.
    pub(super) fn is_list(&self, parent: Parent) -> bool {
        let mut lines = self.lines[self.next..].iter().take_while(|line| parent.holds(line));
        let Some(first) = lines.next() else { return false };
        lines.filter(|line| line.indent <= first.indent).all(SourceLine::is_item)
    }

    // ---- objects ----

    /// Reads the fields of an object after `first`, if that has been read already.
    pub(super) fn read_fields(
        &mut self,
        parent: Parent,
        margin: usize,
        first: Option<(Cow<'t, str>, MeantValue<'t>)>,
    ) -> Result<MeantValue<'t>> {
        let mut object = Object::default();
        if let Some((key, value)) = first {
            object.insert(key, value);
        }
        let has_commas = self.has_trailing_commas(parent);
        let mut scope = None;
        // The first field, which may be a sentence about the others.
        let mut introduction: Option<SourceLine<'t>> = None;
        while let Some(mut line) = self.peek_in(parent) {
            if !self.is_valid && is_closing_bracket(line.text) {
                self.fix(FixKind::Json, &line, line.at, "removed a closing bracket".into());
                self.next += 1;
                continue;
            }
            if let Some(text) = line.text.strip_suffix(',').filter(|_| has_commas) {
                self.fix_row(FixKind::Delimiter, 0, &line, line.end() - 1, "removed a comma after a field");
                line.text = text.trim_end();
            }
            // The meaning of a line that is indented much more than its siblings is ambiguous.
            let indent = *scope.get_or_insert(line.indent);
            if line.indent > indent + 1 {
                let expected = margin / UNIT;
                let kind = __internal::over_indented(expected);
                return Err(self.error(kind, &line, line.at));
            }
            let is_between =
                parent.indent.is_some_and(|parent| indent.saturating_sub(line.indent) * 2 >= indent - parent);
            if line.indent < indent && is_between {
                // It may as well belong to the object around this one.
                return Err(self.error(ErrorKind::TrailingContent, &line, line.at));
            }
            self.note_indent(&line, margin);
            self.next += 1;
            let (key, value) = self.read_field(&line, line.at, line.text, parent, margin, &mut object)?;
            let Some(value) = value else { continue };
            if parent.indent.is_none() && line.is_after_blank {
                self.note_prose(&line, &value, introduction.as_ref(), &object);
            }
            introduction.get_or_insert(line);
            if object.has_in_other_case(&key) {
                self.warn(WarningKind::Case, &line, line.at, OTHER_CASE);
            }
            let is_scalar = !matches!(value, MeantValue::Array(_) | MeantValue::Object(_));
            if object
                .get(&key)
                .is_some_and(|before| !(before.is_like(&value) || is_scalar && before.is_scalar()))
            {
                // Neither of the two may be lost.
                return Err(self.error(__internal::duplicate_key(&key), &line, line.at));
            }
            if object.get(&key).is_some_and(|before| !before.is_like(&value)) {
                self.warn(WarningKind::DuplicateKey, &line, line.at, "this key has another value above");
            }
            if !object.insert(key.clone(), value) {
                self.fix(FixKind::DuplicateKey, &line, line.at, kept_last(&key));
            }
        }
        Ok(MeantValue::Object(object.entries))
    }

    /// Warns about the root's fields that are probably sentences around a document: `line` after a
    /// blank line, or the `first` one, if the document is on `line`.
    fn note_prose(
        &mut self,
        line: &SourceLine<'t>,
        value: &MeantValue<'t>,
        first: Option<&SourceLine<'t>>,
        before: &Object<'t>,
    ) {
        match (first, &before.entries[..], value) {
            (Some(_), _, value) if are_sentences(value) => {
                let message = "the paragraph after a blank line was read as data";
                self.warn(WarningKind::Prose, line, line.at, message);
            }
            (Some(first), [(key, MeantValue::Text(text))], MeantValue::Array(_) | MeantValue::Object(_))
                if text.contains(' ') && key.starts_with(|first: char| first.is_ascii_uppercase()) =>
            {
                let message = "the paragraph in front of a blank line was read as data";
                self.warn(WarningKind::Prose, first, first.at, message);
            }
            // `Output:`
            (Some(first), [(key, MeantValue::Object(entries))], _)
                if entries.is_empty() && !key.starts_with(char::is_lowercase) =>
            {
                let message = "the paragraph in front of a blank line was read as data";
                self.warn(WarningKind::Prose, first, first.at, message);
            }
            _ => {}
        }
    }

    /// Reads the field in `text`, at `at` in `line`. Returns no value if that has become part of
    /// the previous field.
    pub(super) fn read_field(
        &mut self,
        line: &SourceLine<'t>,
        at: usize,
        text: &'t str,
        parent: Parent,
        margin: usize,
        object: &mut Object<'t>,
    ) -> Result<(Cow<'t, str>, Option<MeantValue<'t>>)> {
        // In a list item, further fields may be aligned with the first one, or one level below the
        // hyphen.
        let beside = match at - line.at {
            0 => 0,
            _ if self.unit == 1 => 1,
            content if self.has_line_at(line, line.indent + content) => content,
            content => content.max(self.unit),
        };
        let own = Parent { indent: Some(line.indent + beside), content: margin };
        if let Some(header) = header::parse(text).filter(|header| !header.key.is_empty()) {
            let key = self.read_key(header.key, line, at)?;
            let value = self.read_array(&header, line, own)?;
            let value = self.joined(&header, &key, value, line, object);
            return Ok((key, value));
        }
        let Some((key, after)) = self.split_field(line, at, text, own) else {
            return Err(self.error(ErrorKind::MissingColon, line, at));
        };
        if key.starts_with(['{', '[']) {
            self.warn(WarningKind::Json, line, at, "this line looks like JSON, but is a field");
            self.doubt(line, at, "this line looks like JSON, but is a field");
        }
        // `scores[Ann]` is neither a header nor a key.
        if let Some(open) = token::find_unquoted(key, &['[']).filter(|&open| open > 0) {
            let kind = match key[open + 1..].split_once(']') {
                Some((text, _)) => __internal::invalid_bracket(text),
                None => ErrorKind::UnclosedBracket,
            };
            return Err(self.error(kind, line, at + open));
        }
        if line.is_item() && at == line.at {
            self.doubt(line, at, "this line looks like a list item, but is among fields");
        }
        self.look_at_key(line, at, key);
        let key = self.read_key(key, line, at)?;
        let value = token::trim(after);
        if let Some(header) = self.header_behind_colon(value, own) {
            let at = self.offset(value);
            self.fix(FixKind::Header, line, at, "removed the colon between a key and its header".into());
            let value = self.read_array(&header, line, own)?;
            return Ok((key, Some(value)));
        }
        let value = if value.is_empty() {
            self.read_nested(line, own, parent, margin)?
        } else {
            self.read_scalar(line, value, Some(own))?
        };
        Ok((key, Some(value)))
    }

    /// Warns about a key that was probably not meant to have all its characters.
    pub(super) fn look_at_key(&mut self, line: &SourceLine<'t>, at: usize, key: &str) {
        if line.is_item() && at == line.at {
            let message = "this is a key that begins with a hyphen, not a list item";
            self.warn(WarningKind::List, line, at, message);
        } else if key.starts_with("* ") || key.starts_with("• ") {
            self.warn(WarningKind::List, line, at, "the bullet is part of this key");
        } else if is_numbered(key) {
            self.warn(WarningKind::List, line, at, "the number of the list is part of this key");
        } else if key.starts_with(is_wide_space) {
            self.warn(WarningKind::Indentation, line, at, "the indentation is part of this key");
        } else if is_marked_up(key) {
            self.warn(WarningKind::Markdown, line, at, "the Markdown is part of this key");
        } else if !key.starts_with(['"', '{']) && key.contains('{') && key.ends_with('}') {
            self.warn(WarningKind::Json, line, at, "the braces are part of this key");
        }
    }

    /// The header without a key that follows a key's colon, as in `users: [2]{id,name}:`, if lines
    /// belong to it. Nothing is below a string.
    fn header_behind_colon(&self, value: &'t str, own: Parent) -> Option<Header<'t>> {
        let header = header::parse(value).filter(|header| header.key.is_empty() && header.rest.is_empty())?;
        self.peek_in(own).filter(|_| !self.is_valid && value.starts_with('[')).map(|_| header)
    }

    /// Splits a line into a key and what follows its colon, or what stands for one.
    fn split_field(
        &mut self,
        line: &SourceLine<'t>,
        at: usize,
        text: &'t str,
        own: Parent,
    ) -> Option<(&'t str, &'t str)> {
        if let Some(colon) = token::find_unquoted(text, &[':']) {
            return Some((token::trim(&text[..colon]), &text[colon + 1..]));
        }
        let is_unfinished = self.is_unfinished(line);
        let sign = assignment::assignment(text).or_else(|| assignment::full_width_colon(text));
        if let Some((key, after)) = sign.filter(|(key, _)| is_key(key)) {
            self.fix_row(FixKind::Colon, 0, line, at + key.len(), "wrote a colon after the key");
            return Some((key, after));
        }
        if is_key(text) && self.peek_in(own).is_some() {
            self.fix(FixKind::Colon, line, line.end(), "added the missing colon after a key".into());
            return Some((text, ""));
        }
        if is_unfinished {
            self.note_cut("", 0, None);
        }
        None
    }

    /// Whether the fields of an object end in commas, as in JSON: all of them, but perhaps the last.
    fn has_trailing_commas(&self, parent: Parent) -> bool {
        let mut lines = self.lines[self.next..].iter().take_while(|line| parent.holds(line));
        let Some(first) = lines.next().filter(|first| first.text.ends_with(',') && !self.is_valid) else {
            return false;
        };
        let lines = lines.filter(|line| line.indent <= first.indent);
        let mut commas = 1;
        let mut last = first;
        for line in lines {
            // What goes on below it ends elsewhere.
            if !last.text.ends_with([',', ':', '{', '[']) {
                return false;
            }
            commas += usize::from(line.text.ends_with(','));
            last = line;
        }
        commas > 1
    }

    /// Whether one of the lines below the item on `line` is indented by `indent`, which is where the
    /// other fields stand.
    fn has_line_at(&self, line: &SourceLine<'_>, indent: usize) -> bool {
        let mut below = self.lines[self.next..].iter().take_while(|below| below.indent > line.indent);
        self.unit > indent - line.indent && below.any(|below| below.indent == indent)
    }

    pub(super) fn read_key(
        &mut self,
        key: &'t str,
        line: &SourceLine<'t>,
        at: usize,
    ) -> Result<Cow<'t, str>> {
        if !key.starts_with('"') {
            return Ok(Cow::Borrowed(key));
        }
        if token::closing_quote(key) != Some(key.len() - 1) {
            return Err(self.error(ErrorKind::TextAfterQuote, line, at));
        }
        let (text, escapes) = token::unescape(&key[1..key.len() - 1]);
        self.note_escapes(line, at, escapes);
        Ok(text)
    }

    /// Reads the value of a key with nothing after its colon.
    pub(super) fn read_nested(
        &mut self,
        line: &SourceLine<'t>,
        own: Parent,
        parent: Parent,
        margin: usize,
    ) -> Result<MeantValue<'t>> {
        self.enter(line)?;
        let value = if self.peek_in(own).is_some() {
            self.read_children(own, margin + UNIT)?
        } else if let Some(value) = self.read_foreign_beside(line, own, parent, margin)? {
            value
        } else {
            // YAML lists are often not indented below their key.
            let is_beside =
                self.peek_in(parent).is_some_and(|next| next.is_item() && Some(next.indent) == own.indent);
            if is_beside && own.indent == Some(line.indent) {
                let list = Parent { indent: line.indent.checked_sub(1), content: margin };
                if let Some(first) = self.peek() {
                    self.fix(FixKind::List, &first, first.at, "added the missing header of a list".into());
                }
                let value = self.read_items(Items::Yaml, list, margin, line.indent).map(MeantValue::Array)?;
                self.leave();
                return Ok(value);
            }
            MeantValue::Object(Vec::new())
        };
        self.leave();
        Ok(value)
    }

    /// Reads the Markdown table or list that should be indented below its key.
    fn read_foreign_beside(
        &mut self,
        line: &SourceLine<'t>,
        own: Parent,
        parent: Parent,
        margin: usize,
    ) -> Result<Option<MeantValue<'t>>> {
        let Some(first) = self.peek_in(parent) else { return Ok(None) };
        if self.is_valid || Some(first.indent) != own.indent || own.indent != Some(line.indent) {
            return Ok(None);
        }
        let beside = Parent { indent: line.indent.checked_sub(1), content: margin };
        if self.is_markdown_table() {
            return self.read_markdown_table(beside);
        }
        let is_own = |next: &SourceLine<'t>| {
            next.indent > first.indent || is_bullet(next.text) && next.indent == first.indent
        };
        if !first.is_item() && self.adopt_bullets(is_own) {
            let items = self.read_items(Items::Yaml, beside, margin, line.indent)?;
            return Ok(Some(MeantValue::Array(items)));
        }
        Ok(None)
    }

    /// If `value` is a table whose header is a repetition, appends its rows to the table before it.
    pub(super) fn joined(
        &mut self,
        header: &Header<'t>,
        key: &str,
        value: MeantValue<'t>,
        line: &SourceLine<'t>,
        object: &mut Object<'t>,
    ) -> Option<MeantValue<'t>> {
        let is_table = header.fields.is_some() && !header.is_keyed;
        match (value, object.last_mut(key)) {
            (MeantValue::Array(rows), Some(MeantValue::Array(before)))
                if is_table && have_same_keys(before, &rows) && !have_same_row(before, &rows) =>
            {
                before.extend(rows);
                self.fix(FixKind::RepeatedHeader, line, line.at, "removed a repeated header".into());
                None
            }
            (value, _) => Some(value),
        }
    }
}

/// The rows of a header without a key belong to its line, also at the root.
fn parent_of_root(parent: Parent, line: &SourceLine<'_>) -> Parent {
    if parent.indent.is_none() { Parent::of(line) } else { Parent { indent: Some(line.indent), ..parent } }
}

/// Whether a line has nothing but the closing brackets of JSON.
fn is_closing_bracket(line: &str) -> bool {
    json::is_closing(line) && line.starts_with(['}', ']']) && !line.contains(['{', '['])
}

/// Whether a value is a sentence, or a list of nothing but sentences.
fn are_sentences(value: &MeantValue<'_>) -> bool {
    match value {
        MeantValue::Text(text) => is_sentence(text),
        MeantValue::Array(elements) => {
            let is_one =
                |element: &MeantValue<'_>| matches!(element, MeantValue::Text(text) if is_sentence(text));
            !elements.is_empty() && elements.iter().all(is_one)
        }
        _ => false,
    }
}

/// Whether a token is a key without spaces.
fn is_key(token: &str) -> bool {
    key::is_bare(token)
        || token.len() > 1 && token.starts_with('"') && token::closing_quote(token) == Some(token.len() - 1)
        || !token.is_empty()
            && token.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
            && token.starts_with(char::is_alphabetic)
}

/// Whether a row begins with the same cell as one before it, so that the tables are not parts of one.
fn have_same_row(before: &[MeantValue<'_>], rows: &[MeantValue<'_>]) -> bool {
    /// A draft repeats the first rows, so that these are enough.
    const COMPARED: usize = 16;
    let known: BTreeSet<_> = before.iter().take(COMPARED).filter_map(MeantValue::first_cell).collect();
    rows.iter().take(COMPARED).filter_map(MeantValue::first_cell).any(|cell| known.contains(&cell))
}

/// Whether the rows of a repeated header have the same keys as those before.
fn have_same_keys(before: &[MeantValue<'_>], rows: &[MeantValue<'_>]) -> bool {
    match (before.last(), rows.first()) {
        (Some(MeantValue::Object(a)), Some(MeantValue::Object(b))) => {
            a.len() == b.len() && a.iter().zip(b).all(|((a, _), (b, _))| a == b)
        }
        _ => true,
    }
}
