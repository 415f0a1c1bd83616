//! JSON text as a tree that keeps the order of keys and the spelling of scalars.

use crate::object::Object;
use serde::de::IgnoredAny;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The maximum depth of a tree. Deeper values are leaves, since functions on trees recurse.
const MAX_DEPTH: usize = 128;

/// Whether the text is one JSON value.
pub(crate) fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// A JSON value: objects and lists down to their leaves, which are text.
#[derive(Debug)]
pub enum Tree<'j> {
    /// The entries of an object, in order.
    Object(Vec<(String, Tree<'j>)>),
    /// The elements of a list.
    Array(Vec<Tree<'j>>),
    /// A scalar, or a value that is nested too deep.
    Leaf(&'j RawValue),
}

impl<'j> Tree<'j> {
    /// Parses `json` into a tree.
    ///
    /// # Errors
    /// Fails if a key contains an unpaired surrogate.
    pub fn new(json: &'j RawValue) -> serde_json::Result<Self> {
        Self::below(json, MAX_DEPTH)
    }

    /// Parses text that consists of one JSON value.
    pub fn parse(text: &'j str) -> Option<Self> {
        Self::new(serde_json::from_str(text).ok()?).ok()
    }

    /// Whether both are the same JSON value, regardless of the order of keys, the spelling of
    /// numbers and the escapes in strings. An object with a duplicate key is not equal to any
    /// other, since parsers disagree about its meaning.
    pub fn is_same(&self, other: &Tree<'_>) -> bool {
        match (self, other) {
            (Tree::Object(entries), Tree::Object(others)) => {
                // Checked before sorting, since a small value may be compared with a large one many
                // times.
                if entries.len() != others.len() {
                    return false;
                }
                let (Some(entries), Some(others)) = (by_key(entries), by_key(others)) else { return false };
                let mut pairs = entries.iter().zip(&others);
                pairs.all(|((key, value), (other_key, other))| key == other_key && value.is_same(other))
            }
            (Tree::Array(elements), Tree::Array(others)) => {
                elements.len() == others.len()
                    && elements.iter().zip(others).all(|(element, other)| element.is_same(other))
            }
            (Tree::Leaf(json), Tree::Leaf(other)) => is_same_leaf(json.get(), other.get()),
            _ => false,
        }
    }

    /// A hash that is equal for values that are [the same](Self::is_same), so that a value can be
    /// compared with many others quickly.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash_into(&mut hasher);
        hasher.finish()
    }

    fn hash_into(&self, hasher: &mut DefaultHasher) {
        match self {
            Tree::Object(entries) => {
                (b'{', entries.len()).hash(hasher);
                for (key, value) in by_key(entries).unwrap_or_default() {
                    key.hash(hasher);
                    value.hash_into(hasher);
                }
            }
            Tree::Array(elements) => {
                (b'[', elements.len()).hash(hasher);
                for element in elements {
                    element.hash_into(hasher);
                }
            }
            Tree::Leaf(json) => match (self.as_string(), Decimal::parse(json.get())) {
                (Some(string), _) => string.hash(hasher),
                (None, Some(number)) if json.get().starts_with(is_numeric) => number.hash(hasher),
                _ => json.get().hash(hasher),
            },
        }
    }

    /// The string, if it is one.
    pub fn as_string(&self) -> Option<String> {
        match self {
            Tree::Leaf(json) if json.get().starts_with('"') => serde_json::from_str(json.get()).ok(),
            _ => None,
        }
    }

    fn below(json: &'j RawValue, depth: usize) -> serde_json::Result<Self> {
        let Some(depth) = depth.checked_sub(1) else { return Ok(Tree::Leaf(json)) };
        match json.get().as_bytes().first() {
            Some(b'{') => {
                let object: Object<'j> = serde_json::from_str(json.get())?;
                let below = |(key, value)| Ok((key, Self::below(value, depth)?));
                Ok(Tree::Object(object.into_entries().map(below).collect::<serde_json::Result<_>>()?))
            }
            Some(b'[') => {
                let elements: Vec<&RawValue> = serde_json::from_str(json.get())?;
                let below = |element| Self::below(element, depth);
                Ok(Tree::Array(elements.into_iter().map(below).collect::<serde_json::Result<_>>()?))
            }
            _ => Ok(Tree::Leaf(json)),
        }
    }
}

/// The entries sorted by key. `None` if there is a duplicate key.
fn by_key<'t, 'j>(entries: &'t [(String, Tree<'j>)]) -> Option<Vec<&'t (String, Tree<'j>)>> {
    let mut sorted: Vec<_> = entries.iter().collect();
    sorted.sort_by(|(key, _), (other, _)| key.cmp(other));
    let has_duplicate = sorted.windows(2).any(|pair| matches!(pair, [(one, _), (other, _)] if one == other));
    (!has_duplicate).then_some(sorted)
}

fn is_same_leaf(json: &str, other: &str) -> bool {
    if json == other {
        return true;
    }
    match (json.as_bytes().first(), other.as_bytes().first()) {
        (Some(b'"'), Some(b'"')) => {
            let string = |json| serde_json::from_str::<String>(json).ok();
            string(json).is_some_and(|text| string(other) == Some(text))
        }
        (Some(b'-' | b'0'..=b'9'), Some(b'-' | b'0'..=b'9')) => {
            Decimal::parse(json).is_some_and(|number| Decimal::parse(other) == Some(number))
        }
        _ => false,
    }
}

/// Whether a number can begin with this character.
fn is_numeric(character: char) -> bool {
    character == '-' || character.is_ascii_digit()
}

/// The exact value of a number: its significant digits times a power of ten.
#[derive(Hash, PartialEq)]
struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Parses a JSON number. `None` if its exponent does not fit in 64 bits.
    fn parse(json: &str) -> Option<Self> {
        let (is_negative, number) = json.strip_prefix('-').map_or((false, json), |rest| (true, rest));
        let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0').trim_end_matches('0');
        if digits.is_empty() {
            return Some(Decimal { is_negative: false, digits: String::new(), exponent: 0 });
        }
        let trailing = all.len() - all.trim_end_matches('0').len();
        let shift = i64::try_from(trailing).ok()?.checked_sub(i64::try_from(fraction.len()).ok()?)?;
        let exponent = exponent.parse::<i64>().ok()?.checked_add(shift)?;
        Some(Decimal { is_negative, digits: digits.to_owned(), exponent })
    }
}

impl Serialize for Tree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Tree::Object(entries) => serializer.collect_map(entries.iter().map(|(key, value)| (key, value))),
            Tree::Array(elements) => serializer.collect_seq(elements),
            Tree::Leaf(json) => json.serialize(serializer),
        }
    }
}

/// The number of elements of the longest list in JSON text.
pub(crate) fn longest_list(json: &str) -> usize {
    // The commas of the lists and objects that are open.
    let (mut open, mut longest) = (Vec::new(), 0);
    let mut bytes = json.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => skip_string(&mut bytes),
            b'[' | b'{' => open.push(0),
            b',' => open.last_mut().into_iter().for_each(|commas| *commas += 1),
            b']' => longest = longest.max(open.pop().unwrap_or(0) + 1),
            b'}' => _ = open.pop(),
            _ => {}
        }
    }
    longest
}

/// Goes on after the closing quote of a string.
fn skip_string(bytes: &mut impl Iterator<Item = u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => _ = bytes.next(),
            b'"' => return,
            _ => {}
        }
    }
}

/// Whether brackets of any kind, outside of strings, are nested more deeply than that: a quick look at a text before it
/// is parsed by recursion.
pub fn is_deeper_than(text: &[u8], max_depth: usize) -> bool {
    let (mut depth, mut bytes) = (0_usize, text.iter().copied());
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => skip_string(&mut bytes),
            b'[' | b'{' | b'(' => depth += 1,
            b']' | b'}' | b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > max_depth {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::value::to_raw_value;

    #[track_caller]
    fn check(json: &str) {
        let raw: Box<RawValue> = serde_json::from_str(json).unwrap();
        let tree = Tree::new(&raw).unwrap();
        assert_eq!(to_raw_value(&tree).unwrap().get(), json);
    }

    #[track_caller]
    fn is_same(json: &str, other: &str) -> bool {
        let (tree, other) = (Tree::parse(json).unwrap(), Tree::parse(other).unwrap());
        let is_same = tree.is_same(&other);
        assert!(!is_same || tree.fingerprint() == other.fingerprint());
        is_same
    }

    #[test]
    fn values_are_the_same_whatever_their_spelling() {
        for (json, other) in [
            (r#"{"a":1,"b":[true,null]}"#, r#"{ "b": [true, null], "a": 1.0 }"#),
            ("100", "1e2"),
            ("-0.0", "0"),
            ("1e400", "10e399"),
            ("123456789012345678901234567890", "123456789012345678901234567890.0"),
            (r#""\u00e9\/""#, r#""é/""#),
            ("[]", "[ ]"),
        ] {
            assert!(is_same(json, other), "{json} {other}");
            assert!(is_same(other, json), "{json} {other}");
        }
    }

    #[test]
    fn values_that_differ() {
        for (json, other) in [
            ("1", r#""1""#),
            ("123456789012345678901234567890", "123456789012345678901234567891"),
            (r#"{"a":1}"#, r#"{"a":1,"b":null}"#),
            (r#"{"a":1}"#, r#"{"b":1}"#),
            ("[1,2]", "[2,1]"),
            ("[]", "{}"),
            ("null", "false"),
            (r#"{"a":1,"a":1}"#, r#"{"a":1,"a":1}"#),
        ] {
            assert!(!is_same(json, other), "{json} {other}");
        }
    }

    #[test]
    fn order_and_spelling_stay() {
        check(r#"{"b":1.0,"a":[-0.0,1E400,[],{}],"":null,"b":123456789012345678901234567890}"#);
        check(r#""text""#);
        check("true");
        check(r#"{"\"\\":"\u0001"}"#);
    }

    /// Deeper than the stack would allow.
    #[test]
    fn depth() {
        let depth = 30_000;
        check(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
        check(&format!("{}1{}", r#"{"a":"#.repeat(depth), "}".repeat(depth)));
    }
}
