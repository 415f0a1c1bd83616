//! Keys of a normal form: own keys, side keys and paths.

use super::tree::{Object, Str};
use std::collections::HashSet;
use std::rc::Rc;

/// The root keys of the form itself.
pub(super) const FORM: &str = "_form";
pub(super) const LET: &str = "_let";
pub(super) const SAME: &str = "_same";

/// The words of side keys. A child table cannot have a path through one of them.
pub(super) const RESERVED: [&str; 13] =
    ["each", "words", "list", "pairs", "numbers", "tuple", "json", "map", "of", "order", "alt", "key", "in"];

pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// The parts of `key` in front of a dot, from the shortest.
pub(super) fn parts(key: &str) -> impl DoubleEndedIterator<Item = &str> {
    key.match_indices('.').map(|(at, _)| &key[..at])
}

/// Writes the keys of one object, which has no side keys: a row or a legend.
pub(super) fn row_key(key: &Str) -> Str {
    if key.ends_with('.') { format!("{key}.").into() } else { Rc::clone(key) }
}

/// Reads a key that is no side key.
pub(super) fn own_key(key: &Str) -> Str {
    match key.strip_suffix('.') {
        Some(own) => own.into(),
        None => Rc::clone(key),
    }
}

/// Writes the keys of one object that may have side keys.
pub(super) struct KeyWriter<'o> {
    /// Those that could be the part of another one.
    keys: HashSet<&'o str>,
    is_root: bool,
}

impl<'o> KeyWriter<'o> {
    pub(super) fn new(members: &'o Object, is_root: bool) -> Self {
        let has_dots = members.iter().any(|(key, _)| key.contains('.'));
        let keys = if has_dots { members.iter().map(|(key, _)| &**key).collect() } else { HashSet::new() };
        KeyWriter { keys, is_root }
    }

    pub(super) fn write(&self, key: &Str) -> Str {
        let is_special = |part: &str| self.is_root && [FORM, LET, SAME].contains(&part);
        let is_escaped = key.ends_with('.')
            || is_special(key)
            || parts(key).any(|part| self.keys.contains(part) || is_special(part));
        if is_escaped { format!("{key}.").into() } else { Rc::clone(key) }
    }
}

/// The text of a path in side keys and placeholders: nothing where a segment is not fit for one.
pub(super) fn path_text(path: &[Str]) -> Option<String> {
    let is_fit = |segment: &Str| !segment.is_empty() && !segment.contains(['.', '{', '}']);
    path.iter().all(is_fit).then(|| path.join("."))
}
