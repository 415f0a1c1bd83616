//! Runs of decimal digits.

/// The position of the first byte from `at` on that is not a decimal digit, or the end of `bytes`.
#[inline]
pub(crate) fn digits_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let others = non_digits(u64::from_le_bytes(*chunk));
        if others != 0 {
            return at + (others.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

/// Sets the high bit of the lowest byte of `word` that is not a digit, and possibly of bytes above
/// it: only a byte with its high bit set, which is not a digit, carries into the next one.
#[inline]
fn non_digits(word: u64) -> u64 {
    beyond_nine(values(word))
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// The values of eight digits; other bytes become something greater than 9.
#[inline]
pub(super) fn values(word: u64) -> u64 {
    word ^ (ONES * 0x30)
}

/// The high bit of each byte greater than 9, and possibly of bytes above the first one with its
/// high bit set.
#[inline]
pub(super) fn beyond_nine(values: u64) -> u64 {
    (values.wrapping_add(ONES * 0x76) | values) & (ONES * 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_in_every_place() {
        for byte in 0..=u8::MAX {
            for filler in *b"0189" {
                for length in 1..20 {
                    for at in 0..length {
                        let mut bytes = [filler; 20];
                        bytes[at] = byte;
                        bytes[at + 1..].fill(byte ^ 0x80);
                        let expected = if byte.is_ascii_digit() { at + 1 } else { at };
                        assert_eq!(digits_end(&bytes[..length], 0), expected, "{byte} at {at} of {length}");
                    }
                }
            }
        }
        assert_eq!(digits_end(b"12345678901234567890", 3), 20);
        assert_eq!(digits_end(b"", 0), 0);
    }
}
