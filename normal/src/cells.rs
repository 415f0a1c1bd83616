//! Reserved strings in cells, and the escapes for literal strings that look like them.

/// The key is absent from this row.
pub(super) const ABSENT: &str = "_";
/// In a marker column: the group is `null`.
pub(super) const NULL_GROUP: &str = "_null";
/// In a marker column: the group is `{}`.
pub(super) const EMPTY_GROUP: &str = "_empty";

/// Matches `^_+(null|empty)?$`. Such literal strings are escaped with another `_`.
fn is_word(text: &str) -> bool {
    let rest = text.trim_start_matches('_');
    rest.len() < text.len() && matches!(rest, "" | "null" | "empty")
}

/// Matches `^_*[`, for any of `brackets`. Where JSON text is declared, such literal strings are
/// escaped with another `_`.
pub(super) fn is_bracketed(text: &str, brackets: &[char]) -> bool {
    text.trim_start_matches('_').starts_with(brackets)
}

/// The brackets that introduce JSON text in a declared cell.
pub(super) const IN_CELL: &[char] = &['[', '{'];
/// The bracket that introduces JSON text in a declared legend entry.
pub(super) const IN_LEGEND: &[char] = &['['];
/// No JSON text is declared.
pub(super) const UNDECLARED: &[char] = &[];

/// Whether a literal string needs an escape.
pub(super) fn needs_escape(text: &str, brackets: &[char]) -> bool {
    text.starts_with('_') && is_word(text) || is_bracketed(text, brackets)
}

/// The escaped string for a cell or member. `None` if it needs no escape.
pub(super) fn escape(text: &str, brackets: &[char]) -> Option<String> {
    needs_escape(text, brackets).then(|| format!("_{text}"))
}

/// The literal string, if `text` is escaped only because of its bracket.
pub(super) fn unescape_bracket<'t>(text: &'t str, brackets: &[char]) -> Option<&'t str> {
    text.strip_prefix('_').filter(|inner| is_bracketed(inner, brackets))
}

/// The literal string, if `text` is escaped.
pub(super) fn unescape<'t>(text: &'t str, brackets: &[char]) -> Option<&'t str> {
    let inner = text.strip_prefix('_')?;
    (is_word(inner) && inner.starts_with('_')).then_some(inner).or_else(|| unescape_bracket(text, brackets))
}
