//! Parses headers leniently (§6).

use crate::text::unquoted::{cells, closing_brace, find_unquoted};

/// A header such as `key[3|]{a,b}: …`, or something similar.
pub(super) struct TextHeader<'t> {
    /// The key token, quotes included; empty if there is none.
    pub(super) key: &'t str,
    /// The text between the brackets, if there are any.
    pub(super) bracket: Option<&'t str>,
    /// The field list, without its braces.
    pub(super) fields: Option<&'t str>,
    /// The text after the colon, if there is one.
    pub(super) values: Option<&'t str>,
}

pub(super) fn parse(field: &str) -> Option<TextHeader<'_>> {
    let key_len = find_unquoted(field, &['[', '{', ':'])?;
    let (key, mut rest) = (field[..key_len].trim_end_matches(' '), &field[key_len..]);
    let (mut bracket, mut fields) = (None, None);
    if rest.starts_with('[') {
        let close = find_unquoted(rest, &[']'])?;
        bracket = Some(&rest[1..close]);
        rest = rest[close + 1..].trim_start_matches(' ');
    }
    if rest.starts_with('{') {
        let close = closing_brace(rest)?;
        fields = Some(&rest[1..close]);
        rest = rest[close + 1..].trim_start_matches(' ');
    }
    // Without brackets, it might be anything.
    let is_header = bracket.is_some() || fields.is_some() && rest == ":" && !key.is_empty();
    let values = rest.strip_prefix(':').map(|values| values.trim_start_matches(' '));
    is_header.then_some(TextHeader { key, bracket, fields, values })
}

impl TextHeader<'_> {
    pub(super) fn delimiter(&self) -> char {
        self.bracket.and_then(|bracket| bracket.chars().find(|c| matches!(c, '|' | '\t'))).unwrap_or(',')
    }

    pub(super) fn is_keyed(&self) -> bool {
        self.bracket.is_some_and(|bracket| bracket.contains(':'))
    }

    /// Whether its elements are on the lines below.
    pub(super) fn has_elements_below(&self) -> bool {
        self.values == Some("")
    }

    /// The number of cells in a row: each delimiter in the field list adds one, at any depth.
    pub(super) fn width(&self) -> Option<usize> {
        let (mut rest, mut width) = (self.fields?, 1);
        while let Some(at) = find_unquoted(rest, &[self.delimiter()]) {
            width += 1;
            rest = &rest[at + 1..];
        }
        Some(width)
    }

    /// Whether `name` is one of its fields.
    pub(super) fn has_field(&self, name: &str) -> bool {
        self.fields.is_some_and(|fields| cells(fields, self.delimiter()).any(|field| field == name))
    }

    /// The name of its elements.
    pub(super) fn elements(&self) -> &'static str {
        match self.fields {
            Some(_) if self.is_keyed() => "entries",
            Some(_) => "rows",
            None => "items",
        }
    }

    /// Whether a line with this `content` can only be one of its elements, even if it is not
    /// indented.
    pub(super) fn is_element(&self, content: &str) -> bool {
        let is_item = content == "-" || content.starts_with("- ");
        let Some(width) = self.width() else { return is_item };
        let delimiter = self.delimiter();
        let count = |text| cells(text, delimiter).count();
        let colon = find_unquoted(content, &[':']);
        if self.is_keyed() {
            // An entry row with a single cell looks like a field.
            return width > 1
                && colon.is_some_and(|colon| count(&content[colon + 1..]) == width)
                && parse(content).is_none();
        }
        let is_field = find_unquoted(content, &[':', delimiter]) == colon && colon.is_some();
        !is_item && !is_field && count(content) == width && parse(content).is_none()
    }
}
