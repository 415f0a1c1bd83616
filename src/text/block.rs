//! Byte classes, and whether a text contains a byte of a class: sixteen bytes at a time, because
//! most keys and values are no longer than that.

#![allow(clippy::inline_always, reason = "measured together with `copy`")]
#![allow(clippy::needless_bitwise_bool, reason = "a vector has no place to stop at")]

pub(super) use super::lanes::LEN;

/// Bits of [`CLASSES`].
pub(crate) mod class {
    /// Forces quotes anywhere: a control character, `:`, `"`, `\`, a bracket or a brace (§7.2).
    pub(crate) const SPECIAL: u8 = 1;
    /// The delimiters other than the tab, which is a control character.
    pub(crate) const COMMA: u8 = 2;
    pub(crate) const PIPE: u8 = 4;
    /// Forces quotes as the first byte.
    pub(crate) const START: u8 = 8;
    /// May begin a word that is read as another value.
    pub(crate) const WORD: u8 = 64;
    /// May begin text that is read as a number.
    pub(crate) const NUMBER: u8 = 128;
    /// Not allowed in a bare key (§7.3).
    pub(crate) const NOT_BARE: u8 = 16;
    /// Not allowed as the first byte of a bare key.
    pub(crate) const NOT_BARE_START: u8 = 32;
}

/// The classes of each byte. A constant, so that other crates can evaluate it for constant keys.
const CLASSES: [u8; 256] = {
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
        if matches!(byte, b' ' | b'-' | b'#') {
            class |= class::START;
        }
        if matches!(byte, b't' | b'f' | b'n') {
            class |= class::WORD;
        }
        if matches!(byte, b'+' | b'0'..=b'9') {
            class |= class::NUMBER;
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

/// Whether `byte` belongs to one of `classes`.
#[inline]
pub(crate) fn is(byte: u8, classes: u8) -> bool {
    CLASSES[usize::from(byte)] & classes != 0
}

/// Whether `bytes` has four to 32 bytes, like a timestamp, none of which must be escaped in a
/// quoted string (§7.1).
#[inline]
pub(crate) fn is_short_and_unescaped(bytes: &[u8]) -> bool {
    if let Some(block) = short_block(bytes) {
        return !has_escaped(&block);
    }
    two_blocks(bytes).is_some_and(|blocks| blocks.into_iter().all(|block| !has_escaped(block)))
}

/// Whether no byte is in [`class::NOT_BARE`].
#[inline(always)]
pub(crate) fn all_bare(bytes: &[u8]) -> bool {
    match short_block(bytes) {
        Some(block) => !has_not_bare(&block),
        None if bytes.len() < 4 => bytes.iter().all(|&byte| !is(byte, class::NOT_BARE)),
        None => all_bare_of_long(bytes),
    }
}

/// A text of four to sixteen bytes as a block, in which some bytes occur twice. They are loaded as
/// words, which the compiler joins in a register: a block assembled in memory would stall on store
/// forwarding.
#[inline(always)]
pub(super) fn short_block(bytes: &[u8]) -> Option<[u8; LEN]> {
    let (low, high) = if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk()) {
        (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk()) {
        let word = u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
        (word, word)
    } else {
        return None;
    };
    (bytes.len() <= LEN).then(|| (u128::from(low) | u128::from(high) << 64).to_le_bytes())
}

/// A text of sixteen to 32 bytes as two blocks, in which some bytes occur twice.
#[inline]
fn two_blocks(bytes: &[u8]) -> Option<[&[u8; LEN]; 2]> {
    let blocks = [bytes.first_chunk()?, bytes.last_chunk()?];
    (bytes.len() <= 2 * LEN).then_some(blocks)
}

#[inline(never)]
fn all_bare_of_long(bytes: &[u8]) -> bool {
    !any_block(bytes, has_not_bare)
}

// All of these compute the minimum of several differences and end in one comparison, so that the
// compiler emits one vector instruction per operation.

/// Whether any byte is in [`class::SPECIAL`], or is `delimiter` or `|`, which lies between the
/// braces and is not distinguished from them.
#[inline(always)]
pub(super) fn may_have_special<const LEN: usize>(block: &[u8; LEN], delimiter: u8) -> bool {
    // With one bit set, brackets and the backslash between them become braces and `|`.
    block.iter().fold(false, |hit, &byte| {
        let bracket_or_brace = (byte | 0x20).wrapping_sub(b'{').saturating_sub(2);
        let least = control_or_quote(byte).min(bracket_or_brace).min(byte ^ b':').min(byte ^ delimiter);
        hit | (least == 0)
    })
}

/// Whether any byte is in [`class::SPECIAL`] or is `delimiter`.
#[inline]
pub(super) fn has_special<const LEN: usize>(block: &[u8; LEN], delimiter: u8) -> bool {
    block.iter().fold(false, |hit, &byte| {
        let bracket_or_backslash = byte.wrapping_sub(b'[').saturating_sub(2);
        let least = control_or_quote(byte)
            .min(bracket_or_backslash)
            .min(byte ^ b':')
            .min(byte ^ b'{')
            .min(byte ^ b'}')
            .min(byte ^ delimiter);
        hit | (least == 0)
    })
}

#[inline]
fn has_escaped(block: &[u8; LEN]) -> bool {
    block.iter().fold(false, |hit, &byte| hit | (control_or_quote(byte).min(byte ^ b'\\') == 0))
}

/// 0 for a control character or a `"`, which directly follows the control characters once a bit is
/// flipped.
#[inline]
fn control_or_quote(byte: u8) -> u8 {
    (byte ^ b'"' ^ b' ').saturating_sub(b' ')
}

#[inline]
fn has_not_bare(block: &[u8; LEN]) -> bool {
    block.iter().fold(false, |hit, &byte| {
        let letter = (byte | 0x20).wrapping_sub(b'a').saturating_sub(25);
        let digit = byte.wrapping_sub(b'0').saturating_sub(9);
        hit | (letter.min(digit).min(byte ^ b'.').min(byte ^ b'_') != 0)
    })
}

/// Whether `test` holds for any block of `bytes`, which has at least `LEN` bytes.
#[inline]
pub(super) fn any_block<const LEN: usize>(bytes: &[u8], test: impl Fn(&[u8; LEN]) -> bool) -> bool {
    let mut rest = bytes;
    while let Some((block, after)) = rest.split_first_chunk() {
        if test(block) {
            return true;
        }
        rest = after;
    }
    !rest.is_empty() && bytes.last_chunk().is_some_and(test)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_looked_at_and_no_other() {
        for len in 0..70 {
            let mut bytes = alloc::vec![b'a'; len];
            assert!(all_bare(&bytes), "{len}");
            for at in 0..len {
                bytes[at] = b' ';
                assert!(!all_bare(&bytes), "at {at} of {len}");
                bytes[at] = b'a';
            }
        }
    }

    #[test]
    fn short_and_long_texts_agree_on_every_byte() {
        for byte in 0..=u8::MAX {
            let bytes = [byte; 33];
            let is_escaped = byte < 0x20 || byte == b'"' || byte == b'\\';
            for len in [4, 7, 8, 15, 16, 17, 20, 32] {
                assert_eq!(is_short_and_unescaped(&bytes[..len]), !is_escaped, "{byte} {len}");
            }
            assert!(!is_short_and_unescaped(&bytes[..3]) && !is_short_and_unescaped(&bytes));
            let is_bare = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
            assert_eq!(all_bare(&bytes), is_bare);
            assert_eq!(all_bare(&bytes[..3]), is_bare);
        }
    }
}
