//! Paths in jq.

/// The path of a key in an object at `path`.
pub(super) fn with_key(path: &str, key: &str) -> String {
    let is_identifier = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let path = if path == "." { "" } else { path };
    if is_identifier {
        return format!("{path}.{key}");
    }
    // JSON's escapes are jq's, except that \( begins an expression, which JSON cannot contain.
    let mut quoted = String::new();
    for c in key.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            c if c.is_control() => quoted.extend(format!("\\u{:04x}", c as u32).chars()),
            c => quoted.push(c),
        }
    }
    format!("{path}.\"{quoted}\"")
}

/// The path of these keys from the root.
pub(crate) fn with_keys(keys: &[String]) -> String {
    keys.iter().fold(".".to_owned(), |path, key| with_key(&path, key))
}

/// The path of the elements of a list, or of all values of an object, at `path`.
pub(super) fn with_elements(path: &str) -> String {
    format!("{path}[]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        assert_eq!(with_key(".", "items"), ".items");
        assert_eq!(with_elements(&with_key(".", "items")), ".items[]");
        assert_eq!(with_elements("."), ".[]");
        assert_eq!(with_key(".[]", "a-b"), ".[].\"a-b\"");
        assert_eq!(with_key(".", "1\"\n\\("), ".\"1\\\"\\u000a\\\\(\"");
    }
}
