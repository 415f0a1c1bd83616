//! Keys of objects.

use crate::names::KEYS;
use crate::text::{matching, text};
use proptest::prelude::*;
use proptest::sample::select;

/// Few keys that need no quotes, so that objects meet with the same ones.
const COMMON: &[&str] = &["a", "b", "c", "id", "name"];

/// A key: mostly one of a few, now and then any string.
pub fn key() -> BoxedStrategy<String> {
    prop_oneof![
        12 => select(COMMON).prop_map(str::to_owned),
        5 => select(KEYS).prop_map(str::to_owned),
        2 => matching("[ab](\\.[abc]){1,2}"),
        1 => text(),
    ]
    .boxed()
}

#[cfg(test)]
mod tests {
    use super::COMMON;
    use crate::names::KEYS;
    use std::collections::BTreeSet;

    #[test]
    fn keys_are_listed_once() {
        assert_eq!(KEYS.iter().collect::<BTreeSet<_>>().len(), KEYS.len());
        assert!(KEYS.starts_with(COMMON));
    }
}
