//! Walks through JSON text without building a value. The text must be valid.

use std::borrow::Cow;

/// The elements of a list, each as JSON text.
pub fn elements(list: &str) -> impl Iterator<Item = &str> {
    Parts::of(list)
}

/// The entries of an object, each value as JSON text.
pub fn entries(object: &str) -> impl Iterator<Item = (Cow<'_, str>, &str)> {
    let mut parts = Parts::of(object);
    std::iter::from_fn(move || Some((unquoted(parts.next()?), parts.next()?)))
}

/// The content of a string.
pub fn unquoted(string: &str) -> Cow<'_, str> {
    let content = string.strip_prefix('"').and_then(|string| string.strip_suffix('"'));
    match content.filter(|content| !content.contains('\\')) {
        Some(content) => Cow::Borrowed(content),
        None => serde_json::from_str(string).map_or(Cow::Borrowed(string), Cow::Owned),
    }
}

/// The values in a container: the elements of a list, or the keys and values of an object in turn.
struct Parts<'j>(&'j str);

impl<'j> Parts<'j> {
    fn of(container: &'j str) -> Self {
        Parts(container.trim_start().get(1..).unwrap_or_default())
    }
}

impl<'j> Iterator for Parts<'j> {
    type Item = &'j str;

    fn next(&mut self) -> Option<&'j str> {
        let next = self.0.trim_start_matches([' ', '\t', '\n', '\r', ',', ':']);
        let (value, rest) = next.split_at_checked(value_end(next.as_bytes()))?;
        self.0 = rest;
        (!value.is_empty()).then_some(value)
    }
}

/// The end of the value that `json` starts with. 0 if it starts with the end of a container.
fn value_end(json: &[u8]) -> usize {
    match json.first() {
        Some(b'"') => string_end(json),
        Some(b'{' | b'[') => container_end(json),
        _ => json
            .iter()
            .position(|byte| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r'))
            .unwrap_or(json.len()),
    }
}

/// The end of the container that `json` starts with.
pub fn container_end(json: &[u8]) -> usize {
    let (mut depth, mut end) = (0_usize, 0);
    while let Some(byte) = json.get(end) {
        match byte {
            b'"' => {
                end += string_end(json.get(end..).unwrap_or_default());
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        end += 1;
        if depth == 0 {
            break;
        }
    }
    end
}

/// The end of the string that `json` starts with.
pub fn string_end(json: &[u8]) -> usize {
    let mut end = 1;
    while let Some(found) = json.get(end..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        end += found + 1;
        match json.get(end - 1) {
            Some(b'"') => return end,
            _ => end += 1,
        }
    }
    json.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_containers() {
        let list = r#" [ 1 , "a,]\"" ,[2, [3]],{"b" : "}"}, null,-1.50e3 ] "#;
        let found: Vec<&str> = elements(list).collect();
        assert_eq!(found, ["1", r#""a,]\"""#, "[2, [3]]", r#"{"b" : "}"}"#, "null", "-1.50e3"]);
        assert_eq!(elements("[ ]").count(), 0);
        let object = "{\n \"a\" : [1], \"\\u0062:\\\"\":{ } }";
        let found: Vec<_> = entries(object).map(|(key, value)| (key.into_owned(), value)).collect();
        assert_eq!(found, [("a".to_owned(), "[1]"), ("b:\"".to_owned(), "{ }")]);
        assert_eq!(entries("{}").count(), 0);
    }
}
