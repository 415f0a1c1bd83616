//! Colours, as `git diff --color` writes them.

use std::borrow::Cow;

/// The text without the escape sequences of colours: `ESC [ 31 m` and the like, and `ESC [ K`.
pub(super) fn removed(text: &[u8]) -> Cow<'_, [u8]> {
    const ESCAPE: u8 = 0x1b;
    if !text.contains(&ESCAPE) {
        return Cow::Borrowed(text);
    }
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        if let (ESCAPE, Some(length)) = (*first, sequence(after)) {
            rest = after.get(length..).unwrap_or_default();
        } else {
            plain.push(*first);
            rest = after;
        }
    }
    Cow::Owned(plain)
}

/// The length of a sequence behind its escape character.
fn sequence(text: &[u8]) -> Option<usize> {
    let parameters = text.strip_prefix(b"[")?;
    let length = parameters.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
    matches!(parameters.get(length), Some(b'm' | b'K')).then_some(length + 2)
}

#[cfg(test)]
mod tests {
    use super::removed;

    #[test]
    fn colors() {
        let text = b"\x1b[1mdiff --git a/a b/a\x1b[m\n\x1b[31m-a\x1b[m\x1b[K\n\x1b[1;32m+b\x1b[m\n";
        assert_eq!(removed(text), &b"diff --git a/a b/a\n-a\n+b\n"[..]);
        // Other sequences are a part of the text.
        for text in [&b"plain"[..], b"\x1b[2J", b"\x1b", b"\x1b[31", b"\x1b]0;title"] {
            assert_eq!(removed(text), text);
        }
    }
}
