//! Keys and values with something other than a colon between them.

/// The key and the value of `a = 1`, `a=1` or `a => 1`.
pub fn assignment(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    let (key, value) = (key.trim_end(), value.strip_prefix('>').unwrap_or(value).trim_start());
    let is_pair = !key.is_empty() && !key.contains([' ', '"']) && !value.is_empty();
    is_pair.then_some((key, value))
}

/// The key and the value on both sides of a full-width colon.
pub fn full_width_colon(line: &str) -> Option<(&str, &str)> {
    line.split_once('：').map(|(key, value)| (key.trim_end(), value.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments() {
        for line in ["a = 1", "a=1", "a =1", "a => 1"] {
            assert_eq!(assignment(line), Some(("a", "1")), "{line}");
        }
        assert_eq!(assignment("a = b = c"), Some(("a", "b = c")));
        for line in ["a", "a =", "= 1", "a b = 1", "\"a\" = 1"] {
            assert_eq!(assignment(line), None, "{line}");
        }
    }

    #[test]
    fn full_width_colons() {
        assert_eq!(full_width_colon("键：值"), Some(("键", "值")));
        assert_eq!(full_width_colon("a: 1"), None);
    }
}
