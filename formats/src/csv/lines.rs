//! Lines, which end with LF, CR LF or CR.

use std::io::{self, BufRead};

/// The number of line breaks.
pub(super) fn line_breaks(text: &[u8]) -> u64 {
    let is_new = |index: &usize| {
        text.get(*index) == Some(&b'\r')
            || index.checked_sub(1).and_then(|last| text.get(last)) != Some(&b'\r')
    };
    memchr::memchr2_iter(b'\n', b'\r', text).filter(is_new).count() as u64
}

/// Skips the first lines of a text. Returns their length in bytes, or how many lines there are if
/// they are fewer.
pub(super) fn skip(text: &mut impl BufRead, lines: u64) -> io::Result<Result<u64, u64>> {
    let (mut bytes, mut found, mut is_open) = (0, 0, false);
    while found < lines {
        let buffer = text.fill_buf()?;
        if buffer.is_empty() {
            return Ok(Err(found + u64::from(is_open)));
        }
        let end = memchr::memchr2(b'\n', b'\r', buffer);
        let length = end.map_or(buffer.len(), |end| end + 1);
        let is_return = end.is_some_and(|end| buffer.get(end) == Some(&b'\r'));
        text.consume(length);
        bytes += length as u64;
        is_open = end.is_none();
        if is_return && text.fill_buf()?.first() == Some(&b'\n') {
            text.consume(1);
            bytes += 1;
        }
        found += u64::from(!is_open);
    }
    Ok(Ok(bytes))
}

#[cfg(test)]
mod tests {
    use super::{line_breaks, skip};
    use std::io::{BufReader, Read};

    #[test]
    fn all_line_breaks() {
        assert_eq!(line_breaks(b"a\nb\r\nc\rd\n\r\n"), 5);
        assert_eq!(line_breaks(b""), 0);
    }

    #[test]
    fn skipping() {
        for size in [1, 2, 100] {
            for (lines, rest) in [(0, "a\nb\r\nc\rd"), (1, "b\r\nc\rd"), (2, "c\rd"), (3, "d")] {
                let mut reader = BufReader::with_capacity(size, &b"a\nb\r\nc\rd"[..]);
                let bytes = skip(&mut reader, lines).unwrap().unwrap();
                let mut left = String::new();
                reader.read_to_string(&mut left).unwrap();
                assert_eq!((left.as_str(), bytes + rest.len() as u64), (rest, 8));
            }
            assert_eq!(skip(&mut BufReader::with_capacity(size, &b"a\nb"[..]), 3).unwrap(), Err(2));
            assert_eq!(skip(&mut BufReader::with_capacity(size, &b"a\nb\n"[..]), 3).unwrap(), Err(2));
        }
    }
}
