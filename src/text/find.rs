//! Finds the first of a few characters, sixteen bytes at a time. Tokens are short, so a call to
//! `memchr` would cost more than the search; it takes over if a token turns out to be long.

#![allow(clippy::inline_always, reason = "measured: reading takes 3 to 9 % more without, together with `de`")]

use super::lanes::{LEN, Lanes, is, lanes, mask, up_to};
use memchr::{memchr, memchr2, memchr3};

/// The number of bytes that are searched together.
pub(crate) const BLOCK: usize = LEN;

/// The start of the last block that is searched here before `memchr` takes over: for the end of a
/// token, and for the end of a line.
const LAST_TOKEN_BLOCK: usize = 48;
const LAST_LINE_BLOCK: usize = 32;
/// Texts of at least this many bytes are searched faster by `memchr` alone.
pub(crate) const MIN_FAR_BYTES: usize = LAST_LINE_BLOCK + LEN;

/// The position of the first byte for which `test` and `holds` hold, or the length of `bytes`. The
/// bytes are searched in blocks, and one by one if fewer are left; the bytes after the block that
/// begins at `last` are left to `far`.
#[inline(always)]
fn find(
    bytes: &[u8],
    last: usize,
    test: impl Fn(Lanes) -> Lanes,
    holds: impl Fn(u8) -> bool,
    far: impl FnOnce(&[u8]) -> usize,
) -> usize {
    let mut rest = bytes;
    while let Some((block, tail)) = rest.split_first_chunk() {
        let found = mask(test(lanes(*block)));
        let at = bytes.len() - rest.len();
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        rest = tail;
        if at == last {
            return at + LEN + far(rest);
        }
    }
    bytes.len() - rest.len() + rest.iter().position(|&byte| holds(byte)).unwrap_or(rest.len())
}

/// The number of spaces at the start of `bytes`.
#[inline]
pub(crate) fn leading_spaces(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((chunk, tail)) = rest.split_first_chunk() {
        let others = u64::from_le_bytes(*chunk) ^ u64::from_le_bytes([b' '; 8]);
        if others != 0 {
            return bytes.len() - rest.len() + (others.trailing_zeros() / 8) as usize;
        }
        rest = tail;
    }
    bytes.len() - rest.len() + rest.iter().take_while(|&&byte| byte == b' ').count()
}

/// The position of the first `a` in `bytes`, or their length.
#[inline]
pub(crate) fn find1(bytes: &[u8], a: u8) -> usize {
    find(bytes, LAST_LINE_BLOCK, |block| is(block, a), |byte| byte == a, |rest| far1(rest, a))
}

/// Whether `a` is among the first `length` bytes of a block.
#[inline]
pub(crate) fn is_among_first(length: usize, block: &[u8; BLOCK], a: u8) -> bool {
    mask(is(lanes(*block), a)) & ((1 << length) - 1) != 0
}

#[inline(never)]
fn far1(bytes: &[u8], a: u8) -> usize {
    find1_far(bytes, a)
}

/// Like [`find1`], if `a` is not expected soon.
#[inline]
pub(crate) fn find1_far(bytes: &[u8], a: u8) -> usize {
    memchr(a, bytes).unwrap_or(bytes.len())
}

/// The position of the first `a` or `b` in `bytes`, or their length.
#[inline(always)]
pub(crate) fn find2(bytes: &[u8], a: u8, b: u8) -> usize {
    let test = |block| is(block, a) | is(block, b);
    find(bytes, LAST_TOKEN_BLOCK, test, |byte| byte == a || byte == b, |rest| far2(rest, a, b))
}

#[inline(never)]
fn far2(bytes: &[u8], a: u8, b: u8) -> usize {
    memchr2(a, b, bytes).unwrap_or(bytes.len())
}

/// The position of the first `a`, `b` or `c` in `bytes`, or their length.
#[inline(always)]
pub(crate) fn find3(bytes: &[u8], a: u8, b: u8, c: u8) -> usize {
    let test = |block| is(block, a) | is(block, b) | is(block, c);
    find(
        bytes,
        LAST_TOKEN_BLOCK,
        test,
        |byte| byte == a || byte == b || byte == c,
        |rest| far3(rest, a, b, c),
    )
}

#[inline(never)]
fn far3(bytes: &[u8], a: u8, b: u8, c: u8) -> usize {
    memchr3(a, b, c, bytes).unwrap_or(bytes.len())
}

/// The position of the first colon, opening bracket, quote, space or control character in `bytes`,
/// or `None` if it is among the last few bytes.
#[inline]
fn find_key_end(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    while let Some((block, tail)) = rest.split_first_chunk() {
        let found = mask(ends_key(lanes(*block)));
        if found != 0 {
            return Some(bytes.len() - rest.len() + found.trailing_zeros() as usize);
        }
        rest = tail;
    }
    None
}

/// For the line that `bytes` begin with: the position of its first colon or bracket (or its end),
/// and its end. `None` if a quote, a space or another control character precedes that, or if it is
/// among the last few bytes.
///
/// Most lines end within two blocks, which are searched as one, to avoid a mispredicted branch.
#[inline(always)]
pub(crate) fn find_key_and_line_end(bytes: &[u8]) -> Option<(usize, usize)> {
    let (first, rest) = bytes.split_first_chunk()?;
    let first = lanes(*first);
    let key = match mask(ends_key(first)) {
        // Most keys are shorter.
        0 => LEN + find_key_end(rest)?,
        keys => keys.trailing_zeros() as usize,
    };
    match bytes.get(key)? {
        b':' | b'[' => {}
        b'\n' => return Some((key, key)),
        _ => return None,
    }
    let Some((second, rest)) = rest.split_first_chunk() else { return Some((key, find1(bytes, b'\n'))) };
    let lines = mask(is(first, b'\n')) | mask(is(lanes(*second), b'\n')) << LEN;
    let line = if lines == 0 { 2 * LEN + find1(rest, b'\n') } else { lines.trailing_zeros() as usize };
    Some((key, line))
}

#[inline]
fn ends_key(block: Lanes) -> Lanes {
    up_to(block, b'"') | is(block, b':') | is(block, b'[')
}

/// The position of the first byte that must be escaped in a quoted string, in TOON (§7.1) as in
/// JSON: a quote, a backslash or a control character; or the length of `bytes`.
#[inline]
pub(crate) fn find_escaped(bytes: &[u8]) -> usize {
    let test = |block| is(block, b'"') | is(block, b'\\') | up_to(block, b' ' - 1);
    // `memchr` cannot search for that many different bytes.
    find(bytes, usize::MAX, test, is_escaped, <[u8]>::len)
}

#[inline]
fn is_escaped(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

#[cfg(test)]
mod tests {
    use super::{
        BLOCK, find_escaped, find_key_and_line_end, find_key_end, find1, find1_far, find2, find3,
        is_among_first, is_escaped, leading_spaces,
    };

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

    #[test]
    fn among_the_first_bytes_of_a_block() {
        for length in 0..=BLOCK {
            for place in 0..BLOCK {
                let mut block = [b';'; BLOCK];
                block[place] = b':';
                assert_eq!(is_among_first(length, &block, b':'), place < length, "{place} of {length}");
                assert!(!is_among_first(length, &block, b'x'));
            }
        }
    }

    /// Equal to the naive search at every length and position, also next to bytes that differ by
    /// one bit.
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

    /// Equal to the naive search, or `None` if fewer bytes than a block are left.
    #[test]
    fn the_end_of_a_key() {
        for byte in 0..=u8::MAX {
            for filler in [b'a', b' ', b'!', b';', b'Z', 0x7f, 0x80, 0xff] {
                for length in 1..36 {
                    for at in 0..length {
                        let mut bytes = [filler; 36];
                        bytes[at] = byte;
                        let ends = |byte: &u8| *byte <= b'"' || matches!(byte, b':' | b'[');
                        let expected = bytes[..length / 16 * 16].iter().position(ends);
                        assert_eq!(find_key_end(&bytes[..length]), expected, "{byte} at {at} of {length}");
                    }
                }
            }
        }
    }

    /// Equal to the naive search for all positions of the ends, or `None` if the end of the key is
    /// too close to the end of the text.
    #[test]
    fn the_ends_of_a_key_and_its_line() {
        for length in 0..90 {
            for key in 0..=length {
                for line in key..=length {
                    for end in *b":[\n \"\r\t!" {
                        let mut bytes = vec![b'a'; length];
                        bytes.iter_mut().skip(key).step_by(5).for_each(|byte| *byte = end);
                        bytes.iter_mut().skip(line).step_by(7).for_each(|byte| *byte = b'\n');
                        let line = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(length);
                        let known = bytes.get(key).is_some_and(|byte| b":[\n".contains(byte));
                        let expected = Some((key, line)).filter(|_| known && key < length / 16 * 16);
                        assert_eq!(find_key_and_line_end(&bytes), expected, "{key} and {line} of {length}");
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
