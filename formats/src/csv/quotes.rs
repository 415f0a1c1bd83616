//! Checks the quotes of a file while it is read, and hides its comments.

use std::io::{self, Read, Seek, SeekFrom};

/// A closing quote that is not at the end of its field. The `csv` crate reads what follows as a part
/// of the field. But if a closing quote is missing, it is the next opening quote that looks like one,
/// and everything in between would be a single cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EarlyQuote {
    /// The offset of the closing quote.
    pub(super) closing: u64,
}

/// A reader that looks for such quotes. In place of comments, it gives carriage returns, which the `csv`
/// crate skips between records: its own comments end only with a line feed.
pub(super) struct Quotes<R> {
    reader: R,
    delimiter: u8,
    /// The byte that begins a comment.
    comment: Option<u8>,
    is_checked: bool,
    state: QuoteState,
    /// Whether a record may begin here.
    is_line_start: bool,
    is_comment: bool,
    /// The offset of the byte that is read next.
    offset: u64,
    mistake: Option<EarlyQuote>,
}

/// What the last byte was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QuoteState {
    /// A delimiter, a line break, or the beginning of the file.
    FieldStart,
    Field,
    Quoted,
    /// A quote in a quoted field.
    Quote,
}

impl<R> Quotes<R> {
    pub(super) fn new(reader: R, delimiter: u8, comment: Option<u8>) -> Self {
        Quotes {
            reader,
            delimiter,
            comment,
            is_checked: false,
            state: QuoteState::FieldStart,
            is_line_start: true,
            is_comment: false,
            offset: 0,
            mistake: None,
        }
    }

    /// The text itself, with its comments.
    pub(super) fn text(&mut self) -> &mut R {
        &mut self.reader
    }

    /// Whether to look for mistakes.
    pub(super) fn set_checked(&mut self, is_checked: bool) {
        self.is_checked = is_checked;
    }

    /// The first mistake, if it is before an offset.
    pub(super) fn mistake(&self, end: u64) -> Option<EarlyQuote> {
        self.mistake.filter(|quote| quote.closing < end)
    }

    fn check(&mut self, text: &mut [u8]) {
        let Some(comment) = self.comment else { return self.check_records(text) };
        let mut rest = text;
        while let Some(first) = rest.first().copied() {
            self.is_comment |= self.is_line_start && first == comment;
            let end = memchr::memchr2(b'\n', b'\r', rest).map_or(rest.len(), |end| end + 1);
            let (line, after) = rest.split_at_mut(end);
            let is_end = matches!(line.last(), Some(b'\n' | b'\r'));
            if self.is_comment {
                self.offset += line.len() as u64;
                line.fill(b'\r');
                self.is_comment = !is_end;
                self.is_line_start = is_end;
            } else {
                self.check_records(line);
                self.is_line_start = is_end && self.state == QuoteState::FieldStart;
            }
            rest = after;
        }
    }

    fn check_records(&mut self, text: &[u8]) {
        self.find_mistake(text);
        self.offset += text.len() as u64;
    }

    fn find_mistake(&mut self, text: &[u8]) {
        if self.mistake.is_some() {
            return;
        }
        let mut next = 0;
        while let Some(rest) = text.get(next..).filter(|rest| !rest.is_empty()) {
            self.state = match self.state {
                QuoteState::FieldStart if rest.first() == Some(&b'"') => QuoteState::Quoted,
                QuoteState::FieldStart | QuoteState::Field => {
                    // Skips to a quote, which is ordinary unless it begins a field.
                    let Some(quote) = memchr::memchr(b'"', rest) else {
                        self.state = self.state_behind(rest);
                        return;
                    };
                    next += quote;
                    let state = rest.get(..quote).map_or(self.state, |before| self.state_behind(before));
                    if state == QuoteState::FieldStart { QuoteState::Quoted } else { QuoteState::Field }
                }
                QuoteState::Quoted => {
                    let Some(quote) = memchr::memchr(b'"', rest) else { return };
                    next += quote;
                    QuoteState::Quote
                }
                QuoteState::Quote => match rest.first() {
                    Some(b'"') => QuoteState::Quoted,
                    Some(byte) if self.is_end(*byte) => QuoteState::FieldStart,
                    _ => {
                        let closing = (self.offset + next as u64).saturating_sub(1);
                        self.mistake = Some(EarlyQuote { closing });
                        return;
                    }
                },
            };
            next += 1;
        }
    }

    /// The state after text without quotes that begins in a field.
    fn state_behind(&self, text: &[u8]) -> QuoteState {
        match text.last() {
            None => self.state,
            Some(byte) if self.is_end(*byte) => QuoteState::FieldStart,
            Some(_) => QuoteState::Field,
        }
    }

    /// Whether a byte ends a field.
    fn is_end(&self, byte: u8) -> bool {
        byte == self.delimiter || matches!(byte, b'\r' | b'\n')
    }
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        if self.is_checked && self.mistake.is_none() || self.comment.is_some() {
            self.check(buffer.get_mut(..length).unwrap_or_default());
        }
        Ok(length)
    }
}

/// A field begins where the text is read next.
impl<R: Seek> Seek for Quotes<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.offset = self.reader.seek(to)?;
        self.state = QuoteState::FieldStart;
        (self.is_line_start, self.is_comment) = (true, false);
        Ok(self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::Quotes;
    use std::io::Read;

    /// The text, read in one piece and byte by byte.
    #[track_caller]
    fn check(text: &str, closing: Option<u64>) {
        check_with(text, None, closing);
        check_with(text, Some(b'#'), closing);
    }

    #[track_caller]
    fn check_with(text: &str, comment: Option<u8>, closing: Option<u64>) {
        for size in [1, 2, 3, 100] {
            let mut reader = Quotes::new(text.as_bytes(), b',', comment);
            reader.set_checked(true);
            let mut buffer = vec![0; size];
            while reader.read(&mut buffer).unwrap() > 0 {}
            assert_eq!(reader.mistake(100).map(|quote| quote.closing), closing, "{text:?} by {size}");
        }
    }

    #[test]
    fn early_quotes() {
        check("a,\"b\"c", Some(4));
        check("\"b\" ,c", Some(2));
        check("1,\"2\n3,4\n5,\"6\n", Some(11));
        check("\"\"\"a\"\"b\"c", Some(7));
    }

    #[test]
    fn comments() {
        for text in ["# a,\"b\" c\nx\n", "x\n#\"\"\"\r\n# \"y\" z", "\"x\n#,\"\n"] {
            check_with(text, Some(b'#'), None);
        }
        check_with("# \"\na,\"b\"c", Some(b'#'), Some(8));
        check_with("\"x\n#\"b", Some(b'#'), Some(4));
        check_with("a#,\"b\"c", Some(b'#'), Some(5));
    }

    #[test]
    fn other_quotes() {
        check("a,\"b\",\"c\"\r\n\"d\"\r\"e\"", None);
        check("5\" disk,a\"b\"c, \"x\"y\n", None);
        check("\"\",\"a\"\"b\",\"\"\"\"", None);
        check("\"a,\nb", None);
    }
}
