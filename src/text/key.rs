//! Keys: which can be bare (§7.3), and the fingerprints by which duplicates are found.

use super::block::{self, class};

/// Whether `key` matches `[A-Za-z_][A-Za-z0-9_.]*` (§7.3).
#[inline(always)]
#[allow(clippy::inline_always, reason = "of a constant key it is a constant")]
pub fn is_bare(key: &str) -> bool {
    let bytes = key.as_bytes();
    bytes.first().is_some_and(|&first| !block::is(first, class::NOT_BARE_START)) && block::all_bare(bytes)
}

/// Whether `segment` can be joined to others by dots: it matches `[A-Za-z_][A-Za-z0-9_]*`, and is
/// not a name with a special meaning in JavaScript.
pub(crate) fn is_segment(segment: &str) -> bool {
    is_bare(segment)
        && !segment.contains('.')
        && !matches!(segment, "__proto__" | "constructor" | "prototype")
}

/// A number that identifies a key. For keys of up to sixteen bytes it consists of these bytes, so
/// it has the same order as the keys. For longer keys it contains a 64-bit hash, so that they do
/// not collide by chance. It does not resist deliberate collisions: where fingerprints are equal,
/// callers must compare the keys themselves if they still have them, in less than quadratic time.
#[inline]
pub(crate) fn fingerprint(key: &str) -> u128 {
    let bytes = key.as_bytes();
    let (first, rest) = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            let rest =
                if bytes.len() > 16 { hash(key) } else { tail_bytes(u64::from_be_bytes(*last), bytes.len()) };
            (u64::from_be_bytes(*first), rest)
        }
        _ => (short(bytes), 0),
    };
    u128::from(first) << 64 | u128::from(rest)
}

/// The first sixteen bytes as a number, which has the same order as the keys wherever it differs.
#[inline]
pub(crate) fn beginning(key: &str) -> u128 {
    match key.as_bytes().first_chunk() {
        Some(first) => u128::from_be_bytes(*first),
        None => fingerprint(key),
    }
}

/// The bytes after the first eight, left-aligned. `last` contains the last eight of `len` bytes.
#[inline]
fn tail_bytes(last: u64, len: usize) -> u64 {
    if len > 8 { last << (8 * (16 - len)) } else { 0 }
}

/// Fewer than eight bytes, left-aligned.
#[inline]
fn short(bytes: &[u8]) -> u64 {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let after = u64::from(u32::from_be_bytes(*last)) << (8 * (8 - bytes.len())) & 0xffff_ffff;
        return u64::from(u32::from_be_bytes(*first)) << 32 | after;
    }
    let word = bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    if bytes.is_empty() { 0 } else { word << (64 - 8 * bytes.len()) }
}

/// A hash of `key`. It does not resist deliberate collisions: where hashes are equal, callers must
/// compare the keys themselves, in less than quadratic time.
#[inline]
pub(crate) fn hash(key: &str) -> u64 {
    hash_before(key, None)
}

/// Like [`hash`], for a key at the start of `word`, if that is known. The bytes after a key of
/// fewer than eight bytes are masked, without a branch on its unpredictable length.
#[inline(always)]
pub(crate) fn hash_before(key: &str, word: Option<u64>) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let bytes = key.as_bytes();
    let mut state = (bytes.len() as u64).wrapping_mul(K);
    let last = match (bytes.last_chunk(), word) {
        (Some(last), _) => {
            let mut rest = bytes;
            while let Some((word, tail)) = rest.split_first_chunk::<8>().filter(|_| rest.len() > 8) {
                state = fold(state ^ u64::from_le_bytes(*word), K);
                rest = tail;
            }
            // The rest overlaps with bytes that have been read.
            u64::from_le_bytes(*last)
        }
        // There are fewer than eight bytes, which `& 7` tells the compiler.
        (None, Some(word)) => word & ((1 << (8 * (bytes.len() & 7))) - 1),
        (None, None) => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    };
    fold(state ^ last, K)
}

/// XORs the two halves of the product, so that every input bit affects every output bit.
#[inline]
#[allow(clippy::cast_possible_truncation)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x2545_f491_4f6c_dd1d) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

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
    fn hashes_are_the_same_whatever_follows() {
        const TEXT: &str = "abcdefghijklmnopqrstuvwxyz";
        for len in 0..=20 {
            let key = &TEXT[..len];
            for after in [u64::MAX, 0, 0x2020_2020_2020_2020] {
                let mut word = after.to_le_bytes();
                let start = len.min(8);
                word[..start].copy_from_slice(&key.as_bytes()[..start]);
                assert_eq!(hash_before(key, Some(u64::from_le_bytes(word))), hash(key), "{key:?}");
            }
            assert_ne!(hash(key), hash(&TEXT[..=len]), "{key:?}");
            assert_ne!(hash(key), hash(&TEXT[1..=len + 1]), "{key:?}");
        }
    }

    #[test]
    fn fingerprints_tell_apart() {
        let mut keys: Vec<String> = (0..20).map(|len| "a".repeat(len)).collect();
        keys.extend(
            ["b", "ab", "ba", "abc", "bcd", "abcdabcd", "feature_name_1", "feature_name_2"].map(String::from),
        );
        keys.extend(["b", "c"].map(|end| "a".repeat(24) + end));
        for (i, a) in keys.iter().enumerate() {
            for b in &keys[i + 1..] {
                assert_ne!(fingerprint(a), fingerprint(b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn fingerprints_of_short_keys_have_their_order() {
        let mut keys: Vec<String> = (1..=16)
            .flat_map(|len| ["a", "b", "z"].map(|last| "a".repeat(len - 1) + last))
            .chain(
                ["feature-0", "id", "limit_9", "port", "service::delta", "service::echo"].map(String::from),
            )
            .collect();
        keys.sort();
        keys.dedup();
        assert!(keys.is_sorted_by(|a, b| fingerprint(a) < fingerprint(b)));
    }

    #[test]
    fn greater_beginnings_are_those_of_greater_keys() {
        let mut keys: Vec<String> = (0..40).map(|len| "\0".repeat(len)).collect();
        for len in 0..40 {
            let key = "a".repeat(len);
            keys.extend(["", "\0", "\0b", "b", "é"].map(|end| key.clone() + end));
            keys.push("b".repeat(len));
        }
        keys.sort();
        keys.dedup();
        assert!(keys.is_sorted_by(|a, b| beginning(a) <= beginning(b)));
        let differ = |a: &str, b: &str| beginning(a) < beginning(b);
        assert!(differ("", "a") && differ("a", "ab") && differ("fifteen letters", "fifteen letters!"));
        assert!(differ("sixteen bytes, 1", "sixteen bytes, 2"));
        assert!(!differ("a", "a\0") && !differ("the same sixteen bytes", "the same sixteen letters"));
    }
}
