//! Variable-length integers: seven bits a byte, the low ones first, and a bit that says that more follow (LEB128).

/// How many bytes a `u64` takes at most.
const MAX_LEN: usize = 10;

/// Says that another byte follows.
const MORE: u8 = 0x80;

/// An integer as it was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Varint {
    /// Without the bits beyond 64.
    pub(super) value: u64,
    /// Whether fewer bytes would have sufficed.
    pub(super) is_overlong: bool,
    /// Whether there were bits beyond 64.
    pub(super) overflows: bool,
}

pub(super) fn write(out: &mut Vec<u8>, mut value: u64) {
    loop {
        let [low, ..] = value.to_le_bytes();
        value >>= 7;
        if value == 0 {
            return out.push(low);
        }
        out.push(low | MORE);
    }
}

/// Reads an integer from the bytes that `next` returns. `None` if it has more than ten bytes.
pub(super) fn read<E>(mut next: impl FnMut() -> Result<u8, E>) -> Result<Option<Varint>, E> {
    let mut value = 0;
    for index in 0..MAX_LEN {
        let byte = next()?;
        value |= u64::from(byte & !MORE) << (7 * index);
        if byte & MORE == 0 {
            let is_overlong = byte == 0 && index > 0;
            let overflows = index == MAX_LEN - 1 && byte > 1;
            return Ok(Some(Varint { value, is_overlong, overflows }));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::{Varint, read, write};

    fn read_all(bytes: &[u8]) -> Result<Option<Varint>, ()> {
        let mut bytes = bytes.iter().copied();
        read(|| bytes.next().ok_or(()))
    }

    #[test]
    fn integers_are_written_in_as_few_bytes_as_possible() {
        for (value, expected) in [
            (0, &[0x00][..]),
            (127, &[0x7f]),
            (128, &[0x80, 0x01]),
            (254, &[0xfe, 0x01]),
            (300, &[0xac, 0x02]),
            (16_383, &[0xff, 0x7f]),
            (16_384, &[0x80, 0x80, 0x01]),
            (u64::from(u32::MAX), &[0xff, 0xff, 0xff, 0xff, 0x0f]),
            (u64::MAX, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]),
        ] {
            let mut bytes = Vec::new();
            write(&mut bytes, value);
            assert_eq!(bytes, expected);
            assert_eq!(read_all(&bytes), Ok(Some(Varint { value, is_overlong: false, overflows: false })));
            for len in 0..bytes.len() {
                assert_eq!(read_all(&bytes[..len]), Err(()));
            }
        }
    }

    #[test]
    fn flaws_are_found() {
        assert_eq!(
            read_all(&[0x80, 0x00]),
            Ok(Some(Varint { value: 0, is_overlong: true, overflows: false }))
        );
        let mut bytes = [0x80; 10];
        bytes[9] = 0x03;
        assert_eq!(
            read_all(&bytes),
            Ok(Some(Varint { value: 1 << 63, is_overlong: false, overflows: true }))
        );
        assert_eq!(read_all(&[0x80; 10]), Ok(None));
    }
}
