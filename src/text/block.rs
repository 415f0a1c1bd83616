//! Classes of bytes, and whether any byte of a text is of one: short texts, which most keys and values are, by a
//! table and without a loop; long ones sixteen bytes at once.

/// Bits of [`CLASSES`].
pub(crate) mod class {
    /// Forces quotes wherever it stands: a control, `:`, `"`, `\`, a bracket or a brace (§7.2).
    pub(crate) const SPECIAL: u8 = 1;
    /// The delimiters beside the tab, which is a control.
    pub(crate) const COMMA: u8 = 2;
    pub(crate) const PIPE: u8 = 4;
    /// As the first byte, may force quotes.
    pub(crate) const START: u8 = 8;
    /// Cannot stand in a bare key (§7.3).
    pub(crate) const NOT_BARE: u8 = 16;
    /// Cannot begin a bare key.
    pub(crate) const NOT_BARE_START: u8 = 32;
}

/// The classes of each byte.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut at = 0;
    while at < 256 {
        #[allow(clippy::cast_possible_truncation, reason = "below 256")]
        let byte = at as u8;
        let mut class = 0;
        if matches!(byte, 0..0x20 | b':' | b'"' | b'[' | b'\\' | b']' | b'{' | b'}') {
            class |= class::SPECIAL;
        }
        if byte == b',' {
            class |= class::COMMA;
        }
        if byte == b'|' {
            class |= class::PIPE;
        }
        if matches!(byte, b' ' | b'-' | b'#' | b'+' | b'0'..=b'9' | b't' | b'f' | b'n') {
            class |= class::START;
        }
        if !matches!(byte, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.') {
            class |= class::NOT_BARE;
        }
        if !(byte.is_ascii_alphabetic() || byte == b'_') {
            class |= class::NOT_BARE_START;
        }
        classes[at] = class;
        at += 1;
    }
    classes
};

/// Whether `byte` is of one of `classes`.
#[inline]
pub(crate) fn is(byte: u8, classes: u8) -> bool {
    CLASSES[usize::from(byte)] & classes != 0
}

/// Whether any byte is a [`class::SPECIAL`] one or `delimiter`, of which `classes` has the bits.
#[inline]
pub(crate) fn any_special(bytes: &[u8], delimiter: u8, classes: u8) -> bool {
    match classes_of_short(bytes) {
        Some(found) => found & classes != 0,
        None => any_special_of_long(bytes, delimiter),
    }
}

/// Whether no byte is a [`class::NOT_BARE`] one.
#[inline]
pub(crate) fn all_bare(bytes: &[u8]) -> bool {
    match classes_of_short(bytes) {
        Some(found) => found & class::NOT_BARE == 0,
        None => all_bare_of_long(bytes),
    }
}

/// All classes that the bytes of a text of less than two words have. Where the length is no power of two, some bytes
/// are looked at twice: that costs less than a loop, whose end is hard to foresee.
#[inline]
fn classes_of_short(bytes: &[u8]) -> Option<u8> {
    fn both<const N: usize>(first: &[u8; N], last: &[u8; N]) -> u8 {
        let mut found = 0;
        for at in 0..N {
            found |= CLASSES[usize::from(first[at])] | CLASSES[usize::from(last[at])];
        }
        found
    }
    if bytes.len() > 16 {
        None
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk()) {
        Some(both(first, last))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk()) {
        Some(both(first, last))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<2>(), bytes.last_chunk()) {
        Some(both(first, last))
    } else {
        Some(bytes.first().map_or(0, |&byte| CLASSES[usize::from(byte)]))
    }
}

#[inline(never)]
fn any_special_of_long(bytes: &[u8], delimiter: u8) -> bool {
    any_block(bytes, |byte| {
        // A flipped `"` is the one behind the controls.
        let control_or_quote = (byte ^ b'"' ^ b' ').saturating_sub(b' ');
        let bracket_or_backslash = byte.wrapping_sub(b'[').saturating_sub(2);
        control_or_quote
            .min(bracket_or_backslash)
            .min(byte ^ b':')
            .min(byte ^ b'{')
            .min(byte ^ b'}')
            .min(byte ^ delimiter)
            == 0
    })
}

#[inline(never)]
fn all_bare_of_long(bytes: &[u8]) -> bool {
    !any_block(bytes, |byte| {
        let letter = (byte | 0x20).wrapping_sub(b'a').saturating_sub(25);
        let digit = byte.wrapping_sub(b'0').saturating_sub(9);
        letter.min(digit).min(byte ^ b'.').min(byte ^ b'_') != 0
    })
}

/// Whether `test` holds for any of `bytes`, which are at least a block. Tests take the least of several differences,
/// and end in one comparison: that becomes one vector instruction for each operation, where more comparisons do not.
#[inline]
fn any_block(bytes: &[u8], test: impl Fn(u8) -> bool) -> bool {
    const LEN: usize = 16;
    let has = |block: &[u8; LEN]| block.iter().fold(false, |hit, &byte| hit | test(byte));
    let mut rest = bytes;
    while let Some((block, after)) = rest.split_first_chunk() {
        if has(block) {
            return true;
        }
        rest = after;
    }
    !rest.is_empty() && bytes.last_chunk().is_some_and(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_looked_at_and_no_other() {
        for len in 0..70 {
            let mut bytes = alloc::vec![b'a'; len];
            assert!(!any_special(&bytes, b',', class::SPECIAL | class::COMMA), "{len}");
            assert!(all_bare(&bytes), "{len}");
            for at in 0..len {
                for (byte, is_special) in [(b':', true), (b',', true), (b' ', false)] {
                    bytes[at] = byte;
                    let found = any_special(&bytes, b',', class::SPECIAL | class::COMMA);
                    assert_eq!(found, is_special, "{byte} at {at} of {len}");
                    assert!(!all_bare(&bytes), "{byte} at {at} of {len}");
                }
                bytes[at] = b'a';
            }
        }
    }

    #[test]
    fn short_and_long_texts_agree_on_every_byte() {
        for byte in 0..=u8::MAX {
            let bytes = [byte; 20];
            for (delimiter, class) in [(b'\t', 0), (b',', class::COMMA), (b'|', class::PIPE)] {
                let is_special = any_special(&bytes, delimiter, class::SPECIAL | class);
                let by_name = byte < 0x20 || b":\"\\[]{}".contains(&byte) || byte == delimiter;
                assert_eq!(is_special, by_name);
                assert_eq!(any_special(&bytes[..3], delimiter, class::SPECIAL | class), by_name);
            }
            let is_bare = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
            assert_eq!(all_bare(&bytes), is_bare);
            assert_eq!(all_bare(&bytes[..3]), is_bare);
        }
    }
}
