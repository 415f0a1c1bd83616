//! JSON pointers (RFC 6901).

use std::str::FromStr;

/// A path to a value: the keys and indices on the way to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pointer(pub(crate) Vec<String>);

impl FromStr for Pointer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(rest) = text.strip_prefix('/') else {
            return if text.is_empty() { Ok(Pointer::default()) } else { Err(without_slash(text)) };
        };
        let segments: Option<Vec<String>> = rest.split('/').map(unescape).collect();
        segments
            .map(Pointer)
            .ok_or_else(|| "in a JSON pointer, `~` in a key is written as `~0`, and `/` as `~1`".to_owned())
    }
}

fn unescape(segment: &str) -> Option<String> {
    let mut parts = segment.split('~');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (char, rest) = match part.split_at_checked(1)? {
            ("0", rest) => ('~', rest),
            ("1", rest) => ('/', rest),
            _ => return None,
        };
        text.push(char);
        text.push_str(rest);
    }
    Some(text)
}

/// What to write instead of a path such as `.items[0]`.
fn without_slash(text: &str) -> String {
    let path = text.trim_start_matches(['$', '#']);
    let segments: Vec<&str> = path.split(['.', '/', '[', ']']).filter(|part| !part.is_empty()).collect();
    format!("a JSON pointer starts with `/`, as in `{}`", write(&segments))
}

/// Writes segments as a pointer.
pub(crate) fn write<S: AsRef<str>>(segments: &[S]) -> String {
    let escaped = segments.iter().map(|segment| segment.as_ref().replace('~', "~0").replace('/', "~1"));
    escaped.fold(String::new(), |pointer, segment| pointer + "/" + &segment)
}

/// The index of an element, which has no leading zeros.
pub(crate) fn index(segment: &str) -> Option<usize> {
    let is_index = match segment.as_bytes() {
        [b'0'] => true,
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    // An index that is too large for the type is beyond the end of any list.
    is_index.then(|| segment.parse().unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments() {
        for (text, segments) in [
            ("", &[][..]),
            ("/", &[""]),
            ("/a/0", &["a", "0"]),
            ("/a~1b/~0c~01", &["a/b", "~c~1"]),
            ("//é", &["", "é"]),
        ] {
            let pointer: Pointer = text.parse().unwrap_or_default();
            assert_eq!(pointer.0, segments, "{text}");
            assert_eq!(write(&pointer.0), text);
        }
        assert!("/a~".parse::<Pointer>().is_err());
        assert!("/a~2".parse::<Pointer>().is_err());
        assert!("/~é".parse::<Pointer>().is_err());
        let other = "$.items[0].name".parse::<Pointer>();
        assert_eq!(other, Err("a JSON pointer starts with `/`, as in `/items/0/name`".to_owned()));
    }

    #[test]
    fn indices() {
        assert_eq!(
            ["0", "10", "-", "-1", "01", "+1", "", "x"].map(index),
            [Some(0), Some(10), None, None, None, None, None, None]
        );
        assert_eq!(index("99999999999999999999999"), Some(usize::MAX));
    }
}
