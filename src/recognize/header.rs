//! Headers that may be malformed (§6).

use crate::text::unquoted::{cells, closing_brace, find_unquoted};

/// A header such as `key[3|]{a,b}: …`, or something similar.
pub struct TextHeader<'t> {
    /// The key token, quotes included; empty if there is none.
    pub key: &'t str,
    /// The text between the brackets, if there are any.
    pub bracket: Option<&'t str>,
    /// The field list, without its braces.
    pub fields: Option<&'t str>,
    /// The text after the colon, if there is one.
    pub values: Option<&'t str>,
}

/// Parses the header at the start of `field`, a line without the hyphen of a list item.
pub fn parse(field: &str) -> Option<TextHeader<'_>> {
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
    /// The delimiter that the brackets declare.
    pub fn delimiter(&self) -> char {
        self.bracket.and_then(|bracket| bracket.chars().find(|c| matches!(c, '|' | '\t'))).unwrap_or(',')
    }

    /// Whether the brackets declare a keyed table.
    pub fn is_keyed(&self) -> bool {
        self.bracket.is_some_and(|bracket| bracket.contains(':'))
    }

    /// Whether its elements are on the lines below.
    pub fn has_elements_below(&self) -> bool {
        self.values == Some("")
    }

    /// The number of cells in a row: each delimiter in the field list adds one, at any depth.
    pub fn width(&self) -> Option<usize> {
        let (mut rest, mut width) = (self.fields?, 1);
        while let Some(at) = find_unquoted(rest, &[self.delimiter()]) {
            width += 1;
            rest = &rest[at + 1..];
        }
        Some(width)
    }

    /// Whether `name` is one of its fields.
    pub fn has_field(&self, name: &str) -> bool {
        self.fields.is_some_and(|fields| cells(fields, self.delimiter()).any(|field| field == name))
    }

    /// Whether a line with this `content` can only be one of its elements, even if it is not
    /// indented.
    pub fn is_element(&self, content: &str) -> bool {
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

/// Whether `line` contains a header that states a length, such as `[3]:` or `key[2]{id,name}:`. Only
/// TOON has these.
pub fn is_in(line: &str) -> bool {
    line.split('[').skip(1).any(|inside| is_bracket(inside.trim_start_matches('#').as_bytes()))
}

/// Whether the bytes after `[` continue like the bracket segment of a header: `3]:`, `3|]{`, `2:]{`.
pub fn is_bracket(inside: &[u8]) -> bool {
    let digits = inside.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = inside.get(digits..).unwrap_or_default();
    let rest = rest.strip_prefix(b":").unwrap_or(rest);
    let rest = rest.strip_prefix(b"\t").or(rest.strip_prefix(b"|")).unwrap_or(rest);
    digits > 0 && matches!(rest, [b']', b':' | b'{', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers() {
        let header = parse("users[2|] {id|name}: 1|2").unwrap();
        assert_eq!((header.key, header.bracket, header.fields), ("users", Some("2|"), Some("id|name")));
        assert_eq!((header.values, header.delimiter(), header.width()), (Some("1|2"), '|', Some(2)));
        assert!(header.has_field("id") && !header.is_keyed() && !header.has_elements_below());
        assert!(parse("users{id}:").is_some() && parse("[N]").is_some());
        for field in ["users: 1", "users", "{a}:", "a{b}: 1", "a[1", ""] {
            assert!(parse(field).is_none(), "{field}");
        }
    }

    #[test]
    fn elements() {
        let is_element = |header, content| parse(header).unwrap().is_element(content);
        assert!(
            is_element("[2]{a,b}:", "1,2") && is_element("[2]:", "- 1") && is_element("[1:]{a,b}:", "x: 1,2")
        );
        assert!(!is_element("[2]{a,b}:", "a: 1,2") && !is_element("[2]{a,b}:", "- 1,2"));
        assert!(!is_element("[1:]{a}:", "x: 1") && !is_element("[2]:", "1"));
    }

    #[test]
    fn brackets() {
        for line in ["[3]:", "a: 1 [2]{a}:", "users[2|]{a|b}:", "users[2:]{a}:", "[#2]: 1"] {
            assert!(is_in(line), "{line}");
        }
        for line in ["[1, 2]", "[]:", "[a]:", "a[1] = 2", "2]:"] {
            assert!(!is_in(line), "{line}");
        }
    }
}
