//! Looking at sixteen bytes at once: loops of that length over arrays become a handful of vector instructions.

/// How many bytes.
pub(crate) const LEN: usize = 16;

/// Whether `test` holds for any block of `bytes`, which must not be empty. Where the length is no multiple of a
/// block's, some bytes are looked at twice: that costs less than looking at each of the rest for itself.
#[inline]
pub(crate) fn any(bytes: &[u8], test: impl Fn(&[u8; LEN]) -> bool) -> bool {
    let Some(last) = bytes.last_chunk::<LEN>() else { return test(&short(bytes)) };
    let mut rest = bytes;
    while let Some((block, after)) = rest.split_first_chunk::<LEN>() {
        if test(block) {
            return true;
        }
        rest = after;
    }
    !rest.is_empty() && test(last)
}

/// A block with all of `bytes`, which are at least one and fewer than a block, and with no other.
#[inline]
fn short(bytes: &[u8]) -> [u8; LEN] {
    let mut block = [0; LEN];
    let (low, high) = match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(first), Some(last)) => (*first, *last),
        _ => {
            let word = match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
                (Some(first), Some(last)) => {
                    u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
                }
                _ => {
                    // One, two or three bytes: the first, the middle and the last are all of them.
                    let at = |index: usize| u64::from(bytes.get(index).copied().unwrap_or_default());
                    let end = bytes.len().saturating_sub(1);
                    let word = at(0) | at(bytes.len() / 2) << 8 | at(end) << 16 | at(0) << 24;
                    word | word << 32
                }
            };
            (word.to_le_bytes(), word.to_le_bytes())
        }
    };
    block[..8].copy_from_slice(&low);
    block[8..].copy_from_slice(&high);
    block
}

/// Whether `test` holds for a byte of the block. No early exit, and a byte for each answer: what the compiler needs.
#[inline]
pub(crate) fn has(block: &[u8; LEN], test: impl Fn(u8) -> bool) -> bool {
    let mut hits = [0_u8; LEN];
    for (hit, &byte) in hits.iter_mut().zip(block) {
        *hit = if test(byte) { 0xff } else { 0 };
    }
    u128::from_ne_bytes(hits) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_looked_at_and_no_other() {
        for len in 1..70 {
            let mut bytes = alloc::vec![b'a'; len];
            assert!(!any(&bytes, |block| has(block, |byte| byte != b'a')), "{len}");
            for at in 0..len {
                bytes[at] = b'b';
                assert!(any(&bytes, |block| has(block, |byte| byte == b'b')), "{at} of {len}");
                bytes[at] = b'a';
            }
        }
    }
}
