//! Sizes in bytes and tokens.

#[cfg(not(feature = "tokens"))]
mod estimate;

use crate::args::Tokenizer;
#[cfg(not(feature = "tokens"))]
use estimate as counting;
use std::io::{self, Write};
use std::iter::Sum;
use std::mem;
#[cfg(feature = "tokens")]
use toon_convert::tokens as counting;

fn vocabulary(tokenizer: Tokenizer) -> Option<counting::Vocabulary> {
    match tokenizer {
        Tokenizer::O200k => Some(counting::Vocabulary::O200k),
        Tokenizer::Cl100k => Some(counting::Vocabulary::Cl100k),
        Tokenizer::None => None,
    }
}

/// The number of tokens of `o200k_base`.
pub(crate) fn o200k(text: &str) -> usize {
    counting::Vocabulary::O200k.count(text)
}

/// The number of tokens. `None` if they are not counted.
pub(crate) fn count(text: &str, tokenizer: Tokenizer) -> Option<usize> {
    vocabulary(tokenizer).map(|vocabulary| vocabulary.count(text))
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
pub(crate) struct Counter {
    bytes: usize,
    /// `None` if tokens are not counted.
    tokens: Option<counting::Counter>,
    /// A line break at the end, or its first half: it counts only if more follows.
    line_end: Vec<u8>,
}

impl Counter {
    pub(crate) fn new(tokenizer: Tokenizer) -> Self {
        let tokens = vocabulary(tokenizer).map(counting::Counter::new);
        Counter { bytes: 0, tokens, line_end: Vec::new() }
    }

    /// The size of what was written, without a final line break, since some forms have one and
    /// others do not.
    pub(crate) fn finish(mut self) -> Size {
        if self.line_end == b"\r" {
            self.count(b"\r");
        }
        Size { bytes: self.bytes, tokens: self.tokens.map(counting::Counter::finish) }
    }

    fn count(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len();
        if let Some(tokens) = &mut self.tokens {
            tokens.push(bytes);
        }
    }
}

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let line_end = bytes.get(text.len()..).unwrap_or_default();
        let is_second_half = self.line_end == b"\r" && bytes == b"\n";
        if !bytes.is_empty() && !is_second_half {
            let before = mem::take(&mut self.line_end);
            self.count(&before);
            self.count(text);
        }
        self.line_end.extend(line_end);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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

    /// However the text is divided.
    #[test]
    fn a_final_line_break_is_not_counted() {
        for (text, bytes) in [
            ("a: 1", 4),
            ("a: 1\n", 4),
            ("a: 1\r\n", 4),
            ("a\n\n", 2),
            ("a\r\r\n", 2),
            ("a\r", 2),
            ("\n", 0),
            ("", 0),
        ] {
            let whole = Size { bytes, tokens: count(&text[..bytes], Tokenizer::O200k) };
            for first in 0..=text.len() {
                for second in first..=text.len() {
                    let mut counter = Counter::new(Tokenizer::O200k);
                    for part in [&text[..first], &text[first..second], &text[second..]] {
                        counter.write_all(part.as_bytes()).unwrap();
                    }
                    assert_eq!(counter.finish(), whole, "{text:?} {first} {second}");
                }
            }
        }
    }

    #[test]
    fn bytes_alone() {
        let mut counter = Counter::new(Tokenizer::None);
        counter.write_all(b"a: 1\n").unwrap();
        assert_eq!(counter.finish(), Size { bytes: 4, tokens: None });
    }

    #[test]
    fn sentences() {
        assert_eq!(compared(200, 100), "50.0 % saved");
        assert_eq!(compared(100, 112), "12.0 % more");
        assert_eq!(compared(100, 100), "0.0 % saved");
        assert_eq!(compared(0, 1), "nothing to compare with");
    }
}
