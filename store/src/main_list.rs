//! The list that a document is, or that takes most of it.

use std::ops::Range;
use toon_convert::__internal::Object;

/// A list inside a document must take so many tenths of it.
const MIN_TENTHS: usize = 8;

/// Below this depth, no list is looked for.
const MAX_DEPTH: usize = 8;

/// A list, and where it is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MainList {
    /// The keys from the root to it.
    pub(crate) keys: Vec<String>,
    /// Its text, in bytes.
    pub(crate) range: Range<usize>,
}

impl MainList {
    /// Finds it in a JSON document: the document, or a list of objects within objects.
    pub(crate) fn of(json: &str) -> Option<Self> {
        let whole = json.trim_ascii();
        let mut keys = Vec::new();
        let mut value = whole;
        while value.starts_with('{') {
            if keys.len() == MAX_DEPTH {
                return None;
            }
            let object: Object<'_> = serde_json::from_str(value).ok()?;
            let largest = object.clone().into_entries().max_by_key(|(_, value)| value.get().len());
            let (key, largest) = largest?;
            // Readers differ in which one they take.
            if object.has_several(&key) || largest.get().len() * 10 < whole.len() * MIN_TENTHS {
                return None;
            }
            keys.push(key);
            value = largest.get();
        }
        let first = value.strip_prefix('[')?.trim_ascii_start();
        if !keys.is_empty() && !first.starts_with('{') {
            return None;
        }
        let start = value.as_ptr() as usize - json.as_ptr() as usize;
        Some(MainList { keys, range: start..start + value.len() })
    }

    /// Everything in the document but the list, as JSON: an object without its last key, in objects.
    pub(crate) fn beside(json: &str, keys: &[String]) -> Option<String> {
        let (key, inner) = keys.split_first()?;
        let mut object: Object<'_> = serde_json::from_str(json).ok()?;
        let rest = object.get(key).and_then(|value| Self::beside(value.get(), inner));
        match rest
            .filter(|rest| rest != "{}")
            .and_then(|rest| serde_json::value::RawValue::from_string(rest).ok())
        {
            Some(rest) => object.set(key, rest),
            None => object.remove(key),
        }
        serde_json::to_string(&object).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(json: &str) -> Option<(Vec<String>, &str)> {
        MainList::of(json).map(|list| (list.keys, &json[list.range]))
    }

    #[test]
    fn lists() {
        let rows = format!("[{}]", ["{\"id\": 1}"; 20].join(", "));
        for (before, after, keys) in [
            ("", "", &[][..]),
            (" ", "\n", &[]),
            ("{\"total\": 3, \"items\":", "}", &["items"]),
            ("{\"data\":{\"it\\u0065ms\":", ",\"next\":\"x\"},\"b\":1}", &["data", "items"]),
        ] {
            let json = format!("{before}{rows}{after}");
            let keys = keys.iter().map(|key| (*key).to_owned()).collect();
            assert_eq!(found(&json), Some((keys, rows.as_str())), "{json}");
        }
    }

    #[test]
    fn what_has_none() {
        let rows = format!("[{}]", ["{\"id\": 1}"; 20].join(", "));
        for json in [
            "{}".to_owned(),
            "1".to_owned(),
            "{\"a\":[1,2,3,4,5,6,7,8,9]}".to_owned(),
            format!("{{\"a\":{rows},\"b\":{rows}}}"),
            format!("{{\"a\":1,\"a\":{rows}}}"),
            format!("{}{rows}{}", "{\"a\":".repeat(9), "}".repeat(9)),
        ] {
            assert_eq!(found(&json), None, "{json}");
        }
    }

    #[test]
    fn what_is_beside() {
        let keys = ["a".to_owned(), "b".to_owned()];
        let beside = |json| MainList::beside(json, &keys).unwrap();
        assert_eq!(beside(r#"{"n":1.0,"a":{"b":[{}],"c":2},"d":null}"#), r#"{"n":1.0,"a":{"c":2},"d":null}"#);
        assert_eq!(beside(r#"{"a":{"b":[{}]}}"#), "{}");
    }
}
