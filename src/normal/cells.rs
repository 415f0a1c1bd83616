//! Strings with a meaning of their own in cells, and how real strings are told from them.

/// The key of this cell is absent.
pub(super) const ABSENT: &str = "_";
/// The group of this marker column is `null`.
pub(super) const NULL_GROUP: &str = "_null";
/// The group of this marker column is `{}`.
pub(super) const EMPTY_GROUP: &str = "_empty";

/// `^_+(null|empty)?$`: what gets one more `_` when it is a real string.
fn is_word(text: &str) -> bool {
    let rest = text.trim_start_matches('_');
    rest.len() < text.len() && matches!(rest, "" | "null" | "empty")
}

/// `^_*[` with one of `brackets`: what gets one more `_` in a place that is declared for JSON text.
fn is_bracketed(text: &str, brackets: &[char]) -> bool {
    text.trim_start_matches('_').starts_with(brackets)
}

/// The brackets that begin JSON text in a declared cell.
pub(super) const IN_CELL: &[char] = &['[', '{'];
/// The bracket that does so in a declared entry of a legend.
pub(super) const IN_LEGEND: &[char] = &['['];
/// Of a place that is not declared.
pub(super) const UNDECLARED: &[char] = &[];

/// Whether a real string needs an escape.
pub(super) fn needs_escape(text: &str, brackets: &[char]) -> bool {
    text.starts_with('_') && is_word(text) || is_bracketed(text, brackets)
}

/// A string as it is written in a cell or as a member.
pub(super) fn escape(text: &str, brackets: &[char]) -> Option<String> {
    needs_escape(text, brackets).then(|| format!("_{text}"))
}

/// The real string, if `text` is one that is escaped because of its bracket.
pub(super) fn unescape_bracket<'t>(text: &'t str, brackets: &[char]) -> Option<&'t str> {
    text.strip_prefix('_').filter(|inner| is_bracketed(inner, brackets))
}

/// The real string, if `text` is an escaped one.
pub(super) fn unescape<'t>(text: &'t str, brackets: &[char]) -> Option<&'t str> {
    let inner = text.strip_prefix('_')?;
    (is_word(inner) && inner.starts_with('_')).then_some(inner).or_else(|| unescape_bracket(text, brackets))
}
