//! Counts tokens with the tokenizers of real models.

use crate::args::Tokenizer;
use std::io::{self, Write};
use std::iter::Sum;
use toon_context::{Cl100k, Counter as _, O200k};

/// The number of tokens. `None` if they are not counted.
pub(crate) fn count(text: &str, tokenizer: Tokenizer) -> Option<usize> {
    match tokenizer {
        Tokenizer::O200k => Some(O200k.count(text)),
        Tokenizer::Cl100k => Some(Cl100k.count(text)),
        Tokenizer::None => None,
    }
}

/// The number of tokens of `o200k_base`.
pub(crate) fn o200k(text: &str) -> usize {
    O200k.count(text)
}

/// The size of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) bytes: usize,
    /// `None` if tokens are not counted.
    pub(crate) tokens: Option<usize>,
}

impl Size {
    /// The size to compare: tokens, or bytes if tokens are not counted.
    pub(crate) fn cost(&self) -> usize {
        self.tokens.unwrap_or(self.bytes)
    }
}

impl Sum for Size {
    fn sum<I: Iterator<Item = Size>>(sizes: I) -> Size {
        let add = |sum: Size, size: Size| Size {
            bytes: sum.bytes + size.bytes,
            tokens: sum.tokens.zip(size.tokens).map(|(sum, more)| sum + more),
        };
        sizes.reduce(add).unwrap_or_default()
    }
}

/// Measures text that is written to it, without keeping the text.
///
/// The text is counted in chunks, which have as many tokens as the whole: see [`cut`].
pub(crate) struct Counter {
    tokenizer: Tokenizer,
    size: Size,
    /// The text whose tokens have not been counted.
    pending: Vec<u8>,
    /// The length of `pending` at which a chunk is cut off.
    enough: usize,
}

/// The size of a chunk in bytes. Only text that cannot be cut makes a larger one.
const CHUNK: usize = 64 << 10;

impl Counter {
    pub(crate) fn new(tokenizer: Tokenizer) -> Self {
        let tokens = (tokenizer != Tokenizer::None).then_some(0);
        Counter { tokenizer, size: Size { bytes: 0, tokens }, pending: Vec::new(), enough: CHUNK }
    }

    /// The size of what was written, without a final line break, since some forms have one and
    /// others do not.
    pub(crate) fn finish(mut self) -> Size {
        let end = self.pending.strip_suffix(b"\n").map(|rest| rest.strip_suffix(b"\r").unwrap_or(rest));
        let end = end.map_or(self.pending.len(), <[u8]>::len);
        self.count(end);
        self.size
    }

    /// Counts the first `end` bytes of the pending text.
    fn count(&mut self, end: usize) {
        let text = String::from_utf8_lossy(self.pending.get(..end).unwrap_or_default());
        let tokens = count(&text, self.tokenizer);
        self.size.tokens = self.size.tokens.zip(tokens).map(|(sum, more)| sum + more);
        self.size.bytes += end;
        self.pending.drain(..end);
    }
}

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // No more, so that a large text is not copied as a whole.
        let length = bytes.len().min(CHUNK);
        self.pending.extend(bytes.get(..length).unwrap_or_default());
        if self.pending.len() >= self.enough {
            if let Some(end) = cut(&self.pending) {
                self.count(end);
                self.enough = CHUNK;
            } else {
                // Doubled, since searching again and again would take quadratic time.
                self.enough = self.pending.len() * 2;
            }
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The last place where text can be cut so that its parts have as many tokens as the whole.
///
/// Tokenizers first split text with a regular expression, and no token extends over a split. The
/// text can be cut where the expression splits it, no matter what follows:
///
/// * Between an ASCII letter or digit and another ASCII character, except an apostrophe. Letters
///   and digits are only matched by words and numbers, which end there.
/// * After the last line break before a line with text. Whitespace up to its last line break is
///   matched as one, with punctuation before it, and with slashes after it.
fn cut(text: &[u8]) -> Option<usize> {
    let is_end_of_word = |pair: &[u8]| {
        matches!(pair, [before, after] if before.is_ascii_alphanumeric()
            && after.is_ascii() && !after.is_ascii_alphanumeric() && *after != b'\'')
    };
    if let Some(at) = text.windows(2).rposition(is_end_of_word) {
        return Some(at + 1);
    }
    memchr::memrchr_iter(b'\n', text).map(|at| at + 1).find(|at| {
        let line = text.get(*at..).unwrap_or_default();
        let spaces = line.iter().take_while(|byte| **byte == b' ').count();
        let start = line.get(spaces..).unwrap_or_default();
        let start = start.get(..4).unwrap_or(start).utf8_chunks().next();
        let first = start.and_then(|start| start.valid().chars().next());
        first.is_some_and(|first| !first.is_whitespace() && (first != '/' || spaces > 0))
    })
}

/// How much smaller `new` is than `old`, in percent. Negative if it is larger. `None` if `old` is
/// empty.
#[expect(clippy::cast_precision_loss, reason = "for people")]
pub(crate) fn savings(old: usize, new: usize) -> Option<f64> {
    (old > 0).then(|| (old as f64 - new as f64) / old as f64 * 100.0)
}

/// Savings in a sentence, which has no sign: "9.5 % saved" or "28.6 % more".
pub(crate) fn compared(old: usize, new: usize) -> String {
    match savings(old, new) {
        Some(saved) if saved < 0.0 => format!("{:.1} % more", -saved),
        Some(saved) => format!("{saved:.1} % saved"),
        None => "nothing to compare with".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator of random numbers (xorshift).
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 % limit as u64).unwrap()
        }
    }

    const PARTS: [&str; 44] = [
        "a",
        "Z",
        "word",
        "HTMLParser",
        "7",
        "1234567",
        " ",
        "  ",
        "        ",
        "\n",
        "\n\n",
        "\r\n",
        "\t",
        "'",
        "'s",
        "'re",
        "'LL",
        "\"",
        ",",
        ":",
        "},{",
        "/",
        "//",
        "\n/",
        "#",
        "-",
        "_",
        "é",
        "ſ",
        "\u{301}",
        "中文",
        "ひら",
        "\u{3000}",
        "\u{a0}",
        "\u{2028}",
        "\u{85}",
        "٣",
        "ⅷ",
        "ª",
        "😀",
        "\n  ",
        ",\n",
        "\\n",
        "x\ny",
    ];

    /// Cutting a text anywhere it can be cut changes no count.
    #[test]
    fn cuts() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let (mut places, mut lines) = (0, 0);
        for _ in 0..600 {
            let length = random.below(24);
            // A few parts only, so that all their combinations occur.
            let few: Vec<&str> = (0..4).map(|_| PARTS[random.below(PARTS.len())]).collect();
            let text: String = (0..length).map(|_| few[random.below(few.len())]).collect();
            for (end, _) in text.char_indices() {
                let Some(at) = cut(&text.as_bytes()[..end]) else { continue };
                let (before, after) = text.split_at(at);
                places += 1;
                lines += usize::from(before.ends_with('\n'));
                for tokenizer in [Tokenizer::O200k, Tokenizer::Cl100k] {
                    let count = |text| count(text, tokenizer).unwrap();
                    assert_eq!(count(before) + count(after), count(&text), "{before:?} {after:?}");
                }
            }
        }
        assert!(places > 2_000 && lines > 200, "{places} {lines}");
    }

    /// Chunks have as many tokens as the whole.
    #[test]
    fn chunks() {
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        for parts in [&PARTS[..], &PARTS[24..]] {
            let text: String = (0..60_000).map(|_| parts[random.below(parts.len())]).collect();
            for tokenizer in [Tokenizer::O200k, Tokenizer::Cl100k, Tokenizer::None] {
                let mut counter = Counter::new(tokenizer);
                let mut rest = text.as_bytes();
                while !rest.is_empty() {
                    let (some, tail) = rest.split_at(rest.len().min(1 + random.below(200_000)));
                    counter.write_all(some).unwrap();
                    rest = tail;
                }
                let whole =
                    text.strip_suffix('\n').map_or(&*text, |text| text.strip_suffix('\r').unwrap_or(text));
                let size = Size { bytes: whole.len(), tokens: count(whole, tokenizer) };
                assert_eq!(counter.finish(), size);
            }
        }
    }

    #[test]
    fn a_final_line_break_is_not_counted() {
        for text in ["a: 1", "a: 1\n", "a: 1\r\n"] {
            let mut counter = Counter::new(Tokenizer::O200k);
            counter.write_all(text.as_bytes()).unwrap();
            assert_eq!(counter.finish(), Size { bytes: 4, tokens: Some(4) }, "{text:?}");
        }
    }

    /// Memory stays bounded for the texts that are measured.
    #[test]
    fn chunks_are_small() {
        for line in ["{\"id\":1,\"name\":\"Ada\"}\n", "张三,北京\n", "[1,2,3],", "  - 张三\n"] {
            let mut counter = Counter::new(Tokenizer::None);
            for _ in 0..100_000 {
                counter.write_all(line.as_bytes()).unwrap();
                assert!(counter.pending.len() <= CHUNK, "{line:?}");
            }
        }
    }

    /// The tokenizer itself would panic.
    #[test]
    fn a_million_spaces() {
        let spaces = " ".repeat(1_200_000);
        for text in [format!("a{spaces}b"), spaces] {
            for tokenizer in [Tokenizer::O200k, Tokenizer::Cl100k] {
                assert!(count(&text, tokenizer).unwrap() < text.len() / 50);
            }
        }
    }

    #[test]
    fn sentences() {
        assert_eq!(compared(200, 100), "50.0 % saved");
        assert_eq!(compared(100, 112), "12.0 % more");
        assert_eq!(compared(100, 100), "0.0 % saved");
        assert_eq!(compared(0, 1), "nothing to compare with");
    }
}
