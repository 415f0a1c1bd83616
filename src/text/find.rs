//! The first of a few characters, eight bytes at a time: tokens are short, so a call into `memchr` would cost more
//! than the search; it takes over where a token turns out to be long.

#![allow(clippy::inline_always)] // a loop of a few instructions in the callers' own loops

use memchr::{memchr, memchr2, memchr3};

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Where the last word begins that is searched here for the end of a token, and for the end of a line.
const NEAR: usize = 56;
const LINE: usize = 40;
/// Bytes that `memchr` is quicker to search from the first one on.
pub(crate) const LONG: usize = LINE + 8;

/// A byte in all eight places.
#[inline(always)]
fn spread(byte: u8) -> u64 {
    LOW * u64::from(byte)
}

/// The high bit of each byte that is zero. Bits above the lowest one may be false.
#[inline(always)]
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(LOW) & !word & HIGH
}

#[inline(always)]
fn split_word(bytes: &[u8]) -> Option<(u64, &[u8])> {
    bytes.split_first_chunk().map(|(chunk, tail)| (u64::from_le_bytes(*chunk), tail))
}

/// The spaces that `bytes` begin with.
#[inline(always)]
pub(crate) fn leading_spaces(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((word, tail)) = split_word(rest) {
        let others = word ^ spread(b' ');
        if others != 0 {
            return bytes.len() - rest.len() + (others.trailing_zeros() / 8) as usize;
        }
        rest = tail;
    }
    bytes.len() - rest.len() + rest.iter().take_while(|&&byte| byte == b' ').count()
}

/// Where in `bytes` the first `a` stands, else their length.
#[inline(always)]
pub(crate) fn find1(bytes: &[u8], a: u8) -> usize {
    let mut rest = bytes;
    while let Some((word, tail)) = split_word(rest) {
        let found = zeros(word ^ spread(a));
        let at = bytes.len() - rest.len();
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        if at == LINE {
            return far1(bytes, a);
        }
        rest = tail;
    }
    bytes.len() - rest.len() + rest.iter().position(|&byte| byte == a).unwrap_or(rest.len())
}

#[inline(never)]
fn far1(bytes: &[u8], a: u8) -> usize {
    let rest = bytes.get(LONG..).unwrap_or_default();
    LONG + find1_far(rest, a)
}

/// As [`find1`], where `a` is not expected soon.
#[inline]
pub(crate) fn find1_far(bytes: &[u8], a: u8) -> usize {
    memchr(a, bytes).unwrap_or(bytes.len())
}

/// Where in `bytes` the first `a` or `b` stands, else their length.
#[inline(always)]
pub(crate) fn find2(bytes: &[u8], a: u8, b: u8) -> usize {
    let mut rest = bytes;
    while let Some((word, tail)) = split_word(rest) {
        let found = zeros(word ^ spread(a)) | zeros(word ^ spread(b));
        let at = bytes.len() - rest.len();
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        if at == NEAR {
            return far2(bytes, a, b);
        }
        rest = tail;
    }
    bytes.len() - rest.len() + rest.iter().position(|&byte| byte == a || byte == b).unwrap_or(rest.len())
}

#[inline(never)]
fn far2(bytes: &[u8], a: u8, b: u8) -> usize {
    let rest = bytes.get(NEAR + 8..).unwrap_or_default();
    NEAR + 8 + memchr2(a, b, rest).unwrap_or(rest.len())
}

/// Where in `bytes` the first `a`, `b` or `c` stands, else their length.
#[inline(always)]
pub(crate) fn find3(bytes: &[u8], a: u8, b: u8, c: u8) -> usize {
    let mut rest = bytes;
    while let Some((word, tail)) = split_word(rest) {
        let found = zeros(word ^ spread(a)) | zeros(word ^ spread(b)) | zeros(word ^ spread(c));
        let at = bytes.len() - rest.len();
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        if at == NEAR {
            return far3(bytes, a, b, c);
        }
        rest = tail;
    }
    bytes.len() - rest.len()
        + rest.iter().position(|&byte| byte == a || byte == b || byte == c).unwrap_or(rest.len())
}

#[inline(never)]
fn far3(bytes: &[u8], a: u8, b: u8, c: u8) -> usize {
    let rest = bytes.get(NEAR + 8..).unwrap_or_default();
    NEAR + 8 + memchr3(a, b, c, rest).unwrap_or(rest.len())
}

/// Where in `bytes` the first colon, opening bracket, or byte up to the quote stands, which are spaces and controls, too;
/// nothing where it is not in front of the last few bytes.
#[inline(always)]
pub(crate) fn find_key_end(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    while let Some((word, tail)) = split_word(rest) {
        let to_quote = word.wrapping_sub(spread(b'"' + 1));
        // Not as the colon's: two of one kind LLVM does in a vector register, and waits for the way there and back.
        let bracket = HIGH - (word & !HIGH ^ spread(b'['));
        let colon = (word ^ spread(b':')).wrapping_sub(LOW);
        let found = (to_quote | colon | bracket) & !word & HIGH;
        if found != 0 {
            return Some(bytes.len() - rest.len() + (found.trailing_zeros() / 8) as usize);
        }
        rest = tail;
    }
    None
}

/// The high bit of each byte that is a control. Bits above the lowest one may be false: the subtraction borrows from
/// the byte above only where this one is found.
#[inline(always)]
fn controls(word: u64) -> u64 {
    word.wrapping_sub(spread(b' ')) & !word & HIGH
}

/// Where in `bytes` the first one stands that a quoted string must escape, in TOON (§7.1) as in JSON: a quote, a
/// backslash or a control; else their length.
#[inline]
pub(crate) fn find_escaped(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((word, tail)) = split_word(rest) {
        let found = zeros(word ^ spread(b'"')) | zeros(word ^ spread(b'\\')) | controls(word);
        if found != 0 {
            return bytes.len() - rest.len() + (found.trailing_zeros() / 8) as usize;
        }
        rest = tail;
    }
    bytes.len() - rest.len() + rest.iter().position(|&byte| is_escaped(byte)).unwrap_or(rest.len())
}

#[inline]
fn is_escaped(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

#[cfg(test)]
mod tests {
    use super::{find_escaped, find_key_end, find1, find1_far, find2, find3, is_escaped, leading_spaces};

    #[test]
    fn spaces_at_the_start() {
        for length in 0..40 {
            for spaces in 0..=length {
                for other in [b'x', b'\t', 0xa0, b'!', 0, b'"'] {
                    let mut bytes = vec![b' '; length];
                    bytes.iter_mut().skip(spaces).step_by(3).for_each(|byte| *byte = other);
                    assert_eq!(leading_spaces(&bytes), spaces);
                }
            }
        }
    }

    /// Equal to the plain search at every length and place, also beside bytes that differ by one bit.
    #[test]
    fn as_the_plain_search() {
        for length in 0..150 {
            for place in 0..=length {
                let mut bytes: Vec<u8> =
                    (0..length).map(|i| [b'x', b'-', b'#', 0x80, 0xff, b'.'][i % 6]).collect();
                for (a, b, c) in [(b',', b'"', b':'), (b'|', b'"', b'['), (b'\t', b'"', b'\\')] {
                    for (found, used) in [(a, 2), (b, 2), (c, 3)] {
                        if let Some(byte) = bytes.get_mut(place) {
                            *byte = found;
                        }
                        assert_eq!(find3(&bytes, a, b, c), place);
                        assert_eq!(find1(&bytes, found), place);
                        assert_eq!(find1_far(&bytes, found), place);
                        if used == 2 {
                            assert_eq!(find2(&bytes, a, b), place);
                        }
                    }
                }
            }
        }
    }

    /// As the plain search, and nothing where fewer bytes are left than a word has.
    #[test]
    fn the_end_of_a_key() {
        for byte in 0..=u8::MAX {
            for filler in [b'a', b' ', b'!', b';', b'Z', 0x7f, 0x80, 0xff] {
                for length in 1..20 {
                    for at in 0..length {
                        let mut bytes = [filler; 20];
                        bytes[at] = byte;
                        let ends = |byte: &u8| *byte <= b'"' || matches!(byte, b':' | b'[');
                        let expected = bytes[..length / 8 * 8].iter().position(ends);
                        assert_eq!(find_key_end(&bytes[..length]), expected, "{byte} at {at} of {length}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_byte_in_every_place() {
        for byte in 0..=u8::MAX {
            for filler in [b'a', b' ', b'!', b'#', b'[', b']', 0x7f, 0x80, 0xff] {
                for length in 1..20 {
                    for at in 0..length {
                        let mut bytes = [filler; 20];
                        bytes[at] = byte;
                        let expected = if is_escaped(byte) { at } else { length };
                        assert_eq!(find_escaped(&bytes[..length]), expected, "{byte} at {at} of {length}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_first_of_several() {
        for first in [b'"', b'\\', 0, 0x1f] {
            for second in [b'"', b'\\', 0, 0x1f, 0x21, 0x23, 0x5b, 0x5d, 0x20] {
                for at in 0..15 {
                    let mut bytes = [b'a'; 16];
                    bytes[at] = first;
                    bytes[at + 1] = second;
                    assert_eq!(find_escaped(&bytes), at);
                    assert_eq!(find_escaped(&bytes[at..]), 0);
                }
            }
        }
    }
}
