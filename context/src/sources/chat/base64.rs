//! Base64.

/// The bytes of base64 text, in the standard or the URL alphabet. `None` if it is something else.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for group in digits.chunks(4) {
        let mut bits = 0;
        for index in 0..4 {
            bits = bits << 6 | group.get(index).map_or(Some(0), |digit| value(*digit))?;
        }
        let [_, whole @ ..] = u32::to_be_bytes(bits);
        // Two digits are one byte, three are two. A single one is none.
        let count = group.len().checked_sub(1).filter(|count| *count > 0)?;
        bytes.extend(whole.iter().take(count));
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u32> {
    let value = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use super::decode;

    /// The vectors of RFC 4648, section 10, and more.
    #[test]
    fn vectors() {
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"),
            ("Zm9vYg", "foob"),
        ] {
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()), "{text}");
        }
        assert_eq!(decode("+/+/"), decode("-_-_"));
        for text in ["Z", "Zm9vY", "Zm 9", "Zm9é", "Zg==Zg=="] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
