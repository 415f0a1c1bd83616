//! Escapes of JSON.

/// The text with characters of ASCII in place of their escapes in JSON, such as `\u0061`, also in strings within
/// strings, and where each of its bytes was. `None` if there are none.
pub(super) fn unescaped(text: &str) -> Option<(String, Vec<usize>)> {
    if !text.contains("\\u00") {
        return None;
    }
    let (mut plain, mut places) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
    let mut at = 0;
    while let Some(char) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let escape = text.get(at..).filter(|_| char == '\\').and_then(escape);
        let (char, length) = escape.unwrap_or((char, char.len_utf8()));
        places.extend(std::iter::repeat_n(at, char.len_utf8()));
        plain.push(char);
        at += length;
    }
    Some((plain, places))
}

/// The character that the escape at the beginning of a text stands for, and the length of the escape.
fn escape(text: &str) -> Option<(char, usize)> {
    // How deep strings are within strings doubles with each level.
    const MOST_SLASHES: usize = 8;
    let slashes = text.bytes().take(MOST_SLASHES + 1).take_while(|byte| *byte == b'\\').count();
    let code = text.get(slashes..)?.strip_prefix('u')?.get(..4).filter(|_| slashes <= MOST_SLASHES)?;
    let char = char::from(u8::try_from(u16::from_str_radix(code, 16).ok()?).ok()?);
    (char == ' ' || char.is_ascii_graphic()).then_some((char, slashes + 5))
}
