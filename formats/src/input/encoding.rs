//! Encodings of text.

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::io::{self, Read};

/// The size of the buffers, in bytes.
const BUFFER: usize = 64 << 10;

/// The number of bytes that are searched for a pattern of NULs.
const SEARCHED: usize = 4 << 10;

/// Encodings of the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextEncoding {
    /// UTF-16 if the input looks like it, otherwise UTF-8.
    #[default]
    Auto,
    /// UTF-8.
    Utf8,
    /// UTF-16, least significant byte first.
    Utf16Le,
    /// UTF-16, most significant byte first.
    Utf16Be,
    /// Windows-1252, of which Latin-1 is a part.
    Latin1,
}

/// The encoding of text that begins with `head`, if it must be converted to UTF-8.
pub(super) fn choose(encoding: TextEncoding, head: &[u8]) -> Option<&'static Encoding> {
    match encoding {
        TextEncoding::Auto => utf16(head),
        TextEncoding::Utf8 => None,
        TextEncoding::Utf16Le => Some(UTF_16LE),
        TextEncoding::Utf16Be => Some(UTF_16BE),
        TextEncoding::Latin1 => Some(WINDOWS_1252),
    }
}

/// Recognizes UTF-32, which is not read, by its byte-order mark. That of UTF-32LE begins like that of
/// UTF-16LE.
pub(crate) fn utf32(head: &[u8]) -> Option<&'static str> {
    match head {
        [0xff, 0xfe, 0, 0, ..] => Some("UTF-32LE"),
        [0, 0, 0xfe, 0xff, ..] => Some("UTF-32BE"),
        _ => None,
    }
}

/// Recognizes UTF-16 by its byte-order mark, or by the NULs of its ASCII characters.
pub(crate) fn utf16(head: &[u8]) -> Option<&'static Encoding> {
    match head {
        [0xff, 0xfe, ..] => return Some(UTF_16LE),
        [0xfe, 0xff, ..] => return Some(UTF_16BE),
        _ => {}
    }
    let head = head.get(..SEARCHED).unwrap_or(head);
    let (units, rest) = head.as_chunks::<2>();
    let high = units.iter().filter(|[first, _]| *first == 0).count();
    let low = units.iter().filter(|[_, second]| *second == 0).count();
    // Few other characters have a byte that is 0.
    let is_pattern = |many: usize, few: usize| rest.is_empty() && many * 4 > units.len() && many > 8 * few;
    if is_pattern(low, high) {
        Some(UTF_16LE)
    } else if is_pattern(high, low) {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// Whether a line that is not valid UTF-8 is probably Latin-1 or Windows-1252: Western text, in
/// which letters with accents stand among ASCII letters.
pub(crate) fn is_latin1(line: &[u8]) -> bool {
    let is_text = |byte: u8| match byte {
        0..0x20 => byte.is_ascii_whitespace(),
        // Not assigned.
        0x7f | 0x81 | 0x8d | 0x8f | 0x90 | 0x9d => false,
        _ => true,
    };
    let mut longest = 0;
    let mut run = 0;
    for byte in line {
        run = if byte.is_ascii() { 0 } else { run + 1 };
        longest = run.max(longest);
    }
    // A character of UTF-8 would show that the text is UTF-8 with mistakes.
    let has_utf8 = line.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
    line.iter().all(|byte| is_text(*byte)) && longest <= 2 && !has_utf8
}

/// Converts text to UTF-8 while it is read.
pub(super) struct Transcoder<R> {
    reader: R,
    encoding: &'static Encoding,
    decoder: Decoder,
    input: Buffer,
    output: Buffer,
    /// Whether the end of the input has been decoded.
    is_finished: bool,
    /// The position of the next character.
    line: u64,
    column: u64,
}

struct Buffer {
    bytes: Box<[u8]>,
    start: usize,
    end: usize,
}

impl Buffer {
    fn new() -> Self {
        Buffer { bytes: vec![0; BUFFER].into(), start: 0, end: 0 }
    }

    fn filled(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }
}

impl<R: Read> Transcoder<R> {
    pub(super) fn new(reader: R, encoding: &'static Encoding) -> Self {
        let (input, output) = (Buffer::new(), Buffer::new());
        // A byte-order mark takes precedence, and is removed.
        let decoder = encoding.new_decoder();
        Transcoder { reader, encoding, decoder, input, output, is_finished: false, line: 1, column: 1 }
    }

    /// Fills the output, which is empty.
    fn fill(&mut self) -> io::Result<()> {
        while self.output.filled().is_empty() && !self.is_finished {
            let mut is_last = false;
            if self.input.filled().is_empty() {
                self.input.start = 0;
                self.input.end = self.reader.read(&mut self.input.bytes)?;
                is_last = self.input.end == 0;
            }
            let (result, read, written) = self.decoder.decode_to_utf8_without_replacement(
                self.input.filled(),
                &mut self.output.bytes,
                is_last,
            );
            self.input.start += read;
            (self.output.start, self.output.end) = (0, written);
            self.advance();
            match result {
                DecoderResult::Malformed(..) => {
                    let (encoding, line, column) = (self.encoding.name(), self.line, self.column);
                    let message = format!("invalid {encoding} at line {line}, column {column}");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
                DecoderResult::InputEmpty => self.is_finished = is_last,
                DecoderResult::OutputFull => {}
            }
        }
        Ok(())
    }

    fn advance(&mut self) {
        let text = self.output.filled();
        let mut last = text;
        for end in memchr::memchr_iter(b'\n', text) {
            self.line += 1;
            self.column = 1;
            last = text.get(end + 1..).unwrap_or_default();
        }
        // All bytes of a character but the first begin with the bits 10.
        self.column += last.iter().filter(|byte| *byte >> 6 != 0b10).count() as u64;
    }
}

impl<R: Read> Read for Transcoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.fill()?;
        let length = self.output.filled().read(buffer)?;
        self.output.start += length;
        Ok(length)
    }
}

/// The text without its byte-order mark.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::{Transcoder, is_latin1, utf16};
    use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252};
    use std::io::Read;

    #[test]
    fn utf16_is_recognized() {
        for (head, encoding) in [
            (&b"\xff\xfe{\0"[..], Some(UTF_16LE)),
            (b"\xfe\xff\0{", Some(UTF_16BE)),
            (b"{\0\"\0a\0", Some(UTF_16LE)),
            (b"\0i\0d", Some(UTF_16BE)),
            (b"\x1a\x04\x30\x04,\x001\0\n\0", Some(UTF_16LE)),
            (b"", None),
            (b"{}", None),
            (b"a\0\0\0", None),
            (b"a,b\n1,x\0", None),
            (b"\xef\xbb\xbf{}", None),
        ] {
            assert_eq!(utf16(head), encoding, "{head:?}");
        }
    }

    #[test]
    fn latin1_is_recognized() {
        for (line, is_probable) in [
            (&b"M\xfcnchen,\x80 3"[..], true),
            (b"caf\xe9", true),
            (b"M\xc3\xbcnchen, caf\xe9", false),
            (b"\x93\xfa\x96\x7b\x8c\xea", false),
            (b"\x00\xff", false),
        ] {
            assert_eq!(is_latin1(line), is_probable, "{line:?}");
        }
    }

    /// Characters that span the buffers.
    #[test]
    fn long_text() {
        let text = "a😀é\n".repeat(50_000);
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (bytes, encoding) in [(little, UTF_16LE), (big, UTF_16BE)] {
            let mut read = String::new();
            Transcoder::new(&*bytes, encoding).read_to_string(&mut read).unwrap();
            assert!(read == text, "{}", encoding.name());
        }
        let mut read = String::new();
        Transcoder::new(&b"\x80 \xe9"[..], WINDOWS_1252).read_to_string(&mut read).unwrap();
        assert_eq!(read, "€ é");
    }

    #[test]
    fn mistakes_have_a_place() {
        let bytes: Vec<u8> = "ab\né".encode_utf16().chain([0xdc00]).flat_map(u16::to_le_bytes).collect();
        let error = Transcoder::new(&*bytes, UTF_16LE).read_to_string(&mut String::new()).unwrap_err();
        assert_eq!(error.to_string(), "invalid UTF-16LE at line 2, column 2");
    }
}
