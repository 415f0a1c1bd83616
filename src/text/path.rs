//! Which dotted keys path expansion takes apart (an extension).

/// Whether `key`, which stands without quotes, is a path of at least two segments.
pub(crate) fn is_path(key: &str) -> bool {
    key.contains('.') && key.split('.').all(is_segment)
}

/// `[A-Za-z_][A-Za-z0-9_]*`, and none of the names that mean something to a JavaScript object.
fn is_segment(segment: &str) -> bool {
    let word = segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    word && !segment.is_empty()
        && !segment.starts_with(|first: char| first.is_ascii_digit())
        && !matches!(segment, "__proto__" | "constructor" | "prototype")
}

#[cfg(test)]
mod tests {
    use super::is_path;

    #[test]
    fn only_plain_segments() {
        for path in ["a.b", "a.b.c", "_x.Y9", "constructors.a"] {
            assert!(is_path(path), "{path}");
        }
        for key in
            ["", "a", ".", "a.", ".a", "a..b", "a.1", "a-b.c", "a.b c", "a.é", "__proto__.a", "a.prototype"]
        {
            assert!(!is_path(key), "{key}");
        }
    }
}
