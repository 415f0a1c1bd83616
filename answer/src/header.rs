//! Array headers (§6), interpreted leniently.

use super::fix::FixKind;
use super::token;
use alloc::vec::Vec;
use toon::__internal::count::{self, Spelling};

/// `key[3|]{a,b{c}}: …`, or something similar.
pub(super) struct Header<'t> {
    /// The key token, including quotes; empty if there is none.
    pub(super) key: &'t str,
    /// The count in the brackets, if it is a number.
    pub(super) declared: Option<u64>,
    pub(super) is_keyed: bool,
    pub(super) delimiter: char,
    pub(super) fields: Option<Vec<HeaderField<'t>>>,
    /// The rest of the line after the colon and its spaces.
    pub(super) rest: &'t str,
    /// The header alone, without its colon.
    pub(super) text: &'t str,
    pub(super) flaw: Option<Flaw>,
}

/// What is wrong with a header, apart from its count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flaw {
    /// `[2,]` or `[#2]`: the syntax of an older version.
    OldSyntax,
    /// `users{id,name}:`.
    NoBracket,
    NoColon,
    /// `users[2] {id,name}:`.
    Space,
    /// The field list uses another delimiter than the bracket segment declares.
    Delimiter,
    /// `{id,name,}`.
    TrailingDelimiter,
    /// `[2 items]` or `[~50]`.
    Count,
    /// `users[2]{id,name}：`.
    Colon,
    /// `users[2](id,name):`.
    Parentheses,
}

impl Flaw {
    /// What a repair of the flaw is called. That of a missing bracket segment is the count that is added.
    pub(super) fn fix(self) -> Option<(FixKind, &'static str)> {
        let message = match self {
            Flaw::NoBracket => return None,
            Flaw::TrailingDelimiter => {
                return Some((FixKind::Delimiter, "removed a trailing delimiter from a field list"));
            }
            Flaw::Delimiter => return Some((FixKind::Delimiter, "changed the delimiter of a field list")),
            Flaw::OldSyntax => "removed outdated syntax from a header",
            Flaw::NoColon => "added the missing colon after a header",
            Flaw::Space => "removed spaces from a header",
            Flaw::Count => "wrote the count in a header as a number",
            Flaw::Colon => "wrote the colon after a header as `:`",
            Flaw::Parentheses => "replaced the parentheses around a field list with braces",
        };
        Some((FixKind::Header, message))
    }
}

/// A leaf field, or a field group.
#[derive(Clone)]
pub(super) struct HeaderField<'t> {
    /// The name token, including quotes.
    pub(super) name: &'t str,
    pub(super) group: Vec<HeaderField<'t>>,
}

impl HeaderField<'_> {
    fn leaves(&self) -> usize {
        if self.group.is_empty() { 1 } else { self.group.iter().map(HeaderField::leaves).sum() }
    }
}

impl Header<'_> {
    /// The number of cells in a row, if there is a field list.
    pub(super) fn width(&self) -> Option<usize> {
        self.fields.as_ref().map(|fields| fields.iter().map(HeaderField::leaves).sum())
    }
}

/// Parses the header at the start of `line`.
pub(super) fn parse(line: &str) -> Option<Header<'_>> {
    let key_len = token::find_unquoted(line, &['[', '{', ':', '：']).unwrap_or(line.len());
    let (whole_key, mut rest) = line.split_at(key_len);
    let key = whole_key.trim_end_matches(' ');
    if !key.is_empty() && !is_key(key) {
        return None;
    }
    let mut flaw = (key != whole_key).then_some(Flaw::Space);
    let bracket = if rest.starts_with('[') {
        let close = rest.find(']')?;
        let bracket = Bracket::parse(&rest[1..close])?;
        rest = &rest[close + 1..];
        flaw = bracket.flaw.or(flaw);
        Some(bracket)
    } else {
        None
    };
    let has_bracket = bracket.is_some();
    let Bracket { declared, is_keyed, delimiter, .. } = bracket.unwrap_or_default();
    let mut fields = None;
    let trimmed = rest.trim_start_matches(' ');
    if has_bracket && trimmed.starts_with(['{', ':']) && trimmed != rest {
        flaw = flaw.or(Some(Flaw::Space));
        rest = trimmed;
    }
    let is_in_parentheses = has_bracket && rest.starts_with('(') && rest.trim_end().ends_with("):");
    if rest.starts_with('{') || is_in_parentheses {
        let close = if is_in_parentheses { rest.find(')')? } else { token::closing_brace(rest)? };
        if is_in_parentheses {
            flaw = flaw.or(Some(Flaw::Parentheses));
        }
        let inside = &rest[1..close];
        rest = &rest[close + 1..];
        // The declared delimiter, unless the list does not contain it but another one.
        let declared = delimiter.unwrap_or(',');
        let has = |delimiter: char| token::find_unquoted(inside, &[delimiter]).is_some();
        let used = if has(declared) {
            declared
        } else {
            [',', '|', '\t', '，'].into_iter().find(|&d| has(d)).unwrap_or(declared)
        };
        if used != declared {
            flaw = flaw.or(Some(Flaw::Delimiter));
        }
        if inside.trim_end().ends_with(used) {
            flaw = flaw.or(Some(Flaw::TrailingDelimiter));
        }
        fields = Some(parse_fields(inside, used, 0)?);
        let trimmed = rest.trim_start_matches(' ');
        if trimmed.starts_with(':') && trimmed != rest {
            flaw = flaw.or(Some(Flaw::Space));
            rest = trimmed;
        }
    }
    if !has_bracket {
        // Without a key, or with a value on its line, it might be JSON.
        fields.as_ref()?;
        if key.is_empty() || rest != ":" {
            return None;
        }
        flaw = Some(Flaw::NoBracket);
    }
    if let Some(after) = rest.strip_prefix('：') {
        let text = &line[..line.len() - rest.len()];
        let delimiter = delimiter.unwrap_or(',');
        let (rest, flaw) = (after.trim_start_matches(' '), Some(Flaw::Colon));
        return Some(Header { key, declared, is_keyed, delimiter, fields, rest, text, flaw });
    }
    let text = &line[..line.len() - rest.len()];
    match rest.strip_prefix(':') {
        Some(after) => rest = after.trim_start_matches(' '),
        // `see [1] for details` is no header.
        None if key == whole_key
            && (rest.is_empty() || has_bracket && fields.is_none() && rest.starts_with(' ')) =>
        {
            flaw = flaw.or(Some(Flaw::NoColon));
            rest = rest.trim_start();
        }
        None => return None,
    }
    Some(Header { key, declared, is_keyed, delimiter: delimiter.unwrap_or(','), fields, rest, text, flaw })
}

/// The bracket segment of a header.
#[derive(Default)]
struct Bracket {
    declared: Option<u64>,
    is_keyed: bool,
    delimiter: Option<char>,
    flaw: Option<Flaw>,
}

impl Bracket {
    /// Parses the text between the brackets.
    fn parse(whole: &str) -> Option<Self> {
        let mut bracket = Bracket::default();
        let mut inside = whole;
        if let Some(number) = inside.strip_prefix('#') {
            inside = number;
            bracket.flaw = Some(Flaw::OldSyntax);
        }
        bracket.delimiter = inside.chars().next_back().filter(|last| matches!(last, ',' | '|' | '\t'));
        if let Some(last) = bracket.delimiter {
            inside = &inside[..inside.len() - last.len_utf8()];
            if last == ',' {
                bracket.flaw = Some(Flaw::OldSyntax);
            }
        }
        if let Some(count) = inside.strip_suffix(':') {
            (inside, bracket.is_keyed) = (count, true);
        }
        let spaced = inside;
        let inside = inside.trim();
        if spaced != inside {
            bracket.flaw = bracket.flaw.or(Some(Flaw::Space));
        }
        let is_number = !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_digit());
        // `[02]` is not a valid count, so it must be rewritten.
        let is_exact = is_number && (inside == "0" || !inside.starts_with('0'));
        bracket.declared = inside.parse().ok().filter(|_| is_exact);
        // Not any word: `[Ann]` may be a part of the key.
        let is_symbol = inside.chars().all(|c| "?.*…_".contains(c))
            || ["n", "m", "k", "x", "len", "length", "count", "num", "size"]
                .iter()
                .any(|symbol| inside.eq_ignore_ascii_case(symbol));
        if is_number || is_symbol {
            return Some(bracket);
        }
        let count = count::parse(whole)?;
        Some(Bracket {
            declared: count.digits.parse().ok().filter(|_| count.spelling == Spelling::Unit),
            is_keyed: count.is_keyed,
            delimiter: count.delimiter,
            flaw: Some(Flaw::Count),
        })
    }
}

/// Whether a token is a key: quoted, or bare without spaces, commas and quotes.
fn is_key(token: &str) -> bool {
    if token.starts_with('"') {
        return token.len() >= 2 && token::closing_quote(token) == Some(token.len() - 1);
    }
    !token.contains([' ', '\t', ',', '"'])
}

/// The maximum nesting of field groups.
const MAX_GROUPS: usize = 32;

pub(super) fn parse_fields(list: &str, delimiter: char, depth: usize) -> Option<Vec<HeaderField<'_>>> {
    if depth > MAX_GROUPS {
        return None;
    }
    let mut fields = Vec::new();
    let mut rest = list;
    loop {
        let end = token::find_unquoted(rest, &[delimiter, '{']).unwrap_or(rest.len());
        let name = rest[..end].trim();
        if name.is_empty() {
            // A trailing delimiter.
            return (rest.is_empty() && !fields.is_empty()).then_some(fields);
        }
        rest = &rest[end..];
        let mut group = Vec::new();
        if rest.starts_with('{') {
            let close = token::closing_brace(rest)?;
            group = parse_fields(&rest[1..close], delimiter, depth + 1)?;
            // A tab may be the delimiter.
            rest = rest[close + 1..].trim_start_matches(' ');
        }
        fields.push(HeaderField { name, group });
        match rest.strip_prefix(delimiter) {
            Some(after) => rest = after,
            None if rest.is_empty() => return Some(fields),
            None => return None,
        }
    }
}
