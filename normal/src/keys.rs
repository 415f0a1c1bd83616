//! Keys of a normal form: own keys, side keys and paths.

use super::tree::{Members, Str};
use std::collections::HashSet;
use std::rc::Rc;

/// The root keys that the form reserves.
pub(super) const FORM: &str = "_form";
pub(super) const LET: &str = "_let";
pub(super) const SAME: &str = "_same";
/// The only member of a document whose value is not written as its root object.
pub(super) const LIST: &str = "list";
pub(super) const MAP: &str = "map";
const ROOT_KEYS: [&str; 3] = [FORM, LET, SAME];

/// The column that holds the keys of a map.
pub(super) const MAP_KEY: &str = "_key";
/// The value of `T.map` if each value of the map is a list of one row.
pub(super) const MAP_KEY_ONE: &str = "_key one";
/// The column of a child table that refers to its parent rows.
pub(super) const PARENT_KEY: &str = "_of";
/// The column of a child table that holds the number of the parent row, counted from 0.
pub(super) const ROW_KEY: &str = "_row";
/// The value of `T.at` if the object is absent from the rows without one, instead of `null`.
pub(super) const ROW_KEY_OR_ABSENT: &str = "_row _";

/// The member that lists the members of its object that are `null`.
pub(super) const NULLS: &str = "_null";

/// The word of the side key that names the column of the kinds of rows.
pub(super) const KIND: &str = "by";
/// The word of the side key of a list that is written as its only element.
pub(super) const ONE: &str = "one";

/// The words of side keys. They cannot be part of a child table's path.
pub(super) const RESERVED: [&str; 17] = [
    KIND,
    "at",
    "each",
    "words",
    "list",
    "pairs",
    "numbers",
    ONE,
    "transposed",
    "tuple",
    "json",
    "map",
    "of",
    "order",
    "alt",
    "key",
    "in",
];

/// Keys whose values typically name their object, best first.
pub(super) const NAMES: [&str; 16] = [
    "login",
    "username",
    "full_name",
    "slug",
    "key",
    "name",
    "label",
    "code",
    "email",
    "id",
    "number",
    "sha",
    "path",
    "ref",
    "title",
    "url",
];

pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Whether the form reserves `key` at the root of a document.
pub(super) fn is_reserved_at_root(key: &str) -> bool {
    ROOT_KEYS.contains(&key)
}

/// Escapes a key where there are no side keys: in a row or a legend.
pub(super) fn row_key(key: &Str) -> Str {
    if key.ends_with('.') { format!("{key}.").into() } else { Rc::clone(key) }
}

/// Unescapes a key that is not a side key.
pub(super) fn own_key(key: &Str) -> Str {
    match key.strip_suffix('.') {
        Some(own) => own.into(),
        None => Rc::clone(key),
    }
}

/// Escapes keys where there may be side keys.
pub(super) struct KeyWriter<'o> {
    /// The keys that would otherwise read as side keys.
    escaped: HashSet<&'o str>,
}

impl<'o> KeyWriter<'o> {
    pub(super) fn new(members: &'o Members, is_root: bool) -> Self {
        let has_dots = members.iter().any(|(key, _)| key.contains('.'));
        let mut escaped = HashSet::new();
        if has_dots {
            // In sorted order, each key comes after its prefixes.
            let mut keys: Vec<&str> = members.iter().map(|(key, _)| &**key).collect();
            keys.sort_unstable();
            let mut parts: Vec<&str> = Vec::new();
            for key in keys {
                while parts.last().is_some_and(|part| !key.starts_with(part)) {
                    parts.pop();
                }
                let is_part = |part: &&str| key[part.len()..].starts_with('.');
                if key.ends_with('.') || parts.iter().any(is_part) {
                    escaped.insert(key);
                }
                parts.push(key);
            }
        }
        let reserved = |key: &&str| {
            let extends = |reserved: &str| {
                key.strip_prefix(reserved).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            extends(NULLS) || is_root && ROOT_KEYS.iter().any(|reserved| extends(reserved))
        };
        escaped.extend(members.iter().map(|(key, _)| &**key).filter(reserved));
        KeyWriter { escaped }
    }

    pub(super) fn write(&self, key: &Str) -> Str {
        if self.escaped.contains(&**key) { format!("{key}.").into() } else { Rc::clone(key) }
    }
}

/// The keys of an object, which may contain dots.
pub(super) struct Siblings<'k> {
    /// The keys whose values may have members of their own. Empty if no key contains a dot.
    containers: HashSet<&'k str>,
}

impl<'k> Siblings<'k> {
    /// `containers` are those of the `keys` whose values may have members of their own.
    pub(super) fn new(
        mut keys: impl Iterator<Item = &'k Str>,
        containers: impl Iterator<Item = &'k Str>,
    ) -> Self {
        let has_dots = keys.any(|key| key.contains('.'));
        let containers = has_dots.then(|| containers.map(|key| &**key).collect());
        Siblings { containers: containers.unwrap_or_default() }
    }

    /// The path of the member `key` as written in side keys and placeholders: its segments, joined
    /// by dots. `parent` is that of the object, which is empty for a row. `None` if the path is not
    /// allowed there, or could be that of another member.
    ///
    /// Two different paths with the same text first differ in two keys of one object, of which one
    /// is the beginning of the other, up to a dot, and has members. So if the longer is not allowed
    /// then, paths are unique.
    pub(super) fn path(&self, parent: Option<&str>, key: &str) -> Option<String> {
        // For each dot, the key is looked up up to there.
        const MAX_DOTS: usize = 8;
        let is_fit =
            !key.is_empty() && !key.contains(['{', '}']) && !key.starts_with('.') && !key.ends_with('.');
        let mut dots = key.match_indices('.');
        let is_clear = dots.by_ref().take(MAX_DOTS).all(|(at, _)| !self.containers.contains(&key[..at]));
        if !is_fit || !is_clear || dots.next().is_some() {
            return None;
        }
        parent.map(|parent| if parent.is_empty() { key.to_owned() } else { format!("{parent}.{key}") })
    }
}
