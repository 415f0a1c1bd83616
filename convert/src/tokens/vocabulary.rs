//! Counts tokens exactly, with the vocabularies of real models.

use std::io::{self, Write};
use std::sync::OnceLock;
use tiktoken_rs::{CoreBPE, cl100k_base_singleton, o200k_base_singleton};

/// A vocabulary of tokens. The first count loads its tables.
///
/// ```
/// use toon_convert::tokens::Vocabulary;
///
/// assert_eq!(Vocabulary::O200k.count("Fix the timeout."), 4);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Vocabulary {
    /// `o200k_base`, of GPT-4o and later models.
    #[default]
    O200k,
    /// `cl100k_base`, of GPT-4 and GPT-3.5.
    Cl100k,
}

impl Vocabulary {
    /// The number of tokens of `text`, counted as by a [`Counter`].
    ///
    /// ```
    /// use toon_convert::tokens::Vocabulary;
    ///
    /// assert_eq!(Vocabulary::Cl100k.count("hello world"), 2);
    /// assert_eq!(Vocabulary::Cl100k.count(""), 0);
    /// ```
    pub fn count(self, text: &str) -> usize {
        let mut counter = Counter::new(self);
        counter.push(text.as_bytes());
        counter.finish()
    }

    pub(super) fn load(self) -> &'static CoreBPE {
        self.loaded().get_or_init(|| match self {
            Vocabulary::O200k => o200k_base_singleton(),
            Vocabulary::Cl100k => cl100k_base_singleton(),
        })
    }

    pub(super) fn is_loaded(self) -> bool {
        self.loaded().get().is_some()
    }

    /// Shows whether the tables are loaded without loading them.
    fn loaded(self) -> &'static OnceLock<&'static CoreBPE> {
        static O200K: OnceLock<&CoreBPE> = OnceLock::new();
        static CL100K: OnceLock<&CoreBPE> = OnceLock::new();
        match self {
            Vocabulary::O200k => &O200K,
            Vocabulary::Cl100k => &CL100K,
        }
    }
}

/// Counts the tokens of text that is written to it, without keeping the text.
///
/// Takes linear time and bounded memory: the text is counted in chunks, which together have exactly
/// as many tokens as the whole. The exception is text with no place to cut it within half a
/// megabyte, such as a single word: it is cut anyway, and each of these cuts can add or save a few
/// tokens. Bytes that are not UTF-8 count as `U+FFFD`.
///
/// ```
/// use std::io::Write;
/// use toon_convert::tokens::{Counter, Vocabulary};
///
/// let mut counter = Counter::new(Vocabulary::O200k);
/// counter.write_all(b"hel")?;
/// counter.write_all(b"lo world")?;
/// assert_eq!(counter.finish(), 2);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    vocabulary: Vocabulary,
    /// The number of tokens before the pending text.
    tokens: usize,
    /// The text whose tokens have not been counted.
    pending: Vec<u8>,
    /// The length of `pending` beyond which a chunk is cut off.
    enough: usize,
}

/// The usual size of a chunk in bytes. Only text that cannot be cut makes a larger one.
const CHUNK: usize = 64 << 10;

/// The maximum size of a chunk. The tokenizer panics at a million spaces in a row, and for a long
/// word it takes sixty times its memory. A power of two, like the lengths of the tokens that long
/// runs of one character consist of, so that cutting such a run rarely changes its count.
const MAX_CHUNK: usize = 512 << 10;

impl Counter {
    /// Counts with this vocabulary.
    ///
    /// ```
    /// use toon_convert::tokens::{Counter, Vocabulary};
    ///
    /// assert_eq!(Counter::new(Vocabulary::Cl100k).finish(), 0);
    /// ```
    pub fn new(vocabulary: Vocabulary) -> Self {
        Counter { vocabulary, tokens: 0, pending: Vec::new(), enough: CHUNK }
    }

    /// The number of tokens of all that was written.
    ///
    /// ```
    /// use std::io::Write;
    /// use toon_convert::tokens::{Counter, Vocabulary};
    ///
    /// let mut counter = Counter::new(Vocabulary::O200k);
    /// write!(counter, "[{}]", 1)?;
    /// assert_eq!(counter.finish(), 3);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn finish(mut self) -> usize {
        self.count(self.pending.len());
        self.tokens
    }

    /// Adds a part of the text. Characters can be divided between parts.
    ///
    /// ```
    /// use toon_convert::tokens::{Counter, Vocabulary};
    ///
    /// let mut counter = Counter::new(Vocabulary::O200k);
    /// counter.push(b"hello wor");
    /// counter.push(b"ld");
    /// assert_eq!(counter.finish(), 2);
    /// ```
    pub fn push(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(CHUNK) {
            self.pending.extend(chunk);
            self.count_chunks();
        }
    }

    fn count_chunks(&mut self) {
        while self.pending.len() > self.enough {
            if let Some(end) = cut(&self.pending) {
                self.count(end);
                self.enough = CHUNK;
            } else if self.enough < MAX_CHUNK {
                // Doubled, since searching again and again would take quadratic time.
                self.enough *= 2;
            } else {
                let is_inside = |at: usize| self.pending.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
                let inside = (0..3).take_while(|back| is_inside(MAX_CHUNK - back)).count();
                self.count(MAX_CHUNK - inside);
                self.enough = CHUNK;
            }
        }
    }

    /// Counts the first `end` bytes of the pending text.
    fn count(&mut self, end: usize) {
        let text = String::from_utf8_lossy(self.pending.get(..end).unwrap_or_default());
        self.tokens += self.vocabulary.load().count_ordinary(&text);
        self.pending.drain(..end);
    }
}

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes);
        Ok(bytes.len())
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
/// * Between a letter or digit and an ASCII character that is neither, except an apostrophe. Letters
///   and digits are only matched by words and numbers, which end there. Of other scripts, only
///   letters count that need no table.
/// * Between anything but whitespace and a space or tab, which start a match there.
/// * After the last line break before a line with text. Whitespace up to its last line break is
///   matched as one, with punctuation before it, and with slashes after it.
fn cut(text: &[u8]) -> Option<usize> {
    let is_end_of_word = |at: &usize| match text.get(*at) {
        Some(b' ' | b'\t') => last_char(text, *at).is_some_and(|before| !before.is_whitespace()),
        Some(after) if after.is_ascii_alphanumeric() || !after.is_ascii() || *after == b'\'' => false,
        _ => last_char(text, *at).is_some_and(is_letter_or_digit),
    };
    if let Some(at) = (1..text.len()).rev().find(is_end_of_word) {
        return Some(at);
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

/// The character that ends at `end`.
fn last_char(text: &[u8], end: usize) -> Option<char> {
    (1..=4).find_map(|length| {
        let bytes = text.get(end.checked_sub(length)?..end)?;
        std::str::from_utf8(bytes).ok()?.chars().next()
    })
}

/// Ranges of Unicode that have nothing but letters.
fn is_letter_or_digit(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, 'ぁ'..='ゖ' | 'ァ'..='ヺ' | '一'..='鿿' | '가'..='힣')
}

#[cfg(test)]
mod tests {
    use super::*;

    const VOCABULARIES: [Vocabulary; 2] = [Vocabulary::O200k, Vocabulary::Cl100k];

    /// A generator of random numbers (xorshift).
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 % limit as u64).unwrap()
        }

        fn text(&mut self, parts: &[&str], length: usize) -> String {
            (0..length).map(|_| parts[self.below(parts.len())]).collect()
        }
    }

    #[rustfmt::skip]
    const PARTS: [&str; 50] = [
        "a", "Z", "word", "HTMLParser", "7", "1234567", " ", "  ", "        ", "\n", "\n\n", "\r\n", "\t", "'", "'s",
        "'re", "'LL", "\"", ",", ":", "},{", "/", "//", "\n/", "#", "-", "_", "é", "ſ", "\u{301}", "中文", "ひら", "カ",
        "한글", "привет", "。", "\u{3000}", "\u{a0}", "\u{2028}", "\u{85}", "٣", "ⅷ", "Ⓐ", "ª", "😀", "\n  ", ",\n",
        "\\n", "x\ny", "\u{b}",
    ];

    /// The tokenizer's own count, in one piece.
    fn whole(vocabulary: Vocabulary, text: &str) -> usize {
        vocabulary.load().count_ordinary(text)
    }

    /// Cutting a text anywhere it can be cut changes no count.
    #[test]
    fn cuts_change_no_count() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let (mut words, mut spaces, mut lines) = (0, 0, 0);
        for _ in 0..800 {
            // A few parts only, so that all their combinations occur.
            let few: Vec<&str> = (0..4).map(|_| PARTS[random.below(PARTS.len())]).collect();
            let length = random.below(24);
            let text = random.text(&few, length);
            for (end, _) in text.char_indices() {
                let Some(at) = cut(&text.as_bytes()[..end]) else { continue };
                let (before, after) = text.split_at(at);
                match (before.ends_with('\n'), after.starts_with([' ', '\t'])) {
                    (true, _) => lines += 1,
                    (_, true) => spaces += 1,
                    _ => words += 1,
                }
                for vocabulary in VOCABULARIES {
                    let count = |text| whole(vocabulary, text);
                    assert_eq!(count(before) + count(after), count(&text), "{before:?} {after:?}");
                }
            }
        }
        assert!(words > 1_000 && spaces > 1_000 && lines > 200, "{words} {spaces} {lines}");
    }

    /// Long texts have as many tokens as the tokenizer counts in one piece, however they are written.
    #[test]
    fn long_texts_are_counted_exactly() {
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        let texts = [
            random.text(&PARTS, 600_000),
            // Without words and digits of ASCII.
            random.text(&PARTS[27..], 120_000),
            random.text(&["中文", "かな", "\",\""], 60_000),
            random.text(&["中文", "，", "。", "\n"], 60_000),
            // Runs that are cut anyway, at lengths that change nothing.
            " ".repeat(900_000),
            format!("a{}b", "\t".repeat(900_000)),
            "a".repeat(1_200_000),
        ];
        for text in texts {
            for vocabulary in VOCABULARIES {
                let mut counter = Counter::new(vocabulary);
                let mut rest = text.as_bytes();
                while !rest.is_empty() {
                    let (some, tail) = rest.split_at(rest.len().min(1 + random.below(200_000)));
                    counter.write_all(some).unwrap();
                    rest = tail;
                }
                let expected = whole(vocabulary, &text);
                assert_eq!(counter.finish(), expected, "{vocabulary:?} {:?}", text.get(..20));
                assert_eq!(vocabulary.count(&text), expected);
            }
        }
    }

    /// Where the tokenizer itself would panic, or cannot be cut, the count is near.
    #[test]
    fn runs_are_counted_nearly_exactly() {
        for (run, length, tokens) in [
            (" ", 3 << 20, 3 << 13),
            ("aB", 1 << 20, 1 << 20),
            ("é", 1 << 20, 1 << 20),
            ("\r\n", 1 << 20, 1 << 18),
        ] {
            let text = format!("x: {}", run.repeat(length));
            let count = Vocabulary::O200k.count(&text);
            assert!(count.abs_diff(tokens) < 32, "{run:?}: {count}, not {tokens}");
        }
    }

    /// Memory stays bounded, above all for ordinary texts.
    #[test]
    fn chunks_are_small() {
        let lines = ["{\"id\":1,\"name\":\"Ada\"}\n", "张三,北京\n", "[1,2,3],", "  - 张三\n"];
        let runs = ["a", "é", " ", "。"];
        for (texts, most) in [(lines, CHUNK), (runs, MAX_CHUNK)] {
            for text in texts {
                let mut counter = Counter::new(Vocabulary::O200k);
                let part = text.repeat(1_000);
                for _ in 0..700 {
                    counter.write_all(part.as_bytes()).unwrap();
                    assert!(counter.pending.len() <= most, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text() {
        let mut counter = Counter::new(Vocabulary::O200k);
        counter.write_all(b"a \xff b").unwrap();
        assert_eq!(counter.finish(), Vocabulary::O200k.count("a \u{fffd} b"));
    }
}
