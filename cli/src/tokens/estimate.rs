//! Estimates tokens, in builds without the tables of a tokenizer.

/// The vocabularies, whose tokens are estimated in the same way.
#[derive(Clone, Copy)]
pub(crate) enum Vocabulary {
    O200k,
    Cl100k,
}

impl Vocabulary {
    pub(crate) fn count(self, text: &str) -> usize {
        let mut counter = Counter::new(self);
        counter.push(text.as_bytes());
        counter.finish()
    }
}

/// Kinds of bytes. Tokens consist of one kind.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Letter,
    Digit,
    Mark,
    Space,
}

impl Kind {
    fn of(byte: u8) -> Self {
        match byte {
            b'0'..=b'9' => Kind::Digit,
            b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => Kind::Letter,
            _ if byte.is_ascii_whitespace() => Kind::Space,
            _ => Kind::Mark,
        }
    }

    /// The usual maximum length of a token, in bytes.
    const fn longest(self) -> usize {
        match self {
            Kind::Letter => 8,
            Kind::Digit | Kind::Mark => 3,
            Kind::Space => usize::MAX,
        }
    }
}

/// Estimates the tokens of a text that is given in pieces: up to eight letters, up to three digits, or
/// up to three other characters in a row are one token. A space belongs to the word after it.
pub(crate) struct Counter {
    count: usize,
    /// The kind and the length of the current token.
    token: Option<(Kind, usize)>,
    is_one_space: bool,
}

impl Counter {
    pub(crate) fn new(_: Vocabulary) -> Self {
        Counter { count: 0, token: None, is_one_space: false }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let kind = Kind::of(*byte);
            self.token = match self.token {
                Some((last, length)) if last == kind && length < kind.longest() => {
                    self.is_one_space = false;
                    Some((last, length + 1))
                }
                _ => {
                    self.end_token();
                    self.is_one_space = *byte == b' ';
                    Some((kind, 1))
                }
            };
        }
    }

    fn end_token(&mut self) {
        self.count += usize::from(self.token.take().is_some() && !self.is_one_space);
    }

    pub(crate) fn finish(mut self) -> usize {
        self.end_token();
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::Vocabulary;

    #[test]
    fn estimates() {
        assert_eq!(Vocabulary::O200k.count(r#"{"id":1,"name":"Ada"}"#), 9);
        assert_eq!(Vocabulary::O200k.count("hello world"), 2);
        assert_eq!(Vocabulary::O200k.count(""), 0);
    }
}
