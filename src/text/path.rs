//! Which dotted keys path expansion splits (an extension).

use super::key;

/// Whether `path`, an unquoted key, is a path of at least two segments.
pub(crate) fn is_path(path: &str) -> bool {
    path.contains('.') && path.split('.').all(key::is_segment)
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
