//! Finds the lines around a line.

use crate::error::kind::counted;
use crate::recognize::header::{self, TextHeader};
use crate::text::unquoted::find_unquoted;
use alloc::string::String;
use core::iter;

/// The text that was read, and its unit of indentation.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'t> {
    text: &'t str,
    pub(super) unit: usize,
}

/// A line that is neither blank nor a comment.
#[derive(Clone, Copy)]
pub(super) struct NearLine<'t> {
    /// Where it begins and ends in the text, without its line break.
    begin: usize,
    end: usize,
    /// How far it is indented, in columns.
    pub(super) indent: usize,
    pub(super) has_tab: bool,
    /// Without indentation, trailing spaces and CR.
    pub(super) content: &'t str,
}

impl<'t> Surroundings<'t> {
    pub(super) fn new(text: &'t str, unit: usize) -> Self {
        Surroundings { text: text.strip_prefix('\u{feff}').unwrap_or(text), unit: unit.max(1) }
    }

    /// The line that contains the byte at `offset` of the `whole` text, and the offset within the
    /// line's content.
    pub(super) fn line_at(&self, whole: &str, offset: usize) -> (NearLine<'t>, usize) {
        // Without the byte order mark.
        let offset = offset.saturating_sub(whole.len() - self.text.len()).min(self.text.len());
        let before = self.text.as_bytes().get(..offset).unwrap_or_default();
        let begin = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let line = self.line(begin);
        let at = begin + self.indentation(&line);
        (line, offset.saturating_sub(at).min(line.content.len()))
    }

    fn indentation(&self, line: &NearLine<'_>) -> usize {
        let whole = self.text.get(line.begin..line.end).unwrap_or_default();
        whole.len() - whole.trim_start_matches([' ', '\t']).len()
    }

    fn line(&self, begin: usize) -> NearLine<'t> {
        let rest = self.text.get(begin..).unwrap_or_default();
        let len = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let whole = rest.get(..len).unwrap_or_default();
        let content = whole.trim_start_matches([' ', '\t']);
        let indentation = whole.strip_suffix(content).unwrap_or_default();
        let tabs = indentation.matches('\t').count();
        NearLine {
            begin,
            end: begin + len,
            indent: indentation.len() - tabs + tabs * self.unit,
            has_tab: tabs > 0,
            content: content.strip_suffix('\r').unwrap_or(content).trim_end_matches(' '),
        }
    }

    /// The first line of the text.
    pub(super) fn first(&self) -> Option<NearLine<'t>> {
        let first = self.line(0);
        if first.is_content() { Some(first) } else { self.after(&first) }
    }

    pub(super) fn before(&self, line: &NearLine<'t>) -> Option<NearLine<'t>> {
        let mut begin = line.begin;
        loop {
            let end = begin.checked_sub(1)?;
            let before = self.text.as_bytes().get(..end).unwrap_or_default();
            begin = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
            let line = self.line(begin);
            if line.is_content() {
                return Some(line);
            }
        }
    }

    pub(super) fn after(&self, line: &NearLine<'t>) -> Option<NearLine<'t>> {
        let mut end = line.end;
        while end < self.text.len() {
            let line = self.line(end + 1);
            if line.is_content() {
                return Some(line);
            }
            end = line.end;
        }
        None
    }

    /// Whether the line after `line` is a comment, apart from blank ones.
    pub(super) fn has_comment_after(&self, line: &NearLine<'_>) -> bool {
        let rest = self.text.get(line.end..).unwrap_or_default();
        rest.trim_start().starts_with('#')
    }

    /// `line`, and all lines after it.
    pub(super) fn from(self, line: NearLine<'t>) -> impl Iterator<Item = NearLine<'t>> {
        iter::successors(Some(line), move |line| self.after(line))
    }

    /// The lines after `line`.
    pub(super) fn following(self, line: NearLine<'t>) -> impl Iterator<Item = NearLine<'t>> {
        self.from(line).skip(1)
    }

    /// All lines.
    pub(super) fn all(self) -> impl Iterator<Item = NearLine<'t>> {
        iter::successors(self.first(), move |line| self.after(line))
    }

    /// The lines before `line`, from the last one to the first.
    fn preceding(self, line: NearLine<'t>) -> impl Iterator<Item = NearLine<'t>> {
        iter::successors(self.before(&line), move |line| self.before(line))
    }

    /// The line above that is indented less.
    pub(super) fn parent(&self, line: &NearLine<'t>) -> Option<NearLine<'t>> {
        let indent = line.indent;
        self.preceding(*line).find(|before| before.indent < indent)
    }

    /// The last line above that is not indented more.
    pub(super) fn not_deeper(&self, line: &NearLine<'t>) -> Option<NearLine<'t>> {
        let indent = line.indent;
        self.preceding(*line).find(|before| before.indent <= indent)
    }

    /// The first item of the list that contains `item`.
    pub(super) fn first_item(&self, item: &NearLine<'t>) -> NearLine<'t> {
        let indent = item.indent;
        self.preceding(*item)
            .take_while(|line| line.indent > indent || line.indent == indent && line.is_item())
            .filter(|line| line.indent == indent)
            .last()
            .unwrap_or(*item)
    }

    /// The lines directly below `line`, without those that are nested in them.
    pub(super) fn children(self, line: NearLine<'t>) -> impl Iterator<Item = NearLine<'t>> {
        let base = line.content_column();
        let indent = self.after(&line).map_or(0, |first| first.indent);
        self.following(line)
            .take_while(move |below| below.indent > base)
            .filter(move |below| below.indent == indent)
    }
}

impl<'t> NearLine<'t> {
    fn is_content(&self) -> bool {
        !self.content.is_empty() && !self.content.starts_with('#')
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.begin == other.begin
    }

    /// Whether it is a list item.
    pub(super) fn is_item(&self) -> bool {
        self.content == "-" || self.content.starts_with("- ")
    }

    /// The content without the hyphen of a list item.
    pub(super) fn field(&self) -> &'t str {
        let field = self.content.strip_prefix("- ").unwrap_or(self.content);
        field.trim_start_matches(' ')
    }

    /// The column in which its field begins: after the hyphen of a list item.
    pub(super) fn content_column(&self) -> usize {
        self.indent + self.content.len() - self.field().len()
    }

    /// The key token and the value of a field that is not a header.
    pub(super) fn key_value(&self) -> Option<(&'t str, &'t str)> {
        let field = self.field();
        let colon = find_unquoted(field, &[':', '['])?;
        let value = field[colon..].strip_prefix(':')?;
        Some((field[..colon].trim_end_matches(' '), value.trim_start_matches(' ')))
    }

    /// The key token of `key:` with nothing after it.
    pub(super) fn bare_key(&self) -> Option<&'t str> {
        self.key_value().filter(|(_, value)| value.is_empty()).map(|(key, _)| key)
    }

    /// The header on this line, even if it is malformed.
    pub(super) fn header(&self) -> Option<TextHeader<'t>> {
        header::parse(self.field())
    }
}

/// `1 space`, `2 spaces`.
pub(super) fn spaces(count: usize) -> String {
    counted(count as u64, "space")
}
