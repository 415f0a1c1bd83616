//! Keys: which may stand bare (§7.3), and the hash by which equal ones are found.

use super::block::{self, class};

/// Whether `key` matches `[A-Za-z_][A-Za-z0-9_.]*` (§7.3).
#[inline]
pub(crate) fn is_bare(key: &str) -> bool {
    let bytes = key.as_bytes();
    bytes.first().is_some_and(|&first| !block::is(first, class::NOT_BARE_START)) && block::all_bare(bytes)
}

/// Whether `segment` may be joined to others by dots: `[A-Za-z_][A-Za-z0-9_]*`, and no name with a meaning of
/// its own in the languages that expanded keys end up in.
pub(crate) fn is_segment(segment: &str) -> bool {
    is_bare(segment)
        && !segment.contains('.')
        && !matches!(segment, "__proto__" | "constructor" | "prototype")
}

/// A hash of `key` that tells most different keys apart. Nothing may depend on its being hard to collide: whoever
/// uses it compares the keys themselves where hashes are equal, in a time that collisions cannot make quadratic.
#[inline]
pub(crate) fn hash(key: &str) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let bytes = key.as_bytes();
    let mut state = (bytes.len() as u64).wrapping_mul(K);
    let mut rest = bytes;
    while let Some((word, tail)) = rest.split_first_chunk::<8>().filter(|_| rest.len() > 8) {
        state = fold(state ^ u64::from_le_bytes(*word), K);
        rest = tail;
    }
    // What is left overlaps with what has been read.
    fold(state ^ last_word(bytes), K)
}

/// The last eight bytes of a key, or all that it has, in any order.
#[inline]
fn last_word(bytes: &[u8]) -> u64 {
    if let Some(last) = bytes.last_chunk() {
        return u64::from_le_bytes(*last);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last));
    }
    bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// The two halves of the product, folded: every bit of the input reaches every bit of the output.
#[inline]
#[allow(clippy::cast_possible_truncation)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x2545_f491_4f6c_dd1d) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_keys() {
        for key in ["a", "_", "A9", "user.name", "a_b", "a."] {
            assert!(is_bare(key), "{key}");
        }
        for key in ["", "9a", ".a", "a-b", "a b", "é", "aé", "a:b", "a\n"] {
            assert!(!is_bare(key), "{key}");
        }
    }

    #[test]
    fn segments() {
        assert!(is_segment("a_1"));
        for key in ["a.b", "", "1a", "__proto__", "constructor", "prototype"] {
            assert!(!is_segment(key), "{key}");
        }
    }

    #[test]
    fn hashes_tell_apart() {
        let keys = ["", "a", "b", "ab", "ba", "aaaaaaaa", "aaaaaaaaa", "aaaaaaab", "\0", "\0\0"];
        for (i, a) in keys.iter().enumerate() {
            for b in &keys[i + 1..] {
                assert_ne!(hash(a), hash(b), "{a:?} {b:?}");
            }
        }
    }
}
