//! Scanning and appending text in blocks.
//!
//! The length of a text is unpredictable, so a branch on it is often mispredicted and costs more
//! than the copy. Blocks have a constant length and need no call; the last block ends where the
//! text does, and overlaps the one before. A text that is also scanned is copied in one piece
//! afterwards.

#![allow(
    clippy::inline_always,
    reason = "measured: without, here and in `block`, strings take 10 % more, tables 5 %"
)]

use super::block::{LEN, any_block, has_special, is, may_have_special, short_block};
use alloc::string::String;

/// Appends `text`, which is expected to be short, but not empty.
#[inline(always)]
pub(crate) fn push_short(out: &mut String, text: &str) {
    let is_pushed = match text.len() {
        8..=16 => push_two_blocks::<8>(out, text),
        4..8 => push_two_blocks::<4>(out, text),
        _ => false,
    };
    if !is_pushed {
        out.push_str(text);
    }
}

/// Appends `text` of one to two blocks, unless a character crosses the edge of a block. Returns
/// whether it did.
#[inline(always)]
fn push_two_blocks<const LEN: usize>(out: &mut String, text: &str) -> bool {
    let (Some(first), Some(last)) = (first_block::<LEN>(text), last_block::<LEN>(text)) else { return false };
    let end = out.len() + text.len();
    out.reserve(2 * LEN);
    out.push_str(first);
    out.truncate(end - LEN);
    out.push_str(last);
    true
}

/// Appends `text` unless any byte is [special](super::block::class::SPECIAL) or is `delimiter`,
/// whose class bits are `classes`. Returns whether it did.
#[inline(always)]
pub(crate) fn push_unless_special(out: &mut String, text: &str, delimiter: u8, classes: u8) -> bool {
    let is_special = any_special(text.as_bytes(), delimiter, classes);
    if !is_special {
        out.push_str(text);
    }
    !is_special
}

#[inline(always)]
fn any_special(bytes: &[u8], delimiter: u8, classes: u8) -> bool {
    let may_be = if bytes.len() > LONG_BYTES {
        long_may_have_special(bytes, delimiter)
    } else if let Some(may_be) = ends_may_have_special::<LEN>(bytes, delimiter) {
        may_be
    } else if let Some(block) = short_block(bytes) {
        may_have_special(&block, delimiter)
    } else {
        return bytes.iter().any(|&byte| is(byte, classes));
    };
    may_be && any_special_for_certain(bytes, delimiter, classes)
}

/// The number of bytes of a long text that are scanned together.
const LONG_BYTES: usize = 2 * LEN;

/// Branches at the same lengths as glibc's `memcpy`, so that a length mispredicted here is not
/// mispredicted again there.
#[inline(never)]
fn long_may_have_special(bytes: &[u8], delimiter: u8) -> bool {
    let ends = match bytes.len() {
        33..=64 => ends_may_have_special::<32>(bytes, delimiter),
        65..=128 => ends_may_have_special::<64>(bytes, delimiter),
        _ => None,
    };
    ends.unwrap_or_else(|| any_block::<LONG_BYTES>(bytes, |block| may_have_special(block, delimiter)))
}

/// [`may_have_special`] of the first and the last block, which cover a text of one to two blocks;
/// `None` for a shorter one.
#[inline(always)]
fn ends_may_have_special<const LEN: usize>(bytes: &[u8], delimiter: u8) -> Option<bool> {
    debug_assert!(bytes.len() <= 2 * LEN, "there are bytes between the two");
    let (first, last) = (bytes.first_chunk::<LEN>()?, bytes.last_chunk::<LEN>()?);
    Some(may_have_special(first, delimiter) | may_have_special(last, delimiter))
}

/// Out of line, since few texts have a special byte or a `|`.
#[inline(never)]
fn any_special_for_certain(bytes: &[u8], delimiter: u8, classes: u8) -> bool {
    if bytes.len() < LEN {
        return bytes.iter().any(|&byte| is(byte, classes));
    }
    any_block::<LEN>(bytes, |block| has_special(block, delimiter))
}

/// The first `LEN` bytes, unless a character crosses their end.
#[inline(always)]
fn first_block<const LEN: usize>(text: &str) -> Option<&str> {
    text.split_at_checked(LEN).map(|(first, _)| first)
}

/// The last `LEN` bytes, unless a character crosses their start.
#[inline(always)]
fn last_block<const LEN: usize>(text: &str) -> Option<&str> {
    text.split_at_checked(text.len().checked_sub(LEN)?).map(|(_, last)| last)
}

#[cfg(test)]
mod tests {
    use super::super::block::class;
    use super::*;
    use alloc::format;

    /// All texts of up to 140 bytes with one different character at any position, and some with
    /// two.
    fn texts(mut check: impl FnMut(&str)) {
        for len in 0..140 {
            let plain: String = ('a'..='z').cycle().take(len).collect();
            check(&plain);
            for at in 0..len {
                for char in [",", ":", "|", "\"", "\u{1f}", "é", "❤", "🦀"] {
                    let mut text = plain.clone();
                    text.replace_range(at..=at, char);
                    check(&text);
                    text.push(':');
                    check(&text);
                }
            }
        }
    }

    #[test]
    fn short_texts_are_appended() {
        texts(|text| {
            let mut out = String::from("é");
            push_short(&mut out, text);
            assert_eq!(out.strip_prefix('é'), Some(text));
        });
    }

    #[test]
    fn every_byte_is_judged_alike_at_any_length() {
        for byte in 0..=u8::MAX {
            for (delimiter, class) in [(b'\t', 0), (b',', class::COMMA), (b'|', class::PIPE)] {
                let is_special = byte < b' ' || b":\"\\[]{}".contains(&byte) || byte == delimiter;
                for len in 1..200 {
                    let found = any_special(&[byte; 200][..len], delimiter, class::SPECIAL | class);
                    assert_eq!(found, is_special, "{byte} by {delimiter}, {len} times");
                }
            }
        }
    }

    #[test]
    fn texts_are_appended_whole_or_not_at_all() {
        texts(|text| {
            for (delimiter, class) in [(b',', class::COMMA), (b'|', class::PIPE), (b'\t', 0)] {
                let mut out = String::from("é");
                let is_pushed = push_unless_special(&mut out, text, delimiter, class::SPECIAL | class);
                let is_special = |byte| byte < b' ' || b":\"\\[]{}".contains(&byte) || byte == delimiter;
                assert_eq!(is_pushed, !text.bytes().any(is_special), "{text:?}");
                assert_eq!(out, if is_pushed { format!("é{text}") } else { "é".into() });
            }
        });
    }
}
