//! Finds a value's position in the text by its path.

use super::value::{MeantValue, offset_in};
use toon::__answer::Segment;

impl MeantValue<'_> {
    /// The offset of the value at `path` in `text`, which `self` borrows from. A string with
    /// escapes is not borrowed; its offset is that of its key, or of the first scalar in a value
    /// around it.
    pub(super) fn locate(&self, mut path: &str, text: &str) -> Option<usize> {
        let mut value = self;
        let mut at = value.start(text);
        while let Some((key, inside, rest)) = value.child(path) {
            let key = key.filter(|key| !is_field_name(text, key)).and_then(|key| offset_in(text, key));
            at = inside.start(text).or(key).or(at);
            (value, path) = (inside, rest);
        }
        at
    }

    /// Follows the first segment of `path`. Returns the key, the value and the rest of the path.
    fn child<'v, 'p>(&'v self, path: &'p str) -> Option<(Option<&'v str>, &'v Self, &'p str)> {
        let after = |segment: &str| {
            let rest = path.strip_prefix(segment)?;
            let next = rest.strip_prefix('.').or_else(|| Some(rest).filter(|rest| rest.starts_with('[')));
            next.or_else(|| Some(rest).filter(|rest| rest.is_empty()))
        };
        match self {
            MeantValue::Array(elements) => {
                let (index, _) = path.strip_prefix('[')?.split_once(']')?;
                let index: usize = index.parse().ok()?;
                let rest = after(&Segment::Index(index as u64).text())?;
                Some((None, elements.get(index)?, rest))
            }
            MeantValue::Object(entries) if !path.is_empty() => entries.iter().find_map(|(key, value)| {
                let rest = after(&Segment::Key(key).text())?;
                Some((Some(key.as_ref()), value, rest))
            }),
            _ => None,
        }
    }

    /// The offset of the first scalar.
    fn start(&self, text: &str) -> Option<usize> {
        match self {
            MeantValue::Word(token) | MeantValue::Text(token) => offset_in(text, token),
            MeantValue::Number(token) => offset_in(text, token),
            MeantValue::String(string) => {
                let at = offset_in(text, string)?;
                Some(if text[..at].ends_with('"') { at - 1 } else { at })
            }
            MeantValue::Array(elements) => elements.iter().find_map(|element| element.start(text)),
            MeantValue::Object(entries) => entries.iter().find_map(|(_, value)| value.start(text)),
        }
    }
}

/// Whether `key` is borrowed from the field list of a header, which may be far from its values.
fn is_field_name(text: &str, key: &str) -> bool {
    offset_in(text, key).is_some_and(|at| {
        let behind = &text[at + key.len()..];
        behind.strip_prefix('"').unwrap_or(behind).starts_with([',', '|', '\t', '{', '}'])
    })
}

/// The column of `offset` in `text`, where byte-order marks do not count.
pub(super) fn column(text: &str, offset: usize) -> usize {
    let before = &text[..offset];
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    1 + before[begin..].chars().filter(|&c| c != '\u{feff}').count()
}
